//! Queries of a book to the table, and their answers: plain data, so that events can store both.

use crate::core::worded;
use geometry::{Barrier, Facing, Hex, HexGrid, HullPart, Measured, ShipId, Steering, TerrainId, Verdict};
use serde::{Deserialize, Serialize};

worded! {
    /// A side of the table.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Edge: word {
        /// The edge with the largest y.
        North = "north",
        /// The edge with the largest x.
        East = "east",
        /// The edge at y = 0.
        South = "south",
        /// The edge at x = 0.
        West = "west",
    }
}

/// A query about the table. A ship's "way" is its position when its step began and every position at which it was
/// placed since.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Query {
    /// The distance from stack to stack.
    Range { from: ShipId, to: ShipId },
    /// The distance from a ship's position when its step began to the other ship's present position.
    RangeBefore {
        /// From this ship's first position.
        from: ShipId,
        to: ShipId,
    },
    /// The bearing of `to`, clockwise from the bow of `from`.
    Bearing { from: ShipId, to: ShipId },
    /// The bearings between which the hull of `to` extends, clockwise from the bow of `from`.
    Span {
        from: ShipId,
        /// To this ship's hull.
        to: ShipId,
    },
    /// The ship's heading.
    Heading { ship: ShipId },
    /// The obstacles between the two stacks.
    LineOfFire { from: ShipId, to: ShipId },
    /// The length of a ship's way under this steering.
    Way {
        ship: ShipId,
        /// The permitted steering.
        steering: Steering,
    },
    /// The hulls that a ship touches, or nearly touches.
    Touching { ship: ShipId },
    /// The place and angle at which one ship's bow meets another's hull.
    Strike {
        /// The ship whose bow it is.
        rammer: ShipId,
        /// The ship whose hull it is.
        target: ShipId,
    },
    /// The pieces of terrain that a ship's way crosses, or nearly crosses, under this steering.
    Waters {
        ship: ShipId,
        /// The permitted steering.
        steering: Steering,
    },
    /// The distance from a ship to the nearest edge of the table.
    EdgeOf { ship: ShipId },
    /// The ships and guns under a circle on the table.
    UnderCircle {
        /// The centre, inches east.
        x_in: f64,
        /// The centre, inches north.
        y_in: f64,
        /// The diameter, inches.
        diameter_in: f64,
    },
    /// The distance from a ship to a point of the table.
    RangeToPoint {
        /// From this ship's stack.
        from: ShipId,
        /// The point, inches east.
        x_in: f64,
        /// The point, inches north.
        y_in: f64,
    },
    /// The hex of a grid in which a ship is, and its facing.
    HexOf {
        ship: ShipId,
        /// The grid as registered on the table.
        grid: HexGrid,
    },
    /// The distance and bearing of a ship from a turret.
    Sight {
        /// The ship with the turret.
        from: ShipId,
        /// The distance of the turret ahead of the stack, inches.
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

/// A bearing from one ship to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BearingFact {
    /// Degrees clockwise from the bow, in [0, 360), rounded to 0.01.
    pub bearing_deg: Measured,
}

/// The bearings between which one ship sees another's hull.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SpanFact {
    /// The bearing of the other ship's stack: degrees clockwise from the bow, in [0, 360), rounded to 0.01; the sigma
    /// is the largest over the hull.
    pub bearing_deg: Measured,
    /// The extent of the hull anticlockwise of it, degrees.
    pub before_deg: f64,
    /// The extent of the hull clockwise of it, degrees.
    pub after_deg: f64,
}

/// A ship's heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HeadingFact {
    /// Degrees clockwise from north, in [0, 360), rounded to 0.01.
    pub heading_deg: Measured,
}

/// A distance and a bearing from a turret, and the obstacles in its own line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SightFact {
    /// Inches, rounded to 0.001.
    pub range_in: Measured,
    /// Degrees clockwise from the bow, in [0, 360), rounded to 0.01.
    pub bearing_deg: Measured,
    /// The obstacles that block the line from the turret, or may; none in a record that only had the stack's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<Vec<Blocker>>,
}

/// A hull or a piece of terrain near the line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blocker {
    /// The hull or terrain.
    #[serde(flatten)]
    pub barrier: Barrier,
    /// Whether the line is clear of it.
    pub clear: Verdict,
    /// The gap between the line and the outline, inches, negative if the line cuts it; rounded to 0.001.
    pub clearance_in: Measured,
}

