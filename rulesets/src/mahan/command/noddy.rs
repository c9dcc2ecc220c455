//! Mahan commands a side of a Noddy battle: his orders become written orders.

use crate::core::play_out::{Goal, Lot, touched};
use crate::core::{Commander, Faces, Halt, Order, Outlook, Settles, SideId, TooClose};
use crate::mahan::command::helm::{Enemy, Helm, Leg, View};
use crate::noddy::play_out::{Run, run};
use crate::noddy::{
    Ask, Course, Decision, GunChoice, HalfKnots, MoveOrder, NeedsOrders, Noddy, ShipOrder, ShipState, Short,
    Step, Written, expected_in,
};
use geometry::{Point, Pose, ShipId};
use std::collections::BTreeSet;

/// For turns beyond this the order itself says which way round, degrees.
const ABOUT_DEG: f64 = 150.0;

/// An order may differ so much from the helm's to bring the broadside to bear, degrees.
const TRIM_DEG: f64 = 45.0;
/// The step between the turns tried, degrees.
const TRIM_STEP_DEG: f64 = 2.0;
/// The step between the turns tried to keep a ship off the shore, degrees.
const SAFE_STEP_DEG: f64 = 10.0;
/// An enemy no further off the beam than this share of an arc's half is in it, though places are foreseen only (NOD-15).
const BEARS_SHARE: f64 = 0.7;

/// Actions taken, or left out, at most once in a step by each ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    Fire,
    Musketry,
    Ram,
    Refloat,
}

/// Commands a side of a Noddy battle: full speed, all guns at the nearest enemy that they may fire at
/// (MAH-25), and a helm whose course becomes the written order: speed, and the turn at half way (NOD-8,
/// NOD-9).
#[derive(Debug, Clone)]
pub struct NoddyCaptain<H> {
    side: SideId,
    helm: H,
    lot: Lot,
    now: (u32, Step, u8),
    done: BTreeSet<(Action, ShipId)>,
}

impl<H: Helm> NoddyCaptain<H> {
    /// The same seed gives the same battle, including the display's dice.
    pub fn new(side: SideId, helm: H, seed: u64) -> Self {
        Self { side, helm, lot: Lot::new(seed), now: (0, Step::Orders, 0), done: BTreeSet::new() }
    }

    /// The helm, to give it new orders.
    pub fn helm_mut(&mut self) -> &mut H {
        &mut self.helm
    }

    /// Returns `Some` for the first call in a step, `None` for later ones.
    fn first_time(&mut self, kind: Action, ship: &ShipId) -> Option<()> {
        self.done.insert((kind, ship.clone())).then_some(())
    }

    fn answer(&mut self, outlook: &Outlook<'_, Noddy>, ask: &Ask) -> Option<Order<Decision>> {
        let state = outlook.state;
        let decision = match ask {
            Ask::Roll { rolls } => Decision::Roll { rolls: rolls.clone(), faces: Faces::App },
            Ask::Orders { ships } => {
                let mut orders = Vec::new();
                for needs in ships.iter().filter(|needs| !needs.written) {
                    let course = self.course(outlook, needs)?;
                    let order = Written::Here { course };
                    orders.push(ShipOrder { ship: needs.ship.clone(), order, settled: Vec::new() });
                }
                (!orders.is_empty()).then_some(Decision::WriteOrders { orders })?
            }
            Ask::Move { ships } => return go(outlook, ships.first()?),
            Ask::Ram { ship } => {
                // Ships without a ram bow make no ramming attacks (MAH-30).
                let may = state.ships.get(ship)?.card.reinforced_bow && self.helm.rams(ship);
                may.then(|| self.first_time(Action::Ram, ship))??;
                let near = touched(outlook.table, outlook.table.placed(ship)?);
                let rammee = near.into_iter().find(|other| state.side(other) != Some(&self.side))?;
                Decision::Ram { rammer: ship.clone(), rammee, settled: Vec::new() }
            }
            Ask::Contact { ship, .. } => Decision::SettleContact { ship: ship.clone(), goes_on: false },
            Ask::Fire { firer, targets, .. } => {
                self.first_time(Action::Fire, firer)?;
                let wanted = self.helm.target(firer).filter(|target| targets.contains(target));
                let wanted =
                    wanted.filter(|to| outlook.book.may_fire(state, outlook.table, (firer, *to))).cloned();
                let target = wanted.or_else(|| nearest(outlook, firer, targets, true))?;
                let guns = GunChoice::AllThatBear;
                Decision::Fire { firer: firer.clone(), target, guns, settled: Vec::new() }
            }
            Ask::Musketry { regiment, targets } => {
                self.first_time(Action::Musketry, regiment)?;
                let target = nearest(outlook, regiment, targets, false)?;
                Decision::Musketry { regiment: regiment.clone(), target, settled: Vec::new() }
            }
            Ask::Refloat { ship } => {
                self.first_time(Action::Refloat, ship)?;
                Decision::Refloat { ship: ship.clone() }
            }
            Ask::ReadOut { .. } | Ask::Split | Ask::Open | Ask::NextStep => return None,
        };
        Some(Order::only(decision))
    }

