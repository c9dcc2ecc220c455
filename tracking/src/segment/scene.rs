//! One still picture compared with the background model: signal, foreground and blobs.

use crate::background::illumination::{Illumination, IlluminationArea};
use crate::background::inpainting::{BackgroundImage, mask_ship};
use crate::background::model::{BackgroundModel, CardWhite};
use crate::background::photometric::GlareField;
use crate::background::photometric::PhotometricModel;
use crate::background::signal::{SignalMap, colour, noise};
use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::hull::shadow::ShadowField;
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::medians;
use crate::imaging::small_frame::{SmallFrame, shrink};
use crate::motion::stillness::shows_area;
use crate::segment::blobs::{Blob, Difference};
use crate::segment::glare::is_soft;
use crate::shore::{ShoreError, terrain_mask};
use calibration::TableCamera;
use geometry::{Point, Terrain, TerrainKind};
use opencv::core::{Mat, Rect, Size, ToInputArray, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Target resolution of the coarse map, cells an inch: enough to see a launch, few enough to search a whole table
/// quickly.
const COARSE_CELLS_PER_IN: f64 = 9.0;
/// Smaller blobs are noise, square inches.
const LEAST_AREA_IN2: f64 = 0.02;
/// Standard deviation of the blur before reading at full resolution, pixels.
const SOFTEN_PX: f64 = 0.7;
/// Tolerance of a terrain outline, inches.
const LAND_MARGIN_IN: f64 = 0.1;
/// Glare varies on this scale and no faster, inches.
const GLARE_CELL_IN: f64 = 1.8;
/// Rounds of estimating it.
const GLARE_ROUNDS: usize = 3;
/// A blob with this share inside former glare is a remainder of it.
const MOSTLY: f64 = 0.7;
/// The middle of a card's white margin, in units of half the black square's side from the card's middle.
const MARGIN_MIDDLE: f64 = 1.125;
/// Background must be this many cells from any foreground to be learnt.
const CLEAR_CELLS: i32 = 4;
/// No model is thinner than this, inches.
const PRINT_IN: f64 = 0.3;
/// A fine map is read this many times as large as asked for: the next request is close by.
const SPARE: f64 = 1.2;
/// With fewer pixels an inch, appearance counts less, in proportion.
const SHARP_PX_PER_IN: f64 = 24.0;
/// Blobs are measured on the plane of an ordinary deck, inches.
const DECK_IN: f64 = 0.12;

/// The background model at both resolutions, and the camera.
#[derive(Debug, Clone)]
pub struct Table {
    /// The camera.
    pub camera: TableCamera,
    /// Picture pixels a coarse cell.
    pub factor: usize,
    /// Picture pixels an inch in the middle of the picture.
    pub px_per_in: f64,
    /// The shadow field, if it was estimated.
    pub lamp: Option<ShadowField>,
    coarse: BackgroundModel,
    fine: BackgroundModel,
    /// The coarse cells whose empty table is only guessed, 255 each; none where a picture of it was given.
    guessed: Option<Mat>,
    /// For every coarse cell: does it count? Empty while the whole picture does.
    counts: Vec<bool>,
    /// The coarse cells in which pieces of terrain are seen, 255 each; none while there is no terrain.
    land: Option<Mat>,
}

/// The signal of one picture: coarse everywhere, fine where it is asked for.
pub struct Scene<'a> {
    /// The table it shows.
    pub table: &'a Table,
    /// The coarse signal of the whole picture.
    pub coarse: SignalMap,
    /// The foreground.
    pub difference: Difference,
    /// Its connected components.
    pub blobs: Vec<Blob>,
    picture: &'a Mat,
    light: PhotometricModel,
    noise: f32,
    /// Fine signals that were asked for: most are asked for again.
    pieces: RefCell<Vec<(Rect, Rc<SignalMap>)>>,
}

/// How a part of a picture becomes a map: [`SignalMap::new`] or [`SignalMap::of_colours`].
type MapOf = fn(&SmallFrame, (usize, usize), usize, &BackgroundModel, &PhotometricModel, f32) -> SignalMap;

/// Background that was only estimated and is now seen, in the light of the empty table.
pub struct RevealedBackground {
    coarse: Vec<(usize, usize, [f32; 3])>,
    fine: Vec<(usize, usize, [f32; 3])>,
    /// What is still guessed.
    left: Option<Mat>,
}

/// The picture slightly blurred: bilinear reading of a noisy picture is biased towards pixel middles, and this
/// removes most of that.
fn softened(picture: &impl ToInputArray) -> opencv::Result<Mat> {
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(picture, &mut soft, Size::new(3, 3), SOFTEN_PX)?;
    Ok(soft)
}

