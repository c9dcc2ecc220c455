//! The table as the camera sees it, answering a book's questions from poses.

use crate::core::facts::{Answer, BearingFact, Blocker, LineOfFireFact, Query, RangeFact, TableFacts};
use geometry::{HullShape, Measured, Observation, Point, ShipId, Verdict, round_bearing_deg};

/// A ship on the table: where it stands and how its hull is shaped.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedShip {
    /// Where it stands, and how sure that is.
    pub observation: Observation,
    /// Its plan.
    pub hull: HullShape,
}

/// Answers from the places of ships; terrain comes later.
#[derive(Debug, Clone, Default)]
pub struct PlacedTable {
    ships: Vec<PlacedShip>,
}

impl PlacedTable {
    /// A table on which these ships stand. Ships that are sunk or away are left out by the caller.
    pub fn new(ships: Vec<PlacedShip>) -> Self {
        Self { ships }
    }

    fn find(&self, ship: &ShipId) -> Result<&PlacedShip, Answer> {
        let unknown = |why: String| Answer::Unknown { why };
        let placed = self.ships.iter().find(|placed| placed.observation.ship == *ship).ok_or_else(|| {
            unknown(format!("{ship} is not on the table: set the model out, or place it by hand."))
        })?;
        if !placed.observation.seen {
            return Err(unknown(format!("Something hides {ship}: clear the view and try again.")));
        }
        if !placed.observation.sure {
            return Err(unknown(format!("It isn't certain which model is {ship}: confirm it first.")));
        }
        Ok(placed)
    }

    fn pair(&self, from: &ShipId, to: &ShipId) -> Result<(&PlacedShip, &PlacedShip), Answer> {
        Ok((self.find(from)?, self.find(to)?))
    }

    fn line_of_fire_between(&self, from: &PlacedShip, to: &PlacedShip) -> LineOfFireFact {
        let others = self.ships.iter().filter(|ship| {
            let id = &ship.observation.ship;
            *id != from.observation.ship && *id != to.observation.ship
        });
        let mut near: Vec<Blocker> = others
            .filter_map(|ship| {
                let outline: Vec<Point> = ship.hull.outline(ship.observation.pose);
                let found = geometry::clearance(
                    &from.observation,
                    &to.observation,
                    &outline,
                    ship.observation.sigma_in,
                );
                (found.clear != Verdict::Yes).then(|| Blocker {
                    ship: ship.observation.ship.clone(),
                    clear: found.clear,
                    clearance_in: found.gap_in.rounded_in(),
                })
            })
            .collect();
        near.sort_by(|a, b| a.ship.cmp(&b.ship));
        let clear = if near.iter().any(|blocker| blocker.clear == Verdict::No) {
            Verdict::No
        } else if near.is_empty() {
            Verdict::Yes
        } else {
            Verdict::TooClose
        };
        LineOfFireFact { clear, near }
    }
}

impl TableFacts for PlacedTable {
    fn answer(&self, query: &Query) -> Answer {
        let answer = match query {
            Query::Range { from, to } => self.pair(from, to).map(|(from, to)| {
                let range_in = geometry::range_in(&from.observation, &to.observation).rounded_in();
                Answer::Range(RangeFact { range_in })
            }),
            Query::Bearing { from, to } => self.pair(from, to).map(|(from, to)| {
                let bearing = geometry::relative_bearing_rad(&from.observation, &to.observation);
                let bearing_deg = Measured::new(
                    round_bearing_deg(bearing.value.to_degrees()),
                    geometry::round_deg(bearing.sigma.to_degrees()),
                );
                Answer::Bearing(BearingFact { bearing_deg })
            }),
            Query::LineOfFire { from, to } => {
                self.pair(from, to).map(|(from, to)| Answer::LineOfFire(self.line_of_fire_between(from, to)))
            }
        };
        answer.unwrap_or_else(|unknown| unknown)
    }
}
