//! Hex grids registered on the table.

use crate::hexes::hex::{Facing, Hex};
use crate::plane::heading::{Heading, wrap_pi};
use crate::plane::measure::{Measured, Verdict};
use crate::plane::place::Point;
use crate::ships::standing::{Standing, dot, offset};
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_3, FRAC_PI_6};

/// The orientation of hexes on a grid that isn't rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexTop {
    /// A side to the north: columns of hexes, every other column shifted by half a hex.
    Flat,
    /// A corner to the north: rows of hexes, every other row shifted by half a hex.
    Pointy,
}

/// The columns (flat-topped) that are shifted south, or the rows (pointy-topped) that are shifted east,
/// counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shoved {
    /// 1, 3, 5 ...
    Odd,
    /// 0, 2, 4 ...
    Even,
}

/// The layout of a board of hexes: rows are counted from the north, columns from the west, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexBoard {
    /// The orientation of its hexes.
    pub top: HexTop,
    /// The columns or rows that are shifted.
    pub shoved: Shoved,
    /// The number of columns, west to east.
    pub columns: u32,
    /// The number of rows, north to south.
    pub rows: u32,
}

impl HexBoard {
    /// The hex at a column and row.
    pub fn hex(&self, column: i32, row: i32) -> Hex {
        match self.top {
            HexTop::Flat => Hex::new(column, row - self.half(column)),
            HexTop::Pointy => Hex::new(column - self.half(row), row),
        }
    }

    /// The column and row of a hex, on the board or off it.
    pub fn column_row(&self, hex: Hex) -> (i32, i32) {
        match self.top {
            HexTop::Flat => (hex.q, hex.r + self.half(hex.q)),
            HexTop::Pointy => (hex.q + self.half(hex.r), hex.r),
        }
    }

    /// Half of a column's or row's number, rounded so that the shifted ones come half a hex later.
    fn half(&self, number: i32) -> i32 {
        match self.shoved {
            Shoved::Odd => number.div_euclid(2),
            Shoved::Even => (number + 1).div_euclid(2),
        }
    }

    /// Tells whether the hex is on the board.
    pub fn holds(&self, hex: Hex) -> bool {
        let (column, row) = self.column_row(hex);
        let within = |at: i32, count: u32| u32::try_from(at).is_ok_and(|at| at < count);
        within(column, self.columns) && within(row, self.rows)
    }

    /// All its hexes, row by row from the north-west.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        let count = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        (0..count(self.rows))
            .flat_map(move |row| (0..count(self.columns)).map(move |column| self.hex(column, row)))
    }
}

/// A board registered on the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HexGrid {
    /// The layout of its hexes.
    pub board: HexBoard,
    /// The centre of the axial origin: the hex of column 0, row 0 if odd ones are shifted.
    pub origin: Point,
    /// The rotation of the board's north from the table's, clockwise, radians in `[-pi, pi)`.
    pub rotation_rad: f64,
    /// The size of a hex across its flats, which is the distance between neighbours' centres, inches.
    pub across_flats_in: f64,
    /// Standard deviation of a hex's centre, from the residuals of the registration, inches; 0 where the grid
    /// was stated.
    pub sigma_in: f64,
}

/// The centre of a hex, clicked on the picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HexClick {
    /// Its column, from 0 in the west.
    pub column: i32,
    /// Its row, from 0 in the north.
    pub row: i32,
    /// The clicked place of its centre on the table.
    pub middle: Point,
}

/// A grid fitted to clicks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HexFit {
    /// The grid.
    pub grid: HexGrid,
    /// Root mean square distance between clicks and fitted centres, inches.
    pub rms_in: f64,
    /// The click furthest from its fitted centre, counted from 0.
    pub worst_click: usize,
    /// Its distance, inches.
    pub worst_in: f64,
}

/// An error in registering a grid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HexGridError {
    /// Fewer than three clicks.
    #[error("The hex grid needs the middles of at least three hexes, and has {clicks}: click more of them.")]
    TooFewClicks {
        /// The number of clicks.
        clicks: usize,
    },
    /// The clicks don't determine size and direction.
    #[error("The clicked hexes are all one and the same: click hexes that lie far apart.")]
    ClicksTooClose,
    /// The clicks contradict each other.
    #[error(
        "The middle clicked for column {column}, row {row} (counted from 0) lies {off_in:.2} in from where the others put it: check that hex's column and row, and how the board's hexes stand."
    )]
    ClickMisplaced {
        /// The column clicked for, from 0.
        column: i32,
        /// The row, from 0.
        row: i32,
        /// Its distance from the others' fit, inches.
        off_in: f64,
    },
    /// The area or the board has no size.
    #[error(
        "A board of {columns} by {rows} hexes fits no area of {width_in:.1} by {height_in:.1} in: give both a size."
    )]
    NoRoom {
        /// Columns.
        columns: u32,
        /// Rows.
        rows: u32,
        /// The area's width, inches.
        width_in: f64,
        /// The area's height, inches.
        height_in: f64,
    },
}

