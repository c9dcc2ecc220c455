//! What happens in a film, and on which table.

use crate::dice::{Carried, DiceAct, DiceBounds, DieSetup, DieStance, Roll, ThrownDie, random_look};
use crate::render::arm::{HandLook, TableEdge};
use crate::setup::colour::Colour;
use crate::setup::records::{
    CameraSetup, LightSetup, SeaLook, SeaPrint, SecondLamp, SensorSetup, TableSetup,
};
use crate::setup::sampler::Sampler;
use geometry::Point;
use std::f64::consts::TAU;

/// What happens in a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmKind {
    /// A hand throws dice, perhaps out of a cup.
    Thrown,
    /// The same while the light changes.
    ThrownInChangingLight,
    /// Dice roll into the tray from beyond its rim; no hand is seen.
    RolledIn,
    /// Dice come out of something that stands at the rim.
    Tower,
    /// A hand carries a die from one place to another.
    Carried,
    /// A hand pushes a die where it lies.
    Nudged,
    /// A hand puts a die down.
    PutDown,
    /// A hand takes a die away.
    TakenAway,
    /// A hand reaches over the tray and goes.
    HandOnly,
    /// The camera's exposure changes in steps, and the light slowly.
    Exposure,
    /// Shadows of people pass.
    Shadow,
    /// A second lamp is switched on.
    Lamp,
}

impl FilmKind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Thrown,
        Self::ThrownInChangingLight,
        Self::RolledIn,
        Self::Tower,
        Self::Carried,
        Self::Nudged,
        Self::PutDown,
        Self::TakenAway,
        Self::HandOnly,
        Self::Exposure,
        Self::Shadow,
        Self::Lamp,
    ];

    /// Is it a throw?
    pub fn is_throw(self) -> bool {
        matches!(self, Self::Thrown | Self::ThrownInChangingLight | Self::RolledIn | Self::Tower)
    }
}

/// A film before it is drawn.
pub(super) struct Script {
    pub(super) setup: TableSetup,
    pub(super) act: DiceAct,
    /// The tray: left, top, width, height, pixels.
    pub(super) tray_px: [i32; 4],
    pub(super) jpeg_quality: u8,
    /// Where something stands at the rim.
    pub(super) tower: Option<Point>,
    /// A lamp that is switched on in the middle of the film.
    pub(super) lamp: Option<SecondLamp>,
}

