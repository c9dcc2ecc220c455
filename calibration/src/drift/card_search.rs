//! Searches each card in a frame, near its expected place first.
//!
//! A card that has not moved costs one small window. Otherwise a larger window is searched, and then the whole
//! picture, unless all other cards are in place: then the card is hidden.

use crate::camera::model::{Lens, Pixel};
use crate::detect::board::grey;
use crate::detect::cards::MARGIN_SHARE;
use crate::detect::corners::{SquareSides, fit_square};
use crate::detect::markers::{Dictionary, FoundMarker, MarkerError, Search, detect_markers, marker_bits};
use nalgebra::{Matrix4, Vector4};
use opencv::core::{Mat, Rect};
use opencv::prelude::*;

/// A card and where it should be seen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedCard {
    /// The number of its marker.
    pub id: u32,
    /// Where its corners should be.
    pub corners_px: [Pixel; 4],
    /// Its modules, rows from the top, `true` for black.
    bits: Vec<Vec<bool>>,
    /// Its picture when it was last measured near its place: while that is unchanged, it is not measured again.
    last: Option<MeasuredCard>,
}

/// A measured card: its part of the picture, and its corners.
#[derive(Debug, Clone, PartialEq)]
struct MeasuredCard {
    codes: Vec<u8>,
    corners_px: [Pixel; 4],
}

/// Profiles across the edges reach this share of the white margin: the rest is left to blur and to the cutter.
const SIDES: SquareSides = SquareSides { plain_share: 0.85 * MARGIN_SHARE };
/// Beyond a card's corners this much of the picture is looked at first: as far as profiles reach, pixels.
const NEAR_PX: f64 = 11.0;
/// The search for a missing card extends this many card sides around its expected place.
const FAR_SIDES: f64 = 1.2;
/// A card is in place when its corners are within this share of its side. If the camera turned about this card by no
/// more than that, every other card is still inside its own search window.
const IN_PLACE_SIDES: f64 = 0.02;
/// A card that shifted by less than this since it was measured has not moved, pixels.
const STILL_PX: f64 = 0.08;
/// Larger differences than these are not noise, steps of 255 (root mean square).
const NOISE_CODES: f64 = 5.0;
/// At most this many of the sixteen inner modules may read wrong (something covers them); with more it is no card.
const MOST_WRONG: usize = 4;

impl ExpectedCard {
    /// A card with its printed pattern.
    pub(crate) fn new(id: u32, corners_px: [Pixel; 4]) -> Result<Self, MarkerError> {
        Ok(Self { id, corners_px, bits: marker_bits(Dictionary::CARDS, id)?, last: None })
    }

    fn side_px(&self) -> f64 {
        FoundMarker { id: self.id, corners: self.corners_px }.side_px()
    }

    /// Do these corners lie where they should?
    fn is_in_place(&self, corners_px: &[Pixel; 4]) -> bool {
        let most_px = IN_PLACE_SIDES * self.side_px();
        self.corners_px.iter().zip(corners_px).all(|(here, there)| here.distance_px(*there) < most_px)
    }

    /// The card where it should be, or hardly moved.
    fn near(&mut self, picture: &Mat, lens: &Lens) -> Result<Option<[Pixel; 4]>, MarkerError> {
        let Some(patch) = SearchWindow::round(picture, &self.corners_px, NEAR_PX)? else { return Ok(None) };
        let codes = patch.grey.data_typed::<u8>()?;
        if let Some(last) = self.last.as_ref().filter(|last| last.looks_as(codes, patch.grey.cols() as usize))
        {
            return Ok(Some(last.corners_px));
        }
        let found = patch.fit(self.corners_px, lens).filter(|corners| patch.reads(&self.bits, corners));
        self.last = found.map(|corners_px| MeasuredCard { codes: codes.to_vec(), corners_px });
        Ok(found)
    }

