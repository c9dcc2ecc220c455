//! Readings against the truth, counted as `score_dice.py` beside the photographs does, but for one thing: of touching dice a
//! reading belongs to the nearest one. The script takes the first one listed in a box that also holds the neighbour's middle, so
//! that even faultless readings of the last 65 photographs are "wrong" there for 6 to 25 of 366 dice, as they are ordered.

use dice::DieReading;
use std::fmt::{Display, Formatter, Result};

/// A true die.
#[derive(Debug, Clone, Copy)]
pub struct TrueDie {
    pub value: u8,
    /// Its upper face lies within these sides: left, top, right, bottom, pixels.
    pub sides: [f64; 4],
    /// Would a player read it?
    pub readable: bool,
}

/// Counts over some pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub pictures: usize,
    /// Dice that a player would read.
    pub dice: usize,
    pub right: usize,
    pub right_and_sure: usize,
    /// A wrong value given as sure, or one where no die is.
    pub wrong_and_sure: usize,
    pub asked: usize,
    pub missed: usize,
    /// Dice that a player wouldn't read, given as sure.
    pub guessed: usize,
    /// Pictures with all values right and sure, and nothing more.
    pub all_right_and_sure: usize,
    /// The same, sure or not.
    pub all_right: usize,
}

impl Score {
    /// Adds one picture; returns what was wrong in it.
    pub fn add(&mut self, truth: &[TrueDie], readings: &[DieReading]) -> Vec<String> {
        let mut left: Vec<&DieReading> = readings.iter().collect();
        let (mut good, mut sure, mut wrong) = (true, true, Vec::new());
        self.pictures += 1;
        for die in truth {
            let at = left.iter().position(|reading| die.is_read_by(reading, truth));
            let reading = at.map(|at| left.remove(at));
            if !die.readable {
                self.guessed += usize::from(reading.is_some_and(|reading| reading.sure));
                continue;
            }
            self.dice += 1;
            let Some(reading) = reading else {
                self.missed += 1;
                (good, sure) = (false, false);
                wrong.push(format!("missed {die:?}"));
                continue;
            };
            let same = reading.value == die.value;
            self.right += usize::from(same);
            self.right_and_sure += usize::from(same && reading.sure);
            self.wrong_and_sure += usize::from(!same && reading.sure);
            self.asked += usize::from(!reading.sure);
            good &= same;
            sure &= same && reading.sure;
            if !same || !reading.sure {
                wrong.push(format!("{die:?} read as {reading:?}"));
            }
        }
        self.wrong_and_sure += left.iter().filter(|reading| reading.sure).count();
        wrong.extend(left.iter().map(|reading| format!("nothing read as {reading:?}")));
        self.all_right += usize::from(good && left.is_empty());
        self.all_right_and_sure += usize::from(sure && left.is_empty());
        wrong
    }

    /// A share of the dice, per cent.
    pub fn percent(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.dice.max(1) as f64
    }
}

impl TrueDie {
    /// Is a reading within its sides, grown by a quarter, and nearer to it than to any other die?
    fn is_read_by(&self, reading: &DieReading, dice: &[TrueDie]) -> bool {
        let [x0, y0, x1, y1] = self.sides;
        let grown = 0.25 * (x1 - x0).max(y1 - y0);
        let (x, y) = (reading.x, reading.y);
        (x0 - grown..=x1 + grown).contains(&x)
            && (y0 - grown..=y1 + grown).contains(&y)
            && dice.iter().all(|other| self.distance(x, y) <= other.distance(x, y))
    }

    /// How far a place is from its middle, pixels.
    pub fn distance(&self, x: f64, y: f64) -> f64 {
        let [x0, y0, x1, y1] = self.sides;
        (x - 0.5 * (x0 + x1)).hypot(y - 0.5 * (y0 + y1))
    }
}

impl Display for Score {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        write!(
            to,
            "{} pictures, {} dice: right {} ({:.2} %), wrong though sure {} ({:.2} %), asked {} ({:.2} %), missed {}; \
             not readable but sure {}; throws all right and sure {}, all right {}",
            self.pictures,
            self.dice,
            self.right,
            self.percent(self.right),
            self.wrong_and_sure,
            self.percent(self.wrong_and_sure),
            self.asked,
            self.percent(self.asked),
            self.missed,
            self.guessed,
            self.all_right_and_sure,
            self.all_right
        )
    }
}
