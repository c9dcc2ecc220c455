//! News of the table itself while a battle is in play: a check with the stick, a camera or card that moved.

use geometry::{round_deg, round_in};
use serde::{Deserialize, Serialize};

/// The check stick was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableChecked {
    /// What the owner's ruler says of the stick, inches.
    pub stick_in: f64,
    /// What the camera says, inches.
    pub measured_in: f64,
    /// Half the width of the 95 % interval, inches.
    pub plus_minus_in: f64,
    /// The part of the table it lay on, as "the north-east of the table".
    pub part: String,
    /// The grade for that part: "good", "fair" or "poor".
    pub grade: String,
    /// It agrees with what the calibration promises.
    pub agrees: bool,
}

/// A card no longer lies where it lay; camera and table did not move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardMoved {
    /// Its name, as "north-east (2)".
    pub card: String,
    /// How far, inches.
    pub moved_in: f64,
    /// How far it turned, degrees clockwise.
    pub turned_deg: f64,
}

/// The camera or the table moved, and the calibration was corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableMoved {
    /// By how much places would have been read wrongly: the most over the playing area, inches.
    pub largest_in: f64,
    /// The mean over the playing area, inches.
    pub mean_in: f64,
    /// How far a place may still be off for the correction, inches (95 %).
    pub plus_minus_in: f64,
    /// The cards it was corrected from.
    pub cards: Vec<String>,
    /// A card that moved besides, and was left out.
    pub left_out: Option<CardMoved>,
    /// The calibration before.
    pub from: String,
    /// The corrected one.
    pub to: String,
}

/// The table could not be photographed, though its picture belonged to what happened just before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PictureMissing {
    /// Why.
    pub why: String,
}

/// News of the table. Serialized it is its body alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TableNews {
    /// It was checked.
    Checked(TableChecked),
    /// It moved, or its camera did.
    Moved(TableMoved),
    /// A card moved.
    Card(CardMoved),
    /// There is no picture of it.
    PictureMissing(PictureMissing),
}

impl TableNews {
    /// Rounded as it is recorded: lengths to 0.001 in, angles to 0.01 degree.
    pub(crate) fn rounded(self) -> Self {
        let card = |card: CardMoved| CardMoved {
            moved_in: round_in(card.moved_in),
            turned_deg: round_deg(card.turned_deg),
            ..card
        };
        match self {
            Self::Checked(checked) => Self::Checked(TableChecked {
                stick_in: round_in(checked.stick_in),
                measured_in: round_in(checked.measured_in),
                plus_minus_in: round_in(checked.plus_minus_in),
                ..checked
            }),
            Self::Moved(moved) => Self::Moved(TableMoved {
                largest_in: round_in(moved.largest_in),
                mean_in: round_in(moved.mean_in),
                plus_minus_in: round_in(moved.plus_minus_in),
                left_out: moved.left_out.map(card),
                ..moved
            }),
            Self::Card(moved) => Self::Card(card(moved)),
            Self::PictureMissing(missing) => Self::PictureMissing(missing),
        }
    }

    /// For the log.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Checked(checked) => {
                let TableChecked { stick_in, measured_in, part, grade, .. } = checked;
                // The last digit shown is not better than itself.
                let plus_minus_in = checked.plus_minus_in.max(0.01);
                let judged = if checked.agrees {
                    format!("{part} is {grade}")
                } else {
                    format!("{part} is {grade}, worse than its calibration promised")
                };
                format!(
                    "The check stick of {stick_in:.2} in measured {measured_in:.2} ± {plus_minus_in:.2} in: {judged}."
                )
            }
            Self::Moved(moved) => {
                let (last, first) = match moved.cards.split_last() {
                    Some((last, [])) => (last.clone(), "the card ".to_owned()),
                    Some((last, first)) => (last.clone(), format!("the cards {} and ", first.join(", "))),
                    None => (String::new(), "the cards".to_owned()),
                };
                let besides = moved.left_out.as_ref().map_or_else(String::new, |card| {
                    format!(" The card {} moved besides, by {:.2} in.", card.card, card.moved_in)
                });
                format!(
                    "The camera or the table moved: places shifted by up to {:.2} in, and measures are corrected from {first}{last} to ± {:.2} in.{besides}",
                    moved.largest_in,
                    moved.plus_minus_in.max(0.01)
                )
            }
            Self::Card(card) => format!(
                "The card {} moved {:.2} in; camera and table did not, and measures stay right.",
                card.card, card.moved_in
            ),
            Self::PictureMissing(missing) => {
                let why = missing.why.trim_end_matches('.');
                format!("No picture of this moment could be kept ({why}); everything else was.")
            }
        }
    }
}
