//! Names that Windows reserves or interprets differently. A file with such a name from another system can't
//! be opened, copied or even deleted there by ordinary means.

use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// A fault in the name of a file or folder.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameFault {
    /// A device name, with any ending and in any case.
    #[error("Windows keeps that name for a device")]
    Device,
    /// A character with a special meaning; the colon leads into another stream of the same file.
    #[error("{0:?} can't be in a name on Windows")]
    Letter(char),
    /// An ending that Windows silently removes.
    #[error("Windows drops a dot or a space at the end of a name")]
    Ending,
}

/// A path that can't be a file's on this system.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} can't be the name of a file: {name:?} is no name here ({fault}); choose another.", path.display())]
pub struct NameError {
    /// The whole path.
    pub path: PathBuf,
    /// The faulty part.
    pub name: String,
    /// The fault.
    pub fault: NameFault,
}

/// The fault of one part of a path on Windows; none for a name that every system accepts.
pub fn windows_fault(name: &str) -> Option<NameFault> {
    if let Some(letter) = name.chars().find(|&letter| "<>:\"/\\|?*".contains(letter) || letter < ' ') {
        return Some(NameFault::Letter(letter));
    }
    if name.ends_with(['.', ' ']) {
        return Some(NameFault::Ending);
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_uppercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device).is_some_and(|number| {
            // Superscript digits count as digits.
            matches!(number, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
        })
    };
    let device = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str());
    (device || numbered("COM") || numbered("LPT")).then_some(NameFault::Device)
}

/// Refuses a path that this system would interpret as something else than a file of that name; only Windows
/// has such paths.
///
/// # Errors
/// One sentence that names the part.
pub fn require_usable_name(path: &Path) -> Result<(), NameError> {
    if !cfg!(windows) {
        return Ok(());
    }
    for part in path.components() {
        if let Component::Normal(name) = part
            && let name = name.to_string_lossy()
            && let Some(fault) = windows_fault(&name)
        {
            return Err(NameError { path: path.to_owned(), name: name.into_owned(), fault });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_windows_reserves_are_known() {
        for device in ["CON", "nul", "Aux.campaign", "com1", "LPT9.json", "COM².x", "con .txt", "CONIN$"] {
            assert_eq!(windows_fault(device), Some(NameFault::Device), "{device}");
        }
        for good in
            ["console", "com", "com0", "com10", "lpt", "evening.campaign", "2-con.html", ".lens", "Évening"]
        {
            assert_eq!(windows_fault(good), None, "{good}");
        }
        for (name, letter) in [("a:b", ':'), ("what?", '?'), ("a\u{7}", '\u{7}'), ("a|b", '|')] {
            assert_eq!(windows_fault(name), Some(NameFault::Letter(letter)), "{name}");
        }
        for name in ["evening.", "evening "] {
            assert_eq!(windows_fault(name), Some(NameFault::Ending), "{name}");
        }
    }

    /// On other systems all of these are valid file names.
    #[cfg(windows)]
    #[test]
    fn on_windows_paths_are_refused_by_the_part_that_is_no_name() {
        for good in
            [r"C:\evenings\one.campaign", r"C:one", r"\\server\share\one", r"\\?\C:\one", r"..\.\one", "one"]
        {
            assert_eq!(require_usable_name(Path::new(good)), Ok(()), "{good}");
        }
        let sentence = require_usable_name(Path::new(r"C:\evenings\aux\one")).unwrap_err().to_string();
        assert!(
            sentence.contains("\"aux\" is no name here (Windows keeps that name for a device)"),
            "{sentence}"
        );
        assert!(require_usable_name(Path::new(r"C:\one.campaign:two")).is_err());
    }

    #[cfg(not(windows))]
    #[test]
    fn elsewhere_every_name_is_one() {
        assert_eq!(require_usable_name(Path::new("/evenings/aux/one:two ")), Ok(()));
    }
}
