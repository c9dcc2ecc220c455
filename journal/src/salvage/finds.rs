//! Rows found in the pages of a damaged campaign: recognised by their shape, and valid by their hashes.

use crate::events::chain;
use crate::events::stored::{BattleRow, Digest, Identity, RuleData, StoredEvent, StoredPhoto, content_hash};
use crate::salvage::pages::Pages;
use crate::salvage::records::{Overflow, Record, Value, record_of, records};
use std::collections::BTreeMap;
use std::io;

/// The place of a page.
#[derive(Debug, Clone, Copy)]
enum PageAt {
    File,
    /// In a frame of the log, from this byte on.
    Log(u64),
}

/// The page that records were read from.
#[derive(Debug, Clone, Copy)]
struct Source {
    number: u32,
    page: PageAt,
    overflow: Overflow,
}

/// A valid photograph, and the place for reading it again: all of them together would not fit into memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FoundPhoto {
    pub hash: Digest,
    source: Source,
    cell: usize,
}

/// Everything valid.
#[derive(Default)]
pub(crate) struct Finds {
    pub events: BTreeMap<i64, StoredEvent>,
    pub photos: BTreeMap<i64, FoundPhoto>,
    /// The battle of each event, by the index of the battles' events, which includes lost events.
    pub battle_of: BTreeMap<i64, i64>,
    pub battles: BTreeMap<i64, BattleRow>,
    /// Bytes by hash.
    pub tables: BTreeMap<Digest, Vec<u8>>,
    /// Hashes by battle and name.
    pub rule_data: BTreeMap<(i64, String), Digest>,
    /// The highest event number ever given, according to the file.
    pub last_seq: i64,
    /// True if the log holds events of another campaign.
    pub foreign_log: bool,
    identity: Option<Identity>,
}

impl Finds {
    /// Reads every page of the file, then every frame of its log. The file takes precedence.
    pub(crate) fn gather(pages: &mut Pages) -> io::Result<Self> {
        let mut finds = Self::default();
        // The campaign's identity comes first: without it no event can be recognised.
        for number in pages.in_file() {
            let source = Source { number, page: PageAt::File, overflow: Overflow::File };
            for record in of_source(pages, source)? {
                finds.identity = finds.identity.or_else(|| as_identity(&record));
            }
        }
        for number in pages.in_file() {
            // Overflow pages never change once written; one that reached only the log is there.
            for overflow in [Overflow::File, Overflow::Log] {
                let source = Source { number, page: PageAt::File, overflow };
                for record in of_source(pages, source)? {
                    finds.take(record, source);
                }
            }
        }
        let battle_of = finds.battle_of.clone();
        for (number, at) in pages.in_log() {
            let source = Source { number, page: PageAt::Log(at), overflow: Overflow::Log };
            for record in of_source(pages, source)? {
                finds.foreign_log |= as_event(&record).is_some_and(|event| !finds.is_ours(&event));
                finds.take(record, source);
            }
        }
        if finds.foreign_log {
            // An index has no hash: one in another campaign's log must not be used.
            finds.battle_of = battle_of;
        }
        Ok(finds)
    }

    /// Reads a found photograph again.
    pub(crate) fn photo(&self, pages: &mut Pages, photo: i64) -> io::Result<Option<StoredPhoto>> {
        let Some(FoundPhoto { hash, source, cell }) = self.photos.get(&photo).copied() else {
            return Ok(None);
        };
        let Some(page) = page_of(pages, source)? else { return Ok(None) };
        let record = record_of(pages, (source.number, &page, cell), source.overflow)?;
        Ok(record
            .and_then(|record| sound_photo(&record))
            .filter(|(_, found)| *found == hash)
            .map(|(photo, _)| photo))
    }

    fn is_ours(&self, event: &StoredEvent) -> bool {
        self.identity.is_none_or(|identity| chain::event_hash(&identity, event) == event.hash)
    }

    fn take(&mut self, record: Record, source: Source) {
        if let Some(event) = as_event(&record) {
            if self.is_ours(&event) {
                self.events.entry(event.seq).or_insert(event);
            }
        } else if let Some((photo, hash)) = sound_photo(&record) {
            self.photos.entry(photo.id).or_insert(FoundPhoto { hash, source, cell: record.cell });
        } else if let Some(battle) = as_battle(&record) {
            self.battles.entry(battle.number).or_insert(battle);
        } else if let Some((hash, bytes)) = as_table(&record) {
            if content_hash(&bytes) == hash {
                self.tables.insert(hash, bytes);
            }
        } else if let Some((key, hash)) = as_use_of_table(&record) {
            self.rule_data.entry(key).or_insert(hash);
        } else if let Some((battle, seq)) = as_event_of_battle(&record) {
            self.battle_of.insert(seq, battle);
        } else if let Some(last) = as_last_seq(&record) {
            self.last_seq = self.last_seq.max(last);
        }
    }

    /// The found rule tables of a battle.
    pub(crate) fn rule_data_of(&self, battle: i64) -> Vec<RuleData> {
        let uses = self.rule_data.iter().filter(|((of, _), _)| *of == battle);
        uses.filter_map(|((_, name), hash)| {
            Some(RuleData { name: name.clone(), bytes: self.tables.get(hash)?.clone() })
        })
        .collect()
    }
}

