//! The subcommand that checks umpires' exports with the second reader.

use crate::cli::Outcome;
use crate::cli::commands::print_line;
use crate::files::read::read_text;
use crate::ipc::messages::Trouble;
use second_reader::Report;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The findings in one file.
#[derive(Serialize)]
struct Found<'a> {
    file: String,
    #[serde(flatten)]
    report: &'a Report,
}

/// Checks each file. A bad file is reported and left out, and the others are still checked.
pub fn check(files: &[PathBuf], json: bool) -> Result<Outcome, Trouble> {
    let mut outcome = Outcome::Right;
    for path in files {
        match report(path) {
            Ok(report) => {
                print(path, &report, json)?;
                if !report.disagreements.is_empty() && matches!(outcome, Outcome::Right) {
                    outcome = Outcome::Difference;
                }
            }
            Err(trouble) => {
                eprintln!("{trouble}");
                outcome = Outcome::Refused;
            }
        }
    }
    Ok(outcome)
}

fn report(path: &Path) -> Result<Report, Trouble> {
    let text = read_text(path)?;
    second_reader::check(&text).map_err(|error| Trouble::new(format!("{}: {error}", path.display())))
}

fn print(path: &Path, report: &Report, json: bool) -> Result<(), Trouble> {
    let file = path.display().to_string();
    if json {
        return print_line(&serde_json::to_string(&Found { file, report })?);
    }
    let (rulings, disagree) = (report.checks(), report.disagreements.len());
    print_line(&format!("{file}: {}, {rulings} rulings recomputed, {disagree} disagree", report.book))?;
    for (rule, count) in &report.counts {
        print_line(&format!("  {rule} {count}"))?;
    }
    for found in &report.disagreements {
        print_line(&format!(
            "  event {}, {}: reads {}; recorded {}",
            found.seq, found.rule, found.reads, found.recorded
        ))?;
    }
    Ok(())
}
