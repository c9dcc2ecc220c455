//! Encodes pictures for the screen, for files and for the log.

use crate::ipc::messages::Trouble;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use battle::Picture;
use opencv::core::{Mat, Rect, Size, Vector};
use opencv::imgcodecs::{IMWRITE_JPEG_QUALITY, imencode};
use opencv::imgproc;
use opencv::prelude::*;
use tracking::source::Frame;

/// JPEG quality of pictures in the log, which players look at closely.
pub const PHOTO_QUALITY: i32 = 90;
/// Width of a small picture, pixels.
const SMALL_WIDTH_PX: i32 = 320;
/// Width of an enlarged part of a picture, pixels.
const ENLARGED_WIDTH_PX: i32 = 640;
/// No picture is larger, pixels.
const LARGEST_SIDE_PX: f64 = 1e5;
/// JPEG quality of a small picture.
const SMALL_QUALITY: i32 = 75;

/// Encodes a picture as a PNG, without loss.
pub fn png(picture: &Mat) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vector::<u8>::new();
    imencode(".png", picture, &mut bytes, &Vector::new())
        .map_err(|error| Trouble::new(format!("The picture can't be kept as a PNG ({}).", error.message)))?;
    Ok(bytes.into())
}

/// A small picture within a message, as its address: `kind` is its media type.
pub fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

/// Encodes a picture as a JPEG.
pub fn jpeg(picture: &Mat, quality: i32) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vector::<u8>::new();
    imencode(".jpg", picture, &mut bytes, &Vector::from_slice(&[IMWRITE_JPEG_QUALITY, quality]))
        .map_err(|error| Trouble::new(format!("The picture can't be kept as a JPEG ({}).", error.message)))?;
    Ok(bytes.into())
}

/// Encodes a reduced picture as a JPEG.
pub fn small_jpeg(picture: &Mat) -> Result<Vec<u8>, Trouble> {
    let height =
        (f64::from(picture.rows()) * f64::from(SMALL_WIDTH_PX) / f64::from(picture.cols().max(1))).round();
    let mut small = Mat::default();
    let size = Size::new(SMALL_WIDTH_PX, (height as i32).max(1));
    imgproc::resize(picture, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    jpeg(&small, SMALL_QUALITY)
}

/// Encodes a part of a picture, enlarged, as a JPEG. `part_px`: its left, top, width and height.
///
/// # Errors
/// When the part lies outside the picture, or can't be encoded.
pub fn enlarged_jpeg(picture: &Mat, part_px: (f64, f64, f64, f64)) -> Result<Vec<u8>, Trouble> {
    let whole = |side_px: f64| side_px.clamp(0.0, LARGEST_SIDE_PX) as i32;
    let asked = Rect::new(whole(part_px.0), whole(part_px.1), whole(part_px.2), whole(part_px.3));
    let part = asked & Rect::new(0, 0, picture.cols(), picture.rows());
    if part.empty() || part != asked {
        return Err(Trouble::new("This part lies outside the picture: look at the table again."));
    }
    let scale = (f64::from(ENLARGED_WIDTH_PX) / f64::from(part.width)).max(1.0);
    let mut enlarged = Mat::default();
    let part = Mat::roi(picture, part)?;
    imgproc::resize(&part, &mut enlarged, Size::default(), scale, scale, imgproc::INTER_CUBIC)?;
    jpeg(&enlarged, PHOTO_QUALITY)
}

/// A frame for the log: a JPEG with the current calibration, or why it can't be encoded.
pub fn photo_of(frame: &Frame, calibration: &str) -> Option<Picture> {
    let jpeg = jpeg(&frame.image, PHOTO_QUALITY).map_err(|trouble| trouble.sentence);
    Some(Picture { jpeg, calibration: calibration.to_owned() })
}
