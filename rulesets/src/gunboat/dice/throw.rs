//! Throws the dice that are due and reads them.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, RollRequest, throw_due};
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
    let mut reasons = Vec::new();
    for id in which.iter().filter(|id| state.roll(**id).is_none()) {
        reasons.push(Reason::new("GUN-1", format!("Roll {} is not due (any more).", id.0)));
    }
    let due: Vec<&PendingRoll> = if which.is_empty() {
        state.handful()
    } else {
        state.rolls.iter().filter(|roll| which.contains(&roll.request.id)).collect()
    };
    let audience = due.first().map(|roll| state.roll_audience(roll));
    if due.iter().any(|roll| Some(state.roll_audience(roll)) != audience) {
        reasons.push(Reason::new("GUN-56", "Secret dice are thrown by themselves."));
    }
    if due.is_empty() && reasons.is_empty() {
        reasons.push(Reason::new("GUN-1", "No dice are due now."));
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
