//! Stage: data association. Likelihoods of appearance and motion expand the hypothesis tree of which ship
//! each hull is.

pub mod appearance;
pub mod association;
pub mod elapsed_moves;
pub mod transitions;
