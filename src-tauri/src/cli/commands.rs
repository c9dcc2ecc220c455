//! One function for each subcommand: read the input, call the library, print the result.

use crate::cli::arguments::{CalibrateLens, CalibrateTable, Muster, Track, tape_point};
use crate::cli::{Outcome, chronicles};
use crate::files::clock::{self, today};
use crate::files::read::{board_of, kit_of, read_data, read_fleet, read_text, refuse_campaign, write_file};
use crate::ipc::messages::{BoardChoice, PaperChoice, Trouble};
use battle::{Endings, PlayOuts};
use calibration::{
    Area, FreeCards, LaidStick, LensFile, LensOptions, TableFile, TableInput, Trust, read_picture,
};
use geometry::FrameId;
use rulesets::core::BookTables;
use rulesets::gunboat::{Library, Tables};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tracking::source::{CAMERAS_ARE_LISTED, Camera};
use tracking::{Case, FleetAnnotation, Series, TableReading, TrackLine};

/// Prints one line. A reader that has closed the pipe (`| head`) is not an error.
pub(super) fn print_line(line: &str) -> Result<(), Trouble> {
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
    let file = calibrated.file.of_camera(command.camera_name.clone(), Some(today()));
    refuse_campaign(&command.out)?;
    file.write(&command.out)?;
    print_line(&serde_json::to_string(&calibrated.report)?)?;
    Ok(Outcome::Right)
}

pub fn calibrate_table(command: &CalibrateTable) -> Result<Outcome, Trouble> {
    let words = table_words(command)?;
    let lens = command.lens.as_deref().map(LensFile::read).transpose()?;
    let picture = read_picture(&command.image)?;
    let calibrated = calibration::calibrate_table_by(&picture, lens.as_ref(), &words)?;
    refuse_campaign(&command.out)?;
    calibrated.file.write(&command.out)?;
    print_line(&serde_json::to_string(&calibrated.report)?)?;
    Ok(Outcome::Right)
}

/// Converts the arguments into the calibration's input.
fn table_words(command: &CalibrateTable) -> Result<TableInput, Trouble> {
    let heights_in = command.card_height.iter().copied().collect();
    let no_size = || {
        Trouble::new(
            "The playing area is not told: give its sides with --size-in, or draw it with --area.".to_owned(),
        )
    };
    if command.free {
        let area = match (command.area, command.size_in) {
            (Some(area), _) => area,
            (None, Some(size_in)) => Area::Middle { size_in },
            (None, None) => return Err(no_size()),
        };
        return Ok(TableInput::FreeCards(FreeCards {
            card_in: command.card_in,
            heights_in,
            area,
            typed_size_in: command.area.and(command.size_in),
            trust: if command.trust_sides { Trust::Sides } else { Trust::Cards },
            stick: command.stick.map(|stick_in| LaidStick { stick_in, ..LaidStick::default() }),
        }));
    }
    let size_in = command.size_in.ok_or_else(no_size)?;
    let mut points = command.point.clone();
    if let Some(path) = &command.points {
        for line in read_text(path)?.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                let point = tape_point(line)
                    .map_err(|error| Trouble::new(format!("{}: {error}.", path.display())))?;
                points.push(point);
            }
        }
    }
    if command.points.is_some() || !points.is_empty() {
        return Ok(TableInput::Points { size_in, points });
    }
    Ok(TableInput::CornerCards { size_in, card_in: command.card_in, heights_in })
}

pub fn muster(command: &Muster) -> Result<Outcome, Trouble> {
    let table = TableFile::read(&command.table)?;
    let words = FleetAnnotation::from_json(&read_text(&command.ships)?)
        .map_err(|error| Trouble::new(format!("{}: {error}", command.ships.display())))?;
    let picture = read_picture(&command.image)?;
    let empty = command.empty.as_deref().map(read_picture).transpose()?;
    let fleet = tracking::learn_fleet(&picture, empty.as_ref(), &table.camera(), table.id(), &words)?;
    write_file(&command.out, fleet.to_json()?.as_bytes())?;
    for ship in &fleet.ships {
        print_line(&serde_json::to_string(&serde_json::json!({
            "id": ship.words.id,
            "middle_in": [ship.pose().middle.x_in, ship.pose().middle.y_in],
            "heading_deg": ship.pose().heading.deg(),
        }))?)?;
    }
    Ok(Outcome::Right)
}

