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
    let ask = |who: Actor, rule: &'static str, ask: Ask| Question::of(who, true, rule, ask);
    if state.by_gunboat() && state.guns_wait() {
        return guns(gunboat, state);
    }
    if !state.rolls.is_empty() {
        return vec![ask(side(Side::Mahan), "MAH-14", Ask::Roll)];
    }
    match state.phase {
        Phase::SetUp => vec![ask(Actor::Umpire, "MAH-2", Ask::Open)],
        Phase::SetOut => {
            let ships = state.ships.keys().cloned().collect();
            vec![ask(Actor::Umpire, "MAH-2", Ask::SetOut { ships })]
        }
        Phase::PlayerOrders => {
            let groups = state.groups_of(Side::Player).iter().map(|id| needs(state, id)).collect();
            vec![ask(side(Side::Player), "MAH-5", Ask::PlayerOrders { groups })]
        }
        Phase::MahanMove => {
            let places = mahan_goes(tables, state);
            vec![ask(side(Side::Mahan), "MAH-4", Ask::MahanMoved { places })]
        }
        Phase::PlayerMove => {
            let groups = Log::to_move(tables, state);
            let move_it = |group: GroupId| {
                let ships = state.members(&group).iter().map(|(id, _, _)| (*id).clone()).collect();
                ask(side(Side::Player), "MAH-4", Ask::Move { group, ships })
            };
            groups.into_iter().map(move_it).collect()
        }
        Phase::Draw => vec![ask(side(Side::Player), "MAH-25", Ask::Draw)],
        Phase::Fire => {
            let mut all = if state.by_gunboat() { guns(gunboat, state) } else { Vec::new() };
            if state.firing.mahan {
                all.push(ask(side(Side::Mahan), "MAH-25", Ask::ForMahan));
            }
            if state.firing.player {
                all.push(ask(side(Side::Player), "MAH-26", Ask::FireDone));
            }
            all
        }
        Phase::MahanOrders | Phase::RoundEnd | Phase::Over => {
            vec![Question::of(Actor::AllSides, false, "MAH-2", Ask::Over)]
        }
    }
}

/// The sentence of a question for the screen.
pub(in crate::mahan::play) fn wording(gunboat: &Gunboat, state: &State, question: &Question<Ask>) -> String {
    match &question.ask {
        Ask::Open => "Open the battle.".to_owned(),
        Ask::SetOut { .. } => "Set every model out in its hex.".to_owned(),
        Ask::PlayerOrders { .. } => "Order a speed and a manoeuvre for each of your formations.".to_owned(),
        Ask::Roll => {
            let labels: Vec<&str> = state.rolls.iter().map(|roll| roll.request.label.as_str()).collect();
            format!("Throw Mahan's dice: {}.", labels.join("; "))
        }
        Ask::MahanMoved { .. } => "Move Mahan's ships to where they go.".to_owned(),
        Ask::Move { group, .. } => format!("Move {}.", state.group_name(group)),
        Ask::Draw => "Draw two chits.".to_owned(),
        Ask::Gunnery { ask } => gunboat::wording(&state.guns, ask),
        // Mahan's hits are checked off by the rules: the sentence is that of the first of them.
        Ask::ForMahan if question.rule == HITS_BY_RULE => {
            let mahans =
                gunboat.questions(&state.guns).into_iter().find(|question| is_hit_of_mahan(state, question));
            mahans.map(|question| gunboat::wording(&state.guns, &question.ask)).unwrap_or_default()
        }
        Ask::ForMahan => "Mahan fires all guns that bear.".to_owned(),
        Ask::FireDone => "Say when you have fired.".to_owned(),
        Ask::Over => "The battle is over.".to_owned(),
    }
}

/// The rule by which Mahan's hits are checked off: no player chooses.
const HITS_BY_RULE: RuleId = RuleId::of("MAH-3");

/// Returns true if the question of the book that resolves fire is about hits on Mahan's ships, or of his guns.
fn is_hit_of_mahan(state: &State, question: &Question<gunboat::Ask>) -> bool {
    let mahan = Actor::Side(gun_side(state, Side::Mahan).id());
    question.who == mahan && matches!(question.ask, gunboat::Ask::Choose { .. } | gunboat::Ask::Tick { .. })
}

/// The questions of the book that resolves fire, limited to dice, hits, and the Player's fire. Mahan's hits
/// involve no player's choice (MAH-3).
fn guns(gunboat: &Gunboat, state: &State) -> Vec<Question<Ask>> {
    let mut all = Vec::new();
    for question in gunboat.questions(&state.guns) {
        let who = match &question.who {
            Actor::Side(side) => {
                let union = gunboat::Side::Union;
                let gun = if *side == union.id() { union } else { union.other() };
                Actor::Side(state.side_id(own_side(state, gun)))
            }
            other => other.clone(),
        };
        let mahans = is_hit_of_mahan(state, &question);
        let wanted = match &question.ask {
            gunboat::Ask::Roll { .. } => true,
            gunboat::Ask::Choose { .. } | gunboat::Ask::Tick { .. } => {
                if mahans && !all.iter().any(|question: &Question<Ask>| question.ask == Ask::ForMahan) {
                    let (who, rule) = (who.clone(), HITS_BY_RULE);
                    all.push(Question { who, what: (), must: true, rule, ask: Ask::ForMahan });
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
