//! Queries that a book puts to the table, and their answers: plain data, so that events can keep both.

use geometry::{Barrier, Facing, Hex, HexGrid, HullPart, Measured, ShipId, Steering, TerrainId, Verdict};
use serde::{Deserialize, Serialize};

/// A side of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// Where y is largest.
    North,
    /// Where x is largest.
    East,
    /// Where y is 0.
    South,
    /// Where x is 0.
    West,
}

impl Edge {
    /// For sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

/// A question about the table. "Her way" is where she stood when her step began and every place she was set down at
/// since.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Query {
    /// How far is it, stack to stack?
    Range {
        /// From this ship.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
    /// How far was it from where a ship stood when her step began, to where the other stands now?
    RangeBefore {
        /// From this ship's first place.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
    /// Where does `to` lie, clockwise from the bow of `from`?
    Bearing {
        /// From this ship.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
    /// From where to where does the hull of `to` reach, clockwise from the bow of `from`?
    Span {
        /// From this ship.
        from: ShipId,
        /// Of this ship's hull.
        to: ShipId,
    },
    /// Where does she head?
    Heading {
        /// Who.
        ship: ShipId,
    },
    /// Does anything stand between the two stacks?
    LineOfFire {
        /// From this ship.
        from: ShipId,
        /// To this ship.
        to: ShipId,
    },
    /// How long is her way, steered like this?
    Way {
        /// Whose.
        ship: ShipId,
        /// How she may be steered.
        steering: Steering,
    },
    /// Which hulls does she touch, or nearly?
    Touching {
        /// Who.
        ship: ShipId,
    },
    /// Where and at which angle does one ship's bow meet another's hull?
    Strike {
        /// Whose bow.
        rammer: ShipId,
        /// Whose hull.
        target: ShipId,
    },
    /// Which pieces of terrain did any part of her way lie in, or nearly, steered like this?
    Waters {
        /// Whose way.
        ship: ShipId,
        /// How she may be steered.
        steering: Steering,
    },
    /// How near is she to the edge of the table?
    EdgeOf {
        /// Who.
        ship: ShipId,
    },
    /// What lies under a circle laid on the table?
    UnderCircle {
        /// Its middle, inches east.
        x_in: f64,
        /// Its middle, inches north.
        y_in: f64,
        /// Its diameter, inches.
        diameter_in: f64,
    },
    /// How far is it from a ship to a point of the table?
    RangeToPoint {
        /// From her stack.
        from: ShipId,
        /// Inches east.
        x_in: f64,
        /// Inches north.
        y_in: f64,
    },
    /// In which hex of a grid does a ship stand, and which way does she face?
    HexOf {
        /// Who.
        ship: ShipId,
        /// The grid as it is registered on the table.
        grid: HexGrid,
    },
    /// How far is it, and where does it lie, from a turret?
    Sight {
        /// Whose turret.
        from: ShipId,
        /// The turret stands so far ahead of her stack, inches.
        ahead_in: f64,
        /// To this ship's stack.
        to: ShipId,
    },
}

/// A distance between two ships' reference points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RangeFact {
    /// Inches, rounded to 0.001.
    pub range_in: Measured,
}

/// A direction in which one ship sees another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BearingFact {
    /// Degrees clockwise from the bow, in [0, 360), rounded to 0.01.
    pub bearing_deg: Measured,
}

/// The directions in which one ship sees another's hull.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SpanFact {
    /// Her stack: degrees clockwise from the bow, in [0, 360), rounded to 0.01; the sigma is the worst of the hull's.
    pub bearing_deg: Measured,
    /// How far her hull reaches anticlockwise of it, degrees.
    pub before_deg: f64,
    /// How far it reaches clockwise of it, degrees.
    pub after_deg: f64,
}

/// A ship's heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HeadingFact {
    /// Degrees clockwise from north, in [0, 360), rounded to 0.01.
    pub heading_deg: Measured,
}

/// A distance and a direction from a turret, and what stands in its own line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SightFact {
    /// Inches, rounded to 0.001.
    pub range_in: Measured,
    /// Degrees clockwise from the bow, in [0, 360), rounded to 0.01.
    pub bearing_deg: Measured,
    /// What blocks the line from the turret, or may; none in a record that only knew the stack's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<Vec<Blocker>>,
}

/// A hull or a piece of terrain near the line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blocker {
    /// What.
    #[serde(flatten)]
    pub barrier: Barrier,
    /// Is the line clear of it?
    pub clear: Verdict,
    /// Inches between the line and the outline, negative where the line cuts it; rounded to 0.001.
    pub clearance_in: Measured,
}

/// What stands on, or too near to, the line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineOfFireFact {
    /// Is the line clear of everything?
    pub clear: Verdict,
    /// What blocks it, or may.
    pub near: Vec<Blocker>,
}

