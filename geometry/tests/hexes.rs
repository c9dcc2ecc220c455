//! Hex grids: coordinates, registration on the table, and the hex and facing of a ship.

use crate::common::standing;
use geometry::{
    Facing, Heading, Hex, HexBoard, HexClick, HexGrid, HexGridError, HexTop, Point, Pose, Shoved, Standing,
    Verdict, outline_contains,
};
use proptest::prelude::*;
use std::f64::consts::FRAC_PI_3;

/// The hex duel's board: 12 columns by 10 rows, flat-topped so that north is a hexside.
const DUEL: HexBoard = HexBoard { top: HexTop::Flat, shoved: Shoved::Odd, columns: 12, rows: 10 };

fn hex() -> impl Strategy<Value = Hex> {
    (-20..20_i32, -20..20_i32).prop_map(|(q, r)| Hex::new(q, r))
}

fn board() -> impl Strategy<Value = HexBoard> {
    let top = prop_oneof![Just(HexTop::Flat), Just(HexTop::Pointy)];
    let shoved = prop_oneof![Just(Shoved::Odd), Just(Shoved::Even)];
    (top, shoved, 1..14_u32, 1..14_u32).prop_map(|(top, shoved, columns, rows)| HexBoard {
        top,
        shoved,
        columns,
        rows,
    })
}

fn grid() -> impl Strategy<Value = HexGrid> {
    (board(), -5.0..5.0_f64, -5.0..5.0_f64, -3.1..3.1_f64, 0.5..4.0_f64).prop_map(
        |(board, x, y, rotation_rad, size)| HexGrid {
            board,
            origin: Point::new(x, y),
            rotation_rad,
            across_flats_in: size,
            sigma_in: 0.0,
        },
    )
}

fn with_middle(middle: Point, heading: Heading, sigma_in: f64, heading_sigma_deg: f64) -> Standing {
    let pose = Pose { stack: middle.moved(heading, crate::common::HULL.stack_ahead_in), heading };
    standing(pose, sigma_in, heading_sigma_deg)
}

