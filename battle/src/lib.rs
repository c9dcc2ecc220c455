//! One battle in play: takes observations and decisions, asks the rule book, and appends to the journal.
//!
//! A [`Battle`] is the fold of its domain events ([`Situation`]) together with the table as the camera sees
//! it now. Official places change only by events. An event is on the disk before anything that follows from
//! it is shown. Single events are rendered here (the answer to a decision contains its log lines);
//! `chronicle` renders whole battles.
//!
//! Event bodies are our own data format, and every version must stay readable: fields are only added, with defaults.

mod analysis;
mod books;
mod counsel;
mod dispatch;
mod error;
mod forms;
mod projections;
mod record;
mod registry;
mod render;
mod seats;
mod session;
mod setup;
mod table;
mod thinking;
pub mod view;

pub use analysis::kept::KeptTurning;
pub use analysis::search::Effort;
pub use books::gunboat::ShipInSetUp;
pub use counsel::quandary::{Asked, Conclusion, Matter, Quandary};
pub use dispatch::any_session::{PictureSource, Session, account_for, open};
pub use dispatch::begin::{begin, books, scenarios};
pub use dispatch::play_out::{
    Endings, PlayOuts, Watch, play_out, play_out_in, play_outs, play_outs_carrying_on, record_play,
};
pub use error::{BattleError, Unread};
pub use forms::book_adapter::BookAdapter;
pub use forms::book_form::{BookAsk, BookForm};
pub use forms::book_forms::BookForms;
pub use forms::context::{FormContext, FormError};
pub use forms::filled::FilledForm;
pub use projections::account;
pub use projections::replay::EventQuery;
pub use projections::summary::{summaries, summaries_from};
pub use record::campaign_affair::{Affair, RowMended};
pub use record::corrections::{ReadingCorrected, TerrainLaid};
pub use record::dice::key::DiceKey;
pub use record::dice::read::{DiceRead, DieRead};
pub use record::events::MovesAre;
pub use record::events::{
    BattleBegun, BookEvent, DomainEvent, DomainEventOf, Player, PlayersSeated, RecordedEvent,
    RecordedEventOf, Remark, SettingUp, Settling, ShipMoved, ShipPlaced, ShipSettled, ShipsMoved,
    ShipsPlaced, ShipsSetDown, ShipsSettled, TakenBack,
};
pub use record::frame::{AreaRedrawn, FrameChanged};
pub use record::place::Place;
pub use record::salvage::salvage_file;
pub use record::situation::{Situation, SituationOf};
pub use record::table_news::{CardMoved, PictureMissing, TableChecked, TableMoved, TableNews};
pub use record::thought::{AdviceGiven, Advised, CommanderPlanned, Handicap, ThinkingCommander};
pub use record::verify::{Verification, verify, verify_by, verify_file};
pub use render::event_body::to_the_second;
pub use rulesets::core::Audience;
pub use rulesets::core::in_words;
pub use rulesets::core::play_out::Carried;
pub use seats::commander::{Seat, SeatCommander};
pub use seats::players::player_name;
pub use session::app_commander::CommanderOutcome;
pub use session::battle::Battle;
pub use session::command::{Command, CommandError, CommandSeat, Denied};
pub use session::decide::DecisionRequest;
pub use session::moves::Proposal;
pub use session::take_back::TakeBack;
pub use setup::book_set_up::BookSetUp;
pub use setup::context::SetupContext;
pub use setup::set_up::SetUp;
pub use table::observed::{Sighting, stands_elsewhere};
pub use table::picture::Picture;
pub use table::shift::{Ghost, GhostWhy, Shift};
pub use table::throw::{DieEvidence, ThrowEvidence};
pub use thinking::setting::{position_of, setting_of};
pub use view::place::place_view;
