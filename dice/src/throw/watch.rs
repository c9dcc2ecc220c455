//! The watch over a tray, frame by frame.

use crate::DiceError;
use crate::throw::blobs::{Blob, blobs, grown, hands};
use crate::throw::lying::Lying;
use crate::throw::moments::{Arrival, Moment, Moments};
use crate::throw::small::{Small, shrinking};
use crate::throw::{Disturbance, Throw, TrayNow};
use opencv::core::{CV_8UC1, CV_8UC3, Mat, Rect, Scalar};
use opencv::prelude::*;
use std::time::Duration;

/// Nothing moves for so long before dice are at rest: two frames of it, or one where frames are rare.
const QUIET: Duration = Duration::from_millis(60);
const QUIET_IN_ONE_FRAME: Duration = Duration::from_millis(90);

/// What reaches over the rim and hasn't moved for so long is no hand any more: it was laid there.
const HAND_RESTS: Duration = Duration::from_millis(1000);

/// Light over dice at rest that changes is waited for, but not for longer than this.
const LIGHT_WAITED_FOR: Duration = Duration::from_millis(1000);
/// It changes when it does by this share within [`LIGHT_SPAN`].
const LIGHT_CHANGES: f32 = 0.04;
const LIGHT_SPAN: Duration = Duration::from_millis(100);

/// The ground without motion is learnt anew so often: light changes.
const GROUND_LEARNT: Duration = Duration::from_millis(400);

/// The smallest die, pixels of a full frame: none smaller is read.
const LEAST_DIE_PX: f64 = 14.0;

/// Something at rest over the rim is a hand when it is larger than so many of what lies in the tray.
const HAND_DICE: usize = 2;

/// What moves changes at least this share of the smallest die's face.
const LEAST_SHARE: f64 = 0.5;

/// Watches one tray in the live frames of a camera.
#[derive(Debug)]
pub struct ThrowWatch {
    tray: Rect,
    /// The smallest die, pixels of the frames.
    least_die_px: f64,
    ground: Option<Small>,
    ground_at: Duration,
    noise_codes: f32,
    moments: Moments,
    number: u32,
    act: Option<Act>,
    /// What the last picture showed; nothing new after a throw.
    shown: TrayNow,
}

/// Something that goes on in the tray, from the first motion until all is still.
#[derive(Debug, Clone, Copy)]
struct Act {
    last_motion: Duration,
    /// The same, or that the light over what lies there changed.
    last_change: Duration,
    /// The last motion over the rim.
    last_hand: Option<Duration>,
}

/// What one frame shows.
struct Seen {
    free: Vec<Blob>,
    hand: Vec<u8>,
    over_rim: Vec<Blob>,
    hand_moves: bool,
    /// What differs from the still ground.
    new: Vec<Blob>,
    new_grown: Mat,
}

impl ThrowWatch {
    /// A watch over a tray: its rectangle in the frames, pixels.
    #[must_use]
    pub fn new(tray: Rect) -> Self {
        Self::in_reduced(tray, 1.0)
    }

    /// The same in frames that were reduced by this factor (at most 1), while dice are read in full ones.
    #[must_use]
    pub fn in_reduced(tray: Rect, factor: f64) -> Self {
        Self {
            tray,
            least_die_px: LEAST_DIE_PX * factor,
            ground: None,
            ground_at: Duration::ZERO,
            noise_codes: 1.0,
            moments: Moments::default(),
            number: 0,
            act: None,
            shown: TrayNow::Still,
        }
    }

    /// What the tray shows in the next frame, taken `at` this time on a monotonic clock.
    ///
    /// # Errors
    /// When the tray lies outside of the frame, or the frame is no colour picture of bytes.
    pub fn see(&mut self, frame: &Mat, at: Duration) -> Result<TrayNow, DiceError> {
        let now = self.look(frame, at)?;
        let is_said_once = matches!(now, TrayNow::Thrown(_) | TrayNow::Disturbed(_));
        self.shown = if is_said_once { TrayNow::Still } else { now.clone() };
        Ok(now)
    }

