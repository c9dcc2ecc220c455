//! The chain: each event's hash covers its stored bytes, its photograph's hash and the hash of the event before.

use crate::error::ChainFault;
use crate::record::{ChainReport, Digest, StoredEvent};
use crate::rows;
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

/// The hash before the first event.
pub(crate) const NOTHING_BEFORE: Digest = [0; 32];

/// Opening a file checks this many events at its end; `verify_chain` checks all.
const TAIL_EVENTS: i64 = 64;

/// Hashes fields with their lengths, so that no two different lists of fields give the same bytes.
struct FieldHasher(Sha256);

impl FieldHasher {
    fn new(purpose: &str) -> Self {
        let mut hasher = Self(Sha256::new());
        hasher.field(purpose.as_bytes());
        hasher
    }

    fn field(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn number(&mut self, number: i64) {
        self.field(&number.to_le_bytes());
    }

    fn finish(self) -> Digest {
        self.0.finalize().into()
    }
}

/// SHA-256 of bytes: the key of rule data.
pub fn content_hash(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// The hash of an event whose `hash` field is not set yet (it is not looked at).
pub(crate) fn event_hash(event: &StoredEvent, photo_hash: Option<&Digest>) -> Digest {
    let mut hasher = FieldHasher::new("ironclad-table event 1");
    hasher.field(&event.hash_before);
    hasher.number(event.seq);
    hasher.number(event.battle);
    hasher.number(i64::from(event.turn));
    hasher.field(event.phase.as_bytes());
    hasher.field(event.audience.as_bytes());
    hasher.field(event.kind.as_bytes());
    hasher.field(&event.body);
    hasher.number(i64::from(event.body_version));
    hasher.field(event.rules.as_bytes());
    hasher.field(event.at.as_bytes());
    hasher.number(event.photo.unwrap_or(0));
    hasher.field(photo_hash.map_or(&[], |hash| hash.as_slice()));
    hasher.finish()
}

/// The hash of a photograph with all that belongs to it.
pub(crate) fn photo_hash(
    battle: i64,
    taken_at: &str,
    jpeg: &[u8],
    observations: &str,
    calibration: &str,
) -> Digest {
    let mut hasher = FieldHasher::new("ironclad-table photo 1");
    hasher.number(battle);
    hasher.field(taken_at.as_bytes());
    hasher.field(jpeg);
    hasher.field(observations.as_bytes());
    hasher.field(calibration.as_bytes());
    hasher.finish()
}

/// Why a walk stopped.
pub(crate) enum Walk {
    /// SQLite could not read on.
    Sqlite(rusqlite::Error),
    /// The chain doesn't hold.
    Fault(ChainFault),
}

impl From<rusqlite::Error> for Walk {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Checks the last events of the file, and that none was cut off behind them.
pub(crate) fn check_tail(connection: &Connection) -> Result<(), Walk> {
    let last = last_seq_ever(connection)?;
    walk(connection, (last - TAIL_EVENTS).max(0), last).map(|_| ())
}

/// Checks the events from one sequence number to another.
pub(crate) fn check_stretch(connection: &Connection, first: i64, last: i64) -> Result<(), Walk> {
    walk(connection, first - 1, last).map(|_| ())
}

/// Checks every event, photograph and rule table.
pub(crate) fn check_all(connection: &Connection) -> Result<ChainReport, Walk> {
    let events = walk(connection, 0, last_seq_ever(connection)?)?;
    let photos = check_photos(connection)?;
    check_rule_data(connection)?;
    Ok(ChainReport { events, photos })
}

/// The greatest sequence number ever given in this file.
pub(crate) fn last_seq_ever(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'events'), 0),
                    coalesce((SELECT max(seq) FROM events), 0))",
        [],
        |row| row.get(0),
    )
}

/// Walks the events after `after` up to `last`; the number of events that hold.
fn walk(connection: &Connection, after: i64, last: i64) -> Result<u64, Walk> {
    let sql = format!(
        "SELECT {}, photos.hash FROM events LEFT JOIN photos ON photos.id = events.photo
         WHERE seq > ?1 AND seq <= ?2 ORDER BY seq",
        rows::EVENT_COLUMNS
    );
    let mut statement = connection.prepare(&sql)?;
    let mut found = statement.query([after, last])?;
    let mut before: Option<Digest> = (after == 0).then_some(NOTHING_BEFORE);
    let mut seq = after;
    while let Some(row) = found.next()? {
        let event = rows::event(row)?;
        let photo: Option<Digest> = row.get(rows::EVENT_COLUMN_COUNT)?;
        if event.seq != seq + 1 {
            return Err(Walk::Fault(ChainFault::Missing { seq: seq + 1 }));
        }
        if event_hash(&event, photo.as_ref()) != event.hash {
            return Err(Walk::Fault(ChainFault::Changed { seq: event.seq }));
        }
        if before.is_some_and(|before| before != event.hash_before) {
            // This event holds in itself, so the one before was written anew.
            return Err(Walk::Fault(ChainFault::Changed { seq: (event.seq - 1).max(1) }));
        }
        before = Some(event.hash);
        seq = event.seq;
    }
    if seq < last {
        return Err(Walk::Fault(ChainFault::Missing { seq: seq + 1 }));
    }
    Ok((seq - after).unsigned_abs())
}

fn check_photos(connection: &Connection) -> Result<u64, Walk> {
    let mut statement = connection.prepare(
        "SELECT id, battle, taken_at, jpeg, observations, calibration, hash,
                (SELECT min(seq) FROM events WHERE events.photo = photos.id)
         FROM photos ORDER BY id",
    )?;
    let mut found = statement.query([])?;
    let mut photos = 0;
    while let Some(row) = found.next()? {
        let photo = rows::photo(row)?;
        let stored: Digest = row.get(6)?;
        let hash =
            photo_hash(photo.battle, &photo.taken_at, &photo.jpeg, &photo.observations, &photo.calibration);
        if hash != stored {
            let seq = row.get::<_, Option<i64>>(7)?.unwrap_or(0);
            return Err(Walk::Fault(ChainFault::PhotoChanged { photo: photo.id, seq }));
        }
        photos += 1;
    }
    Ok(photos)
}

fn check_rule_data(connection: &Connection) -> Result<(), Walk> {
    let mut statement = connection.prepare(
        "SELECT battle, name, battle_rule_data.hash, bytes
         FROM battle_rule_data LEFT JOIN rule_data USING (hash) ORDER BY battle, name",
    )?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let hash: Digest = row.get(2)?;
        let bytes: Option<Vec<u8>> = row.get(3)?;
        if bytes.is_none_or(|bytes| content_hash(&bytes) != hash) {
            return Err(Walk::Fault(ChainFault::RuleDataChanged { battle: row.get(0)?, name: row.get(1)? }));
        }
    }
    Ok(())
}
