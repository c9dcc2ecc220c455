//! What is drawn on the table for the ships that a player looks at: arcs, ranges, reaches and dangers, in table inches.

use geometry::{Point, Reach, Terrain, Verdict};

/// The marks on the table for one window.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableMarks {
    /// The arcs of the guns of the ship looked at.
    pub arcs: Vec<ArcMark>,
    /// Her range bands, the nearest first.
    pub bands: Vec<RangeBandMark>,
    /// Where she can go.
    pub reaches: Vec<ReachMark>,
    /// The line of fire to the ship that it is measured to.
    pub fire: Option<FireMark>,
    /// Secret areas of the viewer.
    pub secrets: Vec<SecretArea>,
}

/// The sector in which guns bear.
#[derive(Debug, Clone, PartialEq)]
pub struct ArcMark {
    /// The ship.
    pub ship: String,
    /// Where ranges are measured from.
    pub at: Point,
    /// Where the sector begins, degrees clockwise from north.
    pub from_deg: f64,
    /// How far it goes on clockwise, degrees.
    pub sweep_deg: f64,
    /// The farthest range, inches; none if the book has no ranges in inches.
    pub reach_in: Option<f64>,
    /// Whether the guns bear on the ship that it is measured to; none without one.
    pub bears: Option<Verdict>,
}

/// Guns with the same sector and range, relative to their ship.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GunSector {
    /// The start of the sector, degrees clockwise from the bow.
    pub from_deg: f64,
    /// The end of the sector, degrees clockwise from the bow.
    pub to_deg: f64,
    /// The farthest range, inches; none if the book has no ranges in inches.
    pub reach_in: Option<f64>,
}

/// A range band around a ship.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeBandMark {
    /// The ship.
    pub ship: String,
    /// The centre.
    pub at: Point,
    /// The inner radius, inches.
    pub from_in: f64,
    /// The outer radius, inches.
    pub to_in: f64,
    /// The name ("close").
    pub name: String,
}

/// The outer edge of a range band, as a book has it.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeEdge {
    /// The name of the band ("close").
    pub name: String,
    /// The outer radius, inches.
    pub to_in: f64,
}

/// Where a ship can go in this step.
#[derive(Debug, Clone, PartialEq)]
pub struct ReachMark {
    /// The ship.
    pub ship: String,
    /// The outline, with the areas within it that can't be reached.
    pub reach: Reach,
    /// Her turning circles: the centre and the radius, inches.
    pub circles: Vec<(Point, f64)>,
}

/// A line of fire.
#[derive(Debug, Clone, PartialEq)]
pub struct FireMark {
    /// The ship that would fire.
    pub from: (String, Point),
    /// The ship that would be fired at.
    pub to: (String, Point),
    /// Whether the line is clear.
    pub clear: Verdict,
    /// The outlines of what is, or may be, in the way.
    pub in_the_way: Vec<Vec<Point>>,
}

/// An area that not everybody knows of: mines, or shallows of the umpire's chart.
#[derive(Debug, Clone, PartialEq)]
pub struct SecretArea {
    /// Its name.
    pub name: String,
    /// Its outline.
    pub outline: Vec<Point>,
    /// Whether the danger is real, as far as the viewer knows.
    pub real: Option<bool>,
}

impl SecretArea {
    /// A piece of terrain that marks a secret area.
    pub fn of(piece: &Terrain, real: Option<bool>) -> Self {
        Self { name: piece.name.clone(), outline: piece.outline.clone(), real }
    }
}
