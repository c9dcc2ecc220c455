//! Rows of the file, read into plain data.

use crate::record::{BattleRow, StoredEvent, StoredPhoto};
use rusqlite::Row;

/// The columns [`event`] reads, in its order.
pub(crate) const EVENT_COLUMNS: &str = "events.seq, events.battle, events.turn, events.phase, events.audience, \
     events.kind, events.body, events.body_version, events.rules, events.at, events.photo, \
     events.hash_before, events.hash";

/// How many there are: the index of the first column after them.
pub(crate) const EVENT_COLUMN_COUNT: usize = 13;

/// An event, from a row that begins with [`EVENT_COLUMNS`].
pub(crate) fn event(row: &Row<'_>) -> rusqlite::Result<StoredEvent> {
    Ok(StoredEvent {
        seq: row.get(0)?,
        battle: row.get(1)?,
        turn: row.get(2)?,
        phase: row.get(3)?,
        audience: row.get(4)?,
        kind: row.get(5)?,
        body: row.get(6)?,
        body_version: row.get(7)?,
        rules: row.get(8)?,
        at: row.get(9)?,
        photo: row.get(10)?,
        hash_before: row.get(11)?,
        hash: row.get(12)?,
    })
}

/// A photograph, from a row that begins with its columns in their order.
pub(crate) fn photo(row: &Row<'_>) -> rusqlite::Result<StoredPhoto> {
    Ok(StoredPhoto {
        id: row.get(0)?,
        battle: row.get(1)?,
        taken_at: row.get(2)?,
        jpeg: row.get(3)?,
        observations: row.get(4)?,
        calibration: row.get(5)?,
    })
}

/// A battle, from a row with its columns in their order.
pub(crate) fn battle(row: &Row<'_>) -> rusqlite::Result<BattleRow> {
    Ok(BattleRow {
        number: row.get(0)?,
        name: row.get(1)?,
        book: row.get(2)?,
        book_version: row.get(3)?,
        began_at: row.get(4)?,
        events: row.get(5)?,
    })
}