    fn enemies(&self, outlook: &Outlook<'_, Noddy>) -> Vec<Enemy> {
        let enemy = |ship: &ShipState| {
            let pose = outlook.table.placed(&ship.card.id)?.observation.pose;
            let guns = u32::try_from(ship.card.guns.len()).unwrap_or(u32::MAX);
            Some(Enemy {
                ship: ship.card.id.clone(),
                pose,
                knots: u8::try_from(ship.speed.unsigned_abs() / 2).unwrap_or(u8::MAX),
                helpless: ship.aground.is_some() || !ship.has_power(),
                value: guns.saturating_add(u32::from(ship.card.armour.hull)),
            })
        };
        let ships = outlook.state.ships.values();
        ships.filter(|ship| ship.card.side != self.side && ship.fights()).filter_map(enemy).collect()
    }

    /// The highest speed (MAH-14) that is legal for any current, and the turn towards the helm's goal.
    fn course(&mut self, outlook: &Outlook<'_, Noddy>, needs: &NeedsOrders) -> Option<Course> {
        let (slowest, fastest) = safe_speeds(needs);
        let pace = (f64::from(fastest) * self.helm.pace(&needs.ship)).round() as i16;
        let speed = pace.clamp(slowest, fastest);
        let own = outlook.state.ships.get(&needs.ship)?;
        let start = outlook.table.placed(&needs.ship)?.observation.pose;
        let view = View {
            ship: &needs.ship,
            own: start,
            ram_bow: own.card.reinforced_bow,
            allowance_in: f64::from(speed) / 2.0,
            table_in: outlook.table.size_in()?,
            enemies: self.enemies(outlook),
            terrain: outlook.table.terrain(),
            draught_ft: own.card.draught_ft,
        };
        let legs = self.helm.course(&view, &mut self.lot);
        let halfway = Pose { stack: start.stack.moved(start.heading, f64::from(speed) / 4.0), ..start };
        let turn_deg = |leg: &Leg| {
            let to = aim(outlook, leg).unwrap_or(halfway.stack);
            halfway.heading.relative(halfway.stack.heading_to(to)).rad().to_degrees()
        };
        let wanted_deg = match legs.as_slice() {
            [] => 0.0,
            [first, .., last] if turn_deg(last).abs() > ABOUT_DEG => turn_deg(first),
            [.., last] => turn_deg(last),
        };
        let wanted_deg = wanted_deg.clamp(-needs.turn_deg, needs.turn_deg);
        let turn_deg = if self.helm.brings_broadside(&needs.ship) {
            let bears_deg = outlook.state.options.arc_half_angle_deg * BEARS_SHARE;
            broadside_turn_deg(&view, halfway, (wanted_deg, needs.turn_deg), bears_deg)
        } else {
            wanted_deg
        };
        let course = Course { speed, turn_deg: turn_deg.round() };
        let keeps_off = self.helm.keeps_off(&needs.ship);
        let bounds = Bounds { slowest, turn_deg: needs.turn_deg, slowing: outlook.book.speed_change(own) };
        Some(if keeps_off { safe_course(&view, course, &bounds) } else { course })
    }
}

/// What a ship is capable of in a move.
struct Bounds {
    /// The lowest speed that she may order, half knots.
    slowest: HalfKnots,
    /// Her greatest turn, degrees.
    turn_deg: f64,
    /// By how much she slows at most in a move, half knots (NOD-5).
    slowing: HalfKnots,
}

