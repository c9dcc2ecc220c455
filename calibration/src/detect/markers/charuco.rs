//! ChArUco boards: the place of an inner corner follows from the two markers beside it.
//!
//! Computed here and not by OpenCV, whose board types and layouts differ between versions.

use super::{Dictionary, FoundMarker, MarkerError, Search, detect_markers};
use crate::camera::model::Pixel;
use crate::detect::corners::{TerminationCriteria, refine_crossing};
use crate::optimise::closed_form::homography;
use nalgebra::{Matrix3, Vector2};
use opencv::core::Mat;
use opencv::prelude::*;

/// A ChArUco board: squares like a chessboard's, a marker in each white one.
///
/// The top left square is black, markers are numbered along the rows from the top: OpenCV's layout since 4.6. (Older
/// versions and `setLegacyPattern` begin an even number of rows with a white square: such a board is not read.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CharucoBoard {
    /// Squares across.
    pub squares_x: u32,
    /// Squares down.
    pub squares_y: u32,
    /// A square's side, inches.
    pub square_in: f64,
    /// The side of a marker's black square, inches.
    pub marker_in: f64,
    /// The family of its markers.
    pub dictionary: Dictionary,
}

/// An inner corner of a ChArUco board seen in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundCorner {
    /// Its number: along the rows from the board's top left.
    pub id: u32,
    /// Where it is seen.
    pub pixel: Pixel,
}

/// Nearer to the picture's edge a corner is left out, pixels.
const BORDER_PX: f64 = 2.0;
/// The refinement's window ends this far from the nearest marker's corner, pixels…
const CLEAR_PX: f64 = 2.0;
/// …and reaches no farther than this, pixels.
const WIDEST_PX: f64 = 10.0;
/// These are places to start from.
const COARSE: TerminationCriteria = (30, 0.1);

/// A detected marker of the board.
struct PlacedMarker {
    /// From the board's inches to the picture.
    map: Matrix3<f64>,
    corners: [Pixel; 4],
}

impl CharucoBoard {
    /// The place of an inner corner on the board, inches to the right and down from its top left corner.
    pub fn corner_in(&self, id: u32) -> (f64, f64) {
        let across = self.squares_x.saturating_sub(1).max(1);
        (f64::from(id % across + 1) * self.square_in, f64::from(id / across + 1) * self.square_in)
    }

    /// Checks that such a board can exist.
    pub fn check(&self) -> Result<(), MarkerError> {
        let sizes_fit = self.marker_in > 0.0 && self.marker_in < self.square_in && self.square_in.is_finite();
        let squares_fit = (3..=100).contains(&self.squares_x) && (3..=100).contains(&self.squares_y);
        if !sizes_fit || !squares_fit || self.squares_x * self.squares_y / 2 > self.dictionary.count() {
            return Err(MarkerError::ImpossibleBoard {
                squares_x: self.squares_x,
                squares_y: self.squares_y,
            });
        }
        Ok(())
    }

    /// The marker in a white square, by its column and row from the top left.
    fn marker_at(&self, column: u32, row: u32) -> u32 {
        (row * self.squares_x + column) / 2
    }

    /// The column and row of a marker's square.
    fn square_of(&self, marker: u32) -> (u32, u32) {
        if self.squares_x % 2 == 1 {
            // Colours alternate from row to row, too: every second square of all is white.
            let place = 2 * marker + 1;
            (place % self.squares_x, place / self.squares_x)
        } else {
            let (row, pair) = (2 * marker / self.squares_x, 2 * marker % self.squares_x);
            (pair + (row + 1) % 2, row)
        }
    }

    /// The two markers beside an inner corner: in the white ones of the four squares that meet there.
    fn markers_beside(&self, corner: u32) -> [u32; 2] {
        let across = self.squares_x - 1;
        let (column, row) = (corner % across, corner / across);
        if (column + row) % 2 == 0 {
            [self.marker_at(column + 1, row), self.marker_at(column, row + 1)]
        } else {
            [self.marker_at(column, row), self.marker_at(column + 1, row + 1)]
        }
    }

    /// A marker's corners on the board, inches, clockwise from its top left.
    fn marker_corners_in(&self, marker: u32) -> [Vector2<f64>; 4] {
        let (column, row) = self.square_of(marker);
        let inset = (self.square_in - self.marker_in) / 2.0;
        let (left, top) =
            (f64::from(column) * self.square_in + inset, f64::from(row) * self.square_in + inset);
        let (right, bottom) = (left + self.marker_in, top + self.marker_in);
        [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Vector2::new(x, y))
    }

    fn seen(&self, marker: &FoundMarker) -> Option<PlacedMarker> {
        let pixels = marker.corners.map(|corner| Vector2::new(corner.x_px, corner.y_px));
        let pairs: Vec<_> = self.marker_corners_in(marker.id).into_iter().zip(pixels).collect();
        Some(PlacedMarker { map: homography(&pairs)?, corners: marker.corners })
    }

