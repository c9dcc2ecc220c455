//! Converts every typed error into one sentence for the players.

use crate::ipc::messages::Trouble;
use std::fmt::{self, Display, Formatter};

impl Trouble {
    /// Makes an error from its sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), details: None }
    }

    /// Adds what the system said, word for word: it is shown only when a player asks for it.
    #[must_use]
    pub fn with_details(mut self, said: &impl Display) -> Self {
        self.details = Some(said.to_string());
        self
    }
}

/// On the command line, the details follow the sentence.
impl Display for Trouble {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match &self.details {
            Some(details) => write!(out, "{} (Details: {details})", self.sentence),
            None => out.write_str(&self.sentence),
        }
    }
}

impl<E: std::error::Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}
