//! Milliseconds a frame at 1920x1080 and 3840x2160, with six ships and with twelve, beside their bounds and OpenCV's own
//! ArUco detection of the same frame in the same run: `cargo bench -p tracking --bench track`. With `--features rapid`
//! hulls that move are followed beside OpenCV's `rapid`, too.

mod carried;

use calibration::{Dictionary, Search, detect_markers};
use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Point, Pose, ShipId};
use opencv::core::Mat;
use opencv::imgproc;
use opencv::prelude::*;
use std::error::Error;
use std::time::Duration;
use std::time::Instant;
use tracking::{FleetAnnotation, LiveTracker, Tracker, learn_fleet};

/// Runs of each measure.
const RUNS: u64 = 30;
/// The demo table's, east and north.
const PLAYING_AREA_IN: (f64, f64) = (60.0, 36.0);

fn report(what: &str, mut run: impl FnMut(u64) -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let mut ms = Vec::new();
    for turn in 0..RUNS {
        let begin = Instant::now();
        run(turn)?;
        ms.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    ms.sort_by(f64::total_cmp);
    println!("{what:<58} median {:7.2} ms   best {:7.2} ms", ms[ms.len() / 2], ms[0]);
    Ok(())
}

/// The same ships, each elsewhere.
fn moved(table: &mut DemoTable) -> Result<Mat, Box<dyn Error>> {
    let ships: Vec<_> = table.setup().fleet.iter().map(|ship| (ship.id.clone(), ship.pose)).collect();
    for (id, pose) in ships {
        let stack = Point::new(60.0 - pose.stack.x_in, pose.stack.y_in + 2.0);
        table.place(&id, Pose { stack, heading: Heading::from_deg(pose.heading.deg() + 40.0) })?;
    }
    Ok(table.frame()?)
}

/// The standard table with `ships` models; those beyond the standard fleet are its ships in other colours.
fn setup(ships: usize) -> TableSetup {
    let mut setup = TableSetup::standard(3);
    let standard = setup.fleet.clone();
    for (at, ship) in standard.iter().cycle().take(ships).enumerate().skip(standard.len()) {
        let mut ship = ship.clone();
        let row = (at - standard.len()) as f64;
        ship.id = ShipId::new(format!("{}-{at}", ship.id));
        std::mem::swap(&mut ship.paint.hull, &mut ship.paint.deck);
        ship.pose.stack = Point::new(44.0 + 4.5 * (row % 3.0), 7.0 + 4.5 * row);
        setup.fleet.push(ship);
    }
    setup
}

fn main() -> Result<(), Box<dyn Error>> {
    // One core, as the bounds are stated.
    opencv::core::set_num_threads(1)?;
    for (width, height) in [(1920, 1080), (3840, 2160)] {
        for ships in [6, 12] {
            measure(DemoTable::new(setup(ships).at_size(width, height))?)?;
        }
    }
    carried::measure()
}

/// Measures one table.
fn measure(mut table: DemoTable) -> Result<(), Box<dyn Error>> {
    let (empty, here) = (table.empty_frame()?, table.frame()?);
    let words = FleetAnnotation::from_json(&serde_json::to_string(&table.fleet_annotation())?)?;
    let id = CalibrationId("bench".into());
    let fleet = learn_fleet(&here, Some(&empty), &table.camera(), id.clone(), &words)?;
    let tracker =
        || Tracker::new(table.camera(), id.clone(), &fleet).map(|tracker| tracker.within(PLAYING_AREA_IN));
    let (mut anew, mut live) = (tracker()?, LiveTracker::new(tracker()?));
    let there = moved(&mut table)?;
    println!("{} ships, {}x{}, one core", words.ships.len(), here.cols(), here.rows());
    let full_hd = here.cols() <= 1920;
    let anew_of = if full_hd {
        "all ships measured anew (bound 60 ms, aim 25)"
    } else {
        "all ships measured anew (bound 150 ms, aim 60)"
    };
    report(anew_of, |turn| {
        let frame = if turn % 2 == 0 { &there } else { &here };
        anew.observe(frame, FrameId(turn + 1))?;
        Ok(())
    })?;
    live.on_frame(&here, FrameId(1000), Duration::from_millis(33 * 1000))?;
    let still = if full_hd {
        "a live frame, nothing moved (bound 8 ms, aim 2.5)"
    } else {
        "a live frame, nothing moved"
    };
    report(still, |turn| {
        live.on_frame(&here, FrameId(1001 + turn), Duration::from_millis(33 * (1001 + turn)))?;
        Ok(())
    })?;
    report("OpenCV's ArUco detection of the same frame", |_| {
        let mut grey = Mat::default();
        imgproc::cvt_color_def(&here, &mut grey, imgproc::COLOR_BGR2GRAY)?;
        detect_markers(&grey, Dictionary::CARDS, Search::default())?;
        Ok(())
    })
}
