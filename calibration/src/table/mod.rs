//! Stage: the table's pose, from printed cards or tape points to TABLE.json, and the accuracy to expect.

pub(crate) mod accuracy;
pub(crate) mod area;
pub(crate) mod calibrate;
pub(crate) mod cards_at_rest;
pub(crate) mod check_stick;
pub(crate) mod corner_cards;
pub(crate) mod file;
pub(crate) mod fit;
pub(crate) mod frame_change;
pub(crate) mod free_cards;
pub(crate) mod grade;
pub(crate) mod input;
pub(crate) mod placement;
pub(crate) mod report;
pub(crate) mod tape_points;
