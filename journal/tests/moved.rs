//! A campaign file that is renamed, deleted or replaced while it is open. No acknowledged event is lost,
//! nothing more is written, and the error of the next write names the place of all data.
#![cfg(unix)] // On Windows an open file can't be renamed or deleted.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Folder, batch, campaign, event, log_of, new_battle, with_photo};
use journal::{Away, Journal, JournalError, StoredEvent};
use std::fs;
use std::path::{Path, PathBuf};

/// An open campaign of one battle, with enough events that some are in the file and some in its log.
fn open_campaign(file: &Path) -> (Journal, i64) {
    let journal = Journal::create_or_open(file).unwrap();
    let kept = journal.begin_battle(new_battle("Plum Point"), batch(vec![event("begun", "{}")])).unwrap();
    let mut last = kept.events[0].seq;
    for mark in 0..230 {
        last = with_photo(&journal, 1, last, mark);
    }
    assert!(fs::metadata(log_of(file)).unwrap().len() > 100_000, "the log holds nothing that could be lost");
    (journal, last)
}

fn go_on(journal: &Journal, last: i64) -> Result<i64, JournalError> {
    let kept = journal.append(1, last, batch(vec![event("went_on", "{}")]))?;
    Ok(kept.events[0].seq)
}

/// The change of the file, and the place of all data now.
fn away(error: JournalError) -> (Away, PathBuf) {
    let said = error.to_string();
    assert!(said.contains("the last step was not kept") && said.ends_with('.'), "{said}");
    match error {
        JournalError::FileAway { away, saved, .. } => {
            assert!(said.contains(&saved.display().to_string()), "{said}");
            (away, saved)
        }
        other => panic!("{other}"),
    }
}

/// All events of the battle in the file alone, without any log, as if it was sent to somebody.
fn events_of_the_file_alone(file: &Path) -> Vec<StoredEvent> {
    let copy = file.with_extension("alone");
    fs::copy(file, &copy).unwrap();
    let journal = Journal::open(&copy).unwrap();
    journal.verify_chain().unwrap();
    journal.events(1).unwrap()
}

#[test]
fn a_renamed_file_is_written_no_more_and_has_all_that_was_kept() {
    for elsewhere in ["renamed", "inside/renamed"] {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("inside")).unwrap();
        let (journal, last) = open_campaign(&folder.file());
        let kept = journal.events(1).unwrap();
        let to = folder.path().join(elsewhere);
        fs::rename(folder.file(), &to).unwrap();
        let (away, saved) = away(go_on(&journal, last).unwrap_err());
        // Only Linux reports the new place if it is in another folder.
        if cfg!(target_os = "linux") || elsewhere == "renamed" {
            assert_eq!((away, &saved), (Away::MovedTo(to.clone()), &to));
        }
        assert_eq!(events_of_the_file_alone(&saved), kept);
        assert!(!folder.file().exists(), "no new campaign is begun under the old name");
        // Nothing is written until the file is back, and nothing is lost then either.
        assert!(go_on(&journal, last).is_err() && journal.events(1).is_err());
        assert_eq!(events_of_the_file_alone(&saved), kept);
        fs::rename(&saved, folder.file()).unwrap();
        let next = go_on(&journal, last).unwrap();
        assert_eq!(next, last + 1);
        assert_eq!(journal.events(1).unwrap().len(), kept.len() + 1);
        journal.verify_chain().unwrap();
        drop(journal);
        assert_eq!(events_of_the_file_alone(&folder.file()).len(), kept.len() + 1);
    }
}

#[test]
fn a_folder_that_is_renamed_takes_the_log_along() {
    let folder = Folder::new();
    let (before, after) = (folder.path().join("before"), folder.path().join("after"));
    fs::create_dir(&before).unwrap();
    let (journal, last) = open_campaign(&before.join("c"));
    let kept = journal.events(1).unwrap();
    fs::rename(&before, &after).unwrap();
    let error = go_on(&journal, last).unwrap_err();
    if cfg!(target_os = "linux") {
        assert_eq!(away(error), (Away::MovedTo(after.join("c")), after.join("c")));
        assert_eq!(events_of_the_file_alone(&after.join("c")), kept);
    } else {
        // The folder is gone, so nothing can be saved there: the connection holds the data until the folder
        // is back.
        assert!(matches!(error, JournalError::FileAwayUnsaved { .. }), "{error}");
        fs::rename(&after, &before).unwrap();
        assert_eq!(go_on(&journal, last).unwrap(), last + 1);
    }
}

