//! Refinement of a board's inner corners along the edges of the squares that meet there.
//!
//! With a lens and a pose every edge is predicted to a part of a pixel. Each inner corner is measured from the four
//! edges that run into it, over most of a square's length: several times the pixels of a corner window, and none of a
//! marker's. Bloom shifts the edges on the two sides of the corner in opposite ways and cancels. Corners that were
//! not found at first (a marker beside them was cut off) are measured too.

use crate::camera::model::{Lens, Pixel};
use crate::camera::projection::project;
use crate::detect::board::{BoardRegion, BoardSighting};
use crate::detect::corners::edge_on_profile;
use crate::optimise::correspondence::Correspondence;
use nalgebra::{Isometry3, Matrix2, Vector2};

/// The part of an edge that is used, in squares from the corner: nearer, the crossing edge blurs in.
const ALONG_SQUARES: (f64, f64) = (0.14, 0.80);
/// Places measured along each edge, at most.
const MOST_PLACES: f64 = 40.0;
/// Profiles reach this share of the clear strip beside an edge…
const REACH_SHARE: f64 = 0.85;
/// …but no farther than this, and not less than this, pixels.
const REACH_PX: (f64, f64) = (1.8, 5.0);
/// Fewer places on one side of the corner don't determine it.
const FEWEST_PLACES: usize = 4;
/// A corner that was found at first may move by this much, pixels; one that was not must lie this near to where it is
/// expected.
const FARTHEST_PX: f64 = 1.2;

/// Measures a board's corners again; corners that can't be measured keep their first place.
pub(crate) fn refine_board(
    sighting: &BoardSighting,
    lens: &Lens,
    camera_from_board: &Isometry3<f64>,
) -> BoardSighting {
    let grid = &sighting.grid;
    let view = EdgeView {
        patch: &sighting.patch,
        lens,
        camera_from_board,
        square_in: grid.square_in,
        clear_share: grid.clear_share,
    };
    let sightings = grid
        .places_in()
        .filter_map(|target_in| {
            let first = sighting
                .sightings
                .iter()
                .find(|first| (first.target_in - target_in).norm() < 0.25 * grid.square_in);
            let expected = view.pixel(target_in)?;
            let shift = first.map_or(Vector2::zeros(), |first| {
                Vector2::new(first.pixel.x_px, first.pixel.y_px) - expected
            });
            match (view.corner(target_in, shift), first) {
                (Some(pixel), _) => {
                    let pixel = Pixel::new(pixel.x, pixel.y);
                    Some(Correspondence { target_in, pixel, inward: Vector2::zeros() })
                }
                (None, first) => first.copied(),
            }
        })
        .collect();
    BoardSighting { sightings, ..sighting.clone() }
}

/// A board in a picture whose lens and pose are roughly known.
struct EdgeView<'a> {
    patch: &'a BoardRegion,
    lens: &'a Lens,
    camera_from_board: &'a Isometry3<f64>,
    square_in: f64,
    clear_share: f64,
}

