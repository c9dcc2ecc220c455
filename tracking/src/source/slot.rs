//! The slot between a source's thread and its readers: it holds the newest frame.

use super::{Frame, SourceState};
use geometry::FrameId;
use opencv::core::{Mat, MatTraitConst, MatTraitConstManual};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A camera counts as frozen after this time without a changed picture.
const FROZEN_AFTER: Duration = Duration::from_secs(2);

/// The number of frames over which the rate is measured.
const RATE_OVER: usize = 31;

/// The condition reported by the source's thread.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    Opening,
    Running,
    Still { number: usize, of: usize },
    Unreadable { why: String },
    Ended,
    Lost { why: String, retry_at: Instant },
}

struct Inner {
    newest: Option<Frame>,
    count: u64,
    condition: Condition,
    times: VecDeque<Instant>,
    last_change: Instant,
}

/// One frame, the newest, and the state of the source.
pub(super) struct Slot {
    inner: Mutex<Inner>,
    changed: Condvar,
    may_freeze: bool,
    requested_size: Option<(u32, u32)>,
}

impl Slot {
    /// `may_freeze`: the source is a real camera, whose pictures always differ by noise. `requested_size`: the
    /// size requested from it, pixels.
    pub(super) fn new(may_freeze: bool, requested_size: Option<(u32, u32)>) -> Self {
        let now = Instant::now();
        let inner = Inner {
            newest: None,
            count: 0,
            condition: Condition::Opening,
            times: VecDeque::new(),
            last_change: now,
        };
        Self { inner: Mutex::new(inner), changed: Condvar::new(), may_freeze, requested_size }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Every change below leaves the slot consistent, so a panic elsewhere has spoilt nothing.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the previous picture.
    pub(super) fn publish(&self, image: Mat, name: Option<String>, condition: Condition) {
        let now = Instant::now();
        let before = self.may_freeze.then(|| self.newest()).flatten();
        let same = before.is_some_and(|before| same_picture(&before.image, &image));
        let mut inner = self.lock();
        inner.count += 1;
        if !same {
            inner.last_change = now;
        }
        inner.times.push_back(now);
        if inner.times.len() > RATE_OVER {
            inner.times.pop_front();
        }
        inner.condition = condition;
        let id = FrameId(inner.count);
        inner.newest = Some(Frame { id, image: Arc::new(image), name, came: now });
        drop(inner);
        self.changed.notify_all();
    }

    /// Sets the condition where there is no new picture.
    pub(super) fn set(&self, condition: Condition) {
        let mut inner = self.lock();
        if !matches!(condition, Condition::Running) {
            inner.times.clear();
        }
        inner.condition = condition;
    }

    pub(super) fn newest(&self) -> Option<Frame> {
        self.lock().newest.clone()
    }

    pub(super) fn wait_newer(&self, after: FrameId, timeout: Duration) -> Option<Frame> {
        let older = |inner: &mut Inner| inner.newest.as_ref().is_none_or(|frame| frame.id <= after);
        let (inner, waited) = self
            .changed
            .wait_timeout_while(self.lock(), timeout, older)
            .unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() { None } else { inner.newest.clone() }
    }

    pub(super) fn state(&self) -> SourceState {
        let inner = self.lock();
        let now = Instant::now();
        match (&inner.condition, &inner.newest) {
            (Condition::Opening, _) | (Condition::Running, None) => SourceState::Opening,
            (Condition::Running, Some(frame)) => {
                let unchanged = now - inner.last_change;
                if self.may_freeze && unchanged > FROZEN_AFTER {
                    return SourceState::Frozen { for_secs: unchanged.as_secs_f64() };
                }
                let (width, height) = (frame.image.cols().unsigned_abs(), frame.image.rows().unsigned_abs());
                // A larger picture than requested is fine.
                let short_of =
                    self.requested_size.filter(|requested| width < requested.0 || height < requested.1);
                SourceState::Live { fps: rate(&inner.times), width, height, short_of }
            }
            (Condition::Still { number, of }, _) => SourceState::Still { number: *number, of: *of },
            (Condition::Unreadable { why }, _) => SourceState::Unreadable { why: why.clone() },
            (Condition::Ended, _) => SourceState::Ended,
            (Condition::Lost { why, retry_at }, _) => SourceState::Lost {
                why: why.clone(),
                retry_in_secs: retry_at.saturating_duration_since(now).as_secs_f64(),
            },
        }
    }
}

fn rate(times: &VecDeque<Instant>) -> f64 {
    match (times.front(), times.back()) {
        (Some(first), Some(last)) if last > first => {
            (times.len() - 1) as f64 / (*last - *first).as_secs_f64()
        }
        _ => 0.0,
    }
}

fn same_picture(a: &Mat, b: &Mat) -> bool {
    match (a.data_bytes(), b.data_bytes()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC3, Scalar};

    fn picture(grey: f64) -> Mat {
        Mat::new_rows_cols_with_default(8, 12, CV_8UC3, Scalar::all(grey)).unwrap()
    }

    #[test]
    fn the_newest_frame_wins_and_nothing_queues_up() {
        let slot = Slot::new(false, None);
        assert!(slot.wait_newer(FrameId(0), Duration::from_millis(1)).is_none());
        for grey in 0..50 {
            slot.publish(picture(f64::from(grey)), None, Condition::Running);
        }
        assert_eq!(slot.wait_newer(FrameId(7), Duration::ZERO).unwrap().id, FrameId(50));
        assert!(slot.wait_newer(FrameId(50), Duration::from_millis(1)).is_none());
    }

    #[test]
    fn a_camera_that_repeats_one_picture_is_frozen() {
        let (camera, folder) = (Slot::new(true, None), Slot::new(false, None));
        for slot in [&camera, &folder] {
            slot.publish(picture(9.0), None, Condition::Running);
            slot.lock().last_change -= Duration::from_secs(3);
            slot.publish(picture(9.0), None, Condition::Running);
        }
        assert!(matches!(camera.state(), SourceState::Frozen { for_secs } if for_secs > 2.9));
        assert!(matches!(folder.state(), SourceState::Live { width: 12, height: 8, .. }));
        camera.publish(picture(10.0), None, Condition::Running);
        assert!(matches!(camera.state(), SourceState::Live { .. }));
    }

    #[test]
    fn a_camera_that_gives_less_than_was_asked_for_says_so() {
        for (requested, short) in [((12, 8), false), ((10, 8), false), ((24, 16), true), ((12, 9), true)] {
            let camera = Slot::new(true, Some(requested));
            camera.publish(picture(9.0), None, Condition::Running);
            let sentence = camera.state().sentence();
            let said = format!("the camera does not give the {}x{} asked for", requested.0, requested.1);
            assert_eq!(sentence.contains(&said), short, "{sentence}");
        }
    }
}
