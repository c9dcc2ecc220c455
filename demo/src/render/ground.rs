//! The table itself: sea cloth, what is printed on it, cards, and the wood around.

use crate::render::mat::{Hex, Mat, line_share};
use crate::render::noise::{layered_noise, smooth_noise, unit_hash};
use crate::setup::colour::{Light, mixed, scaled};
use crate::setup::records::{CardSetup, SeaPrint, TableSetup};
use calibration::{CARD_THICKNESS_IN, Dictionary, MarkerError, marker_bits};

/// What a line of sight that meets the table sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GroundPoint {
    pub(crate) paint: Light,
    /// How strongly it mirrors the lamp.
    pub(crate) gloss: f32,
}

/// The kinds of place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Area {
    Wood,
    Cloth,
    Paper,
    Ink,
}

const PAPER_LIGHT: Light = [0.86, 0.86, 0.84];
const INK_LIGHT: Light = [0.028, 0.028, 0.03];

struct Card {
    middle: (f32, f32),
    turn: (f32, f32),
    half_in: f32,
    paper_in: f32,
    bits: Vec<Vec<bool>>,
}

impl Card {
    fn new(setup: &CardSetup) -> Result<Self, MarkerError> {
        let (sin, cos) = setup.turned_rad.sin_cos();
        Ok(Self {
            middle: (setup.middle.x_in as f32, setup.middle.y_in as f32),
            turn: (sin as f32, cos as f32),
            half_in: setup.side_in as f32 / 2.0,
            paper_in: (setup.side_in / 2.0 + setup.margin_in) as f32,
            bits: marker_bits(Dictionary::CARDS, setup.id)?,
        })
    }

    fn area_at(&self, x_in: f32, y_in: f32) -> Option<Area> {
        let (east, north) = (x_in - self.middle.0, y_in - self.middle.1);
        let (sin, cos) = self.turn;
        let (right, up) = (east * cos - north * sin, east * sin + north * cos);
        if right.abs().max(up.abs()) > self.paper_in {
            return None;
        }
        let modules = self.bits.len() as f32 / (2.0 * self.half_in);
        let (row, column) = ((self.half_in - up) * modules, (right + self.half_in) * modules);
        let black = row >= 0.0
            && column >= 0.0
            && self.bits.get(row as usize).and_then(|line| line.get(column as usize)).copied() == Some(true);
        Some(if black { Area::Ink } else { Area::Paper })
    }
}

/// Everything that is flat on the table.
pub(crate) struct Ground {
    sea_in: (f32, f32),
    margin_in: f32,
    sea: Light,
    wood: Light,
    mottle: f32,
    mottle_in: f32,
    print: SeaPrint,
    mat: Option<Mat>,
    creases: Vec<(f32, f32, f32)>,
    gloss: f32,
    cards: Vec<Card>,
    /// The camera's place over the table: the cards' print is above the cloth, and appears a little further out.
    camera_in: (f32, f32, f32),
    seed: u32,
}

impl Ground {
    pub(crate) fn new(setup: &TableSetup) -> Result<Self, MarkerError> {
        let seed = (setup.seed ^ (setup.seed >> 32)) as u32;
        let (width, depth) = (setup.sea_in.0 as f32, setup.sea_in.1 as f32);
        // Each crease is a straight line: the direction across it and its distance from the origin.
        let creases = (0..setup.sea.creases)
            .map(|crease| {
                let angle = unit_hash(seed, crease as i32, 71) * std::f32::consts::PI;
                let (sin, cos) = angle.sin_cos();
                let through =
                    (width * unit_hash(seed, crease as i32, 72), depth * unit_hash(seed, crease as i32, 73));
                (cos, sin, through.0 * cos + through.1 * sin)
            })
            .collect();
        Ok(Self {
            sea_in: (width, depth),
            margin_in: setup.sea.margin_in as f32,
            sea: setup.sea.colour.linear(),
            wood: setup.sea.table_colour.linear(),
            mottle: setup.sea.mottle as f32,
            mottle_in: (setup.sea.mottle_in as f32).max(0.1),
            print: setup.sea.print,
            mat: Mat::of(setup.sea.print, seed, (width, depth)),
            creases,
            gloss: setup.sea.gloss as f32,
            cards: setup.cards.iter().map(Card::new).collect::<Result<_, _>>()?,
            camera_in: {
                let (x, y, z) = setup.camera.position_in;
                (x as f32, y as f32, z as f32)
            },
            seed,
        })
    }

    /// Which area a point belongs to. Pixels whose corners belong to different areas are sampled finely.
    pub(crate) fn area_at(&self, x_in: f32, y_in: f32) -> Area {
        let off = self.margin_in;
        let on_cloth = x_in > -off && y_in > -off && x_in < self.sea_in.0 + off && y_in < self.sea_in.1 + off;
        let bare = if on_cloth { Area::Cloth } else { Area::Wood };
        let (camera_x, camera_y, camera_z) = self.camera_in;
        let rise = CARD_THICKNESS_IN as f32 / camera_z;
        let (x_card, y_card) = (x_in + rise * (camera_x - x_in), y_in + rise * (camera_y - y_in));
        self.cards.iter().find_map(|card| card.area_at(x_card, y_card)).unwrap_or(bare)
    }

