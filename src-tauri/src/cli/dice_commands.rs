//! Dice by eye on the command line.

use crate::cli::Outcome;
use crate::cli::arguments::ReadDice;
use crate::cli::commands::print_line;
use crate::ipc::messages::Trouble;
use calibration::read_picture;
use dice::DieReading;
use opencv::core::Rect;
use serde::Serialize;
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
    let mut outcome = Outcome::Right;
    for path in &command.images {
        match read_one(path, tray) {
            Ok(line) => print_line(&serde_json::to_string(&line)?)?,
            Err(trouble) => {
                eprintln!("{trouble}");
                outcome = Outcome::Refused;
            }
        }
    }
    Ok(outcome)
}

fn read_one(path: &Path, tray: Option<Rect>) -> Result<DiceLine, Trouble> {
    let picture = read_picture(path)?;
    let began = Instant::now();
    let dice =
        dice::read(&picture, tray).map_err(|error| Trouble::new(format!("{}: {error}", path.display())))?;
    let image = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(DiceLine { image, dice, ms: began.elapsed().as_secs_f64() * 1e3 })
}
