//! One battle in play: takes observations and decisions, asks the book, writes the journal.
//!
//! A [`Battle`] is a fold of its events ([`Situation`]) with the table as it is seen right now beside it. Official
//! places change only by events; every event is on the disk before anything that follows from it is shown. Single
//! events are told here (the answer to a decision contains its log lines); `chronicle` tells whole battles.
//!
//! Bodies of events are our own data, stored once and read for ever: fields are only ever added, with defaults.

pub mod account;
mod accounting;
mod affairs;
mod any;
mod asking;
mod battle;
mod beginning;
mod board;
mod by_hand;
mod choosing;
mod commanded;
mod common_rulings;
mod deciding;
mod dice_key;
mod error;
mod foreseeing;
mod frame;
mod gate;
mod gunboat;
mod hex_duel;
mod live;
mod mahan;
mod moving;
mod noddy;
mod now;
mod offers;
mod on_screen;
mod placing;
mod play_out;
mod players;
mod record;
mod remarks;
mod replay;
mod salvage;
mod seeing;
mod set_up;
mod shifting;
mod showing;
mod situation;
mod sp_bp;
mod summary;
mod table_news;
mod telling;
mod timeline;
mod undo;
mod verify;
pub mod view;

pub use affairs::{Affair, RowMended};
pub use any::{PictureSource, Play, account_for, open};
pub use asking::{Asking, Filled, Unclear};
pub use battle::Battle;
pub use by_hand::{ReadingCorrected, TerrainLaid};
pub use choosing::{Ground, begin, books, scenarios};
pub use commanded::{Commanded, Seat, SeatCommander};
pub use deciding::Asked;
pub use dice_key::DiceKey;
pub use error::{BattleError, Unread};
pub use frame::{AreaRedrawn, FrameChanged};
pub use gate::{Command, CommandSeat, Denied};
pub use live::{Sighting, stands_elsewhere};
pub use moving::Proposal;
pub use on_screen::OnScreen;
pub use play_out::{Endings, PlayOuts, play_out, play_out_in, play_outs, play_outs_carrying_on};
pub use players::player_name;
pub use record::{
    BattleBegun, BookEvent, Entry, EntryOf, Fact, FactOf, Place, Player, PlayersSeated, Remark, SettingUp,
    Settling, ShipMoved, ShipPlaced, ShipSettled, ShipsMoved, ShipsPlaced, ShipsSetDown, ShipsSettled,
    TakenBack,
};
pub use replay::Moments;
pub use rulesets::core::Audience;
pub use rulesets::core::in_words;
pub use rulesets::core::play_out::Carried;
pub use salvage::salvage_file;
pub use seeing::to_the_second;
pub use set_up::{MovesAre, Picture, SetUp, ShipInSetUp};
pub use shifting::{Ghost, GhostWhy, Shift};
pub use showing::place_view;
pub use situation::{Situation, SituationOf};
pub use summary::{summaries, summaries_from};
pub use table_news::{CardMoved, PictureMissing, TableChecked, TableMoved, TableNews};
pub use undo::TakeBack;
pub use verify::{Verification, verify, verify_file};
