//! Helms that steer a ship: straight on, at random, or by Mahan's rules.

use crate::core::play_out::{Goal, Lot};
use crate::core::{BookTables, DataError, Edge};
use crate::mahan::display::Bearings;
use crate::mahan::orders::{
    Calling, MOST_REROLLS, MahanOrder, Mode, RunMode, Target, behind_each_other, mode, player_reference,
    ram_allowed, ram_run, sixty_turns,
};
use crate::mahan::tables::Tables;
use geometry::{Heading, Point, Pose, ShipId, Terrain, TerrainKind, signed_gap_in};

/// A goal this far ahead serves as a heading, inches.
const FAR_IN: f64 = 60.0;
/// The step between the headings that Mahan assigns on a table without hexes, degrees.
const HEADING_STEP_DEG: f64 = 30.0;
/// A heading that differs from the enemy-abeam heading by more than this leads to or away from the enemy,
/// degrees.
const MAX_OFF_ABEAM_DEG: f64 = 60.0;
/// Turns beyond this are too near to 180 degrees and not assigned (MAH-15), degrees.
const ASTERN_DEG: f64 = 165.0;
/// The distance kept from terrain that the ship could ground on, inches (house).
const SHORE_CLEARANCE_IN: f64 = 1.0;
/// A ship that is nearer to a shore may come so much nearer still, inches: along a bank that is not quite straight.
const CLOSER_IN: f64 = 0.05;
/// The distance kept from the table's edge, inches (house).
const EDGE_CLEARANCE_IN: f64 = 1.0;
/// The spacing of the points checked along a way, inches.
const STEP_IN: f64 = 0.5;

/// An enemy, as seen by a helm.
#[derive(Debug, Clone, PartialEq)]
pub struct Enemy {
    /// The enemy's id.
    pub ship: ShipId,
    /// The enemy's pose.
    pub pose: Pose,
    /// The enemy's speed, whole knots.
    pub knots: u8,
    /// True at anchor, aground or fouled.
    pub helpless: bool,
    /// The ship's Value: what its side loses with it (MAH-AMB-2: the base game's Values are not in the seed).
    pub value: u32,
}

/// The data that a helm decides by.
#[derive(Debug)]
pub struct View<'a> {
    /// The ship to steer.
    pub ship: &'a ShipId,
    /// The ship's pose.
    pub own: Pose,
    /// True if the ship has a ram.
    pub ram_bow: bool,
    /// The distance that the ship may go, inches.
    pub allowance_in: f64,
    /// The size of the table, inches.
    pub table_in: (f64, f64),
    /// All enemies that the ship can see.
    pub enemies: Vec<Enemy>,
    /// The terrain on the table.
    pub terrain: &'a [Terrain],
    /// The ship's draught, feet.
    pub draught_ft: f64,
}

