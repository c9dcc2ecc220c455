//! The report on the calibration of a table: figures, findings, and errors.

use crate::detect::cards::TableCorner;
use crate::detect::markers::MarkerError;
use crate::files::picture::PictureSize;
use crate::lens::file::OtherSize;
use crate::table::check_stick::StickError;
use crate::table::file::{CalibrationWay, ExpectedAccuracy, TableFile};
use crate::table::grade::Grade;
use geometry::Measured;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// What the calibration of a table found: printed by `calibrate-table`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableReport {
    /// How it was done.
    pub way: CalibrationWay,
    /// The grade of the expected accuracy.
    pub grade: Grade,
    /// Root mean square miss of what counted (both axes added), pixels.
    pub residual_px: f64,
    /// The same on the table, inches.
    pub residual_in: f64,
    /// Each card.
    pub cards: Vec<CardReport>,
    /// Each clicked point, in the order given.
    pub points: Vec<PointReport>,
    /// The playing area, inches: east-west and north-south.
    pub size_in: (f64, f64),
    /// The sides as the cards' printed size measures them (east-west, north-south), where they can.
    pub measured_size_in: Option<(Measured, Measured)>,
    /// The camera's place in the table frame, inches.
    pub camera_position_in: [f64; 3],
    /// The focal length along x, pixels, and its standard deviation.
    pub focal_px: Measured,
    /// What to expect of places and ranges.
    pub expected: ExpectedAccuracy,
    /// What is not as it should be.
    pub findings: Vec<Finding>,
    /// The same, one sentence each.
    pub warnings: Vec<String>,
}

/// One card of the report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardReport {
    /// Its id.
    pub id: u32,
    /// Its corner of the table, where cards mark corners.
    pub corner: Option<TableCorner>,
    /// Was it seen?
    pub found: bool,
    /// Was its place used?
    pub kept: bool,
    /// The middle of its black square on the table, inches.
    pub middle_in: Option<[f64; 2]>,
    /// Root mean square residual of its corners, pixels.
    pub residual_px: Option<f64>,
    /// The same on the table, inches.
    pub residual_in: Option<f64>,
}

/// One clicked point of the report.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PointReport {
    /// Was it used?
    pub kept: bool,
    /// The distance between its measured place and where it is seen, inches.
    pub off_in: f64,
    /// The same in the picture, pixels.
    pub off_px: f64,
}

/// One of the playing area's two directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaSide {
    /// East-west.
    EastWest,
    /// North-south.
    NorthSouth,
}

impl fmt::Display for AreaSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EastWest => "east-west",
            Self::NorthSouth => "north-south",
        })
    }
}

