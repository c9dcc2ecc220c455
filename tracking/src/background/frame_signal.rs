//! Stage: one picture is compared with the background model. The difference signal is computed coarsely
//! everywhere, and at full resolution where it is requested.

use crate::background::model::{BackgroundModel, CardWhite};
use crate::background::photometric::{GlareField, LightChange, PhotometricModel};
use crate::background::seen_colours::SeenColours;
use crate::background::signal::{HiddenCells, SignalMap, colour, noise, shows_background};
use crate::background::table_background::TableBackground;
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::medians;
use crate::imaging::small_frame::{SmallFrame, shrink, softened};
use calibration::{Pixel, TableCamera};
use geometry::Point;
use opencv::core::{Mat, Rect, Vec3b};
use opencv::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Distance from a card's middle to the middle of its white margin, in units of half the black square's side.
const MARGIN_MIDDLE: f64 = 1.125;
/// A fine map covers this many times the requested reach, because the next request is usually close by.
const SPARE: f64 = 1.2;

/// The difference signal of one picture.
pub struct FrameSignal<'a> {
    /// The background model of the table.
    pub background: &'a TableBackground,
    /// The picture itself (8-bit BGR).
    pub picture: &'a Mat,
    /// The picture at the coarse resolution.
    pub small: SmallFrame,
    /// How the light has changed since the picture of the empty table.
    pub light: PhotometricModel,
    /// The coarse signal of the whole picture.
    pub coarse: SignalMap,
    noise: f32,
    /// Cache of the fine signals requested so far; most are requested again.
    pieces: RefCell<Vec<(Rect, Rc<SignalMap>)>>,
}

/// A function that turns a part of a picture into a map: [`SignalMap::new`] or [`SignalMap::of_colours`].
type MapOf = fn(&SmallFrame, (usize, usize), usize, &BackgroundModel, &PhotometricModel, f32) -> SignalMap;

/// Compares a picture of the camera's size (8-bit BGR) with the background model.
///
/// # Errors
/// When OpenCV fails.
pub fn compare<'a>(background: &'a TableBackground, picture: &'a Mat) -> opencv::Result<FrameSignal<'a>> {
    let small = SmallFrame::whole(&shrink(picture, background.factor as i32)?)?;
    let light = PhotometricModel::between(&small, &background.coarse);
    Ok(FrameSignal::in_light(background, picture, small, light))
}

impl<'a> FrameSignal<'a> {
    fn in_light(
        background: &'a TableBackground,
        picture: &'a Mat,
        small: SmallFrame,
        light: PhotometricModel,
    ) -> Self {
        let noise = noise(&small, &background.coarse, &light);
        let mut coarse = SignalMap::new(&small, (0, 0), background.factor, &background.coarse, &light, noise);
        keep_counted(&mut coarse, background);
        let mut signal =
            Self { background, picture, small, light, coarse, noise, pieces: RefCell::default() };
        signal.coarse.hidden = signal.hidden();
        signal
    }

    /// Returns the signal with this glare subtracted.
    #[must_use]
    pub fn without_glare(self, glare: GlareField) -> Self {
        Self::in_light(self.background, self.picture, self.small, self.light.with_glare(glare))
    }
}

/// The light of a picture, and its noise.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameLight {
    /// How the light has changed since the picture of the empty table.
    pub model: PhotometricModel,
    /// The noise of the coarse signal.
    pub noise: f32,
}

/// The coarse signal around a point of the table, of a picture in this light; `None` outside the picture.
///
/// # Errors
/// When OpenCV fails.
pub fn coarse_around(
    background: &TableBackground,
    picture: &Mat,
    light: &FrameLight,
    point: Point,
    reach_in: f64,
) -> opencv::Result<Option<SignalMap>> {
    let size = (picture.cols(), picture.rows());
    let Some(area) = area(&background.camera, size, (point, 0.0), (reach_in, 1.0)) else { return Ok(None) };
    let factor = background.factor as i32;
    let cells = |from: i32, length: i32, most: i32| {
        (from / factor, ((from + length) / factor).min(most / factor) - from / factor)
    };
    let ((left, width), (top, height)) =
        (cells(area.x, area.width, size.0), cells(area.y, area.height, size.1));
    let rect = Rect::new(left * factor, top * factor, width * factor, height * factor);
    let mut piece = Mat::default();
    Mat::roi(picture, rect)?.copy_to(&mut piece)?;
    let piece = SmallFrame::whole(&shrink(&piece, factor)?)?;
    let place = (left as usize, top as usize);
    let mut map =
        SignalMap::new(&piece, place, background.factor, &background.coarse, &light.model, light.noise);
    keep_counted(&mut map, background);
    Ok(Some(map))
}

