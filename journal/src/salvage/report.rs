//! The report of a salvage: saved and lost data.

use crate::events::stored::StoredEvent;
use crate::format::wal::Log;
use crate::salvage::chosen::{ChosenRows, photo_of};
use crate::salvage::finds::Finds;
use std::fmt;

/// A battle as salvaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvagedBattle {
    /// Its number.
    pub number: i64,
    /// Its name.
    pub name: String,
    /// Events saved.
    pub events: usize,
    /// The turn from which it can continue.
    pub turn: u32,
    /// The number of its readable events after a gap.
    pub behind_a_hole: usize,
}

/// The state of the log beside the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFound {
    /// No log, or an empty one.
    Empty,
    /// Its committed steps were read.
    Read,
    /// Steps at its end were unreadable.
    Damaged,
    /// A log of another campaign; none of it was used.
    Foreign,
}

/// A readable event that belongs to no battle that can be continued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number.
    pub seq: i64,
    /// Its battle.
    pub battle: i64,
}

/// The saved and the lost data. Displayed with one sentence a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvageReport {
    /// The battles in the new campaign.
    pub battles: Vec<SalvagedBattle>,
    /// Numbers of unreadable events: first and last of each gap.
    pub lost: Vec<(i64, i64)>,
    /// Events that could be read, but could not be put into the new campaign.
    pub left_out: Vec<LeftOut>,
    /// Photographs saved.
    pub photos: usize,
    /// Lost photographs, with the first event they belong to.
    pub photos_lost: Vec<(i64, i64)>,
    /// The log beside the file.
    pub log: LogFound,
}

pub(super) fn of(finds: &Finds, kept: &ChosenRows<'_>, log: &Log) -> SalvageReport {
    let battles = kept.battles.values().map(|(row, _)| {
        let of_it = |event: &&&StoredEvent| event.battle == row.number;
        SalvagedBattle {
            number: row.number,
            name: row.name.clone(),
            events: kept.events.values().filter(of_it).count(),
            turn: kept.events.values().rfind(of_it).map_or(0, |event| event.turn),
            behind_a_hole: kept.left_out.iter().filter(of_it).count(),
        }
    });
    let mut photos: Vec<(i64, i64)> = Vec::new();
    let mut saved: Vec<i64> = Vec::new();
    for event in kept.events.values() {
        let Some(photo) = event.photo else { continue };
        let list_has = |list: &[i64]| list.last() == Some(&photo);
        if photo_of(finds, event).is_some() {
            if !list_has(&saved) {
                saved.push(photo);
            }
        } else if photos.last().is_none_or(|(last, _)| *last != photo) {
            photos.push((photo, event.seq));
        }
    }
    SalvageReport {
        battles: battles.collect(),
        lost: lost(finds),
        left_out: kept
            .left_out
            .iter()
            .map(|event| LeftOut { seq: event.seq, battle: event.battle })
            .collect(),
        photos: saved.len(),
        photos_lost: photos,
        log: if finds.foreign_log {
            LogFound::Foreign
        } else if log.is_damaged() {
            LogFound::Damaged
        } else if log.is_empty() {
            LogFound::Empty
        } else {
            LogFound::Read
        },
    }
}

/// The gaps in the numbers of found events.
fn lost(finds: &Finds) -> Vec<(i64, i64)> {
    let mut lost = Vec::new();
    let mut seq = 0;
    for &found in finds.events.keys().chain(std::iter::once(&(finds.last_seq + 1))) {
        if found > seq + 1 {
            lost.push((seq + 1, found - 1));
        }
        seq = seq.max(found);
    }
    lost
}

impl fmt::Display for SalvageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        for battle in &self.battles {
            let SalvagedBattle { number, name, events, turn, behind_a_hole } = battle;
            lines.push(match behind_a_hole {
                0 => format!("Battle {number} ({name}): {events} events saved, up to turn {turn}."),
                left => format!(
                    "Battle {number} ({name}): {events} events saved, it goes on from turn {turn}; {left} later events \
                     could be read but stand behind lost ones, and were left out."
                ),
            });
        }
        for (first, last) in &self.lost {
            lines.push(match first == last {
                true => format!("Event {first} is lost."),
                false => format!("Events {first} to {last} are lost."),
            });
        }
        let known: Vec<i64> = self.battles.iter().map(|battle| battle.number).collect();
        let homeless = self.left_out.iter().filter(|event| !known.contains(&event.battle)).count();
        if homeless > 0 {
            lines.push(format!(
                "{homeless} events could be read, but the beginning of their battle is lost: they were left out."
            ));
        }
        lines.push(format!("{} photographs saved.", self.photos));
        for (photo, seq) in &self.photos_lost {
            lines.push(format!("Photograph {photo} of event {seq} is lost."));
        }
        match self.log {
            LogFound::Empty | LogFound::Read => {}
            LogFound::Damaged => {
                lines.push("The log beside the file is damaged: steps at its end are lost.".to_owned());
            }
            LogFound::Foreign => lines
                .push("The log beside the file belongs to another campaign; none of it was used.".to_owned()),
        }
        f.write_str(&lines.join("\n"))
    }
}
