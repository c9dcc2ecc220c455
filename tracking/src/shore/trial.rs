//! The shore measured on tables nobody chose: outlines against the truth, and nothing invented where nothing lies.

use super::*;
use calibration::Pixel;
use demo::{Bank, Colour, DemoTable, SeaPrint, TableSetup};
use geometry::{Heading, Point, Pose};
use opencv::core::Mat;

/// A stream of numbers in [0, 1) from a seed (splitmix64).
pub(super) struct Chances(u64);

impl Chances {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5348_4F52_45)
    }

    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.unit() * from.len() as f64) as usize]
    }
}

/// The demo's banks lean inward by this much for each inch of height.
pub(super) const SLOPE: f64 = 0.3;

/// A convex island about a point.
fn island(chances: &mut Chances, middle: Point, reach_in: f64) -> Vec<Point> {
    let corners = 5 + (chances.unit() * 4.0) as usize;
    let (long, turn) = (chances.between(0.55, 1.0), chances.between(0.0, 3.0));
    (0..corners)
        .map(|at| {
            let angle = std::f64::consts::TAU * (at as f64 + chances.between(-0.25, 0.25)) / corners as f64;
            // Corners of an ellipse make a convex polygon whatever their angles.
            let (x, y) = (reach_in * angle.cos(), reach_in * long * angle.sin());
            Point::new(
                middle.x_in + x * f64::cos(turn) - y * f64::sin(turn),
                middle.y_in + x * f64::sin(turn) + y * f64::cos(turn),
            )
        })
        .collect()
}

/// A table with a random sea, light, camera and four pieces; ships stand beside them.
pub(super) fn table(seed: u64) -> TableSetup {
    let mut chances = Chances::new(seed);
    let mut setup = TableSetup::standard(seed).at_size(1280, 720);
    let seas = [Colour(52, 98, 132), Colour(96, 92, 58), Colour(40, 70, 96), Colour(88, 120, 128), Colour(70, 84, 70)];
    setup.sea.colour = chances.pick(&seas);
    setup.sea.mottle = chances.between(0.05, 0.3);
    setup.sea.gloss = chances.between(0.0, 0.6);
    setup.sea.creases = (chances.unit() * 6.0) as u32;
    setup.sea.print = match (chances.unit() * 4.0) as u32 {
        0 => SeaPrint::Waves { length_in: 1.4 },
        1 => SeaPrint::Hexes { across_in: 1.0 },
        _ => SeaPrint::Plain,
    };
    setup.light.lamp_in =
        (chances.between(0.0, 70.0), chances.between(0.0, 70.0), chances.between(80.0, 130.0));
    setup.light.brightness = chances.between(0.7, 1.1);
    setup.light.ambient = chances.between(0.35, 0.7);
    setup.light.tint = chances.pick(&[Colour(255, 249, 240), Colour(255, 214, 165), Colour(235, 243, 255)]);
    setup.sensor.noise_codes = chances.between(1.0, 2.6);
    setup.sensor.vignetting = chances.between(0.1, 0.35);
    setup.camera.position_in =
        (chances.between(24.0, 36.0), chances.between(8.0, 20.0), chances.between(51.0, 55.0));
    setup.camera.looks_at = Point::new(chances.between(29.5, 30.5), chances.between(17.3, 18.5));
    setup.camera.focal_px = 860.0;
    let lands = [Colour(92, 124, 62), Colour(176, 150, 96), Colour(120, 84, 52), Colour(150, 150, 146), Colour(60, 92, 44)];
    let land = |chances: &mut Chances| loop {
        let colour = chances.pick(&lands);
        let far = (i32::from(colour.0) - i32::from(setup.sea.colour.0)).abs()
            + (i32::from(colour.1) - i32::from(setup.sea.colour.1)).abs()
            + (i32::from(colour.2) - i32::from(setup.sea.colour.2)).abs();
        if far > 60 {
            return colour;
        }
    };
    for (x, y) in [(12.0, 9.0), (47.0, 9.5), (30.0, 19.0), (45.0, 28.0)] {
        let middle = Point::new(x + chances.between(-1.5, 1.5), y + chances.between(-1.5, 1.5));
        let reach_in = chances.between(1.6, 4.5);
        let outline = island(&mut chances, middle, reach_in);
        let colour = land(&mut chances);
        setup.banks.push(Bank { outline, height_in: chances.between(0.05, 0.5), colour });
    }
    // Each ship lies close alongside a bank, or stands clear.
    let count = setup.fleet.len();
    let banks = setup.banks.clone();
    for (at, ship) in setup.fleet.iter_mut().enumerate() {
        let stack = match banks.get(at) {
            Some(bank) => {
                let places = outline::places_along(&bank.outline, 0.5);
                let (place, out) = places[(chances.unit() * places.len() as f64) as usize];
                let off_in = ship.beam_in / 2.0 + chances.between(0.15, 0.6);
                let heading = Heading::of_vector(-out.1, out.0);
                ship.pose.heading = heading;
                Point::new(place.x_in + off_in * out.0, place.y_in + off_in * out.1)
            }
            None => Point::new(5.0 + 50.0 * at as f64 / count as f64, 33.5),
        };
        ship.pose = Pose { stack, heading: ship.pose.heading };
    }
    setup
}

