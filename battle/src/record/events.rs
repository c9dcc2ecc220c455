//! The domain events of a battle, and their form with their place in the journal.

use crate::record::campaign_affair::Affair;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::dice::key::DiceKey;
use crate::record::dice::read::DiceRead;
use crate::record::frame::FrameChanged;
use crate::record::place::{Place, is_false};
use crate::record::table_news::TableNews;
use crate::record::thought::{AdviceGiven, CommanderPlanned, ThinkingCommander};
use geometry::{HullShape, ShipId};
use rulesets::core::fleet::ShipClass;
use rulesets::core::{Audience, Book, SideId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// How a model's new place becomes official.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovesAre {
    /// As soon as the model comes to rest. Moves are not judged.
    #[default]
    AsSeen,
    /// By the book's decision, if the ship may be moved; otherwise a shifted model counts as a nudge.
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
    /// SHA-256 of each rule table in use, hexadecimal, by name: it ties the stored tables to the chain of events.
    pub rule_data: BTreeMap<String, String>,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The seed of the app's dice.
    pub dice_seed: u64,
    /// How the app's dice are computed from the state of the battle.
    #[serde(default, skip_serializing_if = "DiceKey::is_of_the_state")]
    pub dice_key: DiceKey,
    /// The hull outline of each model.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The class of each ship by its key, for drawings only; battles of old versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub classes: BTreeMap<ShipId, String>,
    /// The scenario's id; none for a battle of any ships, and in battles of old versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The starting places of models, if known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set_out: BTreeMap<ShipId, Place>,
    /// Where models enter that arrive later; battles of old versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arriving: BTreeMap<ShipId, Place>,
    /// How the start places differ from the scenario's, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How a model's new place becomes official.
    #[serde(default, skip_serializing_if = "MovesAre::as_seen")]
    pub moves: MovesAre,
    /// Whether an umpire sits at the table.
    #[serde(default, skip_serializing_if = "is_false")]
    pub umpire: bool,
    /// The sides that the app commands.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub commanded: BTreeSet<SideId>,
    /// Who commands those sides: a commander who thinks ahead, or none for Mahan's procedure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<ThinkingCommander>,
    /// The number of events of the opening, this one included; 0 in battles of old versions, which did not store it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening_events: u32,
}

impl BattleBegun {
    /// The key of a ship's class; a plain hull where none is recorded.
    pub fn class(&self, ship: &ShipId) -> String {
        self.classes.get(ship).map_or_else(|| ShipClass::Hull.key().to_owned(), Clone::clone)
    }
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// The player's side.
    pub side: SideId,
    /// The player's ships; empty for all ships of the side without another player.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub ships: BTreeSet<ShipId>,
}

/// The players and their ships.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayersSeated {
    /// All named players.
    pub players: Vec<Player>,
}

/// A ship that was placed on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipPlaced {
    /// Which ship.
    pub ship: ShipId,
    /// Its place.
    pub place: Place,
}

/// Ships that were seen for the first time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsPlaced {
    /// The ships, by name.
    pub ships: Vec<ShipPlaced>,
}

/// A ship that moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipMoved {
    /// Which ship.
    pub ship: ShipId,
    /// Its place before.
    pub from: Place,
    /// Its place after.
    pub to: Place,
    /// The straight distance from stack to stack, inches.
    pub distance_in: f64,
    /// The turn of the bow, degrees, clockwise positive, in [-180, 180).
    pub turned_deg: f64,
    /// The places where it was set down on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Place>,
}

/// Ships that moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsMoved {
    /// The ships, by name.
    pub ships: Vec<ShipMoved>,
}

/// Why a ship's official place changed although it did not move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settling {
    /// A small shift when it was not its turn; never counted as movement.
    Nudge,
    /// The players leave the ship where it was pushed.
    Accepted,
    /// The ship was set up again, close enough to its place.
    SetUp,
    /// The umpire lets the ship stand there.
    Waived,
}

