//! Square markers: the only module that calls OpenCV's ArUco functions.
//!
//! OpenCV moved them from one module to another: `build.rs` finds out the version and selects `contrib.rs` or
//! `objdetect.rs`, which provide the same functions.

mod charuco;
#[cfg(aruco = "contrib")]
#[path = "contrib.rs"]
mod generation;
#[cfg(aruco = "objdetect")]
#[path = "objdetect.rs"]
mod generation;
mod settings;

pub use charuco::{CharucoBoard, FoundCorner};

use crate::camera::model::Pixel;
use generation::families;
use opencv::core::{Mat, Point2f, Vector};
use opencv::prelude::*;
use settings::Settings;
use std::str::FromStr;
use thiserror::Error;

/// One of the predefined families of markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dictionary {
    name: &'static str,
    code: i32,
    modules: u32,
    count: u32,
}

/// Every family that can be named, in OpenCV's order.
const DICTIONARIES: [Dictionary; 16] = [
    Dictionary { name: "4X4_50", code: families::DICT_4X4_50, modules: 4, count: 50 },
    Dictionary { name: "4X4_100", code: families::DICT_4X4_100, modules: 4, count: 100 },
    Dictionary { name: "4X4_250", code: families::DICT_4X4_250, modules: 4, count: 250 },
    Dictionary { name: "4X4_1000", code: families::DICT_4X4_1000, modules: 4, count: 1000 },
    Dictionary { name: "5X5_50", code: families::DICT_5X5_50, modules: 5, count: 50 },
    Dictionary { name: "5X5_100", code: families::DICT_5X5_100, modules: 5, count: 100 },
    Dictionary { name: "5X5_250", code: families::DICT_5X5_250, modules: 5, count: 250 },
    Dictionary { name: "5X5_1000", code: families::DICT_5X5_1000, modules: 5, count: 1000 },
    Dictionary { name: "6X6_50", code: families::DICT_6X6_50, modules: 6, count: 50 },
    Dictionary { name: "6X6_100", code: families::DICT_6X6_100, modules: 6, count: 100 },
    Dictionary { name: "6X6_250", code: families::DICT_6X6_250, modules: 6, count: 250 },
    Dictionary { name: "6X6_1000", code: families::DICT_6X6_1000, modules: 6, count: 1000 },
    Dictionary { name: "7X7_50", code: families::DICT_7X7_50, modules: 7, count: 50 },
    Dictionary { name: "7X7_100", code: families::DICT_7X7_100, modules: 7, count: 100 },
    Dictionary { name: "7X7_250", code: families::DICT_7X7_250, modules: 7, count: 250 },
    Dictionary { name: "7X7_1000", code: families::DICT_7X7_1000, modules: 7, count: 1000 },
];

/// What can go wrong with markers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MarkerError {
    /// No family of that name.
    #[error("There is no marker dictionary {name:?}: use one of {known}.")]
    UnknownDictionary {
        /// The requested name.
        name: String,
        /// Every known name.
        known: String,
    },
    /// The family has fewer markers.
    #[error("The dictionary {dictionary} has no marker {id}: its ids are 0 to {last}.")]
    NoSuchMarker {
        /// The family.
        dictionary: &'static str,
        /// The requested id.
        id: u32,
        /// The largest id there is.
        last: u32,
    },
    /// A board that can't exist.
    #[error(
        "A ChArUco board of {squares_x}x{squares_y} squares with these sizes can't be made: it needs at least 3x3 squares, markers smaller than the squares, and enough markers in its dictionary."
    )]
    ImpossibleBoard {
        /// Squares across.
        squares_x: u32,
        /// Squares down.
        squares_y: u32,
    },
    /// A chessboard that can't exist.
    #[error(
        "A chessboard of {corners_x}x{corners_y} inner corners can't be used: give 3 to 100 inner corners each way and the side of a square in inches."
    )]
    ImpossibleChessboard {
        /// Inner corners across.
        corners_x: u32,
        /// Inner corners down.
        corners_y: u32,
    },
    /// OpenCV refused the picture.
    #[error(
        "The picture could not be searched for markers ({0}): it must be an 8-bit picture that is not empty."
    )]
    Vision(String),
}

