//! Where dice may be: a network that looks at the whole picture, made small.
//!
//! At each size it finds the upper faces that are from [`SIDE_PX`]`.0` to `.1` pixels there; halved sizes find larger ones.

use crate::network::{Inference, Maps};
use crate::pyramid::{Level, Pyramid};
use crate::suppression::suppressed;

/// Sides of the upper faces that it finds at one size, pixels of that size.
pub const SIDE_PX: (f32, f32) = (7.0, 18.0);

/// The side that its output for size 0 means, pixels.
pub const MIDDLE_SIDE_PX: f32 = 12.5;

/// Pixels between its outputs.
pub const CELL_PX: usize = 4;

/// What it says for a cell: whether the middle of an upper face is there (logit), the middle's place from the cell's in
/// cells, and the logarithm of its side.
pub const OUTPUTS: usize = 4;

/// A place where an upper face may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// Its middle, pixels.
    pub middle_px: (f32, f32),
    /// Its side, pixels.
    pub side_px: f32,
    /// How likely it is one, 0 to 1.
    pub score: f32,
}

/// The network's input for a level of the pyramid.
pub fn input(level: &Level) -> Maps {
    let values = level.bytes.iter().map(|byte| f32::from(*byte) / 255.0 - 0.5).collect();
    Maps { count: 1, height: level.height, width: level.width, channels: 3, values }
}

/// Where upper faces may be in a picture, likeliest first, none twice.
pub fn candidates(network: &Inference, pyramid: &Pyramid, least_score: f32) -> Vec<Candidate> {
    let mut found = Vec::new();
    // The largest size that is looked at is half of the picture's.
    for (number, level) in pyramid.levels.iter().enumerate().skip(1) {
        let outputs = network.run(input(level));
        peaks(&outputs, (1 << number) as f32, least_score, &mut found);
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    // The smaller one counts: a place that looks like one large face may hold two small ones.
    suppressed(found, |candidate, other| {
        let share = (candidate.side_px / other.side_px).min(other.side_px / candidate.side_px);
        candidate.is_at(other, 0.35 * share)
    })
}

impl Candidate {
    /// Are the middles of two nearer than this share of the larger one's side?
    pub fn is_at(&self, other: &Self, share: f32) -> bool {
        let (dx, dy) = (self.middle_px.0 - other.middle_px.0, self.middle_px.1 - other.middle_px.1);
        dx.hypot(dy) < share * self.side_px.max(other.side_px)
    }
}

/// Cells that say "here" more strongly than those about them.
fn peaks(outputs: &Maps, shrink: f32, least_score: f32, found: &mut Vec<Candidate>) {
    let least = (least_score / (1.0 - least_score)).ln();
    let logit = |row: usize, column: usize| outputs.values[outputs.at(0, row, column)];
    for row in 0..outputs.height {
        for column in 0..outputs.width {
            let own = logit(row, column);
            if own < least {
                continue;
            }
            let rows = row.saturating_sub(1)..(row + 2).min(outputs.height);
            let columns = column.saturating_sub(1)..(column + 2).min(outputs.width);
            if rows
                .flat_map(|row| columns.clone().map(move |column| (row, column)))
                .any(|(r, c)| logit(r, c) > own)
            {
                continue;
            }
            let from = outputs.at(0, row, column);
            let (dx, dy, size) =
                (outputs.values[from + 1], outputs.values[from + 2], outputs.values[from + 3]);
            let place = |cell: usize, off: f32| ((cell as f32 + off) * CELL_PX as f32 + 0.5) * shrink - 0.5;
            found.push(Candidate {
                middle_px: (place(column, dx), place(row, dy)),
                side_px: MIDDLE_SIDE_PX * size.clamp(-1.5, 1.5).exp2() * shrink,
                score: 1.0 / (1.0 + (-own).exp()),
            });
        }
    }
}
