//! The board on the table, and the islands and rocks on it.

use crate::core::Reason;
use crate::hex_duel::state::battle::Start;
use crate::hex_duel::tables::table_set::{Tables, TerrainTable};
use geometry::{Hex, HexBoard, HexClick, HexFit, HexGrid, HexGridError, Terrain, TerrainId, TerrainKind};
use serde::{Deserialize, Serialize};

/// What lies in a hex (CHA-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing is fired over it (CHA-16).
    Island,
    /// Fire passes over it (CHA-16).
    Rock,
}

impl Kind {
    /// For sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Island => "island",
            Self::Rock => "rock",
        }
    }
}

/// An island or a rock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// Which.
    pub kind: Kind,
    /// Where.
    pub hex: Hex,
}

impl Piece {
    /// As terrain of the table: its hex.
    pub fn terrain(self, grid: &HexGrid) -> Terrain {
        let (column, row) = grid.board.column_row(self.hex);
        let word = self.kind.word();
        Terrain {
            id: TerrainId(format!("{word}-{column}-{row}")),
            name: word.to_owned(),
            kind: TerrainKind::Obstacle,
            outline: grid.corners(self.hex).to_vec(),
            outline_sigma_in: grid.sigma_in,
            height_in: 0.0,
            blocks_sight: self.kind == Kind::Island,
        }
    }
}

/// How many hexes lie clear between a piece and the north or south edge, a side edge, and the nearest other piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) from_ends: i32,
    pub(crate) from_sides: i32,
    pub(crate) from_others: Option<u32>,
}

impl Room {
    pub(in crate::hex_duel) fn of(board: &HexBoard, piece: Piece, others: impl Iterator<Item = Hex>) -> Self {
        let (column, row) = board.column_row(piece.hex);
        let last = |count: u32| i32::try_from(count).unwrap_or(i32::MAX) - 1;
        let others = others.map(|hex| hex.distance(piece.hex).saturating_sub(1));
        Self {
            from_ends: row.min(last(board.rows) - row),
            from_sides: column.min(last(board.columns) - column),
            from_others: others.min(),
        }
    }
}

/// Why a piece with so much room may not lie there; none if it may (CHA-4, CHA-AMB-2: the first list is for islands,
/// "as for islands but" for rocks).
pub fn piece_fault(
    tables: &Tables,
    kind: Kind,
    ends: i32,
    sides: i32,
    others: Option<u32>,
) -> Option<Reason> {
    let TerrainTable { island_from_ends, rock_from_ends, from_sides, apart, .. } = tables.terrain();
    let from_ends = match kind {
        Kind::Island => island_from_ends,
        Kind::Rock => rock_from_ends,
    };
    let word = kind.word();
    let text = if ends < *from_ends {
        format!(
            "the {word} needs {from_ends} clear hexes to the north and south edges, and has {}.",
            ends.max(0)
        )
    } else if sides < *from_sides {
        format!("the {word} needs {from_sides} clear hex to the side edges, and has {}.", sides.max(0))
    } else if others.is_some_and(|others| others < *apart) {
        format!("the {word} needs {apart} clear hex to the next island or rock.")
    } else {
        return None;
    };
    Some(Reason::new("CHA-4", text))
}

/// Everything against this terrain: too many of a kind, or too near to something (CHA-2, CHA-4).
pub fn terrain_faults(tables: &Tables, board: &HexBoard, pieces: &[Piece]) -> Vec<Reason> {
    let mut faults = Vec::new();
    let most = tables.terrain().most_of_a_kind;
    for kind in [Kind::Island, Kind::Rock] {
        let count = pieces.iter().filter(|piece| piece.kind == kind).count();
        if count > most {
            let text = format!("There are {count} {}s; at most {most} may be placed.", kind.word());
            faults.push(Reason::new("CHA-2", text));
        }
    }
    for (i, piece) in pieces.iter().enumerate() {
        let (column, row) = board.column_row(piece.hex);
        let others = pieces.iter().enumerate().filter(|(other, _)| *other != i).map(|(_, other)| other.hex);
        let room = Room::of(board, *piece, others);
        if let Some(fault) =
            piece_fault(tables, piece.kind, room.from_ends, room.from_sides, room.from_others)
        {
            let text = format!("In column {}, row {}: {}", column + 1, row + 1, fault.text);
            faults.push(Reason { rule: fault.rule, text });
        }
    }
    faults
}

/// The hexes in the centre of an edge: two on a board of even width, the player's choice (CHA-3, CHA-AMB-18).
pub(in crate::hex_duel) fn start_hexes(board: &HexBoard, start: Start) -> Vec<Hex> {
    let whole = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    let (columns, rows) = (whole(board.columns), whole(board.rows));
    let row = match start {
        Start::North => 0,
        Start::South => rows - 1,
    };
    let middles = if columns % 2 == 0 { vec![columns / 2 - 1, columns / 2] } else { vec![columns / 2] };
    middles.into_iter().map(|column| board.hex(column, row)).collect()
}

/// Is this a hex of the edge beyond which a ship's open sea lies (CHA-11, CHA-AMB-12)?
pub(in crate::hex_duel) fn is_open_sea(board: &HexBoard, start: Start, hex: Hex) -> bool {
    let (_, row) = board.column_row(hex);
    match start {
        Start::North => u32::try_from(row).is_ok_and(|row| row + 1 == board.rows),
        Start::South => row == 0,
    }
}

/// The board, registered by the middles of three or more of its hexes (CHA-1).
///
/// # Errors
/// When the clicks are too few or contradict each other.
pub(in crate::hex_duel) fn grid_from_clicks(
    board: HexBoard,
    clicks: &[HexClick],
) -> Result<HexFit, HexGridError> {
    HexGrid::from_clicks(board, clicks)
}
