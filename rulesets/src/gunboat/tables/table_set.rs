//! The book's tables, read from its data files and checked when loaded.

use crate::core::{BookTables, DataError, DataFile, Reason, RuleData, check_each_face, read, sources};
use crate::gunboat::state::card::{Circle, GunKind};
use crate::gunboat::state::declared_salvo::Band;
use crate::gunboat::state::due::{Chart, ChartCell, RamDie, TableId};
use crate::gunboat::state::options::{GunOptions, RangeBands};
use crate::gunboat::tables::hazard_files::{FaceTable, HazardsFile, RamResult, check_hazards};
use crate::gunboat::tables::special_files::Special;
use crate::gunboat::tables::table_files::{
    ChartsFile, GunSize, GunsFile, HitTable, HitsFile, MovementFile, ParsedChart, SpeedRates, check_guns,
    check_movement, parse_chart,
};
use geometry::{Arc, Measured, Verdict};

/// Files that the first version of the book did not have.
const LATER: [&str; 6] =
    ["movement.toml", "hazards.toml", "mortars.toml", "forts.toml", "boarding.toml", "launches.toml"];

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    data: RuleData,
    guns: GunsFile,
    chart_a: ParsedChart,
    chart_b: ParsedChart,
    hits: HitsFile,
    movement: MovementFile,
    hazards: HazardsFile,
    special: Special,
    power_knots: Vec<u8>,
}

impl BookTables for Tables {
    const FILES: &'static [(&'static str, &'static str)] = &[
        ("guns.toml", include_str!("../data/guns.toml")),
        ("charts.toml", include_str!("../data/charts.toml")),
        ("hits.toml", include_str!("../data/hits.toml")),
        ("movement.toml", include_str!("../data/movement.toml")),
        ("hazards.toml", include_str!("../data/hazards.toml")),
        ("options.toml", include_str!("../data/options.toml")),
        ("mortars.toml", include_str!("../data/mortars.toml")),
        ("forts.toml", include_str!("../data/forts.toml")),
        ("boarding.toml", include_str!("../data/boarding.toml")),
        ("launches.toml", include_str!("../data/launches.toml")),
    ];

    fn load(mut files: Vec<DataFile>) -> Result<Self, DataError> {
        // A battle of an older version stored fewer files; it never used the others, so their present versions are
        // taken.
        for (name, text) in Self::FILES.iter().filter(|(name, _)| LATER.contains(name)) {
            if !files.iter().any(|file| file.name == *name) {
                files.push(DataFile { name: (*name).to_owned(), text: (*text).to_owned() });
            }
        }
        let guns: GunsFile = read(&files, "guns.toml")?;
        let charts: ChartsFile = read(&files, "charts.toml")?;
        let hits: HitsFile = read(&files, "hits.toml")?;
        let movement: MovementFile = read(&files, "movement.toml")?;
        let hazards: HazardsFile = read(&files, "hazards.toml")?;
        check_hazards(&hazards)?;
        let special = Special::load(&files)?;
        check_movement(&movement)?;
        check_guns(&guns)?;
        for table in [&hits.critical, &hits.lucky, &hits.stack] {
            table.check("hits.toml")?;
        }
        let power_faces: Vec<&[u8]> = hits.power.row.iter().map(|row| row.faces.as_slice()).collect();
        check_each_face("hits.toml", &hits.power.name, 6, &power_faces)?;
        let knots_of =
            |face: u8| hits.power.row.iter().find(|row| row.faces.contains(&face)).map(|row| row.knots);
        let power_knots = (1..=6).filter_map(knots_of).collect();
        let GunsFile { penetration, range, flat, arcs } = &guns;
        let MovementFile { circles, speed, tight, bank } = &movement;
        let HitsFile { critical, lucky, stack, power } = &hits;
        let (a, b) = (&charts.a, &charts.b);
        let mut all = sources(&[penetration, range, flat, arcs, a, b, critical, lucky, stack]);
        all.extend(sources(&[circles, speed, tight, bank, power]));
        all.extend(hazards.sources());
        all.extend(special.sources());
        Ok(Self {
            data: RuleData::of(files, all)?,
            special,
            chart_a: parse_chart(a)?,
            chart_b: parse_chart(b)?,
            power_knots,
            guns,
            hits,
            movement,
            hazards,
        })
    }

    fn rule_data(&self) -> &RuleData {
        &self.data
    }
}

