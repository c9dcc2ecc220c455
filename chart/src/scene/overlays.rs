//! What a player measures, plans or must do.

use super::TablePoint;

/// All overlays of a scene.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overlays {
    /// Range bands.
    pub bands: Vec<RingBand>,
    /// Arcs of guns.
    pub arcs: Vec<ArcSector>,
    /// Lines of fire.
    pub fire: Vec<FireLine>,
    /// Outlines that can be reached.
    pub reach: Vec<Reach>,
    /// Turning circles.
    pub circles: Vec<TurningCircle>,
    /// Places where models should stand.
    pub ghosts: Vec<Ghost>,
    /// Burst circles.
    pub bursts: Vec<Burst>,
    /// Mined areas, for those who may know.
    pub mines: Vec<MinedArea>,
    /// A hex board.
    pub board: Option<HexBoard>,
}

/// A range band: a ring around a point.
#[derive(Debug, Clone, PartialEq)]
pub struct RingBand {
    /// The ship that it belongs to.
    pub ship: Option<String>,
    /// Its centre.
    pub centre_in: TablePoint,
    /// Its inner radius, inches; 0 for a disc.
    pub from_in: f64,
    /// Its outer radius, inches.
    pub to_in: f64,
    /// Its name ("close", "12 in"), written on the outer circle; may be empty.
    pub name: String,
    /// Whether the ship in question lies in it.
    pub marked: bool,
}

/// The sector in which guns bear.
#[derive(Debug, Clone, PartialEq)]
pub struct ArcSector {
    /// The ship of the guns.
    pub ship: Option<String>,
    /// The guns' place.
    pub at_in: TablePoint,
    /// Where the sector begins, radians clockwise from north.
    pub from_rad: f64,
    /// How far it goes on clockwise, radians, up to a full circle.
    pub sweep_rad: f64,
    /// Its radius, inches.
    pub reach_in: f64,
    /// Whether its guns bear on the target.
    pub bears: bool,
}

/// Whether fire gets through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FireState {
    /// Nothing is in the way.
    Clear,
    /// Too close to call.
    Doubtful,
    /// Something is in the way.
    Blocked,
}

/// A line of fire, or the line along which a range is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct FireLine {
    /// The ship that fires.
    pub ship: Option<String>,
    /// Where it begins.
    pub from_in: TablePoint,
    /// Where it ends.
    pub to_in: TablePoint,
    /// Whether fire gets through.
    pub state: FireState,
    /// Outlines of what is in the way.
    pub in_the_way: Vec<Vec<TablePoint>>,
    /// What is written at it ("12.4 ± 0.1 in"); may be empty.
    pub text: String,
}

/// The outline of what a ship can reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// The ship.
    pub ship: Option<String>,
    /// The outline, inches.
    pub outline_in: Vec<TablePoint>,
}

/// A turning circle.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningCircle {
    /// The ship.
    pub ship: Option<String>,
    /// Its centre.
    pub centre_in: TablePoint,
    /// Its radius, inches.
    pub radius_in: f64,
}

/// A place where a model should stand, or may stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Ghost {
    /// The ship.
    pub ship: String,
    /// Its side's key.
    pub side: String,
    /// The outline of its hull there.
    pub outline_in: Vec<TablePoint>,
    /// The height of its deck above the table, inches; it matters over a camera's picture only.
    pub height_in: f64,
    /// What is written beside it ("Put Congress back here"); may be empty.
    pub text: String,
    /// Whether something must be done about it now.
    pub urgent: bool,
    /// Where the model is now, if an arrow should lead from there.
    pub from_in: Option<TablePoint>,
}

/// A burst circle.
#[derive(Debug, Clone, PartialEq)]
pub struct Burst {
    /// Its centre.
    pub centre_in: TablePoint,
    /// Its radius, inches.
    pub radius_in: f64,
}

/// Mined water.
#[derive(Debug, Clone, PartialEq)]
pub struct MinedArea {
    /// Its name; may be empty.
    pub name: String,
    /// Its outline, inches.
    pub outline_in: Vec<TablePoint>,
    /// Whether the mines are real, as far as the viewer knows.
    pub real: Option<bool>,
}

/// A hex board over the table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HexBoard {
    /// The centre of each hex.
    pub centres_in: Vec<TablePoint>,
    /// The corners of a hex, relative to its centre.
    pub corners_in: Vec<TablePoint>,
    /// The centres of hexes to which the ship whose turn it is may move.
    pub open_in: Vec<TablePoint>,
}
