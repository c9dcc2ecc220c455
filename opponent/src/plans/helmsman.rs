//! Steers ships by their plans, in free inches.

use crate::plans::{Manoeuvre, Plan, Plans};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::Edge;
use rulesets::core::play_out::{Goal, Lot};
use rulesets::mahan::command::{Enemy, Helm, Leg, Mahan, View};
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// A goal this far ahead serves as a heading, inches.
const FAR_IN: f64 = 60.0;
/// The step between the headings tried where the wanted one leads ashore or off the table, degrees.
const STEP_DEG: f64 = 15.0;
/// A ship that crosses a bow or a stern aims this far from the target's middle, in lengths of her own move.
const CROSSING_SHARE: f64 = 0.5;
/// A ship this much off her range, as a share of it, steers straight in or out.
const IN_OR_OUT_SHARE: f64 = 0.5;

/// Steers by plans.
#[derive(Debug, Clone)]
pub struct Helmsman {
    plans: Plans,
    /// The display, for ships that manoeuvre by it.
    mahan: Option<Arc<Mahan>>,
    /// True if the enemy moves at the same time: then a ship steers for where the target will be.
    leads: bool,
}

impl Helmsman {
    /// A helmsman with these plans; `leads` if both sides move at the same time.
    pub fn new(plans: Plans, mahan: Option<Arc<Mahan>>, leads: bool) -> Self {
        Self { plans, mahan, leads }
    }

    /// The place of the target when it is reached.
    fn met_at(&self, view: &View<'_>, enemy: &Enemy) -> Point {
        let run_in = if self.leads { f64::from(enemy.knots).min(view.allowance_in) } else { 0.0 };
        enemy.pose.stack.moved(enemy.pose.heading, run_in)
    }

    fn steer(&self, view: &View<'_>, plan: &Plan, enemy: &Enemy) -> Vec<Leg> {
        let at = self.met_at(view, enemy);
        let beside_in = view.allowance_in.max(2.0) * CROSSING_SHARE;
        match plan.manoeuvre {
            Manoeuvre::Close => view.toward(at),
            Manoeuvre::Ram if self.leads => view.toward(at),
            Manoeuvre::Ram => vec![Leg { share: 1.0, goal: Goal::Alongside(enemy.ship.clone()) }],
            Manoeuvre::CrossBow => view.toward(at.moved(enemy.pose.heading, beside_in)),
            Manoeuvre::CrossStern => view.toward(at.moved(enemy.pose.heading, -beside_in)),
            Manoeuvre::StandOff { range_in } => on(view, broadside_on(view, at, range_in)),
            Manoeuvre::Withdraw => on(view, away(view)),
            Manoeuvre::Leave { edge } => view.toward(beyond(view, edge)),
            Manoeuvre::Ahead => on(view, view.own.heading),
            Manoeuvre::Hold | Manoeuvre::ByMahan => Vec::new(),
        }
    }
}

/// A leg on the heading nearest to this one that stays on the table and in deep water.
fn on(view: &View<'_>, wanted: Heading) -> Vec<Leg> {
    let steps = (180.0 / STEP_DEG) as u32;
    let to_both = (0..=steps).flat_map(|step| {
        let rad = (f64::from(step) * STEP_DEG).to_radians();
        [wanted.turned(rad), wanted.turned(-rad)]
    });
    let heading = to_both.into_iter().find(|heading| view.stays_on_table(*heading)).unwrap_or(wanted);
    vec![Leg { share: 1.0, goal: Goal::Point(view.own.stack.moved(heading, FAR_IN)) }]
}

