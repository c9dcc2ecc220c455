//! The adapters of the rule books: their questions, forms, forecasts and set-ups for screens.

pub(crate) mod gunboat;
mod hex_duel;
mod mahan;
mod noddy;
mod sp_bp;
