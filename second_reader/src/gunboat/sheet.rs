//! The printed sheet: penetration factors, ranges, charts and tables of damage.

use serde::Deserialize;

/// Penetration factors of guns by name (GUN-20).
const FACTORS: [(&str, u32); 16] = [
    ("12-LB HOWITZER", 1),
    ("24-LB HOWITZER", 2),
    ("32-LB SMOOTHBORE", 3),
    ("6\" SMOOTHBORE", 4),
    ("8\" SMOOTHBORE", 5),
    ("9\" SMOOTHBORE", 6),
    ("11\" SMOOTHBORE", 8),
    ("15\" SMOOTHBORE", 10),
    ("10-LB RIFLE", 2),
    ("20-LB RIFLE", 3),
    ("30-LB RIFLE", 4),
    ("32-LB RIFLE", 4),
    ("42-LB RIFLE", 5),
    ("60-LB RIFLE", 6),
    ("7\" RIFLE", 7),
    ("150-LB RIFLE", 9),
];

/// The printed factor of a gun; none where it must be interpolated.
pub fn factor(gun: &str) -> Option<u32> {
    FACTORS.iter().find(|(name, _)| *name == gun).map(|(_, factor)| *factor)
}

/// The limits of close, normal and distant range, inches (GUN-23).
pub fn range_limits_in(kind: &str) -> Option<[f64; 3]> {
    match kind {
        "howitzer" => Some([4.0, 8.0, 12.0]),
        "smoothbore" => Some([6.0, 12.0, 18.0]),
        "rifle" => Some([12.0, 20.0, 28.0]),
        _ => None,
    }
}

/// The sheet's alternative limits of close and normal range, for every gun (GUN-24, GUN-AMB-5).
pub const FLAT_LIMITS_IN: [f64; 2] = [6.0, 12.0];

/// A cell of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum Cell {
    Hits { hits: u32, party: bool },
    Critical,
    Lucky,
}

/// The first number of each column.
const COLUMNS_A: [u32; 8] = [1, 2, 3, 5, 9, 15, 19, 23];
const COLUMNS_B: [u32; 8] = [1, 4, 9, 16, 25, 36, 49, 64];
const LABELS_A: [&str; 8] = ["1", "2", "3-4", "5-8", "9-14", "15-18", "19-22", "23+"];
const LABELS_B: [&str; 8] = ["1-3", "4-8", "9-15", "16-24", "25-35", "36-48", "49-63", "64+"];

/// Rows for dice 1, 2-3, 4-5, 6-7, 8-9, 0; an asterisk costs a boarding party, C is a critical hit (GUN-33 to
/// GUN-35).
const CHART_A: [[&str; 8]; 6] = [
    ["3", "4", "5", "6", "7", "8", "9*", "10*"],
    ["2", "3", "4", "5", "6", "7", "8*", "9*"],
    ["2", "2", "3", "3", "4", "5", "6*", "C"],
    ["1", "2", "2", "3", "3", "4*", "C", "C"],
    ["1", "1", "1", "2", "C", "C", "C", "C"],
    ["C", "C", "C", "C", "C", "C", "C", "C"],
];

/// The same for shot that doesn't penetrate; L is a lucky hit (GUN-36, GUN-37).
const CHART_B: [[&str; 8]; 6] = [
    ["1", "2", "2", "2", "3", "3", "3", "4"],
    ["1", "1", "1", "1", "2", "2", "3", "3"],
    ["0", "1", "1", "1", "1", "1", "2", "2"],
    ["0", "0", "1", "1", "1", "1", "1", "2"],
    ["0", "0", "0", "1", "1", "1", "1", "1"],
    ["L", "L", "L", "L", "L", "L", "L", "L"],
];

/// The column of a chart for a number of guns, or factors; none for 0.
pub fn column(chart: &str, total: u32) -> Option<(usize, &'static str)> {
    let (first, labels) = if chart == "a" { (COLUMNS_A, LABELS_A) } else { (COLUMNS_B, LABELS_B) };
    let column = first.iter().rposition(|first| *first <= total)?;
    Some((column, labels[column]))
}

/// The cell of a chart.
pub fn cell(chart: &str, column: usize, die: u8) -> Option<Cell> {
    let rows = if chart == "a" { CHART_A } else { CHART_B };
    let word = rows.get(usize::from(die / 2)).filter(|_| (1..=10).contains(&die))?.get(column)?;
    Some(match *word {
        "C" => Cell::Critical,
        "L" => Cell::Lucky,
        number => {
            Cell::Hits { hits: number.trim_end_matches('*').parse().ok()?, party: number.ends_with('*') }
        }
    })
}

/// The effect of a row of a D6 table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Hits into these sections.
    Hits(u32, &'static [&'static str]),
    /// The stack is lost; a miss if it is lost already.
    Stack,
    /// A midships box, and a boarding party.
    MidshipsAndParty,
    Jam(&'static str, u32),
    Blinded,
    FiresOut,
    Engines,
    Magazine,
    Again,
    Critical,
    Nothing,
    Sinks,
    /// Four draft, four engine hits and a D6 of guns.
    Torpedoed,
}

