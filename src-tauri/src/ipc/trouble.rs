//! Converts every typed error into one sentence for the players.

use crate::ipc::messages::Trouble;

impl Trouble {
    /// Makes an error from its sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into() }
    }
}

impl<E: std::error::Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}
