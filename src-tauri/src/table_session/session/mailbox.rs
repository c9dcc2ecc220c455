//! Messages for the owner of a table session.

use crate::host::crash_report::caught;
use crate::ipc::messages::Trouble;
use crate::table_session::epoch::changed_meanwhile;
use crate::table_session::session::owner::Owner;
use crossbeam_channel::{Receiver, Sender, bounded, select};
use std::convert::Infallible;

/// So many messages wait at most; whoever sends one more waits too.
const WAITING: usize = 64;

/// Something to do with what the owner alone may touch.
pub type Message = Box<dyn FnOnce(&mut Owner) + Send>;

/// Takes messages for the owner, in the order in which they come.
#[derive(Clone)]
pub struct Mailbox {
    messages: Sender<Message>,
    /// Nothing is ever sent through it: it closes when the owner is gone.
    pub owner_gone: Receiver<Infallible>,
}

impl Mailbox {
    /// A mailbox, and what its owner needs: the messages, and what closes `owner_gone` when it is dropped.
    pub fn new() -> (Self, Receiver<Message>, Sender<Infallible>) {
        let (sender, messages) = bounded(WAITING);
        let (owner_lives, owner_gone) = bounded(0);
        (Self { messages: sender, owner_gone }, messages, owner_lives)
    }

    /// Has the owner do something and waits for its answer: at most for the frame that is being looked at. What was done can
    /// be read by then. Nobody who holds the battle may wait so: the owner tells it things.
    ///
    /// # Errors
    /// The work's own; the session is over; or the work broke off by a fault of the program.
    pub fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Owner) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let (reply, answer) = bounded(1);
        let message = move |owner: &mut Owner| {
            let done = caught(|| work(owner));
            owner.table.publish();
            // Whoever asked waits for it.
            drop(reply.send(done));
        };
        self.messages.send(Box::new(message)).map_err(|_| changed_meanwhile())?;
        let done = select! {
            recv(answer) -> done => done.ok(),
            // A message that it did not take any more; or it answered just before it went.
            recv(self.owner_gone) -> _ => answer.try_recv().ok(),
        };
        done.unwrap_or_else(|| Ok(Err(changed_meanwhile()))).unwrap_or_else(|fault| Err(fault.answer()))
    }

    /// Has the owner do something, and does not wait for it.
    ///
    /// # Errors
    /// The session is over.
    pub fn tell(&self, work: impl FnOnce(&mut Owner) + Send + 'static) -> Result<(), Trouble> {
        self.messages.send(Box::new(work)).map_err(|_| changed_meanwhile())
    }

    /// Wakes the owner, if it sleeps.
    pub fn wake(&self) {
        // A full mailbox wakes it too.
        drop(self.messages.try_send(Box::new(|_| {})));
    }
}
