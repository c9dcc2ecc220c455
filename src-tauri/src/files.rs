//! Files as the window and the command line both read them.

use crate::wire::{BoardChoice, PaperChoice, Trouble};
use calibration::{CharucoBoard, Chessboard, LensBoard, Paper, kit_pdf};
use std::path::Path;
use tracking::Fleet;

/// Reads a text file.
///
/// # Errors
/// One sentence that names the file.
pub fn read_text(path: &Path) -> Result<String, Trouble> {
    std::fs::read_to_string(path).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file: check its name".to_owned(),
            std::io::ErrorKind::PermissionDenied => "it may not be read: check its permissions".to_owned(),
            std::io::ErrorKind::InvalidData => "it is not text: name another file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder: name a file in it".to_owned(),
            _ => error.to_string(),
        };
        Trouble::new(format!("{} can't be read: {why}.", path.display()))
    })
}

/// Reads a fleet file.
///
/// # Errors
/// One sentence that names the file.
pub fn read_fleet(path: &Path) -> Result<Fleet, Trouble> {
    Fleet::from_json(&read_text(path)?).map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}

/// The lens board a player chose.
///
/// # Errors
/// An unknown dictionary.
pub fn board_of(choice: &BoardChoice) -> Result<LensBoard, Trouble> {
    Ok(match choice {
        BoardChoice::Charuco { columns, rows, square_in, marker_in, dictionary } => {
            LensBoard::Charuco(CharucoBoard {
                squares_x: *columns,
                squares_y: *rows,
                square_in: *square_in,
                marker_in: *marker_in,
                dictionary: dictionary.parse()?,
            })
        }
        BoardChoice::Chessboard { columns, rows, square_in } => {
            LensBoard::Chessboard(Chessboard { corners_x: *columns, corners_y: *rows, square_in: *square_in })
        }
    })
}

/// The kit to print, as a PDF file.
///
/// # Errors
/// The markers can't be drawn.
pub fn kit_of(paper: PaperChoice) -> Result<Vec<u8>, Trouble> {
    Ok(kit_pdf(match paper {
        PaperChoice::Letter => Paper::Letter,
        PaperChoice::A4 => Paper::A4,
    })?)
}
