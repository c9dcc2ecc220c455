//! A commander who decides at random, but wants to fight.

use crate::core::play_out::{Goal, Lot, Means, Met, sail, touched};
use crate::core::{
    Audience, Commander, EdgeKey, Faces, Halt, Order, Outlook, RollId, Settlement, TableFacts, TooClose,
};
use crate::gunboat::book::Gunboat;
use crate::gunboat::damage::ticks::{legal_ticks, suggest_ticks};
use crate::gunboat::events::decision::{
    BoxTick, Decision, MountChoice, MountGuns, MoveOrder, PartyOrder, SpeedOrder,
};
use crate::gunboat::play_out::gunnery::chances;
use crate::gunboat::play_out::unprompted::{is_crippled, unprompted};
use crate::gunboat::presentation::questions::Ask;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{MountId, Side};
use crate::gunboat::state::due::DueId;
use crate::gunboat::state::ship::{MortarAim, ShipState};
use crate::gunboat::state::step::Step;
use geometry::{Point, ShipId};
use std::collections::BTreeSet;

/// The margin by which a move stays below the speed's limit, because facts are rounded, inches.
const SHORT_OF_IN: f64 = 0.01;

/// The kinds of optional questions. A commander may decline one for the rest of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Fire,
    FireAtBoarders,
    Mortar,
    Embark,
    Grapple,
    RingUp,
    Move,
    Leave,
    Ram,
    Refloat,
}

/// The commander's tendencies in this battle: probabilities from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Temper {
    /// Heads for an enemy rather than for a random place.
    closes: f64,
    /// Goes alongside the enemy rather than near.
    touches: f64,
    /// Holds a ship's fire for the step.
    holds_fire: f64,
    /// Does something unprompted.
    unprompted_chance: f64,
}

/// A commander who decides at random.
#[derive(Debug, Clone)]
pub struct RandomCommander {
    role: Audience,
    lot: Lot,
    temper: Temper,
    now: (u32, Step),
    /// The questions declined for this step, by kind and ship.
    declined: BTreeSet<(Kind, ShipId)>,
    /// The pairs of shooter and target for which fire was refused in this step.
    refused_fire: BTreeSet<(ShipId, ShipId)>,
}

impl RandomCommander {
    /// Creates a commander for this role; all choices follow from the seed.
    pub fn new(role: Audience, seed: u64) -> Self {
        let mut lot = Lot::new(seed);
        let temper = Temper {
            closes: lot.between(0.6, 1.0),
            touches: lot.between(0.0, 0.6),
            holds_fire: lot.between(0.0, 0.2),
            unprompted_chance: if role == Audience::Umpire { 0.05 } else { lot.between(0.0, 0.04) },
        };
        Self {
            role,
            lot,
            temper,
            now: (0, Step::UnionMove),
            declined: BTreeSet::new(),
            refused_fire: BTreeSet::new(),
        }
    }

    /// The same commander, who decides only what is asked.
    #[must_use]
    pub fn only_asked(self) -> Self {
        Self { temper: Temper { unprompted_chance: 0.0, ..self.temper }, ..self }
    }

    fn side(&self) -> Option<Side> {
        [Side::Union, Side::Confederate].into_iter().find(|side| Audience::Side(side.id()) == self.role)
    }

    fn decline(&mut self, kind: Kind, ship: &ShipId) {
        self.declined.insert((kind, ship.clone()));
    }

    fn has_declined(&self, kind: Kind, ship: &ShipId) -> bool {
        // A search without `contains`, which would need a cloned key.
        self.declined.iter().any(|(declined, who)| *declined == kind && who == ship)
    }