proptest! {
    #[test]
    fn every_point_lies_in_the_hex_whose_middle_is_nearest(grid in grid(), x in -20.0..20.0_f64, y in -20.0..20.0_f64) {
        let point = Point::new(x, y);
        let hex = grid.hex_at(point);
        let own_in = grid.middle(hex).distance_in(point);
        for neighbour in hex.neighbours() {
            prop_assert!(own_in <= grid.middle(neighbour).distance_in(point) + 1e-9);
        }
        prop_assert!(own_in <= grid.across_flats_in / 3.0_f64.sqrt() + 1e-9);
        let off_edge = geometry::signed_gap_in(&grid.corners(hex), point);
        prop_assert!(off_edge < 1e-9, "{off_edge}");
    }

    #[test]
    fn neighbours_lie_one_size_away_in_their_facing(grid in grid(), hex in hex(), number in 0..6_i32) {
        let facing = Facing::new(number);
        let neighbour = hex.moved(facing, 1);
        prop_assert_eq!(hex.facing_to(neighbour), Some(facing));
        prop_assert_eq!(neighbour.facing_to(hex), Some(facing.opposite()));
        let (from, to) = (grid.middle(hex), grid.middle(neighbour));
        prop_assert!((from.distance_in(to) - grid.across_flats_in).abs() < 1e-9);
        prop_assert!(from.heading_to(to).angle_to(grid.heading(facing)) < 1e-9);
    }

    #[test]
    fn distance_is_a_metric_that_rings_and_lines_keep(from in hex(), to in hex(), third in hex()) {
        let distance = from.distance(to);
        prop_assert_eq!(distance, to.distance(from));
        prop_assert!(distance <= from.distance(third) + third.distance(to));
        let line = from.line(to);
        prop_assert_eq!(line.len() as u32, distance + 1);
        prop_assert_eq!((line[0], line[line.len() - 1]), (from, to));
        prop_assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
        let ring = from.ring(distance);
        prop_assert!(ring.contains(&to));
        prop_assert_eq!(ring.len() as u32, (6 * distance).max(1));
        prop_assert!(ring.iter().all(|hex| from.distance(*hex) == distance));
    }

    #[test]
    fn the_hexes_a_line_enters_are_those_it_runs_inside_of(grid in grid(), from in hex(), step in (-6..7_i32, -6..7_i32)) {
        let to = Hex::new(from.q + step.0, from.r + step.1);
        let entered = from.entered_by_line(to);
        let (a, b) = (grid.middle(from), grid.middle(to));
        let mut seen: Vec<Hex> = (0..=4000).map(|n| f64::from(n) / 4000.0)
            .map(|t| Point::new(a.x_in + t * (b.x_in - a.x_in), a.y_in + t * (b.y_in - a.y_in)))
            .filter(|point| {
                let corners = grid.corners(grid.hex_at(*point));
                geometry::signed_gap_in(&corners, *point) < -1e-6 * grid.across_flats_in
            })
            .map(|point| grid.hex_at(point)).collect();
        seen.sort();
        seen.dedup();
        let mut exact = entered.clone();
        exact.sort();
        prop_assert_eq!(seen, exact);
    }

    #[test]
    fn columns_and_rows_go_there_and_back(board in board(), column in -3..15_i32, row in -3..15_i32) {
        let hex = board.hex(column, row);
        prop_assert_eq!(board.column_row(hex), (column, row));
        let within = (0..board.columns as i32).contains(&column) && (0..board.rows as i32).contains(&row);
        prop_assert_eq!(board.holds(hex), within);
    }

    #[test]
    fn the_largest_board_fits_and_touches(board in board(), width_in in 5.0..80.0_f64, height_in in 5.0..80.0_f64) {
        let grid = HexGrid::largest_in(board, Point::new(1.0, 2.0), width_in, height_in).unwrap();
        let corners: Vec<Point> = board.hexes().flat_map(|hex| grid.corners(hex)).collect();
        let most = |of: fn(&Point) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (west, south) = (-most(|p| -p.x_in), -most(|p| -p.y_in));
        let (east, north) = (most(|p| p.x_in), most(|p| p.y_in));
        prop_assert!((west - 1.0).abs() < 1e-9 && (south - 2.0).abs() < 1e-9);
        let (spare_x, spare_y) = (1.0 + width_in - east, 2.0 + height_in - north);
        prop_assert!(spare_x.min(spare_y).abs() < 1e-9 && spare_x.max(spare_y) > -1e-9);
    }

    #[test]
    fn clicks_find_the_grid_again(
        grid in grid(), cells in prop::collection::hash_set((0..12_i32, 0..10_i32), 3..20),
        errors in prop::collection::vec((-0.02..0.02_f64, -0.02..0.02_f64), 20),
    ) {
        let clicks: Vec<HexClick> = cells.into_iter().zip(errors).map(|((column, row), (east, north))| {
            let middle = grid.middle(grid.board.hex(column, row));
            HexClick { column, row, middle: Point::new(middle.x_in + east, middle.y_in + north) }
        }).collect();
        let fit = HexGrid::from_clicks(grid.board, &clicks).unwrap();
        for click in &clicks {
            let hex = grid.board.hex(click.column, click.row);
            prop_assert!(fit.grid.middle(hex).distance_in(grid.middle(hex)) < 0.06);
        }
        prop_assert!(fit.rms_in <= 0.03 && fit.worst_in >= fit.rms_in - 1e-12);
        prop_assert!(fit.grid.sigma_in >= fit.rms_in / 2.0_f64.sqrt() - 1e-12);
    }

    #[test]
    fn a_ship_well_inside_is_sure_and_one_on_the_border_is_not(
        grid in grid(), hex in hex(), number in 0..6_i32, share in 0.0..0.5_f64, off_deg in -29.9..29.9_f64,
    ) {
        let facing = Facing::new(number);
        let toward = grid.heading(facing);
        let middle = grid.middle(hex).moved(toward, share * grid.across_flats_in);
        let ship = with_middle(middle, toward.turned(off_deg.to_radians()), 0.02, 1.0);
        let place = grid.place(&ship);
        let margin_in = (0.5 - share) * grid.across_flats_in;
        prop_assert!(place.hex == hex || margin_in < 1e-6);
        prop_assert!((place.margin_in.value - margin_in).abs() < 1e-6);
        let doubtful = margin_in <= 1.96 * ship.middle_sigma_in;
        prop_assert_eq!(place.sure_of_hex == Verdict::TooClose, doubtful);
        if share > 0.01 {
            prop_assert_eq!(place.next_hex, hex.moved(facing, 1));
        }
        prop_assert_eq!(place.facing, facing);
        prop_assert!((place.off_rad.to_degrees() - off_deg).abs() < 1e-6);
        prop_assert_eq!(place.sure_of_facing == Verdict::TooClose, 30.0 - off_deg.abs() <= 1.96);
        prop_assert_eq!(place.next_facing, facing.turned(if off_deg < 0.0 { -1 } else { 1 }));
    }
}

