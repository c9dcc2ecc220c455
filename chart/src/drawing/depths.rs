//! Depths that the chart shows: shallow beside banks, over shoals and around works, with some noise, as nature has it. They
//! are an ornament; rules take depths from the scenario.

use super::lattice::noise;
use super::shapes;
use crate::scene::{PieceKind, Scene, TablePoint, TerrainPiece};
use kurbo::BezPath;

/// The distance of the depth's grid, inches on a usual table.
const GRID_IN: f64 = 0.5;
/// The limits of the tints, inches from the bank on a usual table: one, two and three fathoms.
pub(super) const LIMITS: [f64; 3] = [0.9, 2.1, 3.8];
/// The apparent distance from the bank over a shoal.
const OVER_SHOAL: f64 = 0.45;
/// How far beyond the table's edge the outermost values are, inches.
const RIM_IN: f64 = 1e-3;
/// Far from any bank.
const FAR: f64 = 1e3;

/// The apparent distance from the bank on a grid, in inches of a usual table.
pub(super) struct Depths {
    east_in: Vec<f64>,
    north_in: Vec<f64>,
    /// Row by row from the south.
    values: Vec<f64>,
}

impl Depths {
    /// The depths of a scene; `scale` is the table's size against the usual one.
    pub(super) fn of(scene: &Scene, scale: f64) -> Self {
        let (east_in, north_in) =
            (ticks(scene.table_in.0, GRID_IN * scale), ticks(scene.table_in.1, GRID_IN * scale));
        let pieces: Vec<Piece<'_>> = scene.terrain.iter().filter_map(Piece::new).collect();
        let mut values = Vec::with_capacity(east_in.len() * north_in.len());
        for (row, y) in north_in.iter().enumerate() {
            for (column, x) in east_in.iter().enumerate() {
                let rim = row == 0 || column == 0 || row + 1 == north_in.len() || column + 1 == east_in.len();
                values.push(if rim { FAR } else { apparent_distance((*x, *y), &pieces, scale) });
            }
        }
        Self { east_in, north_in, values }
    }

    /// The depth at a point, fathoms; none beyond the table.
    pub(super) fn fathoms(&self, (x, y): TablePoint) -> Option<f64> {
        let column = self.east_in.partition_point(|east| *east < x);
        let row = self.north_in.partition_point(|north| *north < y);
        let distance = self.values.get(row * self.east_in.len() + column).copied()?;
        let [one, two, three] = LIMITS;
        let open_water = 4.0 * noise(x / 7.0, y / 7.0, 3) + 1.2 * noise(x / 1.7, y / 1.7, 4);
        Some(if distance < one {
            distance / one
        } else if distance < two {
            1.0 + (distance - one) / (two - one)
        } else if distance < three {
            2.0 + (distance - two) / (three - two)
        } else {
            3.0 + (1.0 - (-(distance - three) / 6.0).exp()) * (2.0 + open_water)
        })
    }

    /// The areas nearer to the bank than a limit, as closed outlines (marching squares).
    pub(super) fn shallower(&self, limit: f64) -> BezPath {
        let columns = self.east_in.len();
        let edges = self.links(limit);
        let mut path = BezPath::new();
        let mut done = vec![false; edges.len()];
        for start in 0..edges.len() {
            let mut outline = Vec::new();
            let mut at = start;
            while let (Some(Some(next)), Some(false)) = (edges.get(at), done.get(at)) {
                if let Some(seen) = done.get_mut(at) {
                    *seen = true;
                }
                outline.extend(self.crossing(at, columns, limit));
                at = *next;
            }
            if outline.len() > 2 {
                path.extend(shapes::rounded(&outline));
            }
        }
        path
    }

    fn value(&self, column: usize, row: usize) -> f64 {
        self.values.get(row * self.east_in.len() + column).copied().unwrap_or(FAR)
    }

    /// For each edge of the grid where an outline crosses it, the edge where it goes on. Edges are numbered by the corner at
    /// their western or southern end: even numbers go east, odd ones north.
    fn links(&self, limit: f64) -> Vec<Option<usize>> {
        let (columns, rows) = (self.east_in.len(), self.north_in.len());
        let mut links = vec![None; columns * rows * 2];
        for row in 0..rows.saturating_sub(1) {
            for column in 0..columns.saturating_sub(1) {
                let corner = |dx: usize, dy: usize| self.value(column + dx, row + dy) < limit;
                let inside = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                if inside.iter().all(|one| *one) || !inside.iter().any(|one| *one) {
                    continue;
                }
                let at = row * columns + column;
                let around = [2 * at, 2 * (at + 1) + 1, 2 * (at + columns), 2 * at + 1];
                // Around the cell anticlockwise: an outline leaves where the inside ends, and comes from where it began.
                let ends = |side: usize| (inside.get(side % 4), inside.get((side + 1) % 4));
                for (side, leaves) in around.iter().enumerate() {
                    if ends(side) != (Some(&true), Some(&false)) {
                        continue;
                    }
                    let entry = (1..4)
                        .map(|back| (side + 4 - back) % 4)
                        .find(|one| ends(*one) == (Some(&false), Some(&true)));
                    if let (Some(link), Some(entry)) = (links.get_mut(*leaves), entry) {
                        *link = around.get(entry).copied();
                    }
                }
            }
        }
        links
    }