impl From<opencv::Error> for MarkerError {
    fn from(error: opencv::Error) -> Self {
        Self::Vision(error.message)
    }
}

impl FromStr for Dictionary {
    type Err = MarkerError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let plain = name.to_uppercase();
        let plain = plain.strip_prefix("DICT_").unwrap_or(&plain);
        DICTIONARIES.into_iter().find(|dictionary| dictionary.name == plain).ok_or_else(|| {
            let known: Vec<_> = DICTIONARIES.iter().map(|dictionary| dictionary.name).collect();
            MarkerError::UnknownDictionary { name: name.to_owned(), known: known.join(", ") }
        })
    }
}

impl Dictionary {
    /// The family of the corner cards and ship tags: DICT_4X4_50.
    pub const CARDS: Self = DICTIONARIES[0];
    /// The family of the lens board: DICT_5X5_100.
    pub const BOARD: Self = DICTIONARIES[5];

    /// The name, as "4X4_50".
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Modules along a side without the black border: 4 for "4X4_50".
    pub fn modules(self) -> u32 {
        self.modules
    }

    /// How many markers the family has.
    pub fn count(self) -> u32 {
        self.count
    }
}

/// A marker seen in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundMarker {
    /// Its number in its family.
    pub id: u32,
    /// The corners of its black square, clockwise on the printed marker from its own top left.
    pub corners: [Pixel; 4],
}

impl FoundMarker {
    /// The middle of the four corners.
    pub fn middle(&self) -> Pixel {
        let sum =
            self.corners.iter().fold((0.0, 0.0), |sum, corner| (sum.0 + corner.x_px, sum.1 + corner.y_px));
        Pixel::new(sum.0 / 4.0, sum.1 / 4.0)
    }

    /// The mean length of the four sides, pixels.
    pub fn side_px(&self) -> f64 {
        let [a, b, c, d] = self.corners;
        (a.distance_px(b) + b.distance_px(c) + c.distance_px(d) + d.distance_px(a)) / 4.0
    }
}

/// How a picture is searched for markers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Squares with a shorter side are ignored, pixels.
    pub smallest_side_px: f64,
    /// Fit lines to the contour of each square (0.05 to 0.07 px on small markers, where OpenCV's usual corner
    /// windows reach the next edge); false leaves whole pixels, which is quicker and enough to start from.
    pub fit_contours: bool,
}

impl Default for Search {
    /// Small markers (3.3 pixels a module is the floor at which they can be read), corners fitted.
    fn default() -> Self {
        Self { smallest_side_px: 14.0, fit_contours: true }
    }
}

/// Finds the markers of one family in a grey (or colour) picture, ordered by id and then by place.
///
/// One id can be found more than once: the caller decides what to do about two cards with one number.
pub fn detect_markers(
    picture: &Mat,
    dictionary: Dictionary,
    search: Search,
) -> Result<Vec<FoundMarker>, MarkerError> {
    let longest_px = f64::from(picture.cols().max(picture.rows()).max(1));
    let settings = Settings::new(longest_px, search.smallest_side_px, search.fit_contours);
    let mut found: Vec<_> = generation::detect(picture, dictionary.code, &settings)?
        .into_iter()
        .filter_map(|(id, quad)| {
            let corners: Vec<_> = quad.into_iter().map(pixel_of).collect();
            Some(FoundMarker { id: u32::try_from(id).ok()?, corners: corners.try_into().ok()? })
        })
        .collect();
    // The largest first: the outer edge of the black border, not an inner one.
    found.sort_by(|a, b| a.id.cmp(&b.id).then(b.side_px().total_cmp(&a.side_px())));
    let mut apart: Vec<FoundMarker> = Vec::with_capacity(found.len());
    for marker in found {
        let again = |other: &FoundMarker| {
            other.id == marker.id && other.middle().distance_px(marker.middle()) < 0.5 * other.side_px()
        };
        if !apart.iter().any(again) {
            apart.push(marker);
        }
    }
    apart.sort_by(|a, b| a.id.cmp(&b.id).then(a.corners[0].x_px.total_cmp(&b.corners[0].x_px)));
    Ok(apart)
}

