//! Glare: added or removed light with soft edges, such as the reflection of a lamp that moved, or glare that
//! inpainting could not know.
//!
//! Glare adds light to the sea's own colour, so no gain explains it. It has no sharp edges, which
//! distinguishes it from all objects on the table, hands included.

use crate::background::frame_signal::FrameSignal;
use crate::background::model::BackgroundModel;
use crate::background::photometric::GlareField;
use crate::background::photometric::PhotometricModel;
use crate::background::signal::{SignalMap, length};
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::{median, median_colour, medians};
use crate::imaging::small_frame::SmallFrame;
use crate::segment::blobs::Blob;

/// Places measured in a grid cell, across and down.
const PROBES: usize = 9;
/// Smaller blobs are never glare, square inches: ships have edges, and a small blob consists mostly of edge.
const LEAST_AREA_IN2: f64 = 6.0;
/// Glare has at most this median signal along its edge; objects have more.
const SOFT: f32 = 0.3;

/// True if a blob has soft edges.
pub fn is_soft(blob: &Blob, map: &SignalMap) -> bool {
    if blob.area_in2 < LEAST_AREA_IN2 {
        return false;
    }
    let [left, top, right, bottom] = blob.bounds.map(|at| at as usize);
    let (wide, high) = (right - left + 3, bottom - top + 3);
    let mut inside = vec![false; wide * high];
    let place = |x: u32, y: u32| (y as usize - top + 1) * wide + x as usize - left + 1;
    for &(x, y) in &blob.cells {
        inside[place(x, y)] = true;
    }
    let mut rim: Vec<f32> = blob
        .cells
        .iter()
        .filter(|&&(x, y)| {
            let at = place(x, y);
            [at - 1, at + 1, at - wide, at + wide].iter().any(|&beside| !inside[beside])
        })
        .map(|&(x, y)| length(&map.cells[y as usize * map.width + x as usize]))
        .collect();
    median(&mut rim) < SOFT
}

impl GlareField {
    /// Estimates the glare field where blobs are soft, including the glare that was already subtracted from
    /// `signal`. `cells`: coarse cells per grid cell. Medians over grid cells larger than most ships, and
    /// over nine of them, exclude the ships.
    pub fn of(soft: &[&Blob], signal: &FrameSignal<'_>, cells: usize) -> Self {
        let (picture, reference, light) = (&signal.small, &signal.background.coarse, &signal.light);
        let (across, down) = (picture.width.div_ceil(cells), picture.height.div_ceil(cells));
        let mut touched = vec![false; across * down];
        for &(x, y) in soft.iter().flat_map(|blob| &blob.cells) {
            let (column, row) = (x as usize / cells, y as usize / cells);
            nine((across, down), (column, row)).for_each(|at| touched[at] = true);
        }
        // Glare that is already part of the light model.
        let known = |at: usize| {
            let share = |cell: usize, count: usize| (cell as f64 + 0.5) / count as f64;
            light.lamp(share(at % across, across), share(at / across, down)).glare
        };
        let found: Vec<[f32; 3]> = (0..across * down)
            .map(|at| added_in(picture, reference, light, (at % across * cells, at / across * cells), cells))
            .collect();
        let added = (0..across * down)
            .map(|at| {
                let more = if touched[at] { median_of_nine(&found, (across, down), at) } else { [0.0; 3] };
                let known = known(at);
                std::array::from_fn(|i| known[i] + more[i])
            })
            .collect();
        Self { across, down, added }
    }
}

/// The median difference from the background in one grid cell.
fn added_in(
    picture: &SmallFrame,
    reference: &BackgroundModel,
    light: &PhotometricModel,
    (left, top): (usize, usize),
    cells: usize,
) -> [f32; 3] {
    let (right, bottom) = ((left + cells).min(picture.width), (top + cells).min(picture.height));
    let mut seen: [Vec<f32>; 3] = Default::default();
    for probe in 0..PROBES * PROBES {
        let x = left + (right - left) * (probe % PROBES) / PROBES;
        let y = top + (bottom - top) * (probe / PROBES) / PROBES;
        let lamp = light.lamp(x as f64 / picture.width as f64, y as f64 / picture.height as f64);
        let bare = reference.at(x, y);
        for (channel, list) in seen.iter_mut().enumerate() {
            let is = LINEAR[usize::from(picture.bgr[y * picture.width + x][channel])] * lamp.gain[channel];
            list.push(is - lamp.glare[channel] - bare.direction[channel] * bare.level / bare.scale);
        }
    }
    medians(&mut seen)
}

/// The median of a grid cell and its neighbours.
fn median_of_nine(found: &[[f32; 3]], (across, down): (usize, usize), at: usize) -> [f32; 3] {
    median_colour(nine((across, down), (at % across, at / across)).map(|near| found[near]))
}

/// The indices of a grid cell and its neighbours.
fn nine((across, down): (usize, usize), (column, row): (usize, usize)) -> impl Iterator<Item = usize> {
    let rows = row.saturating_sub(1)..(row + 2).min(down);
    rows.flat_map(move |row| {
        (column.saturating_sub(1)..(column + 2).min(across)).map(move |column| row * across + column)
    })
}