/// The obstacles on the line of fire, or too near to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineOfFireFact {
    /// Whether the line is clear of everything.
    pub clear: Verdict,
    /// The obstacles that block it, or may.
    pub near: Vec<Blocker>,
}

/// A way: the shortest that the steering allows between the positions at which the ship was placed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WayFact {
    /// The length at the stack, inches.
    pub length_in: Measured,
    /// The distance of the positions from the nearest that the steering allows, inches; 0 if it allows all of them.
    pub off_in: Measured,
    /// The deviation of the heading from the nearest that the steering allows, degrees clockwise, in [-180, 180).
    pub off_deg: Measured,
    /// The straight distance from the first position to the last, inches.
    pub straight_in: Measured,
    /// The turn from the first heading to the last, degrees clockwise, in [-180, 180).
    pub turned_deg: Measured,
}

/// Another hull near a ship's hull.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The other ship.
    pub ship: ShipId,
    /// The gap between the outlines, inches; 0 or less if they touch.
    pub gap_in: Measured,
    /// Whether they touch.
    pub touching: Verdict,
}

/// The hulls that a ship touches, or may touch, nearest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TouchingFact {
    /// The hulls with their gaps.
    pub near: Vec<Contact>,
}

/// The contact of one ship's bow with another's hull.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StrikeFact {
    /// The gap between bow and hull, inches.
    pub gap_in: Measured,
    /// Whether the bow touches.
    pub touching: Verdict,
    /// The angle between the keels of rammer and target, degrees, 0 to 90.
    pub angle_deg: Measured,
    /// The part of the hull that is struck.
    pub part: HullPart,
    /// The distance from the point struck to the end of that part, inches along the hull.
    pub part_margin_in: Measured,
}

/// A piece of terrain on a ship's way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entered {
    /// The piece of terrain.
    pub area: TerrainId,
    /// The distance from the way to the area, inches; negative inside it.
    pub clearance_in: Measured,
    /// Whether any part of the way is in it.
    pub entered: Verdict,
    /// The length of the way up to the first contact with it, inches.
    pub after_in: f64,
}

/// The areas that a way crosses, or nearly, in the order of contact.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WatersFact {
    /// The areas.
    pub areas: Vec<Entered>,
}

/// The edge of the table nearest to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct EdgeFact {
    /// Which edge.
    pub edge: Edge,
    /// The distance from the stack to it, inches; negative beyond it.
    pub distance_in: Measured,
}

/// A ship or gun under a circle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Under {
    /// The ship, or the gun position of a fort.
    pub ship: ShipId,
    /// The distance from the circle's rim, inches; negative under the circle.
    pub clearance_in: Measured,
    /// Whether any part of it is under the circle.
    pub under: Verdict,
}

/// The ships and guns under a circle, or nearly, sorted by name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnderCircleFact {
    /// The ships and guns.
    pub under: Vec<Under>,
}

/// The hex that contains the middle of a ship's outline, and the facing nearest to its heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HexFact {
    /// The hex.
    pub hex: Hex,
    /// The distance from the middle to the nearest side of the hex, inches.
    pub margin_in: Measured,
    /// The hex beyond that side.
    pub next_hex: Hex,
    /// Yes, or too close to call between the two hexes.
    pub sure_of_hex: Verdict,
    /// The facing.
    pub facing: Facing,
    /// The angle from the facing to the bow, degrees, clockwise positive.
    pub off_deg: f64,
    /// The angle that the ship may still turn before the next facing is nearer, degrees.
    pub margin_deg: Measured,
    /// The next nearest facing.
    pub next_facing: Facing,
    /// Yes, or too close to call between the two facings.
    pub sure_of_facing: Verdict,
}

/// The answer to a [`Query`], rounded as it is stored.
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
    /// The table can't answer.
    Unknown {
        /// One sentence: the reason, and what to do.
        why: String,
    },
}

/// A query with its answer, as stored in events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The query.
    pub query: Query,
    /// The answer.
    pub answer: Answer,
}

/// The table could not answer; the text gives the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unknown(pub String);

/// Sends a query, and returns the answer of the one matching kind.
macro_rules! answered {
    ($facts:expr, $kind:ident, $query:expr) => {
        match $facts.answer(&$query) {
            Answer::$kind(fact) => Ok(fact),
            other => Err(unknown(other)),
        }
    };
}

/// A source of answers about the table: poses, the record, or a script.
pub trait TableFacts {
    /// Answers one query. Answers are already rounded ([`geometry::round_in`], [`geometry::round_deg`]).
    fn answer(&self, query: &Query) -> Answer;

