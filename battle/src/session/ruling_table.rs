//! The table on which a decision is ruled.

use crate::forms::book_adapter::BookAdapter;
use crate::record::events::MovesAre;
use crate::session::battle::Battle;
use crate::table::observed::stands_elsewhere;
use crate::table::official::{names, official_table};
use crate::table::placing::standing;
use geometry::{Observation, ShipId, Terrain};
use rulesets::core::{PlacedShip, PlacedTable};

/// The measures that the players were last shown for some ships. Their decision is ruled on these same measures as long
/// as no ship has moved.
#[derive(Debug)]
pub(crate) struct ShownTable {
    pub(crate) ships: Vec<ShipId>,
    pub(crate) table: PlacedTable,
}

impl<B: BookAdapter> Battle<B> {
    /// The table for a decision about these ships: the one that was shown to players, if it is still valid.
    pub(crate) fn table_for(&self, ships: &[ShipId]) -> PlacedTable {
        let now = self.table_now();
        let Some(look) = self.shown_table.as_ref().filter(|look| look.ships == ships) else { return now };
        let same = |(then, now): (&PlacedShip, &PlacedShip)| {
            let (was, is) = (&then.observation, &now.observation);
            was.ship == is.ship
                && was.seen == is.seen
                && was.sure == is.sure
                && then.way.len() == now.way.len()
                && !stands_elsewhere(was, is)
        };
        let (then, still) = (look.table.ships(), now.ships());
        let holds = then.len() == still.len() && then.iter().zip(still).all(same);
        if holds && look.table.terrain() == now.terrain() { look.table.clone() } else { now }
    }

    /// The table as it officially was at the end of an earlier step; empty if there was no such step.
    pub(crate) fn table_then(&self, turn: u32, phase: &str) -> PlacedTable {
        self.timeline
            .last_in_step(turn, phase)
            .as_ref()
            .map_or_else(PlacedTable::default, official_table::<B>)
    }

    /// The table that rulings use now.
    pub(crate) fn table_now(&self) -> PlacedTable {
        match self.situation.begun.moves {
            MovesAre::AsSeen => self.table_as_seen(),
            MovesAre::Judged => self.table_as_it_stands(),
        }
    }

    /// All ships afloat as seen now; without a camera, at their official places.
    fn table_as_seen(&self) -> PlacedTable {
        let placed = crate::table::placing::afloat::<B>(&self.situation.book).filter_map(|ship| {
            let hull = *self.situation.begun.hulls.get(&ship)?;
            Some(PlacedShip::at_rest(self.observation_of(&ship)?, hull))
        });
        self.table_of(placed.collect())
    }

    fn observation_of(&self, ship: &ShipId) -> Option<Observation> {
        if self.observed.is_watched() {
            let seen = self.observed.of(ship);
            let by_hand = self.situation.places.get(ship).is_some_and(|place| place.by_hand);
            if !by_hand || seen.is_some_and(|seen| seen.seen) {
                return seen.cloned();
            }
        }
        Some(standing(ship, self.situation.places.get(ship)?))
    }

    /// The terrain on the table, as far as this state shows what is charted.
    pub(crate) fn terrain_known_in(&self, state: &B::State) -> Vec<Terrain> {
        self.situation.terrain.iter().cloned().chain(B::charted(state)).collect()
    }

    /// A table with these ships, and everything else on it.
    pub(crate) fn table_of(&self, ships: Vec<PlacedShip>) -> PlacedTable {
        let situation = &self.situation;
        PlacedTable::new(ships)
            .with_terrain(self.terrain_known_in(&situation.book))
            .with_guns_ashore(B::guns_ashore(&self.situation.book))
            .with_edges(self.situation.begun.table_in)
            .with_names(names::<B>(&self.situation.book))
    }

    /// The table as players see it now for these ships; a decision about them is then ruled on it.
    pub(crate) fn remember_shown_table(&mut self, ships: &[&ShipId]) -> PlacedTable {
        let table = self.table_now();
        self.shown_table =
            Some(ShownTable { ships: ships.iter().copied().cloned().collect(), table: table.clone() });
        table
    }
}
