//! Where a battle turned, on the command line.

use crate::battle_session::turning::{find_and_keep, kept};
use crate::cli::Outcome;
use crate::cli::arguments::{OfBattle, Reader};
use crate::cli::commands::print_line;
use crate::ipc::messages::Trouble;
use battle::view::{TurningView, signed_percent};
use battle::{Audience, Session};
use journal::Journal;

/// Prints where a battle turned, as text or as JSON; it is found first if it isn't known yet.
pub fn turning(of: &OfBattle, json: bool) -> Result<Outcome, Trouble> {
    let turning = found(of)?;
    let text = if json { serde_json::to_string_pretty(&turning)? } else { told(&turning) };
    print_line(text.trim_end())?;
    Ok(Outcome::Right)
}

/// Where a battle turned, if that is known and the reader may know it.
pub fn known(of: &OfBattle, battle: &dyn Session) -> Result<Option<TurningView>, Trouble> {
    if may_know(of, battle) { kept(&Journal::open(&of.campaign)?, of.battle) } else { Ok(None) }
}

/// Where a battle turned; it is found first if it isn't known yet. Its progress goes to the error output.
pub fn found(of: &OfBattle) -> Result<TurningView, Trouble> {
    let journal = Journal::open(&of.campaign)?;
    let battle = battle::open(journal.clone(), of.battle)?;
    if !may_know(of, battle.as_ref()) {
        return Err(Trouble::new(
            "Where this battle turned rests on what is still secret: end the battle first, or ask --for umpire.",
        ));
    }
    if let Some(turning) = kept(&journal, of.battle)? {
        return Ok(turning);
    }
    let mut tenths = 0;
    let mut goes_on = |share: f64| {
        let now = (10.0 * share) as u32;
        if now > tenths {
            tenths = now;
            eprintln!("{} %", 10 * now);
        }
        true
    };
    find_and_keep(&journal, of.battle, &mut goes_on)
}

fn may_know(of: &OfBattle, battle: &dyn Session) -> bool {
    let reader = if of.reader == Reader::Umpire { Audience::Umpire } else { Audience::Everyone };
    battle.is_open_to(&reader)
}

/// The findings as text: the curve, then the moments and drifts in words.
fn told(turning: &TurningView) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let mut text = format!("The chance of {} (band of 95 %)\n", turning.of.title);
    for point in &turning.points {
        let bar = "#".repeat((40.0 * point.chance).round() as usize);
        let (chance, low, high) = (percent(point.chance), percent(point.low), percent(point.high));
        text.push_str(&format!("turn {:>3}  {chance:>5}  ({low} to {high})  {bar}\n", point.turn));
    }
    for step in turning.moments.iter().filter_map(|at| turning.steps.get(*at as usize)) {
        text.push_str(&format!("Turn {}: {}. {}. {}.\n", step.turn, step.headline, step.split, step.why));
    }
    for drift in &turning.drifts {
        text.push_str(&format!("{}. {}.\n", drift.sentence, drift.why));
    }
    let (plan, dice) = (signed_percent(turning.plan), signed_percent(turning.dice));
    text.push_str(&format!("In all: plan {plan}, dice {dice}.\n"));
    text
}