impl Tables {
    pub(in crate::gunboat) fn special(&self) -> &Special {
        &self.special
    }

    /// The upper limits of close, normal and distant range for a gun type at the battle's
    /// length factor (GUN-2), inches; none for mortars.
    pub fn range_limits_in(&self, kind: GunKind, options: &GunOptions) -> Option<[f64; 3]> {
        let row = self.guns.range.row.iter().find(|row| row.kind == kind)?;
        let flat = &self.guns.flat;
        let limits = match options.range_bands {
            RangeBands::ByType => [row.close_in, row.normal_in, row.distant_in],
            RangeBands::Flat => {
                [flat.close_in.min(row.distant_in), flat.normal_in.min(row.distant_in), row.distant_in]
            }
        };
        Some(limits.map(|limit_in| limit_in * options.length_factor))
    }

    /// The bands in which a measured range may be, nearest first; one if it is certain (GUN-23, GUN-AMB-6).
    pub fn bands(&self, kind: GunKind, range_in: Measured, options: &GunOptions) -> Vec<Band> {
        let Some(limits) = self.range_limits_in(kind, options) else { return vec![Band::OutOfRange] };
        let mut bands = Vec::new();
        for (band, limit_in) in [Band::Close, Band::Normal, Band::Distant].into_iter().zip(limits) {
            match range_in.at_most(limit_in) {
                Verdict::Yes => {
                    bands.push(band);
                    return bands;
                }
                Verdict::TooClose => bands.push(band),
                Verdict::No => {}
            }
        }
        bands.push(Band::OutOfRange);
        bands
    }

    /// A gun's type and penetration factor by its name, interpolated for guns between two rows: linear in calibre for
    /// smoothbores, in weight for rifles and howitzers, rounded down (GUN-21, GUN-AMB-41).
    ///
    /// # Errors If the name can't be parsed, or is outside the table.
    pub fn gun(&self, name: &str) -> Result<(GunKind, u8), Reason> {
        let size = GunSize::parse(name).ok_or_else(|| {
            Reason::new(
                "GUN-20",
                format!("“{name}” is no gun the table knows: write it like 9\" SMOOTHBORE or 30-LB RIFLE."),
            )
        })?;
        let rows = &self.guns.penetration.gun;
        if size.kind == GunKind::Mortar {
            return Ok((GunKind::Mortar, 0));
        }
        if let Some(row) = rows.iter().find(|row| row.name == name) {
            return Ok((size.kind, row.pf));
        }
        let like = rows.iter().filter_map(|row| {
            let other = GunSize::parse(&row.name)?;
            (other.kind == size.kind && other.pounds == size.pounds)
                .then_some((other.size, f64::from(row.pf)))
        });
        let like: Vec<(f64, f64)> = like.collect();
        let below = like.iter().filter(|(other, _)| *other < size.size).max_by(|a, b| a.0.total_cmp(&b.0));
        let above = like.iter().filter(|(other, _)| *other > size.size).min_by(|a, b| a.0.total_cmp(&b.0));
        match (below, above) {
            (Some((low, low_pf)), Some((high, high_pf))) => {
                let pf = low_pf + (high_pf - low_pf) * (size.size - low) / (high - low);
                Ok((size.kind, pf.floor().clamp(0.0, 99.0) as u8))
            }
            _ => Err(Reason::new(
                "GUN-21",
                format!(
                    "“{name}” lies outside the penetration table: write its penetration factor on the card."
                ),
            )),
        }
    }