/// The course nearest to the wanted one by which the ship neither runs ashore nor off the table (MAH-12, MAH-16): slower
/// where no turn is enough; the wanted one where nothing helps.
fn safe_course(view: &View<'_>, wanted: Course, bounds: &Bounds) -> Course {
    let most_deg = bounds.turn_deg;
    let steps = (most_deg / SAFE_STEP_DEG).floor() as i32;
    let mut turns_deg: Vec<f64> = (-steps..=steps).map(|step| f64::from(step) * SAFE_STEP_DEG).collect();
    turns_deg.extend([wanted.turn_deg, -most_deg, most_deg]);
    let from_wanted = |turn_deg: &f64| (turn_deg - wanted.turn_deg).abs();
    turns_deg.sort_by(|one, other| from_wanted(one).total_cmp(&from_wanted(other)));
    let speeds = (bounds.slowest.max(0)..=wanted.speed).rev();
    let mut courses =
        speeds.flat_map(|speed| turns_deg.iter().map(move |turn_deg| Course { speed, turn_deg: *turn_deg }));
    courses.find(|course| is_safe(view, course, bounds)).unwrap_or(wanted)
}

/// Tells whether a move by this course stays in deep water and on the table, half of the way straight on and half of it
/// after the turn (NOD-8), and whether she can turn away or stop after it.
fn is_safe(view: &View<'_>, course: &Course, bounds: &Bounds) -> bool {
    let gone = |from: Pose, turn_deg: f64, way_in: f64| Pose {
        stack: from.stack.moved(from.heading, way_in),
        heading: from.heading.turned(turn_deg.to_radians()),
    };
    let half_in = |speed: HalfKnots| f64::from(speed) / 4.0;
    let halfway = gone(view.own, course.turn_deg, half_in(course.speed));
    let end = gone(halfway, 0.0, half_in(course.speed));
    let slowed = (course.speed - bounds.slowing).max(0);
    let to_stop_in = half_in(slowed) + stopping_in(slowed, bounds.slowing);
    view.is_safe_way(view.own, half_in(course.speed))
        && view.is_safe_way(halfway, half_in(course.speed))
        && view.is_safe_way(end, half_in(slowed))
        && [0.0, -bounds.turn_deg, bounds.turn_deg]
            .into_iter()
            .any(|turn_deg| view.is_safe_way(gone(end, turn_deg, half_in(slowed)), to_stop_in))
}

/// How far a ship still goes after a move at this speed while she slows as fast as she may, inches.
fn stopping_in(speed: HalfKnots, slowing: HalfKnots) -> f64 {
    let speeds = (1..).map(|moves| speed - moves * slowing).take_while(|speed| *speed > 0);
    speeds.map(|speed| f64::from(speed) / 2.0).sum()
}

/// The turn near the wanted one after which an enemy is abeam where both will be when the guns fire: the sheet's arcs
/// are narrow (NOD-15), and thirty degrees off the beam no gun bears. The wanted turn where none does that.
fn broadside_turn_deg(
    view: &View<'_>,
    halfway: Pose,
    (wanted_deg, most_deg): (f64, f64),
    bears_deg: f64,
) -> f64 {
    let off_deg = |turn_deg: f64| {
        let heading = halfway.heading.turned(turn_deg.to_radians());
        let end = halfway.stack.moved(heading, view.allowance_in / 2.0);
        let off_beam_deg = |enemy: &Enemy| {
            let there = enemy.pose.stack.moved(enemy.pose.heading, f64::from(enemy.knots));
            let bearing_deg = heading.relative(end.heading_to(there)).rad().to_degrees().abs();
            (bearing_deg - 90.0).abs()
        };
        view.enemies.iter().map(off_beam_deg).fold(f64::INFINITY, f64::min)
    };
    let steps = (TRIM_DEG / TRIM_STEP_DEG) as i32;
    let near = (-steps..=steps).map(|step| wanted_deg + f64::from(step) * TRIM_STEP_DEG);
    let bears = near.filter(|turn| turn.abs() <= most_deg && off_deg(*turn) <= bears_deg);
    let from_wanted = |turn: &f64| (turn - wanted_deg).abs();
    bears.min_by(|one, other| from_wanted(one).total_cmp(&from_wanted(other))).unwrap_or(wanted_deg)
}

/// The lowest and the highest speed that are legal with the current and against it.
fn safe_speeds(needs: &NeedsOrders) -> (i16, i16) {
    let low = needs.with_current.low.max(needs.against_current.low);
    (low, needs.with_current.high.min(needs.against_current.high).max(low))
}

fn aim(outlook: &Outlook<'_, Noddy>, leg: &Leg) -> Option<Point> {
    match &leg.goal {
        Goal::Point(point) => Some(*point),
        Goal::Alongside(ship) => Some(outlook.table.placed(ship)?.observation.pose.stack),
    }
}

