//! The record of a battle: domain events, their form in the journal, and the state folded from them.

pub(crate) mod campaign_affair;
pub(crate) mod codec;
pub(crate) mod corrections;
pub(crate) mod decision_events;
pub(crate) mod dice;
pub(crate) mod events;
pub(crate) mod frame;
pub(crate) mod moved;
pub(crate) mod place;
pub(crate) mod returning;
pub(crate) mod salvage;
pub(crate) mod situation;
pub(crate) mod stored;
pub(crate) mod table_news;
pub(crate) mod thought;
pub(crate) mod timeline;
pub(crate) mod verify;
