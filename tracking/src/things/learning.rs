//! Which parts of the foreground have become things.

use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
use crate::things::scene::Things;
use crate::things::thing::{Cell, grown};
use std::collections::BTreeSet;

/// Nothing smaller is a thing, square inches: half a die.
const SMALLEST_IN2: f64 = 0.12;

/// What the foreground of a picture may be besides ships.
#[derive(Debug, Default)]
pub struct ThingCandidates {
    /// The cells of the regions that have become things.
    pub settled: Vec<Vec<Cell>>,
    /// True if other regions may become things when they have rested longer.
    pub unsettled: bool,
}

impl ThingCandidates {
    /// Finds the regions that have become things. `unexplained`: the foreground without the ships, which cover
    /// `of_ships`. `is_large`: a blob is too large for a ship. `may_be_ship`: a blob may be a ship all the same.
    pub fn find(
        unexplained: &Foreground<'_>,
        of_ships: &BTreeSet<Cell>,
        is_large: impl Fn(&Blob) -> bool,
        may_be_ship: impl Fn(&Blob) -> bool,
    ) -> Self {
        let mut candidates = Self::default();
        // What touches a ship may belong to it: a mast, a shadow, its flag.
        let apart = |blob: &Blob| grown(&blob.cells).is_disjoint(of_ships);
        for blob in unexplained.blobs.iter().filter(|blob| !unexplained.covers_most(blob)) {
            let small = !is_large(blob) && (blob.area_in2 < SMALLEST_IN2 || !apart(blob));
            if small || may_be_ship(blob) {
                continue;
            }
            if unexplained.lies(blob) {
                let own = blob.cells.iter().copied().filter(|cell| !of_ships.contains(cell));
                candidates.settled.extend(Some(own.collect::<Vec<_>>()).filter(|own| !own.is_empty()));
            } else {
                candidates.unsettled = true;
            }
        }
        candidates
    }
}

/// The parts of the foreground beside ships that belong to things they stand against. `of_hulls`: the cells of the
/// hulls themselves; `of_ships`: those of the ships with all that stands out from them.
///
/// # Errors
/// When OpenCV fails.
pub fn parts_of_things(
    foreground: &Foreground<'_>,
    of_hulls: &[Cell],
    of_ships: &BTreeSet<Cell>,
    things: &Things,
) -> opencv::Result<Vec<Vec<Cell>>> {
    let of_things: BTreeSet<Cell> = things.shown_cells().collect();
    if of_things.is_empty() {
        return Ok(Vec::new());
    }
    let beside = foreground.blobs_without(of_hulls)?;
    let part = |blob: &&Blob| {
        blob.cells.iter().any(|cell| of_ships.contains(cell))
            && !grown(&blob.cells).is_disjoint(&of_things)
            && foreground.lies(blob)
    };
    Ok(beside.iter().filter(part).map(|blob| blob.cells.clone()).collect())
}
