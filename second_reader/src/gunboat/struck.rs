//! The part of a hull that a bow strikes (GUN-47): the side, or one of the ends.

use super::Battle;
use crate::plane::{Point, distance_in, nearest_on, outline_in, within};
use crate::record::Place;
use std::collections::BTreeSet;

/// The sheet doesn't define where a side ends: a sixth of the length at either end is bow and stern (house).
const ENDS_SHARE: f64 = 1.0 / 6.0;
/// The spacing of samples along a bow, inches.
const LOOK_IN: f64 = 0.01;
/// Points closer to a border than this may be on either side of it, inches.
const DOUBT_IN: f64 = 0.02;

impl Battle<'_> {
    /// The parts of the target that the rammer's bow may have struck; more than one only near a border.
    pub(super) fn parts_struck(
        &self,
        (rammer, at): (&str, Place),
        (target, target_at): (&str, Place),
    ) -> BTreeSet<&'static str> {
        let outline = self.hull(target, target_at);
        let (_, length) = ends(self.model(target));
        let struck = struck_points(self.model(rammer), at, &outline);
        let (sin, cos) = target_at.heading_deg.to_radians().sin_cos();
        let ahead_of_stern = |point: &Point| {
            let (east, north) = (point[0] - target_at.x_in, point[1] - target_at.y_in);
            east * sin + north * cos - ends(self.model(target)).0
        };
        let part = |along_in: f64| match along_in / length {
            share if share <= ENDS_SHARE => "stern",
            share if share >= 1.0 - ENDS_SHARE => "bow",
            _ => "side",
        };
        let around = |along_in: f64| [along_in - DOUBT_IN, along_in, along_in + DOUBT_IN].map(part);
        struck.iter().map(ahead_of_stern).flat_map(around).collect()
    }

    fn model(&self, ship: &str) -> &[Point] {
        let known = self.record.ships.iter().find(|known| known.ship == ship);
        known.map_or(&[][..], |known| &known.hull_in)
    }
}

/// The distance of a hull's stern ahead of its stack, and the hull's length, inches.
fn ends(hull_in: &[Point]) -> (f64, f64) {
    let ahead = hull_in.iter().map(|point| point[1]);
    let (stern, bow) = ahead.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
    (stern, bow - stern)
}

/// The points of an outline that a bow strikes: those nearest to it; where the stem is inside, the point
/// where the keel enters.
fn struck_points(rammer_in: &[Point], at: Place, outline: &[Point]) -> Vec<Point> {
    let (stern, length) = ends(rammer_in);
    let foremost: Vec<&Point> =
        rammer_in.iter().filter(|point| point[1] > stern + length - LOOK_IN / 2.0).collect();
    let off_keel = foremost.iter().map(|point| point[0]).sum::<f64>() / foremost.len() as f64;
    let steps = (length / LOOK_IN).ceil() as usize;
    let keel: Vec<Point> =
        (0..=steps).map(|step| [off_keel, stern + length - length * step as f64 / steps as f64]).collect();
    let keel = outline_in(&keel, at);
    if keel.first().is_some_and(|stem| within(*stem, outline)) {
        return keel.into_iter().find(|point| !within(*point, outline)).into_iter().collect();
    }
    let bow: Vec<Point> = along(rammer_in)
        .into_iter()
        .filter(|point| point[1] >= stern + length * (1.0 - ENDS_SHARE))
        .collect();
    let meets: Vec<(f64, Point)> = outline_in(&bow, at)
        .into_iter()
        .filter_map(|point| {
            let near = nearest_on(point, outline)?;
            let gap = distance_in(point, near);
            Some((if within(point, outline) { -gap } else { gap }, near))
        })
        .collect();
    let nearest = meets.iter().map(|(gap, _)| *gap).fold(f64::INFINITY, f64::min);
    meets.into_iter().filter(|(gap, _)| *gap <= nearest + LOOK_IN).map(|(_, near)| near).collect()
}

/// Points along an outline.
fn along(outline: &[Point]) -> Vec<Point> {
    let mut points = Vec::new();
    for (a, b) in crate::plane::edges(outline) {
        let steps = (distance_in(a, b) / LOOK_IN).ceil().max(1.0) as usize;
        let share = |step: usize| step as f64 / steps as f64;
        points.extend(
            (0..steps).map(|step| [a[0] + share(step) * (b[0] - a[0]), a[1] + share(step) * (b[1] - a[1])]),
        );
    }
    points
}
