//! The loaded book: its tables, and its board on the table.

use crate::core::{BookOf, grid_between};
use crate::hex_duel::gunnery::guns::{guns_at, island_between};
use crate::hex_duel::state::battle::{HexPose, Start, State};
use crate::hex_duel::state::board;
use crate::hex_duel::state::options::ChaOptions;
use crate::hex_duel::tables::table_set::Tables;
use geometry::{HexBoard, HexClick, HexFit, HexGrid, HexGridError, Point};

/// The book with its tables.
pub type HexDuel = BookOf<Tables>;

impl HexDuel {
    /// The board's hexes with these options.
    pub fn board(&self, options: &ChaOptions) -> HexBoard {
        options.board.hexes(self.tables.board())
    }

    /// Fits the board between two opposite corners: those of the table, or of its corner cards. On 60 by 36
    /// inches its hexes are 85 mm across the flats.
    ///
    /// # Errors
    /// When there is no space between the corners.
    pub fn grid_in(&self, options: &ChaOptions, corners: (Point, Point)) -> Result<HexGrid, HexGridError> {
        grid_between(self.board(options), corners)
    }

    /// Registers the board from clicks on the centres of three or more hexes.
    ///
    /// # Errors
    /// When there are too few clicks, or they contradict each other.
    pub fn grid_from_clicks(
        &self,
        options: &ChaOptions,
        clicks: &[HexClick],
    ) -> Result<HexFit, HexGridError> {
        HexGrid::from_clicks(self.board(options), clicks)
    }

    /// The number of guns of a ship in one place that could hit one in the other: in arc and range, no island between
    /// (CHA-12, CHA-13, CHA-16).
    pub fn guns_that_could_hit(&self, state: &State, from: HexPose, to: HexPose) -> usize {
        let in_range = from.hex.distance(to.hex) <= self.tables.range_hexes();
        if !in_range || island_between(state, from.hex, to.hex) {
            return 0;
        }
        guns_at(&self.tables, state.options.broadside_arc, from.bearing_deg(to.hex)).len()
    }

    /// The hexes in which a ship may start.
    pub fn start_hexes(&self, grid: &HexGrid, start: Start) -> Vec<geometry::Hex> {
        board::start_hexes(&grid.board, start)
    }
}
