//! One table session per opened source: what is known of the table has one owner, a thread that looks at frames and takes
//! commands as messages; everybody else reads the newest snapshot.
//!
//! Folders in the order in which they import each other: `source` (frames in, pictures as bytes), `shore`, `calibrate`,
//! `state` (what the owner holds and the snapshot of it), `lens` (the wizard), `recognition` (one frame observed),
//! `session` (owner, handle, and the one in use), `commands` (what may be asked).

pub(crate) mod battle_record;
pub(crate) mod calibrate;
pub(crate) mod commands;
pub(crate) mod epoch;
#[cfg(test)]
mod fixtures;
pub(crate) mod latest;
pub(crate) mod lens;
pub(crate) mod recognition;
pub(crate) mod session;
pub(crate) mod shore;
pub(crate) mod source;
pub(crate) mod state;
#[cfg(test)]
mod tests;

pub use battle_record::BattleRecord;
pub use calibrate::calibrated_table::CalibratedTable;
pub use calibrate::table_report::table_words;
pub use epoch::{Epoch, changed_meanwhile};
pub use session::live_table::LiveTable;
pub use session::table_session::FrameTrigger;
pub use source::encoding::photo_of;
pub use state::snapshot::OnTable;
