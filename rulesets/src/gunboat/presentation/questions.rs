//! The open questions of a state: the decisions that are due or possible, with their actors. Screens and automatic
//! players read them.

use crate::core::{Actor, Question, RollId, Shared};
use crate::gunboat::boarding::parties::{can_grapple, with_room};
use crate::gunboat::events::move_review::SpeedLimits;
use crate::gunboat::gunnery::aim::{Battery, FireTarget};
use crate::gunboat::gunnery::volley::open_volleys;
use crate::gunboat::mortars::shot::{boat_reasons, stationary};
use crate::gunboat::movement::actions::knots;
use crate::gunboat::movement::review::{held, speed_limits};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{GunKind, HalfKnots, MountId, SectionKind, Side};
use crate::gunboat::state::due::{DueId, HitsDue, Into};
use crate::gunboat::state::ship::ShipState;
use crate::gunboat::tables::table_set::Tables;
use crate::gunboat::turn::decider::thrower;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The book's own part of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Opens the battle.
    Open,
    /// Throws dice.
    Roll {
        /// The rolls.
        rolls: Vec<RollId>,
    },
    /// Chooses a section for hits.
    Choose {
        /// The group of hits.
        due: DueId,
        /// The sections to choose from.
        sections: Vec<SectionKind>,
    },
    /// Checks off hits.
    Tick {
        /// The group of hits.
        due: DueId,
    },
    /// This ship may fire.
    Fire {
        /// The shooter.
        shooter: ShipId,
        /// The mounts with guns that can still fire.
        mounts: Vec<MountId>,
        /// The enemies that it has not fired at in this step: ships, and guns of forts. Ships that may fire at the same
        /// ones share the list.
        targets: Shared<Vec<ShipId>>,
    },
    /// This ship or fort may fire at boarding parties on friendly decks (GUN-78).
    FireAtBoarders {
        /// The shooter.
        shooter: ShipId,
        /// The mounts with guns that can still fire.
        mounts: Vec<MountId>,
        /// The ships with enemy boarders.
        boarded: Vec<ShipId>,
    },
    /// This ship may fire its mortars (GUN-59), also at a point of the table.
    FireMortar {
        /// The mortar boat.
        ship: ShipId,
        /// The mounts with mortars that can still fire.
        mounts: Vec<MountId>,
        /// Stationary enemy ships, and guns of enemy forts.
        targets: Vec<ShipId>,
    },
    /// Boarding parties may embark (GUN-76).
    Embark {
        /// The ships with room.
        ships: Vec<ShipId>,
        /// The number of parties that are ready.
        parties: u8,
    },
    /// This ship may try to grapple one in contact (GUN-77, GUN-85).
    Grapple {
        /// The ship.
        ship: ShipId,
        /// The possible targets; the table decides whether they touch.
        targets: Vec<ShipId>,
    },
    /// A speed may be rung up for this ship.
    RingUp {
        /// The ship.
        ship: ShipId,
        /// The permitted speeds.
        limits: SpeedLimits,
        /// The speed without an order.
        usual: HalfKnots,
    },
    /// These ships may be moved, in any order; their moves are reviewed together.
    Move {
        /// The ships that have not moved yet.
        ships: Vec<ShipId>,
    },
    /// These ships may ram a ship in contact.
    Ram {
        /// The ships that have moved and not run into a ship.
        ships: Vec<ShipId>,
    },
    /// This ship may try to refloat.
    Refloat {
        /// The ship.
        ship: ShipId,
    },
    /// The volley of all ships that fire at this target is to be thrown.
    Volley {
        /// The target.
        target: ShipId,
    },
    /// The next step may begin.
    NextStep,
}

