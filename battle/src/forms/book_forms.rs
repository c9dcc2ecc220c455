//! The questions of a rule book, and how it reads the answers.

use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::builder::roll_ask;
use crate::forms::context::{FormContext, FormError};
use crate::view::DecisionView;
use rulesets::core::{Faces, PlayedBook, Question, RollRequest};

/// The questions of a book, and how it reads the answers. Only [`BookForms::asks`] has no default, because some books
/// need no rulings, dice or steps.
pub trait BookForms: PlayedBook {
    /// The questions that are open now.
    fn asks<'a>(&'a self, context: &FormContext<'a, Self::State>) -> Vec<BookAsk<'a, Self::Decision>>;

    /// The optional forms that are available now.
    fn optional_forms<'a>(
        &'a self,
        context: &FormContext<'a, Self::State>,
    ) -> Vec<BookForm<'a, Self::Decision>> {
        let _ = context;
        Vec::new()
    }

    /// The rulings of an umpire, or of the players by agreement: orders, typed measures, corrections.
    fn rulings<'a>(&'a self, context: &FormContext<'a, Self::State>) -> Vec<BookForm<'a, Self::Decision>> {
        let _ = context;
        Vec::new()
    }

    /// The decision that throws the dice asked for; `None` if none are.
    fn decision_to_roll(
        &self,
        context: &FormContext<'_, Self::State>,
        faces: Faces,
    ) -> Option<Self::Decision> {
        let _ = (context, faces);
        None
    }

    /// The decision that ends the step, if the book has one.
    fn decision_to_advance(&self) -> Option<Self::Decision> {
        None
    }

    /// Reads a decision of a kind that only this book's screens send.
    ///
    /// # Errors
    /// When it makes no decision.
    fn in_words(
        &self,
        context: &FormContext<'_, Self::State>,
        asked: &DecisionView,
    ) -> Result<Self::Decision, FormError> {
        let _ = (context, asked);
        Err(FormError::because("This book asks otherwise: answer what is asked now."))
    }
}

/// The questions of a book, in order: first the dice that are due (each with its thrower, as the start of a sentence),
/// then every other question as `put` converts it.
pub(crate) fn asks_in_order<'a, B: PlayedBook, A: IntoIterator<Item: Into<BookAsk<'a, B::Decision>>>>(
    book: &B,
    state: &B::State,
    dice: &[(String, &RollRequest)],
    put: impl FnMut(&Question<B::Ask>) -> A,
) -> Vec<BookAsk<'a, B::Decision>> {
    let dice = roll_ask(dice).map(BookAsk::Other);
    dice.into_iter().chain(book.questions(state).iter().flat_map(put).map(Into::into)).collect()
}
