//! Bodies of events, limited to what rulings need.

use crate::noddy::sheet::{Band, Class, HalfKnots};
use serde::Deserialize;
use serde_json::Value;

/// A measure with its standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Measured {
    /// The measure.
    pub value: f64,
    /// The standard deviation; 0 for an exact one.
    pub sigma: f64,
}

impl Measured {
    /// Tells whether the edge is so close that players were asked, or that rounding may have changed the
    /// side.
    pub fn near(self, edge: f64) -> bool {
        (self.value - edge).abs() <= 2.0 * self.sigma + 0.011
    }
}

/// The place of a gun, or of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Ahead.
    Bow,
    /// On the right beam.
    Starboard,
    /// Astern.
    Stern,
    /// On the left beam.
    Port,
    /// A turret's gun.
    Turret,
}

/// Speed and turn for a move (NOD-9).
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Course {
    /// Half knots; astern is negative.
    pub speed: HalfKnots,
    /// Degrees clockwise.
    pub turn_deg: f64,
}

/// A change of a ship or a battery.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Change {
    /// The ship concerned.
    pub ship: String,
    /// The new condition.
    #[serde(flatten)]
    pub to: Becomes,
}

/// The new condition of a ship.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "becomes", rename_all = "snake_case")]
pub enum Becomes {
    TopSpeed { half_knots: HalfKnots },
    Speed { half_knots: HalfKnots },
    Makes { half_knots: HalfKnots },
    Gun { gun: String, lost: bool },
    Shut { gun: String, until: i64 },
    Lists { to: Side },
    Pipes { damaged: bool },
    Stack { hits: i32 },
    Helmless { until: i64 },
    Steering { until: i64 },
    Jammed { until: i64 },
    Burning { attempts: Option<i32> },
    Steam { full: bool },
    Abandoned,
    Crippled,
    Sinks { after: i64 },
    Aground { attempts: Option<i32> },
    Stopped,
    InContact { with: Vec<String> },
    Lost { fate: String },
}

/// The question that a die decides.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
pub enum Decides {
    ToHit { firer: String, gun: String, plus: i32, needs: i32, struck: Option<Side> },
    Effect { struck: Option<Side> },
    Special { struck: Option<Side>, musketry: bool },
    Moves { of: Lasting },
    Abandon,
    SinkDelay,
    FireFighting,
    Ram { rammer: String, plus: i32 },
    RamKnots,
    Refloat,
    Mine { area: String },
    Musketry { regiment: String, struck: Option<Side> },
}

/// An effect that lasts a die of moves.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "lasts", rename_all = "snake_case")]
pub enum Lasting {
    Shutter { gun: String },
    Jam,
    Steering,
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Due {
    /// Its number and its dice.
    pub request: Request,
    /// The ship concerned.
    pub ship: String,
    /// The question that the roll decides.
    pub decides: Decides,
    /// The audience (NOD-29).
    pub audience: Value,
}

/// The dice to throw.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Request {
    /// Its number.
    pub id: u64,
    /// The number of dice.
    pub count: usize,
}

/// A throw.
#[derive(Debug, Clone, Deserialize)]
pub struct Thrown {
    /// The faces.
    pub faces: Vec<i32>,
    /// The dice that were due.
    pub request: Request,
}

/// A roll as recorded.
#[derive(Debug, Clone, Deserialize)]
pub struct Read {
    pub roll: u64,
    pub ship: String,
    pub faces: Vec<i32>,
    pub total: i32,
    pub needs: Option<i32>,
    pub outcome: String,
    pub changes: Vec<Change>,
    pub rolls: Vec<Due>,
}

/// A fire as declared.
#[derive(Debug, Clone, Deserialize)]
pub struct Fire {
    pub firer: String,
    pub target: String,
    pub range_in: Measured,
    pub band: Band,
    pub armour: i32,
    pub struck: Option<Side>,
    pub guns: Vec<Shot>,
    pub asked: Vec<Asked>,
}

/// A gun of a fire.
#[derive(Debug, Clone, Deserialize)]
pub struct Shot {
    pub gun: String,
    pub class: Class,
    pub value: i32,
    pub modifier: i32,
}

/// A regiment's fire as declared.
#[derive(Debug, Clone, Deserialize)]
pub struct MusketFire {
    pub regiment: String,
    pub target: String,
    pub range_in: Measured,
    pub struck: Option<Side>,
}

/// A question to the table with its answer.
#[derive(Debug, Clone, Deserialize)]
pub struct Asked {
    pub query: Value,
    pub answer: Value,
}

impl Asked {
    /// The answer to the first question of this kind.
    pub fn find<'a>(asked: &'a [Self], kind: &str) -> Option<&'a Value> {
        let of_kind = |it: &&Self| it.query.pointer("/ask").and_then(Value::as_str) == Some(kind);
        asked.iter().find(of_kind).map(|it| &it.answer)
    }

    /// The bearing of one from another's bow, if it was asked.
    pub fn bearing_deg(asked: &[Self], from: &str, to: &str) -> Option<Measured> {
        let ends = [("/ask", "bearing"), ("/from", from), ("/to", to)];
        let is_it = |it: &&Self| {
            ends.iter().all(|(field, value)| it.query.pointer(field).and_then(Value::as_str) == Some(*value))
        };
        Measured::deserialize(asked.iter().find(is_it)?.answer.get("bearing_deg")?).ok()
    }
}

/// A move as judged.
#[derive(Debug, Clone, Deserialize)]
pub struct Review {
    pub ship: String,
    pub step: Step,
    pub course: Course,
    pub expected_in: f64,
    pub expected_deg: f64,
    pub way: Option<Way>,
    pub short: Option<String>,
    pub touching: Vec<String>,
    pub asked: Vec<Asked>,
}

/// The way of a ship.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Way {
    pub length_in: Measured,
    pub straight_in: Measured,
    pub turned_deg: Measured,
}

/// An area of water or land that a way entered, or nearly entered.
#[derive(Debug, Clone, Deserialize)]
pub struct Entered {
    pub area: String,
    pub clearance_in: Measured,
    pub entered: String,
}

/// A contact of two ships.
#[derive(Debug, Clone, Deserialize)]
pub struct Impact {
    pub rammer: String,
    pub rammee: String,
    pub speed: HalfKnots,
    pub angle_deg: Measured,
    pub plus: i32,
}

/// The six steps of a move (NOD-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Orders,
    FirstHalf,
    Turn,
    FirstFire,
    SecondHalf,
    SecondFire,
}

impl Step {
    /// The next step; after the last the next move's orders.
    pub fn next(self) -> Self {
        match self {
            Self::Orders => Self::FirstHalf,
            Self::FirstHalf => Self::Turn,
            Self::Turn => Self::FirstFire,
            Self::FirstFire => Self::SecondHalf,
            Self::SecondHalf => Self::SecondFire,
            Self::SecondFire => Self::Orders,
        }
    }

    /// Tells whether half the move is made in it.
    pub fn is_half(self) -> bool {
        matches!(self, Self::FirstHalf | Self::SecondHalf)
    }

    /// Tells whether guns fire in it.
    pub fn is_fire(self) -> bool {
        matches!(self, Self::FirstFire | Self::SecondFire)
    }
}
