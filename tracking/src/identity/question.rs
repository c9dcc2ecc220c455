//! The tracker's questions to the player: which of several ships stands where, or which end is the bow.

use geometry::{Confidence, Point, Pose, ShipId};
use serde::{Deserialize, Serialize};

/// Above this probability a bow, or a name, is not a guess. Names depend on a few pixels of a band and are
/// overconfident: of 11799 measurements on random tables, 16 of 293 between 0.98 and 0.995 were wrong.
pub(crate) const SURE: f64 = 0.97;
pub(crate) const SURE_OF_NAME: f64 = 0.995;

/// True if neither name nor bow is a guess.
pub(crate) fn is_sure(confidence: Confidence) -> bool {
    confidence.name > SURE_OF_NAME && confidence.bow > SURE
}

/// One possible arrangement of the ships in question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WhoIsWhere {
    /// Its probability, 0 to 1.
    pub probability: f64,
    /// The pose of each ship (below its stack), in the order of the question's ships.
    pub at: Vec<Pose>,
}

/// A doubt that only a player can resolve. Until then the observations hold the best guess, with `sure:
/// false`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Question {
    /// These ships look alike and may have changed places; or one ship may stand at several places, because
    /// its tag is read at each. Answered with [`crate::Tracker::is_named`] or [`crate::Tracker::exchange`].
    Names {
        /// The ships.
        ships: Vec<ShipId>,
        /// The places in question: each ship's place (below its stack) by the best guess.
        places: Vec<Point>,
        /// The possible arrangements, most likely (the best guess) first.
        alternatives: Vec<WhoIsWhere>,
    },
    /// Bow and stern of this ship look alike. Answered with [`crate::Tracker::turn_about`] or
    /// [`crate::Tracker::bow_is_right`].
    Bow {
        /// The ship.
        ship: ShipId,
        /// Its pose, with the bow as guessed.
        pose: Pose,
        /// The probability that the guess is right.
        probability: f64,
    },
}

impl Question {
    /// The ships in question.
    pub fn ships(&self) -> &[ShipId] {
        match self {
            Self::Names { ships, .. } => ships,
            Self::Bow { ship, .. } => std::slice::from_ref(ship),
        }
    }
}
