//! Stage: whether the camera or the table has moved since the calibration, and the corrected pose.

pub(crate) mod card_observation;
pub(crate) mod card_search;
pub(crate) mod check;
pub(crate) mod pose_refinement;
pub(crate) mod report;
pub(crate) mod watch;
