//! The part of a session that its requests share without the server's lock.

use crate::limits::TokenBucket;
use crate::wire::{Answer, CallMessage, PhoneId};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Semaphore, mpsc, oneshot};

/// Calls of a phone, each second and at once. Panning a chart asks for some twenty a second.
const CALLS_PER_S: f64 = 40.0;
const CALLS_BURST: f64 = 120.0;
/// Pictures of a phone's camera, each second and at once.
const PICTURES_PER_S: f64 = 40.0;
const PICTURES_BURST: f64 = 40.0;
/// Commands that wait behind the one that is carried out.
const MAX_WAITING_COMMANDS: usize = 16;
/// Other calls of a phone that are answered at the same time, and those that may wait besides.
const MAX_READS: usize = 3;
const MAX_WAITING_READS: usize = 24;
/// Open connections for pushes: one for each tab.
const MAX_FEEDS: usize = 6;

/// A command, and where its answer goes.
pub struct Job {
    /// The command.
    pub message: CallMessage,
    /// Its answer.
    pub answer: oneshot::Sender<Answer>,
}

/// A phone's session. Several tabs of one phone share it.
pub struct Session {
    /// The phone.
    pub phone: PhoneId,
    /// Commands go through one queue, so they are carried out and answered in their order.
    pub commands: mpsc::Sender<Job>,
    /// Other calls that are answered now.
    pub reads: Semaphore,
    /// Other calls that are answered now or wait.
    pub waiting_reads: Semaphore,
    /// Pictures that are handed over now.
    pub pictures: Semaphore,
    /// Open connections for pushes.
    pub feeds: Semaphore,
    call_rate: Mutex<TokenBucket>,
    picture_rate: Mutex<TokenBucket>,
}

impl Session {
    /// A session, and the queue of its commands.
    pub fn new(phone: PhoneId, now: Instant) -> (Self, mpsc::Receiver<Job>) {
        let (commands, jobs) = mpsc::channel(MAX_WAITING_COMMANDS);
        let session = Self {
            phone,
            commands,
            reads: Semaphore::new(MAX_READS),
            waiting_reads: Semaphore::new(MAX_READS + MAX_WAITING_READS),
            pictures: Semaphore::new(2),
            feeds: Semaphore::new(MAX_FEEDS),
            call_rate: Mutex::new(TokenBucket::new(CALLS_PER_S, CALLS_BURST, now)),
            picture_rate: Mutex::new(TokenBucket::new(PICTURES_PER_S, PICTURES_BURST, now)),
        };
        (session, jobs)
    }

    /// Counts a call; false if it is one too many.
    pub fn may_call(&self, now: Instant) -> bool {
        self.call_rate.lock().unwrap_or_else(PoisonError::into_inner).take(now)
    }

    /// Counts a picture; false if it is one too many.
    pub fn may_send_picture(&self, now: Instant) -> bool {
        self.picture_rate.lock().unwrap_or_else(PoisonError::into_inner).take(now)
    }
}
