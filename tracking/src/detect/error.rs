//! Why a picture could not be measured.

use calibration::MarkerError;

/// A picture could not be measured; the text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrackError {
    /// A picture of another size than the camera's.
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
    /// A picture that is not 8-bit colour.
    #[error("The picture is not an 8-bit colour picture: use an ordinary JPEG or PNG.")]
    NotColour,
    /// A grey picture of a table that was seen in colour.
    #[error(
        "The picture is grey, but the ships were mustered in colour, so they can't be told from the sea: switch the camera's night mode off, or muster them anew with such pictures."
    )]
    Grey,
    /// A picture in colour of a table that was seen in grey.
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
