//! Bias estimate: the offset between a ship's template and its hull, estimated from later places.
//!
//! A template is registered by appearance, and parallax of the superstructure shifts it by up to 0.05 in for
//! a lean of one. The silhouette is hardly affected, because it models the parallax. Each place gives one
//! more measurement of the silhouette's middle in the frame of the template. A straight line over the lean
//! separates the parallax (the slope) from the true offset: a ship that was seen in the opposite direction,
//! or at another place, is measured better than from the annotated picture alone. The same holds for the keel
//! line.

use crate::hull::pose::HullPose;
use crate::hull::pose::lean_of;
use crate::outline::hull_ends::CLICK_SIGMA_IN;
use crate::outline::keel_line::KeelLine;
use calibration::TableCamera;
use geometry::wrap_pi;

/// One measured offset: the lean there, the offset, and its standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
struct OffsetSample {
    lean: f64,
    offset: f64,
    sigma: f64,
}

/// A straight line through offsets over lean, with a prior for the slope.
#[derive(Debug, Clone, PartialEq)]
struct BiasLine {
    prior: LinePrior,
    /// The offsets; the first one comes from learning.
    offsets: Vec<OffsetSample>,
}

/// The prior of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LinePrior {
    /// The slope's mean and standard deviation.
    slope: (f64, f64),
    /// Standard deviation of one offset beyond the line.
    noise: f64,
    /// Usual standard deviation of a template's registration error at one place, independent of other places.
    wanders: f64,
}

impl BiasLine {
    fn new(prior: LinePrior) -> Self {
        Self { prior, offsets: Vec::new() }
    }

    /// Adds an offset with standard deviation `sigma`; `again` replaces the last one. The first one (from
    /// learning) and the latest are kept.
    fn add(&mut self, lean: f64, offset: f64, sigma: f64, again: bool) {
        if again && self.offsets.len() > 1 {
            self.offsets.pop();
        } else if self.offsets.len() >= MOST_OFFSETS {
            self.offsets.remove(1);
        }
        self.offsets.push(OffsetSample { lean, offset, sigma });
    }

    /// Fits the line with Cauchy weights, so that one wrong end does not outweigh the rest. Part of an end's
    /// error may be common to all places, and offsets that contradict each other get a larger uncertainty.
    fn fit(&self) -> FittedLine {
        let (mut at, mut slope) = (self.median_offset(), self.prior.slope.0);
        let mut variances = [0.0; 3];
        for _ in 0..REWEIGHTED {
            let certainty = self.prior.slope.1.powi(-2);
            // Sums of weights, weighted leans and squared leans; of weighted offsets, and times lean; of
            // squared residuals.
            let [mut n, mut l, mut ll] = [0.0, 0.0, certainty];
            let [mut o, mut ol] = [0.0, certainty * self.prior.slope.0];
            let mut misses = 0.0;
            for one in &self.offsets {
                let spread = self.prior.noise.hypot(PER_PLACE * one.sigma);
                let miss = (one.offset - at - slope * one.lean) / spread;
                let weight = spread.powi(-2) / (1.0 + (miss / OUTLYING).powi(2));
                n += weight;
                l += weight * one.lean;
                ll += weight * one.lean.powi(2);
                o += weight * one.offset;
                ol += weight * one.offset * one.lean;
                misses += miss.powi(2) / (1.0 + (miss / OUTLYING).powi(2));
            }
            let determinant = n * ll - l * l;
            if n <= 0.0 || determinant <= 0.0 {
                return FittedLine { at: 0.0, slope: 0.0, variances, shared: 0.0 };
            }
            at = (o * ll - ol * l) / determinant;
            slope = (ol * n - o * l) / determinant;
            let quarrel = ((misses + 1.0) / self.offsets.len() as f64).max(1.0);
            variances = [ll, -l, n].map(|of| quarrel * of / determinant);
        }
        let least = self.offsets.iter().map(|one| one.sigma).fold(f64::INFINITY, f64::min);
        FittedLine { at, slope, variances, shared: SHARED * least }
    }

    /// The offset at the last place, and its standard deviation. A deck that is hard to see is registered
    /// slightly differently at each place. The scatter of the offsets shows how much, and so the weight of
    /// the last offset against the others.
    fn here(&self) -> (f64, f64) {
        let fitted = self.fit();
        let Some(last) = self.offsets.last() else { return fitted.at_lean(0.0) };
        let (at, sigma) = fitted.at_lean(last.lean);
        let off = |one: &OffsetSample| one.offset - fitted.at_lean(one.lean).0;
        let spread = |one: &OffsetSample| (PER_PLACE * one.sigma).powi(2) + self.prior.noise.powi(2);
        let beyond = |one: &OffsetSample| (off(one).powi(2) - spread(one)).max(0.0);
        let wandered: f64 = self.offsets.iter().map(beyond).sum();
        let commonly = self.prior.wanders.powi(2);
        let wanders = (COMMONLY * commonly + wandered) / (COMMONLY + self.offsets.len() as f64);
        let share = wanders / (wanders + spread(last));
        let variance = (1.0 - share) * wanders + (1.0 - share).powi(2) * sigma.powi(2);
        (at + share * off(last), variance.sqrt())
    }

