//! Which screen pixels are taken: a bitmap with one bit a pixel, as in C. Kittivorawong, D. Moritz, K. Wongsuphasawat,
//! J. Heer, "Fast and Flexible Overlap Detection for Chart Labeling with Occupancy Bitmap", IEEE VIS 2020
//! (arXiv 2405.10953). A box is tested row by row, 64 pixels at a time.

use super::rectangle::Rectangle;

const WORD_BITS: usize = 64;
/// No screen has more pixels a side.
const MOST_PX: f64 = 16_384.0;

/// A bitmap of a rectangle of screen pixels. Everything outside it is ignored.
#[derive(Debug, Clone)]
pub(super) struct Occupancy {
    left: f64,
    top: f64,
    columns: usize,
    rows: usize,
    words_a_row: usize,
    bits: Vec<u64>,
}

impl Occupancy {
    /// All pixels of a rectangle, none taken.
    pub(super) fn free(over: &Rectangle) -> Self {
        let (left, top) = (over.left.floor(), over.top.floor());
        let columns = (over.right.ceil() - left).clamp(0.0, MOST_PX) as usize;
        let rows = (over.bottom.ceil() - top).clamp(0.0, MOST_PX) as usize;
        let words_a_row = columns.div_ceil(WORD_BITS);
        Self { left, top, columns, rows, words_a_row, bits: vec![0; words_a_row * rows] }
    }

    /// Returns whether no pixel that a box touches is taken.
    pub(super) fn is_free(&self, taken: &Rectangle) -> bool {
        let Some((columns, rows)) = self.pixels(taken) else { return true };
        let (first, last) = (columns.0 / WORD_BITS, columns.1 / WORD_BITS);
        rows_of(rows).all(|row| {
            let start = row * self.words_a_row;
            self.bits
                .get(start + first..=start + last)
                .is_none_or(|words| words.iter().zip(first..).all(|(word, at)| word & mask(columns, at) == 0))
        })
    }

    /// Takes every pixel that a box touches.
    pub(super) fn take(&mut self, taken: &Rectangle) {
        if let Some((columns, rows)) = self.pixels(taken) {
            rows_of(rows).for_each(|row| self.take_row(row, columns));
        }
    }

    /// Frees every pixel that a box touches.
    pub(super) fn leave(&mut self, taken: &Rectangle) {
        if let Some((columns, rows)) = self.pixels(taken) {
            rows_of(rows).for_each(|row| self.change_row(row, columns, |word, mask| *word &= !mask));
        }
    }

    /// Takes every pixel that a closed outline touches or contains.
    pub(super) fn take_outline(&mut self, outline: &[(f64, f64)]) {
        let edges = || outline.iter().zip(outline.iter().cycle().skip(1));
        let Some(around) = Rectangle::around(outline) else { return };
        let Some((_, rows)) = self.pixels(&around) else { return };
        let mut crossings = Vec::new();
        for row in rows_of(rows) {
            let (top, middle) = (self.top + row as f64, self.top + row as f64 + 0.5);
            crossings.clear();
            for (one, other) in edges() {
                if let Some((left, right)) = within_rows(*one, *other, (top, top + 1.0)) {
                    self.take_in_row(row, left, right);
                }
                if (one.1 > middle) != (other.1 > middle) {
                    crossings.push(one.0 + (middle - one.1) / (other.1 - one.1) * (other.0 - one.0));
                }
            }
            crossings.sort_by(f64::total_cmp);
            for span in crossings.chunks_exact(2) {
                if let [left, right] = span {
                    self.take_in_row(row, *left, *right);
                }
            }
        }
    }

    fn take_in_row(&mut self, row: usize, left: f64, right: f64) {
        let middle = self.top + row as f64 + 0.5;
        if let Some((columns, _)) = self.pixels(&Rectangle { left, top: middle, right, bottom: middle }) {
            self.take_row(row, columns);
        }
    }

    fn take_row(&mut self, row: usize, columns: (usize, usize)) {
        self.change_row(row, columns, |word, mask| *word |= mask);
    }

