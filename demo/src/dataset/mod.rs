//! Sets of pictures with the ground truth, as files.

pub(crate) mod line_ahead;
pub(crate) mod picture_set;
pub(crate) mod scenario;
