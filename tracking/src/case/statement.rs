//! What a player says is true of a ship.

use geometry::{Heading, Observation, Point, ShipId};
use serde::{Deserialize, Serialize};

/// An outline laid by hand is right within this, inches and degrees.
const LAID_WITHIN_IN: f64 = 0.15;
const LAID_WITHIN_DEG: f64 = 5.0;
/// A player who names a ship or its bow says about where it stands, inches, and which way it points, degrees.
const ABOUT_IN: f64 = 0.4;
const ABOUT_DEG: f64 = 60.0;

/// What a player says is true of a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is", deny_unknown_fields)]
pub enum Statement {
    /// It stands here, by an outline that the player laid.
    Laid {
        /// The ship.
        ship: ShipId,
        /// Inches east of the south-west corner, below the stack.
        x: f64,
        /// Inches north of the south-west corner, below the stack.
        y: f64,
        /// Degrees clockwise from north.
        heading_deg: f64,
    },
    /// It is the model at this place.
    Named {
        /// The ship.
        ship: ShipId,
        /// Inches east of the south-west corner.
        x: f64,
        /// Inches north of the south-west corner.
        y: f64,
    },
    /// Its bow points this way.
    Points {
        /// The ship.
        ship: ShipId,
        /// Degrees clockwise from north.
        heading_deg: f64,
    },
    /// It is not on the table.
    OffTable {
        /// The ship.
        ship: ShipId,
    },
}

/// How a reading agrees with what a player says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It agrees.
    Right,
    /// It does not, but says that it is not sure.
    Doubted,
    /// It does not, and is sure.
    Wrong,
}

impl Statement {
    /// The ship.
    pub fn ship(&self) -> &ShipId {
        match self {
            Self::Laid { ship, .. }
            | Self::Named { ship, .. }
            | Self::Points { ship, .. }
            | Self::OffTable { ship } => ship,
        }
    }

    /// How an observation of the ship agrees with the statement.
    pub fn verdict(&self, seen: &Observation) -> Verdict {
        let near = |x: f64, y: f64, within_in: f64| {
            seen.seen && seen.pose.stack.distance_in(Point::new(x, y)) <= within_in
        };
        let points = |heading_deg: f64, within_deg: f64| {
            let off_rad = seen.pose.heading.angle_to(Heading::from_deg(heading_deg));
            seen.seen && off_rad.to_degrees() <= within_deg
        };
        let agrees = match *self {
            Self::Laid { x, y, heading_deg, .. } => {
                near(x, y, LAID_WITHIN_IN) && points(heading_deg, LAID_WITHIN_DEG)
            }
            Self::Named { x, y, .. } => near(x, y, ABOUT_IN),
            Self::Points { heading_deg, .. } => points(heading_deg, ABOUT_DEG),
            Self::OffTable { .. } => !seen.seen,
        };
        match (agrees, seen.seen && seen.sure) {
            (true, _) => Verdict::Right,
            (false, true) => Verdict::Wrong,
            (false, false) => Verdict::Doubted,
        }
    }
}
