//! Dice that are due are thrown and read.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, RuleId, TypedDice};
use crate::sp_bp::apply::apply;
use crate::sp_bp::due::PendingRoll;
use crate::sp_bp::event::Event;
use crate::sp_bp::outcome::ThrownRoll;
use crate::sp_bp::resolve::read_roll;
use crate::sp_bp::state::State;
use crate::sp_bp::tables::Tables;

/// Throws these rolls, or all that are due.
pub(super) fn roll(
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
    if !reasons.is_empty() {
        return Err(Refusal { reasons });
    }
    let thrown = match faces {
        Faces::App => throw_all(&due, dice)?,
        Faces::Typed(typed) => {
            check_count(&due, typed)?;
            throw_all(&due, &mut TypedDice::new(typed.clone()))?
        }
    };
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

fn throw_all(due: &[&PendingRoll], dice: &mut dyn Dice) -> Result<Vec<ThrownRoll>, Refusal> {
    let throw = |roll: &&PendingRoll| {
        let thrown = dice.throw(&roll.request)?;
        Ok(ThrownRoll { request: roll.request.clone(), faces: thrown.faces, kind: thrown.kind })
    };
    due.iter().map(throw).collect()
}

fn check_count(due: &[&PendingRoll], typed: &[u8]) -> Result<(), Refusal> {
    let wanted: usize = due.iter().map(|roll| usize::from(roll.request.count)).sum();
    if typed.len() == wanted {
        return Ok(());
    }
    let list: Vec<String> = due
        .iter()
        .map(|roll| format!("{} {} for {}", roll.request.count, roll.request.die, roll.request.label))
        .collect();
    let rule = due.first().map_or_else(|| RuleId::of("SPB-15"), |roll| roll.request.rule.clone());
    let text = format!("{wanted} faces are needed ({}), but {} were given.", list.join("; "), typed.len());
    Err(Refusal { reasons: vec![Reason { rule, text }] })
}
