//! Random tables: lens, camera, light, sea, banks and fleet from a seed, over the whole range of dining rooms and
//! webcams. The accuracy of tracking is measured over many of them.

use crate::setup::colour::Colour;
use crate::setup::random_fleet::random_fleet;
use crate::setup::records::{
    Bank, CameraSetup, CardSetup, LightSetup, SeaLook, SeaPrint, SensorSetup, TableSetup,
};
use crate::setup::sampler::Sampler;
use calibration::TableCamera;
use geometry::Point;

impl TableSetup {
    /// A random table: the same seed is the same table. All four corner cards are in the picture, but a bank may cover
    /// one of them.
    pub fn random(seed: u64) -> Self {
        let mut chances = Sampler::new(seed ^ 0x7461_626C_6573);
        let sea_in = match chances.between(0.0, 1.0) {
            x if x < 0.76 => (60.0, 36.0),
            x if x < 0.88 => (48.0, 30.0),
            _ => (72.0, 44.0),
        };
        let cards = CardSetup::corners(sea_in);
        let camera = random_camera(&mut chances, sea_in, &cards);
        let light = random_light(&mut chances, sea_in);
        let sea = random_sea(&mut chances);
        let banks = if chances.happens(0.3) { random_banks(&mut chances, sea_in) } else { Vec::new() };
        let px_per_in =
            camera.table_camera().px_per_in(Point::new(sea_in.0 / 2.0, sea_in.1 / 2.0)).unwrap_or(20.0);
        let fleet = random_fleet(&mut chances, sea.colour, px_per_in, sea_in);
        let sensor = SensorSetup {
            noise_codes: chances.between(0.8, 3.0),
            blur_px: chances.between(0.4, 0.9) * if camera.width > 2000 { 1.4 } else { 1.0 },
            vignetting: chances.between(0.05, 0.4),
            jpeg_quality: chances.count(80, 96) as u8,
        };
        Self { seed, sea_in, camera, sea, light, sensor, cards, fleet, banks }
    }
}

/// A camera anywhere about the table, from straight above to 35 degrees off the vertical, as near as all cards allow.
fn random_camera(chances: &mut Sampler, sea_in: (f64, f64), cards: &[CardSetup]) -> CameraSetup {
    let (width, height) = match chances.between(0.0, 1.0) {
        x if x < 0.7 => (1920, 1080),
        x if x < 0.85 => (3840, 2160),
        _ => (1280, 720),
    };
    // Focal lengths in picture widths: 0.46 sees 95 degrees across, 1.3 sees 42.
    let (focal, k1) = match chances.between(0.0, 1.0) {
        x if x < 0.3 => (chances.between(0.46, 0.6), chances.between(-0.32, -0.15)),
        x if x < 0.8 => (chances.between(0.6, 0.9), chances.between(-0.16, 0.04)),
        _ => (chances.between(0.9, 1.3), chances.between(-0.08, 0.06)),
    };
    // More than 0.45 of the square keeps the lens from folding the picture's rim back (the radius grows with the angle).
    let k2 = k1 * k1 * chances.between(0.6, 1.1);
    let tilt = match chances.between(0.0, 1.0) {
        x if x < 0.4 => chances.between(0.0, 8.0),
        x if x < 0.75 => chances.between(8.0, 20.0),
        _ => chances.between(20.0, 35.0),
    }
    .to_radians();
    let from = chances.between(0.0, std::f64::consts::TAU);
    let half_turn = if chances.happens(0.12) { std::f64::consts::PI } else { 0.0 };
    let aim = (chances.between(-0.5, 0.5), chances.between(-0.5, 0.5));
    let camera = CameraSetup {
        width,
        height,
        focal_px: focal * f64::from(width),
        centre_off_px: (
            chances.between(-0.012, 0.012) * f64::from(width),
            chances.between(-0.012, 0.012) * f64::from(width),
        ),
        dist: [k1, k2, chances.between(-1e-3, 1e-3), chances.between(-1e-3, 1e-3), 0.0],
        position_in: (0.0, 0.0, 0.0),
        looks_at: Point::new(sea_in.0 / 2.0 + aim.0, sea_in.1 / 2.0 + aim.1),
        roll_rad: half_turn + chances.between(-0.1, 0.1),
    };
    let spare = chances.between(0.008, 0.04) * f64::from(width);
    let hung = |distance_in: f64| {
        let (x, y) = (camera.looks_at.x_in, camera.looks_at.y_in);
        let aside = distance_in * tilt.sin();
        CameraSetup {
            position_in: (x + aside * from.sin(), y + aside * from.cos(), distance_in * tilt.cos()),
            ..camera
        }
    };
    // The table appears smaller from farther away: bisection finds the nearest place that sees all cards.
    let (mut near_in, mut far_in) = (12.0, 240.0);
    for _ in 0..40 {
        let between_in = f64::midpoint(near_in, far_in);
        let all = hold_all(&hung(between_in).table_camera(), cards, spare);
        (near_in, far_in) = if all { (near_in, between_in) } else { (between_in, far_in) };
    }
    // Seen at an angle, the table is not in the middle of the picture: the camera is aimed at it.
    let centred = centred(hung(far_in), cards);
    if hold_all(&centred.table_camera(), cards, 0.5 * spare) { centred } else { hung(far_in) }
}

