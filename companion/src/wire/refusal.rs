//! Why something was refused.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A refusal or an error: one sentence that says what is wrong, why, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Refusal {
    /// The sentence.
    pub sentence: String,
}

impl Refusal {
    /// Makes a refusal from its sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into() }
    }
}
