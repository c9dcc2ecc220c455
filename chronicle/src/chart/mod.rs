//! A chart of the table as drawing marks, independent of the output. The report draws it as SVG, the
//! animation as pixels.

mod labels;
mod pixels;
mod plot;
mod svg;

pub(crate) use pixels::{Painter, Raster};
pub(crate) use plot::{Plot, sides};
pub(crate) use svg::svg;

/// A point of the table, inches east and north of its south-west corner.
pub type TablePoint = (f64, f64);

/// A drawing of the table; marks are drawn in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// A description for readers who can't see it.
    pub title: String,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// The kind of a mark, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// The graticule, every six inches.
    Graticule,
    /// Banks and islands.
    Land,
    /// Shoals.
    Shoal,
    /// Forts.
    Fort,
    /// Wrecks, piles, chains.
    Obstacle,
    /// The ships of a side, sides counted in the order of their keys.
    Side(usize),
    /// Lost ships.
    Wreck,
    /// Names of places.
    Words,
}

/// A mark on a chart.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A filled outline.
    Area {
        /// The corners.
        outline: Vec<TablePoint>,
        /// The kind of ink.
        ink: Ink,
    },
    /// A ship's hull.
    Hull {
        /// The corners.
        outline: Vec<TablePoint>,
        /// The ink of the ship's side.
        ink: Ink,
        /// True for a lost ship, drawn hollow.
        lost: bool,
    },
    /// A ship's way from one official place to the next; the path between them is unknown.
    Way {
        /// The places.
        points: Vec<TablePoint>,
        /// The ink of the ship's side.
        ink: Ink,
        /// True for a way of an earlier turn.
        old: bool,
    },
    /// A line of the graticule.
    Line {
        /// The start.
        from: TablePoint,
        /// The end.
        to: TablePoint,
    },
    /// A name.
    Name {
        /// The centre of the text.
        at: TablePoint,
        /// The name.
        text: String,
        /// The kind of ink.
        ink: Ink,
    },
}

/// The height of names, as a share of the table's longer side.
const NAME_HEIGHT: f64 = 0.0155;

/// The height of names on a table, inches.
fn name_height_in((east, north): (f64, f64)) -> f64 {
    east.max(north) * NAME_HEIGHT
}
