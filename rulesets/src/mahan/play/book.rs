//! The loaded book: its tables, the book that resolves fire, and its board on the table.

use crate::core::{BookData, BookTables, DataError, DataFile, Halt, OptionSpec, grid_between};
use crate::gunboat::Gunboat;
use crate::mahan::play::state::battle::{Phase, State};
use crate::mahan::tables::Tables;
use geometry::{HexBoard, HexClick, HexFit, HexGrid, HexGridError, HexTop, Point, Shoved};

/// The path prefix of Gunboat's data files among Mahan's.
const GUNBOAT_FILES: &str = "gunboat/";

/// The book with its tables, and the book that resolves fire.
#[derive(Debug, Clone)]
pub struct MahanBook {
    pub(super) tables: Tables,
    pub(super) gunboat: Gunboat,
    pub(super) data: Vec<DataFile>,
}

impl BookData for MahanBook {
    fn embedded() -> Result<Self, DataError> {
        Ok(Self::of(Tables::embedded()?, Gunboat::embedded()?))
    }

    /// Its own files, possibly with the player's own display (MAH-AMB-1), and those of the book that resolves fire.
    fn with_data(files: Vec<DataFile>) -> Result<Self, DataError> {
        let (guns, own): (Vec<DataFile>, Vec<DataFile>) =
            files.into_iter().partition(|file| file.name.starts_with(GUNBOAT_FILES));
        let bare = |file: DataFile| DataFile {
            name: file.name.strip_prefix(GUNBOAT_FILES).unwrap_or(&file.name).to_owned(),
            text: file.text,
        };
        Ok(Self::of(Tables::load(own)?, Gunboat::with_data(guns.into_iter().map(bare).collect())?))
    }

    fn data(&self) -> &[DataFile] {
        &self.data
    }

    fn options(&self) -> &[OptionSpec] {
        self.tables.option_specs()
    }
}

impl MahanBook {
    fn of(tables: Tables, gunboat: Gunboat) -> Self {
        let named = |file: &DataFile| DataFile {
            name: format!("{GUNBOAT_FILES}{}", file.name),
            text: file.text.clone(),
        };
        let guns = gunboat.data().iter().map(named);
        let data = tables.files().iter().cloned().chain(guns).collect();
        Self { tables, gunboat, data }
    }

    /// The book's own tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The book that resolves fire (MAH-AMB-2).
    pub fn gunboat(&self) -> &Gunboat {
        &self.gunboat
    }

    /// A board of this size, with a side of each hex to the north, because ships face hexsides (MAH-AMB-19).
    pub fn board(columns: u32, rows: u32) -> HexBoard {
        HexBoard { top: HexTop::Flat, shoved: Shoved::Odd, columns, rows }
    }

    /// Fits the board between two opposite corners: those of the table, or of its corner cards.
    ///
    /// # Errors
    /// When there is no space between the corners.
    pub fn grid_in(&self, board: HexBoard, corners: (Point, Point)) -> Result<HexGrid, HexGridError> {
        grid_between(board, corners)
    }

    /// Registers the board from clicks on the centres of three or more hexes.
    ///
    /// # Errors
    /// When there are too few clicks, or they contradict each other.
    pub fn grid_from_clicks(&self, board: HexBoard, clicks: &[HexClick]) -> Result<HexFit, HexGridError> {
        HexGrid::from_clicks(board, clicks)
    }
}

pub(super) fn in_phase(state: &State, phase: Phase, rule: &'static str) -> Result<(), Halt> {
    if state.phase == phase && state.rolls.is_empty() {
        return Ok(());
    }
    let dice = if state.rolls.is_empty() { "" } else { ": throw the dice first" };
    Err(Halt::because(rule, format!("Now it is “{}”{dice}.", state.phase.title())))
}