    /// The distance from `from` to `to`.
    ///
    /// # Errors If the table can't answer.
    fn range(&self, from: &ShipId, to: &ShipId) -> Result<RangeFact, Unknown> {
        answered!(self, Range, Query::Range { from: from.clone(), to: to.clone() })
    }

    /// The distance from the position of `from` when its step began to `to`.
    ///
    /// # Errors If the table can't answer.
    fn range_before(&self, from: &ShipId, to: &ShipId) -> Result<RangeFact, Unknown> {
        answered!(self, Range, Query::RangeBefore { from: from.clone(), to: to.clone() })
    }

    /// The bearing of `to` from the bow of `from`.
    ///
    /// # Errors If the table can't answer.
    fn bearing(&self, from: &ShipId, to: &ShipId) -> Result<BearingFact, Unknown> {
        answered!(self, Bearing, Query::Bearing { from: from.clone(), to: to.clone() })
    }

    /// The bearings between which `from` sees the hull of `to`.
    ///
    /// # Errors If the table can't answer.
    fn span(&self, from: &ShipId, to: &ShipId) -> Result<SpanFact, Unknown> {
        answered!(self, Span, Query::Span { from: from.clone(), to: to.clone() })
    }

    /// The heading of a ship.
    ///
    /// # Errors If the table can't answer.
    fn heading(&self, ship: &ShipId) -> Result<HeadingFact, Unknown> {
        answered!(self, Heading, Query::Heading { ship: ship.clone() })
    }

    /// The obstacles between `from` and `to`.
    ///
    /// # Errors If the table can't answer.
    fn line_of_fire(&self, from: &ShipId, to: &ShipId) -> Result<LineOfFireFact, Unknown> {
        answered!(self, LineOfFire, Query::LineOfFire { from: from.clone(), to: to.clone() })
    }

    /// The length of a ship's way under this steering.
    ///
    /// # Errors If the table can't answer.
    fn way(&self, ship: &ShipId, steering: Steering) -> Result<WayFact, Unknown> {
        answered!(self, Way, Query::Way { ship: ship.clone(), steering })
    }

    /// The hulls that a ship touches.
    ///
    /// # Errors If the table can't answer.
    fn touching(&self, ship: &ShipId) -> Result<TouchingFact, Unknown> {
        answered!(self, Touching, Query::Touching { ship: ship.clone() })
    }

    /// The contact of one ship's bow with another's hull.
    ///
    /// # Errors If the table can't answer.
    fn strike(&self, rammer: &ShipId, target: &ShipId) -> Result<StrikeFact, Unknown> {
        answered!(self, Strike, Query::Strike { rammer: rammer.clone(), target: target.clone() })
    }

    /// The pieces of terrain that a ship's way crosses.
    ///
    /// # Errors If the table can't answer.
    fn waters(&self, ship: &ShipId, steering: Steering) -> Result<WatersFact, Unknown> {
        answered!(self, Waters, Query::Waters { ship: ship.clone(), steering })
    }

    /// The distance from a ship to the nearest edge of the table.
    ///
    /// # Errors If the table can't answer.
    fn edge_of(&self, ship: &ShipId) -> Result<EdgeFact, Unknown> {
        answered!(self, EdgeOf, Query::EdgeOf { ship: ship.clone() })
    }

    /// The ships and guns under a circle on the table.
    ///
    /// # Errors If the table can't answer.
    fn under_circle(&self, x_in: f64, y_in: f64, diameter_in: f64) -> Result<UnderCircleFact, Unknown> {
        answered!(self, UnderCircle, Query::UnderCircle { x_in, y_in, diameter_in })
    }

    /// The distance from a ship to a point of the table.
    ///
    /// # Errors If the table can't answer.
    fn range_to_point(&self, from: &ShipId, x_in: f64, y_in: f64) -> Result<RangeFact, Unknown> {
        answered!(self, RangeToPoint, Query::RangeToPoint { from: from.clone(), x_in, y_in })
    }

    /// The hex of a grid in which a ship is, and its facing.
    ///
    /// # Errors If the table can't answer.
    fn hex_of(&self, ship: &ShipId, grid: HexGrid) -> Result<HexFact, Unknown> {
        answered!(self, HexOf, Query::HexOf { ship: ship.clone(), grid })
    }

    /// The distance and bearing of `to` from a turret of `from`.
    ///
    /// # Errors If the table can't answer.
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
