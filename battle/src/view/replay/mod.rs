//! What is told of whole battles.

pub(crate) mod turning;