fn pixel_of(point: Point2f) -> Pixel {
    Pixel::new(f64::from(point.x), f64::from(point.y))
}

/// The corners of many squares, as OpenCV hands them over.
type Corners = Vector<Vector<Point2f>>;
/// A marker as a detector gives it: its number and its corners.
type RawMarker = (i32, Vec<Point2f>);

/// A marker as it is printed: rows from the top, `true` for black, with the border of one black module all round.
pub fn marker_bits(dictionary: Dictionary, id: u32) -> Result<Vec<Vec<bool>>, MarkerError> {
    if id >= dictionary.count {
        return Err(MarkerError::NoSuchMarker {
            dictionary: dictionary.name,
            id,
            last: dictionary.count - 1,
        });
    }
    let side = (dictionary.modules + 2) as i32;
    let drawn = generation::draw(dictionary.code, id as i32, side)?;
    (0..side)
        .map(|row| (0..side).map(|column| Ok(*drawn.at_2d::<u8>(row, column)? < 128)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC1, Rect, Scalar};

    #[test]
    fn names_are_read_and_unknown_ones_answered_with_the_known() {
        assert_eq!("4X4_50".parse(), Ok(Dictionary::CARDS));
        assert_eq!("dict_5x5_100".parse(), Ok(Dictionary::BOARD));
        let error = "9X9_9".parse::<Dictionary>().unwrap_err().to_string();
        assert!(error.contains("9X9_9") && error.contains("6X6_250"), "{error}");
    }

    /// Draws a marker with its top left pixel at `place`.
    fn draw(picture: &mut Mat, bits: &[Vec<bool>], place: (i32, i32), module_px: i32) {
        for (row, line) in bits.iter().enumerate() {
            for (column, black) in line.iter().enumerate() {
                let spot = Rect::new(
                    place.0 + column as i32 * module_px,
                    place.1 + row as i32 * module_px,
                    module_px,
                    module_px,
                );
                let grey = if *black { 20.0 } else { 235.0 };
                opencv::imgproc::rectangle(picture, spot, Scalar::all(grey), -1, 8, 0).unwrap();
            }
        }
    }

    #[test]
    fn drawn_bits_are_found_again_with_their_corners() {
        let mut picture = Mat::new_rows_cols_with_default(400, 600, CV_8UC1, Scalar::all(235.0)).unwrap();
        for (id, x) in [(3, 50), (7, 250), (7, 420)] {
            draw(&mut picture, &marker_bits(Dictionary::CARDS, id).unwrap(), (x, 120), 8);
        }
        let found = detect_markers(&picture, Dictionary::CARDS, Search::default()).unwrap();
        assert_eq!(found.iter().map(|marker| marker.id).collect::<Vec<_>>(), [3, 7, 7]);
        let expected = [(50.0, 120.0), (97.0, 120.0), (97.0, 167.0), (50.0, 167.0)];
        for (corner, (x_px, y_px)) in found[0].corners.iter().zip(expected) {
            assert!(corner.distance_px(Pixel::new(x_px, y_px)) < 0.8, "{corner:?}");
        }
    }

    #[test]
    fn ids_beyond_the_family_are_refused() {
        let error = marker_bits(Dictionary::CARDS, 50).unwrap_err().to_string();
        assert!(error.contains("0 to 49"), "{error}");
    }

    #[test]
    fn impossible_boards_are_refused() {
        let board = CharucoBoard {
            squares_x: 10,
            squares_y: 7,
            square_in: 0.7,
            marker_in: 0.75,
            dictionary: Dictionary::BOARD,
        };
        let grey = Mat::new_rows_cols_with_default(40, 60, CV_8UC1, Scalar::all(9.0)).unwrap();
        assert!(matches!(board.detect(&grey), Err(MarkerError::ImpossibleBoard { .. })));
    }
}
