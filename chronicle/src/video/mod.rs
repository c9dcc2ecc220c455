//! The animated map: its frames, and the WebP file they are written to.

pub(crate) mod animation;
pub(crate) mod webp;