/// Reads a table of damage to a ship, including "roll again" (GUN-35, GUN-37, GUN-43, GUN-58).
pub fn hit_table(table: &str, path: &[u8]) -> Option<Does> {
    Some(match (table, path) {
        ("critical", [1]) => Does::Hits(3, &["speed"]),
        ("critical", [2]) => Does::Hits(2, &["draft", "gun"]),
        ("critical", [3]) => Does::Hits(4, &["draft", "gun"]),
        ("critical", [4]) => Does::Jam("starboard", 6),
        ("critical", [5]) => Does::Jam("port", 6),
        ("critical" | "lucky", [6]) => Does::Again,
        ("critical", [6, 1..=3]) => Does::Hits(4, &["speed"]),
        ("critical", [6, 4 | 5]) => Does::Engines,
        ("critical", [6, 6]) => Does::Magazine,
        ("lucky", [1]) => Does::Hits(1, &["armor"]),
        ("lucky", [2]) => Does::Stack,
        ("lucky", [3]) => Does::MidshipsAndParty,
        ("lucky", [4]) => Does::Jam("starboard", 2),
        ("lucky", [5]) => Does::Jam("port", 2),
        ("lucky", [6, 1 | 2]) => Does::Blinded,
        ("lucky", [6, 3 | 4]) => Does::Critical,
        ("lucky", [6, 5 | 6]) => Does::Hits(1, &["draft"]),
        ("stack", [1]) => Does::FiresOut,
        ("stack", [2]) => Does::Jam("starboard", 2),
        ("stack", [3]) => Does::Jam("port", 2),
        ("stack", [4 | 5]) => Does::Hits(1, &["speed"]),
        ("stack", [6]) => Does::Hits(2, &["speed"]),
        ("torpedo_ironclad" | "torpedo_wooden", [1 | 2]) => Does::Nothing,
        ("torpedo_ironclad", [3 | 4]) => Does::Torpedoed,
        ("torpedo_ironclad", [5 | 6]) | ("torpedo_wooden", [3..=6]) => Does::Sinks,
        _ => return None,
    })
}

/// The effect of a row of a fort's table (GUN-75).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FortDoes {
    Nothing,
    Guns(usize),
    Boxes(u32),
    CrewShelters(u32),
    AllShelter(u32),
    GunsAndBoxes(usize, u32),
    Abandoned,
    WhiteFlag,
    Again,
}

/// Reads a fort's table.
pub fn fort_table(table: &str, path: &[u8]) -> Option<FortDoes> {
    Some(match (table, path) {
        ("lucky", [1]) => FortDoes::Nothing,
        ("lucky", [2]) => FortDoes::Guns(1),
        ("lucky", [3]) => FortDoes::Boxes(1),
        ("lucky", [4]) => FortDoes::CrewShelters(1),
        ("lucky", [5]) | ("critical", [2]) => FortDoes::Boxes(2),
        ("lucky", [6]) | ("critical", [1]) => FortDoes::Guns(2),
        ("critical", [3]) => FortDoes::Guns(3),
        ("critical", [4]) => FortDoes::AllShelter(2),
        ("critical", [5]) => FortDoes::Again,
        ("critical", [5, 1..=3]) => FortDoes::GunsAndBoxes(2, 1),
        ("critical", [5, 4..=6]) => FortDoes::Abandoned,
        ("critical", [6]) => FortDoes::WhiteFlag,
        _ => return None,
    })
}

/// The cost of a ram by its die (GUN-48).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RamCosts {
    pub draft: u32,
    pub ram_lost: bool,
    pub check_stack: bool,
}

/// Reads a die of a ram at a speed in whole knots.
pub fn ram(knots: u32, white: bool, die: u8) -> Option<RamCosts> {
    let costs = |draft| RamCosts { draft, ram_lost: false, check_stack: false };
    let shaken = |draft| RamCosts { check_stack: true, ..costs(draft) };
    let broken = |draft| RamCosts { ram_lost: true, ..shaken(draft) };
    Some(match (knots, white, die) {
        (1 | 2, true, 1 | 2) | (1 | 2, false, 1) => costs(1),
        (1 | 2, ..) => costs(0),
        (3 | 4, true, 1 | 2) => costs(2),
        (3 | 4, true, 3..=5) => costs(3),
        (3 | 4, true, 6) => costs(4),
        (3 | 4, false, 1..=4) => costs(1),
        (3 | 4, false, 5 | 6) => costs(0),
        (5 | 6, true, 1 | 2) => costs(2),
        (5 | 6, true, 3 | 4) => costs(4),
        (5 | 6, true, 5 | 6) => costs(6),
        (5 | 6, false, 1 | 2) => costs(1),
        (5 | 6, false, 3 | 4) => shaken(2),
        (5 | 6, false, 5 | 6) => broken(2),
        (7.., true, 1 | 2) => costs(4),
        (7.., true, 3 | 4) => costs(8),
        (7.., true, 5 | 6) => costs(12),
        (7.., false, 1 | 2) => costs(2),
        (7.., false, 3 | 4) => shaken(2),
        (7.., false, 5 | 6) => broken(3),
        _ => return None,
    })
}

/// The diameter of a turning circle, inches (GUN-13).
pub fn circle_in(circle: &str) -> f64 {
    match circle {
        "a" => 2.5,
        "b" => 3.5,
        // House: the sheet has no circle for launches.
        "launch" => 2.0,
        _ => 4.5,
    }
}

/// A mortar's burst circle and greatest range by its bore, inches (GUN-61, GUN-64, GUN-AMB-36).
pub fn mortar_in(bore_in: f64) -> (f64, f64) {
    if bore_in >= 15.0 {
        (0.875, 40.0)
    } else if bore_in >= 11.0 {
        (0.75, 40.0)
    } else {
        (0.5, 30.0)
    }
}

/// The least range of a mortar, inches (GUN-61).
pub const MORTAR_LEAST_IN: f64 = 6.0;
