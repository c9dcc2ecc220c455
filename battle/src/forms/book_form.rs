//! A form of a book, together with the decision that it stands for.

use crate::forms::context::FormError;
use crate::forms::filled::FilledForm;
use crate::view::{AskView, FieldValues, FormView, SettledView};
use std::fmt;

/// How a book reads a form that was filled in.
type Reader<'a, D> = Box<dyn Fn(&FilledForm<'_>) -> Result<D, FormError> + 'a>;

/// A form of a book, and the decision that it stands for once it is filled in.
pub struct BookForm<'a, D> {
    /// What is shown of it.
    pub(crate) view: FormView,
    reader: Reader<'a, D>,
}

impl<D> fmt::Debug for BookForm<'_, D> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("BookForm").field("view", &self.view).finish_non_exhaustive()
    }
}

impl<D> BookForm<'_, D> {
    /// The decision that the form stands for when it is filled in like this; fields that are not named stay as they came.
    ///
    /// # Errors
    /// Where a value does not fit its field, or where they say nothing that can be decided.
    pub(crate) fn decision(&self, values: &FieldValues, settled: &[SettledView]) -> Result<D, FormError> {
        (self.reader)(&FilledForm::of(&self.view, values, settled)?)
    }
}

impl FormView {
    /// The form, read as this decision.
    pub(crate) fn decides<'a, D>(self, decision: impl Fn(&FilledForm<'_>) -> D + 'a) -> BookForm<'a, D> {
        self.reads(move |filled| Ok(decision(filled)))
    }

    /// The form, read as this decision where it says one.
    pub(crate) fn reads<'a, D>(
        self,
        reader: impl Fn(&FilledForm<'_>) -> Result<D, FormError> + 'a,
    ) -> BookForm<'a, D> {
        BookForm { view: self, reader: Box::new(reader) }
    }

    /// The form of a ruling, which also asks for the reason; `decision` makes a decision of the order and the reason.
    pub(crate) fn rules<'a, O, D>(
        self,
        decision: impl Fn(O, String) -> D + 'a,
        order: impl Fn(&FilledForm<'_>) -> Result<O, FormError> + 'a,
    ) -> BookForm<'a, D> {
        let form = if self.is_hidden() { self } else { self.with_reason() };
        form.reads(move |filled| Ok(decision(order(filled)?, filled.reason()?)))
    }
}

/// What a book asks now: a form, or what screens have controls of their own for.
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
