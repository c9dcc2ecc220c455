//! The hash chain: each event's hash covers the campaign's identity, its own stored bytes, its photograph's
//! hash and the hash of the event before.

use crate::error::{ChainFault, JournalError, from_sqlite};
use crate::events::rows;
use crate::events::stored::{ChainReport, Digest, Identity, LostEvents, StoredEvent, content_hash};
use rusqlite::{Connection, OptionalExtension};
use sha2::Digest as _;
use sha2::Sha256;
use std::path::Path;

/// The hash before the first event.
pub(crate) const NOTHING_BEFORE: Digest = [0; 32];

/// The number of last events checked on opening; `verify_chain` checks all.
const TAIL_EVENTS: i64 = 64;

/// Hashes fields with their lengths, so that two different lists of fields never give the same bytes.
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

/// The hash of an event; its own `hash` field is ignored.
pub(crate) fn event_hash(identity: &Identity, event: &StoredEvent) -> Digest {
    let mut hasher = FieldHasher::new("ironclad-table event 1");
    hasher.field(identity);
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
    hasher.number(i64::from(event.more));
    hasher.number(event.photo.unwrap_or(0));
    hasher.field(event.photo_hash.as_ref().map_or(&[], |hash| hash.as_slice()));
    hasher.finish()
}

/// The hash of the link that replaces events lost before a salvage.
pub(crate) fn lost_hash(identity: &Identity, lost: &LostEvents) -> Digest {
    let mut hasher = FieldHasher::new("ironclad-table lost events 1");
    hasher.field(identity);
    hasher.field(&lost.hash_before);
    hasher.number(lost.first);
    hasher.number(lost.last);
    hasher.finish()
}

/// The hash of a photograph with all its data.
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

/// The reason why a walk along the chain stopped.
pub(crate) enum Walk {
    /// SQLite could not read on.
    Sqlite(rusqlite::Error),
    /// The chain is broken.
    Fault(ChainFault),
}

impl From<rusqlite::Error> for Walk {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Turns a failed walk into an error about a file.
pub(crate) fn from_walk(path: &Path, walk: Walk) -> JournalError {
    match walk {
        Walk::Sqlite(error) => from_sqlite(path, &error),
        Walk::Fault(fault) => JournalError::ChainBroken { path: path.to_path_buf(), fault },
    }
}

/// SQLite's own check of every page, index and constraint.
pub(crate) fn check_pages(path: &Path, connection: &Connection) -> Result<(), JournalError> {
    let found: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| from_sqlite(path, &error))?;
    if found == "ok" {
        return Ok(());
    }
    // SQLite splits its message over lines.
    let detail = found.split_whitespace().collect::<Vec<_>>().join(" ");
    Err(JournalError::Damaged { path: path.to_path_buf(), detail })
}

/// Checks the last events of the file, and that none after them was cut off.
pub(crate) fn check_tail(connection: &Connection) -> Result<(), Walk> {
    let last = last_seq_ever(connection)?;
    let end = walk(connection, (last - TAIL_EVENTS).max(0), last, &mut |_| {})?;
    end.require_whole()
}

/// Checks the events between two sequence numbers, and passes on each one that is sound.
pub(crate) fn check_stretch(
    connection: &Connection,
    (first, last): (i64, i64),
    each: &mut dyn FnMut(StoredEvent),
) -> Result<(), Walk> {
    walk(connection, first - 1, last, each).map(|_| ())
}

/// Checks every event, photograph and rule table.
pub(crate) fn check_all(connection: &Connection) -> Result<ChainReport, Walk> {
    let end = walk(connection, 0, last_seq_ever(connection)?, &mut |_| {})?;
    end.require_whole()?;
    let photos = check_photos(connection)?;
    check_rule_data(connection)?;
    Ok(ChainReport { events: end.events, photos })
}

/// The highest sequence number ever given in this file.
pub(crate) fn last_seq_ever(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'events'), 0),
                    coalesce((SELECT max(seq) FROM events), 0))",
        [],
        |row| row.get(0),
    )
}

/// The last link's sequence number and hash.
pub(crate) fn end(connection: &Connection) -> rusqlite::Result<(i64, Digest)> {
    let link = |sql: &str| {
        let mut last = connection.prepare_cached(sql)?;
        last.query_row([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Digest>(1)?))).optional()
    };
    let event = link("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")?;
    let lost = link("SELECT last_seq, hash FROM lost_events ORDER BY first_seq DESC LIMIT 1")?;
    Ok(event.into_iter().chain(lost).max_by_key(|(seq, _)| *seq).unwrap_or((0, NOTHING_BEFORE)))
}

/// The campaign's identity, which every hash covers.
pub(crate) fn identity(connection: &Connection) -> rusqlite::Result<Identity> {
    connection.query_row("SELECT identity FROM campaign", [], |row| row.get(0))
}

/// The position of a walk along the chain.
struct Step {
    seq: i64,
    /// The hash at this position; none where the walk began in the middle.
    hash: Option<Digest>,
    /// The battle whose decision is incomplete, and the number of its events that must follow.
    open_decision: Option<(i64, u32)>,
    events: u64,
}

