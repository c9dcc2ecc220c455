//! Thinks for the commanders of the app, and about advice, on a thread of its own and under no lock. Whoever waits can
//! interrupt it at any moment; what nobody asks any more is interrupted by itself.

use crate::battle_session::Desk;
use crate::battle_session::campaign_file::Playing;
use crate::files::clock::now;
use crate::host::crash_report::caught;
use crate::host::threads;
use crate::ipc::messages::Trouble;
use crate::ipc::seat::Asker;
use battle::{Asked, Conclusion, Quandary};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What is thought about: battles of two campaigns can have the same numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Subject {
    campaign: u64,
    battle: i64,
    asked: Asked,
}

#[derive(Default)]
struct State {
    /// What is thought about now, and what stops it.
    now: Option<(Subject, Arc<AtomicBool>)>,
    /// What is to be decided at once, even where thinking has not begun.
    hurried: Vec<Subject>,
}

/// Who thinks: wakes the thread when there is something to think about, and stops it.
pub struct Thinker {
    wake: (Sender<()>, Receiver<()>),
    state: Mutex<State>,
}

impl Default for Thinker {
    fn default() -> Self {
        // One waiting signal is enough, because whoever wakes takes everything that waits.
        Self { wake: bounded(1), state: Mutex::default() }
    }
}

/// Everything that is asked in the battle in play.
fn subjects(playing: &Playing) -> Vec<Subject> {
    let (campaign, Some(battle)) = (playing.turned(), playing.battle()) else { return Vec::new() };
    let of = |asked| Subject { campaign, battle: battle.number(), asked };
    battle.asked().into_iter().map(of).collect()
}

impl Thinker {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows the battle in play: stops what is no longer asked, and wakes the thread for what is.
    pub(super) fn follow(&self, playing: &Playing) {
        let asked = subjects(playing);
        let mut state = self.state();
        state.hurried.retain(|subject| asked.contains(subject));
        if let Some((subject, stop)) = &state.now
            && !asked.contains(subject)
        {
            stop.store(true, Ordering::Release);
        }
        let thinks = |subject: &Subject| state.now.as_ref().is_some_and(|(now, _)| now == subject);
        if asked.iter().any(|subject| !thinks(subject)) {
            // Full: the thread wakes anyway.
            let _ = self.wake.0.try_send(());
        }
    }

    /// Begins a subject; returns what stops it.
    fn begin(&self, subject: &Subject) -> Arc<AtomicBool> {
        let mut state = self.state();
        let stop = Arc::new(AtomicBool::new(state.hurried.contains(subject)));
        state.now = Some((subject.clone(), Arc::clone(&stop)));
        stop
    }

    fn hurry(&self, asked: Vec<Subject>) {
        let mut state = self.state();
        if let Some((_, stop)) = &state.now {
            stop.store(true, Ordering::Release);
        }
        state.hurried = asked;
    }
}

impl Desk {
    /// Starts the thread that thinks; it ends with the desk.
    ///
    /// # Errors
    /// When the system can't start a thread.
    pub fn start_thinking(self: &Arc<Self>) -> Result<(), Trouble> {
        let (woken, desk) = (self.thinker.wake.1.clone(), Arc::downgrade(self));
        threads::spawn("commander", move || {
            while woken.recv().is_ok() {
                let Some(desk) = desk.upgrade() else { return };
                desk.think();
            }
        })
    }

    /// Decides with what has been thought so far, for a window that waits.
    ///
    /// # Errors
    /// When this window may not use this seat.
    pub fn decide_now(&self, (asker, viewer): (Asker, &str)) -> Result<(), Trouble> {
        self.play_as((asker, viewer), |_, _| Ok(()))?;
        let asked = subjects(&self.playing());
        self.thinker.hurry(asked);
        Ok(())
    }

    /// Thinks about everything that waits, one after the other.
    pub(super) fn think(&self) {
        while let Some((subject, quandary)) = self.next_quandary() {
            let stop = self.thinker.begin(&subject);
            let conclusion = conclude(quandary, &stop);
            self.thinker.state().now = None;
            self.take_up(&subject, conclusion);
        }
    }

    fn next_quandary(&self) -> Option<(Subject, Quandary)> {
        let mut playing = self.playing();
        let campaign = playing.turned();
        let battle = playing.battle_mut()?;
        let (number, quandary) = (battle.number(), battle.take_quandary()?);
        Some((Subject { campaign, battle: number, asked: quandary.asked().clone() }, quandary))
    }

    /// Gives a conclusion to the battle in play if it is still the one that asked, and lets its commanders act.
    fn take_up(&self, subject: &Subject, conclusion: Conclusion) {
        let mut playing = self.playing();
        let campaign = playing.turned();
        let Some(battle) = playing.battle_mut() else { return };
        if (campaign, battle.number()) != (subject.campaign, subject.battle) {
            return;
        }
        match battle.heed(conclusion, &now()) {
            // No picture: a commander's models are seen by the camera before anything is decided of them. What was asked
            // at an event that is not the last any more is asked anew.
            Ok(_) => self.let_command(battle, &mut || None),
            Err(error) => self.tell_command_trouble(Some(error.to_string())),
        }
    }
}

/// Thinks until it is done, stopped, or its time is over.
fn conclude(quandary: Quandary, stop: &AtomicBool) -> Conclusion {
    let until = Instant::now() + quandary.budget();
    let asked = quandary.asked().clone();
    let mut keep_thinking = || !stop.load(Ordering::Acquire) && Instant::now() < until;
    // A fault in thinking is no reason to keep players waiting.
    caught(|| quandary.think(&mut keep_thinking)).unwrap_or_else(|_| Conclusion::nothing(asked))
}
