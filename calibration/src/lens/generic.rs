//! A generic lens for a camera that was not calibrated: what is known of webcams in general.

use crate::camera::model::Lens;
use crate::files::picture::PictureSize;
use crate::lens::file::LensFile;

/// Focal length of an ordinary webcam, as a share of the picture's width, and how far it varies.
const FOCAL_SHARE: f64 = 0.8;
const FOCAL_SIGMA_SHARE: f64 = 0.4;
/// The distance of the principal point from the picture's centre, as a share of the width.
const CENTRE_SIGMA_SHARE: f64 = 0.01;
/// Webcams bend a little like a barrel: k1, and how far it varies. It is the only term that one picture of a table
/// says something about.
const BARREL: (f64, f64) = (-0.05, 0.1);
/// How far k2, and p1 and p2, vary: they are included so that the uncertainty is realistic.
const HIGHER_SIGMA: f64 = 0.03;
const TANGENTIAL_SIGMA: f64 = 5e-4;
/// Start values of the focal length, as shares of the picture's width.
const FIRST_FOCAL_SHARES: [f64; 4] = [0.45, 0.7, 1.0, 1.5];

/// A start lens without calibration, with a covariance that reflects how little is known: focal length (the same along
/// both axes), principal point and one distortion term.
pub(crate) fn quick_lens(size: PictureSize) -> LensFile {
    let wide = f64::from(size.width);
    let focal_variance = (FOCAL_SIGMA_SHARE * wide).powi(2);
    let mut covariance = [[0.0; 9]; 9];
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        covariance[row][column] = focal_variance;
    }
    covariance[2][2] = (CENTRE_SIGMA_SHARE * wide).powi(2);
    covariance[3][3] = covariance[2][2];
    covariance[4][4] = BARREL.1 * BARREL.1;
    covariance[5][5] = HIGHER_SIGMA * HIGHER_SIGMA;
    covariance[6][6] = TANGENTIAL_SIGMA * TANGENTIAL_SIGMA;
    covariance[7][7] = covariance[6][6];
    let lens = with_focal(size, FOCAL_SHARE * wide);
    LensFile { covariance: Some(covariance), ..LensFile::from_lens(lens, 0.0) }
}

/// Start lenses for the minimisation.
pub(crate) fn quick_starts(size: PictureSize) -> Vec<Lens> {
    FIRST_FOCAL_SHARES.iter().map(|share| with_focal(size, share * f64::from(size.width))).collect()
}

/// A calibrated lens with its focal length left free: the value that the table then gives shows whether the lens
/// belongs to this camera.
pub(crate) fn with_open_focal(lens: &LensFile) -> LensFile {
    let mut covariance = lens.covariance.unwrap_or_default();
    let open = [lens.lens.fx, lens.lens.fy].map(|focal_px| FOCAL_SIGMA_SHARE * focal_px);
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        covariance[row][column] += open[row] * open[column];
    }
    LensFile { covariance: Some(covariance), ..lens.clone() }
}

fn with_focal(size: PictureSize, focal_px: f64) -> Lens {
    Lens {
        fx: focal_px,
        fy: focal_px,
        cx: f64::from(size.width) / 2.0 - 0.5,
        cy: f64::from(size.height) / 2.0 - 0.5,
        dist: [BARREL.0, 0.0, 0.0, 0.0, 0.0],
        width: size.width,
        height: size.height,
    }
}
