//! Who steers a ship: straight on, anywhere, or as Mahan does.

use crate::core::DataError;
use crate::core::play_out::{Goal, Lot};
use crate::mahan::display::Bearings;
use crate::mahan::orders::{
    Calling, MOST_REROLLS, MahanOrder, Mode, RunMode, Target, behind_each_other, mode, player_reference,
    ram_allowed, ram_run, sixty_turns,
};
use crate::mahan::tables::Tables;
use geometry::{Heading, Point, Pose, ShipId, Terrain, TerrainKind, signed_gap_in};

/// A point so far ahead is as good as a heading, inches.
const FAR_IN: f64 = 60.0;
/// The headings that Mahan assigns on a table without hexes, degrees apart.
const HEADING_STEP_DEG: f64 = 30.0;
/// A heading further than this off the one that has the enemy abeam leads to her or away from her, degrees.
const LEADS_TO_HER_DEG: f64 = 60.0;
/// No heading so nearly astern is assigned (MAH-15), degrees.
const ASTERN_DEG: f64 = 165.0;
/// So far off she keeps from what she could ground on, inches (house).
const OFF_SHORE_IN: f64 = 1.0;
/// A way is looked at every so many inches.
const STEP_IN: f64 = 0.5;

/// An enemy, as a helm sees her.
#[derive(Debug, Clone, PartialEq)]
pub struct Enemy {
    /// The ship that acts.
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
    /// The terrain on the table.
    pub terrain: &'a [Terrain],
    /// What she draws, feet.
    pub draught_ft: f64,
}

impl View<'_> {
    /// Is there water for her on this heading, as far as she may go?
    fn clear(&self, heading: Heading) -> bool {
        let dry = |piece: &&Terrain| match piece.kind {
            TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle => true,
            TerrainKind::Shoal { depth_ft } => depth_ft < self.draught_ft,
            TerrainKind::Mined => false,
        };
        let dry: Vec<&Terrain> = self.terrain.iter().filter(dry).collect();
        let wet = |at: Point| dry.iter().all(|piece| signed_gap_in(&piece.outline, at) > OFF_SHORE_IN);
        let steps = (self.allowance_in / STEP_IN).ceil() as u32;
        (1..=steps).all(|step| wet(self.own.stack.moved(heading, f64::from(step) * STEP_IN)))
    }

    /// The clear heading nearest to the one towards a point: "the most direct route which avoids land and shoals"
    /// (MAH-12). Towards it where none is clear.
    fn toward(&self, point: Point) -> Vec<Leg> {
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

    /// Heading and order by the display (MAH-14 to MAH-19); none where she makes for the enemy.
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
        stays_on_table(view, view.own.heading).then_some((view.own.heading, MahanOrder::Ahead))
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

/// Does she stay on the table on this heading (MAH-16), and off the shore (house)?
fn stays_on_table(view: &View<'_>, heading: Heading) -> bool {
    let to = view.own.stack.moved(heading, view.allowance_in + 1.0);
    (0.0..=view.table_in.0).contains(&to.x_in)
        && (0.0..=view.table_in.1).contains(&to.y_in)
        && view.clear(heading)
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