impl Script {
    pub(super) fn random(kind: FilmKind, seed: u64) -> Self {
        let mut chances = Sampler::new(seed ^ 0x6669_6C6D ^ ((kind as u64) << 40));
        let edge_in = chances.between(12.0, 20.0) / 25.4;
        let (setup, tray_px) = random_table(&mut chances, seed, edge_in);
        let bounds = tray_bounds(&setup, tray_px, edge_in);
        let looks: Vec<_> = (0..chances.count(1, 3)).map(|_| random_look(&mut chances)).collect();
        let die = |chances: &mut Sampler| ThrownDie {
            value: chances.count(1, 6) as u8,
            edge_in,
            look: looks
                .get(chances.count(0, looks.len() as u32 - 1) as usize)
                .copied()
                .unwrap_or_else(|| random_look(chances)),
        };
        let earlier: Vec<_> = (0..chances.count(0, 3)).map(|_| die(&mut chances)).collect();
        // Dice that have long come to rest.
        let lying = Roll::new(&earlier, middle(bounds), bounds, &[], &mut chances).at(f64::INFINITY);
        let thrown: Vec<_> = (0..chances.count(1, 5)).map(|_| die(&mut chances)).collect();
        let mut script = Self {
            act: DiceAct {
                hand: Vec::new(),
                look: random_hand(&mut chances, setup.sea.colour),
                lying,
                roll: None,
                carried: Vec::new(),
            },
            tray_px,
            jpeg_quality: chances.count(60, 97) as u8,
            tower: None,
            lamp: None,
            setup,
        };
        match kind {
            FilmKind::Thrown | FilmKind::ThrownInChangingLight => {
                script.throws(&thrown, bounds, &mut chances)
            }
            FilmKind::RolledIn => {
                let [west, south, east, north] = bounds.0;
                let beyond = 2.5;
                let along = |low, high, chances: &mut Sampler| chances.between(low, high);
                let from = match chances.count(0, 3) {
                    0 => (west - beyond, along(south, north, &mut chances)),
                    1 => (east + beyond, along(south, north, &mut chances)),
                    2 => (along(west, east, &mut chances), south - beyond),
                    _ => (along(west, east, &mut chances), north + beyond),
                };
                let roll = Roll::new(&thrown, from, bounds, &script.act.lying, &mut chances);
                script.act.roll = Some((0.0, roll));
            }
            FilmKind::Tower => {
                let [west, south, east, north] = bounds.0;
                let rim =
                    Point::new(chances.between(west, east), if chances.happens(0.5) { north } else { south });
                script.tower = Some(rim);
                // What lies under the tower isn't seen.
                script.act.lying.retain(|die| (die.at_in.0 - rim.x_in).hypot(die.at_in.1 - rim.y_in) > 3.0);
                let roll = Roll::new(&thrown, (rim.x_in, rim.y_in), bounds, &script.act.lying, &mut chances);
                script.act.roll = Some((0.0, roll));
            }
            FilmKind::Carried | FilmKind::Nudged | FilmKind::PutDown | FilmKind::TakenAway => {
                script.moves_a_die(kind, &die(&mut chances), bounds, &mut chances);
            }
            FilmKind::HandOnly => {
                let over = place_in(bounds, &mut chances);
                script.act.hand =
                    hand_way(&script.setup, &[over, place_in(bounds, &mut chances)], &mut chances);
            }
            FilmKind::Exposure | FilmKind::Shadow => {}
            FilmKind::Lamp => {
                script.lamp = Some(SecondLamp {
                    lamp_in: (
                        chances.between(-40.0, 40.0),
                        chances.between(-40.0, 40.0),
                        chances.between(30.0, 70.0),
                    ),
                    lamp_radius_in: chances.between(0.5, 5.0),
                    brightness: chances.between(0.2, 0.8),
                    tint: Colour(255, 246, 226),
                });
            }
        }
        script
    }

    fn throws(&mut self, dice: &[ThrownDie], bounds: DiceBounds, chances: &mut Sampler) {
        let palm = place_in(bounds, chances);
        self.act.hand = hand_way(&self.setup, &[palm, palm], chances);
        let release_s = self.act.hand.get(2).map_or(0.0, |(at_s, _)| *at_s);
        let from = (palm.x_in, palm.y_in);
        self.act.roll = Some((release_s, Roll::new(dice, from, bounds, &self.act.lying, chances)));
    }

