//! Hit statistics of a campaign: hits expected and hits scored (GUN-33 to GUN-49); and damage that a ship carries over
//! from its last battle.

use crate::core::{HitForecast, HitsScored};
use crate::gunboat::events::decision::ShipSetup;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::forecast::odds::{Odds, odds};
use crate::gunboat::presentation::card_words::row_key;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::due::{HitsDue, PendingRoll, RollUse, SalvoId};
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;
use std::collections::BTreeMap;

/// The forecast of a declared salvo or volley; `after` is the state after the event. None for fire at forts and launches,
/// which have no boxes on a ship card.
pub(crate) fn forecast(tables: &Tables, after: &State, event: &Event) -> Option<HitForecast> {
    let rolls = match event {
        Event::SalvoDeclared { rolls, .. } | Event::VolleyClosed { rolls, .. } => rolls,
        _ => return None,
    };
    let first = rolls.first()?;
    let shot = salvo_of(first)?;
    after.ships.get(&first.ship).filter(|ship| !ship.card.launch)?;
    let Odds { hits, expected_hits, .. } = odds(tables, after, rolls);
    let variance = hits.iter().map(|of| of.chance * (f64::from(of.hits) - expected_hits).powi(2)).sum();
    Some(HitForecast {
        shot: key(shot),
        by: first.by.id(),
        at: first.ship.clone(),
        expected: expected_hits,
        variance,
    })
}

/// The hits that an event caused; `before` is the state before it.
pub(crate) fn hits(before: &State, event: &Event) -> Vec<HitsScored> {
    let (due, rammer) = match event {
        Event::ChartRead { due, .. }
        | Event::TableRead { due, .. }
        | Event::TorpedoGunsRolled { due, .. }
        | Event::Special(SpecialEvent::BoardingRead { due, .. }) => (due, None),
        // The rammer's damage is its own doing and counts as nobody's hits.
        Event::RamRead { due, rammer, ship, .. } => (due, Some(rammer).filter(|rammer| *rammer != ship)),
        _ => return Vec::new(),
    };
    let scored = |due: &HitsDue| HitsScored {
        shot: due.salvo.map(key),
        by: due.salvo.and_then(|salvo| shooter(before, salvo)).or_else(|| rammer.cloned()),
        on: due.ship.clone(),
        hits: due.demands.iter().map(|demand| u32::from(demand.hits)).sum(),
    };
    due.iter().map(scored).filter(|scored| scored.hits > 0).collect()
}

fn shooter(state: &State, salvo: SalvoId) -> Option<ShipId> {
    state.salvos.iter().find(|brief| brief.id == salvo).map(|brief| brief.shooter.clone())
}

fn salvo_of(roll: &PendingRoll) -> Option<SalvoId> {
    match &roll.decides {
        RollUse::Chart { salvo, .. } => Some(*salvo),
        _ => None,
    }
}

fn key(salvo: SalvoId) -> String {
    salvo.0.to_string()
}

impl ShipSetup {
    /// Checks off the boxes that the ship lost in earlier battles, by the key of their row. Rows that the card does not
    /// have are ignored, and no row loses more boxes than it has.
    pub fn carry(&mut self, gone: &BTreeMap<String, u32>) {
        for row in self.card.sections() {
            if let Some(boxes) = gone.get(&row_key(&row)) {
                let boxes = u8::try_from(*boxes).unwrap_or(u8::MAX);
                self.ticks.add(&row, boxes, self.card.printed(&row));
            }
        }
    }

    /// Returns true if no draft box is left and the ship is not aground (GUN-41).
    pub(crate) fn would_sink(&self) -> bool {
        self.ticks.draft >= self.card.draft && self.card.draft > 0 && !self.aground
    }
}
