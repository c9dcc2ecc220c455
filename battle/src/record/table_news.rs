//! News of the table while a battle is in play: a measured check stick, a camera or card that moved.

use geometry::{round_deg, round_in};
use serde::{Deserialize, Serialize};

/// The check stick was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableChecked {
    /// The stick's length by the owner's ruler, inches.
    pub stick_in: f64,
    /// The length measured by the camera, inches.
    pub measured_in: f64,
    /// Half the width of the 95 % interval, inches.
    pub plus_minus_in: f64,
    /// The part of the table where it lay, for example "the north-east of the table".
    pub part: String,
    /// The grade for that part: "good", "fair" or "poor".
    pub grade: String,
    /// Whether it agrees with the accuracy that the calibration expects.
    pub agrees: bool,
}

/// A card has moved; camera and table have not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardMoved {
    /// Its name, for example "north-east (2)".
    pub card: String,
    /// How far it moved, inches.
    pub moved_in: f64,
    /// How far it turned, degrees clockwise.
    pub turned_deg: f64,
}

/// The camera or the table moved, and the calibration was corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableMoved {
    /// The largest error of places over the playing area without the correction, inches.
    pub largest_in: f64,
    /// The mean error over the playing area without the correction, inches.
    pub mean_in: f64,
    /// The remaining uncertainty of places after the correction, inches (95 %).
    pub plus_minus_in: f64,
    /// The cards used for the correction.
    pub cards: Vec<String>,
    /// A card that moved separately and was not used.
    pub left_out: Option<CardMoved>,
    /// The calibration before.
    pub from: String,
    /// The corrected one.
    pub to: String,
}

/// The picture of the table that belongs to the previous event is missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PictureMissing {
    /// Why.
    pub why: String,
}

/// News of the table. Only its body is serialised.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TableNews {
    /// It was checked.
    Checked(TableChecked),
    /// It moved, or its camera did.
    Moved(TableMoved),
    /// A card moved.
    Card(CardMoved),
    /// A picture of it is missing.
    PictureMissing(PictureMissing),
}

impl TableNews {
    /// Rounds it for storage: lengths to 0.001 in, angles to 0.01 degree.
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

    /// The news as a sentence for the log.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Checked(checked) => {
                let TableChecked { stick_in, measured_in, part, grade, .. } = checked;
                // An uncertainty is never shown smaller than the last digit.
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
