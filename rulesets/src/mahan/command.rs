//! Mahan commands a side of a Gunboat battle, in free inches: his hexes become inches, his headings any of twelve, a
//! move of the turn is one of his orders phases. He sees what his side may see, and his orders say where each of his
//! models is to be set down: the ghosts of a screen.
//!
//! Whoever stands at the helm instead fights with the same gunnery: two other helms are here to judge the display by
//! (MAH-AMB-1).

use crate::core::play_out::{Goal, Lot, Means, sail, touched};
use crate::core::{Commander, DataError, Faces, Halt, Order, Outlook, PlacedShip, PlacedTable, Settlement};
use crate::gunboat::play_out::chances;
use crate::gunboat::{
    Ask, Decision, Gunboat, MountChoice, MoveOrder, ShipState, Side, SpeedOrder, Step, suggest_ticks,
};
use crate::mahan::display::Bearings;
use crate::mahan::orders::{
    Calling, MOST_REROLLS, MahanOrder, Mode, RunMode, Target, behind_each_other, mode, player_reference,
    ram_allowed, ram_run, sixty_turns,
};
use crate::mahan::tables::Tables;
use geometry::{Heading, Pose, ShipId};
use std::collections::BTreeSet;

/// A point so far ahead is as good as a heading, inches.
const FAR_IN: f64 = 60.0;
/// A way is kept so far short of what the speed allows: facts are rounded, inches.
const SHORT_OF_IN: f64 = 0.01;
/// The headings that Mahan assigns on a table without hexes, degrees apart.
const HEADING_STEP_DEG: f64 = 30.0;
/// A heading further than this off the one that has the enemy abeam leads to her or away from her, degrees.
const LEADS_TO_HER_DEG: f64 = 60.0;
/// No heading so nearly astern is assigned (MAH-15), degrees.
const ASTERN_DEG: f64 = 165.0;

/// An enemy, as a helm sees her.
#[derive(Debug, Clone, PartialEq)]
pub struct Enemy {
    /// Who.
    pub ship: ShipId,
    /// Where she stands.
    pub pose: Pose,
    /// Her speed, whole knots.
    pub knots: u8,
    /// She lies at anchor, aground or fouled.
    pub helpless: bool,
    /// Her Value: what she can lose (MAH-AMB-2: the base game's is not in the seed).
    pub value: u32,
}

/// What a helm has before it.
#[derive(Debug)]
pub struct View<'a> {
    /// Whose helm.
    pub ship: &'a ShipId,
    /// Where she stands.
    pub own: Pose,
    /// She has a ram.
    pub ram_bow: bool,
    /// How far she may go, inches.
    pub allowance_in: f64,
    /// The table's sides, inches.
    pub table_in: (f64, f64),
    /// Everyone she can see.
    pub enemies: Vec<Enemy>,
}

/// A stretch of a move: so much of the way, for there.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// A share of what she may go, 0 to 1.
    pub share: f64,
    /// Where to.
    pub goal: Goal,
}

/// Steers one ship at a time.
pub trait Helm {
    /// Her course for this move; empty to stay.
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg>;
}

fn toward(from: Pose, heading: Heading, share: f64) -> Leg {
    Leg { share, goal: Goal::Point(from.stack.moved(heading, FAR_IN)) }
}

/// Straight on, whatever happens.
#[derive(Debug, Clone, Copy)]
pub struct Straight;

impl Helm for Straight {
    fn course(&mut self, view: &View<'_>, _: &mut Lot) -> Vec<Leg> {
        vec![toward(view.own, view.own.heading, 1.0)]
    }
}

/// Anywhere.
#[derive(Debug, Clone, Copy)]
pub struct Wander;

impl Helm for Wander {
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg> {
        vec![toward(view.own, Heading::from_deg(lot.between(0.0, 360.0)), lot.between(0.2, 1.0))]
    }
}

/// Mahan (MAH-3).
#[derive(Debug, Clone)]
pub struct Mahan {
    tables: Tables,
}

