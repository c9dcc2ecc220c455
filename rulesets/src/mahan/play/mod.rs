//! The book itself, on a board of hexes: turns of eight rounds, orders, chits, rams, and fire that another book resolves.

mod apply;
mod board;
mod book;
mod captain;
mod card;
mod commanding;
mod decision;
mod event;
mod gunfire;
mod moving;
mod opening;
mod options;
pub mod play_out;
mod played;
mod questions;
mod sailing;
mod sentences;
mod sound;
mod state;
mod turn;

pub use book::{BODY_VERSION, MahanBook};
pub use captain::Solo;
pub use card::{FASTEST, GunCard, HullArmor, ShipCard, TurnRow};
pub use decision::{Becomes, Change, Decision, Entry, Formation, GroupOrder, UmpireOrder};
pub use event::{End, Event, Passage, Shot};
pub use gunfire::table as fire_table;
pub use options::{CombatBackend, MahOptions, TargetScope};
pub use questions::{Ask, NeedsOrder, ORDERS};
pub use sailing::Plan;
pub use sound::{acts_from_nowhere, faults};
pub use state::{
    Course, Fate, Firing, Ground, Group, GroupId, Outcome, PendingRoll, Phase, Piece, Place, RollUse, Ship,
    State,
};
