//! Pictures as JPEG.

use opencv::core::{Mat, Vector};
use opencv::imgcodecs;

/// Encodes a picture as JPEG of this quality, 0 to 100.
///
/// # Errors
/// When OpenCV fails.
pub fn jpeg(picture: &Mat, quality: i32) -> opencv::Result<Vec<u8>> {
    let mut bytes = Vector::<u8>::new();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, quality]);
    imgcodecs::imencode(".jpg", picture, &mut bytes, &quality)?;
    Ok(bytes.into())
}
