//! One table session per opened source. The state of the table has one owner, a thread that observes frames and takes
//! commands as messages; everybody else reads the newest snapshot.
//!
//! Folders in import order: `source` (frames in, pictures as bytes), `shore`, `calibrate`, `state` (the owner's state
//! and its snapshot), `dice` (the tray), `lens` (the wizard), `recognition` (observes one frame), `session` (owner, handle, and the
//! session in use), `commands` (what the shell calls).

pub(crate) mod battle_record;
pub(crate) mod calibrate;
pub(crate) mod commands;
pub(crate) mod dice;
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
pub(crate) mod tests;

pub use battle_record::BattleRecord;
pub use calibrate::calibrated_table::CalibratedTable;
pub use calibrate::table_report::table_words;
pub use epoch::{Epoch, changed_meanwhile};
pub use recognition::live_view::tells_more;
pub use session::live_table::LiveTable;
pub use session::table_session::FrameTrigger;
pub use session::windows::LiveSink;
pub use source::encoding::photo_of;
pub use state::snapshot::OnTable;
