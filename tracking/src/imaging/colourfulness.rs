//! Colourfulness of a picture. A camera in night mode gives grey pictures, in which ships cannot be compared
//! with templates learnt in colour.

use opencv::core::{Mat, Vec3b};
use opencv::prelude::*;

/// Sampling step, pixels.
const STEP: usize = 8;
/// A picture with less than this share of another picture's colourfulness has lost its colour. Dim light and
/// a changed white balance keep more.
const LOST_SHARE: f64 = 0.1;
/// Colourfulness below this is noise, steps of 255.
const LEAST: f64 = 2.0;

/// Colourfulness of an 8-bit BGR picture: root mean square of blue and of red relative to green, around the
/// mean tint, steps of 255.
///
/// # Errors
/// When the picture is not 8-bit BGR, or OpenCV fails.
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

/// True if a picture of this colourfulness has lost the colour that another one has.
pub(crate) fn is_lost(colour: f64, other: f64) -> bool {
    other > LEAST && colour < LOST_SHARE * other
}
