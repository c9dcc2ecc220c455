//! The book itself, on a board of hexes: turns of eight rounds, orders, chits, rams, and fire resolved by
//! another book.

mod book;
mod captain;
mod decide;
mod events;
mod movement;
pub mod play_out;
mod played;
mod presentation;
mod state;
mod turn;

pub use book::MahanBook;
pub use captain::Solo;
pub use events::decision::{Becomes, Change, Decision, Entry, Formation, GroupOrder, UmpireOrder};
pub use events::event::BODY_VERSION;
pub use events::event::{Event, Passage, Shot};
pub use events::invariants::{acts_from_nowhere, faults};
pub use movement::sailing::Plan;
pub use presentation::questions::{Ask, NeedsOrder, ORDERS};
pub use state::battle::End;
pub use state::battle::{
    Course, Fate, Firing, Ground, Group, GroupId, HexPose, Outcome, PendingRoll, Phase, Piece, RollUse, Ship,
    State,
};
pub use state::card::{FASTEST, GunCard, HullArmor, ShipCard, TurnRow};
pub use state::options::{CombatBackend, MahOptions, TargetScope};
pub use turn::gunnery::table as fire_table;
