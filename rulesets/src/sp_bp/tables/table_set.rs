//! The book's tables, read from its data files and checked when loaded.

use crate::core::{
    BookTables, DataError, DataFile, RuleData, RuleEntry, RuleId, TableSource, check_each_face, content,
    read, read_rules, sources, tables,
};
use crate::sp_bp::events::outcome::{Cell, Location};
use crate::sp_bp::state::card::{GunKind, Nation, Size, TargetType};
use crate::sp_bp::state::options::SpbOptions;
use geometry::{Measured, Verdict};
use serde::Deserialize;

tables! {
    /// A range beyond the printed columns for which no number is given (SPB-AMB-23).
    #[derive(PartialEq, Eq)]
    pub part Special {
        /// The upper limit of the range, inches.
        to_in: u8,
        /// Penetration.
        penetration: u8,
        /// The text of the sheet.
        text: String,
    }

    part ErratumRow {
        at_in: u8,
        cell: String,
    }

    part GunRowFile {
        gun: String,
        cells: Vec<String>,
        dr: (u8, u8),
        #[serde(default)]
        special: Option<Special>,
        #[serde(default)]
        erratum: Option<ErratumRow>,
        #[serde(default)]
        note: String,
    }

    part NationFile {
        nation: Nation,
        title: String,
        cite: String,
        smoothbore: Vec<GunRowFile>,
        rifle: Vec<GunRowFile>,
    }

    part GunneryFile {
        name: String,
        rule: RuleId,
        bands_in: Vec<u8>,
        table: Vec<NationFile>,
    }
}

/// A row of a gunnery table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GunRow {
    /// The table that contains it.
    pub nation: Nation,
    /// Smoothbores or rifles.
    pub kind: GunKind,
    /// Its label as printed.
    pub gun: String,
    /// A cell for each column; none for a dash.
    pub cells: Vec<Option<Cell>>,
    /// Damage rating without and with penetration.
    pub dr: (u8, u8),
    /// A range beyond the columns.
    pub special: Option<Special>,
    /// The column and the cell of an erratum (SPB-AMB-22).
    pub erratum: Option<(usize, Cell)>,
    /// A remark of the sheet.
    pub note: String,
}

/// The effect of a gun at a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// A cell, with the upper limit of its column in inches.
    Cell(u8, Cell),
    /// Only by a number that the umpire enters (SPB-AMB-23).
    Special,
    /// Out of range.
    None,
}

tables! {
    pub(in crate::sp_bp) struct Modifiers {
        very_large: i32,
        large: i32,
        still: i32,
        low_freeboard: i32,
        small: i32,
        head_on: i32,
        fast: i32,
        fast_above_knots: u8,
        steamed: i32,
        on_fire: i32,
        sp_below_half: i32,
        very_small: i32,
        concealed: i32,
        night: i32,
        sp_below_quarter: i32,
        searchlight: i32,
        head_on_deg: f64,
    }

    pub(in crate::sp_bp) part LocationRow {
        at: Location,
        monitor: (u8, u8),
        broadside: (u8, u8),
        other: (u8, u8),
    }
}

impl LocationRow {
    fn faces(&self, target: TargetType) -> Vec<u8> {
        let (from, to) = match target {
            TargetType::Monitor => self.monitor,
            TargetType::Broadside => self.broadside,
            TargetType::Other => self.other,
        };
        (from..=to).collect()
    }
}

tables! {
    pub(in crate::sp_bp) struct LocationFile {
        row: Vec<LocationRow>,
    }
}

/// The armour that a critical hit must penetrate (SPB-21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// None.
    No,
    /// The turret's.
    Turret,
    /// The hull's.
    Hull,
    /// The pilot house's, or the hull's.
    PilotHouse,
    /// The paddle wheel's.
    PaddleWheel,
}

tables! {
    /// One of the twenty results.
    #[derive(PartialEq, Eq)]
    pub part CriticalRow {
        /// 1 to 20.
        n: u8,
        /// The armour that must be penetrated.
        needs: Needs,
        /// The rule of its effect.
        rule: RuleId,
        /// The first words of the sheet's text.
        text: String,
    }

    pub(in crate::sp_bp) struct CriticalFile {
        row: Vec<CriticalRow>,
        armour_dislodged: [u8; 6],
        killed_from: u8,
        wounded_modifier: i32,
        killed_modifier: i32,
        funnel_knots: u8,
        valves_knots: u8,
        helm_port_up_to: u8,
    }

    pub(in crate::sp_bp) struct Steaming {
        very_large: i32,
        large: i32,
        small: i32,
        very_small: i32,
        half_from: i32,
        stops_from: i32,
    }
}

