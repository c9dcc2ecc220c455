//! Who thinks, and what was advised.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A commander of the app who thinks, or advice that is thought out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ThinkingView {
    /// "The Confederate commander thinks …"
    pub sentence: String,
    /// The side for which plans are made, by its key; absent for advice.
    pub side: Option<String>,
}

/// One thing that a side could do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AdvisedView {
    /// What, and why, in one sentence.
    pub sentence: String,
    /// The chance to win by it, percent.
    pub percent: f64,
    /// Half the width of its 95 % interval by the number of simulations, percent.
    pub plus_minus: f64,
}
