//! The view of a drawing: which part of a plane is seen, how large, and in which light.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A rectangle of a plane, in its units, y downwards.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Extent {
    /// The left edge.
    pub left: f64,
    /// The top edge.
    pub top: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The light in which a drawing is looked at; it selects the palette, as in S-52.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// A bright room, and paper.
    Day,
    /// A dim room.
    Dusk,
    /// A dark room.
    Night,
    /// Over a camera's picture: light marks with dark edges.
    Picture,
}

/// What is seen of a plane, and how large.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct View {
    /// The part of the plane that the screen shows, in the plane's units.
    pub seen: Extent,
    /// Screen pixels per unit of the plane.
    pub px_per_unit: f64,
    /// The text size, screen pixels. Line widths and fixed-size marks follow it.
    pub type_px: f64,
    /// The light.
    pub light: Light,
}
