//! Open questions of a state: which side must or may decide what. Screens and automatic players read them.

use crate::core::{Actor, Book, Question, RuleId};
use crate::gunboat::{self, Gunboat};
use crate::mahan::orders::{PlayerOrder, Side};
use crate::mahan::play::state::battle::{GroupId, HexPose, Phase, State};
use crate::mahan::play::turn::advance::{Log, mahan_goes};
use crate::mahan::play::turn::gunnery::{gun_side, own_side};
use crate::mahan::play::turn::mahan_orders::highest_speed;
use crate::mahan::tables::Tables;
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};

/// The orders that a formation may get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeedsOrder {
    /// The formation concerned.
    pub group: GroupId,
    /// Its highest speed.
    pub fastest: u8,
    /// The orders that its turning capacity allows at each speed from 0 (MAH-7).
    pub orders: Vec<Vec<PlayerOrder>>,
}

/// A question to a side or to the umpire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Ask {
    /// Open the battle.
    Open,
    /// Set the models out.
    SetOut {
        /// Every ship.
        ships: Vec<ShipId>,
    },
    /// Give orders (MAH-5).
    PlayerOrders {
        /// The formations that need orders.
        groups: Vec<NeedsOrder>,
    },
    /// Throw Mahan's dice.
    Roll,
    /// Move Mahan's models (MAH-4).
    MahanMoved {
        /// Each ship's place, shown as a ghost.
        places: Vec<(ShipId, HexPose)>,
    },
    /// Move a Player's formation.
    Move { group: GroupId, ships: Vec<ShipId> },
    /// Draw two chits.
    Draw,
    /// A question of the book that resolves fire.
    Gunnery {
        /// The question.
        #[serde(rename = "gunboat")]
        ask: gunboat::Ask,
    },
    /// Act for Mahan by the rules.
    ForMahan,
    /// End the Player's fire.
    FireDone,
    /// None: the battle is over.
    Over,
}

/// Every possible order (MAH-5).
pub const ORDERS: [PlayerOrder; 9] = [
    PlayerOrder::Ahead,
    PlayerOrder::Turn60(Flank::Port),
    PlayerOrder::Turn60(Flank::Starboard),
    PlayerOrder::Turn120(Flank::Port),
    PlayerOrder::Turn120(Flank::Starboard),
    PlayerOrder::About(Flank::Port),
    PlayerOrder::About(Flank::Starboard),
    PlayerOrder::STurn(Flank::Port),
    PlayerOrder::STurn(Flank::Starboard),
];

fn needs(state: &State, id: &GroupId) -> NeedsOrder {
    let fastest = highest_speed(state, id);
    let members = state.members(id);
    let may = |speed: u8| {
        let allows = |order: &&PlayerOrder| {
            members.iter().all(|(_, ship, _)| ship.card.capacity(speed).allows(**order))
        };
        ORDERS.iter().filter(allows).copied().collect()
    };
    NeedsOrder { group: id.clone(), fastest, orders: (0..=fastest).map(may).collect() }
}

