//! Knocked cameras: shifted by up to six inches, turned by up to fifteen degrees, with one to four cards left
//! in view. Each is corrected to 0.2 in, or reported with no place sure: never silently wrong. `./check`
//! tries a few dozen, `./check --long` five hundred:
//! `cargo test -p tracking --features long --test knocks -- --nocapture`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use calibration::{
    CharucoBoard, Dictionary, LensBoard, LensFile, LensOptions, Pixel, TableCamera, TableFile,
    calibrate_lens, calibrate_table, read_picture, remap,
};
use demo::{CameraSetup, CardSetup, DemoTable, TableSetup, TruthPicture};
use geometry::{FrameId, Point};
use nalgebra::{Matrix3, Rotation3, Vector2, Vector3};
use opencv::core::{Mat, Scalar, Vec2f};
use opencv::{imgproc, prelude::*};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tracking::{Fleet, FleetAnnotation, Series, learn_fleet};

/// The largest error of a place that counts as corrected, inches.
const RIGHT_IN: f64 = 0.2;
const MOST_SHIFT_IN: f64 = 6.0;
const MOST_TURN_DEG: f64 = 15.0;
/// The number of knocks of each kind.
const RENDERED: usize = if cfg!(feature = "long") { 300 } else { 16 };
const PHOTOGRAPHED: usize = if cfg!(feature = "long") { 200 } else { 16 };
/// The number of knocks per table.
const EACH: usize = if cfg!(feature = "long") { 20 } else { 8 };

/// Pseudo-random numbers from a seed (SplitMix64).
struct Chance(u64);

impl Chance {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        low + (high - low) * ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f64) as usize).min(count - 1)
    }

    /// A random direction over the table.
    fn direction(&mut self) -> Vector2<f64> {
        let towards_rad = self.between(0.0, std::f64::consts::TAU);
        Vector2::new(towards_rad.cos(), towards_rad.sin())
    }

    /// A random strength; half of all knocks are slight.
    fn strength(&mut self) -> f64 {
        if self.between(0.0, 1.0) < 0.5 { self.between(0.0, 1.0) } else { self.between(0.0, 0.2) }
    }

    fn turn_rad(&mut self) -> f64 {
        let most_deg = MOST_TURN_DEG * self.strength();
        self.between(-most_deg, most_deg).to_radians()
    }
}

/// A camera at rest that was knocked.
struct Knocked {
    picture: Mat,
    truth: TableCamera,
    /// The number of cards completely in view.
    cards: usize,
    what: String,
}

/// A table calibrated and mustered before the knock.
struct Before {
    table: TableFile,
    fleet: Fleet,
    cards: Vec<CardSetup>,
}

/// The cards completely in the picture, including their white margins.
fn in_view(cards: &[CardSetup], camera: &TableCamera) -> Vec<CardSetup> {
    let (width, height) = (f64::from(camera.lens.width), f64::from(camera.lens.height));
    let whole = |card: &CardSetup| {
        let paper = CardSetup { side_in: card.side_in + 2.0 * card.margin_in, ..*card };
        paper.square().iter().all(|corner| {
            camera.pixel_from_table(*corner, 0.0).is_some_and(|pixel| {
                (2.0..width - 3.0).contains(&pixel.x_px) && (2.0..height - 3.0).contains(&pixel.y_px)
            })
        })
    };
    cards.iter().filter(|card| whole(card)).copied().collect()
}

/// Covers all cards except a number with something dark and round; returns the number left.
fn cover_all_but(
    picture: &mut Mat,
    camera: &TableCamera,
    cards: &[CardSetup],
    left: usize,
    chance: &mut Chance,
) -> usize {
    let mut seen = in_view(cards, camera);
    while seen.len() > left {
        let card = seen.remove(chance.below(seen.len()));
        let middle = camera.pixel_from_table(card.middle, 0.0).unwrap();
        let radius_px = (0.9 * card.side_in * camera.px_per_in(card.middle).unwrap()) as i32;
        let at = opencv::core::Point::new(middle.x_px as i32, middle.y_px as i32);
        imgproc::circle(picture, at, radius_px, Scalar::new(40.0, 60.0, 70.0, 0.0), -1, 8, 0).unwrap();
    }
    seen.len()
}

