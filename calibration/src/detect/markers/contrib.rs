//! Markers of OpenCV 4.6: free functions of contrib's module `aruco`.

pub(super) use opencv::aruco as families;

use super::settings::{Settings, tell};
use super::{Corners, RawMarker};
use opencv::aruco::{self, DetectorParametersTrait};
use opencv::core::{Mat, Point2f, Vector, no_array};
use opencv::prelude::VectorToVec;

/// Every marker of the family, as the detector gives them.
pub(super) fn detect(picture: &Mat, family: i32, settings: &Settings) -> opencv::Result<Vec<RawMarker>> {
    let mut parameters = aruco::DetectorParameters::create()?;
    tell!(settings, aruco, parameters);
    let (mut corners, mut ids) = (Corners::new(), Vector::<i32>::new());
    let family = aruco::get_predefined_dictionary_i32(family)?;
    aruco::detect_markers(picture, &family, &mut corners, &mut ids, &parameters, &mut no_array())?;
    Ok(ids.iter().zip(corners.iter().map(|quad: Vector<Point2f>| quad.to_vec())).collect())
}

/// A marker with its black border, a pixel a module.
pub(super) fn draw(family: i32, id: i32, modules: i32) -> opencv::Result<Mat> {
    let mut drawn = Mat::default();
    aruco::draw_marker(&aruco::get_predefined_dictionary_i32(family)?, id, modules, &mut drawn, 1)?;
    Ok(drawn)
}