pub(super) fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

/// Distances between two outlines, both ways.
pub(super) fn misses(found: &[Point], truth: &[Point]) -> Vec<f64> {
    let one_way = |from: &[Point], to: &[Point]| -> Vec<f64> {
        outline::places_along(from, 0.1).into_iter().map(|(p, _)| outline::distance_to_rim_in(to, p)).collect()
    };
    [one_way(found, truth), one_way(truth, found)].concat()
}

fn pixel_in(setup: &TableSetup, bank: &Bank) -> Pixel {
    let n = bank.outline.len() as f64;
    let (x, y) = bank.outline.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x_in, y + p.y_in));
    setup.camera.table_camera().pixel_from_table(Point::new(x / n, y / n), bank.height_in).unwrap()
}

pub(super) fn bare_of(setup: &TableSetup) -> Mat {
    let bare = TableSetup { banks: Vec::new(), fleet: Vec::new(), ..setup.clone() };
    DemoTable::new(bare).unwrap().empty_frame().unwrap()
}

#[test]
fn clicked_pieces_have_the_outlines_they_were_cut_to() {
    let mut figures = Vec::new();
    for with_bare in [false, true] {
        let (mut all, mut inside, mut count) = (Vec::new(), 0, 0);
        for seed in 1..=seeds() {
            let setup = table(seed);
            let picture = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
            let bare = with_bare.then(|| bare_of(&setup));
            let camera = setup.camera.table_camera();
            let survey = Survey::new(&picture, &camera, setup.sea_in, bare.as_ref()).unwrap();
            for (number, bank) in setup.banks.iter().enumerate() {
                let relief = Relief { height_in: bank.height_in, slope: SLOPE };
                match survey.piece_at(pixel_in(&setup, bank), relief) {
                    Ok(found) => {
                        let mut misses = misses(&found.outline, &bank.outline);
                        inside += misses.iter().filter(|miss| **miss < 1.96 * found.sigma_in).count();
                        count += misses.len();
                        let p95 = percentile(&mut misses, 0.95);
                        println!(
                            "seed {seed} bank {number} bare {with_bare}: p95 {p95:.3} max {:.3} sigma {:.3} hidden {:.2} separation {:.1}",
                            misses[misses.len() - 1], found.sigma_in, found.hidden, found.separation
                        );
                        all.extend(misses);
                    }
                    Err(error) => println!("seed {seed} bank {number} bare {with_bare}: {error}"),
                }
            }
        }
        let p95 = percentile(&mut all, 0.95);
        println!("with the bare table {with_bare}: outline p50 {:.3} p95 {p95:.3} in, within 1.96 sigma {:.3}",
            percentile(&mut all, 0.5), inside as f64 / count as f64);
        figures.push(p95);
    }
}

fn seeds() -> u64 {
    std::env::var("SHORE_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(8)
}

#[test]
fn dump() {
    for word in std::env::var("SHORE_DUMP").unwrap_or_default().split(',') {
        let Some((seed, number)) = word.split_once('.') else { continue };
        let setup = table(seed.parse().unwrap());
        let picture = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
        let bank = &setup.banks[number.parse::<usize>().unwrap()];
        let survey = Survey::new(&picture, &setup.camera.table_camera(), setup.sea_in, None).unwrap();
        let grid = survey.view.grid;
        let place = grid.cell(setup.camera.table_camera().table_from_pixel(pixel_in(&setup, bank), 0.0).unwrap());
        let look = split::Look::around(&survey.view, &survey.sea, place, grid.cells(0.3)).unwrap();
        let split = split::Split::new(&survey.view, &survey.sea, &look, place).unwrap();
        println!("{word} look {look:?} texture {:?} sep {}", survey.sea.texture, split.separation);
        let p = opencv::core::Vector::<i32>::new();
        opencv::imgcodecs::imwrite(&format!("/tmp/d_{word}_pic.png"), &picture, &p).unwrap();
        let mut out = Mat::default();
        use opencv::prelude::*;
        split.share.convert_to(&mut out, opencv::core::CV_8U, 120.0, 60.0).unwrap();
        opencv::imgcodecs::imwrite(&format!("/tmp/d_{word}_share.png"), &out, &p).unwrap();
        opencv::imgcodecs::imwrite(&format!("/tmp/d_{word}_strange.png"), &split.strange, &p).unwrap();
        let mut out = Mat::default();
        survey.sea.difference().unwrap().convert_to(&mut out, opencv::core::CV_8U, 100.0, 128.0).unwrap();
        opencv::imgcodecs::imwrite(&format!("/tmp/d_{word}_res.png"), &out, &p).unwrap();
    }
}