/// The largest error over the playing area, inches, of reading one camera's picture with another camera's
/// calibration.
fn most_off_in(reads: &TableCamera, sees: &TableCamera, size_in: (f64, f64)) -> f64 {
    let (width, height) = (f64::from(sees.lens.width), f64::from(sees.lens.height));
    let places = (0..63)
        .map(|step| Point::new(size_in.0 * f64::from(step % 9) / 8.0, size_in.1 * f64::from(step / 9) / 6.0));
    places
        .filter_map(|place| {
            let pixel = sees.pixel_from_table(place, 0.0)?;
            ((0.0..width).contains(&pixel.x_px) && (0.0..height).contains(&pixel.y_px))
                .then(|| reads.table_from_pixel(pixel, 0.0).map_or(f64::INFINITY, |at| at.distance_in(place)))
        })
        .fold(0.0, f64::max)
}

/// The results of the knocks with a number of cards left in view.
#[derive(Debug, Default)]
struct Tally {
    knocks: usize,
    right: usize,
    said: usize,
    silent: Vec<String>,
}

fn judge(before: &Before, knocked: &Knocked, tallies: &mut BTreeMap<usize, Tally>) {
    let mut series = Series::new(&before.table, &before.fleet).unwrap();
    let (drift, reading) = series.observe(&knocked.picture, FrameId(1)).unwrap();
    let off_in = most_off_in(&series.table().camera(), &knocked.truth, before.table.size_in);
    let was_in = most_off_in(&before.table.camera(), &knocked.truth, before.table.size_in);
    let sure = reading.observations.iter().filter(|seen| seen.sure).count();
    let tally = tallies.entry(knocked.cards).or_default();
    tally.knocks += 1;
    let said = drift.notice();
    let told = format!(
        "{} cards, {}: {was_in:.2} in off, then {off_in:.3}, {sure} ships sure: {}",
        knocked.cards,
        knocked.what,
        said.as_deref().unwrap_or("nothing said")
    );
    println!("{told}");
    if off_in <= RIGHT_IN {
        tally.right += 1;
    } else if said.is_some() && sure == 0 {
        tally.said += 1;
    } else {
        tally.silent.push(told);
    }
}

/// Checks that none is silent, and that with three cards or more in view the camera is corrected in nineteen
/// cases of twenty.
fn hold(tallies: &BTreeMap<usize, Tally>, knocks: usize) {
    for (cards, tally) in tallies {
        println!(
            "{cards} cards in view: {} knocks, {} put right, {} said, {} silent",
            tally.knocks,
            tally.right,
            tally.said,
            tally.silent.len()
        );
    }
    let silent: Vec<_> = tallies.values().flat_map(|tally| &tally.silent).collect();
    assert!(silent.is_empty(), "{} silent: {silent:#?}", silent.len());
    assert_eq!(tallies.values().map(|tally| tally.knocks).sum::<usize>(), knocks);
    for (cards, tally) in tallies.range(3..) {
        assert!(20 * tally.right >= 19 * tally.knocks, "{cards} cards in view put the camera right");
    }
}

/// The setup of a demo camera with this pose.
fn setup_of(camera: &CameraSetup, turn: Matrix3<f64>, position_in: Vector3<f64>) -> CameraSetup {
    let ahead = turn.transpose() * Vector3::z();
    let at = position_in - ahead * (position_in.z / ahead.z);
    let (position_in, looks_at) = ((position_in.x, position_in.y, position_in.z), Point::new(at.x, at.y));
    let level = CameraSetup { position_in, looks_at, roll_rad: 0.0, ..*camera };
    let roll = turn * level.table_camera().camera_from_table.transpose();
    CameraSetup { roll_rad: roll[(1, 0)].atan2(roll[(0, 0)]), ..level }
}

