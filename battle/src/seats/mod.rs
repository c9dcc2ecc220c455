//! Who sits at the table: players with their ships, and commanders that the app plays.

pub(crate) mod commander;
pub(crate) mod players;
