//! The battles that can be played, and the start of a chosen battle, by any book.

use crate::dispatch::any_session::Session;
use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::stored::embedded;
use crate::registry::{BOOKS, no_such_book, with_book};
use crate::seats::players::players_chosen;
use crate::session::battle::Battle;
use crate::setup::book_set_up::{BookSetUp, Commanders, book_view};
use crate::setup::context::{SetupContext, sides, unplayable};
use crate::setup::set_up::SetUp;
use crate::view::{BattleChoice, BookView, ScenarioView};
use journal::Journal;
use rulesets::core::SideId;
use std::collections::BTreeSet;

/// All books.
///
/// # Errors
/// When a book's own data can't be read.
pub fn books() -> Result<Vec<BookView>, BattleError> {
    BOOKS
        .into_iter()
        .map(|id| with_book!(id, B => Ok(view(&embedded::<B>()?)), else Err(no_such_book(id))))
        .collect()
}

/// The scenarios of a book.
///
/// # Errors
/// When there is no such book, or one of its scenarios can't be read.
pub fn scenarios(book_id: &str, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
    let mut scenarios =
        with_book!(book_id, B => embedded::<B>()?.scenario_views(context), else Err(no_such_book(book_id)))?;
    for ship in scenarios.iter_mut().flat_map(|scenario| &mut scenario.ships) {
        ship.class = context.class(&ship.id);
    }
    Ok(scenarios)
}

/// Begins a chosen battle.
///
/// # Errors
/// When the battle can't be played as chosen (with every reason), or can't be stored.
pub fn begin(
    journal: Journal,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
    now: &str,
) -> Result<Box<dyn Session>, BattleError> {
    with_book!(choice.book.as_str(), B => {
        let book = embedded::<B>()?;
        let commanded = commanded(&book, choice, context)?;
        let set_up = book.set_up(choice, context)?;
        let set_up = if B::IN_HEXES { set_up } else { set_up.clear_of_cards(context.cards) };
        let mut set_up = SetUp {
            scenario: choice.scenario.clone(),
            umpire: choice.umpire,
            commander: choice.commander.filter(|_| !commanded.is_empty()),
            commanded,
            players: players_chosen(&choice.players),
            ..set_up
        };
        set_up.classes = set_up.hulls.keys().map(|ship| (ship.clone(), context.class(ship.as_str()))).collect();
        Ok(Box::new(Battle::<B>::begin_by(book, journal, &set_up, now)?) as Box<dyn Session>)
    }, else Err(no_such_book(&choice.book)))
}

/// The sides that fight in the chosen battle: those of the scenario's ships, or of the library's.
fn fighting<B: BookSetUp>(
    book: &B,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
) -> Result<Vec<SideId>, BattleError> {
    let scenarios = if choice.scenario.is_some() { book.scenario_views(context)? } else { Vec::new() };
    let chosen = scenarios.into_iter().find(|scenario| choice.scenario.as_ref() == Some(&scenario.id));
    Ok(match chosen {
        Some(scenario) => scenario.ships.into_iter().map(|ship| SideId::new(ship.side)).collect(),
        None => sides().to_vec(),
    })
}

/// The sides that the app commands, if the book has a commander for them.
fn commanded<B: BookAdapter + BookSetUp>(
    book: &B,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
) -> Result<BTreeSet<SideId>, BattleError> {
    if choice.commanded.is_empty() {
        return Ok(BTreeSet::new());
    }
    let fighting = fighting(book, choice, context)?;
    let plans_for = |side: &SideId| fighting.contains(side) && plans(book);
    let sides: BTreeSet<SideId> = choice.commanded.iter().cloned().map(SideId::new).collect();
    let by_thinking = choice.commander.is_some();
    let nobody = |side: &&SideId| {
        if by_thinking { !plans_for(side) } else { book.commander(side, 0).is_none() }
    };
    match sides.iter().find(nobody) {
        Some(side) if !by_thinking && plans_for(side) => Err(unplayable(format!(
            "Mahan's procedure does not command “{}” by this book: choose a commander who thinks ahead.",
            side.title()
        ))),
        Some(side) => {
            Err(unplayable(format!("Nobody but a player can command “{}” by this book.", side.title())))
        }
        None => Ok(sides),
    }
}

/// Returns whether commanders who think ahead can command the sides of this book.
fn plans<B: BookAdapter>(book: &B) -> bool {
    B::COMMANDED_BY_THINKING && book.foresight().is_some()
}

/// The description of a book, with the sides that the app can command.
fn view<B: BookAdapter + BookSetUp>(book: &B) -> BookView {
    let procedure = |side: &SideId| book.commander(side, 0).is_some();
    let by_procedure = sides().iter().any(procedure);
    let by_thinking = plans(book);
    let commanded = sides().into_iter().filter(|side| procedure(side) || by_thinking);
    let commanders_for = commanded.map(|side| side.to_string()).collect();
    book_view(book, Commanders { commanders_for, by_procedure, by_thinking })
}
