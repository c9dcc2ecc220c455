//! Registration of ships close together: each ship without the pixels that belong to its neighbours.

use crate::hull::pose::HullPose;
use crate::template::plane::Plane;
use geometry::{HullShape, Point, Pose};

/// The part of the picture that a neighbouring ship covers.
#[derive(Debug, Clone)]
pub struct Occluder {
    /// Its hull's outline as half planes: unit normal pointing outward, and the distance of the edge along it.
    edges: Vec<(f64, f64, f64)>,
    middle: Point,
    reach_in: f64,
    /// Height up to which its walls and deckhouses are counted, inches.
    house_in: f64,
}

/// Blur across an outline, inches.
const BLUR_IN: f64 = 0.02;
/// Height of deckhouses as a share of the stack's height. Masts and stacks are thin and are rejected as
/// outliers.
const HOUSE_SHARE: f64 = 0.25;
/// Number of heights at which a neighbour's outline is tested.
const STEPS: u32 = 3;

impl Occluder {
    /// A hull at `pose` whose stack reaches `stack_height_in` over the table.
    pub fn new(hull: &HullShape, pose: HullPose, stack_height_in: f64) -> Self {
        let stack = pose.point(hull.stack_ahead_in, 0.0);
        let outline = hull.outline(Pose { stack, heading: pose.heading });
        let next = outline.iter().cycle().skip(1);
        let edges = outline
            .iter()
            .zip(next)
            .map(|(from, to)| {
                // The outline is clockwise, so outside is to the left.
                let (dx, dy) = (to.x_in - from.x_in, to.y_in - from.y_in);
                let length_in = dx.hypot(dy).max(1e-9);
                let (nx, ny) = (-dy / length_in, dx / length_in);
                (nx, ny, nx * from.x_in + ny * from.y_in)
            })
            .collect();
        Self {
            edges,
            middle: pose.middle,
            reach_in: 0.5 * hull.length_in.hypot(hull.beam_in),
            house_in: HOUSE_SHARE * stack_height_in,
        }
    }

    /// True if this ship hides the point `point` of the plane.
    pub fn hides(&self, point: Point, plane: Plane<'_>) -> bool {
        let lean = plane.camera.lean(point);
        let beyond_in = self.reach_in + BLUR_IN + self.house_in.max(plane.height_in) * lean.norm();
        if self.middle.distance_in(point) > beyond_in {
            return false;
        }
        (0..=STEPS).any(|step| {
            let height_in = self.house_in * f64::from(step) / f64::from(STEPS);
            let over_in = height_in - plane.height_in;
            let (x, y) = (point.x_in - over_in * lean.x, point.y_in - over_in * lean.y);
            self.edges.iter().all(|&(nx, ny, edge)| nx * x + ny * y - edge < BLUR_IN)
        })
    }
}

/// Overlap of two hull plans: the share of the smaller one that both cover.
pub fn shared(one: (&HullShape, HullPose), other: (&HullShape, HullPose)) -> f64 {
    const ALONG: i32 = 7;
    const ACROSS: i32 = 2;
    let area = |hull: &HullShape| hull.length_in * hull.beam_in;
    let (small, large) = if area(one.0) < area(other.0) { (one, other) } else { (other, one) };
    if small.1.middle.distance_in(large.1.middle) > 0.5 * (small.0.length_in + large.0.length_in) {
        return 0.0;
    }
    let mut both = 0;
    for along in -ALONG..=ALONG {
        for across in -ACROSS..=ACROSS {
            let ahead_in = 0.48 * small.0.length_in * f64::from(along) / f64::from(ALONG);
            let starboard_in = 0.45 * small.0.beam_in * f64::from(across) / f64::from(ACROSS);
            let (u, v) = large.1.ship_frame(small.1.point(ahead_in, starboard_in));
            both += i32::from(u.abs() < 0.48 * large.0.length_in && v.abs() < 0.45 * large.0.beam_in);
        }
    }
    f64::from(both) / f64::from((2 * ALONG + 1) * (2 * ACROSS + 1))
}
