//! `ironclad-table`: the window, or one command of the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ironclad_table::run(std::env::args_os())
}
