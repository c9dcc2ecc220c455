//! What is due: dice, and what the umpire must enter; and what follows from something.

use super::ship::{Change, Setup, Values};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A shot that has hit, or may.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Shot {
    /// Who fired; none for a hit that the umpire ordered.
    pub shooter: Option<String>,
    /// The row of the gunnery table.
    pub gun: String,
    /// Penetration.
    pub penetration: i32,
    /// Damage that does not penetrate, and that does.
    pub dr: (i32, i32),
    /// The side of the target that is engaged.
    pub side: String,
    /// The target's mounts there.
    pub engaged: Vec<String>,
    /// Her hull's armour when it was fired.
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

/// How guns are picked at random.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(tag = "pick", rename_all = "snake_case")]
pub enum Pick {
    /// One.
    One,
    /// One and its neighbour.
    Adjacent,
    /// So many, one after the other.
    Several {
        /// This one included.
        left: i32,
    },
}

/// What dice decide.
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
    /// The ship that they are about.
    pub ship: String,
    /// The side that throws.
    pub by: String,
    /// What they decide.
    #[serde(flatten)]
    pub what: What,
}

impl Due {
    /// So many dice ("d10"), thrown by a side, about a ship; not numbered.
    pub fn new((die, count): (&str, usize), by: &str, ship: &str, what: What) -> Self {
        let request = Request { id: 0, die: die.to_owned(), count };
        Self { request, ship: ship.to_owned(), by: by.to_owned(), what }
    }

    /// Its number.
    pub fn id(&self) -> u64 {
        self.request.id
    }

    /// Whether these can be its faces.
    pub fn fits(&self, faces: &[u8]) -> bool {
        let sides = self.request.die.trim_start_matches('d').parse().unwrap_or(0);
        faces.len() == self.request.count && faces.iter().all(|face| (1..=sides).contains(face))
    }

    fn unnumbered(&self) -> Self {
        Self { request: Request { id: 0, ..self.request.clone() }, ..self.clone() }
    }
}

/// What the umpire must enter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Entry {
    /// For what.
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
    /// One that is not numbered.
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

    /// Its number.
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// How two ships hang together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Bond {
    /// "alongside", "locked" or "towed".
    pub kind: String,
    /// Who began it.
    pub first: String,
    /// With whom.
    pub second: String,
}

impl Bond {
    /// Whether she is one of the two.
    pub fn joins(&self, ship: &str) -> bool {
        self.first == ship || self.second == ship
    }
}

/// What follows, as an event has it.
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
    /// All bonds as they are now.
    #[serde(default)]
    pub bonds: Option<Vec<Bond>>,
}

/// What follows, as the second umpire has it.
#[derive(Debug, Default)]
pub struct Expected {
    /// Ships of which something is new.
    pub ships: BTreeMap<String, Values>,
    /// Dice that come of it.
    pub rolls: Vec<Due>,
    /// Entries that come of it.
    pub entries: Vec<Entry>,
    /// All bonds, where they are new.
    pub bonds: Option<Vec<Bond>>,
}

impl Expected {
    /// A ship's values, to be written to; `now` where nothing was new of her yet.
    pub fn of(&mut self, ship: &str, now: &Values) -> &mut Values {
        self.ships.entry(ship.to_owned()).or_insert_with(|| now.clone())
    }

    /// Where the dice and entries of an event differ from these, in words.
    pub fn due_otherwise(&self, recorded: &Follows) -> Option<(String, String)> {
        let dice = |rolls: &[Due]| {
            let mut told: Vec<String> = rolls.iter().map(|roll| format!("{:?}", roll.unnumbered())).collect();
            told.sort();
            told
        };
        let entries = |entries: &[Entry]| {
            let mut told: Vec<Entry> = entries.iter().map(|entry| Entry { id: 0, ..entry.clone() }).collect();
            told.sort();
            told
        };
        let bonds = |bonds: &Option<Vec<Bond>>| {
            let mut told = bonds.clone().unwrap_or_default();
            told.sort();
            told
        };
        let reads = (dice(&self.rolls), entries(&self.entries), bonds(&self.bonds));
        let has = (dice(&recorded.rolls), entries(&recorded.guided), bonds(&recorded.bonds));
        (reads != has).then(|| (format!("{reads:?}"), format!("{has:?}")))
    }
}

/// How the battle is opened.
#[derive(Debug, Deserialize)]
pub struct Opened {
    /// The ships.
    pub ships: Vec<Setup>,
}