pub(in crate::mahan::play) fn questions(
    tables: &Tables,
    gunboat: &Gunboat,
    state: &State,
) -> Vec<Question<Ask>> {
    let side = |side: Side| Actor::Side(state.side_id(side));
    let ask = |who: Actor, what: String, must: bool, rule: &'static str, ask: Ask| {
        Question::of(who, must, rule, what, ask)
    };
    if state.by_gunboat() && state.guns_wait() {
        return guns(gunboat, state);
    }
    if !state.rolls.is_empty() {
        let labels: Vec<&str> = state.rolls.iter().map(|roll| roll.request.label.as_str()).collect();
        let what = format!("Throw Mahan's dice: {}.", labels.join("; "));
        return vec![ask(side(Side::Mahan), what, true, "MAH-14", Ask::Roll)];
    }
    match state.phase {
        Phase::SetUp => {
            vec![ask(Actor::Umpire, "Open the battle.".to_owned(), true, "MAH-2", Ask::Open)]
        }
        Phase::SetOut => {
            let ships = state.ships.keys().cloned().collect();
            let what = "Set every model out in its hex.".to_owned();
            vec![ask(Actor::Umpire, what, true, "MAH-2", Ask::SetOut { ships })]
        }
        Phase::PlayerOrders => {
            let groups = state.groups_of(Side::Player).iter().map(|id| needs(state, id)).collect();
            let what = "Order a speed and a manoeuvre for each of your formations.".to_owned();
            vec![ask(side(Side::Player), what, true, "MAH-5", Ask::PlayerOrders { groups })]
        }
        Phase::MahanMove => {
            let places = mahan_goes(tables, state);
            let what = "Move Mahan's ships to where they go.".to_owned();
            vec![ask(side(Side::Mahan), what, true, "MAH-4", Ask::MahanMoved { places })]
        }
        Phase::PlayerMove => {
            let groups = Log::to_move(tables, state);
            let move_it = |group: GroupId| {
                let what = format!("Move {}.", state.group_name(&group));
                let ships = state.members(&group).iter().map(|(id, _, _)| (*id).clone()).collect();
                ask(side(Side::Player), what, true, "MAH-4", Ask::Move { group, ships })
            };
            groups.into_iter().map(move_it).collect()
        }
        Phase::Draw => {
            vec![ask(side(Side::Player), "Draw two chits.".to_owned(), true, "MAH-25", Ask::Draw)]
        }
        Phase::Fire => {
            let mut all = if state.by_gunboat() { guns(gunboat, state) } else { Vec::new() };
            if state.firing.mahan {
                let what = "Mahan fires all guns that bear.".to_owned();
                all.push(ask(side(Side::Mahan), what, true, "MAH-25", Ask::ForMahan));
            }
            if state.firing.player {
                let what = "Say when you have fired.".to_owned();
                all.push(ask(side(Side::Player), what, true, "MAH-26", Ask::FireDone));
            }
            all
        }
        Phase::MahanOrders | Phase::RoundEnd | Phase::Over => {
            vec![ask(Actor::AllSides, "The battle is over.".to_owned(), false, "MAH-2", Ask::Over)]
        }
    }
}

/// The questions of the book that resolves fire, limited to dice, hits, and the Player's fire. Mahan's hits
/// involve no player's choice (MAH-3).
fn guns(gunboat: &Gunboat, state: &State) -> Vec<Question<Ask>> {
    let mut all = Vec::new();
    let mahan = Actor::Side(gun_side(state, Side::Mahan).id());
    for question in gunboat.questions(&state.guns) {
        let who = match &question.who {
            Actor::Side(side) => {
                let union = gunboat::Side::Union;
                let gun = if *side == union.id() { union } else { union.other() };
                Actor::Side(state.side_id(own_side(state, gun)))
            }
            other => other.clone(),
        };
        let mahans = question.who == mahan;
        let wanted = match &question.ask {
            gunboat::Ask::Roll { .. } => true,
            gunboat::Ask::Choose { .. } | gunboat::Ask::Tick { .. } => {
                if mahans && !all.iter().any(|question: &Question<Ask>| question.ask == Ask::ForMahan) {
                    let what = question.what.clone();
                    let rule = RuleId::of("MAH-3");
                    all.push(Question { who: who.clone(), what, must: true, rule, ask: Ask::ForMahan });
                }
                !mahans
            }
            gunboat::Ask::Fire { shooter, .. } => {
                let own = state.ships.get(shooter).is_some_and(|ship| ship.side == Side::Player);
                own && state.firing.player && state.firing.ready && state.phase == Phase::Fire
            }
            _ => false,
        };
        if wanted {
            let Question { what, must, rule, ask, .. } = question;
            all.push(Question { who, what, must, rule, ask: Ask::Gunnery { ask } });
        }
    }
    all
}
