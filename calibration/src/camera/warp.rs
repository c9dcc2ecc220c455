//! OpenCV's `remap` and `warpAffine` with one signature for every version: OpenCV 5 adds a hint about accuracy.

use opencv::core::{Mat, Scalar, Size};
use opencv::imgproc;

/// A picture resampled at the places given by two maps of the same size. Places outside it follow `border`, and get
/// the value `beyond` where that is constant.
pub fn remap(
    picture: &Mat,
    (map_x, map_y): (&Mat, &Mat),
    interpolation: i32,
    border: i32,
    beyond: Scalar,
) -> opencv::Result<Mat> {
    let mut carried = Mat::default();
    opencv::opencv_branch_5! {
        {
            let hint = opencv::core::AlgorithmHint::ALGO_HINT_DEFAULT;
            imgproc::remap(picture, &mut carried, map_x, map_y, interpolation, border, beyond, hint)?;
        } else {
            imgproc::remap(picture, &mut carried, map_x, map_y, interpolation, border, beyond)?;
        }
    }
    Ok(carried)
}

/// A picture moved by an affine map of two rows and three columns; its edge is repeated beyond.
pub fn warp_affine(picture: &Mat, map: &Mat, size: Size, flags: i32) -> opencv::Result<Mat> {
    let mut moved = Mat::default();
    let (edge, beyond) = (opencv::core::BORDER_REPLICATE, Scalar::default());
    opencv::opencv_branch_5! {
        {
            let hint = opencv::core::AlgorithmHint::ALGO_HINT_DEFAULT;
            imgproc::warp_affine(picture, &mut moved, map, size, flags, edge, beyond, hint)?;
        } else {
            imgproc::warp_affine(picture, &mut moved, map, size, flags, edge, beyond)?;
        }
    }
    Ok(moved)
}
