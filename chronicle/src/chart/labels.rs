//! Label placement: each name beside its ship, where it covers nothing, if possible.

use super::TablePoint;

/// A letter's average width, as a share of its height.
const LETTER_WIDTH: f64 = 0.56;

/// An axis-parallel box on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Box {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

impl Box {
    pub(super) fn around(points: &[TablePoint]) -> Option<Self> {
        let (x, y) = *points.first()?;
        let one = Self { west: x, south: y, east: x, north: y };
        Some(points.iter().fold(one, |all, (x, y)| Self {
            west: all.west.min(*x),
            south: all.south.min(*y),
            east: all.east.max(*x),
            north: all.north.max(*y),
        }))
    }

    fn overlap(&self, other: &Self) -> f64 {
        let across = self.east.min(other.east) - self.west.max(other.west);
        let along = self.north.min(other.north) - self.south.max(other.south);
        across.max(0.0) * along.max(0.0)
    }

    fn area(&self) -> f64 {
        (self.east - self.west) * (self.north - self.south)
    }
}

/// Finds places for names.
#[derive(Debug)]
pub(super) struct Labels {
    table: Box,
    height_in: f64,
    taken: Vec<Box>,
}

impl Labels {
    /// For a table of this size, with names of this height beside these hulls.
    pub(super) fn new(table_in: (f64, f64), height_in: f64, hulls: &[Vec<TablePoint>]) -> Self {
        Self {
            table: Box { west: 0.0, south: 0.0, east: table_in.0, north: table_in.1 },
            height_in,
            taken: hulls.iter().filter_map(|hull| Box::around(hull)).collect(),
        }
    }

    /// The centre of the best place for a name beside a hull.
    pub(super) fn place(&mut self, text: &str, hull: &Box) -> TablePoint {
        let (half_width, half_height) =
            (self.height_in * LETTER_WIDTH * text.chars().count() as f64 / 2.0, self.height_in * 0.6);
        let (x, y) = ((hull.west + hull.east) / 2.0, (hull.south + hull.north) / 2.0);
        let gap = self.height_in * 0.35;
        let (right, left) = (hull.east + gap + half_width, hull.west - gap - half_width);
        let (above, below) = (hull.north + gap + half_height, hull.south - gap - half_height);
        let far = 2.6 * half_height;
        let beside = [
            (x, above),
            (x, below),
            (right, y),
            (left, y),
            (right, above),
            (left, above),
            (right, below),
            (left, below),
            (x, above + far),
            (x, below - far),
            (right, above + far),
            (left, below - far),
        ];
        let boxed = |(x, y): TablePoint| Box {
            west: x - half_width,
            south: y - half_height,
            east: x + half_width,
            north: y + half_height,
        };
        let hidden = |at: TablePoint| {
            let own = boxed(at);
            let off_table = own.area() - own.overlap(&self.table);
            self.taken.iter().map(|other| own.overlap(other)).sum::<f64>() + 4.0 * off_table
        };
        let best = beside.into_iter().map(|at| (hidden(at), at)).min_by(|a, b| a.0.total_cmp(&b.0));
        let at = best.map_or((x, above), |(_, at)| at);
        self.taken.push(boxed(at));
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_at_one_place_do_not_cover_each_other_or_leave_the_table() {
        let hull = vec![(1.0, 1.0), (2.0, 2.0)];
        let mut labels = Labels::new((60.0, 36.0), 1.0, std::slice::from_ref(&hull));
        let around = Box::around(&hull).unwrap();
        for name in ["Monitor", "Virginia", "Congress"] {
            labels.place(name, &around);
        }
        let names = &labels.taken[1..];
        for (at, one) in names.iter().enumerate() {
            assert_eq!(one.overlap(&labels.table), one.area(), "{one:?} leaves the table");
            assert!(names[at + 1..].iter().all(|other| one.overlap(other) == 0.0), "{names:?}");
            assert_eq!(one.overlap(&around), 0.0);
        }
    }
}
