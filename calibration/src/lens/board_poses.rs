//! Poses of the lens board to suggest: places and slants, and how each would look in the picture.

use crate::camera::coverage::Coverage;
use crate::camera::model::{Lens, Pixel};
use crate::camera::projection::project;
use crate::detect::board::{BoardSighting, LensBoard};
use crate::optimise::closed_form::first_pose;
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector2, Vector3};

/// A board in front of the camera: from its own plane (right and down from its first corner, inches) to the camera's
/// frame.
pub type BoardPose = Isometry3<f64>;

/// A pose on the way from one to another; `share`: how much of the way is done, 0 to 1.
pub fn board_between(from: &BoardPose, to: &BoardPose, share: f64) -> BoardPose {
    // Turned by exactly half a turn there is no shortest way: it is turned at the end.
    let rotation = from.rotation.try_slerp(&to.rotation, share, 1e-6).unwrap_or(from.rotation);
    let translation = from.translation.vector.lerp(&to.translation.vector, share);
    Isometry3::from_parts(Translation3::from(translation), rotation)
}

/// A pose in which the player may hold the board.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedPose {
    /// Where the board is.
    pub camera_from_board: BoardPose,
    /// What its outer edge would look like, bent by the lens, pixels.
    pub outline_px: Vec<Pixel>,
    /// Its rows and columns of squares, a few of them, pixels.
    pub lines_px: Vec<Vec<Pixel>>,
    /// How to get there, one sentence.
    pub sentence: String,
}

/// The size of the board in the picture: its longer side as a share of the picture's width.
const LENGTH_SHARES: [f64; 2] = [0.42, 0.6];
/// A tilt: steep enough to separate focal length from distance, flat enough for the corners to be found.
const SLANT_RAD: f64 = 0.55;
/// Tilts about the picture's x axis and its y axis, with their wording.
const SLANTS: [(f64, f64, &str); 7] = [
    (0.0, 0.0, "flat towards the camera"),
    (SLANT_RAD, 0.0, "its top edge tipped away from the camera"),
    (-SLANT_RAD, 0.0, "its bottom edge tipped away from the camera"),
    (0.0, SLANT_RAD, "its right edge tipped away from the camera"),
    (0.0, -SLANT_RAD, "its left edge tipped away from the camera"),
    (0.4, 0.4, "its upper right corner tipped away from the camera"),
    (-0.4, -0.4, "its lower left corner tipped away from the camera"),
];
/// Places of the picture, as shares of the room that the board leaves, with their names.
const PLACES: [(f64, f64, &str); 9] = [
    (0.5, 0.5, "in the middle of the picture"),
    (0.0, 0.0, "at the upper left of the picture"),
    (1.0, 0.0, "at the upper right of the picture"),
    (1.0, 1.0, "at the lower right of the picture"),
    (0.0, 1.0, "at the lower left of the picture"),
    (0.0, 0.5, "at the left edge of the picture"),
    (1.0, 0.5, "at the right edge of the picture"),
    (0.5, 0.0, "at the upper edge of the picture"),
    (0.5, 1.0, "at the lower edge of the picture"),
];
/// How far the board's edge stays from the picture's, as a share of its height.
const MARGIN_SHARE: f64 = 0.012;
/// The most iterations that shift a board to its place in the picture.
const SHIFTS: usize = 8;
/// Points along each side of the outline.
const ALONG_A_SIDE: usize = 8;
/// A line is drawn every this many squares.
const LINE_EVERY: u32 = 2;

/// The board as it is printed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoardPlan {
    /// Every inner corner, inches.
    corners_in: Vec<Vector2<f64>>,
    /// The outer edge: its first corner and the one across.
    outer_in: (Vector2<f64>, Vector2<f64>),
    square_in: f64,
}

impl BoardPlan {
    pub(crate) fn of(board: &LensBoard) -> Self {
        let grid = board.grid();
        let first = Vector2::repeat(grid.first_in - grid.square_in);
        let squares = Vector2::new(f64::from(grid.corners.0) + 1.0, f64::from(grid.corners.1) + 1.0);
        Self {
            corners_in: grid.places_in().collect(),
            outer_in: (first, first + squares * grid.square_in),
            square_in: grid.square_in,
        }
    }

