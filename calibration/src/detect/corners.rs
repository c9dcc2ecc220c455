//! Corners to sub-pixel accuracy.
//!
//! The corner of a card is the intersection of lines fitted to its edges, which uses the whole side of the square and
//! not just a few pixels around the corner. An inner corner of a board is a saddle of four squares: there a window is
//! best, if it is small enough not to reach the next edge.

use crate::camera::model::{Lens, Pixel};
use nalgebra::Vector2;
use opencv::{
    core::{Mat, Point2f, Size, TermCriteria, TermCriteria_Type, Vector},
    imgproc,
    prelude::*,
};

/// Where the sides of a printed black square are searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SquareSides {
    /// How far from an edge its two sides are plain, as a share of the square's side: inside the black border is one
    /// module wide, outside the white margin has a width of its own.
    pub plain_share: f64,
}

/// Profiles reach no farther from an edge than this, pixels: beyond it they only meet other things.
const LONGEST_PROFILE_PX: f64 = 8.0;
/// Shorter profiles than this hold no edge.
const SHORTEST_PROFILE_PX: f64 = 1.2;
/// The step along a profile, pixels.
const PROFILE_STEP_PX: f64 = 0.25;
/// The share of a side left out at each end: there the next side blurs in.
const END_SHARE: f64 = 0.12;
/// Less difference of grey than this is no printed edge.
const LEAST_CONTRAST: f64 = 18.0;
/// Rounds of fitting: each starts its profiles from better corners.
const ROUNDS: usize = 3;

/// Fits lines to the four sides of a black square on white and intersects them.
///
/// With a lens the lines are fitted in the ideal picture, where straight edges are straight. `None` where a side
/// can't be seen well enough; the start must be within about a pixel and a half.
pub(crate) fn fit_square(
    grey: &Mat,
    start: [Pixel; 4],
    sides: SquareSides,
    lens: Option<&Lens>,
) -> Option<[Pixel; 4]> {
    let mut corners = start;
    for _ in 0..ROUNDS {
        let mut lines = [EdgeLine::default(); 4];
        for (side, line) in lines.iter_mut().enumerate() {
            let points = side_points(grey, &corners, side, sides)?;
            let straight: Option<Vec<_>> = points.into_iter().map(|pixel| straighten(lens, pixel)).collect();
            *line = EdgeLine::fit(&straight?)?;
        }
        let mut next = corners;
        for (corner, place) in next.iter_mut().enumerate() {
            *place = bend(lens, lines[(corner + 3) % 4].crossing(&lines[corner])?);
        }
        let moved_px = corners.iter().zip(&next).map(|(old, new)| old.distance_px(*new)).fold(0.0, f64::max);
        if !moved_px.is_finite() || moved_px > LONGEST_PROFILE_PX {
            return None;
        }
        corners = next;
        if moved_px < 0.005 {
            break;
        }
    }
    Some(corners)
}

/// A pixel in the ideal picture, in units of about a pixel; as it is without a lens.
pub(crate) fn straighten(lens: Option<&Lens>, pixel: Pixel) -> Option<Vector2<f64>> {
    match lens {
        Some(lens) => Some(lens.ideal_from_pixel(pixel)?.component_mul(&Vector2::new(lens.fx, lens.fy))),
        None => Some(Vector2::new(pixel.x_px, pixel.y_px)),
    }
}

/// The inverse of [`straighten`].
pub(crate) fn bend(lens: Option<&Lens>, place: Vector2<f64>) -> Pixel {
    lens.map_or(Pixel::new(place.x, place.y), |lens| {
        lens.pixel_from_ideal(place.component_div(&Vector2::new(lens.fx, lens.fy)))
    })
}

/// Places along one side where the grey passes half-way between black and white.
fn side_points(grey: &Mat, corners: &[Pixel; 4], side: usize, sides: SquareSides) -> Option<Vec<Pixel>> {
    let (from, to) = (corners[side], corners[(side + 1) % 4]);
    let opposite = corners[(side + 2) % 4];
    let along = Vector2::new(to.x_px - from.x_px, to.y_px - from.y_px);
    let length_px = along.norm();
    if length_px < 4.0 {
        return None;
    }
    let mut outward = Vector2::new(along.y, -along.x) / length_px;
    if outward.dot(&Vector2::new(opposite.x_px - from.x_px, opposite.y_px - from.y_px)) > 0.0 {
        outward = -outward;
    }
    // A square seen at an angle is narrower across this side than along it.
    let across_px = outward.dot(&Vector2::new(from.x_px - opposite.x_px, from.y_px - opposite.y_px)).abs();
    let reach_px = (sides.plain_share * across_px).min(LONGEST_PROFILE_PX);
    if reach_px < SHORTEST_PROFILE_PX {
        return None;
    }
    let count = ((length_px / 1.5) as usize).clamp(8, 96);
    let points: Vec<_> = (0..count)
        .filter_map(|step| {
            let share = END_SHARE + (1.0 - 2.0 * END_SHARE) * (step as f64 + 0.5) / count as f64;
            let base = Vector2::new(from.x_px, from.y_px) + along * share;
            let outward_px = edge_on_profile(grey, base, outward, reach_px)?;
            let place = base + outward * outward_px;
            Some(Pixel::new(place.x, place.y))
        })
        .collect();
    (points.len() >= 6 && points.len() * 2 >= count).then_some(points)
}

