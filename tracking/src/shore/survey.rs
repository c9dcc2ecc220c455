//! A survey of the table: outlines proposed from colour, for the clicked piece or for all pieces.

use crate::shore::Relief;
use crate::shore::error::ShoreError;
use crate::shore::outline::foot::{self, deepest, eroded, region};
use crate::shore::outline::polygon::{FittedOutline, area_in2, fitted};
use crate::shore::segment::discriminant::{Discriminant, LEAST_SEPARATION, PieceColour, opened};
use crate::shore::segment::sea_model::SeaModel;
use crate::shore::segment::top_view::TopView;
use calibration::{Pixel, TableCamera};
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use nalgebra::Vector3;
use opencv::core::{Mat, Point as Cell, Scalar, Size, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// A proposed outline that the player may accept, correct or reject.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineProposal {
    /// The foot on the table, counter-clockwise, the first corner not repeated.
    pub outline: Vec<Point>,
    /// Standard deviation of the outline, across it, inches.
    pub sigma_in: f64,
    /// The share of the outline that was hidden; there it is straight.
    pub hidden: f64,
    /// The colour of the piece, for detecting it again.
    pub look: PieceColour,
    /// Distance of its colour from the sea's, in standard deviations of both.
    pub separation: f64,
}

impl OutlineProposal {
    /// Converts the proposal to terrain once the player has named its kind.
    pub fn terrain(
        &self,
        id: TerrainId,
        name: &str,
        kind: TerrainKind,
        height_in: f64,
        blocks_sight: bool,
    ) -> Terrain {
        Terrain {
            id,
            name: name.to_owned(),
            kind,
            outline: self.outline.clone(),
            outline_sigma_in: self.sigma_in,
            height_in,
            blocks_sight,
        }
    }
}

/// One still picture of the table, prepared for all questions about the shore.
#[derive(Debug, Clone)]
pub struct Survey {
    pub(crate) view: TopView,
    pub(crate) sea: SeaModel,
}

/// Radius around a click from which the piece's colour is measured, inches.
const CLICKED_IN: f64 = 0.3;
/// Least area of a piece, square inches: for a click, and for an automatic proposal (a ship's base is
/// smaller).
const LEAST_IN2: f64 = 0.25;
const LEAST_UNASKED_IN2: f64 = 3.5;
/// An automatically proposed piece must be at least this far from its edge somewhere, inches: hulls are
/// narrower.
const LEAST_DEPTH_IN: f64 = 0.62;
/// The least separation from the sea of an automatic proposal, standard deviations.
const UNASKED_SEPARATION: f64 = 4.5;
/// The largest variation of its brightness: arms and hands are round, and their brightness varies across.
const MOST_SHADING: f64 = 0.085;
/// Brightness is compared at this distance inside the edge and smoothed over this length, inches, so that
/// grain does not count.
const FROM_RIM_IN: f64 = 0.25;
const SMOOTHED_IN: f64 = 0.15;
/// Least standard deviation of an outline, inches: errors of the camera and of the side's slope.
const LEAST_SIGMA_IN: f64 = 0.012;
/// Precision of the edge, pixels.
const SIGMA_PX: f64 = 0.3;
/// Relative standard deviation of a given height.
const SIGMA_HEIGHT: f64 = 0.1;
/// The greatest height allowed, as a share of the camera's height.
const HIGHEST: f64 = 0.25;

impl Survey {
    /// Prepares a still picture (8-bit BGR, of the camera's size) of a playing area of `size_in` inches.
    /// `bare` is a picture of the same table without pieces and ships, if there is one; with it, print and
    /// glare cause no errors.
    ///
    /// # Errors
    /// When the picture has another size than the camera's, or shows too little of the table.
    pub fn new(
        picture: &Mat,
        camera: &TableCamera,
        size_in: (f64, f64),
        bare: Option<&Mat>,
    ) -> Result<Self, ShoreError> {
        let view = TopView::new(picture, camera, size_in)?;
        let bare = bare.map(|bare| TopView::new(bare, camera, size_in)).transpose()?;
        let sea = SeaModel::learn(&view, bare.as_ref())?;
        Ok(Self { view, sea })
    }

