//! What table tops are made of besides plain cloth: photographs of the sea printed on mats, felt, and printed hex mats.

use crate::render::noise::{layered_noise, smooth_noise, unit_hash};
use crate::setup::colour::{Light, filtered, mixed, scaled};
use crate::setup::records::SeaPrint;

const FOAM: Light = [0.72, 0.78, 0.80];
const GRID: Light = [0.62, 0.68, 0.72];

/// The surface of a mat.
pub(crate) enum Mat {
    Photograph(Photograph),
    Felt(Felt),
    Hexes { photograph: Photograph, across_in: f32 },
}

impl Mat {
    /// The mat of a print; none where the sea is plain cloth with lines on it.
    pub(crate) fn of(print: SeaPrint, seed: u32, sea_in: (f32, f32)) -> Option<Self> {
        match print {
            SeaPrint::Plain | SeaPrint::Waves { .. } | SeaPrint::Hexes { .. } => None,
            SeaPrint::Photograph { wave_in, foam } => {
                Some(Self::Photograph(Photograph::new(seed, wave_in as f32, foam as f32)))
            }
            SeaPrint::Felt { folds } => Some(Self::Felt(Felt::new(seed, folds, sea_in))),
            SeaPrint::HexMat { across_in } => {
                let across_in = across_in as f32;
                let photograph = Photograph { contrast: 0.5, ..Photograph::new(seed, across_in, 0.25) };
                Some(Self::Hexes { photograph, across_in })
            }
        }
    }

    /// The colour at a place of a mat of this colour; `pixel_in` is the size of a pixel there.
    pub(crate) fn paint(&self, colour: Light, x_in: f32, y_in: f32, pixel_in: f32) -> Light {
        match self {
            Self::Photograph(photograph) => photograph.paint(colour, x_in, y_in, pixel_in),
            Self::Felt(felt) => felt.paint(colour, x_in, y_in, pixel_in),
            Self::Hexes { photograph, across_in } => {
                let sea = photograph.paint(colour, x_in, y_in, pixel_in);
                mixed(sea, GRID, 0.8 * hex_print(x_in, y_in, *across_in, pixel_in))
            }
        }
    }
}

