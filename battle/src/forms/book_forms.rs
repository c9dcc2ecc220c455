//! The questions of a rule book, and how it reads the answers.

use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::builder::roll_ask;
use crate::forms::context::{FormContext, FormError};
use crate::view::audience::who_word;
use crate::view::{DecisionView, FormView};
use rulesets::core::{Actor, Faces, PlayedBook, RollRequest, Settlement, WordedQuestion, in_words};

/// The questions of a book, and how it reads the answers. Everything has a default: a book gives the forms of its
/// questions by [`BookForms::form`], or all questions by [`BookForms::asks`].
pub trait BookForms: PlayedBook {
    /// The form of a question that has no fields: its key, the words on its button, and the decision that it makes with
    /// the players' settlements. Its subject is the first ship that the decision concerns. `None` if it has no form.
    fn form(
        ask: &Self::Ask,
        settled: Vec<Settlement>,
    ) -> Option<(&'static str, &'static str, Self::Decision)> {
        let _ = (ask, settled);
        None
    }

    /// The questions that are open now.
    fn asks<'a>(&'a self, context: &FormContext<'a, Self::State>) -> Vec<BookAsk<'a, Self::Decision>> {
        let state = context.state;
        let actors = Self::throw(state, Faces::App).map(|throw| Self::decided_by(state, &throw));
        let by = actors.and_then(|actors| actors.into_iter().next()).unwrap_or(Actor::Umpire);
        let dice = Self::dice_due(state).into_iter().map(|roll| (in_words(&who_word(&by)), roll));
        asks_in_order(self, state, &dice.collect::<Vec<_>>(), |question| {
            let (key, submit, decision) = Self::form(&question.ask, Vec::new())?;
            let ship = Self::ships_concerned(&decision).first().map(|ship| format!("{key}:{ship}"));
            let form = FormView::of(question, ship.unwrap_or_else(|| key.to_owned()), submit);
            let ask = question.ask.clone();
            Some(form.reads(move |filled| {
                let made = Self::form(&ask, filled.settled());
                made.map(|(_, _, decision)| decision).ok_or_else(FormError::not_offered)
            }))
        })
    }

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
        if Self::dice_due(context.state).is_empty() { None } else { Self::throw(context.state, faces) }
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
    put: impl FnMut(&WordedQuestion<B::Ask>) -> A,
) -> Vec<BookAsk<'a, B::Decision>> {
    let dice = roll_ask::<B>(dice).map(BookAsk::Other);
    dice.into_iter().chain(book.worded_questions(state).iter().flat_map(put).map(Into::into)).collect()
}
