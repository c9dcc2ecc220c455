//! The lens board held in front of the camera: 10 x 7 squares of an inch with markers, at many places and tilts.

use crate::model::solids::Vec3;
use crate::render::film::{Film, Rect};
use crate::render::scene::Scene;
use crate::setup::colour::{Light, added, scaled};
use calibration::{BoardPose, Dictionary, MarkerError, Pixel, marker_bits};
use geometry::Point;
use nalgebra::{Rotation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many views a lens is calibrated from.
pub const BOARD_VIEWS: usize = 14;

const ACROSS: usize = 10;
const DOWN: usize = 7;
const MARKER_IN: f32 = 0.75;
const MARGIN_IN: f32 = 0.4;

const PAPER: Light = [0.86, 0.86, 0.85];
const INK: Light = [0.028, 0.028, 0.03];

/// Where the board's middle is held (shares of the picture's width and height), how far from the camera (as a
/// share of the distance at which an inch is [`FAR_INCH`] of the picture's width: any lens then sees the board equally
/// large), and its tilts (radians, about the picture's x, y and z axes).
const HOLDS: [(f64, f64, f64, [f64; 3]); BOARD_VIEWS] = [
    (0.50, 0.50, 0.34, [0.05, -0.03, 0.02]),
    (0.22, 0.26, 0.40, [0.45, 0.05, 0.10]),
    (0.78, 0.25, 0.40, [0.42, -0.20, -0.15]),
    (0.77, 0.75, 0.40, [-0.45, -0.15, 0.12]),
    (0.23, 0.74, 0.40, [-0.42, 0.25, -0.10]),
    (0.15, 0.50, 0.46, [0.05, 0.55, 1.57]),
    (0.85, 0.50, 0.46, [-0.05, -0.55, 1.50]),
    (0.50, 0.20, 0.44, [0.55, 0.05, 0.30]),
    (0.50, 0.80, 0.44, [-0.55, 0.00, -0.25]),
    (0.36, 0.40, 0.30, [0.30, 0.40, 0.60]),
    (0.64, 0.58, 0.30, [-0.30, -0.40, 0.75]),
    (0.12, 0.14, 0.52, [0.15, 0.15, 0.05]),
    (0.88, 0.86, 0.52, [-0.15, -0.15, -0.05]),
    (0.55, 0.45, 0.60, [0.35, -0.35, 2.60]),
];

/// See [`HOLDS`].
const FAR_INCH: f64 = 0.013_82;

/// The printed board: which of its places are black.
pub(crate) struct BoardPrint {
    markers: Vec<Vec<Vec<bool>>>,
}

/// The kind of a place on the board.
#[derive(Clone, Copy, PartialEq)]
enum Tone {
    Off,
    White,
    Black,
}

impl BoardPrint {
    pub(crate) fn new() -> Result<Self, MarkerError> {
        let markers = 0..(ACROSS * DOWN / 2) as u32;
        Ok(Self { markers: markers.map(|id| marker_bits(Dictionary::BOARD, id)).collect::<Result<_, _>>()? })
    }

    /// The tone at `right` and `down` inches from the top left square's corner. The top left square is black, markers
    /// stand in the white ones and are numbered along the rows from the top (as OpenCV does for odd rows).
    fn tone(&self, right: f32, down: f32) -> Tone {
        let (far_right, far_down) = (ACROSS as f32 + MARGIN_IN, DOWN as f32 + MARGIN_IN);
        if right < -MARGIN_IN || down < -MARGIN_IN || right > far_right || down > far_down {
            return Tone::Off;
        }
        if right < 0.0 || down < 0.0 || right >= ACROSS as f32 || down >= DOWN as f32 {
            return Tone::White;
        }
        let (column, row) = (right as usize, down as usize);
        if (row + column).is_multiple_of(2) {
            return Tone::Black;
        }
        let number = (row * ACROSS + column) / 2;
        let Some(bits) = self.markers.get(number) else { return Tone::White };
        let modules = bits.len() as f32 / MARKER_IN;
        let edge = (1.0 - MARKER_IN) / 2.0;
        let (x, y) = ((right.fract() - edge) * modules, (down.fract() - edge) * modules);
        let black = x >= 0.0
            && y >= 0.0
            && bits.get(y as usize).and_then(|line| line.get(x as usize)).copied() == Some(true);
        if black { Tone::Black } else { Tone::White }
    }
}

/// The board in the table frame: its top left corner, and unit vectors along its rows and columns.
pub(crate) struct HeldBoard {
    corner: Vec3,
    right: Vec3,
    down: Vec3,
}

impl HeldBoard {
    /// A board held in this pose in front of the camera; squares are inches.
    pub(crate) fn so(scene: &Scene, camera_from_board: &BoardPose) -> Self {
        let camera = &scene.camera;
        let table_from_camera = camera.camera_from_table.transpose();
        let turned = |axis: Vector3<f64>| table_from_camera * (camera_from_board.rotation * axis);
        let corner = camera.position_in + table_from_camera * camera_from_board.translation.vector;
        Self { corner: corner.cast(), right: turned(Vector3::x()).cast(), down: turned(Vector3::y()).cast() }
    }

    pub(crate) fn view(scene: &Scene, view: usize, seed: u64) -> Self {
        let (x, y, share, tilts) = HOLDS[view % BOARD_VIEWS];
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ 0x626F_6172 ^ ((view as u64) << 32));
        let mut near = |value: f64, spread: f64| value + random.random_range(-spread..spread);
        let (width, height) = scene.size();
        let pixel = Pixel::new(near(x, 0.015) * width as f64, near(y, 0.015) * height as f64);
        let [about_x, about_y, about_z] = tilts.map(|tilt| near(tilt, 0.04));
        let camera = &scene.camera;
        let ideal = camera.lens.ideal_from_pixel(pixel).unwrap_or_else(|| camera.lens.bent_from_pixel(pixel));
        let far_in = camera.lens.fx / (FAR_INCH * width as f64);
        let distance = near(share, 0.01) * far_in;
        let table_from_camera = camera.camera_from_table.transpose();
        let middle = camera.position_in + table_from_camera * Vector3::new(ideal.x, ideal.y, 1.0) * distance;
        let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), about_z)
            * Rotation3::from_axis_angle(&Vector3::x_axis(), about_x)
            * Rotation3::from_axis_angle(&Vector3::y_axis(), about_y);
        let right = table_from_camera * (turn * Vector3::x());
        let down = table_from_camera * (turn * Vector3::y());
        let corner = middle - right * (ACROSS as f64 / 2.0) - down * (DOWN as f64 / 2.0);
        Self { corner: corner.cast(), right: right.cast(), down: down.cast() }
    }

    /// The part of the picture in which the board is seen.
    fn part(&self, scene: &Scene) -> Rect {
        // A bent lens bends the board's edges: they are followed.
        const STEPS: usize = 24;
        let (across, down) = (ACROSS as f32 + 2.0 * MARGIN_IN, DOWN as f32 + 2.0 * MARGIN_IN);
        let pixels = (0..=STEPS).flat_map(|step| {
            let share = step as f32 / STEPS as f32;
            [(share, 0.0), (share, 1.0), (0.0, share), (1.0, share)]
        });
        let pixels = pixels.filter_map(|(x, y)| {
            let place =
                self.corner + self.right * (x * across - MARGIN_IN) + self.down * (y * down - MARGIN_IN);
            let point = Point::new(f64::from(place.x), f64::from(place.y));
            scene.camera.pixel_from_table(point, f64::from(place.z))
        });
        Rect::around(pixels, scene.size())
    }
}

