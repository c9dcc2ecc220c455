//! A battle in play: commands are checked at the gate, decided by the book, appended to the journal and folded.

pub(crate) mod app_commander;
pub(crate) mod battle;
pub(crate) mod command;
pub(crate) mod corrections;
pub(crate) mod decide;
pub(crate) mod dice_by_eye;
pub(crate) mod doubts;
pub(crate) mod form_prompts;
pub(crate) mod gate;
pub(crate) mod moves;
pub(crate) mod notes;
pub(crate) mod opening;
pub(crate) mod redraw;
pub(crate) mod ruling_table;
pub(crate) mod shifts;
pub(crate) mod take_back;
