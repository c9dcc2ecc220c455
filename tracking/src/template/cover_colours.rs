//! The colours of what reaches over a hull: a pixel that looks like them is not counted as deck, however much it looks
//! like the deck, too.

use crate::background::signal::{Signal, SignalMap, length_squared};
use crate::hull::pose::HullPose;
use crate::template::plane::Plane;
use calibration::Pixel;

/// For each coarse cell around a hull: how far its signal is from the nearest colour of a cover, squared.
pub struct CoverColours {
    left: usize,
    top: usize,
    width: usize,
    away: Vec<f32>,
}

/// Colours kept, and places looked at to find them.
const COLOURS: usize = 48;
const PLACES: usize = 160;

impl CoverColours {
    /// The colours of the foreground within `reach_in` of a pose that `is_ship` does not claim; `None` if there are
    /// none.
    pub fn around(
        map: &SignalMap,
        plane: Plane<'_>,
        pose: HullPose,
        reach_in: f64,
        is_ship: impl Fn(Pixel) -> bool,
    ) -> Option<Self> {
        let (x, y) = map.cell_of(plane.camera.pixel_from_table(pose.middle, plane.height_in)?);
        let reach = reach_in * plane.camera.px_per_in(pose.middle)? / map.factor as f64;
        let span = |at: f32, most: usize| {
            let cell = |at: f64| (at.max(0.0) as usize).min(most);
            cell(f64::from(at) - reach)..cell(f64::from(at) + reach)
        };
        let (columns, rows) = (span(x, map.width), span(y, map.height));
        let cells = || rows.clone().flat_map(|row| columns.clone().map(move |column| (column, row)));
        let signal = |(column, row): (usize, usize)| map.cells[row * map.width + column];
        let shown = || cells().filter(|cell| signal(*cell) != [0.0; 4]);
        let every = (shown().count() / PLACES).max(1);
        let covers = shown().step_by(every).filter(|&(x, y)| !is_ship(map.pixel_of(x as f64, y as f64)));
        let covers: Vec<Signal> = covers.map(signal).collect();
        if covers.is_empty() {
            return None;
        }
        let colours: Vec<Signal> = covers.iter().step_by(covers.len().div_ceil(COLOURS)).copied().collect();
        let away = |seen: Signal| {
            let to = |colour: &Signal| length_squared(&std::array::from_fn(|i| seen[i] - colour[i]));
            if seen == [0.0; 4] {
                f32::INFINITY
            } else {
                colours.iter().map(to).fold(f32::INFINITY, f32::min)
            }
        };
        let away = cells().map(|cell| away(signal(cell))).collect();
        Some(Self { left: columns.start, top: rows.start, width: columns.len(), away })
    }

    /// How far the signal of a cell is from the nearest colour of a cover, squared; infinite if it is none.
    #[inline]
    pub fn away(&self, x: f32, y: f32) -> f32 {
        let (column, row) = ((x + 0.5) as usize, (y + 0.5) as usize);
        if column < self.left || row < self.top || column - self.left >= self.width {
            return f32::INFINITY;
        }
        let at = (row - self.top) * self.width + column - self.left;
        self.away.get(at).copied().unwrap_or(f32::INFINITY)
    }
}
