//! Open questions of a state: which side must or may decide what. Screens and automatic players read them.

use crate::core::{Actor, Question, RollId, SideId};
use crate::sp_bp::events::activation::acts_now;
use crate::sp_bp::movement::review::speeds;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::MountId;
use crate::sp_bp::state::due::Task;
use crate::sp_bp::state::guided::{GuidedId, Procedure};
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use crate::sp_bp::tables::table_set::Tables;
use crate::sp_bp::turn::tasks::tasks;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A question to a side or to the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Open the battle.
    Open,
    /// Throw these dice.
    Roll {
        /// The rolls.
        rolls: Vec<RollId>,
    },
    /// Enter the result of a procedure that the sheet does not give.
    Adjudicate {
        /// The open entry.
        entry: GuidedId,
        /// The procedure that called for it.
        procedure: Procedure,
        /// The ship concerned.
        ship: ShipId,
    },
    /// Crew parties may go to work.
    Repair {
        /// The ship concerned.
        ship: ShipId,
        /// The possible tasks.
        tasks: Vec<Task>,
        /// The number of free parties.
        parties: u8,
    },
    /// This ship may move.
    Move {
        /// The ship that acts.
        ship: ShipId,
    },
    /// This ship may plan a speed, and may lower or raise its anchor when it is stationary.
    PlanSpeed {
        /// The ship that acts.
        ship: ShipId,
        /// The lowest speed, knots.
        slowest: u8,
        /// The highest speed, knots.
        fastest: u8,
    },
    /// This ship may fire.
    Fire {
        /// The ship that fires.
        shooter: ShipId,
        /// Mounts with guns that can still fire.
        mounts: Vec<MountId>,
        /// Enemies on the table.
        targets: Vec<ShipId>,
    },
    /// This ship may undertake one of these.
    Undertake {
        /// The ship that acts.
        ship: ShipId,
        /// The possible procedures.
        procedures: Vec<Procedure>,
    },
    /// Go on to the next step.
    NextStep,
}

/// Returns everything that may be decided now, and by which side.
pub(in crate::sp_bp) fn questions(tables: &Tables, state: &State) -> Vec<Question<Ask>> {
    if !state.opened {
        return vec![Question::of(Actor::Umpire, true, "SPB-1", Ask::Open)];
    }
    let mut all = Vec::new();
    all.extend(dice(state));
    for guided in &state.guided {
        let ask =
            Ask::Adjudicate { entry: guided.id, procedure: guided.procedure, ship: guided.ship.clone() };
        all.push(Question::of(Actor::Umpire, true, guided.procedure.rule(), ask));
    }
    if all.is_empty() {
        for ship in state.ships.values().filter(|ship| ship.present()) {
            if state.step.is_repair() {
                all.extend(repairs(state, ship));
            }
            if state.step == Step::Repairs || acts_now(state, ship) {
                all.extend(actions(tables, state, ship));
            }
        }
        all.push(Question::of(Actor::AllSides, false, state.step.rule(), Ask::NextStep));
    }
    all
}

/// The sentence of a question for the screen.
pub(in crate::sp_bp) fn wording(state: &State, ask: &Ask) -> String {
    let name = |ship| state.name(ship);
    match ask {
        Ask::Open => "Open the battle.".to_owned(),
        Ask::Roll { rolls } => {
            let due = state.rolls.iter().filter(|roll| rolls.contains(&roll.request.id));
            let labels: Vec<&str> = due.map(|roll| roll.request.label.as_str()).collect();
            format!("Throw: {}.", labels.join("; "))
        }
        Ask::Adjudicate { procedure, ship, .. } => format!("{}: {}", name(ship), procedure.guide()),
        Ask::Repair { ship, tasks, parties } => {
            let list: Vec<String> = tasks.iter().map(Task::title).collect();
            format!("{} may {}: {parties} crew parties.", name(ship), list.join(", or "))
        }
        Ask::Move { ship } => {
            let knots = state.ships.get(ship).map_or(0, |ship| ship.speed);
            format!("Move {}: {knots} knots.", name(ship))
        }
        Ask::PlanSpeed { ship, slowest, fastest } => {
            format!("Plan {}'s speed: {slowest} to {fastest} knots.", name(ship))
        }
        Ask::Fire { shooter, .. } => format!("{} may fire.", name(shooter)),
        Ask::Undertake { ship, procedures } => {
            let list: Vec<&str> = procedures.iter().map(|procedure| procedure.title()).collect();
            format!("{} may {}.", name(ship), list.join(", or "))
        }
        Ask::NextStep => format!("End “{}”.", state.step.title()),
    }
}

/// Each side throws its own dice.
fn dice(state: &State) -> Vec<Question<Ask>> {
    let mut sides: Vec<&SideId> = state.rolls.iter().map(|roll| &roll.by).collect();
    sides.sort();
    sides.dedup();
    let of = |side: &SideId| {
        let own = state.rolls.iter().filter(|roll| roll.by == *side);
        let rolls: Vec<RollId> = own.map(|roll| roll.request.id).collect();
        Question::of(Actor::Side(side.clone()), true, "SPB-15", Ask::Roll { rolls })
    };
    sides.into_iter().map(of).collect()
}

fn repairs(state: &State, ship: &ShipState) -> Option<Question<Ask>> {
    let (tasks, parties) = (tasks(state, ship), ship.free_parties());
    let possible = !tasks.is_empty() && parties > 0;
    possible.then(|| {
        let who = Actor::Side(ship.card.side.clone());
        Question::of(who, false, "SPB-1", Ask::Repair { ship: ship.card.id.clone(), tasks, parties })
    })
}

fn actions(tables: &Tables, state: &State, ship: &ShipState) -> Vec<Question<Ask>> {
    let id = &ship.card.id;
    let who = || Actor::Side(ship.card.side.clone());
    let mut all = Vec::new();
    if state.step == Step::Movement {
        if !ship.moved && !ship.lies_still() {
            all.push(Question::of(who(), false, "SPB-3", Ask::Move { ship: id.clone() }));
        }
        let (slowest, fastest) = speeds(tables, state, ship);
        let ask = Ask::PlanSpeed { ship: id.clone(), slowest, fastest };
        all.push(Question::of(who(), false, "SPB-3", ask));
    }
    if state.step.is_fire() && ship.guns_ready() > 0 {
        let free = |mount: &&crate::sp_bp::state::card::GunMount| {
            ship.ready(mount) > 0 && !ship.jammed.contains(&mount.id)
        };
        let mounts = ship.card.mounts.iter().filter(free).map(|mount| mount.id.clone()).collect();
        let enemies =
            state.ships.values().filter(|other| other.card.side != ship.card.side && other.present());
        let targets = enemies.map(|other| other.card.id.clone()).collect();
        let ask = Ask::Fire { shooter: id.clone(), mounts, targets };
        all.push(Question::of(who(), false, "SPB-15", ask));
    }
    let may = |procedure: &Procedure| {
        procedure.may_be_done_in(state.step) && procedure.comes_before(ship).is_none()
    };
    let procedures: Vec<Procedure> = Procedure::UNDERTAKEN.into_iter().filter(may).collect();
    if !procedures.is_empty() {
        let ask = Ask::Undertake { ship: id.clone(), procedures };
        all.push(Question::of(who(), false, state.step.rule(), ask));
    }
    all
}