/// The nearest of these targets; with `guns`, the nearest at which some gun may fire.
fn nearest(outlook: &Outlook<'_, Noddy>, firer: &ShipId, targets: &[ShipId], guns: bool) -> Option<ShipId> {
    let place = |id: &ShipId| outlook.table.placed(id).map(|placed| placed.observation.pose.stack);
    let may =
        |target: &&ShipId| !guns || outlook.book.may_fire(outlook.state, outlook.table, (firer, *target));
    let distance_in = |target: &ShipId| match (place(firer), place(target)) {
        (Some(from), Some(to)) => from.distance_in(to),
        _ => f64::INFINITY,
    };
    let first = |one: &&ShipId, other: &&ShipId| distance_in(one).total_cmp(&distance_in(other));
    targets.iter().filter(may).min_by(first).cloned()
}

/// Moves a model by its written order, up to the first obstacle.
fn go(outlook: &Outlook<'_, Noddy>, id: &ShipId) -> Option<Order<Decision>> {
    let (state, table) = (outlook.state, outlook.table);
    let ship = state.ships.get(id)?;
    let course = ship.course?;
    let placed = table.placed(id)?;
    let start = placed.observation.pose;
    let Run { pose, short, .. } = if state.step == Step::Turn {
        let heading = start.heading.turned(course.turn_deg.to_radians());
        Run { pose: Pose { heading, ..start }, short: None, edge: None }
    } else {
        run(table, placed, (expected_in(state, ship, &course), course.speed < 0))
    };
    let order = MoveOrder { ship: id.clone(), short, settled: Vec::new() };
    Some(Order { models: vec![(id.clone(), vec![pose])], decision: Decision::Move { moves: vec![order] } })
}

impl<H: Helm> Commander<Noddy> for NoddyCaptain<H> {
    fn order(&mut self, outlook: &Outlook<'_, Noddy>) -> Option<Order<Decision>> {
        let now = (outlook.state.turn, outlook.state.step, outlook.state.segment);
        if self.now != now {
            self.now = now;
            self.done.clear();
        }
        outlook.questions.iter().find_map(|question| self.answer(outlook, &question.ask))
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, Noddy>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let mut order = order;
        if let Halt::TooClose { questions } = halt {
            for list in order.decision.settlements() {
                // Take the reading in favour of the acting ship; a person may choose otherwise.
                list.extend(questions.iter().filter_map(TooClose::first_reading));
            }
            if order.decision.settlements().len() <= 1 {
                return Some(order);
            }
        }
        match &order.decision {
            // One ship at a time, with the safest order.
            Decision::WriteOrders { orders } => {
                let first = &orders.first()?.ship;
                let needs = outlook.questions.iter().find_map(|question| match &question.ask {
                    Ask::Orders { ships } => ships.iter().find(|needs| needs.ship == *first),
                    _ => None,
                })?;
                let (low, high) = safe_speeds(needs);
                let speed = outlook.state.ships.get(first)?.speed.clamp(low, high);
                let order = Written::Here { course: Course { speed, turn_deg: 0.0 } };
                let orders = vec![ShipOrder { ship: first.clone(), order, settled: Vec::new() }];
                Some(Order::only(Decision::WriteOrders { orders }))
            }
            // If the stop can't be a contact, the ship has run aground.
            Decision::Move { moves } => {
                let first = moves.first().filter(|order| order.short == Some(Short::Contact))?;
                let again = MoveOrder { short: Some(Short::Ground), ..first.clone() };
                Some(Order { decision: Decision::Move { moves: vec![again] }, ..order })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Heading;

    /// NOD-5: with damaged steam pipes a ship loses way more slowly, so she must begin earlier to keep off an edge.
    #[test]
    fn who_slows_more_slowly_keeps_further_off() {
        let monitor = ShipId::new("monitor");
        let view = View {
            ship: &monitor,
            own: Pose { stack: Point::new(30.0, 20.0), heading: Heading::from_deg(0.0) },
            ram_bow: false,
            allowance_in: 6.0,
            table_in: (60.0, 36.0),
            enemies: Vec::new(),
            terrain: &[],
            draught_ft: 10.0,
        };
        let wanted = Course { speed: 12, turn_deg: 0.0 };
        let course = |slowing| safe_course(&view, wanted, &Bounds { slowest: 0, turn_deg: 30.0, slowing });
        assert_eq!(course(4), wanted);
        assert!(
            course(2) != wanted
                && is_safe(&view, &course(2), &Bounds { slowest: 0, turn_deg: 30.0, slowing: 2 })
        );
    }
}
