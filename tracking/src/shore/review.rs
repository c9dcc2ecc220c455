//! Review of stored pieces in a new still picture: which ones moved, and their present outlines.
//!
//! A piece whose visible edge still agrees with its stored outline has not moved, however much of it ships
//! and hands hide. For the others every patch of their colour that no unmoved piece explains is tried: the
//! stored outline is registered to the patch's visible edge, and the patch with the best agreement is taken.

use crate::shore::Relief;
use crate::shore::error::ShoreError;
use crate::shore::outline::foot::{self, piece_cells};
use crate::shore::outline::icp::{Shift, fitted as laid_on, middle};
use crate::shore::outline::polygon::{
    FittedOutline, RimPoint, area_in2, distance_to_rim_in, fitted, places_along,
};
use crate::shore::segment::discriminant::{Discriminant, LEAST_SEPARATION, PieceColour, grown, opened};
use crate::shore::survey::Survey;
use geometry::{Point, Terrain, TerrainId};
use opencv::core::{CV_32S, Mat, Scalar};
use opencv::imgproc;
use opencv::prelude::*;
use serde::{Deserialize, Serialize};

/// A stored piece: outline, kind, height and colour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredPiece {
    /// Outline, kind and height.
    pub terrain: Terrain,
    /// Inward lean of its sides, inches per inch of height.
    pub slope: f64,
    /// Its colour relative to the sea.
    pub look: PieceColour,
}

/// The change of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceChange {
    /// It did not move.
    Still,
    /// It moved: the same outline was found elsewhere.
    Moved,
    /// Its outline changed.
    Reshaped,
    /// Too little of it is visible for a result.
    Hidden,
    /// It is not on the table.
    Gone,
}

/// The result for one piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The piece.
    pub id: TerrainId,
    /// The change of the piece.
    pub verdict: PieceChange,
    /// Its motion, if it was found again with its own outline.
    pub shift: Option<Shift>,
    /// The new outline, if it changed.
    pub outline: Option<Vec<Point>>,
    /// Standard deviation of that outline, across it, inches.
    pub sigma_in: f64,
    /// The share of its edge that was hidden.
    pub hidden: f64,
    /// The share of both visible edges that agrees with the result, 0 to 1.
    pub confidence: f64,
}

/// The edge agrees with an outline within this distance, inches (or two sigmas).
const AGREES_IN: f64 = 0.13;
/// The least share of the visible edge that agrees, for the same piece.
const SAME: f64 = 0.8;
/// A piece moved if a corner moved further than this, inches (or the 95 % bound of both outlines).
const MOVED_IN: f64 = 0.12;
/// The least visible share of the edge for a result.
const LEAST_SEEN: f64 = 0.2;
/// Smaller patches, as a share of the piece, are ignored.
const LEAST_SHARE: f64 = 0.15;
/// Narrower strips of colour are ignored, inches.
const NARROW_IN: f64 = 0.2;
/// A moved outline with at most this share hidden is taken as measured; else the stored outline is moved
/// there.
const MOST_HIDDEN: f64 = 0.08;

/// A connected patch of a piece's colour.
struct ColourPatch {
    rim: Vec<Point>,
    outline: FittedOutline,
}

