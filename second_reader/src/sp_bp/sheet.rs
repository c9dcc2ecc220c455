//! The tables of the sheet. The gunnery tables are copied line by line (`gunnery.txt`).

/// The gunnery tables as printed.
const GUNNERY: &str = include_str!("gunnery.txt");

/// The columns of a gunnery table by their upper limits, inches, inclusive (SPB-AMB-8).
pub const BANDS_IN: [i32; 8] = [5, 10, 15, 20, 25, 30, 40, 50];

/// A cell of a gunnery table (SPB-AMB-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The total needed on the D10.
    pub needed: i32,
    /// Penetration.
    pub penetration: i32,
}

/// A row of a gunnery table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gun {
    /// The table, as a card names it ("american_civil_war").
    pub nation: String,
    /// "smoothbore" or "rifle".
    pub kind: String,
    /// The row, as printed.
    pub name: String,
    /// Its cells; none for a dash.
    pub cells: [Option<Cell>; 8],
    /// The special range beyond the last cell, inches, and the penetration there (SPB-AMB-23).
    pub special: Option<(i32, i32)>,
    /// Damage rating without and with penetration.
    pub dr: (i32, i32),
}

/// All rows of all tables. An unreadable line is left out; a test counts the rows.
pub fn guns() -> Vec<Gun> {
    let (mut nation, mut kind) = (String::new(), "");
    let mut guns = Vec::new();
    for line in GUNNERY.lines() {
        if let Some(table) = line.strip_prefix("Gunnery Table — ") {
            nation = table.trim().to_lowercase().replace(' ', "_");
        } else if line.starts_with("Smoothbores\t") {
            kind = "smoothbore";
        } else if line.starts_with("Rifles\t") {
            kind = "rifle";
        } else {
            guns.extend(row(&nation, kind, line));
        }
    }
    guns
}

fn row(nation: &str, kind: &str, line: &str) -> Option<Gun> {
    let columns: Vec<&str> = line.split('\t').collect();
    let (name, rest) = columns.split_first()?;
    let (dr, printed) = rest.split_last()?;
    let mut cells = [None; 8];
    let mut special = None;
    for (cell, text) in cells.iter_mut().zip(printed) {
        if let Some(rest) = text.strip_prefix("Special to ") {
            let (to_in, penetration) = rest.split_once("\"/ Pen ")?;
            special = Some((to_in.parse().ok()?, penetration.parse().ok()?));
        } else if let Some((needed, penetration)) = text.split_once('+') {
            let (needed, penetration) = (needed.parse().ok()?, penetration.parse().ok()?);
            *cell = Some(Cell { needed, penetration });
        }
    }
    let (below, through) = dr.split_once('/')?;
    let dr = (below.parse().ok()?, through.parse().ok()?);
    Some(Gun {
        nation: nation.to_owned(),
        kind: kind.to_owned(),
        name: (*name).to_owned(),
        cells,
        special,
        dr,
    })
}

/// The place of a hit (SPB-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The hull.
    Hull,
    /// A weapon, lost if its AT is exceeded.
    WeaponExceed,
    /// A weapon, lost if its AT is equalled or exceeded.
    WeaponEqual,
    /// A critical hit.
    Critical,
}

/// The hit location table, by the type of the target.
pub fn location(target_type: &str, die: u8) -> Location {
    let (hull, exceed) = match target_type {
        "monitor" => (3, 6),
        "broadside" => (6, 7),
        _ => (7, 8),
    };
    match die {
        10.. => Location::Critical,
        die if die <= hull => Location::Hull,
        die if die <= exceed => Location::WeaponExceed,
        _ => Location::WeaponEqual,
    }
}

/// The modifier of a gun's die for the target's size (SPB-15).
pub fn size_to_hit(size: &str) -> i32 {
    match size {
        "very_large" => 2,
        "large" => 1,
        "small" => -1,
        "very_small" => -2,
        _ => 0,
    }
}

/// The modifier of a Steaming roll for the ship's size (SPB-37).
pub fn size_steaming(size: &str) -> i32 {
    match size {
        "very_large" => 4,
        "large" => 2,
        "small" => -2,
        "very_small" => -4,
        _ => 0,
    }
}

