//! Tracks every turn of a set of photographs, with the camera taken from the set's truth or from a table file, and
//! prints what `tables/score.py` reads: `score_set SET_DIR [TABLE.json] [guess]`. A table file that is not there yet is
//! made from the set's own views of the lens board and of the empty table. `guess`: the tracker is not shown the picture
//! of the empty table.

use calibration::{CharucoBoard, Dictionary, Lens, LensBoard, LensOptions, TableCamera, TableFile};
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

/// Calibrates lens and table from the pictures of a set.
fn calibrated(set: &Path, table: &Path) -> Result<(), Box<dyn Error>> {
    let board = LensBoard::Charuco(CharucoBoard {
        squares_x: 10,
        squares_y: 7,
        square_in: 1.0,
        marker_in: 0.75,
        dictionary: Dictionary::BOARD,
    });
    let views: Vec<PathBuf> = (0..14).map(|view| set.join(format!("lens{view:02}.jpg"))).collect();
    let lens = calibration::calibrate_lens(&views, &board, LensOptions::default())?;
    let empty = calibration::read_picture(&set.join("empty.jpg"))?;
    calibration::calibrate_table(&empty, &lens.file, (60.0, 36.0), 2.0)?.file.write(table)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let set = PathBuf::from(std::env::args().nth(1).ok_or("say which set")?);
    let table = match std::env::args().nth(2) {
        Some(table) => {
            let table = Path::new(&table);
            if !table.exists() {
                calibrated(&set, table)?;
            }
            Some(TableFile::read(table)?)
        }
        None => None,
    };
    let camera = table.as_ref().map_or_else(|| camera_of_truth(&set), |table| Ok(table.camera()))?;
    let words = MusterWords::from_json(&std::fs::read_to_string(set.join("muster.json"))?)?;
    let read = |name: &str| calibration::read_picture(&set.join(name));
    let id = CalibrationId("truth".into());
    let begin = Instant::now();
    let guess = std::env::args().any(|argument| argument == "guess");
    let empty = if guess { None } else { Some(read("empty.jpg")?) };
    let fleet = muster(&read("muster.jpg")?, empty.as_ref(), &camera, id.clone(), &words)?;
    let json = fleet.to_json()?;
    eprintln!("muster {:.1} ms, fleet {} kB", begin.elapsed().as_secs_f64() * 1e3, json.len() / 1000);
    let fleet = Fleet::from_json(&json)?;
    let mut tracker = match &table {
        Some(table) => Tracker::on_table(table, &fleet)?,
        None => Tracker::new(camera, id, &fleet)?.within((60.0, 36.0)),
    };
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
