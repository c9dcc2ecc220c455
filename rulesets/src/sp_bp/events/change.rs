//! Changes to a ship, as new values: the one vocabulary for hits, repairs and the umpire.

use crate::core::values;
use crate::sp_bp::state::card::{Captain, MountId, Spar};
use crate::sp_bp::state::ship::{Fate, Location, ShipState, SpeedHit, Wheel};
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

values! {
    /// A new value of a ship.
    #[serde(tag = "set")]
    pub enum Change of ship: ShipState {
        /// Structure points: the points left.
        Sp { left: u16 } => ship.sp = *left,
        /// Buoyancy points: the points left.
        Bp { left: u16 } => ship.bp = *left,
        /// Armour of the hull.
        HullAt { at: Option<u8> } => ship.hull_at = *at,
        /// Crew quality.
        CrewQuality { quality: i8 } => ship.crew_quality = *quality,
        /// Crew parties: the number left.
        CrewParties { parties: u8 } => {
            ship.crew_parties = *parties;
            ship.parties_used = ship.parties_used.min(*parties);
        },
        /// Fires.
        Fires { fires: u8 } => ship.fires = *fires,
        /// Flood markers.
        Floods { floods: u8 } => ship.floods = *floods,
        /// Guns of a mount: the total of guns lost.
        GunsLost { mount: MountId, lost: u8 } => {
            ship.guns_lost.insert(mount.clone(), *lost);
        },
        /// The state of a turret: true for jammed, false for free.
        Turret { mount: MountId, jammed: bool } => if *jammed {
            ship.jammed.insert(mount.clone());
        } else {
            ship.jammed.remove(mount);
        },
        /// Steering cables: true for damaged, false for whole.
        Steering { damaged: bool } => ship.steering = *damaged,
        /// The helm: the side to which it is jammed; none for free.
        Helm { jammed: Option<Flank> } => ship.helm = *jammed,
        /// The helmsman: the last turn without a helmsman; none with one.
        Helmsman { through_turn: Option<u32> } => ship.helmsman_through = *through_turn,
        /// Boiler valves: true for damaged, false for whole.
        Valves { damaged: bool } => ship.valves = *damaged,
        /// All hits that reduce the best speed, in order.
        SpeedHits { hits: Vec<SpeedHit> } => ship.speed_hits.clone_from(hits),
        /// Steaming has occurred, or not.
        Steamed { steamed: bool } => ship.steamed = *steamed,
        /// Steam pressure: true for all lost, false for up.
        Pressure { lost: bool } => ship.pressure_lost = *lost,
        /// The current speed.
        Speed { knots: u8 } => ship.speed = *knots,
        /// All wheels that are out.
        Wheels { lost: BTreeSet<Wheel> } => ship.wheels_lost.clone_from(lost),
        /// The anchor: true for lost.
        Anchor { lost: bool } => {
            ship.anchor_lost = *lost;
            ship.anchored &= !*lost;
        },
        /// At anchor, or not.
        Anchored { anchored: bool } => ship.anchored = *anchored && !ship.anchor_lost,
        /// Aground, or afloat.
        Aground { aground: bool } => ship.aground = *aground,
        /// The ram bow: true while it is fitted.
        RamBow { fitted: bool } => ship.ram_bow = *fitted,
        /// The spar torpedo.
        Spar { spar: Spar } => ship.spar = *spar,
        /// The captain: the new trait or state.
        Captain { captain: Captain } => ship.captain = *captain,
        /// Partly hidden from view, or not.
        Concealed { concealed: bool } => ship.concealed = *concealed,
        /// Illuminated at night, or not.
        Illuminated { illuminated: bool } => ship.illuminated = *illuminated,
        /// All ships that this ship lights up with a searchlight.
        Lights { ships: BTreeSet<ShipId> } => ship.lights.clone_from(ships),
        /// The ship must withdraw, or not.
        Withdrawing { withdrawing: bool } => ship.withdrawing = *withdrawing,
        /// The move of this turn: true once it is made.
        Moved { moved: bool } => ship.moved = *moved,
        /// The ship sinks once its other sinking test is read (SPB-AMB-24), or not.
        GoingDown { down: bool } => ship.going_down = *down,
        /// The fate: how the ship was lost; none if it is in the battle.
        Fate { fate: Option<Fate> } => {
            ship.fate = *fate;
            ship.going_down = false;
        },
        /// On the table, or away.
        Location { location: Location } => ship.location = *location,
    }
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
