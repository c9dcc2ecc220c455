//! "Ironclad Gunboat Rules" (Jackson Gamers, revision of 06/28/07): the first of the five books.
//!
//! The way of a salvo: [`Decision::Fire`] → [`Event::SalvoDeclared`] (with the rolls it calls for) →
//! [`Decision::Roll`] → [`Event::DiceThrown`] and one [`Event::ChartRead`] or [`Event::TableRead`] for each roll
//! (with hits to check off, or further rolls) → [`Decision::Tick`] → [`Event::Ticked`]. [`Decision::NextStep`]
//! lets the damage take hold.

mod account;
mod aim;
mod apply;
mod apply_special;
mod boarding;
mod bond;
mod book;
mod burst;
mod card;
mod content;
mod decision;
mod declare;
mod declared;
mod drift;
mod due;
mod event;
mod files;
mod fleet;
mod fort;
mod gunnery;
mod hazard_files;
mod hazards;
mod late;
mod launches;
mod mortar;
mod mortar_odds;
mod mortar_sight;
mod movement;
mod odds;
mod opening;
mod options;
mod outcome;
pub mod play_out;
mod played;
mod pools;
mod printed;
mod questions;
mod ram;
mod ram_odds;
mod reaching;
mod resolve;
mod rows;
mod rules;
mod salvo;
mod seamanship;
mod secrets;
mod sentences;
mod ship_state;
mod sight;
mod sinking;
mod sound;
mod spar;
mod special;
mod special_event;
mod state;
mod step;
mod tables;
mod telling;
mod throwing;
mod ticks;
mod ties;
mod turn;
mod umpire;
mod volley;
mod whose;

pub use crate::core::fleet::HAMPTON_ROADS;
pub use crate::core::{DataError, OptionValue, RuleEntry, TableSource};
pub use aim::Aim;
pub use boarding::{BoardingOutcome, GrappleTry, PartyOrder};
pub use bond::{Bond, BondKind};
pub use book::{BODY_VERSION, Gunboat, SalvoPreview};
pub use burst::Silenced;
pub use card::{
    Circle, GunKind, GunMount, MountId, Propulsion, Section, SectionKind, ShipCard, Side, Turret,
};
pub use content::{
    Arrival, BatteryFacts, Boxes, Deed, FortFacts, Guess, GunFacts, GunsOfFort, Library, OwnGun, Points,
    PointsNeeded, Scenario, ScenarioFort, ScenarioRule, ScenarioShip, ScenarioTerrain, Scene, Score,
    ScoreLine, ShipFacts, ShipOnScene, Standings, Tally, TerrainWord, Verdict, layouts,
};
pub use decision::{
    BoxTick, Decision, FortGunValue, MountChoice, MountGuns, MoveOrder, ShipSetup, ShipValue, SpeedOrder,
    UmpireOrder,
};
pub use declared::{Band, FiringMount, LateShot, Pool, Salvo};
pub use drift::Drifting;
pub use due::{Chart, Demand, DueId, HitsDue, Into, PendingRoll, RollUse, SalvoId, TableId};
pub use event::Event;
pub use fleet::{build_card, read_ship_facts};
pub use fort::{
    FortCard, FortFate, FortGun, FortGunState, FortLoss, FortRoll, FortState, FortTable, GunBoxes, Shelter,
};
pub use hazard_files::RamDie;
pub use hazards::{Hazard, HazardKind};
pub use launches::{LaunchOutcome, MeleeOutcome};
pub use mortar::{MortarAim, MortarPlan, MortarShot, MortarSpot, aim_name};
pub use mortar_odds::MortarOdds;
pub use movement::{HalfKnots, MoveReview, SpeedLimits, draft_ft};
pub use odds::{HitChance, Odds};
pub use options::{
    ArmorBasis, Battering, Distance, DistantPool, DraftOrGuns, GunFireLimit, GunOptions, Measuring,
    PartiesFormed, RangeBands, Spotters, TorpedoHit, VolleyScope,
};
pub use outcome::{ChartCell, EffectsLeft, FortHit, LostShip, SpeedKept, TableOutcome, TakesHold};
pub use printed::{card_notes, row_key, row_label, row_of_key};
pub use questions::Ask;
pub use ram::Impact;
pub use ram_odds::{DraftOdds, RamOdds};
pub use reaching::MoveReach;
pub use rules::rule_list;
pub use salvo::{MountView, SalvoPlan};
pub use seamanship::in_knots;
pub use ship_state::{Effect, Fate, Location, ShipState, Ticks};
pub use sound::{acts_from_nowhere, faults};
pub use special::MortarRow;
pub use special_event::SpecialEvent;
pub use state::{MineArea, SalvoBrief, State};
pub use step::Step;
pub use tables::Tables;
pub use ticks::{LegalTicks, NamedHits, RowRoom, legal_ticks, suggest_ticks};