/// Clears the coarse cells in which no ship can be seen.
fn keep_counted(map: &mut SignalMap, background: &TableBackground) {
    for (at, cell) in map.cells.iter_mut().enumerate() {
        let (x, y) = (map.left + at % map.width, map.top + at / map.width);
        if !background.counts(y * background.coarse.width + x) {
            *cell = [0.0; 4];
        }
    }
}

/// The rectangle of pixels within `times * reach_in` of a point at a height, in a picture of this size.
fn area(
    camera: &TableCamera,
    (columns, rows): (i32, i32),
    (point, height_in): (Point, f64),
    (reach_in, times): (f64, f64),
) -> Option<Rect> {
    let (middle, px_per_in) = (camera.pixel_from_table(point, height_in)?, camera.px_per_in(point)?);
    // A tilted camera stretches one direction; a factor of 1.5 covers that.
    let reach_px = times * (1.5 * reach_in * px_per_in + 4.0);
    let clip = |value: f64, size: i32| value.clamp(0.0, f64::from(size)) as i32;
    let (left, right) = (clip(middle.x_px - reach_px, columns), clip(middle.x_px + reach_px, columns));
    let (top, bottom) = (clip(middle.y_px - reach_px, rows), clip(middle.y_px + reach_px, rows));
    (right - left >= 8 && bottom - top >= 8).then(|| Rect::new(left, top, right - left, bottom - top))
}

