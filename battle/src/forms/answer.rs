//! What a book asks through forms, and how a form that was filled in becomes a decision: checked here for all books.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::forms::offers::{forward_first, offered};
use crate::seats::players::{owner_of_form, seat_word};
use crate::view::audience::may_decide;
use crate::view::{AskView, DecisionView, FormView};
use rulesets::core::{Faces, in_words};

/// All that may be filled in now, by anybody, as far as whoever looks on may know of it.
pub(crate) fn fillable<B: BookAdapter>(book: &B, asking: &FormContext<'_, B::State>) -> Vec<FormView> {
    let asks = book.asks(asking).into_iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    asks.chain(book.optional_forms(asking)).chain(book.rulings(asking)).collect()
}

/// What whoever looks on may do besides.
pub(crate) fn optional_forms<B: BookAdapter>(book: &B, asking: &FormContext<'_, B::State>) -> Vec<FormView> {
    let forms = decided_by_viewer(asking, book.optional_forms(asking)).into_iter();
    forms.filter_map(|form| offered(book, asking, form)).collect()
}

/// The rulings that whoever looks on may make: where an umpire sits at the table, only the umpire sets things right.
pub(crate) fn rulings<B: BookAdapter>(book: &B, asking: &FormContext<'_, B::State>) -> Vec<FormView> {
    decided_by_viewer(asking, book.rulings(asking))
}

/// What is asked and can succeed, the way on first, without what other sides fill in by themselves; the umpire, who sits
/// there, is waited for.
pub(crate) fn asks<B: BookAdapter>(book: &B, asking: &FormContext<'_, B::State>) -> Vec<AskView> {
    let lines = B::ships(asking.state);
    let asks = book.asks(asking).into_iter();
    let asks = asks.filter_map(|ask| match ask {
        AskView::Form(form) if may_decide(asking.viewer, asking.umpire, &form.who) => {
            let owner = owner_of_form(asking.players, &form.key, &lines);
            let form = FormView { seat: owner.map(seat_word), ..form };
            offered(book, asking, form).map(AskView::Form)
        }
        AskView::Form(form) if form.who == "umpire" && asking.umpire && form.must && !form.secret => {
            Some(AskView::Wait { sentence: form.sentence, who: form.who })
        }
        AskView::Form(_) => None,
        other => Some(other),
    });
    forward_first(asks.collect())
}

/// Those that whoever looks on may fill in.
pub(crate) fn decided_by_viewer<S>(asking: &FormContext<'_, S>, forms: Vec<FormView>) -> Vec<FormView> {
    forms.into_iter().filter(|form| may_decide(asking.viewer, asking.umpire, &form.who)).collect()
}

/// What a player wishes, as the book's own decision.
///
/// # Errors
/// Where it says nothing that can be decided.
pub(crate) fn decision<B: BookAdapter>(
    book: &B,
    asking: &FormContext<'_, B::State>,
    asked: &DecisionView,
) -> Result<B::Decision, FormError> {
    match asked {
        DecisionView::Answer { form: key, values, settled, frame: _ } => {
            let forms = decided_by_viewer(asking, fillable(book, asking));
            let mut form = forms.into_iter().find(|form| form.key == *key).ok_or_else(|| {
                FormError::because("This is not asked (any more): look again, and answer what is asked now.")
            })?;
            // Fields that are not named stay as they were shown; rulings are shown as the book has them.
            let is_ruling = book.rulings(asking).iter().any(|ruling| ruling.key == *key);
            if let Some(shown) = offered(book, asking, form.clone()).filter(|_| !is_ruling) {
                form.prefill_from(&shown);
            }
            if form.is_hidden() {
                let who = if form.who == "umpire" { "the umpire".to_owned() } else { in_words(&form.who) };
                let text = format!("Only {who} may fill this in: take that seat first.");
                return Err(FormError::because(text));
            }
            book.decision_from_form(asking, &FilledForm::of(&form, values, settled)?)
        }
        DecisionView::Roll { typed } => {
            let faces = typed.clone().map_or(Faces::App, Faces::Typed);
            book.decision_to_roll(asking, faces)
                .ok_or_else(|| FormError::because("No dice are to be thrown now."))
        }
        DecisionView::NextStep => book
            .decision_to_advance()
            .ok_or_else(|| FormError::because("This book's steps end by themselves: do what is asked.")),
        DecisionView::DeclareSalvo { .. } | DecisionView::Tick { .. } | DecisionView::Choose { .. } => {
            book.in_words(asking, asked)
        }
    }
}