#[test]
fn a_deleted_file_is_saved_beside() {
    let folder = Folder::new();
    let (journal, last) = open_campaign(&folder.file());
    let kept = journal.events(1).unwrap();
    fs::remove_file(folder.file()).unwrap();
    let (away, saved) = away(go_on(&journal, last).unwrap_err());
    assert_eq!((away, &saved), (Away::Gone, &folder.path().join("campaign.ironclad.saved")));
    assert_eq!(events_of_the_file_alone(&saved), kept);
    // The saved file under the old name: the battle continues from there.
    fs::rename(&saved, folder.file()).unwrap();
    assert_eq!(go_on(&journal, last).unwrap(), last + 1);
    drop(journal);
    assert_eq!(Journal::open(&folder.file()).unwrap().events(1).unwrap().len(), kept.len() + 1);
}

#[test]
fn a_file_put_in_its_place_is_left_alone() {
    let folder = Folder::new();
    let (journal, last) = open_campaign(&folder.file());
    let kept = journal.events(1).unwrap();
    let other = folder.path().join("other");
    campaign(&other, 3);
    let bytes = fs::read(&other).unwrap();
    fs::rename(&other, folder.file()).unwrap();
    let (away, saved) = away(go_on(&journal, last).unwrap_err());
    assert_eq!(away, Away::Replaced);
    assert_eq!(events_of_the_file_alone(&saved), kept);
    assert!(go_on(&journal, last).is_err(), "another campaign is not gone on with");
    drop(journal);
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
}

#[test]
fn a_file_renamed_while_another_takes_its_name_is_saved_whole() {
    let folder = Folder::new();
    let (journal, last) = open_campaign(&folder.file());
    let kept = journal.events(1).unwrap();
    let to = folder.path().join("renamed");
    fs::rename(folder.file(), &to).unwrap();
    fs::write(folder.file(), "Dear diary").unwrap();
    let (away, saved) = away(go_on(&journal, last).unwrap_err());
    assert_eq!(away, Away::MovedTo(to));
    assert_eq!(events_of_the_file_alone(&saved), kept);
    assert_eq!(fs::read(folder.file()).unwrap(), b"Dear diary");
}

#[test]
fn what_was_kept_last_before_the_renaming_is_in_the_file_when_it_is_closed() {
    let folder = Folder::new();
    let (journal, _) = open_campaign(&folder.file());
    let kept = journal.events(1).unwrap();
    let to = folder.path().join("renamed");
    fs::rename(folder.file(), &to).unwrap();
    drop(journal);
    assert_eq!(events_of_the_file_alone(&to), kept);
    // A check before that returns the error.
    let (journal, _) = open_campaign(&folder.file());
    journal.require_in_place().unwrap();
    fs::rename(folder.file(), folder.path().join("again")).unwrap();
    assert_eq!(away(journal.require_in_place().unwrap_err()).1, folder.path().join("again"));
}

#[test]
fn what_cannot_be_saved_is_held_until_there_is_room() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).unwrap();
    let (journal, last) = open_campaign(&inside.join("c"));
    let kept = journal.events(1).unwrap();
    fs::remove_dir_all(&inside).unwrap();
    let error = go_on(&journal, last).unwrap_err();
    assert!(matches!(error, JournalError::FileAwayUnsaved { .. }), "{error}");
    assert!(error.to_string().contains("Leave this program running"), "{error}");
    fs::create_dir(&inside).unwrap();
    fs::set_permissions(&inside, fs::Permissions::from_mode(0o755)).unwrap();
    let (_, saved) = away(go_on(&journal, last).unwrap_err());
    assert_eq!(events_of_the_file_alone(&saved), kept);
}

#[test]
fn in_a_pause_the_file_alone_gets_all_that_was_kept() {
    let folder = Folder::new();
    let (journal, _) = open_campaign(&folder.file());
    let kept = journal.events(1).unwrap();
    let began = std::time::Instant::now();
    // The checkpoint runs after two seconds; a slow machine may need more.
    let whole = || {
        let copy = folder.path().join("copy");
        fs::copy(folder.file(), &copy).unwrap();
        Journal::open(&copy).and_then(|journal| journal.events(1)).is_ok_and(|events| events == kept)
    };
    while !whole() {
        assert!(began.elapsed().as_secs() < 60, "the log was never folded in");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
}
