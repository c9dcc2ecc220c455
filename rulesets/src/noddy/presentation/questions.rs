//! The open questions of a state: the decisions that are due or possible, with their actors. Screens and automatic
//! players read them.

use crate::core::{Actor, Question, RollId, SideId};
use crate::noddy::gunnery::firer::{FireTarget, Firer};
use crate::noddy::movement::contact;
use crate::noddy::movement::orders::{Current, SpeedLimits, limits};
use crate::noddy::movement::review::{must_act, task};
use crate::noddy::state::battle::State;
use crate::noddy::state::card::GunId;
use crate::noddy::state::ship::Written;
use crate::noddy::state::step::Step;
use crate::noddy::tables::table_set::Tables;
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A ship that needs orders, with its permitted orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NeedsOrders {
    /// The ship.
    pub ship: ShipId,
    /// The permitted speeds with the current or across it.
    pub with_current: SpeedLimits,
    /// The permitted speeds against the current.
    pub against_current: SpeedLimits,
    /// The greatest turn, degrees; 0 if the ship can't be steered.
    pub turn_deg: f64,
    /// True if it has orders, which may be replaced.
    pub written: bool,
}

/// The book's own part of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Opens the battle.
    Open,
    /// Throws dice.
    Roll {
        /// The rolls.
        rolls: Vec<RollId>,
    },
    /// Orders are to be written.
    Orders {
        /// The ships.
        ships: Vec<NeedsOrders>,
    },
    /// Orders on paper are to be read out.
    ReadOut {
        /// The ship.
        ship: ShipId,
    },
    /// These models are to be moved as ordered.
    Move {
        /// The ships.
        ships: Vec<ShipId>,
    },
    /// This ship may ram a ship that its bow touches.
    Ram {
        /// The ship.
        ship: ShipId,
    },
    /// This ship touches others: it rams one, stops, or goes on by permission of the umpire (NOD-AMB-26).
    Contact {
        /// The ship.
        ship: ShipId,
        /// The ships that it touches.
        touching: Vec<ShipId>,
    },
    /// This ship or battery may fire.
    Fire {
        /// The firer.
        firer: ShipId,
        /// The guns that are ready.
        guns: Vec<GunId>,
        /// The possible targets.
        targets: Vec<ShipId>,
    },
    /// This regiment may fire.
    Musketry {
        /// The regiment.
        regiment: ShipId,
        /// The possible targets.
        targets: Vec<ShipId>,
    },
    /// This ship may try to refloat.
    Refloat {
        /// The ship.
        ship: ShipId,
    },
    /// The umpire may split this half move (NOD-11).
    Split,
    /// The next step may begin.
    NextStep,
}

/// The open questions of a state.
pub(crate) fn questions(tables: &Tables, state: &State) -> Vec<Question<Ask>> {
    if !state.opened {
        return vec![Question::of(Actor::Umpire, true, "NOD-7", Ask::Open)];
    }
    let mut all = Vec::new();
    if let Some(first) = state.rolls.first() {
        let rolls = state.handful().iter().map(|roll| roll.request.id).collect();
        let (who, rule) = (first.by.clone(), first.request.rule.clone());
        all.push(Question { who, what: (), must: true, rule, ask: Ask::Roll { rolls } });
    }
    match state.step {
        Step::Orders => {
            for side in state.sides() {
                all.extend(orders(tables, state, &side));
            }
            all.extend(refloats(tables, state));
        }
        Step::FirstHalf | Step::Turn | Step::SecondHalf => all.extend(moves(state)),
        Step::FirstFire | Step::SecondFire => all.extend(fires(tables, state)),
    }
    all.push(Question::of(Actor::AllSides, false, "NOD-7", Ask::NextStep));
    all
}

/// The sentence of a question for the screen.
pub(crate) fn wording(state: &State, question: &Question<Ask>) -> String {
    let name = |id| state.name(id);
    match &question.ask {
        Ask::Open => "Open the battle.".to_owned(),
        Ask::Roll { rolls } => {
            let due = state.rolls.iter().filter(|roll| rolls.contains(&roll.request.id));
            let labels: Vec<&str> = due.map(|roll| roll.request.label.as_str()).collect();
            format!("Throw the dice: {}.", labels.join("; "))
        }
        Ask::Orders { .. } => {
            let side = if let Actor::Side(side) = &question.who { side.title() } else { String::new() };
            format!("Write orders for the {side} ships.")
        }
        Ask::ReadOut { ship } => format!("Read out {}'s orders.", name(ship)),
        Ask::Move { ships } => {
            let acting = ships.iter().filter_map(|ship| state.ships.get(ship));
            let tasks: Vec<String> = acting.map(|ship| task(state, ship)).collect();
            tasks.join(" ")
        }
        Ask::Ram { ship } => format!("{} may ram what her bow touches.", name(ship)),
        Ask::Contact { ship, .. } => {
            let contact = state.ships.get(ship).map(|ship| contact::in_contact(state, ship));
            format!("{}: say what comes of it.", contact.unwrap_or_default())
        }
        Ask::Fire { firer, .. } => format!("{} may fire.", name(firer)),
        Ask::Musketry { regiment, .. } => {
            let regiment = state.regiments.get(regiment).map_or("", |regiment| &regiment.card.name);
            format!("{regiment} may fire its muskets.")
        }
        Ask::Refloat { ship } => format!("{} may try to get free.", name(ship)),
        Ask::Split => "The umpire may have this half move made in segments.".to_owned(),
        Ask::NextStep => match state.step.next() {
            _ if state.segment + 1 < state.segments => format!("Go on to segment {}.", state.segment + 2),
            Some(next) => format!("Go on: {}.", next.title()),
            None => "Go on to the next move.".to_owned(),
        },
    }
}

