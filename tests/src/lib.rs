//! What the whole-app tests share: the program itself, the tables with known truth, and their judge.

pub mod film;
pub mod golden;
pub mod report;
pub mod score;
pub mod tables;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of the tables with known truth, copied into the project.
pub fn table_dir(set: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/tables").join(set)
}

/// The program as cargo made it, beside the tests' own programs; or the one named by `IRONCLAD_TABLE_APP`: an installed
/// one (`scripts/clean_tree.sh`).
///
/// # Errors
/// It has not been built.
pub fn app() -> Result<PathBuf, String> {
    if let Some(installed) = std::env::var_os("IRONCLAD_TABLE_APP") {
        return Ok(installed.into());
    }
    let tests = std::env::current_exe().map_err(|error| error.to_string())?;
    let app = tests.ancestors().nth(2).map(|folder| folder.join("ironclad-table")).unwrap_or_default();
    if app.exists() {
        Ok(app)
    } else {
        Err(format!("{} is missing: run `cargo build -p ironclad-table` first", app.display()))
    }
}

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code.
    pub code: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

/// Runs the program's command line.
///
/// # Errors
/// It can't be started, or was killed.
pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Result<Ran, String> {
    let output = Command::new(app()?).args(arguments).output().map_err(|error| error.to_string())?;
    Ok(Ran {
        code: output.status.code().ok_or_else(|| format!("killed: {:?}", output.status))?,
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Files of a folder whose names begin and end so, by name.
///
/// # Errors
/// The folder can't be read.
pub fn files(folder: &Path, beginning: &str, end: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.file_name().is_some_and(|name| {
                let name = name.to_string_lossy();
                name.starts_with(beginning) && name.ends_with(end)
            })
        })
        .collect();
    found.sort();
    Ok(found)
}
