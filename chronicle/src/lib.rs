//! Whole battles as reports, exports, charts and statistics, and the careers of their ships.
//!
//! Everything here is made from a [`battle::account::BattleAccount`] (campaigns from summaries, printed cards
//! from a view). `battle` has already removed what the reader may not know, so this crate can't reveal
//! secrets. `battle` puts single events into words; this crate arranges them.

mod export;
mod printed;
mod report;
mod scene;
mod statistics;
mod story;
#[cfg(test)]
mod testing;
mod video;

pub use export::{ExportError, csv, json};
pub use paper::Paper;
pub use printed::printed;
pub use report::report;
pub use scene::{ChartError, ChartFormat, chart_file, chart_scene, scene_of, scene_of_scenario};
pub use statistics::campaign::{
    BattleOfCareer, BattleStanding, CampaignCount, CampaignStanding, Career, Honour, Kill, Refit,
    RowStanding, SideStanding,
};
pub use statistics::history::{Series, SeriesPoint, ship_history, side_history};
pub use statistics::luck::{DiceLuck, FireLuck, Luck, luck};
pub use statistics::tracks::{Track, TrackPoint, TurnWay, tracks, turn_ways};
pub use story::{StoryStep, StoryTurn, story};
pub use video::animation::{animation, animation_watched};
pub use video::webp::WebpError;
