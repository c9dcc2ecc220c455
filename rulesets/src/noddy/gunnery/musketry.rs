//! Musketry (NOD-21): fire of a regiment on the bank at a ship.

use crate::core::{Halt, Reason, Recorder, Settlement, TableFacts, TieResolver, TooClose};
use crate::noddy::events::event::Event;
use crate::noddy::events::outcome::MusketFire;
use crate::noddy::state::battle::State;
use crate::noddy::state::card::GunPosition;
use crate::noddy::state::due::{Numbers, PendingRoll, RollUse};
use geometry::{Measured, ShipId};
use serde::{Deserialize, Serialize};

/// The plan of a regiment's fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MusketPlan {
    /// The fire to be declared; none if the table gives no range.
    pub fire: Option<MusketFire>,
    /// The reasons against it.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
}

/// Plans a regiment's fire, for the preview and for the declaration.
pub(crate) fn plan(
    state: &State,
    facts: &dyn TableFacts,
    (regiment, target): (&ShipId, &ShipId),
    settled: &[Settlement],
) -> MusketPlan {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let mut reasons = Vec::new();
    if !state.step.is_fire() {
        reasons.push(Reason::new("NOD-7", "Nobody fires in this step."));
    }
    match state.regiments.get(regiment) {
        None => reasons.push(Reason::new("NOD-21", format!("{regiment} is no regiment of this battle."))),
        Some(own) if own.fired => {
            reasons.push(Reason::new("NOD-7", format!("{} has fired in this move.", own.card.name)));
        }
        Some(_) => {}
    }
    if !state.ships.get(target).is_some_and(|ship| ship.present()) {
        reasons.push(Reason::new("NOD-21", format!("{target} is not on the table.")));
    }
    if state.side(regiment) == state.side(target) {
        reasons.push(Reason::new("NOD-11", "Both are of one side."));
    }
    let range_in = match recorder.range(regiment, target) {
        Err(why) => {
            reasons.push(Reason::new("NOD-21", why.to_string()));
            None
        }
        Ok(fact) => {
            if !reaches(state, target, fact.range_in, &mut ties) {
                let text = format!("Muskets reach {} inches.", state.options.musket_range_in);
                reasons.push(Reason::new("NOD-21", text));
            }
            Some(fact.range_in)
        }
    };
    let seen = range_in.and_then(|_| recorder.bearing(target, regiment).ok());
    let struck = seen.map(|fact| GunPosition::facing(fact.bearing_deg.value));
    ties.refuse_unasked("NOD-11", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    let asked = recorder.into_asked();
    let fire = range_in.map(|range_in| MusketFire {
        regiment: regiment.clone(),
        target: target.clone(),
        range_in,
        struck,
        asked,
        settled,
    });
    MusketPlan { fire, reasons, too_close }
}

/// Returns true if the target is within range.
fn reaches(state: &State, target: &ShipId, range_in: Measured, ties: &mut TieResolver<'_>) -> bool {
    let reach = state.options.musket_range_in;
    ties.holds(range_in.at_most(reach), "near", || {
        TooClose::inches(
            ("range:muskets", "NOD-21"),
            format!("Is {} within {reach} inches?", state.name(target)),
            (range_in, reach),
            [("near", "So near"), ("far", "Further")],
        )
    }) != Some(false)
}

/// Declares a regiment's fire.
pub(crate) fn fire(
    state: &State,
    facts: &dyn TableFacts,
    pair: (&ShipId, &ShipId),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let plan = plan(state, facts, pair, settled);
    Halt::unless_clear(plan.reasons, plan.too_close)?;
    let Some(fire) = plan.fire else {
        return Err(Halt::Refused(crate::core::Refusal::because("NOD-21", "The table gave no range.")));
    };
    let rolls = vec![roll(state, &fire)];
    Ok(vec![Event::MusketryDeclared { fire, rolls }])
}

/// The roll for a regiment's fire.
pub(crate) fn roll(state: &State, fire: &MusketFire) -> PendingRoll {
    let decides = RollUse::Musketry { regiment: fire.regiment.clone(), struck: fire.struck };
    Numbers::after(state).roll(state, &fire.target, decides)
}
