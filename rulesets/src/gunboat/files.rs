//! The shape of the book's data files, and what makes a file contradict itself.

use crate::core::{DataError, RuleId, check_each_face, content};
use crate::gunboat::card::{GunKind, SectionKind};
use crate::gunboat::outcome::ChartCell;
use crate::gunboat::rows::{Does, Row, RowTable};
use geometry::Flank;
use serde::Deserialize;

/// What one row of a D6 table does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum HitDoes {
    Hits {
        hits: u8,
        into: Vec<SectionKind>,
        #[serde(default)]
        party: bool,
        #[serde(default)]
        miss_if_gone: bool,
    },
    RudderJammed {
        helm: Flank,
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
    /// Nothing at all.
    Nothing,
    /// The vessel sinks.
    Sinks,
    /// So many draft and speed hits, and as many guns as a D6 shows (GUN-AMB-35).
    Torpedoed {
        draft: u8,
        speed: u8,
    },
    Again {
        row: Vec<Row<Self>>,
    },
}

impl Does for HitDoes {
    fn again(&self) -> Option<&[Row<Self>]> {
        if let Self::Again { row } = self { Some(row) } else { None }
    }

    fn fault(&self) -> Option<&'static str> {
        match self {
            Self::Hits { hits, into, .. } if *hits == 0 || into.is_empty() => {
                Some("give at least one hit and name a section")
            }
            _ => None,
        }
    }
}

/// A D6 table for ships.
pub(super) type HitTable = RowTable<HitDoes>;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PowerRow {
    pub(super) faces: Vec<u8>,
    pub(super) knots: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PowerTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) row: Vec<PowerRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HitsFile {
    pub(super) critical: HitTable,
    pub(super) lucky: HitTable,
    pub(super) stack: HitTable,
    pub(super) power: PowerTable,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartRow {
    pub(super) faces: Vec<u8>,
    pub(super) cells: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) columns: Vec<String>,
    pub(super) column_min: Vec<u32>,
    pub(super) row: Vec<ChartRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartsFile {
    pub(super) a: ChartTable,
    pub(super) b: ChartTable,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GunRow {
    pub(super) name: String,
    pub(super) pf: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GunTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) gun: Vec<GunRow>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RangeRow {
    pub(super) kind: GunKind,
    pub(super) close_in: f64,
    pub(super) normal_in: f64,
    pub(super) distant_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RangeTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) row: Vec<RangeRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlatTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) close_in: f64,
    pub(super) normal_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArcRow {
    pub(super) mount: String,
    pub(super) place: String,
    pub(super) arcs: Vec<(f64, f64)>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArcTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    #[serde(default)]
    pub(super) house: Option<String>,
    pub(super) row: Vec<ArcRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GunsFile {
    pub(super) penetration: GunTable,
    pub(super) range: RangeTable,
    pub(super) flat: FlatTable,
    pub(super) arcs: ArcTable,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CircleTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) launch_in: f64,
    pub(super) a_in: f64,
    pub(super) b_in: f64,
    pub(super) c_in: f64,
}

/// Knots that a speed may change in a turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpeedRates {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) gain_knots: u16,
    pub(super) back_knots: u16,
    pub(super) coast_knots: u16,
}

/// A single length.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TightTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) limit_in: f64,
}

/// The strip of water along every shore.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BankTable {
    pub(super) name: String,
    pub(super) rule: RuleId,
    pub(super) cite: String,
    pub(super) strip_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovementFile {
    pub(super) circles: CircleTable,
    pub(super) speed: SpeedRates,
    pub(super) tight: TightTable,
    pub(super) bank: BankTable,
}

/// A chart with its cells parsed.
#[derive(Debug, Clone)]
pub(super) struct ParsedChart {
    pub(super) columns: Vec<String>,
    pub(super) column_min: Vec<u32>,
    /// By die (1 to 10, first entry die 1) and column.
    pub(super) cells: Vec<Vec<ChartCell>>,
}

/// A gun's name taken apart.
pub(super) struct GunSize {
    pub(super) kind: GunKind,
    /// Inches of bore, or pounds of shot.
    pub(super) size: f64,
    pub(super) pounds: bool,
}

impl GunSize {
    pub(super) fn parse(name: &str) -> Option<Self> {
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

pub(super) fn check_guns(guns: &GunsFile) -> Result<(), DataError> {
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

pub(super) fn check_movement(movement: &MovementFile) -> Result<(), DataError> {
    let CircleTable { launch_in, a_in, b_in, c_in, .. } = movement.circles;
    let lengths = [launch_in, a_in, b_in, c_in, movement.tight.limit_in, movement.bank.strip_in];
    if lengths.iter().all(|length| length.is_finite() && *length > 0.0) && a_in <= b_in && b_in <= c_in {
        Ok(())
    } else {
        let what = "Circles and lengths must be more than 0, and the circles rise from A to C.";
        Err(content("movement.toml", what.to_owned()))
    }
}

pub(super) fn parse_chart(chart: &ChartTable) -> Result<ParsedChart, DataError> {
    let bad = |what: String| content("charts.toml", what);
    let faces: Vec<&[u8]> = chart.row.iter().map(|row| row.faces.as_slice()).collect();
    check_each_face("charts.toml", &chart.name, 10, &faces)?;
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

pub(super) fn parse_cell(cell: &str) -> Option<ChartCell> {
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
