//! What happens to a ship, as values that she has from then on: the one vocabulary of hits, repairs and the umpire.

use crate::sp_bp::state::card::{Captain, MountId, Spar};
use crate::sp_bp::state::ship::{Fate, Location, ShipState, SpeedHit, Wheel};
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A value of a ship that is new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "set", rename_all = "snake_case")]
pub enum Change {
    /// Structure points.
    Sp {
        /// So many are left.
        left: u16,
    },
    /// Buoyancy points.
    Bp {
        /// So many are left.
        left: u16,
    },
    /// Armour of the hull.
    HullAt {
        /// As it is now.
        at: Option<u8>,
    },
    /// Crew quality.
    CrewQuality {
        /// As it is now.
        quality: i8,
    },
    /// Crew parties.
    CrewParties {
        /// So many are left.
        parties: u8,
    },
    /// Fires.
    Fires {
        /// So many burn.
        fires: u8,
    },
    /// Flood markers.
    Floods {
        /// So many lie on her.
        floods: u8,
    },
    /// Guns of a mount.
    GunsLost {
        /// Which mount.
        mount: MountId,
        /// So many are lost in all.
        lost: u8,
    },
    /// A turret.
    Turret {
        /// Which.
        mount: MountId,
        /// Jammed, or free.
        jammed: bool,
    },
    /// Steering cables.
    Steering {
        /// Damaged, or whole.
        damaged: bool,
    },
    /// The helm.
    Helm {
        /// Jammed to this side, or free.
        jammed: Option<Flank>,
    },
    /// The helmsman.
    Helmsman {
        /// Nobody steers through this turn's movement.
        through_turn: Option<u32>,
    },
    /// Boiler valves.
    Valves {
        /// Damaged, or whole.
        damaged: bool,
    },
    /// What takes from her best speed.
    SpeedHits {
        /// All of it, in order.
        hits: Vec<SpeedHit>,
    },
    /// She has been steamed, or not.
    Steamed {
        /// Steamed?
        steamed: bool,
    },
    /// Pressure.
    Pressure {
        /// All lost, or up.
        lost: bool,
    },
    /// Her speed.
    Speed {
        /// Knots.
        knots: u8,
    },
    /// Wheels that are out.
    Wheels {
        /// All of them.
        lost: BTreeSet<Wheel>,
    },
    /// Her anchor.
    Anchor {
        /// Gone, or there.
        lost: bool,
    },
    /// At anchor.
    Anchored {
        /// At anchor?
        anchored: bool,
    },
    /// Aground.
    Aground {
        /// Aground?
        aground: bool,
    },
    /// Her ram bow.
    RamBow {
        /// Still fitted?
        fitted: bool,
    },
    /// Her spar torpedo.
    Spar {
        /// As it is now.
        spar: Spar,
    },
    /// Her captain.
    Captain {
        /// As he is.
        captain: Captain,
    },
    /// Partly hidden from view.
    Concealed {
        /// Concealed?
        concealed: bool,
    },
    /// Illuminated at night.
    Illuminated {
        /// Illuminated?
        illuminated: bool,
    },
    /// Whom she lights up with a searchlight.
    Lights {
        /// All of them.
        ships: BTreeSet<ShipId>,
    },
    /// She must withdraw.
    Withdrawing {
        /// Must she?
        withdrawing: bool,
    },
    /// Her move of this turn is made, or she may move.
    Moved {
        /// Made?
        moved: bool,
    },
    /// She sinks once her other test is read (SPB-AMB-24).
    GoingDown {
        /// Does she?
        down: bool,
    },
    /// Lost, or in the battle.
    Fate {
        /// How she was lost.
        fate: Option<Fate>,
    },
    /// On the table, or away.
    Location {
        /// Where.
        location: Location,
    },
}

/// A change of one ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipChange {
    /// Whose.
    pub ship: ShipId,
    /// What.
    #[serde(flatten)]
    pub change: Change,
}

impl ShipChange {
    /// What changes of a ship.
    pub fn of(ship: &ShipState, change: Change) -> Self {
        Self { ship: ship.card.id.clone(), change }
    }
}

/// Sets the value.
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
