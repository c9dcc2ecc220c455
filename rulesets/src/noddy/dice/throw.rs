//! Throws the dice that are due and reads them.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, RollRequest, RuleId, TypedDice, throw_all};
use crate::noddy::dice::resolve::{rammers_rolls, read_roll};
use crate::noddy::events::apply::apply;
use crate::noddy::events::event::{Event, Reading};
use crate::noddy::state::battle::State;
use crate::noddy::state::due::{Numbers, PendingRoll, RollUse};
use crate::noddy::tables::table_set::Tables;

/// Throws these rolls, or the next ones that belong together.
pub(crate) fn roll(
    tables: &Tables,
    state: &State,
    which: &[RollId],
    faces: &Faces,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    for id in which.iter().filter(|id| state.roll(**id).is_none()) {
        reasons.push(Reason::new("NOD-1", format!("Roll {} is not due (any more).", id.0)));
    }
    let due: Vec<&PendingRoll> = if which.is_empty() {
        state.handful()
    } else {
        state.rolls.iter().filter(|roll| which.contains(&roll.request.id)).collect()
    };
    if due.iter().any(|roll| due.first().is_some_and(|first| first.audience != roll.audience)) {
        reasons.push(Reason::new("NOD-29", "Secret dice are thrown by themselves."));
    }
    if due.is_empty() && reasons.is_empty() {
        reasons.push(Reason::new("NOD-1", "No dice are due now."));
    }
    Refusal::unless_clear(reasons)?;
    let requests: Vec<&RollRequest> = due.iter().map(|roll| &roll.request).collect();
    let thrown = match faces {
        Faces::App => throw_all(&requests, dice)?,
        Faces::Typed(typed) => {
            let wanted: usize = due.iter().map(|roll| usize::from(roll.request.count)).sum();
            if typed.len() != wanted {
                let list: Vec<&str> = due.iter().map(|roll| roll.request.label.as_str()).collect();
                let text = format!(
                    "{wanted} faces are needed ({}), but {} were given.",
                    list.join("; "),
                    typed.len()
                );
                let rule = due.first().map_or_else(|| RuleId::of("NOD-1"), |roll| roll.request.rule.clone());
                return Err(Refusal { reasons: vec![Reason { rule, text }] });
            }
            throw_all(&requests, &mut TypedDice::new(typed.clone()))?
        }
    };
    let mut events = vec![];
    let mut after = state.clone();
    for (roll, thrown) in due.into_iter().zip(&thrown) {
        // A ship that has been lost in the meantime has no more rolls.
        if after.roll(roll.request.id).is_none() {
            continue;
        }
        let read = read_with_next_rolls(tables, &after, roll, &thrown.faces)?;
        let event = Event::Read { read };
        after = apply(after, &event);
        events.push(event);
    }
    events.insert(0, Event::DiceThrown { thrown });
    Ok(events)
}

/// Reads a roll, with the rolls that follow for its ship and, after a ram, for the rammer.
pub(crate) fn read_with_next_rolls(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    faces: &[u8],
) -> Result<Reading, Refusal> {
    let mut read = read_roll(tables, state, roll, faces)?;
    if let RollUse::Ram { rammer, .. } = &roll.decides {
        let mut numbers = Numbers::after(state);
        read.rolls.iter().for_each(|_| {
            numbers.next();
        });
        let own = rammers_rolls(tables, state, rammer, &read);
        read.rolls.extend(own.into_iter().map(|decides| numbers.roll(state, rammer, decides)));
    }
    Ok(read)
}