/// How far outward of `base` the grey passes half-way from black (inside) to white (outside).
pub(crate) fn edge_on_profile(
    grey: &Mat,
    base: Vector2<f64>,
    outward: Vector2<f64>,
    reach_px: f64,
) -> Option<f64> {
    let steps = (2.0 * reach_px / PROFILE_STEP_PX) as usize;
    let profile: Option<Vec<f64>> = (0..=steps)
        .map(|step| sample(grey, base + outward * (step as f64 * PROFILE_STEP_PX - reach_px)))
        .collect();
    let profile = profile?;
    let end = (profile.len() / 4).max(1);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let (black, white) = (mean(profile.get(..end)?), mean(profile.get(profile.len() - end..)?));
    if white - black < LEAST_CONTRAST {
        return None;
    }
    let half = 0.5 * (black + white);
    profile
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0] < half && pair[1] >= half)
        .map(|(step, pair)| {
            (step as f64 + (half - pair[0]) / (pair[1] - pair[0])) * PROFILE_STEP_PX - reach_px
        })
        .min_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// The grey between pixels (bilinear); `None` outside the picture.
fn sample(grey: &Mat, place: Vector2<f64>) -> Option<f64> {
    let (x, y) = (place.x.floor(), place.y.floor());
    let (column, row) = (x as i32, y as i32);
    if x < 0.0 || y < 0.0 || column + 1 >= grey.cols() || row + 1 >= grey.rows() {
        return None;
    }
    let at = |r: i32, c: i32| grey.at_2d::<u8>(r, c).map(|value| f64::from(*value)).ok();
    let (right, down) = (place.x - x, place.y - y);
    let top = at(row, column)? * (1.0 - right) + at(row, column + 1)? * right;
    let bottom = at(row + 1, column)? * (1.0 - right) + at(row + 1, column + 1)? * right;
    Some(top * (1.0 - down) + bottom * down)
}

/// A straight line: `normal . p = offset`.
#[derive(Debug, Clone, Copy, Default)]
struct EdgeLine {
    normal: Vector2<f64>,
    offset: f64,
}

impl EdgeLine {
    /// Total least squares; points far off the line (a crumb, a gap in the print) are left out and the rest fitted
    /// again.
    fn fit(points: &[Vector2<f64>]) -> Option<Self> {
        let mut kept = points.to_vec();
        let mut line = Self::through(&kept)?;
        for _ in 0..3 {
            let mut misses: Vec<_> = kept.iter().map(|point| line.miss(point).abs()).collect();
            misses.sort_by(f64::total_cmp);
            let bound = (3.0 * 1.4826 * misses[misses.len() / 2]).max(0.05);
            let before = kept.len();
            kept.retain(|point| line.miss(point).abs() <= bound);
            if kept.len() == before {
                break;
            }
            line = Self::through(&kept)?;
        }
        (kept.len() * 2 >= points.len()).then_some(line)
    }

    fn through(points: &[Vector2<f64>]) -> Option<Self> {
        if points.len() < 4 {
            return None;
        }
        let middle = points.iter().sum::<Vector2<f64>>() / points.len() as f64;
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for point in points {
            let off = point - middle;
            xx += off.x * off.x;
            xy += off.x * off.y;
            yy += off.y * off.y;
        }
        let along_rad = 0.5 * (2.0 * xy).atan2(xx - yy);
        let normal = Vector2::new(-along_rad.sin(), along_rad.cos());
        Some(Self { normal, offset: normal.dot(&middle) })
    }

    fn miss(&self, point: &Vector2<f64>) -> f64 {
        self.normal.dot(point) - self.offset
    }

    fn crossing(&self, other: &Self) -> Option<Vector2<f64>> {
        let (a, b) = (self.normal, other.normal);
        let turn = a.x * b.y - a.y * b.x;
        (turn.abs() > 0.05).then(|| {
            Vector2::new(self.offset * b.y - other.offset * a.y, other.offset * a.x - self.offset * b.x)
                / turn
        })
    }
}

/// The way each corner of a black square moves when black looks smaller by one pixel along every side.
pub(crate) fn inward_of(corners: &[Pixel; 4]) -> [Vector2<f64>; 4] {
    let place = |corner: usize| Vector2::new(corners[corner % 4].x_px, corners[corner % 4].y_px);
    std::array::from_fn(|corner| {
        let before = (place(corner + 3) - place(corner)).normalize();
        let after = (place(corner + 1) - place(corner)).normalize();
        // Both sides move inward by one pixel: solved in the basis of the two sides.
        let sine = (before.x * after.y - before.y * after.x).abs().max(0.2);
        (before + after) / sine
    })
}

/// The window's half-width as a share of the distance to the next corner: a quarter reaches no neighbouring edge,
/// even in a square seen at an angle.
pub(crate) const WINDOW_SHARE: f64 = 0.25;
const SMALLEST_WINDOW_PX: f64 = 2.0;
const LARGEST_WINDOW_PX: f64 = 14.0;

