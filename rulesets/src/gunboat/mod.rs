//! "Ironclad Gunboat Rules" (Jackson Gamers, revision of 06/28/07): the first of the five books.
//!
//! The sequence of a salvo: [`Decision::Fire`] → [`Event::SalvoDeclared`] (with the rolls that it causes) →
//! [`Decision::Roll`] → [`Event::DiceThrown`] and one [`Event::ChartRead`] or [`Event::TableRead`] for each roll (with
//! hits to check off, or further rolls) → [`Decision::Tick`] → [`Event::Ticked`]. With [`Decision::NextStep`] the
//! damage takes effect.

mod boarding;
mod book;
mod content;
mod damage;
mod dice;
mod events;
mod forecast;
mod gunnery;
mod mortars;
mod movement;
pub mod play_out;
mod played;
mod presentation;
mod ramming;
mod state;
mod tables;
mod turn;

pub use crate::core::fleet::HAMPTON_ROADS;
pub use crate::core::{DataError, OptionValue, RuleEntry, TableSource};
pub use book::{Gunboat, SalvoPreview};
pub use content::convert::{build_card, most_parties, read_ship_facts};
pub use content::{
    Arrival, BatteryFacts, Boxes, Deed, FortFacts, Guess, GunFacts, GunsOfFort, Library, OwnGun, Points,
    PointsNeeded, Scenario, ScenarioFort, ScenarioRule, ScenarioShip, ScenarioTerrain, Scene, Score,
    ScoreLine, ShipFacts, ShipOnScene, Standings, Tally, TerrainWord, VictoryCondition, layouts,
};
pub use damage::ticks::{LegalTicks, NamedHits, RowRoom, legal_ticks, suggest_ticks};
pub use events::decision::PartyOrder;
pub use events::decision::{
    BoxTick, Decision, FortGunValue, MountChoice, MountGuns, MoveOrder, ShipSetup, ShipValue, SpeedOrder,
    UmpireOrder,
};
pub use events::event::BODY_VERSION;
pub use events::event::Event;
pub use events::invariants::{acts_from_nowhere, faults};
pub use events::move_review::{Hazard, HazardKind};
pub use events::move_review::{MoveReview, SpeedLimits};
pub use events::outcome::Drifting;
pub use events::outcome::Impact;
pub use events::outcome::MortarShot;
pub use events::outcome::Silenced;
pub use events::outcome::{BoardingOutcome, GrappleTry};
pub use events::outcome::{EffectsLeft, FortHit, LostShip, SpeedKept, TableOutcome};
pub use events::outcome::{LaunchOutcome, MeleeOutcome};
pub use events::special_event::SpecialEvent;
pub use forecast::mortar_odds::MortarOdds;
pub use forecast::odds::{HitChance, Odds};
pub use forecast::ram_odds::{DraftOdds, RamOdds};
pub use gunnery::salvo::{MountView, SalvoPlan};
pub use mortars::shot::{MortarPlan, aim_name};
pub use movement::actions::in_knots;
pub use movement::reach::MoveReach;
pub use movement::review::draft_ft;
pub use presentation::card_words::{card_notes, row_key, row_label, row_of_key};
pub use presentation::questions::Ask;
pub(crate) use presentation::questions::wording;
pub use state::aim::Aim;
pub use state::battle::{MineArea, SalvoBrief, State};
pub use state::bond::{Bond, BondKind};
pub use state::card::HalfKnots;
pub use state::card::{
    Circle, GunKind, GunMount, MountId, Propulsion, Section, SectionKind, ShipCard, Side, Turret,
};
pub use state::declared_salvo::{Band, FiringMount, LateShot, Pool, Salvo};
pub use state::due::ChartCell;
pub use state::due::RamDie;
pub use state::due::{Chart, Demand, DueId, HitsDue, Into, PendingRoll, RollUse, SalvoId, TableId};
pub use state::due::{FortRoll, FortTable};
pub use state::fort::{FortCard, FortFate, FortGun, FortGunState, FortLoss, FortState, GunBoxes, Shelter};
pub use state::options::{
    ArmorBasis, Battering, Distance, DistantPool, DraftOrGuns, GunFireLimit, GunOptions, Measuring,
    PartiesFormed, RangeBands, Spotters, TorpedoHit, VolleyScope,
};
pub use state::ship::MortarAim;
pub use state::ship::MortarSpot;
pub use state::ship::{Effect, Fate, Location, ShipState, Ticks};
pub use state::step::Step;
pub use state::step::TakesHold;
pub use tables::rule_list::rule_list;
pub use tables::special_files::MortarRow;
pub use tables::table_set::Tables;
pub use turn::advance::with_damage_in_force;
