//! Files that are written completely or not at all.

use crate::{
    NameError, flush_folder, folder_of, is_held, remove_file, rename, require_usable_name, takes_files,
};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// An error in writing a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The path has no last part.
    #[error("{} can't be written (it names no file): name a file in a folder.", .path.display())]
    NoName {
        /// The path.
        path: PathBuf,
    },
    /// Not a valid file name on this system.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The path leads to a folder.
    #[error("{} can't be written (it is a folder): name a file in it.", .path.display())]
    IsFolder {
        /// The path.
        path: PathBuf,
    },
    /// The folder doesn't exist.
    #[error("{} can't be written (there is no such folder): make the folder first, or choose another.", .path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// The system forbids it.
    #[error("{} can't be written (permission denied): choose another folder or free this one for writing.", .path.display())]
    Forbidden {
        /// The file.
        path: PathBuf,
    },
    /// The whole disk is read-only.
    #[error("{} can't be written (the disk is read-only): choose a folder on another disk.", .path.display())]
    ReadOnlyDisk {
        /// The file.
        path: PathBuf,
    },
    /// The file itself is protected.
    #[error("{} can't be written (the file is write-protected): take the protection away, or name another file.", .path.display())]
    Protected {
        /// The file.
        path: PathBuf,
    },
    /// Another program holds the file.
    #[error(
        "{} can't be written (another program holds it open): close what shows it, or let the virus scanner or the \
         cloud folder finish with it, and try again.",
        .path.display()
    )]
    Held {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full.
    #[error("{} can't be written (the disk is full): make room on it, or choose another.", .path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// Anything else.
    #[error("{} can't be written ({reason}): try again, or choose another folder.", .path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The message.
        reason: String,
    },
}

impl WriteError {
    /// Classifies an error of the system about a file.
    fn of(path: &Path, error: &io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            _ if is_held(error) => Self::Held { path },
            ErrorKind::NotFound => Self::NoFolder { path },
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnlyDisk { path },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::DiskFull { path },
            ErrorKind::PermissionDenied => Self::denied(path),
            _ => {
                let text = error.to_string();
                let reason = text.split(" (os error").next().unwrap_or(&text).to_lowercase();
                Self::Failed { path, reason }
            }
        }
    }

    /// On Windows access is denied for several reasons: a folder that takes files is not the cause.
    fn denied(path: PathBuf) -> Self {
        if cfg!(unix) || !takes_files(&folder_of(&path)) {
            Self::Forbidden { path }
        } else if path.metadata().is_ok_and(|file| file.permissions().readonly()) {
            Self::Protected { path }
        } else {
            Self::Held { path }
        }
    }
}

/// Writes a file completely or not at all: into a new file beside it, which then replaces it.
///
/// # Errors
/// One sentence for each possible cause; an existing file stays unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_new(path, bytes, File::options().write(true).create_new(true))
}

/// Writes a file as [`write_whole`] does, that only its owner can read and write from the moment it is made (mode 600).
/// On Windows it has the rights of its folder, which in a user's own folders are that user's.
///
/// # Errors
/// As [`write_whole`].
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_new(path, bytes, &options)
}

/// Writes a file completely or not at all; `options` create a new one.
fn write_new(path: &Path, bytes: &[u8], options: &OpenOptions) -> Result<(), WriteError> {
    if path.file_name().is_none() {
        return Err(WriteError::NoName { path: path.to_owned() });
    }
    require_usable_name(path)?;
    if path.is_dir() {
        return Err(WriteError::IsFolder { path: path.to_owned() });
    }
    let failed = |error: io::Error| WriteError::of(path, &error);
    let (beside, mut file) = new_file_beside(path, options).map_err(failed)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    // Windows can't rename an open file.
    drop(file);
    written.and_then(|()| rename(&beside, path)).map_err(|error| {
        // The rest of a failed attempt is useless; failing to remove it changes nothing.
        let _ = remove_file(&beside);
        failed(error)
    })?;
    flush_folder(&folder_of(path));
    Ok(())
}

