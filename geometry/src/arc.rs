//! Sectors relative to a ship's bow.

use crate::measure::{Measured, Verdict};
use serde::{Deserialize, Serialize};

/// A sector, degrees clockwise from the bow, from one edge clockwise to the other; both edges belong to it.
/// `0` to `360` is the whole circle; `315` to `45` lies across the bow.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Arc {
    /// The edge where the sector begins.
    pub from_deg: f64,
    /// The edge where it ends, clockwise.
    pub to_deg: f64,
}

impl Arc {
    /// The sector from one edge clockwise to another.
    pub fn new(from_deg: f64, to_deg: f64) -> Self {
        Self { from_deg, to_deg }
    }

    /// The whole circle.
    pub const ALL_ROUND: Self = Self { from_deg: 0.0, to_deg: 360.0 };

    /// How many degrees it spans, in `[0, 360]`.
    pub fn width_deg(self) -> f64 {
        let width_deg = (self.to_deg - self.from_deg).rem_euclid(360.0);
        if width_deg == 0.0 && self.to_deg != self.from_deg { 360.0 } else { width_deg }
    }

    /// Does the exact bearing lie in the sector?
    pub fn contains(self, bearing_deg: f64) -> bool {
        (bearing_deg - self.from_deg).rem_euclid(360.0) <= self.width_deg()
    }

    /// Its two edges in `[0, 360)`; none for the whole circle.
    fn edges_deg(self) -> impl Iterator<Item = f64> {
        let edges = [self.from_deg, self.to_deg].map(|edge| edge.rem_euclid(360.0));
        edges.into_iter().filter(move |_| self.width_deg() < 360.0)
    }
}

/// Does a measured bearing (degrees clockwise from the bow) lie in any of the sectors?
///
/// Sectors that share an edge are one: the edge between them is never too close to call. The 95 % interval of
/// the bearing is cut at every edge; if all pieces lie inside it is yes, if none does it is no.
pub fn bears(arcs: &[Arc], bearing_deg: Measured) -> Verdict {
    let half_deg = bearing_deg.half_width_95().min(180.0);
    if half_deg <= 0.0 {
        return if inside(arcs, bearing_deg.value) { Verdict::Yes } else { Verdict::No };
    }
    let mut cuts: Vec<f64> = edge_offsets(arcs, bearing_deg.value).filter(|o| o.abs() < half_deg).collect();
    cuts.extend([-half_deg, half_deg]);
    cuts.sort_by(f64::total_cmp);
    let pieces = cuts.windows(2).filter_map(|pair| match pair {
        [low, high] if high > low => Some(inside(arcs, bearing_deg.value + (low + high) / 2.0)),
        _ => None,
    });
    let (mut any, mut all) = (false, true);
    for piece in pieces {
        any |= piece;
        all &= piece;
    }
    match (any, all) {
        (_, true) => Verdict::Yes,
        (false, _) => Verdict::No,
        _ => Verdict::TooClose,
    }
}

/// The edge of the sectors nearest to a bearing, degrees in `[0, 360)`; none where all is inside.
pub fn nearest_edge_deg(arcs: &[Arc], bearing_deg: f64) -> Option<f64> {
    edge_offsets(arcs, bearing_deg)
        .min_by(|a, b| a.abs().total_cmp(&b.abs()))
        .map(|offset| (bearing_deg + offset).rem_euclid(360.0))
}

fn inside(arcs: &[Arc], bearing_deg: f64) -> bool {
    arcs.iter().any(|arc| arc.contains(bearing_deg))
}

/// How far each edge lies from a bearing, degrees in `[-180, 180)`, clockwise positive.
fn edge_offsets(arcs: &[Arc], bearing_deg: f64) -> impl Iterator<Item = f64> + '_ {
    arcs.iter()
        .flat_map(|arc| arc.edges_deg())
        .map(move |edge| (edge - bearing_deg + 180.0).rem_euclid(360.0) - 180.0)
}
