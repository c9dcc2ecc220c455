//! Which end is the bow.
//!
//! Told at full resolution and from the hull's ends: what stands on the middle leans another way everywhere on the
//! table, and says less than its size.

use crate::known::Known;
use crate::patch::HullPose;
use crate::places::Candidate;
use crate::register::Fit;
use crate::scene::Scene;
use std::f64::consts::FRAC_PI_2;

/// A place with its bow settled.
#[derive(Debug, Clone, Copy)]
pub struct Settled {
    /// Where the hull lies, measured at full resolution.
    pub pose: HullPose,
    /// The bow could not well be the stern.
    pub bow_sure: bool,
}

/// What both ends have in common, even where they fit perfectly.
const FLOOR: f64 = 0.004;
/// A ship seldom turns about in one move: so much evidence speaks against it beforehand (logarithm of a ratio).
const TURNED_ABOUT: f64 = 0.15;
/// Evidence from which the bow is sure.
const SURE: f64 = 0.2;
/// The same where it was a guess before: a wrong guess must not make itself sure by lying there still.
const SURE_AFTER_A_GUESS: f64 = 0.5;
/// Coarse evidence from which the other bow is not even tried at full resolution.
const PLAIN: f64 = 1.6;

/// The logarithm of how much better one fit's ends are than the other's.
fn evidence(one: &Fit, other: &Fit) -> f64 {
    ((other.ends_unlike + FLOOR) / (one.ends_unlike + FLOOR)).ln()
}

/// Measures a place at full resolution, both ways round unless the coarse fits speak plainly.
///
/// # Errors
/// OpenCV's own.
pub fn settle(scene: &Scene<'_>, ship: &Known, candidate: &Candidate) -> opencv::Result<Settled> {
    let one = ship.fit_fine(scene, candidate.fit.pose)?.unwrap_or(candidate.fit);
    let reversed = candidate.fit.pose.reversed();
    let start = candidate.other.map_or(reversed, |other| other.pose);
    if candidate.other.is_some_and(|other| evidence(&candidate.fit, &other) > PLAIN) {
        return Ok(Settled { pose: one.pose, bow_sure: true });
    }
    let Some(other) = ship.fit_fine(scene, start)? else {
        return Ok(Settled { pose: one.pose, bow_sure: false });
    };
    let about = |fit: &Fit| fit.pose.heading.angle_to(ship.last.heading) > FRAC_PI_2;
    let prior = match (about(&one), about(&other)) {
        _ if !ship.bow_was_sure => 0.0,
        (true, false) => -TURNED_ABOUT,
        (false, true) => TURNED_ABOUT,
        _ => 0.0,
    };
    let balance = evidence(&one, &other) + prior;
    let enough = if ship.bow_was_sure { SURE } else { SURE_AFTER_A_GUESS };
    let pose = if balance >= 0.0 { one.pose } else { other.pose };
    Ok(Settled { pose, bow_sure: balance.abs() > enough })
}
