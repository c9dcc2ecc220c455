//! Facts of ships and forts, and layouts of scenarios, independent of any book: every book makes its own cards from
//! them.
//!
//! Fields that only one book reads (boxes, turning circles, penetration factors) are in the same files, because players
//! keep one file per ship.

mod class;
mod layout;
mod own;
mod ship_facts;
mod words;

pub use class::ShipClass;
pub use layout::{LaidFort, LaidGun, LaidMine, LaidShip, Layout};
pub(crate) use own::FILES;
pub use own::{Fleet, HAMPTON_ROADS};
pub use ship_facts::{BatteryFacts, Boxes, FortFacts, Guess, GunFacts, OwnGun, ShipFacts};
pub use words::{Circle, GunKind, Propulsion, Side, usual_arcs};
