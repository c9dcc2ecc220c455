//! The campaign files that this process has open.
//!
//! On Unix, closing any handle of a file drops every lock that the process holds on it, including SQLite's:
//! another program could then remove the log under our connection (<https://sqlite.org/howtocorrupt.html>,
//! 2.2). So a file that is open here is never read without SQLite. This is the crate's only global, because
//! the locks are per process.

use crate::file::location::is_same_file;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static OPEN_HERE: Mutex<BTreeMap<PathBuf, usize>> = Mutex::new(BTreeMap::new());

/// One user of a file, until it is dropped.
#[derive(Debug)]
pub(crate) struct OpenHere(PathBuf);

impl OpenHere {
    /// Counts a user of the file at a canonical path; also returns whether it was open before.
    pub(crate) fn enter(path: &Path) -> (Self, bool) {
        let mut open = OPEN_HERE.lock().unwrap_or_else(PoisonError::into_inner);
        let users = open.entry(path.to_path_buf()).or_default();
        *users += 1;
        (Self(path.to_path_buf()), *users > 1)
    }
}

/// Tells whether this process has the file open, under any name.
pub(crate) fn is_open_here(path: &Path) -> bool {
    let open = OPEN_HERE.lock().unwrap_or_else(PoisonError::into_inner);
    open.keys().any(|one| is_same_file(one, path))
}

impl Drop for OpenHere {
    fn drop(&mut self) {
        let mut open = OPEN_HERE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(users) = open.get_mut(&self.0) {
            *users -= 1;
            if *users == 0 {
                open.remove(&self.0);
            }
        }
    }
}
