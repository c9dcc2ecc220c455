//! "A simple Ironclad vs. Ironclad wargame" (R. Cordery after Lieutenant Chamberlain, 2015): two ironclads, 12 by 10
//! hexes, one special die.
//!
//! A ship's hex and facing are read from the table when she moves ([`Decision::Move`]), and everything after that is
//! whole numbers: range, arcs and lines of fire are never too close to call. The numbers of the rules that the seed has
//! lost are those of the catalogue (CHA-AMB-1).

mod board;
mod book;
mod decision;
mod event;
mod firing;
mod gunnery;
mod movement;
mod moving;
mod options;
pub mod play_out;
mod played;
mod questions;
mod reading;
mod sentences;
mod setting_out;
mod sound;
mod state;
mod tables;
mod turn;

pub use board::{Kind, Piece, piece_fault, terrain_faults};
pub use book::{BODY_VERSION, HexDuel};
pub use decision::{Decision, Entry, UmpireOrder};
pub use event::{Event, MoveKind, Shot};
pub use gunnery::{DuelOdds, Gun};
pub use movement::{End, Route};
pub use options::{Board, BroadsideArc, ChaOptions, DashTurns, DisabledTurn, EscapeResult, HeadOn};
pub use questions::Ask;
pub use sound::{acts_from_nowhere, faults};
pub use state::{Fate, Ironclad, Outcome, PendingRoll, Phase, Place, RollUse, Start, State};
pub use tables::{Face, Tables, rule_list};