impl Table {
    /// Prepares a background image of the camera's size.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn new(bare: &BackgroundImage, camera: &TableCamera) -> opencv::Result<Self> {
        let empty = &bare.picture;
        let middle = calibration::Pixel::new(f64::from(empty.cols()) / 2.0, f64::from(empty.rows()) / 2.0);
        let px_per_in = camera
            .table_from_pixel(middle, 0.0)
            .and_then(|point| camera.px_per_in(point))
            .filter(|scale| scale.is_finite())
            .unwrap_or(COARSE_CELLS_PER_IN);
        let factor = (px_per_in / COARSE_CELLS_PER_IN).floor().clamp(1.0, 16.0) as usize;
        let small = SmallFrame::whole(&shrink(empty, factor as i32)?)?;
        let share = |px: f64, of: i32| (px + 0.5) / f64::from(of);
        let cards = calibration::find_cards(empty)
            .map_err(|error| opencv::Error::new(opencv::core::StsError, error.to_string()))?;
        let corners = cards.iter().flat_map(|card| &card.corners_px);
        let corners = corners.map(|px| (share(px.x_px, empty.cols()), share(px.y_px, empty.rows())));
        let illumination = Illumination::of(&small, &IlluminationArea::around(corners)?)?;
        let fine = SmallFrame::whole(&softened(empty)?)?;
        // A cell of which any pixel is guessed is guessed.
        let mut guessed = Mat::default();
        imgproc::threshold(&bare.doubt, &mut guessed, 0.0, 255.0, imgproc::THRESH_BINARY)?;
        let mut guessed = shrink(&guessed, factor as i32)?;
        let mean = guessed.clone();
        imgproc::threshold(&mean, &mut guessed, 0.0, 255.0, imgproc::THRESH_BINARY)?;
        Ok(Self {
            camera: *camera,
            factor,
            px_per_in,
            lamp: None,
            coarse: BackgroundModel::new(&small, &illumination, &shrink(&bare.doubt, factor as i32)?)?,
            fine: BackgroundModel::new(&fine, &illumination, &bare.doubt)?,
            guessed: (opencv::core::count_non_zero(&bare.doubt)? > 0).then_some(guessed),
            counts: Vec::new(),
            land: None,
        })
    }

    /// Restricts the table to the playing area, `size_in` inches east and north, and a little around it: people, cups
    /// and chairs beside it are ignored.
    pub fn limit_to(&mut self, size_in: (f64, f64)) {
        let (width, height, factor) = (self.coarse.width, self.coarse.height, self.factor as f64);
        let place = |cell: usize| (cell as f64 + 0.5) * factor - 0.5;
        let camera = &self.camera;
        self.counts = (0..width * height)
            .map(|at| {
                let pixel = calibration::Pixel::new(place(at % width), place(at / width));
                shows_area(camera, size_in, pixel)
            })
            .collect();
    }

    /// Sets the pieces of terrain on the table. Banks, islands and forts are neither ships nor strangers; shoals and
    /// mined areas are flat, and ships stand on them.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn lay(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        let stands = |piece: &&Terrain| match piece.kind {
            TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle => true,
            TerrainKind::Shoal { .. } | TerrainKind::Mined => false,
        };
        let standing: Vec<Terrain> = pieces.iter().filter(stands).cloned().collect();
        self.land = if standing.is_empty() {
            None
        } else {
            Some(terrain_mask(&self.camera, &standing, self.factor as u32, LAND_MARGIN_IN)?)
        };
        Ok(())
    }

    /// Is a coarse cell at the edge of the picture or of the playing area?
    pub fn is_at_edge(&self, (x, y): (u32, u32)) -> bool {
        let (x, y, width) = (x as usize, y as usize, self.coarse.width);
        if x == 0 || y == 0 || x + 1 >= width || y + 1 >= self.coarse.height {
            return true;
        }
        let at = y * width + x;
        [at - 1, at + 1, at - width, at + width].iter().any(|&beside| self.counts.get(beside) == Some(&false))
    }

    /// Replaces estimated background by what was revealed.
    pub fn learn(&mut self, revealed: RevealedBackground) {
        self.coarse.see(&revealed.coarse);
        self.fine.see(&revealed.fine);
        self.guessed = revealed.left;
    }

    /// Inches between the samples of a coarse template.
    pub fn coarse_step_in(&self) -> f64 {
        self.factor as f64 / self.px_per_in
    }

    /// Inches between the samples of a fine template.
    pub fn fine_step_in(&self) -> f64 {
        1.0 / self.px_per_in
    }

    /// How much appearance says at a place, 0 to 1, by the pixels an inch there.
    pub fn sharpness(&self, point: Point) -> f64 {
        self.camera.px_per_in(point).map_or(0.0, |scale| (scale / SHARP_PX_PER_IN).min(1.0))
    }

    /// Unit vector of the open sea's colour (B, G, R).
    pub fn sea(&self) -> [f32; 3] {
        self.coarse.sea
    }

    /// Compares a picture with the background model.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn scene<'a>(&'a self, picture: &'a Mat) -> opencv::Result<Scene<'a>> {
        let small = SmallFrame::whole(&shrink(picture, self.factor as i32)?)?;
        let light = PhotometricModel::between(&small, &self.coarse);
        let mut scene = self.in_light(light, picture, &small)?;
        let cells = (GLARE_CELL_IN / self.coarse_step_in()).ceil() as usize;
        let soft: Vec<&Blob> = scene.blobs.iter().filter(|blob| is_soft(blob, &scene.coarse)).collect();
        if soft.is_empty() {
            return Ok(scene);
        }
        let over: BTreeSet<(u32, u32)> = soft.iter().flat_map(|blob| blob.cells.iter().copied()).collect();
        let mut glare = GlareField::of(&soft, &small, &self.coarse, &scene.light, cells);
        for _ in 1..GLARE_ROUNDS {
            scene = self.in_light(scene.light.with_glare(glare), picture, &small)?;
            // Medians cut off the top of a hill: what they leave is a smaller one.
            let left = scene.blobs.iter().filter(|blob| {
                let there = blob.cells.iter().filter(|cell| over.contains(cell)).count();
                there as f64 > MOSTLY * blob.cells.len() as f64
            });
            glare = GlareField::of(&left.collect::<Vec<_>>(), &small, &self.coarse, &scene.light, cells);
        }
        self.in_light(scene.light.with_glare(glare), picture, &small)
    }

    /// The scene for this light; `small` is the coarse picture.
    fn in_light<'a>(
        &'a self,
        light: PhotometricModel,
        picture: &'a Mat,
        small: &SmallFrame,
    ) -> opencv::Result<Scene<'a>> {
        let noise = noise(small, &self.coarse, &light);
        let mut coarse = SignalMap::new(small, (0, 0), self.factor, &self.coarse, &light, noise);
        for (cell, _) in coarse.cells.iter_mut().zip(&self.counts).filter(|(_, counts)| !**counts) {
            *cell = [0.0; 4];
        }
        if let Some(land) = &self.land {
            for (y, row) in coarse.cells.chunks_mut(self.coarse.width).enumerate().take(land.rows() as usize)
            {
                let lies = land.at_row::<u8>(y as i32)?;
                row.iter_mut()
                    .zip(lies)
                    .filter(|(_, lies)| **lies != 0)
                    .for_each(|(cell, _)| *cell = [0.0; 4]);
            }
        }
        let difference = Difference::new(&coarse)?;
        let blobs = self.blobs(&coarse, &difference)?;
        Ok(Scene {
            table: self,
            coarse,
            difference,
            blobs,
            picture,
            light,
            noise,
            pieces: RefCell::default(),
        })
    }

    /// The blobs that are larger than noise.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn blobs(&self, coarse: &SignalMap, difference: &Difference) -> opencv::Result<Vec<Blob>> {
        let cells_per_in = 1.0 / self.coarse_step_in();
        let least_cells = (LEAST_AREA_IN2 * cells_per_in * cells_per_in).ceil().max(3.0) as usize;
        difference.blobs(coarse, &self.camera, |cell| self.is_at_edge(cell), DECK_IN, least_cells)
    }
}

