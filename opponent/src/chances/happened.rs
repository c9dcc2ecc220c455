//! What happened between two turns, in words that rest on the rules' own facts: ships lost, hits, boxes, fire.

use crate::books::ThinksAhead;
use crate::position::Position;
use crate::value::ship_strength;
use geometry::ShipId;
use rulesets::core::{CardRow, PlacedTable, PlayedBook, Query, ShipLine};
use std::collections::{BTreeMap, BTreeSet};

/// A reason names no more facts than this.
const MOST_FACTS: usize = 3;
/// A ship is named as hurt if she lost this much less of her side's strength than the one hurt worst, or more.
const ALSO_HURT: f64 = 0.5;
/// Fleets closed or drew apart if the distance between them changed by this share.
const NEARER_SHARE: f64 = 0.15;
/// What rolls for critical hits are called by all books that have them: "Critical hit on CSS Virginia" and "Critical hit
/// chart: CSS Virginia".
const CRITICAL_HIT: &str = "Critical hit";
/// Notes on cards that change every turn, and tell nothing.
const COURSE_OF_THINGS: [&str; 4] = ["makes ", "speed ", "crew quality", "fired"];

/// What the record of a turn says besides the cards.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Happened {
    /// Who was fired at, and by whom.
    shots: BTreeSet<(ShipId, ShipId)>,
    /// The hits by firer and target, where the book counts them.
    hits: BTreeMap<(ShipId, ShipId), u32>,
    /// The critical hits that were thrown for, as the dice were called.
    criticals: Vec<String>,
    /// Rams, as the book tells them.
    rams: Vec<String>,
}

impl Happened {
    /// Takes an event of the book; `before` is the state before it.
    pub fn take<B: ThinksAhead>(&mut self, book: &B, before: &B::State, event: &B::Event) {
        for asked in B::asked(event) {
            if let Query::LineOfFire { from, to } | Query::Sight { from, to, .. } = &asked.query {
                self.shots.insert((from.clone(), to.clone()));
            }
        }
        for scored in B::hits(before, event) {
            if let Some(by) = scored.by {
                *self.hits.entry((by, scored.on)).or_default() += scored.hits;
            }
        }
        for rolled in B::rolled(before, event) {
            let label = rolled.request.label.as_str();
            if label.starts_with(CRITICAL_HIT) {
                let of = label.rsplit_once(": ").map(|(_, ship)| format!("a critical hit on {ship}"));
                self.criticals.push(of.unwrap_or_else(|| format!("a {}", in_the_middle(label))));
            }
        }
        if B::kind(event) == "rammed" {
            self.rams.extend(book.sentences(before, event).first().map(|sentence| without_rules(sentence)));
        }
    }

    /// Adds what happened in the turn after it.
    pub fn extend(&mut self, later: &Self) {
        self.shots.extend(later.shots.iter().cloned());
        self.criticals.extend(later.criticals.iter().cloned());
        self.rams.extend(later.rams.iter().cloned());
        for (pair, hits) in &later.hits {
            *self.hits.entry(pair.clone()).or_default() += hits;
        }
    }
}

/// The same words after a comma or a semicolon: "Critical hit" begins with a small letter there, "SP" stays.
fn in_the_middle(words: &str) -> String {
    let mut letters = words.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => words.to_owned(),
    }
}

/// A sentence without its full stop and the ids of rules in brackets.
fn without_rules(sentence: &str) -> String {
    let mut told = String::new();
    let mut rest = sentence;
    while let Some((before, bracket)) = rest.split_once(" (") {
        told.push_str(before);
        let Some((inside, after)) = bracket.split_once(')') else {
            rest = bracket;
            break;
        };
        let is_rule = |word: &str| word.contains('-') && word.chars().any(|c| c.is_ascii_digit());
        if !inside.split(", ").all(is_rule) {
            told.push_str(" (");
            told.push_str(inside);
            told.push(')');
        }
        rest = after;
    }
    told.push_str(rest);
    told.trim_end_matches('.').to_owned()
}