impl Step {
    /// Checks that the decision is complete: none of its events was cut off.
    fn require_whole(&self) -> Result<(), Walk> {
        match self.open_decision {
            Some(_) => Err(Walk::Fault(ChainFault::Missing { seq: self.seq + 1 })),
            None => Ok(()),
        }
    }

    /// Steps over a stretch of known lost events.
    fn over(&mut self, identity: &Identity, lost: &LostEvents) -> Result<(), Walk> {
        let sound = lost_hash(identity, lost) == lost.hash
            && self.hash.is_none_or(|before| before == lost.hash_before);
        if !sound {
            return Err(Walk::Fault(ChainFault::Changed { seq: lost.first }));
        }
        self.require_whole()?;
        (self.seq, self.hash) = (lost.last, Some(lost.hash));
        Ok(())
    }

    /// Steps to the next event.
    fn to(&mut self, identity: &Identity, event: &StoredEvent) -> Result<(), Walk> {
        if event.seq != self.seq + 1 {
            return Err(Walk::Fault(ChainFault::Missing { seq: self.seq + 1 }));
        }
        if event_hash(identity, event) != event.hash {
            return Err(Walk::Fault(ChainFault::Changed { seq: event.seq }));
        }
        if self.hash.is_some_and(|before| before != event.hash_before) {
            // This event is sound in itself, so the one before was rewritten.
            return Err(Walk::Fault(ChainFault::Changed { seq: (event.seq - 1).max(1) }));
        }
        if self.open_decision.is_some_and(|follows| follows != (event.battle, event.more)) {
            return Err(Walk::Fault(ChainFault::Changed { seq: event.seq }));
        }
        *self = Self {
            seq: event.seq,
            hash: Some(event.hash),
            open_decision: event.more.checked_sub(1).map(|more| (event.battle, more)),
            events: self.events + 1,
        };
        Ok(())
    }
}

/// Walks the events after `after` up to `last`, and passes on each one that is sound.
fn walk(
    connection: &Connection,
    after: i64,
    last: i64,
    each: &mut dyn FnMut(StoredEvent),
) -> Result<Step, Walk> {
    let identity = identity(connection)?;
    let mut lost = lost_events(connection, after)?.into_iter().peekable();
    let mut step =
        Step { seq: after, hash: (after == 0).then_some(NOTHING_BEFORE), open_decision: None, events: 0 };
    if let Some(lost) = lost.next_if(|lost| lost.first <= after) {
        step.over(&identity, &lost)?;
    }
    let sql = format!("SELECT {} FROM events WHERE seq > ?1 AND seq <= ?2 ORDER BY seq", rows::EVENT_COLUMNS);
    let mut statement = connection.prepare(&sql)?;
    let mut found = statement.query([after, last])?;
    while let Some(row) = found.next()? {
        let event = rows::event(row)?;
        while let Some(lost) = lost.next_if(|lost| lost.first == step.seq + 1) {
            step.over(&identity, &lost)?;
        }
        step.to(&identity, &event)?;
        each(event);
    }
    while let Some(lost) = lost.next_if(|lost| lost.first == step.seq + 1) {
        step.over(&identity, &lost)?;
    }
    if step.seq < last {
        return Err(Walk::Fault(ChainFault::Missing { seq: step.seq + 1 }));
    }
    Ok(step)
}

/// Stretches of lost events that end after `after`, in order.
fn lost_events(connection: &Connection, after: i64) -> rusqlite::Result<Vec<LostEvents>> {
    let mut statement = connection.prepare(
        "SELECT first_seq, last_seq, hash_before, hash FROM lost_events WHERE last_seq > ?1 ORDER BY first_seq",
    )?;
    statement.query_map([after], rows::lost_events)?.collect()
}

fn check_photos(connection: &Connection) -> Result<u64, Walk> {
    let mut statement = connection.prepare(
        "SELECT id, battle, taken_at, jpeg, observations, calibration, hash FROM photos ORDER BY id",
    )?;
    let mut found = statement.query([])?;
    let mut photos = 0;
    while let Some(row) = found.next()? {
        let photo = rows::photo(row)?;
        let stored: Digest = row.get(6)?;
        let hash =
            photo_hash(photo.battle, &photo.taken_at, &photo.jpeg, &photo.observations, &photo.calibration);
        if hash != stored {
            // Queried only here: no index leads from a photograph to its events.
            let seq: Option<i64> =
                connection.query_row("SELECT min(seq) FROM events WHERE photo = ?1", [photo.id], |row| {
                    row.get(0)
                })?;
            return Err(Walk::Fault(ChainFault::PhotoChanged { photo: photo.id, seq: seq.unwrap_or(0) }));
        }
        photos += 1;
    }
    let other = connection
        .query_row(
            "SELECT events.photo, events.seq FROM events LEFT JOIN photos ON photos.id = events.photo
             WHERE events.photo IS NOT NULL AND photos.hash IS NOT events.photo_hash ORDER BY events.seq LIMIT 1",
            [],
            |row| Ok(ChainFault::PhotoChanged { photo: row.get(0)?, seq: row.get(1)? }),
        )
        .optional()?;
    other.map_or(Ok(photos), |fault| Err(Walk::Fault(fault)))
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
