//! Tests of whole table sessions, frame by frame.

mod answers;
mod changes;
mod corrections;
mod dice;
mod evenings;
mod faults;
mod knocks;
mod lens;
mod phone;
mod set_up;
pub(crate) mod stepped_table;
mod untidy;
mod views;