/// The open questions of a state.
pub(crate) fn questions(tables: &Tables, state: &State) -> Vec<Question<Ask>> {
    if !state.opened {
        return vec![Question::of(Actor::Umpire, true, "GUN-3", Ask::Open)];
    }
    let mut all = Vec::new();
    all.extend(to_throw(state));
    all.extend(state.hits.iter().filter_map(|lot| to_check_off(state, lot)));
    let settled = all.is_empty();
    for target in open_volleys(state) {
        let firer = state.ships.get(target).map_or(Side::Union, |ship| ship.card.side.other());
        let ask = Ask::Volley { target: target.clone() };
        all.push(Question::of(Actor::Side(firer.id()), true, "GUN-AMB-9", ask));
    }
    if state.step.is_fire() && (settled || state.options.fire_simultaneous) {
        all.extend(may_fire(state));
    }
    if let Some(side) = state.step.moving_side().filter(|_| settled) {
        all.extend(may_embark(state));
        all.extend(may_move(tables, state, side));
        all.extend(may_grapple(state, side));
    }
    if settled && all.iter().all(|question| !question.must) {
        all.push(Question::of(Actor::AllSides, false, "GUN-4", Ask::NextStep));
    }
    all
}

/// The sentence of a question for the screen.
pub(crate) fn wording(state: &State, ask: &Ask) -> String {
    match ask {
        Ask::Open => "Open the battle.".to_owned(),
        Ask::Roll { rolls } => {
            let labels =
                rolls.iter().filter_map(|id| state.roll(*id)).map(|roll| roll.request.label.as_str());
            format!("Throw: {}.", labels.collect::<Vec<_>>().join("; "))
        }
        Ask::Choose { due, .. } => {
            let lot = state.due(*due);
            lot.map(|lot| format!("Choose where {} takes her hits ({}).", state.name(&lot.ship), lot.cause))
                .unwrap_or_default()
        }
        Ask::Tick { due } => state.due(*due).map(|lot| tick_wording(state, lot)).unwrap_or_default(),
        Ask::Fire { shooter, .. } => format!("{} may fire.", state.name(shooter)),
        Ask::FireAtBoarders { shooter, .. } => format!("{} may fire at boarders.", state.name(shooter)),
        Ask::FireMortar { ship, .. } => {
            format!("{} may fire her mortars, before the other guns.", state.name(ship))
        }
        Ask::Embark { parties, .. } => {
            format!("{parties} boarding parties may go on board, two a ship at most.")
        }
        // The sentence does not reveal parties: it is the same for every ship.
        Ask::Grapple { ship, .. } => format!("{} may grapple a ship she touches.", state.name(ship)),
        Ask::RingUp { ship, limits, .. } => {
            let (slowest, fastest) = (knots(limits.slowest), knots(limits.fastest));
            format!("{}: ring up {slowest} to {fastest} knots.", state.name(ship))
        }
        Ask::Move { .. } => {
            let side = state.step.moving_side().map_or("", Side::word);
            format!("{side} moves any or all of its ships.")
        }
        Ask::Ram { .. } => "Ships that touch an enemy with the bow may ram.".to_owned(),
        Ask::Refloat { ship } => format!("{} may try to come afloat.", state.name(ship)),
        Ask::Volley { target } => {
            format!("Throw the volley at {}, when all have declared.", state.name(target))
        }
        Ask::NextStep => format!("Go on from step {} ({}).", state.step.number(), state.step.title()),
    }
}

fn tick_wording(state: &State, lot: &HitsDue) -> String {
    let hits: u32 = lot.demands.iter().map(|demand| u32::from(demand.hits)).sum();
    let places = lot.demands.iter().filter_map(|demand| match &demand.into {
        Into::Any => None,
        Into::OneOf(kinds) => {
            let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
            Some(format!(", {} into {}", demand.hits, words.join(" or ")))
        }
    });
    let places: String = places.collect();
    format!("Check off {hits} on {}'s card{places} ({}).", state.name(&lot.ship), lot.cause)
}

/// The question about a group of hits: into which section they go, or which boxes they cost.
fn to_check_off(state: &State, lot: &HitsDue) -> Option<Question<Ask>> {
    let ship = state.ships.get(&lot.ship)?;
    let Some(chooser) = lot.chooser else {
        let owner = Actor::Side(ship.card.side.id());
        return Some(Question::of(owner, true, "GUN-40", Ask::Tick { due: lot.id }));
    };
    let named = |kind: &SectionKind| lot.demands.iter().any(|demand| demand.into.names(*kind));
    let mut sections: Vec<SectionKind> = SectionKind::ALL.into_iter().filter(named).collect();
    if sections.iter().any(|kind| ship.free_of(*kind) > 0) {
        sections.retain(|kind| ship.free_of(*kind) > 0);
    }
    let ask = Ask::Choose { due: lot.id, sections };
    Some(Question::of(Actor::Side(chooser.id()), true, "GUN-AMB-15", ask))
}

