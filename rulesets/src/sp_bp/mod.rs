//! *SP/BP*, a quick-reference sheet for actions of the ironclad age: seven phases a turn, four gunnery
//! tables, twenty critical hits. The sheet names procedures that it does not give (SPB-AMB-4): the umpire
//! enters their results, or the players choose house procedures.
//!
//! The course of a shot: [`Decision::Fire`] → [`Event::SalvoFired`] (with a D10 for each gun) →
//! [`Decision::Roll`] → [`Event::DiceThrown`] and one [`Event::RollRead`] for each roll, with the new values
//! of ships and the rolls that follow. Everything that happens to a ship is a [`Change`]: `apply` only
//! assigns.

mod book;
mod content;
mod damage;
mod dice;
mod events;
mod forecast;
mod gunnery;
mod movement;
pub mod play_out;
mod played;
mod presentation;
mod state;
mod tables;
mod turn;

pub use crate::core::{DataError, OptionValue, RuleEntry, TableSource};
pub use book::{SalvoPreview, SpBp};
pub use content::convert::{Converted, Sketch, SketchGun, convert, convert_facts};
pub use content::scenarios::{Scenario, ScenarioOption, ScenarioShip, scenarios, ships};
pub use events::change::{Change, ShipChange};
pub use events::decision::{Decision, Declares, MountChoice, MountGuns, ShipSetup, UmpireOrder};
pub use events::event::BODY_VERSION;
pub use events::event::{DriftOf, Event, Follows, MoveReview};
pub use events::invariants::{acts_from_nowhere, faults};
pub use events::outcome::{
    Against, Cell, FiringMount, Location as HitLocation, Read, Salvo, ShotRead, SteamEffect,
};
pub use forecast::odds::{Chance, Odds};
pub use gunnery::salvo::{MountView, SalvoPlan};
pub(crate) use movement::review::{allowance_in, steering};
pub use movement::speed::BestSpeed;
pub use presentation::questions::Ask;
pub use state::battle::{Bond, BondKind, Marker, SalvoBrief, State};
pub use state::card::{
    Captain, GunKind, GunMount, MountId, Nation, PaddleWheels, ShipCard, Size, Spar, TargetType,
};
pub use state::due::{GunPick, PendingRoll, Points, RollUse, SalvoId, Shot, Task};
pub use state::guided::{Guided, GuidedId, Procedure};
pub use state::options::{BelowArmour, BlastGuns, MoraleFail, RoundSpeed, SpColumn, SpbOptions, Water};
pub use state::ship::{Fate, Location, ShipState, SpeedHit, Wheel};
pub use state::step::Step;
pub use tables::table_set::{CriticalRow, GunRow, Needs, Reach, Special, Tables, rule_list};
