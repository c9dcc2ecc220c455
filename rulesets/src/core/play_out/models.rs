//! Movement of models that no player moves: drift with the current, and entry over an edge.

use crate::core::table::facts::Edge;
use crate::core::table::placed::{PlacedShip, PlacedTable};
use geometry::{Heading, Point, Pose, ShipId, Standing, Terrain, TerrainKind, outlines_meet, signed_gap_in};
use std::cell::LazyCell;

/// The first distance from the edge at which entering ships are placed, inches; greater if there is no room.
const FROM_EDGE_IN: f64 = 1.5;
/// The distance between tried places, inches.
const APART_IN: f64 = 1.0;

/// Places an entering ship at its pose or, if that is taken, elsewhere at the same edge; not at all if there is no
/// room.
pub(crate) fn at_the_edge(table: &mut PlacedTable, mut model: PlacedShip, edge: Edge) {
    if is_free(table, &model, model.observation.pose) {
        table.put(model);
        return;
    }
    let Some((east_in, north_in)) = table.size_in() else { return };
    let (along_in, deep_in, heading_deg) = match edge {
        Edge::North => (east_in, north_in, 180.0),
        Edge::East => (north_in, east_in, 270.0),
        Edge::South => (east_in, north_in, 0.0),
        Edge::West => (north_in, east_in, 90.0),
    };
    let place = |depth_in: f64, at_in: f64| {
        let stack = match edge {
            Edge::North => Point::new(at_in, north_in - depth_in),
            Edge::East => Point::new(east_in - depth_in, at_in),
            Edge::South => Point::new(at_in, depth_in),
            Edge::West => Point::new(depth_in, at_in),
        };
        Pose { stack, heading: Heading::from_deg(heading_deg) }
    };
    let steps = |length_in: f64| (0..(length_in / APART_IN) as u32).map(|step| f64::from(step) * APART_IN);
    // From the middle of the edge to both sides, then further in.
    let room = steps(deep_in / 2.0).find_map(|in_in| {
        steps(along_in).find_map(|off_in| {
            let off_in = if (off_in as u32).is_multiple_of(2) { off_in / 2.0 } else { -off_in / 2.0 };
            let pose = place(FROM_EDGE_IN + in_in, along_in / 2.0 + off_in);
            is_free(table, &model, pose).then_some(pose)
        })
    });
    let Some(pose) = room else { return };
    model.observation.pose = pose;
    model.way.clear();
    table.put(model);
}

/// Drifts these ships with the current, inches east and north. A ship that would leave the table, run ashore or meet
/// another stays.
pub fn drift(table: &mut PlacedTable, ships: &[ShipId], (east_in, north_in): (f64, f64)) {
    for id in ships {
        let Some(placed) = table.placed(id) else { continue };
        let Pose { stack, heading } = placed.observation.pose;
        let pose = Pose { stack: Point::new(stack.x_in + east_in, stack.y_in + north_in), heading };
        if is_free(table, placed, pose) {
            table.set_down(id, pose);
        }
    }
}

/// Returns true if the model can be at that place: on the table, in water, and clear of other ships.
pub fn is_free(table: &PlacedTable, model: &PlacedShip, pose: Pose) -> bool {
    let middle = model.hull.middle(pose);
    // The outline is computed only if something is near.
    let standing = LazyCell::new(|| Standing::exact(pose, &model.hull));
    let moved = |other: &&PlacedShip| other.observation.ship != model.observation.ship;
    let inside = table.size_in().is_none_or(|(east_in, north_in)| {
        (0.0..=east_in).contains(&pose.stack.x_in) && (0.0..=north_in).contains(&pose.stack.y_in)
    });
    inside
        && table.ships().iter().filter(|other| model.may_be_within(pose, other, 0.0)).filter(moved).all(
            |other| {
                let apart_in = middle.distance_in(other.hull.middle(other.observation.pose));
                apart_in >= half_length_in(model) + half_length_in(other)
                    || !outlines_meet(&standing.outline, &other.standing().outline)
            },
        )
        && !table.terrain_near(middle, half_length_in(model)).any(|piece| {
            is_dry(piece)
                && signed_gap_in(&piece.outline, middle) < half_length_in(model)
                && outlines_meet(&standing.outline, &piece.outline)
        })
}

/// Returns true if the terrain stops a ship of any draught.
pub(crate) fn is_dry(piece: &Terrain) -> bool {
    matches!(piece.kind, TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle)
}

/// An upper bound of the distance between the middle of a hull and any part of it, inches.
pub(crate) fn half_length_in(model: &PlacedShip) -> f64 {
    (model.hull.length_in + model.hull.beam_in) / 2.0
}
