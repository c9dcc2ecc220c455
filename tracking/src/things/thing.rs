//! A thing that lies on the table: a cup, a page of the rule book, a tape measure.

use crate::background::frame_signal::FrameSignal;
use crate::background::seen_colours::SeenColours;
use crate::imaging::contours::convex_hull_def;
use geometry::Point;
use opencv::core::{Point as Corner, Vector};
use std::collections::BTreeSet;

/// A column and row of the coarse map.
pub type Cell = (u32, u32);

/// A thing is learnt with this many cells around it: blur mixes its colours with the table's there.
pub const AROUND_CELLS: u32 = 2;
/// A thing of which less than this share is left is forgotten; what is left is another thing.
const LEAST_LEFT: f64 = 0.25;

/// A thing that lies on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// Its number on this table, from 1.
    pub number: u32,
    /// The coarse cells that it covers in the picture.
    pub cells: Vec<Cell>,
    /// What those cells and the ones around them look like.
    pub colours: SeenColours,
    /// The number of cells when it was learnt.
    learnt_cells: usize,
    /// True if the last measured picture shows it; false while something is before it.
    pub shown: bool,
}

/// How a picture shows the cells of a thing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ThingSeen {
    /// The number of cells that look like the thing.
    alike: usize,
    /// The cells that show the table below it.
    bare: BTreeSet<Cell>,
    /// The number of cells that show something else.
    other: usize,
}

impl Thing {
    /// A thing that covers `cells`, as `signal`'s picture shows it. `not_its`: cells that show ships.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn learnt(
        number: u32,
        cells: Vec<Cell>,
        signal: &FrameSignal<'_>,
        not_its: &BTreeSet<Cell>,
    ) -> opencv::Result<Self> {
        let mut thing =
            Self { number, cells: Vec::new(), colours: SeenColours::default(), learnt_cells: 0, shown: true };
        thing.add(cells, signal, not_its)?;
        Ok(thing)
    }

    /// Adds cells to it, as `signal`'s picture shows them. `not_its`: cells that show ships.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn add(
        &mut self,
        cells: Vec<Cell>,
        signal: &FrameSignal<'_>,
        not_its: &BTreeSet<Cell>,
    ) -> opencv::Result<()> {
        let (width, height) = (signal.coarse.width as u32, signal.coarse.height as u32);
        let around = grown(&cells)
            .into_iter()
            .filter(|cell| cell.0 < width && cell.1 < height && !not_its.contains(cell));
        let SeenColours { coarse, fine } = signal.colours(around.map(|(x, y)| (x as usize, y as usize)))?;
        self.colours.coarse.extend(coarse);
        self.colours.fine.extend(fine);
        self.cells.extend(cells);
        self.learnt_cells = self.cells.len();
        Ok(())
    }

    /// How a picture shows its cells. `with_thing`: compared with the table and the thing; `bare`: compared with the
    /// table alone.
    pub fn seen(&self, with_thing: &FrameSignal<'_>, bare: &FrameSignal<'_>) -> ThingSeen {
        let mut seen = ThingSeen::default();
        for &cell in &self.cells {
            if with_thing.shows_background(cell) {
                seen.alike += 1;
            } else if bare.shows_background(cell) {
                seen.bare.insert(cell);
            } else {
                seen.other += 1;
            }
        }
        seen
    }

    /// The same thing with nothing before it.
    #[must_use]
    pub fn in_sight(&self) -> Self {
        Self { shown: true, ..self.clone() }
    }

    /// True if any of its cells looks otherwise in a picture that was compared with the table and the thing.
    pub fn is_disturbed(&self, with_thing: &FrameSignal<'_>) -> bool {
        self.cells.iter().any(|&cell| !with_thing.shows_background(cell))
    }

    /// What is left of it; `None` if it was taken away. `factor`: pixels per coarse cell, along each side.
    pub fn after(&self, seen: &ThingSeen, factor: usize) -> Option<Self> {
        if seen.bare.len() > seen.alike {
            return None;
        }
        let left = self.without(&seen.bare, factor)?;
        Some(Self { shown: seen.alike > seen.other, ..left })
    }

    /// The thing without some of its cells; `None` if too little is left.
    pub fn without(&self, cells: &BTreeSet<Cell>, factor: usize) -> Option<Self> {
        if !self.cells.iter().any(|cell| cells.contains(cell)) {
            return Some(self.clone());
        }
        let mut left = self.clone();
        left.cells.retain(|cell| !cells.contains(cell));
        if (left.cells.len() as f64) < LEAST_LEFT * self.learnt_cells as f64 {
            return None;
        }
        let near = grown(&left.cells);
        left.colours.retain(factor, |x, y| near.contains(&(x as u32, y as u32)));
        Some(left)
    }

    /// Its outline as the camera sees it, on the table's plane. `point`: the point of the table that a cell shows.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn outline(&self, point: impl Fn(Cell) -> Option<Point>) -> opencv::Result<Vec<Point>> {
        let corners: Vector<Corner> =
            self.cells.iter().map(|&(x, y)| Corner::new(x as i32, y as i32)).collect();
        let mut around = Vector::<Corner>::new();
        convex_hull_def(&corners, &mut around)?;
        Ok(around.iter().filter_map(|corner| point((corner.x as u32, corner.y as u32))).collect())
    }
}

/// The cells with all cells around them.
pub fn grown(cells: &[Cell]) -> BTreeSet<Cell> {
    let span = |at: u32| at.saturating_sub(AROUND_CELLS)..=at + AROUND_CELLS;
    cells.iter().flat_map(|&(x, y)| span(y).flat_map(move |y| span(x).map(move |x| (x, y)))).collect()
}
