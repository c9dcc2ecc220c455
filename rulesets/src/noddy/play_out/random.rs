//! A commander who decides at random, but wants to fight.

use crate::core::play_out::{Lot, touched};
use crate::core::{
    Audience, BookTables, Commander, Edge, Faces, Halt, OptionValue, Order, Outlook, PlacedShip, Question,
    Settlement, Settles, TooClose,
};
use crate::noddy::book::Noddy;
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::decision::{Decision, GunChoice, MoveOrder, ShipOrder, Short, UmpireOrder};
use crate::noddy::movement::orders::{Current, limits};
use crate::noddy::movement::review::expected_in;
use crate::noddy::play_out::running::{Run, run};
use crate::noddy::presentation::questions::{Ask, NeedsOrders};
use crate::noddy::state::battle::State;
use crate::noddy::state::card::HalfKnots;
use crate::noddy::state::ship::{Course, ShipState, Written};
use crate::noddy::state::step::Step;
use geometry::{Point, Pose, ShipId};
use std::collections::BTreeSet;

/// The kinds of optional questions. A commander may decline one for the rest of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Fire,
    Musketry,
    Ram,
    Refloat,
    Leave,
    Split,
}

/// A commander who decides at random.
#[derive(Debug, Clone)]
pub struct RandomCommander {
    lot: Lot,
    /// The probability of heading for an enemy rather than for a random place.
    closes: f64,
    /// The probability of an unprompted decision.
    unprompted_chance: f64,
    now: (u32, Step, u8),
    declined: BTreeSet<(Kind, ShipId)>,
    /// Ships at the edge of the table.
    at_edge: Vec<(ShipId, Edge)>,
}

impl RandomCommander {
    /// Creates a commander for this role; all choices follow from the seed.
    pub fn new(role: &Audience, seed: u64) -> Self {
        let mut lot = Lot::new(seed);
        let closes = lot.between(0.6, 1.0);
        let unprompted_chance = if *role == Audience::Umpire { 0.06 } else { 0.0 };
        let (declined, at_edge) = (BTreeSet::new(), Vec::new());
        Self { lot, closes, unprompted_chance, now: (0, Step::Orders, 0), declined, at_edge }
    }

    /// The same commander, who decides only what is asked.
    #[must_use]
    pub fn only_asked(self) -> Self {
        Self { unprompted_chance: 0.0, ..self }
    }

    /// Answers a question; none to decline it.
    fn answer(&mut self, outlook: &Outlook<'_, Noddy>, ask: &Ask) -> Option<Order<Decision>> {
        let state = outlook.state;
        let only = |decision| Some(Order::only(decision));
        match ask {
            Ask::Roll { rolls } => only(Decision::Roll { rolls: rolls.clone(), faces: Faces::App }),
            Ask::Orders { ships } => {
                let orders: Vec<ShipOrder> = ships
                    .iter()
                    .filter(|needs| !needs.written)
                    .map(|needs| self.order(outlook, needs))
                    .collect();
                (!orders.is_empty()).then(|| Order::only(Decision::WriteOrders { orders }))
            }
            Ask::ReadOut { ship } => {
                let course = self.safe_course(outlook, ship)?;
                only(Decision::ReadOut { ship: ship.clone(), course, settled: Vec::new() })
            }
            Ask::Move { ships } => self.go(outlook, ships.first()?),
            Ask::Ram { ship } => {
                let own = outlook.table.placed(ship)?;
                let near = touched(outlook.table, own);
                let enemies: Vec<ShipId> =
                    near.into_iter().filter(|other| state.side(other) != state.side(ship)).collect();
                let rammee = self.lot.pick(&enemies)?.clone();
                only(Decision::Ram { rammer: ship.clone(), rammee, settled: Vec::new() })
            }
            Ask::Contact { ship, touching } => {
                // The umpire rules on collisions between friends, and may let the ship go on.
                let friends = touching.iter().any(|other| state.side(other) == state.side(ship));
                let goes_on = friends && self.lot.chance(0.3);
                only(Decision::SettleContact { ship: ship.clone(), goes_on })
            }
            Ask::Fire { firer, targets, .. } => self.fire(outlook, firer, targets),
            Ask::Musketry { regiment, targets } => {
                let target = self.lot.pick(targets)?.clone();
                only(Decision::Musketry { regiment: regiment.clone(), target, settled: Vec::new() })
            }
            Ask::Refloat { ship } => only(Decision::Refloat { ship: ship.clone() }),
            Ask::Split if self.lot.chance(0.05) => {
                let segments = 2 + u8::try_from(self.lot.below(3)).unwrap_or(0);
                let order = UmpireOrder::Split { segments };
                only(Decision::Umpire { order, reason: "They may collide.".to_owned() })
            }
            Ask::Split | Ask::Open | Ask::NextStep => None,
        }
    }

