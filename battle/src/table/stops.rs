//! A move in the making: where a model was set down on its way.

use crate::record::moved::is_near;
use crate::record::place::Place;
use geometry::{Pose, ShipId, Similarity};

/// The error of a place by its rounding, inches and degrees.
const STORED_SIGMA_IN: f64 = 0.002;
const STORED_SIGMA_DEG: f64 = 0.02;

/// The stops of one ship's move that is not official yet, first to last.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Stops {
    /// Where the model was set down.
    set_down: Vec<Place>,
    /// The stops of the app's order that it has reached. No hand sets a model down exactly on its ghost, and on a tight
    /// turn a tenth of an inch can be the difference between an arc and a whole circle. So a move that was carried out
    /// for the app is judged as it was ordered; where the ship officially stands is still where she is seen.
    as_ordered: Vec<Pose>,
}

impl Stops {
    /// Adds a stop.
    pub(crate) fn push(&mut self, place: Place) {
        self.set_down.push(place);
    }

    /// Replaces the last stop, because the model was corrected there.
    pub(crate) fn correct(&mut self, place: Place) {
        self.set_down.pop();
        self.set_down.push(place);
    }

    /// Where the model was set down last.
    pub(crate) fn last(&self) -> Option<&Place> {
        self.set_down.last()
    }

    /// Everywhere the model was set down, first to last.
    pub(crate) fn set_down(&self) -> &[Place] {
        &self.set_down
    }

    /// Takes the ordered stops that were reached, first to last.
    pub(crate) fn reach(&mut self, ordered: &[Pose]) {
        self.as_ordered = ordered.to_vec();
    }

    /// The stops by which the move is judged, first to last.
    pub(crate) fn judged(&self, ship: &ShipId) -> Vec<Place> {
        let Some(ordered) = self.as_ordered.last() else { return self.set_down.clone() };
        let further = self.last().filter(|last| !is_near(&Place::by_hand(*ordered), last, ship));
        self.as_ordered.iter().copied().map(rounded).chain(further.copied()).collect()
    }

    /// The stops as recorded when the move becomes official: those between as judged, the last as seen.
    pub(crate) fn recorded(&self, ship: &ShipId) -> Option<(Place, Vec<Place>)> {
        let last = *self.last()?;
        let mut between = self.judged(ship);
        between.pop();
        Some((last, between))
    }

    /// Changes into another frame of reference.
    pub(crate) fn change_frame(&mut self, change: &Similarity) {
        self.set_down.iter_mut().for_each(|stop| *stop = stop.in_frame(change));
        self.as_ordered.iter_mut().for_each(|stop| *stop = change.pose(*stop));
    }
}

/// A place as exact as it is stored: an order to turn as tightly as a ship can must not become a whole circle by
/// rounding.
fn rounded(pose: Pose) -> Place {
    Place { sigma_in: STORED_SIGMA_IN, heading_sigma_deg: STORED_SIGMA_DEG, ..Place::by_hand(pose) }
}
