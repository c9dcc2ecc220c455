//! Detection of ships by their tags.

use crate::background::still_picture::TrackError;
use crate::detect::detection::{DetectedBy, Detection, Detections};
use crate::hull::pose::HullPose;
use crate::identity::motion_prior;
use crate::segment::foreground::Foreground;
use crate::segment::tags::{places_of_tag, read_tags};

/// Adds the ships whose tags are read. If a number is read at several places, all but one are copies: the
/// most likely place is taken as the ship's, and the other places are stored with it.
///
/// # Errors
/// When OpenCV fails.
pub fn by_tag(foreground: &Foreground<'_>, mut detections: Detections) -> Result<Detections, TrackError> {
    let camera = &foreground.signal.background.camera;
    let Detections { ships, found, .. } = &mut detections;
    let tags = read_tags(foreground, ships.iter().map(|ship| (&ship.annotation, ship.last)))?;
    for (ship, found) in ships.iter_mut().zip(found) {
        let mut places: Vec<HullPose> = places_of_tag(&tags, &ship.annotation, ship.tag_side_in, camera)
            .into_iter()
            .map(|tag| tag.pose)
            .collect();
        // If the player has just placed the ship by hand, the tag there is the ship's own.
        let near = |pose: HullPose, place: HullPose| {
            place.middle.distance_in(pose.middle) < ship.hull.length_in / 2.0
        };
        let laid = found.filter(|found| matches!(found.by, DetectedBy::Hand)).map(|found| found.pose);
        let own = laid.and_then(|laid| places.iter().position(|place| near(laid, *place)));
        if let Some(own) = own.map(|own| places.swap_remove(own)) {
            ship.tag_copies = std::mem::replace(&mut places, vec![own]);
        }
        places.retain(|place| ship.tag_copies.iter().all(|copy| !place.is_at(*copy)));
        let likely = |place: &HullPose| {
            let way = || motion_prior::nats(ship.last, 1.0, *place, ship.reach_in, ship.elapsed);
            if place.is_at(ship.last) { f64::INFINITY } else { way() }
        };
        places.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
        ship.tag_also_at = places.split_off(places.len().min(1));
        if let Some(pose) = places.pop() {
            *found = Some(Detection { pose, by: DetectedBy::Tag });
        }
    }
    Ok(detections)
}