impl Mahan {
    /// With the display compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test holds that the compiled ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        Ok(Self::with_tables(Tables::embedded()?))
    }

    /// With these tables, perhaps with the player's own display (MAH-AMB-1).
    pub fn with_tables(tables: Tables) -> Self {
        Self { tables }
    }

    /// Where a ship stands off another, in hexes of an inch.
    fn bearings(from: Pose, to: Pose) -> Bearings {
        let bearing_deg = from.heading.relative(from.stack.heading_to(to.stack)).rad().to_degrees();
        Bearings {
            distance: from.stack.distance_in(to.stack).ceil() as u32,
            bearing_deg: bearing_deg.rem_euclid(360.0),
        }
    }

    /// Heading and order by the display (MAH-14 to MAH-19).
    fn by_display(&self, view: &View<'_>, enemy: &Enemy, lot: &mut Lot) -> Option<(Heading, MahanOrder)> {
        let own_from_enemy = Self::bearings(enemy.pose, view.own);
        let enemy_from_own = Self::bearings(view.own, enemy.pose);
        let apart_deg = view.own.heading.relative(enemy.pose.heading).rad().to_degrees().abs();
        let d10 = |lot: &mut Lot| lot.below(10) as u8 + 1;
        if behind_each_other(own_from_enemy, enemy_from_own, apart_deg > 150.0) {
            let port = d10(lot) <= self.tables.about_port_at();
            let order = if port { MahanOrder::AboutPort } else { MahanOrder::AboutStarboard };
            return Some((view.own.heading, order));
        }
        let sector = self.tables.display().sector(own_from_enemy)?;
        for _ in 0..=MOST_REROLLS {
            let (hexsides, order) = sector.read(d10(lot))?;
            let wanted_deg = enemy.pose.heading.deg() + 60.0 * f64::from(hexsides);
            let heading = broadside_on(view.own, enemy.pose, wanted_deg);
            let turned_deg = view.own.heading.relative(heading).rad().to_degrees().abs();
            if turned_deg < ASTERN_DEG && stays_on_table(view, heading) {
                return Some((heading, order));
            }
        }
        // MAH-AMB-11: Ahead as she heads; on a table that would be over the edge, so for the enemy.
        let ahead = if stays_on_table(view, view.own.heading) {
            view.own.heading
        } else {
            view.own.stack.heading_to(enemy.pose.stack)
        };
        Some((ahead, MahanOrder::Ahead))
    }

    /// An order as legs of one move, whose quarters are its rounds (MAH-21, MAH-22).
    fn legs(&self, own: Pose, (heading, order): (Heading, MahanOrder), lot: &mut Lot) -> Vec<Leg> {
        let turned =
            |turns: f64| heading.turned(f64::from(order.turn()) * turns * std::f64::consts::FRAC_PI_3);
        match order.turns() {
            0 => vec![toward(own, heading, 1.0)],
            1 => {
                let turns = |round: &u8, lot: &mut Lot| {
                    let die = Some(lot.below(10) as u8 + 1);
                    sixty_turns(&self.tables, *round, die).unwrap_or(false)
                };
                let round = (1..=4).find(|round| turns(round, lot)).unwrap_or(4);
                let share = f64::from(round) / 4.0;
                if round == 4 {
                    return vec![toward(own, heading, 1.0)];
                }
                vec![toward(own, heading, share), toward(own, turned(1.0), 1.0 - share)]
            }
            _ => vec![toward(own, turned(1.5), 0.5), toward(own, turned(3.0), 0.5)],
        }
    }
}

/// The one of the twelve headings next to the wanted one that brings the enemy nearest to abeam; where the wanted one
/// leads to her rather than past her, just the nearest of the twelve.
fn broadside_on(own: Pose, enemy: Pose, wanted_deg: f64) -> Heading {
    let nearest_deg = (wanted_deg / HEADING_STEP_DEG).round() * HEADING_STEP_DEG;
    let to_enemy = own.stack.heading_to(enemy.stack);
    let off_beam_deg = |heading_deg: f64| {
        let bearing_rad = Heading::from_deg(heading_deg).relative(to_enemy).rad();
        (bearing_rad.to_degrees().abs() - 90.0).abs()
    };
    if off_beam_deg(nearest_deg) > LEADS_TO_HER_DEG {
        return Heading::from_deg(nearest_deg);
    }
    let candidates = [nearest_deg, nearest_deg - HEADING_STEP_DEG, nearest_deg + HEADING_STEP_DEG];
    let best =
        candidates.into_iter().min_by(|one, other| off_beam_deg(*one).total_cmp(&off_beam_deg(*other)));
    Heading::from_deg(best.unwrap_or(nearest_deg))
}

