//! Mahan's tables, read from data files and checked when loaded.

use crate::core::{
    BookTables, DataError, DataFile, RuleData, RuleEntry, content, read, read_rules, sources, tables,
};
use crate::mahan::display::Display;

const MAHAN: &str = "mahan.toml";

/// Every rule and gap, in the order of the catalogue.
///
/// # Errors
/// When the compiled list can't be read (a test shows that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    read_rules(include_str!("data/rules.toml"))
}

tables! {
    pub(super) part ChartRow {
        speed: u8,
        hexes: [u8; 8],
    }

    pub(super) struct Chart {
        row: Vec<ChartRow>,
    }

    pub(super) struct Chits {
        blank: u8,
        player_fire: u8,
        mahan_fire: u8,
        draw: u8,
    }

    pub(super) struct HeadingCost {
        lost: [u8; 3],
        least_speed: u8,
    }

    pub(super) struct Gate {
        hexes: u32,
    }

    pub(super) struct Sixty {
        turns_at: u8,
        rounds: u8,
    }

    pub(super) struct About {
        port_at: u8,
    }

    pub(super) struct Ram {
        target_speed: u8,
        ahead_hexes: u32,
        close_hexes: u32,
        spar_turns: u8,
    }

    pub(super) struct LoadTable {
        shell_margin: u32,
        bare_sections: u32,
    }

    part MahanFile {
        chart: Chart,
        chits: Chits,
        heading_cost: HeadingCost,
        gate: Gate,
        sixty: Sixty,
        about: About,
        ram: Ram,
        load: LoadTable,
    }
}

/// All tables.
#[derive(Debug, Clone)]
pub struct Tables {
    data: RuleData,
    mahan: MahanFile,
    display: Display,
}

impl BookTables for Tables {
    const FILES: &'static [(&'static str, &'static str)] = &[
        (MAHAN, include_str!("data/mahan.toml")),
        ("bmd.toml", include_str!("data/bmd.toml")),
        ("options.toml", include_str!("data/options.toml")),
    ];

    /// Loads the tables from these files; `bmd.toml` may be the player's own (MAH-AMB-1).
    fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let mahan: MahanFile = read(&files, MAHAN)?;
        let display: Display = read(&files, "bmd.toml")?;
        for row in &mahan.chart.row {
            let sum: u8 = row.hexes.iter().sum();
            if sum != row.speed {
                let text = format!("A ship of speed {} moves {sum} hexes by the chart.", row.speed);
                return Err(content(MAHAN, text));
            }
        }
        display.check(mahan.gate.hexes)?;
        let MahanFile { chart, chits, heading_cost, gate, sixty, about, ram, load } = &mahan;
        let sources = sources(&[chart, chits, heading_cost, gate, sixty, about, ram, load, &display]);
        Ok(Self { data: RuleData::of(files, sources)?, display, mahan })
    }

    fn rule_data(&self) -> &RuleData {
        &self.data
    }
}

impl Tables {
    /// The Battle Movement Display in force (MAH-23, MAH-AMB-1).
    pub fn display(&self) -> &Display {
        &self.display
    }

    /// The hexes that a ship of this speed moves in each of the eight rounds (MAH-24); none for speed 0.
    pub fn schedule(&self, speed: u8) -> [u8; 8] {
        self.mahan.chart.row.iter().find(|row| row.speed == speed).map_or([0; 8], |row| row.hexes)
    }

    pub(super) fn chits(&self) -> &Chits {
        &self.mahan.chits
    }

    pub(super) fn heading_cost(&self) -> &HeadingCost {
        &self.mahan.heading_cost
    }

    /// The distance at which a visible enemy brings the display into use, hexes, inclusive (MAH-12,
    /// MAH-AMB-12).
    pub fn gate_hexes(&self) -> u32 {
        self.mahan.gate.hexes
    }

    pub(super) fn sixty(&self) -> &Sixty {
        &self.mahan.sixty
    }

    /// The highest face of a d10 for which an About goes to port (MAH-19).
    pub fn about_port_at(&self) -> u8 {
        self.mahan.about.port_at
    }

    pub(super) fn ram(&self) -> &Ram {
        &self.mahan.ram
    }

    pub(super) fn load_table(&self) -> &LoadTable {
        &self.mahan.load
    }
}
