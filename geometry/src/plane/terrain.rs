//! Terrain on the table: banks, islands, shoals, forts.

use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline;
use crate::plane::place::Point;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The id of a piece of terrain ("north-bank", "middle-ground").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TerrainId(pub String);

impl fmt::Display for TerrainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The kind of a piece, as far as it concerns ships.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum TerrainKind {
    /// Dry land: banks, islands, visible sandbars.
    Land,
    /// Water too shallow for some ships.
    Shoal {
        /// Feet of water over it; a ship of greater draught may ground (GUN-53).
        depth_ft: f64,
    },
    /// A work with guns in it; no ship can enter.
    Fort,
    /// Rocks, piers, wrecks, obstructions; no ship can enter.
    Obstacle,
    /// Water with mines, real or dummy. Visibility to players is handled elsewhere.
    Mined,
}

/// A piece of terrain on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// Its id in files and events.
    pub id: TerrainId,
    /// Its name to show.
    pub name: String,
    /// Its kind.
    #[serde(flatten)]
    pub kind: TerrainKind,
    /// Its outline on the table: a simple polygon in either direction, first point not repeated; it may be
    /// concave.
    pub outline: Vec<Point>,
    /// Standard deviation of the outline, across it, inches; 0 where it was stated by a file or a player.
    #[serde(default)]
    pub outline_sigma_in: f64,
    /// Its height above the table, inches.
    #[serde(default)]
    pub height_in: f64,
    /// True if it blocks fire and sight.
    pub blocks_sight: bool,
}

/// A fault in an outline.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TerrainError {
    /// Fewer than three corners.
    #[error("The outline of {name} has {corners} corners: give it at least three.")]
    TooFewCorners {
        /// The piece's name.
        name: String,
        /// The number of its corners.
        corners: usize,
    },
    /// A coordinate, height or sigma is not a finite number, or a sigma is negative.
    #[error("The outline of {name} holds a figure that is not a usable number: trace it again.")]
    NotANumber {
        /// The piece's name.
        name: String,
    },
    /// All corners are on one line.
    #[error("The outline of {name} encloses no area: trace it again around the piece.")]
    NoArea {
        /// The piece's name.
        name: String,
    },
    /// Two sides cross.
    #[error(
        "The outline of {name} crosses itself near ({x_in:.1}, {y_in:.1}) in: move a corner so that no sides cross."
    )]
    CrossesItself {
        /// The piece's name.
        name: String,
        /// Near here, inches east.
        x_in: f64,
        /// Near here, inches north.
        y_in: f64,
    },
}

impl Terrain {
    /// Checks that the outline is a simple polygon of usable numbers.
    ///
    /// # Errors
    /// When it is not; the text says how to correct it.
    pub fn check(&self) -> Result<(), TerrainError> {
        let name = || self.name.clone();
        let corners = self.outline.len();
        if corners < 3 {
            return Err(TerrainError::TooFewCorners { name: name(), corners });
        }
        let finite = self.outline.iter().all(|p| p.x_in.is_finite() && p.y_in.is_finite());
        let usable = |figure: f64| figure.is_finite() && figure >= 0.0;
        let depth_usable = !matches!(self.kind, TerrainKind::Shoal { depth_ft } if !usable(depth_ft));
        if !(finite && depth_usable && usable(self.outline_sigma_in) && usable(self.height_in)) {
            return Err(TerrainError::NotANumber { name: name() });
        }
        if outline::signed_area_in2(&self.outline).abs() < outline::SAME_PLACE_IN {
            return Err(TerrainError::NoArea { name: name() });
        }
        let sides: Vec<_> = outline::edges(&self.outline).collect();
        for (i, &(a, b)) in sides.iter().enumerate() {
            if let Some(&(c, _)) =
                sides.iter().skip(i + 1).find(|&&(c, d)| outline::segments_cross(a, b, c, d))
            {
                let near = outline::nearest_on_segment(a, b, c);
                return Err(TerrainError::CrossesItself { name: name(), x_in: near.x_in, y_in: near.y_in });
            }
        }
        Ok(())
    }

    /// Tells whether the piece covers this exact point.
    pub fn contains(&self, point: Point) -> bool {
        outline::outline_contains(&self.outline, point)
    }

    /// The distance from a point to the outline, inches: negative where the piece covers the point.
    ///
    /// Sigma: the point's along any axis and the outline's across it, independent of each other.
    pub fn distance_in(&self, point: Point, point_sigma_in: f64) -> Measured {
        Measured::new(
            outline::signed_gap_in(&self.outline, point),
            point_sigma_in.hypot(self.outline_sigma_in),
        )
    }

    /// Tells whether the piece covers the point, its edge included.
    pub fn covers(&self, point: Point, point_sigma_in: f64) -> Verdict {
        self.distance_in(point, point_sigma_in).at_most(0.0)
    }

    /// The points where the segment `a`-`b` crosses the outline, as fractions of the way, ascending.
    pub fn crossings(&self, a: Point, b: Point) -> Vec<f64> {
        outline::crossings(a, b, &self.outline)
    }

    /// Tells whether the segment touches the piece anywhere, ends included.
    pub fn meets_segment(&self, a: Point, b: Point) -> bool {
        outline::segment_gap_in(a, b, &self.outline) <= 0.0
    }

    /// The area it covers, square inches.
    pub fn area_in2(&self) -> f64 {
        outline::signed_area_in2(&self.outline).abs()
    }
}
