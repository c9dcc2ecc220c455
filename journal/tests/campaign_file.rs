//! The campaign file: stored data, refused data, and that nothing is ever lost or changed.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::stranger::edit_behind_its_back;
use crate::common::{Folder, batch, campaign, event, new_battle};
use journal::{ChainFault, Journal, JournalError, NewPhoto};
use rusqlite::Connection;
use std::fs;

fn fault(error: JournalError) -> ChainFault {
    match error {
        JournalError::ChainBroken { fault, .. } => fault,
        other => panic!("not a broken chain: {other}"),
    }
}

#[test]
fn what_is_kept_is_read_back_byte_for_byte() {
    let folder = Folder::new();
    let body = "{ \"odd\":  1.10,\n\"name\":\"Cairo – \\u0041\" }";
    let kept = {
        let journal = Journal::create_or_open(&folder.file()).unwrap();
        let begun =
            journal.begin_battle(new_battle("Plum Point"), batch(vec![event("begun", "{}")])).unwrap();
        let mut shot = event("salvo", body);
        shot.with_photo = true;
        let photo = NewPhoto {
            jpeg: vec![0xff, 0xd8, 0, 1, 2],
            observations: "[1]".to_owned(),
            calibration: "{}".to_owned(),
        };
        let mut shots = batch(vec![shot, event("ticked", "{}")]);
        shots.photo = Some(photo);
        journal.append(begun.battle, 1, shots).unwrap()
    };
    let journal = Journal::open(&folder.file()).unwrap();
    let events = journal.events(kept.battle).unwrap();
    assert_eq!(events.len(), 3);
    assert_eq!(events[1..], kept.events);
    assert_eq!(events[1].body, body.as_bytes());
    assert_eq!(events[1].rules, "[\"GUN-33\"]");
    assert_eq!((events[1].photo, events[2].photo), (kept.photo, None));
    assert_eq!(events[2].hash_before, events[1].hash);
    let photo = journal.photo(kept.photo.unwrap()).unwrap();
    assert_eq!(
        (photo.jpeg.as_slice(), photo.observations.as_str()),
        ([0xff, 0xd8, 0, 1, 2].as_slice(), "[1]")
    );
    let row = &journal.battles().unwrap()[0];
    assert_eq!((row.name.as_str(), row.events), ("Plum Point", 3));
    assert_eq!(journal.rule_data(1).unwrap(), new_battle("").rule_data);
    let report = journal.verify_chain().unwrap();
    assert_eq!((report.events, report.photos), (3, 1));
}

#[test]
fn two_battles_share_one_chain_and_one_copy_of_the_rule_data() {
    let folder = Folder::new();
    let journal = Journal::create_or_open(&folder.file()).unwrap();
    let first = journal.begin_battle(new_battle("One"), batch(vec![event("begun", "{}")])).unwrap();
    let second = journal.begin_battle(new_battle("Two"), batch(vec![event("begun", "{}")])).unwrap();
    let more = journal.append(first.battle, 1, batch(vec![event("more", "{}")])).unwrap();
    assert_eq!(more.events[0].seq, 3);
    assert_eq!(journal.events(second.battle).unwrap().len(), 1);
    assert_eq!(journal.rule_data(1).unwrap(), journal.rule_data(2).unwrap());
    drop(journal);
    let raw = Connection::open(folder.file()).unwrap();
    let copies: i64 = raw.query_row("SELECT count(*) FROM rule_data", [], |row| row.get(0)).unwrap();
    assert_eq!(copies, 1);
}

#[test]
fn a_battle_gone_on_with_elsewhere_is_not_written_over() {
    let folder = Folder::new();
    campaign(&folder.file(), 3);
    let journal = Journal::open(&folder.file()).unwrap();
    let other = Journal::open(&folder.file()).unwrap();
    other.append(1, 3, batch(vec![event("theirs", "{}")])).unwrap();
    let refused = journal.append(1, 3, batch(vec![event("ours", "{}")])).unwrap_err();
    assert_eq!(refused, JournalError::GoneOnElsewhere { battle: 1 });
    assert_eq!(
        journal.append(7, 0, batch(vec![event("nowhere", "{}")])).unwrap_err(),
        JournalError::NoSuchBattle { battle: 7 }
    );
    assert_eq!(journal.photo(9).unwrap_err(), JournalError::NoSuchPhoto { photo: 9 });
}