/// Turned about a card, about the point below it or the point it looks at; shifted sideways and up; tilted.
fn knocked_setup(setup: &TableSetup, chance: &mut Chance) -> (CameraSetup, String) {
    let camera = setup.camera.table_camera();
    let pivot = match chance.below(3) {
        0 => setup.cards[chance.below(setup.cards.len())].middle,
        1 => Point::new(camera.position_in.x, camera.position_in.y),
        _ => setup.camera.looks_at,
    };
    let turn_rad = chance.turn_rad();
    let turned = Rotation3::from_axis_angle(&Vector3::z_axis(), turn_rad);
    let pivot_in = Vector3::new(pivot.x_in, pivot.y_in, 0.0);
    // Every third knock only turns the camera about a point.
    let strength = if chance.below(3) == 0 { 0.0 } else { chance.strength() };
    let aside = chance.direction() * (MOST_SHIFT_IN * strength * chance.between(0.0, 1.0));
    let up_in = chance.between(-1.0, 1.0) * strength;
    let tilted_in = strength * chance.between(0.0, MOST_SHIFT_IN) - aside.norm() * 0.5;
    let tilt = chance.direction() * (tilted_in.max(0.0) / camera.position_in.z);
    let tilted = Rotation3::from_scaled_axis(Vector3::new(tilt.x, tilt.y, 0.0));
    let position_in =
        pivot_in + turned * (camera.position_in - pivot_in) + Vector3::new(aside.x, aside.y, up_in);
    let turn = tilted.matrix() * camera.camera_from_table * turned.matrix().transpose();
    let what = format!(
        "turned {:.2} degrees about {:.0}, {:.0}, shifted {:.2} in, up {up_in:.2} in, tilted {:.2} in",
        turn_rad.to_degrees(),
        pivot.x_in,
        pivot.y_in,
        aside.norm(),
        tilted_in.max(0.0)
    );
    (setup_of(&setup.camera, turn, position_in), what)
}

fn demo_before(setup: &TableSetup) -> Option<(DemoTable, Before)> {
    let mut demo = DemoTable::new(setup.clone()).unwrap();
    let (empty, picture) = (demo.empty_frame().unwrap(), demo.frame().unwrap());
    let lens = LensFile::from_lens(setup.camera.lens(), 0.15);
    // A bank may cover cards of a random table, or its fleet may be refused.
    let table = calibrate_table(&empty, &lens, setup.sea_in, 2.0).ok()?.file;
    let words =
        FleetAnnotation::from_json(&serde_json::to_string(&demo.fleet_annotation()).unwrap()).unwrap();
    let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), table.id(), &words).ok()?;
    let known = |card: &&CardSetup| table.cards.iter().any(|seen| seen.id == card.id);
    let cards = setup.cards.iter().filter(known).copied().collect();
    Some((demo, Before { table, fleet, cards }))
}

#[test]
fn a_knocked_demo_camera_is_corrected_or_reported() {
    let mut tallies = BTreeMap::new();
    let mut chance = Chance(20);
    let (mut knocks, mut seed) = (0, 3000);
    while knocks < RENDERED {
        seed += 1;
        let mut setup = if seed % 2 == 0 { TableSetup::random(seed) } else { TableSetup::standard(seed) };
        if setup.camera.width > 1920 {
            setup = setup.at_size(1920, 1080);
        }
        let Some((mut demo, before)) = demo_before(&setup) else { continue };
        let mut here = 0;
        while here < EACH && knocks < RENDERED {
            let (camera, what) = knocked_setup(&setup, &mut chance);
            let left = 1 + chance.below(4);
            if in_view(&before.cards, &camera.table_camera()).is_empty() {
                continue;
            }
            demo.rearrange(|setup| setup.camera = camera).unwrap();
            let (mut picture, truth) = (demo.frame().unwrap(), camera.table_camera());
            let cards = cover_all_but(&mut picture, &truth, &before.cards, left, &mut chance);
            let what = format!("seed {seed}, {what}");
            judge(&before, &Knocked { picture, truth, cards, what }, &mut tallies);
            here += 1;
            knocks += 1;
        }
    }
    hold(&tallies, RENDERED);
}

/// The tables with known truth are among the tests of the whole app.
fn table_dir(set: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/tables").join(set)
}

fn jpegs(folder: &Path, beginning: &str) -> Vec<PathBuf> {
    let named = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let wanted = |path: &PathBuf| named(path).starts_with(beginning) && named(path).ends_with(".jpg");
    let mut found: Vec<_> = paths.filter(wanted).collect();
    found.sort();
    found
}

