//! Corner cards: four printed squares that mark the playing area.
//!
//! DICT_4X4_50, ids 0 (south-west), 1 (south-east), 2 (north-east), 3 (north-west). The outer corner of each black
//! square is the corner of the playing area, and every card stands upright, its top to the north.

use crate::camera::model::{Lens, Pixel};
use crate::detect::bloom::{Bloom, marker_bloom};
use crate::detect::board::grey;
use crate::detect::corners::{SquareSides, fit_square};
use crate::detect::markers::{Dictionary, MarkerError, Search, detect_markers, marker_bits};
use geometry::Point;
use opencv::core::Mat;
use serde::{Deserialize, Serialize};

/// The side of a corner card's black square, inches.
pub const KIT_CARD_IN: f64 = 2.0;

/// One of the four corners of the playing area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableCorner {
    /// Card 0.
    SouthWest,
    /// Card 1.
    SouthEast,
    /// Card 2.
    NorthEast,
    /// Card 3.
    NorthWest,
}

impl TableCorner {
    /// All four, in the order of their cards' ids.
    pub const ALL: [Self; 4] = [Self::SouthWest, Self::SouthEast, Self::NorthEast, Self::NorthWest];

    /// The id of its card.
    pub fn id(self) -> u32 {
        match self {
            Self::SouthWest => 0,
            Self::SouthEast => 1,
            Self::NorthEast => 2,
            Self::NorthWest => 3,
        }
    }

    /// The corner a card's id stands for.
    pub fn of_id(id: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|corner| corner.id() == id)
    }

    /// Its name, as "south-west".
    pub fn name(self) -> &'static str {
        match self {
            Self::SouthWest => "south-west",
            Self::SouthEast => "south-east",
            Self::NorthEast => "north-east",
            Self::NorthWest => "north-west",
        }
    }

    /// The corners of its card's black square on the table, clockwise on the card from its top left.
    pub fn square_in(self, size_in: (f64, f64), card_in: f64) -> [Point; 4] {
        let (east, north) = (size_in.0 - card_in, size_in.1 - card_in);
        let (x_in, y_in) = match self {
            Self::SouthWest => (0.0, 0.0),
            Self::SouthEast => (east, 0.0),
            Self::NorthEast => (east, north),
            Self::NorthWest => (0.0, north),
        };
        [
            Point::new(x_in, y_in + card_in),
            Point::new(x_in + card_in, y_in + card_in),
            Point::new(x_in + card_in, y_in),
            Point::new(x_in, y_in),
        ]
    }
}

impl std::fmt::Display for TableCorner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name(), self.id())
    }
}

/// A corner card seen in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FoundCard {
    /// Which.
    pub corner: TableCorner,
    /// The corners of its black square, clockwise on the card from its top left.
    pub corners_px: [Pixel; 4],
}

/// The thickness of a printed card (300 g paper), and so the height of its print above the table, inches.
pub const CARD_THICKNESS_IN: f64 = 0.012;

/// Cards smaller than this in the picture can't be read: six modules of 3.3 pixels.
const SMALLEST_CARD_PX: f64 = 18.0;

/// A card's white margin as a share of its black square (0.25 in round 2.0 in).
pub(crate) const MARGIN_SHARE: f64 = 0.125;

/// The share of the margin that is used: the rest is left to blur and to the cutter.
const PLAIN_SHARE: f64 = 0.85 * MARGIN_SHARE;

/// Finds the corner cards in a picture, ordered by corner; quick enough for every frame of a live picture. A card
/// printed twice is found twice.
pub fn find_cards(picture: &Mat) -> Result<Vec<FoundCard>, MarkerError> {
    let search = Search { smallest_side_px: SMALLEST_CARD_PX, fit_contours: true };
    let found = detect_markers(picture, Dictionary::CARDS, search)?;
    Ok(found
        .iter()
        .filter_map(|marker| {
            Some(FoundCard { corner: TableCorner::of_id(marker.id)?, corners_px: marker.corners })
        })
        .collect())
}

/// A card's black square, to sub-pixel accuracy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DetectedCard {
    /// The number of its marker.
    pub id: u32,
    /// The corners of its black square, clockwise on the card from its top left.
    pub corners_px: [Pixel; 4],
}

/// The cards of a picture, to sub-pixel accuracy.
#[derive(Debug, Clone)]
pub(crate) struct DetectedCards {
    /// Ordered by id; a card printed twice is there twice.
    pub cards: Vec<DetectedCard>,
    /// The bloom, from the edges inside the markers.
    pub bloom: Bloom,
}

/// Finds the cards to sub-pixel accuracy. With a lens, edges are fitted in the undistorted picture, where they are
/// straight.
pub(crate) fn find_cards_precisely(
    picture: &Mat,
    lens: Option<&Lens>,
    counts: impl Fn(u32) -> bool,
) -> Result<DetectedCards, MarkerError> {
    let grey = grey(picture)?;
    let search = Search { smallest_side_px: SMALLEST_CARD_PX, fit_contours: true };
    let mut seen = DetectedCards { cards: Vec::new(), bloom: Bloom::UNKNOWN };
    let mut blooms = Vec::new();
    for marker in detect_markers(&grey, Dictionary::CARDS, search)? {
        if !counts(marker.id) {
            continue;
        }
        let sides = SquareSides { plain_share: PLAIN_SHARE };
        let fitted = fit_square(&grey, marker.corners, sides, lens);
        if let Some(corners_px) = fitted {
            let bits = marker_bits(Dictionary::CARDS, marker.id)?;
            blooms.extend(marker_bloom(&grey, &bits, &corners_px, lens));
        }
        seen.cards.push(DetectedCard { id: marker.id, corners_px: fitted.unwrap_or(marker.corners) });
    }
    seen.bloom = Bloom::of_all(&blooms);
    Ok(seen)
}
