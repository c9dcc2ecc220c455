//! What the log keeps and gives back: undo, replay, summaries, failed writes, damage, news of the table.

mod failed_write;
mod redrawn;
mod replay;
mod salvage;
mod summary;
mod table_news;
mod tampering;
mod undo;
