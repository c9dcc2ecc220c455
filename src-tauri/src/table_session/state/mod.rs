//! The state of the table: held by its owner, with a snapshot that everybody can read.

pub(crate) mod hand_words;
pub(crate) mod snapshot;
pub(crate) mod table_state;
pub(crate) mod tray;
