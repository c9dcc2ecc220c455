//! *SP/BP*, a quick-reference sheet for actions of the ironclad age: seven phases a turn, four gunnery tables, twenty
//! critical hits. The sheet is all there is: it names procedures that it does not give (SPB-AMB-4), which are entries for
//! the umpire, or house procedures where the players choose them.
//!
//! The way of a shot: [`Decision::Fire`] → [`Event::SalvoFired`] (with a D10 for each gun) → [`Decision::Roll`] →
//! [`Event::DiceThrown`] and one [`Event::RollRead`] for each roll, with the values of ships that are new and the rolls
//! that follow. Everything that happens to a ship is a [`Change`]: `apply` only assigns.

mod acting;
mod apply;
mod book;
mod card;
mod change;
mod content;
mod convert;
mod critical;
mod decision;
mod due;
mod event;
mod fire;
mod guns;
mod house;
mod modifiers;
mod movement;
mod odds;
mod opening;
mod options;
mod outcome;
pub mod play_out;
mod played;
mod procedure;
mod questions;
mod resolve;
mod salvo;
mod sentences;
mod ship_state;
mod sight;
mod sound;
mod speed;
mod state;
mod step;
mod tables;
mod throwing;
mod trials;
mod turn;
mod umpire;
mod undertake;

pub use crate::core::{DataError, OptionValue, RuleEntry, TableSource};
pub use book::{BODY_VERSION, SalvoPreview, SpBp};
pub use card::{Captain, GunKind, GunMount, MountId, Nation, PaddleWheels, ShipCard, Size, Spar, TargetType};
pub use change::{Change, ShipChange};
pub use content::{Scenario, ScenarioOption, ScenarioShip, scenarios, ships};
pub use convert::{Converted, Sketch, SketchGun, convert, convert_facts};
pub use decision::{Decision, Declares, MountChoice, MountGuns, ShipSetup, UmpireOrder};
pub use due::{GunPick, PendingRoll, Points, RollUse, SalvoId, Shot, Task};
pub use event::{DriftOf, Event, Follows, MoveReview};
pub use odds::{Chance, Odds};
pub use options::{BelowArmour, BlastGuns, MoraleFail, RoundSpeed, SpColumn, SpbOptions, Water};
pub use outcome::{Against, Cell, FiringMount, Location as HitLocation, Read, Salvo, ShotRead, SteamEffect};
pub use procedure::{Guided, GuidedId, Procedure};
pub use questions::Ask;
pub use salvo::{MountView, SalvoPlan};
pub use ship_state::{Fate, Location, ShipState, SpeedHit, Wheel};
pub use sound::{acts_from_nowhere, faults};
pub use speed::BestSpeed;
pub use state::{Bond, BondKind, Marker, SalvoBrief, State};
pub use step::Step;
pub use tables::{CriticalRow, GunRow, Needs, Reach, Special, Tables, rule_list};
