//! The illumination of the open sea: how its brightness varies over the picture.
//!
//! A smooth surface is fitted with robust weights, so that glare, prints and cards do not count. A ship then has the
//! same signal in glare, on a card and on the open sea.

use crate::imaging::contours::{convex_hull_def, point_polygon_test};
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::{Basis, basis, fit, median, medians};
use crate::imaging::small_frame::SmallFrame;
use opencv::core::{Point2f, Vector};

/// The smooth part of the empty table's brightness, and the colour of the open sea.
#[derive(Debug, Clone)]
pub struct Illumination {
    log_brightness: Basis,
    /// Unit vector of the open sea's colour in linear light (blue, green, red).
    pub colour: [f32; 3],
}

/// Blocks across and down.
const BLOCKS: (usize, usize) = (24, 14);
/// Places measured in a block, across and down.
const PROBES: usize = 6;
/// Lower bound that keeps logarithms finite.
const BLACK: f32 = 0.004;
/// Lower bound of the cosine between a pixel's colour and the sea's colour; other pixels are not sea, or are
/// glare.
const OF_SEA: f32 = 0.99;
/// The least number of sea pixels in a block that is used.
const LEAST_SEA: usize = PROBES * PROBES / 3;
/// The least number of blocks to which the surface can be fitted.
const LEAST_BLOCKS: usize = 48;

/// The part of the picture that is measured: the convex hull of some corners (0 to 1 across and down). Without
/// corners, the whole picture.
#[derive(Debug, Clone, Default)]
pub struct IlluminationArea(Vector<Point2f>);

impl IlluminationArea {
    /// The convex hull of these corners.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn around(places: impl Iterator<Item = (f64, f64)>) -> opencv::Result<Self> {
        let places: Vector<Point2f> = places.map(|(x, y)| Point2f::new(x as f32, y as f32)).collect();
        let mut hull = Vector::new();
        if places.len() > 2 {
            convex_hull_def(&places, &mut hull)?;
        }
        Ok(Self(hull))
    }

    fn has(&self, x: f64, y: f64) -> opencv::Result<bool> {
        let place = Point2f::new(x as f32, y as f32);
        Ok(self.0.is_empty() || point_polygon_test(&self.0, place, false)? >= 0.0)
    }
}

impl Illumination {
    /// Fits the surface to a picture of the empty table. Most of the area `within` must be sea; if it is too
    /// small to fit a surface, the whole picture is used.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn of(empty: &SmallFrame, within: &IlluminationArea) -> opencv::Result<Self> {
        let mut blocks = blocks_of(empty, within)?;
        if blocks.len() < LEAST_BLOCKS {
            blocks = blocks_of(empty, &IlluminationArea::default())?;
        }
        let mut colours: [Vec<f32>; 3] = Default::default();
        for (colour, _) in blocks.iter().flat_map(|block| &block.probes) {
            for (list, channel) in colours.iter_mut().zip(colour) {
                list.push(*channel);
            }
        }
        let colour = medians(&mut colours);
        let length = colour.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
        let colour = colour.map(|c| c / length);
        let lights = |of_sea: f32| -> Vec<(Basis, f64)> {
            blocks.iter().filter_map(|block| Some((block.place, block.light(colour, of_sea)?))).collect()
        };
        let mut of_sea = lights(OF_SEA);
        if of_sea.len() < LEAST_BLOCKS {
            of_sea = lights(f32::NEG_INFINITY);
        }
        Ok(Self { log_brightness: fit(&of_sea), colour })
    }

    /// The open sea's brightness (length of its linear colour) at a place, 0 to 1 across and down.
    #[inline]
    pub fn at(&self, x: f64, y: f64) -> f32 {
        self.log_brightness.dot(&basis(x, y)).exp() as f32
    }
}

/// A block of the picture.
struct Block {
    place: Basis,
    /// Colour (a unit vector) and brightness at places in it.
    probes: Vec<([f32; 3], f32)>,
}

/// The blocks whose middles lie `within`.
fn blocks_of(empty: &SmallFrame, within: &IlluminationArea) -> opencv::Result<Vec<Block>> {
    let mut blocks = Vec::with_capacity(BLOCKS.0 * BLOCKS.1);
    for by in 0..BLOCKS.1 {
        for bx in 0..BLOCKS.0 {
            let (x, y) = ((bx as f64 + 0.5) / BLOCKS.0 as f64, (by as f64 + 0.5) / BLOCKS.1 as f64);
            if within.has(x, y)? {
                blocks.push(Block { place: basis(x, y), probes: probes(empty, bx, by) });
            }
        }
    }
    Ok(blocks)
}