impl View<'_> {
    /// Tells whether the water is deep enough on this heading, as far as the ship may go.
    pub fn clear(&self, heading: Heading) -> bool {
        self.is_clear_way(Pose { heading, ..self.own }, self.allowance_in)
    }

    /// Tells whether the water is deep enough on a straight way. Who begins nearer to a shore than she should be may go
    /// along it, and off.
    fn is_clear_way(&self, from: Pose, way_in: f64) -> bool {
        let dry = |piece: &&Terrain| match piece.kind {
            TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle => true,
            TerrainKind::Shoal { depth_ft } => depth_ft < self.draught_ft,
            TerrainKind::Mined => false,
        };
        let steps = (way_in / STEP_IN).ceil() as u32;
        self.terrain.iter().filter(dry).all(|piece| {
            let gap_in = |at: Point| signed_gap_in(&piece.outline, at);
            let clearance_in = SHORE_CLEARANCE_IN.min(gap_in(self.own.stack) - CLOSER_IN);
            (1..=steps)
                .all(|step| gap_in(from.stack.moved(from.heading, f64::from(step) * STEP_IN)) > clearance_in)
        })
    }

    /// Tells whether a straight way stays on the table (MAH-16) and off the shore (house).
    pub fn is_safe_way(&self, from: Pose, way_in: f64) -> bool {
        let beyond = from.stack.moved(from.heading, way_in + EDGE_CLEARANCE_IN);
        let on_table =
            (0.0..=self.table_in.0).contains(&beyond.x_in) && (0.0..=self.table_in.1).contains(&beyond.y_in);
        on_table && self.is_clear_way(from, way_in)
    }

    /// The clear heading nearest to the one towards a point: "the most direct route which avoids land and
    /// shoals" (MAH-12). Straight towards it where none is clear.
    pub fn toward(&self, point: Point) -> Vec<Leg> {
        let straight = self.own.stack.heading_to(point);
        let detour = (1..=5).flat_map(|turns| {
            [-HEADING_STEP_DEG, HEADING_STEP_DEG].map(|deg| (f64::from(turns) * deg).to_radians())
        });
        let round = detour.map(|rad| straight.turned(rad)).find(|heading| self.clear(*heading));
        match round.filter(|_| !self.clear(straight)) {
            Some(heading) => vec![toward(self.own, heading, 1.0)],
            None => vec![Leg { share: 1.0, goal: Goal::Point(point) }],
        }
    }

    /// Tells whether the ship stays on the table (MAH-16) and off the shore (house) on this heading.
    pub fn stays_on_table(&self, heading: Heading) -> bool {
        self.is_safe_way(Pose { heading, ..self.own }, self.allowance_in)
    }
}

/// A part of a move, with its goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// The share of the allowance, 0 to 1.
    pub share: f64,
    /// The goal.
    pub goal: Goal,
}

/// Steers one ship at a time.
pub trait Helm {
    /// The course for this move; empty to stay.
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg>;

    /// The enemy that a ship fires at if her guns bear; none for the nearest (MAH-25).
    fn target(&self, ship: &ShipId) -> Option<&ShipId> {
        let _ = ship;
        None
    }

    /// The share of her best speed at which a ship is to steam, 0 to 1.
    fn pace(&self, ship: &ShipId) -> f64 {
        let _ = ship;
        1.0
    }

    /// Tells whether a ship is to bring her broadside to bear, where arcs are so narrow that the helm's heading alone
    /// does not.
    fn brings_broadside(&self, ship: &ShipId) -> bool {
        let _ = ship;
        false
    }

    /// The edge over which a ship is to leave the table; none for one that stays on it.
    fn edge(&self, ship: &ShipId) -> Option<Edge> {
        let _ = ship;
        None
    }

    /// Tells whether a ship is kept off shores and on the table by her course, where she turns so slowly that the helm's
    /// heading alone does not.
    fn keeps_off(&self, ship: &ShipId) -> bool {
        let _ = ship;
        false
    }

    /// Tells whether a ship with a ram uses it on an enemy that she touches.
    fn rams(&self, ship: &ShipId) -> bool {
        let _ = ship;
        true
    }
}

fn toward(from: Pose, heading: Heading, share: f64) -> Leg {
    Leg { share, goal: Goal::Point(from.stack.moved(heading, FAR_IN)) }
}

/// Always goes straight on.
#[derive(Debug, Clone, Copy)]
pub struct Straight;

impl Helm for Straight {
    fn course(&mut self, view: &View<'_>, _: &mut Lot) -> Vec<Leg> {
        vec![toward(view.own, view.own.heading, 1.0)]
    }
}

/// Steers at random.
#[derive(Debug, Clone, Copy)]
pub struct Wander;

impl Helm for Wander {
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg> {
        vec![toward(view.own, Heading::from_deg(lot.between(0.0, 360.0)), lot.between(0.2, 1.0))]
    }
}

/// Steers by Mahan's rules (MAH-3).
#[derive(Debug, Clone)]
pub struct Mahan {
    tables: Tables,
}

