//! Tests of the campaign file. They are one program, because every program links SQLite.

mod campaign_file;
mod common;
mod every_schema;
mod foreign_log;
mod moved;
mod places;
mod salvage;
