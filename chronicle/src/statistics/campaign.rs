//! Careers and standings of a campaign. They are folded from the summaries of its battles, one at a time (the
//! umpire's summaries, which hold everything).
//!
//! House readings: a loss is credited to the ship that scored the last hits in the very step of the loss, and
//! to no ship where there were none (a mine, a boarding). The book decides whether a fate is a loss. Boxes
//! lost stay lost until the umpire notes a refit; a battle that begins with another card than the last one
//! ended with is accepted.

use crate::statistics::luck::{DiceLuck, NamedPiles};
use battle::account::{BattleSummary, CardRow};
use battle::{Affair, Carried, RowMended, Unread};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use ts_rs::TS;

/// The standing of a campaign.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
pub struct CampaignStanding {
    /// Its calendar: the battles in order of their dates; those without a date come last.
    pub battles: Vec<BattleStanding>,
    /// The sides.
    pub sides: Vec<SideStanding>,
    /// The ships' careers, by book and ship.
    pub ships: Vec<Career>,
    /// The luck of each named die over all battles.
    pub dice: Vec<DiceLuck>,
    /// Battles that can't be read and are not counted, with the reason in a sentence each.
    pub left_out: Vec<String>,
}

/// A battle of the campaign.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct BattleStanding {
    /// Its number.
    #[ts(type = "number")]
    pub battle: i64,
    /// The scenario's name.
    pub name: String,
    /// The rule book's key.
    pub book: String,
    /// The day in the campaign's calendar ("1862-03-09").
    pub date: Option<String>,
    /// The time when it was begun at the table, ISO 8601.
    pub began_at: String,
    /// Its last event, to which notes about the battle refer.
    #[ts(type = "number")]
    pub seq: i64,
    /// Turns played.
    pub turns: u32,
    /// True once the umpire has declared it over.
    pub over: bool,
    /// The winner; none in a draw, or while the battle goes on.
    pub winner: Option<String>,
    /// The result, in words.
    pub result: Option<String>,
    /// The ships that each side lost.
    pub lost: BTreeMap<String, Vec<String>>,
}

/// The standing of a side.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
pub struct SideStanding {
    /// Its key.
    pub side: String,
    /// Battles fought, including unfinished ones.
    pub fought: u32,
    /// Battles won.
    pub won: u32,
    /// Battles lost.
    pub lost: u32,
    /// Battles drawn.
    pub drawn: u32,
    /// Ships that are out of a battle for good.
    pub ships_lost: u32,
    /// Hits scored.
    pub hits: u32,
}

/// A ship's career.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Career {
    /// The rule book's key: a ship has one card in each book.
    pub book: String,
    /// The ship's id.
    pub ship: String,
    /// The ship's name.
    pub name: String,
    /// The key of the ship's side.
    pub side: String,
    /// Captain and crew, as last noted.
    pub crew: Option<String>,
    /// The ship's battles.
    pub battles: Vec<BattleOfCareer>,
    /// Ships whose loss is credited to this ship.
    pub kills: Vec<Kill>,
    /// Battle honours.
    pub honours: Vec<Honour>,
    /// Repairs and refits.
    pub refits: Vec<Refit>,
    /// The present state of the card.
    pub condition: Vec<RowStanding>,
    /// The ship's fate, if it was out of action in its last battle.
    pub fate: Option<String>,
    /// That fate was a loss by the book: the ship takes part in no other battle.
    pub lost: bool,
}

/// A battle in a ship's career.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct BattleOfCareer {
    /// The battle's number.
    #[ts(type = "number")]
    pub battle: i64,
    /// The player who commanded the ship, where players were named.
    pub player: Option<String>,
    /// Hits scored by the ship.
    pub hits_scored: u32,
    /// Hits suffered by the ship.
    pub hits_suffered: u32,
    /// Boxes, points and guns left at the start.
    pub left_before: u32,
    /// Boxes, points and guns left at the end.
    pub left_after: u32,
    /// The ship's fate.
    pub fate: Option<String>,
    /// That fate was a loss by the book.
    pub lost: bool,
}

/// A loss credited to a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Kill {
    /// The battle's number.
    #[ts(type = "number")]
    pub battle: i64,
    /// The turn.
    pub turn: u32,
    /// The lost ship.
    pub ship: String,
    /// The lost ship's fate.
    pub fate: String,
}

/// An honour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Honour {
    /// The battle's number.
    #[ts(type = "number")]
    pub battle: i64,
    /// The honour.
    pub honour: String,
}

/// A repair or refit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Refit {
    /// The number of the battle before it.
    #[ts(type = "number")]
    pub battle: i64,
    /// The day in the campaign's calendar.
    pub date: Option<String>,
    /// Boxes repaired, by row.
    pub mended: BTreeMap<String, u32>,
    /// The rule that allows it, and the place.
    pub why: String,
}

/// A row of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RowStanding {
    /// The row's key.
    pub row: String,
    /// Its name.
    pub label: String,
    /// The number printed.
    pub printed: u32,
    /// The number left.
    pub left: u32,
}

