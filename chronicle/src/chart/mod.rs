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

/// A drawing of the table, in the order in which it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The table, inches east and north.
    pub table_in: (f64, f64),
    /// What it is of, for who can't see it.
    pub title: String,
    /// What is drawn.
    pub marks: Vec<Mark>,
}

/// What something is drawn as.
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

/// Something on a chart.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A filled outline.
    Area {
        /// Its corners.
        outline: Vec<TablePoint>,
        /// As what.
        ink: Ink,
    },
    /// A ship's hull.
    Hull {
        /// Its corners.
        outline: Vec<TablePoint>,
        /// Whose.
        ink: Ink,
        /// She is lost: drawn hollow.
        lost: bool,
    },
    /// A ship's way from one official place to the next; between them nothing is known.
    Way {
        /// The places.
        points: Vec<TablePoint>,
        /// Whose.
        ink: Ink,
        /// Of an earlier turn.
        old: bool,
    },
    /// A line of the graticule.
    Line {
        /// From.
        from: TablePoint,
        /// To.
        to: TablePoint,
    },
    /// A name.
    Name {
        /// Its middle.
        at: TablePoint,
        /// The name.
        text: String,
        /// As what.
        ink: Ink,
    },
}

/// The height of names, in parts of the table's longer side.
const NAME_HEIGHT: f64 = 0.0155;

/// The height of names on a table, inches.
fn name_height_in((east, north): (f64, f64)) -> f64 {
    east.max(north) * NAME_HEIGHT
}
