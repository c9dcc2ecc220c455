//! Throws due dice and reads them.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, RollRequest, throw_due};
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
    let mut reasons = Vec::new();
    for id in which.iter().filter(|id| state.roll(**id).is_none()) {
        reasons.push(Reason::new("SPB-15", format!("Roll {} is not due (any more).", id.0)));
    }
    let named = |roll: &&PendingRoll| which.is_empty() || which.contains(&roll.request.id);
    let due: Vec<&PendingRoll> = state.rolls.iter().filter(named).collect();
    if due.is_empty() && reasons.is_empty() {
        reasons.push(Reason::new("SPB-15", "No dice are due now."));
    }
    Refusal::unless_clear(reasons)?;
    let requests: Vec<&RollRequest> = due.iter().map(|roll| &roll.request).collect();
    let thrown = throw_due(&requests, faces, dice)?;
    let mut events = Vec::new();
    let mut after = state.clone();
    for (roll, thrown) in due.into_iter().zip(&thrown) {
        let event = read_roll(tables, &after, roll, &thrown.faces)?;
        after = apply(after, &event);
        events.push(event);
    }
    events.insert(0, Event::DiceThrown { thrown });
    Ok(events)
}
