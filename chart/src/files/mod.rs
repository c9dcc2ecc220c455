//! Display lists as files: SVG, PNG and PDF. The same list gives the same bytes on every system.

mod pdf;
mod png;
mod strokes;
mod svg;

pub use pdf::pdf;
pub use png::{Raster, Sheet, png};
pub use svg::{FACES, svg, svg_fragment};

use crate::display_list::{DisplayList, Layer};
use crate::view::Extent;

/// Why a drawing could not be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// No plane, or a plane without a size.
    #[error("This drawing is empty, so there is nothing to write: choose a battle with a table.")]
    Empty,
    /// More pixels than a picture can have.
    #[error("A picture of {width} by {height} pixels is too large: choose a smaller width.")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The library that writes the format refused.
    #[error("The picture could not be written ({reason}): choose another format.")]
    Refused {
        /// What the library says.
        reason: String,
    },
}

/// A part of a drawing. In a row of drawings of one table the sheet stays, and only the rest is drawn again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Everything.
    All,
    /// Sheet and terrain.
    Still,
    /// Everything else, labels too.
    Moving,
}

impl Part {
    fn has(self, layer: Layer) -> bool {
        match self {
            Self::All => true,
            Self::Still => layer <= Layer::Terrain,
            Self::Moving => layer > Layer::Terrain,
        }
    }

    fn has_labels(self) -> bool {
        self != Self::Still
    }
}

/// The size of a drawing at a scale, pixels.
///
/// # Errors
/// When the list has no plane.
pub fn size_px(list: &DisplayList, px_per_unit: f64) -> Result<(u32, u32), FileError> {
    plane_px(list, px_per_unit).map(|(_, size)| size)
}

/// The plane of a list, and its size at a scale in whole pixels.
fn plane_px(list: &DisplayList, px_per_unit: f64) -> Result<(Extent, (u32, u32)), FileError> {
    let plane = list.plane.filter(|plane| plane.width > 0.0 && plane.height > 0.0).ok_or(FileError::Empty)?;
    let size = ((plane.width * px_per_unit).round() as u32, (plane.height * px_per_unit).round() as u32);
    if size.0 > 0 && size.1 > 0 { Ok((plane, size)) } else { Err(FileError::Empty) }
}
