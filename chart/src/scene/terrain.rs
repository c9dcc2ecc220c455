//! Terrain and water of a scene.

use super::TablePoint;

/// A piece of terrain.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainPiece {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: PieceKind,
    /// Its outline, inches.
    pub outline_in: Vec<TablePoint>,
    /// Its height above the table, inches; it matters over a camera's picture only.
    pub height_in: f64,
}

/// The kind of a piece of terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// Banks and islands.
    Land,
    /// Shallow water.
    Shoal,
    /// A work with guns.
    Fort,
    /// Wrecks, piles, chains.
    Obstacle,
}

impl PieceKind {
    /// The kind by its word ("land", "shoal", "fort", "obstacle"); anything else counts as land.
    pub fn of(word: &str) -> Self {
        match word {
            "shoal" => Self::Shoal,
            "fort" => Self::Fort,
            "obstacle" => Self::Obstacle,
            _ => Self::Land,
        }
    }
}

/// A current, shown by an arrow.
#[derive(Debug, Clone, PartialEq)]
pub struct Current {
    /// Where the arrow stands; absent for arrows all over the water.
    pub at: Option<TablePoint>,
    /// Where it flows, radians clockwise from north.
    pub toward_rad: f64,
    /// Its rate, as written beside the arrow ("2 in"); may be empty.
    pub rate: String,
}
