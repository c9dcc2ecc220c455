//! Transforms the table data in a book's state into another frame of reference: positions, bearings from north, edges,
//! terrain, typed facts. Results are rounded as facts are.

use crate::core::table::facts::{Answer, Asked, Edge, Query};
use geometry::{Point, Similarity, Terrain, round_bearing_deg, round_in};

/// The edges of the table, clockwise.
const EDGES: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

/// Transforms a position, inches east and north.
pub(crate) fn place(change: &Similarity, x_in: &mut f64, y_in: &mut f64) {
    let there = change.point(Point::new(*x_in, *y_in));
    (*x_in, *y_in) = (round_in(there.x_in), round_in(there.y_in));
}

/// Transforms a bearing, degrees clockwise from north.
pub(crate) fn bearing(change: &Similarity, bearing_deg: &mut f64) {
    *bearing_deg = round_bearing_deg(*bearing_deg - change.turn_rad().to_degrees());
}

/// Transforms an edge, to the nearest quarter turn.
pub(crate) fn edge(change: &Similarity, edge: &mut Edge) {
    let old = EDGES.iter().position(|one| one == edge).unwrap_or_default();
    let clockwise = EDGES.len() - usize::from(change.quarter_turns());
    if let Some(new) = EDGES.get((old + clockwise) % EDGES.len()) {
        *edge = *new;
    }
}

/// Transforms a piece of terrain.
pub(crate) fn terrain(change: &Similarity, piece: &mut Terrain) {
    *piece = change.terrain(piece);
    for corner in &mut piece.outline {
        *corner = Point::new(round_in(corner.x_in), round_in(corner.y_in));
    }
    piece.outline_sigma_in = round_in(piece.outline_sigma_in);
}

/// Transforms facts typed for a later ruling: queries that contain a position, and answers that contain a direction or
/// an edge.
pub(crate) fn typed(change: &Similarity, typed: &mut [Asked]) {
    for Asked { query, answer } in typed {
        match query {
            Query::UnderCircle { x_in, y_in, .. } | Query::RangeToPoint { x_in, y_in, .. } => {
                place(change, x_in, y_in);
            }
            Query::HexOf { grid, .. } => *grid = change.hex_grid(grid),
            _ => {}
        }
        match answer {
            Answer::Heading(fact) => bearing(change, &mut fact.heading_deg.value),
            Answer::EdgeOf(fact) => edge(change, &mut fact.edge),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::NoSimilarity;

    #[test]
    fn edges_turn_by_quarters() -> Result<(), NoSimilarity> {
        // A turn of 80 degrees, nearly a quarter, counter-clockwise: north becomes west.
        let (sin, cos) = 80.0_f64.to_radians().sin_cos();
        let change = Similarity::new((cos, sin), Point::new(0.0, 0.0))?;
        let turned = EDGES.map(|mut one| {
            edge(&change, &mut one);
            one
        });
        assert_eq!(turned, [Edge::West, Edge::North, Edge::East, Edge::South]);
        let mut north_deg = 0.0;
        bearing(&change, &mut north_deg);
        assert_eq!(north_deg, 280.0);
        let mut same = Edge::South;
        edge(&Similarity::IDENTITY, &mut same);
        assert_eq!(same, Edge::South);
        Ok(())
    }
}
