//! Events as the journal keeps them: kinds, bodies, and how both are read again.

use crate::by_hand::{ReadingCorrected, TerrainLaid};
use crate::error::BattleError;
use crate::table_news::TableNews;
use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId, round_bearing_deg, round_in};
use journal::{NewEvent, StoredEvent};
use rulesets::gunboat::{Decision, Event};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of all bodies written here.
pub(crate) const BODY_VERSION: u32 = 1;

/// A place as events keep it: rounded to 0.001 in and 0.01 degree.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Inches east, below the stack.
    pub x_in: f64,
    /// Inches north, below the stack.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
    /// Standard deviation of the position, inches along each axis.
    pub sigma_in: f64,
    /// Standard deviation of the heading, degrees.
    pub heading_sigma_deg: f64,
}

impl Place {
    /// An observation, rounded for ever.
    pub fn of(observation: &Observation) -> Self {
        Self {
            x_in: round_in(observation.pose.stack.x_in),
            y_in: round_in(observation.pose.stack.y_in),
            heading_deg: round_bearing_deg(observation.pose.heading.deg()),
            sigma_in: round_in(observation.sigma_in),
            heading_sigma_deg: geometry::round_deg(observation.heading_sigma_rad.to_degrees()),
        }
    }

    /// The pose.
    pub fn pose(&self) -> Pose {
        Pose { stack: Point::new(self.x_in, self.y_in), heading: Heading::from_deg(self.heading_deg) }
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
    /// The plan of each model.
    pub hulls: BTreeMap<ShipId, HullShape>,
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
}

/// Ships that stand elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsMoved {
    /// The ships, by name.
    pub ships: Vec<ShipMoved>,
}

/// What the book says happened. The first event of a decision carries the decision, so that it can be decided
/// again (verification).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookEvent {
    /// The decision that led to this event and those right behind it that carry none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The event.
    pub event: Event,
}

/// One fact of a battle.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
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
    /// The book's own.
    Book(Box<BookEvent>),
}

/// The kind of a [`BattleBegun`].
pub(crate) const BATTLE_BEGUN: &str = "battle_begun";
/// The kind of a [`ShipsPlaced`].
pub(crate) const SHIPS_PLACED: &str = "ships_placed";
/// The kind of a [`ShipsMoved`].
pub(crate) const SHIPS_MOVED: &str = "ships_moved";
/// The kind of a [`ReadingCorrected`].
pub(crate) const READING_CORRECTED: &str = "reading_corrected";
/// The kind of a [`TerrainLaid`].
pub(crate) const TERRAIN_LAID: &str = "terrain_laid";
/// The kinds of [`TableNews`].
pub(crate) const TABLE_CHECKED: &str = "table_checked";
pub(crate) const TABLE_MOVED: &str = "table_moved";
pub(crate) const CARD_MOVED: &str = "card_moved";

/// A fact with its place in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Sequence number in the campaign.
    pub seq: i64,
    /// Its kind.
    pub kind: String,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The photograph of that moment.
    pub photo: Option<i64>,
    /// The fact.
    pub fact: Fact,
}