/// What changed between two positions, in words: ships lost, the ships hurt worst with the boxes they lost, critical
/// hits and rams, the end of the battle, then who came into range or out of it; if nobody was hurt, how the fleets stand
/// to each other.
/// `happened`: what the record says of the turns between; `earlier`: of the turn before them.
pub fn what_changed<B: ThinksAhead>(
    book: &B,
    (before, after): (&Position<B>, &Position<B>),
    (happened, earlier): (&Happened, Option<&Happened>),
) -> String {
    let (was, is) = (B::ships(&before.state), B::ships(&after.state));
    let pairs: Vec<(&ShipLine, &ShipLine)> =
        is.iter().filter_map(|now| Some((was.iter().find(|old| old.ship == now.ship)?, now))).collect();
    let name = |ship: &ShipId| B::name(&after.state, ship);
    let mut facts = fates(&pairs);
    facts.extend(happened.rams.iter().cloned());
    facts.extend(hurt(book, (before, after), &pairs, |ship| hit_by(happened, ship, &name)));
    facts.extend(happened.criticals.first().cloned());
    facts.extend(new_notes(book, (before, after), &pairs));
    let ended = book.ended(&after.setting.scene, &after.state);
    let ended = ended.map(|ended| format!("the battle ends: {ended}"));
    facts.truncate(if ended.is_some() { MOST_FACTS - 1 } else { MOST_FACTS });
    facts.extend(ended);
    facts.extend(range(happened, earlier, &name));
    if facts.is_empty() {
        facts.push(apart::<B>(before, after));
    }
    facts.truncate(MOST_FACTS);
    facts.join("; ")
}

/// Who came, left or was lost.
fn fates(pairs: &[(&ShipLine, &ShipLine)]) -> Vec<String> {
    let fate = |(was, is): &(&ShipLine, &ShipLine)| {
        let name = &is.name;
        match (was.fate.as_deref(), is.fate.as_deref()) {
            (None, Some(fate)) => Some(format!("{name} is {fate}")),
            _ if was.on_table && !is.on_table => Some(format!("{name} leaves the table")),
            _ if !was.on_table && is.on_table => Some(format!("{name} arrives")),
            _ => None,
        }
    };
    // Losses first.
    let (lost, others): (Vec<_>, Vec<_>) = pairs.iter().partition(|(was, is)| !was.lost && is.lost);
    lost.iter().chain(&others).filter_map(fate).collect()
}

/// The ships hurt worst, with what they lost.
fn hurt<B: ThinksAhead>(
    book: &B,
    (before, after): (&Position<B>, &Position<B>),
    pairs: &[(&ShipLine, &ShipLine)],
    by: impl Fn(&ShipId) -> String,
) -> Vec<String> {
    let afloat = pairs.iter().filter(|(_, is)| !is.lost);
    let mut all: Vec<(f64, String)> = afloat
        .filter_map(|(_, is)| {
            let rows = |position: &Position<B>| book.card(&position.state, &is.ship).rows;
            let (was, now) = (rows(before), rows(after));
            let ((share_was, size), (share_now, _)) = (ship_strength(&was), ship_strength(&now));
            let loss = size * (share_was - share_now);
            let told = lost_of(&was, &now);
            (loss > 0.0 && !told.is_empty()).then(|| {
                let share = 100.0 * (share_was - share_now);
                (loss, format!("{}{} loses {share:.0} % ({told})", is.name, by(&is.ship)))
            })
        })
        .collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    let most = all.first().map_or(0.0, |(most, _)| *most);
    all.into_iter().take(2).filter(|(loss, _)| *loss >= ALSO_HURT * most).map(|(_, words)| words).collect()
}

/// The rows of a card that lost most: "4 midships, 2 speed".
fn lost_of(was: &[CardRow], is: &[CardRow]) -> String {
    let mut all: Vec<(u32, String)> = is
        .iter()
        .filter_map(|row| {
            let before = was.iter().find(|old| old.key == row.key)?;
            let lost = before.left.saturating_sub(row.left);
            (lost > 0).then(|| (lost, format!("{lost} {}", in_the_middle(&row.label))))
        })
        .collect();
    all.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
    all.truncate(2);
    all.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", ")
}