    /// Answers a question; none to decline it.
    fn answer(&mut self, outlook: &Outlook<'_, Gunboat>, ask: &Ask) -> Option<Order<Decision>> {
        let state = outlook.state;
        let decision = match ask {
            Ask::Roll { rolls } => self.roll(state, rolls),
            Ask::Choose { due, sections } => {
                Decision::Choose { due: *due, section: *self.lot.pick(sections)? }
            }
            Ask::Tick { due } => Decision::Tick { due: *due, boxes: self.ticks(state, *due) },
            Ask::Volley { target } => Decision::Volley { target: target.clone() },
            Ask::Fire { shooter, mounts, targets } => {
                self.fire(outlook, (shooter, mounts, targets), false)?
            }
            Ask::FireAtBoarders { shooter, mounts, boarded } => {
                self.fire(outlook, (shooter, mounts, boarded), true)?
            }
            Ask::FireMortar { ship, mounts, targets } => self.mortar(outlook, (ship, mounts, targets))?,
            Ask::Embark { ships, parties } => self.embark(ships, *parties)?,
            Ask::Grapple { ship, targets } => {
                self.once(Kind::Grapple, ship)?;
                let near = touched(outlook.table, outlook.table.placed(ship)?);
                let target = targets.iter().find(|target| near.contains(target))?.clone();
                Decision::Grapple { ship: ship.clone(), target, settled: Vec::new() }
            }
            Ask::RingUp { .. } => self.ring_up(outlook)?,
            Ask::Move { ships } => return self.sail(outlook, ships),
            Ask::Ram { ships } => self.ram(outlook, ships)?,
            Ask::Refloat { ship } => {
                self.once(Kind::Refloat, ship)?;
                self.lot.chance(0.85).then(|| Decision::Refloat { ship: ship.clone() })?
            }
            Ask::Open | Ask::NextStep => return None,
        };
        Some(Order::only(decision))
    }

    /// Some the first time in a step; none after that.
    fn once(&mut self, kind: Kind, ship: &ShipId) -> Option<()> {
        (!self.has_declined(kind, ship)).then(|| self.decline(kind, ship))
    }

    fn roll(&mut self, state: &State, asked: &[RollId]) -> Decision {
        let rolls = match self.lot.below(10) {
            0 => self.lot.pick(asked).copied().into_iter().collect(),
            1..=4 => asked.to_vec(),
            _ => Vec::new(),
        };
        if self.lot.chance(0.95) {
            return Decision::Roll { rolls, faces: Faces::App };
        }
        let due: Vec<_> = if rolls.is_empty() {
            state.handful()
        } else {
            state.rolls.iter().filter(|roll| rolls.contains(&roll.request.id)).collect()
        };
        let dice = due
            .iter()
            .flat_map(|roll| std::iter::repeat_n(roll.request.die.faces(), usize::from(roll.request.count)));
        let faces = dice.map(|faces| self.lot.below(u32::from(faces)) as u8 + 1).collect();
        Decision::Roll { rolls, faces: Faces::Typed(faces) }
    }

    fn ticks(&mut self, state: &State, due: DueId) -> Vec<BoxTick> {
        if self.lot.chance(0.5) {
            return suggest_ticks(state, due);
        }
        let Some(mut legal) = legal_ticks(state, due) else { return Vec::new() };
        let mut boxes: Vec<BoxTick> = Vec::new();
        let mut left = legal.boxes;
        let mut tick = |row: usize, legal: &mut crate::gunboat::LegalTicks, left: &mut u32| {
            let Some(room) = legal.rows.get_mut(row) else { return };
            room.free -= 1;
            *left -= 1;
            match boxes.iter_mut().find(|tick| tick.row == room.row) {
                Some(tick) => tick.count += 1,
                None => boxes.push(BoxTick { row: room.row.clone(), count: 1 }),
            }
            legal.rows.retain(|room| room.free > 0);
        };
        for named in std::mem::take(&mut legal.named) {
            let Some(section) = self.lot.pick(&named.sections).copied() else { continue };
            for _ in 0..named.hits {
                let row = legal.rows.iter().position(|room| room.row.kind() == section);
                if let Some(row) = row.filter(|_| left > 0) {
                    tick(row, &mut legal, &mut left);
                }
            }
        }
        while left > 0 && !legal.rows.is_empty() {
            let row = self.lot.below(legal.rows.len() as u32) as usize;
            tick(row, &mut legal, &mut left);
        }
        boxes
    }

    fn fire(
        &mut self,
        outlook: &Outlook<'_, Gunboat>,
        (shooter, mounts, targets): (&ShipId, &[MountId], &[ShipId]),
        boarders: bool,
    ) -> Option<Decision> {
        let kind = if boarders { Kind::FireAtBoarders } else { Kind::Fire };
        if self.has_declined(kind, shooter) {
            return None;
        }
        if self.lot.chance(self.temper.holds_fire) {
            self.decline(kind, shooter);
            return None;
        }
        let mut chances = chances(outlook, shooter, mounts, targets);
        let refused =
            |target: &ShipId| self.refused_fire.iter().any(|(by, at)| by == shooter && at == target);
        chances.retain(|chance| !refused(&chance.target));
        let chosen = match chances.as_slice() {
            [] => {
                self.decline(kind, shooter);
                return None;
            }
            [nearest, ..] if self.lot.chance(0.6) => nearest,
            all => self.lot.pick(all)?,
        };
        let (shooter, target, settled) = (shooter.clone(), chosen.target.clone(), Vec::new());
        let mounts = self.split(&chosen.mounts);
        Some(if boarders {
            Decision::FireAtBoarders { shooter, boarded: target, mounts, settled }
        } else {
            Decision::Fire { shooter, target, mounts, settled }
        })
    }