/// A click off by more than this share of a hex is a mistake, not an inaccurate click.
const MISPLACED_SHARE: f64 = 0.25;

impl HexGrid {
    /// Fits the grid to three or more clicked centres.
    ///
    /// Least squares of a similarity (size, rotation, shift), linear in `(across cos, across sin, x, y)`. The
    /// sigma is the standard deviation of the residuals, with two equations per click minus four unknowns as
    /// degrees of freedom.
    ///
    /// # Errors
    /// When the clicks are too few, all one, or contradict each other; the text says which and what to do.
    pub fn from_clicks(board: HexBoard, clicks: &[HexClick]) -> Result<HexFit, HexGridError> {
        if clicks.len() < 3 {
            return Err(HexGridError::TooFewClicks { clicks: clicks.len() });
        }
        let units: Vec<(f64, f64)> =
            clicks.iter().map(|click| unit_middle(board.top, board.hex(click.column, click.row))).collect();
        let spread = |of: fn(&(f64, f64)) -> f64| {
            let (low, high) = units
                .iter()
                .map(of)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
            high - low
        };
        if spread(|unit| unit.0).hypot(spread(|unit| unit.1)) < 0.5 {
            return Err(HexGridError::ClicksTooClose);
        }
        // Clockwise rotation: x = a u + b v + x0, y = -b u + a v + y0.
        let equations = DMatrix::from_fn(2 * clicks.len(), 4, |row, unknown| {
            let (u, v) = units[row / 2];
            [[u, v, 1.0, 0.0], [v, -u, 0.0, 1.0]][row % 2][unknown]
        });
        let measured = DVector::from_fn(2 * clicks.len(), |row, _| {
            let middle = clicks[row / 2].middle;
            [middle.x_in, middle.y_in][row % 2]
        });
        let found = equations
            .clone()
            .svd(true, true)
            .solve(&measured, 1e-12)
            .map_err(|_| HexGridError::ClicksTooClose)?;
        let (a, b) = (found[0], found[1]);
        let residuals = &equations * &found - &measured;
        let squares = residuals.norm_squared();
        let off_in: Vec<f64> =
            (0..clicks.len()).map(|click| residuals[2 * click].hypot(residuals[2 * click + 1])).collect();
        let (worst_click, worst_in) = off_in
            .iter()
            .copied()
            .enumerate()
            .fold((0, 0.0), |worst, one| if one.1 > worst.1 { one } else { worst });
        let across_flats_in = a.hypot(b);
        if worst_in > MISPLACED_SHARE * across_flats_in {
            let HexClick { column, row, .. } = clicks[worst_click];
            return Err(HexGridError::ClickMisplaced { column, row, off_in: worst_in });
        }
        let count = clicks.len() as f64;
        let grid = Self {
            board,
            origin: Point::new(found[2], found[3]),
            rotation_rad: wrap_pi(b.atan2(a)),
            across_flats_in,
            sigma_in: (squares / (2.0 * count - 4.0)).sqrt(),
        };
        Ok(HexFit { grid, rms_in: (squares / count).sqrt(), worst_click, worst_in })
    }

    /// The board at the largest size at which it fits an upright area, in the area's south-west corner.
    ///
    /// # Errors
    /// When the area or the board has no size.
    pub fn largest_in(
        board: HexBoard,
        south_west: Point,
        width_in: f64,
        height_in: f64,
    ) -> Result<Self, HexGridError> {
        let HexBoard { columns, rows, .. } = board;
        let sized = |length: f64| length.is_finite() && length > 0.0;
        if columns == 0 || rows == 0 || !sized(width_in) || !sized(height_in) {
            return Err(HexGridError::NoRoom { columns, rows, width_in, height_in });
        }
        // The board's extent in units of a hex's size across flats: half a hex around every centre.
        let corner = 1.0 / 3.0_f64.sqrt();
        let (half_x, half_y) = match board.top {
            HexTop::Flat => (corner, 0.5),
            HexTop::Pointy => (0.5, corner),
        };
        let (mut west, mut east, mut south, mut north) =
            (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        for hex in board.hexes() {
            let (x, y) = unit_middle(board.top, hex);
            (west, east) = (west.min(x - half_x), east.max(x + half_x));
            (south, north) = (south.min(y - half_y), north.max(y + half_y));
        }
        let across_flats_in = (width_in / (east - west)).min(height_in / (north - south));
        let origin =
            Point::new(south_west.x_in - across_flats_in * west, south_west.y_in - across_flats_in * south);
        Ok(Self { board, origin, rotation_rad: 0.0, across_flats_in, sigma_in: 0.0 })
    }

    /// The centre of a hex.
    pub fn middle(&self, hex: Hex) -> Point {
        let (u, v) = unit_middle(self.board.top, hex);
        let (sin, cos) = self.rotation_rad.sin_cos();
        let size_in = self.across_flats_in;
        Point::new(
            self.origin.x_in + size_in * (u * cos + v * sin),
            self.origin.y_in + size_in * (v * cos - u * sin),
        )
    }

    /// The hex that contains a point.
    pub fn hex_at(&self, point: Point) -> Hex {
        let (dx, dy) = offset(self.origin, point);
        let (sin, cos) = self.rotation_rad.sin_cos();
        let size_in = self.across_flats_in;
        let (u, v) = ((dx * cos - dy * sin) / size_in, (dx * sin + dy * cos) / size_in);
        // The inverse of `unit_middle`.
        let third = 1.0 / 3.0_f64.sqrt();
        let (q, r) = match self.board.top {
            HexTop::Flat => (2.0 * third * u, -v - third * u),
            HexTop::Pointy => (u + third * v, -2.0 * third * v),
        };
        Hex::rounded(q, r)
    }

    /// The six corners of a hex, clockwise.
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        let middle = self.middle(hex);
        let corner_in = self.across_flats_in / 3.0_f64.sqrt();
        Facing::ALL.map(|facing| middle.moved(self.heading(facing).turned(FRAC_PI_6), corner_in))
    }

