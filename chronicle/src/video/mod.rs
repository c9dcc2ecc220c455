//! The animated map: its frames, and the WebP file that holds them.

pub(crate) mod animation;
pub(crate) mod webp;