    /// The card some of its sides away.
    fn far(&self, picture: &Mat, lens: &Lens) -> Result<Option<[Pixel; 4]>, MarkerError> {
        let side_px = self.side_px();
        let Some(patch) = SearchWindow::round(picture, &self.corners_px, FAR_SIDES * side_px)? else {
            return Ok(None);
        };
        let search = Search { smallest_side_px: 0.6 * side_px, fit_contours: true };
        let found = detect_markers(&patch.grey, Dictionary::CARDS, search)?;
        let own: Vec<_> = found.iter().filter(|marker| marker.id == self.id).collect();
        let [marker] = own[..] else { return Ok(None) };
        Ok(patch.fit(marker.corners.map(|corner| patch.in_picture(corner)), lens))
    }
}

impl MeasuredCard {
    /// Does the same part of the picture look as it did, but for brightness, contrast and noise, and not shifted?
    ///
    /// Least squares of what is seen now over what was seen then and its slopes (Lucas and Kanade, 1981).
    fn looks_as(&self, now: &[u8], width: usize) -> bool {
        if now.len() != self.codes.len() || width < 3 {
            return false;
        }
        let (mut matrix, mut right, mut squares, mut count) = (Matrix4::zeros(), Vector4::zeros(), 0.0, 0.0);
        let height = now.len() / width;
        for row in 1..height.saturating_sub(1) {
            let line = |row: usize| &self.codes[row * width..(row + 1) * width];
            let (above, here, below) = (line(row - 1), line(row), line(row + 1));
            for (column, now) in
                now[row * width..(row + 1) * width].iter().enumerate().take(width - 1).skip(1)
            {
                let code = |value: u8| f32::from(value);
                let slope_x = 0.5 * (code(here[column + 1]) - code(here[column - 1]));
                let slope_y = 0.5 * (code(below[column]) - code(above[column]));
                let known = Vector4::new(code(here[column]), 1.0, slope_x, slope_y).cast::<f64>();
                let now = f64::from(*now);
                matrix.syger(1.0, &known, &known, 1.0);
                right += known * now;
                squares += now * now;
                count += 1.0;
            }
        }
        matrix.fill_upper_triangle_with_lower_triangle();
        let Some(solved) = matrix.cholesky().map(|matrix| matrix.solve(&right)) else { return false };
        let miss = ((squares - solved.dot(&right)) / f64::max(count, 1.0)).max(0.0).sqrt();
        let shift_px = solved.fixed_rows::<2>(2).norm() / solved[0].abs().max(1e-6);
        solved[0] > 0.5 && shift_px < STILL_PX && miss < NOISE_CODES
    }
}

/// Where each card is seen; `None` for one that is hidden.
pub(crate) fn search_cards(
    picture: &Mat,
    lens: &Lens,
    cards: &mut [ExpectedCard],
) -> Result<Vec<Option<[Pixel; 4]>>, MarkerError> {
    let mut seen = cards.iter_mut().map(|card| card.near(picture, lens)).collect::<Result<Vec<_>, _>>()?;
    for (card, place) in cards.iter().zip(&mut seen).filter(|(_, place)| place.is_none()) {
        *place = card.far(picture, lens)?;
    }
    // After a knock a card can be anywhere. Missing cards are hidden only if all others are in place.
    let is_knocked = seen.iter().all(Option::is_none)
        || cards.iter().zip(&seen).any(|(card, place)| place.is_some_and(|place| !card.is_in_place(&place)));
    if is_knocked && seen.iter().any(Option::is_none) {
        let smallest_side_px = 0.5 * cards.iter().map(ExpectedCard::side_px).fold(f64::INFINITY, f64::min);
        let grey = grey(picture)?;
        let search = Search { smallest_side_px: smallest_side_px.max(10.0), fit_contours: true };
        let found = detect_markers(&grey, Dictionary::CARDS, search)?;
        for (card, place) in cards.iter().zip(&mut seen).filter(|(_, place)| place.is_none()) {
            let own: Vec<_> = found.iter().filter(|marker| marker.id == card.id).collect();
            if let [marker] = own[..] {
                *place = fit_square(&grey, marker.corners, SIDES, Some(lens));
            }
        }
    }
    Ok(seen)
}