    /// Where an outline crosses an edge of the grid.
    fn crossing(&self, edge: usize, columns: usize, limit: f64) -> Option<TablePoint> {
        let (column, row) = (edge / 2 % columns, edge / 2 / columns);
        let (next_column, next_row) =
            if edge.is_multiple_of(2) { (column + 1, row) } else { (column, row + 1) };
        let (here, there) = (self.value(column, row), self.value(next_column, next_row));
        let share = ((limit - here) / (there - here)).clamp(0.0, 1.0);
        let between = |all: &[f64], one: usize, other: usize| {
            let (one, other) = (*all.get(one)?, *all.get(other)?);
            Some(one + (other - one) * share)
        };
        Some((between(&self.east_in, column, next_column)?, between(&self.north_in, row, next_row)?))
    }
}

/// Coordinates of a grid from edge to edge, with one value just outside at both ends.
fn ticks(length_in: f64, step_in: f64) -> Vec<f64> {
    let steps = (length_in / step_in).ceil().clamp(1.0, 400.0);
    let inner = (0..=steps as u32).map(|step| length_in * f64::from(step) / steps);
    std::iter::once(-RIM_IN).chain(inner).chain(std::iter::once(length_in + RIM_IN)).collect()
}

/// A piece of terrain that makes the water beside it shallow.
struct Piece<'a> {
    outline: &'a [TablePoint],
    around: (f64, f64, f64, f64),
    kind: PieceKind,
}

impl<'a> Piece<'a> {
    fn new(piece: &'a TerrainPiece) -> Option<Self> {
        let around = shapes::around(&piece.outline_in)?;
        Some(Self { outline: &piece.outline_in, around, kind: piece.kind })
    }

    /// A distance that the piece is at least away, squared.
    fn at_least2(&self, (x, y): TablePoint) -> f64 {
        let (west, south, east, north) = self.around;
        let (across, up) = ((west - x).max(x - east).max(0.0), (south - y).max(y - north).max(0.0));
        across * across + up * up
    }

    fn distance2(&self, point: TablePoint) -> f64 {
        if shapes::contains(self.outline, point) {
            return 0.0;
        }
        shapes::sides(self.outline).map(|side| shapes::distance2(point, side)).fold(f64::INFINITY, f64::min)
    }
}

fn apparent_distance((x, y): TablePoint, pieces: &[Piece<'_>], scale: f64) -> f64 {
    let (mut bank2, mut shoal2) = (f64::INFINITY, f64::INFINITY);
    for piece in pieces {
        let nearest2 = if piece.kind == PieceKind::Shoal { &mut shoal2 } else { &mut bank2 };
        if piece.at_least2((x, y)) < *nearest2 {
            *nearest2 = nearest2.min(piece.distance2((x, y)));
        }
    }
    let (x, y) = (x / scale, y / scale);
    let uneven = 0.62 + 0.6 * noise(x / 4.5, y / 4.5, 1) + 0.25 * noise(x / 1.6, y / 1.6, 2);
    let bank = bank2.sqrt() / scale / uneven;
    let shoal = OVER_SHOAL + shoal2.sqrt() / scale / uneven;
    bank.min(shoal).min(FAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Shape;

    #[test]
    fn tints_lie_inside_one_another_around_an_island_and_stay_on_the_table() {
        let island = TerrainPiece {
            name: String::new(),
            kind: PieceKind::Land,
            outline_in: vec![(28.0, 16.0), (33.0, 16.0), (33.0, 20.0), (28.0, 20.0)],
            height_in: 0.0,
        };
        let bank = TerrainPiece {
            outline_in: vec![(0.0, 0.0), (60.0, 0.0), (60.0, 3.0), (0.0, 3.0)],
            ..island.clone()
        };
        let scene = Scene { table_in: (60.0, 36.0), terrain: vec![island, bank], ..Scene::default() };
        let depths = Depths::of(&scene, 1.0);
        let areas = LIMITS.map(|limit| depths.shallower(limit));
        let sizes = areas.each_ref().map(|area| area.area().abs());
        assert!(sizes[0] > 200.0 && sizes[0] < sizes[1] && sizes[1] < sizes[2], "{sizes:?}");
        for area in &areas {
            let around = area.bounding_box();
            assert!(around.x0 >= -0.01 && around.x1 <= 60.01 && around.y0 >= -0.01, "{around:?}");
        }
        let (near, far) = (depths.fathoms((30.0, 21.0)).unwrap(), depths.fathoms((30.0, 30.0)).unwrap());
        assert!(near < 3.0 && far > 3.0, "{near} {far}");
    }
}