/// Tracks ships in pictures. A picture that can't be read or measured is reported in one sentence and left out, and the
/// others are still tracked. All are checked before the first line is printed. What the cards show of a moved camera or
/// card goes to standard error.
pub fn track(command: &Track) -> Result<Outcome, Trouble> {
    let table = TableFile::read(&command.table)?;
    let fleet = read_fleet(&command.fleet)?;
    let mut series = Series::new(&table, &fleet)?;
    let mut lines = Vec::with_capacity(command.images.len());
    let (mut notices, mut refused) = (Vec::new(), false);
    for (path, frame) in command.images.iter().zip(1..) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match track_one(&mut series, path, FrameId(frame)) {
            Ok((notice, reading, ms)) => {
                notices.extend(notice.map(|sentence| format!("{name}: {sentence}")));
                lines.push(serde_json::to_string(&TrackLine::new(name, &reading, ms))?);
            }
            Err(trouble) => {
                notices.push(trouble.sentence);
                refused = true;
            }
        }
    }
    notices.iter().for_each(|notice| eprintln!("{notice}"));
    for line in &lines {
        print_line(line)?;
    }
    Ok(if refused { Outcome::Refused } else { Outcome::Right })
}

/// Returns what one picture of a series shows, what its cards show, and how long measuring took, milliseconds.
fn track_one(
    series: &mut Series,
    path: &Path,
    frame: FrameId,
) -> Result<(Option<String>, TableReading, f64), Trouble> {
    let picture = read_picture(path)?;
    let began = Instant::now();
    let (drift, reading) = series
        .observe(&picture, frame)
        .map_err(|error| Trouble::new(format!("{}: {error}", path.display())))?;
    Ok((drift.notice(), reading, began.elapsed().as_secs_f64() * 1e3))
}

pub fn examples(file: &Path) -> Result<Outcome, Trouble> {
    let report = rulesets::run_examples(read_text(file)?.as_bytes())?;
    for difference in &report.differences {
        print_line(&difference.to_string())?;
    }
    print_line(&format!("{} passed, {} failed", report.passed, report.failed))?;
    Ok(if report.failed == 0 { Outcome::Right } else { Outcome::Difference })
}

pub fn check_data(path: &Path) -> Result<Outcome, Trouble> {
    let file = read_data(path)?;
    let (_, errors) = Library::embedded(&Tables::embedded()?)?.with_files(&[file]);
    if let Some(error) = errors.into_iter().next() {
        return Err(error.into());
    }
    print_line(&format!(
        "{} is sound: put it into the folder books/gunboat of the app's data.",
        path.display()
    ))?;
    Ok(Outcome::Right)
}

/// How battles played by lot ended, and how fast they were played.
#[derive(Serialize)]
struct PlayedOut {
    #[serde(flatten)]
    endings: Endings,
    battles_per_s: f64,
}

pub fn play_out(asked: &PlayOuts<'_>, campaign: Option<&Path>, carry_on: bool) -> Result<Outcome, Trouble> {
    let began = Instant::now();
    let now = clock::now();
    let endings = match campaign.filter(|_| carry_on) {
        Some(campaign) => chronicles::carry_on(asked, campaign, &now)?,
        None => battle::play_outs(asked, campaign, &now)?,
    };
    let battles_per_s = f64::from(endings.battles) / began.elapsed().as_secs_f64();
    print_line(&serde_json::to_string(&PlayedOut { endings, battles_per_s })?)?;
    Ok(Outcome::Right)
}

pub fn review_cases(folders: &[PathBuf]) -> Result<Outcome, Trouble> {
    let mut honest = true;
    for folder in folders {
        let named = |sentence: String| Trouble::new(format!("{}: {sentence}", folder.display()));
        let case = Case::read(folder).map_err(|error| named(error.to_string()))?;
        let review = case.review().map_err(|error| named(error.to_string()))?;
        honest &= review.is_honest();
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        print_line(
            &serde_json::json!({ "case": name, "honest": review.is_honest(), "review": review }).to_string(),
        )?;
    }
    Ok(if honest { Outcome::Right } else { Outcome::Difference })
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

pub fn salvage(campaign: &Path, out: &Path) -> Result<Outcome, Trouble> {
    print_line(&battle::salvage_file(campaign, out)?.to_string())?;
    Ok(Outcome::Right)
}

pub fn demo(frames: u32, seed: u64, out: &Path) -> Result<Outcome, Trouble> {
    let setup = demo::TableSetup::standard(seed);
    for written in demo::write_set(&setup, frames, seed, out)? {
        print_line(&written.display().to_string())?;
    }
    Ok(Outcome::Right)
}

pub fn cameras() -> Result<Outcome, Trouble> {
    let cameras = tracking::source::cameras();
    for Camera { index, id, .. } in &cameras {
        print_line(&format!("{index} {id}"))?;
    }
    match (cameras.is_empty(), CAMERAS_ARE_LISTED) {
        (false, _) => {}
        (true, true) => print_line("No webcam is plugged in.")?,
        (true, false) => print_line("This system lists no webcams by name: try --camera 0, 1 and so on.")?,
    }
    Ok(Outcome::Right)
}

pub fn kit(paper: PaperChoice, out: &Path) -> Result<Outcome, Trouble> {
    write_file(out, &kit_of(paper)?)?;
    print_line(&format!("{}: print it at 100 %, not fitted to the page.", out.display()))?;
    Ok(Outcome::Right)
}
