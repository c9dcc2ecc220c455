//! The book's tables, read from its data files and checked when loaded.

use crate::core::{DataFile, OptionSpec, Reason, RuleId};
use crate::gunboat::card::{GunKind, SectionKind};
use crate::gunboat::event::{Band, ChartCell};
use crate::gunboat::options::{GunOptions, RangeBands};
use crate::gunboat::state::{Chart, Helm, TableId};
use geometry::{Arc, Measured, Verdict};
use serde::Deserialize;

/// The book's data files as they were compiled in.
const FILES: [(&str, &str); 4] = [
    ("guns.toml", include_str!("data/guns.toml")),
    ("charts.toml", include_str!("data/charts.toml")),
    ("hits.toml", include_str!("data/hits.toml")),
    ("options.toml", include_str!("data/options.toml")),
];

/// A data file that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// Not TOML, or not of the right shape.
    #[error("{file} can't be read: {message} Correct the file, or take it away to play with the book's own.")]
    Shape {
        /// Which file.
        file: String,
        /// Where and why, as the reader says it.
        message: String,
    },
    /// The right shape, but it contradicts itself.
    #[error("{file}: {what} Correct the file, or take it away to play with the book's own.")]
    Content {
        /// Which file.
        file: String,
        /// One sentence: what is wrong.
        what: String,
    },
    /// Not there.
    #[error(
        "The book needs {file}, and it is not among the battle's data: open the battle with the version that wrote it."
    )]
    Missing {
        /// Which file.
        file: String,
    },
}

/// What one row of a D6 table does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Does {
    Hits {
        hits: u8,
        into: Vec<SectionKind>,
        #[serde(default)]
        party: bool,
        #[serde(default)]
        miss_if_gone: bool,
    },
    RudderJammed {
        helm: Helm,
        turns: u8,
    },
    PilotBlinded {
        turns: u8,
    },
    FiresOut {
        turns: u8,
    },
    EnginesDisabled,
    MagazineExplodes,
    Critical,
    Again {
        row: Vec<TableRow>,
    },
}

/// A row of a D6 table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableRow {
    pub(crate) faces: Vec<u8>,
    pub(crate) text: String,
    pub(crate) does: Does,
}

