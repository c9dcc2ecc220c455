//! Allowed places of a campaign file, for all ways to write its path.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Folder, campaign};
use journal::{Journal, is_campaign};

#[test]
fn a_folder_with_spaces_umlauts_and_odd_signs_is_as_good_as_any() {
    let folder = Folder::new();
    let odd = folder.path().join("Évenings of Jörg & Anna #1 50% [x]");
    std::fs::create_dir(&odd).unwrap();
    let file = odd.join("Schlacht im Äußeren, 8' März.campaign");
    campaign(&file, 3);
    let journal = Journal::open(&file).unwrap();
    assert_eq!(journal.path(), file, "it is named as players write it");
    assert!(is_campaign(&file));
    assert_eq!(journal.verify_chain().unwrap().events, 3);
}

/// Only on Windows can one path be written in several ways, and some names have special meanings.
#[cfg(windows)]
mod on_windows {
    use super::*;
    use journal::JournalError;
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn the_systems_own_way_of_writing_a_path_leads_to_the_same_campaign() {
        let folder = Folder::new();
        campaign(&folder.file(), 2);
        let verbatim = fs::canonicalize(folder.file()).unwrap();
        assert!(verbatim.to_str().unwrap().starts_with(r"\\?\"), "{}", verbatim.display());
        let journal = Journal::open(&verbatim).unwrap();
        assert_eq!(journal.path(), folder.file());
        // The same file by its other name is recognised as open.
        assert!(is_campaign(&folder.file()));
        let other = Journal::open(&folder.file()).unwrap();
        other.append(1, 2, batch(vec![event("went_on", "{}")])).unwrap();
        assert_eq!(journal.events(1).unwrap().len(), 3);
        let forward = PathBuf::from(folder.file().to_str().unwrap().replace('\\', "/"));
        assert_eq!(Journal::open(&forward).unwrap().path(), folder.file());
    }

    #[test]
    fn a_new_campaign_is_made_by_a_path_in_the_systems_own_way() {
        let folder = Folder::new();
        let verbatim = fs::canonicalize(folder.path()).unwrap().join("campaign.ironclad");
        campaign(&verbatim, 2);
        assert_eq!(Journal::open(&folder.file()).unwrap().events(1).unwrap().len(), 2);
    }

    #[test]
    fn names_that_windows_keeps_are_refused_and_nothing_is_made() {
        let folder = Folder::new();
        for name in ["aux.campaign", "NUL", "COM1", "evening.campaign:two", "evening. ", "what?"] {
            let path = folder.path().join(name);
            for refused in [Journal::create_or_open(&path), Journal::open(&path)] {
                let refused = refused.unwrap_err();
                assert!(matches!(refused, JournalError::Name(_)), "{name}: {refused}");
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// Windows marks folders with a custom icon or location as read-only; "Documents" usually is.
    #[test]
    fn a_folder_that_is_marked_read_only_takes_a_campaign() {
        let folder = Folder::new();
        let mut permissions = folder.path().metadata().unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(folder.path(), permissions).unwrap();
        campaign(&folder.file(), 2);
        assert_eq!(Journal::open(&folder.file()).unwrap().events(1).unwrap().len(), 2);
    }

    #[test]
    fn a_campaign_marked_read_only_is_refused_untouched_and_its_folder_is_not_blamed() {
        let folder = Folder::new();
        campaign(&folder.file(), 2);
        let mark = |on: bool| {
            let mut permissions = folder.file().metadata().unwrap().permissions();
            permissions.set_readonly(on);
            fs::set_permissions(folder.file(), permissions).unwrap();
        };
        mark(true);
        assert_eq!(
            Journal::open(&folder.file()).unwrap_err(),
            JournalError::ReadOnly { path: folder.file() }
        );
        mark(false);
        assert_eq!(Journal::open(&folder.file()).unwrap().events(1).unwrap().len(), 2);
    }
}
