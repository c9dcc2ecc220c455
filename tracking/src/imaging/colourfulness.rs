//! How colourful a picture is. A camera in night mode gives grey pictures, in which ships cannot be compared with
//! templates learnt in colour.

use opencv::core::{Mat, Vec3b};
use opencv::prelude::*;

/// One pixel in this many is used, each way.
const STEP: usize = 8;
/// A picture with less than this share of another one's colour has lost it; dim light and a changed white balance
/// leave more.
const LOST_SHARE: f64 = 0.1;
/// Less colour than this is noise, steps of 255.
const LEAST: f64 = 2.0;

/// Colourfulness of an 8-bit BGR picture: root mean square of blue and of red against green, around the mean tint,
/// steps of 255.
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

/// Has a picture of this colourfulness lost the colour of another one?
pub(crate) fn is_lost(colour: f64, other: f64) -> bool {
    other > LEAST && colour < LOST_SHARE * other
}
