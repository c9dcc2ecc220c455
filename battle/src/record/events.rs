//! The domain events of a battle: what each says, and the event with its place in the journal.

use crate::record::campaign_affair::Affair;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::dice_key::DiceKey;
use crate::record::frame::FrameChanged;
use crate::record::place::{Place, is_false};
use crate::record::table_news::TableNews;
use geometry::{HullShape, ShipId};
use rulesets::core::{Audience, Book, SideId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// How new places of models become official.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovesAre {
    /// A model officially stands wherever it comes to rest. Moves are not judged.
    #[default]
    AsSeen,
    /// By the book's decision, when a ship may be moved; outside that a shifted model is a nudge.
    Judged,
}

impl MovesAre {
    pub(crate) fn as_seen(&self) -> bool {
        *self == Self::AsSeen
    }
}

/// How a battle began; the book's own opening follows as the next event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattleBegun {
    /// The scenario's name.
    pub name: String,
    /// The book's key.
    pub book: String,
    /// The book's version.
    pub book_version: String,
    /// SHA-256 of each rule table in force, hexadecimal, by name: ties the tables kept beside the events to the
    /// chain.
    pub rule_data: BTreeMap<String, String>,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// What the app's dice follow from.
    pub dice_seed: u64,
    /// How the app's dice follow from where the battle stands.
    #[serde(default, skip_serializing_if = "DiceKey::is_of_the_state")]
    pub dice_key: DiceKey,
    /// The plan of each model.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// Where models were to be set out, where that was known beforehand.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set_out: BTreeMap<ShipId, Place>,
    /// How new places of models become official.
    #[serde(default, skip_serializing_if = "MovesAre::as_seen")]
    pub moves: MovesAre,
    /// An umpire sits at the table.
    #[serde(default, skip_serializing_if = "is_false")]
    pub umpire: bool,
    /// The sides that the app commands.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub commanded: BTreeSet<SideId>,
    /// The number of events that the battle begins with, this one included; 0 in battles of old versions,
    /// which did not count them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening_events: u32,
}

/// Somebody who plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// His or her name.
    pub name: String,
    /// For which side.
    pub side: SideId,
    /// The ships of this player; none for all ships of the side without another player.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub ships: BTreeSet<ShipId>,
}

/// Who plays, and with which ships.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayersSeated {
    /// Everybody who was named.
    pub players: Vec<Player>,
}

/// A ship that was set out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipPlaced {
    /// Which ship.
    pub ship: ShipId,
    /// Where it stands.
    pub place: Place,
}

/// Ships that were seen for the first time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsPlaced {
    /// The ships, by name.
    pub ships: Vec<ShipPlaced>,
}

/// A ship that stands elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipMoved {
    /// Which ship.
    pub ship: ShipId,
    /// Where it stood.
    pub from: Place,
    /// Where it stands.
    pub to: Place,
    /// Straight from stack to stack, inches.
    pub distance_in: f64,
    /// How far the bow swung, degrees, clockwise positive, in [-180, 180).
    pub turned_deg: f64,
    /// Where it was set down on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Place>,
}

/// Ships that stand elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsMoved {
    /// The ships, by name.
    pub ships: Vec<ShipMoved>,
}

/// Why the official place of a ship changed although she did not move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settling {
    /// A small shift out of turn: never counted as movement.
    Nudge,
    /// The players leave her where she was pushed to.
    Accepted,
    /// She was set up again, near enough.
    SetUp,
    /// The umpire lets her stand there.
    Waived,
}

/// A ship that officially stands where she stands now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipSettled {
    /// Which ship.
    pub ship: ShipId,
    /// Where she stood.
    pub from: Place,
    /// Where she stands.
    pub to: Place,
}

/// Ships that were displaced and whose new places are official. This is no movement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsSettled {
    /// Why.
    pub why: Settling,
    /// Who accepted it; empty where no person did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
    /// The ships.
    pub ships: Vec<ShipSettled>,
}

/// Ships that the book itself put elsewhere (a drift): their models follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsSetDown {
    /// The ships, with where they stood and where they stand.
    pub ships: Vec<ShipSettled>,
}

/// The battle went back to an earlier moment. What came after it stays in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    /// The last event that still stands.
    pub to: i64,
    /// Who took back.
    pub by: String,
    /// Why.
    pub why: String,
    /// The umpire gave leave.
    pub umpire: bool,
    /// The ships whose models return to where they stood.
    pub ships: Vec<ShipId>,
}

/// The table is set up anew on another evening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingUp {
    /// The ships whose models must be set down where they officially stand.
    pub ships: Vec<ShipId>,
}

/// A bookmark or a note: nothing rests on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The event it marks.
    pub about: i64,
    /// Who wrote it.
    pub by: String,
    /// What; empty for a bookmark.
    pub text: String,
    /// Who may read it.
    pub audience: Audience,
}

/// What the book says happened. The first event of a decision carries the decision, so that it can be decided
/// again (verification).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookEvent<D, E> {
    /// The decision that led to this event and those right behind it that carry none.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub decision: Option<D>,
    /// The app decided it, for a side that it commands.
    #[serde(default, skip_serializing_if = "is_false")]
    pub commanded: bool,
    /// The event.
    pub event: E,
}

fn none<D>() -> Option<D> {
    None
}

/// The domain events of battles by a book.
pub type DomainEventOf<B> = DomainEvent<<B as Book>::Decision, <B as Book>::Event>;
/// The recorded events of battles by a book.
pub type RecordedEventOf<B> = RecordedEvent<<B as Book>::Decision, <B as Book>::Event>;

/// A domain event of a battle. Serialized it is its body alone: the journal keeps its kind beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DomainEvent<D, E> {
    /// The battle began.
    Begun(BattleBegun),
    /// Ships were set out.
    Placed(ShipsPlaced),
    /// Ships were moved.
    Moved(ShipsMoved),
    /// A player corrected a reading of the camera.
    Corrected(ReadingCorrected),
    /// Terrain was laid, moved or taken away.
    Terrain(TerrainLaid),
    /// The table was checked, or moved.
    Table(TableNews),
    /// The table is measured in another frame of reference.
    Frame(FrameChanged),
    /// Ships shifted, and stand where they stand.
    Settled(ShipsSettled),
    /// The book put ships elsewhere.
    SetDown(ShipsSetDown),
    /// The battle went back to an earlier moment.
    TakenBack(TakenBack),
    /// The table is set up anew.
    SettingUp(SettingUp),
    /// Who plays.
    Players(PlayersSeated),
    /// A bookmark or a note.
    Remark(Remark),
    /// An affair of the campaign.
    Affair(Affair),
    /// The book's own.
    Book(Box<BookEvent<D, E>>),
}

/// A domain event with its place in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent<D, E> {
    /// Sequence number in the campaign.
    pub seq: i64,
    /// Its kind.
    pub kind: String,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The photograph of that moment.
    pub photo: Option<i64>,
    /// Who may know of it.
    pub audience: Audience,
    /// The event.
    pub event: DomainEvent<D, E>,
}

/// The event that ships officially stand where they are; none for no ships.
pub(crate) fn settled_event<D, E>(why: Settling, ships: Vec<ShipSettled>) -> Option<DomainEvent<D, E>> {
    (!ships.is_empty()).then_some(DomainEvent::Settled(ShipsSettled { why, by: String::new(), ships }))
}
