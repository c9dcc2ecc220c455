//! The command line: the same code that the window uses. Exit code 0: success; 1: a difference was found; 2: bad input,
//! with one sentence on standard error and no partial output. `track` leaves out bad pictures, prints the others, and
//! still ends with 2.

mod arguments;
mod chronicles;
mod commands;
mod dice_commands;
mod league;
mod rulings;
mod turning;

use battle::PlayOuts;
use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

use arguments::{Arguments, Command};

/// Exit code for bad input.
const BAD_INPUT: u8 = 2;

/// The result of a subcommand.
enum Outcome {
    /// Success.
    Right,
    /// A difference was found, and already printed.
    Difference,
    /// Part of the input is bad, and already reported; the rest was done.
    Refused,
}

/// Runs the program with its arguments: opens the window or runs the subcommand.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(refused) => return refuse_arguments(&refused),
    };
    let done = match arguments.command {
        None => arguments.opening.check().and_then(crate::app::window::open).map(|()| Outcome::Right),
        Some(Command::CalibrateLens(command)) => commands::calibrate_lens(&command),
        Some(Command::CalibrateTable(command)) => commands::calibrate_table(&command),
        Some(Command::Muster(command)) => commands::muster(&command),
        Some(Command::Track(command)) => commands::track(&command),
        Some(Command::ReadDice(command)) => dice_commands::read_dice(&command),
        Some(Command::LearnDice { faces, out }) => dice_commands::learn_dice(&faces, &out),
        Some(Command::League(command)) => league::league(&command),
        Some(Command::Examples { file }) => commands::examples(&file),
        Some(Command::CheckData { file }) => commands::check_data(&file),
        Some(Command::PlayOut { book, scenario, seed, count, out, carry_on }) => {
            let asked = PlayOuts { book: &book, scenario: &scenario, seed, count, carried: None };
            commands::play_out(&asked, out.as_deref(), carry_on)
        }
        Some(Command::Report { of, turning, out }) => chronicles::report(&of, turning, &out),
        Some(Command::Turning { of, json }) => turning::turning(&of, json),
        Some(Command::Export { of, csv, json }) => chronicles::export(&of, csv.as_deref(), json.as_deref()),
        Some(Command::Animate { of, out }) => chronicles::animate(&of, &out),
        Some(Command::Chart { of, turn, light, out }) => chronicles::chart(&of, turn, light, &out),
        Some(Command::Campaign { campaign, battle, note }) => {
            chronicles::campaign(&campaign, battle.zip(note.as_deref()))
        }
        Some(Command::CheckRulings { files, json }) => rulings::check(&files, json),
        Some(Command::Case { folders }) => commands::review_cases(&folders),
        Some(Command::Verify { campaign }) => commands::verify(&campaign),
        Some(Command::Salvage { campaign, out }) => commands::salvage(&campaign, &out),
        Some(Command::Demo { frames, seed, out }) => commands::demo(frames, seed, &out),
        Some(Command::Cameras) => commands::cameras(),
        Some(Command::Kit { paper, out }) => commands::kit(paper, &out),
    };
    match done {
        Ok(Outcome::Right) => ExitCode::SUCCESS,
        Ok(Outcome::Difference) => ExitCode::from(1),
        Ok(Outcome::Refused) => ExitCode::from(BAD_INPUT),
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Prints help and version as success; reports anything else in one line.
fn refuse_arguments(refused: &clap::Error) -> ExitCode {
    if !refused.use_stderr() {
        print!("{refused}");
        return ExitCode::SUCCESS;
    }
    let text = refused.to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let sentence = said.join(" ");
    eprintln!(
        "{}: see 'ironclad-table --help'.",
        sentence.trim_start_matches("error: ").trim_end_matches('.')
    );
    ExitCode::from(BAD_INPUT)
}
