//! The difference signal: how a picture differs from the background, invariant to shadow.
//!
//! It uses linear light in units of the open sea's brightness. Three channels hold the component
//! perpendicular to the sea's colour. A shadow only scales that colour, so it vanishes there. The fourth
//! channel holds what is brighter than the sea (needed for hulls of nearly its hue), or darker than any
//! shadow. Where a pixel does not differ from the background at that very place (a card, a printed wave,
//! glare), the signal is zero.

use crate::background::model::{BackgroundCell, BackgroundModel};
use crate::background::photometric::{LightChange, PhotometricModel};
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::median;
use crate::imaging::small_frame::SmallFrame;
use calibration::Pixel;
use std::sync::Arc;

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

/// Differences are divided by the square root of the pixel's brightness, because shot noise grows with it: a
/// white deckhouse does not dominate, and a black hull is not lost. This is the least brightness used.
const DARKEST: f32 = 0.12;

/// Number of neighbouring cells that share one evaluation of the light change.
const LIGHT_RUN: usize = 16;

/// The coarse cells in which something that lies on the table hides what is below it.
#[derive(Debug)]
pub struct HiddenCells {
    /// Cells per row.
    pub width: usize,
    /// Picture pixels per cell, along each side.
    pub factor: usize,
    /// The cells, row by row.
    pub cells: Vec<bool>,
}

/// The signal of a rectangle of the picture at one resolution.
#[derive(Debug, Clone)]
pub struct SignalMap {
    /// Column of the first cell at this resolution.
    pub left: usize,
    /// Row of the first cell at this resolution.
    pub top: usize,
    /// Cells per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Picture pixels per cell, along each side.
    pub factor: usize,
    /// The cells, row by row.
    pub cells: Vec<Signal>,
    /// Where nothing can be seen of what is below; `None`: nowhere.
    pub hidden: Option<Arc<HiddenCells>>,
}

/// The share of light left in the deepest shadow; anything darker is not shadow.
const DEEPEST_SHADOW: f32 = 0.4;
/// Differences from the background below the first value (in units of its brightness) count as zero, above
/// the second value fully.
const GATE: (f32, f32) = (0.03, 0.10);
/// The gate is at least this many times the picture's noise.
const NOISE_TIMES: f32 = 3.0;
/// How much higher the gate is per unit of background slope (edges of cards, printed lines).
const GATE_SLOPE: f32 = 0.15;

/// Splits a colour along a direction: the perpendicular component, and the excess of brightness over `level`
/// (negative: darker than any shadow of it).
#[inline]
fn split(v: [f32; 3], direction: [f32; 3], level: f32) -> Signal {
    let along = v[0] * direction[0] + v[1] * direction[1] + v[2] * direction[2];
    let brighter = (along - level).max(0.0) - (DEEPEST_SHADOW * level - along).max(0.0);
    [v[0] - along * direction[0], v[1] - along * direction[1], v[2] - along * direction[2], brighter]
}

/// A pixel's colour in units of the open sea's brightness.
#[inline]
pub fn colour(bgr: [u8; 3], bare: &BackgroundCell, lamp: &LightChange, table: &[f32; 256]) -> [f32; 3] {
    std::array::from_fn(|c| table[usize::from(bgr[c])] * lamp.gain[c] * bare.scale)
}

/// The same colour if the pixel shows the table itself: glare is subtracted. Objects on the table have no
/// glare over them.
#[inline]
fn of_table(v: [f32; 3], bare: &BackgroundCell, lamp: &LightChange) -> [f32; 3] {
    std::array::from_fn(|c| (v[c] - lamp.glare[c] * bare.scale).max(0.0))
}

/// The difference of a colour from the empty table's, in units of its brightness.
#[inline]
fn difference(v: [f32; 3], bare: &BackgroundCell) -> f32 {
    length(&split(v, bare.direction, bare.level)) * contrast_weight(v) / bare.level.max(1.0).sqrt()
}

#[inline]
fn brightness_squared(v: [f32; 3]) -> f32 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).max(DARKEST * DARKEST)
}

/// The weight of differences at a pixel of this colour.
#[inline]
fn contrast_weight(v: [f32; 3]) -> f32 {
    1.0 / brightness_squared(v).sqrt().sqrt()
}

