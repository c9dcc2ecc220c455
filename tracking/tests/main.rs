//! The camera on tables: one program, because every program links OpenCV.

mod by_hand;
mod copied_tags;
mod demo_table;
mod hard_tables;
mod lost_nothing;
mod names;
mod restart;
mod touching;