impl Survey {
    /// Determines the change of each stored piece.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn review(&self, pieces: &[StoredPiece]) -> Result<Vec<Review>, ShoreError> {
        let mut explained = self.view.grid.bytes()?;
        let mut reviews: Vec<Option<Review>> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let review = self.in_place(piece)?;
            if review.as_ref().is_some_and(|review| review.verdict == PieceChange::Still) {
                let foot = foot::field_of(&self.view, &piece.terrain.outline)?;
                let mut cells = Mat::default();
                foot.convert_to(&mut cells, opencv::core::CV_8U, 255.0, 0.0)?;
                let near = grown(&cells, self.view.grid.cells(0.3))?;
                explained.set_to(&Scalar::all(255.0), &near)?;
            }
            reviews.push(review);
        }
        let mut out = Vec::with_capacity(pieces.len());
        for (piece, review) in pieces.iter().zip(reviews) {
            out.push(match review {
                Some(review) => review,
                None => {
                    let review = self.elsewhere(piece, &explained)?;
                    if let Some(outline) = &review.outline {
                        let foot = foot::field_of(&self.view, outline)?;
                        let mut cells = Mat::default();
                        foot.convert_to(&mut cells, opencv::core::CV_8U, 255.0, 0.0)?;
                        explained.set_to(&Scalar::all(255.0), &cells)?;
                    }
                    review
                }
            });
        }
        Ok(out)
    }

    fn split_for(&self, piece: &StoredPiece) -> opencv::Result<Discriminant> {
        let middle = self.view.grid.cell(middle(&piece.terrain.outline));
        Discriminant::new(&self.view, &self.sea, &piece.look, middle)
    }

    /// Checks the stored edge itself: still, hidden, or neither (`None`).
    fn in_place(&self, piece: &StoredPiece) -> Result<Option<Review>, ShoreError> {
        let split = self.split_for(piece)?;
        let relief = piece.relief();
        let foot = foot::foot(&self.view, &split.share, relief)?;
        let strange = grown(&split.strange, self.view.grid.cells(0.2))?;
        let reach_in = self.agrees_in(piece);
        let (mut seen, mut agree) = (0.0, 0.0);
        let places = places_along(&piece.terrain.outline, 0.1);
        for &(place, out) in &places {
            let at = |off_in: f64| {
                let point = Point::new(place.x_in + off_in * out.0, place.y_in + off_in * out.1);
                let lifted = self.view.grid.cell(self.view.behind(point, relief.height_in));
                let cell = self.view.grid.cell(point);
                (self.view.grid.holds(cell) && self.view.grid.holds(lifted))
                    .then(|| (self.view.grid.index(cell), self.view.grid.index(lifted)))
            };
            let (Some(inner), Some(outer)) = (at(-reach_in), at(reach_in)) else { continue };
            let blind = |at: usize| strange.data_bytes().is_ok_and(|marks| marks[at] != 0);
            if [inner.0, inner.1, outer.0, outer.1].into_iter().any(blind) {
                continue;
            }
            seen += 1.0;
            let shares = foot.data_typed::<f32>()?;
            if shares[inner.0] > 0.5 && shares[outer.0] < 0.5 {
                agree += 1.0;
            }
        }
        let hidden = 1.0 - seen / places.len().max(1) as f64;
        let review = |verdict, confidence| {
            Some(Review {
                id: piece.terrain.id.clone(),
                verdict,
                shift: None,
                outline: None,
                sigma_in: piece.terrain.outline_sigma_in,
                hidden,
                confidence,
            })
        };
        let agrees = agree / f64::max(seen, 1.0);
        if split.separation < LEAST_SEPARATION || 1.0 - hidden < LEAST_SEEN {
            return Ok(review(PieceChange::Hidden, 0.0));
        }
        Ok(if agrees >= 0.9 { review(PieceChange::Still, agrees) } else { None })
    }

    fn agrees_in(&self, piece: &StoredPiece) -> f64 {
        AGREES_IN.max(2.0 * piece.terrain.outline_sigma_in)
    }

    /// Tries every patch of the piece's colour that no piece explains.
    fn elsewhere(&self, piece: &StoredPiece, explained: &Mat) -> Result<Review, ShoreError> {
        let stored = &piece.terrain.outline;
        let reach_in = self.agrees_in(piece);
        let mut best: Option<(f64, Shift, ColourPatch)> = None;
        for patch in self.patches(piece, explained)? {
            let shift = laid_on(stored, &patch.rim, middle(&patch.outline.corners));
            let moved = shift.outline(stored);
            let near = |from: &[Point]| {
                let count = from.iter().filter(|&&p| distance_to_rim_in(&moved, p) < reach_in).count();
                count as f64 / from.len().max(1) as f64
            };
            let area = area_in2(&patch.outline.corners) / area_in2(stored).abs().max(0.01);
            // Hidden parts make a patch smaller; nothing makes it much larger.
            let size = if area > 1.0 { 1.0 / area } else { (area + patch.outline.hidden).min(1.0) };
            let agrees = near(&patch.rim) * size.sqrt();
            if best.as_ref().is_none_or(|(most, ..)| agrees > *most) {
                best = Some((agrees, shift, patch));
            }
        }
        let found = |verdict, shift, outline, sigma_in, hidden, confidence| Review {
            id: piece.terrain.id.clone(),
            verdict,
            shift,
            outline,
            sigma_in,
            hidden,
            confidence,
        };
        let Some((agrees, shift, patch)) = best else {
            return Ok(found(PieceChange::Gone, None, None, piece.terrain.outline_sigma_in, 0.0, 0.5));
        };
        let hidden = patch.outline.hidden;
        let sigma_in = self.sigma_in(patch.outline.rms_in, piece.relief());
        if agrees < SAME {
            let over = patch.overlaps(stored);
            let verdict = if over { PieceChange::Reshaped } else { PieceChange::Gone };
            let outline = over.then(|| patch.outline.corners.clone());
            return Ok(found(verdict, None, outline, sigma_in, hidden, 1.0 - agrees));
        }
        let least_in = MOVED_IN.max(1.96 * sigma_in.hypot(piece.terrain.outline_sigma_in));
        if shift.farthest_in(stored) < least_in {
            return Ok(found(
                PieceChange::Still,
                Some(shift),
                None,
                piece.terrain.outline_sigma_in,
                hidden,
                agrees,
            ));
        }
        let outline =
            if hidden > MOST_HIDDEN { shift.outline(stored) } else { patch.outline.corners.clone() };
        Ok(found(PieceChange::Moved, Some(shift), Some(outline), sigma_in, hidden, agrees))
    }

    /// The patches of a piece's colour, largest first.
    fn patches(&self, piece: &StoredPiece, explained: &Mat) -> Result<Vec<ColourPatch>, ShoreError> {
        /// Limit for the number of patches of one colour.
        const MOST: usize = 12;
        let split = self.split_for(piece)?;
        let mut mask = piece_cells(&self.view, &split)?;
        mask.set_to(&Scalar::all(0.0), explained)?;
        let mask = opened(&mask, self.view.grid.cells(NARROW_IN))?;
        let (mut labels, mut stats, mut centres) = (Mat::default(), Mat::default(), Mat::default());
        let count = imgproc::connected_components_with_stats(
            &mask,
            &mut labels,
            &mut stats,
            &mut centres,
            4,
            CV_32S,
        )?;
        let least = LEAST_SHARE * area_in2(&piece.terrain.outline).abs() / self.view.grid.step_in.powi(2);
        let mut large = Vec::new();
        for label in 1..count {
            let cells = *stats.at_2d::<i32>(label, imgproc::CC_STAT_AREA)?;
            if f64::from(cells) >= least {
                large.push((cells, label));
            }
        }
        large.sort_unstable_by_key(|&(cells, _)| std::cmp::Reverse(cells));
        let mut patches = Vec::new();
        for &(_, label) in large.iter().take(MOST) {
            let mut cells = Mat::default();
            let exactly = Scalar::all(f64::from(label));
            opencv::core::in_range(&labels, &exactly, &exactly, &mut cells)?;
            let cells = foot::filled(&cells)?;
            let field = foot::field(&split, &cells)?;
            let foot = foot::foot(&self.view, &field, piece.relief())?;
            let rim: Vec<RimPoint> = foot::rim(&self.view, &split, &foot, piece.relief())?;
            if let Some(outline) = fitted(&rim) {
                let rim = rim.into_iter().filter(|place| place.seen).map(|place| place.point).collect();
                patches.push(ColourPatch { rim, outline });
            }
        }
        Ok(patches)
    }
}

impl StoredPiece {
    /// Its height and slope.
    pub fn relief(&self) -> Relief {
        Relief { height_in: self.terrain.height_in, slope: self.slope }
    }
}

impl ColourPatch {
    fn overlaps(&self, stored: &[Point]) -> bool {
        geometry::outline_gap_in(&self.outline.corners, stored) <= 0.0
    }
}
