//! The table as the camera sees it now: which ship is where, since when, and which have moved.

use geometry::{FrameId, Observation, ShipId};
use std::collections::{BTreeMap, BTreeSet};

/// Two places of a ship are different if they are further apart than this many standard deviations (of their
/// difference, per axis). In the plane, 3 gives one false alarm in ninety; in addition, a move must last.
const MOVED_SIGMAS: f64 = 3.0;
/// A smaller difference is never a move but a model's wobble, inches.
const WOBBLE_IN: f64 = 0.05;
/// The same for a heading, radians (1 degree).
const WOBBLE_RAD: f64 = 0.017_453_292_519_943_295;
/// A place is accepted after this many agreeing still sightings in a row.
const AGREEING_SIGHTINGS: u32 = 3;
/// Number of earlier places kept for each ship, to check decisions based on an earlier frame.
const PLACES_KEPT: usize = 16;

/// The content of one frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    /// The ships.
    pub observations: Vec<Observation>,
    /// Whether nothing (a hand, an arm) covers part of the table.
    pub still: bool,
}

/// Returns whether two observations show a ship at different places.
pub fn stands_elsewhere(one: &Observation, other: &Observation) -> bool {
    let apart_in = one.pose.stack.distance_in(other.pose.stack);
    let turned_rad = one.pose.heading.angle_to(other.pose.heading);
    let beyond_in = (MOVED_SIGMAS * one.sigma_in.hypot(other.sigma_in)).max(WOBBLE_IN);
    let beyond_rad = (MOVED_SIGMAS * one.heading_sigma_rad.hypot(other.heading_sigma_rad)).max(WOBBLE_RAD);
    apart_in > beyond_in || turned_rad > beyond_rad
}

/// Returns whether a reading consists of finite numbers.
fn is_measured(seen: &Observation) -> bool {
    let Observation { pose, sigma_in, heading_sigma_rad, .. } = seen;
    let numbers = [pose.stack.x_in, pose.stack.y_in, pose.heading.rad(), *sigma_in, *heading_sigma_rad];
    numbers.iter().all(|number| number.is_finite())
}

/// What was seen of one ship since the camera started.
#[derive(Debug, Clone)]
struct Watched {
    latest: Observation,
    /// The first observation of each place it stood at, oldest first; the last is the present place.
    places: Vec<Observation>,
    /// Number of still sightings in a row that agree on the present place.
    agreeing: u32,
}

/// Why a decision based on some frame is no longer valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stale {
    /// The ship has moved since, beyond its uncertainty.
    Moved,
    /// Something hides the ship.
    Hidden,
}

/// The latest observations.
#[derive(Debug, Clone, Default)]
pub(crate) struct ObservedTable {
    ships: BTreeMap<ShipId, Watched>,
    /// The newest frame.
    frame: Option<FrameId>,
    /// The ships whose name or bow the camera takes only by a guess.
    in_doubt: BTreeSet<ShipId>,
}

impl ObservedTable {
    /// Forgets every ship: nothing is seen until the next frame.
    pub(crate) fn forget_places(&mut self) {
        self.ships.clear();
    }

    /// Stores the content of a frame.
    pub(crate) fn observe(&mut self, sighting: &Sighting) {
        let frame = sighting.observations.iter().map(|seen| seen.frame).max();
        if frame < self.frame && frame.is_some() {
            // The source restarted and counts from 1 again, so older frames can't be compared.
            self.ships.clear();
        }
        self.frame = frame.or(self.frame);
        for (ship, watched) in &mut self.ships {
            if !sighting.observations.iter().any(|seen| seen.ship == *ship && is_measured(seen)) {
                watched.latest.seen = false;
                watched.agreeing = 0;
            }
        }
        for seen in sighting.observations.iter().filter(|seen| is_measured(seen)) {
            self.observe_ship(seen, sighting.still);
        }
    }

    fn observe_ship(&mut self, seen: &Observation, still: bool) {
        let Some(watched) = self.ships.get_mut(&seen.ship) else {
            let places = if seen.seen { vec![seen.clone()] } else { Vec::new() };
            let agreeing = u32::from(seen.seen && still);
            self.ships.insert(seen.ship.clone(), Watched { latest: seen.clone(), places, agreeing });
            return;
        };
        watched.latest = seen.clone();
        if !seen.seen {
            watched.agreeing = 0;
            return;
        }
        if watched.places.last().is_none_or(|place| stands_elsewhere(place, seen)) {
            watched.places.push(seen.clone());
            if watched.places.len() > PLACES_KEPT {
                watched.places.remove(0);
            }
            watched.agreeing = 0;
        }
        watched.agreeing = if still { watched.agreeing.saturating_add(1) } else { 0 };
    }

    /// Takes the ships whose name or bow the camera takes only by a guess, as of the newest reading.
    pub(crate) fn take_doubts(&mut self, ships: BTreeSet<ShipId>) {
        self.in_doubt = ships;
    }

    /// Returns whether the name or the bow of a visible ship is a guess.
    pub(crate) fn is_in_doubt(&self, ship: &ShipId) -> bool {
        self.in_doubt.contains(ship) && self.of(ship).is_some_and(|seen| seen.seen && !seen.sure)
    }

    /// Returns whether a camera has shown the table.
    pub(crate) fn is_watched(&self) -> bool {
        self.frame.is_some()
    }

    /// The latest observation of a ship.
    pub(crate) fn of(&self, ship: &ShipId) -> Option<&Observation> {
        self.ships.get(ship).map(|watched| &watched.latest)
    }

