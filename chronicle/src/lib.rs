//! Whole battles as reports, exports, charts and statistics, and the careers of their ships.
//!
//! Everything here is made from a [`battle::account::BattleAccount`] (campaigns from summaries, cards to print from a
//! view), which `battle` has cut to its reader: nothing in this crate can tell a secret. Single events are told by
//! `battle`; here they become a story.

mod chart;
mod export;
mod printed;
mod report;
mod statistics;
mod story;
#[cfg(test)]
mod testing;
mod video;

pub use export::{ExportError, csv, json};
pub use paper::Paper;
pub use printed::printed;
pub use report::report;
pub use statistics::campaign::{
    BattleOfCareer, BattleStanding, CampaignCount, CampaignStanding, Career, Honour, Kill, Refit,
    RowStanding, SideStanding,
};
pub use statistics::history::{Series, SeriesPoint, ship_history, side_history};
pub use statistics::luck::{DiceLuck, FireLuck, Luck, luck};
pub use statistics::tracks::{Track, TrackPoint, tracks};
pub use story::{StoryStep, StoryTurn, story};
pub use video::animation::{animation, animation_watched};
pub use video::webp::WebpError;