impl Mahan {
    /// Uses the compiled display.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test shows that the compiled ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        Ok(Self::with_tables(Tables::embedded()?))
    }

    /// Uses these tables, possibly with the player's own display (MAH-AMB-1).
    pub fn with_tables(tables: Tables) -> Self {
        Self { tables }
    }

    /// Range and bearing between two ships, with an inch as a hex.
    fn bearings(from: Pose, to: Pose) -> Bearings {
        let bearing_deg = from.heading.relative(from.stack.heading_to(to.stack)).rad().to_degrees();
        Bearings {
            distance: from.stack.distance_in(to.stack).ceil() as u32,
            bearing_deg: bearing_deg.rem_euclid(360.0),
        }
    }

    /// Heading and order by the display (MAH-14 to MAH-19); none where the ship makes for the enemy.
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
            if turned_deg < ASTERN_DEG && view.stays_on_table(heading) {
                return Some((heading, order));
            }
        }
        // MAH-AMB-11: Ahead on the present heading; where that leads off the table, towards the enemy.
        view.stays_on_table(view.own.heading).then_some((view.own.heading, MahanOrder::Ahead))
    }

    /// Turns an order into the legs of one move; its quarters are the rounds (MAH-21, MAH-22).
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

/// Of the twelve headings near the wanted one, the one that brings the enemy nearest to abeam; where the
/// wanted heading leads towards the enemy, simply the nearest of the twelve.
fn broadside_on(own: Pose, enemy: Pose, wanted_deg: f64) -> Heading {
    let nearest_deg = (wanted_deg / HEADING_STEP_DEG).round() * HEADING_STEP_DEG;
    let to_enemy = own.stack.heading_to(enemy.stack);
    let off_beam_deg = |heading_deg: f64| {
        let bearing_rad = Heading::from_deg(heading_deg).relative(to_enemy).rad();
        (bearing_rad.to_degrees().abs() - 90.0).abs()
    };
    if off_beam_deg(nearest_deg) > MAX_OFF_ABEAM_DEG {
        return Heading::from_deg(nearest_deg);
    }
    let candidates = [nearest_deg, nearest_deg - HEADING_STEP_DEG, nearest_deg + HEADING_STEP_DEG];
    let best =
        candidates.into_iter().min_by(|one, other| off_beam_deg(*one).total_cmp(&off_beam_deg(*other)));
    Heading::from_deg(best.unwrap_or(nearest_deg))
}

impl Helm for Mahan {
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg> {
        self.steer(view, lot)
    }

    fn brings_broadside(&self, _: &ShipId) -> bool {
        true
    }

    fn keeps_off(&self, _: &ShipId) -> bool {
        true
    }
}

impl Mahan {
    /// The course by his rules; the lot throws the display's dice.
    pub fn steer(&self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg> {
        let distance_in = |enemy: &Enemy| view.own.stack.distance_in(enemy.pose.stack);
        let target = |enemy: &Enemy| {
            let distance = geometry::round_in(distance_in(enemy));
            Target { ship: enemy.clone(), distance, value: enemy.value }
        };
        // A ram leaves the display (MAH-32) for the nearest ship that may be rammed (MAH-31).
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
                    view.toward(victim.pose.stack.moved(victim.pose.heading, ahead_in))
                }
            };
        }
        let all: Vec<Target<Enemy>> = view.enemies.iter().map(target).collect();
        let Some(enemy) = player_reference(&all) else { return Vec::new() };
        let hexes = distance_in(&enemy).ceil() as u32;
        match mode(&self.tables, Some(hexes), false) {
            Mode::Bmd => match self.by_display(view, &enemy, lot) {
                Some(assigned) => self.legs(view.own, assigned, lot),
                None => view.toward(enemy.pose.stack),
            },
            Mode::ApproachNearest | Mode::Retreat => view.toward(enemy.pose.stack),
        }
    }
}
