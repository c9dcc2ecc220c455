//! Checks exports from files: `cargo run --example check -- FILE.json …`, without the app.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for path in std::env::args().skip(1) {
        let checked = std::fs::read_to_string(&path)
            .map_err(|error| error.to_string())
            .and_then(|json| second_reader::check(&json).map_err(|error| error.to_string()));
        match checked {
            Ok(report) => {
                println!(
                    "{path}: {}, {} rulings, {} disagree",
                    report.book,
                    report.checks(),
                    report.disagreements.len()
                );
                println!("  {:?}", report.counts);
                for found in &report.disagreements {
                    println!(
                        "  {} {}: reads {}, recorded {}",
                        found.seq, found.rule, found.reads, found.recorded
                    );
                    code = ExitCode::FAILURE;
                }
            }
            Err(why) => {
                println!("{path}: {why}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