impl Steaming {
    pub(in crate::sp_bp) fn size(&self, size: Size) -> i32 {
        match size {
            Size::VeryLarge => self.very_large,
            Size::Large => self.large,
            Size::Average => 0,
            Size::Small => self.small,
            Size::VerySmall => self.very_small,
        }
    }
}

tables! {
    pub(in crate::sp_bp) struct Sinking {
        sp_up_to: i32,
        bp_up_to: i32,
    }

    pub(in crate::sp_bp) struct Morale {
        passes_from: i32,
    }

    pub(in crate::sp_bp) struct Drift {
        inches: f64,
    }

    pub(in crate::sp_bp) part TablesFile {
        modifiers: Modifiers,
        location: LocationFile,
        critical: CriticalFile,
        steaming: Steaming,
        sinking: Sinking,
        morale: Morale,
        drift: Drift,
    }
}

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    data: RuleData,
    bands_in: Vec<u8>,
    guns: Vec<GunRow>,
    pub(in crate::sp_bp) rest: TablesFile,
}

impl BookTables for Tables {
    const FILES: &'static [(&'static str, &'static str)] = &[
        ("gunnery.toml", include_str!("../data/gunnery.toml")),
        ("tables.toml", include_str!("../data/tables.toml")),
        ("options.toml", include_str!("../data/options.toml")),
    ];

    fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let gunnery: GunneryFile = read(&files, "gunnery.toml")?;
        let rest: TablesFile = read(&files, "tables.toml")?;
        check_tables(&rest)?;
        if !gunnery.bands_in.is_sorted_by(|a, b| a < b) || gunnery.bands_in.is_empty() {
            return Err(content("gunnery.toml", "The columns must be ranges that grow.".to_owned()));
        }
        let mut guns = Vec::new();
        for table in &gunnery.table {
            for (kind, rows) in [(GunKind::Smoothbore, &table.smoothbore), (GunKind::Rifle, &table.rifle)] {
                for row in rows {
                    guns.push(gun_row(table.nation, kind, row, &gunnery.bands_in)?);
                }
            }
        }
        let gunnery_source = |table: &NationFile| {
            let name = format!("{}, {}", gunnery.name, table.title);
            TableSource::of(&name, &gunnery.rule, &table.cite, None)
        };
        let TablesFile { modifiers, location, critical, steaming, sinking, morale, drift } = &rest;
        let mut all: Vec<TableSource> = gunnery.table.iter().map(gunnery_source).collect();
        all.extend(sources(&[modifiers, location, critical, steaming, sinking, morale, drift]));
        Ok(Self { data: RuleData::of(files, all)?, bands_in: gunnery.bands_in, guns, rest })
    }

    fn rule_data(&self) -> &RuleData {
        &self.data
    }
}

impl Tables {
    /// The columns of the gunnery tables by their upper limits, inches, inclusive (SPB-AMB-8).
    pub fn bands_in(&self) -> &[u8] {
        &self.bands_in
    }

    /// The indices of the columns in which a measured range may be, nearest first: one when it is certain.
    /// The number of columns means beyond the last column.
    pub fn columns(&self, range_in: Measured) -> Vec<usize> {
        let mut columns = Vec::new();
        for (column, edge_in) in self.bands_in.iter().enumerate() {
            match range_in.at_most(f64::from(*edge_in)) {
                Verdict::Yes => {
                    columns.push(column);
                    return columns;
                }
                Verdict::TooClose => columns.push(column),
                Verdict::No => {}
            }
        }
        columns.push(self.bands_in.len());
        columns
    }

    /// Every row of the gunnery tables.
    pub fn guns(&self) -> &[GunRow] {
        &self.guns
    }

