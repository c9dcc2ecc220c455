//! The schema of the data files for mortars, forts, boarding parties and steam launches.

use crate::core::{
    DataError, DataFile, Sourced, TableSource, check_each_face, content, read, sources, tables,
};
use crate::gunboat::tables::row_walk::{Does, Row, RowTable};
use serde::Deserialize;

tables! {
    /// The capabilities of mortars from some bore upwards.
    #[derive(Copy, PartialEq)]
    pub part MortarRow {
        /// The smallest bore of the row, inches.
        bore_in: f64,
        /// The greatest range, inches (GUN-61).
        most_in: f64,
        /// The diameter of its burst circle, inches (GUN-64).
        circle_in: f64,
    }

    pub(in crate::gunboat) struct MortarTable {
        least_in: f64,
        hits_on: u8,
        fort_critical_on: u8,
        fort_bonus: u8,
        silent_phases: Vec<u8>,
        row: Vec<MortarRow>,
    }
}

impl MortarTable {
    /// The row for a bore.
    pub(in crate::gunboat) fn row(&self, bore_in: f64) -> Option<MortarRow> {
        self.row.iter().copied().find(|row| bore_in >= row.bore_in)
    }
}

tables! {
    part MortarsFile {
        mortar: MortarTable,
    }
}

/// The result of a row of a fort's table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::gunboat) enum FortDoes {
    Nothing,
    Guns { guns: u8 },
    Armor { boxes: u8 },
    CrewShelters { turns: u8 },
    AllShelter { turns: u8 },
    GunsAndArmor { guns: u8, boxes_each: u8 },
    Abandoned,
    WhiteFlag,
    Again { row: Vec<Row<Self>> },
}

impl Does for FortDoes {
    fn again(&self) -> Option<&[Row<Self>]> {
        if let Self::Again { row } = self { Some(row) } else { None }
    }
}

/// A D6 table for forts.
pub(in crate::gunboat) type FortTableData = RowTable<FortDoes>;

tables! {
    part FortsFile {
        lucky: FortTableData,
        critical: FortTableData,
    }

    /// A die that succeeds on some faces.
    pub(in crate::gunboat) struct Attempt {
        succeeds_on: Vec<u8>,
    }

    pub(in crate::gunboat) struct PartyFire {
        destroyed_on: Vec<u8>,
        critical_hits: u8,
    }
}

/// The result of boarding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::gunboat) enum BoardDoes {
    Nothing,
    Guns,
    Turret,
    Rudder,
    Smoke,
    Melee,
    Captured,
}

tables! {
    pub(in crate::gunboat) part BoardRow {
        faces: Vec<u8>,
        text: String,
        does: BoardDoes,
        #[serde(default)]
        number: u8,
        #[serde(default)]
        spent: bool,
    }

    pub(in crate::gunboat) struct BoardTable {
        row: Vec<BoardRow>,
    }
}

impl BoardTable {
    pub(in crate::gunboat) fn row(&self, face: u8) -> Option<&BoardRow> {
        self.row.iter().find(|row| row.faces.contains(&face))
    }
}

tables! {
    pub(in crate::gunboat) part BoardingFile {
        grapple: Attempt,
        fire: PartyFire,
        iron: BoardTable,
        wood: Vec<BoardTable>,
    }
}

impl BoardingFile {
    /// The table for this number of parties on an unarmored ship.
    pub(in crate::gunboat) fn wood(&self, parties: u8) -> Option<&BoardTable> {
        let index = usize::from(parties).checked_sub(1)?;
        self.wood.get(index).or(self.wood.last())
    }
}

/// The effect of hits on a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::gunboat) enum LaunchDoes {
    Nothing,
    FireOut,
    Sunk,
}

tables! {
    pub(in crate::gunboat) part LaunchRow {
        faces: Vec<u8>,
        does: LaunchDoes,
    }

    pub(in crate::gunboat) part LaunchColumn {
        hits: u8,
        row: Vec<LaunchRow>,
    }

    pub(in crate::gunboat) struct LaunchTable {
        critical_hits: u8,
        column: Vec<LaunchColumn>,
    }
}

