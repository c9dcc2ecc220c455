//! Where a target keeps its files: in memory where the system has such a place, because every append is synced.

use std::path::Path;
use tempfile::TempDir;

/// A new folder.
pub fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }
        .expect("a folder for the target's files")
}
