//! Draws sets of pictures of hard tables and runs the whole way over them, from lens views to observations, with the
//! calibrated camera: `hard_sets OUT_DIR SEED [NAME...]`. Each set leaves `OUT_DIR/NAME-SEED/` with its pictures, truth
//! and `track.jsonl`, for `tables/score.py`. Sets that are drawn already are only tracked again.

use calibration::{CharucoBoard, Dictionary, LensBoard, LensOptions, TableFile};
use demo::{Bank, Colour, DemoShip, SeaPrint, ShipKind, ShipPaint, Side, TableSetup, write_set_at};
use geometry::{FrameId, Heading, Point, Pose, ShipId};
use opencv::core::{self, Mat};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tracking::{Fleet, MusterWords, TrackLine, Tracker, muster};

/// Turns of a set.
const TURNS: u32 = 6;
/// All sets.
const NAMES: [&str; 7] = ["tilted", "wide", "dim", "shiny", "river", "sisters", "changing"];

/// A setup and the size of its pictures.
fn setup(name: &str, seed: u64) -> (TableSetup, (u32, u32)) {
    let mut setup = TableSetup::standard(seed);
    let mut size = (1920, 1080);
    match name {
        "tilted" => {
            size = (3840, 2160);
            // 25 degrees off to the south-west; the lens sees all four corners.
            setup.camera.position_in = (14.0, -8.0, 58.0);
            setup.camera.looks_at = Point::new(29.0, 15.5);
            setup.camera.focal_px = 900.0;
            setup.camera.roll_rad = -0.1;
            setup.sensor.blur_px = 0.9;
        }
        "wide" => {
            setup.camera.focal_px = 600.0;
            setup.camera.dist = [-0.27, 0.075, 0.0008, -0.0005, 0.0];
            setup.camera.position_in = (28.0, 20.0, 34.0);
            setup.camera.looks_at = Point::new(29.5, 18.4);
            setup.sea.gloss = 0.5;
            setup.light.lamp_in = (40.0, 30.0, 80.0);
        }
        "dim" => {
            setup.light.brightness = 0.7;
            setup.light.tint = Colour(255, 205, 150);
            setup.sensor.noise_codes = 2.6;
        }
        "shiny" => {
            setup.sea.gloss = 0.6;
            setup.sea.creases = 6;
            setup.sea.print = match seed % 2 {
                0 => SeaPrint::Hexes { across_in: 1.0 },
                _ => SeaPrint::Waves { length_in: 1.4 },
            };
            setup.light.lamp_in = (38.0, 40.0, 90.0);
        }
        "river" => {
            setup.sea.colour = Colour(96, 92, 58);
            let bank = |points: &[(f64, f64)], height_in| Bank {
                outline: points.iter().map(|&(x, y)| Point::new(x, y)).collect(),
                height_in,
                colour: Colour(92, 124, 62),
            };
            setup.banks = vec![
                bank(&[(6.0, 36.0), (14.0, 31.5), (33.0, 31.0), (45.0, 34.0), (50.0, 36.0)], 0.25),
                bank(&[(8.0, 0.0), (18.0, 4.0), (36.0, 3.5), (52.0, 0.0)], 0.4),
                bank(&[(26.0, 18.0), (28.0, 15.5), (32.0, 16.0), (33.0, 18.5), (29.5, 20.0)], 0.3),
            ];
        }
        "sisters" => setup.fleet.extend(sisters()),
        _ => {}
    }
    (setup, size)
}

/// Two pairs of sisters that differ by a band, and boats.
fn sisters() -> Vec<DemoShip> {
    let plank = Colour(176, 140, 92);
    let ship = |id: &str, kind, (length_in, beam_in, stack_in): (f64, f64, f64), house, band| DemoShip {
        id: ShipId::new(id),
        kind,
        side: Side::Union,
        length_in,
        beam_in,
        stack_height_in: stack_in,
        stack_ahead_in: 0.1 * length_in,
        deck_height_in: 0.11,
        paint: ShipPaint {
            hull: Colour(48, 46, 44),
            deck: plank,
            house,
            stack: Colour(36, 36, 38),
            band: Some(band),
        },
        base: None,
        tag: None,
        pose: Pose { stack: Point::new(0.0, 0.0), heading: Heading::from_deg(0.0) },
    };
    let (red, yellow, white) = (Colour(190, 40, 36), Colour(224, 190, 50), Colour(220, 216, 206));
    let brown = Colour(120, 92, 62);
    let mut ships = vec![
        ship("cairo", ShipKind::City, (2.0, 0.58, 0.66), brown, red),
        ship("carondelet", ShipKind::City, (2.0, 0.58, 0.66), brown, yellow),
        ship("rattler", ShipKind::Tinclad, (1.3, 0.36, 0.7), white, red),
        ship("juliet", ShipKind::Tinclad, (1.3, 0.36, 0.7), white, yellow),
        ship("launch", ShipKind::Tinclad, (0.65, 0.2, 0.35), white, red),
        ship("picket", ShipKind::Sloop, (0.8, 0.22, 0.4), plank, yellow),
    ];
    for (at, ship) in ships.iter_mut().enumerate() {
        ship.pose.stack = Point::new(8.0 + 7.0 * at as f64, 32.0);
        ship.pose.heading = Heading::from_deg(90.0);
    }
    ships
}

