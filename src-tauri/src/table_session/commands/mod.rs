//! Commands of a table session: they read its snapshot, compute on the caller's thread, and pass the result to the
//! owner.

pub(crate) mod calibrate_table;
pub(crate) mod cards;
pub(crate) mod check_stick;
pub(crate) mod correct;
pub(crate) mod demo_dice;
pub(crate) mod demo_hand;
pub(crate) mod demo_set_up;
pub(crate) mod dice;
pub(crate) mod from_above;
pub(crate) mod measure;
pub(crate) mod muster;
pub(crate) mod pictures;
pub(crate) mod shore;
pub(crate) mod wrong_reading;
