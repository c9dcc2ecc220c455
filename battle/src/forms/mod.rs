//! Forms: what a book asks, what is offered, and how a form that was filled in becomes a decision.

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
