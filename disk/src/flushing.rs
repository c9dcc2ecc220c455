//! Flushes written data to the disk, out of the system's memory.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// Flushes a file's content to the disk.
///
/// # Errors
/// When it can't be opened for writing, or the disk fails.
pub fn flush_file(path: &Path) -> io::Result<()> {
    // Windows flushes only files that are open for writing.
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Flushes the names in a folder to the disk, on systems that flush folders (see the crate's documentation).
/// Written contents are safe without it, so a folder that can't be opened is no error.
pub fn flush_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_written_and_closed_is_flushed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "one").unwrap();
        flush_file(&path).unwrap();
        flush_folder(folder.path());
        assert_eq!(std::fs::read(&path).unwrap(), b"one", "opening it to flush it changes nothing");
        assert_eq!(flush_file(&folder.path().join("b")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
