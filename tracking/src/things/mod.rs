//! Stage: things on the table that are no ships: learnt once they have rested, and forgotten when they go.

pub mod learning;
pub mod scene;
pub mod thing;
