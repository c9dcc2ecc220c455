//! Stage: data association. It decides which ship each aligned hull is, and which end is its bow.

use crate::align::alignment::AlignedShips;
use crate::associate::appearance::{DetectedHull, best_fit, looks};
use crate::associate::elapsed_moves::elapsed_moves;
use crate::associate::transitions::expanded;
use crate::background::frame_signal::FrameSignal;
use crate::detect::candidates::Candidate;
use crate::detect::detection::{DetectedBy, Detection, refine_candidate};
use crate::hull::pose::HullPose;
use crate::identity::bow_belief::BowBelief;
use crate::identity::hypotheses::HypothesisTree;
use crate::identity::motion_prior::Elapsed;
use crate::learn::correction::LearntCorrection;
use crate::motion::evidence::MotionEvidence;
use crate::state::tracked_ship::TrackedShip;
use crate::template::stack_colours::StackColours;
use geometry::Confidence;
use std::f64::consts::FRAC_PI_2;

/// From this confidence of name and bow on, a ship at a new place updates its stack colours.
const LEARNS: f64 = 0.99;

/// The identified ships of one picture. Lists are in the order of the fleet.
#[derive(Debug, Clone)]
pub struct Association {
    /// The ships at their new poses, with the belief about their bows.
    pub ships: Vec<TrackedShip>,
    /// The hull of each ship.
    pub hulls: Vec<Option<Detection>>,
    /// The confidence of each ship's name and bow.
    pub confidence: Vec<Confidence>,
    /// The hypotheses of which ship stands where.
    pub hypotheses: HypothesisTree,
    /// Corrections learnt from placements by hand.
    pub lessons: Vec<LearntCorrection>,
}

/// Decides which ship each aligned hull is, and the confidence of its name and bow.
///
/// # Errors
/// When OpenCV fails.
pub fn associate(
    signal: &FrameSignal<'_>,
    aligned: AlignedShips,
    hypotheses: &HypothesisTree,
    motion: &dyn MotionEvidence,
) -> opencv::Result<Association> {
    let AlignedShips { mut ships, hulls, lessons } = aligned;
    let mut hypotheses = hypotheses.clone();
    for (ship, hull) in hulls.iter().enumerate().filter_map(|(ship, hull)| Some((ship, hull.as_ref()?))) {
        if hull.is_certain() {
            hypotheses.set_certain_at(ship, hull.pose, &ships[ship].tag_also_at);
        }
    }
    let certain = |ship: &usize| hulls[*ship].is_some_and(|hull| hull.is_certain());
    let wanted: Vec<usize> = (0..ships.len()).filter(|ship| !certain(ship)).collect();
    let bodies: Vec<DetectedHull> = wanted
        .iter()
        .filter_map(|&found_as| Some(DetectedHull { pose: hulls[found_as]?.pose, found_as }))
        .collect();
    let looks = looks(signal, &ships, &wanted, &bodies)?;
    let elapsed = elapsed_moves(&ships, &hulls, &bodies, &looks);
    ships.iter_mut().zip(elapsed).for_each(|(ship, elapsed)| ship.elapsed = elapsed);
    let mut hypotheses = expanded(hypotheses, &ships, &wanted, &bodies, &looks, motion);
    let mut hulls = named(signal, &ships, &hypotheses, &hulls, &bodies)?;
    let mut confidence = Vec::with_capacity(ships.len());
    for (index, (ship, hull)) in ships.iter_mut().zip(&mut hulls).enumerate() {
        let moved = hull.is_some_and(|hull| !hull.pose.is_at(ship.last));
        if let Some(hull) = hull {
            (ship.bow, hull.pose) = bow_and_pose(ship, *hull, motion);
            (ship.last, ship.elapsed) = (hull.pose, Elapsed::ONE_MOVE);
        }
        hypotheses.refine(index, ship.last);
        let sure = Confidence { name: hypotheses.confidence(index), bow: ship.bow.confidence() };
        if moved && sure.name > LEARNS && sure.bow > LEARNS {
            let seen = StackColours::read(signal, &ship.annotation, ship.last)?;
            ship.stack.learn(&seen);
        }
        confidence.push(sure);
    }
    Ok(Association { ships, hulls, confidence, hypotheses, lessons })
}

/// The belief about a ship's bow where its hull lies, and the pose that follows from it.
fn bow_and_pose(ship: &TrackedShip, hull: Detection, motion: &dyn MotionEvidence) -> (BowBelief, HullPose) {
    match hull.by {
        DetectedBy::Looks(ways) => {
            let track = motion.followed(ship.last).filter(|track| track.ends_at(hull.pose));
            let (bow, settled) = match track {
                Some(track) => ship.bow.followed(ship.last, track.pose.heading, &ways),
                None => ship.bow.next(ship.last, &ways, ship.reach_in, ship.elapsed),
            };
            // A hull that was registered without its neighbours' pixels keeps that place.
            let same_way = settled.heading.angle_to(hull.pose.heading) < FRAC_PI_2;
            (bow, if same_way { hull.pose } else { settled })
        }
        DetectedBy::Hand => (BowBelief::confirmed(), hull.pose),
        DetectedBy::Tag => (BowBelief::from_annotation(), hull.pose),
    }
}

/// The hull of each ship by the best hypothesis.
fn named(
    signal: &FrameSignal<'_>,
    ships: &[TrackedShip],
    hypotheses: &HypothesisTree,
    hulls: &[Option<Detection>],
    bodies: &[DetectedHull],
) -> opencv::Result<Vec<Option<Detection>>> {
    let named = |(index, ship): (usize, &TrackedShip)| {
        let hull = hulls[index];
        if hull.is_some_and(|hull| hull.is_certain()) {
            return Ok(hull);
        }
        let Some(body) = bodies.iter().find(|body| hypotheses.pose(index) == Some(body.pose)) else {
            return Ok(None);
        };
        if body.found_as == index {
            return Ok(hull);
        }
        let Some((fit, other)) = best_fit(signal, ship, body.pose) else { return Ok(None) };
        let candidate = Candidate { fit, other, cost: fit.dissimilarity };
        refine_candidate(signal, ship, &candidate).map(Some)
    };
    ships.iter().enumerate().map(named).collect()
}
