//! Ships on the table: the camera's observation, the outline, and the uncertainty of each point.

pub(crate) mod camera_error;
pub(crate) mod observation;
pub(crate) mod standing;
