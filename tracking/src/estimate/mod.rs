//! Stage: estimation of the observations of one picture, and of the state after it.

pub mod clear_hulls;
pub mod estimation;
pub mod new_things;
pub mod observation;
pub mod questions;
