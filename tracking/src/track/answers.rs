//! The tracker's questions to the player, and the player's answers.

use crate::detect::detection::Detection;
use crate::detect::target::TrackedShip;
use crate::identity::bow_belief::BowBelief;
use crate::identity::question::{Question, SURE, SURE_OF_NAME, WhoIsWhere};
use crate::learn::correction::LearntCorrection;
use crate::track::tracker::{CorrectError, Tracker};
use geometry::{Point, ShipId};

/// At most this many alternatives of one question are given, and none less likely than the second value.
const MOST_ALTERNATIVES: usize = 6;
const LEAST_ALTERNATIVE: f64 = 0.005;

impl Tracker {
    /// All doubts that only a player can settle.
    pub(crate) fn questions(&self, found: &[Option<Detection>]) -> Vec<Question> {
        let names = self.hypotheses.ambiguous_clusters().filter_map(|(ships, alternatives)| {
            if ships.iter().all(|ship| self.hypotheses.confidence(*ship) > SURE_OF_NAME) {
                return None;
            }
            let told: Vec<WhoIsWhere> = alternatives
                .into_iter()
                .take(MOST_ALTERNATIVES)
                .filter(|alternative| alternative.probability > LEAST_ALTERNATIVE)
                .map(|alternative| {
                    let stands = ships.iter().zip(&alternative.at);
                    let at = stands.map(|(ship, pose)| self.ships[*ship].stack_pose(*pose)).collect();
                    WhoIsWhere { probability: alternative.probability, at }
                })
                .collect();
            Some(Question::Names {
                ships: ships.iter().map(|ship| self.ships[*ship].annotation.id.clone()).collect(),
                places: told.first()?.at.iter().map(|pose| pose.stack).collect(),
                alternatives: told,
            })
        });
        let bows = self.ships.iter().zip(found).filter_map(|(ship, found)| {
            let probability = ship.bow.confidence();
            (found.is_some() && probability <= SURE).then(|| Question::Bow {
                ship: ship.annotation.id.clone(),
                pose: ship.stack_pose(ship.last),
                probability,
            })
        });
        names.chain(bows).collect()
    }

    fn place_of(&self, ship: &ShipId) -> Result<usize, CorrectError> {
        let at = self.ships.iter().position(|known| known.annotation.id == *ship);
        at.ok_or_else(|| CorrectError::UnknownShip(ship.clone()))
    }

    /// A player exchanges the names of two ships: both are beyond doubt while they stand there.
    ///
    /// # Errors
    /// No such ship.
    pub fn exchange(&mut self, one: &ShipId, other: &ShipId) -> Result<(), CorrectError> {
        let (one, other) = (self.place_of(one)?, self.place_of(other)?);
        if one == other {
            return self.name_is_right(&self.ships[one].annotation.id.clone());
        }
        self.hypotheses.exchange(one, other);
        let (low, high) = (one.min(other), one.max(other));
        let (head, tail) = self.ships.split_at_mut(high);
        let (a, b) = (&mut head[low], &mut tail[0]);
        std::mem::swap(&mut a.last, &mut b.last);
        std::mem::swap(&mut a.bow, &mut b.bow);
        (a.hand_placed, b.hand_placed) = (None, None);
        Ok(())
    }

    /// A player says that the ship standing at `place` (inches; the nearest one is meant) is `ship`: that is beyond
    /// doubt while it stands there, and whoever was taken for it stands where it was thought to be.
    ///
    /// # Errors
    /// No such ship.
    pub fn is_named(&mut self, place: Point, ship: &ShipId) -> Result<(), CorrectError> {
        self.place_of(ship)?;
        let distance_in = |known: &TrackedShip| known.stack_pose(known.last).stack.distance_in(place);
        let nearest = self.ships.iter().min_by(|a, b| distance_in(a).total_cmp(&distance_in(b)));
        let Some(nearest) = nearest.map(|known| known.annotation.id.clone()) else { return Ok(()) };
        self.exchange(&nearest, ship)
    }

    /// A player says that the best guess of a ship's name is right.
    ///
    /// # Errors
    /// No such ship.
    pub fn name_is_right(&mut self, ship: &ShipId) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        self.hypotheses.confirm(at);
        // Tags of its number at other places are copies, as long as they lie there.
        let known = &mut self.ships[at];
        let last = known.last;
        known.tag_copies.retain(|copy| !copy.is_at(last));
        known.tag_copies.append(&mut known.tag_also_at);
        Ok(())
    }

    /// A player exchanges bow and stern of a ship. If the bow was a guess, the other one is right from now on; if it
    /// was sure, the template was learnt the wrong way round, and the next reading reports that as a correction.
    ///
    /// # Errors
    /// No such ship.
    pub fn turn_about(&mut self, ship: &ShipId) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        let known = &mut self.ships[at];
        if known.bow.confidence() > SURE {
            known.offset = known.offset.turned_about();
            self.pending.push(LearntCorrection::Lies { ship: ship.clone(), taught: known.offset });
        } else {
            known.last = known.last.reversed();
            let last = known.last;
            self.hypotheses.refine(at, last);
        }
        self.bow_is_right(ship)
    }

    /// A player says that the best guess of a ship's bow is right.
    ///
    /// # Errors
    /// No such ship.
    pub fn bow_is_right(&mut self, ship: &ShipId) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        self.ships[at].bow = BowBelief::confirmed();
        Ok(())
    }

    /// How far a ship can go before it is measured again, inches, where somebody knows: further away it is hardly
    /// itself. `None`: nobody knows.
    ///
    /// # Errors
    /// No such ship.
    pub fn may_go(&mut self, ship: &ShipId, reach_in: Option<f64>) -> Result<(), CorrectError> {
        let at = self.place_of(ship)?;
        self.ships[at].reach_in = reach_in.filter(|reach_in| reach_in.is_finite());
        Ok(())
    }
}
