//! Musters sets as a player does, without a picture of the empty table, and prints how far each ship's middle and keel
//! lie from the truth beside what the muster says of itself: `muster_error DIR...` (each with its table.json, or
//! `DIR,TABLE.json`).

use calibration::TableFile;
use geometry::{Heading, Point, Pose, wrap_pi};
use std::error::Error;
use std::path::{Path, PathBuf};
use tracking::{MusterWords, muster};

fn main() -> Result<(), Box<dyn Error>> {
    let mut misses: Vec<(f64, f64)> = Vec::new();
    for argument in std::env::args().skip(1) {
        let (set, table) = match argument.split_once(',') {
            Some((set, table)) => (PathBuf::from(set), PathBuf::from(table)),
            None => (PathBuf::from(&argument), Path::new(&argument).join("table.json")),
        };
        let table = TableFile::read(&table)?;
        let told = MusterWords::from_json(&std::fs::read_to_string(set.join("muster.json"))?)?;
        let text = std::fs::read_to_string(set.join("muster.truth.json"))?;
        let truth: serde_json::Value = serde_json::from_str(&text)?;
        let picture = calibration::read_picture(&set.join("muster.jpg"))?;
        let fleet = match muster(&picture, None, &table.camera(), table.id(), &told) {
            Ok(fleet) => fleet,
            Err(error) => {
                println!("{argument} {error}");
                continue;
            }
        };
        let stored: serde_json::Value = serde_json::from_str(&fleet.to_json()?)?;
        let number = |value: &serde_json::Value| value.as_f64().unwrap_or(f64::NAN);
        for (ship, stored) in fleet.ships.iter().zip(stored["ships"].as_array().into_iter().flatten()) {
            let words = &ship.words;
            let ships = truth["ships"].as_array();
            let Some(really) =
                ships.and_then(|ships| ships.iter().find(|other| other["id"] == words.id.as_str()))
            else {
                continue;
            };
            let stack = Point::new(number(&really["stack"][0]), number(&really["stack"][1]));
            let heading = Heading::from_deg(number(&really["heading"]));
            let hull = words.hull();
            let really = hull.middle(Pose { stack, heading });
            let (ax, ay) = heading.unit();
            let off = |middle: Point| {
                let (dx, dy) = (middle.x_in - really.x_in, middle.y_in - really.y_in);
                (dx * ax + dy * ay, dx * ay - dy * ax)
            };
            let (ahead_in, starboard_in) = off(ship.pose().middle);
            let click = off(hull.middle(words.rough_pose()));
            let turn_deg = wrap_pi(ship.pose().heading.rad() - heading.rad()).to_degrees();
            let sigma_in = number(&stored["ends_sigma_in"]);
            misses.push((ahead_in, sigma_in));
            println!(
                "{argument} {:14} ahead {ahead_in:+.3} of {sigma_in:.3} ({:+.1}) starboard {starboard_in:+.3} heading {turn_deg:+.2} click {:+.3} {:+.3} hull {:.2} x {:.2} {} px/in {:.1}",
                words.id.to_string(),
                ahead_in / sigma_in,
                click.0,
                click.1,
                hull.length_in,
                hull.beam_in,
                if words.base.is_some() { "base" } else { "" },
                table.camera().px_per_in(really).unwrap_or(f64::NAN),
            );
        }
    }
    let mut sizes: Vec<f64> = misses.iter().map(|miss| miss.0.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let at = |share: f64| sizes.get((share * sizes.len() as f64) as usize).copied().unwrap_or(f64::NAN);
    let within = misses.iter().filter(|miss| miss.0.abs() < 1.96 * miss.1).count();
    println!(
        "{} ships: ahead p50 {:.3} p95 {:.3}, {within} within 1.96 sigma",
        sizes.len(),
        at(0.5),
        at(0.95)
    );
    Ok(())
}
