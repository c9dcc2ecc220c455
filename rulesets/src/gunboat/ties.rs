//! Measures too close to call that the players leave to a die (option `gun.too_close`).

use crate::core::{DIE_READING, Dice, Halt, RollId, Settlement, TieRule, settle_by_die};
use crate::gunboat::decision::Decision;
use crate::gunboat::event::Event;
use crate::gunboat::options::GunOptions;
use crate::gunboat::resolve::Numbers;
use crate::gunboat::state::State;

/// The lists of settlements of a decision, one for each ship that it judges.
fn lists(decision: &mut Decision) -> Vec<&mut Vec<Settlement>> {
    match decision {
        Decision::Fire { settled, .. }
        | Decision::FireAtBoarders { settled, .. }
        | Decision::FireLate { settled, .. }
        | Decision::FireMortar { settled, .. }
        | Decision::Grapple { settled, .. }
        | Decision::Ram { settled, .. } => {
            vec![settled]
        }
        Decision::Move { moves } => moves.iter_mut().map(|order| &mut order.settled).collect(),
        _ => Vec::new(),
    }
}

/// Does the decision leave a question to a die, where that is allowed?
pub(crate) fn leaves_to_a_die(options: &GunOptions, decision: &Decision) -> bool {
    options.too_close == TieRule::Die
        && lists(&mut decision.clone()).iter().any(|list| list.iter().any(|it| it.reading == DIE_READING))
}

/// Decides with dice for the questions that are left to them; the throws stand first among the events.
pub(crate) fn decide_by_die(
    state: &State,
    decision: &Decision,
    dice: &mut dyn Dice,
    rule: impl Fn(&Decision) -> Result<Vec<Event>, Halt>,
) -> Result<Vec<Event>, Halt> {
    let given: Vec<Vec<Settlement>> = lists(&mut decision.clone()).into_iter().map(std::mem::take).collect();
    let next = RollId(Numbers::after(state).next());
    let (thrown, mut events) = settle_by_die(&given, next, dice, |settled| {
        let mut with = decision.clone();
        for (list, settled) in lists(&mut with).into_iter().zip(settled) {
            list.clone_from(settled);
        }
        rule(&with)
    })?;
    events.insert(0, Event::DiceThrown { thrown });
    Ok(events)
}
