//! The account of a battle: every event rendered once, cut to its reader. Reports, exports and campaigns are
//! made of this and of nothing else, so secrets are cut in one place.

use crate::record::campaign_affair::Affair;
use crate::view::{LogLine, PieceOnMap, PlaceView};
use geometry::ShipId;
pub use rulesets::core::{
    Audience, CardLines, CardRow, DiceKind, Die, HitForecast, HitsScored, RollId, RollRequest, Rolled,
    RuleId, ShipLine, SideId, Thrown,
};
use serde::Serialize;
use serde_json::Value;

/// All that one reader may know of a battle.
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
    /// Who reads.
    pub viewer: Audience,
    /// What lies on the table besides ships, at the end.
    pub terrain: Vec<PieceOnMap>,
    /// The ships, by id.
    pub ships: Vec<ShipAccount>,
    /// The events that the reader may know, in order.
    pub events: Vec<EventAccount>,
    /// The ships as they stood at the end of each turn.
    pub turns: Vec<TurnAccount>,
}

impl BattleAccount {
    /// The umpire has declared it over.
    pub fn is_over(&self) -> bool {
        let standing = self.events.iter().filter(|event| !event.taken_back);
        standing
            .filter_map(|event| event.affair.as_ref())
            .any(|affair| matches!(affair, Affair::Ended { .. }))
    }
}

/// A ship through the battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShipAccount {
    /// Her id.
    pub ship: String,
    /// Her name as printed.
    pub name: String,
    /// Her side's key.
    pub side: String,
    /// Who commands her, where players were named.
    pub player: Option<String>,
    /// Her model's outline, inches: starboard and ahead of her stack.
    pub hull_in: Vec<(f64, f64)>,
    /// Her card when the battle began.
    pub before: CardLines,
    /// Her card when it ended.
    pub after: CardLines,
    /// What became of her, once she is out of the battle ("sunk").
    pub fate: Option<String>,
    /// That is a loss to her side, as the book reads it.
    pub lost: bool,
}

/// An event with all that is counted of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventAccount {
    /// Its line of the log.
    pub line: LogLine,
    /// Who may know of it.
    pub audience: Audience,
    /// It was taken back later: it stays in the log and counts for nothing.
    pub taken_back: bool,
    /// Dice that were thrown.
    pub rolled: Vec<Rolled>,
    /// Hits that were to be expected.
    pub forecast: Option<HitForecast>,
    /// Hits that were scored.
    pub hits: Vec<HitsScored>,
    /// Official places that changed.
    pub places: Vec<ShipStands>,
    /// Ships that came, went or were lost, as they are now.
    pub changed: Vec<ShipLine>,
    /// An affair of the campaign.
    pub affair: Option<Affair>,
    /// The event as it is kept: for the umpire alone, for bodies hold what is secret.
    pub body: Option<Value>,
}

/// Where a ship stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShipStands {
    /// Which ship.
    pub ship: String,
    /// Where.
    pub place: PlaceView,
}

/// The ships when a turn ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnAccount {
    /// The turn.
    pub turn: u32,
    /// Its last event.
    pub seq: i64,
    /// What was left of each ship's card, in the order of [`BattleAccount::ships`].
    pub ships: Vec<ShipLeft>,
}

/// What was left of a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShipLeft {
    /// Which ship.
    pub ship: String,
    /// Boxes, points and guns left on her card.
    pub left: u32,
    /// As printed.
    pub printed: u32,
    /// What became of her.
    pub fate: Option<String>,
    /// That is a loss to her side, as the book reads it.
    pub lost: bool,
}

/// What a battle adds to the standing of its campaign, cut to its reader: much less than an account.
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
    /// The events that stand and count for something, in order.
    pub events: Vec<EventSummary>,
}

/// A ship through the battle.
#[derive(Debug, Clone, PartialEq)]
pub struct ShipSummary {
    /// Her id.
    pub ship: String,
    /// Her name as printed.
    pub name: String,
    /// Her side's key.
    pub side: String,
    /// Who commands her, where players were named.
    pub player: Option<String>,
    /// The rows of her card when she entered the battle.
    pub before: Vec<CardRow>,
    /// The same when it ended.
    pub after: Vec<CardRow>,
    /// What became of her, once she is out of the battle ("sunk").
    pub fate: Option<String>,
    /// That is a loss to her side, as the book reads it.
    pub lost: bool,
}

/// An event that counts for its campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct EventSummary {
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// Hits that were scored.
    pub hits: Vec<HitsScored>,
    /// Ships that were lost and of which anything changed, with what became of them.
    pub lost: Vec<(ShipId, String)>,
    /// An affair of the campaign.
    pub affair: Option<Affair>,
}