/// Does she stay on the table on this heading (MAH-16)?
fn stays_on_table(view: &View<'_>, heading: Heading) -> bool {
    let to = view.own.stack.moved(heading, view.allowance_in + 1.0);
    (0.0..=view.table_in.0).contains(&to.x_in) && (0.0..=view.table_in.1).contains(&to.y_in)
}

impl Helm for Mahan {
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg> {
        let distance_in = |enemy: &Enemy| view.own.stack.distance_in(enemy.pose.stack);
        let target = |enemy: &Enemy| {
            let distance = geometry::round_in(distance_in(enemy));
            Target { ship: enemy.clone(), distance, value: enemy.value }
        };
        // A ram drops the display (MAH-32) for the nearest ship that may be rammed (MAH-31).
        let may = |enemy: &&Enemy| {
            let calling = Calling { powered_speed: enemy.knots, helpless: enemy.helpless };
            ram_allowed(&self.tables, view.ram_bow, calling)
        };
        let victims: Vec<Target<Enemy>> = view.enemies.iter().filter(may).map(target).collect();
        if let Some(victim) = player_reference(&victims) {
            return match ram_run(&self.tables, true, distance_in(&victim).ceil() as u32) {
                RunMode::HitRunFreeTurns => vec![Leg { share: 1.0, goal: Goal::Alongside(victim.ship) }],
                RunMode::AimTwoHexesAheadOfBow | RunMode::Bmd => {
                    let ahead_in = f64::from(self.tables.ram().ahead_hexes);
                    let point = victim.pose.stack.moved(victim.pose.heading, ahead_in);
                    vec![Leg { share: 1.0, goal: Goal::Point(point) }]
                }
            };
        }
        let all: Vec<Target<Enemy>> = view.enemies.iter().map(target).collect();
        let Some(enemy) = player_reference(&all) else { return Vec::new() };
        let hexes = distance_in(&enemy).ceil() as u32;
        let approach = vec![Leg { share: 1.0, goal: Goal::Point(enemy.pose.stack) }];
        match mode(&self.tables, Some(hexes), false) {
            Mode::Bmd => match self.by_display(view, &enemy, lot) {
                Some(assigned) => self.legs(view.own, assigned, lot),
                None => approach,
            },
            Mode::ApproachNearest | Mode::Retreat => approach,
        }
    }
}

/// What is done once in a step, by kind and ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Once {
    Fire,
    RingUp,
    Move,
    Ram,
    Refloat,
}

/// Commands a side of a Gunboat battle: full speed, all guns that bear on the nearest enemy (MAH-25), and a helm.
#[derive(Debug, Clone)]
pub struct Captain<H> {
    side: Side,
    helm: H,
    lot: Lot,
    now: (u32, Step),
    done: BTreeSet<(Once, ShipId)>,
    vain: BTreeSet<(ShipId, ShipId)>,
}

impl<H: Helm> Captain<H> {
    /// Everything follows from the seed: the dice of the display, too.
    pub fn new(side: Side, helm: H, seed: u64) -> Self {
        let (done, vain) = (BTreeSet::new(), BTreeSet::new());
        Self { side, helm, lot: Lot::new(seed), now: (0, Step::UnionMove), done, vain }
    }