    pub(crate) fn corners_in(&self) -> impl Iterator<Item = Vector2<f64>> + '_ {
        self.corners_in.iter().copied()
    }

    /// Where the board's inner corners would be seen.
    pub(crate) fn corners_px(&self, lens: &Lens, pose: &BoardPose) -> impl Iterator<Item = Pixel> {
        self.corners_in.iter().filter_map(|corner| pixel(lens, pose, *corner))
    }

    /// Its middle in the camera's frame, inches.
    fn middle(&self, pose: &BoardPose) -> Vector3<f64> {
        let (from, to) = self.outer_in;
        pose * nalgebra::Point3::from(((from + to) / 2.0).push(0.0)) - nalgebra::Point3::origin()
    }

    fn outline_px(&self, lens: &Lens, pose: &BoardPose) -> Option<Vec<Pixel>> {
        let (from, to) = self.outer_in;
        let corners = [from, Vector2::new(to.x, from.y), to, Vector2::new(from.x, to.y)];
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let points = sides.flat_map(|(from, to)| {
            (0..ALONG_A_SIDE).map(move |step| from.lerp(to, step as f64 / ALONG_A_SIDE as f64))
        });
        points.map(|point| pixel(lens, pose, point)).collect()
    }

    fn lines_px(&self, lens: &Lens, pose: &BoardPose) -> Vec<Vec<Pixel>> {
        let (from, to) = self.outer_in;
        let squares = (to - from) / self.square_in;
        let line = |from: Vector2<f64>, to: Vector2<f64>| {
            let at = move |step: usize| from.lerp(&to, step as f64 / ALONG_A_SIDE as f64);
            (0..=ALONG_A_SIDE).filter_map(|step| pixel(lens, pose, at(step))).collect::<Vec<_>>()
        };
        let inner =
            |count: f64| (1..).map(|n| f64::from(n * LINE_EVERY)).take_while(move |n| *n < count - 0.5);
        let across = inner(squares.y).map(|n| from.y + n * self.square_in);
        let along = inner(squares.x).map(|n| from.x + n * self.square_in);
        let across = across.map(|y| line(Vector2::new(from.x, y), Vector2::new(to.x, y)));
        let along = along.map(|x| line(Vector2::new(x, from.y), Vector2::new(x, to.y)));
        across.chain(along).collect()
    }

    /// The pose of a board that was seen.
    pub(crate) fn pose_of(lens: &Lens, sighting: &BoardSighting) -> Option<BoardPose> {
        first_pose(lens, &sighting.sightings)
    }

    /// Every suggested pose for which the picture has room.
    pub(crate) fn holds(&self, lens: &Lens) -> Vec<SuggestedPose> {
        let mut holds = Vec::new();
        for length_share in LENGTH_SHARES {
            for place in PLACES {
                for slant in SLANTS {
                    for upright in [false, true] {
                        holds.extend(self.hold(lens, length_share, (place.0, place.1), slant, upright).map(
                            |hold| {
                                let turned = if upright { " upright" } else { "" };
                                let sentence = format!("Hold the board{turned} {}, {}", place.2, slant.2);
                                SuggestedPose { sentence, ..hold }
                            },
                        ));
                    }
                }
            }
        }
        holds
    }

    fn hold(
        &self,
        lens: &Lens,
        length_share: f64,
        place: (f64, f64),
        slant: (f64, f64, &str),
        upright: bool,
    ) -> Option<SuggestedPose> {
        let (width, height) = (f64::from(lens.width), f64::from(lens.height));
        let (from, to) = self.outer_in;
        let length_in = (to - from).max();
        let distance_in = length_in * lens.fx / (length_share * width);
        let about_z = if upright { std::f64::consts::FRAC_PI_2 } else { 0.0 };
        let slanted = Rotation3::from_axis_angle(&Vector3::x_axis(), -slant.0)
            * Rotation3::from_axis_angle(&Vector3::y_axis(), -slant.1);
        let own = Rotation3::from_axis_angle(&Vector3::z_axis(), about_z);
        let mut at = Vector2::new(width / 2.0, height / 2.0);
        for _ in 0..SHIFTS {
            let ideal = lens.ideal_from_pixel(Pixel::new(at.x, at.y))?.push(1.0);
            // Tilted relative to the sight line there: a board at the side would otherwise be seen edge on.
            let facing = Rotation3::rotation_between(&Vector3::z(), &ideal)?;
            let turn = UnitQuaternion::from_rotation_matrix(&(facing * slanted * own));
            let middle = turn * ((from + to) / 2.0).push(0.0);
            let pose =
                Isometry3::from_parts(Translation3::from(ideal.normalize() * distance_in - middle), turn);
            let outline_px = self.outline_px(lens, &pose)?;
            let (low, high) = extent(&outline_px);
            let margin = Vector2::repeat(MARGIN_SHARE * height);
            let room = Vector2::new(width, height) - 2.0 * margin - (high - low);
            if room.min() < 0.0 {
                return None;
            }
            let wanted = margin + Vector2::new(place.0 * room.x, place.1 * room.y);
            let off = wanted - low;
            if off.norm() < 1.0 {
                let lines_px = self.lines_px(lens, &pose);
                return Some(SuggestedPose {
                    camera_from_board: pose,
                    outline_px,
                    lines_px,
                    sentence: String::new(),
                });
            }
            at += off;
        }
        None
    }
}