/// A part of a picture, in grey.
struct SearchWindow {
    grey: Mat,
    left_px: f64,
    top_px: f64,
}

impl SearchWindow {
    /// The part of a picture round some places; `None` where they lie outside it.
    fn round(picture: &Mat, places: &[Pixel; 4], margin_px: f64) -> Result<Option<Self>, MarkerError> {
        let (mut low, mut high) = (places[0], places[0]);
        for place in places {
            low = Pixel::new(low.x_px.min(place.x_px), low.y_px.min(place.y_px));
            high = Pixel::new(high.x_px.max(place.x_px), high.y_px.max(place.y_px));
        }
        let within = |value: f64, most: i32| value.clamp(0.0, f64::from(most)) as i32;
        let across = |value: f64| within(value, picture.cols());
        let down = |value: f64| within(value, picture.rows());
        let (left, top) = (across(low.x_px - margin_px), down(low.y_px - margin_px));
        let (right, bottom) = (across((high.x_px + margin_px).ceil()), down((high.y_px + margin_px).ceil()));
        if right - left < 8 || bottom - top < 8 {
            return Ok(None);
        }
        let part = Mat::roi(picture, Rect::new(left, top, right - left, bottom - top))
            .map_err(MarkerError::from)?
            .try_clone()
            .map_err(MarkerError::from)?;
        let grey = grey(&part)?;
        Ok(Some(Self { grey, left_px: f64::from(left), top_px: f64::from(top) }))
    }

    fn in_picture(&self, pixel: Pixel) -> Pixel {
        Pixel::new(pixel.x_px + self.left_px, pixel.y_px + self.top_px)
    }

    fn in_patch(&self, pixel: Pixel) -> Pixel {
        Pixel::new(pixel.x_px - self.left_px, pixel.y_px - self.top_px)
    }

    /// The corners of the black square near `start`; both in the picture.
    fn fit(&self, start: [Pixel; 4], lens: &Lens) -> Option<[Pixel; 4]> {
        let lens = Lens { cx: lens.cx - self.left_px, cy: lens.cy - self.top_px, ..*lens };
        let start = start.map(|corner| self.in_patch(corner));
        let corners = fit_square(&self.grey, start, SIDES, Some(&lens))?;
        Some(corners.map(|corner| self.in_picture(corner)))
    }

    /// Does the square hold this pattern? Read at the centre of each module.
    fn reads(&self, bits: &[Vec<bool>], corners: &[Pixel; 4]) -> bool {
        let [a, b, c, d] = corners.map(|corner| self.in_patch(corner));
        let modules = bits.len() as f64;
        let at = |row: usize, column: usize| -> Option<f64> {
            let (right, down) = ((column as f64 + 0.5) / modules, (row as f64 + 0.5) / modules);
            let mix = |one: f64, two: f64, three: f64, four: f64| {
                (one * (1.0 - right) + two * right) * (1.0 - down)
                    + (four * (1.0 - right) + three * right) * down
            };
            let (x, y) = (mix(a.x_px, b.x_px, c.x_px, d.x_px), mix(a.y_px, b.y_px, c.y_px, d.y_px));
            self.grey.at_2d::<u8>(y.round() as i32, x.round() as i32).ok().map(|value| f64::from(*value))
        };
        let all = || {
            (0..bits.len())
                .flat_map(move |row| (0..bits.len()).map(move |column| (row, column)))
                .map(|(row, column)| Some((at(row, column)?, bits[row][column])))
        };
        let Some(read) = all().collect::<Option<Vec<_>>>() else { return false };
        let mean = |black: bool| {
            let (sum, count) = read
                .iter()
                .filter(|(_, is_black)| *is_black == black)
                .fold((0.0, 0.0), |(sum, count), (value, _)| (sum + value, count + 1.0));
            sum / count
        };
        let half = 0.5 * (mean(true) + mean(false));
        mean(true) < mean(false)
            && read.iter().filter(|(value, black)| (*value < half) != *black).count() <= MOST_WRONG
    }
}
