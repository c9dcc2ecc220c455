//! The log: undo, replay, summaries, failed writes, damage, changes of the table.

mod dice_by_eye;
mod failed_write;
mod moments;
mod redrawn;
mod replay;
mod salvage;
mod summary;
mod table_news;
mod tampering;
mod undo;
