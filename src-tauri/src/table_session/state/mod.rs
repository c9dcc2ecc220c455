//! What is known of the table: the owner's state, and the snapshot of it that everybody reads.

pub(crate) mod hand_words;
pub(crate) mod snapshot;
pub(crate) mod table_state;
