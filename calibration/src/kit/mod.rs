//! The pages to print: cards, lens board, check stick, tags.

pub(crate) mod pages;
pub(crate) mod stick_page;
