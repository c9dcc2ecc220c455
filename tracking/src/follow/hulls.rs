//! Frame-to-frame pose tracking: the learnt template of each moving hull is registered in every frame, starting from
//! the frame before.
//!
//! A track carries which hull this is and where its bow points. It counts only while the hull is in sight: a share of
//! its deck and of the sea along its sides must be seen, but for moments, so a swap below a hand breaks it.

use crate::background::frame_signal::{FrameLight, coarse_around};
use crate::background::signal::SignalMap;
use crate::background::table_background::TableBackground;
use crate::hull::pose::HullPose;
use crate::motion::hull_tracks::{HullTrack, HullTracks};
use crate::state::tracked_ship::TrackedShip;
use crate::template::cover_colours::CoverColours;
use crate::template::occlusion::shared;
use calibration::Pixel;
use opencv::core::Mat;

/// The picture is compared within so many lengths of a hull. What reaches over it is looked for there, and not so near
/// to a ship, inches.
const AROUND_LENGTHS: f64 = 1.3;
const BESIDE_HULL_IN: f64 = 0.3;
/// Other starts: turns beyond the predicted heading, radians.
const TURNS_RAD: [f64; 4] = [0.3, -0.3, 0.6, -0.6];
/// The most that a hull turns between two frames, radians. From a quarter turn on, bow and stern could be confused.
const MOST_TURN_RAD: f64 = 1.0;
/// Other starts: shares of its speed.
const SPEEDS: [f64; 2] = [0.0, 0.5];
/// A hull that was out of sight for longer may have been turned about or exchanged, seconds.
const OUT_OF_SIGHT_S: f64 = 0.5;
/// Two hulls cannot share more than this of their plans.
const MOST_SHARED: f64 = 0.3;

/// A frame of the live table, and where its ships were before.
pub struct FollowedFrame<'a> {
    /// The background with the things on it.
    pub background: &'a TableBackground,
    /// The frame (8-bit BGR).
    pub picture: &'a Mat,
    /// Its light.
    pub light: FrameLight,
    /// When it was taken, seconds since the source began.
    pub at_s: f64,
    /// The ships, at their poses in the last measured frame.
    pub ships: &'a [TrackedShip],
}

impl FollowedFrame<'_> {
    /// The tracks after this frame. `disturbed`: the ships near which the picture has changed since the last measured
    /// frame; their tracks begin.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn tracks(
        &self,
        before: &HullTracks,
        disturbed: impl Fn(&TrackedShip) -> bool,
    ) -> opencv::Result<HullTracks> {
        let started = |(index, ship): (usize, &TrackedShip)| {
            let starts = || disturbed(ship).then(|| HullTrack::starting(ship.last, self.at_s));
            before.of(index).copied().or_else(starts)
        };
        let mut now: Vec<Option<HullTrack>> = self.ships.iter().enumerate().map(started).collect();
        let places: Vec<[HullPose; 2]> = self
            .ships
            .iter()
            .zip(&now)
            .map(|(ship, track)| {
                track.map_or([ship.last; 2], |track| [track.pose, track.predicted(self.at_s, 1.0)])
            })
            .collect();
        for (track, ship) in now.iter_mut().zip(self.ships) {
            if let Some(track) = track.as_mut().filter(|track| track.in_sight) {
                *track = self.next(*track, ship, &places)?;
            }
        }
        Ok(HullTracks::new(apart(now, self.ships)))
    }

    /// The track of a ship after this frame. `places`: where the ships may be in it.
    fn next(
        &self,
        track: HullTrack,
        ship: &TrackedShip,
        places: &[[HullPose; 2]],
    ) -> opencv::Result<HullTrack> {
        let at_s = self.at_s;
        let lost = HullTrack { in_sight: false, ..track };
        if at_s - track.seen_s > OUT_OF_SIGHT_S {
            return Ok(lost);
        }
        let predicted = track.predicted(at_s, 1.0);
        let slower = SPEEDS.map(|share| track.predicted(at_s, share));
        let turned = TURNS_RAD.map(|by_rad| track.pose.stepped(0.0, 0.0, by_rad));
        let starts = [predicted].into_iter().chain(slower).chain(turned);
        let step_in = predicted.middle.distance_in(track.pose.middle);
        let reach_in = AROUND_LENGTHS * ship.hull.length_in + step_in;
        let (background, light) = (self.background, &self.light);
        let middle = track.pose.middle;
        let Some(map) = coarse_around(background, self.picture, light, middle, reach_in)? else {
            return Ok(lost);
        };
        let covers = self.covers(&map, track.pose, ship, places);
        let plane = ship.plane(&background.camera);
        let parts = ship.visible_parts(background, track.pose, covers);
        if let Some((pose, seen)) = parts.found(&map, plane, starts)
            && seen.in_sight()
            && pose.heading.angle_to(track.pose.heading) < MOST_TURN_RAD
        {
            return Ok(track.sighted(pose, at_s));
        }
        // A hull that nothing hides and that is not where it should be has gone elsewhere.
        let gone = [track.pose, predicted].iter().all(|pose| parts.shows_sea(&map, plane, *pose));
        Ok(if gone { lost } else { track })
    }

    /// The colours of what is near a ship and is none.
    fn covers(
        &self,
        map: &SignalMap,
        pose: HullPose,
        ship: &TrackedShip,
        places: &[[HullPose; 2]],
    ) -> Option<CoverColours> {
        let camera = &self.background.camera;
        let reach_in = AROUND_LENGTHS * ship.hull.length_in;
        let is_near = |(other, places): &(&TrackedShip, &[HullPose; 2])| {
            places[0].middle.distance_in(pose.middle) < reach_in + other.hull.length_in
        };
        let near: Vec<_> = self.ships.iter().zip(places).filter(is_near).collect();
        let is_ship = |pixel: Pixel| {
            let explains = |(other, places): &(&TrackedShip, &[HullPose; 2])| {
                places.iter().any(|pose| other.explains(camera, pixel, *pose, BESIDE_HULL_IN))
            };
            near.iter().any(explains)
        };
        CoverColours::around(map, ship.plane(camera), pose, reach_in, is_ship)
    }
}

/// The tracks, of which those that came into the place of another hull have lost theirs.
fn apart(mut tracks: Vec<Option<HullTrack>>, ships: &[TrackedShip]) -> Vec<Option<HullTrack>> {
    let stands = |at: usize| tracks[at].map_or(ships[at].last, |track| track.pose);
    let strayed: Vec<usize> = (0..ships.len())
        .filter(|&one| tracks[one].is_some_and(|track| !track.pose.is_at(track.from)))
        .filter(|&one| {
            let of = |at: usize| (&ships[at].hull, stands(at));
            (0..ships.len()).any(|other| other != one && shared(of(one), of(other)) > MOST_SHARED)
        })
        .collect();
    for (at, track) in tracks.iter_mut().enumerate() {
        if let Some(track) = track.as_mut().filter(|_| strayed.contains(&at)) {
            track.in_sight = false;
        }
    }
    tracks
}
