//! The model of shadows on the table.
//!
//! The lamp is far away, so the shadow of an inch of height is a vector that varies linearly over the table.

use calibration::FrameChange;
use geometry::{Heading, Point};
use serde::{Deserialize, Serialize};

/// The shadow vectors over the table, from one lamp.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ShadowField {
    /// A reference point on the table, inches.
    pub(crate) at_in: [f64; 2],
    /// Shadow vector there (east, north), inches per inch of height.
    pub(crate) falls: [f64; 2],
    /// Growth of the shadow vector per inch of distance: one over the lamp's height.
    pub(crate) spread: f64,
    /// The share of the light that is missing in a shadow.
    pub(crate) dark: f64,
}

/// The shadow vector at one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalShadow {
    /// Shadow vector east and north, inches per inch of height.
    pub(crate) falls: [f64; 2],
    /// The share of the light that is missing.
    pub dark: f32,
}

impl LocalShadow {
    /// The shadow vector in the frame of a ship with this heading: ahead and to starboard, inches per inch of height.
    pub fn falls(&self, heading: Heading) -> (f32, f32) {
        let ((ax, ay), [east, north]) = (heading.unit(), self.falls);
        ((east * ax + north * ay) as f32, (east * ay - north * ax) as f32)
    }
}

impl ShadowField {
    /// The same field in the coordinates of a redrawn playing area.
    pub fn in_frame(self, change: &FrameChange) -> Self {
        let [x, y] = self.at_in;
        let [east, north] = self.falls;
        let (from, to) = (change.point(Point::new(x, y)), change.point(Point::new(x + east, y + north)));
        Self { at_in: [from.x_in, from.y_in], falls: [to.x_in - from.x_in, to.y_in - from.y_in], ..self }
    }

    /// The shadow vector at a place of the table.
    pub fn shade(&self, point: Point) -> LocalShadow {
        let [east, north] = self.falls;
        let falls = [
            east + self.spread * (point.x_in - self.at_in[0]),
            north + self.spread * (point.y_in - self.at_in[1]),
        ];
        LocalShadow { falls, dark: self.dark as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shadow_falls_ahead_of_a_ship_that_heads_where_it_falls() {
        let lamp = ShadowField { at_in: [0.0; 2], falls: [0.7, 0.0], spread: 0.0, dark: 0.4 };
        let (ahead, starboard) = lamp.shade(Point::new(5.0, 5.0)).falls(Heading::from_deg(90.0));
        assert!((ahead - 0.7).abs() < 1e-6 && starboard.abs() < 1e-6, "{ahead} {starboard}");
        let (ahead, starboard) = lamp.shade(Point::new(5.0, 5.0)).falls(Heading::from_deg(0.0));
        assert!(ahead.abs() < 1e-6 && (starboard - 0.7).abs() < 1e-6, "{ahead} {starboard}");
    }
}
