//! Checks that the write-ahead log beside a campaign file is its own.
//!
//! SQLite replays any valid log beside a file and folds it in on closing: a log left by another campaign, or
//! by another copy of this one, would silently overwrite it. A log doesn't name its file, and the file does
//! not store the salts of its log. Only the content tells, and it can be checked without writing: a
//! connection that must not fold the log in (`NO_CKPT_ON_CLOSE`) shows file and log together, an immutable
//! one shows the file alone.
//!
//! A log is accepted as the file's own if, seen together,
//! 1. the whole is sound: SQLite's integrity check, the schema, every event's hash and link, every photograph
//!    and rule table. Every hash covers the campaign's random identity, so no event of another campaign can be
//!    in it, whichever pages the log replaces; and pages of two states of one campaign don't make a sound chain;
//! 2. the last event in the file alone is still there with the same hash. With 1, so are all before it. This
//!    rejects a log of another copy of the same campaign, which would give a sound but different history.
//!
//! A crash while the log was being folded in can leave a file that is unreadable alone: then 2 can't be
//! checked, and 1 decides, because only its own log makes such a file sound again. The check walks the whole
//! file, but only where there is a log to replay: after a crash, or while another program has the campaign
//! open. It runs in one read transaction, so that the log can't be folded in further than what is being
//! checked.

use crate::error::{JournalError, from_sqlite};
use crate::events::chain;
use crate::events::stored::Digest;
use crate::file::connect;
use crate::file::schema_check::check_schema;
use crate::format::schema::Format;
use rusqlite::{Connection, OptionalExtension};
use std::path::Path;

/// Checks everything in a file as a connection shows it. The connection must be in a read transaction.
pub(crate) fn check_whole(
    path: &Path,
    connection: &Connection,
    format: &Format,
    version: u32,
) -> Result<(), JournalError> {
    check_schema(path, connection, format, version)?;
    chain::check_pages(path, connection)?;
    // Only its own program could check the chain of another schema version; so far all have the same shape.
    chain::check_all(connection).map(|_| ()).map_err(|walk| chain::from_walk(path, walk))
}

/// Chooses the error where file and log together are faulty: if the file alone is sound, the log doesn't fit.
pub(crate) fn blame_log(path: &Path, format: &Format, error: JournalError) -> JournalError {
    let of_the_content = matches!(
        error,
        JournalError::AnotherApplications { .. }
            | JournalError::NotADatabase { .. }
            | JournalError::StrangeSchema { .. }
            | JournalError::Damaged { .. }
            | JournalError::ChainBroken { .. }
            | JournalError::Unusable { .. }
    );
    if of_the_content && is_sound_alone(path, format) {
        JournalError::ForeignLog { path: path.to_path_buf() }
    } else {
        error
    }
}

fn is_sound_alone(path: &Path, format: &Format) -> bool {
    connect::alone(path).is_ok_and(|alone| {
        let version = alone.pragma_query_value(None, "user_version", |row| row.get(0));
        version.is_ok_and(|version| check_whole(path, &alone, format, version).is_ok())
    })
}

/// Checks condition 2 above, after condition 1.
pub(crate) fn check_continuity(path: &Path, together: &Connection) -> Result<(), JournalError> {
    match last_event_of_the_file_alone(path) {
        Some((seq, hash)) if !has_event(path, together, seq, &hash)? => {
            Err(JournalError::ForeignLog { path: path.to_path_buf() })
        }
        _ => Ok(()),
    }
}

fn last_event_of_the_file_alone(path: &Path) -> Option<(i64, Digest)> {
    // Not readable alone: a crash interrupted folding the log in.
    let alone = connect::alone(path).ok()?;
    let last = "SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1";
    alone.query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?))).ok()
}

fn has_event(path: &Path, together: &Connection, seq: i64, hash: &Digest) -> Result<bool, JournalError> {
    let found: Option<Digest> = together
        .query_row("SELECT hash FROM events WHERE seq = ?1", [seq], |row| row.get(0))
        .optional()
        .map_err(|error| from_sqlite(path, &error))?;
    Ok(found.as_ref() == Some(hash))
}

#[cfg(test)]
mod tests {
    use crate::Journal;
    use crate::events::stored::{Batch, NewBattle, NewEvent, NewPhoto};
    use crate::format::wal;
    use std::fs;

    fn batch(kind: &str, bytes: usize) -> Batch {
        let event = NewEvent {
            turn: 1,
            phase: "fire".to_owned(),
            audience: "everyone".to_owned(),
            kind: kind.to_owned(),
            body: "x".repeat(bytes),
            body_version: 1,
            rules: Vec::new(),
            with_photo: true,
        };
        let photo =
            NewPhoto { jpeg: vec![7; bytes], observations: "[]".to_owned(), calibration: "{}".to_owned() };
        Batch { at: "2025-03-08T19:30:00Z".to_owned(), events: vec![event], photo: Some(photo) }
    }

    /// Folding the log in writes pages one by one, in order: a kill may come between any two.
    #[test]
    fn a_log_is_its_own_however_far_it_was_folded_in_when_the_kill_came() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("campaign"), folder.path().join("copy"));
        let journal = Journal::create_or_open(&path).unwrap();
        let battle = NewBattle {
            name: "One".to_owned(),
            book: "gunboat".to_owned(),
            book_version: "1".to_owned(),
            rule_data: Vec::new(),
        };
        let mut last = journal.begin_battle(battle, batch("begun", 10)).unwrap().events[0].seq;
        for bytes in [3000, 9000, 200, 3000, 3000, 3000, 40_000, 1, 2000, 3000] {
            last = journal.append(1, last, batch("went_on", bytes)).unwrap().events[0].seq;
        }
        let (file, log) = (fs::read(&path).unwrap(), fs::read(wal::log_path(&path)).unwrap());
        let mut newest: std::collections::BTreeMap<u32, u64> = Default::default();
        newest.extend(wal::read_log(&wal::log_path(&path)).unwrap().frames);
        assert!(newest.len() > 20, "{} pages", newest.len());
        for folded in 0..=newest.len() {
            let mut half = file.clone();
            for (&number, &at) in newest.iter().take(folded) {
                let (to, from) = ((number as usize - 1) * 4096, at as usize);
                half.resize(half.len().max(to + 4096), 0);
                half[to..to + 4096].copy_from_slice(&log[from..from + 4096]);
            }
            fs::write(&copy, &half).unwrap();
            fs::write(wal::log_path(&copy), &log).unwrap();
            let survivor = Journal::open(&copy).unwrap_or_else(|error| panic!("{folded} pages: {error}"));
            assert_eq!(survivor.events(1).unwrap().last().unwrap().seq, last);
            drop(survivor);
            let _ = fs::remove_file(wal::with_suffix(&copy, "-shm"));
        }
    }
}
