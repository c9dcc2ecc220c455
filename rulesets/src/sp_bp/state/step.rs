//! The steps of a turn: its seven phases, split where the sheet letters their parts.

use crate::core::worded;

worded! {
    /// A step of the turn (SPB-1 to SPB-7): a phase, or a lettered part of one that is played separately.
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Step: key, title {
        /// 1a: ships without SP or BP test for sinking.
        #[default]
        Sinking = "sinking", "Repair: sinking";
        /// 1b: fires, and fire fighting.
        Fires = "fires", "Repair: fires";
        /// 1c: flooding, and stopping it.
        Flooding = "flooding", "Repair: flooding";
        /// 1d and 1e: tows, repairs, cutting away, mortar rafts.
        Repairs = "repairs", "Repair: tows and repairs";
        /// 2: initiative.
        Initiative = "initiative", "Initiative";
        /// 3: movement, ships in turn.
        Movement = "movement", "Movement";
        /// 4: drift.
        Drift = "drift", "Drift";
        /// 5, first: Razor Sharp captains.
        RazorSharp = "razor_sharp", "Shooting: Razor Sharp captains";
        /// 5a: torpedoes.
        Torpedoes = "torpedoes", "Shooting: torpedoes";
        /// 5b and 5c: gunfire, ships in turn.
        Gunfire = "gunfire", "Shooting: gunfire";
        /// 5, last: Slow Witted captains.
        SlowWitted = "slow_witted", "Shooting: Slow Witted captains";
        /// 6: boarding, ships in turn.
        Boarding = "boarding", "Boarding";
        /// 7: morale.
        Morale = "morale", "Morale";
    }
}

impl Step {
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
