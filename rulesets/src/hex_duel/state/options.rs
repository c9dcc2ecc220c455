//! Options of the book for gaps in its rules. Typed here, described in `data/options.toml`.

use crate::core::TieRule;
use geometry::{HexBoard, HexTop, Shoved};
use serde::{Deserialize, Serialize};

/// The direction of the board's twelve and ten hexes (CHA-AMB-3).
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
    /// The board's hexes, each with a side to the north (CHA-1, CHA-AMB-3).
    pub fn hexes(self, (columns, rows): (u32, u32)) -> HexBoard {
        let (columns, rows) = match self {
            Self::Wide => (columns, rows),
            Self::Deep => (rows, columns),
        };
        HexBoard { top: HexTop::Flat, shoved: Shoved::Odd, columns, rows }
    }
}

/// The arc of a broadside gun (CHA-AMB-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BroadsideArc {
    /// 120 degrees about the beam.
    #[default]
    Deg120,
    /// 60 degrees about the beam: the arc starts 60 degrees off the keel line at both ends.
    Deg60,
}

/// The turn allowed before each hex of a dash (CHA-AMB-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DashTurns {
    /// One hexside.
    #[default]
    OnePerHex,
    /// Any number of hexsides.
    Unlimited,
}

/// The rule for a dash that meets the enemy before its last hex (CHA-AMB-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DashMeets {
    /// It ends there, as a ram.
    #[default]
    Ends,
    /// It goes on to its last hex; only a dash that ends in the enemy's hex rams.
    GoesOnToThree,
}

/// The moment at which a disabled ship may turn (CHA-AMB-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisabledTurn {
    /// Before the other ship dashes.
    #[default]
    BeforeDash,
    /// Before its own restart.
    BeforeRestart,
    /// Never.
    None,
}

/// The rule for ships that meet bow to bow (CHA-AMB-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadOn {
    /// They scrape past one another.
    #[default]
    ScrapePast,
    /// The move is not allowed.
    Illegal,
}

/// The value of an escape (CHA-AMB-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscapeResult {
    /// A draw.
    #[default]
    Draw,
    /// The escaped ship's side wins.
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
    /// CHA-AMB-8: rams are not limited to a dash.
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
    /// The treatment of a model on the line between two hexes or facings.
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