    fn change_row(&mut self, row: usize, columns: (usize, usize), change: impl Fn(&mut u64, u64)) {
        let (first, last) = (columns.0 / WORD_BITS, columns.1 / WORD_BITS);
        let start = row * self.words_a_row;
        if let Some(words) = self.bits.get_mut(start + first..=start + last) {
            words.iter_mut().zip(first..).for_each(|(word, at)| change(word, mask(columns, at)));
        }
    }

    /// The first and last column and row that a box touches; none if it is outside.
    fn pixels(&self, area: &Rectangle) -> Option<((usize, usize), (usize, usize))> {
        let along = |from: f64, to: f64, origin: f64, pixels: usize| {
            let last = pixels.checked_sub(1)?;
            let (from, to) = ((from - origin).floor(), (to - origin).floor());
            (to >= 0.0 && from <= last as f64).then(|| (from.max(0.0) as usize, (to as usize).min(last)))
        };
        Some((
            along(area.left, area.right, self.left, self.columns)?,
            along(area.top, area.bottom, self.top, self.rows)?,
        ))
    }
}

fn rows_of((first, last): (usize, usize)) -> std::ops::RangeInclusive<usize> {
    first..=last
}

/// The bits of columns within the word number `at` of a row.
fn mask((first, last): (usize, usize), at: usize) -> u64 {
    let start = at * WORD_BITS;
    let from = if first > start { u64::MAX << (first - start) } else { u64::MAX };
    let to = if last < start + WORD_BITS - 1 { u64::MAX >> (start + WORD_BITS - 1 - last) } else { u64::MAX };
    from & to
}

/// The columns that an edge covers between two rows.
fn within_rows(one: (f64, f64), other: (f64, f64), (top, bottom): (f64, f64)) -> Option<(f64, f64)> {
    let (low, high) = if one.1 <= other.1 { (one, other) } else { (other, one) };
    if high.1 < top || low.1 > bottom {
        return None;
    }
    let at = |y: f64| {
        let along = if high.1 > low.1 { ((y - low.1) / (high.1 - low.1)).clamp(0.0, 1.0) } else { 0.0 };
        low.0 + along * (high.0 - low.0)
    };
    // A level edge covers all its columns.
    let (from, to) = if high.1 > low.1 { (at(top), at(bottom)) } else { (low.0, high.0) };
    Some((from.min(to), from.max(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(left: f64, top: f64, width: f64, height: f64) -> Rectangle {
        Rectangle { left, top, right: left + width, bottom: top + height }
    }

    #[test]
    fn a_box_is_free_exactly_where_it_touches_no_taken_pixel() {
        let mut occupancy = Occupancy::free(&rectangle(0.3, 0.0, 300.0, 40.0));
        occupancy.take(&rectangle(60.0, 10.0, 70.0, 5.0));
        for (left, top, free) in
            [(40.0, 10.0, true), (49.9, 10.0, true), (50.0, 10.0, false), (128.0, 14.0, false)]
        {
            assert_eq!(occupancy.is_free(&rectangle(left, top, 10.0, 3.0)), free, "{left} {top}");
        }
        assert!(occupancy.is_free(&rectangle(131.0, 10.0, 100.0, 3.0)));
        assert!(occupancy.is_free(&rectangle(60.0, 16.0, 70.0, 9.0)));
        assert!(occupancy.is_free(&rectangle(-50.0, -50.0, 20.0, 20.0)), "outside");
    }

    #[test]
    fn an_outline_takes_its_inside_and_its_edge() {
        let mut occupancy = Occupancy::free(&rectangle(0.0, 0.0, 200.0, 200.0));
        let outline = [(100.0, 20.0), (180.0, 100.0), (100.0, 180.0), (20.0, 100.0)];
        occupancy.take_outline(&outline);
        let taken = |x: f64, y: f64| !occupancy.is_free(&rectangle(x, y, 0.1, 0.1));
        for (x, y) in [(100.0, 100.0), (60.0, 62.0), (178.0, 100.0), (100.0, 179.0), (140.5, 60.5)] {
            assert!(taken(x, y), "{x} {y}");
        }
        for (x, y) in [(30.0, 30.0), (170.0, 40.0), (100.0, 18.0), (61.0, 57.0)] {
            assert!(!taken(x, y), "{x} {y}");
        }
    }
}
