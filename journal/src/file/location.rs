//! Checks whether a campaign file still has the name under which it was opened.
//!
//! An open file may be renamed, deleted or replaced while SQLite uses it; SQLite then goes on writing into a
//! file without that name, beside a log that kept it. SQLite can report this (`SQLITE_FCNTL_HAS_MOVED`), but
//! only through its unsafe interface; it compares the file's number with that of its name, and so does this
//! module. Names are only looked up: opening and closing the file would drop SQLite's locks (see
//! `open_in_process`). On Windows SQLite's open files can be neither renamed nor deleted, so an existing name
//! is still the same file's.

use crate::error::Away;
use crate::format::wal;
use disk::folder_of;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Identifies a file on this system under any name: device and inode.
#[cfg(unix)]
type FileMark = (u64, u64);
#[cfg(not(unix))]
type FileMark = ();

#[cfg(unix)]
fn mark_of(metadata: &Metadata) -> FileMark {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn mark_of(_: &Metadata) -> FileMark {}

/// The mark of the entry under a name; for a link its own mark, because the log would be beside its target.
fn mark_at(path: &Path) -> io::Result<FileMark> {
    path.symlink_metadata().map(|metadata| mark_of(&metadata))
}

/// Tells whether two names lead to one file.
#[cfg(unix)]
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let mark = |path: &Path| path.metadata().map(|metadata| mark_of(&metadata)).ok();
    mark(one).is_some_and(|one| Some(one) == mark(other))
}

#[cfg(not(unix))]
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// An open file and its log, as they were on opening.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    path: PathBuf,
    mark: FileMark,
    log: Option<FileMark>,
}

impl OpenedFile {
    /// The file at a path that a connection already has open for writing.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let log = mark_at(&wal::log_path(path)).ok();
        Ok(Self { path: path.to_path_buf(), mark: mark_at(path)?, log })
    }

    /// Tells whether it still has the name it was opened by.
    pub(crate) fn is_in_place(&self) -> bool {
        self.is_at(&self.path)
    }

    fn is_at(&self, path: &Path) -> bool {
        mark_at(path).is_ok_and(|mark| mark == self.mark)
    }

    /// The file's fate, as far as this system tells.
    pub(crate) fn away(&self) -> Away {
        let beside = fs::read_dir(folder_of(&self.path)).into_iter().flatten().flatten();
        let named = open_names().chain(beside.map(|entry| entry.path())).find(|path| self.is_at(path));
        match named {
            Some(path) => Away::MovedTo(path),
            None if self.path.symlink_metadata().is_ok() => Away::Replaced,
            None => Away::Gone,
        }
    }

    /// Tells whether the log beside its new name is safe to use: absent, empty, or its own that was moved
    /// along.
    pub(crate) fn has_its_own_log_at(&self, path: &Path) -> bool {
        match wal::log_path(path).symlink_metadata() {
            Ok(metadata) => metadata.len() == 0 || Some(mark_of(&metadata)) == self.log,
            Err(_) => true,
        }
    }
}

/// The names of all files that this process has open, where the system tells.
#[cfg(target_os = "linux")]
fn open_names() -> impl Iterator<Item = PathBuf> {
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    open.filter_map(|entry| fs::read_link(entry.path()).ok())
}

#[cfg(not(target_os = "linux"))]
fn open_names() -> impl Iterator<Item = PathBuf> {
    std::iter::empty()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_under_its_new_name_and_no_other_is_taken_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        let (here, there) = (folder.path().join("a"), inside.join("b"));
        let open = fs::File::create(&here).unwrap();
        let standing = OpenedFile::at(&here).unwrap();
        assert!(standing.is_in_place());
        fs::rename(&here, folder.path().join("beside")).unwrap();
        assert!(!standing.is_in_place());
        assert_eq!(standing.away(), Away::MovedTo(folder.path().join("beside")));
        fs::rename(folder.path().join("beside"), &there).unwrap();
        let known = if cfg!(target_os = "linux") { Away::MovedTo(there.clone()) } else { Away::Gone };
        assert_eq!(standing.away(), known);
        std::os::unix::fs::symlink(&there, &here).unwrap();
        assert!(!standing.is_in_place(), "its log would lie beside what the link leads to");
        fs::remove_file(&here).unwrap();
        fs::rename(&there, &here).unwrap();
        assert!(standing.is_in_place(), "put back");
        fs::remove_file(&here).unwrap();
        assert_eq!(standing.away(), Away::Gone);
        fs::write(&here, "another").unwrap();
        assert!(!standing.is_in_place());
        assert_eq!(standing.away(), Away::Replaced);
        drop(open);
    }
}
