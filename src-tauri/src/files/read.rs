//! Reads and writes files, for both the window and the command line.

use crate::ipc::messages::{BoardChoice, PaperChoice, Trouble};
use calibration::{CharucoBoard, Chessboard, LensBoard, Paper, kit_pdf};
use disk::write_whole;
use rulesets::core::DataFile;
use std::path::{Path, PathBuf};
use tracking::Fleet;

/// The mark that some Windows editors write before a text; it is not part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a text file.
///
/// # Errors
/// When the file can't be read: one sentence that names it.
pub fn read_text(path: &Path) -> Result<String, Trouble> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file: check its name".to_owned(),
            std::io::ErrorKind::PermissionDenied => "it may not be read: check its permissions".to_owned(),
            std::io::ErrorKind::InvalidData => "it is not text: name another file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder: name a file in it".to_owned(),
            _ => error.to_string(),
        };
        Trouble::new(format!("{} can't be read: {why}.", path.display()))
    })?;
    Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Reads a data file for the rule book; its name is kept without the folder.
///
/// # Errors
/// When the file can't be read: one sentence that names it.
pub fn read_data(path: &Path) -> Result<DataFile, Trouble> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(DataFile { name, text: read_text(path)? })
}

/// Reads every data file (`*.toml`) of the player's folder in alphabetical order. Returns the files, and one error for
/// each that can't be read; nothing if the folder does not exist.
pub fn read_own_data(folder: &Path) -> (Vec<DataFile>, Vec<Trouble>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return (Vec::new(), Vec::new()) };
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let mut files = Vec::new();
    let mut troubles = Vec::new();
    for path in paths {
        match read_data(&path) {
            Ok(file) => files.push(file),
            Err(trouble) => troubles.push(trouble),
        }
    }
    (files, troubles)
}

/// Writes a file to a path that players chose, completely or not at all.
///
/// # Errors
/// When the path is a campaign file, or can't be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    refuse_campaign(path)?;
    Ok(write_whole(path, bytes)?)
}

/// Refuses to overwrite a campaign file, because it can't be restored.
///
/// # Errors
/// When the file is a campaign: one sentence that names it.
pub fn refuse_campaign(path: &Path) -> Result<(), Trouble> {
    if journal::is_campaign(path) {
        return Err(Trouble::new(format!(
            "{} is a campaign, and no campaign is ever replaced: write to another file.",
            path.display()
        )));
    }
    Ok(())
}

/// Reads a fleet file.
///
/// # Errors
/// When the file can't be read: one sentence that names it.
pub fn read_fleet(path: &Path) -> Result<Fleet, Trouble> {
    Fleet::from_json(&read_text(path)?).map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}

/// The pictures of a folder, sorted by name.
///
/// # Errors
/// When the folder can't be read, or holds no pictures.
pub fn pictures_in(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Trouble::new(format!("The folder {} can't be read: check its name.", folder.display()))
            .with_details(&error)
    })?;
    let mut pictures: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension().is_some_and(|extension| {
                ["jpg", "jpeg", "png"].contains(&extension.to_string_lossy().to_lowercase().as_str())
            })
        })
        .collect();
    pictures.sort();
    if pictures.is_empty() {
        return Err(Trouble::new(format!(
            "There are no pictures (jpg, png) in {}: name the folder that holds the views of the board.",
            folder.display()
        )));
    }
    Ok(pictures)
}

/// The lens board that a player chose.
///
/// # Errors
/// When the marker dictionary is unknown.
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
/// When the markers can't be drawn.
pub fn kit_of(paper: PaperChoice) -> Result<Vec<u8>, Trouble> {
    Ok(kit_pdf(match paper {
        PaperChoice::Letter => Paper::Letter,
        PaperChoice::A4 => Paper::A4,
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_from_a_windows_editor_is_the_same_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ships.json");
        let plain = "{\"ships\": [\r\n{ \"id\": \"monitor\", \"near\": [10, 20], \"heading_deg\": 90 }]}\r\n";
        for text in [format!("\u{feff}{plain}"), plain.to_owned()] {
            std::fs::write(&path, text).unwrap();
            let read = read_text(&path).unwrap();
            assert_eq!(read, plain);
            let words = tracking::FleetAnnotation::from_json(&read);
            assert!(words.is_ok(), "{words:?}");
        }
    }
}
