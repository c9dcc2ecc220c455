//! Files read and written: pictures and JSON, with errors that name the file and the key.

pub(crate) mod json;
pub(crate) mod picture;
