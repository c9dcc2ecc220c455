//! Views of the lens board saved on disk, so that an unfinished wizard can continue in a later session.

use crate::ipc::messages::{BoardChoice, SourceChoice, Trouble};
use crate::table_session::source::encoding::png;
use crate::table_session::state::table_state::OpenSource;
use disk::write_whole;
use opencv::core::Mat;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A folder with one picture per view, and the camera and board they belong to; those of the demo table are not saved.
#[derive(Debug)]
pub struct KeptViews {
    folder: Option<PathBuf>,
}

/// The camera and board of the views.
#[derive(PartialEq, Serialize, Deserialize)]
struct Of {
    board: BoardChoice,
    source: SourceChoice,
}

const OF: &str = "views.json";

impl KeptViews {
    /// Saves nothing.
    pub fn none() -> Self {
        Self { folder: None }
    }

    /// The saved views of this board by this camera; those of another are deleted.
    pub fn of(source: &OpenSource, board: &BoardChoice) -> Self {
        let kept = Self { folder: source.kept(source.folder.lens_views()) };
        let of = Of { board: board.clone(), source: source.choice.clone() };
        let known = kept.folder.as_ref().and_then(|folder| std::fs::read(folder.join(OF)).ok());
        let known = known.and_then(|bytes| serde_json::from_slice::<Of>(&bytes).ok());
        if known.as_ref() != Some(&of) {
            kept.clear();
            if let (Some(folder), Ok(bytes)) = (&kept.folder, serde_json::to_vec(&of)) {
                // If this fails, the views are not found again; nothing else is lost.
                drop(std::fs::create_dir_all(folder));
                drop(write_whole(&folder.join(OF), &bytes));
            }
        }
        kept
    }

    /// Saves a view.
    pub fn keep(&self, name: &str, picture: &Mat) -> Result<(), Trouble> {
        let Some(folder) = &self.folder else { return Ok(()) };
        std::fs::create_dir_all(folder).map_err(|error| {
            Trouble::new(format!("The views can't be kept in {}: make room for them.", folder.display()))
                .with_details(&error)
        })?;
        Ok(write_whole(&folder.join(format!("{name}.png")), &png(picture)?)?)
    }

    /// The names and pictures of the views, in the order in which they were taken.
    pub fn pictures(&self) -> Vec<(String, PathBuf)> {
        let entries = self.folder.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
        let mut found: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
            .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
            .collect();
        found.sort_by_key(|(name, _)| (name.len(), name.clone()));
        found
    }

    /// Deletes a view.
    pub fn forget(&self, name: &str) {
        if let Some((_, path)) = self.pictures().into_iter().find(|(known, _)| known == name) {
            drop(std::fs::remove_file(path));
        }
    }

    /// Deletes all views.
    pub fn clear(&self) {
        for (_, path) in self.pictures() {
            drop(std::fs::remove_file(path));
        }
    }
}
