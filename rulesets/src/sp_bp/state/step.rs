//! The steps of a turn: its seven phases, split where the sheet letters their parts.

use serde::{Deserialize, Serialize};

/// A step of the turn (SPB-1 to SPB-7): a phase, or a lettered part of one that is played separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// 1a: ships without SP or BP test for sinking.
    #[default]
    Sinking,
    /// 1b: fires, and fire fighting.
    Fires,
    /// 1c: flooding, and stopping it.
    Flooding,
    /// 1d and 1e: tows, repairs, cutting away, mortar rafts.
    Repairs,
    /// 2: initiative.
    Initiative,
    /// 3: movement, ships in turn.
    Movement,
    /// 4: drift.
    Drift,
    /// 5, first: Razor Sharp captains.
    RazorSharp,
    /// 5a: torpedoes.
    Torpedoes,
    /// 5b and 5c: gunfire, ships in turn.
    Gunfire,
    /// 5, last: Slow Witted captains.
    SlowWitted,
    /// 6: boarding, ships in turn.
    Boarding,
    /// 7: morale.
    Morale,
}

impl Step {
    /// Every step in order.
    pub const ALL: [Self; 13] = [
        Self::Sinking,
        Self::Fires,
        Self::Flooding,
        Self::Repairs,
        Self::Initiative,
        Self::Movement,
        Self::Drift,
        Self::RazorSharp,
        Self::Torpedoes,
        Self::Gunfire,
        Self::SlowWitted,
        Self::Boarding,
        Self::Morale,
    ];

    /// The phase it belongs to, 1 to 7.
    pub fn phase(self) -> u8 {
        match self {
            Self::Sinking | Self::Fires | Self::Flooding | Self::Repairs => 1,
            Self::Initiative => 2,
            Self::Movement => 3,
            Self::Drift => 4,
            Self::RazorSharp | Self::Torpedoes | Self::Gunfire | Self::SlowWitted => 5,
            Self::Boarding => 6,
            Self::Morale => 7,
        }
    }

    /// The key in a journal; it never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Sinking => "sinking",
            Self::Fires => "fires",
            Self::Flooding => "flooding",
            Self::Repairs => "repairs",
            Self::Initiative => "initiative",
            Self::Movement => "movement",
            Self::Drift => "drift",
            Self::RazorSharp => "razor_sharp",
            Self::Torpedoes => "torpedoes",
            Self::Gunfire => "gunfire",
            Self::SlowWitted => "slow_witted",
            Self::Boarding => "boarding",
            Self::Morale => "morale",
        }
    }

    /// The rule of its phase.
    pub fn rule(self) -> &'static str {
        match self.phase() {
            1 => "SPB-1",
            2 => "SPB-2",
            3 => "SPB-3",
            4 => "SPB-4",
            5 => "SPB-5",
            6 => "SPB-6",
            _ => "SPB-7",
        }
    }

    /// The title for the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sinking => "Repair: sinking",
            Self::Fires => "Repair: fires",
            Self::Flooding => "Repair: flooding",
            Self::Repairs => "Repair: tows and repairs",
            Self::Initiative => "Initiative",
            Self::Movement => "Movement",
            Self::Drift => "Drift",
            Self::RazorSharp => "Shooting: Razor Sharp captains",
            Self::Torpedoes => "Shooting: torpedoes",
            Self::Gunfire => "Shooting: gunfire",
            Self::SlowWitted => "Shooting: Slow Witted captains",
            Self::Boarding => "Boarding",
            Self::Morale => "Morale",
        }
    }

    /// Tells whether the sides alternate in it, ship by ship.
    pub fn alternates(self) -> bool {
        matches!(self, Self::Movement | Self::RazorSharp | Self::Gunfire | Self::SlowWitted | Self::Boarding)
    }

    /// Tells whether guns fire in it.
    pub fn is_fire(self) -> bool {
        matches!(self, Self::RazorSharp | Self::Gunfire | Self::SlowWitted)
    }

    /// Tells whether it is a lettered part of the Repair Phase.
    pub fn is_repair(self) -> bool {
        self.phase() == 1
    }
}