    /// Returns the survey without the regions of these polygons on the table (inches): known ships, cards and
    /// cups.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn without(mut self, things: &[Vec<Point>]) -> Result<Self, ShoreError> {
        for thing in things {
            let corners: Vector<Cell> = thing
                .iter()
                .map(|&point| self.view.grid.cell(point))
                .map(|(c, r)| Cell::new(c.round() as i32, r.round() as i32))
                .collect();
            imgproc::fill_convex_poly_def(&mut self.view.seen, &corners, Scalar::all(0.0))?;
        }
        Ok(self)
    }

    /// The outline of the piece at a pixel of the picture.
    ///
    /// # Errors
    /// When the place is off the table, looks like the sea, or is too small a patch.
    pub fn piece_at(&self, click: Pixel, relief: Relief) -> Result<OutlineProposal, ShoreError> {
        self.check(relief)?;
        let grid = self.view.grid;
        let place = self
            .view
            .camera
            .table_from_pixel(click, 0.0)
            .map(|point| grid.cell(point))
            .filter(|&cell| grid.holds(cell))
            .ok_or(ShoreError::OffTable)?;
        let look = PieceColour::around(&self.view, &self.sea, place, grid.cells(CLICKED_IN))?;
        let (proposal, _) = self.piece_of(&look, place, relief)?;
        Ok(proposal)
    }

    /// The outlines of all large regions of one colour that is not the sea's.
    ///
    /// # Errors
    /// When OpenCV fails, or the relief is impossible.
    pub fn all_pieces(&self, relief: Relief) -> Result<Vec<OutlineProposal>, ShoreError> {
        /// Limit for the number of pieces.
        const MOST: usize = 40;
        self.check(relief)?;
        let grid = self.view.grid;
        let mut left = self.not_sea()?;
        let mut found = Vec::new();
        for _ in 0..MOST {
            let (place, depth) = deepest(&left)?;
            let depth_in = depth * grid.step_in;
            if depth_in < LEAST_DEPTH_IN {
                break;
            }
            let look = PieceColour::around(&self.view, &self.sea, place, 0.8 * depth)?;
            let here = Cell::new(place.0 as i32, place.1 as i32);
            // This place is not tried again, whatever the result.
            imgproc::circle(&mut left, here, depth.ceil() as i32, Scalar::all(0.0), imgproc::FILLED, 8, 0)?;
            let (proposal, region) = match self.piece_of(&look, place, relief) {
                Ok(found) => found,
                Err(ShoreError::Picture(error)) => return Err(error.into()),
                // Too similar to the sea, or too small: not a piece.
                Err(_) => continue,
            };
            let near = crate::shore::segment::discriminant::grown(&region, grid.cells(0.2))?;
            left.set_to(&Scalar::all(0.0), &near)?;
            if self.is_piece(&proposal, &region)? {
                found.push(proposal);
            }
        }
        Ok(found)
    }

    fn check(&self, relief: Relief) -> Result<(), ShoreError> {
        let most_in = HIGHEST * self.view.camera.position_in.z;
        let fits = (0.0..=most_in).contains(&relief.height_in) && (0.0..=3.0).contains(&relief.slope);
        if fits {
            return Ok(());
        }
        Err(ShoreError::Relief { height_in: relief.height_in, slope: relief.slope, most_in })
    }

    /// The piece of this colour at grid coordinates, and its cells.
    pub(crate) fn piece_of(
        &self,
        look: &PieceColour,
        place: (f64, f64),
        relief: Relief,
    ) -> Result<(OutlineProposal, Mat), ShoreError> {
        let split = Discriminant::new(&self.view, &self.sea, look, place)?;
        if split.separation < LEAST_SEPARATION {
            return Err(ShoreError::LooksLikeSea);
        }
        let region = region(&self.view, &split, place)?.ok_or(ShoreError::TooSmall { area_in2: 0.0 })?;
        let outline = self.outline(&split, &region, relief)?;
        let area_in2 = outline.as_ref().map_or(0.0, |outline| area_in2(&outline.corners));
        let Some(outline) = outline.filter(|_| area_in2 >= LEAST_IN2) else {
            return Err(ShoreError::TooSmall { area_in2 });
        };
        let proposal = OutlineProposal {
            sigma_in: self.sigma_in(outline.rms_in, relief),
            hidden: outline.hidden,
            look: *look,
            separation: split.separation,
            outline: outline.corners,
        };
        Ok((proposal, region))
    }

    /// The polygon of a region's foot.
    pub(crate) fn outline(
        &self,
        split: &Discriminant,
        region: &Mat,
        relief: Relief,
    ) -> opencv::Result<Option<FittedOutline>> {
        let field = foot::field(split, region)?;
        let foot = foot::foot(&self.view, &field, relief)?;
        Ok(fitted(&foot::rim(&self.view, split, &foot, relief)?))
    }

    /// Standard deviation of an edge with these residuals, inches.
    pub(crate) fn sigma_in(&self, rms_in: f64, relief: Relief) -> f64 {
        let camera = self.view.camera.position_in.z;
        // The greatest lean that matters is half the picture's width in units of the camera's height.
        let lean = 0.5 * f64::from(self.view.camera.lens.width) / self.view.px_per_in / camera;
        let height = SIGMA_HEIGHT * relief.height_in * lean.max(relief.slope);
        [LEAST_SIGMA_IN, rms_in, SIGMA_PX / self.view.px_per_in, height]
            .iter()
            .map(|s| s * s)
            .sum::<f64>()
            .sqrt()
    }

    /// Cells that are certainly not sea.
    fn not_sea(&self) -> opencv::Result<Mat> {
        use crate::shore::segment::sea_model::{SHADOW, inverse, shadowed};
        let weigh = inverse(&shadowed(&self.sea.texture, SHADOW));
        let mut mask = self.view.grid.bytes()?;
        let difference = self.sea.difference()?;
        let (cells, seen) = (difference.data_typed::<Vec3f>()?, self.view.seen.data_bytes()?);
        for (at, mark) in mask.data_bytes_mut()?.iter_mut().enumerate() {
            let r = Vector3::from(cells[at].0);
            let far = (r.transpose() * weigh * r)[0];
            if seen[at] != 0 && far > (UNASKED_SEPARATION * UNASKED_SEPARATION) as f32 {
                *mark = 255;
            }
        }
        opened(&mask, self.view.grid.cells(0.2))
    }

    /// True if the region is large, uniform and distinct enough for an automatic proposal.
    fn is_piece(&self, proposal: &OutlineProposal, region: &Mat) -> Result<bool, ShoreError> {
        let (_, depth) = deepest(region)?;
        let large = area_in2(&proposal.outline) >= LEAST_UNASKED_IN2
            && depth * self.view.grid.step_in >= LEAST_DEPTH_IN;
        if !large || proposal.separation < UNASKED_SEPARATION || proposal.hidden > 0.75 {
            return Ok(false);
        }
        Ok(self.shading(region)? < MOST_SHADING)
    }

    /// The variation of brightness over a region (logarithms): half the difference between its 10th and 90th
    /// percentiles.
    fn shading(&self, region: &Mat) -> Result<f64, ShoreError> {
        let inner = eroded(region, self.view.grid.cells(FROM_RIM_IN))?;
        let mut soft = Mat::default();
        let spread = self.view.grid.cells(SMOOTHED_IN);
        imgproc::gaussian_blur_def(&self.sea.over_lamps, &mut soft, Size::new(0, 0), spread)?;
        let (cells, inner) = (soft.data_typed::<Vec3f>()?, inner.data_bytes()?);
        let mut brightness: Vec<f32> = cells
            .iter()
            .zip(inner)
            .filter(|(_, inside)| **inside != 0)
            .map(|(cell, _)| cell.0.iter().sum::<f32>() / 3.0)
            .collect();
        brightness.sort_by(f32::total_cmp);
        let part =
            |share: f64| brightness.get((share * brightness.len() as f64) as usize).copied().unwrap_or(0.0);
        Ok(f64::from(part(0.9) - part(0.1)) / 2.0)
    }
}
