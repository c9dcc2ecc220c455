//! Times a still moment from the camera to the window.

use crate::ipc::messages::StillMoment;
use geometry::FrameId;
use std::collections::VecDeque;
use std::time::{Duration, Instant, SystemTime};
use tracking::QUIET_FRAMES;
use tracking::source::Frame;

/// When the newest frames were decoded, the latest last: those that make a still moment, and the one before.
#[derive(Debug, Default)]
pub struct ArrivalTimes(VecDeque<Instant>);

impl ArrivalTimes {
    /// Adds a frame.
    pub fn count(&mut self, frame: &Frame) {
        self.0.push_back(frame.came);
        if self.0.len() > QUIET_FRAMES as usize + 1 {
            self.0.pop_front();
        }
    }

    /// The frame has just been measured.
    pub fn placed(&self, frame: &Frame) -> PlacedMoment {
        PlacedMoment {
            frame: frame.id,
            rested: self.0.front().copied().unwrap_or(frame.came),
            came: frame.came,
            placed: Instant::now(),
        }
    }
}

/// The time between pictures of a folder: they are taken minutes apart, however fast they are shown.
const BETWEEN_PICTURES: Duration = Duration::from_secs(60);

/// When frames were taken, as time since the source began.
#[derive(Debug, Default)]
pub struct SourceClock {
    /// Number and arrival of the newest frame, and when it was taken.
    newest: Option<(FrameId, Instant, Duration)>,
}

impl SourceClock {
    /// When a frame was taken; frames come in order, and one may come again.
    pub fn at(&mut self, frame: &Frame) -> Duration {
        let at = match self.newest {
            None => Duration::ZERO,
            Some((id, _, at)) if id == frame.id => at,
            Some((_, _, at)) if frame.name.is_some() => at + BETWEEN_PICTURES,
            Some((_, came, at)) => at + frame.came.saturating_duration_since(came),
        };
        self.newest = Some((frame.id, frame.came, at));
        at
    }
}

/// A still moment that has been measured.
#[derive(Debug, Clone, Copy)]
pub struct PlacedMoment {
    frame: FrameId,
    rested: Instant,
    came: Instant,
    placed: Instant,
}

impl PlacedMoment {
    /// The timing, with now as the moment when it is sent to the window.
    pub fn handed_now(self) -> StillMoment {
        let ms = |from: Instant, to: Instant| (to - from).as_secs_f64() * 1e3;
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        StillMoment {
            frame: self.frame.0,
            rest_ms: ms(self.rested, self.came),
            placed_ms: ms(self.came, self.placed),
            handed_ms: ms(self.came, Instant::now()),
            handed_at_ms: since_1970.as_secs_f64() * 1e3,
        }
    }
}
