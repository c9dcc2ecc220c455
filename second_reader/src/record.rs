//! A battle's export, as described in `docs/chronicle.md`, limited to what a second umpire needs.

use serde::Deserialize;
use serde_json::Value;

/// The `format` of every export.
const FORMAT: &str = "ironclad-table/battle";
/// The version of the export that is supported.
const VERSION: u32 = 1;

/// The reasons why a file can't be checked, one sentence each.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Not JSON, or not what an export holds.
    #[error(
        "This is no export of a battle ({0}): make one with `ironclad-table export … --for umpire --json FILE.json`."
    )]
    Shape(#[from] serde_json::Error),
    /// JSON of something else.
    #[error(
        "This says that it is “{found}”, no export of a battle: make one with `ironclad-table export … --for umpire --json FILE.json`."
    )]
    Format {
        /// The value of its `format`.
        found: String,
    },
    /// An unsupported version of the export.
    #[error(
        "This export is of version {found}; version {VERSION} is what can be checked: export the battle again."
    )]
    Version {
        /// The value of its `version`.
        found: u32,
    },
    /// A player's copy: without bodies, nothing can be recomputed.
    #[error("This is a players' copy, and secrets are cut from it: export the battle with `--for umpire`.")]
    PlayersCopy,
    /// A book without a second reader.
    #[error("The book “{book}” is not known here: gunboat, hex_duel, mahan, noddy and sp_bp can be checked.")]
    UnknownBook {
        /// Its key.
        book: String,
    },
    /// An event lacks what a ruling needs.
    #[error(
        "Event {seq} lacks `{what}`, so that it can't be checked: export the battle again with this version of the app."
    )]
    Lacks {
        /// The event.
        seq: i64,
        /// The field, as a path in its body.
        what: String,
    },
}

/// A battle as exported for the umpire.
#[derive(Debug, Clone)]
pub struct Record {
    /// The rule book's key.
    pub book: String,
    /// Table size, inches east and north.
    pub table_in: [f64; 2],
    /// The terrain on the table.
    pub terrain: Vec<Terrain>,
    /// The ships, by id.
    pub ships: Vec<Ship>,
    /// All events, in order.
    pub events: Vec<Event>,
}

/// A piece of terrain.
#[derive(Debug, Clone, Deserialize)]
pub struct Terrain {
    /// Its name to show.
    pub name: String,
    /// "land", "shoal" and so on.
    pub kind: String,
    /// Its outline, inches east and north.
    pub outline_in: Vec<[f64; 2]>,
}

/// A ship of the battle.
#[derive(Debug, Clone, Deserialize)]
pub struct Ship {
    /// The ship's id.
    pub ship: String,
    /// The printed name.
    pub name: String,
    /// Her side's key.
    pub side: String,
    /// The model's outline, inches: starboard and ahead of the stack.
    pub hull_in: Vec<[f64; 2]>,
}

/// An event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its number.
    pub seq: i64,
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// The kind of event.
    pub kind: String,
    /// True if it was taken back later; then it doesn't count.
    pub taken_back: bool,
    /// Dice thrown.
    pub rolled: Vec<Rolled>,
    /// The body as stored.
    pub body: Value,
    /// Official places that changed.
    pub places: Vec<Stands>,
    /// Ships that arrived, left or were lost.
    pub changed: Vec<Changed>,
}

/// A throw: the request and the result.
#[derive(Debug, Clone, Deserialize)]
pub struct Rolled {
    /// The request.
    pub request: Request,
    /// The result.
    pub thrown: Thrown,
    /// The side that threw.
    pub by: Option<String>,
}

/// The request for a throw.
#[derive(Debug, Clone, Deserialize)]
pub struct Request {
    /// Its number among all requests.
    pub id: u64,
    /// "d6", "d10", …
    pub die: String,
    /// The number of dice.
    pub count: u32,
    /// The purpose.
    pub purpose: String,
    /// The label for people.
    pub label: String,
    /// The rule.
    pub rule: String,
}

