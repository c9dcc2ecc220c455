//! Paths of files.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf, Prefix};

/// Windows opens longer paths only in the system's form, with the prefix `\\?\`. SQLite appends up to eight
/// letters to a name, and the shortest limit of Windows is 248.
const LONGEST_PLAIN_BYTES: usize = 239;

/// The real path of a file, with links followed. On Windows in the form that players write (`C:\…`,
/// `\\server\share\…`), not in the system's (`\\?\C:\…`), if that leads to the same file.
///
/// # Errors
/// When the file doesn't exist, or can't be looked up.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    std::fs::canonicalize(path).map(plain)
}

fn plain(path: PathBuf) -> PathBuf {
    let Some(Component::Prefix(prefix)) = path.components().next() else { return path };
    let mut written = OsString::new();
    match prefix.kind() {
        Prefix::VerbatimDisk(letter) => written.push(format!("{}:", char::from(letter))),
        Prefix::VerbatimUNC(server, share) => {
            written.push(r"\\");
            written.push(server);
            written.push(r"\");
            written.push(share);
        }
        _ => return path,
    }
    let mut plain = PathBuf::from(written);
    plain.extend(path.components().skip(1));
    // Only the prefix keeps a device's name from meaning the device.
    let leads_there =
        plain.as_os_str().len() <= LONGEST_PLAIN_BYTES && crate::require_usable_name(&plain).is_ok();
    if leads_there { plain } else { path }
}

/// The folder that contains a file.
pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Tells whether new files can be made in a folder. It tries, because permissions alone don't tell.
pub fn takes_files(folder: &Path) -> bool {
    let probe = crate::whole::own_name(&folder.join("probe"));
    let made = File::create_new(&probe).is_ok();
    if made {
        // A left-over file is harmless.
        let _ = crate::remove_file(&probe);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_takes_files_keeps_none_of_the_trial() {
        let folder = tempfile::tempdir().unwrap();
        assert!(takes_files(folder.path()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(!takes_files(&folder.path().join("none")));
    }

    #[test]
    fn paths_have_the_form_that_players_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Évening 1.campaign");
        std::fs::write(&path, "one").unwrap();
        let odd = folder.path().join(".").join("Évening 1.campaign");
        let canonical = canonical(&odd).unwrap();
        assert!(!canonical.to_string_lossy().contains('?'), "{}", canonical.display());
        assert_eq!(std::fs::read(canonical).unwrap(), b"one");
    }

    /// Only Windows paths have prefixes.
    #[cfg(windows)]
    #[test]
    fn drives_and_shares_lose_the_systems_prefix_and_devices_keep_it() {
        let plainly = |path: &str| plain(PathBuf::from(path)).to_str().unwrap().to_owned();
        assert_eq!(plainly(r"\\?\C:\evenings\one"), r"C:\evenings\one");
        assert_eq!(plainly(r"\\?\UNC\server\share\one"), r"\\server\share\one");
        for kept in [r"\\?\C:\evenings\aux", r"\\?\Volume{1}\one", r"C:\one", r"\\server\share\one", "one"] {
            assert_eq!(plainly(kept), kept);
        }
        let long = format!(r"\\?\C:\{}", "a".repeat(300));
        assert_eq!(plainly(&long), long);
    }
}
