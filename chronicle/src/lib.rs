//! What was: whole battles told, counted and drawn, and the careers of their ships.
//!
//! Everything here is made from a [`battle::account::BattleAccount`] (campaigns from summaries, cards to print from a
//! view), which `battle` has cut to its reader: nothing in this crate can tell a secret. Single events are told by
//! `battle`; here they become a story.

mod animation;
mod campaign;
mod chart;
mod export;
mod history;
mod luck;
mod photographs;
mod printed;
mod report;
mod story;
#[cfg(test)]
mod testing;
mod tracks;
mod webp;

pub use animation::{animation, animation_watched};
pub use campaign::{
    BattleOfCareer, BattleStanding, CampaignCount, CampaignStanding, Career, Honour, Kill, Refit,
    RowStanding, SideStanding,
};
pub use export::{ExportError, csv, json};
pub use history::{Series, SeriesPoint, ship_history, side_history};
pub use luck::{DiceLuck, FireLuck, Luck, luck};
pub use paper::Paper;
pub use printed::printed;
pub use report::report;
pub use story::{StepTold, TurnTold, story};
pub use tracks::{Track, TrackPoint, tracks};
pub use webp::WebpError;
