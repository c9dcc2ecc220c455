//! Selects the forms for a viewer, and converts a filled-in form into a decision, with checks that all books share.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::context::{FormContext, FormError};
use crate::forms::offers::{forward_first, offered};
use crate::seats::players::{owner_of_form, seat_word};
use crate::view::audience::may_decide;
use crate::view::{AskView, DecisionView, FormView};
use rulesets::core::{Faces, in_words};

/// All forms that anybody may fill in now, as far as the viewer may know.
fn book_forms<'a, B: BookAdapter>(
    book: &'a B,
    context: &FormContext<'a, B::State>,
) -> Vec<BookForm<'a, B::Decision>> {
    let asked = book.asks(context).into_iter().filter_map(|ask| match ask {
        BookAsk::Form(form) => Some(form),
        BookAsk::Other(_) => None,
    });
    asked.chain(book.optional_forms(context)).chain(book.rulings(context)).collect()
}

/// The visible part of these forms.
pub(crate) fn fillable<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<FormView> {
    book_forms(book, context).into_iter().map(|form| form.view).collect()
}

/// The optional forms of the viewer.
pub(crate) fn optional_forms<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<FormView> {
    let forms = book.optional_forms(context).into_iter();
    let own = forms.filter(|form| is_for_viewer(context, &form.view));
    own.filter_map(|form| offered(book, context, &form)).collect()
}

/// The rulings that the viewer may make; if an umpire sits at the table, only the umpire may.
pub(crate) fn rulings<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<FormView> {
    let forms = book.rulings(context).into_iter().map(|form| form.view);
    forms.filter(|form| is_for_viewer(context, form)).collect()
}

/// The questions that can succeed, the usual next command first. Forms of other sides are left out; a form of the
/// umpire is shown as waiting.
pub(crate) fn asks<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<AskView> {
    let lines = B::ships(context.state);
    let asks = book.asks(context).into_iter();
    let asks = asks.filter_map(|ask| match ask {
        BookAsk::Form(mut form) if is_for_viewer(context, &form.view) => {
            form.view.seat = owner_of_form(context.players, &form.view.key, &lines).map(seat_word);
            offered(book, context, &form).map(AskView::Form)
        }
        BookAsk::Form(BookForm { view, .. }) => {
            let waits = view.who == "umpire" && context.umpire && view.must && !view.secret;
            waits.then_some(AskView::Wait { sentence: view.sentence, who: view.who })
        }
        BookAsk::Other(other) => Some(other),
    });
    forward_first(asks.collect())
}

/// Returns whether the viewer may fill in this form.
fn is_for_viewer<S>(context: &FormContext<'_, S>, form: &FormView) -> bool {
    may_decide(context.viewer, context.umpire, &form.who)
}

/// Reads a window's request as a decision of the book.
///
/// # Errors
/// When it makes no decision.
pub(crate) fn decision<B: BookAdapter>(
    book: &B,
    context: &FormContext<'_, B::State>,
    asked: &DecisionView,
) -> Result<B::Decision, FormError> {
    match asked {
        DecisionView::Answer { form: key, values, settled, frame: _ } => {
            let is_asked = |form: &BookForm<'_, _>| form.view.key == *key;
            let forms = book_forms(book, context).into_iter();
            let mut own = forms.filter(|form| is_for_viewer(context, &form.view));
            let mut form = own.find(is_asked).ok_or_else(|| {
                FormError::because("This is not asked (any more): look again, and answer what is asked now.")
            })?;
            // Fields without a value keep the shown default; rulings are always shown with the book's defaults.
            let is_ruling = book.rulings(context).iter().any(is_asked);
            if let Some(shown) = offered(book, context, &form).filter(|_| !is_ruling) {
                form.view.prefill_from(&shown);
            }
            if form.view.is_hidden() {
                let who = match form.view.who.as_str() {
                    "umpire" => "the umpire".to_owned(),
                    side => in_words(side),
                };
                let text = format!("Only {who} may fill this in: take that seat first.");
                return Err(FormError::because(text));
            }
            form.decision(values, settled)
        }
        DecisionView::Roll { typed, read } => {
            let faces = match (typed, read) {
                (None, None) => Faces::App,
                (Some(typed), None) => Faces::Typed(typed.clone()),
                (None, Some(read)) => Faces::Camera(read.faces.iter().map(|die| die.face).collect()),
                (Some(_), Some(_)) => {
                    let text = "Give faces or the dice of a throw, not both: take the dice anew.";
                    return Err(FormError::because(text));
                }
            };
            book.decision_to_roll(context, faces)
                .ok_or_else(|| FormError::because("No dice are to be thrown now."))
        }
        DecisionView::NextStep => book
            .decision_to_advance()
            .ok_or_else(|| FormError::because("This book's steps end by themselves: do what is asked.")),
        DecisionView::DeclareSalvo { .. } | DecisionView::Tick { .. } | DecisionView::Choose { .. } => {
            book.in_words(context, asked)
        }
    }
}