fn orders(tables: &Tables, state: &State, side: &SideId) -> Option<Question<Ask>> {
    let own = state.ships.values().filter(|ship| ship.card.side == *side && ship.takes_orders(state.turn));
    let ships: Vec<NeedsOrders> = own
        .map(|ship| NeedsOrders {
            ship: ship.card.id.clone(),
            with_current: limits(tables, state, ship, Current::With),
            against_current: limits(tables, state, ship, Current::Against),
            turn_deg: if ship.steers(state.turn) { tables.turn_deg(ship.card.build) } else { 0.0 },
            written: ship.written.is_some(),
        })
        .collect();
    if ships.is_empty() {
        return None;
    }
    let must = ships.iter().any(|ship| !ship.written);
    Some(Question::of(Actor::Side(side.clone()), must, "NOD-9", Ask::Orders { ships }))
}

fn refloats(tables: &Tables, state: &State) -> Vec<Question<Ask>> {
    let most = tables.aground().attempts;
    let may = state.ships.values().filter(|ship| {
        ship.fights() && !ship.refloat_tried && ship.aground.is_some_and(|attempts| attempts < most)
    });
    may.map(|ship| {
        let ask = Ask::Refloat { ship: ship.card.id.clone() };
        Question::of(Actor::Side(ship.card.side.clone()), false, "NOD-10", ask)
    })
    .collect()
}

fn moves(state: &State) -> Vec<Question<Ask>> {
    let mut all = Vec::new();
    for side in state.sides() {
        let who = || Actor::Side(side.clone());
        let own = || state.ships.values().filter(|ship| ship.card.side == side && ship.present());
        for ship in own().filter(|ship| ship.written == Some(Written::OnPaper)) {
            all.push(Question::of(who(), true, "NOD-9", Ask::ReadOut { ship: ship.card.id.clone() }));
        }
        let acting = || own().filter(|ship| must_act(state, ship));
        if acting().next().is_some() {
            let ships = acting().map(|ship| ship.card.id.clone()).collect();
            all.push(Question::of(who(), true, "NOD-7", Ask::Move { ships }));
        }
        let rams = own().filter(|ship| state.step.is_half() && ship.moved && ship.speed > 0);
        all.extend(
            rams.map(|ship| Question::of(who(), false, "NOD-23", Ask::Ram { ship: ship.card.id.clone() })),
        );
        let in_contact = own().filter(|ship| !ship.contact.is_empty());
        all.extend(in_contact.map(|ship| {
            // The umpire rules on collisions between friends (NOD-11).
            let who = if contact::involves_friend(state, ship) { Actor::Umpire } else { who() };
            let ask = Ask::Contact { ship: ship.card.id.clone(), touching: ship.contact.clone() };
            Question::of(who, true, "NOD-AMB-26", ask)
        }));
    }
    if state.step.is_half() && state.segments == 1 && !state.ships.values().any(|ship| ship.moved) {
        all.push(Question::of(Actor::Umpire, false, "NOD-11", Ask::Split));
    }
    all
}

fn fires(tables: &Tables, state: &State) -> Vec<Question<Ask>> {
    let mut all = Vec::new();
    let on_table = || state.ships.values().filter(|ship| ship.present());
    let ashore = || state.batteries.values().filter(|battery| battery.stands());
    let all_targets = || on_table().map(FireTarget::Ship).chain(ashore().map(FireTarget::Battery));
    let enemies_of = |firer: &Firer<'_>| -> Vec<ShipId> {
        let may = |target: &FireTarget<'_>| firer.forbidden_at(target).next().is_none();
        all_targets().filter(may).map(|target| target.id().clone()).collect()
    };
    // All firers of a side have the same targets.
    let mut enemies: BTreeMap<&SideId, Vec<ShipId>> = BTreeMap::new();
    let firers = state.ships.values().map(Firer::Ship).chain(state.batteries.values().map(Firer::Battery));
    for firer in firers {
        let id = firer.id();
        if firer.forbidden(state).next().is_some() {
            continue;
        }
        let guns: Vec<GunId> = firer.ready_guns(tables, state).map(|gun| gun.id.clone()).collect();
        if guns.is_empty() {
            continue;
        }
        let side = firer.side();
        let targets = enemies.entry(side).or_insert_with(|| enemies_of(&firer)).clone();
        if targets.is_empty() {
            continue;
        }
        let ask = Ask::Fire { firer: id.clone(), guns, targets };
        all.push(Question::of(Actor::Side(side.clone()), false, "NOD-7", ask));
    }
    for regiment in state.regiments.values().filter(|regiment| !regiment.fired) {
        let card = &regiment.card;
        let enemies = on_table().filter(|ship| ship.card.side != card.side);
        let targets = enemies.map(|ship| ship.card.id.clone()).collect();
        let ask = Ask::Musketry { regiment: card.id.clone(), targets };
        all.push(Question::of(Actor::Side(card.side.clone()), false, "NOD-21", ask));
    }
    all
}