/// A way, as short as the steering allows it between the places she was set down at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WayFact {
    /// Its length at the stack, inches.
    pub length_in: Measured,
    /// How far her places lie from any that the steering allows, inches; 0 where it allows every place.
    pub off_in: Measured,
    /// How far her heading is off any that the steering allows there, degrees clockwise, in [-180, 180).
    pub off_deg: Measured,
    /// From the first place straight to the last, inches.
    pub straight_in: Measured,
    /// From the first heading to the last, degrees clockwise, in [-180, 180).
    pub turned_deg: Measured,
}

/// A hull near a ship's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Whose.
    pub ship: ShipId,
    /// Water between the outlines, inches; 0 or less where they touch.
    pub gap_in: Measured,
    /// Do they touch?
    pub touching: Verdict,
}

/// The hulls that a ship touches, or may touch, nearest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TouchingFact {
    /// Each with its gap.
    pub near: Vec<Contact>,
}

/// How one ship's bow meets another's hull.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StrikeFact {
    /// Water between bow and hull, inches.
    pub gap_in: Measured,
    /// Does the bow touch?
    pub touching: Verdict,
    /// Between the rammer's keel and the target's, degrees, 0 to 90.
    pub angle_deg: Measured,
    /// The part that is struck.
    pub part: HullPart,
    /// From the point struck to where that part ends, inches along the hull.
    pub part_margin_in: Measured,
}

/// A piece of terrain on a ship's way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entered {
    /// Which piece.
    pub area: TerrainId,
    /// From her way to the area, inches; negative inside it.
    pub clearance_in: Measured,
    /// Did any part of her way lie in it?
    pub entered: Verdict,
    /// How long her way was where she first met it, inches.
    pub after_in: f64,
}

/// The areas that a way lay in, or nearly, in the order in which it met them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WatersFact {
    /// Each area.
    pub areas: Vec<Entered>,
}

/// The edge of the table nearest to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct EdgeFact {
    /// Which edge.
    pub edge: Edge,
    /// From her stack to it, inches; negative beyond it.
    pub distance_in: Measured,
}

/// Something under a circle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Under {
    /// What: a ship, or a gun position of a fort.
    pub ship: ShipId,
    /// From the circle's rim to it, inches; negative under the circle.
    pub clearance_in: Measured,
    /// Is any part of it under the circle?
    pub under: Verdict,
}

/// What lies under a circle, or nearly, by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnderCircleFact {
    /// Each of them.
    pub under: Vec<Under>,
}

/// The hex in which the middle of a ship's outline lies, and the facing nearest to her heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HexFact {
    /// The hex.
    pub hex: Hex,
    /// From her middle to the nearest side of it, inches.
    pub margin_in: Measured,
    /// The hex beyond that side.
    pub next_hex: Hex,
    /// Yes, or too close to call between the two hexes.
    pub sure_of_hex: Verdict,
    /// The facing.
    pub facing: Facing,
    /// How far her bow lies off it, degrees, clockwise positive.
    pub off_deg: f64,
    /// How much further she may turn before the next facing is nearer, degrees.
    pub margin_deg: Measured,
    /// That facing.
    pub next_facing: Facing,
    /// Yes, or too close to call between the two facings.
    pub sure_of_facing: Verdict,
}

/// The answer to a [`Query`], rounded as it will be stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// To [`Query::Range`].
    Range(RangeFact),
    /// To [`Query::Bearing`].
    Bearing(BearingFact),
    /// To [`Query::Span`].
    Span(SpanFact),
    /// To [`Query::Heading`].
    Heading(HeadingFact),
    /// To [`Query::LineOfFire`].
    LineOfFire(LineOfFireFact),
    /// To [`Query::Way`].
    Way(WayFact),
    /// To [`Query::Touching`].
    Touching(TouchingFact),
    /// To [`Query::Strike`].
    Strike(StrikeFact),
    /// To [`Query::Waters`].
    Waters(WatersFact),
    /// To [`Query::EdgeOf`].
    EdgeOf(EdgeFact),
    /// To [`Query::UnderCircle`].
    UnderCircle(UnderCircleFact),
    /// To [`Query::RangeToPoint`].
    RangeToPoint(RangeFact),
    /// To [`Query::HexOf`].
    HexOf(HexFact),
    /// To [`Query::Sight`].
    Sight(SightFact),
    /// The table can't say.
    Unknown {
        /// One sentence: why, and what to do.
        why: String,
    },
}

/// A question with its answer, as kept in events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// What was asked.
    pub query: Query,
    /// What the table said.
    pub answer: Answer,
}

/// The table could not answer; the text says why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unknown(pub String);

/// Asks, and takes the answer of the one kind that fits.
macro_rules! answered {
    ($facts:expr, $kind:ident, $query:expr) => {
        match $facts.answer(&$query) {
            Answer::$kind(fact) => Ok(fact),
            other => Err(unknown(other)),
        }
    };
}

/// Whatever answers for the table: poses, the record, or a script.
pub trait TableFacts {
    /// Answers one question. Answers are already rounded ([`geometry::round_in`], [`geometry::round_deg`]).
    fn answer(&self, query: &Query) -> Answer;