impl Scene<'_> {
    /// The fine signal within `reach_in` of a point of the table, or a larger part; `None` outside the picture.
    ///
    /// # Errors
    /// OpenCV's own.
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
    /// OpenCV's own.
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
    /// OpenCV's own.
    pub fn fine_differences(
        &self,
        point: Point,
        height_in: f64,
        reach_in: f64,
    ) -> opencv::Result<Option<SignalMap>> {
        let area = self.area(point, height_in, reach_in, 1.0);
        area.map(|area| self.piece(area, SignalMap::of_differences)).transpose()
    }

    /// The pixels within `times` times `reach_in` of a point of the table.
    fn area(&self, point: Point, height_in: f64, reach_in: f64, times: f64) -> Option<Rect> {
        let camera = &self.table.camera;
        let (middle, px_per_in) = (camera.pixel_from_table(point, height_in)?, camera.px_per_in(point)?);
        // A tilted camera stretches one direction: half as much again covers it.
        let reach_px = times * (1.5 * reach_in * px_per_in + 4.0);
        let clip = |value: f64, size: i32| value.clamp(0.0, f64::from(size)) as i32;
        let (columns, rows) = (self.picture.cols(), self.picture.rows());
        let (left, right) = (clip(middle.x_px - reach_px, columns), clip(middle.x_px + reach_px, columns));
        let (top, bottom) = (clip(middle.y_px - reach_px, rows), clip(middle.y_px + reach_px, rows));
        (right - left >= 8 && bottom - top >= 8).then(|| Rect::new(left, top, right - left, bottom - top))
    }

    fn piece(&self, area: Rect, map: MapOf) -> opencv::Result<SignalMap> {
        let piece = SmallFrame::whole(&softened(&Mat::roi(self.picture, area)?)?)?;
        let place = (area.x as usize, area.y as usize);
        // A coarse cell is the mean of factor^2 pixels; the softening takes back about half of the rest.
        let noise = self.noise * (0.6 * self.table.factor as f32).max(1.0);
        Ok(map(&piece, place, 1, &self.table.fine, &self.light, noise))
    }

    /// The white of the printed cards in this picture, in units of the open sea's brightness under the same lamp;
    /// `None` if no card is seen.
    pub fn white(&self) -> Option<CardWhite> {
        let cards = calibration::find_cards(self.picture).ok()?;
        let mut seen: [Vec<f32>; 3] = Default::default();
        for card in cards {
            let corners = card.corners_px;
            let middle = |i: fn(&calibration::Pixel) -> f64| corners.iter().map(i).sum::<f64>() / 4.0;
            let (x, y) = (middle(|p| p.x_px), middle(|p| p.y_px));
            for (at, corner) in corners.iter().enumerate() {
                let next = corners[(at + 1) % 4];
                // Along each edge, in the middle of the margin outside it.
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
        let inside = x_px >= 0.0 && y_px >= 0.0 && x < self.table.fine.width && y < self.table.fine.height;
        let bgr = if inside { self.picture.at_2d::<Vec3b>(y as i32, x as i32).ok()?.0 } else { return None };
        let share = |at: usize, of: usize| at as f64 / of as f64;
        let lamp = self.light.lamp(share(x, self.table.fine.width), share(y, self.table.fine.height));
        Some(colour(bgr, self.table.fine.at(x, y), &lamp, &LINEAR))
    }

    /// The estimated background that is now seen: where there is no foreground within [`CLEAR_CELLS`] and no ship of
    /// `ships` can hide it. Unknown objects hide the table too. `None` if there is nothing new.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn revealed(
        &self,
        ships: &[(&ShipAnnotation, HullPose)],
    ) -> opencv::Result<Option<RevealedBackground>> {
        let (table, coarse) = (self.table, &self.coarse);
        let Some(guessed) = &table.guessed else { return Ok(None) };
        // What is thin and lies where the table was guessed is print that the guess could not know.
        let guessed_at = |&(x, y): &(u32, u32)| guessed.at_2d::<u8>(y as i32, x as i32).is_ok_and(|g| *g > 0);
        let print =
            self.blobs.iter().filter(|blob| blob.width_in < PRINT_IN && blob.cells.iter().all(guessed_at));
        let mut differs = Difference::new(coarse)?;
        differs.clear(print.flat_map(|blob| blob.cells.iter().copied()))?;
        let mut hidden = differs.grown(CLEAR_CELLS)?;
        for (annotation, pose) in ships {
            mask_ship(&mut hidden, annotation, *pose, &table.camera, 1.0 / table.factor as f64)?;
        }
        let mut left = guessed.clone();
        let mut cells = Vec::new();
        for y in 0..coarse.height {
            let hidden = hidden.at_row::<u8>(y as i32)?;
            let left = left.at_row_mut::<u8>(y as i32)?;
            for x in 0..coarse.width {
                if left[x] > 0 && hidden[x] == 0 {
                    left[x] = 0;
                    cells.push((x, y));
                }
            }
        }
        if cells.is_empty() {
            return Ok(None);
        }
        let small = SmallFrame::whole(&shrink(self.picture, table.factor as i32)?)?;
        let soft = softened(self.picture)?;
        let lit = |bgr: [u8; 3], share: (f64, f64)| -> [f32; 3] {
            let lamp = self.light.lamp(share.0, share.1);
            std::array::from_fn(|c| (LINEAR[usize::from(bgr[c])] * lamp.gain[c] - lamp.glare[c]).max(0.0))
        };
        let mut revealed = RevealedBackground { coarse: Vec::new(), fine: Vec::new(), left: None };
        for (x, y) in cells {
            let share = (x as f64 / coarse.width as f64, y as f64 / coarse.height as f64);
            revealed.coarse.push((x, y, lit(small.bgr[y * coarse.width + x], share)));
            for row in y * table.factor..(y + 1) * table.factor {
                for column in x * table.factor..(x + 1) * table.factor {
                    let bgr = soft.at_2d::<Vec3b>(row as i32, column as i32)?.0;
                    revealed.fine.push((column, row, lit(bgr, share)));
                }
            }
        }
        revealed.left = (opencv::core::count_non_zero(&left)? > 0).then_some(left);
        Ok(Some(revealed))
    }

    /// The picture itself.
    pub fn picture(&self) -> &Mat {
        self.picture
    }
}
