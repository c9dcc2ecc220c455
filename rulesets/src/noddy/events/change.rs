//! Changes of a ship or a battery: each carries its result, so that applying it looks up no table.

use crate::noddy::state::battle::State;
use crate::noddy::state::card::{GunId, HalfKnots};
use crate::noddy::state::ship::Fate;
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

/// A new value of a ship or battery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "becomes", rename_all = "snake_case")]
pub enum Becomes {
    /// The new top speed (NOD-27).
    TopSpeed {
        /// Half knots.
        half_knots: HalfKnots,
    },
    /// The new speed.
    Speed {
        /// Half knots.
        half_knots: HalfKnots,
    },
    /// The new speed for the rest of the move, whatever the orders say (NOD-AMB-28).
    Makes {
        /// Half knots.
        half_knots: HalfKnots,
    },
    /// A gun is lost, or restored by the umpire.
    Gun {
        /// The gun.
        gun: GunId,
        /// True if it is lost.
        lost: bool,
    },
    /// A gun's shutter is jammed up to and including this move.
    Shut {
        /// The gun.
        gun: GunId,
        /// The last move.
        until: u32,
    },
    /// The ship lists.
    Lists {
        /// The side to which it lists.
        to: Flank,
    },
    /// The steam pipes are damaged or repaired.
    Pipes {
        /// True if damaged.
        damaged: bool,
    },
    /// The smoke stack is hit.
    Stack {
        /// The total number of hits.
        hits: u8,
    },
    /// The ship has no helmsman up to and including this move.
    Helmless {
        /// The last move.
        until: u32,
    },
    /// The steering is damaged up to and including this move.
    Steering {
        /// The last move.
        until: u32,
    },
    /// The screw is jammed up to and including this move.
    Jammed {
        /// The last move.
        until: u32,
    },
    /// The ship burns, or the fire is out.
    Burning {
        /// The number of attempts to put it out; none if the fire is out.
        attempts: Option<u8>,
    },
    /// The ship is filled with steam, or not.
    Steam {
        /// True if filled.
        full: bool,
    },
    /// The crew leaves the ship.
    Abandoned,
    /// A ram has crippled the ship.
    Crippled,
    /// The ship sinks at the end of this move.
    Sinks {
        /// The move.
        after: u32,
    },
    /// The ship is aground, or afloat.
    Aground {
        /// The number of attempts to refloat; none if the ship is afloat.
        attempts: Option<u8>,
    },
    /// The ship's movement in this move is over.
    Stopped,
    /// The ship's way ended at other hulls; it keeps its speed until the contact is settled (NOD-AMB-26).
    InContact {
        /// The ships in contact.
        with: Vec<ShipId>,
    },
    /// The ship is lost.
    Lost {
        /// The fate.
        fate: Fate,
    },
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
        match &self.to {
            Becomes::TopSpeed { half_knots } => ship.top_speed = *half_knots,
            Becomes::Speed { half_knots } => ship.speed = *half_knots,
            Becomes::Makes { half_knots } => {
                ship.speed = *half_knots;
                if let Some(course) = &mut ship.course {
                    course.speed = *half_knots;
                }
            }
            Becomes::Gun { gun, lost } => ship.guns.entry(gun.clone()).or_default().lost = *lost,
            Becomes::Shut { gun, until } => ship.guns.entry(gun.clone()).or_default().shut_until = *until,
            Becomes::Lists { to } => ship.lists(*to),
            Becomes::Pipes { damaged } => ship.pipes = *damaged,
            Becomes::Stack { hits } => ship.stack_hits = *hits,
            Becomes::Helmless { until } => ship.helmless_until = *until,
            Becomes::Steering { until } => ship.steering_until = *until,
            Becomes::Jammed { until } => ship.jammed_until = *until,
            Becomes::Burning { attempts } => ship.burning = *attempts,
            Becomes::Steam { full } => ship.steam = *full,
            Becomes::Abandoned => {
                ship.abandoned = true;
                ship.written = None;
            }
            Becomes::Crippled => ship.crippled = true,
            Becomes::Sinks { after } => ship.sinks_after = Some(*after),
            Becomes::Aground { attempts } => {
                ship.aground = *attempts;
                if attempts.is_some() {
                    (ship.speed, ship.stopped) = (0, true);
                }
            }
            Becomes::Stopped => (ship.speed, ship.stopped, ship.just_stopped) = (0, true, true),
            Becomes::InContact { with } => {
                ship.stopped = true;
                ship.contact.clone_from(with);
            }
            Becomes::Lost { fate } => {
                ship.fate = Some(*fate);
                (ship.written, ship.course) = (None, None);
                ship.contact.clear();
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
}
