//! How much colour a picture has: a camera in its night mode gives grey ones, on which ships can't be told from the sea
//! by what they looked like in colour.

use opencv::core::{Mat, Vec3b};
use opencv::prelude::*;

/// Every so many pixels one is looked at, each way.
const STEP: usize = 8;
/// A picture with less than this share of another one's colour has lost it. Dim light and another white balance leave more.
const LOST_SHARE: f64 = 0.1;
/// Less than this is noise, steps of 255: nothing that could be lost.
const LEAST: f64 = 2.0;

/// How far an 8-bit BGR picture's pixels lie from grey, and from its mean tint: root mean square of blue and of red against
/// green, steps of 255.
///
/// # Errors
/// OpenCV's own: another kind of picture.
pub(crate) fn colourfulness(picture: &Mat) -> opencv::Result<f64> {
    let (mut sum, mut squares, mut count) = ([0.0; 2], 0.0, 0.0);
    for row in (0..picture.rows()).step_by(STEP) {
        for pixel in picture.at_row::<Vec3b>(row)?.iter().step_by(STEP) {
            let [blue, green, red] = pixel.0.map(f64::from);
            for (sum, off) in sum.iter_mut().zip([blue - green, red - green]) {
                *sum += off;
                squares += off * off;
            }
            count += 1.0;
        }
    }
    let count = f64::max(count, 1.0);
    let tint: f64 = sum.iter().map(|sum| (sum / count).powi(2)).sum();
    Ok((squares / count - tint).max(0.0).sqrt())
}

/// Has a picture with so much colour lost what another one has?
pub(crate) fn is_lost(colour: f64, other: f64) -> bool {
    other > LEAST && colour < LOST_SHARE * other
}
