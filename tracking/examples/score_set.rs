//! Tracks every turn of a set of photographs, with the camera taken from the set's truth or from a table file, and
//! prints what `tables/score.py` reads: `score_set SET_DIR [TABLE.json]`.

use calibration::{Lens, TableCamera, TableFile};
use geometry::{CalibrationId, FrameId};
use nalgebra::{Matrix3, Vector3};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tracking::{Fleet, MusterWords, TrackLine, Tracker, muster};

fn camera_of_truth(set: &Path) -> Result<TableCamera, Box<dyn Error>> {
    let truth: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(set.join("empty.truth.json"))?)?;
    let camera = &truth["camera"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(f64::NAN);
    let rotation = Matrix3::from_fn(|r, c| number(&camera["camera_to_table_rotation"][r][c]));
    let lens = Lens {
        fx: number(&camera["fx"]),
        fy: number(&camera["fy"]),
        cx: number(&camera["cx"]),
        cy: number(&camera["cy"]),
        dist: std::array::from_fn(|i| number(&camera["dist"][i])),
        width: number(&camera["width"]) as u32,
        height: number(&camera["height"]) as u32,
    };
    Ok(TableCamera {
        lens,
        camera_from_table: rotation.transpose(),
        position_in: Vector3::from_fn(|i, _| number(&camera["camera_position_in"][i])),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let set = PathBuf::from(std::env::args().nth(1).ok_or("say which set")?);
    let camera = match std::env::args().nth(2) {
        Some(table) => TableFile::read(Path::new(&table))?.camera(),
        None => camera_of_truth(&set)?,
    };
    let words = MusterWords::from_json(&std::fs::read_to_string(set.join("muster.json"))?)?;
    let read = |name: &str| calibration::read_picture(&set.join(name));
    let id = CalibrationId("truth".into());
    let begin = Instant::now();
    let fleet = muster(&read("muster.jpg")?, &read("empty.jpg")?, &camera, id.clone(), &words)?;
    let json = fleet.to_json()?;
    eprintln!("muster {:.1} ms, fleet {} kB", begin.elapsed().as_secs_f64() * 1e3, json.len() / 1000);
    let fleet = Fleet::from_json(&json)?;
    let mut tracker = Tracker::new(camera, id, &fleet)?.within((60.0, 36.0));
    let mut turns: Vec<String> = std::fs::read_dir(&set)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("turn") && name.ends_with(".jpg"))
        .collect();
    // "turn04.jpg" comes before "turn04-hand.jpg".
    turns.sort_by_key(|name| (name[..6].to_owned(), name.len()));
    for (frame, name) in (1..).zip(turns) {
        let picture = read(&name)?;
        let begin = Instant::now();
        let reading = tracker.observe(&picture, FrameId(frame))?;
        let line = TrackLine::new(name, &reading, begin.elapsed().as_secs_f64() * 1e3);
        println!("{}", serde_json::to_string(&line)?);
    }
    Ok(())
}
