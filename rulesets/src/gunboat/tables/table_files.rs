//! The schema of the book's data files, and their checks.

use crate::core::{DataError, check_each_face, content, tables};
use crate::gunboat::state::card::{GunKind, SectionKind};
use crate::gunboat::state::due::ChartCell;
use crate::gunboat::tables::row_walk::{Does, Row, RowTable};
use geometry::Flank;
use serde::Deserialize;

/// The result of a row of a D6 table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::gunboat) enum HitDoes {
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
    /// No effect.
    Nothing,
    /// The ship sinks.
    Sinks,
    /// Draft and speed hits, and as many guns as a D6 shows (GUN-AMB-35).
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
pub(in crate::gunboat) type HitTable = RowTable<HitDoes>;

tables! {
    pub(in crate::gunboat) part PowerRow {
        faces: Vec<u8>,
        knots: u8,
    }

    pub(in crate::gunboat) struct PowerTable {
        row: Vec<PowerRow>,
    }

    pub(in crate::gunboat) part HitsFile {
        critical: HitTable,
        lucky: HitTable,
        stack: HitTable,
        power: PowerTable,
    }

    pub(in crate::gunboat) part ChartRow {
        faces: Vec<u8>,
        cells: Vec<String>,
    }

    pub(in crate::gunboat) struct ChartTable {
        columns: Vec<String>,
        column_min: Vec<u32>,
        row: Vec<ChartRow>,
    }

    pub(in crate::gunboat) part ChartsFile {
        a: ChartTable,
        b: ChartTable,
    }

    pub(in crate::gunboat) part GunRow {
        name: String,
        pf: u8,
    }

    pub(in crate::gunboat) struct GunTable {
        gun: Vec<GunRow>,
    }

    #[derive(Copy)]
    pub(in crate::gunboat) part RangeRow {
        kind: GunKind,
        close_in: f64,
        normal_in: f64,
        distant_in: f64,
    }

    pub(in crate::gunboat) struct RangeTable {
        row: Vec<RangeRow>,
    }

    pub(in crate::gunboat) struct FlatTable {
        close_in: f64,
        normal_in: f64,
    }

    pub(in crate::gunboat) part ArcRow {
        mount: String,
        place: String,
        arcs: Vec<(f64, f64)>,
    }

    pub(in crate::gunboat) struct ArcTable {
        row: Vec<ArcRow>,
    }

    pub(in crate::gunboat) part GunsFile {
        penetration: GunTable,
        range: RangeTable,
        flat: FlatTable,
        arcs: ArcTable,
    }

    pub(in crate::gunboat) struct CircleTable {
        launch_in: f64,
        a_in: f64,
        b_in: f64,
        c_in: f64,
    }

    /// The permitted changes of speed per turn, knots.
    pub(in crate::gunboat) struct SpeedRates {
        gain_knots: u16,
        back_knots: u16,
        coast_knots: u16,
    }

    /// A single length.
    pub(in crate::gunboat) struct TightTable {
        limit_in: f64,
    }

    /// The strip of water along every shore.
    pub(in crate::gunboat) struct BankTable {
        strip_in: f64,
    }

    pub(in crate::gunboat) part MovementFile {
        circles: CircleTable,
        speed: SpeedRates,
        tight: TightTable,
        bank: BankTable,
    }
}

/// A chart with its cells parsed.
#[derive(Debug, Clone)]
pub(in crate::gunboat) struct ParsedChart {
    pub(in crate::gunboat) columns: Vec<String>,
    pub(in crate::gunboat) column_min: Vec<u32>,
    /// By die (1 to 10, the first entry for die 1) and column.
    pub(in crate::gunboat) cells: Vec<Vec<ChartCell>>,
}

/// A gun's name, parsed.
pub(in crate::gunboat) struct GunSize {
    pub(in crate::gunboat) kind: GunKind,
    /// The bore in inches, or the shot's weight in pounds.
    pub(in crate::gunboat) size: f64,
    pub(in crate::gunboat) pounds: bool,
}

impl GunSize {
    pub(in crate::gunboat) fn parse(name: &str) -> Option<Self> {
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

pub(in crate::gunboat) fn check_guns(guns: &GunsFile) -> Result<(), DataError> {
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

pub(in crate::gunboat) fn check_movement(movement: &MovementFile) -> Result<(), DataError> {
    let CircleTable { launch_in, a_in, b_in, c_in, .. } = movement.circles;
    let lengths = [launch_in, a_in, b_in, c_in, movement.tight.limit_in, movement.bank.strip_in];
    if lengths.iter().all(|length| length.is_finite() && *length > 0.0) && a_in <= b_in && b_in <= c_in {
        Ok(())
    } else {
        let what = "Circles and lengths must be more than 0, and the circles rise from A to C.";
        Err(content("movement.toml", what.to_owned()))
    }
}

pub(in crate::gunboat) fn parse_chart(chart: &ChartTable) -> Result<ParsedChart, DataError> {
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

pub(in crate::gunboat) fn parse_cell(cell: &str) -> Option<ChartCell> {
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