fn probes(empty: &SmallFrame, bx: usize, by: usize) -> Vec<([f32; 3], f32)> {
    let probe = |probe: usize| {
        let x = (empty.width * (bx * PROBES + probe % PROBES)) / (BLOCKS.0 * PROBES);
        let y = (empty.height * (by * PROBES + probe / PROBES)) / (BLOCKS.1 * PROBES);
        let linear = empty.bgr[y * empty.width + x].map(|value| LINEAR[usize::from(value)]);
        let length = linear.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
        (linear.map(|c| c / length), length)
    };
    (0..PROBES * PROBES).map(probe).collect()
}

impl Block {
    /// The logarithm of the block's brightness, from the pixels whose colour is close enough to the sea's.
    fn light(&self, sea: [f32; 3], of_sea: f32) -> Option<f64> {
        let cosine = |colour: &[f32; 3]| colour.iter().zip(sea).map(|(a, b)| a * b).sum::<f32>();
        let mut lengths: Vec<f32> =
            self.probes.iter().filter(|(c, _)| cosine(c) > of_sea).map(|(_, length)| *length).collect();
        (lengths.len() >= LEAST_SEA).then(|| f64::from(median(&mut lengths)).ln())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (usize, usize) = (192, 112);
    const SEA: [f64; 3] = [0.20, 0.10, 0.06];

    /// A sea between 0.2 and 0.8 of the picture. Its west edge is 0.7 times as bright as its east edge. A
    /// green bank lies at its north, glare at its south-east, and bright boards around it.
    fn table() -> SmallFrame {
        let code =
            |linear: f64| (0..=255).find(|code| f64::from(LINEAR[*code]) >= linear).unwrap_or(255) as u8;
        let bgr = (0..SIZE.0 * SIZE.1).map(|at| {
            let (x, y) = place(at % SIZE.0, at / SIZE.0);
            let lit = light(x);
            let glare = 0.2 * (-((x - 0.7).powi(2) + (y - 0.7).powi(2)) / 0.01).exp();
            let sea = SEA.map(|c| c * lit + glare);
            match (0.2..0.8).contains(&x) && (0.2..0.8).contains(&y) {
                true if y < 0.35 => [0.05, 0.3, 0.1].map(|c| code(c * lit)),
                true => sea.map(code),
                false => [0.6, 0.7, 0.8].map(code),
            }
        });
        SmallFrame { width: SIZE.0, height: SIZE.1, bgr: bgr.collect() }
    }

    fn place(column: usize, row: usize) -> (f64, f64) {
        ((column as f64 + 0.5) / SIZE.0 as f64, (row as f64 + 0.5) / SIZE.1 as f64)
    }

    fn light(x: f64) -> f64 {
        1.0 + (x - 0.8) / 2.0
    }

    #[test]
    fn light_is_the_seas_whatever_lies_around_it_and_on_it() {
        let corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)];
        let within = IlluminationArea::around(corners.into_iter()).unwrap();
        let off = |illumination: &Illumination, x: f64, y: f64| {
            let brightness = SEA.iter().map(|c| c * c).sum::<f64>().sqrt() * light(x);
            (f64::from(illumination.at(x, y)) / brightness).ln().abs()
        };
        let known = Illumination::of(&table(), &within).unwrap();
        for (x, y) in [(0.25, 0.5), (0.5, 0.5), (0.75, 0.5), (0.4, 0.75), (0.7, 0.7)] {
            assert!(off(&known, x, y) < 0.05, "{} at {x} {y}", off(&known, x, y));
        }
        // The boards are more than half of the picture.
        let whole = Illumination::of(&table(), &IlluminationArea::default()).unwrap();
        assert!(off(&whole, 0.5, 0.5) > 0.5, "{}", off(&whole, 0.5, 0.5));
    }

    #[test]
    fn cards_that_lie_close_together_leave_the_whole_picture() {
        let corners = [(0.4, 0.4), (0.45, 0.4), (0.45, 0.45)];
        let within = IlluminationArea::around(corners.into_iter()).unwrap();
        let [close, whole] =
            [within, IlluminationArea::default()].map(|within| Illumination::of(&table(), &within).unwrap());
        assert_eq!(close.colour, whole.colour);
    }
}
