//! A second umpire. It reads the umpire's export of a battle and recomputes every ruling directly from the
//! rule sheets. It has its own tables, its own geometry and its own ship cards, and shares nothing with the
//! books, so that an error in one is found by the other.

mod dice_read;
mod gunboat;
mod hex_duel;
mod hexes;
mod mahan;
mod noddy;
mod plane;
pub mod record;
pub mod report;
mod sp_bp;

pub use record::{ReadError, Record};
pub use report::{Disagreement, Report};

/// Recomputes every ruling of an umpire's export.
///
/// # Errors
/// When it is no umpire's export, the book is unknown here, or an event lacks what a ruling needs.
pub fn check(export_json: &str) -> Result<Report, ReadError> {
    let record = Record::read(export_json)?;
    let mut report = Report::new(&record.book);
    match record.book.as_str() {
        "gunboat" => gunboat::check(&record, &mut report)?,
        "hex_duel" => hex_duel::check(&record, &mut report)?,
        "mahan" => mahan::check(&record, &mut report)?,
        "noddy" => noddy::check(&record, &mut report)?,
        "sp_bp" => sp_bp::check(&record, &mut report)?,
        _ => return Err(ReadError::UnknownBook { book: record.book }),
    }
    dice_read::check(&record, &mut report)?;
    Ok(report)
}
