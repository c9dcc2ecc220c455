//! "Noddy" rules for American Civil War riverine actions (Andy Callan, Miniature Wargames 14, 1984): the second book.
//!
//! The way of a move: [`Decision::WriteOrders`] (secret) → [`Decision::NextStep`] reveals them → [`Decision::Move`]
//! in the first half, the turn and the second half → [`Decision::Fire`] in between and after → [`Decision::Roll`]
//! brings one [`Event::Read`] for each roll, with what changes and what is thrown next. Damage takes hold at once and
//! is shown to the owner alone (NOD-29). There are no morale rules (NOD-28), and ammunition is unlimited (NOD-20).

mod apply;
mod book;
mod card;
mod change;
mod contact;
mod convert;
mod decision;
mod due;
mod event;
mod fire;
mod firer;
mod layout;
mod moving;
mod musketry;
mod odds;
mod opening;
mod options;
mod orders;
pub mod play_out;
mod played;
mod questions;
mod ram;
mod reading;
mod results;
mod rules;
mod scenario;
mod secrets;
mod sentences;
mod ship_state;
mod sound;
mod state;
mod step;
mod tables;
mod throwing;
mod turn;
mod umpire;
mod writing;

pub use book::{BODY_VERSION, FirePreview, Noddy};
pub use card::{
    Armour, BatteryCard, Build, Guess, Gun, GunClass, GunId, HalfKnots, Place, RegimentCard, ShipCard,
};
pub use change::{Becomes, Change};
pub use convert::card_from_facts;
pub use decision::{Decision, GunChoice, MoveOrder, ShipOrder, ShipSetup, Short, UmpireOrder};
pub use due::{Lasting, PendingRoll, RollUse};
pub use event::{Drifting, Event, Outcome, Reading, ShipCourse};
pub use fire::{Band, Fire, FirePlan, GunShot, GunView};
pub use moving::MoveReview;
pub(crate) use moving::expected_in;
pub use musketry::{MusketFire, MusketPlan};
pub use odds::{HitChance, Odds};
pub use options::{ArcTarget, ChangeScope, NodOptions, StackHits};
pub use orders::{Current, SpeedLimits, knots, read_course};
pub use questions::{Ask, NeedsOrders};
pub use ram::Impact;
pub use results::ResultChance;
pub use rules::rule_list;
pub use scenario::{Scenario, scenarios};
pub use ship_state::{Course, Fate, GunState, ShipState, Written};
pub use sound::{acts_from_nowhere, faults};
pub use state::{BatteryState, HiddenArea, HiddenKind, MineEffect, RegimentState, State};
pub use step::Step;
pub use tables::{GunRow, Tables};
