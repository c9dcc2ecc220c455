//! Battles that are thought ahead, and commanders who do.

mod advice;
mod carried_out;
mod commander;
mod every_book;
mod set_down;
mod setting;

use crate::common::NOW;
use battle::{Battle, BookAdapter, CommanderPlanned, DomainEvent, Handicap, ThinkingCommander};
use geometry::Heading;
use opponent::admiral::{Character, Rank};

/// A commander of this rank who thinks in every turn.
fn thinking(rank: Rank) -> Option<ThinkingCommander> {
    Some(ThinkingCommander { rank, character: Character::Balanced, handicap: Handicap::None })
}

/// Lets the commanders act, and think whenever they must; returns how often they thought.
fn act<B: BookAdapter>(battle: &mut Battle<B>) -> u32 {
    battle.let_commanders_act(NOW, || None).unwrap();
    let mut thoughts = 0;
    while let Some(quandary) = battle.take_quandary() {
        let conclusion = quandary.think(&mut || true);
        assert!(battle.heed(conclusion, NOW).unwrap());
        battle.let_commanders_act(NOW, || None).unwrap();
        thoughts += 1;
    }
    thoughts
}

/// All plans that were made.
fn plans<B: BookAdapter>(battle: &Battle<B>) -> Vec<CommanderPlanned> {
    let planned = battle.entries().iter().filter_map(|entry| match &entry.event {
        DomainEvent::Planned(planned) => Some(planned.clone()),
        _ => None,
    });
    planned.collect()
}

/// Models are turned by steps of this size, as on the demo table, degrees.
const TURN_STEP_DEG: f64 = 5.0;

/// The heading nearest to the wanted one to which a hand can turn a model.
fn turned_by_steps(stands: Heading, wanted: Heading) -> Heading {
    let steps = (stands.relative(wanted).deg() / TURN_STEP_DEG).round();
    Heading::from_deg(stands.deg() + steps * TURN_STEP_DEG)
}
