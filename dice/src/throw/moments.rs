//! The last seconds of a tray, and how something that lies there now came to its place.

use crate::throw::blobs::Blob;
use crate::throw::small::Small;
use std::collections::VecDeque;
use std::time::Duration;

/// How much is kept: longer than dice roll.
const KEPT: Duration = Duration::from_secs(3);

/// Free motion lasts at least this long, and goes over at least this share of the die's own side.
const FREE_MOTION: Duration = Duration::from_millis(80);
const FREE_WAY: f64 = 0.5;

/// A moving blob belongs to a die when it is between this share of its side and the inverse.
const SAME_SIZE: f64 = 0.4;

/// A hand is over a place when it hides this share of it.
const HIDDEN: f64 = 0.3;

/// One frame of the last seconds.
#[derive(Debug)]
pub(super) struct Moment {
    pub(super) at: Duration,
    pub(super) tray: Small,
    /// 255 where a hand is, or where it may hide something. Empty without a hand.
    pub(super) hand: Vec<u8>,
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
        let side_px = place.side_px();
        let (mut at, mut farthest_px) = (place.middle, 0.0_f64);
        let Some(until) = self.0.get(last).map(|moment| moment.at) else { return false };
        let mut steps = 0;
        for number in (0..=last).rev() {
            let Some(moment) = self.0.get(number) else { break };
            let reach_px = 1.5 * side_px;
            let way = |blob: &Blob| (blob.middle.0 - at.0).hypot(blob.middle.1 - at.1);
            let fits = |blob: &&Blob| {
                let share = blob.side_px() / side_px;
                way(blob) - 0.5 * blob.side_px() < reach_px && (SAME_SIZE..4.0 / SAME_SIZE).contains(&share)
            };
            let nearest = moment.free.iter().filter(fits).min_by(|a, b| way(a).total_cmp(&way(b)));
            let Some(blob) = nearest else { break };
            at = blob.middle;
            farthest_px = farthest_px.max((at.0 - place.middle.0).hypot(at.1 - place.middle.1));
            steps += 1;
            let began =
                number.checked_sub(1).and_then(|earlier| self.0.get(earlier)).map_or(moment.at, |m| m.at);
            if steps >= 2 && until - began >= FREE_MOTION && farthest_px >= FREE_WAY * side_px {
                return true;
            }
        }
        false
    }
}

impl Moment {
    /// Is a hand over a place?
    fn hides(&self, place: &Blob) -> bool {
        let under = place.pixels.iter().filter(|&&pixel| self.hand.get(pixel).is_some_and(|code| *code != 0));
        under.count() as f64 > HIDDEN * place.pixels.len() as f64
    }
}
