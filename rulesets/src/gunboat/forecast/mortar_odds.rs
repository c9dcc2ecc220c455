//! Exact odds of a mortar shot: evaluates every face of its die, and of the die after a hit on a fort, with the code
//! that reads the real dice (GUN-62 to GUN-68).

use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::MortarShot;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::mortars::burst;
use crate::gunboat::mortars::shot::roll;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::due::{PendingRoll, RollUse};
use crate::gunboat::tables::table_set::Tables;
use serde::{Deserialize, Serialize};

/// The odds of a mortar shot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct MortarOdds {
    /// Probability that it bursts where it was aimed (GUN-62); on a ship that is a critical hit (GUN-65).
    pub hit: f64,
    /// The number of guns that a hit would silence (GUN-66).
    pub guns: usize,
    /// Probability of an additional critical hit on a fort (GUN-67).
    pub fort_critical: f64,
}

/// The odds of a shot; none if its boat takes no part.
pub(crate) fn odds(tables: &Tables, state: &State, shot: &MortarShot) -> Option<MortarOdds> {
    let pending = roll(state, shot)?;
    let RollUse::Mortar { shot: id, turns, on_ship, under } = &pending.decides else { return None };
    let faces = pending.request.die.faces();
    let mut odds = MortarOdds::default();
    for die in 1..=faces {
        let read = burst::read(tables, state, &pending, (*id, *turns, *on_ship), under, die);
        let Event::Special(SpecialEvent::MortarRead { hit, silenced, rolls, .. }) = read else { return None };
        let chance = 1.0 / f64::from(faces);
        odds.hit += if hit { chance } else { 0.0 };
        odds.guns = odds.guns.max(silenced.len());
        let none = rolls.iter().map(|roll| 1.0 - critical(tables, state, roll)).product::<f64>();
        odds.fort_critical += chance * (1.0 - none);
    }
    Some(odds)
}

/// Probability that the additional die gives a critical hit on its fort; 0 for any other roll.
fn critical(tables: &Tables, state: &State, roll: &PendingRoll) -> f64 {
    let RollUse::FortCheck { guns } = &roll.decides else { return 0.0 };
    let faces = roll.request.die.faces();
    let is_critical = |die: &u8| {
        let read = burst::read_check(tables, state, roll, guns, *die);
        matches!(read, Event::Special(SpecialEvent::FortCheckRead { critical: true, .. }))
    };
    (1..=faces).filter(is_critical).count() as f64 / f64::from(faces)
}