#[test]
fn the_duels_board_stands_as_the_book_says() {
    let grid = HexGrid::largest_in(DUEL, Point::new(0.0, 0.0), 60.0, 36.0).unwrap();
    // Ten rows, every other column shifted by half a hex: 10.5 widths across flats in 36 in; twelve columns
    // need 35 thirds of a width across corners.
    assert!((grid.across_flats_in - 36.0 / 10.5).abs() < 1e-9);
    // The neighbour of a hex is due north, because ships start heading north and south.
    let hex = DUEL.hex(5, 5);
    assert_eq!(DUEL.column_row(hex.moved(Facing::new(0), 1)), (5, 4));
    assert!(
        grid.heading(Facing::new(0)).rad() < 1e-12
            && (grid.heading(Facing::new(1)).rad() - FRAC_PI_3).abs() < 1e-12
    );
    // Odd columns are shifted south.
    assert!(grid.middle(DUEL.hex(1, 0)).y_in < grid.middle(DUEL.hex(0, 0)).y_in);
    assert!(grid.middle(DUEL.hex(0, 1)).y_in < grid.middle(DUEL.hex(1, 0)).y_in);
    assert_eq!(DUEL.hexes().count(), 120);
    // Nine steps from edge to edge of one column.
    assert_eq!(DUEL.hex(5, 0).distance(DUEL.hex(5, 9)), 9);
    assert!(outline_contains(&grid.corners(hex), grid.middle(hex)));
    assert_eq!(Facing::new(0).hexsides_to(Facing::new(5)), -1);
    assert_eq!(Facing::new(1).hexsides_to(Facing::new(4)), 3);
}

#[test]
fn a_line_along_hexsides_enters_only_its_ends() {
    // From a hex to the one beyond its corner, the line runs along the side between the two others.
    let (from, to) = (Hex::new(0, 0), Hex::new(1, 1));
    assert_eq!(from.distance(to), 2);
    assert_eq!(from.entered_by_line(to), vec![from, to]);
    assert_eq!(Hex::new(0, 0).entered_by_line(Hex::new(3, 0)).len(), 4);
    assert_eq!(from.entered_by_line(from), vec![from]);
}

#[test]
fn clicks_that_tell_nothing_are_refused() {
    let click = |column, row, x, y| HexClick { column, row, middle: Point::new(x, y) };
    let refused = |clicks: &[HexClick]| HexGrid::from_clicks(DUEL, clicks).unwrap_err();
    assert_eq!(refused(&[click(0, 0, 1.0, 1.0)]), HexGridError::TooFewClicks { clicks: 1 });
    assert_eq!(refused(&[click(2, 2, 1.0, 1.0); 3]), HexGridError::ClicksTooClose);
    let grid = HexGrid::largest_in(DUEL, Point::new(0.0, 0.0), 60.0, 36.0).unwrap();
    let right = |column, row| HexClick { column, row, middle: grid.middle(DUEL.hex(column, row)) };
    let mut clicks = vec![right(0, 0), right(11, 0), right(0, 9), right(11, 9), right(5, 5), right(3, 7)];
    clicks[4].row = 4;
    let wrong = refused(&clicks);
    assert!(matches!(wrong, HexGridError::ClickMisplaced { column: 5, row: 4, .. }), "{wrong}");
    assert!(HexGrid::largest_in(DUEL, Point::new(0.0, 0.0), 0.0, 36.0).is_err());
}
