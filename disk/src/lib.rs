//! Disk access common to all systems, and their differences: files written completely or not at all,
//! guarantees of a flush, files briefly held by another program, and names that can't be file names.
//!
//! # Durability
//! A file's *content* is on the disk when [`flush_file`] returns, on every system whose disk reports
//! truthfully (`fsync`; on Windows `FlushFileBuffers`, which needs a handle that may write).
//!
//! A file's *name* is on the disk when [`flush_folder`] returns, on Unix. Windows does not flush folders:
//! there a new or renamed file may, after a power cut within the next seconds, have its old name or be
//! missing. NTFS records name changes in order, so no folder is damaged by it; and because contents are
//! flushed before names are given, a file under its name is always complete. FAT and exFAT do not guarantee
//! even that on any system.

mod flushing;
mod names;
mod paths;
mod patience;
mod whole;

pub use flushing::{flush_file, flush_folder};
pub use names::{NameError, NameFault, require_usable_name, windows_fault};
pub use paths::{canonical, folder_of, takes_files};
pub use patience::{is_held, remove_file, rename};
pub use whole::{WriteError, write_private, write_whole};
