//! "Ironclad Gunboat Rules" (Jackson Gamers, revision of 06/28/07): the first of the five books.
//!
//! The way of a salvo: [`Decision::Fire`] → [`Event::SalvoDeclared`] (with the rolls it calls for) →
//! [`Decision::Roll`] → [`Event::DiceThrown`] and one [`Event::ChartRead`] or [`Event::TableRead`] for each roll
//! (with hits to check off, or further rolls) → [`Decision::Tick`] → [`Event::Ticked`]. [`Decision::NextStep`]
//! lets the damage take hold.

mod aim;
mod apply;
mod boarding;
mod book;
mod card;
mod content;
mod decision;
mod drift;
mod event;
mod files;
mod fleet;
mod fort;
mod hazard_files;
mod hazards;
mod late;
mod launches;
mod mortar;
mod movement;
mod odds;
mod options;
mod pools;
mod questions;
mod ram;
mod resolve;
mod salvo;
mod seamanship;
mod secrets;
mod sentences;
mod special;
mod state;
mod tables;
mod telling;
mod ticks;
mod ties;
mod turn;
mod umpire;
mod volley;

pub use aim::Aim;
pub use boarding::{BoardingOutcome, GrappleTry, PartyOrder};
pub use book::{BODY_VERSION, Gunboat, SalvoPreview};
pub use card::{
    Circle, GunKind, GunMount, MountId, Propulsion, Section, SectionKind, ShipCard, Side, Turret,
};
pub use content::{
    Arrival, BatteryFacts, Boxes, Deed, FortFacts, Guess, GunFacts, GunsOfFort, Library, OwnGun, Points,
    PointsNeeded, Scenario, ScenarioFort, ScenarioRule, ScenarioShip, ScenarioTerrain, Scene, Score,
    ScoreLine, ShipFacts, ShipOnScene, Standings, Tally, TerrainWord, Verdict,
};
pub use decision::{
    BoxTick, Decision, MountChoice, MountGuns, MoveOrder, OptionValue, ShipSetup, ShipValue, SpeedOrder,
    UmpireOrder,
};
pub use drift::Drifting;
pub use event::{
    Band, ChartCell, EffectsLeft, Event, FiringMount, FortHit, LateShot, LostShip, Pool, Salvo, SpeedKept,
    TableOutcome, TakesHold, ThrownRoll,
};
pub use files::DataError;
pub use fleet::{HAMPTON_ROADS, build_card, read_ship_facts};
pub use fort::{
    FortCard, FortFate, FortGun, FortGunState, FortLoss, FortRoll, FortState, FortTable, GunBoxes, Shelter,
};
pub use hazard_files::RamDie;
pub use hazards::{Hazard, HazardKind};
pub use launches::{LaunchOutcome, MeleeOutcome};
pub use mortar::{MortarAim, MortarShot, MortarSpot, Silenced};
pub use movement::{HalfKnots, MoveReview, SpeedLimits, draft_ft};
pub use odds::{HitChance, Odds};
pub use options::{
    ArmorBasis, Battering, Distance, DistantPool, DraftOrGuns, GunFireLimit, GunOptions, Measuring,
    PartiesFormed, RangeBands, Spotters, TorpedoHit, VolleyScope,
};
pub use questions::Ask;
pub use ram::Impact;
pub use salvo::{MountView, SalvoPlan};
pub use special::MortarRow;
pub use state::{
    Bond, BondKind, Chart, Demand, DueId, Effect, Fate, HitsDue, Into, Location, MineArea, PendingRoll,
    RollUse, SalvoBrief, SalvoId, ShipState, State, Step, TableId, Ticks,
};
pub use tables::{TableSource, Tables};
pub use ticks::{LegalTicks, NamedHits, RowRoom, legal_ticks, suggest_ticks};