/// The pending rolls, grouped by thrower: secret dice are thrown by the umpire or by the side that laid the mines.
fn to_throw(state: &State) -> impl Iterator<Item = Question<Ask>> {
    let mut throwers: Vec<(Actor, Vec<RollId>)> = Vec::new();
    for roll in &state.rolls {
        let who = thrower(state, roll);
        // Public and secret rolls are thrown separately.
        let together = |other: &RollId| {
            state.roll(*other).is_some_and(|other| state.roll_audience(other) == state.roll_audience(roll))
        };
        match throwers.iter_mut().find(|(other, rolls)| *other == who && rolls.iter().all(together)) {
            Some((_, rolls)) => rolls.push(roll.request.id),
            None => throwers.push((who, vec![roll.request.id])),
        }
    }
    throwers.into_iter().map(|(who, rolls)| Question::of(who, true, "GUN-1", Ask::Roll { rolls }))
}

/// The questions of a side's movement step. The ships move in any order; speeds are rung up first (GUN-9).
fn may_move(tables: &Tables, state: &State, side: Side) -> Vec<Question<Ask>> {
    let free = |ship: &&ShipState| {
        ship.card.side == side && ship.present() && !ship.has_moved && held(state, ship).is_none()
    };
    let free: Vec<&ShipState> = state.ships.values().filter(free).collect();
    let mut all = Vec::new();
    for ship in free.iter().filter(|ship| ship.rung.is_none()) {
        let limits = speed_limits(tables, state, ship);
        if limits.slowest == limits.fastest {
            continue;
        }
        let ask = Ask::RingUp { ship: ship.card.id.clone(), limits, usual: limits.usual(ship.speed) };
        all.push(Question::of(Actor::Side(side.id()), false, "GUN-9", ask));
    }
    let own = || state.ships.values().filter(|ship| ship.card.side == side && ship.present());
    for ship in own().filter(|ship| ship.aground && !ship.ashore && !ship.has_moved) {
        let ask = Ask::Refloat { ship: ship.card.id.clone() };
        all.push(Question::of(Actor::Side(side.id()), false, "GUN-54", ask));
    }
    let can_ram = |ship: &&ShipState| {
        ship.under_way_turn == Some(state.turn) && ship.rammed_turn != Some(state.turn) && !ship.aground
    };
    let rammers: Vec<ShipId> = own().filter(can_ram).map(|ship| ship.card.id.clone()).collect();
    if !rammers.is_empty() {
        all.push(Question::of(Actor::Side(side.id()), false, "GUN-47", Ask::Ram { ships: rammers }));
    }
    if !free.is_empty() {
        let ships = free.iter().map(|ship| ship.card.id.clone()).collect();
        all.push(Question::of(Actor::Side(side.id()), false, "GUN-4", Ask::Move { ships }));
    }
    all
}

