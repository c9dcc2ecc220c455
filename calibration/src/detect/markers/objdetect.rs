//! Markers of OpenCV 4.8 and newer: `objdetect`'s `ArucoDetector`.

pub(super) use opencv::objdetect as families;

use super::settings::{Settings, tell};
use super::{Corners, RawMarker};
use opencv::core::{CV_VERSION_MAJOR, CV_VERSION_MINOR, Mat, Point2f, Vector};
use opencv::objdetect::{self, ArucoDetectorTraitConst, DetectorParametersTrait};
use opencv::prelude::VectorToVec;

// The build script looks for OpenCV as the crate `opencv` does. Had it found another one, settings would silently be
// left at their defaults.
const _: () = assert!(
    cfg!(aruco_group_distance) == (CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 9)
        && cfg!(aruco_bit_threshold) == (CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 14),
    "two different OpenCVs were found: name the one to be used in OPENCV_INCLUDE_PATHS, OPENCV_LINK_PATHS and OPENCV_LINK_LIBS"
);

/// Every marker of the family, as the detector gives them.
pub(super) fn detect(picture: &Mat, family: i32, settings: &Settings) -> opencv::Result<Vec<RawMarker>> {
    let mut parameters = objdetect::DetectorParameters::default()?;
    tell!(settings, objdetect, parameters);
    #[cfg(aruco_group_distance)]
    {
        // Of squares that nearly coincide those are tried too that lie this far from the largest, in modules.
        parameters.set_min_group_distance(0.21);
        parameters.set_relative_corner_refinment_win_size(0.3);
    }
    // A module is white from half of it on, as it was before this could be set. The default of 0.49 doubts a module
    // that is half white (4 x 4 pixels are looked at), and finds three in a hundred fewer of our markers.
    #[cfg(aruco_bit_threshold)]
    parameters.set_valid_bit_id_threshold(0.5);
    let detector = objdetect::ArucoDetector::new(
        &objdetect::get_predefined_dictionary_i32(family)?,
        &parameters,
        objdetect::RefineParameters::new(10.0, 3.0, true)?,
    )?;
    let (mut corners, mut ids) = (Corners::new(), Vector::<i32>::new());
    detector.detect_markers_def(picture, &mut corners, &mut ids)?;
    Ok(ids.iter().zip(corners.iter().map(|quad: Vector<Point2f>| quad.to_vec())).collect())
}

/// A marker with its black border, a pixel a module.
pub(super) fn draw(family: i32, id: i32, modules: i32) -> opencv::Result<Mat> {
    let mut drawn = Mat::default();
    let family = objdetect::get_predefined_dictionary_i32(family)?;
    objdetect::generate_image_marker(&family, id, modules, &mut drawn, 1)?;
    Ok(drawn)
}
