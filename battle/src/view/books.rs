//! What can be played: books, scenarios, options, and the words of each book.

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
    /// Every rule and gap of it: the glossary.
    pub glossary: Vec<RuleView>,
    /// Ships that stand on the table can be played without a scenario.
    pub any_ships: bool,
    /// So many ships take part, where the book says how many.
    pub exactly_ships: Option<u32>,
    /// The sides that the app can command: for who plays alone.
    pub commanders_for: Vec<String>,
    /// Moves may also be taken as they are seen, judged by nobody.
    pub unjudged: bool,
}

/// A rule, or a gap and how it is filled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RuleView {
    /// Its id ("GUN-33").
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// Of a gap: what the sheet leaves open.
    pub question: Option<String>,
    /// How it is read.
    pub reading: Option<String>,
    /// Why it is read so.
    pub because: Option<String>,
    /// Options by which players read it otherwise, each with its words.
    pub switches: Vec<RuleSwitchView>,
    /// What a player should know besides.
    pub note: Option<String>,
}

/// An option that reads a gap in another way.
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
    /// The hole it fills.
    pub rule: String,
    /// One or two sentences.
    pub text: String,
    /// What is read when nobody chooses.
    #[ts(type = "boolean | number | string")]
    pub default: serde_json::Value,
    /// What may be chosen; empty for a number within `between`.
    #[ts(type = "(boolean | number | string)[]")]
    pub choices: Vec<serde_json::Value>,
    /// The smallest and the largest number that may be chosen.
    pub between: Option<(f64, f64)>,
    /// The reading is ours: the book gives none.
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

/// A battle that can be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ScenarioView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Three sentences.
    pub briefing: Vec<String>,
    /// Its own rules, those of ours marked.
    pub rules: Vec<String>,
    /// Its ships, with their names and sides.
    pub ships: Vec<ScenarioShipView>,
    /// The table it is laid out for, inches east and north.
    pub table_in: (f64, f64),
    /// How many turns are played; none where nobody says.
    pub turns: Option<u32>,
    /// Forts and batteries.
    pub forts: Vec<String>,
    /// It has secrets that need an umpire, or a seat taken in turn (mines, hidden shallows).
    pub secrets: bool,
    /// Values that the scenario gives to options.
    pub options: Vec<OptionValueView>,
    /// What lies on the table besides ships, as everybody may see it.
    pub terrain: Vec<super::PieceOnMap>,
}

/// A ship of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ScenarioShipView {
    /// Her id.
    pub id: String,
    /// Her name.
    pub name: String,
    /// Her side's key.
    pub side: String,
    /// Where she begins.
    pub place: Option<super::PlaceView>,
}

/// How new places of models become official.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MovesChoice {
    /// Each move is judged, and stands when the players say so.
    Judged,
    /// Wherever a model comes to rest, it stands.
    AsSeen,
}

/// A battle to begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleChoice {
    /// The book's id.
    pub book: String,
    /// A scenario of that book; none for ships that stand on the table.
    pub scenario: Option<String>,
    /// Only these ships take part; empty for all of the scenario, or all that stand on the table.
    pub ships: Vec<String>,
    /// Options that differ from what book and scenario say.
    pub options: Vec<OptionValueView>,
    /// How moves are taken; none for what is usual: judged, where a scenario is played or the book knows nothing else.
    pub moves: Option<MovesChoice>,
    /// An umpire sits at the table.
    pub umpire: bool,
    /// The sides that the app commands, by their keys.
    pub commanded: Vec<String>,
    /// Players by name, with their ships; empty where each side is one player without a name.
    #[serde(default)]
    pub players: Vec<PlayerChoice>,
}

/// Somebody who is to play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlayerChoice {
    /// His or her name.
    pub name: String,
    /// The side's key.
    pub side: String,
    /// Ships of that side; empty for all of it that nobody else is given.
    pub ships: Vec<String>,
}
