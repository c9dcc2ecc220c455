//! Throws due dice and reads them.

use crate::core::{Dice, Faces, Refusal, RollId, rolls_to_throw, throw_and_read};
use crate::sp_bp::dice::resolve::read_roll;
use crate::sp_bp::events::apply::apply;
use crate::sp_bp::events::event::Event;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::due::PendingRoll;
use crate::sp_bp::tables::table_set::Tables;

/// Throws the given rolls, or all that are due.
pub(in crate::sp_bp) fn roll(
    tables: &Tables,
    state: &State,
    which: &[RollId],
    faces: &Faces,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let all = || state.rolls.iter().collect();
    let rolls = rolls_to_throw(&state.rolls, which, all, |_| None, "SPB-15")?;
    let read =
        |after: &State, roll: &PendingRoll, faces: &[u8]| read_roll(tables, after, roll, faces).map(Some);
    throw_and_read(state, &rolls, (faces, dice), |thrown| Event::DiceThrown { thrown }, read, apply)
}
