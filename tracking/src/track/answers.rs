//! The player's answers and corrections, which change the state between two pictures.

use crate::identity::bow_belief::BowBelief;
use crate::identity::question::SURE;
use crate::learn::correction::LearntCorrection;
use crate::state::tracked_ship::TrackedShip;
use crate::track::tracker::Tracker;
use geometry::{Point, Pose, ShipId};

/// Why a correction by hand was refused. The text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorrectError {
    /// The fleet has no such ship.
    #[error("\"{0}\" is not in the fleet that is tracked: choose one of its ships.")]
    UnknownShip(ShipId),
}

/// A ship placed this near to another ship's middle, as a share of the shorter hull, exchanges places with
/// it.
const SAME_PLACE_SHARE: f64 = 0.2;

impl Tracker {
    fn place_of(&self, ship: &ShipId) -> Result<usize, CorrectError> {
        let at = self.state.ships.iter().position(|known| known.annotation.id == *ship);
        at.ok_or_else(|| CorrectError::UnknownShip(ship.clone()))
    }

    /// Corrects a ship's pose to where the player placed its outline. The next reading starts there; name and
    /// bow are certain until the ship is moved, and the learnt correction is part of that reading. A ship
    /// placed on another one exchanges places with it.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn correct(&mut self, ship: &ShipId, pose: Pose) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        let ships = &mut self.state.ships;
        let left = ships[at].stack_pose(ships[at].last);
        let middle = ships[at].hull.middle(pose);
        let taken = ships.iter().position(|other| {
            let reach_in = SAME_PLACE_SHARE * other.hull.length_in.min(ships[at].hull.length_in);
            other.annotation.id != *ship && other.last.middle.distance_in(middle) < reach_in
        });
        if let Some(other) = taken {
            ships[other].lay(left);
        }
        ships[at].lay(pose);
        Ok(())
    }

    /// Exchanges the names of two ships; both are certain as long as they stand there.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn exchange(&mut self, one: &ShipId, other: &ShipId) -> Result<(), CorrectError> {
        let (one, other) = (self.place_of(one)?, self.place_of(other)?);
        if one == other {
            return self.name_is_right(&self.state.ships[one].annotation.id.clone());
        }
        self.state.hypotheses.exchange(one, other);
        let (low, high) = (one.min(other), one.max(other));
        let (head, tail) = self.state.ships.split_at_mut(high);
        let (a, b) = (&mut head[low], &mut tail[0]);
        std::mem::swap(&mut a.last, &mut b.last);
        std::mem::swap(&mut a.bow, &mut b.bow);
        (a.hand_placed, b.hand_placed) = (None, None);
        Ok(())
    }

    /// Names the ship that stands nearest to `place` (inches). The name is certain as long as the ship stands
    /// there; the ship that had this name before gets the other place.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn is_named(&mut self, place: Point, ship: &ShipId) -> Result<(), CorrectError> {
        self.place_of(ship)?;
        let distance_in = |known: &TrackedShip| known.stack_pose(known.last).stack.distance_in(place);
        let nearest = self.state.ships.iter().min_by(|a, b| distance_in(a).total_cmp(&distance_in(b)));
        let Some(nearest) = nearest.map(|known| known.annotation.id.clone()) else { return Ok(()) };
        self.exchange(&nearest, ship)
    }

    /// Confirms the best guess of a ship's name.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn name_is_right(&mut self, ship: &ShipId) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        self.state.hypotheses.confirm(at);
        // Tags with its number at other places are copies, as long as they lie there.
        let known = &mut self.state.ships[at];
        let last = known.last;
        known.tag_copies.retain(|copy| !copy.is_at(last));
        known.tag_copies.append(&mut known.tag_also_at);
        Ok(())
    }

    /// Exchanges bow and stern of a ship. If the bow was a guess, the other one is right from now on. If it
    /// was sure, the template was learnt the wrong way round, and the next reading reports that as a
    /// correction.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn turn_about(&mut self, ship: &ShipId) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        let known = &mut self.state.ships[at];
        if known.bow.confidence() > SURE {
            known.offset = known.offset.turned_about();
            self.state.pending.push(LearntCorrection::Lies { ship: ship.clone(), taught: known.offset });
        } else {
            known.last = known.last.reversed();
            let last = known.last;
            self.state.hypotheses.refine(at, last);
        }
        self.bow_is_right(ship)
    }

    /// Confirms the best guess of a ship's bow.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn bow_is_right(&mut self, ship: &ShipId) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        self.state.ships[at].bow = BowBelief::confirmed();
        Ok(())
    }

    /// Sets the furthest distance that a ship can go before the next measurement, inches; a hull further away
    /// is very unlikely to be this ship. `None`: unknown.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn may_go(&mut self, ship: &ShipId, reach_in: Option<f64>) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        self.state.ships[at].reach_in = reach_in.filter(|reach_in| reach_in.is_finite());
        Ok(())
    }
}
