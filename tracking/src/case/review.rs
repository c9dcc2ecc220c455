//! A case read again.

use crate::background::still_picture::TrackError;
use crate::case::files::Case;
use crate::case::statement::{Statement, Verdict};
use crate::learn::fleet::FleetError;
use crate::track::track_line::{TrackLine, TrackShip};
use crate::track::tracker::{LastPlace, Tracker};
use geometry::{FrameId, Heading, Point, Pose};
use serde::Serialize;
use std::time::Instant;

/// Why a case could not be read again. The text is one sentence for the player.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// A picture was refused.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// The fleet does not belong to the table.
    #[error(transparent)]
    Fleet(#[from] FleetError),
}

/// One statement of a case against the new reading.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReviewedShip {
    /// What the player says.
    pub said: Statement,
    /// What was read then, if the ship was in the fleet.
    pub read_then: Option<TrackShip>,
    /// What is read now.
    pub read_now: Option<TrackShip>,
    /// How that agrees.
    pub verdict: Verdict,
}

/// A case read again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Review {
    /// Every statement of the player.
    pub ships: Vec<ReviewedShip>,
    /// Everything that is read now.
    pub read_now: TrackLine,
}

impl Review {
    /// True if the reading is surely wrong about no ship.
    pub fn is_honest(&self) -> bool {
        self.ships.iter().all(|ship| ship.verdict != Verdict::Wrong)
    }
}

impl Case {
    /// Reads the pictures again, with what was known before them.
    ///
    /// # Errors
    /// When a picture can't be measured, or the fleet does not belong to the table.
    pub fn review(&self) -> Result<Review, ReviewError> {
        let mut tracker = Tracker::on_table(&self.table, &self.fleet)?;
        if let Some(before) = &self.before {
            let seen = before.read.ships.iter().filter(|ship| ship.seen);
            tracker.start_from(&seen.map(last_place).collect::<Vec<_>>());
            tracker.observe(&before.picture, FrameId(1))?;
        }
        let began = Instant::now();
        let reading = tracker.observe(&self.after.picture, FrameId(2))?;
        let ms = began.elapsed().as_secs_f64() * 1e3;
        let read_now = TrackLine::new(self.after.read.image.clone(), &reading, ms);
        let find = |line: &TrackLine, statement: &Statement| {
            line.ships.iter().find(|ship| ship.id == statement.ship().as_str()).cloned()
        };
        let reviewed = |said: &Statement| {
            let seen = reading.observations.iter().find(|seen| seen.ship == *said.ship());
            ReviewedShip {
                said: said.clone(),
                read_then: find(&self.after.read, said),
                read_now: find(&read_now, said),
                verdict: seen.map_or(Verdict::Doubted, |seen| said.verdict(seen)),
            }
        };
        Ok(Review { ships: self.said.iter().map(reviewed).collect(), read_now })
    }
}

fn last_place(ship: &TrackShip) -> LastPlace {
    LastPlace {
        ship: geometry::ShipId::new(ship.id.clone()),
        pose: Pose { stack: Point::new(ship.x, ship.y), heading: Heading::from_deg(ship.heading_deg) },
        confidence: ship.confidence,
    }
}
