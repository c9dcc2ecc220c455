//! Changes of a ship or a battery: each carries its result, so that applying it looks up no table.

use crate::core::values;
use crate::noddy::state::battle::State;
use crate::noddy::state::card::{GunId, HalfKnots};
use crate::noddy::state::ship::{Fate, ShipState};
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};

/// A change with its ship or battery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The ship or battery.
    pub ship: ShipId,
    /// The change.
    #[serde(flatten)]
    pub to: Becomes,
}

values! {
    /// A new value of a ship or battery.
    #[serde(tag = "becomes")]
    pub enum Becomes of ship: ShipState {
        /// The new top speed (NOD-27).
        TopSpeed { half_knots: HalfKnots } => ship.top_speed = *half_knots,
        /// The new speed.
        Speed { half_knots: HalfKnots } => ship.speed = *half_knots,
        /// The new speed for the rest of the move, whatever the orders say (NOD-AMB-28).
        Makes { half_knots: HalfKnots } => {
            ship.speed = *half_knots;
            if let Some(course) = &mut ship.course {
                course.speed = *half_knots;
            }
        },
        /// A gun is lost, or restored by the umpire.
        Gun { gun: GunId, lost: bool } => ship.guns.entry(gun.clone()).or_default().lost = *lost,
        /// A gun's shutter is jammed up to and including this move.
        Shut { gun: GunId, until: u32 } => ship.guns.entry(gun.clone()).or_default().shut_until = *until,
        /// The side to which the ship lists.
        Lists { to: Flank } => ship.lists(*to),
        /// The steam pipes are damaged or repaired.
        Pipes { damaged: bool } => ship.pipes = *damaged,
        /// The smoke stack is hit: the total of hits.
        Stack { hits: u8 } => ship.stack_hits = *hits,
        /// The ship has no helmsman up to and including this move.
        Helmless { until: u32 } => ship.helmless_until = *until,
        /// The steering is damaged up to and including this move.
        Steering { until: u32 } => ship.steering_until = *until,
        /// The screw is jammed up to and including this move.
        Jammed { until: u32 } => ship.jammed_until = *until,
        /// The ship burns: the number of attempts to put the fire out; none if it is out.
        Burning { attempts: Option<u8> } => ship.burning = *attempts,
        /// The ship is filled with steam, or not.
        Steam { full: bool } => ship.steam = *full,
        /// The crew leaves the ship.
        Abandoned => {
            ship.abandoned = true;
            ship.written = None;
        },
        /// A ram has crippled the ship.
        Crippled => ship.crippled = true,
        /// The ship sinks at the end of this move.
        Sinks { after: u32 } => ship.sinks_after = Some(*after),
        /// The ship is aground: the number of attempts to refloat; none if it is afloat.
        Aground { attempts: Option<u8> } => {
            ship.aground = *attempts;
            if attempts.is_some() {
                (ship.speed, ship.stopped) = (0, true);
            }
        },
        /// The ship's movement in this move is over.
        Stopped => (ship.speed, ship.stopped, ship.just_stopped) = (0, true, true),
        /// The ship's way ended at these hulls; it keeps its speed until the contact is settled (NOD-AMB-26).
        InContact { with: Vec<ShipId> } => {
            ship.stopped = true;
            ship.contact.clone_from(with);
        },
        /// The ship is lost.
        Lost { fate: Fate } => {
            ship.fate = Some(*fate);
            (ship.written, ship.course) = (None, None);
            ship.contact.clear();
        },
    }
}

impl Change {
    /// A change of this ship or battery.
    pub fn of(ship: &ShipId, to: Becomes) -> Self {
        Self { ship: ship.clone(), to }
    }

    /// Applies the change to the state.
    pub(crate) fn fold(&self, state: &mut State) {
        if let (Some(battery), Becomes::Gun { gun, lost }) = (state.batteries.get_mut(&self.ship), &self.to) {
            battery.guns.entry(gun.clone()).or_default().lost = *lost;
        }
        let Some(ship) = state.ships.get_mut(&self.ship) else { return };
        self.to.set(ship);
        if let Becomes::Lost { .. } = self.to {
            let lost = &self.ship;
            state.rolls.retain(|roll| roll.ship != *lost);
            // A lost ship is removed from the contacts of the others.
            for other in state.ships.values_mut() {
                other.contact.retain(|touched| touched != lost);
            }
            state.keep_alongside(lost, &[]);
        }
    }
}
