//! Planes that a scene is drawn on: the chart, or a camera's picture.

use crate::scene::TablePoint;
use crate::view::Extent;

/// A point of a plane, in its units, y downwards.
pub type PlanePoint = (f64, f64);

/// A plane that table points are projected to.
pub trait Plane {
    /// The whole plane.
    fn extent(&self) -> Extent;
    /// The place of a table point at a height above the table, inches; none where the plane does not show it.
    fn project(&self, point: TablePoint, height_in: f64) -> Option<PlanePoint>;
    /// The longest stretch of the table, inches, that may be drawn as a straight line; none if all straight lines stay
    /// straight.
    fn straight_in(&self) -> Option<f64>;
    /// Clockwise quarter turns of the view.
    fn quarters(&self) -> u8;
}

/// The chart's plane: table inches, y down from the table's north edge, turned by quarters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPlane {
    table_in: (f64, f64),
    quarters: u8,
    margin_in: f64,
}

impl ChartPlane {
    /// The table without any margin.
    pub fn new(table_in: (f64, f64), quarters: u8) -> Self {
        Self { table_in, quarters: quarters % 4, margin_in: 0.0 }
    }

    /// A sheet of paper: the table with a margin for the graduated border. Its origin stays the table's corner.
    pub fn sheet(table_in: (f64, f64), quarters: u8) -> Self {
        let margin_in = BORDER_SHARE * table_in.0.max(table_in.1);
        Self { margin_in, ..Self::new(table_in, quarters) }
    }

    /// The size of the turned table, inches.
    fn turned_in(&self) -> (f64, f64) {
        let (east, north) = self.table_in;
        if self.quarters.is_multiple_of(2) { (east, north) } else { (north, east) }
    }
}

/// The margin of a sheet, as a share of the table's longer side.
const BORDER_SHARE: f64 = 0.04;

impl Plane for ChartPlane {
    fn extent(&self) -> Extent {
        let (width, height) = self.turned_in();
        let margin = self.margin_in;
        Extent { left: -margin, top: -margin, width: width + 2.0 * margin, height: height + 2.0 * margin }
    }

    fn project(&self, (x, y): TablePoint, _height_in: f64) -> Option<PlanePoint> {
        let (east, north) = self.table_in;
        let (x, y) = (x, north - y);
        Some(match self.quarters {
            0 => (x, y),
            1 => (north - y, x),
            2 => (east - x, north - y),
            _ => (y, east - x),
        })
    }

    fn straight_in(&self) -> Option<f64> {
        None
    }

    fn quarters(&self) -> u8 {
        self.quarters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_keep_all_corners_on_the_plane_and_a_clockwise_turn_takes_north_to_the_right() {
        let table_in = (60.0, 36.0);
        for quarters in 0..4 {
            let plane = ChartPlane::new(table_in, quarters);
            let extent = plane.extent();
            for corner in [(0.0, 0.0), (60.0, 0.0), (60.0, 36.0), (0.0, 36.0)] {
                let (x, y) = plane.project(corner, 0.0).unwrap();
                let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
                assert!(near(x, 0.0) || near(x, extent.width), "{quarters}: {x}");
                assert!(near(y, 0.0) || near(y, extent.height), "{quarters}: {y}");
            }
        }
        assert_eq!(ChartPlane::new(table_in, 1).project((30.0, 36.0), 0.0), Some((36.0, 30.0)));
    }
}