#[test]
fn the_file_itself_refuses_changes() {
    let folder = Folder::new();
    campaign(&folder.file(), 2);
    let raw = Connection::open(folder.file()).unwrap();
    for sql in [
        "UPDATE events SET body = x'00' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 2",
        "UPDATE battles SET name = 'x'",
        "DELETE FROM rule_data",
        "DELETE FROM battle_rule_data",
    ] {
        let said = raw.execute(sql, []).unwrap_err().to_string();
        assert!(said.contains("append-only"), "{sql}: {said}");
    }
}

#[test]
fn a_changed_or_missing_event_is_named() {
    type Check = (&'static str, ChainFault);
    let checks: [Check; 7] = [
        ("UPDATE events SET body = CAST('{\"n\":9}' AS BLOB) WHERE seq = 4", ChainFault::Changed { seq: 4 }),
        ("UPDATE events SET kind = 'other' WHERE seq = 1", ChainFault::Changed { seq: 1 }),
        ("UPDATE events SET at = '' WHERE seq = 6", ChainFault::Changed { seq: 6 }),
        ("DELETE FROM events WHERE seq = 3", ChainFault::Missing { seq: 3 }),
        ("DELETE FROM events WHERE seq = 6", ChainFault::Missing { seq: 6 }),
        ("UPDATE events SET hash = zeroblob(32) WHERE seq = 2", ChainFault::Changed { seq: 2 }),
        (
            "UPDATE rule_data SET bytes = x'00'",
            ChainFault::RuleDataChanged { battle: 1, name: "chart_a.toml".to_owned() },
        ),
    ];
    for (sql, expected) in checks {
        let folder = Folder::new();
        campaign(&folder.file(), 6);
        let journal = Journal::open(&folder.file()).unwrap();
        assert_eq!(journal.verify_chain().unwrap().events, 6);
        edit_behind_its_back(&folder.file(), sql);
        assert_eq!(fault(journal.verify_chain().unwrap_err()), expected, "{sql}");
        if sql.contains("seq = 3") || sql.contains("seq = 4") {
            assert_eq!(fault(journal.events(1).unwrap_err()), expected, "{sql}");
        }
        drop(journal);
        if !sql.contains("rule_data") {
            // This damage is so near the end of the file that opening already detects it.
            assert_eq!(fault(Journal::open(&folder.file()).unwrap_err()), expected, "{sql}");
        }
    }
}

#[test]
fn a_changed_photograph_and_a_missing_guard_are_named() {
    let folder = Folder::new();
    campaign(&folder.file(), 1);
    let journal = Journal::open(&folder.file()).unwrap();
    let mut shot = event("salvo", "{}");
    shot.with_photo = true;
    let mut shots = batch(vec![shot]);
    shots.photo =
        Some(NewPhoto { jpeg: vec![1], observations: "[]".to_owned(), calibration: "{}".to_owned() });
    journal.append(1, 1, shots).unwrap();
    edit_behind_its_back(&folder.file(), "UPDATE photos SET jpeg = x'02'");
    assert_eq!(fault(journal.verify_chain().unwrap_err()), ChainFault::PhotoChanged { photo: 1, seq: 2 });
    edit_behind_its_back(&folder.file(), "UPDATE photos SET jpeg = x'01'");
    journal.verify_chain().unwrap();
    Connection::open(folder.file()).unwrap().execute_batch("DROP TRIGGER events_are_never_changed").unwrap();
    assert_eq!(
        fault(journal.verify_chain().unwrap_err()),
        ChainFault::GuardMissing { guard: "events_are_never_changed".to_owned() }
    );
}

#[test]
fn files_that_are_no_campaigns_are_refused_untouched() {
    let folder = Folder::new();
    let path = folder.file();
    let sqlite = |sql: &str| {
        let _ = fs::remove_file(&path);
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(sql).unwrap();
    };
    type Check<'a> = (Box<dyn Fn() + 'a>, JournalError);
    let named = || path.clone();
    let ours = "PRAGMA application_id = 1232225108; CREATE TABLE t (x);";
    let checks: Vec<Check<'_>> = vec![
        (Box::new(|| fs::write(&path, "Dear diary").unwrap()), JournalError::NotADatabase { path: named() }),
        (Box::new(|| fs::write(&path, "").unwrap()), JournalError::NotADatabase { path: named() }),
        (
            Box::new(|| fs::write(&path, vec![7_u8; 5000]).unwrap()),
            JournalError::NotADatabase { path: named() },
        ),
        (
            Box::new(|| sqlite("CREATE TABLE t (x); INSERT INTO t VALUES (1);")),
            JournalError::AnotherApplications { path: named() },
        ),
        (
            Box::new(|| sqlite(&format!("{ours} PRAGMA user_version = 2"))),
            JournalError::Newer { path: named(), found: 2, known: 1 },
        ),
        (
            Box::new(|| sqlite(&format!("{ours} PRAGMA user_version = 1"))),
            JournalError::StrangeSchema { path: named(), object: "table t".to_owned() },
        ),
    ];
    for (make, expected) in checks {
        make();
        let before = fs::read(&path).unwrap();
        assert_eq!(Journal::open(&path).unwrap_err(), expected);
        assert_eq!(Journal::create_or_open(&path).unwrap_err(), expected);
        assert_eq!(fs::read(&path).unwrap(), before, "{expected}");
        let beside: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
        assert_eq!(beside.len(), 1, "something was left beside the file: {expected}");
    }
}

