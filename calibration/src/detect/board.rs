//! Calibration boards: their kinds, and detection in a picture.

use crate::camera::model::Pixel;
use crate::detect::corners::{WINDOW_SHARE, refine_crossings};
use crate::detect::markers::{CharucoBoard, MarkerError};
use crate::files::picture::{PictureSize, picture_size};
use crate::optimise::correspondence::Correspondence;
use nalgebra::Vector2;
opencv::opencv_branch_5! {
    use opencv::objdetect::{CALIB_CB_ADAPTIVE_THRESH, CALIB_CB_NORMALIZE_IMAGE, find_chessboard_corners};
}
opencv::not_opencv_branch_5! {
    use opencv::calib3d::{CALIB_CB_ADAPTIVE_THRESH, CALIB_CB_NORMALIZE_IMAGE, find_chessboard_corners};
}
use opencv::{
    core::{Mat, Point2f, Rect, Size, Vector},
    imgproc,
    prelude::*,
};

/// The board that is held before the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LensBoard {
    /// Squares with markers: may be partly out of the picture.
    Charuco(CharucoBoard),
    /// A plain chessboard: must be seen whole.
    Chessboard(Chessboard),
}

/// A plain chessboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chessboard {
    /// Inner corners across.
    pub corners_x: u32,
    /// Inner corners down.
    pub corners_y: u32,
    /// A square's side, inches.
    pub square_in: f64,
}

/// A board seen in one picture.
#[derive(Debug, Clone)]
pub struct BoardSighting {
    /// The picture's size.
    pub size: PictureSize,
    pub(crate) sightings: Vec<Correspondence>,
    pub(crate) grid: BoardGrid,
    pub(crate) patch: BoardRegion,
}

/// The inner corners of a board as a grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BoardGrid {
    /// Inner corners along each side.
    pub corners: (u32, u32),
    /// A square's side, inches.
    pub square_in: f64,
    /// Both coordinates of the first inner corner, inches.
    pub first_in: f64,
    /// How much of a square's side round an edge is free of other edges.
    pub clear_share: f64,
}

impl BoardGrid {
    /// Do markers come so near the corners that a window of the usual size would reach them?
    pub(crate) fn is_crowded(&self) -> bool {
        self.clear_share < 0.999 * WINDOW_SHARE
    }

    /// Every inner corner's place on the board.
    pub(crate) fn places_in(&self) -> impl Iterator<Item = Vector2<f64>> + '_ {
        (0..self.corners.1).flat_map(move |row| {
            (0..self.corners.0).map(move |column| {
                Vector2::new(f64::from(column), f64::from(row)) * self.square_in
                    + Vector2::repeat(self.first_in)
            })
        })
    }
}

/// The part of a grey picture that holds the board.
#[derive(Debug, Clone)]
pub(crate) struct BoardRegion {
    /// The pixels.
    pub grey: Mat,
    /// The place of its first pixel in the picture.
    pub origin: (i32, i32),
}

impl BoardRegion {
    /// The part of a picture round some corners, with a margin as wide as the corners are apart.
    fn round(grey: &Mat, sightings: &[Correspondence]) -> Result<Self, opencv::Error> {
        let span = |along: fn(&Pixel) -> f64, end_px: i32| {
            let values = || sightings.iter().map(|sighting| along(&sighting.pixel));
            let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
            let margin_px = 0.6 * (high - low) + 8.0;
            let from = ((low - margin_px).floor() as i32).clamp(0, end_px - 1);
            (from, ((high + margin_px).ceil() as i32).clamp(from + 1, end_px))
        };
        let (left, right) = span(|pixel| pixel.x_px, grey.cols());
        let (top, bottom) = span(|pixel| pixel.y_px, grey.rows());
        let part = Mat::roi(grey, Rect::new(left, top, right - left, bottom - top))?;
        Ok(Self { grey: part.try_clone()?, origin: (left, top) })
    }
}

impl BoardSighting {
    /// Where its inner corners are seen.
    pub fn pixels(&self) -> impl Iterator<Item = Pixel> + '_ {
        self.sightings.iter().map(|sighting| sighting.pixel)
    }

    /// The places of these corners on the board, inches.
    pub(crate) fn places_in(&self) -> impl Iterator<Item = Vector2<f64>> + '_ {
        self.sightings.iter().map(|sighting| sighting.target_in)
    }

    /// How many inner corners are seen.
    pub fn corner_count(&self) -> usize {
        self.sightings.len()
    }
}

/// Why a picture shows no usable board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Nothing like the board is there.
    #[error("the board is not in the picture")]
    NotSeen,
    /// Too little of it is there.
    #[error("only {seen} corners of the board are seen, at least {needed} are needed")]
    TooLittle {
        /// Corners seen.
        seen: usize,
        /// Corners needed.
        needed: usize,
    },
    /// The board can't exist, or OpenCV refused.
    #[error(transparent)]
    Marker(#[from] MarkerError),
}

/// Fewer corners than this don't determine a view: a pose alone takes three.
const FEWEST_CORNERS: usize = 6;

/// The longest side at which a chessboard is first searched; larger pictures are reduced for that, because
/// the search for a board that is not there takes seconds.
const CHESSBOARD_SEARCH_PX: i32 = 1280;

impl LensBoard {
    /// Checks that such a board can exist.
    pub fn check(&self) -> Result<(), BoardError> {
        match self {
            Self::Charuco(board) => Ok(board.check()?),
            Self::Chessboard(board) => board.check(),
        }
    }

