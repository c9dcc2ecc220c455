//! What the systems' disks have in common and what sets them apart: files written whole or not at all, what a flush
//! promises, files that another program holds for a moment, and names that can't be file names.
//!
//! # What durability can be promised
//! A file's *content* is on the disk when [`flush_file`] returns, on every system as far as the disk tells the truth
//! (`fsync`; on Windows `FlushFileBuffers`, which needs a handle that may write).
//!
//! A file's *name* is on the disk when [`flush_folder`] returns, on Unix. Windows flushes no folders: there a file that
//! was made or renamed may, after a power cut within the next seconds, stand under its old name or be missing. NTFS
//! writes down its changes of names in order, so that no folder is damaged by it, and as contents are flushed before
//! names are given, what stands under a name is always whole. FAT and exFAT promise not even that on any system.

mod flushing;
mod names;
mod paths;
mod patience;
mod whole;

pub use flushing::{flush_file, flush_folder};
pub use names::{NameError, NameFault, require_usable_name, windows_fault};
pub use paths::{canonical, folder_of, takes_files};
pub use patience::{is_held, remove_file, rename};
pub use whole::{WriteError, write_whole};