    /// Orders for a ship: mostly towards an enemy, at a random speed.
    fn order(&mut self, outlook: &Outlook<'_, Noddy>, needs: &NeedsOrders) -> ShipOrder {
        let order = if self.lot.chance(0.05) {
            Written::OnPaper
        } else {
            Written::Here { course: self.course(outlook, needs) }
        };
        ShipOrder { ship: needs.ship.clone(), order, settled: Vec::new() }
    }

    fn course(&mut self, outlook: &Outlook<'_, Noddy>, needs: &NeedsOrders) -> Course {
        let low = needs.with_current.low.max(needs.against_current.low);
        let high = needs.with_current.high.min(needs.against_current.high).max(low);
        let most = u32::try_from(high.saturating_sub(low)).unwrap_or(0);
        let draws = [self.lot.below(most + 1), self.lot.below(most + 1)];
        let [one, other] = draws.map(|draw| HalfKnots::try_from(draw).unwrap_or(0));
        // The faster of two random speeds, because captains are in a hurry.
        let speed = low.saturating_add(one.max(other)).min(high);
        let turn_deg = self.turn_towards(outlook, &needs.ship).clamp(-needs.turn_deg, needs.turn_deg);
        Course { speed, turn_deg: turn_deg.round() }
    }

    /// The turn to the ship's goal, degrees clockwise.
    fn turn_towards(&mut self, outlook: &Outlook<'_, Noddy>, ship: &ShipId) -> f64 {
        if !self.lot.chance(self.closes) {
            return self.lot.between(-60.0, 60.0);
        }
        let Some(own) = outlook.table.placed(ship) else { return 0.0 };
        let from = own.observation.pose;
        let side = outlook.state.side(ship);
        let distance = |placed: &&PlacedShip| placed.observation.pose.stack.distance_in(from.stack);
        let enemies =
            outlook.table.ships().iter().filter(|it| outlook.state.side(&it.observation.ship) != side);
        let nearest = enemies.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let to = nearest.map_or(Point::new(30.0, 18.0), |it| it.observation.pose.stack);
        from.heading.relative(from.stack.heading_to(to)).rad().to_degrees()
    }

    /// Orders that are legal for any heading to the current.
    fn safe_course(&mut self, outlook: &Outlook<'_, Noddy>, ship: &ShipId) -> Option<Course> {
        let own = outlook.state.ships.get(ship)?;
        let tables = outlook.book.tables();
        let [with, against] =
            [Current::With, Current::Against].map(|current| limits(tables, outlook.state, own, current));
        let high = with.high.min(against.high);
        Some(Course { speed: with.low.max(against.low).max(own.speed.min(high)), turn_deg: 0.0 })
    }

    /// Moves a model as ordered, up to the first obstacle.
    fn go(&mut self, outlook: &Outlook<'_, Noddy>, id: &ShipId) -> Option<Order<Decision>> {
        let (state, table) = (outlook.state, outlook.table);
        let ship = state.ships.get(id)?;
        let placed = table.placed(id)?;
        let course = ship.course?;
        let start = placed.observation.pose;
        let Run { pose, short, edge } = if state.step == Step::Turn {
            let pose = Pose { heading: start.heading.turned(course.turn_deg.to_radians()), ..start };
            Run { pose, short: None, edge: None }
        } else {
            run(table, placed, (expected_in(state, ship, &course), course.speed < 0))
        };
        self.at_edge.extend(edge.map(|edge| (id.clone(), edge)));
        let order = MoveOrder { ship: id.clone(), short, settled: Vec::new() };
        Some(Order {
            models: vec![(id.clone(), vec![pose])],
            decision: Decision::Move { moves: vec![order] },
        })
    }

    fn fire(
        &mut self,
        outlook: &Outlook<'_, Noddy>,
        firer: &ShipId,
        targets: &[ShipId],
    ) -> Option<Order<Decision>> {
        if self.lot.chance(0.1) {
            return None;
        }
        let may = |target: &&ShipId| outlook.book.may_fire(outlook.state, outlook.table, (firer, *target));
        let bear: Vec<&ShipId> = targets.iter().filter(may).collect();
        let target = (*self.lot.pick(&bear)?).clone();
        let guns = GunChoice::AllThatBear;
        Some(Order::only(Decision::Fire { firer: firer.clone(), target, guns, settled: Vec::new() }))
    }

    /// An unprompted decision.
    fn unprompted(&mut self, outlook: &Outlook<'_, Noddy>) -> Option<Order<Decision>> {
        if let Some((ship, edge)) = self.at_edge.pop()
            && self.lot.chance(0.5)
        {
            return Some(Order::only(Decision::Leave { ship, edge }));
        }
        if !self.lot.chance(self.unprompted_chance) {
            return None;
        }
        let state = outlook.state;
        let ships: Vec<&ShipState> = state.ships.values().filter(|ship| ship.present()).collect();
        let ship = self.lot.pick(&ships)?.card.id.clone();
        let reason = "By lot.".to_owned();
        let order = match self.lot.below(6) {
            0 => UmpireOrder::Special { ship },
            1 => UmpireOrder::Hit { ship, struck: None },
            2 => UmpireOrder::LoseSpeed { ship, half_knots: 1 },
            3 => UmpireOrder::Set { change: Change::of(&ship, Becomes::Pipes { damaged: false }) },
            4 => UmpireOrder::Note { text: "The umpire is not amused.".to_owned() },
            _ => return self.option(outlook),
        };
        Some(Order::only(Decision::Umpire { order, reason }))
    }

