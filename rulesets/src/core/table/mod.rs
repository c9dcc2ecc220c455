//! What a book may ask of the table, and who answers: poses, facts that were typed, a list.

pub(super) mod facts;
pub(super) mod hexes;
pub(crate) mod in_frame;
pub(super) mod placed;
pub(super) mod scripted;
pub(super) mod typed;
pub(super) mod way;