/// The gate of one picture: smaller differences from the background count as zero.
#[derive(Debug, Clone, Copy)]
struct Gate {
    low: f32,
}

impl Gate {
    fn new(noise: f32) -> Self {
        Self { low: (NOISE_TIMES * noise).max(GATE.0) }
    }

    /// The certainty that a pixel differs from the background: 0 not at all, 1 certainly.
    #[inline]
    fn open(self, v: [f32; 3], bare: &BackgroundCell) -> f32 {
        let low = self.low + GATE_SLOPE * bare.slope;
        // Nearly all pixels are background: this shortcut saves a square root and a division for them.
        let squared = length_squared(&split(v, bare.direction, bare.level));
        let least = low * low * bare.level.max(1.0);
        if squared * squared <= least * least * brightness_squared(v) {
            return 0.0;
        }
        ((difference(v, bare) - low) / (GATE.1 - GATE.0)).clamp(0.0, 1.0)
    }
}

/// One pixel of a picture.
struct ComparedPixel {
    /// Its colour in units of the open sea's brightness.
    colour: [f32; 3],
    /// The same, if the pixel shows the table itself.
    of_table: [f32; 3],
    /// The certainty that it differs from the empty table, 0 to 1.
    open: f32,
}

/// The signal of one pixel, scaled by `open`.
#[inline]
fn signal(v: [f32; 3], open: f32, sea: [f32; 3]) -> Signal {
    if open <= 0.0 {
        return [0.0; 4];
    }
    let press = open * contrast_weight(v);
    split(v, sea, 1.0).map(|channel| channel * press)
}

/// The signal of an object of a given colour on open sea. `colour`: linear, in units of the sea's brightness;
/// `sea`: unit vector of the sea's colour.
pub fn signal_of_colour(colour: [f32; 3], sea: [f32; 3]) -> Signal {
    split(colour, sea, 1.0).map(|channel| channel * contrast_weight(colour))
}

/// True if a pixel rather shows the background than something else. `noise`: as [`SignalMap::new`] takes it.
pub fn shows_background(bgr: [u8; 3], bare: &BackgroundCell, lamp: &LightChange, noise: f32) -> bool {
    Gate::new(noise).open(of_table(colour(bgr, bare, lamp, &LINEAR), bare, lamp), bare) < 0.5
}

/// The noise of a picture: the median difference from the background, which is visible in most places.
pub fn noise(picture: &SmallFrame, reference: &BackgroundModel, light: &PhotometricModel) -> f32 {
    const EVERY: usize = 97;
    let (width, height) = (reference.width, reference.height);
    let mut differences: Vec<f32> = (0..width * height)
        .step_by(EVERY)
        .map(|at| {
            let (x, y) = (at % width, at / width);
            let lamp = light.lamp(x as f64 / width as f64, y as f64 / height as f64);
            let bare = reference.at(x, y);
            difference(of_table(colour(picture.bgr[at], bare, &lamp, &LINEAR), bare, &lamp), bare)
        })
        .collect();
    median(&mut differences)
}

impl SignalMap {
    /// Computes the signal of `piece`. Its first pixel is cell (`left`, `top`) of `reference`, a cell has
    /// `factor` picture pixels along each side, and `noise` is the result of [`noise`] at this resolution.
    pub fn new(
        piece: &SmallFrame,
        place: (usize, usize),
        factor: usize,
        reference: &BackgroundModel,
        light: &PhotometricModel,
        noise: f32,
    ) -> Self {
        Self::of_pixels(piece, place, factor, reference, (light, noise), |seen, _| {
            signal(seen.colour, seen.open, reference.sea)
        })
    }

    /// Computes the colours instead of a signal: linear blue, green and red in units of the open sea's
    /// brightness, and the certainty that each differs from the empty table.
    pub fn of_colours(
        piece: &SmallFrame,
        place: (usize, usize),
        factor: usize,
        reference: &BackgroundModel,
        light: &PhotometricModel,
        noise: f32,
    ) -> Self {
        Self::of_pixels(piece, place, factor, reference, (light, noise), |seen, _| {
            let [blue, green, red] = seen.colour;
            [blue, green, red, seen.open]
        })
    }

