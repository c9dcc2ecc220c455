//! Transforms between frames of reference of the table's plane.

use crate::hexes::grid::HexGrid;
use crate::plane::heading::{Heading, wrap_pi};
use crate::plane::place::{Point, Pose};
use crate::plane::terrain::Terrain;
use serde::{Deserialize, Serialize};

/// The limits of a scale: no two tables differ more in their units.
const SCALES: (f64, f64) = (1e-3, 1e3);

/// A similarity transform of the plane: a rotation, a scale and a shift, which convert inches of one frame of
/// reference to inches of another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Similarity {
    /// The scale times the cosine of the turn.
    along: f64,
    /// The scale times the sine of the turn, counter-clockwise positive.
    across: f64,
    /// The shift east, inches of the new frame.
    east_in: f64,
    /// The shift north, inches of the new frame.
    north_in: f64,
}

#[derive(Deserialize)]
struct Parts {
    along: f64,
    across: f64,
    east_in: f64,
    north_in: f64,
}

/// The error of numbers that are no valid transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("These numbers turn, scale and shift nothing: they must be finite, and the scale near to 1.")]
pub struct NoSimilarity;

impl TryFrom<Parts> for Similarity {
    type Error = NoSimilarity;

    fn try_from(parts: Parts) -> Result<Self, NoSimilarity> {
        Self::new((parts.along, parts.across), Point::new(parts.east_in, parts.north_in))
    }
}

impl Similarity {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { along: 1.0, across: 0.0, east_in: 0.0, north_in: 0.0 };

    /// From the scale times cosine and sine of the turn (counter-clockwise), and the place of the old origin
    /// in the new frame.
    ///
    /// # Errors
    /// When a number is not finite, or the scale is out of range.
    pub fn new((along, across): (f64, f64), origin: Point) -> Result<Self, NoSimilarity> {
        let change = Self { along, across, east_in: origin.x_in, north_in: origin.y_in };
        let finite = [along, across, origin.x_in, origin.y_in].iter().all(|number| number.is_finite());
        let sound = finite && (SCALES.0..=SCALES.1).contains(&change.scale());
        if sound { Ok(change) } else { Err(NoSimilarity) }
    }

    /// This transform followed by another one.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let origin = next.point(Point::new(self.east_in, self.north_in));
        Self {
            along: self.along * next.along - self.across * next.across,
            across: self.along * next.across + self.across * next.along,
            east_in: origin.x_in,
            north_in: origin.y_in,
        }
    }

    /// The factor for lengths.
    pub fn scale(&self) -> f64 {
        self.along.hypot(self.across)
    }

    /// The rotation of directions, counter-clockwise, radians in `[-pi, pi]`.
    pub fn turn_rad(&self) -> f64 {
        self.across.atan2(self.along)
    }

    /// The nearest number of quarter turns, counter-clockwise: 0 to 3.
    pub fn quarter_turns(&self) -> u8 {
        // The remainder of four fits into a byte.
        (self.turn_rad() / std::f64::consts::FRAC_PI_2).round().rem_euclid(4.0) as u8
    }

    /// A place in the new frame.
    pub fn point(&self, point: Point) -> Point {
        let Point { x_in, y_in } = point;
        Point::new(
            self.along * x_in - self.across * y_in + self.east_in,
            self.across * x_in + self.along * y_in + self.north_in,
        )
    }

    /// A direction in the new frame.
    pub fn heading(&self, heading: Heading) -> Heading {
        heading.turned(-self.turn_rad())
    }

    /// A pose in the new frame.
    pub fn pose(&self, pose: Pose) -> Pose {
        Pose { stack: self.point(pose.stack), heading: self.heading(pose.heading) }
    }

    /// A piece of terrain in the new frame.
    pub fn terrain(&self, piece: &Terrain) -> Terrain {
        Terrain {
            outline: piece.outline.iter().map(|corner| self.point(*corner)).collect(),
            outline_sigma_in: piece.outline_sigma_in * self.scale(),
            ..piece.clone()
        }
    }

    /// A board registered in the new frame; its hexes keep their names.
    pub fn hex_grid(&self, grid: &HexGrid) -> HexGrid {
        HexGrid {
            origin: self.point(grid.origin),
            rotation_rad: wrap_pi(grid.rotation_rad - self.turn_rad()),
            across_flats_in: grid.across_flats_in * self.scale(),
            sigma_in: grid.sigma_in * self.scale(),
            ..*grid
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::hexes::grid::{HexBoard, HexTop, Shoved};

    /// A quarter turn counter-clockwise, a scale of 1.5, the origin 10 in east and 2 in north.
    fn change() -> Similarity {
        Similarity::new((0.0, 1.5), Point::new(10.0, 2.0)).unwrap()
    }

    #[test]
    fn a_place_and_a_direction_go_along() {
        let there = change().pose(Pose { stack: Point::new(4.0, 2.0), heading: Heading::from_deg(90.0) });
        assert_eq!(there.stack, Point::new(7.0, 8.0));
        assert!(there.heading.angle_to(Heading::from_deg(0.0)) < 1e-12, "east of old is north of new");
        assert_eq!((change().quarter_turns(), Similarity::IDENTITY.quarter_turns()), (1, 0));
        assert!((change().scale() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn one_change_after_another_is_one_change() {
        let next = Similarity::new((0.6, -0.8), Point::new(3.0, 50.0)).unwrap();
        let point = Point::new(7.0, 11.0);
        let both = change().then(&next);
        assert!(both.point(point).distance_in(next.point(change().point(point))) < 1e-12);
        assert!((both.scale() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn a_ship_stands_in_the_same_hex_of_a_board_that_goes_along() {
        let board = HexBoard { top: HexTop::Flat, shoved: Shoved::Odd, columns: 9, rows: 7 };
        let grid = HexGrid::largest_in(board, Point::new(1.0, 2.0), 40.0, 30.0).unwrap();
        let turned = Similarity::new((0.6, -0.8), Point::new(3.0, 50.0)).unwrap();
        let there = turned.hex_grid(&grid);
        for hex in board.hexes() {
            let middle = turned.point(grid.middle(hex));
            assert!(there.middle(hex).distance_in(middle) < 1e-9);
            assert_eq!(there.hex_at(middle), hex);
            let heading = turned.heading(grid.heading(crate::Facing::new(2)));
            assert!(there.heading(crate::Facing::new(2)).angle_to(heading) < 1e-9);
        }
    }

    #[test]
    fn what_is_no_transform_is_not_read() {
        let parts = |along: f64, east_in: f64| Parts { along, across: 0.0, east_in, north_in: 0.0 };
        assert_eq!(Similarity::try_from(parts(1.0, 0.0)), Ok(Similarity::IDENTITY));
        for (along, east_in) in
            [(0.0, 1.0), (1e9, 1.0), (f64::NAN, 1.0), (1.0, f64::NAN), (1.0, f64::INFINITY)]
        {
            assert_eq!(Similarity::try_from(parts(along, east_in)), Err(NoSimilarity), "{along} {east_in}");
        }
    }
}
