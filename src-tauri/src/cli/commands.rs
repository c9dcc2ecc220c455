//! One function a subcommand: read, call the room that knows, print.

use super::Outcome;
use super::arguments::{CalibrateLens, CalibrateTable, Muster, Track};
use crate::files::{board_of, kit_of, read_fleet, read_text};
use crate::wire::{BoardChoice, PaperChoice, Trouble};
use calibration::{LensFile, LensOptions, TableFile, read_picture, write_atomically};
use geometry::FrameId;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tracking::{MusterWords, TrackLine, Tracker};

/// Prints one line; a reader that has gone away (`| head`) is no error of ours.
fn print_line(line: &str) -> Result<(), Trouble> {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Trouble::new(format!("The answer can't be printed ({error}): send it somewhere else.")))
        }
        _ => Ok(()),
    }
}

pub fn calibrate_lens(command: &CalibrateLens) -> Result<Outcome, Trouble> {
    let board = board_of(&match command.chessboard {
        Some((columns, rows)) => BoardChoice::Chessboard { columns, rows, square_in: command.square_in },
        None => BoardChoice::Charuco {
            columns: command.board.0,
            rows: command.board.1,
            square_in: command.square_in,
            marker_in: command.marker_in,
            dictionary: command.dictionary.clone(),
        },
    })?;
    let options = LensOptions { equal_aspect: command.equal_aspect, keep_all: command.keep_all };
    let calibrated = calibration::calibrate_lens(&command.images, &board, options)?;
    calibrated.file.write(&command.out)?;
    print_line(&serde_json::to_string(&calibrated.report)?)?;
    Ok(Outcome::Right)
}

pub fn calibrate_table(command: &CalibrateTable) -> Result<Outcome, Trouble> {
    let lens = LensFile::read(&command.lens)?;
    let picture = read_picture(&command.image)?;
    let calibrated = calibration::calibrate_table(&picture, &lens, command.size_in, command.card_in)?;
    calibrated.file.write(&command.out)?;
    print_line(&serde_json::to_string(&calibrated.report)?)?;
    Ok(Outcome::Right)
}

pub fn muster(command: &Muster) -> Result<Outcome, Trouble> {
    let table = TableFile::read(&command.table)?;
    let words = MusterWords::from_json(&read_text(&command.ships)?)
        .map_err(|error| Trouble::new(format!("{}: {error}", command.ships.display())))?;
    let picture = read_picture(&command.image)?;
    let empty = command.empty.as_deref().map(read_picture).transpose()?;
    let fleet = tracking::muster(&picture, empty.as_ref(), &table.camera(), table.id(), &words)?;
    write_atomically(&command.out, fleet.to_json()?.as_bytes())?;
    for ship in &fleet.ships {
        print_line(&serde_json::to_string(&serde_json::json!({
            "id": ship.words.id,
            "middle_in": [ship.pose().middle.x_in, ship.pose().middle.y_in],
            "heading_deg": ship.pose().heading.deg(),
        }))?)?;
    }
    Ok(Outcome::Right)
}

/// All pictures are read and judged before the first line is printed: nothing is written in part.
pub fn track(command: &Track) -> Result<Outcome, Trouble> {
    let table = TableFile::read(&command.table)?;
    let fleet = read_fleet(&command.fleet)?;
    let mut tracker = Tracker::on_table(&table, &fleet)?;
    let mut lines = Vec::with_capacity(command.images.len());
    for (path, frame) in command.images.iter().zip(1..) {
        let picture = read_picture(path)?;
        let began = Instant::now();
        let reading = tracker
            .observe(&picture, FrameId(frame))
            .map_err(|error| Trouble::new(format!("{}: {error}", path.display())))?;
        let ms = began.elapsed().as_secs_f64() * 1e3;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        lines.push(serde_json::to_string(&TrackLine::new(name, &reading, ms))?);
    }
    for line in &lines {
        print_line(line)?;
    }
    Ok(Outcome::Right)
}

pub fn examples(file: &Path) -> Result<Outcome, Trouble> {
    let report = rulesets::run_examples(read_text(file)?.as_bytes())?;
    for difference in &report.differences {
        print_line(&difference.to_string())?;
    }
    print_line(&format!("{} passed, {} failed", report.passed, report.failed))?;
    Ok(if report.failed == 0 { Outcome::Right } else { Outcome::Difference })
}

pub fn verify(campaign: &Path) -> Result<Outcome, Trouble> {
    let found = battle::verify_file(campaign)?;
    for changed in &found.changed_since {
        print_line(changed)?;
    }
    if let Some(difference) = &found.difference {
        print_line(difference)?;
        return Ok(Outcome::Difference);
    }
    print_line(&format!(
        "All is well: {} battles, {} events, {} decisions worked out again.",
        found.battles, found.events, found.decisions
    ))?;
    Ok(Outcome::Right)
}

pub fn demo(frames: u32, seed: u64, out: &Path) -> Result<Outcome, Trouble> {
    let setup = demo::TableSetup::standard(seed);
    for written in demo::write_set(&setup, frames, seed, out)? {
        print_line(&written.display().to_string())?;
    }
    Ok(Outcome::Right)
}

pub fn kit(paper: PaperChoice, out: &Path) -> Result<Outcome, Trouble> {
    write_atomically(out, &kit_of(paper)?)?;
    print_line(&format!("{}: print it at 100 %, not fitted to the page.", out.display()))?;
    Ok(Outcome::Right)
}
