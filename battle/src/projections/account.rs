//! The account of a battle: every event rendered once, without what its reader may not know. Reports, exports and
//! campaigns use only this, so secrets are removed in one place.

use crate::record::campaign_affair::Affair;
use crate::view::{LogLine, PieceOnMap, PlaceView};
use geometry::ShipId;
pub use rulesets::core::{
    Audience, CardLines, CardRow, DiceKind, Die, HitForecast, HitsScored, RollId, RollRequest, Rolled,
    RuleId, ShipLine, SideId, Thrown,
};
use serde::Serialize;
use serde_json::Value;

/// Everything that one reader may know of a battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BattleAccount {
    /// Its number in the campaign.
    pub battle: i64,
    /// The scenario's name.
    pub name: String,
    /// The rule book's key.
    pub book: String,
    /// The rule book's name and version.
    pub book_title: String,
    /// When it began, ISO 8601.
    pub began_at: String,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The reader.
    pub viewer: Audience,
    /// The terrain at the end.
    pub terrain: Vec<PieceOnMap>,
    /// The ships, by id.
    pub ships: Vec<ShipAccount>,
    /// The events that the reader may know, in order.
    pub events: Vec<EventAccount>,
    /// The ships at the end of each turn.
    pub turns: Vec<TurnAccount>,
}

impl BattleAccount {
    /// Returns whether the umpire has declared the battle over.
    pub fn is_over(&self) -> bool {
        let standing = self.events.iter().filter(|event| !event.taken_back);
        standing
            .filter_map(|event| event.affair.as_ref())
            .any(|affair| matches!(affair, Affair::Ended { .. }))
    }
}

/// A ship during the battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShipAccount {
    /// The ship's id.
    pub ship: String,
    /// Its name as printed.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// The player who commands it, if players were named.
    pub player: Option<String>,
    /// The key of its class ("monitor"), which selects its silhouette.
    pub class: String,
    /// The outline of its model, inches: starboard of and ahead of the stack.
    pub hull_in: Vec<(f64, f64)>,
    /// Its card when the battle began.
    pub before: CardLines,
    /// Its card when the battle ended.
    pub after: CardLines,
    /// Its fate, if it is out of the battle ("sunk").
    pub fate: Option<String>,
    /// Whether the book counts that as a loss to its side.
    pub lost: bool,
}

/// An event with everything that is counted of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventAccount {
    /// The line of the log.
    pub line: LogLine,
    /// Who may know of it.
    pub audience: Audience,
    /// Whether it was taken back: it then stays in the log but is not counted.
    pub taken_back: bool,
    /// The dice thrown.
    pub rolled: Vec<Rolled>,
    /// The expected hits.
    pub forecast: Option<HitForecast>,
    /// The hits scored.
    pub hits: Vec<HitsScored>,
    /// Official places that changed.
    pub places: Vec<ShipStands>,
    /// The ships that came, left or were lost, as they are then.
    pub changed: Vec<ShipLine>,
    /// An affair of the campaign.
    pub affair: Option<Affair>,
    /// The stored event, for the umpire only, because bodies contain secrets.
    pub body: Option<Value>,
}

/// The official place of a ship.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShipStands {
    /// Which ship.
    pub ship: String,
    /// Its place.
    pub place: PlaceView,
}

/// The ships at the end of a turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnAccount {
    /// The turn.
    pub turn: u32,
    /// Its last event.
    pub seq: i64,
    /// What remained of each ship's card, in the order of [`BattleAccount::ships`].
    pub ships: Vec<ShipLeft>,
}

/// What remained of a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShipLeft {
    /// Which ship.
    pub ship: String,
    /// Boxes, points and guns left on its card.
    pub left: u32,
    /// The same as printed.
    pub printed: u32,
    /// Its fate, if it is out of the battle.
    pub fate: Option<String>,
    /// Whether the book counts that as a loss to its side.
    pub lost: bool,
}

/// What a battle adds to the standing of its campaign, for one reader; much smaller than an account.
#[derive(Debug, Clone, PartialEq)]
pub struct BattleSummary {
    /// Its number in the campaign.
    pub battle: i64,
    /// The scenario's name.
    pub name: String,
    /// The rule book's key.
    pub book: String,
    /// When it began, ISO 8601.
    pub began_at: String,
    /// The last event of any kind.
    pub seq: i64,
    /// Turns played.
    pub turns: u32,
    /// The ships, by id.
    pub ships: Vec<ShipSummary>,
    /// The events that stand and are counted, in order.
    pub events: Vec<EventSummary>,
    /// The throws of named dice that stand, in order.
    pub named_dice: Vec<NamedThrow>,
}

/// A throw of a die that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedThrow {
    /// The die's name ("the green die").
    pub name: String,
    /// Its kind.
    pub die: Die,
    /// The face.
    pub face: u8,
}

/// A ship during the battle.
#[derive(Debug, Clone, PartialEq)]
pub struct ShipSummary {
    /// The ship's id.
    pub ship: String,
    /// Its name as printed.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// The player who commands it, if players were named.
    pub player: Option<String>,
    /// The rows of its card when it entered the battle.
    pub before: Vec<CardRow>,
    /// The rows of its card when the battle ended.
    pub after: Vec<CardRow>,
    /// Its fate, if it is out of the battle ("sunk").
    pub fate: Option<String>,
    /// Whether the book counts that as a loss to its side.
    pub lost: bool,
}

/// An event that counts for the campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct EventSummary {
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// The hits scored.
    pub hits: Vec<HitsScored>,
    /// Lost ships that this event changed, with their fates.
    pub lost: Vec<(ShipId, String)>,
    /// An affair of the campaign.
    pub affair: Option<Affair>,
}