/// From 0 to 1 between two values, without corners.
fn ramp(from: f32, to: f32, value: f32) -> f32 {
    let share = ((value - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// High where noise is near its middle value: long thin ridges.
fn ridge(noise: f32) -> f32 {
    1.0 - (2.0 * noise - 1.0).abs()
}

/// How much is left of a pattern of some length, where pixels are so large.
fn resolved(length_in: f32, pixel_in: f32) -> f32 {
    ramp(1.0, 3.0, length_in / pixel_in)
}

/// One train of waves of the swell.
struct Train {
    /// Radians an inch, east and north.
    turns: (f32, f32),
    phase: f32,
    height: f32,
}

/// A photograph of the sea from above: swell in groups, ripples, darker patches, foam on the crests and in streaks.
pub(crate) struct Photograph {
    seed: u32,
    wave_in: f32,
    foam: f32,
    contrast: f32,
    /// The direction of the wind.
    wind: (f32, f32),
    trains: Vec<Train>,
}

impl Photograph {
    fn new(seed: u32, wave_in: f32, foam: f32) -> Self {
        let unit = |salt: i32| unit_hash(seed, salt, 301);
        let wind = unit(0) * std::f32::consts::TAU;
        let trains = [1.0_f32, 0.74, 0.57, 0.41, 0.29]
            .into_iter()
            .zip(1..)
            .map(|(length, salt)| {
                let way = wind + 1.1 * (unit(salt) - 0.5);
                let turns = std::f32::consts::TAU / (wave_in * length);
                Train {
                    turns: (turns * way.cos(), turns * way.sin()),
                    phase: std::f32::consts::TAU * unit(salt + 20),
                    height: 0.34 * length.sqrt(),
                }
            })
            .collect();
        Self { seed, wave_in, foam, contrast: 1.0, wind: (wind.cos(), wind.sin()), trains }
    }

    fn paint(&self, colour: Light, x_in: f32, y_in: f32, pixel_in: f32) -> Light {
        let length = self.wave_in;
        let noise = |salt: u32, x: f32, y: f32| smooth_noise(self.seed ^ salt, x, y);
        // Crests are no straight lines: the place is shifted by broad noise first.
        let bend = |salt: u32| length * (noise(salt, x_in / (1.6 * length), y_in / (1.6 * length)) - 0.5);
        let (x, y) = (x_in + bend(0x11), y_in + bend(0x12));
        let downwind = x * self.wind.0 + y * self.wind.1;
        let crosswind = y * self.wind.0 - x * self.wind.1;
        let (mut height, mut slope) = (0.0, 0.0);
        for train in &self.trains {
            let (sin, cos) = (x * train.turns.0 + y * train.turns.1 + train.phase).sin_cos();
            height += train.height * sin;
            slope += train.height * cos;
        }
        let group =
            0.35 + 0.9 * layered_noise(self.seed ^ 0x21, x_in / (5.0 * length), y_in / (5.0 * length));
        let (height, slope) = (group * height, group * slope);
        let ripples = |salt: u32, share: f32| {
            let pattern = noise(salt, crosswind / (2.6 * share * length), downwind / (share * length)) - 0.5;
            pattern * resolved(share * length, pixel_in)
        };
        let ripple = ripples(0x31, 0.22) + 0.8 * ripples(0x32, 0.09) + 0.6 * ripples(0x33, 0.04);
        let patch = layered_noise(self.seed ^ 0x41, x_in / 9.0, y_in / 9.0);
        let deep = filtered(colour, [0.34, 0.46, 0.58]);
        let mut paint = mixed(colour, deep, 0.85 * self.contrast * ramp(0.46, 0.66, patch));
        // Light shines through the crests, greener than the sea.
        let crest = [0.5 * colour[0] + 0.04, 0.9 * colour[1] + 0.12, 0.8 * colour[2] + 0.12];
        paint = mixed(paint, crest, 0.55 * self.contrast * ramp(0.25, 1.1, height));
        let relief = 1.0 + self.contrast * (0.32 * slope + 0.5 * ripple);
        paint = scaled(paint, relief.max(0.25));
        // Foam is lace rather than paint.
        let lace = layered_noise(self.seed ^ 0x51, x / (0.11 * length), y / (0.11 * length));
        let broken =
            1.0 - resolved(0.06 * length, pixel_in) * ramp(0.42, 0.62, ridge(lace) * 0.5 + 0.5 * lace);
        let comb = ridge(noise(0x52, crosswind / (0.9 * length), downwind / (0.3 * length)));
        let combs = ramp(0.72, 0.95, comb) * ramp(0.45, 0.95, height);
        let streak = ridge(noise(0x53, crosswind / (0.35 * length), downwind / (6.0 * length)));
        let streaks = 0.45 * ramp(0.82, 0.98, streak) * ramp(0.5, 0.62, 1.0 - patch);
        mixed(paint, FOAM, (self.foam * broken * combs.max(streaks)).min(0.9))
    }
}

/// A soft fold across a cloth.
struct Fold {
    across: (f32, f32),
    offset_in: f32,
    width_in: f32,
    strength: f32,
    sway: f32,
}

/// Felt: fibres every way, wear, and soft folds that are no straight lines.
pub(crate) struct Felt {
    seed: u32,
    folds: Vec<Fold>,
}

impl Felt {
    fn new(seed: u32, folds: u32, (width, depth): (f32, f32)) -> Self {
        let folds = (0..folds as i32).map(|fold| {
            let unit = |salt: i32| unit_hash(seed, fold, 400 + salt);
            let (sin, cos) = (unit(0) * std::f32::consts::PI).sin_cos();
            Fold {
                across: (cos, sin),
                offset_in: width * unit(1) * cos + depth * unit(2) * sin,
                width_in: 0.25 + 0.9 * unit(3),
                strength: 0.14 + 0.3 * unit(4),
                sway: 0.4 + 1.6 * unit(5),
            }
        });
        Self { seed, folds: folds.collect() }
    }

    fn paint(&self, colour: Light, x_in: f32, y_in: f32, pixel_in: f32) -> Light {
        let noise = |salt: u32, x: f32, y: f32| smooth_noise(self.seed ^ salt, x, y) - 0.5;
        // Fibres lie in three directions, a quarter inch long and finer than most pixels.
        let fibre = |salt: u32, (cos, sin): (f32, f32)| {
            let (along, across) = (x_in * cos + y_in * sin, y_in * cos - x_in * sin);
            noise(salt, 5.0 * along, 26.0 * across)
        };
        let fibres = fibre(0x61, (0.94, 0.34)) + fibre(0x62, (-0.2, 0.98)) + fibre(0x63, (0.64, -0.77));
        let fluff = noise(0x64, 7.0 * x_in, 7.0 * y_in) * resolved(0.14, pixel_in);
        let wear = layered_noise(self.seed ^ 0x65, x_in / 5.0, y_in / 5.0) - 0.5;
        let mut tone = 1.0 + 0.5 * resolved(0.08, pixel_in).max(0.4) * fibres + 0.34 * fluff + 0.3 * wear;
        for fold in &self.folds {
            let along = y_in * fold.across.0 - x_in * fold.across.1;
            let sway = fold.sway * noise(0x66, along / 6.0, fold.offset_in);
            let off = x_in * fold.across.0 + y_in * fold.across.1 - fold.offset_in + sway;
            // A fold runs out here and there.
            let there = ramp(0.3, 0.5, smooth_noise(self.seed ^ 0x67, along / 8.0, fold.offset_in));
            let flank = off / fold.width_in;
            tone *= 1.0 + 2.0 * fold.strength * there * flank * (-flank * flank).exp();
        }
        scaled(colour, tone.max(0.2))
    }
}

/// The digits 0 to 9, three wide and five high, rows from the top.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 3, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 2, 2, 2],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// How much of a pixel the print of a hex mat covers: a grid of pointy-topped hexes, a dot in each middle, and its number
/// (column and row) above it.
fn hex_print(x_in: f32, y_in: f32, across_in: f32, pixel_in: f32) -> f32 {
    let hex = Hex::around(x_in, y_in, across_in);
    let covered = |distance_in: f32, width_in: f32| line_share(distance_in, width_in, pixel_in);
    let dot = covered(hex.right_in.hypot(hex.up_in), 0.07 * across_in);
    let steps = [-1.0_f32, 0.0, 1.0].map(|step| step * pixel_in / 3.0);
    let inked = steps
        .iter()
        .flat_map(|dy| steps.iter().map(move |dx| (dx, dy)))
        .filter(|(dx, dy)| hex.numbered((hex.right_in + *dx) / across_in, (hex.up_in + *dy) / across_in))
        .count();
    covered(hex.to_edge_in, 0.035 * across_in.min(1.4)).max(dot).max(inked as f32 / 9.0)
}

/// The hex about a place.
pub(crate) struct Hex {
    column: i32,
    row: i32,
    /// From its middle to the place, inches.
    right_in: f32,
    up_in: f32,
    /// From the place to the nearest edge, inches.
    pub(crate) to_edge_in: f32,
}

impl Hex {
    /// The distance to the nearest edge of a hexagonal grid is where the two nearest middles are equally far.
    pub(crate) fn around(x_in: f32, y_in: f32, across_in: f32) -> Self {
        let row_height = across_in * 0.866_025_4;
        let row = (y_in / row_height).round();
        let mut nearest = Self { column: 0, row: 0, right_in: 0.0, up_in: 0.0, to_edge_in: 0.0 };
        let (mut nearest_in, mut second_in) = (f32::INFINITY, f32::INFINITY);
        for step in -1..=1 {
            let middle_y = (row + step as f32) * row_height;
            let shift = if (row as i32 + step).rem_euclid(2) == 0 { 0.0 } else { across_in / 2.0 };
            let column = ((x_in - shift) / across_in).round();
            for beside in -1..=1 {
                let middle_x = (column + beside as f32) * across_in + shift;
                let distance = (x_in - middle_x).hypot(y_in - middle_y);
                if distance < nearest_in {
                    (nearest_in, second_in) = (distance, nearest_in);
                    nearest = Self {
                        column: column as i32 + beside,
                        row: row as i32 + step,
                        right_in: x_in - middle_x,
                        up_in: y_in - middle_y,
                        to_edge_in: 0.0,
                    };
                } else {
                    second_in = second_in.min(distance);
                }
            }
        }
        // Half the difference of the squares over the spacing is the exact distance to the bisector.
        nearest.to_edge_in = (second_in * second_in - nearest_in * nearest_in) / (2.0 * across_in);
        nearest
    }

    /// Is there ink of the hex's number at this place, in hexes from its middle?
    fn numbered(&self, right: f32, up: f32) -> bool {
        const HEIGHT: f32 = 0.13;
        const WIDTH: f32 = 0.105;
        let (down, along) = ((0.40 - up) / HEIGHT * 5.0, (right + 2.0 * WIDTH) / WIDTH);
        if !(0.0..5.0).contains(&down) || !(0.0..4.0).contains(&along) {
            return false;
        }
        let (column, row) = (self.column.rem_euclid(100), self.row.rem_euclid(100));
        let digits = [column / 10, column % 10, row / 10, row % 10];
        let stroke = (along.fract() * 4.0) as usize;
        let digit = DIGITS[digits[along as usize] as usize];
        stroke < 3 && digit[down as usize] >> (2 - stroke) & 1 == 1
    }
}

/// How much of a pixel a line of some width covers, when the line's middle is `distance_in` away.
pub(crate) fn line_share(distance_in: f32, width_in: f32, pixel_in: f32) -> f32 {
    let reach = (width_in + pixel_in) / 2.0;
    ((reach - distance_in) / pixel_in).clamp(0.0, (width_in / pixel_in).min(1.0))
}
