//! Open questions of a state: which side must or may decide what. Screens and automatic players read them.

use crate::core::{Actor, Question};
use crate::hex_duel::gunnery::guns::Aim;
use crate::hex_duel::movement::routes::routes;
use crate::hex_duel::state::battle::{Gun, Phase, State, move_kind};
use crate::hex_duel::tables::table_set::Tables;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A question to a side or to the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Ask {
    /// Open the duel.
    Open,
    /// Throw the dice that are due.
    Roll,
    /// Pick an ironclad.
    ChooseShip,
    /// Place islands and rocks, or none.
    PlaceTerrain,
    /// Set the models out.
    SetOut,
    /// Move this ship's model.
    Move { ship: ShipId },
    /// This ship has no legal way.
    LieStill { ship: ShipId },
    /// Turn this disabled ship's model, or leave it.
    Alter { ship: ShipId },
    /// Fire these guns, or hold fire.
    Fire {
        ship: ShipId,
        /// The guns that could hit.
        guns: Vec<Gun>,
    },
    /// None: the duel is over.
    Over,
}

pub(in crate::hex_duel) fn questions(tables: &Tables, state: &State) -> Vec<Question<Ask>> {
    let side_of = |ship: &ShipId| {
        let side = state.ships.get(ship).map(|ship| Actor::Side(ship.side.clone()));
        side.unwrap_or(Actor::Umpire)
    };
    let winner = || state.toss_winner.clone().map_or(Actor::Umpire, Actor::Side);
    let ask = |who: Actor, rule: &'static str, ask: Ask| vec![Question::of(who, true, rule, ask)];
    let acting = state.acting.clone().unwrap_or_else(|| ShipId::new(""));
    if !state.rolls.is_empty() {
        let who = state.acting.as_ref().map_or(Actor::Umpire, side_of);
        let rule = if state.phase == Phase::Toss { "CHA-3" } else { "CHA-14" };
        return ask(who, rule, Ask::Roll);
    }
    match state.phase {
        Phase::SetUp | Phase::Toss => ask(Actor::Umpire, "CHA-1", Ask::Open),
        Phase::ChooseShip => ask(winner(), "CHA-3", Ask::ChooseShip),
        Phase::PlaceTerrain => ask(winner(), "CHA-4", Ask::PlaceTerrain),
        Phase::SetOut => ask(Actor::Umpire, "CHA-3", Ask::SetOut),
        Phase::Move | Phase::Dash | Phase::Restart => {
            let kind = move_kind(state.phase);
            let stuck = kind.is_some_and(|kind| routes(tables, state, &acting, kind).is_empty());
            if stuck {
                return ask(side_of(&acting), "CHA-7", Ask::LieStill { ship: acting });
            }
            let rule = if state.phase == Phase::Move { "CHA-6" } else { "CHA-17" };
            ask(side_of(&acting), rule, Ask::Move { ship: acting })
        }
        Phase::Alter => ask(side_of(&acting), "CHA-18", Ask::Alter { ship: acting }),
        Phase::Fire | Phase::ReturnFire => {
            let aim = Aim::of(tables, state, &acting);
            let guns = aim.map_or_else(Vec::new, |aim| aim.ready().to_vec());
            ask(side_of(&acting), "CHA-15", Ask::Fire { ship: acting, guns })
        }
        Phase::Over => ask(Actor::AllSides, "CHA-11", Ask::Over),
    }
}

/// The sentence of a question for the screen.
pub(in crate::hex_duel) fn wording(state: &State, ask: &Ask) -> String {
    match ask {
        Ask::Roll => "Throw the dice.".to_owned(),
        Ask::Open => "Open the duel.".to_owned(),
        Ask::ChooseShip => "Pick an ironclad.".to_owned(),
        Ask::PlaceTerrain => "Place islands and rocks, or none.".to_owned(),
        Ask::SetOut => "Set both models out at their edges.".to_owned(),
        Ask::LieStill { ship } => {
            format!("{} has no legal way: she lies where she is.", state.name(ship))
        }
        Ask::Move { ship } => {
            let does = match state.phase {
                Phase::Dash => "dashes three hexes",
                Phase::Restart => "gets under way again, one hex",
                _ => "moves one hex",
            };
            format!("{} {does}.", state.name(ship))
        }
        Ask::Alter { ship } => {
            format!("{} is disabled: she may turn one hexside before the other dashes.", state.name(ship))
        }
        Ask::Fire { ship, .. } => format!("{} may fire.", state.name(ship)),
        Ask::Over => "The duel is over.".to_owned(),
    }
}
