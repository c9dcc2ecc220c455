//! Statistics of battles: careers and standings, losses by turn, luck, tracks.

pub(crate) mod campaign;
pub(crate) mod history;
pub(crate) mod luck;
pub(crate) mod tracks;