/// The heading that brings the point abeam at this range: of the two sides the one with the smaller turn.
fn broadside_on(view: &View<'_>, at: Point, range_in: f64) -> Heading {
    let Pose { stack, heading } = view.own;
    let to_it = stack.heading_to(at);
    let off = ((stack.distance_in(at) - range_in) / (range_in * IN_OR_OUT_SHARE)).clamp(-1.0, 1.0);
    // 90 degrees off the bow at the range, straight in when far outside, and out when far inside.
    let off_bow_rad = FRAC_PI_2 * (1.0 - off);
    let sides = [to_it.turned(off_bow_rad.min(PI)), to_it.turned(-off_bow_rad.min(PI))];
    let turn_rad = |side: &Heading| {
        let ashore = if view.stays_on_table(*side) { 0.0 } else { PI };
        heading.relative(*side).rad().abs() + ashore
    };
    let [one, other] = sides;
    if turn_rad(&one) <= turn_rad(&other) { one } else { other }
}

/// The heading away from all enemies, near ones counting most.
fn away(view: &View<'_>) -> Heading {
    let mut sum = Point::new(0.0, 0.0);
    for enemy in &view.enemies {
        let (own, theirs) = (view.own.stack, enemy.pose.stack);
        let apart_in2 = own.distance_in(theirs).powi(2).max(1.0);
        sum = Point::new(
            sum.x_in + (own.x_in - theirs.x_in) / apart_in2,
            sum.y_in + (own.y_in - theirs.y_in) / apart_in2,
        );
    }
    Point::new(0.0, 0.0).heading_to(sum)
}

/// The point of an edge nearest to the ship, a little beyond it.
fn beyond(view: &View<'_>, edge: Edge) -> Point {
    let (here, (east_in, north_in)) = (view.own.stack, view.table_in);
    match edge {
        Edge::North => Point::new(here.x_in, north_in + 1.0),
        Edge::East => Point::new(east_in + 1.0, here.y_in),
        Edge::South => Point::new(here.x_in, -1.0),
        Edge::West => Point::new(-1.0, here.y_in),
    }
}

impl Helm for Helmsman {
    fn course(&mut self, view: &View<'_>, lot: &mut Lot) -> Vec<Leg> {
        let plan = self.plans.of(view.ship);
        if plan.manoeuvre == Manoeuvre::ByMahan
            && let Some(mahan) = &self.mahan
        {
            return mahan.steer(view, lot);
        }
        let far = |enemy: &&Enemy| view.own.stack.distance_in(enemy.pose.stack);
        let named = view.enemies.iter().find(|enemy| Some(&enemy.ship) == plan.target.as_ref());
        let nearest = view.enemies.iter().min_by(|one, other| far(one).total_cmp(&far(other)));
        match named.or(nearest) {
            Some(enemy) => self.steer(view, plan, enemy),
            None if matches!(plan.manoeuvre, Manoeuvre::Hold) => Vec::new(),
            None => on(view, view.own.heading),
        }
    }

    fn target(&self, ship: &ShipId) -> Option<&ShipId> {
        self.plans.of(ship).target.as_ref()
    }

    fn pace(&self, ship: &ShipId) -> f64 {
        if self.plans.of(ship).manoeuvre == Manoeuvre::Hold { 0.0 } else { 1.0 }
    }

    fn brings_broadside(&self, ship: &ShipId) -> bool {
        matches!(
            self.plans.of(ship).manoeuvre,
            Manoeuvre::StandOff { .. } | Manoeuvre::ByMahan | Manoeuvre::CrossBow | Manoeuvre::CrossStern
        )
    }

    fn keeps_off(&self, ship: &ShipId) -> bool {
        self.plans.of(ship).manoeuvre != Manoeuvre::Ahead
    }

    fn edge(&self, ship: &ShipId) -> Option<Edge> {
        match self.plans.of(ship).manoeuvre {
            Manoeuvre::Leave { edge } => Some(edge),
            _ => None,
        }
    }

    fn rams(&self, ship: &ShipId) -> bool {
        // Who is alongside by another manoeuvre has a ram for it too; only who draws off wants none.
        !matches!(self.plans.of(ship).manoeuvre, Manoeuvre::Withdraw | Manoeuvre::Hold)
    }
}