/// Draws the board over what the film shows; returns the part of the picture it covers.
pub(crate) fn draw(film: &mut Film, scene: &Scene, print: &BoardPrint, held: &HeldBoard) -> Rect {
    const FINE: usize = 8;
    let part = held.part(scene);
    let facing = held.down.cross(&held.right);
    let eye = scene.lines.camera_in();
    let depth = facing.dot(&(held.corner - eye));
    let tone = |x: f32, y: f32| {
        let along = scene.lines.direction(x, y);
        let on_board = eye + along * (depth / facing.dot(&along)) - held.corner;
        print.tone(on_board.dot(&held.right), on_board.dot(&held.down))
    };
    let middle = held.corner + held.right * (ACROSS as f32 / 2.0) + held.down * (DOWN as f32 / 2.0);
    let [paper, ink] = [PAPER, INK].map(|paint| scene.lighting.shade(paint, &middle, &facing, (1.0, 1.0)));
    let corners_at = |y: f32| -> Vec<Tone> { (part.x0..=part.x1).map(|x| tone(x as f32 - 0.5, y)).collect() };
    let mut above = corners_at(part.y0 as f32 - 0.5);
    for y in part.y0..part.y1 {
        let row = y as f32;
        let below = corners_at(row + 0.5);
        for (column, light) in film.row_mut(y, part.x0, part.x1).iter_mut().enumerate() {
            let x = part.x0 + column;
            let centre = tone(x as f32, row);
            let around = [above[column], above[column + 1], below[column], below[column + 1]];
            let of_tone = |tone| match tone {
                Tone::Off => *light,
                Tone::White => paper,
                Tone::Black => ink,
            };
            if around.iter().all(|tone| *tone == centre) {
                *light = of_tone(centre);
                continue;
            }
            let mut sum = [0.0; 3];
            for sample in 0..FINE * FINE {
                let place = |step: usize| (step as f32 + 0.5) / FINE as f32 - 0.5;
                let (dx, dy) = (place(sample % FINE), place(sample / FINE));
                sum = added(sum, of_tone(tone(x as f32 + dx, row + dy)));
            }
            *light = scaled(sum, 1.0 / (FINE * FINE) as f32);
        }
        above = below;
    }
    part
}
