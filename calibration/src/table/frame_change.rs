//! The change from the frame of one calibration to that of another of the same table: stored places in inches are
//! converted.

use crate::camera::model::TableCamera;
use crate::table::file::TableFile;
use geometry::{Heading, NoSimilarity, Point, Pose, Similarity};
use nalgebra::{Complex, Matrix3, Rotation3, Vector3};

/// A turn, a shift and a scale (another side was typed) of the table's plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameChange {
    /// What a place east and north (as a complex number) is multiplied by…
    turn_and_scale: Complex<f64>,
    /// …and what is added.
    shift: Complex<f64>,
}

/// Frames that agree within this all over the playing area are the same, inches.
const SAME_FRAME_IN: f64 = 0.05;
/// A card that differs from the others by more than this was moved between the two calibrations, inches.
const CARD_MOVED_IN: f64 = 0.15;
/// Places along each side of the playing area, where there are no cards to compare.
const GRID: usize = 5;

type Pairs = Vec<(Complex<f64>, Complex<f64>)>;

impl FrameChange {
    /// The change from places of `before` to places of `after`; `None` where both are the same.
    ///
    /// It is computed from the cards in both, even if the camera was moved meanwhile; a card that was moved is left out.
    /// With fewer than two cards the camera is assumed not to have moved: one pixel then shows one place.
    pub fn between(before: &TableFile, after: &TableFile) -> Option<Self> {
        let change = Self::by_cards(before, after).or_else(|| Self::by_camera(before, after))?;
        let (east_in, north_in) = before.size_in;
        let corners = [(0.0, 0.0), (east_in, 0.0), (east_in, north_in), (0.0, north_in)];
        let differs = corners.iter().map(|&(x_in, y_in)| Point::new(x_in, y_in));
        differs
            .map(|corner| change.point(corner).distance_in(corner))
            .any(|off_in| off_in > SAME_FRAME_IN)
            .then_some(change)
    }

    fn by_cards(before: &TableFile, after: &TableFile) -> Option<Self> {
        let (old, new) = (before.camera(), after.camera());
        let mut cards: Vec<Pairs> = before
            .cards
            .iter()
            .filter_map(|card| {
                let same = after.cards.iter().find(|other| other.id == card.id)?;
                let places = card.pixels().into_iter().zip(same.pixels());
                places
                    .map(|(one, other)| {
                        let one = old.table_from_pixel(one, card.height_in)?;
                        Some((complex(one), complex(new.table_from_pixel(other, same.height_in)?)))
                    })
                    .collect()
            })
            .collect();
        if cards.len() < 2 {
            return None;
        }
        let fit = |cards: &[Pairs]| Self::of(&cards.concat()).map(|change| (change.worst_in(cards), change));
        let (mut worst_in, mut change) = fit(&cards)?;
        if cards.len() > 2 && worst_in > CARD_MOVED_IN {
            let without = (0..cards.len()).filter_map(|out| {
                let mut others = cards.clone();
                others.remove(out);
                Some((out, fit(&others)?))
            });
            let (out, best) = without.min_by(|(_, (a, _)), (_, (b, _))| a.total_cmp(b))?;
            cards.remove(out);
            (worst_in, change) = best;
        }
        (worst_in <= CARD_MOVED_IN).then_some(change)
    }

    fn by_camera(before: &TableFile, after: &TableFile) -> Option<Self> {
        let (old, new) = (before.camera(), after.camera());
        let (east_in, north_in) = before.size_in;
        let share = |step: usize| step as f64 / (GRID - 1) as f64;
        let places = (0..GRID * GRID)
            .map(|at| Point::new(share(at % GRID) * east_in, share(at / GRID) * north_in))
            .filter_map(|place| {
                let there = new.table_from_pixel(old.pixel_from_table(place, 0.0)?, 0.0)?;
                Some((complex(place), complex(there)))
            });
        Self::of(&places.collect::<Pairs>())
    }

    /// The least squares of a turn, shift and scale over pairs (Umeyama 1991, in the plane).
    fn of(pairs: &[(Complex<f64>, Complex<f64>)]) -> Option<Self> {
        let count = pairs.len() as f64;
        let middle: Complex<f64> = pairs.iter().map(|pair| pair.0).sum::<Complex<f64>>() / count;
        let there: Complex<f64> = pairs.iter().map(|pair| pair.1).sum::<Complex<f64>>() / count;
        let spread: f64 = pairs.iter().map(|pair| (pair.0 - middle).norm_sqr()).sum();
        let product: Complex<f64> =
            pairs.iter().map(|pair| (pair.0 - middle).conj() * (pair.1 - there)).sum();
        let turn_and_scale = product / spread;
        (spread > 1e-9 && turn_and_scale.norm() > 1e-6)
            .then_some(Self { turn_and_scale, shift: there - turn_and_scale * middle })
    }

    /// The middle of the card that differs most, inches.
    fn worst_in(&self, cards: &[Pairs]) -> f64 {
        let miss = |card: &Pairs| {
            let off = card.iter().map(|pair| self.turn_and_scale * pair.0 + self.shift - pair.1);
            (off.sum::<Complex<f64>>() / card.len() as f64).norm()
        };
        cards.iter().map(miss).fold(0.0, f64::max)
    }

    /// The change of the plane alone, without the cards and cameras that it was computed from.
    ///
    /// # Errors
    /// Where it is that of no table.
    pub fn similarity(&self) -> Result<Similarity, NoSimilarity> {
        let Complex { re, im } = self.turn_and_scale;
        Similarity::new((re, im), Point::new(self.shift.re, self.shift.im))
    }

    /// A place in the new frame.
    pub fn point(&self, point: Point) -> Point {
        let there = self.turn_and_scale * complex(point) + self.shift;
        Point::new(there.re, there.im)
    }

    /// A ship's pose in the new frame.
    pub fn pose(&self, pose: Pose) -> Pose {
        Pose { stack: self.point(pose.stack), heading: self.heading(pose.heading) }
    }

    /// A heading in the new frame.
    pub fn heading(&self, heading: Heading) -> Heading {
        heading.turned(-self.turn_and_scale.arg())
    }

    /// A camera of the old frame as it stands in the new one.
    pub fn camera(&self, camera: &TableCamera) -> TableCamera {
        let at = camera.position_in;
        let foot = self.point(Point::new(at.x, at.y));
        let turn: Matrix3<f64> =
            Rotation3::from_axis_angle(&Vector3::z_axis(), self.turn_and_scale.arg()).into_inner();
        TableCamera {
            lens: camera.lens,
            camera_from_table: camera.camera_from_table * turn.transpose(),
            position_in: Vector3::new(foot.x_in, foot.y_in, at.z * self.turn_and_scale.norm()),
        }
    }
}

fn complex(point: Point) -> Complex<f64> {
    Complex::new(point.x_in, point.y_in)
}