    /// Computes the difference of each pixel from the background, shadow included, as shares of its
    /// brightness: linear blue, green and red perpendicular to its colour, and the excess of brightness
    /// (negative: darker).
    pub fn of_differences(
        piece: &SmallFrame,
        place: (usize, usize),
        factor: usize,
        reference: &BackgroundModel,
        light: &PhotometricModel,
        noise: f32,
    ) -> Self {
        Self::of_pixels(piece, place, factor, reference, (light, noise), |seen, bare| {
            let share: [f32; 3] = std::array::from_fn(|c| seen.of_table[c] / bare.level.max(DARKEST));
            let along = (0..3).map(|c| share[c] * bare.direction[c]).sum::<f32>();
            let [blue, green, red] = std::array::from_fn(|c| share[c] - along * bare.direction[c]);
            [blue, green, red, along - 1.0]
        })
    }

    fn of_pixels(
        piece: &SmallFrame,
        (left, top): (usize, usize),
        factor: usize,
        reference: &BackgroundModel,
        (light, noise): (&PhotometricModel, f32),
        cell: impl Fn(&ComparedPixel, &BackgroundCell) -> Signal,
    ) -> Self {
        let (table, gate) = (&*LINEAR, Gate::new(noise));
        let mut cells = Vec::with_capacity(piece.bgr.len());
        for (y, row) in piece.bgr.chunks_exact(piece.width.max(1)).enumerate() {
            let bare = &reference.row(top + y)[left..left + row.len()];
            for (run, (pixels, bare)) in row.chunks(LIGHT_RUN).zip(bare.chunks(LIGHT_RUN)).enumerate() {
                let x = left + run * LIGHT_RUN;
                let lamp = light.lamp(
                    (x + pixels.len() / 2) as f64 / reference.width as f64,
                    (top + y) as f64 / reference.height as f64,
                );
                cells.extend(pixels.iter().zip(bare).map(|(&bgr, bare)| {
                    let colour = colour(bgr, bare, &lamp, table);
                    let of_table = of_table(colour, bare, &lamp);
                    cell(&ComparedPixel { colour, of_table, open: gate.open(of_table, bare) }, bare)
                }));
            }
        }
        Self { left, top, width: piece.width, height: piece.height, factor, cells, hidden: None }
    }

    /// True if something hides what is below at fractional cell coordinates.
    #[inline]
    pub fn is_hidden(&self, x: f32, y: f32) -> bool {
        self.hidden.as_ref().is_some_and(|hidden| {
            let coarse = |cell: f32, first: usize| {
                ((cell + 0.5).max(0.0) as usize + first) * self.factor / hidden.factor
            };
            let (column, row) = (coarse(x, self.left), coarse(y, self.top));
            column < hidden.width && hidden.cells.get(row * hidden.width + column) == Some(&true)
        })
    }

    /// The cell of a place of the picture, in fractions of cells from this map's first one.
    #[inline]
    pub fn cell_of(&self, pixel: Pixel) -> (f32, f32) {
        let scale = 1.0 / self.factor as f64;
        (
            ((pixel.x_px + 0.5) * scale - 0.5 - self.left as f64) as f32,
            ((pixel.y_px + 0.5) * scale - 0.5 - self.top as f64) as f32,
        )
    }

    /// The picture coordinates of a cell's middle.
    pub fn pixel_of(&self, x: f64, y: f64) -> Pixel {
        let scale = self.factor as f64;
        Pixel::new((x + self.left as f64 + 0.5) * scale - 0.5, (y + self.top as f64 + 0.5) * scale - 0.5)
    }

    /// The signal at a place of the picture, bilinear; `None` outside the map.
    #[inline]
    pub fn sample(&self, pixel: Pixel) -> Option<Signal> {
        let (x, y) = self.cell_of(pixel);
        self.at(x, y)
    }

    /// The signal at fractional cell coordinates, as returned by [`SignalMap::cell_of`]; bilinear.
    #[inline]
    pub fn at(&self, x: f32, y: f32) -> Option<Signal> {
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
}
