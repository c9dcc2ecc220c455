//! The store: its thread's only connection, with all writes and reads.

use crate::error::{JournalError, from_sqlite};
use crate::events::stored::{
    Batch, BattleRow, ChainReport, Digest, Identity, Kept, NewBattle, NewPhoto, RuleData, StoredEvent,
    StoredPhoto,
};
use crate::events::{chain, rows};
use crate::file::location::OpenedFile;
use crate::file::open::{self, Opened};
use crate::file::open_in_process::OpenHere;
use crate::file::rescue::rescue;
use crate::file::{connect, schema_check};
use crate::format::schema::Format;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::{Path, PathBuf};

pub(crate) struct Store {
    path: PathBuf,
    identity: Identity,
    state: State,
}

/// The file is open, or was left because it lost its name.
enum State {
    Open(Open),
    Left(JournalError),
}

struct Open {
    connection: Connection,
    file: OpenedFile,
    /// True after a write through this connection.
    wrote: bool,
    /// True while the log may hold data that was not folded in.
    unfolded: bool,
    /// After the connection, so that it is dropped last.
    _here: OpenHere,
}

impl Open {
    fn of(opened: Opened) -> Result<(Identity, Self), JournalError> {
        let Opened { connection, path, here } = opened;
        let identity = chain::identity(&connection).map_err(|error| from_sqlite(&path, &error))?;
        let file = OpenedFile::at(&path)
            .map_err(|error| JournalError::Unusable { path: path.clone(), detail: error.to_string() })?;
        Ok((identity, Self { connection, file, wrote: false, unfolded: false, _here: here }))
    }
}

impl Store {
    pub(crate) fn at(opened: Opened) -> Result<Self, JournalError> {
        let path = opened.path.clone();
        let (identity, open) = Open::of(opened)?;
        Ok(Self { path, identity, state: State::Open(open) })
    }

