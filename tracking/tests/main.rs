//! The camera on tables: one program, because every program links OpenCV.

mod by_hand;
mod copied_tags;
mod demo_table;
mod films;
mod following;
mod hard_tables;
mod lost_nothing;
mod names;
mod reduced;
mod restart;
mod things;
mod touching;
mod watched;

/// When frame number `frame` was taken, at ten frames a second.
fn at(frame: u64) -> std::time::Duration {
    std::time::Duration::from_millis(100 * frame)
}