impl Fact {
    /// The key of its kind in the journal.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Begun(_) => BATTLE_BEGUN.to_owned(),
            Self::Placed(_) => SHIPS_PLACED.to_owned(),
            Self::Moved(_) => SHIPS_MOVED.to_owned(),
            Self::Corrected(_) => READING_CORRECTED.to_owned(),
            Self::Terrain(_) => TERRAIN_LAID.to_owned(),
            Self::Table(TableNews::Checked(_)) => TABLE_CHECKED.to_owned(),
            Self::Table(TableNews::Moved(_)) => TABLE_MOVED.to_owned(),
            Self::Table(TableNews::Card(_)) => CARD_MOVED.to_owned(),
            Self::Book(book) => crate::book::kind(&book.event),
        }
    }

    /// A fact from its body.
    fn read(kind: &str, body: &[u8]) -> Result<Self, serde_json::Error> {
        Ok(match kind {
            BATTLE_BEGUN => Self::Begun(serde_json::from_slice(body)?),
            SHIPS_PLACED => Self::Placed(serde_json::from_slice(body)?),
            SHIPS_MOVED => Self::Moved(serde_json::from_slice(body)?),
            READING_CORRECTED => Self::Corrected(serde_json::from_slice(body)?),
            TERRAIN_LAID => Self::Terrain(serde_json::from_slice(body)?),
            TABLE_CHECKED => Self::Table(TableNews::Checked(serde_json::from_slice(body)?)),
            TABLE_MOVED => Self::Table(TableNews::Moved(serde_json::from_slice(body)?)),
            CARD_MOVED => Self::Table(TableNews::Card(serde_json::from_slice(body)?)),
            _ => Self::Book(serde_json::from_slice(body)?),
        })
    }

    /// Its body as JSON text.
    fn body(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::Begun(body) => serde_json::to_string(body),
            Self::Placed(body) => serde_json::to_string(body),
            Self::Moved(body) => serde_json::to_string(body),
            Self::Corrected(body) => serde_json::to_string(body),
            Self::Terrain(body) => serde_json::to_string(body),
            Self::Table(TableNews::Checked(body)) => serde_json::to_string(body),
            Self::Table(TableNews::Moved(body)) => serde_json::to_string(body),
            Self::Table(TableNews::Card(body)) => serde_json::to_string(body),
            Self::Book(body) => serde_json::to_string(body),
        }
    }

    /// The rules it rests on.
    fn rules(&self) -> Vec<String> {
        match self {
            Self::Book(book) => crate::book::rules(&book.event),
            _ => Vec::new(),
        }
    }

    /// The picture of the table belongs to it.
    pub(crate) fn wants_picture(&self) -> bool {
        match self {
            Self::Begun(_) => false,
            Self::Placed(_) | Self::Moved(_) | Self::Corrected(_) | Self::Terrain(_) | Self::Table(_) => true,
            Self::Book(book) => crate::book::rests_on_the_table(&book.event),
        }
    }

    /// As an event for the journal, at the turn and step it leads to.
    pub(crate) fn to_new_event(
        &self,
        turn: u32,
        phase: &str,
        with_photo: bool,
    ) -> Result<NewEvent, BattleError> {
        let unwritable = |detail: String| BattleError::Unwritable { detail };
        let (kind, body) = (self.kind(), self.body().map_err(|error| unwritable(error.to_string()))?);
        // JSON has no word for what isn't a number: whatever could not be read again is never written.
        match Self::read(&kind, body.as_bytes()) {
            Ok(again) if again == *self => {}
            Ok(_) => return Err(unwritable(format!("a {kind} would be read back as something else"))),
            Err(error) => return Err(unwritable(error.to_string())),
        }
        Ok(NewEvent {
            turn,
            phase: phase.to_owned(),
            // Nothing is secret yet in what this version plays.
            audience: "everyone".to_owned(),
            kind,
            body,
            body_version: BODY_VERSION,
            rules: self.rules(),
            with_photo,
        })
    }
}

impl Entry {
    /// Reads an event of the journal.
    ///
    /// # Errors
    /// Names the event that can't be read, or that a newer program wrote.
    pub(crate) fn read(stored: &StoredEvent) -> Result<Self, BattleError> {
        if stored.body_version > BODY_VERSION {
            return Err(BattleError::NewerEvent { seq: stored.seq, kind: stored.kind.clone() });
        }
        let fact =
            Fact::read(&stored.kind, &stored.body).map_err(|error| unreadable(stored, error.to_string()))?;
        if fact.kind() != stored.kind {
            return Err(unreadable(stored, format!("its body is a {}", fact.kind())));
        }
        Ok(Self {
            seq: stored.seq,
            kind: stored.kind.clone(),
            at: stored.at.clone(),
            photo: stored.photo,
            fact,
        })
    }
}

fn unreadable(stored: &StoredEvent, detail: String) -> BattleError {
    BattleError::Unreadable { seq: stored.seq, kind: stored.kind.clone(), detail }
}