/// The result of a throw.
#[derive(Debug, Clone, Deserialize)]
pub struct Thrown {
    /// The faces, in order.
    pub faces: Vec<u8>,
    /// Where they come from: "app", "typed" or "camera".
    #[serde(default)]
    pub kind: String,
}

/// A ship's place.
#[derive(Debug, Clone, Deserialize)]
pub struct Stands {
    /// The ship concerned.
    pub ship: String,
    /// The place.
    pub place: Place,
}

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Place {
    /// Inches east of the south-west corner.
    pub x_in: f64,
    /// Inches north of it.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
}

/// A ship's new state.
#[derive(Debug, Clone, Deserialize)]
pub struct Changed {
    /// The ship concerned.
    pub ship: String,
    /// True while it is on the table.
    pub on_table: bool,
    /// The ship's fate.
    pub fate: Option<String>,
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
struct Exported {
    book: String,
    table_in: [f64; 2],
    terrain: Vec<Terrain>,
    ships: Vec<Ship>,
    events: Vec<ExportedEvent>,
}

#[derive(Deserialize)]
struct ExportedEvent {
    line: Line,
    taken_back: bool,
    rolled: Vec<Rolled>,
    body: Option<Value>,
    places: Vec<Stands>,
    changed: Vec<Changed>,
}

#[derive(Deserialize)]
struct Line {
    seq: i64,
    turn: u32,
    phase: String,
    kind: String,
}

impl Record {
    /// Reads an umpire's export.
    ///
    /// # Errors
    /// When it is not an umpire's export.
    pub fn read(export_json: &str) -> Result<Self, ReadError> {
        let head: Head = serde_json::from_str(export_json)?;
        if head.format != FORMAT {
            return Err(ReadError::Format { found: head.format });
        }
        if head.version != VERSION {
            return Err(ReadError::Version { found: head.version });
        }
        let exported: Exported = serde_json::from_str(export_json)?;
        let events: Option<Vec<Event>> = exported.events.into_iter().map(ExportedEvent::whole).collect();
        Ok(Self {
            book: exported.book,
            table_in: exported.table_in,
            terrain: exported.terrain,
            ships: exported.ships,
            events: events.ok_or(ReadError::PlayersCopy)?,
        })
    }

    /// The events that count, in order, without those taken back.
    pub fn standing(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(|event| !event.taken_back)
    }
}

impl ExportedEvent {
    /// The complete event; none without its body.
    fn whole(self) -> Option<Event> {
        let Line { seq, turn, phase, kind } = self.line;
        Some(Event {
            seq,
            turn,
            phase,
            kind,
            taken_back: self.taken_back,
            rolled: self.rolled,
            body: self.body?,
            places: self.places,
            changed: self.changed,
        })
    }
}

impl Event {
    /// The value at a path of the body ("/event/ship").
    ///
    /// # Errors
    /// When there is none.
    pub fn need(&self, path: &str) -> Result<&Value, ReadError> {
        self.at(path).ok_or_else(|| self.lacks(path))
    }

    /// The value at a path, or none.
    pub fn at(&self, path: &str) -> Option<&Value> {
        self.body.pointer(path).filter(|value| !value.is_null())
    }

    /// The text at a path, or none.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.at(path).and_then(Value::as_str)
    }

    /// The value at a path of the body, as one of the reader's types.
    ///
    /// # Errors
    /// When there is none, or one of another type.
    pub fn read<T: serde::de::DeserializeOwned>(&self, path: &str) -> Result<T, ReadError> {
        T::deserialize(self.need(path)?)
            .map_err(|error| self.lacks(&format!("{path}` as expected: `{error}")))
    }

    /// The error for a missing value.
    pub fn lacks(&self, what: &str) -> ReadError {
        ReadError::Lacks { seq: self.seq, what: what.to_owned() }
    }
}
