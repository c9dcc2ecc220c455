//! Throws the dice that are due and reads them.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, rolls_to_throw, throw_and_read};
use crate::gunboat::dice::resolve::read_roll;
use crate::gunboat::events::apply::apply;
use crate::gunboat::events::event::Event;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::due::PendingRoll;
use crate::gunboat::tables::table_set::Tables;

/// Throws these rolls, or without any those that are next.
pub(in crate::gunboat) fn roll(
    tables: &Tables,
    state: &State,
    which: &[RollId],
    faces: &Faces,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let mixed = |rolls: &[&PendingRoll]| {
        let audience = rolls.first().map(|roll| state.roll_audience(roll));
        let apart = rolls.iter().any(|roll| Some(state.roll_audience(roll)) != audience);
        apart.then(|| Reason::new("GUN-56", "Secret dice are thrown by themselves."))
    };
    let rolls = rolls_to_throw(&state.rolls, which, || state.handful(), mixed, "GUN-1")?;
    let read =
        |after: &State, roll: &PendingRoll, faces: &[u8]| read_roll(tables, after, roll, faces).map(Some);
    throw_and_read(state, &rolls, (faces, dice), |thrown| Event::DiceThrown { thrown }, read, apply)
}
