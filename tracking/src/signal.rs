//! The signal: how a picture differs from the bare table, blind to shadow.
//!
//! Linear light divided by the bare table's brightness. Three channels hold what lies at right angles to the
//! table's own colour (a shadow only scales that colour, and so vanishes); the fourth holds what is brighter than
//! the table (hulls of nearly the table's hue need it).

use crate::frame::SmallFrame;
use crate::light::Light;
use crate::reference::{Bare, Reference};
use calibration::Pixel;
use std::sync::LazyLock;

/// Linear light of an 8-bit sRGB value, 0 to 1 (IEC 61966-2-1).
pub static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let s = value as f64 / 255.0;
        let linear = if s <= 0.040_45 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) };
        linear as f32
    })
});

/// One cell's signal.
pub type Signal = [f32; 4];

/// The length of a signal.
#[inline]
pub fn length(signal: &Signal) -> f32 {
    length_squared(signal).sqrt()
}

/// The squared length of a signal.
#[inline]
pub fn length_squared(signal: &Signal) -> f32 {
    signal.iter().map(|c| c * c).sum()
}

/// Strong signals are pressed together, so that a white deckhouse does not outvote everything else.
const PRESS: f32 = 0.3;

/// Cells that share one evaluation of the light.
const LIGHT_RUN: usize = 16;

/// The signal of a rectangle of the picture at one resolution.
#[derive(Debug, Clone)]
pub struct SignalMap {
    /// First cell's column at this resolution.
    left: usize,
    /// First cell's row at this resolution.
    top: usize,
    /// Cells a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Picture pixels a cell.
    pub factor: usize,
    /// Row by row.
    pub cells: Vec<Signal>,
}

/// The signal of one pixel against the bare table there.
#[inline]
fn signal(bgr: [u8; 3], bare: &Bare, gain: [f32; 3], table: &[f32; 256]) -> Signal {
    let e = bare.direction;
    let v = [0, 1, 2].map(|c| table[usize::from(bgr[c])] * gain[c] * bare.inverse);
    let along = v[0] * e[0] + v[1] * e[1] + v[2] * e[2];
    let mut out = [v[0] - along * e[0], v[1] - along * e[1], v[2] - along * e[2], (along - 1.0).max(0.0)];
    let press = 1.0 / (1.0 + PRESS * length(&out));
    for channel in &mut out {
        *channel *= press;
    }
    out
}

impl SignalMap {
    /// The signal of `piece`, whose first pixel is cell (`left`, `top`) of `reference`; `factor` picture pixels a
    /// cell.
    pub fn new(
        piece: &SmallFrame,
        (left, top): (usize, usize),
        factor: usize,
        reference: &Reference,
        light: &Light,
    ) -> Self {
        let table = &*LINEAR;
        let mut cells = Vec::with_capacity(piece.bgr.len());
        for (y, row) in piece.bgr.chunks_exact(piece.width.max(1)).enumerate() {
            for (run, pixels) in row.chunks(LIGHT_RUN).enumerate() {
                let x = left + run * LIGHT_RUN;
                let gain = light.gain(
                    (x + pixels.len() / 2) as f64 / reference.width as f64,
                    (top + y) as f64 / reference.height as f64,
                );
                for (offset, &bgr) in pixels.iter().enumerate() {
                    cells.push(signal(bgr, reference.at(x + offset, top + y), gain, table));
                }
            }
        }
        Self { left, top, width: piece.width, height: piece.height, factor, cells }
    }

    /// The cell in which a place of the picture lies, as fractions of cells from this map's first one.
    #[inline]
    pub fn cell_of(&self, pixel: Pixel) -> (f32, f32) {
        let scale = 1.0 / self.factor as f64;
        (
            ((pixel.x_px + 0.5) * scale - 0.5 - self.left as f64) as f32,
            ((pixel.y_px + 0.5) * scale - 0.5 - self.top as f64) as f32,
        )
    }

    /// The place in the picture of a cell's middle.
    pub fn pixel_of(&self, x: f64, y: f64) -> Pixel {
        let scale = self.factor as f64;
        Pixel::new((x + self.left as f64 + 0.5) * scale - 0.5, (y + self.top as f64 + 0.5) * scale - 0.5)
    }

    /// The signal at a place of the picture, bilinear; `None` outside the map.
    #[inline]
    pub fn sample(&self, pixel: Pixel) -> Option<Signal> {
        let (x, y) = self.cell_of(pixel);
        if !(x >= 0.0 && y >= 0.0) {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        if column + 1 >= self.width || row + 1 >= self.height {
            return None;
        }
        let (fx, fy) = (x - column as f32, y - row as f32);
        let at = row * self.width + column;
        let (a, b) = (&self.cells[at], &self.cells[at + 1]);
        let (c, d) = (&self.cells[at + self.width], &self.cells[at + self.width + 1]);
        let (wa, wb) = ((1.0 - fx) * (1.0 - fy), fx * (1.0 - fy));
        let (wc, wd) = ((1.0 - fx) * fy, fx * fy);
        Some(std::array::from_fn(|i| a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd))
    }

    /// The map smoothed with the 3 x 3 binomial kernel: bilinear reading of a noisy picture pulls towards cell
    /// middles, and this takes most of that away.
    pub fn smoothed(&self) -> Self {
        let mut out = self.clone();
        let (w, h) = (self.width, self.height);
        let mut rows = self.cells.clone();
        for y in 0..h {
            for x in 1..w.saturating_sub(1) {
                let at = y * w + x;
                for i in 0..4 {
                    rows[at][i] =
                        0.25 * (self.cells[at - 1][i] + 2.0 * self.cells[at][i] + self.cells[at + 1][i]);
                }
            }
        }
        for y in 1..h.saturating_sub(1) {
            for x in 0..w {
                let at = y * w + x;
                for i in 0..4 {
                    out.cells[at][i] = 0.25 * (rows[at - w][i] + 2.0 * rows[at][i] + rows[at + w][i]);
                }
            }
        }
        out
    }
}