fn truth_of(folder: &Path, stem: &str) -> TruthPicture {
    let text = std::fs::read_to_string(folder.join(format!("{stem}.truth.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn harbor_lens() -> LensFile {
    let board = LensBoard::Charuco(CharucoBoard {
        squares_x: 10,
        squares_y: 7,
        square_in: 1.0,
        marker_in: 0.75,
        dictionary: Dictionary::BOARD,
    });
    let views = jpegs(&table_dir("harbor"), "lens");
    calibrate_lens(&views, &board, LensOptions::default()).unwrap().file
}

fn photographed_before(folder: &Path, lens: &LensFile) -> Before {
    let empty = read_picture(&folder.join("empty.jpg")).unwrap();
    let truth = truth_of(folder, "empty");
    let size_in = (truth.table[0], truth.table[1]);
    let table = calibrate_table(&empty, lens, size_in, 2.0).unwrap().file;
    let words = std::fs::read_to_string(folder.join("muster.json")).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let picture = read_picture(&folder.join("muster.jpg")).unwrap();
    let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), table.id(), &words).unwrap();
    Before { table, fleet, cards: CardSetup::corners(size_in) }
}

/// A photograph from the same camera turned about itself: occlusions don't change then, so this is exact.
/// `straight` holds the undistorted ray of every pixel.
fn turned_about_itself(
    picture: &Mat,
    camera: &TableCamera,
    straight: &[Vector2<f64>],
    turn: &Rotation3<f64>,
) -> (Mat, TableCamera) {
    let lens = &camera.lens;
    let back = turn.inverse();
    let from: Vec<Vec2f> = straight
        .iter()
        .map(|ray| {
            let ray = back * Vector3::new(ray.x, ray.y, 1.0);
            let pixel = lens.pixel_from_ideal(Vector2::new(ray.x / ray.z, ray.y / ray.z));
            Vec2f::from([pixel.x_px as f32, pixel.y_px as f32])
        })
        .collect();
    let from = Mat::from_slice(&from).unwrap();
    let from = from.reshape(2, lens.height as i32).unwrap();
    let (cubic, edge) = (imgproc::INTER_CUBIC, opencv::core::BORDER_REPLICATE);
    let from = from.clone_pointee();
    let turned = remap(picture, (&from, &Mat::default()), cubic, edge, Scalar::default()).unwrap();
    (turned, TableCamera { camera_from_table: turn.matrix() * camera.camera_from_table, ..*camera })
}

fn straight_rays(camera: &TableCamera) -> Vec<Vector2<f64>> {
    let lens = &camera.lens;
    (0..lens.height)
        .flat_map(|row| {
            (0..lens.width).map(move |column| {
                lens.ideal_from_pixel(Pixel::new(f64::from(column), f64::from(row))).unwrap()
            })
        })
        .collect()
}

#[test]
fn a_camera_knocked_over_a_photographed_table_is_corrected_or_reported() {
    let lens = harbor_lens();
    let mut tallies = BTreeMap::new();
    let mut chance = Chance(21);
    for set in ["harbor", "tagged"] {
        let folder = table_dir(set);
        let before = photographed_before(&folder, &lens);
        let turns = jpegs(&folder, "turn");
        let straight = straight_rays(&truth_of(&folder, "empty").camera.table_camera());
        for _ in 0..PHOTOGRAPHED / 2 {
            let path = &turns[chance.below(turns.len())];
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let camera = truth_of(&folder, &stem).camera.table_camera();
            let photograph = read_picture(path).unwrap();
            loop {
                let turn_rad = chance.turn_rad();
                let shift_in = MOST_SHIFT_IN * chance.strength();
                let tilt = chance.direction() * (shift_in / camera.position_in.z);
                let roll = Rotation3::from_axis_angle(&Vector3::z_axis(), turn_rad);
                let turn = Rotation3::from_scaled_axis(Vector3::new(tilt.x, tilt.y, 0.0)) * roll;
                let left = 1 + chance.below(4);
                let truth =
                    TableCamera { camera_from_table: turn.matrix() * camera.camera_from_table, ..camera };
                if in_view(&before.cards, &truth).is_empty() {
                    continue;
                }
                let (mut picture, truth) = turned_about_itself(&photograph, &camera, &straight, &turn);
                let cards = cover_all_but(&mut picture, &truth, &before.cards, left, &mut chance);
                let what = format!(
                    "{set} {stem}, turned {:.2} degrees, shifted {shift_in:.2} in",
                    turn_rad.to_degrees()
                );
                judge(&before, &Knocked { picture, truth, cards, what }, &mut tallies);
                break;
            }
        }
    }
    hold(&tallies, PHOTOGRAPHED);
}
