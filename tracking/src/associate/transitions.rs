//! The likelihood of each ship's move to each hull, and the hypothesis tree after the picture.

use crate::associate::appearance::DetectedHull;
use crate::hull::pose::HullPose;
use crate::identity::hypotheses::{HypothesisTree, StillView, Transition};
use crate::identity::motion_prior;
use crate::motion::evidence::MotionEvidence;
use crate::motion::hull_tracks::HullTrack;
use crate::state::tracked_ship::TrackedShip;

/// Logarithm of one half: a ship moves in a turn, or stays, with equal probability.
const EVEN: f64 = -0.7;
/// Nats of a move that the observation excludes. It is not minus infinity, because observation can be wrong.
const IMPOSSIBLE: f64 = -13.0;
/// Nats of moving exactly to another ship's old place, unless a line moves up.
const TOOK_OVER: f64 = -9.0;
/// Nats of moving up in a line: when one ship does, the others most likely do too (see
/// [`crate::identity::hypotheses`]).
const MOVED_UP: f64 = -0.3;
/// Nats of a hull being elsewhere than where it was followed to without losing sight of it.
const FOLLOWED_ELSEWHERE: f64 = -10.0;
/// The next ship of a line is within this many ship's lengths, and within this angle of straight ahead.
const LINE_LENGTHS: f64 = 3.5;
const LINE_RAD: f64 = 0.6;

/// Expands the hypothesis tree with the detected hulls of the `wanted` ships.
pub fn expanded(
    mut hypotheses: HypothesisTree,
    ships: &[TrackedShip],
    wanted: &[usize],
    bodies: &[DetectedHull],
    looks: &[Vec<f64>],
    motion: &dyn MotionEvidence,
) -> HypothesisTree {
    let poses: Vec<HullPose> = bodies.iter().map(|body| body.pose).collect();
    // The earlier site at which each detected hull stands, if there is one.
    let stood: Vec<Option<HullPose>> =
        poses.iter().map(|pose| hypotheses.sites().find(|site| site.is_at(*pose))).collect();
    // The track that ends at each detected hull, if there is one.
    let sites: Vec<HullPose> = hypotheses.sites().collect();
    let tracks: Vec<&HullTrack> = sites.iter().filter_map(|site| motion.followed(*site)).collect();
    let arrived: Vec<Option<&HullTrack>> =
        poses.iter().map(|pose| tracks.iter().copied().find(|track| track.ends_at(*pose))).collect();
    let moves = |ship: usize, from: HullPose, body: usize| {
        let to = poses[body];
        let plain = |nats| Transition { nats, up: false };
        if let Some(track) = arrived.iter().flatten().find(|track| track.from.is_at(from)) {
            return plain(if track.ends_at(to) { EVEN } else { FOLLOWED_ELSEWHERE });
        }
        if arrived[body].is_some() {
            return plain(FOLLOWED_ELSEWHERE);
        }
        if to.is_at(from) {
            return plain(if motion.vacated(from) { IMPOSSIBLE } else { EVEN });
        }
        if motion.untouched(from) {
            return plain(IMPOSSIBLE);
        }
        let known = &ships[ship];
        let way = motion_prior::nats(from, known.bow.confidence(), to, known.reach_in, known.elapsed);
        let order = if motion.may_have_gone(from, to) { 0.0 } else { IMPOSSIBLE };
        let Some(site) = stood[body] else { return plain(EVEN + way + order) };
        if motion.untouched(site) {
            return plain(IMPOSSIBLE);
        }
        if motion.vacated(site) {
            // The ship that stood there has left, so the place counts as free.
            return plain(EVEN + way + order);
        }
        if moves_up(&ships[ship], from, to) {
            return Transition { nats: EVEN + way + order + MOVED_UP, up: true };
        }
        plain(TOOK_OVER + way + order)
    };
    let bare: Vec<bool> = poses.iter().map(|pose| motion.vacated(*pose)).collect();
    hypotheses.update(wanted, StillView { bodies: &poses, looks, bare: &bare }, &moves);
    hypotheses
}

/// True if `to` is the place of the next ship ahead in a line.
fn moves_up(ship: &TrackedShip, from: HullPose, to: HullPose) -> bool {
    let (ahead_in, abeam_in) = from.ship_frame(to.middle);
    let on_course = abeam_in.atan2(ahead_in).abs() < LINE_RAD;
    on_course && ahead_in.hypot(abeam_in) < LINE_LENGTHS * ship.hull.length_in
}
