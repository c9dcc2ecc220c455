//! Events as the journal keeps them: kinds, bodies, audiences, and how they are read again.

use crate::error::BattleError;
use crate::record::events::{DomainEvent, DomainEventOf, RecordedEvent, RecordedEventOf};
use crate::record::table_news::TableNews;
use journal::{NewEvent, StoredEvent};
use rulesets::core::{Audience, PlayedBook, SideId};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of all bodies written here.
pub(crate) const BODY_VERSION: u32 = 1;

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

impl<D: Serialize + DeserializeOwned + PartialEq, E: Serialize + DeserializeOwned + PartialEq>
    DomainEvent<D, E>
{
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
            Self::Book(of_book) => return book(&of_book.event),
        };
        own.to_owned()
    }

    /// Reads a domain event from its kind and body.
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

/// The turn and step after an event, and its audience.
pub(crate) struct Setting {
    pub(crate) turn: u32,
    pub(crate) phase: String,
    pub(crate) audience: Audience,
}

/// Is a picture of the table kept with it?
pub(crate) fn wants_picture<B: PlayedBook>(domain_event: &DomainEventOf<B>) -> bool {
    match domain_event {
        DomainEvent::Begun(_)
        | DomainEvent::TakenBack(_)
        | DomainEvent::SettingUp(_)
        | DomainEvent::Players(_)
        | DomainEvent::Remark(_)
        | DomainEvent::SetDown(_)
        | DomainEvent::Affair(_) => false,
        DomainEvent::Placed(_)
        | DomainEvent::Moved(_)
        | DomainEvent::Corrected(_)
        | DomainEvent::Terrain(_)
        | DomainEvent::Table(_)
        | DomainEvent::Frame(_)
        | DomainEvent::Settled(_) => true,
        DomainEvent::Book(of_book) => B::rests_on_the_table(&of_book.event),
    }
}

/// A domain event as an event for the journal.
pub(crate) fn new_event<B: PlayedBook>(
    domain_event: &DomainEventOf<B>,
    setting: Setting,
) -> Result<NewEvent, BattleError> {
    let unwritable = |detail: String| BattleError::Unwritable { detail };
    let (kind, body) =
        (domain_event.kind(B::kind), domain_event.body().map_err(|error| unwritable(error.to_string()))?);
    // JSON has no word for what isn't a number: whatever could not be read again is never written.
    match DomainEvent::read(&kind, body.as_bytes()) {
        Ok(again) if again == *domain_event => {}
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
        rules: match domain_event {
            DomainEvent::Book(of_book) => B::rules(&of_book.event),
            _ => Vec::new(),
        },
        with_photo: wants_picture::<B>(domain_event),
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

/// The audience of a key. A key that is not understood means the umpire only.
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
pub(crate) fn read_entry<B: PlayedBook>(stored: &StoredEvent) -> Result<RecordedEventOf<B>, BattleError> {
    if stored.body_version > BODY_VERSION {
        return Err(BattleError::NewerEvent { seq: stored.seq, kind: stored.kind.clone() });
    }
    let domain_event: DomainEventOf<B> = DomainEvent::read(&stored.kind, &stored.body)
        .map_err(|error| unreadable(stored, error.to_string()))?;
    let kind = domain_event.kind(B::kind);
    if kind != stored.kind {
        return Err(unreadable(stored, format!("its body is a {kind}")));
    }
    Ok(RecordedEvent {
        seq: stored.seq,
        kind,
        at: stored.at.clone(),
        photo: stored.photo,
        audience: audience_of(&stored.audience),
        event: domain_event,
    })
}

fn unreadable(stored: &StoredEvent, detail: String) -> BattleError {
    BattleError::Unreadable { seq: stored.seq, kind: stored.kind.clone(), detail }
}
