//! The interface of a rule book: options, decisions, events, questions, and which audience may see what.

use crate::core::data::book_tables::BookData;
use crate::core::dice::source::Dice;
use crate::core::ruling::refusal::{Halt, RuleId};
use crate::core::table::facts::TableFacts;
use crate::core::text::text_id;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

text_id! {
    /// A side of the battle as every book names it: lower case ("union", "confederate").
    SideId
}

impl SideId {
    /// The side's name as shown to players: "Union".
    pub fn title(&self) -> String {
        in_words(self.as_str())
    }
}

/// The party that must, or may, take a decision.
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

/// The actors without repetition, in their original order.
pub(crate) fn distinct(actors: impl IntoIterator<Item = Actor>) -> Vec<Actor> {
    let mut all: Vec<Actor> = Vec::new();
    for actor in actors {
        if !all.contains(&actor) {
            all.push(actor);
        }
    }
    all
}

/// The viewers who may know of something; also one viewer.
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
    /// Returns true if this viewer may know of it. The umpire knows everything; a viewer who is `Everyone` knows only
    /// what all know.
    pub fn includes(&self, viewer: &Self) -> bool {
        match (self, viewer) {
            (Self::Everyone, _) | (_, Self::Umpire) => true,
            (Self::Side(side), Self::Side(own)) => side == own,
            (Self::Side(_) | Self::Umpire, Self::Side(_) | Self::Everyone) => false,
        }
    }
}

/// A decision that may be taken now, and by whom; `ask` is the book's own data for it. A question is data without a
/// sentence: most are answered by commanders and never shown. [`Book::worded_questions`] adds the sentence `what`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<A, W = ()> {
    /// The party that decides.
    pub who: Actor,
    /// One sentence for the screen; nothing in a question that was not put into words.
    pub what: W,
    /// True if play can't go on to the next step until this is answered.
    pub must: bool,
    /// The rule that it is based on.
    pub rule: RuleId,
    /// The book's own data.
    pub ask: A,
}

/// A question with its sentence for the screen.
pub type WordedQuestion<A> = Question<A, String>;

impl<A> Question<A> {
    /// A question; `must`: play can't go on until it is answered.
    pub fn of(who: Actor, must: bool, rule: &'static str, ask: A) -> Self {
        Self { who, what: (), must, rule: RuleId::of(rule), ask }
    }

    /// The same question with its sentence for the screen.
    pub fn worded(self, what: String) -> WordedQuestion<A> {
        let Self { who, what: (), must, rule, ask } = self;
        Question { who, what, must, rule, ask }
    }

    /// Returns true if the question is addressed to this role alone. The question who ends a step is addressed to all
    /// sides and so to no single role.
    pub fn is_put_to(&self, role: &Audience) -> bool {
        match (&self.who, role) {
            (Actor::Side(addressee), Audience::Side(own)) => addressee == own,
            (Actor::Umpire, Audience::Umpire) => true,
            (Actor::AllSides | Actor::Side(_) | Actor::Umpire, _) => false,
        }
    }
}

/// A rule book: pure and deterministic, without a clock, randomness or files.
pub trait Book: BookData {
    /// The full state of a battle; `default()` is the state before the first event.
    type State: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// The decisions of players and umpire.
    type Decision: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// The events, each with its outcome. Fields that mean the same in decisions and events of every book have no line of
    /// their own there: `asked` (the queries to the table with their answers), `settled` (the players' settlements of
    /// measures too close to call), `roll` (the roll that is settled), `rolls` (the rolls that follow), `due` (hits to
    /// check off), `rules` (those that apply), `reason` (why, for the log).
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// The book's own part of a [`Question`].
    type Ask: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;

    /// The book's short name ("gunboat").
    const ID: &'static str;

    /// The book's name on screens ("Ironclad Gunboat Rules").
    const TITLE: &'static str;

    /// The version of the bodies of states, decisions and events.
    const BODY_VERSION: u32 = 1;

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

    /// Applies an event to the state. Uses no table and can't fail: an event that does not fit leaves a valid state.
    fn apply(state: Self::State, event: &Self::Event) -> Self::State;

    /// The decisions that may be taken now, and by whom. Never empty while the battle runs.
    fn questions(&self, state: &Self::State) -> Vec<Question<Self::Ask>>;

    /// One sentence for a question, made for display only; `state` is the one in which it is open.
    fn wording(&self, state: &Self::State, question: &Question<Self::Ask>) -> String;

    /// The decisions that may be taken now, each with its sentence for the screen.
    fn worded_questions(&self, state: &Self::State) -> Vec<WordedQuestion<Self::Ask>> {
        let worded = |question: Question<Self::Ask>| {
            let what = self.wording(state, &question);
            question.worded(what)
        };
        self.questions(state).into_iter().map(worded).collect()
    }

    /// One or two sentences for an event, with rule ids; made for display, never stored. `state` is the one before or
    /// after the event: only names are read from it.
    fn sentences(&self, state: &Self::State, event: &Self::Event) -> Vec<String>;

    /// The viewers who may know of an event; `state` is the one before it. Everybody, if the book has no secrets.
    fn audience(&self, state: &Self::State, event: &Self::Event) -> Audience {
        let _ = (state, event);
        Audience::Everyone
    }

    /// A copy of the state without everything that this viewer may not know.
    fn seen_by(&self, state: &Self::State, viewer: &Audience) -> Self::State {
        let _ = viewer;
        state.clone()
    }
}

/// A key in words, with a capital first letter: "fore_turret" becomes "Fore turret".
pub fn in_words(key: &str) -> String {
    let mut letters = key.chars().map(|letter| if letter == '_' { ' ' } else { letter });
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
