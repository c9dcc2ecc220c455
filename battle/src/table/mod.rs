//! The table as the camera sees it, and the events that follow from places of models.

pub(crate) mod observed;
pub(crate) mod official;
pub(crate) mod picture;
pub(crate) mod placing;
pub(crate) mod shift;
pub(crate) mod stops;
pub(crate) mod throw;