    /// How far is `to` from `from`?
    ///
    /// # Errors
    /// When the table can't say.
    fn range(&self, from: &ShipId, to: &ShipId) -> Result<RangeFact, Unknown> {
        answered!(self, Range, Query::Range { from: from.clone(), to: to.clone() })
    }

    /// How far was `to` from where `from` stood when her step began?
    ///
    /// # Errors
    /// When the table can't say.
    fn range_before(&self, from: &ShipId, to: &ShipId) -> Result<RangeFact, Unknown> {
        answered!(self, Range, Query::RangeBefore { from: from.clone(), to: to.clone() })
    }

    /// Where does `to` lie from the bow of `from`?
    ///
    /// # Errors
    /// When the table can't say.
    fn bearing(&self, from: &ShipId, to: &ShipId) -> Result<BearingFact, Unknown> {
        answered!(self, Bearing, Query::Bearing { from: from.clone(), to: to.clone() })
    }

    /// From where to where does the hull of `to` reach, seen from `from`?
    ///
    /// # Errors
    /// When the table can't say.
    fn span(&self, from: &ShipId, to: &ShipId) -> Result<SpanFact, Unknown> {
        answered!(self, Span, Query::Span { from: from.clone(), to: to.clone() })
    }

    /// Where does a ship head?
    ///
    /// # Errors
    /// When the table can't say.
    fn heading(&self, ship: &ShipId) -> Result<HeadingFact, Unknown> {
        answered!(self, Heading, Query::Heading { ship: ship.clone() })
    }

    /// Does anything stand between `from` and `to`?
    ///
    /// # Errors
    /// When the table can't say.
    fn line_of_fire(&self, from: &ShipId, to: &ShipId) -> Result<LineOfFireFact, Unknown> {
        answered!(self, LineOfFire, Query::LineOfFire { from: from.clone(), to: to.clone() })
    }

    /// How long is a ship's way, steered like this?
    ///
    /// # Errors
    /// When the table can't say.
    fn way(&self, ship: &ShipId, steering: Steering) -> Result<WayFact, Unknown> {
        answered!(self, Way, Query::Way { ship: ship.clone(), steering })
    }

    /// Which hulls does a ship touch?
    ///
    /// # Errors
    /// When the table can't say.
    fn touching(&self, ship: &ShipId) -> Result<TouchingFact, Unknown> {
        answered!(self, Touching, Query::Touching { ship: ship.clone() })
    }

    /// How does one ship's bow meet another's hull?
    ///
    /// # Errors
    /// When the table can't say.
    fn strike(&self, rammer: &ShipId, target: &ShipId) -> Result<StrikeFact, Unknown> {
        answered!(self, Strike, Query::Strike { rammer: rammer.clone(), target: target.clone() })
    }

    /// Which pieces of terrain did a ship's way lie in?
    ///
    /// # Errors
    /// When the table can't say.
    fn waters(&self, ship: &ShipId, steering: Steering) -> Result<WatersFact, Unknown> {
        answered!(self, Waters, Query::Waters { ship: ship.clone(), steering })
    }

    /// How near is a ship to the edge of the table?
    ///
    /// # Errors
    /// When the table can't say.
    fn edge_of(&self, ship: &ShipId) -> Result<EdgeFact, Unknown> {
        answered!(self, EdgeOf, Query::EdgeOf { ship: ship.clone() })
    }

    /// What lies under a circle laid on the table?
    ///
    /// # Errors
    /// When the table can't say.
    fn under_circle(&self, x_in: f64, y_in: f64, diameter_in: f64) -> Result<UnderCircleFact, Unknown> {
        answered!(self, UnderCircle, Query::UnderCircle { x_in, y_in, diameter_in })
    }

    /// How far is a point of the table from a ship?
    ///
    /// # Errors
    /// When the table can't say.
    fn range_to_point(&self, from: &ShipId, x_in: f64, y_in: f64) -> Result<RangeFact, Unknown> {
        answered!(self, RangeToPoint, Query::RangeToPoint { from: from.clone(), x_in, y_in })
    }

    /// In which hex of a grid does a ship stand, and which way does she face?
    ///
    /// # Errors
    /// When the table can't say.
    fn hex_of(&self, ship: &ShipId, grid: HexGrid) -> Result<HexFact, Unknown> {
        answered!(self, HexOf, Query::HexOf { ship: ship.clone(), grid })
    }

    /// How far and where does `to` lie from a turret of `from`?
    ///
    /// # Errors
    /// When the table can't say.
    fn sight(&self, from: &ShipId, ahead_in: f64, to: &ShipId) -> Result<SightFact, Unknown> {
        answered!(self, Sight, Query::Sight { from: from.clone(), ahead_in, to: to.clone() })
    }
}

fn unknown(answer: Answer) -> Unknown {
    match answer {
        Answer::Unknown { why } => Unknown(why),
        _ => Unknown("The table answered another question than it was asked.".to_owned()),
    }
}
