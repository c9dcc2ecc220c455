//! Mahan commands a side of a Gunboat battle.

use crate::core::play_out::{Lot, Means, sail, touched};
use crate::core::{
    Commander, Faces, Halt, Order, Outlook, PlacedShip, PlacedTable, Settlement, TableFacts, TooClose,
};
use crate::gunboat::play_out::chances;
use crate::gunboat::{
    Ask, Decision, Gunboat, MountChoice, MoveOrder, ShipState, Side, SpeedOrder, Step, draft_ft,
    suggest_ticks,
};
use crate::mahan::command::helm::{Enemy, Helm, Leg, View};
use geometry::{Pose, ShipId};
use std::collections::BTreeSet;

/// A leg ends this far short of what the speed allows, because facts are rounded; inches.
const LEG_MARGIN_IN: f64 = 0.01;
/// The same where models are set down by hand and measured, inches.
const BY_HAND_LEG_MARGIN_IN: f64 = 0.15;

/// Actions taken at most once in a step by each ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    Fire,
    RingUp,
    Move,
    Ram,
    Refloat,
    Leave,
}

/// Commands a side of a Gunboat battle: full speed, all guns that bear on the nearest enemy (MAH-25), and a
/// helm.
#[derive(Debug, Clone)]
pub struct GunboatCaptain<H> {
    side: Side,
    helm: H,
    lot: Lot,
    leg_margin_in: f64,
    now: (u32, Step),
    done: BTreeSet<(Action, ShipId)>,
    refused_pairs: BTreeSet<(ShipId, ShipId)>,
}

impl<H: Helm> GunboatCaptain<H> {
    /// The same seed gives the same battle, including the display's dice.
    pub fn new(side: Side, helm: H, seed: u64) -> Self {
        let (done, refused_pairs) = (BTreeSet::new(), BTreeSet::new());
        let now = (0, Step::UnionMove);
        Self { side, helm, lot: Lot::new(seed), leg_margin_in: LEG_MARGIN_IN, now, done, refused_pairs }
    }

    /// The same for a real table, where models never stand exactly in place: ways are kept shorter, so that
    /// few moves are refused.
    #[must_use]
    pub fn by_hand(self) -> Self {
        Self { leg_margin_in: BY_HAND_LEG_MARGIN_IN, ..self }
    }

    /// The helm, to give it new orders.
    pub fn helm_mut(&mut self) -> &mut H {
        &mut self.helm
    }

    /// Returns `Some` for the first call in a step, `None` for later ones.
    fn first_time(&mut self, kind: Action, ship: &ShipId) -> Option<()> {
        self.done.insert((kind, ship.clone())).then_some(())
    }

    fn answer(&mut self, outlook: &Outlook<'_, Gunboat>, ask: &Ask) -> Option<Order<Decision>> {
        let state = outlook.state;
        let decision = match ask {
            Ask::Roll { .. } => Decision::Roll { rolls: Vec::new(), faces: Faces::App },
            Ask::Choose { due, sections } => Decision::Choose { due: *due, section: *sections.first()? },
            Ask::Tick { due } => Decision::Tick { due: *due, boxes: suggest_ticks(state, *due) },
            Ask::Volley { target } => Decision::Volley { target: target.clone() },
            Ask::Fire { shooter, mounts, targets } => {
                if self.done.contains(&(Action::Fire, shooter.clone())) {
                    return None;
                }
                let mut chances = chances(outlook, shooter, mounts, targets);
                chances
                    .retain(|chance| !self.refused_pairs.contains(&(shooter.clone(), chance.target.clone())));
                let wanted = self.helm.target(shooter);
                let wanted = chances.iter().find(|chance| Some(&chance.target) == wanted);
                let Some(nearest) = wanted.or(chances.first()) else {
                    self.first_time(Action::Fire, shooter)?;
                    return None;
                };
                Decision::Fire {
                    shooter: shooter.clone(),
                    target: nearest.target.clone(),
                    mounts: MountChoice::AllThatBear,
                    settled: Vec::new(),
                }
            }
            Ask::RingUp { .. } => {
                let mut orders = Vec::new();
                for question in outlook.questions {
                    let Ask::RingUp { ship, limits, .. } = &question.ask else { continue };
                    if self.first_time(Action::RingUp, ship).is_some() {
                        orders.push(SpeedOrder { ship: ship.clone(), speed: limits.fastest });
                    }
                }
                (!orders.is_empty()).then_some(Decision::RingUp { orders })?
            }
            Ask::Move { ships } => return self.steer(outlook, ships),
            Ask::Ram { ships } => self.ram(outlook, ships)?,
            Ask::Refloat { ship } => {
                self.first_time(Action::Refloat, ship)?;
                Decision::Refloat { ship: ship.clone() }
            }
            Ask::FireAtBoarders { .. }
            | Ask::FireMortar { .. }
            | Ask::Embark { .. }
            | Ask::Grapple { .. }
            | Ask::Open
            | Ask::NextStep => return None,
        };
        Some(Order::only(decision))
    }

