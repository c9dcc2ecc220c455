//! "Noddy" rules for American Civil War riverine actions (Andy Callan, Miniature Wargames 14, 1984): the second book.
//!
//! The sequence of a move: [`Decision::WriteOrders`] (secret) → [`Decision::NextStep`] reveals the orders →
//! [`Decision::Move`] in the first half, the turn and the second half → [`Decision::Fire`] in between and after →
//! [`Decision::Roll`] causes one [`Event::Read`] for each roll, with its changes and further rolls. Damage takes effect
//! at once and is shown only to the owner (NOD-29). There are no morale rules (NOD-28), and ammunition is unlimited
//! (NOD-20).

mod book;
mod content;
mod dice;
mod events;
mod forecast;
mod gunnery;
mod movement;
pub mod play_out;
mod played;
mod presentation;
mod ramming;
mod state;
mod tables;
mod turn;

pub use book::{FirePreview, Noddy};
pub use content::convert::card_from_facts;
pub use content::scenarios::{Scenario, scenarios};
pub use events::change::{Becomes, Change};
pub use events::decision::{Decision, GunChoice, MoveOrder, ShipOrder, ShipSetup, Short, UmpireOrder};
pub use events::event::BODY_VERSION;
pub use events::event::{Drifting, Event, Outcome, Reading, ShipCourse};
pub use events::invariants::{acts_from_nowhere, faults};
pub use events::outcome::Impact;
pub use events::outcome::MoveReview;
pub use events::outcome::MusketFire;
pub use events::outcome::{Band, Fire, GunShot};
pub use forecast::odds::{HitChance, Odds};
pub use forecast::result_odds::ResultChance;
pub use gunnery::fire::{FirePlan, GunView};
pub use gunnery::musketry::MusketPlan;
pub use movement::orders::{Current, SpeedLimits, knots, read_course};
pub(crate) use movement::review::expected_in;
pub use presentation::questions::{Ask, NeedsOrders};
pub use state::battle::{BatteryState, HiddenArea, HiddenKind, MineEffect, RegimentState, State};
pub use state::cant_fire::CantFire;
pub use state::card::{
    Armour, BatteryCard, Build, Guess, Gun, GunClass, GunId, GunPosition, HalfKnots, RegimentCard, ShipCard,
};
pub use state::due::{Lasting, PendingRoll, RollUse};
pub use state::options::{ArcTarget, ChangeScope, NodOptions, StackHits};
pub use state::ship::{Course, Fate, GunState, ShipState, Written};
pub use state::step::Step;
pub use tables::rule_list::rule_list;
pub use tables::table_set::{GunRow, Tables};