impl SuggestedPose {
    /// The share of the picture that it would cover for the first time.
    pub(crate) fn adds(&self, plan: &BoardPlan, lens: &Lens, covered: &Coverage) -> f64 {
        covered.new_share(plan.corners_px(lens, &self.camera_from_board))
    }
}

/// Do two poses differ enough to give new information: in place, slant, rotation or distance?
pub(crate) fn differ(plan: &BoardPlan, lens: &Lens, one: &BoardPose, other: &BoardPose) -> bool {
    let (a, b) = (plan.middle(one), plan.middle(other));
    let at = |middle: &Vector3<f64>| middle.xy() / middle.z;
    let apart_px = (at(&a) - at(&b)).norm() * lens.fx;
    let normal = |pose: &BoardPose| pose.rotation * Vector3::z();
    let slant_rad = normal(one).angle(&normal(other));
    // A board turned by half a turn looks the same.
    let along = |pose: &BoardPose| (pose.rotation * Vector3::x()).xy();
    let turn_rad = along(one).angle(&along(other));
    let turn_rad = turn_rad.min(std::f64::consts::PI - turn_rad);
    let nearer = (a.z / b.z).max(b.z / a.z);
    apart_px > OTHER_PLACE_SHARE * f64::from(lens.width)
        || slant_rad > OTHER_SLANT_RAD
        || turn_rad > OTHER_TURN_RAD
        || nearer > OTHER_DISTANCE
}

/// Boards farther apart than this are in different places, as a share of the picture's width.
const OTHER_PLACE_SHARE: f64 = 0.08;
/// Boards whose tilts differ more than this give different information.
const OTHER_SLANT_RAD: f64 = 0.22;
/// So do boards turned by more than this in their own plane…
const OTHER_TURN_RAD: f64 = 0.6;
/// …and boards whose distances differ by more than this.
const OTHER_DISTANCE: f64 = 1.3;

fn pixel(lens: &Lens, pose: &BoardPose, point_in: Vector2<f64>) -> Option<Pixel> {
    let pixel = project(lens, pose, point_in.push(0.0))?.pixel;
    Some(Pixel::new(pixel.x, pixel.y))
}

fn extent(pixels: &[Pixel]) -> (Vector2<f64>, Vector2<f64>) {
    let at = pixels.iter().map(|pixel| Vector2::new(pixel.x_px, pixel.y_px));
    at.fold((Vector2::repeat(f64::INFINITY), Vector2::repeat(f64::NEG_INFINITY)), |(low, high), pixel| {
        (low.inf(&pixel), high.sup(&pixel))
    })
}
