//! Epochs: for which state of the table a result was made.

use crate::ipc::messages::Trouble;

/// The state of the table for which a result was made: the session of a source, and how often its calibration or fleet
/// was replaced. Results of an older epoch are dropped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch {
    session: u64,
    change: u64,
}

impl Epoch {
    /// The first epoch of a session; sessions are numbered from 1.
    pub fn first_of(session: u64) -> Self {
        Self { session, change: 0 }
    }

    /// The next epoch of the same session.
    pub fn next(self) -> Self {
        Self { change: self.change + 1, ..self }
    }

    /// The number of its session.
    pub fn session(self) -> u64 {
        self.session
    }
}

/// The error for a result that came too late.
pub fn changed_meanwhile() -> Trouble {
    Trouble::new(
        "The source, the table or its fleet was changed meanwhile, and this was not done: look at the table, and do it again.",
    )
}
