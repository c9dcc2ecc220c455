//! Events as the journal keeps them: kinds, bodies, and how both are read again.

use crate::error::BattleError;
use crate::record::campaign::Affair;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::frame::FrameChanged;
use crate::record::table_news::TableNews;
use crate::setup::set_up::MovesAre;
use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId, round_bearing_deg, round_in};
use journal::{NewEvent, StoredEvent};
use rulesets::core::{Audience, Book, PlayedBook, SideId};
use rulesets::gunboat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Typed, or dragged on the map: no camera saw it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_hand: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(count: &u32) -> bool {
    *count == 0
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
            by_hand: false,
        }
    }

    /// A place that players typed, or dragged on the map: their word, and as exact as they say.
    pub fn by_hand(pose: Pose) -> Self {
        Self {
            x_in: round_in(pose.stack.x_in),
            y_in: round_in(pose.stack.y_in),
            heading_deg: round_bearing_deg(pose.heading.deg()),
            sigma_in: 0.0,
            heading_sigma_deg: 0.0,
            by_hand: true,
        }
    }

    /// The same, known as well, for a ship that stands so.
    #[must_use]
    pub fn standing(&self, pose: Pose) -> Self {
        Self {
            x_in: round_in(pose.stack.x_in),
            y_in: round_in(pose.stack.y_in),
            heading_deg: round_bearing_deg(pose.heading.deg()),
            ..*self
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
    /// How many events the beginning consists of, this one among them; 0 where nobody counted them yet.
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
    /// The ships given to this player; none for all of the side that nobody else was given.
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

/// Why a ship officially stands where she stands now, though nobody moved her.
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

/// Ships that shifted and stand where they stand: nobody's movement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipsSettled {
    /// Why.
    pub why: Settling,
    /// Who said so, where somebody did.
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
pub struct BookEvent<D = gunboat::Decision, E = gunboat::Event> {
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

/// The facts of battles by a book.
pub type FactOf<B> = Fact<<B as Book>::Decision, <B as Book>::Event>;
/// The entries of battles by a book.
pub type EntryOf<B> = Entry<<B as Book>::Decision, <B as Book>::Event>;

/// One fact of a battle.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact<D = gunboat::Decision, E = gunboat::Event> {
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
pub(crate) const PICTURE_MISSING: &str = "picture_missing";
/// The kind of a [`FrameChanged`].
pub(crate) const FRAME_CHANGED: &str = "frame_changed";

pub(crate) const SHIPS_SETTLED: &str = "ships_settled";
pub(crate) const SHIPS_SET_DOWN: &str = "ships_set_down";
pub(crate) const TAKEN_BACK: &str = "taken_back";
/// The kind of a [`PlayersSeated`].
pub(crate) const PLAYERS_SEATED: &str = "players_seated";
pub(crate) const SETTING_UP: &str = "setting_up";
pub(crate) const REMARK: &str = "remark";
/// The kind of an [`Affair`].
pub(crate) const CAMPAIGN_AFFAIR: &str = "campaign_affair";

/// A fact with its place in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<D = gunboat::Decision, E = gunboat::Event> {
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
    /// The fact.
    pub fact: Fact<D, E>,
}

impl<D: Serialize + DeserializeOwned + PartialEq, E: Serialize + DeserializeOwned + PartialEq> Fact<D, E> {
    /// The key of its kind in the journal; `book` names the kinds of the book's own events.
    pub(crate) fn kind(&self, book: impl Fn(&E) -> String) -> String {
        let own = match self {
            Self::Begun(_) => BATTLE_BEGUN,
            Self::Placed(_) => SHIPS_PLACED,
            Self::Moved(_) => SHIPS_MOVED,
            Self::Corrected(_) => READING_CORRECTED,
            Self::Terrain(_) => TERRAIN_LAID,
            Self::Table(TableNews::Checked(_)) => TABLE_CHECKED,
            Self::Table(TableNews::Moved(_)) => TABLE_MOVED,
            Self::Table(TableNews::Card(_)) => CARD_MOVED,
            Self::Frame(_) => FRAME_CHANGED,
            Self::Settled(_) => SHIPS_SETTLED,
            Self::SetDown(_) => SHIPS_SET_DOWN,
            Self::TakenBack(_) => TAKEN_BACK,
            Self::SettingUp(_) => SETTING_UP,
            Self::Players(_) => PLAYERS_SEATED,
            Self::Remark(_) => REMARK,
            Self::Affair(_) => CAMPAIGN_AFFAIR,
            Self::Table(TableNews::PictureMissing(_)) => PICTURE_MISSING,
            Self::Book(told) => return book(&told.event),
        };
        own.to_owned()
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
            FRAME_CHANGED => Self::Frame(serde_json::from_slice(body)?),
            SHIPS_SETTLED => Self::Settled(serde_json::from_slice(body)?),
            SHIPS_SET_DOWN => Self::SetDown(serde_json::from_slice(body)?),
            TAKEN_BACK => Self::TakenBack(serde_json::from_slice(body)?),
            SETTING_UP => Self::SettingUp(serde_json::from_slice(body)?),
            PLAYERS_SEATED => Self::Players(serde_json::from_slice(body)?),
            REMARK => Self::Remark(serde_json::from_slice(body)?),
            CAMPAIGN_AFFAIR => Self::Affair(serde_json::from_slice(body)?),
            PICTURE_MISSING => Self::Table(TableNews::PictureMissing(serde_json::from_slice(body)?)),
            _ => Self::Book(serde_json::from_slice(body)?),
        })
    }

    /// Its body as JSON text.
    pub(crate) fn body(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::Begun(body) => serde_json::to_string(body),
            Self::Placed(body) => serde_json::to_string(body),
            Self::Moved(body) => serde_json::to_string(body),
            Self::Corrected(body) => serde_json::to_string(body),
            Self::Terrain(body) => serde_json::to_string(body),
            Self::Table(TableNews::Checked(body)) => serde_json::to_string(body),
            Self::Table(TableNews::Moved(body)) => serde_json::to_string(body),
            Self::Table(TableNews::Card(body)) => serde_json::to_string(body),
            Self::Frame(body) => serde_json::to_string(body),
            Self::Settled(body) => serde_json::to_string(body),
            Self::SetDown(body) => serde_json::to_string(body),
            Self::TakenBack(body) => serde_json::to_string(body),
            Self::SettingUp(body) => serde_json::to_string(body),
            Self::Players(body) => serde_json::to_string(body),
            Self::Remark(body) => serde_json::to_string(body),
            Self::Affair(body) => serde_json::to_string(body),
            Self::Table(TableNews::PictureMissing(body)) => serde_json::to_string(body),
            Self::Book(body) => serde_json::to_string(body),
        }
    }
}

