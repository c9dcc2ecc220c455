//! Which parts of the foreground have become things.

use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
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
                candidates.settled.push(blob.cells.clone());
            } else {
                candidates.unsettled = true;
            }
        }
        candidates
    }
}
