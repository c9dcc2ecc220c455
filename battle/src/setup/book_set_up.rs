//! How battles by a rule book are set up.

use crate::error::BattleError;
use crate::setup::context::{SetupContext, unreadable};
use crate::setup::scenario::{not_staged, scenario_view};
use crate::setup::set_up::SetUpResult;
use crate::view::{BattleChoice, BookView, OptionSpecView, RuleSwitchView, RuleView, ScenarioView};
use geometry::Point;
use rulesets::core::play_out::{ByLot, Staged};
use rulesets::core::{DataError, OptionSpec, RuleEntry};

/// The rules and gaps of a book, or why their list can't be read.
pub type RuleList = Result<Vec<RuleEntry>, DataError>;

/// What a book says of itself before a battle, and its scenarios and set-ups.
pub trait BookSetUp: ByLot {
    /// One sentence: what kind of game it is.
    const ABOUT: &'static str;
    /// Reads every rule and gap of the book.
    const RULES: fn() -> RuleList;
    /// The number of ships that take part, if the book fixes it.
    const EXACTLY_SHIPS: Option<u32> = None;
    /// Whether moves may also be taken as seen, without being judged.
    const UNJUDGED: bool = false;
    /// Whether ships start in hexes, which the book chooses clear of the cards; other start places are moved off them.
    const IN_HEXES: bool = false;

    /// The scenarios; by default those that the book stages itself.
    ///
    /// # Errors
    /// When one of them can't be read.
    fn scenario_views(&self, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        let cards: &[Vec<Point>] = if Self::IN_HEXES { &[] } else { context.cards };
        let context = SetupContext { cards, ..*context };
        let view = |id: &String| {
            let staged = self.staged(id, None).map_err(not_staged)?;
            self.describe(&staged, scenario_view(self, id, &staged, &context)?)
        };
        self.scenarios().map_err(unreadable)?.iter().map(view).collect()
    }

    /// Adds to a scenario what only its book knows: briefing, rules, turns, forts, secrets, options.
    ///
    /// # Errors
    /// When its data can't be read.
    fn describe(&self, staged: &Staged<Self>, view: ScenarioView) -> Result<ScenarioView, BattleError> {
        let _ = staged;
        Ok(view)
    }

    /// The set-up of a chosen battle.
    ///
    /// # Errors
    /// When it can't be played as chosen, with every reason.
    fn set_up(&self, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Self::Decision>;
}

/// The sides that the app can command by a book, and how.
pub(crate) struct Commanders {
    pub(crate) commanders_for: Vec<String>,
    pub(crate) by_procedure: bool,
    pub(crate) by_thinking: bool,
}

/// The description of a book before a battle.
pub(crate) fn book_view<B: BookSetUp>(book: &B, commanders: Commanders) -> BookView {
    let Commanders { commanders_for, by_procedure, by_thinking } = commanders;
    let option = |spec: &OptionSpec| OptionSpecView {
        name: spec.name.clone(),
        rule: spec.rule.to_string(),
        text: spec.text.clone(),
        default: spec.default.clone(),
        choices: spec.choices.clone(),
        between: spec.between,
        house: spec.house,
    };
    let switch = |name: String| {
        let spec = book.options().iter().find(|spec| spec.name == name);
        RuleSwitchView { text: spec.map_or_else(String::new, |spec| spec.text.clone()), name }
    };
    let rule = |entry: RuleEntry| RuleView {
        id: entry.id.to_string(),
        title: entry.title,
        question: entry.question,
        reading: entry.reading,
        because: entry.because,
        switches: entry.switches.into_iter().map(switch).collect(),
        note: entry.note,
    };
    BookView {
        id: B::ID.to_owned(),
        title: B::TITLE.to_owned(),
        about: B::ABOUT.to_owned(),
        options: book.options().iter().map(option).collect(),
        glossary: (B::RULES)().unwrap_or_default().into_iter().map(rule).collect(),
        any_ships: true,
        exactly_ships: B::EXACTLY_SHIPS,
        commanders_for,
        by_procedure,
        by_thinking,
        unjudged: B::UNJUDGED,
    }
}
