//! A signal from one thread to another.

use crossbeam_channel::{Receiver, Sender, bounded};

/// Says that something has changed. The sender never waits, and one waiting signal stands for all later ones, because
/// only the newest state counts.
#[derive(Clone)]
pub struct Signal(Sender<()>);

impl Signal {
    /// A signal and its receiver; of several copies of the receiver, only one gets each signal.
    pub fn new() -> (Self, Receiver<()>) {
        let (sender, receiver) = bounded(1);
        (Self(sender), receiver)
    }

    /// Gives the signal.
    pub fn give(&self) {
        // Full: one waits already. Without a receiver, nobody needs it.
        let _ = self.0.try_send(());
    }
}
