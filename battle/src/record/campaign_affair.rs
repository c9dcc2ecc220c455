//! Affairs that an umpire notes of a battle for its campaign: its date, how it ended, and what happened to its ships
//! before the next battle. They are events of the battle; `chronicle` computes careers and standings from them.

use geometry::ShipId;
use rulesets::core::SideId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An affair of the campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "affair", rename_all = "snake_case")]
pub enum Affair {
    /// The battle's day in the campaign's calendar.
    Dated {
        /// "1862-03-09".
        date: String,
    },
    /// The battle is over. From now on everybody may read all of it.
    Ended {
        /// The side that won; absent in a draw.
        #[ts(type = "string | null")]
        winner: Option<SideId>,
        /// How it ended, in the umpire's words.
        why: String,
    },
    /// A ship was repaired or refitted, as the umpire rules.
    Refitted {
        /// Which ship.
        #[ts(type = "string")]
        ship: ShipId,
        /// What was repaired; empty for everything.
        #[serde(default)]
        rows: Vec<RowMended>,
        /// The day it was done, in the campaign's calendar.
        #[serde(default)]
        date: Option<String>,
        /// By which rule and where.
        why: String,
    },
    /// A ship got a captain or crew.
    Crewed {
        /// Which ship.
        #[ts(type = "string")]
        ship: ShipId,
        /// Its captain and crew, in the umpire's words.
        crew: String,
    },
    /// A ship was given an honour.
    Honoured {
        /// Which ship.
        #[ts(type = "string")]
        ship: ShipId,
        /// The honour.
        honour: String,
    },
}

/// Boxes of a row that were repaired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RowMended {
    /// The row's key on the card ("midships").
    pub row: String,
    /// The number of boxes.
    pub boxes: u32,
}

impl Affair {
    /// The ship that the affair concerns.
    pub fn ship(&self) -> Option<&ShipId> {
        match self {
            Self::Dated { .. } | Self::Ended { .. } => None,
            Self::Refitted { ship, .. } | Self::Crewed { ship, .. } | Self::Honoured { ship, .. } => {
                Some(ship)
            }
        }
    }

    /// Why it can't be stored, apart from what the battle checks; empty if it can.
    pub(crate) fn reasons(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        let date = match self {
            Self::Dated { date } => Some(date),
            Self::Refitted { date, .. } => date.as_ref(),
            Self::Ended { .. } | Self::Crewed { .. } | Self::Honoured { .. } => None,
        };
        if let Some(date) = date.filter(|date| !is_day(date)) {
            reasons.push(format!("“{date}” is no day: write it as 1862-03-09."));
        }
        let words = match self {
            Self::Ended { why, .. } | Self::Refitted { why, .. } => why,
            Self::Crewed { crew, .. } => crew,
            Self::Honoured { honour, .. } => honour,
            Self::Dated { date } => date,
        };
        if words.trim().is_empty() {
            reasons.push("a word of why, of whom or of what is missing.".to_owned());
        }
        reasons
    }

    /// The affair as a sentence; `name` gives a ship's name.
    pub(crate) fn sentence(&self, name: impl Fn(&ShipId) -> String) -> String {
        match self {
            Self::Dated { date } => format!("By the campaign's calendar this is {date}."),
            Self::Ended { winner: Some(side), why } => {
                format!("The battle is over; {} wins: {why}", side.title())
            }
            Self::Ended { winner: None, why } => format!("The battle is over, a draw: {why}"),
            Self::Refitted { ship, rows, date, why } => {
                let rows: Vec<String> = rows.iter().map(|row| format!("{} {}", row.boxes, row.row)).collect();
                let what = if rows.is_empty() { "all her damage".to_owned() } else { rows.join(", ") };
                let when = date.as_ref().map(|date| format!(" by {date}")).unwrap_or_default();
                format!("{} was repaired{when} ({what}): {why}", name(ship))
            }
            Self::Crewed { ship, crew } => format!("{} is manned by: {crew}", name(ship)),
            Self::Honoured { ship, honour } => format!("{} is honoured: {honour}", name(ship)),
        }
    }
}

/// Returns whether this is a valid date such as "1862-03-09".
fn is_day(date: &str) -> bool {
    let parts: Vec<&str> = date.split('-').collect();
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let [year, month, day] = parts.as_slice() else { return false };
    if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(year), number(month), number(day));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return false,
    };
    (1..=last).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days() {
        for day in ["1862-03-09", "1864-02-29", "2000-02-29"] {
            assert!(is_day(day), "{day}");
        }
        for day in
            ["1862-3-9", "1863-02-29", "1900-02-29", "1862-13-01", "1862-04-31", "1862-03-00", "9 March", ""]
        {
            assert!(!is_day(day), "{day}");
        }
    }
}