    /// All guns, or some of some mounts; the rest may fire at another target.
    fn split(&mut self, mounts: &[(MountId, u8)]) -> MountChoice {
        if self.lot.chance(0.7) {
            return MountChoice::AllThatBear;
        }
        let some = mounts.iter().filter_map(|(mount, ready)| {
            let guns = self.lot.below(u32::from(*ready) + 1) as u8;
            (guns > 0).then(|| MountGuns { mount: mount.clone(), guns })
        });
        let some: Vec<MountGuns> = some.collect();
        if some.is_empty() { MountChoice::AllThatBear } else { MountChoice::These(some) }
    }

    fn mortar(
        &mut self,
        outlook: &Outlook<'_, Gunboat>,
        (ship, mounts, targets): (&ShipId, &[MountId], &[ShipId]),
    ) -> Option<Decision> {
        if self.has_declined(Kind::Mortar, ship) {
            return None;
        }
        if self.lot.chance(0.2) {
            self.decline(Kind::Mortar, ship);
            return None;
        }
        let target = self.lot.pick(targets)?.clone();
        let at = if outlook.state.ships.contains_key(&target) {
            MortarAim::Ship { ship: target }
        } else if self.lot.chance(0.5) {
            MortarAim::FortGun { gun: target }
        } else {
            let stack = outlook.table.placed(&target)?.observation.pose.stack;
            let off = |lot: &mut Lot| lot.between(-1.0, 1.0);
            MortarAim::Point {
                x_in: geometry::round_in(stack.x_in + off(&mut self.lot)),
                y_in: geometry::round_in(stack.y_in + off(&mut self.lot)),
            }
        };
        let mount = self.lot.pick(mounts)?.clone();
        Some(Decision::FireMortar { ship: ship.clone(), mount, at, settled: Vec::new() })
    }

    fn embark(&mut self, ships: &[ShipId], parties: u8) -> Option<Decision> {
        let first = ships.first()?;
        if parties == 0 || self.has_declined(Kind::Embark, first) || self.lot.chance(0.1) {
            return None;
        }
        let ship = self.lot.pick(ships)?.clone();
        Some(Decision::Embark { orders: vec![PartyOrder { ship, parties: 1 }] })
    }

    /// Rings up speeds for all ships at once, mostly the fastest.
    fn ring_up(&mut self, outlook: &Outlook<'_, Gunboat>) -> Option<Decision> {
        let mut orders = Vec::new();
        for question in outlook.questions {
            let Ask::RingUp { ship, limits, .. } = &question.ask else { continue };
            if self.once(Kind::RingUp, ship).is_none() {
                continue;
            }
            let speed = match self.lot.below(10) {
                0 => continue,
                1 => limits.slowest,
                2..=3 => {
                    limits.slowest + self.lot.below(u32::from(limits.fastest - limits.slowest) + 1) as u16
                }
                _ => limits.fastest,
            };
            orders.push(SpeedOrder { ship: ship.clone(), speed });
        }
        (!orders.is_empty()).then_some(Decision::RingUp { orders })
    }

