//! What may be asked of a table session: read from its snapshot, worked out by whoever asks, and handed to its owner.

pub(crate) mod calibrate_table;
pub(crate) mod cards;
pub(crate) mod check_stick;
pub(crate) mod correct;
pub(crate) mod demo_hand;
pub(crate) mod measure;
pub(crate) mod muster;
pub(crate) mod pictures;
pub(crate) mod shore;
