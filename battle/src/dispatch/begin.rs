//! What can be played, and a battle begun as it was chosen, by any book.

use crate::dispatch::any_session::Session;
use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::registry::{BOOKS, embedded, no_such_book, with_book};
use crate::seats::players::players_chosen;
use crate::session::battle::Battle;
use crate::setup::book_set_up::{BookSetUp, book_view};
use crate::setup::context::{SetupContext, sides, unplayable};
use crate::setup::set_up::SetUp;
use crate::view::{BattleChoice, BookView, ScenarioView};
use journal::Journal;
use rulesets::core::SideId;
use std::collections::BTreeSet;

/// Every book that battles are played by.
///
/// # Errors
/// Where a book's own data can't be read.
pub fn books() -> Result<Vec<BookView>, BattleError> {
    BOOKS
        .into_iter()
        .map(|id| with_book!(id, B => Ok(view(&embedded::<B>()?)), else Err(no_such_book(id))))
        .collect()
}

/// The battles that a book can be played with.
///
/// # Errors
/// Where there is no such book, or one of its battles can't be read.
pub fn scenarios(book_id: &str, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
    with_book!(book_id, B => embedded::<B>()?.scenario_views(context), else Err(no_such_book(book_id)))
}

/// Begins a battle as it was chosen.
///
/// # Errors
/// Every reason why it can't be played like that, or could not be kept.
pub fn begin(
    journal: Journal,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
    now: &str,
) -> Result<Box<dyn Session>, BattleError> {
    with_book!(choice.book.as_str(), B => {
        let book = embedded::<B>()?;
        let commanded = commanded(&book, choice)?;
        let set_up = SetUp { umpire: choice.umpire, commanded, players: players_chosen(&choice.players), ..book.set_up(choice, context)? };
        Ok(Box::new(Battle::<B>::begin_by(book, journal, &set_up, now)?) as Box<dyn Session>)
    }, else Err(no_such_book(&choice.book)))
}

/// The sides that the app is to command, where the book has a commander.
fn commanded<B: BookAdapter>(book: &B, choice: &BattleChoice) -> Result<BTreeSet<SideId>, BattleError> {
    let sides: BTreeSet<SideId> = choice.commanded.iter().cloned().map(SideId).collect();
    match sides.iter().find(|side| book.commander(side, 0).is_none()) {
        Some(side) => {
            Err(unplayable(format!("Nobody but a player can command “{}” by this book.", side.title())))
        }
        None => Ok(sides),
    }
}

/// What can be said of a book, with the sides that the app can command by it.
fn view<B: BookAdapter + BookSetUp>(book: &B) -> BookView {
    let commanded = sides().into_iter().filter(|side| book.commander(side, 0).is_some());
    book_view(book, commanded.map(|side| side.0).collect())
}
