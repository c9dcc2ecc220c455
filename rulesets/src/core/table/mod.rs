//! Queries to the table, and their sources of answers: poses, typed facts, a list.

pub(super) mod facts;
pub(super) mod hexes;
pub(crate) mod in_frame;
pub(super) mod limit;
pub(super) mod line_of_fire;
pub(super) mod placed;
pub(super) mod scripted;
pub(super) mod typed;
pub(super) mod way;
