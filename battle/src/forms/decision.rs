//! Which forms are put to a viewer, and how a form that was filled in becomes a decision: checked here for
//! all books.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::forms::offers::{forward_first, offered};
use crate::seats::players::{owner_of_form, seat_word};
use crate::view::audience::may_decide;
use crate::view::{AskView, DecisionView, FormView};
use rulesets::core::{Faces, in_words};

/// All forms that may be filled in now by anybody, as far as the viewer may know of them.
pub(crate) fn fillable<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<FormView> {
    let asks = book.asks(context).into_iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    asks.chain(book.optional_forms(context)).chain(book.rulings(context)).collect()
}

/// The optional forms of the viewer.
pub(crate) fn optional_forms<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<FormView> {
    let forms = decided_by_viewer(context, book.optional_forms(context)).into_iter();
    forms.filter_map(|form| offered(book, context, form)).collect()
}

/// The rulings that the viewer may make: where an umpire sits at the table, only the umpire.
pub(crate) fn rulings<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<FormView> {
    decided_by_viewer(context, book.rulings(context))
}

/// What is asked and can succeed, the usual way on first. Forms of other sides are left out; where an umpire
/// sits there, a form of the umpire is waited for.
pub(crate) fn asks<B: BookAdapter>(book: &B, context: &FormContext<'_, B::State>) -> Vec<AskView> {
    let lines = B::ships(context.state);
    let asks = book.asks(context).into_iter();
    let asks = asks.filter_map(|ask| match ask {
        AskView::Form(form) if may_decide(context.viewer, context.umpire, &form.who) => {
            let owner = owner_of_form(context.players, &form.key, &lines);
            let form = FormView { seat: owner.map(seat_word), ..form };
            offered(book, context, form).map(AskView::Form)
        }
        AskView::Form(form) if form.who == "umpire" && context.umpire && form.must && !form.secret => {
            Some(AskView::Wait { sentence: form.sentence, who: form.who })
        }
        AskView::Form(_) => None,
        other => Some(other),
    });
    forward_first(asks.collect())
}

/// The forms that the viewer may fill in.
pub(crate) fn decided_by_viewer<S>(context: &FormContext<'_, S>, forms: Vec<FormView>) -> Vec<FormView> {
    forms.into_iter().filter(|form| may_decide(context.viewer, context.umpire, &form.who)).collect()
}

/// The decision of the book that a window asks for.
///
/// # Errors
/// Where it says nothing that can be decided.
pub(crate) fn decision<B: BookAdapter>(
    book: &B,
    context: &FormContext<'_, B::State>,
    asked: &DecisionView,
) -> Result<B::Decision, FormError> {
    match asked {
        DecisionView::Answer { form: key, values, settled, frame: _ } => {
            let forms = decided_by_viewer(context, fillable(book, context));
            let mut form = forms.into_iter().find(|form| form.key == *key).ok_or_else(|| {
                FormError::because("This is not asked (any more): look again, and answer what is asked now.")
            })?;
            // Fields that are not named stay as they were shown; rulings are shown as the book has them.
            let is_ruling = book.rulings(context).iter().any(|ruling| ruling.key == *key);
            if let Some(shown) = offered(book, context, form.clone()).filter(|_| !is_ruling) {
                form.prefill_from(&shown);
            }
            if form.is_hidden() {
                let who = if form.who == "umpire" { "the umpire".to_owned() } else { in_words(&form.who) };
                let text = format!("Only {who} may fill this in: take that seat first.");
                return Err(FormError::because(text));
            }
            book.decision_from_form(context, &FilledForm::of(&form, values, settled)?)
        }
        DecisionView::Roll { typed } => {
            let faces = typed.clone().map_or(Faces::App, Faces::Typed);
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
