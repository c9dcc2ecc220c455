//! What is known of ships and forts, and where fleets meet, in no book's terms: every book makes its own cards of it.
//!
//! Fields that one book alone reads (boxes, turning circles, penetration factors) stand in the same files, because players
//! keep one file for a ship.

mod layout;
mod own;
mod ship_facts;
mod words;

pub use layout::{LaidFort, LaidGun, LaidMine, LaidShip, Layout};
pub(crate) use own::FILES;
pub use own::{Fleet, HAMPTON_ROADS};
pub use ship_facts::{BatteryFacts, Boxes, FortFacts, Guess, GunFacts, OwnGun, ShipFacts};
pub use words::{Circle, GunKind, Propulsion, Side, usual_arcs};
