//! Errors of shore pictures, clicks and files. Each text is one sentence for the player.

use thiserror::Error;

/// Why a picture gives no outline.
#[derive(Debug, Error)]
pub enum ShoreError {
    /// The picture has another size than the camera's.
    #[error(
        "The picture has {found} pixels but the table was calibrated with {expected}: photograph it with the same camera settings, or calibrate again."
    )]
    OtherSize {
        /// The picture's size.
        found: calibration::PictureSize,
        /// The size of the camera's lens.
        expected: calibration::PictureSize,
    },
    /// The camera sees too little of the table.
    #[error(
        "The camera sees too little of the table to tell the sea's colour: turn it so that the whole table is in the picture."
    )]
    NoSea,
    /// The click is not on the table.
    #[error("That place is not on the table: click inside the piece.")]
    OffTable,
    /// The clicked place looks like the sea.
    #[error("That place looks like the sea around it: click inside the piece, or trace its outline by hand.")]
    LooksLikeSea,
    /// The clicked region is too small for a piece.
    #[error(
        "The patch of this colour is only {area_in2:.2} square inches: click nearer the middle of the piece, or trace its outline by hand."
    )]
    TooSmall {
        /// Its area, square inches.
        area_in2: f64,
    },
    /// The given height or slope is impossible.
    #[error(
        "A height of {height_in} inches with sides that lean {slope} inches an inch is not possible here: give 0 to {most_in:.1} inches, and a lean of 0 to 3."
    )]
    Relief {
        /// The given height, inches.
        height_in: f64,
        /// The given slope.
        slope: f64,
        /// The greatest height allowed, inches.
        most_in: f64,
    },
    /// A traced outline has too few corners, crosses the horizon, or has no area.
    #[error("The traced line is no outline: mark at least three corners round the piece, all on the table.")]
    NoOutline,
    /// OpenCV failed.
    #[error("The picture could not be read ({0}): close other programs if memory is short.")]
    Picture(#[from] opencv::Error),
}

/// Why a file of terrain outlines cannot be used.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlanError {
    /// The file is neither JSON nor SVG.
    #[error("The terrain file is neither JSON nor SVG ({reason}): export the outlines as GeoJSON or SVG.")]
    NotAPlan {
        /// The parser's message.
        reason: String,
    },
    /// The file has no outline.
    #[error("The terrain file holds no closed outline: draw each piece as a polygon.")]
    Empty,
    /// An outline is invalid.
    #[error("The outline \"{piece}\" in the terrain file {what}: correct it in the drawing.")]
    BadPiece {
        /// Its name, or its number.
        piece: String,
        /// What is wrong with it.
        what: String,
    },
    /// The file has too many corners.
    #[error(
        "The terrain file holds {found} corners, more than the {most} that are read: simplify the outlines."
    )]
    TooMany {
        /// Number of corners in the file.
        found: usize,
        /// Largest number allowed.
        most: usize,
    },
    /// The map cannot be scaled to the table.
    #[error(
        "The terrain can't be stretched to {width_in} by {depth_in} inches: the table's sides must be longer than nothing, and the drawing must have a width and a depth."
    )]
    NoStretch {
        /// The table's width, inches.
        width_in: f64,
        /// The table's depth, inches.
        depth_in: f64,
    },
}