    /// The real path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn say(&self, error: &rusqlite::Error) -> JournalError {
        from_sqlite(&self.path, error)
    }

    /// Checks that the file is still where it was opened; if it isn't, all its data are saved before it is
    /// left.
    ///
    /// # Errors
    /// The file's fate, and the new place of all acknowledged events.
    pub(crate) fn require_in_place(&mut self) -> Result<(), JournalError> {
        let State::Open(open) = &self.state else { return self.open_again() };
        if open.file.is_in_place() {
            return Ok(());
        }
        let error = rescue(&self.path, &open.connection, &open.file);
        // Data that could not be saved are only in the connection, which must stay open.
        if !matches!(error, JournalError::FileAwayUnsaved { .. }) {
            self.state = State::Left(error.clone());
        }
        Err(error)
    }

    /// Opens the campaign again if it was put back; another file there is left alone.
    fn open_again(&mut self) -> Result<(), JournalError> {
        let State::Left(error) = &self.state else { return Ok(()) };
        let opened = open::open(&self.path, &Format::current()).and_then(Open::of);
        match opened {
            Ok((identity, open)) if identity == self.identity => {
                self.state = State::Open(open);
                Ok(())
            }
            _ => Err(error.clone()),
        }
    }

    /// Folds the log into the file while idle, so that a copy of the one file is complete. Where that isn't
    /// possible now the data stay in the log.
    pub(crate) fn fold_log(&mut self) {
        if let State::Open(open) = &mut self.state
            && open.file.is_in_place()
        {
            open.unfolded = false;
            let _ = connect::fold_log(&open.connection);
        }
    }

    /// Tells whether the log holds data that could be folded in.
    pub(crate) fn has_unfolded_log(&self) -> bool {
        matches!(&self.state, State::Open(open) if open.unfolded)
    }

    fn connection(&mut self) -> Result<&mut Connection, JournalError> {
        self.open_again()?;
        match &mut self.state {
            State::Open(open) => Ok(&mut open.connection),
            State::Left(error) => Err(error.clone()),
        }
    }

    /// Begins a battle with its first events, all or nothing.
    pub(crate) fn begin_battle(&mut self, battle: &NewBattle, batch: &Batch) -> Result<Kept, JournalError> {
        let (path, identity) = (self.path.clone(), self.identity);
        self.in_transaction(|transaction| {
            let sql = |error| from_sqlite(&path, &error);
            transaction
                .execute(
                    "INSERT INTO battles (name, book, book_version, began_at) VALUES (?1, ?2, ?3, ?4)",
                    params![battle.name, battle.book, battle.book_version, batch.at],
                )
                .map_err(sql)?;
            let number = transaction.last_insert_rowid();
            for data in &battle.rule_data {
                rows::keep_rule_data(transaction, number, data).map_err(sql)?;
            }
            append_batch(transaction, &identity, number, batch).map_err(sql)
        })
    }

    /// Appends events of one decision, all or nothing, if the battle still ends with event `after`.
    pub(crate) fn append(&mut self, battle: i64, after: i64, batch: &Batch) -> Result<Kept, JournalError> {
        let (path, identity) = (self.path.clone(), self.identity);
        self.in_transaction(|transaction| {
            let sql = |error| from_sqlite(&path, &error);
            let last: Option<i64> = transaction
                .prepare_cached("SELECT max(seq) FROM events WHERE battle = ?1")
                .and_then(|mut last| last.query_row([battle], |row| row.get(0)))
                .map_err(sql)?;
            match last {
                None => Err(JournalError::NoSuchBattle { battle }),
                Some(last) if last != after => Err(JournalError::GoneOnElsewhere { battle }),
                Some(_) => append_batch(transaction, &identity, battle, batch).map_err(sql),
            }
        })
    }

    /// A dropped transaction rolls back, so an early return stores nothing.
    fn in_transaction<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, JournalError>,
    ) -> Result<T, JournalError> {
        self.require_in_place()?;
        let path = self.path.clone();
        let transaction = self
            .connection()?
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| from_sqlite(&path, &error))?;
        let done = work(&transaction)?;
        transaction.commit().map_err(|error| from_sqlite(&path, &error))?;
        if let State::Open(open) = &mut self.state {
            (open.wrote, open.unfolded) = (true, true);
        }
        Ok(done)
    }

    /// All battles, by number.
    pub(crate) fn battles(&mut self) -> Result<Vec<BattleRow>, JournalError> {
        self.list(
            "SELECT number, name, book, book_version, began_at,
                    (SELECT count(*) FROM events WHERE events.battle = battles.number)
             FROM battles ORDER BY number",
            [],
            rows::battle,
        )
    }

    /// A battle's events, in order; the chain is checked from the first to the last.
    pub(crate) fn events(&mut self, battle: i64) -> Result<Vec<StoredEvent>, JournalError> {
        let path = self.path.clone();
        let connection = self.connection()?;
        let (first, last): (Option<i64>, Option<i64>) = connection
            .query_row("SELECT min(seq), max(seq) FROM events WHERE battle = ?1", [battle], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .map_err(|error| from_sqlite(&path, &error))?;
        let stretch = first.zip(last).ok_or(JournalError::NoSuchBattle { battle })?;
        let mut events = Vec::new();
        let mut keep = |event: StoredEvent| {
            if event.battle == battle {
                events.push(event);
            }
        };
        chain::check_stretch(connection, stretch, &mut keep).map_err(|walk| chain::from_walk(&path, walk))?;
        Ok(events)
    }

    /// The rule data of a battle from its beginning, by name.
    pub(crate) fn rule_data(&mut self, battle: i64) -> Result<Vec<RuleData>, JournalError> {
        self.list(
            "SELECT name, bytes FROM battle_rule_data JOIN rule_data USING (hash)
             WHERE battle = ?1 ORDER BY name",
            [battle],
            |row| Ok(RuleData { name: row.get(0)?, bytes: row.get(1)? }),
        )
    }

    /// One photograph.
    pub(crate) fn photo(&mut self, photo: i64) -> Result<StoredPhoto, JournalError> {
        let found = self.connection()?.query_row(
            "SELECT id, battle, taken_at, jpeg, observations, calibration FROM photos WHERE id = ?1",
            [photo],
            rows::photo,
        );
        found.optional().map_err(|error| self.say(&error))?.ok_or(JournalError::NoSuchPhoto { photo })
    }

    /// Checks everything: pages, chain, photographs, rule data, guards.
    pub(crate) fn verify_chain(&mut self) -> Result<ChainReport, JournalError> {
        let path = self.path.clone();
        let connection = self.connection()?;
        chain::check_pages(&path, connection)?;
        let report = chain::check_all(connection).map_err(|walk| chain::from_walk(&path, walk))?;
        match schema_check::missing_guard(&path, connection)? {
            Some(guard) => Err(JournalError::ChainBroken {
                path,
                fault: crate::error::ChainFault::GuardMissing { guard },
            }),
            None => Ok(report),
        }
    }

    fn list<T>(
        &mut self,
        sql: &str,
        params: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, JournalError> {
        let path = self.path.clone();
        let say = |error: rusqlite::Error| from_sqlite(&path, &error);
        let mut statement = self.connection()?.prepare_cached(sql).map_err(say)?;
        let rows = statement.query_map(params, read).map_err(say)?;
        rows.collect::<rusqlite::Result<_>>().map_err(say)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // SQLite folds the log in only if the file still has its name. An error has no receiver any more.
        if matches!(&self.state, State::Open(open) if open.wrote) {
            let _ = self.require_in_place();
        }
    }
}

fn append_batch(
    transaction: &Transaction<'_>,
    identity: &Identity,
    battle: i64,
    batch: &Batch,
) -> rusqlite::Result<Kept> {
    let photo = match &batch.photo {
        Some(photo) => Some(keep_photo(transaction, battle, &batch.at, photo)?),
        None => None,
    };
    let (mut seq, mut hash_before) = chain::end(transaction)?;
    let mut events = Vec::with_capacity(batch.events.len());
    for (event, following) in batch.events.iter().zip((0..batch.events.len()).rev()) {
        seq += 1;
        let photo = photo.filter(|_| event.with_photo);
        let mut stored = StoredEvent {
            seq,
            battle,
            turn: event.turn,
            phase: event.phase.clone(),
            audience: event.audience.clone(),
            kind: event.kind.clone(),
            body: event.body.clone().into_bytes(),
            body_version: event.body_version,
            rules: serde_json::Value::from(event.rules.clone()).to_string(),
            at: batch.at.clone(),
            more: u32::try_from(following).unwrap_or(u32::MAX),
            photo: photo.map(|(id, _)| id),
            photo_hash: photo.map(|(_, hash)| hash),
            hash_before,
            hash: chain::NOTHING_BEFORE,
        };
        stored.hash = chain::event_hash(identity, &stored);
        rows::insert_event(transaction, &stored)?;
        hash_before = stored.hash;
        events.push(stored);
    }
    Ok(Kept { battle, events, photo: photo.map(|(id, _)| id) })
}

fn keep_photo(
    transaction: &Transaction<'_>,
    battle: i64,
    at: &str,
    photo: &NewPhoto,
) -> rusqlite::Result<(i64, Digest)> {
    let hash = chain::photo_hash(battle, at, &photo.jpeg, &photo.observations, &photo.calibration);
    transaction.execute(
        "INSERT INTO photos (battle, taken_at, jpeg, observations, calibration, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![battle, at, photo.jpeg, photo.observations, photo.calibration, hash],
    )?;
    Ok((transaction.last_insert_rowid(), hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::stored::NewEvent;
    use crate::file::create;

    fn event(kind: &str, body: String) -> NewEvent {
        NewEvent {
            turn: 1,
            phase: "fire".to_owned(),
            audience: "everyone".to_owned(),
            kind: kind.to_owned(),
            body,
            body_version: 1,
            rules: Vec::new(),
            with_photo: false,
        }
    }

    fn batch(kinds: &[&str]) -> Batch {
        let events = kinds.iter().map(|kind| event(kind, "{}".to_owned())).collect();
        Batch { at: "2025-03-08T19:30:00Z".to_owned(), events, photo: None }
    }

    /// A store with one battle of one event; the folder must live as long as the store.
    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("campaign");
        create::create(&path, &Format::current()).unwrap();
        let mut store = Store::at(open::open(&path, &Format::current()).unwrap()).unwrap();
        let battle = NewBattle {
            name: "One".to_owned(),
            book: "gunboat".to_owned(),
            book_version: "1".to_owned(),
            rule_data: Vec::new(),
        };
        store.begin_battle(&battle, &batch(&["begun"])).unwrap();
        (folder, store)
    }

    #[test]
    fn a_batch_is_kept_whole_or_not_at_all() {
        let (_folder, mut store) = store();
        store
            .connection()
            .unwrap()
            .execute_batch(
                "CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.events WHEN NEW.kind = 'impossible'
                 BEGIN SELECT RAISE(ABORT, 'impossible'); END",
            )
            .unwrap();
        let refused = store.append(1, 1, &batch(&["possible", "impossible"])).unwrap_err();
        assert!(matches!(refused, JournalError::Unusable { .. }), "{refused}");
        assert_eq!(store.events(1).unwrap().len(), 1);
        assert_eq!(store.append(1, 1, &batch(&["possible"])).unwrap().events[0].seq, 2);
        assert_eq!(store.verify_chain().unwrap().events, 2);
    }

    #[test]
    fn a_full_disk_keeps_what_was_acknowledged() {
        let (_folder, mut store) = store();
        // SQLite's own page limit simulates a full disk: it gives the same error (SQLITE_FULL).
        store.connection().unwrap().pragma_update(None, "max_page_count", 40).unwrap();
        let mut big = batch(&["small"]);
        big.events.push(event("big", "x".repeat(400_000)));
        let refused = store.append(1, 1, &big).unwrap_err();
        assert_eq!(refused, JournalError::DiskFull { path: store.path.clone() });
        assert_eq!(store.events(1).unwrap().len(), 1);
        store.append(1, 1, &batch(&["small"])).unwrap();
        assert_eq!(store.verify_chain().unwrap().events, 2);
    }

    #[test]
    fn every_connection_has_the_settings_of_the_design() {
        let (_folder, mut store) = store();
        let connection = store.connection().unwrap();
        let number =
            |pragma: &str| -> i64 { connection.pragma_query_value(None, pragma, |row| row.get(0)).unwrap() };
        assert_eq!(number("synchronous"), 2);
        assert_eq!(number("foreign_keys"), 1);
        assert_eq!(number("trusted_schema"), 0);
        assert_eq!(number("application_id"), i64::from(crate::format::schema::APPLICATION_ID));
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }
}
