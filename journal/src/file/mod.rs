//! The campaign file as a file: creating, opening, checking, migrating, and rescuing one that lost its name.

pub(crate) mod connect;
pub(crate) mod copies;
pub(crate) mod create;
pub(crate) mod location;
pub(crate) mod migrate;
pub(crate) mod open;
pub(crate) mod open_in_process;
pub(crate) mod rescue;
pub(crate) mod schema_check;
pub(crate) mod wal_ownership;