fn page_of(pages: &mut Pages, source: Source) -> io::Result<Option<Vec<u8>>> {
    match source.page {
        PageAt::File => pages.of_file(source.number),
        PageAt::Log(at) => pages.of_log(at),
    }
}

fn of_source(pages: &mut Pages, source: Source) -> io::Result<Vec<Record>> {
    match page_of(pages, source)? {
        Some(page) => records(pages, source.number, &page, source.overflow),
        None => Ok(Vec::new()),
    }
}

/// A photograph with a valid hash.
fn sound_photo(record: &Record) -> Option<(StoredPhoto, Digest)> {
    let (photo, hash) = as_photo(record)?;
    let StoredPhoto { battle, taken_at, jpeg, observations, calibration, .. } = &photo;
    let sound = chain::photo_hash(*battle, taken_at, jpeg, observations, calibration) == hash;
    sound.then_some((photo, hash))
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

fn as_identity(record: &Record) -> Option<Identity> {
    match (record.row, record.values.as_slice()) {
        (Some(1), [Value::Null, Value::Blob(identity)]) => identity.as_slice().try_into().ok(),
        _ => None,
    }
}

fn as_event(record: &Record) -> Option<StoredEvent> {
    use Value::{Blob, Null, Number, Text};
    let [
        Null,
        Number(battle),
        Number(turn),
        Text(phase),
        Text(audience),
        Text(kind),
        Blob(body),
        Number(body_version),
        Text(rules),
        Text(at),
        Number(more),
        photo,
        photo_hash,
        Blob(hash_before),
        Blob(hash),
    ] = record.values.as_slice()
    else {
        return None;
    };
    let (photo, photo_hash) = match (photo, photo_hash) {
        (Null, Null) => (None, None),
        (Number(photo), Blob(hash)) => (Some(*photo), Some(hash.as_slice().try_into().ok()?)),
        _ => return None,
    };
    Some(StoredEvent {
        seq: record.row.filter(|seq| *seq >= 1)?,
        battle: *battle,
        turn: u32::try_from(*turn).ok()?,
        phase: text(phase)?,
        audience: text(audience)?,
        kind: text(kind)?,
        body: body.clone(),
        body_version: u32::try_from(*body_version).ok()?,
        rules: text(rules)?,
        at: text(at)?,
        more: u32::try_from(*more).ok()?,
        photo,
        photo_hash,
        hash_before: hash_before.as_slice().try_into().ok()?,
        hash: hash.as_slice().try_into().ok()?,
    })
}

fn as_photo(record: &Record) -> Option<(StoredPhoto, Digest)> {
    use Value::{Blob, Null, Number, Text};
    let [Null, Number(battle), Text(taken_at), Blob(hash), Text(observations), Text(calibration), Blob(jpeg)] =
        record.values.as_slice()
    else {
        return None;
    };
    let photo = StoredPhoto {
        id: record.row?,
        battle: *battle,
        taken_at: text(taken_at)?,
        jpeg: jpeg.clone(),
        observations: text(observations)?,
        calibration: text(calibration)?,
    };
    Some((photo, hash.as_slice().try_into().ok()?))
}

fn as_battle(record: &Record) -> Option<BattleRow> {
    use Value::{Null, Text};
    let [Null, Text(name), Text(book), Text(book_version), Text(began_at)] = record.values.as_slice() else {
        return None;
    };
    Some(BattleRow {
        number: record.row.filter(|number| *number >= 1)?,
        name: text(name)?,
        book: text(book)?,
        book_version: text(book_version)?,
        began_at: text(began_at)?,
        events: 0,
    })
}

fn as_table(record: &Record) -> Option<(Digest, Vec<u8>)> {
    match (record.row, record.values.as_slice()) {
        (Some(_), [Value::Blob(hash), Value::Blob(bytes)]) => {
            Some((hash.as_slice().try_into().ok()?, bytes.clone()))
        }
        _ => None,
    }
}

fn as_use_of_table(record: &Record) -> Option<((i64, String), Digest)> {
    match (record.row, record.values.as_slice()) {
        (None, [Value::Number(battle), Value::Text(name), Value::Blob(hash)]) => {
            Some(((*battle, text(name)?), hash.as_slice().try_into().ok()?))
        }
        _ => None,
    }
}

/// An entry of the index `events_of_battle`; the number appears both as a column and as the row's.
fn as_event_of_battle(record: &Record) -> Option<(i64, i64)> {
    match (record.row, record.values.as_slice()) {
        (None, [Value::Number(battle), Value::Number(seq), rest @ ..])
            if rest.iter().all(|row| *row == Value::Number(*seq)) && rest.len() <= 1 =>
        {
            Some((*battle, *seq))
        }
        _ => None,
    }
}

fn as_last_seq(record: &Record) -> Option<i64> {
    match (record.row, record.values.as_slice()) {
        (Some(_), [Value::Text(table), Value::Number(last)]) if table == b"events" => Some(*last),
        _ => None,
    }
}
