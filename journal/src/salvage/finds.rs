//! What is found in the pages of a damaged campaign: rows by their shape, sound ones by their hashes.

use crate::chain;
use crate::record::{BattleRow, Digest, Identity, RuleData, StoredEvent, StoredPhoto};
use crate::salvage::pages::Pages;
use crate::salvage::records::{Overflow, Record, Value, records};
use std::collections::BTreeMap;
use std::io;

/// Everything sound.
#[derive(Default)]
pub(crate) struct Finds {
    pub events: BTreeMap<i64, StoredEvent>,
    pub photos: BTreeMap<i64, (StoredPhoto, Digest)>,
    pub battles: BTreeMap<i64, BattleRow>,
    /// Bytes by hash.
    pub tables: BTreeMap<Digest, Vec<u8>>,
    /// Hashes by battle and name.
    pub rule_data: BTreeMap<(i64, String), Digest>,
    /// The last event number ever given, as far as the file says.
    pub last_seq: i64,
    /// The log holds events of another campaign.
    pub foreign_log: bool,
    identity: Option<Identity>,
}

impl Finds {
    /// Reads every page of the file, then every frame of its log. The file's word comes first.
    pub(crate) fn gather(pages: &mut Pages) -> io::Result<Self> {
        let mut finds = Self::default();
        // The campaign's name first: without it no event can be told from a stranger's.
        for number in pages.in_file() {
            for record in of_file(pages, number)? {
                finds.identity = finds.identity.or_else(|| as_identity(&record));
            }
        }
        for number in pages.in_file() {
            for record in of_file(pages, number)? {
                finds.take(record);
            }
        }
        for (number, at) in pages.in_log() {
            let Some(page) = pages.of_log(at)? else { continue };
            for record in records(pages, number, &page, Overflow::Log)? {
                finds.foreign_log |= as_event(&record).is_some_and(|event| !finds.is_ours(&event));
                finds.take(record);
            }
        }
        Ok(finds)
    }

    fn is_ours(&self, event: &StoredEvent) -> bool {
        self.identity.is_none_or(|identity| chain::event_hash(&identity, event) == event.hash)
    }

    fn take(&mut self, record: Record) {
        if let Some(event) = as_event(&record) {
            if self.is_ours(&event) {
                self.events.entry(event.seq).or_insert(event);
            }
        } else if let Some((photo, hash)) = as_photo(&record) {
            let sound = chain::photo_hash(
                photo.battle,
                &photo.taken_at,
                &photo.jpeg,
                &photo.observations,
                &photo.calibration,
            ) == hash;
            if sound {
                self.photos.entry(photo.id).or_insert((photo, hash));
            }
        } else if let Some(battle) = as_battle(&record) {
            self.battles.entry(battle.number).or_insert(battle);
        } else if let Some((hash, bytes)) = as_table(&record) {
            if chain::content_hash(&bytes) == hash {
                self.tables.insert(hash, bytes);
            }
        } else if let Some((key, hash)) = as_use_of_table(&record) {
            self.rule_data.entry(key).or_insert(hash);
        } else if let Some(last) = as_last_seq(&record) {
            self.last_seq = self.last_seq.max(last);
        }
    }

    /// The rule tables of a battle that were found.
    pub(crate) fn rule_data_of(&self, battle: i64) -> Vec<RuleData> {
        let uses = self.rule_data.iter().filter(|((of, _), _)| *of == battle);
        uses.filter_map(|((_, name), hash)| {
            Some(RuleData { name: name.clone(), bytes: self.tables.get(hash)?.clone() })
        })
        .collect()
    }
}

fn of_file(pages: &mut Pages, number: u32) -> io::Result<Vec<Record>> {
    match pages.of_file(number)? {
        // Overflow pages never change once they are written; one that reached only the log is there.
        Some(page) => {
            let mut found = records(pages, number, &page, Overflow::File)?;
            found.extend(records(pages, number, &page, Overflow::Log)?);
            Ok(found)
        }
        None => Ok(Vec::new()),
    }
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

fn as_last_seq(record: &Record) -> Option<i64> {
    match (record.row, record.values.as_slice()) {
        (Some(_), [Value::Text(table), Value::Number(last)]) if table == b"events" => Some(*last),
        _ => None,
    }
}
