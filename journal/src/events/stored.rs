//! Stored data as plain types; this crate does not interpret them.

use serde::{Deserialize, Serialize};
use sha2::Digest as _;
use sha2::Sha256;

/// A SHA-256 digest.
pub type Digest = [u8; 32];

/// SHA-256 of bytes: the key of rule data.
pub fn content_hash(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// A battle of the campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleRow {
    /// Its number, from 1.
    pub number: i64,
    /// The scenario's name.
    pub name: String,
    /// The rule book's key.
    pub book: String,
    /// The rule book's version when the battle began.
    pub book_version: String,
    /// The time of its beginning, ISO 8601.
    pub began_at: String,
    /// The number of its events.
    pub events: i64,
}

/// A battle to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBattle {
    /// The scenario's name.
    pub name: String,
    /// The rule book's key.
    pub book: String,
    /// The rule book's version.
    pub book_version: String,
    /// The battle's rule data: name and bytes, stored by content.
    pub rule_data: Vec<RuleData>,
}

/// One table of a rule book, as it was at the start of the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleData {
    /// The table's name within its book.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// An event to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The step's key.
    pub phase: String,
    /// The audience ("everyone", "side:union", "umpire").
    pub audience: String,
    /// The kind of event ("salvo_declared").
    pub kind: String,
    /// The content: JSON text, stored byte for byte.
    pub body: String,
    /// The version of the body's shape.
    pub body_version: u32,
    /// The ids of the rules behind it.
    pub rules: Vec<String>,
    /// True if it belongs to the batch's photograph.
    pub with_photo: bool,
}

/// A photograph to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPhoto {
    /// The picture.
    pub jpeg: Vec<u8>,
    /// The observations read from it: JSON text.
    pub observations: String,
    /// The calibration in force: JSON text.
    pub calibration: String,
}

/// The events of one decision, stored all together or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The events, in order.
    pub events: Vec<NewEvent>,
    /// The photograph of that moment.
    pub photo: Option<NewPhoto>,
}

/// An acknowledgement: this data is on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The battle's number.
    pub battle: i64,
    /// The events as stored.
    pub events: Vec<StoredEvent>,
    /// The photograph's id.
    pub photo: Option<i64>,
}

/// An event as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The sequence number in the campaign, from 1 without gaps.
    pub seq: i64,
    /// Its battle.
    pub battle: i64,
    /// The turn.
    pub turn: u32,
    /// The step's key.
    pub phase: String,
    /// The audience.
    pub audience: String,
    /// The kind of event.
    pub kind: String,
    /// The content, byte for byte as written.
    pub body: Vec<u8>,
    /// The version of the body's shape.
    pub body_version: u32,
    /// Rule ids, as a JSON array.
    pub rules: String,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The number of further events of the same decision.
    pub more: u32,
    /// The photograph of that moment.
    pub photo: Option<i64>,
    /// That photograph's hash.
    pub photo_hash: Option<Digest>,
    /// Hash of the event before; zeros for the first.
    pub hash_before: Digest,
    /// Own hash.
    pub hash: Digest,
}

/// A photograph as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPhoto {
    /// Its id.
    pub id: i64,
    /// Its battle.
    pub battle: i64,
    /// The time when it was taken, ISO 8601.
    pub taken_at: String,
    /// The picture.
    pub jpeg: Vec<u8>,
    /// The observations read from it: JSON text.
    pub observations: String,
    /// The calibration in force: JSON text.
    pub calibration: String,
}

/// A campaign's random identity.
pub(crate) type Identity = [u8; 16];

/// The link of the chain that replaces events which could not be recovered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LostEvents {
    pub first: i64,
    pub last: i64,
    pub hash_before: Digest,
    pub hash: Digest,
}

/// The result of a check of the whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainReport {
    /// The number of events with a valid hash.
    pub events: u64,
    /// The number of photographs with a valid hash.
    pub photos: u64,
}
