//! Late fire: a shot that was forgotten is judged as if fired in its own step, but its damage takes effect now.

use crate::core::{Halt, Settlement, TableFacts};
use crate::gunboat::events::decision::MountChoice;
use crate::gunboat::events::event::Event;
use crate::gunboat::gunnery::declare::fire;
use crate::gunboat::gunnery::salvo::Proposal;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::declared_salvo::LateShot;
use crate::gunboat::state::options::GunFireLimit;
use crate::gunboat::state::step::Step;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// A shot that should have been fired earlier.
pub(crate) struct Forgotten<'a> {
    pub(crate) turn: u32,
    pub(crate) step: Step,
    pub(crate) shooter: &'a ShipId,
    pub(crate) target: &'a ShipId,
    pub(crate) mounts: &'a MountChoice,
    pub(crate) settled: &'a [Settlement],
    pub(crate) reason: &'a str,
}

/// The number of a fire step within the battle.
fn fire_step(turn: u32, step: Step) -> u32 {
    turn.saturating_mul(2) + u32::from(step >= Step::SecondFire)
}

/// The number of periods of the gun limit (turns, or fire steps) between that step and now.
fn windows_ago(state: &State, turn: u32, step: Step) -> Option<u32> {
    match state.options.gun_fire_limit {
        GunFireLimit::OncePerTurn => state.turn.checked_sub(turn),
        GunFireLimit::OncePerFireStep => {
            let begun = fire_step(state.turn, state.step) - u32::from(state.step == Step::UnionMove);
            begun.checked_sub(fire_step(turn, step))
        }
    }
}

/// Fires the shot. The caller must pass in the table's facts of that earlier step.
pub(crate) fn fire_late(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    shot: &Forgotten<'_>,
) -> Result<Vec<Event>, Halt> {
    let refuse = |text: &str| Err(Halt::because("GUN-4", text));
    if !shot.step.is_fire() || (shot.turn, shot.step) >= (state.turn, state.step) || shot.turn == 0 {
        return refuse("A shot is fired late for a fire step that is over: name its turn and step.");
    }
    let Some(ago @ (0 | 1)) = windows_ago(state, shot.turn, shot.step) else {
        return refuse(
            "That step lies too far back: nobody knows any more which guns had fired. Undo as far instead.",
        );
    };
    let mut then = state.clone();
    then.step = shot.step;
    then.salvos.clear();
    if ago == 1 {
        then.ships.values_mut().for_each(|ship| ship.fired = ship.fired_before.clone());
    }
    let late =
        LateShot { turn: shot.turn, step: shot.step, before: ago == 1, reason: shot.reason.to_owned() };
    let proposal = Proposal {
        shooter: shot.shooter,
        target: shot.target,
        mounts: shot.mounts,
        boarders: false,
        settled: shot.settled,
    };
    fire(tables, &then, facts, &proposal, Some(late))
}