    /// The median offset, the start of the fit.
    fn median_offset(&self) -> f64 {
        let mut offsets: Vec<f64> = self.offsets.iter().map(|one| one.offset).collect();
        offsets.sort_by(f64::total_cmp);
        let half = offsets.len() / 2;
        match (offsets.get(half), offsets.len() % 2) {
            (Some(upper), 0) => (offsets[half - 1] + upper) / 2.0,
            (Some(middle), _) => *middle,
            (None, _) => 0.0,
        }
    }
}

/// A fitted line.
#[derive(Debug, Clone, Copy)]
struct FittedLine {
    /// Its value at lean 0, and its slope.
    at: f64,
    slope: f64,
    /// The variance of the value at lean 0, its covariance with the slope, the variance of the slope.
    variances: [f64; 3],
    /// Standard deviation of the error common to all places.
    shared: f64,
}

impl FittedLine {
    /// The value at a lean, and its standard deviation.
    fn at_lean(&self, lean: f64) -> (f64, f64) {
        let [at, both, slope] = self.variances;
        let variance = at + 2.0 * lean * both + lean * lean * slope;
        (self.at + self.slope * lean, variance.max(0.0).sqrt().hypot(self.shared))
    }
}

/// The pose of the hull minus the pose of the template, in the template's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseBias {
    /// Inches ahead, and the standard deviation.
    pub ahead_in: (f64, f64),
    /// Inches to starboard, and the standard deviation.
    pub starboard_in: (f64, f64),
    /// Radians clockwise, and the standard deviation.
    pub turn_rad: (f64, f64),
}

/// The bias estimate of one ship.
#[derive(Debug, Clone, PartialEq)]
pub struct BiasEstimate {
    ahead: BiasLine,
    starboard: BiasLine,
    turn: BiasLine,
    /// The camera of the last sample.
    camera: TableCamera,
    /// The place of the last sample.
    last: HullPose,
    latest: LastSample,
}

/// The use of the last sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LastSample {
    /// It is kept permanently.
    Kept,
    /// It counts at its own place only, and is dropped once the ship lies elsewhere.
    Passing,
    /// It was rejected as not credible.
    Refused,
}

/// Slope (inches for a lean of one), noise and registration error, inches, from 860 demo models at 18 to 40
/// pixels an inch.
const AHEAD: LinePrior = LinePrior { slope: (-0.015, 0.03), noise: 0.008, wanders: 0.012 };
const STARBOARD: LinePrior = LinePrior { slope: (0.0, 0.025), noise: 0.004, wanders: 0.006 };
/// For the keel line: slope and noise of an end, divided by half the ship's length.
const TURN_IN: LinePrior = LinePrior { slope: (0.0, 0.03), noise: 0.008, wanders: 0.012 };
/// The usual registration error counts as much as this many places.
const COMMONLY: f64 = 3.0;
/// The share of one place's error that is common to all places.
const SHARED: f64 = 0.5;
/// The share that is independent at each place.
const PER_PLACE: f64 = 0.6;
/// Scale of the Cauchy weights, standard deviations.
const OUTLYING: f64 = 2.0;
/// Rounds of reweighting.
const REWEIGHTED: usize = 8;
/// Limit for the number of stored offsets.
const MOST_OFFSETS: usize = 24;
/// Larger offsets are not credible: inches ahead and to starboard, radians. Learning may place an end of the
/// sea's colour, or one beside print, wrongly by up to a quarter of an inch.
const FURTHEST: (f64, f64, f64) = (0.5, 0.45, 0.35);
/// A silhouette whose middle is hardly better known than the start, by this share of its uncertainty, is not
/// used.
const HARDLY_SEEN: f64 = 0.8;
/// A template within this of the last sample gives no new information, inches and radians.
const AS_IT_LAY: (f64, f64) = (0.05, 0.04);
/// A template within this replaces the last sample, inches and radians.
const SAME_PLACE: (f64, f64) = (0.5, 0.2);

