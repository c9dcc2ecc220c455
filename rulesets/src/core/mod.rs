//! What all five rule books share: how a book is asked, what it may ask of the table and the dice, and how it
//! says no.

mod book;
mod dice;
mod facts;
mod refusal;
mod settle;
mod table;
mod terms;

pub use book::{Actor, Book, DataFile, OptionSpec, Question, SideId};
pub use dice::{
    AppDice, Dice, DiceKind, Die, Faces, RecordedDice, RollId, RollRequest, Thrown, TypedDice, check_faces,
};
pub use facts::{
    Answer, Asked, BearingFact, Blocker, LineOfFireFact, Query, RangeFact, Recorder, Scripted, TableFacts,
    Unknown,
};
pub use refusal::{Halt, Reason, Refusal, RuleId};
pub use settle::{EdgeKey, Reading, Settlement, TooClose, Unit};
pub use table::{PlacedShip, PlacedTable};
pub use terms::{Operation, Term};
