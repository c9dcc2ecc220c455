//! The board on the table, and the islands and rocks on it.

use crate::core::worded;
use crate::hex_duel::state::battle::Start;
use geometry::{Hex, HexBoard, HexGrid, Terrain, TerrainId, TerrainKind};
use serde::{Deserialize, Serialize};

worded! {
    /// The content of a hex (CHA-2).
    #[derive(PartialOrd, Ord)]
    pub enum Kind: word {
        /// An island: blocks fire (CHA-16).
        Island = "island",
        /// A rock: fire passes over it (CHA-16).
        Rock = "rock",
    }
}

/// An island or a rock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// Island or rock.
    pub kind: Kind,
    /// The hex.
    pub hex: Hex,
}

impl Piece {
    /// Returns it as terrain of the table: the outline of its hex.
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

/// The hexes in the centre of an edge: two on a board of even width, the player chooses (CHA-3, CHA-AMB-18).
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

/// Tells whether a hex is at the edge that leads to a ship's open sea (CHA-11, CHA-AMB-12).
pub(in crate::hex_duel) fn is_open_sea(board: &HexBoard, start: Start, hex: Hex) -> bool {
    let (_, row) = board.column_row(hex);
    match start {
        Start::North => u32::try_from(row).is_ok_and(|row| row + 1 == board.rows),
        Start::South => row == 0,
    }
}