fn may_fire(state: &State) -> Vec<Question<Ask>> {
    let mut all = Vec::new();
    // The other guns wait while dice or hits of mortars are due (GUN-59).
    let waiting = state.mortars_only() && !(state.rolls.is_empty() && state.hits.is_empty());
    let there = || state.ships.iter().filter(|(_, ship)| ship.present());
    let guns = state.forts.values().flat_map(|fort| &fort.card.guns).map(|gun| &gun.id);
    let fire_targets = there().map(|(id, _)| id).chain(guns);
    let fire_targets = fire_targets.filter_map(|id| FireTarget::of(state, id, false));
    let fire_targets: Vec<FireTarget<'_>> = fire_targets.filter(|target| target.absent.is_none()).collect();
    let decks = there().filter(|(_, ship)| ship.boarders > 0);
    let decks = decks.filter_map(|(id, _)| FireTarget::of(state, id, true));
    let decks: Vec<FireTarget<'_>> = decks.filter(|target| target.absent.is_none()).collect();
    let mut lists: Vec<Shared<Vec<ShipId>>> = Vec::new();
    for battery in Battery::all_present(state).filter(|battery| battery.silent.is_none()) {
        let who = || Actor::Side(battery.side.id());
        all.extend(may_fire_mortars(state, battery.id));
        let mut mounts = battery.ready_guns();
        if mounts.is_empty() || waiting {
            continue;
        }
        let fired_at = |target: &FireTarget<'_>| {
            let mut salvos = state.salvos.iter();
            salvos.any(|salvo| {
                salvo.shooter == *battery.id && salvo.target == *target.id && salvo.aim == target.aim
            })
        };
        let open = |target: &&FireTarget<'_>| target.is_open_to(&battery) && !fired_at(target);
        let targets = || fire_targets.iter().filter(open).map(|target| target.id);
        let boarded: Vec<ShipId> = decks.iter().filter(open).map(|target| target.id.clone()).collect();
        if targets().next().is_some() {
            let same = lists.iter().find(|list| list.iter().eq(targets()));
            let targets = same.cloned().unwrap_or_else(|| {
                let list: Shared<Vec<ShipId>> = targets().cloned().collect();
                lists.push(list.clone());
                list
            });
            let mounts = if boarded.is_empty() { std::mem::take(&mut mounts) } else { mounts.clone() };
            let ask = Ask::Fire { shooter: battery.id.clone(), mounts, targets };
            all.push(Question::of(who(), false, "GUN-4", ask));
        }
        if !boarded.is_empty() {
            let ask = Ask::FireAtBoarders { shooter: battery.id.clone(), mounts, boarded };
            all.push(Question::of(who(), false, "GUN-78", ask));
        }
    }
    all
}

fn may_fire_mortars(state: &State, id: &ShipId) -> Option<Question<Ask>> {
    let ship = state.ships.get(id)?;
    let mortars = ship.card.mounts.iter().filter(|mount| mount.kind == GunKind::Mortar);
    let mounts: Vec<MountId> =
        mortars.map(|mount| mount.id.clone()).filter(|mount| ship.ready_guns(mount) > 0).collect();
    if mounts.is_empty() || !boat_reasons(state, ship).is_empty() {
        return None;
    }
    let side = ship.card.side;
    let still = |other: &&ShipState| other.card.side != side && other.present() && stationary(state, other);
    let ships = state.ships.values().filter(still).map(|ship| ship.card.id.clone());
    let forts = state.forts.values().filter(|fort| fort.card.side != side && fort.fate.is_none());
    let guns = forts.flat_map(|fort| &fort.card.guns).map(|gun| gun.id.clone());
    let ask = Ask::FireMortar { ship: id.clone(), mounts, targets: ships.chain(guns).collect() };
    Some(Question::of(Actor::Side(side.id()), false, "GUN-59", ask))
}

/// The questions about grappling: ships with parties may try to board a ship in contact, launches may grapple enemy
/// launches.
fn may_grapple(state: &State, side: Side) -> Vec<Question<Ask>> {
    let mut all = Vec::new();
    for ship in state.ships.values().filter(|ship| ship.card.side == side && ship.present()) {
        let [can_board, can_lock] = [false, true].map(|launch| can_grapple(state, ship, launch));
        if !can_board && !can_lock {
            continue;
        }
        let locked = |other: &ShipState| {
            state.bonds.iter().any(|bond| bond.joins(&ship.card.id) && bond.joins(&other.card.id))
        };
        let fits = |other: &&ShipState| {
            other.card.side != side
                && other.present()
                && match (ship.card.launch, other.card.launch) {
                    (true, true) => can_lock && !locked(other),
                    (_, true) => false,
                    (_, false) => can_board,
                }
        };
        let targets: Vec<ShipId> =
            state.ships.values().filter(fits).map(|other| other.card.id.clone()).collect();
        if !targets.is_empty() {
            let ask = Ask::Grapple { ship: ship.card.id.clone(), targets };
            all.push(Question::of(Actor::Side(side.id()), false, "GUN-77", ask));
        }
    }
    all
}

fn may_embark(state: &State) -> Option<Question<Ask>> {
    let ships: Vec<ShipId> = with_room(state).map(|(ship, _)| ship.card.id.clone()).collect();
    let any = !ships.is_empty();
    let ask = Ask::Embark { ships, parties: state.parties_ashore };
    any.then(|| Question::of(Actor::Side(Side::Confederate.id()), false, "GUN-76", ask))
}
