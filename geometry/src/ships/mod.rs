//! A ship on the table: as the camera observed it, as an outline, and how surely each of its points is known.

pub(crate) mod camera_error;
pub(crate) mod observation;
pub(crate) mod standing;
