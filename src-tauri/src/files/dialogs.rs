//! Files that players choose in the desktop's dialogs. A page can only name files that were chosen there, so a
//! compromised page can't read or write anything else.

use crate::files::app_folder::AppFolder;
use crate::files::read::write_file;
use crate::ipc::messages::{SourceChoice, Trouble};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::WebviewWindow;
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder};
use ts_rs::TS;

/// The purposes for which a file or folder is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChooseFor {
    /// A video of a table.
    Video,
    /// A folder of pictures.
    Pictures,
    /// A folder of pictures of the lens board.
    LensViews,
    /// A saved lens calibration.
    Lens,
    /// What a player says of the ships to muster.
    Muster,
    /// A plan of the shore.
    Plan,
}

impl ChooseFor {
    fn is_folder(self) -> bool {
        matches!(self, Self::Pictures | Self::LensViews)
    }

    fn title(self) -> &'static str {
        match self {
            Self::Video => "The film to play",
            Self::Pictures => "The folder of pictures",
            Self::LensViews => "The folder of pictures of the lens board",
            Self::Lens => "The lens file",
            Self::Muster => "The muster file",
            Self::Plan => "The plan of the shore",
        }
    }

    fn kinds(self) -> Option<(&'static str, &'static [&'static str])> {
        match self {
            Self::Video => Some(("Films", &["mp4", "mkv", "avi", "mov", "webm", "mjpeg"])),
            Self::Lens | Self::Muster => Some(("JSON files", &["json"])),
            Self::Plan => Some(("Plans", &["json", "geojson", "svg"])),
            Self::Pictures | Self::LensViews => None,
        }
    }
}

/// The files chosen so far.
#[derive(Debug, Default)]
pub struct Chosen {
    allowed: Mutex<BTreeSet<PathBuf>>,
    /// Paths that replace the next dialogs in tests, because no test can drive a native dialog.
    answers: Mutex<Option<VecDeque<PathBuf>>>,
}

impl Chosen {
    /// Starts with the source named on the command line as chosen; `answers`, if any, replace all later dialogs.
    pub fn opening(source: &SourceChoice, answers: &[PathBuf]) -> Self {
        let answers = (!answers.is_empty()).then(|| answers.iter().cloned().collect());
        let chosen = Self { allowed: Mutex::default(), answers: Mutex::new(answers) };
        chosen.recall(source);
        chosen
    }

    /// Accepts a source that players chose before: on the command line or in an earlier session.
    pub fn recall(&self, source: &SourceChoice) {
        if let SourceChoice::Video { path } | SourceChoice::Pictures { path } = source {
            self.allow(Path::new(path));
        }
    }

    fn allowed(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.allowed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn allow(&self, path: &Path) {
        self.allowed().insert(path.to_owned());
    }

    /// Returns a path that a page may use.
    ///
    /// # Errors
    /// When nobody chose it.
    pub fn path(&self, path: &str) -> Result<PathBuf, Trouble> {
        let path = Path::new(path);
        if self.allowed().contains(path) {
            return Ok(path.to_owned());
        }
        Err(Trouble::new(format!("{} was not chosen: choose it with the button beside it.", path.display())))
    }

    /// Checks that a page may open a source.
    ///
    /// # Errors
    /// When it is a file or folder that nobody chose.
    pub fn source(&self, choice: &SourceChoice) -> Result<(), Trouble> {
        match choice {
            SourceChoice::Video { path } | SourceChoice::Pictures { path } => self.path(path).map(drop),
            SourceChoice::Demo
            | SourceChoice::Camera { .. }
            | SourceChoice::Url { .. }
            | SourceChoice::Phone { .. } => Ok(()),
        }
    }

    /// The next path that replaces a dialog; `None` where dialogs are to be shown.
    fn answer(&self) -> Option<Option<PathBuf>> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.as_mut().map(VecDeque::pop_front)
    }