    fn look(&mut self, frame: &Mat, at: Duration) -> Result<TrayNow, DiceError> {
        if frame.typ() != CV_8UC3 || frame.empty() {
            return Err(DiceError::NotAColourPicture);
        }
        let (width, height) = (frame.cols(), frame.rows());
        let tray = self.tray & Rect::new(0, 0, width, height);
        if tray.width < 2 || tray.height < 2 {
            return Err(DiceError::TrayOutside { width, height });
        }
        let part = Mat::roi(frame, tray)?;
        let shrunk = shrinking(tray);
        let now = Small::new(&part, shrunk)?;
        let same_size = |small: &Small| (small.width, small.height) == (now.width, now.height);
        let (Some(ground), Some(last)) =
            (self.ground.as_ref().filter(|ground| same_size(ground)), self.moments.newest())
        else {
            self.begin(now, at)?;
            return Ok(TrayNow::Still);
        };
        if self.moments.repeats(&now, at) {
            return Ok(self.shown.clone());
        }
        let (motion, noise_codes) = now.changed_since(&last.tray, self.noise_codes)?;
        let (new, _) = now.changed_since(ground, self.noise_codes)?;
        let least_px = self.least_die_px / shrunk;
        let seen = seen(&motion, &new, &last.new, least_px)?;
        if self.act.is_none() {
            self.noise_codes += 0.1 * (noise_codes - self.noise_codes);
        }
        let moves = seen.hand_moves || !seen.free.is_empty();
        let hand_here = seen.hand_is_over(moves);
        self.moments.push(Moment {
            at,
            tray: now,
            hand: seen.hand,
            over_rim: seen.over_rim,
            free: seen.free,
            new: seen.new_grown,
        });
        if moves {
            let last_hand = if seen.hand_moves { Some(at) } else { self.act.and_then(|act| act.last_hand) };
            self.act = Some(Act { last_motion: at, last_change: at, last_hand });
        }
        let Some(mut act) = self.act else {
            if at - self.ground_at >= GROUND_LEARNT {
                self.learn_ground(at);
            }
            return Ok(TrayNow::Still);
        };
        let hand_rests = act.last_hand.is_none_or(|last| at - last >= HAND_RESTS);
        if hand_here && !hand_rests {
            return Ok(TrayNow::Hand);
        }
        if moves {
            return Ok(TrayNow::Rolling);
        }
        let is_quiet = self.is_quiet(&mut act, at, least_px)?;
        let places: Vec<&Blob> = seen.new.iter().filter(|blob| blob.side_px() >= 0.6 * least_px).collect();
        let waits_for_light =
            is_quiet && at - act.last_motion < LIGHT_WAITED_FOR && self.light_changes(&places, at);
        if waits_for_light {
            act.last_change = at;
        }
        self.act = Some(act);
        if !is_quiet || waits_for_light {
            return Ok(TrayNow::Settling { changed: act.last_change });
        }
        let found = self.judged(act, &places, at, (&part, tray, new.data_bytes()?))?;
        self.act = None;
        self.learn_ground(at);
        Ok(found)
    }

    fn begin(&mut self, tray: Small, at: Duration) -> opencv::Result<()> {
        self.ground = Some(tray.clone());
        self.ground_at = at;
        self.moments = Moments::default();
        let new = Mat::new_rows_cols_with_default(
            tray.height as i32,
            tray.width as i32,
            CV_8UC1,
            Scalar::all(0.0),
        )?;
        let moment = Moment { at, tray, hand: Vec::new(), over_rim: Vec::new(), free: Vec::new(), new };
        self.moments.push(moment);
        self.act = None;
        Ok(())
    }

    fn learn_ground(&mut self, at: Duration) {
        self.ground = self.moments.newest().map(|moment| moment.tray.clone());
        self.ground_at = at;
    }

    /// Has nothing moved for long enough, also not slowly?
    fn is_quiet(&self, act: &mut Act, at: Duration, least_px: f64) -> opencv::Result<bool> {
        let quiet = at - act.last_motion;
        let frames = self.moments.since(act.last_motion);
        if quiet < QUIET || (frames < 2 && quiet < QUIET_IN_ONE_FRAME) {
            return Ok(false);
        }
        let (Some(first), Some(now)) = (self.moments.before(act.last_motion), self.moments.newest()) else {
            return Ok(true);
        };
        let (crept, _) = now.tray.changed_since(&first.tray, self.noise_codes)?;
        let least = (LEAST_SHARE * least_px * least_px) as usize;
        let crept = !blobs(&crept, 1, least)?.is_empty();
        if crept {
            (act.last_motion, act.last_change) = (at, at);
        }
        Ok(!crept)
    }

