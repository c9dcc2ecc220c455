//! Rows of the file, read into plain data.

use crate::events::stored::{BattleRow, LostEvents, RuleData, StoredEvent, StoredPhoto};
use rusqlite::{Connection, Row, params};

/// The columns [`event`] reads, in its order.
pub(crate) const EVENT_COLUMNS: &str = "events.seq, events.battle, events.turn, events.phase, events.audience, \
     events.kind, events.body, events.body_version, events.rules, events.at, events.more, \
     events.photo, events.photo_hash, events.hash_before, events.hash";

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
        more: row.get(10)?,
        photo: row.get(11)?,
        photo_hash: row.get(12)?,
        hash_before: row.get(13)?,
        hash: row.get(14)?,
    })
}

/// Writes an event unchanged.
pub(crate) fn insert_event(connection: &Connection, event: &StoredEvent) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO events (seq, battle, turn, phase, audience, kind, body, body_version, rules, at, more,
                                 photo, photo_hash, hash_before, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        )?
        .execute(params![
            event.seq,
            event.battle,
            event.turn,
            event.phase,
            event.audience,
            event.kind,
            event.body,
            event.body_version,
            event.rules,
            event.at,
            event.more,
            event.photo,
            event.photo_hash,
            event.hash_before,
            event.hash,
        ])
        .map(|_| ())
}

/// Stores a rule table of a battle, each content once per campaign.
pub(crate) fn keep_rule_data(connection: &Connection, battle: i64, data: &RuleData) -> rusqlite::Result<()> {
    let hash = crate::events::stored::content_hash(&data.bytes);
    connection.execute(
        "INSERT INTO rule_data (hash, bytes) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        params![hash, data.bytes],
    )?;
    connection.execute(
        "INSERT INTO battle_rule_data (battle, name, hash) VALUES (?1, ?2, ?3)",
        params![battle, data.name, hash],
    )?;
    Ok(())
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

/// A stretch of lost events, from a row with its columns in their order.
pub(crate) fn lost_events(row: &Row<'_>) -> rusqlite::Result<LostEvents> {
    Ok(LostEvents { first: row.get(0)?, last: row.get(1)?, hash_before: row.get(2)?, hash: row.get(3)? })
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
