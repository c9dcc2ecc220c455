//! Stage: segmentation of one picture. The foreground differs from the background after glare is subtracted;
//! it is a mask and a list of blobs.

use crate::background::frame_signal::FrameSignal;
use crate::background::photometric::GlareField;
use crate::motion::rest::RestTimes;
use crate::segment::blobs::{Blob, ForegroundMask};
use crate::segment::glare::is_soft;
use std::collections::BTreeSet;

/// Smaller blobs are noise, square inches.
const LEAST_AREA_IN2: f64 = 0.02;
/// Scale on which glare varies, inches.
const GLARE_CELL_IN: f64 = 1.8;
/// Rounds of the glare estimate.
const GLARE_ROUNDS: usize = 3;
/// A blob with this share inside earlier glare is a remainder of the glare.
const MOSTLY: f64 = 0.7;
/// Blobs are measured on the plane of an ordinary deck, inches.
const DECK_IN: f64 = 0.12;

/// A region that looked the same for so long lies on the table, seconds; an arm that rests is hardly ever so still.
const LIES_S: f64 = 1.2;
/// A region at the edge must rest longer: arms reach in from there.
const EDGE_LIES_S: f64 = 1.6;
/// Nothing larger than this share of the playing area lies on the table: too much of it would not be seen.
const LARGEST_SHARE: f64 = 0.3;

/// The foreground of one picture.
pub struct Foreground<'a> {
    /// The signal it was segmented from.
    pub signal: FrameSignal<'a>,
    /// The foreground cells.
    pub mask: ForegroundMask,
    /// Its connected components.
    pub blobs: Vec<Blob>,
    /// How long each place has looked the same.
    rest: RestTimes,
}

/// Segments a picture. If large blobs have soft edges, glare is estimated and subtracted. `rest`: how long each place
/// has looked the same.
///
/// # Errors
/// When OpenCV fails.
pub fn segment<'a>(signal: FrameSignal<'a>, rest: &RestTimes) -> opencv::Result<Foreground<'a>> {
    let cells = (GLARE_CELL_IN / signal.background.coarse_step_in()).ceil() as usize;
    let mut foreground = Foreground::of(signal, rest)?;
    let soft: Vec<&Blob> =
        foreground.blobs.iter().filter(|blob| is_soft(blob, &foreground.signal.coarse)).collect();
    if soft.is_empty() {
        return Ok(foreground);
    }
    let over: BTreeSet<(u32, u32)> = soft.iter().flat_map(|blob| blob.cells.iter().copied()).collect();
    let mut glare = GlareField::of(&soft, &foreground.signal, cells);
    for _ in 1..GLARE_ROUNDS {
        foreground = Foreground::of(foreground.signal.without_glare(glare), rest)?;
        // Medians underestimate a peak of glare; the next round estimates the smaller remainder.
        let left = foreground.blobs.iter().filter(|blob| {
            let there = blob.cells.iter().filter(|cell| over.contains(cell)).count();
            there as f64 > MOSTLY * blob.cells.len() as f64
        });
        glare = GlareField::of(&left.collect::<Vec<_>>(), &foreground.signal, cells);
    }
    Foreground::of(foreground.signal.without_glare(glare), rest)
}

impl<'a> Foreground<'a> {
    fn of(signal: FrameSignal<'a>, rest: &RestTimes) -> opencv::Result<Self> {
        let mask = ForegroundMask::of(&signal.coarse)?;
        let blobs = blobs(&signal, &mask)?;
        Ok(Self { signal, mask, blobs, rest: rest.clone() })
    }

    /// True if a blob has rested so long that it lies on the table, and is no arm over it.
    pub fn lies(&self, blob: &Blob) -> bool {
        let coarse = &self.signal.coarse;
        let pixels = blob.cells.iter().map(|&(x, y)| coarse.pixel_of(f64::from(x), f64::from(y)));
        let rests_s = if blob.at_edge { EDGE_LIES_S } else { LIES_S };
        !self.covers_most(blob) && self.rest.rested_s(pixels, &self.signal.background.camera.lens) >= rests_s
    }

    /// True if a blob covers too much of the table to lie on it.
    pub fn covers_most(&self, blob: &Blob) -> bool {
        blob.cells.len() as f64 > LARGEST_SHARE * self.signal.background.cells_in_area as f64
    }

    /// Returns the foreground without the explained cells.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn without(self, explained: &[(u32, u32)]) -> opencv::Result<Self> {
        let mask = self.mask.without(explained)?;
        let blobs = blobs(&self.signal, &mask)?;
        Ok(Self { mask, blobs, ..self })
    }

    /// The blobs that remain without these cells.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn blobs_without(&self, explained: &[(u32, u32)]) -> opencv::Result<Vec<Blob>> {
        blobs(&self.signal, &self.mask.without(explained)?)
    }
}

/// The blobs that are larger than noise.
fn blobs(signal: &FrameSignal<'_>, mask: &ForegroundMask) -> opencv::Result<Vec<Blob>> {
    let background = signal.background;
    let cells_per_in = 1.0 / background.coarse_step_in();
    let least_cells = (LEAST_AREA_IN2 * cells_per_in * cells_per_in).ceil().max(3.0) as usize;
    let is_at_edge = |cell| background.is_at_edge(cell);
    mask.blobs(&signal.coarse, &background.camera, is_at_edge, DECK_IN, least_cells)
}
