//! The schema of `hazards.toml`: rams, shoals, mines, torpedoes.

use crate::core::{DataError, TableSource, check_each_face, content, sources, tables};
use crate::gunboat::state::due::RamDie;
use crate::gunboat::tables::table_files::HitTable;

const FILE: &str = "hazards.toml";

tables! {
    /// The result of one die of a ram, before the minus one for a ram (GUN-51).
    #[derive(PartialEq, Eq)]
    pub(in crate::gunboat) part RamResult {
        faces: Vec<u8>,
        draft: u8,
        #[serde(default)]
        check_stack: bool,
        #[serde(default)]
        ram_lost: bool,
    }

    pub(in crate::gunboat) part RamBand {
        min_knots: u16,
        label: String,
        white: Vec<RamResult>,
        colored: Vec<RamResult>,
    }

    pub(in crate::gunboat) struct RamTable {
        band: Vec<RamBand>,
    }

    pub(in crate::gunboat) struct StrikeTable {
        from_deg: f64,
        to_deg: f64,
    }

    /// The faces of a D6 on which an event occurs.
    pub(in crate::gunboat) struct FaceTable {
        faces: Vec<u8>,
    }
}

impl FaceTable {
    pub(in crate::gunboat) fn happens(&self, face: u8) -> bool {
        self.faces.contains(&face)
    }
}

tables! {
    pub(in crate::gunboat) part HazardsFile {
        ram: RamTable,
        strike: StrikeTable,
        stack_check: FaceTable,
        shoal: FaceTable,
        refloat: FaceTable,
        mine: FaceTable,
        torpedo_ironclad: HitTable,
        torpedo_wooden: HitTable,
    }
}

impl HazardsFile {
    pub(in crate::gunboat) fn ram_band(&self, knots: u16) -> Option<&RamBand> {
        self.ram.band.iter().rfind(|band| band.min_knots <= knots)
    }

    pub(in crate::gunboat) fn ram_result(&self, knots: u16, which: RamDie, face: u8) -> Option<RamResult> {
        let band = self.ram_band(knots)?;
        let results = match which {
            RamDie::White => &band.white,
            RamDie::Colored => &band.colored,
        };
        results.iter().find(|result| result.faces.contains(&face)).cloned()
    }

    fn face_tables(&self) -> [&FaceTable; 4] {
        [&self.stack_check, &self.shoal, &self.refloat, &self.mine]
    }

    /// The sources of the tables.
    pub(in crate::gunboat) fn sources(&self) -> Vec<TableSource> {
        let Self { ram, strike, stack_check, shoal, refloat, mine, torpedo_ironclad, torpedo_wooden } = self;
        sources(&[ram, strike, stack_check, shoal, refloat, mine, torpedo_ironclad, torpedo_wooden])
    }
}

pub(in crate::gunboat) fn check_hazards(file: &HazardsFile) -> Result<(), DataError> {
    for table in [&file.torpedo_ironclad, &file.torpedo_wooden] {
        table.check(FILE)?;
    }
    for table in file.face_tables() {
        if table.faces.is_empty() || table.faces.iter().any(|face| !(1..=6).contains(face)) {
            return Err(content(FILE, format!("{} must name faces from 1 to 6.", table.name)));
        }
    }
    let rising = file.ram.band.windows(2).all(|pair| pair[0].min_knots < pair[1].min_knots);
    if !rising || file.ram.band.first().is_none_or(|band| band.min_knots == 0) {
        let what = format!("The rows of {} must begin above 0 knots and rise.", file.ram.name);
        return Err(content(FILE, what));
    }
    for band in &file.ram.band {
        for results in [&band.white, &band.colored] {
            let faces: Vec<&[u8]> = results.iter().map(|result| result.faces.as_slice()).collect();
            check_each_face(FILE, &format!("{}, {}", file.ram.name, band.label), 6, &faces)?;
        }
    }
    let (from_deg, to_deg) = (file.strike.from_deg, file.strike.to_deg);
    if !(0.0..=90.0).contains(&from_deg) || !(from_deg..=90.0).contains(&to_deg) {
        return Err(content(FILE, format!("The angles of {} must rise within 0 to 90.", file.strike.name)));
    }
    Ok(())
}
