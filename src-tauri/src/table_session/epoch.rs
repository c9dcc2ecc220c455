//! What a result was made for.

use crate::ipc::messages::Trouble;

/// Which table a result was made for: the session of a source, and how often its calibration or fleet was replaced since
/// it was opened. A result of an older epoch is dropped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch {
    session: u64,
    change: u64,
}

impl Epoch {
    /// The first epoch of a session; sessions are numbered from 1 in the order in which they are opened.
    pub fn first_of(session: u64) -> Self {
        Self { session, change: 0 }
    }

    /// The epoch after this one, of the same session.
    pub fn next(self) -> Self {
        Self { change: self.change + 1, ..self }
    }

    /// The number of its session.
    pub fn session(self) -> u64 {
        self.session
    }
}

/// What is said where a result came too late.
pub fn changed_meanwhile() -> Trouble {
    Trouble::new(
        "The source, the table or its fleet was changed meanwhile, and this was not done: look at the table, and do it again.",
    )
}
