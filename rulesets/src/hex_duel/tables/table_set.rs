//! The book's tables, read from its data files and checked when loaded.

use crate::core::{
    BookTables, DataError, DataFile, RuleData, RuleEntry, check_each_face, content, read, read_rules,
    sources, tables,
};
use crate::hex_duel::state::battle::{Face, Gun};
use crate::hex_duel::state::options::BroadsideArc;
use geometry::Arc;

const DUEL: &str = "duel.toml";

/// Every rule and gap of the book, in the order of the catalogue.
///
/// # Errors
/// When the compiled list can't be read (a test shows that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    read_rules(include_str!("../data/rules.toml"))
}

tables! {
    /// The least distances of islands and rocks from edges and from one another (CHA-2, CHA-4).
    pub(in crate::hex_duel) struct TerrainTable {
        most_of_a_kind: usize,
        island_from_ends: i32,
        rock_from_ends: i32,
        from_sides: i32,
        apart: u32,
    }

    struct BoardTable {
        columns: u32,
        rows: u32,
    }

    struct DieTable {
        row: Vec<Face>,
    }

    #[derive(Copy)]
    part Broadside {
        deg120: (f64, f64),
        deg60: (f64, f64),
    }

    struct ArcTable {
        bow: (f64, f64),
        stern: (f64, f64),
        starboard: Broadside,
        port: Broadside,
    }

    struct RangeTable {
        clear_hexes: u32,
    }

    struct DashTable {
        hexes: u32,
    }

    part DuelFile {
        board: BoardTable,
        die: DieTable,
        arcs: ArcTable,
        range: RangeTable,
        terrain: TerrainTable,
        dash: DashTable,
    }
}

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    data: RuleData,
    duel: DuelFile,
}

impl BookTables for Tables {
    const FILES: &'static [(&'static str, &'static str)] =
        &[(DUEL, include_str!("../data/duel.toml")), ("options.toml", include_str!("../data/options.toml"))];

    fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let duel: DuelFile = read(&files, DUEL)?;
        let faces: Vec<[u8; 1]> = duel.die.row.iter().map(|row| [row.face]).collect();
        let faces: Vec<&[u8]> = faces.iter().map(|face| face.as_slice()).collect();
        check_each_face(DUEL, &duel.die.name, 6, &faces)?;
        if duel.board.columns < 3 || duel.board.rows < 3 || duel.dash.hexes == 0 {
            return Err(content(
                DUEL,
                "A board has at least three columns and rows, and a dash a hex.".into(),
            ));
        }
        let DuelFile { board, die, arcs, range, terrain, dash } = &duel;
        let data = RuleData::of(files, sources(&[board, die, arcs, range, terrain, dash]))?;
        Ok(Self { data, duel })
    }

    fn rule_data(&self) -> &RuleData {
        &self.data
    }
}

impl Tables {
    /// Columns and rows as printed (CHA-1).
    pub fn board(&self) -> (u32, u32) {
        (self.duel.board.columns, self.duel.board.rows)
    }

    /// The special die's face for a face of an ordinary die (CHA-14).
    pub fn face(&self, face: u8) -> Option<&Face> {
        self.duel.die.row.iter().find(|row| row.face == face)
    }

    /// The face of an ordinary die for a mark of the special one.
    pub fn face_of(&self, word: &str) -> Option<u8> {
        self.duel.die.row.iter().find(|row| row.word == word).map(|row| row.face)
    }

    /// A gun's arc of fire (CHA-12, CHA-AMB-4; "fire and aft line" is a slip for fore and aft, CHA-AMB-16).
    pub fn arc(&self, gun: Gun, broadside: BroadsideArc) -> Arc {
        let arcs = &self.duel.arcs;
        let side = |of: &Broadside| match broadside {
            BroadsideArc::Deg120 => of.deg120,
            BroadsideArc::Deg60 => of.deg60,
        };
        let (from_deg, to_deg) = match gun {
            Gun::Bow => arcs.bow,
            Gun::Starboard => side(&arcs.starboard),
            Gun::Stern => arcs.stern,
            Gun::Port => side(&arcs.port),
        };
        Arc::new(from_deg, to_deg)
    }

    /// The greatest range, hexes: one more than the number of hexes that may be between the ships (CHA-13).
    pub fn range_hexes(&self) -> u32 {
        self.duel.range.clear_hexes + 1
    }

    /// The length of a dash, hexes (CHA-17).
    pub fn dash_hexes(&self) -> u32 {
        self.duel.dash.hexes
    }

    pub(in crate::hex_duel) fn terrain(&self) -> &TerrainTable {
        &self.duel.terrain
    }
}