impl BiasEstimate {
    /// The estimate for a ship of this length whose template was learnt at `muster`.
    pub fn new(camera: &TableCamera, muster: KeelLine, length_in: f64) -> Self {
        let half_in = length_in / 2.0;
        let turn = LinePrior {
            slope: (0.0, TURN_IN.slope.1 / half_in),
            noise: TURN_IN.noise / half_in,
            wanders: TURN_IN.wanders / half_in,
        };
        let mut bias = Self {
            ahead: BiasLine::new(AHEAD),
            starboard: BiasLine::new(STARBOARD),
            turn: BiasLine::new(turn),
            camera: *camera,
            last: muster.pose,
            latest: LastSample::Kept,
        };
        bias.take(lean_of(camera, muster.pose), (0.0, 0.0, 0.0), &muster, false);
        bias
    }

    fn take(
        &mut self,
        (ahead, starboard): (f64, f64),
        offset: (f64, f64, f64),
        keel: &KeelLine,
        again: bool,
    ) {
        self.ahead.add(ahead, offset.0, keel.ahead_sigma_in, again);
        self.starboard.add(starboard, offset.1, keel.axis.across_in, again);
        self.turn.add(starboard, offset.2, keel.axis.turn_rad, again);
    }

    fn is_near_last(&self, pose: HullPose, (within_in, within_rad): (f64, f64)) -> bool {
        pose.middle.distance_in(self.last.middle) <= within_in
            && pose.heading.angle_to(self.last.heading) <= within_rad
    }

    /// True if a template registered here would give new information, or if the last sample counted at its
    /// place only and is now `sure`.
    pub fn wants(&self, pose: HullPose, sure: bool) -> bool {
        !self.is_near_last(pose, AS_IT_LAY) || (self.latest == LastSample::Passing && sure)
    }

    /// Adds the hull from its silhouette, for a template registered at `deck`. If the ship or its bow is not
    /// `sure`, the sample counts at this place only.
    pub fn learn(&mut self, camera: &TableCamera, deck: HullPose, keel: KeelLine, sure: bool) {
        if self.latest == LastSample::Passing {
            for line in [&mut self.ahead, &mut self.starboard, &mut self.turn] {
                line.offsets.pop();
            }
        }
        let hull = keel.pose;
        let (ahead, starboard) = deck.ship_frame(hull.middle);
        let turn = wrap_pi(hull.heading.rad() - deck.heading.rad());
        let again = sure && self.latest == LastSample::Kept && self.is_near_last(deck, SAME_PLACE);
        (self.camera, self.last) = (*camera, deck);
        let credible = keel.ahead_sigma_in < HARDLY_SEEN * CLICK_SIGMA_IN
            && ahead.abs() < FURTHEST.0
            && starboard.abs() < FURTHEST.1
            && turn.abs() < FURTHEST.2;
        self.latest = match credible {
            true if sure => LastSample::Kept,
            true => LastSample::Passing,
            false => LastSample::Refused,
        };
        if credible {
            self.take(lean_of(camera, deck), (ahead, starboard, turn), &keel, again);
        }
    }

