//! Messages and log entries about a camera, a table or a card that moved.

use crate::table::file::TableFile;
use geometry::CalibrationId;
use serde::{Deserialize, Serialize};

/// The verdict of a picture of the still table on the calibration.
#[derive(Debug, Clone, PartialEq)]
pub enum Drift {
    /// Nothing moved.
    Steady {
        /// How many cards confirm it.
        cards_seen: usize,
        /// Of how many.
        cards: usize,
    },
    /// One card moved, and the others show that nothing else did: the calibration is still valid.
    CardMoved(CardShift),
    /// The camera, or the table under it, moved: use this table from now on.
    Moved {
        /// For the screen and the log.
        report: DriftReport,
        /// The corrected table, with an id of its own.
        table: Box<TableFile>,
    },
    /// The cards don't decide it.
    Unknown(Unsure),
}

impl Drift {
    /// The message for the player, if any.
    pub fn notice(&self) -> Option<String> {
        match self {
            Self::Moved { report, .. } => Some(report.sentence()),
            Self::CardMoved(shift) => Some(shift.sentence()),
            Self::Steady { .. } | Self::Unknown(Unsure::LookingAgain | Unsure::NoReference) => None,
            Self::Unknown(unsure) => Some(unsure.sentence()),
        }
    }

    /// Do the cards contradict the calibration in use, so that no place measured with it is reliable?
    pub fn contradicts_table(&self) -> bool {
        match self {
            Self::Steady { .. } | Self::CardMoved(_) | Self::Moved { .. } => false,
            Self::Unknown(unsure) => match unsure {
                Unsure::NoReference | Unsure::NoCards => false,
                Unsure::LookingAgain
                | Unsure::OneCard { .. }
                | Unsure::TooFewCards { .. }
                | Unsure::Contradiction { .. } => true,
            },
        }
    }
}

/// A card that is no longer at its reference place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardShift {
    /// The number of its marker.
    pub id: u32,
    /// Its name, as "north-east (2)".
    pub name: String,
    /// How far, inches.
    pub moved_in: f64,
    /// Of it to the east, inches.
    pub east_in: f64,
    /// Of it to the north, inches.
    pub north_in: f64,
    /// How far it turned, degrees clockwise.
    pub turned_deg: f64,
}

impl CardShift {
    /// For the player.
    pub fn sentence(&self) -> String {
        format!(
            "The card {} moved {:.2} in; the others say that camera and table did not. Measures stay right; lay it back when you can.",
            self.name, self.moved_in
        )
    }
}

/// A corrected drift, for the screen and for the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DriftReport {
    /// The calibration before.
    pub from: CalibrationId,
    /// The corrected one.
    pub to: CalibrationId,
    /// By how much places would have been read wrongly: the most over the playing area, inches.
    pub largest_in: f64,
    /// The mean over the playing area, inches.
    pub mean_in: f64,
    /// The error that the correction itself adds to a place: the largest standard deviation over the playing area, along
    /// each axis, inches.
    pub sigma_in: f64,
    /// How far the camera moved against the table, inches.
    pub camera_moved_in: f64,
    /// How far it turned, degrees.
    pub camera_turned_deg: f64,
    /// The cards it was corrected from.
    pub cards_used: Vec<String>,
    /// The cards that were not seen.
    pub cards_hidden: Vec<String>,
    /// A card that also moved.
    pub left_out: Option<CardShift>,
}

impl DriftReport {
    /// For the player.
    pub fn sentence(&self) -> String {
        let mut sentence = format!(
            "Camera or table moved: places shifted by up to {:.2} in ({:.2} in on average). Corrected from {} to ± {:.2} in.",
            self.largest_in,
            self.mean_in,
            cards(&self.cards_used),
            geometry::TOO_CLOSE_SIGMAS * self.sigma_in
        );
        if let Some(card) = &self.left_out {
            sentence.push_str(&format!(
                " The card {} moved besides, by {:.2} in, and was left out: lay it back when you can.",
                card.name, card.moved_in
            ));
        }
        sentence
    }
}

/// Why the cards don't decide it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unsure {
    /// Something moved; the next still picture has to confirm it.
    LookingAgain,
    /// The table was calibrated without cards.
    NoReference,
    /// No card is seen.
    NoCards,
    /// The only card that is seen moved.
    OneCard {
        /// Its name.
        name: String,
        /// How far, inches.
        moved_in: f64,
        /// How far it turned, degrees clockwise.
        #[serde(default)]
        turned_deg: f64,
    },
    /// Something moved, but the visible cards don't determine the camera well enough.
    TooFewCards {
        /// The cards that are seen.
        names: Vec<String>,
        /// The largest displacement over the playing area, inches.
        moved_in: f64,
        /// What a correction would leave, one standard deviation, inches.
        sigma_in: f64,
    },
    /// The cards contradict one another.
    Contradiction {
        /// The cards that are seen.
        names: Vec<String>,
    },
}

impl Unsure {
    /// For the player: what is wrong, why, what to do.
    pub fn sentence(&self) -> String {
        match self {
            Self::LookingAgain => "Something moved: looking again.".into(),
            Self::NoReference => {
                "Whether the camera moved can't be told, for the table was calibrated without cards: lay the printed cards and calibrate again to have it watched.".into()
            }
            Self::NoCards => {
                "No card is seen, so whether the camera moved can't be told: uncover at least two cards.".into()
            }
            Self::OneCard { name, moved_in, turned_deg } => format!(
                "The card {name} moved {moved_in:.2} in, turned {:.1} degrees, and no other is seen, so whether it was the card or the camera can't be told: uncover another card.",
                turned_deg.abs()
            ),
            Self::TooFewCards { names, moved_in, sigma_in } => format!(
                "Camera or table moved by about {moved_in:.2} in, but {} alone would put it right only to ± {:.2} in: uncover another card.",
                cards(names),
                geometry::TOO_CLOSE_SIGMAS * sigma_in
            ),
            Self::Contradiction { names } => format!(
                "{} moved, each in its own way, so where the camera looks can't be told: lay them back, or calibrate the table again.",
                capital(&cards(names))
            ),
        }
    }
}

/// "the card 3", "the cards 0, 1 and 2".
fn cards(names: &[String]) -> String {
    match names {
        [] => "no card".into(),
        [one] => format!("the card {one}"),
        [rest @ .., last] => format!("the cards {} and {last}", rest.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
