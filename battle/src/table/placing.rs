//! Makes the events by which places become official, when a ship has come to rest elsewhere.

use crate::record::events::{
    DomainEvent, DomainEventOf, Settling, ShipPlaced, ShipSettled, ShipsMoved, ShipsPlaced, settled_event,
};
use crate::record::moved::{is_near, ship_moved};
use crate::record::place::Place;
use crate::record::situation::SituationOf;
use crate::table::observed::{ObservedTable, stands_elsewhere};
use geometry::{CalibrationId, Confidence, FrameId, Observation, ShipId};
use rulesets::core::PlayedBook;
use std::collections::BTreeSet;

/// The events that make the seen places official; empty if they already are. Ships that are not seen, not surely known,
/// or sunk keep their places.
pub(crate) fn place_events<B: PlayedBook>(
    situation: &SituationOf<B>,
    live: &ObservedTable,
    at_once: bool,
) -> Vec<DomainEventOf<B>> {
    let afloat: BTreeSet<ShipId> = afloat::<B>(&situation.book).collect();
    let mut placed = Vec::new();
    let (mut moved, mut ticked) = (Vec::new(), Vec::new());
    for seen in live.settled(at_once) {
        if !afloat.contains(&seen.ship) {
            continue;
        }
        let to = Place::of(seen);
        match situation.places.get(&seen.ship) {
            None => placed.push(ShipPlaced { ship: seen.ship.clone(), place: to }),
            // A ship whose model is not back at its ghost yet has not moved.
            Some(from) if situation.to_set_out.contains(&seen.ship) => {
                if is_near(from, &to, &seen.ship) {
                    ticked.push(ShipSettled { ship: seen.ship.clone(), from: *from, to });
                }
            }
            Some(from) if stands_elsewhere(&as_observation(from, seen), seen) => {
                moved.push(ship_moved(&seen.ship, from, &to));
            }
            Some(_) => {}
        }
    }
    let placed = (!placed.is_empty()).then_some(DomainEvent::Placed(ShipsPlaced { ships: placed }));
    let moved = (!moved.is_empty()).then_some(DomainEvent::Moved(ShipsMoved { ships: moved }));
    placed.into_iter().chain(moved).chain(settled_event(Settling::SetUp, ticked)).collect()
}

/// The ships that are not lost, by their ids.
pub(crate) fn afloat<B: PlayedBook>(state: &B::State) -> impl Iterator<Item = ShipId> + use<B> {
    B::ships(state).into_iter().filter(|line| line.fate.is_none()).map(|line| line.ship)
}

/// An official place as if it had been observed; the other fields are taken from `like`.
pub(crate) fn as_observation(place: &Place, like: &Observation) -> Observation {
    Observation {
        pose: place.pose(),
        sigma_in: place.sigma_in,
        heading_sigma_rad: place.heading_sigma_deg.to_radians(),
        ..like.clone()
    }
}

/// A recorded place as if it had been observed exactly there.
pub(crate) fn standing(ship: &ShipId, place: &Place) -> Observation {
    Observation {
        ship: ship.clone(),
        pose: place.pose(),
        sigma_in: place.sigma_in,
        heading_sigma_rad: place.heading_sigma_deg.to_radians(),
        seen: true,
        sure: true,
        confidence: Confidence::CERTAIN,
        frame: FrameId(0),
        calibration: CalibrationId(String::new()),
        camera_error: None,
    }
}