/// A penetration compared with an armour (SPB-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// No armour: counts as penetrated by any penetration (SPB-AMB-6).
    Unarmoured,
    /// More than the armour.
    Exceeds,
    /// Equal to the armour.
    Equals,
    /// Less than the armour.
    Below,
}

impl Against {
    /// Compares a penetration with an armour.
    pub fn of(penetration: i32, at: Option<i32>) -> Self {
        match at.map(|at| penetration - at) {
            None => Self::Unarmoured,
            Some(1..) => Self::Exceeds,
            Some(0) => Self::Equals,
            Some(_) => Self::Below,
        }
    }

    /// Tells whether it penetrates.
    pub fn through(self) -> bool {
        matches!(self, Self::Unarmoured | Self::Exceeds)
    }

    /// The SP lost (SPB-19).
    pub fn damage(self, dr: (i32, i32)) -> i32 {
        match self {
            Self::Unarmoured | Self::Exceeds => dr.1,
            Self::Equals => dr.0,
            Self::Below => 0,
        }
    }

    /// The key used in events.
    pub fn key(self) -> &'static str {
        match self {
            Self::Unarmoured => "unarmoured",
            Self::Exceeds => "exceeds",
            Self::Equals => "equals",
            Self::Below => "below",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gun(nation: &str, kind: &str, name: &str) -> Gun {
        guns().into_iter().find(|gun| (&*gun.nation, &*gun.kind, &*gun.name) == (nation, kind, name)).unwrap()
    }

    fn cell(nation: &str, kind: &str, name: &str, column: usize) -> Option<(i32, i32)> {
        gun(nation, kind, name).cells[column].map(|cell| (cell.needed, cell.penetration))
    }

    #[test]
    fn every_line_of_the_four_tables_is_a_gun() {
        let of = |nation: &str| guns().iter().filter(|gun| gun.nation == nation).count();
        assert_eq!([of("american_civil_war"), of("generic"), of("austria"), of("italy")], [20, 21, 7, 8]);
    }

    #[test]
    fn cells_read_as_the_examples_have_them() {
        // SPB-V01: closer is harder for big guns; V02: Austria; V03: a dash; V04d: penetration 0.
        assert_eq!(cell("american_civil_war", "smoothbore", "9\", 80 pdr", 0), Some((4, 5)));
        assert_eq!(cell("austria", "smoothbore", "30 pdr", 3), Some((7, 3)));
        assert_eq!(cell("american_civil_war", "smoothbore", "9\", 80 pdr", 6), None);
        assert_eq!(cell("american_civil_war", "smoothbore", "30 to 36 pdr", 4), Some((9, 0)));
        assert_eq!(gun("american_civil_war", "smoothbore", "15\", 440 pdr").dr, (3, 9));
        assert_eq!(gun("italy", "smoothbore", "20 cm Howitzer").special, Some((60, 2)));
    }

    #[test]
    fn the_same_die_strikes_elsewhere_on_another_kind_of_ship() {
        // SPB-V06.
        let cases = [
            ("monitor", 7, Location::WeaponEqual),
            ("broadside", 7, Location::WeaponExceed),
            ("other", 7, Location::Hull),
            ("monitor", 3, Location::Hull),
            ("monitor", 4, Location::WeaponExceed),
            ("other", 8, Location::WeaponExceed),
            ("other", 9, Location::WeaponEqual),
            ("monitor", 10, Location::Critical),
        ];
        for (target_type, die, expected) in cases {
            assert_eq!(location(target_type, die), expected, "{target_type} {die}");
        }
    }

    #[test]
    fn damage_follows_the_armour() {
        // SPB-V04b: 5 against 4 takes the penetrating DR; SPB-V04d: unarmoured takes it with penetration 0.
        assert_eq!(Against::of(5, Some(4)).damage((2, 4)), 4);
        assert_eq!(Against::of(4, Some(4)).damage((2, 4)), 2);
        assert_eq!(Against::of(3, Some(4)).damage((2, 4)), 0);
        assert_eq!(Against::of(0, None).damage((1, 2)), 2);
    }
}