    /// Moves all ships that may move, one after the other, and has the moves judged together.
    fn sail(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Order<Decision>> {
        let side = self.side()?;
        let staying: Vec<&ShipId> =
            ships.iter().filter(|ship| !self.has_declined(Kind::Move, ship)).collect();
        if staying.is_empty() {
            return None;
        }
        if let Some(leaving) = self.leave(outlook, ships) {
            return Some(Order::only(leaving));
        }
        let mut table = outlook.table.clone();
        let mut order = Order { models: Vec::new(), decision: Decision::NextStep };
        let mut moves = Vec::new();
        let own = |ship: &&ShipState| ship.card.side == side && ship.present() && !ship.has_moved;
        for ship in outlook.state.ships.values().filter(own) {
            let id = &ship.card.id;
            if !staying.contains(&id) {
                continue;
            }
            self.decline(Kind::Move, id);
            let bound = !outlook.state.bonded_with(id).is_empty();
            let stays = if bound { 0.9 } else { 0.05 };
            let placed = table.placed(id).filter(|_| !self.lot.chance(stays));
            let Some((placed, goal)) = placed.and_then(|placed| Some((placed, self.goal(outlook, ship)?)))
            else {
                continue;
            };
            let share = if self.lot.chance(0.75) { 1.0 } else { self.lot.between(0.2, 1.0) };
            let (steering, allowance_in) = outlook.book.move_means(outlook.state, ship);
            let means = Means { steering, length_in: allowance_in * share - SHORT_OF_IN };
            let Some((pose, met)) = sail(&table, placed, &goal, means) else { continue };
            let ashore = met == Met::Obstacle && self.lot.chance(0.01);
            table.set_down(id, pose);
            order.models.push((id.clone(), vec![pose]));
            moves.push(MoveOrder { ship: id.clone(), settled: Vec::new(), ashore });
        }
        order.decision = Decision::Move { moves };
        (!order.models.is_empty()).then_some(order)
    }

    /// Takes a crippled ship that is near the edge off the table.
    fn leave(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Decision> {
        ships.iter().find_map(|id| {
            let ship = outlook.state.ships.get(id).filter(|ship| is_crippled(ship))?;
            self.once(Kind::Leave, id)?;
            let fact = outlook.table.edge_of(id).ok()?;
            let reach_in = f64::from(ship.rung.unwrap_or(ship.speed)) / 2.0;
            (fact.distance_in.value < reach_in && self.lot.chance(0.7))
                .then(|| Decision::Leave { ship: id.clone(), edge: fact.edge })
        })
    }

    /// The ship's goal for its move.
    fn goal(&mut self, outlook: &Outlook<'_, Gunboat>, ship: &ShipState) -> Option<Goal> {
        let (east_in, north_in) = outlook.table.size_in()?;
        let anywhere =
            |lot: &mut Lot| Goal::Point(Point::new(lot.between(0.0, east_in), lot.between(0.0, north_in)));
        let here = outlook.table.placed(&ship.card.id)?.observation.pose.stack;
        if is_crippled(ship) && self.lot.chance(0.6) {
            let beyond = [
                Point::new(here.x_in, north_in + 1.0),
                Point::new(east_in + 1.0, here.y_in),
                Point::new(here.x_in, -1.0),
                Point::new(-1.0, here.y_in),
            ];
            let nearest = beyond
                .into_iter()
                .min_by(|one, other| here.distance_in(*one).total_cmp(&here.distance_in(*other)));
            return nearest.map(Goal::Point);
        }
        let guns = outlook.state.forts.values().filter(|fort| fort.card.side != ship.card.side);
        let ships = outlook.state.ships.values().filter(|other| other.card.side != ship.card.side);
        let enemies = ships.map(|other| &other.card.id).chain(guns.flat_map(|fort| fort.guns.keys()));
        let mut enemies: Vec<(f64, &ShipId, Point)> = enemies
            .filter_map(|id| {
                let stack = outlook.table.placed(id)?.observation.pose.stack;
                Some((here.distance_in(stack), id, stack))
            })
            .collect();
        enemies.sort_by(|one, other| one.0.total_cmp(&other.0));
        let enemy = if self.lot.chance(0.7) { enemies.first() } else { self.lot.pick(&enemies) };
        let Some((_, id, stack)) = enemy.filter(|_| self.lot.chance(self.temper.closes)) else {
            return Some(anywhere(&mut self.lot));
        };
        let eager = ship.card.ram > 0 || ship.boarding_parties > 0 || ship.card.launch;
        let touches = if eager { self.temper.touches + 0.4 } else { self.temper.touches };
        if outlook.state.ships.contains_key(*id) && self.lot.chance(touches) {
            return Some(Goal::Alongside((*id).clone()));
        }
        let off = |lot: &mut Lot| lot.between(-5.0, 5.0);
        Some(Goal::Point(Point::new(stack.x_in + off(&mut self.lot), stack.y_in + off(&mut self.lot))))
    }

    fn ram(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Decision> {
        let side = self.side()?;
        ships.iter().find_map(|rammer| {
            self.once(Kind::Ram, rammer)?;
            let near = touched(outlook.table, outlook.table.placed(rammer)?);
            let enemy = |id: &&ShipId| {
                outlook.state.ships.get(*id).is_some_and(|ship| ship.card.side != side && ship.present())
            };
            let target = near.iter().find(enemy)?.clone();
            Some(Decision::Ram { rammer: rammer.clone(), target, settled: Vec::new() })
        })
    }

    /// Random settlements of measures too close to call, mostly the reading in one's own favour.
    fn settled(&mut self, questions: &[TooClose], mut decision: Decision) -> Option<Decision> {
        for question in questions {
            let readings: Vec<&String> = question.readings.iter().map(|reading| &reading.id).collect();
            let own = readings.first().filter(|_| self.lot.chance(0.75)).copied();
            let reading = own.or_else(|| self.lot.pick(&readings).copied())?.clone();
            let settlement = Settlement { key: question.key.clone(), reading };
            settlements(&mut decision, &question.key)?.push(settlement);
        }
        Some(decision)
    }
}

impl Commander<Gunboat> for RandomCommander {
    fn order(&mut self, outlook: &Outlook<'_, Gunboat>) -> Option<Order<Decision>> {
        let now = (outlook.state.turn, outlook.state.step);
        if self.now != now {
            self.now = now;
            self.declined.clear();
            self.refused_fire.clear();
        }
        let side = self.side();
        if self.lot.chance(self.temper.unprompted_chance)
            && let Some(order) = unprompted(&mut self.lot, outlook, side)
        {
            return Some(order);
        }
        let (must, may): (Vec<&Ask>, Vec<&Ask>) = {
            let of = |must: bool| {
                outlook
                    .questions
                    .iter()
                    .filter(move |question| question.must == must)
                    .map(|question| &question.ask)
            };
            (of(true).collect(), of(false).collect())
        };
        let waits = |ask: &&&Ask| !matches!(ask, Ask::Volley { .. });
        if self.lot.chance(0.8)
            && let Some(order) = must.iter().find(waits).and_then(|ask| self.answer(outlook, ask))
        {
            return Some(order);
        }
        // Speeds are rung up before moves (GUN-9); a ship without an order keeps last turn's speed.
        let speeds = may.iter().find(|ask| matches!(ask, Ask::RingUp { .. }));
        if let Some(order) =
            speeds.filter(|_| self.lot.chance(0.95)).and_then(|ask| self.answer(outlook, ask))
        {
            return Some(order);
        }
        let first = self.lot.below(may.len().max(1) as u32) as usize;
        let in_turn = may.iter().cycle().skip(first).take(may.len());
        for ask in in_turn {
            if let Some(order) = self.answer(outlook, ask) {
                return Some(order);
            }
        }
        self.lot.pick(&must).copied().and_then(|ask| self.answer(outlook, ask))
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, Gunboat>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Order { models, decision } = order;
        if let Halt::TooClose { questions } = halt {
            let decision = self.settled(questions, decision)?;
            return Some(Order { models, decision });
        }
        match decision {
            Decision::Tick { due, .. } => {
                Some(Order::only(Decision::Tick { due, boxes: suggest_ticks(outlook.state, due) }))
            }
            // Halves the list of moves to find the one that is refused; the other half is asked for again.
            Decision::Move { mut moves } if moves.len() > 1 => {
                for other in moves.split_off(moves.len() / 2) {
                    self.declined.remove(&(Kind::Move, other.ship));
                }
                let models = models
                    .into_iter()
                    .filter(|(ship, _)| moves.iter().any(|kept| kept.ship == *ship))
                    .collect();
                Some(Order { models, decision: Decision::Move { moves } })
            }
            Decision::Fire { shooter, target, .. }
            | Decision::FireAtBoarders { shooter, boarded: target, .. } => {
                self.refused_fire.insert((shooter, target));
                None
            }
            Decision::FireMortar { ship, .. } => {
                if self.lot.chance(0.3) {
                    self.decline(Kind::Mortar, &ship);
                }
                None
            }
            Decision::Embark { orders } => {
                orders.iter().for_each(|order| self.decline(Kind::Embark, &order.ship));
                None
            }
            _ => None,
        }
    }
}

/// The list of settlements that answers this measure.
fn settlements<'d>(decision: &'d mut Decision, key: &EdgeKey) -> Option<&'d mut Vec<Settlement>> {
    match decision {
        Decision::Fire { settled, .. }
        | Decision::FireAtBoarders { settled, .. }
        | Decision::FireLate { settled, .. }
        | Decision::FireMortar { settled, .. }
        | Decision::Grapple { settled, .. }
        | Decision::Ram { settled, .. } => Some(settled),
        Decision::Move { moves } => {
            let of = |order: &&mut MoveOrder| key.0.split(':').any(|part| part == order.ship.as_str());
            moves.iter_mut().find(of).map(|order| &mut order.settled)
        }
        _ => None,
    }
}
