//! The plane of the table: points, headings, outlines, terrain, and measures with their errors.

pub(crate) mod heading;
pub(crate) mod measure;
pub(crate) mod outline;
pub(crate) mod place;
pub(crate) mod round;
pub(crate) mod terrain;
