//! Messages to the owner of a table session.

use crate::host::crash_report::caught;
use crate::ipc::messages::Trouble;
use crate::table_session::epoch::changed_meanwhile;
use crate::table_session::session::owner::Owner;
use crossbeam_channel::{Receiver, Sender, bounded, select};
use std::convert::Infallible;

/// The most messages that can wait; a sender of one more blocks.
const WAITING: usize = 64;

/// Work for the owner, which alone may change the table's state.
pub type Message = Box<dyn FnOnce(&mut Owner) + Send>;

/// Sends messages to the owner; they are handled in order.
#[derive(Clone)]
pub struct Mailbox {
    messages: Sender<Message>,
    /// Carries no messages: it closes when the owner ends.
    pub owner_gone: Receiver<Infallible>,
}

impl Mailbox {
    /// Makes a mailbox, the receiver of its messages, and the sender whose drop closes `owner_gone`.
    pub fn new() -> (Self, Receiver<Message>, Sender<Infallible>) {
        let (sender, messages) = bounded(WAITING);
        let (owner_lives, owner_gone) = bounded(0);
        (Self { messages: sender, owner_gone }, messages, owner_lives)
    }

    /// Runs `work` on the owner's thread and waits for its result, at most as long as one frame takes. The new snapshot
    /// is published by then. A caller that holds the battle must not wait like this, because the owner calls the
    /// battle.
    ///
    /// # Errors
    /// When `work` fails or panics, or the session is over.
    pub fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Owner) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let (reply, answer) = bounded(1);
        let message = move |owner: &mut Owner| {
            let done = caught(|| work(owner));
            owner.table.publish();
            // The caller waits for it.
            drop(reply.send(done));
        };
        self.messages.send(Box::new(message)).map_err(|_| changed_meanwhile())?;
        let done = select! {
            recv(answer) -> done => done.ok(),
            // The owner ended: the message was never handled, or it was answered just before.
            recv(self.owner_gone) -> _ => answer.try_recv().ok(),
        };
        done.unwrap_or_else(|| Ok(Err(changed_meanwhile()))).unwrap_or_else(|fault| Err(fault.answer()))
    }

    /// Runs `work` on the owner's thread without waiting.
    ///
    /// # Errors
    /// When the session is over.
    pub fn tell(&self, work: impl FnOnce(&mut Owner) + Send + 'static) -> Result<(), Trouble> {
        self.messages.send(Box::new(work)).map_err(|_| changed_meanwhile())
    }

    /// Wakes the owner if it sleeps.
    pub fn wake(&self) {
        // If the mailbox is full, the owner wakes anyway.
        drop(self.messages.try_send(Box::new(|_| {})));
    }
}
