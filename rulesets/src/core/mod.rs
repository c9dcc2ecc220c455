//! What all five rule books share: how a book is asked, what it may ask of the table and the dice, and how it
//! says no.

mod account;
mod book;
mod commander;
mod data;
mod desk;
mod dice;
mod facts;
pub mod fleet;
mod hexes;
pub(crate) mod in_frame;
pub mod play_out;
mod played;
mod refusal;
mod scripted;
mod settle;
pub(crate) mod shared;
mod source;
mod table;
mod terms;
mod throwing;
mod tie;
mod typed;
mod way;

pub use account::{HitForecast, HitsScored};
pub(crate) use book::distinct;
pub use book::{Actor, Audience, Book, DataFile, OptionSpec, OptionValue, Question, SideId, in_words};
pub use commander::{Commander, Order, Outlook};
pub use data::{DataError, RuleEntry, TableSource};
pub(crate) use data::{check_each_face, content, read, read_options, read_rules, with_option};
pub use desk::{Desk, push_new, reading};
pub use dice::{
    AppDice, Dice, DiceKind, Die, Faces, RecordedDice, RollId, RollRequest, Thrown, TypedDice, check_faces,
};
pub use facts::{
    Answer, Asked, BearingFact, Blocker, Contact, Edge, EdgeFact, Entered, HeadingFact, HexFact,
    LineOfFireFact, Query, RangeFact, SightFact, SpanFact, StrikeFact, TableFacts, TouchingFact, Under,
    UnderCircleFact, Unknown, WatersFact, WayFact,
};
pub(crate) use hexes::{HexReader, HexReading, hex_words, place_words};
pub use hexes::{Place, grid_between};
pub use played::{CardLines, CardRow, Decided, MoveJudged, PlayedBook, Rolled, ShipLine};
pub use refusal::{Halt, Reason, Refusal, RuleId};
pub use scripted::{Recorder, Scripted};
pub use settle::{EdgeKey, Reading, Settlement, TieRule, TooClose, Unit};
pub(crate) use source::{Fault, Key, parse, way};
pub use table::{PlacedShip, PlacedTable};
pub use terms::{Operation, Term};
pub use throwing::ThrownRoll;
pub(crate) use throwing::{throw_all, throw_due};
pub use tie::{DIE_READING, Settles};
pub(crate) use tie::{decide_by_die, leaves_to_a_die};
pub use typed::{TypedFacts, fits};
pub use way::WaysBegin;
