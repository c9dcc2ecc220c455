//! What the whole-app tests share: the judge of table observations, and where things stand.

pub mod score;

use std::path::PathBuf;

/// A folder of the tables with known truth, copied into the project.
pub fn table_dir(set: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/tables").join(set)
}
