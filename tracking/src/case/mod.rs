//! Cases: a wrong reading with all that is needed to read it again elsewhere.

pub mod files;
pub mod review;
pub mod statement;
