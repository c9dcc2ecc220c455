//! Forms: the questions of a book, those that are offered, and the conversion of a filled-in form into a decision.

pub(crate) mod book_adapter;
pub(crate) mod book_form;
pub(crate) mod book_forms;
pub(crate) mod builder;
pub(crate) mod common_rulings;
pub(crate) mod context;
pub(crate) mod decision;
pub(crate) mod filled;
pub(crate) mod hex_place;
pub(crate) mod offers;
