//! The background model of a whole table: the empty table as the camera sees it, coarse and fine, and the
//! part of the picture that counts.

use crate::background::illumination::{Illumination, IlluminationArea};
use crate::background::inpainting::BackgroundImage;
use crate::background::model::BackgroundModel;
use crate::background::seen_colours::SeenColours;
use crate::hull::shadow::ShadowField;
use crate::imaging::colourfulness::colourfulness;
use crate::imaging::small_frame::{SmallFrame, shrink, softened};
use crate::motion::stillness::{PartPx, Thumbnail, WatchedArea, shows_area};
use crate::shore::{ShoreError, terrain_mask};
use calibration::{Pixel, TableCamera};
use geometry::{Point, Terrain, TerrainKind};
use opencv::core::Mat;
use opencv::imgproc;
use opencv::prelude::*;

/// Target resolution of the coarse map, cells per inch: fine enough to see a launch, coarse enough to search
/// a whole table quickly.
const COARSE_CELLS_PER_IN: f64 = 9.0;
/// Tolerance of a terrain outline, inches.
const LAND_MARGIN_IN: f64 = 0.1;
/// Below this number of pixels per inch appearance counts less, in proportion.
const SHARP_PX_PER_IN: f64 = 24.0;

/// The empty table as one camera sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableBackground {
    /// The camera.
    pub camera: TableCamera,
    /// Picture pixels per coarse cell, along each side.
    pub factor: usize,
    /// Picture pixels per inch in the middle of the picture.
    pub px_per_in: f64,
    /// The shadow field, if it was estimated.
    pub lamp: Option<ShadowField>,
    /// The background model at the coarse resolution.
    pub coarse: BackgroundModel,
    /// The background model at full resolution.
    pub fine: BackgroundModel,
    /// Colourfulness of the empty table, steps of 255.
    pub colourfulness: f64,
    /// The small grey copy of the empty table.
    pub thumbnail: Thumbnail,
    /// The part of a frame that shows the playing area, if its size is known.
    pub watched: Option<WatchedArea>,
    /// The coarse cells whose background is only estimated; `None` if all of it was seen.
    pub estimated: Option<Vec<bool>>,
    /// The coarse cells that show things that lie on the table; `None`: there are none.
    pub things: Option<Vec<bool>>,
    /// The number of coarse cells that show the playing area.
    pub cells_in_area: usize,
    /// The coarse cells that show the playing area. Empty: all count.
    in_area: Vec<bool>,
    /// The coarse cells that show terrain that stands on the table. Empty: none do.
    terrain: Vec<bool>,
}

/// Background that was only estimated before and is seen now.
#[derive(Debug, Clone)]
pub struct RevealedBackground {
    /// What is seen there.
    pub colours: SeenColours,
    /// The coarse cells that are still only estimated.
    pub estimated: Option<Vec<bool>>,
}

