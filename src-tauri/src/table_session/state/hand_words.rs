//! Corrections by players: outlines laid by hand, names and bows confirmed, missing ships.

use crate::ipc::messages::{HandWord, Presence, ThingWord};
use crate::table_session::calibrate::ship_outline::pose_at;
use crate::table_session::state::snapshot::Snapshot;
use battle::{Place, ReadingCorrected};
use calibration::TableCamera;
use geometry::{HullShape, Observation, Point, Pose, ShipId};
use std::collections::BTreeMap;
use tracking::{CorrectError, LiveReading, Tracker};

/// Standard deviation of an outline laid by hand on the picture, inches, and of its heading, degrees.
const HAND_SIGMA_IN: f64 = 0.04;
const HAND_SIGMA_DEG: f64 = 1.0;

/// A correction for the tracker, applied before its next frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Correction {
    /// The ship is at this pose.
    Laid(ShipId, Pose),
    /// The ship at this place is this one.
    Named(Point, ShipId),
    /// Bow and stern are swapped.
    TurnedAbout(ShipId),
    /// The bow is where the tracker takes it to be.
    BowRight(ShipId),
}

impl Correction {
    /// Applies the correction to the tracker.
    ///
    /// # Errors
    /// When the tracker knows no such ship, or none at that place.
    pub fn tell(&self, tracker: &mut Tracker) -> Result<(), CorrectError> {
        match self {
            Self::Laid(ship, pose) => tracker.correct(ship, *pose),
            Self::Named(place, ship) => tracker.is_named(*place, ship),
            Self::TurnedAbout(ship) => tracker.turn_about(ship),
            Self::BowRight(ship) => tracker.bow_is_right(ship),
        }
    }
}

/// What players said of a missing ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// It keeps its place.
    Kept,
    /// It is off the table.
    Off,
}

/// What players said of things, by number; an entry is removed when its thing has gone.
pub type ThingWords = BTreeMap<u32, ThingWord>;

/// What players said of missing ships; an entry is removed when its ship is seen again.
pub type Absences = BTreeMap<ShipId, Absence>;

/// Whether and how a ship is visible, with what players said of it; `at`: index of the ship in the reading.
pub fn presence_of(
    reading: &LiveReading,
    at: usize,
    absences: &Absences,
    is_lost: impl Fn(&ShipId) -> bool,
) -> Presence {
    let (seen, known) = (reading.observations.get(at), reading.presence.get(at));
    match known {
        Some(tracking::Presence::Seen) => Presence::Seen,
        Some(tracking::Presence::Missing) => match seen.and_then(|seen| absences.get(&seen.ship)) {
            Some(Absence::Kept) => Presence::Kept,
            Some(Absence::Off) => Presence::Off,
            // Players take a lost ship off the table without saying so.
            None if seen.is_some_and(|seen| is_lost(&seen.ship)) => Presence::Off,
            None => Presence::Missing,
        },
        Some(tracking::Presence::Hidden) | None => Presence::Hidden,
    }
}

/// What a correction means for the tracker, for missing ships, and for the log.
#[derive(Debug, Default, PartialEq)]
pub struct InterpretedWord {
    /// The correction for the tracker.
    pub correction: Option<Correction>,
    /// What was said of a missing ship.
    pub absence: Option<(ShipId, Absence)>,
    /// The entry for the log of a battle in play.
    pub logged: Option<ReadingCorrected>,
}

/// Why a ship can't be laid where a player lays it.
#[derive(Debug, PartialEq)]
pub enum Unplaced {
    /// The ship has no model on the table.
    NotMustered(ShipId),
    /// The place is not on the table.
    OffTable(ShipId),
}

impl Snapshot {
    /// Interprets a player's correction on this table.
    ///
    /// # Errors
    /// When there is no such ship, or the place is not on the table.
    pub fn interpret(&self, word: &HandWord) -> Result<InterpretedWord, Unplaced> {
        Ok(match word {
            HandWord::Laid { ship, stack_px, ahead_px } => {
                let seen = self.seen(ship)?;
                let (camera, _) = self.camera_and_hull(&seen.ship)?;
                let off_table = || Unplaced::OffTable(seen.ship.clone());
                let pose = pose_at(&camera, *stack_px, *ahead_px).ok_or_else(off_table)?;
                let told = Observation {
                    pose,
                    sigma_in: HAND_SIGMA_IN,
                    heading_sigma_rad: HAND_SIGMA_DEG.to_radians(),
                    ..seen
                };
                InterpretedWord {
                    correction: Some(Correction::Laid(told.ship.clone(), pose)),
                    logged: Some(ReadingCorrected::Laid { to: Place::of(&told), ship: told.ship }),
                    ..InterpretedWord::default()
                }
            }
            HandWord::Named { taken_for, ship } => {
                let (taken_for, other) = (self.seen(taken_for)?, self.seen(ship)?);
                let correction = Correction::Named(taken_for.pose.stack, other.ship.clone());
                let (taken_at, ship_at) =
                    (Some(Place::of(&taken_for)), other.seen.then(|| Place::of(&other)));
                let (taken_for, ship) = (taken_for.ship, other.ship);
                let changed = taken_for != ship;
                InterpretedWord {
                    correction: Some(correction),
                    logged: changed.then_some(ReadingCorrected::Named { taken_for, ship, taken_at, ship_at }),
                    ..InterpretedWord::default()
                }
            }
            HandWord::TurnedAbout { ship } => {
                let seen = self.seen(ship)?;
                InterpretedWord {
                    correction: Some(Correction::TurnedAbout(seen.ship.clone())),
                    logged: Some(ReadingCorrected::TurnedAbout {
                        read: Some(Place::of(&seen)),
                        ship: seen.ship,
                    }),
                    ..InterpretedWord::default()
                }
            }
            HandWord::BowRight { ship } => InterpretedWord {
                correction: Some(Correction::BowRight(self.seen(ship)?.ship)),
                ..InterpretedWord::default()
            },
            HandWord::KeepPlace { ship } => InterpretedWord {
                absence: Some((self.seen(ship)?.ship, Absence::Kept)),
                ..InterpretedWord::default()
            },
            HandWord::OffTable { ship } | HandWord::Sunk { ship } => {
                let ship = self.seen(ship)?.ship;
                InterpretedWord {
                    absence: Some((ship.clone(), Absence::Off)),
                    logged: Some(ReadingCorrected::TakenOff { ship }),
                    ..InterpretedWord::default()
                }
            }
        })
    }

    fn seen(&self, ship: &str) -> Result<Observation, Unplaced> {
        let seen = self.observations.iter().find(|seen| seen.ship.as_str() == ship).cloned();
        seen.ok_or_else(|| Unplaced::NotMustered(ShipId::new(ship)))
    }

    /// The camera over the table and the hull outline of a mustered ship.
    ///
    /// # Errors
    /// When the table is not calibrated, or the ship was not mustered.
    pub fn camera_and_hull(&self, ship: &ShipId) -> Result<(TableCamera, HullShape), Unplaced> {
        let hull = self.calibrated.hulls().remove(ship);
        let camera = self.calibrated.table.as_ref().map(|table| table.camera());
        camera.zip(hull).ok_or_else(|| Unplaced::NotMustered(ship.clone()))
    }
}
