//! A folder of pictures: each a still moment, in the order of their names. New files are picked up.

use super::SourceError;
use super::frame::Command;
use super::slot::{Condition, Slot};
use calibration::read_picture;
use crossbeam_channel::{Receiver, RecvTimeoutError};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The period for checking the folder for new files.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The pictures of a folder.
pub(super) struct Folder {
    path: PathBuf,
    names: Vec<OsString>,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self, SourceError> {
        let names = names_in(path).map_err(|error| SourceError::Folder {
            path: path.to_owned(),
            reason: match error.kind() {
                ErrorKind::NotFound => "there is no such folder".to_owned(),
                ErrorKind::PermissionDenied => "permission denied".to_owned(),
                ErrorKind::NotADirectory => "it is not a folder".to_owned(),
                _ => "the disk does not answer".to_owned(),
            },
        })?;
        if names.is_empty() {
            return Err(SourceError::NoPictures { path: path.to_owned() });
        }
        Ok(Self { path: path.to_owned(), names })
    }
}

fn names_in(folder: &Path) -> std::io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        let kind = Path::new(&name).extension().map(|kind| kind.to_string_lossy().to_lowercase());
        let hidden = name.to_string_lossy().starts_with('.');
        if !hidden && kind.is_some_and(|kind| ["jpg", "jpeg", "png"].contains(&kind.as_str())) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The picture shown, and whether it could be read.
struct Showing {
    at: usize,
    readable: bool,
}

/// Shows the pictures until the source is closed.
pub(super) fn run(mut folder: Folder, slot: &Slot, commands: &Receiver<Command>) {
    let mut showing = show(&folder, 0, slot);
    loop {
        let last = folder.names.len().saturating_sub(1);
        let wanted = match commands.recv_timeout(LOOK_EVERY) {
            Ok(Command::Show(number)) => number.min(last),
            Ok(Command::Step(by)) => showing.at.saturating_add_signed(by as isize).min(last),
            // Pictures have no beginning to restart from.
            Ok(Command::Restart) => continue,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(at) = look_again(&mut folder, &showing, slot) {
                    showing = show(&folder, at, slot);
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if wanted != showing.at || !showing.readable {
            showing = show(&folder, wanted, slot);
        }
    }
}

fn show(folder: &Folder, at: usize, slot: &Slot) -> Showing {
    let Some(name) = folder.names.get(at) else { return Showing { at, readable: false } };
    match read_picture(&folder.path.join(name)) {
        Ok(picture) => {
            let condition = Condition::Still { number: at + 1, of: folder.names.len() };
            slot.publish(picture, Some(name.to_string_lossy().into_owned()), condition);
            Showing { at, readable: true }
        }
        Err(error) => {
            slot.set(Condition::Unreadable { why: error.to_string() });
            Showing { at, readable: false }
        }
    }
}

/// Checks for new and removed files; returns the picture to show now, if it differs.
///
/// Follows a camera that saves its photographs here: if the last picture was shown, the new last one is
/// shown.
fn look_again(folder: &mut Folder, showing: &Showing, slot: &Slot) -> Option<usize> {
    // A folder that can't be read now (a network drive) is tried again the next time.
    let names = names_in(&folder.path).ok().filter(|names| !names.is_empty())?;
    if names == folder.names {
        // The file may have been incomplete when it was found.
        return (!showing.readable).then_some(showing.at);
    }
    let was_last = showing.at + 1 == folder.names.len();
    let shown = folder.names.get(showing.at).and_then(|name| names.binary_search(name).ok());
    let grew = names.len() > folder.names.len();
    folder.names = names;
    let last = folder.names.len() - 1;
    match shown {
        Some(at) if !(was_last && grew && at != last) => {
            if showing.readable {
                slot.set(Condition::Still { number: at + 1, of: folder.names.len() });
            }
            // The same picture may have a new number.
            (at != showing.at || !showing.readable).then_some(at)
        }
        Some(_) => Some(last),
        None => Some(showing.at.min(last)),
    }
}
