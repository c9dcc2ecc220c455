//! Dice by eye on the command line.

use crate::cli::Outcome;
use crate::cli::arguments::ReadDice;
use crate::cli::commands::print_line;
use crate::files::read::{read_text, write_file};
use crate::ipc::messages::Trouble;
use calibration::read_picture;
use dice::{CameraFilter, DiceReader, DiceSet, DieReading, Lesson};
use disk::folder_of;
use opencv::core::Rect;
use serde::Serialize;
use std::fmt::Display;
use std::path::Path;
use std::time::Instant;

/// One picture's line.
#[derive(Serialize)]
struct DiceLine {
    /// The file's name.
    image: String,
    dice: Vec<DieReading>,
    /// How long reading the dice took, milliseconds, without decoding the picture.
    ms: f64,
}

/// Reads the dice in pictures. A picture that can't be read is reported in one sentence and left out, and the others are still
/// read.
pub fn read_dice(command: &ReadDice) -> Result<Outcome, Trouble> {
    let tray = command.tray.map(|[x0, y0, x1, y1]| Rect::new(x0, y0, x1 - x0, y1 - y0));
    let set = command.dice.as_deref().map(read_set).transpose()?.unwrap_or_default();
    let reader = DiceReader::new(&set);
    let mut outcome = Outcome::Right;
    let mut camera = CameraFilter::default();
    for path in &command.images {
        match read_one(path, tray, (&reader, &mut camera)) {
            Ok(line) => print_line(&serde_json::to_string(&line)?)?,
            Err(trouble) => {
                eprintln!("{trouble}");
                outcome = Outcome::Refused;
            }
        }
    }
    Ok(outcome)
}

fn read_one(
    path: &Path,
    tray: Option<Rect>,
    (reader, camera): (&DiceReader, &mut CameraFilter),
) -> Result<DiceLine, Trouble> {
    let picture = read_picture(path)?;
    let began = Instant::now();
    let read = reader.read_next(&picture, tray, camera);
    let dice = read.map_err(|error| Trouble::new(format!("{}: {error}", path.display())))?;
    let image = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(DiceLine { image, dice, ms: began.elapsed().as_secs_f64() * 1e3 })
}

/// Learns numbered dice from pictures of their faces, whose names are relative to the file that lists them. Prints a line for
/// each die.
pub fn learn_dice(faces: &Path, out: &Path) -> Result<Outcome, Trouble> {
    let in_file = |error: &dyn Display| Trouble::new(format!("{}: {error}", faces.display()));
    let lesson = Lesson::from_json(&read_text(faces)?).map_err(|error| in_file(&error))?;
    let folder = folder_of(faces);
    let read = |image: &str| read_picture(&folder.join(image)).map_err(|error| error.to_string());
    let set = lesson.learn(read).map_err(|error| in_file(&error))?;
    write_file(out, serde_json::to_string(&set)?.as_bytes())?;
    for die in &set.dice {
        let line = serde_json::json!({ "name": die.name, "kind": die.kind, "colour": die.colour, "faces": die.faces.len() });
        print_line(&serde_json::to_string(&line)?)?;
    }
    Ok(Outcome::Right)
}

fn read_set(path: &Path) -> Result<DiceSet, Trouble> {
    DiceSet::from_json(&read_text(path)?)
        .map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}
