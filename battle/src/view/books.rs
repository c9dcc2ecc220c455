//! What can be played: books, scenarios, options, and the texts of each book.

use crate::record::thought::ThinkingCommander;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A rule book that battles are played by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BookView {
    /// Its id ("gunboat").
    pub id: String,
    /// Its name.
    pub title: String,
    /// One sentence: what kind of game it is.
    pub about: String,
    /// Its options.
    pub options: Vec<OptionSpecView>,
    /// All its rules and gaps: the glossary.
    pub glossary: Vec<RuleView>,
    /// Whether ships on the table can be played without a scenario.
    pub any_ships: bool,
    /// The number of ships that take part, if the book fixes it.
    pub exactly_ships: Option<u32>,
    /// The sides that the app can command, for one player alone.
    pub commanders_for: Vec<String>,
    /// Whether they can be commanded by Mahan's procedure.
    pub by_procedure: bool,
    /// Whether they can be commanded by a commander who thinks ahead.
    pub by_thinking: bool,
    /// Whether moves may also be taken as seen, without being judged.
    pub unjudged: bool,
}

/// A rule, or a gap with its interpretation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleView {
    /// Its id ("GUN-33").
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// For a gap: what the sheet leaves open.
    pub question: Option<String>,
    /// The interpretation.
    pub reading: Option<String>,
    /// The reason for the interpretation.
    pub because: Option<String>,
    /// Options with which players choose another interpretation.
    pub switches: Vec<RuleSwitchView>,
    /// What else a player should know.
    pub note: Option<String>,
}

/// An option that chooses another interpretation of a gap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleSwitchView {
    /// Its name ("nod.drifting_is_stationary").
    pub name: String,
    /// What it chooses between.
    pub text: String,
}

/// An option of a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OptionSpecView {
    /// Its name ("gun.fire_simultaneous").
    pub name: String,
    /// The gap that it fills.
    pub rule: String,
    /// Its explanation, one or two sentences.
    pub text: String,
    /// The default value.
    #[ts(type = "boolean | number | string")]
    pub default: serde_json::Value,
    /// The possible values; empty for a number within `between`.
    #[ts(type = "(boolean | number | string)[]")]
    pub choices: Vec<serde_json::Value>,
    /// The smallest and the largest possible number.
    pub between: Option<(f64, f64)>,
    /// Whether the interpretation is ours, because the book gives none.
    pub house: bool,
}

/// An option with its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OptionValueView {
    /// The option's name.
    pub name: String,
    /// Its value.
    #[ts(type = "boolean | number | string")]
    pub value: serde_json::Value,
}

/// A scenario that can be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ScenarioView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Three sentences.
    pub briefing: Vec<String>,
    /// Its own rules; ours are marked.
    pub rules: Vec<String>,
    /// Its ships, with their names and sides.
    pub ships: Vec<ScenarioShipView>,
    /// How its start places differ from the printed ones on this table, one sentence each.
    pub notes: Vec<String>,
    /// The table it is laid out for, inches east and north.
    pub table_in: (f64, f64),
    /// The number of turns; absent if not fixed.
    pub turns: Option<u32>,
    /// Forts and batteries.
    pub forts: Vec<String>,
    /// Whether it has secrets (mines, hidden shallows) that need an umpire, or a seat that players take in turn.
    pub secrets: bool,
    /// The option values that the scenario sets.
    pub options: Vec<OptionValueView>,
    /// The public terrain.
    pub terrain: Vec<super::PieceOnMap>,
}

/// A ship of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ScenarioShipView {
    /// The ship's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// The key of its class ("monitor"), which selects its silhouette.
    pub class: String,
    /// Its starting place.
    pub place: Option<super::PlaceView>,
    /// Its hull's outline at that place, table inches; empty without a place.
    pub outline_in: Vec<(f64, f64)>,
}

/// How a model's new place becomes official.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MovesChoice {
    /// Each move is judged, and becomes official when the players confirm it.
    Judged,
    /// As soon as the model comes to rest.
    AsSeen,
}

/// The choices with which a battle begins.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleChoice {
    /// The book's id.
    pub book: String,
    /// The scenario's id; absent for a battle of the ships on the table.
    pub scenario: Option<String>,
    /// The ships that take part; empty for all of the scenario, or all on the table.
    pub ships: Vec<String>,
    /// Options that differ from the book's and the scenario's.
    pub options: Vec<OptionValueView>,
    /// How moves are taken; absent for the default: judged in a scenario, or if the book has no other way.
    pub moves: Option<MovesChoice>,
    /// Whether an umpire sits at the table.
    pub umpire: bool,
    /// The sides that the app commands, by their keys.
    pub commanded: Vec<String>,
    /// Who commands them: a commander who thinks ahead, or absent for Mahan's procedure.
    #[serde(default)]
    pub commander: Option<ThinkingCommander>,
    /// Named players with their ships; empty if each side is one unnamed player.
    #[serde(default)]
    pub players: Vec<PlayerChoice>,
}

/// A named player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlayerChoice {
    /// The player's name.
    pub name: String,
    /// The side's key.
    pub side: String,
    /// The player's ships; empty for all ships of the side that no other player has.
    pub ships: Vec<String>,
}
