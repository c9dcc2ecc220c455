//! Detection of ships that a player placed by hand, and learning from these corrections.

use crate::background::frame_signal::FrameSignal;
use crate::detect::candidates::Candidate;
use crate::detect::coverage::covered;
use crate::detect::detection::{DetectedBy, Detection, Detections, refine_candidate};
use crate::hull::pose::HullPose;
use crate::learn::correction::{AppearanceOffset, LearntCorrection};
use crate::motion::evidence::MotionEvidence;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::{HandPlacement, TrackedShip};
use crate::template::registration::Registration;

/// A ship is still where it was placed if the dissimilarity is below the first value and the distance below the
/// others, inches and radians.
const STAYED: f64 = 0.35;
const STAYED_IN: f64 = 0.35;
const STAYED_RAD: f64 = 0.35;
/// A correction is learnt if the template's dissimilarity is below this.
const TEACHES: f64 = 0.25;
/// The appearance contradicts the given bow if the opposite direction fits this many times better.
const ABOUT_TIMES: f64 = 2.0;
/// Dissimilarity that remains in both directions even for a perfect fit.
const FLOOR: f64 = 0.01;
/// Share of the hull that must be foreground if something stands there.
const SOMETHING: f64 = 0.4;
/// Two ships were learnt under each other's name if each resembles the other's template by this much more.
const EXCHANGED: f64 = 0.08;
/// Their lengths must also differ by at most this share.
const SAME_LENGTH: f64 = 0.08;

/// The ships, without those placements by hand whose place has been seen empty since: another hull there has
/// arrived later.
pub fn without_vacated(ships: &[TrackedShip], motion: &dyn MotionEvidence) -> Vec<TrackedShip> {
    let mut ships = ships.to_vec();
    for ship in &mut ships {
        if let Some(placed) = ship.hand_placed
            && !placed.new
            && motion.vacated(ship.template_pose(placed.hull))
        {
            ship.hand_placed = None;
        }
    }
    ships
}

/// Detects the ships placed by hand, and learns from new placements. A new placement is certain. Afterwards
/// it is only the start of detection, and identity is decided as for all ships.
///
/// # Errors
/// When OpenCV fails.
pub fn by_hand(foreground: &Foreground<'_>, ships: Vec<TrackedShip>) -> opencv::Result<Detections> {
    let signal = &foreground.signal;
    let (mut ships, mut lessons) = exchanged(signal, ships)?;
    let mut found = vec![None; ships.len()];
    for (ship, found) in ships.iter_mut().zip(&mut found) {
        let Some(placed) = ship.hand_placed else { continue };
        if placed.new
            && let Some(taught) = learn(signal, ship, placed.hull)?
        {
            ship.offset = taught;
            lessons.push(LearntCorrection::Lies { ship: ship.annotation.id.clone(), taught });
        }
        let start = ship.template_pose(placed.hull);
        let fit = ship.fit_fine(signal, start)?.filter(|fit| stayed(fit, start));
        let stands = |pose| Some(Detection { pose, by: DetectedBy::Hand });
        *found = match fit {
            Some(fit) if placed.new => stands(fit.pose),
            Some(fit) => Some(refine_candidate(
                signal,
                ship,
                &Candidate { fit, other: None, cost: fit.dissimilarity },
            )?),
            // Something stands there, although it does not match the template.
            None if placed.new && covered(foreground, ship, start) > SOMETHING => stands(start),
            None => None,
        };
        ship.hand_placed = Some(HandPlacement { new: false, ..placed });
    }
    let candidates = vec![None; ships.len()];
    Ok(Detections { ships, found, candidates, lessons })
}

/// The placement by hand that still holds after a picture; none if the ship is elsewhere now or its place is
/// empty. `unexplained`: the foreground without the ships.
pub fn placement_after(
    unexplained: &Foreground<'_>,
    ship: &TrackedShip,
    found: Option<&Detection>,
) -> Option<HandPlacement> {
    ship.hand_placed.filter(|placed| {
        let looks = ship.template_pose(placed.hull);
        match found {
            Some(found) => looks.middle.distance_in(found.pose.middle) <= 2.0 * STAYED_IN,
            None => covered(unexplained, ship, looks) >= SOMETHING,
        }
    })
}

fn stayed(fit: &Registration, start: HullPose) -> bool {
    fit.dissimilarity < STAYED
        && fit.pose.middle.distance_in(start.middle) < STAYED_IN
        && fit.pose.heading.angle_to(start.heading) < STAYED_RAD
}

/// The correction of the ship's template that follows from a hull placed at `placed`, if any.
fn learn(
    signal: &FrameSignal<'_>,
    ship: &TrackedShip,
    placed: HullPose,
) -> opencv::Result<Option<AppearanceOffset>> {
    let start = ship.template_pose(placed);
    let (one, other) = (ship.fit_fine(signal, start)?, ship.fit_fine(signal, start.reversed())?);
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

/// Exchanges the templates of any two ships that were both just placed by hand and resemble each other's
/// template.
fn exchanged(
    signal: &FrameSignal<'_>,
    mut ships: Vec<TrackedShip>,
) -> opencv::Result<(Vec<TrackedShip>, Vec<LearntCorrection>)> {
    let mut lessons = Vec::new();
    for one in 0..ships.len() {
        for other in one + 1..ships.len() {
            let (Some(a), Some(b)) = (ships[one].hand_placed, ships[other].hand_placed) else { continue };
            let longer = ships[one].hull.length_in / ships[other].hull.length_in;
            if !(a.new && b.new && (longer - 1.0).abs() < SAME_LENGTH) {
                continue;
            }
            let dissimilarity = |ship: &TrackedShip, hull: HullPose| -> opencv::Result<f64> {
                Ok(ship.fit_fine(signal, ship.template_pose(hull))?.map_or(1.0, |fit| fit.dissimilarity))
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
    Ok((ships, lessons))
}
