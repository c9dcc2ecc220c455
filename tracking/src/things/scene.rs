//! The things on a table, and the background with them.

use crate::background::frame_signal::{FrameSignal, compare};
use crate::background::table_background::TableBackground;
use crate::things::thing::{Cell, Thing, grown};
use opencv::core::Mat;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The things on a table.
///
/// A table has two background models: `bare`, the table itself, and `scene`, the table with the things that lie on
/// it. Pictures are compared with the scene. A cell that differs from it but looks like the bare table shows that the
/// thing there has gone, so nothing of it is left behind as a ghost (Porikli, Ivanov and Haga, 2008).
#[derive(Debug, Clone, PartialEq)]
pub struct Things {
    lying: Arc<Vec<Thing>>,
    bare: Arc<TableBackground>,
    scene: Arc<TableBackground>,
    /// The number of things learnt so far.
    count: u32,
}

impl Things {
    /// A table without things.
    pub fn none(bare: &Arc<TableBackground>) -> Self {
        Self { lying: Arc::default(), bare: Arc::clone(bare), scene: Arc::clone(bare), count: 0 }
    }

    /// The same things on a table whose background has become better known.
    #[must_use]
    pub fn on(self, bare: &Arc<TableBackground>) -> Self {
        if Arc::ptr_eq(&self.bare, bare) {
            return self;
        }
        let lying = Arc::unwrap_or_clone(self.lying);
        Self::laid(lying, Arc::clone(bare), self.count)
    }

    fn laid(lying: Vec<Thing>, bare: Arc<TableBackground>, count: u32) -> Self {
        let mut scene = Arc::clone(&bare);
        if lying.iter().any(|thing| thing.shown) {
            let scene = Arc::make_mut(&mut scene);
            let mut covered = vec![false; scene.coarse.width * scene.coarse.height];
            for thing in lying.iter().filter(|thing| thing.shown) {
                scene.see(&thing.colours);
                for &(x, y) in &thing.cells {
                    covered[y as usize * scene.coarse.width + x as usize] = true;
                }
            }
            scene.things = Some(covered);
        }
        Self { lying: Arc::new(lying), bare, scene, count }
    }

    /// The background with the things on it.
    pub fn scene(&self) -> &TableBackground {
        &self.scene
    }

    /// The things, as last seen.
    pub fn lying(&self) -> &[Thing] {
        &self.lying
    }

    /// The things that still lie there in a picture. Things that something was before are looked for again.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn seen_in(&self, picture: &Mat) -> opencv::Result<Self> {
        if self.lying.is_empty() {
            return Ok(self.clone());
        }
        let all = if self.lying.iter().all(|thing| thing.shown) {
            self.clone()
        } else {
            Self::laid(self.lying.iter().map(Thing::in_sight).collect(), Arc::clone(&self.bare), self.count)
        };
        let with_things = compare(all.scene(), picture)?;
        if !all.lying.iter().any(|thing| thing.is_disturbed(&with_things)) {
            return Ok(all.clone());
        }
        let bare = compare(&all.bare, picture)?;
        let left = |thing: &Thing| thing.after(&thing.seen(&with_things, &bare), all.bare.factor);
        let left: Vec<Thing> = all.lying.iter().filter_map(left).collect();
        if left == *all.lying {
            return Ok(all.clone());
        }
        Ok(Self::laid(left, Arc::clone(&all.bare), all.count))
    }

    /// The cells of the things that can be seen.
    pub fn shown_cells(&self) -> impl Iterator<Item = Cell> {
        self.lying.iter().filter(|thing| thing.shown).flat_map(|thing| thing.cells.iter().copied())
    }

    /// Adds parts to the things that they touch, as `signal`'s picture shows them. `not_its`: cells that show ships.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn with_parts(
        &self,
        parts: Vec<Vec<Cell>>,
        signal: &FrameSignal<'_>,
        not_its: &BTreeSet<Cell>,
    ) -> opencv::Result<Self> {
        let mut lying = Vec::clone(&self.lying);
        for part in parts {
            let near = grown(&part);
            let touched = |thing: &&mut Thing| thing.cells.iter().any(|cell| near.contains(cell));
            if let Some(thing) = lying.iter_mut().find(touched) {
                thing.add(part, signal, not_its)?;
            }
        }
        Ok(Self::laid(lying, Arc::clone(&self.bare), self.count))
    }

    /// The things without the cells that show something else, a ship; `None` if they show none of it.
    pub fn without(&self, cells: &BTreeSet<Cell>) -> Option<Self> {
        if self.lying.iter().all(|thing| thing.cells.iter().all(|cell| !cells.contains(cell))) {
            return None;
        }
        let left = |thing: &Thing| thing.without(cells, self.bare.factor);
        let left = self.lying.iter().filter_map(left).collect();
        Some(Self::laid(left, Arc::clone(&self.bare), self.count))
    }

    /// Adds a thing for each region of `regions`, as `signal`'s picture shows it. `not_its`: cells that show ships.
    /// What lay there before is no longer seen, so it is forgotten.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn with(
        &self,
        regions: Vec<Vec<Cell>>,
        signal: &FrameSignal<'_>,
        not_its: &BTreeSet<Cell>,
    ) -> opencv::Result<Self> {
        let mut count = self.count;
        let covered: BTreeSet<Cell> = regions.iter().flatten().copied().collect();
        let kept = |thing: &Thing| thing.without(&covered, self.bare.factor);
        let mut lying: Vec<Thing> = self.lying.iter().filter_map(kept).collect();
        for cells in regions {
            count += 1;
            lying.push(Thing::learnt(count, cells, signal, not_its)?);
        }
        Ok(Self::laid(lying, Arc::clone(&self.bare), count))
    }
}
