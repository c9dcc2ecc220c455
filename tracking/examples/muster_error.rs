//! Musters on every picture of a set in turn and prints how far each ship's middle lies from the truth, ahead and to
//! starboard, and how the camera saw it: `muster_error SET_DIR TABLE.json`.

use calibration::TableFile;
use geometry::{Heading, HullShape, Point, Pose};
use std::error::Error;
use std::path::{Path, PathBuf};
use tracking::{MusterWords, muster};

fn main() -> Result<(), Box<dyn Error>> {
    let set = PathBuf::from(std::env::args().nth(1).ok_or("say which set")?);
    let table = TableFile::read(Path::new(&std::env::args().nth(2).ok_or("say which table")?))?;
    let told = MusterWords::from_json(&std::fs::read_to_string(set.join("muster.json"))?)?;
    let read = |name: &str| calibration::read_picture(&set.join(name));
    let empty = read("empty.jpg")?;
    let mut names: Vec<String> = std::fs::read_dir(&set)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".truth.json")?.to_owned()))
        .filter(|name| (name.starts_with("turn") && !name.contains("hand")) || name == "muster")
        .collect();
    names.sort();
    for name in names {
        let text = std::fs::read_to_string(set.join(format!("{name}.truth.json")))?;
        let truth: serde_json::Value = serde_json::from_str(&text)?;
        let picture = read(&format!("{name}.jpg"))?;
        for (index, words) in told.ships.iter().enumerate() {
            let Some(ship) = truth["ships"]
                .as_array()
                .and_then(|ships| ships.iter().find(|ship| ship["id"] == words.id.as_str()))
            else {
                continue;
            };
            let number = |value: &serde_json::Value| value.as_f64().unwrap_or(f64::NAN);
            let stack = Point::new(number(&ship["stack"][0]), number(&ship["stack"][1]));
            let heading = Heading::from_deg(number(&ship["heading"]));
            let mut words = words.clone();
            words.tag = None;
            let off = [(0.06, -0.05), (-0.05, 0.07), (0.03, 0.08)][index % 3];
            words.near = [stack.x_in + off.0, stack.y_in + off.1];
            words.heading_deg = heading.deg() + [4.0, -3.0][index % 2];
            let hull: HullShape = words.hull();
            let one = MusterWords { ships: vec![words.clone()] };
            let fleet = match muster(&picture, Some(&empty), &table.camera(), table.id(), &one) {
                Ok(fleet) => fleet,
                Err(error) => {
                    println!("{name} {} {error}", words.id);
                    continue;
                }
            };
            let pose = fleet.ships[0].pose();
            let middle = hull.middle(Pose { stack, heading });
            let (ax, ay) = heading.unit();
            let (dx, dy) = (pose.middle.x_in - middle.x_in, pose.middle.y_in - middle.y_in);
            let lean = table.camera().lean(middle);
            let turn_deg = (pose.heading.rad() - heading.rad()).to_degrees();
            println!(
                "{name:8} {:14} ahead {:+.3} starboard {:+.3} heading {:+.2} lean ahead {:+.3} starboard {:+.3} px/in {:.1}",
                words.id.to_string(),
                dx * ax + dy * ay,
                dx * ay - dy * ax,
                (turn_deg + 540.0).rem_euclid(360.0) - 180.0,
                lean.x * ax + lean.y * ay,
                lean.x * ay - lean.y * ax,
                table.camera().px_per_in(middle).unwrap_or(f64::NAN),
            );
        }
    }
    Ok(())
}