impl LaunchTable {
    /// The effect of a face after this number of hits.
    pub(in crate::gunboat) fn does(&self, hits: u8, face: u8) -> Option<LaunchDoes> {
        let column = self.column.iter().rev().find(|column| column.hits <= hits)?;
        column.row.iter().find(|row| row.faces.contains(&face)).map(|row| row.does)
    }
}

tables! {
    pub(in crate::gunboat) struct LockedTable {
        union_on: Vec<u8>,
    }

    pub(in crate::gunboat) struct MeleeTable {
        sinks_on: Vec<u8>,
        each_extra: u8,
    }

    pub(in crate::gunboat) part LaunchesFile {
        hits: LaunchTable,
        grapple: Attempt,
        locked: LockedTable,
        melee: MeleeTable,
    }
}

/// The contents of all four files, checked.
#[derive(Debug, Clone)]
pub(in crate::gunboat) struct Special {
    pub(in crate::gunboat) mortar: MortarTable,
    pub(in crate::gunboat) fort_lucky: FortTableData,
    pub(in crate::gunboat) fort_critical: FortTableData,
    pub(in crate::gunboat) boarding: BoardingFile,
    pub(in crate::gunboat) launches: LaunchesFile,
}

impl Special {
    pub(in crate::gunboat) fn load(files: &[DataFile]) -> Result<Self, DataError> {
        let MortarsFile { mortar } = read(files, "mortars.toml")?;
        let forts: FortsFile = read(files, "forts.toml")?;
        let boarding: BoardingFile = read(files, "boarding.toml")?;
        let launches: LaunchesFile = read(files, "launches.toml")?;
        check_mortar(&mortar)?;
        forts.lucky.check("forts.toml")?;
        forts.critical.check("forts.toml")?;
        for table in boarding.wood.iter().chain([&boarding.iron]) {
            let faces: Vec<&[u8]> = table.row.iter().map(|row| row.faces.as_slice()).collect();
            check_each_face("boarding.toml", &table.name, 6, &faces)?;
        }
        if boarding.wood.is_empty() {
            return Err(content("boarding.toml", "GUN-BOARD-WOOD needs at least one table.".to_owned()));
        }
        for column in &launches.hits.column {
            let faces: Vec<&[u8]> = column.row.iter().map(|row| row.faces.as_slice()).collect();
            check_each_face("launches.toml", &launches.hits.name, 6, &faces)?;
        }
        let rising = launches.hits.column.windows(2).all(|pair| pair[0].hits < pair[1].hits);
        if !rising || launches.hits.column.first().map(|column| column.hits) != Some(1) {
            let what = "The columns of GUN-LAUNCH must begin at 1 hit and rise.".to_owned();
            return Err(content("launches.toml", what));
        }
        Ok(Self { mortar, fort_lucky: forts.lucky, fort_critical: forts.critical, boarding, launches })
    }

    /// The sources of the tables.
    pub(in crate::gunboat) fn sources(&self) -> Vec<TableSource> {
        let Self { mortar, fort_lucky, fort_critical, boarding, launches } = self;
        let BoardingFile { grapple, fire, iron, wood } = boarding;
        let mut all = sources(&[mortar, fort_lucky, fort_critical, grapple, fire, iron]);
        all.extend(wood.iter().map(|table| table.source()));
        let LaunchesFile { hits, grapple, locked, melee } = launches;
        all.extend(sources(&[hits, grapple, locked, melee]));
        all
    }
}

fn check_mortar(table: &MortarTable) -> Result<(), DataError> {
    let falling = table.row.windows(2).all(|pair| pair[0].bore_in > pair[1].bore_in);
    let good = |row: &MortarRow| {
        row.most_in > table.least_in
            && row.most_in.is_finite()
            && row.circle_in > 0.0
            && row.circle_in.is_finite()
    };
    if falling
        && table.least_in > 0.0
        && table.row.iter().all(good)
        && table.row.last().is_some_and(|row| row.bore_in == 0.0)
    {
        return Ok(());
    }
    let what = "The rows of GUN-MORTAR must fall from the largest bore to 0, each with its range and circle.";
    Err(content("mortars.toml", what.to_owned()))
}
