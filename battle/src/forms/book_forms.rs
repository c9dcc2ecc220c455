//! What a rule book asks of players, and how it reads their answers.

use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::builder::roll_ask;
use crate::forms::context::{FormContext, FormError};
use crate::view::DecisionView;
use rulesets::core::{Faces, PlayedBook, Question, RollRequest};

/// What a book asks and how it reads the answers. Only [`BookForms::asks`] has no default: a book that needs no
/// rulings, no dice or no steps says nothing of them.
pub trait BookForms: PlayedBook {
    /// The questions that are open now.
    fn asks<'a>(&'a self, context: &FormContext<'a, Self::State>) -> Vec<BookAsk<'a, Self::Decision>>;

    /// Forms that are optional now.
    fn optional_forms<'a>(
        &'a self,
        context: &FormContext<'a, Self::State>,
    ) -> Vec<BookForm<'a, Self::Decision>> {
        let _ = context;
        Vec::new()
    }

    /// What an umpire, or the players by agreement, may rule, type or set right.
    fn rulings<'a>(&'a self, context: &FormContext<'a, Self::State>) -> Vec<BookForm<'a, Self::Decision>> {
        let _ = context;
        Vec::new()
    }

    /// The decision that throws the dice that are asked for; none where none are.
    fn decision_to_roll(
        &self,
        context: &FormContext<'_, Self::State>,
        faces: Faces,
    ) -> Option<Self::Decision> {
        let _ = (context, faces);
        None
    }

    /// The decision that ends the step, where the book has one.
    fn decision_to_advance(&self) -> Option<Self::Decision> {
        None
    }

    /// A decision in words that only this book's screens use.
    ///
    /// # Errors
    /// Where it says nothing that can be decided.
    fn in_words(
        &self,
        context: &FormContext<'_, Self::State>,
        asked: &DecisionView,
    ) -> Result<Self::Decision, FormError> {
        let _ = (context, asked);
        Err(FormError::because("This book asks otherwise: answer what is asked now."))
    }
}

/// What is asked where each question of the book is put by itself: the dice that are due first (each with who throws, as a
/// sentence begins), then every other question as `put` says it, by forms or otherwise.
pub(crate) fn asks_in_order<'a, B: PlayedBook, A: IntoIterator<Item: Into<BookAsk<'a, B::Decision>>>>(
    book: &B,
    state: &B::State,
    dice: &[(String, &RollRequest)],
    put: impl FnMut(&Question<B::Ask>) -> A,
) -> Vec<BookAsk<'a, B::Decision>> {
    let dice = roll_ask(dice).map(BookAsk::Other);
    dice.into_iter().chain(book.questions(state).iter().flat_map(put).map(Into::into)).collect()
}
