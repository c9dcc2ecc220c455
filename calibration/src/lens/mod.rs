//! Stage: the lens, from views of a board to LENS.json.

pub(crate) mod board_poses;
pub(crate) mod calibrate;
pub(crate) mod file;
pub(crate) mod fit;
pub(crate) mod generic;
pub(crate) mod information;
pub(crate) mod wizard;