/// A D6 table with its source.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HitTable {
    name: String,
    pub(crate) rule: RuleId,
    cite: String,
    row: Vec<TableRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerRow {
    faces: Vec<u8>,
    knots: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerTable {
    name: String,
    rule: RuleId,
    cite: String,
    row: Vec<PowerRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct HitsFile {
    critical: HitTable,
    lucky: HitTable,
    stack: HitTable,
    power: PowerTable,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartRow {
    faces: Vec<u8>,
    cells: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartTable {
    name: String,
    rule: RuleId,
    cite: String,
    columns: Vec<String>,
    column_min: Vec<u32>,
    row: Vec<ChartRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartsFile {
    a: ChartTable,
    b: ChartTable,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct GunRow {
    name: String,
    pf: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct GunTable {
    name: String,
    rule: RuleId,
    cite: String,
    gun: Vec<GunRow>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeRow {
    kind: GunKind,
    close_in: f64,
    normal_in: f64,
    distant_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeTable {
    name: String,
    rule: RuleId,
    cite: String,
    row: Vec<RangeRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatTable {
    name: String,
    rule: RuleId,
    cite: String,
    close_in: f64,
    normal_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArcRow {
    mount: String,
    place: String,
    arcs: Vec<(f64, f64)>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArcTable {
    name: String,
    rule: RuleId,
    cite: String,
    #[serde(default)]
    house: bool,
    row: Vec<ArcRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct GunsFile {
    penetration: GunTable,
    range: RangeTable,
    flat: FlatTable,
    arcs: ArcTable,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionsFile {
    option: Vec<OptionSpec>,
}

/// Where a table comes from: for the screen's "why".
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TableSource {
    /// Its name in the catalogue ("GUN-CHART-A").
    pub name: String,
    /// The rule that uses it.
    pub rule: RuleId,
    /// Lines of the seed.
    pub cite: String,
    /// The reading is ours.
    pub house: bool,
}

/// A chart with its cells parsed.
#[derive(Debug, Clone)]
struct ParsedChart {
    columns: Vec<String>,
    column_min: Vec<u32>,
    /// By die (1 to 10, first entry die 1) and column.
    cells: Vec<Vec<ChartCell>>,
}

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    files: Vec<DataFile>,
    guns: GunsFile,
    chart_a: ParsedChart,
    chart_b: ParsedChart,
    hits: HitsFile,
    power_knots: Vec<u8>,
    options: Vec<OptionSpec>,
    sources: Vec<TableSource>,
}

impl Tables {
    /// The tables compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test holds that the compiled ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        let own =
            |(name, text): &(&str, &str)| DataFile { name: (*name).to_owned(), text: (*text).to_owned() };
        Self::load(FILES.iter().map(own).collect())
    }

    /// The tables of a battle, from the data files it kept.
    ///
    /// # Errors
    /// Names the file, the place and what is wrong.
    pub fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let guns: GunsFile = read(&files, "guns.toml")?;
        let charts: ChartsFile = read(&files, "charts.toml")?;
        let hits: HitsFile = read(&files, "hits.toml")?;
        let options: OptionsFile = read(&files, "options.toml")?;
        check_guns(&guns)?;
        for table in [&hits.critical, &hits.lucky, &hits.stack] {
            check_rows(&table.name, &table.row)?;
        }
        let power_faces: Vec<&[u8]> = hits.power.row.iter().map(|row| row.faces.as_slice()).collect();
        check_faces("hits.toml", &hits.power.name, 6, &power_faces)?;
        let knots_of =
            |face: u8| hits.power.row.iter().find(|row| row.faces.contains(&face)).map(|row| row.knots);
        let power_knots = (1..=6).filter_map(knots_of).collect();
        let source = |name: &str, rule: &RuleId, cite: &str, house: bool| TableSource {
            name: name.to_owned(),
            rule: rule.clone(),
            cite: cite.to_owned(),
            house,
        };
        let sources = vec![
            source(&guns.penetration.name, &guns.penetration.rule, &guns.penetration.cite, false),
            source(&guns.range.name, &guns.range.rule, &guns.range.cite, false),
            source(&guns.flat.name, &guns.flat.rule, &guns.flat.cite, false),
            source(&guns.arcs.name, &guns.arcs.rule, &guns.arcs.cite, guns.arcs.house),
            source(&charts.a.name, &charts.a.rule, &charts.a.cite, false),
            source(&charts.b.name, &charts.b.rule, &charts.b.cite, false),
            source(&hits.critical.name, &hits.critical.rule, &hits.critical.cite, false),
            source(&hits.lucky.name, &hits.lucky.rule, &hits.lucky.cite, false),
            source(&hits.stack.name, &hits.stack.rule, &hits.stack.cite, false),
            source(&hits.power.name, &hits.power.rule, &hits.power.cite, false),
        ];
        Ok(Self {
            chart_a: parse_chart(&charts.a)?,
            chart_b: parse_chart(&charts.b)?,
            power_knots,
            options: options.option,
            sources,
            files,
            guns,
            hits,
        })
    }

    /// The data files in force.
    pub fn files(&self) -> &[DataFile] {
        &self.files
    }

    /// Every option with its default.
    pub fn option_specs(&self) -> &[OptionSpec] {
        &self.options
    }

    /// Where each table comes from.
    pub fn sources(&self) -> &[TableSource] {
        &self.sources
    }

    /// The upper limits of close, normal and distant range for a gun type, inches; none for mortars.
    pub fn range_limits_in(&self, kind: GunKind, options: &GunOptions) -> Option<[f64; 3]> {
        let row = self.guns.range.row.iter().find(|row| row.kind == kind)?;
        let flat = &self.guns.flat;
        Some(match options.range_bands {
            RangeBands::ByType => [row.close_in, row.normal_in, row.distant_in],
            RangeBands::Flat => {
                [flat.close_in.min(row.distant_in), flat.normal_in.min(row.distant_in), row.distant_in]
            }
        })
    }

    /// The bands in which a measured range may lie, nearest first: one when it is certain (GUN-23, GUN-AMB-6).
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

    /// A gun's type and penetration factor by its name, interpolated where the table does not name it: linear in
    /// calibre for smoothbores, in weight for rifles and howitzers, rounded down (GUN-21, GUN-AMB-41).
    ///
    /// # Errors
    /// When the name can't be read, or lies outside the table.
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

    /// The default arcs of a kind of mount, with its name for people (GUN-AMB-22, house).
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

    /// What a chart says for a die and a column.
    pub fn cell(&self, chart: Chart, column: usize, die: u8) -> Option<ChartCell> {
        self.chart(chart).cells.get(usize::from(die).checked_sub(1)?)?.get(column).copied()
    }

    /// The row of a D6 table for the faces thrown so far.
    pub(crate) fn row(&self, table: TableId, path: &[u8]) -> Option<&TableRow> {
        let (first, again) = path.split_first()?;
        let mut row = find_row(&self.table(table).row, *first)?;
        for face in again {
            match &row.does {
                Does::Again { row: rows } => row = find_row(rows, *face)?,
                _ => return None,
            }
        }
        Some(row)
    }

    pub(crate) fn table(&self, table: TableId) -> &HitTable {
        match table {
            TableId::Critical => &self.hits.critical,
            TableId::Lucky => &self.hits.lucky,
            TableId::Stack => &self.hits.stack,
        }
    }

    /// Knots that disabled engines give for a face (GUN-45).
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

fn find_row(rows: &[TableRow], face: u8) -> Option<&TableRow> {
    rows.iter().find(|row| row.faces.contains(&face))
}

/// A gun's name taken apart.
struct GunSize {
    kind: GunKind,
    /// Inches of bore, or pounds of shot.
    size: f64,
    pounds: bool,
}

impl GunSize {
    fn parse(name: &str) -> Option<Self> {
        let (size, kind) = name.split_once(' ')?;
        let kind = match kind {
            "HOWITZER" => GunKind::Howitzer,
            "SMOOTHBORE" => GunKind::Smoothbore,
            "RIFLE" => GunKind::Rifle,
            "MORTAR" => GunKind::Mortar,
            _ => return None,
        };
        let (number, pounds) = match size.strip_suffix("-LB") {
            Some(number) => (number, true),
            None => (size.strip_suffix('"')?, false),
        };
        let size: f64 = number.parse().ok()?;
        (size.is_finite() && size > 0.0).then_some(Self { kind, size, pounds })
    }
}

fn read<T: serde::de::DeserializeOwned>(files: &[DataFile], name: &str) -> Result<T, DataError> {
    let file = files
        .iter()
        .find(|file| file.name == name)
        .ok_or_else(|| DataError::Missing { file: name.to_owned() })?;
    toml::from_str(&file.text)
        .map_err(|error| DataError::Shape { file: name.to_owned(), message: error.to_string() })
}

fn content(file: &str, what: String) -> DataError {
    DataError::Content { file: file.to_owned(), what }
}

/// The faces of a table's rows must name each face of the die exactly once.
fn check_faces(file: &str, table: &str, die: u8, rows: &[&[u8]]) -> Result<(), DataError> {
    let mut faces: Vec<u8> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    faces.sort_unstable();
    if faces == (1..=die).collect::<Vec<u8>>() {
        Ok(())
    } else {
        Err(content(file, format!("{table} must name each face from 1 to {die} exactly once.")))
    }
}

fn check_rows(table: &str, rows: &[TableRow]) -> Result<(), DataError> {
    let faces: Vec<&[u8]> = rows.iter().map(|row| row.faces.as_slice()).collect();
    check_faces("hits.toml", table, 6, &faces)?;
    for row in rows {
        match &row.does {
            Does::Again { row } => check_rows(table, row)?,
            Does::Hits { hits, into, .. } if *hits == 0 || into.is_empty() => {
                let what =
                    format!("“{}” of {table} must give at least one hit and name a section.", row.text);
                return Err(content("hits.toml", what));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_guns(guns: &GunsFile) -> Result<(), DataError> {
    for gun in &guns.penetration.gun {
        if GunSize::parse(&gun.name).is_none() {
            let what = format!("“{}” must be written like 9\" SMOOTHBORE or 30-LB RIFLE.", gun.name);
            return Err(content("guns.toml", what));
        }
    }
    for row in &guns.range.row {
        let rising = 0.0 < row.close_in && row.close_in <= row.normal_in && row.normal_in <= row.distant_in;
        if !rising || !row.distant_in.is_finite() {
            let what = format!("The ranges of the {} must rise from close to distant.", row.kind.word());
            return Err(content("guns.toml", what));
        }
    }
    Ok(())
}

fn parse_chart(chart: &ChartTable) -> Result<ParsedChart, DataError> {
    let bad = |what: String| content("charts.toml", what);
    let faces: Vec<&[u8]> = chart.row.iter().map(|row| row.faces.as_slice()).collect();
    check_faces("charts.toml", &chart.name, 10, &faces)?;
    let rising = chart.column_min.windows(2).all(|pair| pair[0] < pair[1]);
    if chart.columns.len() != chart.column_min.len() || !rising || chart.column_min.first() != Some(&1) {
        return Err(bad(format!("The columns of {} must begin at 1 and rise, one limit each.", chart.name)));
    }
    let mut cells = Vec::new();
    for die in 1..=10_u8 {
        let row = chart.row.iter().find(|row| row.faces.contains(&die));
        let row = row.ok_or_else(|| bad(format!("{} has no row for a {die}.", chart.name)))?;
        if row.cells.len() != chart.columns.len() {
            return Err(bad(format!("The row for a {die} of {} needs a cell for each column.", chart.name)));
        }
        let parsed: Option<Vec<ChartCell>> = row.cells.iter().map(|cell| parse_cell(cell)).collect();
        cells.push(parsed.ok_or_else(|| {
            bad(format!("A cell of {} for a {die} is no number, no “CRIT”, “LUCKY” or “-”.", chart.name))
        })?);
    }
    Ok(ParsedChart { columns: chart.columns.clone(), column_min: chart.column_min.clone(), cells })
}

fn parse_cell(cell: &str) -> Option<ChartCell> {
    match cell {
        "CRIT" => Some(ChartCell::Critical),
        "LUCKY" => Some(ChartCell::Lucky),
        "-" => Some(ChartCell::Hits { hits: 0, party: false }),
        _ => {
            let (number, party) = cell.strip_suffix('*').map_or((cell, false), |number| (number, true));
            Some(ChartCell::Hits { hits: number.parse().ok()?, party })
        }
    }
}