    /// The surface at a point; `pixel_in` is the size of a pixel there, over which thin printed lines are smoothed.
    pub(crate) fn at(&self, x_in: f32, y_in: f32, pixel_in: f32) -> GroundPoint {
        match self.area_at(x_in, y_in) {
            Area::Paper => GroundPoint { paint: PAPER_LIGHT, gloss: 0.05 },
            Area::Ink => GroundPoint { paint: INK_LIGHT, gloss: 0.05 },
            Area::Cloth => GroundPoint { paint: self.cloth(x_in, y_in, pixel_in), gloss: self.gloss },
            Area::Wood => GroundPoint { paint: self.grain(x_in, y_in), gloss: 0.1 },
        }
    }

    fn cloth(&self, x_in: f32, y_in: f32, pixel_in: f32) -> Light {
        let mut paint = match &self.mat {
            Some(mat) => mat.paint(self.sea, x_in, y_in, pixel_in),
            None => self.mottled(x_in, y_in, pixel_in),
        };
        for &(across_x, across_y, offset) in &self.creases {
            let distance = x_in * across_x + y_in * across_y - offset;
            // One flank of a fold catches the light, the other loses it.
            let fold = distance / 0.12;
            paint = scaled(paint, 1.0 + 0.28 * fold * (-fold * fold).exp());
        }
        paint
    }

    /// Plain cloth, and the lines printed on it.
    fn mottled(&self, x_in: f32, y_in: f32, pixel_in: f32) -> Light {
        let (x, y) = (x_in / self.mottle_in, y_in / self.mottle_in);
        let weave = 0.25 * (smooth_noise(self.seed ^ 5, x_in * 9.0, y_in * 9.0) - 0.5);
        let broad = layered_noise(self.seed, x, y) - 0.5;
        let green = smooth_noise(self.seed ^ 77, x * 0.7, y * 0.7) - 0.5;
        let swell = 1.0 + self.mottle * (1.8 * broad + weave);
        let tinted = [self.sea[0], self.sea[1] * (1.0 + 0.35 * self.mottle * green), self.sea[2]];
        let line = match self.print {
            SeaPrint::Waves { length_in } => wave_crest(x_in, y_in, length_in as f32, pixel_in),
            SeaPrint::Hexes { across_in } => hex_edge(x_in, y_in, across_in as f32, pixel_in),
            _ => 0.0,
        };
        mixed(scaled(tinted, swell.max(0.05)), [0.5, 0.6, 0.66], 0.45 * line)
    }

    fn grain(&self, x_in: f32, y_in: f32) -> Light {
        let streaks = layered_noise(self.seed ^ 9, x_in * 0.25, y_in * 2.2) - 0.5;
        scaled(self.wood, 1.0 + 0.35 * streaks)
    }
}

fn wave_crest(x_in: f32, y_in: f32, length_in: f32, pixel_in: f32) -> f32 {
    let row = (y_in / length_in).floor();
    let bow = 0.16 * length_in * (x_in / length_in * std::f32::consts::TAU + row * 2.1).sin();
    let distance = (y_in - (row + 0.5) * length_in - bow).abs();
    // Short strokes with gaps, every row set off from the last.
    let stroke = ((x_in / (2.0 * length_in) + row * 0.37).rem_euclid(1.0) < 0.55) as u8;
    line_share(distance, 0.06, pixel_in) * f32::from(stroke)
}

fn hex_edge(x_in: f32, y_in: f32, across_in: f32, pixel_in: f32) -> f32 {
    line_share(Hex::around(x_in, y_in, across_in).to_edge_in, 0.045, pixel_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_lie_where_the_setup_says() {
        let ground = Ground::new(&TableSetup::standard(1)).unwrap();
        assert_eq!(ground.area_at(0.02, 0.02), Area::Ink);
        assert_eq!(ground.area_at(-0.02, 1.0), Area::Paper);
        assert_eq!(ground.area_at(-0.27, 1.0), Area::Cloth);
        assert_eq!(ground.area_at(59.98, 35.98), Area::Ink);
        assert_eq!(ground.area_at(30.0, 18.0), Area::Cloth);
        assert_eq!(ground.area_at(-4.0, 18.0), Area::Wood);
    }

    #[test]
    fn hexes_repeat_and_their_edges_are_half_way() {
        assert!(hex_edge(0.5, 0.0, 1.0, 0.01) > 0.9);
        assert_eq!(hex_edge(0.0, 0.0, 1.0, 0.01), 0.0);
        assert!(hex_edge(0.0, 0.577_35, 1.0, 0.01) > 0.9);
    }
}
