//! The book's tables, read from its data files and checked when loaded.

use crate::core::{
    DataError, DataFile, OptionSpec, RuleEntry, RuleId, TableSource, check_each_face, content, read,
    read_options, read_rules,
};
use crate::hex_duel::state::battle::{Face, Gun};
use crate::hex_duel::state::options::BroadsideArc;
use geometry::Arc;
use serde::Deserialize;

const DUEL: &str = "duel.toml";

const FILES: [(&str, &str); 2] =
    [(DUEL, include_str!("../data/duel.toml")), ("options.toml", include_str!("../data/options.toml"))];

/// Every rule and gap of the book, in the order of the catalogue.
///
/// # Errors
/// When the compiled list can't be read (a test shows that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    read_rules(include_str!("../data/rules.toml"))
}

/// The least distances of islands and rocks from edges and from one another (CHA-2, CHA-4).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::hex_duel) struct TerrainTable {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::hex_duel) most_of_a_kind: usize,
    pub(in crate::hex_duel) island_from_ends: i32,
    pub(in crate::hex_duel) rock_from_ends: i32,
    pub(in crate::hex_duel) from_sides: i32,
    pub(in crate::hex_duel) apart: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardTable {
    name: String,
    rule: RuleId,
    cite: String,
    columns: u32,
    rows: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct DieTable {
    name: String,
    rule: RuleId,
    cite: String,
    row: Vec<Face>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Broadside {
    deg120: (f64, f64),
    deg60: (f64, f64),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArcTable {
    name: String,
    rule: RuleId,
    cite: String,
    bow: (f64, f64),
    stern: (f64, f64),
    starboard: Broadside,
    port: Broadside,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeTable {
    name: String,
    rule: RuleId,
    cite: String,
    clear_hexes: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct DashTable {
    name: String,
    rule: RuleId,
    cite: String,
    hexes: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct DuelFile {
    board: BoardTable,
    die: DieTable,
    arcs: ArcTable,
    range: RangeTable,
    terrain: TerrainTable,
    dash: DashTable,
}

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    files: Vec<DataFile>,
    duel: DuelFile,
    options: Vec<OptionSpec>,
    sources: Vec<TableSource>,
}

impl Tables {
    /// The tables compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test shows that the compiled ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        let own = |(name, text): (&str, &str)| DataFile { name: name.to_owned(), text: text.to_owned() };
        Self::load(FILES.map(own).to_vec())
    }

    /// Loads the tables from the data files that a battle has stored.
    ///
    /// # Errors
    /// When a file is faulty; the text names the file, the place and the fault.
    pub fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let duel: DuelFile = read(&files, DUEL)?;
        let options = read_options(&files)?;
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
        let of = |name: &str, rule: &RuleId, cite: &str| TableSource::of(name, rule, cite, None);
        let sources = vec![
            of(&board.name, &board.rule, &board.cite),
            of(&die.name, &die.rule, &die.cite),
            of(&arcs.name, &arcs.rule, &arcs.cite),
            of(&range.name, &range.rule, &range.cite),
            of(&terrain.name, &terrain.rule, &terrain.cite),
            of(&dash.name, &dash.rule, &dash.cite),
        ];
        Ok(Self { files, options, sources, duel })
    }

    /// The data files in force.
    pub fn files(&self) -> &[DataFile] {
        &self.files
    }

    /// Every option with its default.
    pub fn option_specs(&self) -> &[OptionSpec] {
        &self.options
    }

    /// Returns the source of each table.
    pub fn sources(&self) -> &[TableSource] {
        &self.sources
    }

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