/// Are all cards wholly in the picture, with this much to spare?
fn hold_all(camera: &TableCamera, cards: &[CardSetup], spare_px: f64) -> bool {
    let (width, height) = (f64::from(camera.lens.width), f64::from(camera.lens.height));
    cards.iter().flat_map(CardSetup::square).all(|corner| {
        camera.pixel_from_table(corner, 0.0).is_some_and(|pixel| {
            (spare_px..width - spare_px).contains(&pixel.x_px)
                && (spare_px..height - spare_px).contains(&pixel.y_px)
        })
    })
}

/// The camera turned a little, so that the cards are centred in the picture.
fn centred(camera: CameraSetup, cards: &[CardSetup]) -> CameraSetup {
    let seen = camera.table_camera();
    let pixels: Vec<_> = cards.iter().filter_map(|card| seen.pixel_from_table(card.middle, 0.0)).collect();
    let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    for pixel in &pixels {
        low = (low.0.min(pixel.x_px), low.1.min(pixel.y_px));
        high = (high.0.max(pixel.x_px), high.1.max(pixel.y_px));
    }
    let middle = calibration::Pixel::new(f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1));
    match seen.table_from_pixel(middle, 0.0) {
        Some(looks_at) => CameraSetup { looks_at, ..camera },
        None => camera,
    }
}

fn random_light(chances: &mut Sampler, sea_in: (f64, f64)) -> LightSetup {
    let overhead = chances.happens(0.4);
    let lamp_in = if overhead {
        (
            chances.between(0.2, 0.8) * sea_in.0,
            chances.between(0.2, 0.8) * sea_in.1,
            chances.between(55.0, 100.0),
        )
    } else {
        (
            chances.between(-0.5, 1.5) * sea_in.0,
            chances.between(-0.8, 1.8) * sea_in.1,
            chances.between(60.0, 130.0),
        )
    };
    let tint = if chances.happens(0.6) {
        // From daylight to a warm bulb.
        let warmth = chances.between(0.0, 1.0);
        Colour(255, (252.0 - 42.0 * warmth) as u8, (248.0 - 96.0 * warmth) as u8)
    } else {
        let cold = chances.between(0.0, 1.0);
        Colour((255.0 - 34.0 * cold) as u8, (255.0 - 10.0 * cold) as u8, 255)
    };
    LightSetup {
        lamp_in,
        lamp_radius_in: chances.between(3.0, 20.0),
        ambient: chances.between(0.3, 0.8),
        brightness: chances.between(0.7_f64.ln(), 1.3_f64.ln()).exp(),
        tint,
        second: None,
    }
}

