//! Boards of hexes: flat-topped, columns counted from the west, rows from the north (CHA-1, CHA-AMB-3,
//! MAH-AMB-19).

use crate::plane::{Point, bearing_deg};
use serde::Deserialize;

/// A hex, in axial coordinates: `q` grows to the east, `r` to the south along a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Hex {
    pub q: i32,
    pub r: i32,
}

/// A ship's hex, and the hexside that it faces: 0 is north, counted clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Stand {
    pub hex: Hex,
    pub facing: i32,
}

/// The board registered on the table.
#[derive(Debug, Clone, Deserialize)]
pub struct Grid {
    board: Size,
    origin: Origin,
    rotation_rad: f64,
    across_flats_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
struct Size {
    columns: i32,
    rows: i32,
    shoved: Shoved,
}

/// The columns that are half a hex further south.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shoved {
    Odd,
    Even,
}

#[derive(Debug, Clone, Deserialize)]
struct Origin {
    x_in: f64,
    y_in: f64,
}

/// The steps to the neighbour over each hexside, clockwise from north.
const NEXT: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

impl Hex {
    /// The neighbour over a hexside.
    pub fn next(self, facing: i32) -> Self {
        let (q, r) = NEXT[facing.rem_euclid(6) as usize];
        Self { q: self.q + q, r: self.r + r }
    }

    /// The distance to another hex, in hexes.
    pub fn distance(self, other: Self) -> i32 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        (q.abs() + r.abs() + (q + r).abs()) / 2
    }

    /// Its centre on a board whose hexes are one inch across their flats, north up.
    pub fn middle(self) -> Point {
        let (q, r) = (f64::from(self.q), f64::from(self.r));
        [q * 3.0_f64.sqrt() / 2.0, -(r + q / 2.0)]
    }

    /// Tells whether a ruler laid from one hex's centre to another's enters the inside of this one (CHA-16,
    /// CHA-AMB-14).
    pub fn under_ruler(self, from: Self, to: Self) -> bool {
        // Slightly less than half its breadth, so that a ruler along its edge passes.
        const HALF: f64 = 0.5 - 1e-9;
        let (a, b, middle) = (from.middle(), to.middle(), self.middle());
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for side in 0..6 {
            let (sin, cos) = (f64::from(side) * 60.0).to_radians().sin_cos();
            let out = |at: Point| (at[0] - middle[0]) * sin + (at[1] - middle[1]) * cos - HALF;
            let (at_a, at_b) = (out(a), out(b));
            if at_a > 0.0 && at_b > 0.0 {
                return false;
            }
            let crosses = at_a / (at_a - at_b);
            if at_a > 0.0 {
                enters = enters.max(crosses);
            } else if at_b > 0.0 {
                leaves = leaves.min(crosses);
            }
        }
        enters < leaves
    }
}

impl Stand {
    /// Parses the record's form.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(value: &serde_json::Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(value)
    }

    /// The bearing of another hex from the bow, degrees clockwise, from centre to centre.
    pub fn bearing_deg(self, other: Hex) -> f64 {
        let from_north = bearing_deg(self.hex.middle(), other.middle());
        (from_north - f64::from(self.facing) * 60.0).rem_euclid(360.0)
    }
}

impl Grid {
    /// The numbers of columns and rows.
    pub fn size(&self) -> (i32, i32) {
        (self.board.columns, self.board.rows)
    }

    /// The column and row of a hex.
    pub fn column_row(&self, hex: Hex) -> (i32, i32) {
        let half = match self.board.shoved {
            Shoved::Odd => hex.q.div_euclid(2),
            Shoved::Even => (hex.q + 1).div_euclid(2),
        };
        (hex.q, hex.r + half)
    }

    /// Tells whether it is on the board.
    pub fn holds(&self, hex: Hex) -> bool {
        let (column, row) = self.column_row(hex);
        (0..self.board.columns).contains(&column) && (0..self.board.rows).contains(&row)
    }

    /// The hex and hexside nearest to a model with this centre and heading.
    pub fn stand_of(&self, middle: Point, heading_deg: f64) -> Stand {
        let (dx, dy) = (middle[0] - self.origin.x_in, middle[1] - self.origin.y_in);
        let (sin, cos) = self.rotation_rad.sin_cos();
        let on_board =
            [(dx * cos - dy * sin) / self.across_flats_in, (dx * sin + dy * cos) / self.across_flats_in];
        let away = |hex: &Hex| {
            let at = hex.middle();
            (at[0] - on_board[0]).hypot(at[1] - on_board[1])
        };
        let columns = -1..=self.board.columns;
        let rows = -1..=self.board.rows;
        let every = columns
            .flat_map(|column| rows.clone().map(move |row| Hex { q: column, r: row - column.div_euclid(2) }));
        let hex = every.min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(Hex { q: 0, r: 0 });
        let facing = ((heading_deg - self.rotation_rad.to_degrees()) / 60.0).round() as i32;
        Stand { hex, facing: facing.rem_euclid(6) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruler_enters_the_hex_between_and_passes_along_an_edge() {
        let hex = |q, r| Hex { q, r };
        assert!(hex(0, -1).under_ruler(hex(0, 0), hex(0, -2)));
        assert!(!hex(1, -1).under_ruler(hex(0, 0), hex(0, -2)));
        // From (0,0) to (2,-1) the ruler runs along the edge between (1,-1) and (1,0).
        assert!(!hex(1, -1).under_ruler(hex(0, 0), hex(2, -1)));
        assert!(!hex(1, 0).under_ruler(hex(0, 0), hex(2, -1)));
    }
}
