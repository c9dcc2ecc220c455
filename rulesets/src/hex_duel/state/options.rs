//! The options of the book: how gaps in its rules are filled. Typed here, described in `data/options.toml`.

use crate::core::TieRule;
use geometry::{HexBoard, HexTop, Shoved};
use serde::{Deserialize, Serialize};

/// CHA-AMB-3: which way the board's twelve and ten run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Board {
    /// Twelve columns, ten rows.
    #[default]
    #[serde(rename = "12x10")]
    Wide,
    /// Ten columns, twelve rows.
    #[serde(rename = "10x12")]
    Deep,
}

impl Board {
    /// The board's hexes: a side of each to the north (CHA-1, CHA-AMB-3).
    pub fn hexes(self, (columns, rows): (u32, u32)) -> HexBoard {
        let (columns, rows) = match self {
            Self::Wide => (columns, rows),
            Self::Deep => (rows, columns),
        };
        HexBoard { top: HexTop::Flat, shoved: Shoved::Odd, columns, rows }
    }
}

/// CHA-AMB-4: what a broadside gun bears over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BroadsideArc {
    /// 120 degrees about the beam.
    #[default]
    Deg120,
    /// What is left 60 degrees off the keel line at both ends.
    Deg60,
}

/// CHA-AMB-6: how far a ship may turn before each hex of a dash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DashTurns {
    /// One hexside.
    #[default]
    OnePerHex,
    /// As far as she likes.
    Unlimited,
}

/// CHA-AMB-6: a dash that meets the enemy before its last hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DashMeets {
    /// It ends there, as a ram.
    #[default]
    Ends,
    /// It goes on to its last hex: only who finishes on the enemy's hex rams.
    GoesOnToThree,
}

/// CHA-AMB-7: when a disabled ship may turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisabledTurn {
    /// Before the other ship dashes.
    #[default]
    BeforeDash,
    /// Before she gets under way again.
    BeforeRestart,
    /// Not at all.
    None,
}

/// CHA-AMB-9: ships that meet bow to bow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadOn {
    /// They scrape past one another.
    #[default]
    ScrapePast,
    /// The move is not allowed.
    Illegal,
}

/// CHA-AMB-10: what an escape is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscapeResult {
    /// Nobody has won.
    #[default]
    Draw,
    /// Who escaped has won.
    EscaperWins,
}

/// All options of the book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChaOptions {
    /// CHA-AMB-3.
    #[serde(rename = "cha.board")]
    pub board: Board,
    /// CHA-AMB-4.
    #[serde(rename = "cha.broadside_arc")]
    pub broadside_arc: BroadsideArc,
    /// CHA-AMB-5: the ship that has not moved fires too.
    #[serde(rename = "cha.both_fire_each_move")]
    pub both_fire_each_move: bool,
    /// CHA-AMB-6.
    #[serde(rename = "cha.dash_turns")]
    pub dash_turns: DashTurns,
    /// CHA-AMB-6.
    #[serde(rename = "cha.dash_meets")]
    pub dash_meets: DashMeets,
    /// CHA-AMB-7.
    #[serde(rename = "cha.disabled_turn")]
    pub disabled_turn: DisabledTurn,
    /// CHA-AMB-8: not only a dash can ram.
    #[serde(rename = "cha.ram_any_time")]
    pub ram_any_time: bool,
    /// CHA-AMB-9.
    #[serde(rename = "cha.head_on")]
    pub head_on: HeadOn,
    /// CHA-AMB-10.
    #[serde(rename = "cha.escape_result")]
    pub escape_result: EscapeResult,
    /// CHA-AMB-11: a ship without a legal move has lost.
    #[serde(rename = "cha.no_move_is_loss")]
    pub no_move_is_loss: bool,
    /// CHA-20: flotation at the start.
    #[serde(rename = "cha.flotation")]
    pub flotation: f64,
    /// A model on the line between two hexes or facings.
    #[serde(rename = "cha.too_close")]
    pub too_close: TieRule,
}

impl Default for ChaOptions {
    fn default() -> Self {
        Self {
            board: Board::default(),
            broadside_arc: BroadsideArc::default(),
            both_fire_each_move: false,
            dash_turns: DashTurns::default(),
            dash_meets: DashMeets::default(),
            disabled_turn: DisabledTurn::default(),
            ram_any_time: true,
            head_on: HeadOn::default(),
            escape_result: EscapeResult::default(),
            no_move_is_loss: true,
            flotation: 20.0,
            too_close: TieRule::default(),
        }
    }
}
