//! The playing area drawn in the picture: four corners on the table, and the rectangle that becomes the table's
//! frame.

use crate::camera::model::{Pixel, TableCamera};
use crate::table::input::Area;
use geometry::Point;
use nalgebra::{Isometry2, Vector2};

/// A drawn area in the camera's present table frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DrawnArea {
    /// Turns and moves points of the new frame (origin south-west, x east) into the present one.
    pub table_from_area: Isometry2<f64>,
    /// The sides of the rectangle: east-west and north-south, inches.
    pub size_in: (f64, f64),
    /// The corners as drawn, in the new frame: south-west, south-east, north-east, north-west.
    pub corners_in: [[f64; 2]; 4],
    /// The largest distance of a drawn corner from its corner of the rectangle, inches.
    pub off_in: f64,
}

/// Shorter sides are no playing area, inches.
const SHORTEST_SIDE_IN: f64 = 1.0;
/// Longer ones are clicks beside the horizon, inches.
const LONGEST_SIDE_IN: f64 = 1e4;

/// The drawn area on the table; `None` where the corners enclose none.
pub(crate) fn drawn_area(camera: &TableCamera, area: &Area) -> Option<DrawnArea> {
    let on_table = |pixel: Pixel| {
        let point = camera.table_from_pixel(pixel, 0.0)?;
        Some(Vector2::new(point.x_in, point.y_in))
    };
    let corners = match area {
        Area::Corners { corners_px } => round_from_first(all_four(corners_px.map(on_table))?),
        Area::Rectangle { opposite_px: [one, other] } => {
            let (west, east) = (one.x_px.min(other.x_px), one.x_px.max(other.x_px));
            let (north, south) = (one.y_px.min(other.y_px), one.y_px.max(other.y_px));
            let corners_px = [(west, south), (east, south), (east, north), (west, north)];
            all_four(corners_px.map(|(x_px, y_px)| on_table(Pixel::new(x_px, y_px))))?
        }
        Area::Middle { size_in } => {
            let middle = Pixel::new(f64::from(camera.lens.width) / 2.0, f64::from(camera.lens.height) / 2.0);
            let at = on_table(middle)?;
            // A step to the right in the picture, on the table.
            let right = on_table(Pixel::new(middle.x_px + 1.0, middle.y_px))? - at;
            let east = right.try_normalize(1e-12)?;
            let north = Vector2::new(-east.y, east.x);
            let half = (east * (size_in.0 / 2.0), north * (size_in.1 / 2.0));
            [at - half.0 - half.1, at + half.0 - half.1, at + half.0 + half.1, at - half.0 + half.1]
        }
    };
    rectangle_through(&corners)
}

fn all_four(corners: [Option<Vector2<f64>>; 4]) -> Option<[Vector2<f64>; 4]> {
    let [a, b, c, d] = corners;
    Some([a?, b?, c?, d?])
}

/// Counter-clockwise about their middle, the first staying first: corners may be clicked in any order.
fn round_from_first(corners: [Vector2<f64>; 4]) -> [Vector2<f64>; 4] {
    let middle = corners.iter().sum::<Vector2<f64>>() / 4.0;
    let turn = |corner: &Vector2<f64>| {
        let (first, off) = (corners[0] - middle, corner - middle);
        first.perp(&off).atan2(first.dot(&off)).rem_euclid(std::f64::consts::TAU)
    };
    let mut round = corners;
    round[1..].sort_by(|a, b| turn(a).total_cmp(&turn(b)));
    round
}

/// The rectangle nearest to four corners: its direction is that of both pairs of sides together.
fn rectangle_through(corners: &[Vector2<f64>; 4]) -> Option<DrawnArea> {
    let [sw, se, ne, nw] = *corners;
    let east = (se - sw) + (ne - nw);
    let north = (nw - sw) + (ne - se);
    // North turned back by a right angle points east.
    let along = (east + Vector2::new(north.y, -north.x)).try_normalize(1e-9)?;
    let across = Vector2::new(-along.y, along.x);
    let size_in = (east.dot(&along) / 2.0, north.dot(&across) / 2.0);
    let fits = |side: f64| (SHORTEST_SIDE_IN..=LONGEST_SIDE_IN).contains(&side);
    if !(fits(size_in.0) && fits(size_in.1)) {
        return None;
    }
    let middle = corners.iter().sum::<Vector2<f64>>() / 4.0;
    let origin = middle - along * (size_in.0 / 2.0) - across * (size_in.1 / 2.0);
    let table_from_area = Isometry2::new(origin, along.y.atan2(along.x));
    let own = corners.map(|corner| table_from_area.inverse() * nalgebra::Point2::from(corner));
    let rectangle = crate::table::file::rectangle_in(size_in);
    let off_in = own
        .iter()
        .zip(rectangle)
        .map(|(corner, [x_in, y_in])| Point::new(corner.x, corner.y).distance_in(Point::new(x_in, y_in)))
        .fold(0.0, f64::max);
    Some(DrawnArea { table_from_area, size_in, corners_in: own.map(|corner| [corner.x, corner.y]), off_in })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_in_any_order_give_the_same_area() {
        let frame = Isometry2::new(Vector2::new(3.0, -2.0), 0.4);
        let at = |x: f64, y: f64| (frame * nalgebra::Point2::new(x, y)).coords;
        let (sw, se, ne, nw) = (at(0.0, 0.0), at(40.0, 0.0), at(40.0, 20.0), at(0.0, 20.0));
        for order in [[sw, se, ne, nw], [sw, nw, ne, se], [sw, ne, nw, se]] {
            let found = rectangle_through(&round_from_first(order)).unwrap();
            assert!((found.size_in.0 - 40.0).abs() < 1e-9 && (found.size_in.1 - 20.0).abs() < 1e-9);
            assert!((found.table_from_area.inverse() * frame).translation.vector.norm() < 1e-9);
            assert!(found.off_in < 1e-9);
        }
    }

    #[test]
    fn a_trapeze_is_told_by_how_much() {
        let corners = [(0.0, 0.0), (40.0, 0.0), (39.0, 20.0), (1.0, 20.0)].map(|(x, y)| Vector2::new(x, y));
        let found = rectangle_through(&corners).unwrap();
        assert!((found.size_in.0 - 39.0).abs() < 1e-9 && (found.off_in - 0.5).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_line_is_no_area() {
        let corners = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)].map(|(x, y)| Vector2::new(x, y));
        assert_eq!(rectangle_through(&round_from_first(corners)), None);
    }
}
