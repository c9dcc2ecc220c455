//! Small copies of the tray, and what differs between two of them beyond noise and light.

use crate::throw::blobs::Blob;
use opencv::core::{CV_8UC1, Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// About so many pixels are looked at, and a tray is made smaller by no more than this: dice of twenty pixels are still
/// five wide.
const PIXELS: f64 = 24_000.0;
const MOST_SHRUNK: f64 = 4.0;

/// A local light is that of a window so wide, in cells of [`CELL`] pixels: most of it is ground, also where dice lie.
const LIGHT_WINDOW: i32 = 9;
const CELL: i32 = 4;

/// What differs by so many times the picture's own noise is changed, and by this share of what a change of light moves:
/// shadows aren't of the same strength on all paints.
const NOISES: f32 = 4.0;
const LIGHT_SLACK: f32 = 0.35;
/// Codes that rounding and JPEG move where the noise can't be measured, because it is below one code.
const LEAST_CODES: f32 = 4.0;

/// So much of the ground about a place is looked at with it, pixels.
const AROUND_PX: i32 = 2;

/// A brightness of light is kept as 128 + 64 times its binary logarithm.
const GAIN_MIDDLE: f32 = 128.0;
const GAIN_STEPS: f32 = 64.0;

/// A small copy of the tray.
#[derive(Debug, Clone)]
pub(super) struct Small {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Blue, green, red.
    pub(super) codes: Vec<u8>,
    /// The same in cells: the mean of each channel.
    cells: Vec<u8>,
    cells_size: (i32, i32),
}

/// By how much a tray of this size is made smaller.
pub(super) fn shrinking(tray: Rect) -> f64 {
    (f64::from(tray.width) * f64::from(tray.height) / PIXELS).sqrt().clamp(1.0, MOST_SHRUNK)
}

impl Small {
    /// A small copy of a part of a frame.
    pub(super) fn new(part: &impl MatTraitConst, shrunk: f64) -> opencv::Result<Self> {
        let shrink = |size: i32| (f64::from(size) / shrunk).round().max(1.0) as i32;
        let size = Size::new(shrink(part.cols()), shrink(part.rows()));
        let mut small = Mat::default();
        let part = part.try_clone()?;
        imgproc::resize(&part, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
        let cells_size = ((size.width + CELL - 1) / CELL, (size.height + CELL - 1) / CELL);
        let mut cells = Mat::default();
        let to = Size::new(cells_size.0, cells_size.1);
        imgproc::resize(&small, &mut cells, to, 0.0, 0.0, imgproc::INTER_AREA)?;
        Ok(Self {
            width: size.width as usize,
            height: size.height as usize,
            codes: small.data_bytes()?.to_vec(),
            cells: cells.data_bytes()?.to_vec(),
            cells_size,
        })
    }

    /// Where this copy differs from an earlier one: 255 there, 0 elsewhere. Light that changes everywhere or smoothly from
    /// place to place is no difference. Also the median difference of unchanged places, codes.
    pub(super) fn changed_since(&self, before: &Self, noise_codes: f32) -> opencv::Result<(Mat, f32)> {
        let (gains, tints) = self.light_since(before)?;
        let gain_of: Vec<f32> =
            (0..=255_u8).map(|code| ((f32::from(code) - GAIN_MIDDLE) / GAIN_STEPS).exp2()).collect();
        let mut mask = Mat::new_rows_cols_with_default(
            self.height as i32,
            self.width as i32,
            CV_8UC1,
            Scalar::all(0.0),
        )?;
        let least = LEAST_CODES + NOISES * noise_codes;
        let mut counts = [0_u32; 256];
        let pixels = self.codes.chunks_exact(3).zip(before.codes.chunks_exact(3));
        for ((mask, gain), (now, before)) in mask.data_bytes_mut()?.iter_mut().zip(&gains).zip(pixels) {
            let gain = gain_of.get(usize::from(*gain)).copied().unwrap_or(1.0);
            let slack = LIGHT_SLACK * (gain - 1.0).abs();
            let (mut over, mut most) = (false, 0.0_f32);
            for ((now, before), tint) in now.iter().zip(before).zip(&tints) {
                let before = f32::from(*before);
                let expected = (before * gain * tint).min(255.0);
                let off = (f32::from(*now) - expected).abs();
                over |= off > least + slack * before;
                most = most.max(off);
            }
            *mask = if over { 255 } else { 0 };
            if let Some(count) = counts.get_mut(most as usize) {
                *count += 1;
            }
        }
        Ok((mask, median(&counts)))
    }

    /// The change of light at each pixel as [`GAIN_STEPS`] say, and that of each channel against it.
    fn light_since(&self, before: &Self) -> opencv::Result<(Vec<u8>, [f32; 3])> {
        let log = |now: f32, before: f32| ((now + 4.0) / (before + 4.0)).log2() * GAIN_STEPS + GAIN_MIDDLE;
        let mut channels = [[0_u32; 256], [0; 256], [0; 256]];
        let mut all = [0_u32; 256];
        let mut lights = Vec::with_capacity(self.cells.len() / 3);
        for (now, before) in self.cells.chunks_exact(3).zip(before.cells.chunks_exact(3)) {
            for ((now, before), counts) in now.iter().zip(before).zip(&mut channels) {
                counts[log(f32::from(*now), f32::from(*before)) as u8 as usize] += 1;
            }
            let sum = |codes: &[u8]| codes.iter().map(|code| f32::from(*code)).sum::<f32>() / 3.0;
            let light = log(sum(now), sum(before)) as u8;
            all[usize::from(light)] += 1;
            lights.push(light);
        }
        let middle = median(&all);
        let tints = channels.map(|counts| ((median(&counts) - middle) / GAIN_STEPS).exp2());
        let (width, height) = self.cells_size;
        let cells = Mat::new_rows_cols_with_data(height, width, &lights)?;
        let window = LIGHT_WINDOW.min(width - 1 + width % 2).min(height - 1 + height % 2).max(1);
        let (mut even, mut soft, mut fine) = (Mat::default(), Mat::default(), Mat::default());
        imgproc::median_blur(&cells, &mut even, window)?;
        imgproc::blur_def(&even, &mut soft, Size::new(3, 3))?;
        let size = Size::new(self.width as i32, self.height as i32);
        imgproc::resize(&soft, &mut fine, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
        Ok((fine.data_bytes()?.to_vec(), tints))
    }

    /// Does a part of this copy, given by its pixels, look as it does in another one, but for the light?
    pub(super) fn looks_like(&self, other: &Self, pixels: &[usize], noise_codes: f32) -> bool {
        let code = |small: &Self, pixel: usize, channel: usize| {
            f32::from(small.codes.get(3 * pixel + channel).copied().unwrap_or(0))
        };
        let sum = |small: &Self| {
            pixels.iter().map(|&pixel| (0..3).map(|channel| code(small, pixel, channel)).sum::<f32>()).sum()
        };
        let (here, there): (f32, f32) = (sum(self), sum(other));
        let gain = ((here + 4.0) / (there + 4.0)).clamp(0.4, 2.5);
        let least = LEAST_CODES + NOISES * noise_codes;
        let slack = LIGHT_SLACK * (gain - 1.0).abs();
        let differs = |pixel: usize| {
            (0..3).any(|channel| {
                let before = code(other, pixel, channel);
                (code(self, pixel, channel) - before * gain).abs() > least + slack * before
            })
        };
        let differing = pixels.iter().filter(|&&pixel| differs(pixel)).count();
        // An object's rim differs a little with every change of light.
        5 * differing < pixels.len().max(1)
    }

    /// How much the rectangle about a place varies: more with a die in it than without.
    pub(super) fn contrast(&self, place: &Blob) -> f32 {
        let sides = place.sides;
        let (mut count, mut sum, mut squares) = (0.0_f32, 0.0_f32, 0.0_f32);
        for y in (sides.y - AROUND_PX).max(0)..sides.y + sides.height + AROUND_PX {
            for x in (sides.x - AROUND_PX).max(0)..(sides.x + sides.width + AROUND_PX).min(self.width as i32)
            {
                let at = 3 * (y as usize * self.width + x as usize);
                for code in self.codes.get(at..at + 3).unwrap_or(&[]) {
                    let code = f32::from(*code);
                    (count, sum, squares) = (count + 1.0, sum + code, squares + code * code);
                }
            }
        }
        let mean = sum / count.max(1.0);
        (squares / count.max(1.0) - mean * mean) / (mean * mean + 1.0)
    }

    /// The mean code of some pixels.
    pub(super) fn brightness(&self, pixels: &[usize]) -> f32 {
        let sum: f32 = pixels
            .iter()
            .flat_map(|&pixel| self.codes.get(3 * pixel..3 * pixel + 3).unwrap_or(&[]))
            .map(|code| f32::from(*code))
            .sum();
        sum / (3 * pixels.len()).max(1) as f32
    }
}

/// The median of counted codes.
fn median(counts: &[u32; 256]) -> f32 {
    let all: u32 = counts.iter().sum();
    let mut below = 0;
    for (code, count) in counts.iter().enumerate() {
        if 2 * (below + count) >= all {
            // Within the code, as if its values were spread evenly.
            let into = (0.5 * all as f32 - below as f32) / (*count).max(1) as f32;
            return code as f32 + into.clamp(0.0, 1.0) - 0.5;
        }
        below += count;
    }
    0.0
}
