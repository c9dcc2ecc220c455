//! Dice that are due are thrown and read.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, RuleId, TypedDice};
use crate::gunboat::apply::apply;
use crate::gunboat::due::PendingRoll;
use crate::gunboat::event::Event;
use crate::gunboat::outcome::ThrownRoll;
use crate::gunboat::resolve::read_roll;
use crate::gunboat::state::State;
use crate::gunboat::tables::Tables;

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
    let rule = due.first().map_or_else(|| RuleId::of("GUN-1"), |roll| roll.request.rule.clone());
    let text = format!("{wanted} faces are needed ({}), but {} were given.", list.join("; "), typed.len());
    Err(Refusal { reasons: vec![Reason { rule, text }] })
}
