//! A card as one picture shows it, compared with where it is expected.

use crate::camera::model::TableCamera;
use crate::detect::corners::inward_of;
use crate::drift::pose_refinement::CardPair;
use geometry::Point;
use nalgebra::Vector2;

/// An observed card.
#[derive(Debug, Clone)]
pub(crate) struct CardObservation {
    /// Its place among the table's cards.
    pub card: usize,
    /// Where its corners lie on the table and where they are seen.
    pub pair: CardPair,
    /// How far each corner moved in the picture, a common bloom taken out, pixels.
    pub moved_px: [Vector2<f64>; 4],
}

/// The noise of a corner's coordinate between two pictures of a card that did not move, pixels.
pub(crate) const NOISE_PX: f64 = 0.07;
/// A card whose corners all stay within this (root mean square) has not moved, in standard deviations of a corner.
const UNMOVED_SIGMAS: f64 = 2.6;
/// A card no longer shaped as it was is partly covered, pixels, plus a share of the way it moved.
const MISSHAPEN_PX: f64 = 0.35;
const MISSHAPEN_SHARE: f64 = 0.02;

impl CardObservation {
    pub(crate) fn cost_px2(&self) -> f64 {
        self.moved_px.iter().map(Vector2::norm_squared).sum()
    }

    /// Root mean square over the coordinates of its corners.
    pub(crate) fn unmoved(&self) -> bool {
        self.cost_px2() < 8.0 * (UNMOVED_SIGMAS * NOISE_PX).powi(2)
    }

    fn mean_px(&self) -> Vector2<f64> {
        self.moved_px.iter().sum::<Vector2<f64>>() / 4.0
    }

    /// How far it moved in the picture.
    pub(crate) fn way_px(&self) -> f64 {
        self.mean_px().norm()
    }

    /// By how much its square shrank along every side.
    pub(crate) fn bloom_px(&self) -> f64 {
        let inward = inward_of(&self.pair.seen_px);
        let mean = self.mean_px();
        let along: f64 =
            self.moved_px.iter().zip(&inward).map(|(moved, inward)| (moved - mean).dot(inward)).sum();
        along / inward.iter().map(Vector2::norm_squared).sum::<f64>()
    }

    /// Is it shaped as it was, and not partly covered?
    pub(crate) fn is_whole(&self, camera: &TableCamera) -> bool {
        self.shape_miss_px(camera)
            .is_some_and(|miss_px| miss_px < MISSHAPEN_PX + MISSHAPEN_SHARE * self.corner_way_px())
    }

    /// How far its corners moved in the picture: root mean square.
    fn corner_way_px(&self) -> f64 {
        (self.cost_px2() / 4.0).sqrt()
    }

    /// What is left of its corners' movement over the table when shift, turn and size are taken out: root mean square
    /// over the coordinates, pixels. `None` where it can't lie on the table that the camera sees.
    fn shape_miss_px(&self, camera: &TableCamera) -> Option<f64> {
        let now: Vec<Vector2<f64>> = self
            .pair
            .seen_px
            .iter()
            .map(|pixel| camera.table_from_pixel(*pixel, self.pair.height_in).map(vector))
            .collect::<Option<_>>()?;
        let before = self.pair.places_in.map(vector);
        let from = before.iter().sum::<Vector2<f64>>() / 4.0;
        let to = now.iter().sum::<Vector2<f64>>() / 4.0;
        let arms = before.map(|place| place - from);
        let squares: f64 = arms.iter().map(Vector2::norm_squared).sum();
        let off = |arm: &Vector2<f64>, now: &Vector2<f64>| (arm.dot(&(now - to)), arm.perp(&(now - to)));
        let (along, across) = arms
            .iter()
            .zip(&now)
            .map(|(arm, now)| off(arm, now))
            .fold((0.0, 0.0), |(along, across), (more_along, more_across)| {
                (along + more_along, across + more_across)
            });
        let (size, turn) = (along / squares, across / squares);
        let left_in2: f64 = arms
            .iter()
            .zip(&now)
            .map(|(arm, now)| (now - to - arm * size - Vector2::new(-arm.y, arm.x) * turn).norm_squared())
            .sum();
        let px_per_in = camera.px_per_in(self.pair.places_in[0])?;
        Some((left_in2 / 8.0).sqrt() * px_per_in)
    }
}

fn vector(point: Point) -> Vector2<f64> {
    Vector2::new(point.x_in, point.y_in)
}