    /// How many inner corners the board has.
    pub fn corner_count(&self) -> u32 {
        match self {
            Self::Charuco(board) => (board.squares_x - 1) * (board.squares_y - 1),
            Self::Chessboard(board) => board.corners_x * board.corners_y,
        }
    }

    pub(crate) fn grid(&self) -> BoardGrid {
        match self {
            Self::Charuco(board) => BoardGrid {
                corners: (board.squares_x - 1, board.squares_y - 1),
                square_in: board.square_in,
                first_in: board.square_in,
                // The markers leave free the gap between their edge and the square's.
                clear_share: 0.5 * (board.square_in - board.marker_in) / board.square_in,
            },
            Self::Chessboard(board) => board.grid(),
        }
    }

    /// Finds the board in a picture (colour or grey), its corners to a small part of a pixel.
    pub fn find(&self, picture: &Mat) -> Result<BoardSighting, BoardError> {
        let grey = grey(picture).map_err(MarkerError::from)?;
        let sightings = match self {
            Self::Charuco(board) => find_charuco(board, self.grid().clear_share, &grey)?,
            Self::Chessboard(board) => board.find(&grey)?,
        };
        if sightings.len() < FEWEST_CORNERS {
            return Err(BoardError::TooLittle { seen: sightings.len(), needed: FEWEST_CORNERS });
        }
        let patch = BoardRegion::round(&grey, &sightings).map_err(MarkerError::from)?;
        Ok(BoardSighting { size: picture_size(picture), sightings, grid: self.grid(), patch })
    }
}

/// A picture without its colours.
pub(crate) fn grey(picture: &Mat) -> Result<Mat, opencv::Error> {
    if picture.channels() == 1 {
        return Ok(picture.clone());
    }
    let mut grey = Mat::default();
    imgproc::cvt_color_def(picture, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    Ok(grey)
}

fn find_charuco(
    board: &CharucoBoard,
    clear_share: f64,
    grey: &Mat,
) -> Result<Vec<Correspondence>, BoardError> {
    let found = board.detect(grey)?;
    if found.is_empty() {
        return Err(BoardError::NotSeen);
    }
    let starts: Vec<_> = found.iter().map(|corner| corner.pixel).collect();
    let pixels = refine_crossings(grey, &starts, clear_share).map_err(MarkerError::from)?;
    Ok(found
        .iter()
        .zip(pixels)
        .map(|(corner, pixel)| {
            let (x_in, y_in) = board.corner_in(corner.id);
            Correspondence { target_in: Vector2::new(x_in, y_in), pixel, inward: Vector2::zeros() }
        })
        .collect())
}

impl Chessboard {
    fn grid(&self) -> BoardGrid {
        BoardGrid {
            corners: (self.corners_x, self.corners_y),
            square_in: self.square_in,
            first_in: 0.0,
            clear_share: 0.5,
        }
    }

    fn check(&self) -> Result<(), BoardError> {
        let counts = (3..=100).contains(&self.corners_x) && (3..=100).contains(&self.corners_y);
        if counts && self.square_in.is_finite() && self.square_in > 0.0 {
            return Ok(());
        }
        Err(MarkerError::ImpossibleChessboard { corners_x: self.corners_x, corners_y: self.corners_y }.into())
    }

    fn find(&self, grey: &Mat) -> Result<Vec<Correspondence>, BoardError> {
        self.check()?;
        let Some(starts) = self.starts(grey).map_err(MarkerError::from)? else {
            return Err(BoardError::NotSeen);
        };
        let pixels = refine_crossings(grey, &starts, 1.0).map_err(MarkerError::from)?;
        // Rows may be numbered from either end and even as if seen from behind: a flat board's pose takes up both.
        Ok(self
            .grid()
            .places_in()
            .zip(pixels)
            .map(|(target_in, pixel)| Correspondence { target_in, pixel, inward: Vector2::zeros() })
            .collect())
    }

    /// Every inner corner to about a pixel, along the rows; `None` where no whole board is seen.
    fn starts(&self, grey: &Mat) -> Result<Option<Vec<Pixel>>, opencv::Error> {
        let longest = grey.cols().max(grey.rows());
        let scale = f64::from(CHESSBOARD_SEARCH_PX) / f64::from(longest);
        let mut small = Mat::default();
        let searched = if scale < 1.0 {
            imgproc::resize(grey, &mut small, Size::default(), scale, scale, imgproc::INTER_AREA)?;
            &small
        } else {
            grey
        };
        let mut corners = Vector::<Point2f>::new();
        let flags = CALIB_CB_ADAPTIVE_THRESH | CALIB_CB_NORMALIZE_IMAGE;
        let pattern = Size::new(self.corners_x as i32, self.corners_y as i32);
        let whole = find_chessboard_corners(searched, pattern, &mut corners, flags)?;
        if !whole || corners.len() != (self.corners_x * self.corners_y) as usize {
            return Ok(None);
        }
        let back = if scale < 1.0 { scale.recip() } else { 1.0 };
        Ok(Some(
            corners
                .iter()
                .map(|corner| {
                    let at = |value: f32| (f64::from(value) + 0.5) * back - 0.5;
                    Pixel::new(at(corner.x), at(corner.y))
                })
                .collect(),
        ))
    }
}
