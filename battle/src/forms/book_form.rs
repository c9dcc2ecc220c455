//! A form of a book, with the function that reads it as a decision.

use crate::forms::context::FormError;
use crate::forms::filled::FilledForm;
use crate::view::{AskView, FieldValues, FormView, SettledView};
use std::fmt;

/// Reads a filled-in form as a decision.
type Reader<'a, D> = Box<dyn Fn(&FilledForm<'_>) -> Result<D, FormError> + 'a>;

/// A form of a book, with the function that reads it as a decision.
pub struct BookForm<'a, D> {
    /// The visible part.
    pub(crate) view: FormView,
    reader: Reader<'a, D>,
}

impl<D> fmt::Debug for BookForm<'_, D> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("BookForm").field("view", &self.view).finish_non_exhaustive()
    }
}

impl<D> BookForm<'_, D> {
    /// Reads the form as a decision; fields without a value keep their default.
    ///
    /// # Errors
    /// When a value does not fit its field, or the values make no decision.
    pub(crate) fn decision(&self, values: &FieldValues, settled: &[SettledView]) -> Result<D, FormError> {
        (self.reader)(&FilledForm::of(&self.view, values, settled)?)
    }
}

impl FormView {
    /// Makes the form read as this decision.
    pub(crate) fn decides<'a, D>(self, decision: impl Fn(&FilledForm<'_>) -> D + 'a) -> BookForm<'a, D> {
        self.reads(move |filled| Ok(decision(filled)))
    }

    /// Makes the form read as this decision, which may fail.
    pub(crate) fn reads<'a, D>(
        self,
        reader: impl Fn(&FilledForm<'_>) -> Result<D, FormError> + 'a,
    ) -> BookForm<'a, D> {
        BookForm { view: self, reader: Box::new(reader) }
    }

    /// Makes the form a ruling, which also asks for a reason; `decision` makes a decision of the order and the reason.
    pub(crate) fn rules<'a, O, D>(
        self,
        decision: impl Fn(O, String) -> D + 'a,
        order: impl Fn(&FilledForm<'_>) -> Result<O, FormError> + 'a,
    ) -> BookForm<'a, D> {
        let form = if self.is_hidden() { self } else { self.with_reason() };
        form.reads(move |filled| Ok(decision(order(filled)?, filled.reason()?)))
    }
}

/// A question of a book: a form, or something for which screens have controls of their own.
#[derive(Debug)]
pub enum BookAsk<'a, D> {
    /// A form.
    Form(BookForm<'a, D>),
    /// Dice, fire, ticks, the end of a step.
    Other(AskView),
}

impl<'a, D> From<BookForm<'a, D>> for BookAsk<'a, D> {
    fn from(form: BookForm<'a, D>) -> Self {
        Self::Form(form)
    }
}

impl<D> From<AskView> for BookAsk<'_, D> {
    fn from(ask: AskView) -> Self {
        Self::Other(ask)
    }
}
