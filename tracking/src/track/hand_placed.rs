//! Ships placed by hand: detection starts there, and the correction is learnt.

use crate::detect::candidates::Candidate;
use crate::detect::detection::{DetectedBy, Detection, refine_candidate};
use crate::detect::presence::covered;
use crate::detect::target::{HandPlacement, TrackedShip};
use crate::hull::pose::HullPose;
use crate::learn::correction::{AppearanceOffset, LearntCorrection};
use crate::motion::evidence::MotionEvidence;
use crate::segment::scene::Scene;
use crate::template::registration::Registration;

/// A ship is still where it was placed if the dissimilarity is below the first value and the distance below the
/// others, inches and radians.
const STAYED: f64 = 0.35;
const STAYED_IN: f64 = 0.35;
const STAYED_RAD: f64 = 0.35;
/// A correction is learnt if the template's dissimilarity is below this.
const TEACHES: f64 = 0.25;
/// The appearance contradicts the given bow if it fits this many times better the other way round.
const ABOUT_TIMES: f64 = 2.0;
/// Dissimilarity that both directions have even where they fit perfectly.
const FLOOR: f64 = 0.01;
/// Something stands there if at least this share of the hull is foreground.
const SOMETHING: f64 = 0.4;
/// Two ships were learnt under each other's name if both look this much more like the other.
const EXCHANGED: f64 = 0.08;
/// And only if their lengths differ by at most this share.
const SAME_LENGTH: f64 = 0.08;

/// Detects the ships placed by hand, and learns from new placements. A new placement is certain. Later it is only
/// where detection starts, and identity is decided as everywhere else.
///
/// # Errors
/// OpenCV's own.
pub fn find_hand_placed(
    scene: &Scene<'_>,
    ships: &mut [TrackedShip],
    found: &mut [Option<Detection>],
) -> opencv::Result<Vec<LearntCorrection>> {
    let mut lessons = exchanged(scene, ships)?;
    for (ship, found) in ships.iter_mut().zip(found).filter(|(_, found)| found.is_none()) {
        let Some(placed) = ship.hand_placed else { continue };
        if placed.new
            && let Some(taught) = learn(scene, ship, placed.hull)?
        {
            ship.offset = taught;
            lessons.push(LearntCorrection::Lies { ship: ship.annotation.id.clone(), taught });
        }
        let start = ship.template_pose(placed.hull);
        let fit = ship.fit_fine(scene, start)?.filter(|fit| stayed(fit, start));
        let stands = |pose| Some(Detection { pose, by: DetectedBy::Hand });
        *found = match fit {
            Some(fit) if placed.new => stands(fit.pose),
            Some(fit) => {
                Some(refine_candidate(scene, ship, &Candidate { fit, other: None, cost: fit.dissimilarity })?)
            }
            // Something is there, though it looks different from the template.
            None if placed.new && covered(scene, ship, start) > SOMETHING => stands(start),
            None => None,
        };
        ship.hand_placed = Some(HandPlacement { new: false, ..placed });
    }
    Ok(lessons)
}

/// Drops placements whose place was seen empty since: whatever stands there now came there.
pub fn forget_vacated(ships: &mut [TrackedShip], motion: &dyn MotionEvidence) {
    for ship in ships {
        if let Some(placed) = ship.hand_placed
            && !placed.new
            && motion.vacated(ship.template_pose(placed.hull))
        {
            ship.hand_placed = None;
        }
    }
}

/// Drops placements of ships that are elsewhere now, or whose place is empty in this picture (`scene` holds only the
/// foreground that no detected ship explains).
pub fn forget_moved(scene: &Scene<'_>, ships: &mut [TrackedShip], found: &[Option<Detection>]) {
    for (ship, found) in ships.iter_mut().zip(found) {
        let Some(placed) = ship.hand_placed else { continue };
        let looks = ship.template_pose(placed.hull);
        let left = match found {
            Some(found) => looks.middle.distance_in(found.pose.middle) > 2.0 * STAYED_IN,
            None => covered(scene, ship, looks) < SOMETHING,
        };
        if left {
            ship.hand_placed = None;
        }
    }
}

fn stayed(fit: &Registration, start: HullPose) -> bool {
    fit.dissimilarity < STAYED
        && fit.pose.middle.distance_in(start.middle) < STAYED_IN
        && fit.pose.heading.angle_to(start.heading) < STAYED_RAD
}

/// What a hull placed at `placed` says about the ship's template, if anything.
fn learn(
    scene: &Scene<'_>,
    ship: &TrackedShip,
    placed: HullPose,
) -> opencv::Result<Option<AppearanceOffset>> {
    let start = ship.template_pose(placed);
    let (one, other) = (ship.fit_fine(scene, start)?, ship.fit_fine(scene, start.reversed())?);
    let about = match (&one, &other) {
        (Some(one), Some(other)) => {
            stayed(other, start.reversed())
                && one.ends_dissimilarity + FLOOR > ABOUT_TIMES * (other.ends_dissimilarity + FLOOR)
        }
        _ => false,
    };
    let (before, fit) =
        if about { (ship.offset_at(placed).turned_about(), other) } else { (ship.offset_at(placed), one) };
    let taught = fit.filter(|fit| fit.dissimilarity < TEACHES).and_then(|fit| before.after(fit.pose, placed));
    Ok(taught.or(about.then_some(before)))
}

/// Exchanges the templates of two ships that were both just placed by hand, if each looks like the other.
fn exchanged(scene: &Scene<'_>, ships: &mut [TrackedShip]) -> opencv::Result<Vec<LearntCorrection>> {
    let mut lessons = Vec::new();
    for one in 0..ships.len() {
        for other in one + 1..ships.len() {
            let (Some(a), Some(b)) = (ships[one].hand_placed, ships[other].hand_placed) else { continue };
            let longer = ships[one].hull.length_in / ships[other].hull.length_in;
            if !(a.new && b.new && (longer - 1.0).abs() < SAME_LENGTH) {
                continue;
            }
            let dissimilarity = |ship: &TrackedShip, hull: HullPose| -> opencv::Result<f64> {
                Ok(ship.fit_fine(scene, ship.template_pose(hull))?.map_or(1.0, |fit| fit.dissimilarity))
            };
            let gain_here = dissimilarity(&ships[one], a.hull)? - dissimilarity(&ships[other], a.hull)?;
            let gain_there = dissimilarity(&ships[other], b.hull)? - dissimilarity(&ships[one], b.hull)?;
            if gain_here.min(gain_there) > EXCHANGED {
                let (head, tail) = ships.split_at_mut(other);
                head[one].exchange_templates(&mut tail[0]);
                lessons.push(LearntCorrection::Exchanged {
                    one: head[one].annotation.id.clone(),
                    other: tail[0].annotation.id.clone(),
                });
            }
        }
    }
    Ok(lessons)
}
