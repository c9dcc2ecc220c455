//! Why a gun can't fire, as data: it becomes a sentence only when somebody reads it.

use crate::core::Reason;
use crate::noddy::state::card::Gun;

/// Why a gun can't fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CantFire {
    /// The gun of a ship is lost (NOD-27).
    Lost,
    /// The gun of a battery is lost (NOD-22).
    KnockedOut,
    /// Its shutter is jammed (NOD-19).
    Shut,
    /// The ship lists to the other side (NOD-19).
    Lists,
    /// It is loaded again (NOD-13, NOD-AMB-19).
    Loading {
        /// The move in which it fired.
        fired: u32,
        /// It fires once in this number of moves.
        every_moves: u32,
    },
    /// The target is out of its range (NOD-14).
    OutOfRange,
    /// It does not bear (NOD-15).
    OffBearing,
    /// Another gun of its place fires first (NOD-33).
    Waits,
}

impl CantFire {
    /// The rule that forbids the gun to fire.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Lost => "NOD-27",
            Self::KnockedOut => "NOD-22",
            Self::Shut | Self::Lists => "NOD-19",
            Self::Loading { every_moves: 2.., .. } => "NOD-AMB-19",
            Self::Loading { .. } => "NOD-13",
            Self::OutOfRange => "NOD-14",
            Self::OffBearing => "NOD-15",
            Self::Waits => "NOD-33",
        }
    }

    /// The reason for the players.
    pub(crate) fn reason(self, gun: &Gun) -> Reason {
        let id = &gun.id;
        let text = match self {
            Self::Lost => format!("{id} is lost."),
            Self::KnockedOut => format!("{id} is knocked out."),
            Self::Shut => format!("The shutter of {id} is jammed."),
            Self::Lists => format!("{id} can't be depressed while she lists."),
            Self::Loading { fired, every_moves } => {
                format!("{id} fired in move {fired}: it fires once in {every_moves} moves.")
            }
            Self::OutOfRange => format!("{id} does not reach so far."),
            Self::OffBearing => format!("{id} does not bear."),
            Self::Waits => format!("{id} waits: her {} fires one gun at a time.", gun.place.word()),
        };
        Reason::new(self.rule(), text)
    }
}