/// Refines the inner corners of a board, each in a window that fits its squares in this picture.
///
/// `clear_share`: how much of a square's side round a corner is free of other edges (a ChArUco board's markers come
/// near). A corner that drifts away keeps its start.
pub(crate) fn refine_crossings(
    grey: &Mat,
    corners: &[Pixel],
    clear_share: f64,
) -> Result<Vec<Pixel>, opencv::Error> {
    corners
        .iter()
        .enumerate()
        .map(|(index, &corner)| {
            let nearest_px = corners
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, other)| corner.distance_px(*other))
                .fold(f64::INFINITY, f64::min);
            let half_px = (nearest_px * WINDOW_SHARE.min(clear_share))
                .round()
                .clamp(SMALLEST_WINDOW_PX, LARGEST_WINDOW_PX);
            refine_crossing(grey, corner, half_px, FINE)
        })
        .collect()
}

/// When a corner refinement ends: after this many steps, or with a step shorter than this, pixels.
pub(crate) type TerminationCriteria = (i32, f64);
const FINE: TerminationCriteria = (60, 0.001);

/// Refines one crossing of edges in a window of this half width, pixels.
pub(crate) fn refine_crossing(
    grey: &Mat,
    corner: Pixel,
    half_px: f64,
    (steps, step_px): TerminationCriteria,
) -> Result<Pixel, opencv::Error> {
    let mut place = Vector::<Point2f>::from_iter([Point2f::new(corner.x_px as f32, corner.y_px as f32)]);
    let ends = TermCriteria_Type::COUNT as i32 + TermCriteria_Type::EPS as i32;
    let stop = TermCriteria::new(ends, steps, step_px)?;
    let window = Size::new(half_px as i32, half_px as i32);
    imgproc::corner_sub_pix(grey, &mut place, window, Size::new(-1, -1), stop)?;
    let found = place.get(0)?;
    Ok(Pixel::new(f64::from(found.x), f64::from(found.y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC1, Scalar};

    /// A black square on white with these corners, each pixel the mean of many samples.
    fn drawn(corners: &[Pixel; 4]) -> Mat {
        let mut picture = Mat::new_rows_cols_with_default(120, 120, CV_8UC1, Scalar::all(0.0)).unwrap();
        let inside = |x: f64, y: f64| {
            (0..4).all(|side| {
                let (a, b) = (corners[side], corners[(side + 1) % 4]);
                (b.x_px - a.x_px) * (y - a.y_px) > (b.y_px - a.y_px) * (x - a.x_px)
            })
        };
        for row in 0..120 {
            for column in 0..120 {
                let black = (0..64)
                    .filter(|sample| {
                        let off = |step: i32| (f64::from(step) + 0.5) / 8.0 - 0.5;
                        inside(f64::from(column) + off(sample % 8), f64::from(row) + off(sample / 8))
                    })
                    .count();
                *picture.at_2d_mut::<u8>(row, column).unwrap() = (230.0 - 3.2 * black as f64) as u8;
            }
        }
        picture
    }

    fn moved(corners: &[Pixel; 4], x_px: f64, y_px: f64) -> [Pixel; 4] {
        corners.map(|corner| Pixel::new(corner.x_px + x_px, corner.y_px + y_px))
    }

    const SIDES: SquareSides = SquareSides { plain_share: 0.1 };
    const SQUARE: [Pixel; 4] = [
        Pixel { x_px: 32.3, y_px: 28.6 },
        Pixel { x_px: 88.1, y_px: 33.4 },
        Pixel { x_px: 84.7, y_px: 90.2 },
        Pixel { x_px: 27.9, y_px: 85.5 },
    ];

    #[test]
    fn corners_come_out_to_a_small_part_of_a_pixel() {
        let picture = drawn(&SQUARE);
        for (x_px, y_px) in [(0.0, 0.0), (0.9, -0.7), (-1.0, 1.0)] {
            let found = fit_square(&picture, moved(&SQUARE, x_px, y_px), SIDES, None).unwrap();
            for (corner, truth) in found.iter().zip(SQUARE) {
                assert!(corner.distance_px(truth) < 0.03, "{corner:?} {truth:?}");
            }
        }
    }

    #[test]
    fn nothing_is_fitted_where_there_is_no_square() {
        let bare = Mat::new_rows_cols_with_default(120, 120, CV_8UC1, Scalar::all(90.0)).unwrap();
        assert_eq!(fit_square(&bare, SQUARE, SIDES, None), None);
        let picture = drawn(&SQUARE);
        let outside = moved(&SQUARE, 60.0, 0.0);
        assert_eq!(fit_square(&picture, outside, SIDES, None), None, "half out of the picture");
    }

    #[test]
    fn bloom_moves_corners_inward_along_both_sides() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| Pixel::new(x, y));
        let inward = inward_of(&square);
        let expected = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        for (way, (x, y)) in inward.iter().zip(expected) {
            assert!((way - Vector2::new(x, y)).norm() < 1e-12, "{way}");
        }
    }
}