    /// The default arcs of a kind of mount, with its name for display (GUN-AMB-22, house).
    pub fn default_arcs(&self, mount: &str) -> Option<(&str, Vec<Arc>)> {
        let row = self.guns.arcs.row.iter().find(|row| row.mount == mount)?;
        Some((&row.place, row.arcs.iter().map(|&(from, to)| Arc::new(from, to)).collect()))
    }

    /// The column of a chart for a total, with its heading; none for 0 (GUN-AMB-7).
    pub fn column(&self, chart: Chart, total: u32) -> Option<(usize, &str)> {
        let chart = self.chart(chart);
        let column = chart.column_min.iter().rposition(|min| *min <= total)?;
        Some((column, chart.columns.get(column)?))
    }

    /// The content of a chart's cell for a die and a column.
    pub fn cell(&self, chart: Chart, column: usize, die: u8) -> Option<ChartCell> {
        self.chart(chart).cells.get(usize::from(die).checked_sub(1)?)?.get(column).copied()
    }

    pub(in crate::gunboat) fn table(&self, table: TableId) -> &HitTable {
        match table {
            TableId::Critical => &self.hits.critical,
            TableId::Lucky => &self.hits.lucky,
            TableId::Stack => &self.hits.stack,
            TableId::TorpedoIronclad => &self.hazards.torpedo_ironclad,
            TableId::TorpedoWooden => &self.hazards.torpedo_wooden,
        }
    }

    /// The diameter of a turning circle, inches (GUN-13, GUN-17).
    pub fn circle_in(&self, circle: Circle) -> f64 {
        let circles = &self.movement.circles;
        match circle {
            Circle::Launch => circles.launch_in,
            Circle::A => circles.a_in,
            Circle::B => circles.b_in,
            Circle::C => circles.c_in,
        }
    }

    pub(in crate::gunboat) fn speed_rates(&self) -> &SpeedRates {
        &self.movement.speed
    }

    /// The greatest length of a move with tighter turning, inches (GUN-15, GUN-16).
    pub fn tight_limit_in(&self) -> f64 {
        self.movement.tight.limit_in
    }

    /// The width of the shoal along every shore, inches (GUN-55).
    pub fn bank_strip_in(&self) -> f64 {
        self.movement.bank.strip_in
    }

    /// The result of one die of a ram at this speed in whole knots; none below the table (GUN-48, GUN-AMB-26).
    pub(in crate::gunboat) fn ram_result(&self, knots: u16, which: RamDie, face: u8) -> Option<RamResult> {
        self.hazards.ram_result(knots, which, face)
    }

    /// The row of the ramming table for this speed in whole knots; none below the table.
    pub fn ram_band(&self, knots: u16) -> Option<&str> {
        self.hazards.ram_band(knots).map(|band| band.label.as_str())
    }

    /// The smallest and the largest angle of a ram, degrees between the keels (GUN-47).
    pub fn ram_angles_deg(&self) -> (f64, f64) {
        (self.hazards.strike.from_deg, self.hazards.strike.to_deg)
    }

    pub(in crate::gunboat) fn stack_check(&self) -> &FaceTable {
        &self.hazards.stack_check
    }

    pub(in crate::gunboat) fn shoal(&self) -> &FaceTable {
        &self.hazards.shoal
    }

    pub(in crate::gunboat) fn refloat(&self) -> &FaceTable {
        &self.hazards.refloat
    }

    pub(in crate::gunboat) fn mine(&self) -> &FaceTable {
        &self.hazards.mine
    }

    /// The power of disabled engines for a face, knots (GUN-45).
    pub fn power_knots(&self, die: u8) -> Option<u8> {
        self.power_knots.get(usize::from(die).checked_sub(1)?).copied()
    }

    fn chart(&self, chart: Chart) -> &ParsedChart {
        match chart {
            Chart::A => &self.chart_a,
            Chart::B => &self.chart_b,
        }
    }
}
