//! What can be played, and a battle begun as it was chosen, by any book.

use crate::dispatch::any_session::Session;
use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::registry::{BOOKS, with_book};
use crate::seats::players::players_chosen;
use crate::session::battle::Battle;
use crate::setup::context::{SetupContext, unplayable, unreadable};
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
    let mut views = Vec::new();
    for id in BOOKS {
        let view = with_book!(id, B => book::<B>()?.book_view(), else None);
        views.extend(view);
    }
    Ok(views)
}

/// The battles that a book can be played with.
///
/// # Errors
/// Where there is no such book, or one of its battles can't be read.
pub fn scenarios(book_id: &str, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
    with_book!(book_id, B => book::<B>()?.scenario_views(context), else {
        Err(BattleError::NoSuchBook { book: book_id.to_owned(), known: BOOKS.join(", ") })
    })
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
        let book = book::<B>()?;
        let commanded = commanded(&book, choice)?;
        let set_up = SetUp { umpire: choice.umpire, commanded, players: players_chosen(&choice.players), ..book.set_up(choice, context)? };
        Ok(Box::new(Battle::<B>::begin_by(book, journal, &set_up, now)?) as Box<dyn Session>)
    }, else {
        Err(BattleError::NoSuchBook { book: choice.book.clone(), known: BOOKS.join(", ") })
    })
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

fn book<B: BookAdapter>() -> Result<B, BattleError> {
    B::embedded().map_err(unreadable)
}
