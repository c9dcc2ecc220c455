//! The part of the estimated background that is now visible.

use crate::background::inpainting::mask_ship;
use crate::background::table_background::RevealedBackground;
use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::segment::blobs::ForegroundMask;
use crate::segment::foreground::Foreground;
use opencv::prelude::*;

/// Background is learnt only at this distance from any foreground, cells.
const CLEAR_CELLS: i32 = 4;
/// Least width of a model, inches.
const PRINT_IN: f64 = 0.3;

/// The estimated background that is visible now: no foreground within [`CLEAR_CELLS`], and no ship of `ships`
/// can hide it. Unknown objects hide the table too. `None` if there is nothing new. `unexplained`: the
/// foreground without the ships.
///
/// # Errors
/// When OpenCV fails.
pub fn revealed(
    unexplained: &Foreground<'_>,
    ships: &[(&ShipAnnotation, HullPose)],
) -> opencv::Result<Option<RevealedBackground>> {
    let signal = &unexplained.signal;
    let (background, coarse) = (signal.background, &signal.coarse);
    let Some(estimated) = &background.estimated else { return Ok(None) };
    // A thin object where the table was estimated is print that the estimate could not know.
    let is_estimated = |&(x, y): &(u32, u32)| estimated[y as usize * coarse.width + x as usize];
    let print = unexplained
        .blobs
        .iter()
        .filter(|blob| blob.width_in < PRINT_IN && blob.cells.iter().all(is_estimated));
    let print: Vec<(u32, u32)> = print.flat_map(|blob| blob.cells.iter().copied()).collect();
    let mut hidden = ForegroundMask::of(coarse)?.without(&print)?.grown(CLEAR_CELLS)?;
    for (annotation, pose) in ships {
        mask_ship(&mut hidden, annotation, *pose, &background.camera, 1.0 / background.factor as f64)?;
    }
    let mut left = estimated.clone();
    let mut cells = Vec::new();
    for (y, row) in left.chunks_mut(coarse.width).enumerate() {
        let hidden = hidden.at_row::<u8>(y as i32)?;
        let below_thing =
            |x: usize| background.things.as_ref().is_some_and(|things| things[y * coarse.width + x]);
        let open = |x: usize| hidden[x] == 0 && !below_thing(x);
        for (x, estimated) in row.iter_mut().enumerate().filter(|(x, _)| open(*x)) {
            if std::mem::take(estimated) {
                cells.push((x, y));
            }
        }
    }
    if cells.is_empty() {
        return Ok(None);
    }
    let estimated = left.contains(&true).then_some(left);
    let colours = signal.colours(cells.into_iter())?;
    Ok(Some(RevealedBackground { colours, estimated }))
}