    /// A die that moves only with the hand.
    fn moves_a_die(&mut self, kind: FilmKind, die: &ThrownDie, bounds: DiceBounds, chances: &mut Sampler) {
        let rest = Roll::new(&[*die], middle(bounds), bounds, &self.act.lying, chances).at(f64::INFINITY);
        let Some(rest) = rest.first().copied() else { return };
        let at = Point::new(rest.at_in.0, rest.at_in.1);
        let edge = TableEdge::nearest(at, self.setup.sea_in);
        let inward = match edge {
            TableEdge::South => (0.0, 1.0),
            TableEdge::North => (0.0, -1.0),
            TableEdge::West => (1.0, 0.0),
            TableEdge::East => (-1.0, 0.0),
        };
        // Between the finger tips, or under them.
        let reach_in = chances.between(1.0, 1.9);
        let palm = Point::new(at.x_in - reach_in * inward.0, at.y_in - reach_in * inward.1);
        let (way_in, to) = match kind {
            FilmKind::Nudged => (chances.between(0.3, 1.5) * die.edge_in, chances.between(0.0, TAU)),
            _ => (chances.between(1.5, 4.0), chances.between(0.0, TAU)),
        };
        let towards = (middle(bounds).0 - at.x_in, middle(bounds).1 - at.y_in);
        let to = if kind == FilmKind::Carried { towards.1.atan2(towards.0) } else { to };
        let other = Point::new(palm.x_in + way_in * to.cos(), palm.y_in + way_in * to.sin());
        let hand = hand_way(&self.setup, &[palm, other], chances);
        let at_s = |key: usize| hand.get(key).map_or(0.0, |(at_s, _)| *at_s);
        let (from_s, until_s, lies_before, lies_after) = match kind {
            FilmKind::PutDown => (at_s(0), at_s(1), false, true),
            FilmKind::TakenAway => (at_s(2), at_s(3), true, false),
            _ => (at_s(1), at_s(2), true, true),
        };
        let lifted_in = if kind == FilmKind::Nudged { 0.0 } else { chances.between(0.2, 0.8) };
        // Where the hand is taken from is where the die lies: a die that is put down starts with the hand, out of sight.
        let start = if kind == FilmKind::PutDown { hand.first().map(|(_, place)| *place) } else { None };
        let taken = start.map_or(rest, |start| DieSetup {
            at_in: (
                rest.at_in.0 + start.x_in - palm.x_in,
                rest.at_in.1 + start.y_in - palm.y_in,
                rest.at_in.2,
            ),
            ..rest
        });
        let taken = if kind == FilmKind::TakenAway {
            DieSetup {
                at_in: (
                    rest.at_in.0 + other.x_in - palm.x_in,
                    rest.at_in.1 + other.y_in - palm.y_in,
                    rest.at_in.2,
                ),
                ..rest
            }
        } else {
            taken
        };
        self.act.carried = vec![Carried {
            die: DieSetup { stance: DieStance::Flat, ..taken },
            from_s,
            until_s,
            lies_before,
            lies_after,
            lifted_in,
        }];
        self.act.hand = hand;
    }
}

fn middle(DiceBounds([west, south, east, north]): DiceBounds) -> (f64, f64) {
    (0.5 * (west + east), 0.5 * (south + north))
}

fn place_in(DiceBounds([west, south, east, north]): DiceBounds, chances: &mut Sampler) -> Point {
    Point::new(chances.between(west, east), chances.between(south, north))
}

/// A hand comes to the first place, goes on to the second, and leaves.
fn hand_way(setup: &TableSetup, places: &[Point; 2], chances: &mut Sampler) -> Vec<(f64, Point)> {
    let [first, second] = *places;
    let edge = TableEdge::nearest(first, setup.sea_in);
    let (comes_s, stays_s, goes_s) =
        (chances.between(0.25, 0.6), chances.between(0.1, 0.5), chances.between(0.25, 0.7));
    vec![
        (0.0, edge.beyond(first, setup.sea_in)),
        (comes_s, first),
        (comes_s + stays_s, second),
        (comes_s + stays_s + goes_s, edge.beyond(second, setup.sea_in)),
    ]
}

/// Skin of all colours, gloves, sleeves; one sleeve in five is of the ground's own colour.
fn random_hand(chances: &mut Sampler, ground: Colour) -> HandLook {
    let skins = [
        Colour(218, 170, 140),
        Colour(236, 196, 172),
        Colour(150, 104, 76),
        Colour(84, 58, 44),
        Colour(30, 30, 34),
        Colour(60, 64, 58),
    ];
    let sleeves = [
        Colour(150, 48, 52),
        Colour(40, 52, 90),
        Colour(24, 24, 26),
        Colour(222, 220, 214),
        Colour(96, 104, 84),
        ground,
    ];
    let skin = chances.one_of(Colour(218, 170, 140), &skins);
    let sleeve = if chances.happens(0.25) { skin } else { chances.one_of(ground, &sleeves) };
    let cup = chances
        .happens(0.2)
        .then(|| chances.one_of(Colour(70, 42, 28), &[Colour(28, 26, 26), Colour(180, 150, 60)]));
    HandLook { skin: chances.near(skin, 10.0), sleeve: chances.near(sleeve, 10.0), cup }
}

