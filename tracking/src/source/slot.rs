//! The slot between a source's thread and its readers: it holds the newest frame.

use super::{Frame, SourceState};
use geometry::FrameId;
use opencv::core::{Mat, MatTraitConst, MatTraitConstManual};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A camera counts as frozen after this time without any picture.
const SILENT_AFTER: Duration = Duration::from_secs(2);

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
    Away { sentence: String },
}

struct Inner {
    newest_full: Option<Frame>,
    newest_reduced: Option<Frame>,
    count: u64,
    /// How many full pictures have come, repeated ones too.
    full_arrivals: u64,
    condition: Condition,
    times: VecDeque<Instant>,
    /// When the last picture came, the same as the one before or not.
    last_arrival: Instant,
    last_change: Instant,
}

impl Inner {
    fn newest(&self) -> Option<&Frame> {
        self.newest_full.iter().chain(&self.newest_reduced).max_by_key(|frame| frame.id)
    }
}

/// The newest frame, full or reduced, the newest full one, and the state of the source.
pub(super) struct Slot {
    inner: Mutex<Inner>,
    changed: Condvar,
    repeats_for: Option<Duration>,
    requested_size: Option<(u32, u32)>,
    sender: Option<String>,
}

impl Slot {
    /// `repeats_for`: the source is a real camera, whose pictures differ by noise; one that repeats a picture for
    /// longer than this is frozen. `requested_size`: the size requested from it, pixels.
    pub(super) fn new(repeats_for: Option<Duration>, requested_size: Option<(u32, u32)>) -> Self {
        let now = Instant::now();
        let inner = Inner {
            newest_full: None,
            newest_reduced: None,
            count: 0,
            full_arrivals: 0,
            condition: Condition::Opening,
            times: VecDeque::new(),
            last_arrival: now,
            last_change: now,
        };
        let (inner, changed) = (Mutex::new(inner), Condvar::new());
        Self { inner, changed, repeats_for, requested_size, sender: None }
    }

    /// A slot whose pictures come from `sender` ("Ann's phone"), a real camera.
    pub(super) fn fed(repeats_for: Duration, sender: String) -> Self {
        Self { sender: Some(sender), ..Self::new(Some(repeats_for), None) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Every change below leaves the slot consistent, so a panic elsewhere has spoilt nothing.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the previous picture. A camera's picture that is the same to the last bit is dropped: it is the last
    /// one sent again, and no evidence that nothing moves.
    pub(super) fn publish(&self, image: Mat, name: Option<String>, condition: Condition) {
        self.replace(image, name, condition, false);
    }

    /// Replaces the previous reduced picture. Those that come before any full one are dropped, because nothing gives
    /// their scale.
    pub(super) fn publish_reduced(&self, image: Mat) {
        if self.newest_full().is_some() {
            self.replace(image, None, Condition::Running, true);
        }
    }

    fn replace(&self, image: Mat, name: Option<String>, condition: Condition, reduced: bool) {
        let now = Instant::now();
        let before = self.repeats_for.and_then(|_| {
            let inner = self.lock();
            if reduced { inner.newest_reduced.clone() } else { inner.newest_full.clone() }
        });
        let same = before.is_some_and(|before| same_picture(&before.image, &image));
        let mut inner = self.lock();
        inner.condition = condition;
        inner.last_arrival = now;
        inner.full_arrivals += u64::from(!reduced);
        if same {
            drop(inner);
            self.changed.notify_all();
            return;
        }
        inner.last_change = now;
        inner.count += 1;
        inner.times.push_back(now);
        if inner.times.len() > RATE_OVER {
            inner.times.pop_front();
        }
        let id = FrameId(inner.count);
        let frame = Some(Frame { id, image: Arc::new(image), reduced, name, came: now });
        if reduced {
            inner.newest_reduced = frame;
        } else {
            inner.newest_full = frame;
        }
        drop(inner);
        self.changed.notify_all();
    }

    /// Whether a camera has sent nothing but the same picture for too long, counted from `since` at the earliest.
    pub(super) fn only_repeats(&self, since: Instant) -> bool {
        let unchanged = self.lock().last_change.max(since).elapsed();
        self.repeats_for.is_some_and(|limit| unchanged > limit)
    }

    /// Sets the condition where there is no new picture.
    pub(super) fn set(&self, condition: Condition) {
        let mut inner = self.lock();
        if !matches!(condition, Condition::Running) {
            inner.times.clear();
        }
        inner.condition = condition;
    }

    /// The sender that was away is back: its first picture is awaited.
    pub(super) fn is_back(&self) {
        let mut inner = self.lock();
        if matches!(inner.condition, Condition::Away { .. }) {
            inner.condition = Condition::Opening;
        }
    }

    pub(super) fn newest(&self) -> Option<Frame> {
        self.lock().newest().cloned()
    }

    pub(super) fn newest_full(&self) -> Option<Frame> {
        self.lock().newest_full.clone()
    }

    pub(super) fn wait_newer(&self, after: FrameId, timeout: Duration) -> Option<Frame> {
        self.wait_for(timeout, |inner| inner.newest().filter(|frame| frame.id > after))
    }

    pub(super) fn wait_newer_full(&self, after: FrameId, timeout: Duration) -> Option<Frame> {
        self.wait_for(timeout, |inner| inner.newest_full.as_ref().filter(|frame| frame.id > after))
    }

    pub(super) fn full_arrivals(&self) -> u64 {
        self.lock().full_arrivals
    }

    /// Waits until more than `before` full pictures have come; the newest, which may be a repeated one.
    pub(super) fn wait_full_arrival(&self, before: u64, timeout: Duration) -> Option<Frame> {
        self.wait_for(timeout, |inner| inner.newest_full.as_ref().filter(|_| inner.full_arrivals > before))
    }

    fn wait_for(&self, timeout: Duration, wanted: impl Fn(&Inner) -> Option<&Frame>) -> Option<Frame> {
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), timeout, |inner| wanted(inner).is_none())
            .unwrap_or_else(PoisonError::into_inner);
        wanted(&waited.0).cloned()
    }

