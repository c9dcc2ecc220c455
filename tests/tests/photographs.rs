//! From photographs to inches through the command line: lens, table, muster and track on tables with known
//! truth.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use calibration::{read_picture, warp_affine};
use opencv::core::{Mat, Vector};
use opencv::{imgcodecs, imgproc, prelude::*};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use tempfile::TempDir;
use whole::golden::compare_readings;
use whole::score::{Line, Score, score};
use whole::{Ran, files, run, table_dir};

fn arguments(parts: &[&dyn AsRef<std::ffi::OsStr>]) -> Vec<OsString> {
    parts.iter().map(|part| part.as_ref().to_owned()).collect()
}

fn good(arguments: Vec<OsString>) -> String {
    let ran = run(&arguments).unwrap();
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    ran.out
}

fn pictures(dir: &Path, beginning: &str) -> Vec<OsString> {
    files(dir, beginning, ".jpg").unwrap().into_iter().map(OsString::from).collect()
}

/// Lens, table and muster of a set: LENS.json, TABLE.json and FLEET.json. The views of the lens board may be
/// in another folder.
fn mustered(dir: &Path, lens_dir: &Path) -> TempDir {
    let work = tempfile::tempdir().unwrap();
    let file = |name: &str| work.path().join(name);
    let (lens, table, fleet) = (file("LENS.json"), file("TABLE.json"), file("FLEET.json"));

    let mut calibrate = arguments(&[&"calibrate-lens", &"--out", &lens]);
    calibrate.extend(pictures(lens_dir, "lens"));
    let report: Value = serde_json::from_str(&good(calibrate)).unwrap();
    println!("lens: rms {} px, coverage {}", report["rms_px"], report["coverage"]);
    assert!(report["rms_px"].as_f64().unwrap() < 0.5);
    assert_eq!(report["views"].as_array().unwrap().len(), 14);

    let empty = dir.join("empty.jpg");
    let report = good(arguments(&[
        &"calibrate-table",
        &empty,
        &"--lens",
        &lens,
        &"--size-in",
        &"60x36",
        &"--out",
        &table,
    ]));
    let report: Value = serde_json::from_str(&report).unwrap();
    println!("table: residual {} px, {} in", report["residual_px"], report["residual_in"]);
    assert!(report["residual_in"].as_f64().unwrap() < 0.05);

    let (picture, words) = (dir.join("muster.jpg"), dir.join("muster.json"));
    let mut muster = arguments(&[&"muster", &picture, &"--table", &table, &"--empty", &empty]);
    muster.extend(arguments(&[&"--ships", &words, &"--out", &fleet]));
    good(muster);
    work
}

/// Tracks pictures with the mustered fleet.
fn track(work: &TempDir, pictures: Vec<OsString>) -> Ran {
    let file = |name: &str| work.path().join(name);
    let mut track = arguments(&[&"track", &"--table", &file("TABLE.json"), &"--fleet", &file("FLEET.json")]);
    track.extend(pictures);
    let ran = run(&track).unwrap();
    assert_eq!(ran.code, 0, "{track:?}: {}", ran.err);
    ran
}

fn lines(ran: &Ran) -> Vec<Line> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Lens, table, muster and every turn of a set, as in a player's script.
fn observed(dir: &Path, lens_dir: &Path) -> Vec<Line> {
    lines(&tracked(dir, lens_dir))
}

fn tracked(dir: &Path, lens_dir: &Path) -> Ran {
    track(&mustered(dir, lens_dir), pictures(dir, "turn"))
}

/// The same for a set with golden readings.
fn observed_as_before(set: &str, lens_set: &str) -> Vec<Line> {
    let ran = tracked(&table_dir(set), &table_dir(lens_set));
    compare_readings(set, &ran.out).unwrap();
    lines(&ran)
}

fn judged(set: &str, dir: &Path, lines: &[Line]) -> Score {
    let all = score(dir, lines, false).unwrap();
    let without_hands = score(dir, lines, true).unwrap();
    println!("{set}, all frames:    {all}");
    println!("{set}, without hands: {without_hands}");
    assert_eq!((all.missed, all.invented), (0, 0), "{set}: a ship was missed or invented");
    without_hands
}

