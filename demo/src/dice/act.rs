//! What hands do with dice: throw, put down, nudge, carry, take away; as a function of time.

use crate::dice::over_table::SAMPLES;
use crate::dice::roll::Roll;
use crate::dice::setup::DieSetup;
use crate::render::arm::HandLook;
use geometry::Point;

/// The dice on a table at one moment, and the hand over them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct DiceStage {
    /// Each die's poses over the exposure: one when it lies still. Empty where it isn't seen.
    pub(crate) dice: Vec<Vec<DieSetup>>,
    /// The place under the palm, and the look of the hand.
    pub(crate) hand: Option<(Point, HandLook)>,
}

/// An act with dice.
#[derive(Debug, Clone)]
pub(crate) struct DiceAct {
    /// The way of the hand: the place under its palm at some times, seconds. There is no hand before and after.
    pub(crate) hand: Vec<(f64, Point)>,
    pub(crate) look: HandLook,
    /// Dice that lie there throughout.
    pub(crate) lying: Vec<DieSetup>,
    /// A throw, and when its dice leave the hand.
    pub(crate) roll: Option<(f64, Roll)>,
    pub(crate) carried: Vec<Carried>,
}

/// A die that moves with the hand, and only with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Carried {
    pub(crate) die: DieSetup,
    /// From where until when it moves with the hand, seconds.
    pub(crate) from_s: f64,
    pub(crate) until_s: f64,
    /// Does it lie there before, and afterwards?
    pub(crate) lies_before: bool,
    pub(crate) lies_after: bool,
    /// How high it is lifted, inches.
    pub(crate) lifted_in: f64,
}

impl DiceAct {
    /// When everything lies still and the hand is away, seconds.
    pub(crate) fn lasts_s(&self) -> f64 {
        let hand_s = self.hand.last().map_or(0.0, |(at_s, _)| *at_s);
        hand_s.max(self.roll.as_ref().map_or(0.0, |(from_s, roll)| from_s + roll.lasts_s()))
    }

    /// The dice and the hand in a frame that was exposed so long until `at_s`.
    pub(crate) fn stage(&self, at_s: f64, exposure_s: f64) -> DiceStage {
        let moments: Vec<Vec<Option<DieSetup>>> = (0..SAMPLES)
            .map(|sample| self.dice(at_s - exposure_s * sample as f64 / SAMPLES as f64))
            .collect();
        let count = moments.first().map_or(0, Vec::len);
        let track = |die: usize| {
            let mut poses: Vec<DieSetup> =
                moments.iter().filter_map(|moment| moment.get(die).copied().flatten()).collect();
            if poses.windows(2).all(|pair| pair.first() == pair.last()) {
                poses.truncate(1);
            }
            poses
        };
        DiceStage {
            dice: (0..count).map(track).collect(),
            hand: self.palm(at_s).map(|palm| (palm, self.look)),
        }
    }

    fn dice(&self, at_s: f64) -> Vec<Option<DieSetup>> {
        let lying = self.lying.iter().copied().map(Some);
        let rolling = self.roll.iter().flat_map(|(from_s, roll)| {
            roll.at(at_s - from_s).into_iter().map(move |die| (at_s >= *from_s).then_some(die))
        });
        let carried = self.carried.iter().map(|carried| self.carried_at(carried, at_s));
        lying.chain(rolling).chain(carried).collect()
    }

    fn carried_at(&self, carried: &Carried, at_s: f64) -> Option<DieSetup> {
        let seen = (at_s >= carried.from_s || carried.lies_before)
            && (at_s <= carried.until_s || carried.lies_after);
        let (taken, now) =
            (self.palm(carried.from_s)?, self.palm(at_s.clamp(carried.from_s, carried.until_s))?);
        let mut die = carried.die;
        die.at_in.0 += now.x_in - taken.x_in;
        die.at_in.1 += now.y_in - taken.y_in;
        // Up and down again within a fifth of the way, or up at once for what doesn't come back.
        let share = ((at_s - carried.from_s) / (carried.until_s - carried.from_s)).clamp(0.0, 1.0);
        let rise = if carried.lies_before { share * 5.0 } else { 1.0 };
        let fall = if carried.lies_after { (1.0 - share) * 5.0 } else { 1.0 };
        die.at_in.2 += carried.lifted_in * rise.min(fall).clamp(0.0, 1.0);
        seen.then_some(die)
    }

    /// Where the palm is; it starts and stops gently between two places of its way.
    fn palm(&self, at_s: f64) -> Option<Point> {
        self.hand.windows(2).find_map(|pair| match pair {
            [(from_s, from), (to_s, to)] if (*from_s..=*to_s).contains(&at_s) => {
                let share = (at_s - from_s) / (to_s - from_s).max(1e-6);
                let eased = share * share * (3.0 - 2.0 * share);
                let between = |from: f64, to: f64| from + (to - from) * eased;
                Some(Point::new(between(from.x_in, to.x_in), between(from.y_in, to.y_in)))
            }
            _ => None,
        })
    }
}
