//! "A simple Ironclad vs. Ironclad wargame" (R. Cordery after Lieutenant Chamberlain, 2015): two ironclads,
//! 12 by 10 hexes, one special die.
//!
//! A ship's hex and facing are read from the table when it moves ([`Decision::Move`]). Everything after that
//! is in whole numbers: range, arcs and lines of fire are never too close to call. The seed has lost the
//! numbers of the rules; the ids are those of the catalogue (CHA-AMB-1).

mod book;
mod decide;
mod events;
mod gunnery;
mod movement;
pub mod play_out;
mod played;
mod presentation;
mod state;
mod tables;
mod turn;

pub use book::HexDuel;
pub use events::decision::{Decision, Entry, UmpireOrder};
pub use events::event::BODY_VERSION;
pub use events::event::{End, Route};
pub use events::event::{Event, Shot};
pub use events::invariants::{acts_from_nowhere, faults};
pub use gunnery::guns::DuelOdds;
pub use presentation::questions::Ask;
pub use state::battle::Face;
pub use state::battle::Gun;
pub use state::battle::MoveKind;
pub use state::battle::{Fate, HexPose, Ironclad, Outcome, PendingRoll, Phase, RollUse, Start, State};
pub use state::board::{Kind, Piece};
pub use state::options::{Board, BroadsideArc, ChaOptions, DashTurns, DisabledTurn, EscapeResult, HeadOn};
pub use tables::table_set::{Tables, rule_list};
pub use turn::opening::{piece_fault, terrain_faults};