/// A ship whose present place became official.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipSettled {
    /// Which ship.
    pub ship: ShipId,
    /// Its official place before.
    pub from: Place,
    /// Its official place from now on.
    pub to: Place,
}

/// Displaced ships whose new places became official. This is not movement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsSettled {
    /// Why.
    pub why: Settling,
    /// Who accepted it; empty if no person did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
    /// The ships.
    pub ships: Vec<ShipSettled>,
}

/// Ships that the book itself moved (a drift); their models follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsSetDown {
    /// The ships, with the places before and after.
    pub ships: Vec<ShipSettled>,
}

/// The battle went back to an earlier moment. Later events stay in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    /// The last event that still stands.
    pub to: i64,
    /// Who took it back.
    pub by: String,
    /// Why.
    pub why: String,
    /// Whether the umpire allowed it.
    pub umpire: bool,
    /// The ships whose models return to earlier places.
    pub ships: Vec<ShipId>,
}

/// The table is set up again in a later session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingUp {
    /// The ships whose models must be placed where they officially stand.
    pub ships: Vec<ShipId>,
}

/// A bookmark or a note; it changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The event it marks.
    pub about: i64,
    /// Who wrote it.
    pub by: String,
    /// The text; empty for a bookmark.
    pub text: String,
    /// Who may read it.
    pub audience: Audience,
}

/// An event of the book. The first event of a decision carries the decision, so that verification can decide it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookEvent<D, E> {
    /// The decision that led to this event and to the following ones without a decision.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub decision: Option<D>,
    /// Whether the app decided it, for a side that it commands.
    #[serde(default, skip_serializing_if = "is_false")]
    pub commanded: bool,
    /// The dice of the event that the camera read; absent for other dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice_read: Option<DiceRead>,
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

/// A domain event of a battle. Only its body is serialised; the journal stores its kind separately.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DomainEvent<D, E> {
    /// The battle began.
    Begun(BattleBegun),
    /// Ships were placed on the table.
    Placed(ShipsPlaced),
    /// Ships were moved.
    Moved(ShipsMoved),
    /// A player corrected a reading of the camera.
    Corrected(ReadingCorrected),
    /// Terrain was laid, moved or removed.
    Terrain(TerrainLaid),
    /// The table was checked, or it moved.
    Table(TableNews),
    /// The frame of reference changed.
    Frame(FrameChanged),
    /// Displaced ships' places became official.
    Settled(ShipsSettled),
    /// The book moved ships.
    SetDown(ShipsSetDown),
    /// The battle went back to an earlier moment.
    TakenBack(TakenBack),
    /// The table is set up again.
    SettingUp(SettingUp),
    /// The players were named.
    Players(PlayersSeated),
    /// A bookmark or a note.
    Remark(Remark),
    /// A commander of the app has made plans.
    Planned(CommanderPlanned),
    /// A player was advised.
    Advice(AdviceGiven),
    /// An affair of the campaign.
    Affair(Affair),
    /// An event of the book.
    Book(Box<BookEvent<D, E>>),
}

impl<D, E> DomainEvent<D, E> {
    /// Returns whether it only records what somebody thought. Nothing follows from it, so it may be taken back though it
    /// is secret.
    pub(crate) fn is_thought(&self) -> bool {
        matches!(self, Self::Planned(_) | Self::Advice(_))
    }

    /// The dice of the event that the camera read.
    pub(crate) fn dice_read(&self) -> Option<&DiceRead> {
        match self {
            Self::Book(of_book) => of_book.dice_read.as_ref(),
            _ => None,
        }
    }
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
    /// The photograph of that moment, if one was stored.
    pub photo: Option<i64>,
    /// Who may know of it.
    pub audience: Audience,
    /// The event.
    pub event: DomainEvent<D, E>,
}

/// The event that makes the places of displaced ships official; `None` without ships.
pub(crate) fn settled_event<D, E>(why: Settling, ships: Vec<ShipSettled>) -> Option<DomainEvent<D, E>> {
    (!ships.is_empty()).then_some(DomainEvent::Settled(ShipsSettled { why, by: String::new(), ships }))
}