    fn option(&mut self, outlook: &Outlook<'_, Noddy>) -> Option<Order<Decision>> {
        let spec = self.lot.pick(outlook.book.tables().option_specs())?;
        let value = self.lot.pick(&spec.choices)?.clone();
        let option = OptionValue { name: spec.name.clone(), value };
        Some(Order::only(Decision::SetOption { option, reason: "By lot.".to_owned() }))
    }

    fn begin(&mut self, state: &State) {
        let now = (state.turn, state.step, state.segment);
        if self.now != now {
            (self.now, self.declined) = (now, BTreeSet::new());
            self.at_edge.clear();
        }
    }

    fn next(&mut self, outlook: &Outlook<'_, Noddy>) -> Option<Order<Decision>> {
        for Question { ask, .. } in outlook.questions {
            let key = decline_key(ask);
            if key.as_ref().is_some_and(|key| self.declined.contains(key)) {
                continue;
            }
            // A declined question stays declined for the step.
            let order = self.answer(outlook, ask);
            if order.is_none()
                && let Some(key) = key
            {
                self.declined.insert(key);
            }
            if order.is_some() {
                return order;
            }
        }
        self.unprompted(outlook)
    }
}

fn decline_key(ask: &Ask) -> Option<(Kind, ShipId)> {
    Some(match ask {
        Ask::Fire { firer, .. } => (Kind::Fire, firer.clone()),
        Ask::Musketry { regiment, .. } => (Kind::Musketry, regiment.clone()),
        Ask::Ram { ship } => (Kind::Ram, ship.clone()),
        Ask::Refloat { ship } => (Kind::Refloat, ship.clone()),
        Ask::Split => (Kind::Split, ShipId::new("")),
        Ask::Open
        | Ask::Roll { .. }
        | Ask::Orders { .. }
        | Ask::ReadOut { .. }
        | Ask::Move { .. }
        | Ask::Contact { .. }
        | Ask::NextStep => {
            return None;
        }
    })
}

impl Commander<Noddy> for RandomCommander {
    fn order(&mut self, outlook: &Outlook<'_, Noddy>) -> Option<Order<Decision>> {
        self.begin(outlook.state);
        self.next(outlook)
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, Noddy>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let mut order = order;
        if let Halt::TooClose { questions } = halt {
            let settled: Vec<Settlement> = questions.iter().filter_map(|it| self.settle(it)).collect();
            for list in order.decision.settlements() {
                list.extend(settled.iter().cloned());
            }
            if order.decision.settlements().len() <= 1 {
                return Some(order);
            }
        }
        match &order.decision {
            // Each ship alone, with orders that are always legal.
            Decision::WriteOrders { orders } => {
                let ship = orders.first()?.ship.clone();
                let course = self.safe_course(outlook, &ship)?;
                let order = ShipOrder { ship, order: Written::Here { course }, settled: Vec::new() };
                Some(Order::only(Decision::WriteOrders { orders: vec![order] }))
            }
            Decision::Move { moves } => {
                // A claimed contact that is refused becomes a grounding. Otherwise the commander orders anew.
                let first = moves.first().filter(|order| order.short == Some(Short::Contact))?;
                let again = MoveOrder { short: Some(Short::Ground), ..first.clone() };
                Some(Order { decision: Decision::Move { moves: vec![again] }, ..order })
            }
            Decision::Fire { firer, .. } => {
                self.declined.insert((Kind::Fire, firer.clone()));
                None
            }
            Decision::Musketry { regiment, .. } => {
                self.declined.insert((Kind::Musketry, regiment.clone()));
                None
            }
            Decision::Ram { rammer, .. } => {
                self.declined.insert((Kind::Ram, rammer.clone()));
                None
            }
            Decision::Refloat { ship } => {
                self.declined.insert((Kind::Refloat, ship.clone()));
                None
            }
            Decision::Leave { ship, .. } => {
                self.declined.insert((Kind::Leave, ship.clone()));
                None
            }
            _ => None,
        }
    }
}

impl RandomCommander {
    fn settle(&mut self, question: &TooClose) -> Option<Settlement> {
        // A ship that stopped for a contact must not deny the contact afterwards.
        let reading = if question.key.0.starts_with("contact:") {
            question.readings.first()
        } else {
            self.lot.pick(&question.readings)
        };
        Some(Settlement { key: question.key.clone(), reading: reading?.id.clone() })
    }
}