impl TableBackground {
    /// Builds the model from a background image of the camera's size.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn new(bare: &BackgroundImage, camera: &TableCamera) -> opencv::Result<Self> {
        let empty = &bare.picture;
        let middle = Pixel::new(f64::from(empty.cols()) / 2.0, f64::from(empty.rows()) / 2.0);
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
        Ok(Self {
            camera: *camera,
            factor,
            px_per_in,
            lamp: None,
            cells_in_area: small.width * small.height,
            coarse: BackgroundModel::new(&small, &illumination, &shrink(&bare.doubt, factor as i32)?)?,
            fine: BackgroundModel::new(&fine, &illumination, &bare.doubt)?,
            colourfulness: colourfulness(empty)?,
            thumbnail: Thumbnail::of(empty)?,
            watched: None,
            estimated: estimated_cells(&bare.doubt, factor)?,
            things: None,
            in_area: Vec::new(),
            terrain: Vec::new(),
        })
    }

    /// Restricts the table to the playing area (`size_in` inches east and north) and a small margin, without `left_out`.
    /// People, cups and chairs beside it are ignored.
    #[must_use]
    pub fn within(mut self, size_in: (f64, f64), left_out: Option<PartPx>) -> Self {
        let (width, height) = (self.coarse.width, self.coarse.height);
        let shows = |at: usize| {
            let pixel = self.pixel_of((at % width, at / width));
            shows_area(&self.camera, size_in, pixel) && !left_out.is_some_and(|part| part.contains(pixel))
        };
        let in_area: Vec<bool> = (0..width * height).map(shows).collect();
        self.cells_in_area = in_area.iter().filter(|inside| **inside).count();
        self.in_area = in_area;
        self.watched = WatchedArea::new(&self.camera, size_in, left_out);
        self.thumbnail = self.thumbnail.within(self.watched.clone());
        self
    }

    /// Sets the pieces of terrain on the table. Banks, islands and forts are neither ships nor unknown
    /// objects; shoals and mined areas are flat, and ships stand on them.
    ///
    /// # Errors
    /// When OpenCV fails; the terrain is then unchanged.
    pub fn lay(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        let stands = |piece: &&Terrain| match piece.kind {
            TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle => true,
            TerrainKind::Shoal { .. } | TerrainKind::Mined => false,
        };
        let standing: Vec<Terrain> = pieces.iter().filter(stands).cloned().collect();
        if standing.is_empty() {
            self.terrain.clear();
            return Ok(());
        }
        let mask = terrain_mask(&self.camera, &standing, self.factor as u32, LAND_MARGIN_IN)?;
        let mut terrain = vec![false; self.coarse.width * self.coarse.height];
        for (y, row) in terrain.chunks_mut(self.coarse.width).enumerate().take(mask.rows() as usize) {
            let marks = mask.at_row::<u8>(y as i32)?;
            row.iter_mut().zip(marks).for_each(|(cell, mark)| *cell = *mark != 0);
        }
        self.terrain = terrain;
        Ok(())
    }

    /// True if a ship can be seen in a coarse cell: it is in the playing area, and is not terrain.
    pub fn counts(&self, cell: usize) -> bool {
        self.in_area.get(cell) != Some(&false) && self.terrain.get(cell) != Some(&true)
    }

    /// True if a coarse cell is at the edge of the picture or of the playing area.
    pub fn is_at_edge(&self, (x, y): (u32, u32)) -> bool {
        let (x, y, width) = (x as usize, y as usize, self.coarse.width);
        if x == 0 || y == 0 || x + 1 >= width || y + 1 >= self.coarse.height {
            return true;
        }
        let at = y * width + x;
        [at - 1, at + 1, at - width, at + width]
            .iter()
            .any(|&beside| self.in_area.get(beside) == Some(&false))
    }

    /// Returns the model with estimated cells replaced by revealed ones.
    #[must_use]
    pub fn with(mut self, revealed: RevealedBackground) -> Self {
        self.see(&revealed.colours);
        self.estimated = revealed.estimated;
        self
    }

    /// Replaces the background at some cells by what is seen there.
    pub fn see(&mut self, seen: &SeenColours) {
        self.coarse.see(&seen.coarse);
        self.fine.see(&seen.fine);
    }

    /// The point of the table that the middle of a coarse cell (column, row) shows.
    pub fn point_of(&self, (x, y): (u32, u32)) -> Option<Point> {
        self.camera.table_from_pixel(self.pixel_of((x as usize, y as usize)), 0.0)
    }

    /// The pixel in the middle of a coarse cell (column, row).
    fn pixel_of(&self, (x, y): (usize, usize)) -> Pixel {
        let px = |cell: usize| (cell as f64 + 0.5) * self.factor as f64 - 0.5;
        Pixel::new(px(x), px(y))
    }

    /// Inches between the samples of a coarse template.
    pub fn coarse_step_in(&self) -> f64 {
        self.factor as f64 / self.px_per_in
    }

    /// Inches between the samples of a fine template.
    pub fn fine_step_in(&self) -> f64 {
        1.0 / self.px_per_in
    }

    /// The weight of appearance at a place, 0 to 1, by the pixels per inch there.
    pub fn sharpness(&self, point: Point) -> f64 {
        self.camera.px_per_in(point).map_or(0.0, |scale| (scale / SHARP_PX_PER_IN).min(1.0))
    }

    /// Unit vector of the open sea's colour (B, G, R).
    pub fn sea(&self) -> [f32; 3] {
        self.coarse.sea
    }
}

/// The coarse cells of which any pixel is only estimated; `None` if there is none.
fn estimated_cells(doubt: &Mat, factor: usize) -> opencv::Result<Option<Vec<bool>>> {
    if opencv::core::count_non_zero(doubt)? == 0 {
        return Ok(None);
    }
    let mut pixels = Mat::default();
    imgproc::threshold(doubt, &mut pixels, 0.0, 255.0, imgproc::THRESH_BINARY)?;
    let mean = shrink(&pixels, factor as i32)?;
    Ok(Some(mean.data_typed::<u8>()?.iter().map(|mean| *mean > 0).collect()))
}
