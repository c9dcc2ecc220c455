//! Tells that the battle in play has changed, at once and without waiting for whoever is told.

use crate::battle_session::campaign_file::Playing;
use crate::battle_session::thinker::Thinker;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicU64, Ordering};

/// Receives a signal after every change; several changes may be one signal.
pub type Heard = Receiver<()>;

/// The number of the newest state of the battle in play, and a signal when it changes.
pub struct News {
    number: AtomicU64,
    changed: (Sender<()>, Heard),
}

impl News {
    /// Starts with the number of the present state.
    pub fn new(number: u64) -> Self {
        // One waiting signal is enough, because only the newest state counts.
        Self { number: AtomicU64::new(number), changed: bounded(1) }
    }

    /// See [`Playing::news`]; read without waiting for the battle.
    pub fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// The receiver of the signal; only one may wait for it.
    pub fn heard(&self) -> Heard {
        self.changed.1.clone()
    }

    fn publish(&self, number: u64) {
        if self.number.swap(number, Ordering::AcqRel) != number {
            // Full: a signal waits already.
            let _ = self.changed.0.try_send(());
        }
    }
}

/// The locked battle in play: what was changed is announced when the lock is released.
pub struct WatchedPlaying<'a> {
    playing: MutexGuard<'a, Playing>,
    news: &'a News,
    thinker: &'a Thinker,
    /// Whether it may have been changed: comparing costs more than most reads.
    written: bool,
}

impl<'a> WatchedPlaying<'a> {
    /// Watches for changes while this lock is held.
    pub fn new(playing: MutexGuard<'a, Playing>, (news, thinker): (&'a News, &'a Thinker)) -> Self {
        Self { playing, news, thinker, written: false }
    }
}

impl Deref for WatchedPlaying<'_> {
    type Target = Playing;

    fn deref(&self) -> &Playing {
        &self.playing
    }
}

impl DerefMut for WatchedPlaying<'_> {
    fn deref_mut(&mut self) -> &mut Playing {
        self.written = true;
        &mut self.playing
    }
}

impl Drop for WatchedPlaying<'_> {
    fn drop(&mut self) {
        // After a panic the battle is read again from its log first, by whoever locks it next.
        if self.written && !std::thread::panicking() {
            self.news.publish(self.playing.news());
            self.thinker.follow(&self.playing);
        }
    }
}
