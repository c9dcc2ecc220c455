//! Movement in a round, and judging the models' places.

pub(super) mod sailing;
