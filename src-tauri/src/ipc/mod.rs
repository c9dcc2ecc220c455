//! Messages between the shell and the page: plain data, from which the TypeScript types are generated.

pub mod dice;
pub mod lens;
pub mod messages;
pub(crate) mod seat;
pub mod shore;
pub mod stage;
pub mod table;
pub(crate) mod trouble;
