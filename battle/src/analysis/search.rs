//! Simulates a battle's chances on several threads, with progress, until the caller stops it.

use crate::analysis::course::Course;
use opponent::books::ThinksAhead;
use opponent::chances::{ChanceNow, Luck, chance_now, luck};
use rulesets::core::SideId;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The caller is asked at least so often whether to go on.
const ASKED_EVERY: Duration = Duration::from_millis(50);
/// The dice of all analyses follow from it: the same battle has the same curve each time.
const SEED: u64 = 1862;

/// How much is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Simulations for each chance.
    pub simulations: u32,
    /// How often each throw is thrown anew.
    pub throws: u32,
    /// Threads that work at the same time.
    pub workers: usize,
}

impl Effort {
    /// The usual effort on so many threads.
    pub fn usual(workers: usize) -> Self {
        Self { simulations: 96, throws: 12, workers }
    }
}

/// What was found of one turn.
#[derive(Debug, Clone, Copy)]
enum Found {
    Chance(usize, ChanceNow),
    Luck(usize, Luck),
}

/// The chance at each turn's beginning, and the luck in each turn.
pub(super) struct Chances {
    pub chances: Vec<ChanceNow>,
    pub luck: Vec<Luck>,
}

/// Simulates the chances of a side. `goes_on` is told the share done, again and again; the work stops soon after it
/// returns false, and then there is no result.
pub(super) fn simulate<B>(
    (book, course): (&B, &Course<B>),
    side: &SideId,
    effort: Effort,
    goes_on: &mut dyn FnMut(f64) -> bool,
) -> Option<Chances>
where
    B: ThinksAhead + Sync,
    B::State: Sync,
    B::Scene: Sync,
    B::Decision: Sync,
{
    let turns = &course.turns;
    let (stop, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (found, finds) = channel();
    let work = |found: Sender<Found>| {
        let mut keep_thinking = || !stop.load(Ordering::Relaxed);
        // Chances first: they take longest, and the last work to begin should be short.
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let (of_luck, at) = (job >= turns.len(), job % turns.len().max(1));
            let goes_on = job < 2 * turns.len() && keep_thinking();
            let Some(turn) = turns.get(at).filter(|_| goes_on) else { break };
            let done = if !of_luck {
                let ask = (effort.simulations, SEED);
                let now = chance_now(book, &turn.position, side, ask, &mut keep_thinking);
                now.filter(|_| keep_thinking()).map(|now| Found::Chance(at, now))
            } else {
                let mut all = Luck::default();
                for taken in &turn.throws {
                    let one = luck(book, (taken, &turn.position.setting), side, (effort.throws, SEED));
                    all.moved += one.moved;
                    all.standard_error = all.standard_error.hypot(one.standard_error);
                }
                Some(Found::Luck(at, all))
            };
            let Some(done) = done else { break };
            if found.send(done).is_err() {
                break;
            }
        }
    };
    let mut chances: Vec<Option<ChanceNow>> = vec![None; turns.len()];
    let mut lucks = vec![Luck::default(); turns.len()];
    thread::scope(|scope| {
        for _ in 0..effort.workers.max(1) {
            let (found, work) = (found.clone(), &work);
            scope.spawn(move || work(found));
        }
        drop(found);
        let mut done = 0_u32;
        loop {
            let share = f64::from(done) / (2 * turns.len().max(1)) as f64;
            if !goes_on(share) {
                stop.store(true, Ordering::Relaxed);
            }
            match finds.recv_timeout(ASKED_EVERY) {
                Ok(Found::Chance(at, now)) => {
                    chances.get_mut(at).into_iter().for_each(|chance| *chance = Some(now))
                }
                Ok(Found::Luck(at, luck)) => lucks.get_mut(at).into_iter().for_each(|all| *all = luck),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            done += 1;
        }
    });
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let chances: Option<Vec<ChanceNow>> = chances.into_iter().collect();
    Some(Chances { chances: chances?, luck: lucks })
}
