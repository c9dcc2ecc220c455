//! "Ironclad Gunboat Rules" (Jackson Gamers, revision of 06/28/07): the first of the five books.

mod card;
mod decision;
mod event;
mod options;
mod state;

pub use card::{GunKind, GunMount, MountId, Section, SectionKind, ShipCard, Side};
pub use decision::{BoxTick, Decision, MountChoice, MountGuns, OptionValue, ShipSetup, UmpireOrder};
pub use event::{
    Band, ChartCell, EffectsLeft, Event, FiringMount, LostShip, Pool, Salvo, TableOutcome, TakesHold,
    ThrownRoll,
};
pub use options::{ArmorBasis, Battering, DistantPool, DraftOrGuns, GunFireLimit, GunOptions, RangeBands};
pub use state::{
    Chart, Demand, DueId, Effect, Fate, Helm, HitsDue, Into, PendingRoll, RollUse, SalvoBrief, SalvoId,
    ShipState, State, Step, TableId, Ticks,
};
