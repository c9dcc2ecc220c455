//! Throws the dice that are due and reads them.

use crate::core::{Dice, Faces, Reason, Refusal, RollId, rolls_to_throw, throw_and_read};
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
    let mixed = |rolls: &[&PendingRoll]| {
        let apart =
            rolls.iter().any(|roll| rolls.first().is_some_and(|first| first.audience != roll.audience));
        apart.then(|| Reason::new("NOD-29", "Secret dice are thrown by themselves."))
    };
    let rolls = rolls_to_throw(&state.rolls, which, || state.handful(), mixed, "NOD-1")?;
    // A ship that has been lost in the meantime has no more rolls.
    let read = |after: &State, roll: &PendingRoll, faces: &[u8]| match after.roll(roll.request.id) {
        None => Ok(None),
        Some(_) => {
            let read = read_with_next_rolls(tables, after, roll, faces)?;
            Ok(Some(Event::Read { read }))
        }
    };
    throw_and_read(state, &rolls, (faces, dice), |thrown| Event::DiceThrown { thrown }, read, apply)
}

/// Reads a roll, with the rolls that follow for its ship and, after a ram, for the rammer.
fn read_with_next_rolls(
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