/// Something that is not as it should be; its text is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// A corner has no card.
    CardMissing {
        /// Whose card.
        corner: TableCorner,
    },
    /// A corner card does not lie as it should, and its place was left out.
    CardBadlyLaid {
        /// Whose card.
        corner: TableCorner,
        /// The displacement of its middle from its proper place, inches east and north.
        off_in: [f64; 2],
        /// How far it is turned from its top being to the north, degrees clockwise.
        turned_deg: f64,
    },
    /// The corner cards contradict one another, and no single one is the cause.
    CardsDisagree {
        /// The root mean square miss, inches.
        miss_in: f64,
    },
    /// Cards lying anywhere contradict one another, and no single one is the cause.
    FreeCardsDisagree {
        /// The root mean square miss, inches.
        miss_in: f64,
    },
    /// A card lying anywhere does not have the apparent size of a printed card at the given height; it was left out.
    CardMisfits {
        /// Its id.
        id: u32,
        /// Its apparent side, inches.
        looks_in: f64,
        /// Its proper side, inches.
        card_in: f64,
        /// The height that would explain the apparent side, inches.
        height_in: f64,
        /// The given height, inches.
        told_in: f64,
    },
    /// A typed side differs from the measured one.
    SideDisagrees {
        /// Which.
        side: AreaSide,
        /// As typed, inches.
        typed_in: f64,
        /// As measured, inches.
        measured_in: Measured,
        /// Which of them counts now: the typed one?
        typed_counts: bool,
    },
    /// The drawn corners are not those of a rectangle.
    AreaNotSquare {
        /// The largest distance of one from the rectangle's corner, inches.
        off_in: f64,
    },
    /// A clicked point does not fit the others, and was left out.
    PointMisfits {
        /// Its place in the list, from 1.
        number: usize,
        /// The distance between its measured place and where it is seen, inches.
        off_in: f64,
    },
    /// The clicked points contradict one another, and no single one is the cause.
    PointsDisagree {
        /// The root mean square miss, inches.
        miss_in: f64,
        /// Are there too few to tell which is wrong?
        too_few: bool,
    },
    /// The cards fit another focal length than the lens file's: the file belongs to another camera or another setting.
    LensDisagrees {
        /// As the lens file has it, pixels.
        told_px: f64,
        /// As the table has it, pixels.
        measured_px: Measured,
    },
    /// The lens was measured at another size of the same proportions.
    LensScaled {
        /// The size it was measured at.
        measured_at: PictureSize,
        /// The picture's.
        picture: PictureSize,
    },
    /// No lens was measured.
    QuickStart {
        /// The standard deviation of the focal length, as a share of it.
        focal_share: f64,
    },
    /// The measures are worse than those of a careful hand.
    Coarse {
        /// What to expect of 95 % of ranges, inches.
        range_error_p95_in: f64,
        /// How the table was calibrated.
        way: CalibrationWay,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CardMissing { corner } => write!(
                f,
                "The corner card {corner} is not seen: the table was calibrated from the other three, which can't show it if one of them lies up to a quarter of an inch out of its place."
            ),
            Self::CardBadlyLaid { corner, off_in, turned_deg } => {
                write!(f, "The corner card {corner} {}, ", badly_laid(*off_in, *turned_deg))?;
                f.write_str(
                    "as the others see it, and was left out: lay it in its corner with its top to the north, and calibrate again.",
                )
            }
            Self::CardsDisagree { miss_in } => write!(
                f,
                "The cards miss their places by {miss_in:.2} in and none alone is to blame: check the two sides typed, and that the cards lie flat in their corners."
            ),
            Self::FreeCardsDisagree { miss_in } => write!(
                f,
                "The cards don't quite look like flat cards of one size at the heights you told (they miss by {miss_in:.3} in), and none alone is to blame: check their heights and that none is bent."
            ),
            Self::CardMisfits { id, looks_in, card_in, height_in, told_in } => write!(
                f,
                "Card {id} looks {looks_in:.2} in wide where {card_in:.2} in was told, and was left out: it may be printed in another size, or lie {height_in:.1} in high where {told_in:.1} in was told."
            ),
            Self::SideDisagrees { side, typed_in, measured_in, typed_counts } => {
                let Measured { value, .. } = measured_in;
                let half = measured_in.half_width_95();
                write!(
                    f,
                    "Your {typed_in} in ({side}) measures {value:.2} ± {half:.2} in: which is right? "
                )?;
                f.write_str(if *typed_counts {
                    "What you typed counts now."
                } else {
                    "What the cards say counts now."
                })
            }
            Self::AreaNotSquare { off_in } => write!(
                f,
                "The corners you drew are up to {off_in:.2} in off a rectangle: the rectangle between them counts."
            ),
            Self::PointMisfits { number, off_in } => write!(
                f,
                "Point {number} is seen {off_in:.2} in from where you measured it, as the others see it, and was left out: measure or click it again."
            ),
            Self::PointsDisagree { miss_in, too_few: true } => write!(
                f,
                "The points miss their places by {miss_in:.2} in, and so few can't say which is wrong: measure and click one or two more."
            ),
            Self::PointsDisagree { miss_in, too_few: false } => write!(
                f,
                "The points miss their places by {miss_in:.2} in and none alone is to blame: measure and click them again."
            ),
            Self::LensDisagrees { told_px, measured_px } => write!(
                f,
                "The lens file says a focal length of {told_px:.0} pixels, but this picture was taken with {:.0} ± {:.0}: it belongs to another camera, or to another zoom or picture setting of this one; what the table says counts now, coarsely: calibrate this camera's lens as it stands.",
                measured_px.value,
                measured_px.half_width_95()
            ),
            Self::LensScaled { measured_at, picture } => write!(
                f,
                "The lens was measured at {measured_at} and was scaled to the picture's {picture}: that is right only if the camera shows as much at both sizes; set it to the lens's size, or calibrate the lens at this one."
            ),
            Self::QuickStart { focal_share } => write!(
                f,
                "No lens was measured: it was guessed from the table itself (focal length ±{:.0} %), so tall models and the picture's edges are measured coarsely; calibrate the lens with the printed board when there is time.",
                196.0 * focal_share
            ),
            Self::Coarse { range_error_p95_in, way } => {
                let remedy = match way {
                    CalibrationWay::CornerCards => {
                        "calibrate the lens with more views, or let the camera see the table larger"
                    }
                    CalibrationWay::FreeCards => {
                        "lay the check stick on the table too, and more cards, farther apart"
                    }
                    CalibrationWay::Points => {
                        "measure and click more points, farther apart, or print the corner cards"
                    }
                };
                write!(f, "Ranges may be off by {range_error_p95_in:.2} in, more than with a tape: {remedy}.")
            }
        }
    }
}