    /// Asks players for a file or folder; `None` if they cancel.
    ///
    /// # Errors
    /// When the choice has no path on this machine.
    pub fn ask(&self, window: &WebviewWindow, what: ChooseFor) -> Result<Option<String>, Trouble> {
        let chosen = match self.answer() {
            Some(answer) => answer,
            None => {
                let mut dialog = dialog(window, what.title());
                if let Some((name, kinds)) = what.kinds() {
                    dialog = dialog.add_filter(name, kinds).add_filter("All files", &["*"]);
                }
                let chosen = if what.is_folder() {
                    dialog.blocking_pick_folder()
                } else {
                    dialog.blocking_pick_file()
                };
                chosen.map(tauri_plugin_dialog::FilePath::into_path).transpose()?
            }
        };
        Ok(chosen.map(|path| {
            self.allow(&path);
            path.to_string_lossy().into_owned()
        }))
    }

    /// Copies a file from the app's folder to where players choose; returns the path, or `None` if they cancel.
    ///
    /// # Errors
    /// When the file is not in the app's folder or can't be copied there.
    pub fn save_copy(
        &self,
        window: &WebviewWindow,
        folder: &AppFolder,
        written: &str,
    ) -> Result<Option<String>, Trouble> {
        let written = folder.own_file(written)?;
        let name = written.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let to = match self.answer() {
            Some(answer) => answer,
            None => {
                let dialog = dialog(window, "Where it is kept").set_file_name(name);
                dialog.blocking_save_file().map(tauri_plugin_dialog::FilePath::into_path).transpose()?
            }
        };
        let Some(to) = to else { return Ok(None) };
        copy_to(&written, &to)?;
        Ok(Some(to.to_string_lossy().into_owned()))
    }
}

/// Copies a file completely or not at all, even if source and target are the same file.
fn copy_to(written: &Path, to: &Path) -> Result<(), Trouble> {
    let bytes = std::fs::read(written).map_err(|error| {
        Trouble::new(format!("{} can't be read: have it written again.", written.display()))
            .with_details(&error)
    })?;
    write_file(to, &bytes)
}

fn dialog(window: &WebviewWindow, title: &str) -> FileDialogBuilder<tauri::Wry> {
    window.dialog().file().set_parent(window).set_title(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_replaces_neither_itself_nor_a_campaign() {
        let folder = tempfile::tempdir().unwrap();
        let report = folder.path().join("report.html");
        std::fs::write(&report, "<p>The battle.</p>").unwrap();
        copy_to(&report, &report).unwrap();
        let again = folder.path().join(".").join("report.html");
        copy_to(&report, &again).unwrap();
        assert_eq!(std::fs::read(&report).unwrap(), b"<p>The battle.</p>");
        let evenings = folder.path().join("evenings.campaign");
        let open = journal::Journal::create_or_open(&evenings).unwrap();
        let link = folder.path().join("link");
        std::fs::hard_link(&evenings, &link).unwrap();
        let log = folder.path().join("evenings.campaign-wal");
        let before = std::fs::read(&log).unwrap();
        for target in [&evenings, &link, &log] {
            let refused = copy_to(&report, target).unwrap_err().sentence;
            assert!(refused.contains("no campaign is ever replaced"), "{refused}");
        }
        assert_eq!(std::fs::read(&log).unwrap(), before);
        assert!(open.battles().unwrap().is_empty());
        drop(open);
        assert!(copy_to(&report, &evenings).is_err(), "closed, it is a campaign as well");
        let other = folder.path().join("other.html");
        copy_to(&report, &other).unwrap();
        assert_eq!(std::fs::read(&other).unwrap(), b"<p>The battle.</p>");
    }

    #[test]
    fn a_page_may_use_what_was_chosen_and_nothing_else() {
        let pictures = SourceChoice::Pictures { path: "/table/evening".to_owned() };
        let chosen = Chosen::opening(&pictures, &[]);
        assert!(chosen.source(&pictures).is_ok());
        let other = SourceChoice::Video { path: "/etc/passwd".to_owned() };
        let refused = chosen.source(&other).unwrap_err().sentence;
        assert!(refused.contains("/etc/passwd was not chosen"), "{refused}");
        assert!(chosen.path("/table/evening/../../etc/passwd").is_err());
        assert!(chosen.source(&SourceChoice::Camera { index: 0, id: None }).is_ok());
    }
}