/// The running count of a campaign: battles are added in order of their numbers.
#[derive(Debug, Default)]
pub struct CampaignCount {
    battles: Vec<BattleStanding>,
    sides: BTreeMap<String, SideStanding>,
    /// By book and ship.
    careers: BTreeMap<(String, String), Career>,
    dice: NamedPiles,
    left_out: Vec<String>,
}

impl CampaignCount {
    /// Counts the next battle.
    pub fn add(&mut self, summary: &BattleSummary) {
        let battle = standing_of(summary);
        count_battle(&mut self.sides, summary, &battle);
        self.battles.push(battle);
        sail(&mut self.careers, summary);
        for thrown in &summary.named_dice {
            self.dice.count(&thrown.name, thrown.die.faces(), thrown.face, false);
        }
    }

    /// Notes why the next battle can't be counted.
    pub fn leave_out(&mut self, why: String) {
        self.left_out.push(why);
    }

    /// The standing after the battles counted so far.
    pub fn standing(&self) -> CampaignStanding {
        let mut battles = self.battles.clone();
        battles.sort_by(|a, b| {
            (a.date.is_none(), &a.date, a.battle).cmp(&(b.date.is_none(), &b.date, b.battle))
        });
        CampaignStanding {
            battles,
            sides: self.sides.values().cloned().collect(),
            ships: self.careers.values().cloned().collect(),
            dice: self.dice.luck(),
            left_out: self.left_out.clone(),
        }
    }
}

impl CampaignStanding {
    /// The standing after these battles, in order of their numbers. Each summary may be dropped before the
    /// next is made. Unreadable battles are left out.
    pub fn of(summaries: impl IntoIterator<Item = Result<BattleSummary, Unread>>) -> Self {
        let mut count = CampaignCount::default();
        for summary in summaries {
            match summary {
                Ok(summary) => count.add(&summary),
                Err(unread) => count.leave_out(unread.to_string()),
            }
        }
        count.standing()
    }

    /// The state that the ships of a book carry into their next battle.
    pub fn carried(&self, book: &str) -> Carried {
        let of_book = || self.ships.iter().filter(|career| career.book == book);
        let gone = |career: &Career| -> BTreeMap<String, u32> {
            let rows = career.condition.iter().filter(|row| row.left < row.printed);
            rows.map(|row| (row.row.clone(), row.printed - row.left)).collect()
        };
        Carried {
            gone: of_book().map(|career| (career.ship.clone(), gone(career))).collect(),
            lost: of_book().filter(|career| career.lost).map(|career| career.ship.clone()).collect(),
        }
    }
}

fn standing_of(summary: &BattleSummary) -> BattleStanding {
    let mut battle = BattleStanding {
        battle: summary.battle,
        name: summary.name.clone(),
        book: summary.book.clone(),
        date: None,
        began_at: summary.began_at.clone(),
        seq: summary.seq,
        turns: summary.turns,
        over: false,
        winner: None,
        result: None,
        lost: BTreeMap::new(),
    };
    for affair in summary.events.iter().filter_map(|event| event.affair.as_ref()) {
        match affair {
            Affair::Dated { date } => battle.date = Some(date.clone()),
            Affair::Ended { winner, why } => {
                battle.over = true;
                battle.winner = winner.as_ref().map(|side| side.to_string());
                battle.result = Some(why.clone());
            }
            Affair::Refitted { .. } | Affair::Crewed { .. } | Affair::Honoured { .. } => {}
        }
    }
    for ship in summary.ships.iter().filter(|ship| ship.lost) {
        battle.lost.entry(ship.side.clone()).or_default().push(ship.ship.clone());
    }
    battle
}

fn count_battle(
    sides: &mut BTreeMap<String, SideStanding>,
    summary: &BattleSummary,
    battle: &BattleStanding,
) {
    let fought: BTreeSet<&str> = summary.ships.iter().map(|ship| ship.side.as_str()).collect();
    for side in fought {
        let new = || SideStanding { side: side.to_owned(), ..SideStanding::default() };
        let standing = sides.entry(side.to_owned()).or_insert_with(new);
        standing.fought += 1;
        standing.ships_lost += battle.lost.get(side).map_or(0, |lost| lost.len() as u32);
        match &battle.winner {
            Some(winner) if winner == side => standing.won += 1,
            Some(_) => standing.lost += 1,
            None if battle.over => standing.drawn += 1,
            None => {}
        }
    }
    let side_of = |ship: &str| summary.ships.iter().find(|one| one.ship == ship).map(|one| one.side.as_str());
    for scored in summary.events.iter().flat_map(|event| &event.hits) {
        let side = scored.by.as_ref().and_then(|ship| side_of(ship.as_str()));
        if let Some(side) = side.and_then(|side| sides.get_mut(side)) {
            side.hits += scored.hits;
        }
    }
}

