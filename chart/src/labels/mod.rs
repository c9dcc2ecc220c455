//! Labels: what wants to be written, and how a place for it is found.

mod candidates;
mod occupancy;
mod placer;
mod rectangle;
#[cfg(test)]
mod tests;

pub use placer::{LabelPlacer, LeftOut};

use crate::display_list::Label;
use crate::plane::PlanePoint;
use crate::view::{Extent, View};

/// From this priority on a label is always shown, with a leader line or a shorter text if need be.
pub const ALWAYS_SHOWN: u8 = 6;

/// A text that wants a place.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelRequest {
    /// Identifies the label from one drawing to the next ("ship:monitor").
    pub key: String,
    /// The text.
    pub text: String,
    /// The ship that it names or measures.
    pub ship: Option<String>,
    /// Its anchor, in units of the plane: the middle of what it names.
    pub anchor: PlanePoint,
    /// The outline of what it names, in units of the plane; the label is placed beside it, never on it. Empty: the anchor
    /// is a point, and the label may stand on it.
    pub outline: Vec<PlanePoint>,
    /// Labels of a higher priority find their place first, and are the last to be left out.
    pub priority: u8,
    /// How it is written.
    pub style: LabelStyle,
    /// 0 to 1; less than 1 while nobody needs it.
    pub opacity: f64,
}

/// How a label is written.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelStyle {
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
}

/// Finds places for labels.
pub trait PlaceLabels {
    /// Places all labels that find room. `occupied` are outlines that no label should cover, in units of the plane.
    fn place(
        &mut self,
        requests: &[LabelRequest],
        occupied: &[Vec<PlanePoint>],
        plane: Extent,
        view: &View,
    ) -> Vec<Label>;
}
