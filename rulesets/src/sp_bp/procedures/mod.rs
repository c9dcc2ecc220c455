//! What the sheet names without saying how it is done (SPB-AMB-4), work of the crew, and tests of crew quality.

pub(super) mod house;
pub(super) mod tasks;
