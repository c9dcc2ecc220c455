//! Stage: checks that a picture can be measured.

use crate::background::table_background::TableBackground;
use crate::imaging::colourfulness::{colourfulness, is_lost};
use calibration::MarkerError;
use opencv::core::Mat;
use opencv::prelude::*;

/// Why a picture could not be measured. The text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrackError {
    /// The picture has another size than the camera's.
    #[error(
        "The picture is {width}x{height}, but the table was calibrated at {camera_width}x{camera_height}: take it with the same camera settings."
    )]
    OtherSize {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
        /// The camera's width.
        camera_width: u32,
        /// The camera's height.
        camera_height: u32,
    },
    /// The picture is not 8-bit colour.
    #[error("The picture is not an 8-bit colour picture: use an ordinary JPEG or PNG.")]
    NotColour,
    /// The picture is grey, but the table was learnt in colour.
    #[error(
        "The picture is grey, but the ships were mustered in colour, so they can't be told from the sea: switch the camera's night mode off, or muster them anew with such pictures."
    )]
    Grey,
    /// The picture is in colour, but the table was learnt in grey.
    #[error(
        "The picture is in colour, but the ships were mustered on a grey one, so they can't be told from the sea: muster them anew with such pictures."
    )]
    MusteredGrey,
    /// OpenCV failed.
    #[error("The picture could not be measured ({0}): take it again.")]
    Vision(String),
}

impl From<opencv::Error> for TrackError {
    fn from(error: opencv::Error) -> Self {
        Self::Vision(error.message)
    }
}

impl From<MarkerError> for TrackError {
    fn from(error: MarkerError) -> Self {
        Self::Vision(error.to_string())
    }
}
/// A picture that was checked: it has the camera's size and the right kind.
#[derive(Debug, Clone, Copy)]
pub struct StillPicture<'a>(&'a Mat);

impl<'a> StillPicture<'a> {
    /// Checks size, kind and colour.
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn checked(picture: &'a Mat, background: &TableBackground) -> Result<Self, TrackError> {
        let lens = &background.camera.lens;
        if picture.cols() != lens.width as i32 || picture.rows() != lens.height as i32 {
            return Err(TrackError::OtherSize {
                width: picture.cols(),
                height: picture.rows(),
                camera_width: lens.width,
                camera_height: lens.height,
            });
        }
        if picture.typ() != opencv::core::CV_8UC3 {
            return Err(TrackError::NotColour);
        }
        let colour = colourfulness(picture)?;
        if is_lost(colour, background.colourfulness) {
            return Err(TrackError::Grey);
        }
        if is_lost(background.colourfulness, colour) {
            return Err(TrackError::MusteredGrey);
        }
        Ok(Self(picture))
    }

    /// The picture itself (8-bit BGR).
    pub fn picture(self) -> &'a Mat {
        self.0
    }
}
