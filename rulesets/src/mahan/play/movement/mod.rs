//! How ships move in a round, and models are read from the table and reviewed.

pub(super) mod sailing;
