//! The reading of one still picture.

use crate::identity::question::Question;
use crate::learn::correction::LearntCorrection;
use geometry::{Observation, Point};
use serde::{Deserialize, Serialize};

/// Presence of a ship in a still picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It stands at the observed pose.
    Seen,
    /// A hand is over the table and may hold or cover it, or something else lies on its place.
    Hidden,
    /// Its last place is empty table, no hand is near, and it stands nowhere else.
    Missing,
}

/// An object on the table that is not a learnt ship: dice, smoke, a cup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stranger {
    /// Its middle.
    pub middle: Point,
    /// Its size along its longer axis, inches.
    pub length_in: f64,
}

/// A thing that lies on the table, learnt because it rested: a cup, a page.
#[derive(Debug, Clone, PartialEq)]
pub struct ThingSeen {
    /// Its number on this table, from 1.
    pub number: u32,
    /// Its outline as the camera sees it, on the table's plane.
    pub outline: Vec<Point>,
}

/// The reading of one still picture.
#[derive(Debug, Clone, PartialEq)]
pub struct TableReading {
    /// The observation of every learnt ship, in the order of the muster list.
    pub observations: Vec<Observation>,
    /// The presence of each ship, in the same order.
    pub presence: Vec<Presence>,
    /// False while something (an arm) is over part of the table.
    pub still: bool,
    /// True while something covers too much of the table to be a thing that lies on it.
    pub mostly_covered: bool,
    /// True while something may become a thing that lies on the table when it has rested longer.
    pub unsettled: bool,
    /// Things that lie on the table.
    pub things: Vec<ThingSeen>,
    /// Other objects on the table.
    pub strangers: Vec<Stranger>,
    /// Corrections by hand learnt with this picture ([`crate::Fleet::learn`]).
    pub lessons: Vec<LearntCorrection>,
    /// Questions that only a player can answer.
    pub questions: Vec<Question>,
}
