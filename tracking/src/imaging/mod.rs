//! Image functions that know nothing of ships: shrunken frames, JPEG, robust statistics, OpenCV's contour
//! functions.

pub mod colourfulness;
pub mod contours;
pub mod jpeg;
pub mod linear;
pub mod robust;
pub mod small_frame;
#[cfg(test)]
pub mod test_camera;