impl FrameSignal<'_> {
    /// The light of the picture.
    pub fn frame_light(&self) -> FrameLight {
        FrameLight { model: self.light.clone(), noise: self.noise }
    }

    /// The cells that show a thing on the table; what stands before or on it differs from it.
    fn hidden(&self) -> Option<Arc<HiddenCells>> {
        let (things, width) = (self.background.things.as_ref()?, self.coarse.width);
        let cell = |at: usize| ((at % width) as u32, (at / width) as u32);
        let cells = things.iter().enumerate().map(|(at, thing)| *thing && self.shows_background(cell(at)));
        Some(Arc::new(HiddenCells { width, factor: self.coarse.factor, cells: cells.collect() }))
    }

    /// True if a coarse cell (column, row) rather shows the background than something else.
    pub fn shows_background(&self, (x, y): (u32, u32)) -> bool {
        let (x, y, width, height) = (x as usize, y as usize, self.coarse.width, self.coarse.height);
        let lamp = self.light.lamp(x as f64 / width as f64, y as f64 / height as f64);
        let bgr = self.small.bgr[y * width + x];
        shows_background(bgr, self.background.coarse.at(x, y), &lamp, self.noise)
    }

    /// The fine signal within `reach_in` of a point of the table. The map may be larger; `None` outside the
    /// picture.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn fine(&self, point: Point, height_in: f64, reach_in: f64) -> opencv::Result<Option<Rc<SignalMap>>> {
        let Some(asked) = self.area(point, height_in, reach_in, 1.0) else { return Ok(None) };
        let known = self.pieces.borrow().iter().find(|(area, _)| (*area & asked) == asked).cloned();
        if let Some((_, map)) = known {
            return Ok(Some(map));
        }
        let Some(area) = self.area(point, height_in, reach_in, SPARE) else { return Ok(None) };
        let map = Rc::new(self.piece(area, SignalMap::new)?);
        self.pieces.borrow_mut().push((area, Rc::clone(&map)));
        Ok(Some(map))
    }

    /// The fine colours within `reach_in` of a point ([`SignalMap::of_colours`]).
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn fine_colours(
        &self,
        point: Point,
        height_in: f64,
        reach_in: f64,
    ) -> opencv::Result<Option<SignalMap>> {
        let area = self.area(point, height_in, reach_in, 1.0);
        area.map(|area| self.piece(area, SignalMap::of_colours)).transpose()
    }

    /// The fine differences from the background within `reach_in` of a point ([`SignalMap::of_differences`]).
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn fine_differences(
        &self,
        point: Point,
        height_in: f64,
        reach_in: f64,
    ) -> opencv::Result<Option<SignalMap>> {
        let area = self.area(point, height_in, reach_in, 1.0);
        area.map(|area| self.piece(area, SignalMap::of_differences)).transpose()
    }

    /// The rectangle of pixels within `times * reach_in` of a point of the table.
    fn area(&self, point: Point, height_in: f64, reach_in: f64, times: f64) -> Option<Rect> {
        let size = (self.picture.cols(), self.picture.rows());
        area(&self.background.camera, size, (point, height_in), (reach_in, times))
    }

    fn piece(&self, area: Rect, map: MapOf) -> opencv::Result<SignalMap> {
        let piece = SmallFrame::whole(&softened(&Mat::roi(self.picture, area)?)?)?;
        let place = (area.x as usize, area.y as usize);
        // A coarse cell is the mean of factor^2 pixels. Softening removes about half of the additional noise
        // of one pixel.
        let noise = self.noise * (0.6 * self.background.factor as f32).max(1.0);
        let mut map = map(&piece, place, 1, &self.background.fine, &self.light, noise);
        map.hidden.clone_from(&self.coarse.hidden);
        Ok(map)
    }

    /// The colours of some coarse cells (column and row) and of their pixels.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn colours(&self, cells: impl Iterator<Item = (usize, usize)>) -> opencv::Result<SeenColours> {
        let (width, height, factor) = (self.coarse.width, self.coarse.height, self.coarse.factor);
        let soft = softened(self.picture)?;
        let mut seen = SeenColours::default();
        for (x, y) in cells {
            let lamp = self.light.lamp(x as f64 / width as f64, y as f64 / height as f64);
            let lit = |bgr: [u8; 3]| -> [f32; 3] {
                std::array::from_fn(|c| (LINEAR[usize::from(bgr[c])] * lamp.gain[c] - lamp.glare[c]).max(0.0))
            };
            seen.coarse.push((x, y, lit(self.small.bgr[y * width + x])));
            for row in y * factor..(y + 1) * factor {
                for column in x * factor..(x + 1) * factor {
                    let bgr = soft.at_2d::<Vec3b>(row as i32, column as i32)?.0;
                    seen.fine.push((column, row, lit(bgr)));
                }
            }
        }
        Ok(seen)
    }

    /// The white of the printed cards in this picture, in units of the open sea's brightness under the same lamp;
    /// `None` if no card is seen.
    pub fn white(&self) -> Option<CardWhite> {
        let cards = calibration::find_cards(self.picture).ok()?;
        let mut seen: [Vec<f32>; 3] = Default::default();
        for card in cards {
            let corners = card.corners_px;
            let middle = |i: fn(&Pixel) -> f64| corners.iter().map(i).sum::<f64>() / 4.0;
            let (x, y) = (middle(|p| p.x_px), middle(|p| p.y_px));
            for (at, corner) in corners.iter().enumerate() {
                let next = corners[(at + 1) % 4];
                // Samples along each edge, in the middle of the margin outside it.
                for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
                    let edge = (
                        corner.x_px + share * (next.x_px - corner.x_px),
                        corner.y_px + share * (next.y_px - corner.y_px),
                    );
                    let out = |edge: f64, middle: f64| middle + MARGIN_MIDDLE * (edge - middle);
                    let Some(colour) = self.colour_at(out(edge.0, x), out(edge.1, y)) else { continue };
                    for (list, channel) in seen.iter_mut().zip(colour) {
                        list.push(channel);
                    }
                }
            }
        }
        (!seen[0].is_empty()).then(|| medians(&mut seen))
    }

    /// A pixel's colour in units of the open sea's brightness.
    fn colour_at(&self, x_px: f64, y_px: f64) -> Option<[f32; 3]> {
        let (x, y) = (x_px.round() as usize, y_px.round() as usize);
        let inside =
            x_px >= 0.0 && y_px >= 0.0 && x < self.background.fine.width && y < self.background.fine.height;
        let bgr = if inside { self.picture.at_2d::<Vec3b>(y as i32, x as i32).ok()?.0 } else { return None };
        Some(colour(bgr, self.background.fine.at(x, y), &self.lamp_at(x, y), &LINEAR))
    }

    /// Gain and glare at a pixel.
    fn lamp_at(&self, x: usize, y: usize) -> LightChange {
        let share = |at: usize, of: usize| at as f64 / of as f64;
        let fine = &self.background.fine;
        self.light.lamp(share(x, fine.width), share(y, fine.height))
    }
}
