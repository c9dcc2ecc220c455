//! Stage: which ship each aligned hull is: likelihoods of appearance and motion, given to the hypothesis tree.

pub mod appearance;
pub mod association;
pub mod elapsed_moves;
pub mod transitions;
