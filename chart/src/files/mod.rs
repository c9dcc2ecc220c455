//! Display lists as files: SVG, PNG and PDF. The same list gives the same bytes on every system.

mod pdf;
mod png;
mod strokes;
mod svg;

pub use pdf::pdf;
pub use png::{Raster, png, raster};
pub use svg::{svg, svg_inline};

use crate::display_list::DisplayList;
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

/// The plane of a list, and its size at a scale in whole pixels.
fn plane_px(list: &DisplayList, px_per_unit: f64) -> Result<(Extent, (u32, u32)), FileError> {
    let plane = list.plane.filter(|plane| plane.width > 0.0 && plane.height > 0.0).ok_or(FileError::Empty)?;
    let size = ((plane.width * px_per_unit).round() as u32, (plane.height * px_per_unit).round() as u32);
    if size.0 > 0 && size.1 > 0 { Ok((plane, size)) } else { Err(FileError::Empty) }
}