    pub(super) fn state(&self) -> SourceState {
        let inner = self.lock();
        let now = Instant::now();
        match (&inner.condition, &inner.newest_full) {
            (Condition::Opening, _) | (Condition::Running, None) => SourceState::Opening,
            (Condition::Running, Some(frame)) => {
                if let Some(limit) = self.repeats_for {
                    let (unchanged, silent) = (now - inner.last_change, now - inner.last_arrival);
                    let repeats = silent <= SILENT_AFTER;
                    if !repeats || unchanged > limit {
                        let for_secs = if repeats { unchanged } else { silent }.as_secs_f64();
                        if let Some(sender) = self.sender.clone().filter(|_| !repeats) {
                            return SourceState::Silent { for_secs, sender };
                        }
                        return SourceState::Frozen { for_secs, repeats };
                    }
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
            (Condition::Away { sentence }, _) => SourceState::Away { sentence: sentence.clone() },
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

    const LIMIT: Duration = Duration::from_secs(2);

    fn picture(grey: f64) -> Mat {
        Mat::new_rows_cols_with_default(8, 12, CV_8UC3, Scalar::all(grey)).unwrap()
    }

    #[test]
    fn the_newest_frame_wins_and_nothing_queues_up() {
        let slot = Slot::new(None, None);
        assert!(slot.wait_newer(FrameId(0), Duration::from_millis(1)).is_none());
        for grey in 0..50 {
            slot.publish(picture(f64::from(grey)), None, Condition::Running);
        }
        assert_eq!(slot.wait_newer(FrameId(7), Duration::ZERO).unwrap().id, FrameId(50));
        assert!(slot.wait_newer(FrameId(50), Duration::from_millis(1)).is_none());
    }

    #[test]
    fn a_camera_that_repeats_one_picture_is_frozen_and_gives_no_new_frame() {
        let (camera, folder) = (Slot::new(Some(LIMIT), None), Slot::new(None, None));
        for slot in [&camera, &folder] {
            slot.publish(picture(9.0), None, Condition::Running);
            slot.lock().last_change -= Duration::from_secs(3);
            slot.publish(picture(9.0), None, Condition::Running);
        }
        assert!(
            matches!(camera.state(), SourceState::Frozen { for_secs, repeats: true } if for_secs > 2.9),
            "{:?}",
            camera.state()
        );
        assert!(matches!(folder.state(), SourceState::Live { width: 12, height: 8, .. }));
        let id = |slot: &Slot| slot.newest().unwrap().id;
        assert_eq!((id(&camera), id(&folder)), (FrameId(1), FrameId(2)));
        camera.publish(picture(10.0), None, Condition::Running);
        assert!(matches!(camera.state(), SourceState::Live { .. }));
        assert_eq!(id(&camera), FrameId(2));
        // The camera sends nothing at all.
        camera.lock().last_arrival -= Duration::from_secs(4);
        let state = camera.state();
        assert!(
            matches!(state, SourceState::Frozen { for_secs, repeats: false } if for_secs > 3.9),
            "{state:?}"
        );
    }

    #[test]
    fn a_camera_that_gives_less_than_was_asked_for_says_so() {
        for (requested, short) in [((12, 8), false), ((10, 8), false), ((24, 16), true), ((12, 9), true)] {
            let camera = Slot::new(Some(LIMIT), Some(requested));
            camera.publish(picture(9.0), None, Condition::Running);
            let sentence = camera.state().sentence();
            let said = format!("the camera does not give the {}x{} asked for", requested.0, requested.1);
            assert_eq!(sentence.contains(&said), short, "{sentence}");
        }
    }
}
