//! Room for ornaments: where a box covers least.

use super::canvas::Canvas;
use super::shapes;
use crate::scene::{PieceKind, TablePoint};

/// Cells along the table's longer side.
const CELLS: f64 = 48.0;
/// Places tried along each side of the table.
const STEPS: u32 = 16;
/// Costs of what a box may cover: a ship, a place that a ship passes, a track, another ornament.
const SHIP: f64 = 5.0;
const PASSED: f64 = 1.5;
const TRACK: f64 = 1.5;
const ORNAMENT: f64 = 20.0;
/// The cost from which no place is good enough.
const TOO_MUCH: f64 = 6.0;

/// What can be covered on a table: terrain on a grid, and points.
pub(super) struct Room {
    table_in: (f64, f64),
    cell_in: f64,
    columns: usize,
    /// Row by row from the south.
    cells: Vec<Option<PieceKind>>,
    /// Points with the cost of covering each.
    points: Vec<(TablePoint, f64)>,
    /// The distance that ornaments keep.
    spare_in: f64,
}

impl Room {
    /// The room on a canvas. Ships and tracks count on a sheet with a title only: in a window ornaments stay where they are
    /// while ships move.
    pub(super) fn on(canvas: &Canvas<'_>) -> Self {
        let scene = canvas.scene;
        let (east, north) = scene.table_in;
        let cell_in = east.max(north) / CELLS;
        let (columns, rows) = ((east / cell_in).ceil() as usize, (north / cell_in).ceil() as usize);
        let middle = |at: usize| (at as f64 + 0.5) * cell_in;
        let kind = |at: TablePoint| {
            let covers = scene.terrain.iter().filter(|piece| shapes::contains(&piece.outline_in, at));
            covers.map(|piece| piece.kind).max_by_key(|kind| match kind {
                PieceKind::Land => 0,
                PieceKind::Shoal => 1,
                PieceKind::Fort | PieceKind::Obstacle => 2,
            })
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (middle(column), middle(row))));
        let mut points = Vec::new();
        if scene.cartouche.is_some() {
            points.extend(
                scene.ships.iter().filter_map(|ship| Some((shapes::middle(&ship.outline_in)?, SHIP))),
            );
            points.extend(scene.keep_clear_in.iter().map(|at| (*at, PASSED)));
            let ways = scene.tracks.iter().map(|track| &track.points_in);
            points.extend(ways.flat_map(|way| way.iter().zip(way.iter().skip(1))).flat_map(|(a, b)| {
                [0.0, 0.25, 0.5, 0.75, 1.0]
                    .map(|share| ((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share), TRACK))
            }));
        }
        let cells = places.map(kind).collect();
        Self {
            table_in: scene.table_in,
            cell_in,
            columns,
            cells,
            points,
            spare_in: 0.8 * canvas.ornament_scale(),
        }
    }

    /// The centre of a box where least is covered, near a liked place; none where even the best place covers too much.
    pub(super) fn find(&self, size_in: (f64, f64), liked: TablePoint) -> Option<TablePoint> {
        let (east, north) = self.table_in;
        let (free_x, free_y) =
            (east - size_in.0 - 2.0 * self.spare_in, north - size_in.1 - 2.0 * self.spare_in);
        if free_x < 0.0 || free_y < 0.0 {
            return None;
        }
        let share = |step: u32| f64::from(step) / f64::from(STEPS);
        let places =
            (0..=STEPS).flat_map(|column| (0..=STEPS).map(move |row| (column, row))).map(|(column, row)| {
                let near = |free: f64, step: u32, size: f64| self.spare_in + size / 2.0 + free * share(step);
                (near(free_x, column, size_in.0), near(free_y, row, size_in.1))
            });
        let cost = |at: TablePoint| {
            self.covered(at, size_in) + 0.5 * ((at.0 - liked.0) / east).hypot((at.1 - liked.1) / north)
        };
        let best = places.map(|at| (cost(at), at)).min_by(|a, b| a.0.total_cmp(&b.0));
        best.filter(|(cost, _)| *cost < TOO_MUCH).map(|(_, at)| at)
    }

    /// Takes the room of an ornament.
    pub(super) fn take(&mut self, outline_in: &[TablePoint]) {
        self.points.extend(outline_in.iter().map(|at| (*at, ORNAMENT)));
        self.points.extend(shapes::middle(outline_in).map(|at| (at, ORNAMENT)));
    }

    /// What a box would cover, weighed.
    fn covered(&self, at: TablePoint, (width, height): (f64, f64)) -> f64 {
        let (half_x, half_y) = (width / 2.0 + self.spare_in, height / 2.0 + self.spare_in);
        let inside = |point: &TablePoint| (point.0 - at.0).abs() < half_x && (point.1 - at.1).abs() < half_y;
        let marks: f64 = self.points.iter().filter(|(point, _)| inside(point)).map(|(_, cost)| cost).sum();
        let cell = |place: f64| (place / self.cell_in).max(0.0) as usize;
        let (mut cells, mut land, mut shared) = (0.0, 0.0, 0.0);
        for row in cell(at.1 - height / 2.0)..=cell(at.1 + height / 2.0) {
            for column in
                cell(at.0 - width / 2.0)..=cell(at.0 + width / 2.0).min(self.columns.saturating_sub(1))
            {
                cells += 1.0;
                match self.cells.get(row * self.columns + column).copied().flatten() {
                    Some(PieceKind::Land) => land += 1.0,
                    Some(PieceKind::Shoal) => shared += 2.0,
                    Some(PieceKind::Fort | PieceKind::Obstacle) => shared += 8.0,
                    None => {}
                }
            }
        }
        // All on land is nearly as good as all on water; a coast across it is not.
        let dry: f64 = land / cells;
        marks + 12.0 * dry * (1.0 - dry) + 0.4 * dry + 4.0 * shared / cells
    }
}
