//! What players say of ships by hand: outlines laid, names and bows answered, ships that are gone.

use crate::ipc::messages::{HandWord, Presence};
use crate::table_session::calibrate::ship_outline::pose_at;
use crate::table_session::state::snapshot::Snapshot;
use battle::{Place, ReadingCorrected};
use calibration::TableCamera;
use geometry::{HullShape, Observation, Point, Pose, ShipId};
use std::collections::BTreeMap;
use tracking::{CorrectError, LiveReading, Tracker};

/// So exactly does a hand lay an outline on the picture, inches, and turn it, degrees.
const HAND_SIGMA_IN: f64 = 0.04;
const HAND_SIGMA_DEG: f64 = 1.0;

/// A correction for the tracker, before its next frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Correction {
    /// She lies there.
    Laid(ShipId, Pose),
    /// Who stands at that place is this ship.
    Named(Point, ShipId),
    /// Her bow is where her stern was taken to be.
    TurnedAbout(ShipId),
    /// Her bow is where it is taken to be.
    BowRight(ShipId),
}

impl Correction {
    /// Tells the tracker.
    ///
    /// # Errors
    /// The tracker knows no such ship, or none at that place.
    pub fn tell(&self, tracker: &mut Tracker) -> Result<(), CorrectError> {
        match self {
            Self::Laid(ship, pose) => tracker.correct(ship, *pose),
            Self::Named(place, ship) => tracker.is_named(*place, ship),
            Self::TurnedAbout(ship) => tracker.turn_about(ship),
            Self::BowRight(ship) => tracker.bow_is_right(ship),
        }
    }
}

/// What the players said of a ship that is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// She keeps her place.
    Kept,
    /// She is off the table.
    Off,
}

/// What players said of ships that are gone; forgotten when a ship is seen again.
pub type Absences = BTreeMap<ShipId, Absence>;

/// How a ship shows herself, with what the players said of her; `at`: which ship of the reading.
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
            // A wreck is taken off the table without a word.
            None if seen.is_some_and(|seen| is_lost(&seen.ship)) => Presence::Off,
            None => Presence::Missing,
        },
        Some(tracking::Presence::Hidden) | None => Presence::Hidden,
    }
}

/// What a player's word means: for the tracker, for what is known of ships that are gone, and for the log.
#[derive(Debug, Default, PartialEq)]
pub struct InterpretedWord {
    /// What the tracker is told.
    pub correction: Option<Correction>,
    /// A ship that is gone.
    pub absence: Option<(ShipId, Absence)>,
    /// What belongs into the log of a battle in play.
    pub logged: Option<ReadingCorrected>,
}

/// Why a ship can't be laid where a player says.
#[derive(Debug, PartialEq)]
pub enum Unplaced {
    /// She has no model on the table.
    NotMustered(ShipId),
    /// There is no table.
    OffTable(ShipId),
}

impl Snapshot {
    /// What a player's word means, said of this table.
    ///
    /// # Errors
    /// No such ship, or a place that is not on the table.
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

    /// The camera over the table and a mustered ship's plan.
    ///
    /// # Errors
    /// The table is not calibrated, or she was not mustered.
    pub fn camera_and_hull(&self, ship: &ShipId) -> Result<(TableCamera, HullShape), Unplaced> {
        let hull = self.calibrated.hulls().remove(ship);
        let camera = self.calibrated.table.as_ref().map(|table| table.camera());
        camera.zip(hull).ok_or_else(|| Unplaced::NotMustered(ship.clone()))
    }
}
