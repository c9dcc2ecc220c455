//! The view of the hex board: its place on the table, and the hex read for each ship.

use crate::view::{BoardDrawn, OnHex, PlaceView};
use geometry::{HexGrid, Point, Pose, Verdict, round_deg, round_in};
use rulesets::core::{PlacedTable, ShipLine, TableFacts};

/// The board with the ships on it, and the hexes open to the ship that moves.
pub(crate) fn hex_board(
    grid: &HexGrid,
    table: &PlacedTable,
    lines: &[ShipLine],
    open: Vec<Pose>,
) -> BoardDrawn {
    let middles: Vec<(f64, f64)> = grid.board.hexes().map(|hex| rounded_point(grid.middle(hex))).collect();
    let origin = grid.board.hex(0, 0);
    let middle = grid.middle(origin);
    let from_middle =
        |corner: Point| rounded_point(Point::new(corner.x_in - middle.x_in, corner.y_in - middle.y_in));
    BoardDrawn {
        middles,
        corners: grid.corners(origin).map(from_middle).to_vec(),
        ships: lines.iter().filter_map(|line| on_hex(grid, table, line)).collect(),
        open: open.into_iter().map(PlaceView::of).collect(),
    }
}

fn rounded_point(point: Point) -> (f64, f64) {
    (round_in(point.x_in), round_in(point.y_in))
}

fn on_hex(grid: &HexGrid, table: &PlacedTable, line: &ShipLine) -> Option<OnHex> {
    let read = table.hex_of(&line.ship, *grid).ok()?;
    let words = |hex| {
        let (column, row) = grid.board.column_row(hex);
        format!("column {}, row {}", column + 1, row + 1)
    };
    let heading = |facing| round_deg(grid.heading(facing).deg().rem_euclid(360.0));
    let (x_in, y_in) = rounded_point(grid.middle(read.hex));
    let or_hex = (read.sure_of_hex != Verdict::Yes).then_some(read.next_hex);
    let or_facing = (read.sure_of_facing != Verdict::Yes).then_some(read.next_facing);
    let or = |other: Option<String>| other.map(|other| format!(" or {other}")).unwrap_or_default();
    Some(OnHex {
        ship: line.ship.to_string(),
        place: PlaceView { x_in, y_in, heading_deg: heading(read.facing) },
        or_hex: or_hex.map(|hex| rounded_point(grid.middle(hex))),
        or_heading_deg: or_facing.map(heading),
        sentence: format!(
            "{}: {}{}, heading {:.0}°{}",
            line.name,
            words(read.hex),
            or(or_hex.map(words)),
            heading(read.facing),
            or(or_facing.map(|facing| format!("{:.0}°", heading(facing)))),
        ),
    })
}
