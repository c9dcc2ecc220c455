//! The display list: paths and labels in painting order, with the styles they use. A painter needs no knowledge of ships.

use crate::view::Extent;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A drawing ready to be painted. Positions are in units of its plane (inches of the chart, or pixels of a picture), y
/// downwards; widths and offsets are in screen pixels, so they keep their size while a view is enlarged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct DisplayList {
    /// The whole plane; absent in an empty list.
    pub plane: Option<Extent>,
    /// A description for readers who can't see it.
    pub title: String,
    /// The styles, named by their index.
    pub styles: Vec<Style>,
    /// Paths, in painting order.
    pub items: Vec<Item>,
    /// Labels, painted above all paths. They don't overlap and don't leave the view.
    pub labels: Vec<Label>,
}

/// How a path is painted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Style {
    /// The colour of its inside ("#d3dfdc"); absent for none.
    pub fill: Option<String>,
    /// The opacity of its inside, 0 to 1.
    pub fill_opacity: f64,
    /// The colour of its line; absent for none.
    pub line: Option<String>,
    /// The opacity of its line, 0 to 1.
    pub line_opacity: f64,
    /// The width of its line, screen pixels.
    pub width_px: f64,
    /// Lengths of dashes and gaps, screen pixels; empty for a solid line.
    pub dash_px: Vec<f64>,
}

/// What an item belongs to. A painter may leave out or fade a whole layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Paper, sea, graticule, frame, compass rose and scale.
    Sheet,
    /// Depths, shoals, banks, forts, obstacles.
    Terrain,
    /// Currents, mines, burst circles.
    Water,
    /// Tracks, wakes and orders.
    Tracks,
    /// Range bands, arcs, lines of fire, outlines that can be reached, turning circles.
    Reach,
    /// Places where models should stand.
    Ghosts,
    /// Hulls with their marks of damage.
    Ships,
}

/// A path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Item {
    /// The layer.
    pub layer: Layer,
    /// SVG path data: in units of the plane; if `at` is given, in screen pixels from there.
    pub d: String,
    /// The place of a mark of fixed size.
    pub at: Option<(f64, f64)>,
    /// Index of the style.
    pub style: usize,
    /// The ship to which it belongs.
    pub ship: Option<String>,
}

/// A text that was placed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Label {
    /// Identifies the label from one drawing to the next.
    pub key: String,
    /// The text.
    pub text: String,
    /// The ship that it names or measures. If the ship moves, the label moves along until the next drawing.
    pub ship: Option<String>,
    /// Its anchor, in units of the plane.
    pub at: (f64, f64),
    /// The centre of its box, screen pixels right and down of the anchor.
    pub offset_px: (f64, f64),
    /// Width and height of its box, screen pixels.
    pub box_px: (f64, f64),
    /// The size of its type, screen pixels.
    pub size_px: f64,
    /// The weight of its type ("400", "700").
    pub weight: u16,
    /// Italic, as charts write what belongs to the water.
    pub italic: bool,
    /// Its colour.
    pub colour: String,
    /// The colour of its edge.
    pub halo: String,
    /// Its turn about the centre, degrees clockwise.
    pub turned_deg: f64,
    /// The end of a line from the label to what it names, screen pixels from the anchor; absent where they are close.
    pub leader_px: Option<((f64, f64), (f64, f64))>,
    /// 0 to 1; less than 1 while nobody needs it.
    pub opacity: f64,
}
