//! Where a label may stand: on sixteen sides of what it names, near it or, with a leader line, farther out.

use super::rectangle::{Rectangle, ScreenPoint};
use std::f64::consts::TAU;

/// The sides around a mark, counted clockwise from above it.
pub(super) const SIDES: u8 = 16;
/// The distances from a mark, as multiples of the text size; only the first needs no leader line.
const RINGS: [f64; 9] = [0.3, 1.2, 2.2, 3.6, 5.4, 7.8, 11.0, 15.0, 20.0];
/// The distances from a point that a label may stand on, as multiples of the text size.
const POINT_RINGS: [f64; 4] = [0.0, 0.4, 1.4, 2.6];
/// How much the label's side counts, pixels at the usual text size: above first, then below, then the ends.
const SIDE_COSTS: [f64; SIDES as usize] =
    [0.0, 4.0, 3.0, 5.0, 3.0, 6.0, 5.0, 6.0, 2.0, 7.0, 6.0, 7.0, 4.0, 7.0, 5.0, 5.0];

/// A place relative to what is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    /// The side, clockwise from above.
    pub(super) side: u8,
    /// The distance: an index of the rings.
    pub(super) ring: u8,
}

/// What is named, on the screen.
#[derive(Debug)]
pub(super) struct Mark {
    /// Its outline; empty for a point.
    pub(super) outline: Vec<ScreenPoint>,
    /// The anchor of the label.
    pub(super) anchor: ScreenPoint,
    /// The size of the text.
    pub(super) size_px: f64,
}

impl Mark {
    /// The rectangle around it.
    pub(super) fn around(&self) -> Rectangle {
        Rectangle::around(&self.outline).unwrap_or(Rectangle::centred(self.anchor, (1.0, 1.0)))
    }

    /// All places, the nearest first.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let rings = if self.outline.is_empty() { POINT_RINGS.len() } else { RINGS.len() } as u8;
        let at_point = self.outline.is_empty();
        (0..rings).flat_map(move |ring| {
            let sides = if at_point && ring == 0 { 1 } else { SIDES };
            (0..sides).map(move |side| Spot { side, ring })
        })
    }

    /// The box of a label at a place. It clears the mark: its distance is measured between lines of support square to the
    /// direction of its side.
    pub(super) fn at(&self, spot: Spot, box_px: (f64, f64)) -> Rectangle {
        let direction_rad = f64::from(spot.side) / f64::from(SIDES) * TAU;
        let (x, y) = (direction_rad.sin(), -direction_rad.cos());
        let mark_px = self
            .outline
            .iter()
            .map(|point| (point.0 - self.anchor.0) * x + (point.1 - self.anchor.1) * y)
            .fold(0.0, f64::max);
        let own_px = (x * box_px.0 / 2.0).abs() + (y * box_px.1 / 2.0).abs();
        let ring_px = self.ring_px(spot);
        let away_px = if ring_px > 0.0 { mark_px + ring_px + own_px } else { 0.0 };
        Rectangle::centred((self.anchor.0 + x * away_px, self.anchor.1 + y * away_px), box_px)
    }

    /// The distance between mark and label, pixels.
    pub(super) fn ring_px(&self, spot: Spot) -> f64 {
        let rings = if self.outline.is_empty() { &POINT_RINGS[..] } else { &RINGS };
        rings.get(usize::from(spot.ring)).copied().unwrap_or_default() * self.size_px
    }

    /// How much a place costs by its side, pixels.
    pub(super) fn side_cost(&self, spot: Spot) -> f64 {
        const USUAL_SIZE_PX: f64 = 16.0;
        let cost = SIDE_COSTS.get(usize::from(spot.side)).copied().unwrap_or_default();
        cost * self.size_px / USUAL_SIZE_PX
    }
}

#[cfg(test)]
mod tests {
    use super::super::rectangle::{length, shortest_line};
    use super::*;

    #[test]
    fn a_label_clears_a_turned_hull_on_every_side_and_stays_near() {
        let turned = |angle: f64| {
            let corners = [(-40.0, -9.0), (30.0, -9.0), (42.0, 0.0), (30.0, 9.0), (-40.0, 9.0)];
            corners.map(|(x, y): (f64, f64)| {
                (200.0 + x * angle.cos() - y * angle.sin(), 150.0 + x * angle.sin() + y * angle.cos())
            })
        };
        for step in 0..24 {
            let outline = turned(f64::from(step) * TAU / 24.0).to_vec();
            let mark = Mark { outline: outline.clone(), anchor: (200.0, 150.0), size_px: 16.0 };
            for spot in mark.spots().take_while(|spot| spot.ring == 0) {
                let label = mark.at(spot, (90.0, 18.0));
                let gap = length(shortest_line(&label, &outline).unwrap());
                assert!((4.7..60.0).contains(&gap), "{spot:?} {gap}");
            }
        }
    }
}
