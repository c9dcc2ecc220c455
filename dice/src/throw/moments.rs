//! The last seconds of a tray, and how something that lies there now came to its place.

use crate::throw::blobs::Blob;
use crate::throw::small::Small;
use opencv::core::{Mat, Rect};
use std::collections::VecDeque;
use std::time::Duration;

/// How much is kept: longer than dice roll.
const KEPT: Duration = Duration::from_secs(3);

/// Free motion lasts at least this long, and goes over at least this share of the die's own side.
const FREE_MOTION: Duration = Duration::from_millis(80);
const FREE_WAY: f64 = 0.35;

/// What stands still for no longer than this between two frames in which it moves is in motion: a camera may send a picture again
/// with other noise.
const PAUSE: Duration = Duration::from_millis(90);

/// How far back the time between pictures is measured, and how much later than that the same picture is a new one in which nothing
/// has changed.
const PACE_OVER: Duration = Duration::from_millis(500);
const LATE: f64 = 1.5;

/// A hand is larger than this many dice: a die that rolls over the rim is none.
const HAND_DICE: usize = 2;

/// A hand is over a place when it hides this share of it.
const HIDDEN: f64 = 0.3;

/// One frame of the last seconds.
#[derive(Debug)]
pub(super) struct Moment {
    pub(super) at: Duration,
    pub(super) tray: Small,
    /// 255 where a hand is, or where it may hide something. Empty without a hand.
    pub(super) hand: Vec<u8>,
    /// What reaches over the rim.
    pub(super) over_rim: Vec<Blob>,
    /// 255 where something differs from the still ground, a little larger.
    pub(super) new: Mat,
    /// What moved by itself since the frame before.
    pub(super) free: Vec<Blob>,
}

/// How something came to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// By itself.
    Free,
    /// With a hand.
    ByHand,
    /// It appeared where it is, without way and without a hand, as shadows do.
    Appeared,
}

/// The frames of the last seconds, the newest one last.
#[derive(Debug, Default)]
pub(super) struct Moments(VecDeque<Moment>);

impl Moments {
    pub(super) fn push(&mut self, moment: Moment) {
        let oldest = moment.at.saturating_sub(KEPT);
        self.0.push_back(moment);
        while self.0.front().is_some_and(|moment| moment.at < oldest) {
            self.0.pop_front();
        }
    }

    pub(super) fn newest(&self) -> Option<&Moment> {
        self.0.back()
    }

    /// The newest moment that is at least so old.
    pub(super) fn before(&self, at: Duration) -> Option<&Moment> {
        self.0.iter().rev().find(|moment| moment.at <= at)
    }

    /// How many moments there are after this time.
    pub(super) fn since(&self, at: Duration) -> usize {
        self.0.iter().rev().take_while(|moment| moment.at > at).count()
    }

    /// Whether a frame of this time is the newest picture once more, bit by bit, sooner than the camera's next one would come. Such
    /// a frame doesn't say that nothing moves.
    pub(super) fn repeats(&self, tray: &Small, at: Duration) -> bool {
        self.newest().is_some_and(|newest| {
            newest.tray.codes == tray.codes
                && at.saturating_sub(newest.at).as_secs_f64() < LATE * self.picture_every().as_secs_f64()
        })
    }

    /// The longest time between two different pictures lately; none where nothing differs.
    fn picture_every(&self) -> Duration {
        let Some(newest) = self.newest() else { return Duration::ZERO };
        let lately = self.0.iter().rev().zip(self.0.iter().rev().skip(1));
        lately
            .take_while(|(later, _)| newest.at - later.at < PACE_OVER)
            .filter(|(later, earlier)| later.tray.codes != earlier.tray.codes)
            .map(|(later, earlier)| later.at - earlier.at)
            .max()
            .unwrap_or_default()
    }

    /// How what is now seen in a place, given as a blob, came there.
    pub(super) fn arrival(&self, place: &Blob, noise_codes: f32) -> Arrival {
        let Some(now) = self.newest() else { return Arrival::Appeared };
        let mut hidden = false;
        for (number, moment) in self.0.iter().enumerate().rev() {
            if moment.tray.looks_like(&now.tray, &place.pixels, noise_codes) {
                // It lay there before the hand came over it.
                hidden = false;
            } else if moment.hides(place) {
                hidden = true;
            } else if hidden {
                return Arrival::ByHand;
            } else {
                return if self.rolled_in(place, number + 1) { Arrival::Free } else { Arrival::Appeared };
            }
        }
        if hidden { Arrival::ByHand } else { Arrival::Appeared }
    }

    /// Did something move by itself until moment `last` to a place, long enough and far enough?
    fn rolled_in(&self, place: &Blob, last: usize) -> bool {
        let Some(until) = self.0.get(last).map(|moment| moment.at) else { return false };
        let mut at = place.sides;
        let mut farthest = 0.0_f64;
        let mut steps = 0;
        let mut still = Duration::ZERO;
        for number in (0..=last).rev() {
            let Some(moment) = self.0.get(number) else { break };
            let before = number.checked_sub(1).and_then(|number| self.0.get(number));
            let began = before.map_or(moment.at, |before| before.at);
            let middle = middle_of(at);
            let way = |blob: &Blob| (blob.middle.0 - middle.0).hypot(blob.middle.1 - middle.1);
            // What was free of the rim may have come over it before.
            let small = moment
                .over_rim
                .iter()
                .filter(|blob| steps >= 2 && blob.pixels.len() < HAND_DICE * place.pixels.len());
            let near = moment.free.iter().chain(small).filter(|blob| near(at, blob));
            let Some(blob) = near.min_by(|a, b| way(a).total_cmp(&way(b))) else {
                still += moment.at - began;
                if still > PAUSE { break } else { continue }
            };
            still = Duration::ZERO;
            at = blob.sides;
            let from_place = (blob.middle.0 - place.middle.0).hypot(blob.middle.1 - place.middle.1);
            farthest = farthest.max(from_place / place.side_px().min(blob.side_px()));
            steps += 1;
            if steps >= 2 && until - began >= FREE_MOTION && farthest >= FREE_WAY {
                return true;
            }
        }
        false
    }
}

fn middle_of(sides: Rect) -> (f64, f64) {
    let middle = |from: i32, size: i32| f64::from(from) + 0.5 * f64::from(size - 1);
    (middle(sides.x, sides.width), middle(sides.y, sides.height))
}

/// Is a blob no further from a rectangle than its own size?
fn near(sides: Rect, blob: &Blob) -> bool {
    let reach = blob.sides.width.max(blob.sides.height);
    let wide = Rect::new(sides.x - reach, sides.y - reach, sides.width + 2 * reach, sides.height + 2 * reach);
    (wide & blob.sides).area() > 0
}

impl Moment {
    /// Is a hand over a place?
    fn hides(&self, place: &Blob) -> bool {
        let small = |blob: &Blob| blob.pixels.len() < HAND_DICE * place.pixels.len();
        if self.over_rim.iter().all(small) {
            return false;
        }
        let under = place.pixels.iter().filter(|&&pixel| self.hand.get(pixel).is_some_and(|code| *code != 0));
        under.count() as f64 > HIDDEN * place.pixels.len() as f64
    }
}
