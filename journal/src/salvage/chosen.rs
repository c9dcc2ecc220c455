//! Chooses the rows that go into the new campaign.

use crate::events::stored::{BattleRow, Digest, LostEvents, NewBattle, RuleData, StoredEvent};
use crate::events::{chain, rows};
use crate::file::create::CreateError;
use crate::salvage::finds::Finds;
use crate::salvage::pages::Pages;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, params};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// Recovers the data of a battle whose row in the list of battles is lost from its first event; `None` where
/// that event is no beginning.
pub type Beginning<'a> = &'a dyn Fn(&StoredEvent) -> Option<NewBattle>;

/// The rows for the new campaign.
pub(crate) struct ChosenRows<'f> {
    pub(crate) battles: BTreeMap<i64, (BattleRow, Vec<RuleData>)>,
    pub(crate) events: BTreeMap<i64, &'f StoredEvent>,
    /// Events that could be read, but can't be continued from.
    pub(crate) left_out: Vec<&'f StoredEvent>,
}

impl<'f> ChosenRows<'f> {
    pub(crate) fn choose(finds: &'f Finds, beginning: Beginning<'_>) -> Self {
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

    pub(crate) fn write(&self, finds: &Finds, pages: &mut Pages, out: &Path) -> Result<(), CreateError> {
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

/// The photograph of an event, where it matches the event's hash.
pub(crate) fn photo_of(finds: &Finds, event: &StoredEvent) -> Option<i64> {
    let photo = event.photo?;
    (Some(finds.photos.get(&photo)?.hash) == event.photo_hash).then_some(photo)
}

/// For each battle the last event before any that is, or may be, missing. Where the index doesn't tell the
/// battle of the events in a gap, they may belong to any battle that had begun. A battle that begins after a
/// gap is complete if its first event is its beginning.
pub(crate) fn whole_until(finds: &Finds) -> BTreeMap<i64, i64> {
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
            match battles_of(finds, hole) {
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

/// The battles of the lost events in a gap, if the index tells for each; none where it doesn't, or where no
/// number is missing and the chain is broken all the same.
fn battles_of(finds: &Finds, mut hole: std::ops::Range<i64>) -> Option<BTreeSet<i64>> {
    if hole.is_empty() {
        return None;
    }
    hole.try_fold(BTreeSet::new(), |mut battles, seq| {
        battles.insert(*finds.battle_of.get(&seq)?);
        Some(battles)
    })
}

/// A battle's row and rule tables; none where its first found event contradicts them.
fn row_of(
    finds: &Finds,
    battle: i64,
    first: &StoredEvent,
    beginning: Beginning<'_>,
) -> Option<(BattleRow, Vec<RuleData>)> {
    let recovered = beginning(first)?;
    let row = finds.battles.get(&battle).cloned().unwrap_or_else(|| BattleRow {
        number: battle,
        name: recovered.name,
        book: recovered.book,
        book_version: recovered.book_version,
        began_at: first.at.clone(),
        events: 0,
    });
    let mut data = finds.rule_data_of(battle);
    let found: BTreeSet<String> = data.iter().map(|data| data.name.clone()).collect();
    data.extend(recovered.rule_data.into_iter().filter(|data| !found.contains(&data.name)));
    Some((row, data))
}