    /// A row of a gunnery table by its printed label (SPB-AMB-28).
    pub fn gun(&self, nation: Nation, kind: GunKind, gun: &str) -> Option<&GunRow> {
        self.guns.iter().find(|row| (row.nation, row.kind) == (nation, kind) && row.gun == gun)
    }

    /// The effect of a gun in a column; one past the last column means beyond it.
    pub fn reach(&self, row: &GunRow, column: usize, options: &SpbOptions) -> Reach {
        let erratum = row.erratum.filter(|(at, _)| options.errata_10in_25 && *at == column);
        let cell = erratum.map(|(_, cell)| cell).or_else(|| row.cells.get(column).copied().flatten());
        let Some(special) = &row.special else {
            return match (cell, self.bands_in.get(column)) {
                (Some(cell), Some(up_to)) => Reach::Cell(*up_to, cell),
                _ => Reach::None,
            };
        };
        match (cell, self.bands_in.get(column)) {
            (Some(cell), Some(up_to)) => Reach::Cell(*up_to, cell),
            _ => match crate::sp_bp::state::options::whole(options.howitzer_special_to_hit) {
                needed @ 1..=10 => Reach::Cell(
                    special.to_in,
                    Cell { needed: needed as u8, penetration: special.penetration },
                ),
                _ => Reach::Special,
            },
        }
    }

    /// The place where a shot strikes a ship of this type (SPB-17).
    pub fn location(&self, target: TargetType, die: u8) -> Option<Location> {
        let row = self.rest.location.row.iter().find(|row| row.faces(target).contains(&die));
        row.map(|row| row.at)
    }

    /// Returns one of the twenty results (SPB-21).
    pub fn critical(&self, n: u8) -> Option<&CriticalRow> {
        self.rest.critical.row.iter().find(|row| row.n == n)
    }
}

/// Every rule and gap, in the order of the catalogue.
///
/// # Errors
/// When the compiled list can't be read (a test shows that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    read_rules(include_str!("../data/rules.toml"))
}

fn check_tables(tables: &TablesFile) -> Result<(), DataError> {
    for target in [TargetType::Monitor, TargetType::Broadside, TargetType::Other] {
        let faces: Vec<Vec<u8>> = tables.location.row.iter().map(|row| row.faces(target)).collect();
        let faces: Vec<&[u8]> = faces.iter().map(Vec::as_slice).collect();
        check_each_face("tables.toml", &tables.location.name, 10, &faces)?;
    }
    let numbers: Vec<u8> = tables.critical.row.iter().map(|row| row.n).collect();
    let numbers: Vec<&[u8]> = numbers.chunks(1).collect();
    check_each_face("tables.toml", &tables.critical.name, 20, &numbers)
}

fn gun_row(nation: Nation, kind: GunKind, row: &GunRowFile, bands_in: &[u8]) -> Result<GunRow, DataError> {
    let wrong = |what: String| content("gunnery.toml", format!("{}: {what}", row.gun));
    if row.cells.len() != bands_in.len() {
        return Err(wrong(format!("it takes {} cells, one for each range.", bands_in.len())));
    }
    let cell = |text: &String| match text.as_str() {
        "-" => Ok(None),
        text => parse_cell(text).map(Some).ok_or_else(|| wrong(format!("“{text}” is no cell like 4+5."))),
    };
    let cells: Result<Vec<Option<Cell>>, DataError> = row.cells.iter().map(cell).collect();
    let erratum = match &row.erratum {
        None => None,
        Some(erratum) => {
            let column = bands_in.iter().position(|band| *band == erratum.at_in);
            let cell = parse_cell(&erratum.cell);
            let (Some(column), Some(cell)) = (column, cell) else {
                return Err(wrong("its erratum names no column or no cell.".to_owned()));
            };
            Some((column, cell))
        }
    };
    Ok(GunRow {
        nation,
        kind,
        gun: row.gun.clone(),
        cells: cells?,
        dr: row.dr,
        special: row.special.clone(),
        erratum,
        note: row.note.clone(),
    })
}

/// Parses "4+5": the total needed on the die, then penetration (SPB-AMB-7).
fn parse_cell(text: &str) -> Option<Cell> {
    let (needed, penetration) = text.split_once('+')?;
    Some(Cell { needed: needed.parse().ok()?, penetration: penetration.parse().ok()? })
}
