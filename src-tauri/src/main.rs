//! `ironclad-table`: the window, or one command of the command line.
fn main() {}
