//! What may change about a ship or a battery: each with its result, so that nothing is looked up when it is folded.

use crate::noddy::state::battle::State;
use crate::noddy::state::card::{GunId, HalfKnots};
use crate::noddy::state::ship::Fate;
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};

/// A change, with the ship (or battery) it befalls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Whom.
    pub ship: ShipId,
    /// What.
    #[serde(flatten)]
    pub to: Becomes,
}

/// What becomes of her.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "becomes", rename_all = "snake_case")]
pub enum Becomes {
    /// Her top speed is this now (NOD-27).
    TopSpeed {
        /// Half knots.
        half_knots: HalfKnots,
    },
    /// She makes this now.
    Speed {
        /// Half knots.
        half_knots: HalfKnots,
    },
    /// She makes this for what is left of her move, whatever her orders say (NOD-AMB-28).
    Makes {
        /// Half knots.
        half_knots: HalfKnots,
    },
    /// A gun is lost, or (by the umpire) is there again.
    Gun {
        /// Which.
        gun: GunId,
        /// Struck off.
        lost: bool,
    },
    /// A gun's shutter is jammed up to and with this move.
    Shut {
        /// Which.
        gun: GunId,
        /// The last move.
        until: u32,
    },
    /// She lists.
    Lists {
        /// To this side.
        to: Flank,
    },
    /// Her steam pipes are damaged, or mended.
    Pipes {
        /// Damaged.
        damaged: bool,
    },
    /// So many hits on her stack.
    Stack {
        /// In all.
        hits: u8,
    },
    /// Nobody steers her up to and with this move.
    Helmless {
        /// The last move.
        until: u32,
    },
    /// Her steering is damaged up to and with this move.
    Steering {
        /// The last move.
        until: u32,
    },
    /// Her screw is jammed up to and with this move.
    Jammed {
        /// The last move.
        until: u32,
    },
    /// She burns, so many attempts having been made; or the fire is out.
    Burning {
        /// None when the fire is out.
        attempts: Option<u8>,
    },
    /// She is full of steam.
    Steam {
        /// Full.
        full: bool,
    },
    /// Her crew leaves her.
    Abandoned,
    /// A ram has crippled her.
    Crippled,
    /// She sinks at the end of this move.
    Sinks {
        /// The move.
        after: u32,
    },
    /// She is aground, so many attempts having been made; or afloat.
    Aground {
        /// None when she is free.
        attempts: Option<u8>,
    },
    /// Her way of this move is over.
    Stopped,
    /// Her way ended at other hulls, and she keeps her speed until that is settled (NOD-AMB-26).
    InContact {
        /// Whose.
        with: Vec<ShipId>,
    },
    /// She is lost.
    Lost {
        /// How.
        fate: Fate,
    },
}

impl Change {
    /// A change of this ship.
    pub fn of(ship: &ShipId, to: Becomes) -> Self {
        Self { ship: ship.clone(), to }
    }

    /// Folds it into the state.
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
                // Whoever touched her touches nobody there any more.
                for other in state.ships.values_mut() {
                    other.contact.retain(|touched| touched != lost);
                }
                state.part(lost, &[]);
            }
        }
    }
}