impl EdgeView<'_> {
    fn pixel(&self, target_in: Vector2<f64>) -> Option<Vector2<f64>> {
        Some(project(self.lens, self.camera_from_board, target_in.push(0.0))?.pixel)
    }

    /// The corner at `target_in`, expected `shift` away from where lens and pose put it.
    fn corner(&self, target_in: Vector2<f64>, shift: Vector2<f64>) -> Option<Vector2<f64>> {
        let (x, y) = (Vector2::x(), Vector2::y());
        let (along_x, offset_x) = self.edge_offset(target_in, x, y, shift)?;
        let (along_y, offset_y) = self.edge_offset(target_in, y, x, shift)?;
        let normals = Matrix2::new(along_x.x, along_x.y, along_y.x, along_y.y);
        let moved = normals.try_inverse()? * Vector2::new(offset_x, offset_y);
        (moved.norm() <= FARTHEST_PX).then_some(self.pixel(target_in)? + shift + moved)
    }

    /// The line through a corner along `way`: its normal at the corner and how far along it the line lies from where
    /// it is expected, pixels.
    fn edge_offset(
        &self,
        target_in: Vector2<f64>,
        way: Vector2<f64>,
        across: Vector2<f64>,
        shift: Vector2<f64>,
    ) -> Option<(Vector2<f64>, f64)> {
        let corner = self.pixel(target_in)?;
        let length_px = (self.pixel(target_in + way * self.square_in)? - corner).norm();
        let count = (ALONG_SQUARES.1 - ALONG_SQUARES.0) * length_px;
        let count = count.clamp(FEWEST_PLACES as f64, MOST_PLACES).round() as usize;
        let mut places = Vec::with_capacity(2 * count);
        for sign in [-1.0, 1.0] {
            let before = places.len();
            for step in 0..count {
                let share = (step as f64 + 0.5) / count as f64;
                let squares = sign * (ALONG_SQUARES.0 + share * (ALONG_SQUARES.1 - ALONG_SQUARES.0));
                let at_in = target_in + way * (squares * self.square_in);
                if let Some(offset_px) = self.edge_at(at_in, way, across, shift) {
                    places.push((squares, offset_px));
                }
            }
            if places.len() - before < FEWEST_PLACES {
                return None;
            }
        }
        Some((self.normal(target_in, way, across)?, offset_at_zero(&places)?))
    }

    /// The unit normal of an edge in the picture, toward `across`.
    fn normal(&self, at_in: Vector2<f64>, way: Vector2<f64>, across: Vector2<f64>) -> Option<Vector2<f64>> {
        let by_point = project(self.lens, self.camera_from_board, at_in.push(0.0))?.by_point;
        let along: Vector2<f64> = by_point * way.push(0.0);
        let normal = Vector2::new(along.y, -along.x).try_normalize(1e-9)?;
        Some(if normal.dot(&(by_point * across.push(0.0))) < 0.0 { -normal } else { normal })
    }

    /// An edge's displacement along its normal from its expected place, pixels.
    fn edge_at(
        &self,
        at_in: Vector2<f64>,
        way: Vector2<f64>,
        across: Vector2<f64>,
        shift: Vector2<f64>,
    ) -> Option<f64> {
        let normal = self.normal(at_in, way, across)?;
        let here = self.pixel(at_in)?;
        let square_px = normal.dot(&(self.pixel(at_in + across * self.square_in)? - here)).abs();
        let reach_px = (REACH_SHARE * self.clear_share * square_px).min(REACH_PX.1);
        if reach_px < REACH_PX.0 {
            return None;
        }
        let (left, top) = self.patch.origin;
        let base = here + shift - Vector2::new(f64::from(left), f64::from(top));
        // Black is on one side before the corner and on the other after it.
        edge_on_profile(&self.patch.grey, base, normal, reach_px).or_else(|| {
            edge_on_profile(&self.patch.grey, base, -normal, reach_px).map(|offset_px| -offset_px)
        })
    }
}

/// The value at zero of the straight line through `(at, value)` pairs, those far off it left out.
fn offset_at_zero(places: &[(f64, f64)]) -> Option<f64> {
    let mut kept = places.to_vec();
    loop {
        let count = kept.len() as f64;
        let mean_at = kept.iter().map(|place| place.0).sum::<f64>() / count;
        let mean = kept.iter().map(|place| place.1).sum::<f64>() / count;
        let spread: f64 = kept.iter().map(|place| (place.0 - mean_at).powi(2)).sum();
        let slope = kept.iter().map(|place| (place.0 - mean_at) * (place.1 - mean)).sum::<f64>() / spread;
        let miss = |place: &(f64, f64)| (place.1 - mean - slope * (place.0 - mean_at)).abs();
        let mut misses: Vec<_> = kept.iter().map(miss).collect();
        misses.sort_by(f64::total_cmp);
        let bound = (3.0 * 1.4826 * misses.get(misses.len() / 2)?).max(0.1);
        let before = kept.len();
        kept.retain(|place| miss(place) <= bound);
        if kept.len() * 2 < places.len() {
            return None;
        }
        if kept.len() == before {
            return Some(mean - slope * mean_at);
        }
    }
}