    /// The table direction of a facing.
    pub fn heading(&self, facing: Facing) -> Heading {
        Heading::from_rad(self.first_rad() + f64::from(facing.number()) * FRAC_PI_3)
    }

    /// The facing nearest to a heading, and the heading's offset clockwise from it, radians.
    pub fn facing_of(&self, heading: Heading) -> (Facing, f64) {
        let turned = wrap_pi(heading.rad() - self.first_rad());
        // At most six on either side: the cast is safe.
        let facing = Facing::new((turned / FRAC_PI_3).round() as i32);
        (facing, self.heading(facing).relative(heading).rad())
    }

    fn first_rad(&self) -> f64 {
        let first = match self.board.top {
            HexTop::Flat => 0.0,
            HexTop::Pointy => -FRAC_PI_6,
        };
        self.rotation_rad + first
    }

    /// The hex of a ship, by the centre of its outline, and its facing.
    ///
    /// Sigmas: that of the centre along any axis, combined with the grid's; that of the heading.
    pub fn place(&self, ship: &Standing) -> HexPlace {
        let hex = self.hex_at(ship.middle);
        let off = offset(self.middle(hex), ship.middle);
        let toward = |facing: Facing| dot(off, self.heading(facing).unit());
        let next = Facing::ALL
            .into_iter()
            .max_by(|&one, &other| toward(one).total_cmp(&toward(other)))
            .unwrap_or(Facing::ALL[0]);
        let margin_in = Measured::new(
            self.across_flats_in / 2.0 - toward(next),
            ship.middle_sigma_in.hypot(self.sigma_in),
        );
        let (facing, off_rad) = self.facing_of(ship.pose.heading);
        let margin_rad = Measured::new(FRAC_PI_6 - off_rad.abs(), ship.heading_sigma_rad);
        HexPlace {
            hex,
            on_board: self.board.holds(hex),
            margin_in,
            next_hex: hex.moved(next, 1),
            sure_of_hex: beyond_doubt(margin_in),
            facing,
            off_rad,
            margin_rad,
            next_facing: facing.turned(if off_rad < 0.0 { -1 } else { 1 }),
            sure_of_facing: beyond_doubt(margin_rad),
        }
    }
}

/// A ship's hex and facing, with the margins to the neighbouring ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HexPlace {
    /// The hex that contains its centre.
    pub hex: Hex,
    /// True if that hex is on the board.
    pub on_board: bool,
    /// From its centre to the nearest side of that hex, inches.
    pub margin_in: Measured,
    /// The hex beyond that side.
    pub next_hex: Hex,
    /// Yes, or too close to call between the two hexes.
    pub sure_of_hex: Verdict,
    /// The nearest facing.
    pub facing: Facing,
    /// The bow's offset from it, radians, clockwise positive. Beyond 15 degrees a player should straighten
    /// the model.
    pub off_rad: f64,
    /// The further turn after which the next facing is nearer, radians.
    pub margin_rad: Measured,
    /// That facing.
    pub next_facing: Facing,
    /// Yes, or too close to call between the two facings.
    pub sure_of_facing: Verdict,
}

/// The nearest one is always an answer; it is too close to call where another may be as near.
fn beyond_doubt(margin: Measured) -> Verdict {
    if margin.at_most(0.0) == Verdict::TooClose { Verdict::TooClose } else { Verdict::Yes }
}

/// The centre of a hex in units of the size across flats, x east and y north of the axial origin.
fn unit_middle(top: HexTop, hex: Hex) -> (f64, f64) {
    let (q, r) = (f64::from(hex.q), f64::from(hex.r));
    let half_root = 3.0_f64.sqrt() / 2.0;
    match top {
        HexTop::Flat => (half_root * q, -q / 2.0 - r),
        HexTop::Pointy => (q + r / 2.0, -half_root * r),
    }
}