    /// The observation of a ship that is surely seen.
    pub(crate) fn surely(&self, ship: &ShipId) -> Option<&Observation> {
        self.of(ship).filter(|seen| seen.seen && seen.sure)
    }

    /// Everything seen last, stored with a picture.
    pub(crate) fn observations(&self) -> Vec<&Observation> {
        self.ships.values().map(|watched| &watched.latest).collect()
    }

    /// Ships that are surely seen and whose place has lasted; `at_once` waives the latter.
    pub(crate) fn settled(&self, at_once: bool) -> Vec<&Observation> {
        self.ships
            .values()
            .filter(|watched| watched.latest.seen && watched.latest.sure)
            .filter(|watched| at_once || watched.agreeing >= AGREEING_SIGHTINGS)
            .map(|watched| &watched.latest)
            .collect()
    }

    /// Checks that a decision about `ship`, based on `frame`, is still valid. A frame newer than the last measured one
    /// shows what was measured last.
    pub(crate) fn check(&self, ship: &ShipId, frame: FrameId) -> Result<(), Stale> {
        let Some(watched) = self.ships.get(ship).filter(|watched| watched.latest.seen) else {
            return Err(Stale::Hidden);
        };
        let then = watched.places.iter().rev().find(|place| place.frame <= frame);
        match then {
            Some(then) if !stands_elsewhere(then, &watched.latest) => Ok(()),
            _ => Err(Stale::Moved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{CalibrationId, Heading, Point, Pose};

    fn at(x_in: f64, frame: u64) -> Observation {
        Observation {
            ship: ShipId::new("cairo"),
            pose: Pose { stack: Point::new(x_in, 10.0), heading: Heading::from_deg(90.0) },
            sigma_in: 0.05,
            heading_sigma_rad: 0.01,
            seen: true,
            sure: true,
            confidence: geometry::Confidence::CERTAIN,
            frame: FrameId(frame),
            calibration: CalibrationId("c".to_owned()),
            camera_error: None,
        }
    }

    fn live(sightings: &[(Observation, bool)]) -> ObservedTable {
        let mut live = ObservedTable::default();
        for (observation, still) in sightings {
            live.observe(&Sighting { observations: vec![observation.clone()], still: *still });
        }
        live
    }

    #[test]
    fn a_place_counts_when_it_has_lasted() {
        let mut sightings = vec![(at(5.0, 1), true), (at(5.0, 2), true)];
        assert!(live(&sightings).settled(false).is_empty());
        assert_eq!(live(&sightings).settled(true).len(), 1);
        sightings.push((at(5.02, 3), true));
        assert_eq!(live(&sightings).settled(false).len(), 1);
        sightings.push((at(8.0, 4), true));
        assert!(live(&sightings).settled(false).is_empty(), "a ship just put down has not settled");
        sightings.extend([(at(8.0, 5), true), (at(8.0, 6), false), (at(8.0, 7), true)]);
        assert!(live(&sightings).settled(false).is_empty(), "an arm over the table starts the wait anew");
    }

    #[test]
    fn a_decision_stands_only_while_its_ship_does() {
        let cairo = ShipId::new("cairo");
        let mut seen = live(&[(at(5.0, 10), true), (at(5.01, 11), true)]);
        assert_eq!(seen.check(&cairo, FrameId(10)), Ok(()));
        assert_eq!(seen.check(&cairo, FrameId(11)), Ok(()));
        assert_eq!(seen.check(&cairo, FrameId(12)), Ok(()), "a picture newer than the last measure");
        assert_eq!(seen.check(&cairo, FrameId(9)), Err(Stale::Moved), "not seen yet at that frame");
        assert_eq!(seen.check(&ShipId::new("essex"), FrameId(11)), Err(Stale::Hidden));
        seen.observe(&Sighting { observations: vec![at(6.0, 12)], still: true });
        assert_eq!(seen.check(&cairo, FrameId(11)), Err(Stale::Moved));
        assert_eq!(seen.check(&cairo, FrameId(12)), Ok(()));
        seen.observe(&Sighting { observations: vec![at(5.0, 13)], still: true });
        assert_eq!(seen.check(&cairo, FrameId(11)), Ok(()), "put back: what the player saw holds again");
        let hidden = Observation { seen: false, ..at(5.0, 14) };
        seen.observe(&Sighting { observations: vec![hidden], still: false });
        assert_eq!(seen.check(&cairo, FrameId(13)), Err(Stale::Hidden));
    }

    #[test]
    fn a_reading_that_is_no_number_counts_as_unseen() {
        let seen = live(&[(at(5.0, 1), true), (at(f64::NAN, 2), true)]);
        assert_eq!(seen.check(&ShipId::new("cairo"), FrameId(2)), Err(Stale::Hidden));
        assert!(seen.settled(true).is_empty());
        assert!(live(&[(at(f64::INFINITY, 1), true)]).of(&ShipId::new("cairo")).is_none());
    }

    #[test]
    fn a_source_that_begins_anew_forgets_older_frames() {
        let cairo = ShipId::new("cairo");
        let seen = live(&[(at(5.0, 100), true), (at(5.0, 1), true)]);
        assert_eq!(seen.check(&cairo, FrameId(1)), Ok(()));
        let before = live(&[(at(5.0, 100), true), (at(9.0, 101), true), (at(9.0, 1), true)]);
        assert_eq!(before.check(&cairo, FrameId(0)), Err(Stale::Moved));
    }
}
