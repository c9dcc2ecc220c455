//! Converts events to and from their form in the journal: kinds, bodies, audiences.

use crate::error::BattleError;
use crate::record::events::{DomainEvent, DomainEventOf, RecordedEvent, RecordedEventOf};
use crate::record::table_news::TableNews;
use journal::{NewEvent, StoredEvent};
use rulesets::core::{Audience, PlayedBook, SideId};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of all bodies written here.
pub(crate) const BODY_VERSION: u32 = 1;

/// The kind of a battle's first event.
pub(crate) const BATTLE_BEGUN: &str = "battle_begun";

/// The kinds of our own events; each journal key is written once, for writing and reading.
macro_rules! kinds {
    (events { $($kind:tt = $variant:ident,)* } table_news { $($news_kind:tt = $news:ident,)* }) => {
        /// The journal key of its kind; `book` gives the kinds of the book's own events.
        pub(crate) fn kind(&self, book: impl Fn(&E) -> String) -> String {
            let own = match self {
                $(Self::$variant(_) => $kind,)*
                $(Self::Table(TableNews::$news(_)) => $news_kind,)*
                Self::Book(of_book) => return book(&of_book.event),
            };
            own.to_owned()
        }

        /// Reads an event from its kind and body.
        fn read(kind: &str, body: &[u8]) -> Result<Self, serde_json::Error> {
            Ok(match kind {
                $($kind => Self::$variant(serde_json::from_slice(body)?),)*
                $($news_kind => Self::Table(TableNews::$news(serde_json::from_slice(body)?)),)*
                _ => Self::Book(serde_json::from_slice(body)?),
            })
        }
    };
}

impl<D: Serialize + DeserializeOwned + PartialEq, E: Serialize + DeserializeOwned + PartialEq>
    DomainEvent<D, E>
{
    kinds! {
        events {
            BATTLE_BEGUN = Begun,
            "ships_placed" = Placed,
            "ships_moved" = Moved,
            "reading_corrected" = Corrected,
            "terrain_laid" = Terrain,
            "frame_changed" = Frame,
            "ships_settled" = Settled,
            "ships_set_down" = SetDown,
            "taken_back" = TakenBack,
            "setting_up" = SettingUp,
            "players_seated" = Players,
            "remark" = Remark,
            "commander_planned" = Planned,
            "advice_given" = Advice,
            "campaign_affair" = Affair,
        }
        table_news {
            "table_checked" = Checked,
            "table_moved" = Moved,
            "card_moved" = Card,
            "picture_missing" = PictureMissing,
        }
    }

    /// Its body as JSON text.
    pub(crate) fn body(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

/// The turn, the step and the audience after an event.
pub(crate) struct Setting {
    pub(crate) turn: u32,
    pub(crate) phase: String,
    pub(crate) audience: Audience,
}

/// Returns whether a picture of the table is stored with it.
pub(crate) fn wants_picture<B: PlayedBook>(domain_event: &DomainEventOf<B>) -> bool {
    match domain_event {
        DomainEvent::Begun(_)
        | DomainEvent::TakenBack(_)
        | DomainEvent::SettingUp(_)
        | DomainEvent::Players(_)
        | DomainEvent::Remark(_)
        | DomainEvent::Planned(_)
        | DomainEvent::Advice(_)
        | DomainEvent::SetDown(_)
        | DomainEvent::Affair(_) => false,
        DomainEvent::Placed(_)
        | DomainEvent::Moved(_)
        | DomainEvent::Corrected(_)
        | DomainEvent::Terrain(_)
        | DomainEvent::Table(_)
        | DomainEvent::Frame(_)
        | DomainEvent::Settled(_) => true,
        DomainEvent::Book(of_book) => of_book.dice_read.is_some() || B::rests_on_the_table(&of_book.event),
    }
}

/// Converts an event for the journal.
pub(crate) fn new_event<B: PlayedBook>(
    domain_event: &DomainEventOf<B>,
    setting: Setting,
) -> Result<NewEvent, BattleError> {
    let unwritable = |detail: String| BattleError::Unwritable { detail };
    let (kind, body) =
        (domain_event.kind(B::kind), domain_event.body().map_err(|error| unwritable(error.to_string()))?);
    // JSON can't represent NaN or infinity, so an event that could not be read back is not written.
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

/// The journal key of an audience.
pub(crate) fn audience_key(audience: &Audience) -> String {
    match audience {
        Audience::Everyone => "everyone".to_owned(),
        Audience::Side(side) => format!("side:{side}"),
        Audience::Umpire => "umpire".to_owned(),
    }
}

/// The audience of a journal key. An unknown key means only the umpire.
pub(crate) fn audience_of(key: &str) -> Audience {
    match (key, key.strip_prefix("side:")) {
        ("everyone", _) => Audience::Everyone,
        (_, Some(side)) => Audience::Side(SideId::new(side)),
        _ => Audience::Umpire,
    }
}

/// Reads an event of the journal.
///
/// # Errors
/// When the event can't be read or was written by a newer version; the error names it.
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
