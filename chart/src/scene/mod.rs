//! What is on the table, as plain data in table inches: x east and y north of the south-west corner.

mod overlays;
mod ship;
mod terrain;

pub use overlays::{
    ArcSector, Burst, FireLine, FireState, Ghost, HexBoard, MinedArea, Overlays, Reach, RingBand,
    TurningCircle,
};
pub use ship::{Condition, Emphasis, SceneShip, Track, TrackKind, Wake};
pub use terrain::{Current, PieceKind, TerrainPiece};

/// A point of the table, inches east and north of its south-west corner.
pub type TablePoint = (f64, f64);

/// A place of a model: the point below its stack, and its heading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Inches east.
    pub x_in: f64,
    /// Inches north.
    pub y_in: f64,
    /// Radians clockwise from north.
    pub heading_rad: f64,
}

/// Everything that is drawn of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// A description for readers who can't see the drawing.
    pub title: String,
    /// The title block; absent on a screen that shows these words elsewhere.
    pub cartouche: Option<Cartouche>,
    /// The sides in a fixed order: a side's colour and sign follow from its key, or else from its place here.
    pub sides: Vec<String>,
    /// Banks, shoals, forts and obstacles.
    pub terrain: Vec<TerrainPiece>,
    /// Currents.
    pub currents: Vec<Current>,
    /// The ships.
    pub ships: Vec<SceneShip>,
    /// Ways of ships.
    pub tracks: Vec<Track>,
    /// What a player measures, plans or must do.
    pub overlays: Overlays,
    /// Points that rose and title keep clear of, besides ships and terrain: in an animation every place of every ship, so
    /// that they stay where they are.
    pub keep_clear_in: Vec<TablePoint>,
}

/// The title block of a sheet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cartouche {
    /// The title ("Hampton Roads, the second day").
    pub title: String,
    /// Smaller lines below it ("Turn 3 · Gunnery").
    pub lines: Vec<String>,
}