/// The turn and step that a fact leads to, and who may know of it.
pub(crate) struct Setting {
    pub(crate) turn: u32,
    pub(crate) phase: String,
    pub(crate) audience: Audience,
}

/// The picture of the table belongs to it.
pub(crate) fn wants_picture<B: PlayedBook>(fact: &FactOf<B>) -> bool {
    match fact {
        Fact::Begun(_)
        | Fact::TakenBack(_)
        | Fact::SettingUp(_)
        | Fact::Players(_)
        | Fact::Remark(_)
        | Fact::SetDown(_)
        | Fact::Affair(_) => false,
        Fact::Placed(_)
        | Fact::Moved(_)
        | Fact::Corrected(_)
        | Fact::Terrain(_)
        | Fact::Table(_)
        | Fact::Frame(_)
        | Fact::Settled(_) => true,
        Fact::Book(told) => B::rests_on_the_table(&told.event),
    }
}

/// A fact as an event for the journal.
pub(crate) fn new_event<B: PlayedBook>(fact: &FactOf<B>, setting: Setting) -> Result<NewEvent, BattleError> {
    let unwritable = |detail: String| BattleError::Unwritable { detail };
    let (kind, body) = (fact.kind(B::kind), fact.body().map_err(|error| unwritable(error.to_string()))?);
    // JSON has no word for what isn't a number: whatever could not be read again is never written.
    match Fact::read(&kind, body.as_bytes()) {
        Ok(again) if again == *fact => {}
        Ok(_) => return Err(unwritable(format!("a {kind} would be read back as something else"))),
        Err(error) => return Err(unwritable(error.to_string())),
    }
    Ok(NewEvent {
        turn: setting.turn,
        phase: setting.phase,
        audience: audience_key(&setting.audience),
        kind,
        body,
        body_version: BODY_VERSION,
        rules: match fact {
            Fact::Book(told) => B::rules(&told.event),
            _ => Vec::new(),
        },
        with_photo: wants_picture::<B>(fact),
    })
}

/// An audience as the journal keeps it.
pub(crate) fn audience_key(audience: &Audience) -> String {
    match audience {
        Audience::Everyone => "everyone".to_owned(),
        Audience::Side(SideId(side)) => format!("side:{side}"),
        Audience::Umpire => "umpire".to_owned(),
    }
}

/// The audience of a key; whatever is not understood is the umpire's alone.
pub(crate) fn audience_of(key: &str) -> Audience {
    match (key, key.strip_prefix("side:")) {
        ("everyone", _) => Audience::Everyone,
        (_, Some(side)) => Audience::Side(SideId(side.to_owned())),
        _ => Audience::Umpire,
    }
}

/// Reads an event of the journal.
///
/// # Errors
/// Names the event that can't be read, or that a newer program wrote.
pub(crate) fn read_entry<B: PlayedBook>(stored: &StoredEvent) -> Result<EntryOf<B>, BattleError> {
    if stored.body_version > BODY_VERSION {
        return Err(BattleError::NewerEvent { seq: stored.seq, kind: stored.kind.clone() });
    }
    let fact: FactOf<B> =
        Fact::read(&stored.kind, &stored.body).map_err(|error| unreadable(stored, error.to_string()))?;
    let kind = fact.kind(B::kind);
    if kind != stored.kind {
        return Err(unreadable(stored, format!("its body is a {kind}")));
    }
    Ok(Entry {
        seq: stored.seq,
        kind,
        at: stored.at.clone(),
        photo: stored.photo,
        audience: audience_of(&stored.audience),
        fact,
    })
}

fn unreadable(stored: &StoredEvent, detail: String) -> BattleError {
    BattleError::Unreadable { seq: stored.seq, kind: stored.kind.clone(), detail }
}