/// Smaller turns are not reported, degrees.
const TURN_WORTH_A_WORD_DEG: f64 = 0.5;

fn badly_laid([east_in, north_in]: [f64; 2], turned_deg: f64) -> String {
    let way = if turned_deg < 0.0 { "counter-clockwise" } else { "clockwise" };
    let turned = format!("is turned {:.0} degrees {way}", turned_deg.abs());
    let off_in = east_in.hypot(north_in);
    let lies = format!("lies {off_in:.2} in to the {}", compass(east_in, north_in));
    match (off_in >= 0.02, turned_deg.abs() >= TURN_WORTH_A_WORD_DEG) {
        (false, true) => turned,
        (_, false) => lies,
        (true, true) => format!("{lies} and {turned}"),
    }
}

/// The nearest of eight points of the compass.
fn compass(east_in: f64, north_in: f64) -> &'static str {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let eighths = east_in.atan2(north_in) / std::f64::consts::FRAC_PI_4;
    POINTS[(eighths.round() as i32).rem_euclid(8) as usize]
}

/// A calibrated table: what to print and what to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct TableCalibration {
    /// What to print.
    pub report: TableReport,
    /// What to keep.
    pub file: TableFile,
}

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TableError {
    /// The sides can't be those of a table.
    #[error(
        "A table of {}x{} in with cards of {card_in} in can't be: give the playing area's sides in inches, each at least twice a card's.",
        size_in.0, size_in.1
    )]
    ImpossibleSize {
        /// The playing area.
        size_in: (f64, f64),
        /// A card's black square.
        card_in: f64,
    },
    /// A given figure can't be true.
    #[error("{what} of {value_in} in can't be: {remedy}.")]
    ImpossibleFigure {
        /// Its name: "A card's height".
        what: &'static str,
        /// As given, inches.
        value_in: f64,
        /// What to give instead.
        remedy: &'static str,
    },
    /// The lens belongs to other pictures.
    #[error(transparent)]
    OtherSize(#[from] OtherSize),
    /// Too few corner cards are seen.
    #[error("{} seen: at least three of the four are needed, so uncover or light the cards at {missing}.", seen_cards(*.found, "corner card"))]
    TooFewCards {
        /// How many are seen.
        found: usize,
        /// The corners without one.
        missing: String,
    },
    /// Too few cards lying anywhere are seen.
    #[error("{} seen: lay at least {needed} flat cards (0 to 3, or others whose height you tell), spread over the picture, not in one row.", seen_cards(*.found, "card"))]
    TooFewFreeCards {
        /// How many are seen.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// One id is seen more than once.
    #[error("The card {} is seen {times} times: take away all but one.", card_name(*.id))]
    TwoCards {
        /// The id.
        id: u32,
        /// How often it is seen.
        times: usize,
    },
    /// Cards and typed sides contradict each other.
    #[error(
        "The corner cards don't fit a playing area of {}x{} in ({}): check the two sides, the cards' size of {card_in} in, and that each card lies in its own corner with its top to the north.",
        size_in.0, size_in.1, by_how_much(*.miss_in)
    )]
    Misfit {
        /// The playing area as typed.
        size_in: (f64, f64),
        /// A card's black square as typed.
        card_in: f64,
        /// The root mean square miss, inches.
        miss_in: f64,
    },
    /// Cards lying anywhere don't look like flat cards of one size.
    #[error(
        "The cards don't look like flat cards of {card_in} in at the heights you told ({}): check their printed size and heights, and that none is bent.",
        by_how_much(*.miss_in)
    )]
    FreeMisfit {
        /// A card's black square as typed.
        card_in: f64,
        /// The root mean square miss, inches.
        miss_in: f64,
    },
    /// The drawn corners enclose no area.
    #[error(
        "The playing area you drew is no area of the table: click its four corners in the picture, the south-west one first, each where the table is seen."
    )]
    NoArea,
    /// Too few points.
    #[error(
        "{given} points were given: measure and click at least {FEWEST_POINTS}, spread over the table, no three of them in one line."
    )]
    TooFewPoints {
        /// How many.
        given: usize,
    },
    /// Points on a line, or outside the picture.
    #[error(
        "These points don't fix the table: they must lie in the picture, spread over the table, no three of them in one line."
    )]
    PointsUndetermined,
    /// The points contradict one another too much.
    #[error(
        "The points don't fit one flat table ({}): check that the inches go east and north from the south-west corner, and that each point was clicked where it was measured.",
        by_how_much(*.miss_in)
    )]
    PointMisfit {
        /// The root mean square miss, inches.
        miss_in: f64,
    },
    /// The check stick was announced and can't be used.
    #[error(transparent)]
    Stick(#[from] StickError),
    /// The picture can't be searched.
    #[error(transparent)]
    Marker(#[from] MarkerError),
}

/// Fewer points don't determine a table.
pub const FEWEST_POINTS: usize = 4;

fn seen_cards(found: usize, card: &str) -> String {
    match found {
        0 => format!("No {card} is"),
        1 => format!("Only one {card} is"),
        more => format!("Only {more} {card}s are"),
    }
}

fn card_name(id: u32) -> String {
    TableCorner::of_id(id).map_or_else(|| id.to_string(), |corner| corner.to_string())
}

fn by_how_much(miss_in: f64) -> String {
    if miss_in.is_finite() { format!("they miss by {miss_in:.1} in") } else { "nothing fits".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badly_laid_card_is_told_in_inches_and_degrees() {
        let said = |off_in, turned_deg| {
            Finding::CardBadlyLaid { corner: TableCorner::SouthEast, off_in, turned_deg }.to_string()
        };
        assert!(said([0.0, 0.001], 90.0).contains("(1) is turned 90 degrees clockwise, as"));
        assert!(said([-0.8, 0.0], 0.1).contains("lies 0.80 in to the west, as"));
        assert!(
            said([0.3, 0.3], -17.2)
                .contains("lies 0.42 in to the north-east and is turned 17 degrees counter-")
        );
    }

    #[test]
    fn sides_that_disagree_are_asked_about() {
        let said = Finding::SideDisagrees {
            side: AreaSide::EastWest,
            typed_in: 60.0,
            measured_in: Measured::new(59.7, 0.05),
            typed_counts: false,
        }
        .to_string();
        assert!(
            said.starts_with("Your 60 in (east-west) measures 59.70 ± 0.10 in: which is right?"),
            "{said}"
        );
    }
}
