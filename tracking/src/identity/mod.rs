//! Basis of data association: motion prior, assignment, and the tree of hypotheses of which ship stands
//! where.

pub mod assignment;
pub mod bow_belief;
pub mod hypotheses;
pub mod motion_prior;
pub mod question;
