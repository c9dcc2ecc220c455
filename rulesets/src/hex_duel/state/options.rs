//! Options of the book for gaps in its rules. Typed here, described in `data/options.toml`.

use crate::core::{TieRule, choices, options};
use geometry::{HexBoard, HexTop, Shoved};

choices! {
    /// The direction of the board's twelve and ten hexes (CHA-AMB-3).
    pub enum Board {
        /// Twelve columns, ten rows.
        #[serde(rename = "12x10")]
        Wide,
        /// Ten columns, twelve rows.
        #[serde(rename = "10x12")]
        Deep,
    }
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

choices! {
    /// The arc of a broadside gun (CHA-AMB-4).
    pub enum BroadsideArc {
        /// 120 degrees about the beam.
        Deg120,
        /// 60 degrees about the beam: the arc starts 60 degrees off the keel line at both ends.
        Deg60,
    }

    /// The turn allowed before each hex of a dash (CHA-AMB-6).
    pub enum DashTurns {
        /// One hexside.
        OnePerHex,
        /// Any number of hexsides.
        Unlimited,
    }

    /// The rule for a dash that meets the enemy before its last hex (CHA-AMB-6).
    pub enum DashMeets {
        /// It ends there, as a ram.
        Ends,
        /// It goes on to its last hex; only a dash that ends in the enemy's hex rams.
        GoesOnToThree,
    }

    /// The moment at which a disabled ship may turn (CHA-AMB-7).
    pub enum DisabledTurn {
        /// Before the other ship dashes.
        BeforeDash,
        /// Before its own restart.
        BeforeRestart,
        /// Never.
        None,
    }

    /// The rule for ships that meet bow to bow (CHA-AMB-9).
    pub enum HeadOn {
        /// They scrape past one another.
        ScrapePast,
        /// The move is not allowed.
        Illegal,
    }

    /// The value of an escape (CHA-AMB-10).
    pub enum EscapeResult {
        /// A draw.
        Draw,
        /// The escaped ship's side wins.
        EscaperWins,
    }
}

options! {
    /// All options of the book.
    pub struct ChaOptions refused under "CHA-1" {
        /// CHA-AMB-3.
        "cha.board" board: Board,
        /// CHA-AMB-4.
        "cha.broadside_arc" broadside_arc: BroadsideArc,
        /// CHA-AMB-5: the ship that has not moved fires too.
        "cha.both_fire_each_move" both_fire_each_move: bool = false,
        /// CHA-AMB-6.
        "cha.dash_turns" dash_turns: DashTurns,
        /// CHA-AMB-6.
        "cha.dash_meets" dash_meets: DashMeets,
        /// CHA-AMB-7.
        "cha.disabled_turn" disabled_turn: DisabledTurn,
        /// CHA-AMB-8: rams are not limited to a dash.
        "cha.ram_any_time" ram_any_time: bool = true,
        /// CHA-AMB-9.
        "cha.head_on" head_on: HeadOn,
        /// CHA-AMB-10.
        "cha.escape_result" escape_result: EscapeResult,
        /// CHA-AMB-11: a ship without a legal move has lost.
        "cha.no_move_is_loss" no_move_is_loss: bool = true,
        /// CHA-20: flotation at the start.
        "cha.flotation" flotation: f64 = 20.0,
        /// The treatment of a model on the line between two hexes or facings.
        "cha.too_close" too_close: TieRule,
    }
}
