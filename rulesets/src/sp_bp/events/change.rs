//! Changes to a ship, as new values: the one vocabulary for hits, repairs and the umpire.

use crate::sp_bp::state::card::{Captain, MountId, Spar};
use crate::sp_bp::state::ship::{Fate, Location, ShipState, SpeedHit, Wheel};
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A new value of a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "set", rename_all = "snake_case")]
pub enum Change {
    /// Structure points.
    Sp {
        /// The points left.
        left: u16,
    },
    /// Buoyancy points.
    Bp {
        /// The points left.
        left: u16,
    },
    /// Armour of the hull.
    HullAt {
        /// The new value.
        at: Option<u8>,
    },
    /// Crew quality.
    CrewQuality {
        /// The new value.
        quality: i8,
    },
    /// Crew parties.
    CrewParties {
        /// The number left.
        parties: u8,
    },
    /// Fires.
    Fires {
        /// The number of fires.
        fires: u8,
    },
    /// Flood markers.
    Floods {
        /// The number of flood markers.
        floods: u8,
    },
    /// Guns of a mount.
    GunsLost {
        /// The mount concerned.
        mount: MountId,
        /// The total of guns lost.
        lost: u8,
    },
    /// The state of a turret.
    Turret {
        /// The mount concerned.
        mount: MountId,
        /// True for jammed, false for free.
        jammed: bool,
    },
    /// Steering cables.
    Steering {
        /// True for damaged, false for whole.
        damaged: bool,
    },
    /// The helm.
    Helm {
        /// The side to which it is jammed; none for free.
        jammed: Option<Flank>,
    },
    /// The helmsman.
    Helmsman {
        /// The last turn without a helmsman; none with one.
        through_turn: Option<u32>,
    },
    /// Boiler valves.
    Valves {
        /// True for damaged, false for whole.
        damaged: bool,
    },
    /// Hits that reduce the best speed.
    SpeedHits {
        /// All of them, in order.
        hits: Vec<SpeedHit>,
    },
    /// Steaming has occurred.
    Steamed {
        /// True if it has.
        steamed: bool,
    },
    /// Steam pressure.
    Pressure {
        /// True for all lost, false for up.
        lost: bool,
    },
    /// The current speed.
    Speed {
        /// Knots.
        knots: u8,
    },
    /// Wheels that are out.
    Wheels {
        /// All that are out.
        lost: BTreeSet<Wheel>,
    },
    /// The anchor.
    Anchor {
        /// True for lost.
        lost: bool,
    },
    /// At anchor.
    Anchored {
        /// True at anchor.
        anchored: bool,
    },
    /// Aground.
    Aground {
        /// True aground.
        aground: bool,
    },
    /// The ram bow.
    RamBow {
        /// True while it is fitted.
        fitted: bool,
    },
    /// The spar torpedo.
    Spar {
        /// The new state.
        spar: Spar,
    },
    /// The captain.
    Captain {
        /// The new trait or state.
        captain: Captain,
    },
    /// Partly hidden from view.
    Concealed {
        /// True if it is.
        concealed: bool,
    },
    /// Illuminated at night.
    Illuminated {
        /// True if it is.
        illuminated: bool,
    },
    /// Ships that this ship lights up with a searchlight.
    Lights {
        /// All of them.
        ships: BTreeSet<ShipId>,
    },
    /// The ship must withdraw.
    Withdrawing {
        /// True if it must.
        withdrawing: bool,
    },
    /// The move of this turn.
    Moved {
        /// True once it is made.
        moved: bool,
    },
    /// The ship sinks once its other sinking test is read (SPB-AMB-24).
    GoingDown {
        /// True if it does.
        down: bool,
    },
    /// The fate.
    Fate {
        /// How the ship was lost; none if it is in the battle.
        fate: Option<Fate>,
    },
    /// On the table, or away.
    Location {
        /// The new location.
        location: Location,
    },
}

/// A change of one ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipChange {
    /// The ship concerned.
    pub ship: ShipId,
    /// The change.
    #[serde(flatten)]
    pub change: Change,
}

impl ShipChange {
    /// Builds a change for a ship.
    pub fn of(ship: &ShipState, change: Change) -> Self {
        Self { ship: ship.card.id.clone(), change }
    }
}

/// Sets the value in the ship's state.
pub(in crate::sp_bp) fn set(ship: &mut ShipState, change: &Change) {
    match change {
        Change::Sp { left } => ship.sp = *left,
        Change::Bp { left } => ship.bp = *left,
        Change::HullAt { at } => ship.hull_at = *at,
        Change::CrewQuality { quality } => ship.crew_quality = *quality,
        Change::CrewParties { parties } => {
            ship.crew_parties = *parties;
            ship.parties_used = ship.parties_used.min(*parties);
        }
        Change::Fires { fires } => ship.fires = *fires,
        Change::Floods { floods } => ship.floods = *floods,
        Change::GunsLost { mount, lost } => {
            ship.guns_lost.insert(mount.clone(), *lost);
        }
        Change::Turret { mount, jammed: true } => {
            ship.jammed.insert(mount.clone());
        }
        Change::Turret { mount, jammed: false } => {
            ship.jammed.remove(mount);
        }
        Change::Steering { damaged } => ship.steering = *damaged,
        Change::Helm { jammed } => ship.helm = *jammed,
        Change::Helmsman { through_turn } => ship.helmsman_through = *through_turn,
        Change::Valves { damaged } => ship.valves = *damaged,
        Change::SpeedHits { hits } => ship.speed_hits.clone_from(hits),
        Change::Steamed { steamed } => ship.steamed = *steamed,
        Change::Pressure { lost } => ship.pressure_lost = *lost,
        Change::Speed { knots } => ship.speed = *knots,
        Change::Wheels { lost } => ship.wheels_lost.clone_from(lost),
        Change::Anchor { lost } => {
            ship.anchor_lost = *lost;
            ship.anchored &= !*lost;
        }
        Change::Anchored { anchored } => ship.anchored = *anchored && !ship.anchor_lost,
        Change::Aground { aground } => ship.aground = *aground,
        Change::RamBow { fitted } => ship.ram_bow = *fitted,
        Change::Spar { spar } => ship.spar = *spar,
        Change::Captain { captain } => ship.captain = *captain,
        Change::Concealed { concealed } => ship.concealed = *concealed,
        Change::Illuminated { illuminated } => ship.illuminated = *illuminated,
        Change::Lights { ships } => ship.lights.clone_from(ships),
        Change::Withdrawing { withdrawing } => ship.withdrawing = *withdrawing,
        Change::Moved { moved } => ship.moved = *moved,
        Change::GoingDown { down } => ship.going_down = *down,
        Change::Fate { fate } => {
            ship.fate = *fate;
            ship.going_down = false;
        }
        Change::Location { location } => ship.location = *location,
    }
}
