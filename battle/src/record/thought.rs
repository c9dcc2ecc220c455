//! Who commands a side by thinking ahead, and what of his thoughts is recorded.

use opponent::admiral::{Character, PlannedFor, Rank};
use opponent::plans::Plans;
use rulesets::core::{Audience, SideId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A commander who thinks ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ThinkingCommander {
    /// His rank: how long and how deep he thinks.
    #[ts(type = "'midshipman' | 'lieutenant' | 'captain' | 'admiral'")]
    pub rank: Rank,
    /// His character: what he likes to do.
    #[serde(default)]
    #[ts(type = "'balanced' | 'ram_minded' | 'gunner' | 'cautious' | 'by_mahan'")]
    pub character: Character,
    /// How often he lets a turn pass without a thought.
    #[serde(default)]
    pub handicap: Handicap,
}

/// How often a commander goes on in a turn as before instead of thinking, whatever his rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Handicap {
    /// Never.
    #[default]
    None,
    /// One turn in four.
    Little,
    /// Every other turn.
    Much,
}

impl Handicap {
    /// The chance that he does not think in a turn, 0 to 1.
    pub fn chance(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Little => 0.25,
            Self::Much => 0.5,
        }
    }
}

/// The plans that a commander of the app has made by thinking ahead. They are kept so that he repeats himself when the
/// battle is opened again; they change nothing of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommanderPlanned {
    /// His side.
    pub side: SideId,
    /// The turn and the step for which he planned.
    pub planned_for: PlannedFor,
    /// The plans.
    pub plans: Plans,
    /// The battles that he played ahead for them.
    pub simulations: u32,
}

/// Advice that a player asked for; it changes nothing of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdviceGiven {
    /// Who asked: the seat's name in the log.
    pub by: String,
    /// The side that was advised.
    pub side: SideId,
    /// Who may read it.
    pub audience: Audience,
    /// What could be done, best first; empty if nothing could be compared.
    pub advised: Vec<Advised>,
}

/// One thing that a side could do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advised {
    /// What, why, and the chance to win by it, in one sentence.
    pub sentence: String,
    /// The chance to win by it, 0 to 1.
    pub chance: f64,
    /// The standard error of the chance.
    pub standard_error: f64,
}