/// ", hit 5 times by CSS Virginia," where the book counts hits.
fn hit_by(happened: &Happened, ship: &ShipId, name: &impl Fn(&ShipId) -> String) -> String {
    let of_hers = happened.hits.iter().filter(|((_, on), _)| on == ship);
    let Some(((by, _), hits)) = of_hers.max_by_key(|(_, hits)| **hits) else { return String::new() };
    let times = match hits {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        hits => format!("{hits} times"),
    };
    format!(", hit {times} by {},", name(by))
}

/// Conditions that are new on cards ("rudder jammed hard left, 5 moves").
fn new_notes<B: ThinksAhead>(
    book: &B,
    (before, after): (&Position<B>, &Position<B>),
    pairs: &[(&ShipLine, &ShipLine)],
) -> Vec<String> {
    // Counters change every turn: notes are compared without their numbers.
    let bare = |note: &str| note.chars().filter(|letter| !letter.is_ascii_digit()).collect::<String>();
    let mut all = Vec::new();
    for (_, is) in pairs.iter().filter(|(_, is)| is.on_table) {
        let was: Vec<String> =
            book.card(&before.state, &is.ship).notes.iter().map(|note| bare(note)).collect();
        let new = book.card(&after.state, &is.ship).notes.into_iter();
        let new = new.filter(|note| !was.contains(&bare(note)));
        let new = new.filter(|note| !COURSE_OF_THINGS.iter().any(|usual| note.starts_with(usual)));
        all.extend(new.take(1).map(|note| format!("{}: {note}", is.name)));
    }
    all.truncate(1);
    all
}

/// Who came into range, or out of it.
fn range(
    happened: &Happened,
    earlier: Option<&Happened>,
    name: &impl Fn(&ShipId) -> String,
) -> Option<String> {
    let earlier = earlier?;
    match (earlier.shots.is_empty(), happened.shots.is_empty()) {
        (true, false) => Some("the fleets come into range".to_owned()),
        (false, true) => Some("nobody fires any more".to_owned()),
        _ => {
            let targets = |of: &Happened| of.shots.iter().map(|(_, to)| to.clone()).collect::<BTreeSet<_>>();
            let (was, is) = (targets(earlier), targets(happened));
            let new = is.difference(&was).next().map(|ship| format!("{} comes under fire", name(ship)));
            let gone = || was.difference(&is).next().map(|ship| format!("{} is out of it", name(ship)));
            new.or_else(gone)
        }
    }
}

/// How the distance between the fleets changed.
fn apart<B: ThinksAhead>(before: &Position<B>, after: &Position<B>) -> String {
    let (was, is) = (apart_in::<B>(&before.state, &before.table), apart_in::<B>(&after.state, &after.table));
    match (was, is) {
        (Some(was), Some(is)) if is < was * (1.0 - NEARER_SHARE) => {
            format!("nobody was hurt: the fleets close from {was:.0} to {is:.0} in")
        }
        (Some(was), Some(is)) if is > was * (1.0 + NEARER_SHARE) => {
            format!("nobody was hurt: the fleets draw apart from {was:.0} to {is:.0} in")
        }
        _ => "nobody was hurt: the places changed, and time ran on".to_owned(),
    }
}

/// The mean distance from each ship to the enemy nearest to her, inches.
fn apart_in<B: PlayedBook>(state: &B::State, table: &PlacedTable) -> Option<f64> {
    let lines: Vec<ShipLine> = B::ships(state).into_iter().filter(|line| line.on_table).collect();
    let place = |line: &ShipLine| Some(table.placed(&line.ship)?.observation.pose.stack);
    let nearest = |own: &ShipLine| {
        let here = place(own)?;
        let enemies = lines.iter().filter(|other| other.side != own.side).filter_map(place);
        enemies.map(|there| here.distance_in(there)).min_by(f64::total_cmp)
    };
    let all: Vec<f64> = lines.iter().filter_map(nearest).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_ids_are_left_out_of_reasons() {
        let told = "CSS Virginia rams USS Congress (on the beam), and stops (GUN-47, GUN-AMB-3).";
        assert_eq!(without_rules(told), "CSS Virginia rams USS Congress (on the beam), and stops");
        assert_eq!(["Midships", "SP", "Top speed"].map(in_the_middle), ["midships", "SP", "top speed"]);
    }
}
