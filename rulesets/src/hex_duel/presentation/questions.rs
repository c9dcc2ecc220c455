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
    let ask = |who: Actor, what: String, rule: &'static str, ask: Ask| {
        vec![Question::of(who, true, rule, what, ask)]
    };
    let acting = state.acting.clone().unwrap_or_else(|| ShipId::new(""));
    let name = state.name(&acting).to_owned();
    if !state.rolls.is_empty() {
        let who = state.acting.as_ref().map_or(Actor::Umpire, side_of);
        let rule = if state.phase == Phase::Toss { "CHA-3" } else { "CHA-14" };
        return ask(who, "Throw the dice.".to_owned(), rule, Ask::Roll);
    }
    match state.phase {
        Phase::SetUp | Phase::Toss => ask(Actor::Umpire, "Open the duel.".to_owned(), "CHA-1", Ask::Open),
        Phase::ChooseShip => ask(winner(), "Pick an ironclad.".to_owned(), "CHA-3", Ask::ChooseShip),
        Phase::PlaceTerrain => {
            ask(winner(), "Place islands and rocks, or none.".to_owned(), "CHA-4", Ask::PlaceTerrain)
        }
        Phase::SetOut => {
            ask(Actor::Umpire, "Set both models out at their edges.".to_owned(), "CHA-3", Ask::SetOut)
        }
        Phase::Move | Phase::Dash | Phase::Restart => {
            let kind = move_kind(state.phase);
            let stuck = kind.is_some_and(|kind| routes(tables, state, &acting, kind).is_empty());
            if stuck {
                let what = format!("{name} has no legal way: she lies where she is.");
                return ask(side_of(&acting), what, "CHA-7", Ask::LieStill { ship: acting });
            }
            let (what, rule) = match state.phase {
                Phase::Dash => (format!("{name} dashes three hexes."), "CHA-17"),
                Phase::Restart => (format!("{name} gets under way again, one hex."), "CHA-17"),
                _ => (format!("{name} moves one hex."), "CHA-6"),
            };
            ask(side_of(&acting), what, rule, Ask::Move { ship: acting })
        }
        Phase::Alter => {
            let what = format!("{name} is disabled: she may turn one hexside before the other dashes.");
            ask(side_of(&acting), what, "CHA-18", Ask::Alter { ship: acting })
        }
        Phase::Fire | Phase::ReturnFire => {
            let aim = Aim::of(tables, state, &acting);
            let guns = aim.map_or_else(Vec::new, |aim| aim.ready().to_vec());
            ask(side_of(&acting), format!("{name} may fire."), "CHA-15", Ask::Fire { ship: acting, guns })
        }
        Phase::Over => ask(Actor::AllSides, "The duel is over.".to_owned(), "CHA-11", Ask::Over),
    }
}