/// A table that is little more than its tray, and the tray in the picture.
fn random_table(chances: &mut Sampler, seed: u64, edge_in: f64) -> (TableSetup, [i32; 4]) {
    let (width, height) = (chances.count(380, 520), chances.count(300, 400));
    let px_per_in = chances.between(22.0, 40.0) / edge_in;
    let (width_in, height_in) = (f64::from(width) / px_per_in, f64::from(height) / px_per_in);
    let tilt = chances.between(0.0, 0.5);
    let distance_in = chances.between(26.0, 44.0);
    let middle = Point::new(0.5 * width_in, 0.5 * height_in);
    let grounds = [
        Colour(32, 90, 54),
        Colour(38, 60, 120),
        Colour(120, 24, 30),
        Colour(130, 92, 58),
        Colour(40, 40, 44),
        Colour(150, 148, 142),
        Colour(200, 198, 192),
        Colour(60, 40, 28),
    ];
    let colour = chances.one_of(Colour(52, 98, 132), &grounds);
    let print = match chances.count(0, 5) {
        0 | 1 => SeaPrint::Plain,
        2 | 3 => SeaPrint::Felt { folds: 1 },
        4 => SeaPrint::Waves { length_in: chances.between(0.8, 2.0) },
        _ => SeaPrint::Hexes { across_in: chances.between(1.0, 2.0) },
    };
    let setup = TableSetup {
        seed,
        sea_in: (width_in, height_in),
        camera: CameraSetup {
            width,
            height,
            focal_px: px_per_in * distance_in,
            centre_off_px: (0.0, 0.0),
            dist: [chances.between(-0.1, 0.02), 0.0, 0.0, 0.0, 0.0],
            position_in: (middle.x_in, middle.y_in - distance_in * tilt.sin(), distance_in * tilt.cos()),
            looks_at: middle,
            roll_rad: chances.between(-0.1, 0.1),
        },
        sea: SeaLook {
            colour: chances.near(colour, 15.0),
            mottle: chances.between(0.0, 0.3),
            mottle_in: chances.between(0.3, 3.0),
            print,
            creases: 0,
            gloss: 0.1,
            margin_in: 1.0,
            table_colour: Colour(124, 98, 72),
        },
        light: LightSetup {
            lamp_in: (
                chances.between(-50.0, 60.0),
                chances.between(-50.0, 60.0),
                chances.between(30.0, 90.0),
            ),
            lamp_radius_in: chances.between(0.7, 9.0),
            ambient: chances.between(0.25, 0.7),
            brightness: chances.between(0.6, 1.1),
            tint: Colour(255, 249, 240),
            second: None,
        },
        sensor: SensorSetup {
            noise_codes: chances.between(0.5, 4.0),
            blur_px: chances.between(0.4, 0.9),
            vignetting: chances.between(0.0, 0.3),
            jpeg_quality: 93,
        },
        cards: Vec::new(),
        fleet: Vec::new(),
        banks: Vec::new(),
    };
    let inset = |size: u32, chances: &mut Sampler| (f64::from(size) * chances.between(0.03, 0.1)) as i32;
    let (left, top) = (inset(width, chances), inset(height, chances));
    let (right, bottom) = (inset(width, chances), inset(height, chances));
    (setup, [left, top, width as i32 - left - right, height as i32 - top - bottom])
}

/// Where dice may rest so that they are whole in the tray.
fn tray_bounds(setup: &TableSetup, [left, top, width, height]: [i32; 4], edge_in: f64) -> DiceBounds {
    let camera = setup.camera.table_camera();
    let place = |x: i32, y: i32| {
        camera
            .table_from_pixel(calibration::Pixel::new(f64::from(x), f64::from(y)), 0.0)
            .unwrap_or(setup.camera.looks_at)
    };
    let corners = [
        place(left, top),
        place(left + width, top),
        place(left, top + height),
        place(left + width, top + height),
    ];
    let room = 1.5 * edge_in;
    let inner = |mut values: [f64; 4]| {
        values.sort_by(f64::total_cmp);
        (values[1] + room, values[2] - room)
    };
    let ((west, east), (south, north)) = (inner(corners.map(|at| at.x_in)), inner(corners.map(|at| at.y_in)));
    DiceBounds([west, south, east, north])
}