#[test]
fn a_strangers_trigger_or_view_is_refused() {
    for sql in [
        "CREATE TRIGGER sly AFTER INSERT ON events BEGIN DELETE FROM photos; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP TABLE battle_rule_data",
    ] {
        let folder = Folder::new();
        campaign(&folder.file(), 2);
        Connection::open(folder.file()).unwrap().execute_batch(sql).unwrap();
        let before = fs::read(folder.file()).unwrap();
        let error = Journal::open(&folder.file()).unwrap_err();
        assert!(matches!(error, JournalError::StrangeSchema { .. }), "{sql}: {error}");
        assert_eq!(fs::read(folder.file()).unwrap(), before);
    }
}

#[test]
fn a_newer_file_whose_version_stands_only_in_its_log_is_refused_untouched() {
    let folder = Folder::new();
    campaign(&folder.file(), 2);
    let newer = Connection::open(folder.file()).unwrap();
    newer.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    newer.execute_batch("PRAGMA user_version = 5").unwrap();
    newer.close().unwrap();
    let before = fs::read(folder.file()).unwrap();
    let error = Journal::open(&folder.file()).unwrap_err();
    assert_eq!(error, JournalError::Newer { path: folder.file(), found: 5, known: 1 });
    assert_eq!(fs::read(folder.file()).unwrap(), before);
}

#[test]
fn places_where_no_campaign_can_be_are_refused_with_the_reason() {
    let folder = Folder::new();
    let missing = folder.file();
    assert_eq!(Journal::open(&missing).unwrap_err(), JournalError::NotFound { path: missing.clone() });
    assert!(!missing.exists(), "open must not make a file");
    let inside = folder.path().join("none").join("c");
    assert_eq!(
        Journal::create_or_open(&inside).unwrap_err(),
        JournalError::NoFolder { folder: folder.path().join("none") }
    );
    let here = folder.path().to_path_buf();
    assert_eq!(Journal::open(&here).unwrap_err(), JournalError::IsFolder { path: here.clone() });
    assert_eq!(Journal::create_or_open(&here).unwrap_err(), JournalError::IsFolder { path: here });
}

/// Uses Unix file permissions; `places.rs` has the Windows test.
#[cfg(unix)]
#[test]
fn read_only_files_and_folders_are_refused_untouched() {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    let set = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let folder = Folder::new();
    campaign(&folder.file(), 2);
    let before = fs::read(folder.file()).unwrap();
    set(&folder.file(), 0o444);
    assert_eq!(Journal::open(&folder.file()).unwrap_err(), JournalError::ReadOnly { path: folder.file() });
    set(&folder.file(), 0o644);
    let inside = folder.path().to_path_buf();
    set(&inside, 0o555);
    let refused = JournalError::ReadOnly { path: inside.clone() };
    assert_eq!(Journal::open(&folder.file()).unwrap_err(), refused);
    assert_eq!(Journal::create_or_open(&inside.join("other")).unwrap_err(), refused);
    assert!(!inside.join("other").exists());
    set(&inside, 0o755);
    assert_eq!(fs::read(folder.file()).unwrap(), before);
}