    fn enemies(&self, outlook: &Outlook<'_, Gunboat>) -> Vec<Enemy> {
        let enemy = |(id, ship): (&ShipId, &ShipState)| {
            let pose = outlook.table.placed(id)?.observation.pose;
            Some(Enemy {
                ship: id.clone(),
                pose,
                knots: (ship.speed / 2).min(u16::from(u8::MAX)) as u8,
                helpless: ship.anchored || ship.aground,
                value: u32::from(ship.card.draft) + u32::from(ship.card.armor),
            })
        };
        let ships = outlook.state.ships.iter();
        ships.filter(|(_, ship)| ship.card.side != self.side && ship.present()).filter_map(enemy).collect()
    }

    /// Moves all ships that may move, and submits the moves together.
    fn steer(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Order<Decision>> {
        if let Some(leaving) = self.leave(outlook, ships) {
            return Some(Order::only(leaving));
        }
        let mut table = outlook.table.clone();
        let (mut models, mut moves) = (Vec::new(), Vec::new());
        for review in outlook.book.review_moves(outlook.state, outlook.table, self.side) {
            if !ships.contains(&review.ship) || self.first_time(Action::Move, &review.ship).is_none() {
                continue;
            }
            let Some(own) = outlook.state.ships.get(&review.ship) else { continue };
            let Some(placed) = table.placed(&review.ship).cloned() else { continue };
            let view = View {
                ship: &review.ship,
                own: placed.observation.pose,
                ram_bow: own.card.ram > 0,
                allowance_in: review.allowance_in,
                table_in: table.size_in()?,
                enemies: self.enemies(outlook),
                terrain: outlook.table.terrain(),
                draught_ft: draft_ft(own),
            };
            let legs = self.helm.course(&view, &mut self.lot);
            let means =
                Means { steering: review.steering, length_in: review.allowance_in - self.leg_margin_in };
            let stops = stops(&table, placed, &legs, (means, self.leg_margin_in));
            let Some(last) = stops.last() else { continue };
            table.set_down(&review.ship, *last);
            models.push((review.ship.clone(), stops));
            moves.push(MoveOrder { ship: review.ship, settled: Vec::new(), ashore: false });
        }
        (!models.is_empty()).then_some(Order { models, decision: Decision::Move { moves } })
    }

    /// Takes a ship off the table that the helm sends over its edge, once she can reach it.
    fn leave(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Decision> {
        ships.iter().find_map(|id| {
            let edge = self.helm.edge(id)?;
            let ship = outlook.state.ships.get(id)?;
            let fact = outlook.table.edge_of(id).ok()?;
            let reach_in = f64::from(ship.rung.unwrap_or(ship.speed)) / 2.0;
            let over = fact.distance_in.value < reach_in && edge == fact.edge;
            (over && self.done.insert((Action::Leave, id.clone())))
                .then(|| Decision::Leave { ship: id.clone(), edge: fact.edge })
        })
    }

    fn ram(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Decision> {
        ships.iter().find_map(|rammer| {
            let own = outlook.state.ships.get(rammer)?;
            // Ships without a ram bow make no ramming attacks (MAH-30).
            (own.card.ram > 0 && self.helm.rams(rammer)).then(|| self.first_time(Action::Ram, rammer))??;
            let near = touched(outlook.table, outlook.table.placed(rammer)?);
            let enemy = |id: &&ShipId| {
                outlook.state.ships.get(*id).is_some_and(|ship| ship.card.side != self.side && ship.present())
            };
            let target = near.iter().find(enemy)?.clone();
            Some(Decision::Ram { rammer: rammer.clone(), target, settled: Vec::new() })
        })
    }
}

/// Follows the legs one after the other, each a little short; returns the places where the model is set down.
fn stops(
    table: &PlacedTable,
    mut ship: PlacedShip,
    legs: &[Leg],
    (means, leg_margin_in): (Means, f64),
) -> Vec<Pose> {
    let mut stops = Vec::new();
    for leg in legs {
        let length_in = means.length_in * leg.share - leg_margin_in;
        let Some((pose, _)) = sail(table, &ship, &leg.goal, Means { length_in, ..means }) else { break };
        ship.observation.pose = pose;
        stops.push(pose);
    }
    stops
}

impl<H: Helm> Commander<Gunboat> for GunboatCaptain<H> {
    fn order(&mut self, outlook: &Outlook<'_, Gunboat>) -> Option<Order<Decision>> {
        let now = (outlook.state.turn, outlook.state.step);
        if self.now != now {
            self.now = now;
            self.done.clear();
            self.refused_pairs.clear();
        }
        let speeds = |ask: &Ask| matches!(ask, Ask::RingUp { .. });
        let waits = |ask: &Ask| matches!(ask, Ask::Volley { .. });
        let asks = || outlook.questions.iter().map(|question| &question.ask);
        // Speeds come first; a volley is closed after everybody has fired.
        let first = asks().filter(|ask| speeds(ask));
        let rest = asks().filter(|ask| !speeds(ask) && !waits(ask));
        let last = asks().filter(|ask| waits(ask));
        first.chain(rest).chain(last).find_map(|ask| self.answer(outlook, ask))
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, Gunboat>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Order { models, mut decision } = order;
        if let Halt::TooClose { questions } = halt {
            let mut lists: Vec<&mut Vec<Settlement>> = match &mut decision {
                Decision::Fire { settled, .. } | Decision::Ram { settled, .. } => vec![settled],
                Decision::Move { moves } => moves.iter_mut().map(|order| &mut order.settled).collect(),
                _ => Vec::new(),
            };
            // Take the reading in favour of the acting ship; a person may choose otherwise.
            let settled: Vec<Settlement> = questions.iter().filter_map(TooClose::first_reading).collect();
            let news = lists.iter().any(|list| settled.iter().any(|one| !list.contains(one)));
            if news {
                lists.iter_mut().for_each(|list| list.extend(settled.iter().cloned()));
                return Some(Order { models, decision });
            }
        }
        match decision {
            // Halve the moves to find the one at fault; the others are moved afterwards.
            Decision::Move { mut moves } if moves.len() > 1 => {
                for other in moves.split_off(moves.len() / 2) {
                    self.done.remove(&(Action::Move, other.ship));
                }
                let kept = |(ship, _): &(ShipId, Vec<Pose>)| moves.iter().any(|order| order.ship == *ship);
                let models = models.into_iter().filter(kept).collect();
                Some(Order { models, decision: Decision::Move { moves } })
            }
            Decision::Fire { shooter, target, .. } => {
                self.refused_pairs.insert((shooter, target));
                None
            }
            _ => None,
        }
    }
}
