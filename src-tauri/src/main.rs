//! `ironclad-table`: opens the window or runs one subcommand.

use std::process::ExitCode;

fn main() -> ExitCode {
    ironclad_table::run(std::env::args_os())
}
