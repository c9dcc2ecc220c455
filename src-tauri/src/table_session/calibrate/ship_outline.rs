//! Converts a ship's outline between table and picture.

use calibration::{Pixel, TableCamera};
use geometry::{HullShape, Point, Pose};

/// The height at which hull outlines are drawn, a typical deck, inches.
pub const DECK_HEIGHT_IN: f64 = 0.12;
/// Distance from the bow to the tip of the heading's arrow, inches.
const ARROW_IN: f64 = 0.6;

/// A ship in the picture, pixels.
pub struct DrawnShip {
    /// Its outline at deck height.
    pub outline_px: Vec<(f64, f64)>,
    /// The foot of its stack.
    pub stack_px: (f64, f64),
    /// The tip of its heading's arrow.
    pub ahead_px: (f64, f64),
}

/// Projects a ship at this pose into the picture; `None` where the camera can't see it.
pub fn draw(camera: &TableCamera, hull: &HullShape, pose: Pose) -> Option<DrawnShip> {
    let at = |point: Point, height_in: f64| camera.pixel_from_table(point, height_in).map(pair);
    let tip = hull.middle(pose).moved(pose.heading, hull.length_in / 2.0 + ARROW_IN);
    Some(DrawnShip {
        outline_px: hull.outline(pose).into_iter().filter_map(|point| at(point, DECK_HEIGHT_IN)).collect(),
        stack_px: at(pose.stack, 0.0)?,
        ahead_px: at(tip, DECK_HEIGHT_IN)?,
    })
}

/// The pose of a ship whose stack and arrow tip are at these pixels: both have known heights and lie on the keel.
pub fn pose_at(camera: &TableCamera, stack_px: (f64, f64), ahead_px: (f64, f64)) -> Option<Pose> {
    let at = |(x, y): (f64, f64), height_in| camera.table_from_pixel(Pixel::new(x, y), height_in);
    let (stack, ahead) = (at(stack_px, 0.0)?, at(ahead_px, DECK_HEIGHT_IN)?);
    Some(Pose { stack, heading: stack.heading_to(ahead) })
}

/// A pixel as the pair that the screens use.
pub fn pair(pixel: Pixel) -> (f64, f64) {
    (pixel.x_px, pixel.y_px)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use geometry::Heading;

    #[test]
    fn an_outline_laid_where_it_is_drawn_lies_where_it_lay() {
        let camera = crate::table_session::fixtures::camera();
        let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.3 };
        let pose = Pose { stack: Point::new(41.0, 9.0), heading: Heading::from_deg(217.0) };
        let drawn = draw(&camera, &hull, pose).unwrap();
        let again = pose_at(&camera, drawn.stack_px, drawn.ahead_px).unwrap();
        assert!(again.stack.distance_in(pose.stack) < 1e-6);
        assert!(again.heading.angle_to(pose.heading) < 1e-6);
    }
}
