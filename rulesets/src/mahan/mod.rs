//! "Mahan": solitaire rules (P. Phelps, version 1.0) for Yaquinto's *Ironclads*, on a hex grid and in free inches.
//!
//! [`orders`] and [`display`] hold the procedure, independent of books. [`play`] is the book itself, on a
//! board of hexes ([`play::MahanBook`]). With [`command`], Mahan commands a side of a Gunboat or a Noddy
//! battle by the same procedure, where a hex is an inch. Gunnery, damage and capacities are the base game's,
//! which is not in the seed (MAH-AMB-2).

pub mod command;
mod display;
mod orders;
pub mod play;
mod tables;

pub use display::{Bearings, Display, Sector};
pub use orders::{
    Assigned, Calling, Chit, Cup, Gun, Load, MahanOrder, Mode, PlayerOrder, RamRun, RunMode, Side, SparEnd,
    Target, TurnCapacity, TurnWhen, Way120, about_turns, assign, behind_each_other, load, mode,
    player_reference, player_turn, ram_allowed, ram_choice, ram_run, sixty_turns, spar_run,
};
pub use play::MahanBook;
pub use tables::{Tables, rule_list};