/// A new file that no other writer has, be it another program or a thread of this one.
///
/// `tempfile` 3.27 is no help here. On Unix only its owner could read the file (mode 600, here 644 or what the user's
/// mask says). On Windows the file is marked as temporary until `persist` renames it, with `MoveFileExW` alone and without
/// a second attempt while a scanner holds it. Both take the same time: 10 to 11 ms for 40 kB, all of it the flush.
fn new_file_beside(path: &Path, options: &OpenOptions) -> io::Result<(PathBuf, File)> {
    loop {
        let beside = own_name(path);
        match options.open(&beside) {
            // A crash left it over.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (beside, file)),
        }
    }
}

/// A hidden, unique name beside a file.
pub(crate) fn own_name(path: &Path) -> PathBuf {
    static GIVEN: AtomicU64 = AtomicU64::new(0);
    let number = GIVEN.fetch_add(1, Ordering::Relaxed);
    let mut beside = OsString::from(".");
    beside.push(path.file_name().unwrap_or_default());
    beside.push(format!(".{}-{number}.new", std::process::id()));
    path.with_file_name(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("LENS.json");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_its_owners_alone_also_when_it_replaces_another() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key.pem");
        write_whole(&path, b"open").unwrap();
        write_private(&path, b"private").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read(&path).unwrap(), b"private");
    }

    #[test]
    fn writers_of_one_file_do_not_meet_in_their_drafts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fleet.json");
        std::thread::scope(|threads| {
            for writer in 0..4_u8 {
                let path = &path;
                threads.spawn(move || {
                    for _ in 0..60 {
                        write_whole(path, &vec![b'a' + writer; 40_000]).unwrap();
                    }
                });
            }
            for _ in 0..200 {
                let Ok(found) = std::fs::read(&path) else { continue };
                assert_eq!(found.len(), 40_000, "half a file");
                assert!(found.iter().all(|byte| *byte == found[0]), "a file of two writers");
            }
        });
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn the_obstacle_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no/LENS.json");
        assert_eq!(write_whole(&missing, b"x"), Err(WriteError::NoFolder { path: missing.clone() }));
        let here = folder.path().to_owned();
        assert_eq!(write_whole(&here, b"x"), Err(WriteError::IsFolder { path: here.clone() }));
        assert_eq!(write_whole(Path::new("/"), b"x"), Err(WriteError::NoName { path: "/".into() }));
    }

    /// On Windows the causes of a denied access are distinguished; on other systems a protected file is
    /// replaced. The error is built directly, as Wine replaces protected files.
    #[test]
    fn a_protected_file_and_a_forbidden_one_give_different_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        write_whole(&path, b"old").unwrap();
        let denied = || WriteError::of(&path, &io::Error::from(ErrorKind::PermissionDenied));
        let protect = |on: bool| {
            let mut permissions = path.metadata().unwrap().permissions();
            permissions.set_readonly(on);
            std::fs::set_permissions(&path, permissions).unwrap();
        };
        let here = |windows: WriteError| {
            if cfg!(windows) { windows } else { WriteError::Forbidden { path: path.clone() } }
        };
        assert_eq!(denied(), here(WriteError::Held { path: path.clone() }));
        protect(true);
        assert_eq!(denied(), here(WriteError::Protected { path: path.clone() }));
        protect(false);
        let nowhere = folder.path().join("no/report.html");
        let denied = WriteError::of(&nowhere, &io::Error::from(ErrorKind::PermissionDenied));
        assert_eq!(denied, WriteError::Forbidden { path: nowhere });
    }

    /// On other systems an open file blocks nothing.
    #[cfg(windows)]
    #[test]
    fn on_windows_a_held_file_and_a_devices_name_give_errors_and_the_file_is_unchanged() {
        use std::fs::OpenOptions;
        use std::os::windows::fs::OpenOptionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        write_whole(&path, b"old").unwrap();
        let open = OpenOptions::new().read(true).share_mode(1).open(&path).unwrap();
        assert_eq!(write_whole(&path, b"new"), Err(WriteError::Held { path: path.clone() }));
        drop(open);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        let device = write_whole(&folder.path().join("aux.html"), b"x").unwrap_err();
        assert!(matches!(device, WriteError::Name(_)), "{device}");
    }
}