/// Updates the careers by one battle.
fn sail(careers: &mut BTreeMap<(String, String), Career>, summary: &BattleSummary) {
    let key = |ship: &str| (summary.book.clone(), ship.to_owned());
    for ship in &summary.ships {
        let career = careers.entry(key(&ship.ship)).or_insert_with(|| Career {
            book: summary.book.clone(),
            ship: ship.ship.clone(),
            name: String::new(),
            side: String::new(),
            crew: None,
            battles: Vec::new(),
            kills: Vec::new(),
            honours: Vec::new(),
            refits: Vec::new(),
            condition: Vec::new(),
            fate: None,
            lost: false,
        });
        (career.name, career.side, career.fate) = (ship.name.clone(), ship.side.clone(), ship.fate.clone());
        career.lost = ship.lost;
        career.condition = ship.after.iter().map(row_standing).collect();
        let left = |rows: &[CardRow]| rows.iter().map(|row| row.left).sum();
        career.battles.push(BattleOfCareer {
            battle: summary.battle,
            player: ship.player.clone(),
            hits_scored: 0,
            hits_suffered: 0,
            left_before: left(&ship.before),
            left_after: left(&ship.after),
            fate: ship.fate.clone(),
            lost: ship.lost,
        });
    }
    // For each ship its last attacker, and the step of the hits.
    let mut last_hits: BTreeMap<&str, (&str, (u32, &str))> = BTreeMap::new();
    for event in &summary.events {
        let step = (event.turn, event.phase.as_str());
        for scored in &event.hits {
            if let Some(fought) =
                careers.get_mut(&key(scored.on.as_str())).and_then(|it| it.battles.last_mut())
            {
                fought.hits_suffered += scored.hits;
            }
            let Some(by) = &scored.by else { continue };
            last_hits.insert(scored.on.as_str(), (by.as_str(), step));
            if let Some(fought) = careers.get_mut(&key(by.as_str())).and_then(|it| it.battles.last_mut()) {
                fought.hits_scored += scored.hits;
            }
        }
        for (lost, fate) in &event.lost {
            let credited = last_hits.remove(lost.as_str()).filter(|(_, then)| *then == step);
            if let Some(career) = credited.and_then(|(by, _)| careers.get_mut(&key(by))) {
                career.kills.push(Kill {
                    battle: summary.battle,
                    turn: event.turn,
                    ship: lost.to_string(),
                    fate: fate.clone(),
                });
            }
        }
        if let Some(affair) = &event.affair
            && let Some(career) = affair.ship().and_then(|ship| careers.get_mut(&key(ship.as_str())))
        {
            note(career, summary.battle, affair);
        }
    }
}

fn row_standing(row: &CardRow) -> RowStanding {
    RowStanding { row: row.key.clone(), label: row.label.clone(), printed: row.printed, left: row.left }
}

fn note(career: &mut Career, battle: i64, affair: &Affair) {
    match affair {
        Affair::Dated { .. } | Affair::Ended { .. } => {}
        Affair::Crewed { crew, .. } => career.crew = Some(crew.clone()),
        Affair::Honoured { honour, .. } => career.honours.push(Honour { battle, honour: honour.clone() }),
        Affair::Refitted { rows, date, why, .. } => {
            let mended = mend(&mut career.condition, rows);
            career.refits.push(Refit { battle, date: date.clone(), mended, why: why.clone() });
        }
    }
}

/// Repairs boxes, never more than are lost; all that are lost where no row is named. Returns the boxes
/// repaired.
fn mend(condition: &mut [RowStanding], rows: &[RowMended]) -> BTreeMap<String, u32> {
    let mut mended = BTreeMap::new();
    for row in condition {
        let requested = if rows.is_empty() {
            u32::MAX
        } else {
            rows.iter().filter(|some| some.row == row.row).map(|some| some.boxes).sum()
        };
        let boxes = requested.min(row.printed.saturating_sub(row.left));
        if boxes > 0 {
            row.left += boxes;
            mended.insert(row.row.clone(), boxes);
        }
    }
    mended
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(key: &str, left: u32) -> RowStanding {
        RowStanding { row: key.to_owned(), label: key.to_owned(), printed: 4, left }
    }

    #[test]
    fn no_more_is_mended_than_is_gone() {
        let mut card = vec![row("armor", 1), row("midships", 3), row("stack", 4)];
        let requested = [
            RowMended { row: "armor".to_owned(), boxes: 2 },
            RowMended { row: "midships".to_owned(), boxes: 9 },
        ];
        let mended = mend(&mut card, &requested);
        assert_eq!(mended, BTreeMap::from([("armor".to_owned(), 2), ("midships".to_owned(), 1)]));
        assert_eq!(card.iter().map(|row| row.left).collect::<Vec<_>>(), [3, 4, 4]);
        assert_eq!(mend(&mut card, &[]), BTreeMap::from([("armor".to_owned(), 1)]));
        assert!(card.iter().all(|row| row.left == row.printed));
    }
}
