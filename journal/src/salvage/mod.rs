//! Getting out of a damaged campaign file what can be got.
//!
//! Works on a copy of the file and its log, and never lets SQLite at the damage: rows are read from the pages
//! themselves, wherever they stand, and an event counts only if its hash holds. As events are never changed, any
//! sound copy of one is the event. What is sound goes into a new campaign with an identity of its own; events keep their
//! numbers, and where some are lost a link of the chain stands for them ([`LostEvents`]).
//!
//! A battle is a story that can't be gone on with behind a hole: it is kept up to the last whole decision before the
//! first event that is or may be missing. The index of the battles' events tells whose a lost event was; where it doesn't,
//! the event may have been any battle's that had begun.

mod finds;
mod pages;
mod records;
mod report;

pub use report::{LeftOut, LogFound, SalvageReport, SalvagedBattle};

use crate::error::JournalError;
use crate::events::stored::{BattleRow, Digest, LostEvents, NewBattle, RuleData, StoredEvent};
use crate::events::{chain, rows};
use crate::file::create::{self, CreateError, own_name};
use crate::file::open_in_process::OpenHere;
use crate::format::schema::Format;
use crate::format::wal::{self, Log, with_suffix};
use finds::Finds;
use pages::Pages;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, params};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What only its own first event still tells of a battle whose row in the list of battles is lost; `None` where that
/// event is no beginning.
pub type Beginning<'a> = &'a dyn Fn(&StoredEvent) -> Option<NewBattle>;

/// Saves what can be saved of `damaged` into a new campaign at `out`; `damaged` and its log are only read.
///
/// # Errors
/// Where there is nothing at `damaged` or this program has it open, something is at `out`, nothing can be saved, or
/// `out` can't be written.
pub fn salvage(damaged: &Path, out: &Path, beginning: Beginning<'_>) -> Result<SalvageReport, JournalError> {
    if !damaged.is_file() {
        return Err(JournalError::NotFound { path: damaged.to_path_buf() });
    }
    disk::require_usable_name(out)?;
    if out.symlink_metadata().is_ok() {
        return Err(JournalError::AlreadyThere { path: out.to_path_buf() });
    }
    let unusable =
        |error: io::Error| JournalError::Unusable { path: damaged.to_path_buf(), detail: error.to_string() };
    let (_here, already) = OpenHere::enter(&disk::canonical(damaged).map_err(unusable)?);
    if already {
        return Err(JournalError::Locked { path: damaged.to_path_buf() });
    }
    let copy = Copy::make(damaged, out).map_err(unusable)?;
    let log = wal::read_log(&copy.log).map_err(unusable)?;
    let mut pages = copy.pages(&log).map_err(unusable)?;
    let finds = Finds::gather(&mut pages).map_err(unusable)?;
    let kept = Kept::choose(&finds, beginning);
    if kept.events.is_empty() {
        return Err(JournalError::NothingToSave { path: damaged.to_path_buf() });
    }
    // Under another name until all of it is written.
    let draft = Draft::beside(out);
    create::create(&draft.0, &Format::current())?;
    kept.write(&finds, &mut pages, &draft.0).map_err(|error| error.about(out))?;
    create::put_in_place(&draft.0, out).map_err(|error| CreateError::from(error).about(out))?;
    Ok(report::of(&finds, &kept, &log))
}

/// The new campaign while it is written; what is left of it goes when this is dropped.
struct Draft(PathBuf);

impl Draft {
    fn beside(out: &Path) -> Self {
        Self(own_name(out, ".salvage"))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(with_suffix(&self.0, ending));
        }
    }
}

/// Copies of the file and its log, which go when they are dropped.
struct Copy {
    file: PathBuf,
    log: PathBuf,
}

impl Copy {
    fn make(damaged: &Path, out: &Path) -> io::Result<Self> {
        let file = own_name(out, ".salvage");
        let copy = Self { log: wal::log_path(&file), file };
        fs::copy(damaged, &copy.file)?;
        let log = wal::log_path(damaged);
        if log.is_file() {
            fs::copy(log, &copy.log)?;
        }
        Ok(copy)
    }

    fn pages(&self, log: &Log) -> io::Result<Pages> {
        let log_file = if self.log.is_file() { Some(File::open(&self.log)?) } else { None };
        Pages::new(File::open(&self.file)?, log_file, log)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Left-over copies are untidy, not wrong.
        let _ = fs::remove_file(&self.file);
        let _ = fs::remove_file(&self.log);
    }
}

/// What goes into the new campaign.
struct Kept<'f> {
    battles: BTreeMap<i64, (BattleRow, Vec<RuleData>)>,
    events: BTreeMap<i64, &'f StoredEvent>,
    /// Events that could be read but not be gone on from.
    left_out: Vec<&'f StoredEvent>,
}

impl<'f> Kept<'f> {
    fn choose(finds: &'f Finds, beginning: Beginning<'_>) -> Self {
        let ends = whole_until(finds);
        let mut kept = Self { battles: BTreeMap::new(), events: BTreeMap::new(), left_out: Vec::new() };
        let mut of_battle: BTreeMap<i64, Vec<&StoredEvent>> = BTreeMap::new();
        finds.events.values().for_each(|event| of_battle.entry(event.battle).or_default().push(event));
        for (battle, events) in of_battle {
            let end = ends.get(&battle).copied().unwrap_or(0);
            let whole = events.iter().rposition(|event| event.seq <= end && event.more == 0);
            let (good, rest) = events.split_at(whole.map_or(0, |at| at + 1));
            let row = good.first().and_then(|first| row_of(finds, battle, first, beginning));
            let good = match row {
                Some(row) => {
                    kept.battles.insert(battle, row);
                    good
                }
                None => {
                    kept.left_out.extend_from_slice(good);
                    &[]
                }
            };
            kept.events.extend(good.iter().map(|event| (event.seq, *event)));
            kept.left_out.extend_from_slice(rest);
        }
        kept.left_out.sort_by_key(|event| event.seq);
        kept
    }