#[test]
fn a_file_locked_by_another_program_is_refused_and_works_afterwards() {
    let folder = Folder::new();
    campaign(&folder.file(), 2);
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(Journal::open(&folder.file()).unwrap_err(), JournalError::Locked { path: folder.file() });
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(Journal::open(&folder.file()).unwrap().events(1).unwrap().len(), 2);
}

#[test]
fn acknowledged_events_are_there_while_the_writer_still_has_the_file_open() {
    let folder = Folder::new();
    let journal = Journal::create_or_open(&folder.file()).unwrap();
    journal.begin_battle(new_battle("One"), batch(vec![event("begun", "{}")])).unwrap();
    // A copy of file and log is what remains after a kill.
    let copy = folder.path().join("copy.ironclad");
    fs::copy(folder.file(), &copy).unwrap();
    fs::copy(folder.path().join("campaign.ironclad-wal"), folder.path().join("copy.ironclad-wal")).unwrap();
    let survivor = Journal::open(&copy).unwrap();
    assert_eq!(survivor.events(1).unwrap(), journal.events(1).unwrap());
    assert_eq!(survivor.verify_chain().unwrap().events, 1);
}

#[test]
fn a_truncated_file_is_refused_with_a_sentence() {
    let folder = Folder::new();
    campaign(&folder.file(), 40);
    let whole = fs::read(folder.file()).unwrap();
    fs::write(folder.file(), &whole[..whole.len() / 2]).unwrap();
    let error = Journal::open(&folder.file()).unwrap_err();
    assert!(matches!(error, JournalError::Damaged { .. }), "{error}");
}

/// On Windows only privileged users may create links, and there are no special files such as pipes.
#[cfg(unix)]
#[test]
fn links_are_followed_and_what_is_no_file_is_refused() {
    let folder = Folder::new();
    campaign(&folder.file(), 3);
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.file(), &link).unwrap();
    let journal = Journal::open(&link).unwrap();
    journal.append(1, 3, batch(vec![event("went_on", "{}")])).unwrap();
    assert_eq!(journal.path(), folder.file(), "the log stands beside the file itself");
    assert!(crate::common::log_of(&folder.file()).exists() && !crate::common::log_of(&link).exists());
    drop(journal);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(Journal::open(&pipe).unwrap_err(), JournalError::NotADatabase { path: pipe });
}

#[test]
fn what_is_too_large_is_refused_and_the_battle_goes_on() {
    let folder = Folder::new();
    campaign(&folder.file(), 2);
    let journal = Journal::open(&folder.file()).unwrap();
    let mut shot = event("salvo", "{}");
    shot.with_photo = true;
    let mut shots = batch(vec![shot]);
    shots.photo = Some(NewPhoto {
        jpeg: vec![0; (64 << 20) + 1],
        observations: "[]".to_owned(),
        calibration: "{}".to_owned(),
    });
    let refused = journal.append(1, 2, shots).unwrap_err();
    assert_eq!(refused, JournalError::TooLarge { path: folder.file() });
    assert_eq!(journal.append(1, 2, batch(vec![event("went_on", "{}")])).unwrap().events[0].seq, 3);
}

#[test]
fn a_torn_page_is_never_taken_for_whole() {
    let folder = Folder::new();
    campaign(&folder.file(), 300);
    let whole = fs::read(folder.file()).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        let torn = page * 4096 + 2048..(page + 1) * 4096;
        if bytes[torn.clone()].iter().all(|&byte| byte == 0) {
            continue;
        }
        bytes[torn].fill(0);
        fs::write(folder.file(), &bytes).unwrap();
        let found = Journal::open(&folder.file()).and_then(|journal| journal.verify_chain());
        let error = found.unwrap_err();
        let named = matches!(
            error,
            JournalError::Damaged { .. }
                | JournalError::ChainBroken { .. }
                | JournalError::StrangeSchema { .. }
        );
        assert!(named, "page {page}: {error}");
    }
}
