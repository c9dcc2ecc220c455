//! What later places say about the middle and the keel line that the muster took from one picture.
//!
//! Where a hull's ends seem to lie depends on how the camera sees the ship lean: masts stand out beyond one end, a
//! wall shows below the other. Each place a ship is found at gives the ends' middle once more, in the frame of the
//! learnt deck. A straight line over the lean separates what leans (its slope) from where the middle is (its value
//! where nothing leans): a ship that has been seen the other way round, or elsewhere, is placed better than the muster
//! alone could place it. The same for the keel line, which leans with whatever stands off it.

use crate::keel::Keel;
use crate::patch::HullPose;
use calibration::TableCamera;
use geometry::wrap_pi;

/// A straight line through offsets over lean, with a prior for its slope.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// Sums of weights, of weighted leans and of weighted squared leans.
    normal: [f64; 3],
    /// Sums of weighted offsets and of weighted offsets times lean.
    right: [f64; 2],
    noise: f64,
}

/// What is believed of a line beforehand.
#[derive(Debug, Clone, Copy)]
struct Prior {
    /// The slope's mean and standard deviation.
    slope: (f64, f64),
    /// Standard deviation of one offset beyond the line.
    noise: f64,
}

impl Line {
    fn new(prior: Prior) -> Self {
        let certainty = prior.slope.1.powi(-2);
        Self { normal: [0.0, 0.0, certainty], right: [0.0, certainty * prior.slope.0], noise: prior.noise }
    }

    /// One offset more, itself uncertain by `sigma`.
    fn add(&mut self, lean: f64, offset: f64, sigma: f64) {
        let weight = (self.noise.powi(2) + sigma.powi(2)).recip();
        let [n, l, ll] = &mut self.normal;
        (*n, *l, *ll) = (*n + weight, *l + weight * lean, *ll + weight * lean * lean);
        self.right[0] += weight * offset;
        self.right[1] += weight * offset * lean;
    }

    /// The offset where nothing leans, and its standard deviation.
    fn upright(&self) -> (f64, f64) {
        let [n, l, ll] = self.normal;
        let determinant = n * ll - l * l;
        if n <= 0.0 || determinant <= 0.0 {
            return (0.0, 0.0);
        }
        ((self.right[0] * ll - self.right[1] * l) / determinant, (ll / determinant).sqrt())
    }
}

/// The middle of the hull less the middle of the learnt deck, in the deck's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correction {
    /// Inches ahead, and the standard deviation.
    pub ahead_in: (f64, f64),
    /// Inches to starboard, and the standard deviation.
    pub starboard_in: (f64, f64),
    /// Radians clockwise, and the standard deviation.
    pub turn_rad: (f64, f64),
}

/// The evidence of one ship.
#[derive(Debug, Clone)]
pub struct Trueing {
    ahead: Line,
    starboard: Line,
    turn: Line,
    /// Where the last evidence was taken.
    last: HullPose,
}

/// Slopes (inches for a lean of one) and noise, inches, as they were on a few hundred demo models at 25 pixels an inch.
const AHEAD: Prior = Prior { slope: (0.02, 0.08), noise: 0.008 };
const STARBOARD: Prior = Prior { slope: (0.0, 0.03), noise: 0.004 };
/// The keel line's slope and noise are an end's, over half the ship's length.
const TURN_IN: Prior = Prior { slope: (0.0, 0.03), noise: 0.008 };
/// What lies further off than this is no end of this hull.
const FURTHEST: (f64, f64, f64) = (0.15, 0.06, 0.12);
/// A ship that lies within this of its last evidence has nothing new to tell, inches and radians.
const SAME_PLACE: (f64, f64) = (0.5, 0.2);

/// How far the camera sees a ship lean ahead and to starboard, inches for an inch of height.
fn leans(camera: &TableCamera, pose: HullPose) -> (f64, f64) {
    let (lean, (ax, ay)) = (camera.lean(pose.middle), pose.heading.unit());
    (lean.x * ax + lean.y * ay, lean.x * ay - lean.y * ax)
}

impl Trueing {
    /// A ship of this length whose deck was learnt at `muster`.
    pub fn new(camera: &TableCamera, muster: Keel, length_in: f64) -> Self {
        let half_in = length_in / 2.0;
        let turn = Prior { slope: (0.0, TURN_IN.slope.1 / half_in), noise: TURN_IN.noise / half_in };
        let mut trueing = Self {
            ahead: Line::new(AHEAD),
            starboard: Line::new(STARBOARD),
            turn: Line::new(turn),
            last: muster.pose,
        };
        trueing.take(leans(camera, muster.pose), (0.0, 0.0, 0.0), muster.ahead_sigma_in);
        trueing
    }

