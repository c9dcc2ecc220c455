//! The last two still moments, kept for a case: what was read, and what players said of it.

use crate::table_session::state::hand_words::Correction;
use geometry::ShipId;
use opencv::core::Mat;
use std::sync::Arc;
use tracking::source::Frame;
use tracking::{LiveReading, Statement, TrackLine};

/// A still moment.
#[derive(Clone)]
pub struct StillPicture {
    /// The picture.
    pub picture: Arc<Mat>,
    /// What was read from it at first, before anybody answered a question.
    pub read: TrackLine,
}

/// The last two still moments.
#[derive(Default, Clone)]
pub struct StillMoments {
    /// The one before the newest.
    pub before: Option<StillPicture>,
    /// The newest.
    pub newest: Option<StillPicture>,
    /// What players said of the newest.
    pub said: Vec<Statement>,
    /// Something moved since the newest.
    moved: bool,
}

impl StillMoments {
    /// Takes the reading of a frame. A reading after an answer or a correction is of the same moment.
    pub fn take(&mut self, frame: &Frame, reading: &LiveReading) {
        self.moved |= reading.moving;
        if !reading.fresh || reading.covered || (self.newest.is_some() && !self.moved) {
            return;
        }
        let image = frame.name.clone().unwrap_or_else(|| format!("frame {}", frame.id.0));
        let read = TrackLine::of(image, &reading.observations, true, reading.ms);
        self.before = self.newest.replace(StillPicture { picture: Arc::clone(&frame.image), read });
        self.said.clear();
        self.moved = false;
    }

    /// Takes what a player said of the newest moment.
    pub fn said(&mut self, correction: &Correction) {
        let heading_of = |ship: &ShipId| {
            let ships = self.newest.iter().flat_map(|newest| &newest.read.ships);
            ships.into_iter().find(|read| read.id == ship.as_str()).map(|read| read.heading_deg)
        };
        let points = |ship: &ShipId, turned_deg: f64| {
            let heading_deg = (heading_of(ship)? + turned_deg).rem_euclid(360.0);
            Some(Statement::Points { ship: ship.clone(), heading_deg })
        };
        let statement = match correction {
            Correction::Laid(ship, pose) => Some(Statement::Laid {
                ship: ship.clone(),
                x: pose.stack.x_in,
                y: pose.stack.y_in,
                heading_deg: pose.heading.deg(),
            }),
            Correction::Named(place, ship) => {
                Some(Statement::Named { ship: ship.clone(), x: place.x_in, y: place.y_in })
            }
            Correction::TurnedAbout(ship) => points(ship, 180.0),
            Correction::BowRight(ship) => points(ship, 0.0),
        };
        self.said.extend(statement);
    }
}