    /// The bias for a template at `deck`.
    pub fn correction(&self, deck: HullPose) -> PoseBias {
        let here = self.latest != LastSample::Refused && self.is_near_last(deck, AS_IT_LAY);
        let of = |line: &BiasLine, lean: f64| {
            if here {
                return line.here();
            }
            let (at, sigma) = line.fit().at_lean(lean);
            (at, sigma.hypot(line.prior.wanders))
        };
        let (ahead, starboard) = lean_of(&self.camera, deck);
        PoseBias {
            ahead_in: of(&self.ahead, ahead),
            starboard_in: of(&self.starboard, starboard),
            turn_rad: of(&self.turn, starboard),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imaging::test_camera::camera_above;
    use crate::outline::silhouette::AxisSigma;
    use calibration::Lens;
    use geometry::{Heading, Point};

    fn camera() -> TableCamera {
        let lens =
            Lens { fx: 1400.0, fy: 1400.0, cx: 960.0, cy: 540.0, dist: [0.0; 5], width: 1920, height: 1080 };
        camera_above(lens, Point::new(30.0, 18.0), 52.0)
    }

    fn keel(pose: HullPose) -> KeelLine {
        KeelLine { pose, ahead_sigma_in: 0.01, axis: AxisSigma { across_in: 0.004, turn_rad: 0.01 } }
    }

    #[test]
    fn a_deck_that_leans_is_set_right_once_it_was_seen_leaning_both_ways() {
        // Deckhouses shift the deck by 0.05 in for a lean of one. It was learnt where it leaned ahead, and
        // learning placed it 0.04 in astern of the hull.
        let camera = camera();
        let pose = |x_in, deg| HullPose { middle: Point::new(x_in, 18.0), heading: Heading::from_deg(deg) };
        let (slope, laid_in, at_muster) = (0.05, -0.04, pose(55.0, 90.0));
        let lean_at_muster = lean_of(&camera, at_muster).0;
        let deck_of = |hull: HullPose| {
            let leant_in = slope * (lean_of(&camera, hull).0 - lean_at_muster);
            hull.stepped(laid_in + leant_in, 0.0, 0.0)
        };
        let mut bias = BiasEstimate::new(&camera, keel(deck_of(at_muster)), 2.0);
        let off_in = |bias: &BiasEstimate, hull: HullPose| {
            let deck = deck_of(hull);
            let corrected = deck.stepped(bias.correction(deck).ahead_in.0, 0.0, 0.0);
            hull.ship_frame(corrected.middle).0
        };
        let elsewhere = pose(14.0, 95.0);
        let spread_before = bias.correction(elsewhere).ahead_in.1;
        assert!(off_in(&bias, elsewhere).abs() > 0.05);
        for (x_in, deg) in [(50.0, 270.0), (12.0, 90.0), (8.0, 260.0), (30.0, 0.0)] {
            let hull = pose(x_in, deg);
            let deck = deck_of(hull);
            assert!(bias.wants(deck, true));
            bias.learn(&camera, deck, keel(hull), true);
        }
        let left_in = off_in(&bias, elsewhere);
        assert!(left_in.abs() < 0.015, "{left_in}");
        assert!(bias.correction(elsewhere).ahead_in.1 < spread_before);
        assert!(!bias.wants(deck_of(pose(30.0, 0.0)).stepped(0.01, 0.0, 0.01), true));
    }

    #[test]
    fn an_end_that_the_muster_alone_took_wrongly_is_mended_and_one_that_a_single_place_did_does_no_harm() {
        let camera = camera();
        let pose = |x_in| HullPose { middle: Point::new(x_in, 18.0), heading: Heading::from_deg(90.0) };
        let learnt = |offsets_in: &[f64]| {
            let mut bias = BiasEstimate::new(&camera, keel(pose(30.0)), 2.0);
            for (at, offset_in) in offsets_in.iter().enumerate() {
                let deck = pose(28.0 + at as f64);
                bias.learn(&camera, deck, keel(deck.stepped(*offset_in, 0.0, 0.0)), true);
            }
            bias.correction(pose(80.0)).ahead_in
        };
        let (mended_in, _) = learnt(&[-0.21, -0.24, -0.22, -0.21, -0.23]);
        assert!((mended_in + 0.22).abs() < 0.03, "{mended_in}");
        let (unharmed_in, _) = learnt(&[0.0, 0.25, 0.01, -0.01, 0.0]);
        assert!(unharmed_in.abs() < 0.02, "{unharmed_in}");
    }

    #[test]
    fn a_deck_that_is_laid_otherwise_at_each_place_is_mended_by_what_its_last_place_shows() {
        let camera = camera();
        let pose = |x_in| HullPose { middle: Point::new(x_in, 18.0), heading: Heading::from_deg(90.0) };
        let mut bias = BiasEstimate::new(&camera, keel(pose(30.0)), 2.0);
        for (at, offset_in) in [-0.25, 0.2, -0.02, 0.27].into_iter().enumerate() {
            let deck = pose(28.0 + at as f64);
            bias.learn(&camera, deck, keel(deck.stepped(offset_in, 0.0, 0.0)), true);
        }
        let here = bias.correction(pose(31.0)).ahead_in;
        assert!((here.0 - 0.27).abs() < 0.04, "{here:?}");
        // Elsewhere it is known less precisely.
        assert!(bias.correction(pose(40.0)).ahead_in.1 > here.1);
    }

    #[test]
    fn what_may_be_another_ship_is_laid_by_its_silhouette_and_teaches_nothing() {
        let camera = camera();
        let pose = |x_in| HullPose { middle: Point::new(x_in, 18.0), heading: Heading::from_deg(90.0) };
        let mut bias = BiasEstimate::new(&camera, keel(pose(30.0)), 2.0);
        let before = bias.correction(pose(40.0));
        let deck = pose(24.0);
        bias.learn(&camera, deck, keel(deck.stepped(0.3, 0.0, 0.0)), false);
        assert!((bias.correction(deck).ahead_in.0 - 0.3).abs() < 0.05, "{:?}", bias.correction(deck));
        assert!(bias.wants(deck, true) && !bias.wants(deck, false));
        bias.learn(&camera, deck, keel(deck.stepped(0.9, 0.0, 0.0)), true);
        assert_eq!(bias.correction(pose(40.0)), before);
    }

    #[test]
    fn what_is_no_end_of_the_hull_teaches_nothing() {
        let camera = camera();
        let deck = HullPose { middle: Point::new(20.0, 20.0), heading: Heading::from_deg(0.0) };
        let mut bias = BiasEstimate::new(&camera, keel(deck.stepped(5.0, 0.0, 0.0)), 2.0);
        let before = bias.correction(deck);
        bias.learn(&camera, deck, keel(deck.stepped(0.6, 0.0, 0.0)), true);
        assert_eq!(bias.correction(deck), before);
    }
}
