//! Due dice and umpire's entries, and the consequences of events.

use super::ship::{Change, Setup, Values};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A shot that has hit, or may hit.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Shot {
    /// The firing ship; none for a hit that the umpire ordered.
    pub shooter: Option<String>,
    /// The row of the gunnery table.
    pub gun: String,
    /// Penetration.
    pub penetration: i32,
    /// Damage rating without and with penetration.
    pub dr: (i32, i32),
    /// The side of the target that is engaged.
    pub side: String,
    /// The target's mounts on that side.
    pub engaged: Vec<String>,
    /// The hull's armour at the time of firing.
    pub hull_at: Option<i32>,
}

/// A repair.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum Task {
    Fire,
    Leak,
    Steering,
    Turret { mount: String },
    Helm,
    Valves,
    Boiler,
}

/// The way in which guns are picked at random.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(tag = "pick", rename_all = "snake_case")]
pub enum Pick {
    /// One.
    One,
    /// One and its neighbour.
    Adjacent,
    /// Several, one after the other.
    Several {
        /// The number left, including this one.
        left: i32,
    },
}

/// The question that dice decide.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
pub enum What {
    ToHit { mount: String, needed: i32, modifier: i32, shot: Shot },
    Location { shot: Shot },
    Weapon { shot: Shot, on_equal: bool },
    Critical { shot: Shot },
    ArmourDislodged,
    Commander,
    CrewTest { modifier: i32 },
    Structural,
    TurretHit { shot: Shot },
    Guns { pick: Pick },
    Blast,
    HelmSide,
    Steaming,
    Sinking { points: String },
    Morale,
    Initiative { modifier: i32 },
    Repair { task: Task },
    Undertaking { procedure: String, other: Option<String> },
    Explosion { area: Option<String> },
    Boarding { boarder: String },
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Request {
    id: u64,
    die: String,
    count: usize,
}

/// Dice that are due.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Due {
    request: Request,
    /// The ship concerned.
    pub ship: String,
    /// The side that throws.
    pub by: String,
    /// The question that they decide.
    #[serde(flatten)]
    pub what: What,
}

impl Due {
    /// Unnumbered dice of one kind ("d10"), thrown by a side, about a ship.
    pub fn new((die, count): (&str, usize), by: &str, ship: &str, what: What) -> Self {
        let request = Request { id: 0, die: die.to_owned(), count };
        Self { request, ship: ship.to_owned(), by: by.to_owned(), what }
    }

    /// The number.
    pub fn id(&self) -> u64 {
        self.request.id
    }

    /// Tells whether these can be its faces.
    pub fn fits(&self, faces: &[u8]) -> bool {
        let sides = self.request.die.trim_start_matches('d').parse().unwrap_or(0);
        faces.len() == self.request.count && faces.iter().all(|face| (1..=sides).contains(face))
    }

    fn unnumbered(&self) -> Self {
        Self { request: Request { id: 0, ..self.request.clone() }, ..self.clone() }
    }
}

/// An entry that the umpire must make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Entry {
    /// The procedure.
    pub procedure: String,
    /// The ship concerned.
    pub ship: String,
    /// The other ship.
    #[serde(default)]
    pub other: Option<String>,
    /// The mined area, or the obstacle.
    #[serde(default)]
    pub area: Option<String>,
    id: u64,
}

impl Entry {
    /// An unnumbered entry.
    pub fn new(procedure: &str, ship: &str) -> Self {
        Self { procedure: procedure.to_owned(), ship: ship.to_owned(), other: None, area: None, id: 0 }
    }

    /// The same with another ship.
    pub fn with(self, other: Option<&str>) -> Self {
        Self { other: other.map(str::to_owned), ..self }
    }

    /// The same at a place.
    pub fn at(self, area: Option<&str>) -> Self {
        Self { area: area.map(str::to_owned), ..self }
    }

    /// The number.
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// A bond between two ships.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Bond {
    /// "alongside", "locked" or "towed".
    pub kind: String,
    /// The ship that began it.
    pub first: String,
    /// The other ship.
    pub second: String,
}

impl Bond {
    /// Tells whether a ship is one of the two.
    pub fn joins(&self, ship: &str) -> bool {
        self.first == ship || self.second == ship
    }
}

/// Recorded consequences of an event.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Follows {
    /// The new values.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// Dice.
    #[serde(default)]
    pub rolls: Vec<Due>,
    /// Entries.
    #[serde(default)]
    pub guided: Vec<Entry>,
    /// The new list of all bonds.
    #[serde(default)]
    pub bonds: Option<Vec<Bond>>,
}

/// Consequences computed by the second umpire.
#[derive(Debug, Default)]
pub struct Expected {
    /// Ships with new values.
    pub ships: BTreeMap<String, Values>,
    /// Dice that become due.
    pub rolls: Vec<Due>,
    /// Entries that become due.
    pub entries: Vec<Entry>,
    /// The new list of all bonds, if it changed.
    pub bonds: Option<Vec<Bond>>,
}

impl Expected {
    /// A ship's values for writing; starts from `now` if nothing has changed yet.
    pub fn of(&mut self, ship: &str, now: &Values) -> &mut Values {
        self.ships.entry(ship.to_owned()).or_insert_with(|| now.clone())
    }

    /// The difference between these dice and entries and the recorded ones, in words.
    pub fn due_otherwise(&self, recorded: &Follows) -> Option<(String, String)> {
        let dice = |rolls: &[Due]| {
            let mut sorted: Vec<String> =
                rolls.iter().map(|roll| format!("{:?}", roll.unnumbered())).collect();
            sorted.sort();
            sorted
        };
        let entries = |entries: &[Entry]| {
            let mut sorted: Vec<Entry> =
                entries.iter().map(|entry| Entry { id: 0, ..entry.clone() }).collect();
            sorted.sort();
            sorted
        };
        let bonds = |bonds: &Option<Vec<Bond>>| {
            let mut sorted = bonds.clone().unwrap_or_default();
            sorted.sort();
            sorted
        };
        let reads = (dice(&self.rolls), entries(&self.entries), bonds(&self.bonds));
        let has = (dice(&recorded.rolls), entries(&recorded.guided), bonds(&recorded.bonds));
        (reads != has).then(|| (format!("{reads:?}"), format!("{has:?}")))
    }
}

/// The opening of the battle.
#[derive(Debug, Deserialize)]
pub struct Opened {
    /// The ships.
    pub ships: Vec<Setup>,
}