    /// The first time in a step; none after that.
    fn once(&mut self, kind: Once, ship: &ShipId) -> Option<()> {
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
                if self.done.contains(&(Once::Fire, shooter.clone())) {
                    return None;
                }
                let mut chances = chances(outlook, shooter, mounts, targets);
                chances.retain(|chance| !self.vain.contains(&(shooter.clone(), chance.target.clone())));
                let Some(nearest) = chances.first() else {
                    self.once(Once::Fire, shooter)?;
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
                    if self.once(Once::RingUp, ship).is_some() {
                        orders.push(SpeedOrder { ship: ship.clone(), speed: limits.fastest });
                    }
                }
                (!orders.is_empty()).then_some(Decision::RingUp { orders })?
            }
            Ask::Move { ships } => return self.steer(outlook, ships),
            Ask::Ram { ships } => self.ram(outlook, ships)?,
            Ask::Refloat { ship } => {
                self.once(Once::Refloat, ship)?;
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

    /// Moves all ships that may move, one after the other, and has their moves judged together.
    fn steer(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Order<Decision>> {
        let mut table = outlook.table.clone();
        let (mut models, mut moves) = (Vec::new(), Vec::new());
        for review in outlook.book.review_moves(outlook.state, outlook.table, self.side) {
            if !ships.contains(&review.ship) || self.once(Once::Move, &review.ship).is_none() {
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
            };
            let legs = self.helm.course(&view, &mut self.lot);
            let means = Means { steering: review.steering, length_in: review.allowance_in - SHORT_OF_IN };
            let stops = stops(&table, placed, &legs, means);
            let Some(last) = stops.last() else { continue };
            table.set_down(&review.ship, *last);
            models.push((review.ship.clone(), stops));
            moves.push(MoveOrder { ship: review.ship, settled: Vec::new(), ashore: false });
        }
        (!models.is_empty()).then_some(Order { models, decision: Decision::Move { moves } })
    }

    fn ram(&mut self, outlook: &Outlook<'_, Gunboat>, ships: &[ShipId]) -> Option<Decision> {
        ships.iter().find_map(|rammer| {
            let own = outlook.state.ships.get(rammer)?;
            // Non-ram bows make no ramming attacks (MAH-30).
            (own.card.ram > 0).then(|| self.once(Once::Ram, rammer))??;
            let near = touched(outlook.table, outlook.table.placed(rammer)?);
            let enemy = |id: &&ShipId| {
                outlook.state.ships.get(*id).is_some_and(|ship| ship.card.side != self.side && ship.present())
            };
            let target = near.iter().find(enemy)?.clone();
            Some(Decision::Ram { rammer: rammer.clone(), target, settled: Vec::new() })
        })
    }
}

/// Sails the legs one after the other: the places at which her model is set down.
fn stops(table: &PlacedTable, mut ship: PlacedShip, legs: &[Leg], means: Means) -> Vec<Pose> {
    let mut stops = Vec::new();
    for leg in legs {
        let length_in = means.length_in * leg.share - SHORT_OF_IN;
        let Some((pose, _)) = sail(table, &ship, &leg.goal, Means { length_in, ..means }) else { break };
        ship.observation.pose = pose;
        stops.push(pose);
    }
    stops
}

impl<H: Helm> Commander<Gunboat> for Captain<H> {
    fn order(&mut self, outlook: &Outlook<'_, Gunboat>) -> Option<Order<Decision>> {
        let now = (outlook.state.turn, outlook.state.step);
        if self.now != now {
            self.now = now;
            self.done.clear();
            self.vain.clear();
        }
        let speeds = |ask: &Ask| matches!(ask, Ask::RingUp { .. });
        let waits = |ask: &Ask| matches!(ask, Ask::Volley { .. });
        let asks = || outlook.questions.iter().map(|question| &question.ask);
        // Speeds are rung up first; a volley is closed when everybody has fired.
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
            let settlements = match &mut decision {
                Decision::Fire { settled, .. } | Decision::Ram { settled, .. } => Some(settled),
                _ => None,
            };
            if let Some(settled) = settlements {
                // The reading in favour of who acts; a person may say otherwise.
                for question in questions {
                    let reading = question.readings.first()?.id.clone();
                    settled.push(Settlement { key: question.key.clone(), reading });
                }
                return Some(Order { models, decision });
            }
        }
        match decision {
            // Who is at fault among several is found by halves; the others are moved after that.
            Decision::Move { mut moves } if moves.len() > 1 => {
                for other in moves.split_off(moves.len() / 2) {
                    self.done.remove(&(Once::Move, other.ship));
                }
                let kept = |(ship, _): &(ShipId, Vec<Pose>)| moves.iter().any(|order| order.ship == *ship);
                let models = models.into_iter().filter(kept).collect();
                Some(Order { models, decision: Decision::Move { moves } })
            }
            Decision::Fire { shooter, target, .. } => {
                self.vain.insert((shooter, target));
                None
            }
            _ => None,
        }
    }
}

/// Somebody who has nothing to decide: an umpire where none is needed.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl Commander<Gunboat> for Nobody {
    fn order(&mut self, _: &Outlook<'_, Gunboat>) -> Option<Order<Decision>> {
        None
    }

    fn instead(&mut self, _: &Outlook<'_, Gunboat>, _: Order<Decision>, _: &Halt) -> Option<Order<Decision>> {
        None
    }
}