#[test]
fn harbor_is_measured_within_its_bounds() {
    let dir = table_dir("harbor");
    let lines = observed_as_before("harbor", "harbor");
    assert_eq!(lines.len(), 10);
    let score = judged("harbor", &dir, &lines);
    assert!(score.range_in.percentile(95.0) <= 0.04, "range p95 {}", score.range_in.percentile(95.0));
    assert!(score.heading_deg.percentile(95.0) <= 1.5, "heading p95 {}", score.heading_deg.percentile(95.0));
    assert!(
        score.heading_deg.percentile(100.0) <= 5.0,
        "heading max {}",
        score.heading_deg.percentile(100.0)
    );

    // An arm over the table is reported, and nothing else.
    for line in &lines {
        assert_eq!(line.still, !line.image.contains("hand"), "{}", line.image);
    }
}

#[test]
fn tagged_ships_are_measured_within_their_bounds() {
    let dir = table_dir("tagged");
    let score = judged("tagged", &dir, &observed_as_before("tagged", "harbor"));
    assert!(score.range_in.percentile(95.0) <= 0.05, "range p95 {}", score.range_in.percentile(95.0));
    assert!(score.heading_deg.percentile(95.0) <= 1.5, "heading p95 {}", score.heading_deg.percentile(95.0));
}

/// After turn 4 the whole picture is shifted by 55 pixels to the right and 20 down: the camera was knocked,
/// and all four cards are still completely in view.
#[test]
fn harbor_shifted_between_two_turns_is_measured_as_if_it_had_not_been() {
    let dir = table_dir("harbor");
    let work = mustered(&dir, &dir);
    let photograph = read_picture(&dir.join("turn05.jpg")).unwrap();
    let by = Mat::from_slice_2d(&[[1.0, 0.0, 55.0], [0.0, 1.0, 20.0]]).unwrap();
    let shifted = warp_affine(&photograph, &by, photograph.size().unwrap(), imgproc::INTER_LINEAR).unwrap();
    let path = work.path().join("turn05.png");
    imgcodecs::imwrite(&path, &shifted, &Vector::new()).unwrap();
    let ran = track(&work, vec![dir.join("turn04.jpg").into(), path.into()]);
    let seen = lines(&ran);
    let plain = lines(&track(&work, vec![dir.join("turn04.jpg").into(), dir.join("turn05.jpg").into()]));
    for (ship, unmoved) in seen[1].ships.iter().zip(&plain[1].ships) {
        let off_in = (ship.x - unmoved.x).hypot(ship.y - unmoved.y);
        println!("{}: {off_in:.3} in off, sure {}", ship.id, ship.sure);
        assert!(off_in < 0.2 && ship.seen && ship.sure, "{ship:?}: {off_in:.2} in off, {}", ran.err);
    }
    assert!(ran.err.contains("Corrected from"), "{}", ran.err);
}

/// The demo table's own pictures, with another camera, fleet and light than those above.
#[test]
fn a_demo_table_is_measured_within_its_bounds() {
    let work = tempfile::tempdir().unwrap();
    let dir = work.path().join("set");
    good(arguments(&[&"demo", &"--frames", &"3", &"--seed", &"5", &"--out", &dir]));
    let score = judged("demo", &dir, &observed(&dir, &dir));
    assert!(score.range_in.percentile(95.0) <= 0.05, "range p95 {}", score.range_in.percentile(95.0));
    assert!(score.heading_deg.percentile(95.0) <= 3.0, "heading p95 {}", score.heading_deg.percentile(95.0));
}

/// Twelve more demo tables, each with another fleet on another sea: takes minutes, so `./check --long` runs it.
#[cfg(feature = "long")]
#[test]
fn a_dozen_demo_tables_are_measured_within_their_bounds() {
    let work = tempfile::tempdir().unwrap();
    let mut worst_in = 0.0_f64;
    for seed in 101..=112 {
        let dir = work.path().join(seed.to_string());
        good(arguments(&[&"demo", &"--frames", &"4", &"--seed", &seed.to_string(), &"--out", &dir]));
        let score = judged(&format!("demo {seed}"), &dir, &observed(&dir, &dir));
        worst_in = worst_in.max(score.range_in.percentile(95.0));
    }
    println!("worst range p95 of twelve tables: {worst_in:.4} in");
    assert!(worst_in <= 0.1, "range p95 {worst_in}");
}
