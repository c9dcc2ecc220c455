//! Ships of a scene and their ways.

use super::{Place, TablePoint};

/// A ship.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneShip {
    /// Its id.
    pub id: String,
    /// Its name, as the label gives it.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// The key of its class, which selects its silhouette ("monitor"); an unknown one is drawn as a plain hull.
    pub class: String,
    /// Its place.
    pub place: Place,
    /// The outline of its hull at that place, table inches.
    pub outline_in: Vec<TablePoint>,
    /// The height of its deck above the table, inches; it matters over a camera's picture only.
    pub height_in: f64,
    /// How it does.
    pub condition: Condition,
    /// What a window has to do with it.
    pub emphasis: Emphasis,
    /// Whether its place or name is not certain: drawn with a broken edge.
    pub in_doubt: bool,
    /// Its wake.
    pub wake: Option<Wake>,
}

/// How a ship does.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Condition {
    /// The damaged share, 0 to 1.
    pub damage: f64,
    /// On fire.
    pub burning: bool,
    /// Her colours are struck.
    pub struck: bool,
    /// Aground.
    pub aground: bool,
    /// Sunk: drawn as a wreck.
    pub sunk: bool,
    /// Her boilers are lit: smoke from the funnel.
    pub steaming: bool,
}

/// What a window has to do with a ship.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Nothing.
    #[default]
    None,
    /// The pointer is on it.
    Pointed,
    /// It is chosen.
    Chosen,
    /// It is what the chosen ship is measured to.
    Target,
}

/// The water that a moving ship leaves behind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wake {
    /// Its length astern of the stern, inches.
    pub length_in: f64,
}

/// A ship's way from one official place to the next; the path between them is not known.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// The ship's id.
    pub ship: String,
    /// Its side's key.
    pub side: String,
    /// The places.
    pub points_in: Vec<TablePoint>,
    /// When it went there.
    pub kind: TrackKind,
}

/// When a ship went its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackKind {
    /// This turn.
    ThisTurn,
    /// In earlier turns.
    Earlier,
    /// Not yet: an order.
    Ordered,
}