    fn take(&mut self, (ahead, starboard): (f64, f64), offset: (f64, f64, f64), ahead_sigma_in: f64) {
        self.ahead.add(ahead, offset.0, ahead_sigma_in);
        self.starboard.add(starboard, offset.1, 0.0);
        self.turn.add(starboard, offset.2, 0.0);
    }

    /// Would a deck found here have anything new to tell?
    pub fn wants(&self, pose: HullPose) -> bool {
        pose.middle.distance_in(self.last.middle) > SAME_PLACE.0
            || pose.heading.angle_to(self.last.heading) > SAME_PLACE.1
    }

    /// Takes the hull as its own ends show it where its deck was found at `deck`.
    pub fn learn(&mut self, camera: &TableCamera, deck: HullPose, keel: Keel) {
        let hull = keel.pose;
        let (ahead, starboard) = deck.ship_frame(hull.middle);
        let turn = wrap_pi(hull.heading.rad() - deck.heading.rad());
        self.last = deck;
        let furthest_in = FURTHEST.0.max(3.0 * self.ahead.upright().1.hypot(keel.ahead_sigma_in));
        let credible = ahead.abs() < furthest_in && starboard.abs() < FURTHEST.1 && turn.abs() < FURTHEST.2;
        if credible {
            self.take(leans(camera, deck), (ahead, starboard, turn), keel.ahead_sigma_in);
        }
    }

    /// Where the hull's middle lies in the frame of the learnt deck.
    pub fn correction(&self) -> Correction {
        Correction {
            ahead_in: self.ahead.upright(),
            starboard_in: self.starboard.upright(),
            turn_rad: self.turn.upright(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::Lens;
    use geometry::{Heading, Point};
    use nalgebra::{Matrix3, Vector3};

    fn camera() -> TableCamera {
        let lens =
            Lens { fx: 1400.0, fy: 1400.0, cx: 960.0, cy: 540.0, dist: [0.0; 5], width: 1920, height: 1080 };
        TableCamera {
            lens,
            camera_from_table: Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0),
            position_in: Vector3::new(30.0, 18.0, 52.0),
        }
    }

    fn keel(pose: HullPose) -> Keel {
        Keel { pose, ahead_sigma_in: 0.01 }
    }

    #[test]
    fn a_ship_seen_the_other_way_round_is_placed_better_than_the_muster_placed_it() {
        // Masts lean out: the ends seem to lie 0.1 in further that way for a lean of one, and the deck learnt at the
        // muster lies off the middle by what they leant there.
        let camera = camera();
        let pose = |x_in, deg| HullPose { middle: Point::new(x_in, 18.0), heading: Heading::from_deg(deg) };
        let muster = pose(55.0, 90.0);
        let slope = 0.1;
        let off_at_muster = slope * leans(&camera, muster).0;
        let mut trueing = Trueing::new(&camera, keel(muster), 2.0);
        let spread_before = trueing.correction().ahead_in.1;
        for (x_in, deg) in [(50.0, 270.0), (12.0, 90.0), (8.0, 260.0), (30.0, 0.0)] {
            let hull = pose(x_in, deg);
            let deck = hull.stepped(off_at_muster, 0.0, 0.0);
            let seen = hull.stepped(slope * leans(&camera, hull).0, 0.0, 0.0);
            assert!(trueing.wants(deck));
            trueing.learn(&camera, deck, keel(seen));
        }
        let correction = trueing.correction();
        assert!((correction.ahead_in.0 + off_at_muster).abs() < 0.006, "{correction:?} {off_at_muster}");
        assert!(correction.ahead_in.1 < spread_before);
        assert!(!trueing.wants(pose(30.05 + off_at_muster, 1.0)));
    }

    #[test]
    fn what_is_no_end_of_the_hull_teaches_nothing() {
        let camera = camera();
        let deck = HullPose { middle: Point::new(20.0, 20.0), heading: Heading::from_deg(0.0) };
        let mut trueing = Trueing::new(&camera, keel(deck.stepped(5.0, 0.0, 0.0)), 2.0);
        let before = trueing.correction();
        trueing.learn(&camera, deck, keel(deck.stepped(0.4, 0.0, 0.0)));
        assert_eq!(trueing.correction(), before);
    }
}