    fn write(&self, finds: &Finds, pages: &mut Pages, out: &Path) -> Result<(), CreateError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(out, flags)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let identity = chain::identity(&connection)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (row, data) in self.battles.values() {
            transaction.execute(
                "INSERT INTO battles (number, name, book, book_version, began_at) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![row.number, row.name, row.book, row.book_version, row.began_at],
            )?;
            data.iter().try_for_each(|data| rows::keep_rule_data(&transaction, row.number, data))?;
        }
        let (mut seq, mut hash_before) = (0, chain::NOTHING_BEFORE);
        let mut written: BTreeSet<i64> = BTreeSet::new();
        for event in self.events.values() {
            if event.seq > seq + 1 {
                hash_before = write_lost(&transaction, &identity, (seq + 1, event.seq - 1), hash_before)?;
            }
            let mut event = StoredEvent { hash_before, ..(*event).clone() };
            match photo_of(finds, &event) {
                None => (event.photo, event.photo_hash) = (None, None),
                Some(photo) if written.insert(photo) => {
                    write_photo(&transaction, finds, (&mut *pages, photo))?
                }
                Some(_) => {}
            }
            event.hash = chain::event_hash(&identity, &event);
            rows::insert_event(&transaction, &event)?;
            (seq, hash_before) = (event.seq, event.hash);
        }
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error)?;
        disk::flush_file(out)?;
        Ok(())
    }
}

/// The photograph of an event, where it is as the event says.
fn photo_of(finds: &Finds, event: &StoredEvent) -> Option<i64> {
    let photo = event.photo?;
    (Some(finds.photos.get(&photo)?.hash) == event.photo_hash).then_some(photo)
}

/// Reads a photograph again and writes it.
fn write_photo(
    connection: &Connection,
    finds: &Finds,
    (pages, photo): (&mut Pages, i64),
) -> Result<(), CreateError> {
    let gone = || io::Error::other(format!("photograph {photo} could not be read a second time"));
    let hash = finds.photos.get(&photo).map(|found| found.hash);
    let photo = finds.photo(pages, photo)?.ok_or_else(gone)?;
    connection.execute(
        "INSERT INTO photos (id, battle, taken_at, hash, observations, calibration, jpeg)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            photo.id,
            photo.battle,
            photo.taken_at,
            hash,
            photo.observations,
            photo.calibration,
            photo.jpeg
        ],
    )?;
    Ok(())
}

fn write_lost(
    connection: &Connection,
    identity: &crate::events::stored::Identity,
    (first, last): (i64, i64),
    hash_before: Digest,
) -> rusqlite::Result<Digest> {
    let mut lost = LostEvents { first, last, hash_before, hash: hash_before };
    lost.hash = chain::lost_hash(identity, &lost);
    connection.execute(
        "INSERT INTO lost_events (first_seq, last_seq, hash_before, hash) VALUES (?1, ?2, ?3, ?4)",
        params![lost.first, lost.last, lost.hash_before, lost.hash],
    )?;
    Ok(lost.hash)
}

/// For each battle the last event before anything of it is, or may be, missing. Where the index does not tell whose the
/// events of a hole were, they may have been those of every battle that had begun; one that begins behind a hole is whole
/// if its first event is its beginning.
fn whole_until(finds: &Finds) -> BTreeMap<i64, i64> {
    let mut ends: BTreeMap<i64, i64> = BTreeMap::new();
    let mut cut: BTreeSet<i64> = BTreeSet::new();
    let mut before: Option<&StoredEvent> = None;
    for event in finds.events.values() {
        let follows = match before {
            Some(before) => event.seq == before.seq + 1 && event.hash_before == before.hash,
            None => event.seq == 1,
        };
        if !follows {
            let hole = before.map_or(0, |before| before.seq) + 1..event.seq;
            match whose(finds, hole) {
                Some(battles) => cut.extend(battles),
                None => cut.extend(ends.keys()),
            }
        }
        before = Some(event);
        if !cut.contains(&event.battle) {
            ends.insert(event.battle, event.seq);
        }
    }
    ends
}

/// Whose the lost events of a hole were, as far as the index tells of each; none where it doesn't, or where no number is
/// missing and yet the chain does not hold.
fn whose(finds: &Finds, mut hole: std::ops::Range<i64>) -> Option<BTreeSet<i64>> {
    if hole.is_empty() {
        return None;
    }
    hole.try_fold(BTreeSet::new(), |mut battles, seq| {
        battles.insert(*finds.battle_of.get(&seq)?);
        Some(battles)
    })
}

/// A battle's row and rule tables; none where the battle can't be what its first event found says.
fn row_of(
    finds: &Finds,
    battle: i64,
    first: &StoredEvent,
    beginning: Beginning<'_>,
) -> Option<(BattleRow, Vec<RuleData>)> {
    let told = beginning(first)?;
    let row = finds.battles.get(&battle).cloned().unwrap_or_else(|| BattleRow {
        number: battle,
        name: told.name,
        book: told.book,
        book_version: told.book_version,
        began_at: first.at.clone(),
        events: 0,
    });
    let mut data = finds.rule_data_of(battle);
    let found: BTreeSet<String> = data.iter().map(|data| data.name.clone()).collect();
    data.extend(told.rule_data.into_iter().filter(|data| !found.contains(&data.name)));
    Some((row, data))
}