    /// Does the light over what lies there still change?
    fn light_changes(&self, places: &[&Blob], at: Duration) -> bool {
        let (Some(now), Some(before)) =
            (self.moments.newest(), self.moments.before(at.saturating_sub(LIGHT_SPAN)))
        else {
            return false;
        };
        places.iter().any(|place| {
            let (here, there) = (now.tray.brightness(&place.pixels), before.tray.brightness(&place.pixels));
            (here - there).abs() > LIGHT_CHANGES * there + self.noise_codes
        })
    }

    /// What has happened, now that all is still: the tray cut out, where it is in the frame, and what differs from the ground.
    fn judged(
        &mut self,
        act: Act,
        places: &[&Blob],
        at: Duration,
        (part, tray, changed): (&impl MatTraitConst, Rect, &[u8]),
    ) -> Result<TrayNow, DiceError> {
        let (Some(ground), Some(now)) = (&self.ground, self.moments.newest()) else {
            return Ok(TrayNow::Still);
        };
        let arrivals: Vec<Arrival> =
            places.iter().map(|place| self.moments.arrival(place, self.noise_codes)).collect();
        let (appeared, gone): (Vec<&Blob>, Vec<&Blob>) =
            places.iter().partition(|place| now.tray.contrast(place) > ground.contrast(place));
        if arrivals.contains(&Arrival::Free) {
            self.number += 1;
            return Ok(TrayNow::Thrown(Throw {
                number: self.number,
                at_rest: act.last_motion.min(at),
                changed: act.last_change,
                picture: part.try_clone()?,
                corner_px: (tray.x, tray.y),
                lying: Box::new(Lying {
                    before: ground.clone(),
                    now: now.tray.clone(),
                    changed: changed.to_vec(),
                    noise_codes: self.noise_codes,
                }),
            }));
        }
        let by_hand = act.last_hand.is_some();
        Ok(match (by_hand, appeared.is_empty(), gone.is_empty()) {
            // Without a hand it was light.
            (false, ..) | (true, true, true) => TrayNow::Still,
            (true, false, true) => TrayNow::Disturbed(Disturbance::PutDown),
            (true, true, false) => TrayNow::Disturbed(Disturbance::TakenAway),
            (true, false, false) => TrayNow::Disturbed(Disturbance::Moved),
        })
    }
}

impl Seen {
    /// Is a hand over the rim? A die that lies across it is none: it doesn't move, and is as large as the others.
    fn hand_is_over(&self, moves: bool) -> bool {
        let inside = self.new.iter().filter(|blob| !blob.at_rim).map(|blob| blob.pixels.len()).max();
        let most = HAND_DICE * inside.unwrap_or(0);
        self.over_rim.iter().any(|blob| moves || blob.pixels.len() > most)
    }
}

/// What a frame shows: blobs over the rim are hands, all others that move do so by themselves. What moves differs from the
/// still ground, where it is now or where it was in the frame before: all else is flicker.
fn seen(motion: &Mat, new: &Mat, new_before: &Mat, least_px: f64) -> opencv::Result<Seen> {
    let mut changed = Mat::default();
    opencv::core::bitwise_or_def(motion, new, &mut changed)?;
    let least = (LEAST_SHARE * least_px * least_px).max(1.0) as usize;
    let join_px = (0.25 * least_px).round() as i32;
    let new_grown = grown(new, join_px)?;
    let all = blobs(&changed, join_px, least)?;
    let over_rim: Vec<Blob> = all.into_iter().filter(|blob| blob.at_rim).collect();
    let size = (motion.cols() as usize, motion.rows() as usize);
    let hand = if over_rim.is_empty() {
        Vec::new()
    } else {
        hands(size, &over_rim, join_px)?.data_bytes()?.to_vec()
    };
    let share_in = |blob: &Blob, mask: &[u8]| {
        let inside = |pixel: &&usize| mask.get(**pixel).is_some_and(|code| *code != 0);
        blob.pixels.iter().filter(inside).count() as f64 / blob.pixels.len() as f64
    };
    let mut moving = blobs(motion, join_px, least)?;
    let (now, before) = (new_grown.data_bytes()?, new_before.data_bytes()?);
    moving.retain(|blob| share_in(blob, now).max(share_in(blob, before)) > 0.25);
    let (by_hand, free): (Vec<Blob>, Vec<Blob>) =
        moving.into_iter().partition(|blob| share_in(blob, &hand) > 0.25);
    let hand_moves = !by_hand.is_empty();
    Ok(Seen { free, hand, over_rim, hand_moves, new: blobs(new, 1, least)?, new_grown })
}