    /// Finds the board's inner corners in a grey picture, to about half a pixel: good starting places for a
    /// refinement with windows that fit the squares. A corner is found where both markers beside it are.
    pub fn detect(&self, grey: &Mat) -> Result<Vec<FoundCorner>, MarkerError> {
        self.check()?;
        let markers = (self.squares_x * self.squares_y) / 2;
        let mut seen: Vec<Option<PlacedMarker>> = (0..markers).map(|_| None).collect();
        for marker in detect_markers(grey, self.dictionary, Search::default())? {
            if let Some(place) = seen.get_mut(marker.id as usize)
                && place.is_none()
            {
                *place = self.seen(&marker);
            }
        }
        let corners = (self.squares_x - 1) * (self.squares_y - 1);
        let (width, height) = (f64::from(grey.cols()), f64::from(grey.rows()));
        let mut found = Vec::new();
        for id in 0..corners {
            let beside = self.markers_beside(id).map(|marker| seen[marker as usize].as_ref());
            let [Some(one), Some(other)] = beside else { continue };
            let (x_in, y_in) = self.corner_in(id);
            let places = [one, other].map(|seen| carried(&seen.map, x_in, y_in));
            let [Some(place), Some(again)] = places else { continue };
            let pixel = Pixel::new((place.x_px + again.x_px) / 2.0, (place.y_px + again.y_px) / 2.0);
            let inside = (BORDER_PX..width - BORDER_PX).contains(&pixel.x_px)
                && (BORDER_PX..height - BORDER_PX).contains(&pixel.y_px);
            if !inside {
                continue;
            }
            let nearest_px = [one, other]
                .iter()
                .flat_map(|seen| seen.corners)
                .map(|corner| corner.distance_px(pixel))
                .fold(f64::INFINITY, f64::min);
            let half_px = (nearest_px - CLEAR_PX).clamp(1.0, WIDEST_PX);
            found.push(FoundCorner { id, pixel: refine_crossing(grey, pixel, half_px, COARSE)? });
        }
        Ok(found)
    }
}

fn carried(map: &Matrix3<f64>, x_in: f64, y_in: f64) -> Option<Pixel> {
    let place = map * nalgebra::Vector3::new(x_in, y_in, 1.0);
    let pixel = Pixel::new(place.x / place.z, place.y / place.z);
    (pixel.x_px.is_finite() && pixel.y_px.is_finite()).then_some(pixel)
}

#[cfg(test)]
mod tests {
    use super::super::marker_bits;
    use super::*;
    use opencv::core::{CV_8UC1, Rect, Scalar};
    use opencv::imgproc;

    #[test]
    fn markers_lie_in_the_white_squares_and_beside_the_corners() {
        for (squares_x, squares_y) in [(5, 7), (7, 5), (10, 7), (6, 4), (7, 6)] {
            let dictionary = "5X5_100".parse().unwrap();
            let board = CharucoBoard { squares_x, squares_y, square_in: 1.0, marker_in: 0.75, dictionary };
            for marker in 0..squares_x * squares_y / 2 {
                let (column, row) = board.square_of(marker);
                assert!(
                    column < squares_x && row < squares_y && (column + row) % 2 == 1,
                    "{board:?} {marker}"
                );
                assert_eq!(board.marker_at(column, row), marker, "{board:?}");
            }
            for corner in 0..(squares_x - 1) * (squares_y - 1) {
                let (x_in, y_in) = board.corner_in(corner);
                for marker in board.markers_beside(corner) {
                    // The square's middle is half a square away, each way.
                    let (column, row) = board.square_of(marker);
                    let off = (f64::from(column) + 0.5 - x_in, f64::from(row) + 0.5 - y_in);
                    assert_eq!((off.0.abs(), off.1.abs()), (0.5, 0.5), "{board:?} {corner} {marker}");
                }
            }
        }
    }

    /// A board as OpenCV 4.6 and 4.10 draw it (both compared): black at the top left for any number of rows.
    fn drawn(board: &CharucoBoard, (square_px, inset_px, module_px): (i32, i32, i32)) -> Mat {
        let size = |squares: u32| squares as i32 * square_px + 2 * square_px;
        let mut picture = Mat::new_rows_cols_with_default(
            size(board.squares_y),
            size(board.squares_x),
            CV_8UC1,
            Scalar::all(235.0),
        )
        .unwrap();
        let mut black = |x: i32, y: i32, side: i32| {
            imgproc::rectangle(&mut picture, Rect::new(x, y, side, side), Scalar::all(20.0), -1, 8, 0)
                .unwrap();
        };
        let mut id = 0;
        for (row, column) in
            (0..board.squares_y).flat_map(|row| (0..board.squares_x).map(move |column| (row, column)))
        {
            let (x, y) = ((column as i32 + 1) * square_px, (row as i32 + 1) * square_px);
            if (row + column) % 2 == 0 {
                black(x, y, square_px);
                continue;
            }
            for (down, line) in marker_bits(board.dictionary, id).unwrap().iter().enumerate() {
                for (across, _) in line.iter().enumerate().filter(|(_, black)| **black) {
                    let at = |start: i32, modules: usize| start + inset_px + modules as i32 * module_px;
                    black(at(x, across), at(y, down), module_px);
                }
            }
            id += 1;
        }
        picture
    }

    #[test]
    fn every_corner_is_found_on_even_and_odd_numbers_of_rows() {
        for (squares_x, squares_y) in [(6, 6), (7, 6), (6, 7), (5, 7)] {
            let board = CharucoBoard {
                squares_x,
                squares_y,
                square_in: 1.0,
                marker_in: 0.75,
                dictionary: Dictionary::BOARD,
            };
            let found = board.detect(&drawn(&board, (56, 7, 6))).unwrap();
            assert_eq!(found.len() as u32, (squares_x - 1) * (squares_y - 1), "{board:?}");
            for corner in found {
                let (x_in, y_in) = board.corner_in(corner.id);
                let place = Pixel::new(56.0 * (x_in + 1.0) - 0.5, 56.0 * (y_in + 1.0) - 0.5);
                assert!(corner.pixel.distance_px(place) < 0.1, "{board:?} {corner:?}");
            }
        }
    }
}