/// The picture in another light: linear light times `gain`.
fn in_light(picture: &Mat, gain: f64) -> opencv::Result<Mat> {
    let code = |value: i32| (255.0 * (f64::from(value) / 255.0) * gain.powf(1.0 / 2.2)).min(255.0) as u8;
    let codes: Vec<u8> = (0..256).map(code).collect();
    let mut out = Mat::default();
    core::lut(picture, &Mat::from_slice(&codes)?, &mut out)?;
    Ok(out)
}

fn run(name: &str, seed: u64, folder: &Path) -> Result<(), Box<dyn Error>> {
    let (setup, size) = setup(name, seed);
    if !folder.join("turn01.jpg").exists() {
        write_set_at(&setup, size, TURNS, seed, folder)?;
    }
    let table_path = folder.join("table.json");
    if !table_path.exists() {
        let board = LensBoard::Charuco(CharucoBoard {
            squares_x: 10,
            squares_y: 7,
            square_in: 1.0,
            marker_in: 0.75,
            dictionary: Dictionary::BOARD,
        });
        let views: Vec<PathBuf> = (0..14).map(|view| folder.join(format!("lens{view:02}.jpg"))).collect();
        let lens = calibration::calibrate_lens(&views, &board, LensOptions::default())?;
        let kept = lens.report.views.iter().filter(|view| view.kept).count();
        eprintln!("{name}: lens rms {:.3} px, {kept} kept, {:?}", lens.report.rms_px, lens.file);
        let empty = calibration::read_picture(&folder.join("empty.jpg"))?;
        let table = calibration::calibrate_table(&empty, &lens.file, setup.sea_in, 2.0)?;
        eprintln!("{name}: table {:.3} px {:.4} in", table.report.residual_px, table.report.residual_in);
        table.file.write(&table_path)?;
    }
    let table = TableFile::read(&table_path)?;
    let (found, camera) = (table.camera(), setup.camera.at_size(size.0, size.1).table_camera());
    let mut off: Vec<f64> = Vec::new();
    for x in [4.0, 17.0, 30.0, 43.0, 56.0] {
        for y in [4.0, 18.0, 32.0] {
            let point = Point::new(x, y);
            let back =
                camera.pixel_from_table(point, 0.12).and_then(|pixel| found.table_from_pixel(pixel, 0.12));
            off.push(back.map_or(9.9, |back| back.distance_in(point)));
        }
    }
    off.sort_by(f64::total_cmp);
    eprintln!("{name}: camera error p50 {:.4} max {:.4} in", off[7], off[14]);
    let words = MusterWords::from_json(&fs::read_to_string(folder.join("muster.json"))?)?;
    let read = |name: &str| calibration::read_picture(&folder.join(name));
    let fleet = muster(&read("muster.jpg")?, Some(&read("empty.jpg")?), &found, table.id(), &words)?;
    let fleet = Fleet::from_json(&fleet.to_json()?)?;
    let mut tracker = Tracker::new(found, table.id(), &fleet)?.within(table.size_in);
    let mut turns: Vec<String> = fs::read_dir(folder)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("turn") && name.ends_with(".jpg"))
        .collect();
    turns.sort_by_key(|name| (name[..6].to_owned(), name.len()));
    let mut lines = String::new();
    for (frame, file) in (1..).zip(turns) {
        let mut picture = read(&file)?;
        if name == "changing" {
            picture = in_light(&picture, if frame % 2 == 0 { 0.7 } else { 1.3 })?;
        }
        let begin = Instant::now();
        let reading = tracker.observe(&picture, FrameId(frame))?;
        let line = TrackLine::new(file, &reading, begin.elapsed().as_secs_f64() * 1e3);
        lines += &serde_json::to_string(&line)?;
        lines.push('\n');
    }
    fs::write(folder.join("track.jsonl"), lines)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = PathBuf::from(arguments.next().ok_or("say where to")?);
    let seed: u64 = arguments.next().ok_or("say which seed")?.parse()?;
    let asked: Vec<String> = arguments.collect();
    for name in NAMES.iter().filter(|name| asked.is_empty() || asked.iter().any(|a| a == **name)) {
        if let Err(error) = run(name, seed, &out.join(format!("{name}-{seed}"))) {
            eprintln!("{name}: FAILED {error}");
        }
    }
    Ok(())
}
