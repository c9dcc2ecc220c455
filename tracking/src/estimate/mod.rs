//! Stage: what a picture says about the table, and what is known after it.

pub mod estimation;
pub mod observation;
pub mod questions;
