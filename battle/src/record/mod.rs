//! The record of a battle: domain events, how the journal keeps them, and the state folded from them.

pub(crate) mod campaign;
pub(crate) mod corrections;
pub(crate) mod events;
pub(crate) mod frame;
pub(crate) mod salvage;
pub(crate) mod situation;
pub(crate) mod table_news;
pub(crate) mod timeline;
pub(crate) mod verify;
