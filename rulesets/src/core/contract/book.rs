//! The interface of a rule book: options, decisions, events, questions, and who may see what.

use crate::core::dice::source::Dice;
use crate::core::ruling::refusal::{Halt, RuleId};
use crate::core::table::facts::TableFacts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// A side of the battle as every book names it: lower case ("union", "confederate").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub String);

impl SideId {
    /// The side as people say it: "Union".
    pub fn title(&self) -> String {
        in_words(&self.0)
    }
}

/// Who must, or may, decide something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "actor", content = "side", rename_all = "snake_case")]
pub enum Actor {
    /// One side.
    Side(SideId),
    /// Either side, or both at once.
    AllSides,
    /// The umpire (or the players by agreement).
    Umpire,
}

/// Each of them once, in the order in which they come.
pub(crate) fn distinct(actors: impl IntoIterator<Item = Actor>) -> Vec<Actor> {
    let mut all: Vec<Actor> = Vec::new();
    for actor in actors {
        if !all.contains(&actor) {
            all.push(actor);
        }
    }
    all
}

/// Who may know of something; also who looks on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", content = "side", rename_all = "snake_case")]
pub enum Audience {
    /// Everybody at the table.
    Everyone,
    /// One side, and the umpire.
    Side(SideId),
    /// The umpire alone.
    Umpire,
}

impl Audience {
    /// May this viewer know of it? The umpire knows everything; a viewer who is `Everyone` knows what all know.
    pub fn includes(&self, viewer: &Self) -> bool {
        match (self, viewer) {
            (Self::Everyone, _) | (_, Self::Umpire) => true,
            (Self::Side(side), Self::Side(own)) => side == own,
            (Self::Side(_) | Self::Umpire, Self::Side(_) | Self::Everyone) => false,
        }
    }
}

/// What may be done now, and by whom; `ask` is the book's own data for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question<A> {
    /// Who decides.
    pub who: Actor,
    /// One sentence for the screen.
    pub what: String,
    /// Play can't go on to the next step until this is answered.
    pub must: bool,
    /// The rule it rests on.
    pub rule: RuleId,
    /// The book's own data.
    pub ask: A,
}

impl<A> Question<A> {
    /// Is it this role's own question? Who ends a step is nobody's while somebody may still do something.
    pub fn is_put_to(&self, role: &Audience) -> bool {
        match (&self.who, role) {
            (Actor::Side(asked), Audience::Side(own)) => asked == own,
            (Actor::Umpire, Audience::Umpire) => true,
            (Actor::AllSides | Actor::Side(_) | Actor::Umpire, _) => false,
        }
    }
}

/// One data file of a book, by name and content: what a battle keeps by content hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// The file's name ("charts.toml").
    pub name: String,
    /// Its whole text.
    pub text: String,
}

/// A named option of a book: a hole in the old rules and how it is filled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionSpec {
    /// Its name ("gun.fire_simultaneous").
    pub name: String,
    /// The hole it fills ("GUN-AMB-11").
    pub rule: RuleId,
    /// One or two sentences for the player.
    pub text: String,
    /// What is read when nobody chooses.
    pub default: serde_json::Value,
    /// What may be chosen; empty for a number within `between`.
    #[serde(default)]
    pub choices: Vec<serde_json::Value>,
    /// The smallest and the largest number that may be chosen.
    #[serde(default)]
    pub between: Option<(f64, f64)>,
    /// The reading is ours: the seed gives none.
    #[serde(default)]
    pub house: bool,
}

/// An option by name with its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionValue {
    /// The option's name ("gun.battering").
    pub name: String,
    /// Its value.
    pub value: serde_json::Value,
}

impl OptionSpec {
    /// May the option have this value?
    pub fn allows(&self, value: &serde_json::Value) -> bool {
        let within = |(low, high): (f64, f64)| value.as_f64().is_some_and(|v| (low..=high).contains(&v));
        self.choices.contains(value) || self.between.is_some_and(within)
    }

    /// What may be chosen, for a sentence.
    pub fn choices_text(&self) -> String {
        let choices: Vec<String> = self.choices.iter().map(ToString::to_string).collect();
        match self.between {
            Some((low, high)) => format!("a number from {low} to {high}"),
            None => choices.join(" or "),
        }
    }
}

/// A rule book: pure, ordered, without clock, chance or files.
pub trait Book {
    /// Everything the book knows of a battle; `default()` is the state before the first event.
    type State: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// What players and umpire may decide.
    type Decision: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// What happened, with its outcome.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// The book's own part of a [`Question`].
    type Ask: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;

    /// The book's short name ("gunboat").
    fn id(&self) -> &'static str;

    /// The version of the bodies of states, decisions and events.
    fn body_version(&self) -> u32;

    /// The data files in force.
    fn data(&self) -> &[DataFile];

    /// Every option with its default.
    fn options(&self) -> &[OptionSpec];

    /// Turns a decision into events.
    ///
    /// # Errors
    /// A refusal with every reason, or the measures that are too close to call.
    fn decide(
        &self,
        state: &Self::State,
        decision: &Self::Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Self::Event>, Halt>;

    /// Folds an event into the state. Looks up no table and can't fail: an event that does not fit changes
    /// nothing it should not.
    fn apply(state: Self::State, event: &Self::Event) -> Self::State;

    /// What may be done now, and by whom. Never empty while the battle runs.
    fn questions(&self, state: &Self::State) -> Vec<Question<Self::Ask>>;

    /// One or two sentences for an event, with rule ids; made when shown, never stored. `state` is the one the
    /// event was applied to (before or after: only names are read from it).
    fn sentences(&self, state: &Self::State, event: &Self::Event) -> Vec<String>;

    /// Who may know of an event; `state` is the one before it.
    fn audience(&self, state: &Self::State, event: &Self::Event) -> Audience;

    /// The state with everything cut that this viewer may not know.
    fn seen_by(&self, state: &Self::State, viewer: &Audience) -> Self::State;
}

/// A key or a table's own words at the head of a line: "fore_turret" as "Fore turret".
pub fn in_words(key: &str) -> String {
    let mut letters = key.chars().map(|letter| if letter == '_' { ' ' } else { letter });
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
