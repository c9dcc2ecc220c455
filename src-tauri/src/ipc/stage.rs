//! Messages about the stage: the drawing over the table, and the surfaces on which the table is shown.

use chart::View;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How the table is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// The camera's picture. Its plane is the picture, in pixels.
    Picture,
    /// The camera's picture as from straight above, north up. Its plane is the table in inches, y downwards from the
    /// north edge.
    FromAbove,
    /// A chart. Its plane is that of `FromAbove`.
    Chart,
}

/// What a window asks the stage to draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StageRequest {
    /// The surface.
    pub surface: Surface,
    /// Clockwise quarter turns of the view. The plane is turned with it.
    pub quarters: u8,
    /// What is seen, in units of the turned plane.
    pub view: View,
    /// The chosen ships: the first, and the one it is measured to.
    pub chosen: Vec<String>,
    /// The ship that the pointer is on, or that has the focus.
    pub pointed: Option<String>,
}
