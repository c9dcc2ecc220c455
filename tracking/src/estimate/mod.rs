//! Stage: estimation of the observations of one picture, and of the state after it.

pub mod estimation;
pub mod observation;
pub mod questions;
