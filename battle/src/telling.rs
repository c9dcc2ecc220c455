//! Events told, one by one, when they are shown. (Whole battles are told by `chronicle`.)

use crate::by_hand::{ReadingCorrected, TerrainLaid};
use crate::record::{Entry, Fact, Place, ShipMoved, ShipPlaced};
use crate::situation::Situation;
use crate::view::{LogLine, RuledSentence};
use rulesets::core::{Book, DiceKind};
use rulesets::gunboat::{Event, Gunboat};

/// An event as a line of the log. `after` is the situation it led to.
pub(crate) fn tell(book: &Gunboat, after: &Situation, entry: &Entry) -> LogLine {
    LogLine {
        seq: entry.seq,
        turn: after.book.turn,
        phase: crate::book::step_words(&after.book).to_owned(),
        kind: entry.kind.clone(),
        sentences: sentences(book, after, &entry.fact),
        at: entry.at.clone(),
        photo: entry.photo,
    }
}

fn sentences(book: &Gunboat, after: &Situation, fact: &Fact) -> Vec<RuledSentence> {
    match fact {
        Fact::Begun(begun) => {
            let (east, north) = begun.table_in;
            vec![plain(format!("{} is set up on a table of {east} x {north} in.", begun.name))]
        }
        Fact::Placed(placed) => placed.ships.iter().map(|ship| plain(set_out(after, ship))).collect(),
        Fact::Moved(moved) => moved.ships.iter().map(|ship| plain(went(after, ship))).collect(),
        Fact::Corrected(corrected) => vec![plain(corrected_by_hand(after, corrected))],
        Fact::Terrain(laid) => vec![plain(lies(laid))],
        Fact::Table(news) => vec![plain(news.sentence())],
        Fact::Book(told) => {
            let mut all: Vec<RuledSentence> =
                book.sentences(&after.book, &told.event).iter().map(|text| ruled(text)).collect();
            if let Event::DiceThrown { thrown } = &told.event {
                let kinds = [DiceKind::App, DiceKind::Typed, DiceKind::Camera];
                let used = kinds.into_iter().filter(|kind| thrown.iter().any(|roll| roll.kind == *kind));
                all.extend(used.map(|kind| plain(thrown_by(kind).to_owned())));
            }
            all
        }
    }
}

fn thrown_by(kind: DiceKind) -> &'static str {
    match kind {
        DiceKind::App => "The app threw the dice.",
        DiceKind::Typed => "Real dice, typed in.",
        DiceKind::Camera => "Real dice, read by the camera.",
    }
}

fn set_out(after: &Situation, ship: &ShipPlaced) -> String {
    format!("{} is set out at {}.", after.book.name(&ship.ship), place(&ship.place))
}

fn went(after: &Situation, ship: &ShipMoved) -> String {
    let turned = match ship.turned_deg {
        turned if turned >= 0.5 => format!(", turned {turned:.0}° to starboard"),
        turned if turned <= -0.5 => format!(", turned {:.0}° to port", -turned),
        _ => String::new(),
    };
    format!(
        "{} now stands at {}: {:.2} in from where she stood{turned}.",
        after.book.name(&ship.ship),
        place(&ship.to),
        ship.distance_in
    )
}

fn corrected_by_hand(after: &Situation, corrected: &ReadingCorrected) -> String {
    let name = |ship| after.book.name(ship);
    match corrected {
        ReadingCorrected::Laid { ship, to } => {
            format!("The reading of {} was corrected by hand: she stands at {}.", name(ship), place(to))
        }
        ReadingCorrected::Named { taken_for, ship } => {
            format!("What was taken for {} is {}, the players say.", name(taken_for), name(ship))
        }
        ReadingCorrected::TurnedAbout { ship } => {
            format!("Bow and stern of {} were exchanged, the players say.", name(ship))
        }
        ReadingCorrected::TakenOff { ship } => format!("{} was taken off the table.", name(ship)),
    }
}

fn lies(laid: &TerrainLaid) -> String {
    let names: Vec<&str> = laid.pieces.iter().map(|piece| piece.name.as_str()).collect();
    match names.as_slice() {
        [] => "No terrain lies on the table any more.".to_owned(),
        names => format!("On the table lie: {}.", names.join(", ")),
    }
}

fn place(place: &Place) -> String {
    format!("{:.2} in east, {:.2} in north, heading {:.0}°", place.x_in, place.y_in, place.heading_deg)
}

fn plain(text: String) -> RuledSentence {
    RuledSentence { text, rules: Vec::new() }
}

/// Takes the rules that a sentence cites in brackets out of it and beside it.
pub(crate) fn ruled(sentence: &str) -> RuledSentence {
    let mut rules: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut rest = sentence;
    while let Some((before, from_bracket)) = rest.split_once('(') {
        text.push_str(before);
        let Some((inside, after)) = from_bracket.split_once(')') else {
            text.push('(');
            rest = from_bracket;
            break;
        };
        let cited: Vec<&str> = inside.split(", ").collect();
        if cited.iter().all(|rule| is_rule(rule)) {
            text.truncate(text.trim_end().len());
            for rule in cited {
                if !rules.iter().any(|known| known == rule) {
                    rules.push(rule.to_owned());
                }
            }
        } else {
            text.push_str(&format!("({inside})"));
        }
        rest = after;
    }
    text.push_str(rest);
    RuledSentence { text, rules }
}

/// "GUN-33", "GUN-AMB-11".
fn is_rule(word: &str) -> bool {
    let mut parts = word.split('-');
    let book =
        parts.next().is_some_and(|part| part.len() >= 2 && part.chars().all(|c| c.is_ascii_uppercase()));
    let number = word.rsplit('-').next().is_some_and(|part| part.chars().all(|c| c.is_ascii_digit()));
    book && number && word.contains('-') && !word.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_stand_beside_the_sentence() {
        let check = |sentence: &str, text: &str, rules: &[&str]| {
            let told = ruled(sentence);
            assert_eq!(
                (told.text.as_str(), told.rules),
                (text, rules.iter().map(|r| (*r).to_owned()).collect())
            );
        };
        check("She sinks (GUN-41).", "She sinks.", &["GUN-41"]);
        check(
            "Chart A: 2 hits on Cairo (GUN-33, GUN-34); later (GUN-AMB-11).",
            "Chart A: 2 hits on Cairo; later.",
            &["GUN-33", "GUN-34", "GUN-AMB-11"],
        );
        check("2 x 9\" (close, factor 4) fire (GUN-25).", "2 x 9\" (close, factor 4) fire.", &["GUN-25"]);
        check("An open ( bracket", "An open ( bracket", &[]);
        check("Nothing (none)", "Nothing (none)", &[]);
    }
}