fn random_sea(chances: &mut Sampler) -> SeaLook {
    let (blue, green, grey) = (Colour(52, 98, 132), Colour(62, 112, 94), Colour(112, 120, 122));
    let (river, felt, navy, pale) =
        (Colour(104, 92, 62), Colour(38, 90, 58), Colour(30, 50, 82), Colour(128, 160, 176));
    let colour = chances.one_of(blue, &[blue, green, grey, river, felt, navy, pale]);
    SeaLook {
        colour: chances.near(colour, 10.0),
        mottle: chances.between(0.04, 0.32),
        mottle_in: chances.between(1.2, 6.0),
        print: match chances.between(0.0, 1.0) {
            x if x < 0.5 => SeaPrint::Plain,
            x if x < 0.75 => SeaPrint::Waves { length_in: chances.between(0.8, 2.5) },
            _ => SeaPrint::Hexes { across_in: chances.between(0.9, 2.0) },
        },
        creases: if chances.happens(0.4) { chances.count(1, 8) } else { 0 },
        gloss: if chances.happens(0.35) { chances.between(0.2, 0.65) } else { chances.between(0.0, 0.1) },
        margin_in: chances.between(0.5, 5.0),
        table_colour: {
            let (oak, walnut, linen, slate) =
                (Colour(124, 98, 72), Colour(78, 52, 36), Colour(196, 190, 180), Colour(60, 60, 64));
            let table = chances.one_of(oak, &[oak, walnut, linen, slate]);
            chances.near(table, 15.0)
        },
    }
}

/// A river's banks along two sides, or islands; sometimes one covers a corner card.
fn random_banks(chances: &mut Sampler, (width, depth): (f64, f64)) -> Vec<Bank> {
    let colour = chances
        .one_of(Colour(96, 124, 66), &[Colour(168, 148, 102), Colour(112, 92, 64), Colour(86, 100, 58)]);
    let colour = chances.near(colour, 12.0);
    let mut banks = Vec::new();
    let mut bank = |chances: &mut Sampler, points: &[(f64, f64)]| {
        let outline = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        banks.push(Bank { outline, height_in: chances.between(0.08, 0.5), colour });
    };
    if chances.happens(0.6) {
        for north in [false, true] {
            // Between the cards, or over one of them.
            let covers = chances.happens(0.15) && !north;
            let (from, to) = (
                if covers { -2.0 } else { chances.between(5.0, 0.3 * width) },
                chances.between(0.6 * width, width - 5.0),
            );
            let reach = chances.between(2.0, 0.16 * depth);
            // Convex: the shore's distance from the table's edge at shares of its length, and the edge behind it.
            let shore: &[(f64, f64)] = if covers {
                &[(0.0, 1.0), (0.5, 1.0), (1.0, 0.0)]
            } else {
                &[(0.0, 0.0), (0.12, 0.7), (0.4, 1.0), (0.7, 0.95), (0.9, 0.6), (1.0, 0.0)]
            };
            let reach = if covers { reach.max(2.7) } else { reach };
            let mut points: Vec<(f64, f64)> =
                shore.iter().map(|(along, out)| (from + along * (to - from), out * reach)).collect();
            points.extend([(to, -2.0), (from, -2.0)]);
            let of_side = |&(x, y): &(f64, f64)| (x, if north { depth - y } else { y });
            let points: Vec<_> = points.iter().map(of_side).collect();
            bank(chances, &points);
        }
    }
    for _ in 0..chances.count(0, 2) {
        let middle = (chances.between(0.25, 0.75) * width, chances.between(0.3, 0.7) * depth);
        let (long, across) = (chances.between(1.5, 4.0), chances.between(0.8, 2.0));
        let turned = chances.between(0.0, std::f64::consts::PI);
        let points: Vec<(f64, f64)> = (0..9)
            .map(|step| {
                let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 9.0).sin_cos();
                let (x, y) = (long * cos, across * sin);
                (
                    middle.0 + x * turned.cos() - y * turned.sin(),
                    middle.1 + x * turned.sin() + y * turned.cos(),
                )
            })
            .collect();
        bank(chances, &points);
    }
    banks
}
