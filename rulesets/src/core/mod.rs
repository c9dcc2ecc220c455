//! What all five rule books share: the interface of a book, its queries to the table and the dice, and refusals.

mod contract;
pub(crate) mod data;
mod dice;
pub mod fleet;
pub mod play_out;
mod ruling;
pub(crate) mod table;
mod text;

pub use contract::account::{HitForecast, HitsScored};
pub(crate) use contract::book::distinct;
pub use contract::book::{Actor, Audience, Book, Question, SideId, WordedQuestion, in_words};
pub use contract::commander::{Commander, Order, Outlook};
pub use contract::outcome::Outcome;
pub use contract::played::{CardLines, CardRow, Decided, MoveJudged, PlayedBook, Rolled, ShipLine};
pub use data::book_tables::{BookData, BookOf, BookTables, RuleData};
pub(crate) use data::book_tables::{Sourced, sources, tables};
pub use data::data_file::{DataFile, OptionSpec, OptionValue};
pub(crate) use data::fault::{Fault, Key, parse, way};
pub use data::rule_files::{DataError, RuleEntry, TableSource};
pub(crate) use data::rule_files::{check_each_face, content, read, read_rules};
pub(crate) use data::rule_options::{choices, options, with_option};
pub use data::shared::Shared;
pub use data::shared_map::SharedMap;
pub(crate) use data::values::values;
pub(crate) use data::worded::worded;
pub use dice::source::{
    AppDice, Dice, DiceKind, Die, Faces, RealDice, RecordedDice, RollId, RollRequest, Thrown, check_faces,
};
pub use dice::throw::{ThrownRoll, throw_due};
pub(crate) use dice::throw::{rolls_to_throw, throw_and_read};
pub use dice::tie_by_die::Settles;
pub(crate) use dice::tie_by_die::{decide_by_die, leaves_to_a_die};
pub use ruling::refusal::{Halt, Reason, Refusal, RuleId};
pub use ruling::settlement::{EdgeKey, Reading, Settlement, TieRule, TooClose, Unit};
pub use ruling::terms::{Operation, Term};
pub use ruling::tie_resolver::DIE_READING;
pub use ruling::tie_resolver::{TieResolver, push_new, reading};
pub use table::facts::{
    Answer, Asked, BearingFact, Blocker, Contact, Edge, EdgeFact, Entered, HeadingFact, HexFact,
    LineOfFireFact, Query, RangeFact, SightFact, SpanFact, StrikeFact, TableFacts, TouchingFact, Under,
    UnderCircleFact, Unknown, WatersFact, WayFact,
};
pub use table::hexes::{HexPose, grid_between};
pub(crate) use table::hexes::{HexReader, HexReading, hex_words, place_words};
pub use table::limit::at_most_in;
pub(crate) use table::line_of_fire::judge_line;
pub use table::placed::{PlacedShip, PlacedTable};
pub use table::scripted::{Recorder, Scripted};
pub use table::typed::{TypedFacts, fits};
pub(crate) use table::typed::{check_typed, terrain_reasons};
pub use table::way::WaysBegin;
pub use text::Text;
pub(crate) use text::text_id;
