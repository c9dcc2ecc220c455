//! What a pixel means: printable cards and boards, lens, table pose, back-projection at a given height.
//!
//! This room knows nothing of ships and rules.

mod camera;
mod markers;
mod picture;

pub use camera::{Lens, Pixel, TableCamera};
pub use markers::{
    CharucoBoard, Dictionary, FoundCorner, FoundMarker, MarkerError, Search, detect_markers, marker_bits,
};
pub use picture::{MOST_PIXELS, PictureError, PictureSize, decode_picture, picture_size, read_picture};
