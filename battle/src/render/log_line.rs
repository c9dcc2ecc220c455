//! Domain events rendered as lines of the log. (`chronicle` renders whole battles.)

use crate::forms::book_adapter::BookAdapter;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::dice::read::DieRead;
use crate::record::events::{
    DomainEvent, DomainEventOf, RecordedEventOf, Remark, Settling, ShipMoved, ShipPlaced, ShipSettled,
    ShipsSettled, TakenBack,
};
use crate::record::frame::FrameChanged;
use crate::record::place::Place;
use crate::record::situation::SituationOf;
use crate::record::thought::{AdviceGiven, CommanderPlanned};
use crate::render::event_body::to_the_second;
use crate::seats::players;
use crate::view::rulings::split_citations;
use crate::view::{DieReadView, DieView, LogLine, Moment, RuledSentence};
use geometry::ShipId;
use rulesets::core::{DiceKind, PlayedBook, Rolled, SideId};
use std::collections::BTreeSet;
use std::iter;

/// An event as a line of the log. `before` is the book's state before it, `after` the situation it led to.
pub(crate) fn render_event<B: BookAdapter>(
    book: &B,
    before: &B::State,
    after: &SituationOf<B>,
    entry: &RecordedEventOf<B>,
) -> LogLine {
    LogLine {
        seq: entry.seq,
        turn: B::turn(&after.book),
        phase: B::phase_title(&after.book),
        kind: entry.kind.clone(),
        sentences: sentences(book, after, &entry.event),
        dice: dice::<B>(after, &entry.event),
        moments: moments(book, before, after, &entry.event),
        at: to_the_second(&entry.at),
        photo: entry.photo,
    }
}

fn sentences<B: PlayedBook>(
    book: &B,
    after: &SituationOf<B>,
    domain_event: &DomainEventOf<B>,
) -> Vec<RuledSentence> {
    let name = |ship: &ShipId| B::name(&after.book, ship);
    let speaker = |by: &str| speaker::<B>(&after.book, by);
    match domain_event {
        DomainEvent::Begun(begun) => {
            let (east, north) = begun.table_in;
            let table = format!("“{}” is set up on a table of {east} x {north} in.", begun.name);
            iter::once(table).chain(begun.notes.iter().cloned()).map(plain).collect()
        }
        DomainEvent::Placed(placed) => {
            placed.ships.iter().map(|ship| plain(placed_sentence(&name(&ship.ship), ship))).collect()
        }
        DomainEvent::Moved(moved) => {
            moved.ships.iter().map(|ship| plain(moved_sentence(&name(&ship.ship), ship))).collect()
        }
        DomainEvent::Corrected(corrected) => vec![plain(correction_sentence(name, corrected))],
        DomainEvent::Terrain(laid) => vec![plain(terrain_sentence(laid))],
        DomainEvent::Table(news) => vec![plain(news.sentence())],
        DomainEvent::Frame(changed) => vec![plain(frame_sentence(changed))],
        DomainEvent::Settled(settled) => settled
            .ships
            .iter()
            .map(|ship| plain(settled_sentence(&name(&ship.ship), settled, ship, &speaker)))
            .collect(),
        DomainEvent::SetDown(put) => {
            let stands =
                |ship: &ShipSettled| format!("{} stands at {} now.", name(&ship.ship), place(&ship.to));
            put.ships.iter().map(|ship| plain(stands(ship))).collect()
        }
        DomainEvent::TakenBack(back) => vec![plain(take_back_sentence(back, &speaker(&back.by)))],
        DomainEvent::SettingUp(again) => {
            let names: Vec<String> = again.ships.iter().map(name).collect();
            vec![plain(format!("The table is set up again: {}.", names.join(", ")))]
        }
        DomainEvent::Players(seated) => {
            players::player_sentences(seated, &B::ships(&after.book)).into_iter().map(plain).collect()
        }
        DomainEvent::Remark(remark) => vec![plain(remark_sentence(remark, &speaker(&remark.by)))],
        DomainEvent::Planned(planned) => vec![plain(planned_sentence::<B>(&after.book, planned))],
        DomainEvent::Advice(given) => advice_sentences(given, &speaker(&given.by)),
        DomainEvent::Affair(affair) => vec![plain(affair.sentence(name))],
        DomainEvent::Book(of_book) => {
            let mut all: Vec<RuledSentence> = book
                .sentences(&after.book, &of_book.event)
                .iter()
                .map(|text| split_citations(text))
                .collect();
            let rolled = B::rolled(&after.book, &of_book.event);
            let kinds = [DiceKind::App, DiceKind::Typed, DiceKind::Camera];
            let used = kinds.into_iter().filter(|kind| rolled.iter().any(|roll| roll.thrown.kind == *kind));
            all.extend(used.map(|kind| plain(dice_source(kind).to_owned())));
            let read = of_book.dice_read.iter().flat_map(|read| &read.dice);
            all.extend(read.filter_map(hand_in_reading).map(plain));
            all
        }
    }
}

/// The dice of an event, one by one; whoever may see the event may see its dice.
fn dice<B: PlayedBook>(after: &SituationOf<B>, domain_event: &DomainEventOf<B>) -> Vec<DieView> {
    let DomainEvent::Book(of_book) = domain_event else { return Vec::new() };
    let rolled = B::rolled(&after.book, &of_book.event);
    let mut read = of_book.dice_read.iter().flat_map(|read| &read.dice);
    let mut die = |roll: &Rolled, face: u8| DieView {
        faces: roll.request.die.faces(),
        face,
        purpose: roll.request.label.to_string(),
        by_app: roll.thrown.kind == DiceKind::App,
        read: if roll.thrown.kind == DiceKind::Camera { read.next().map(die_read_view) } else { None },
    };
    let each = rolled.iter().flat_map(|roll| roll.thrown.faces.iter().map(move |face| (roll, *face)));
    each.map(|(roll, face)| die(roll, face)).collect()
}

fn die_read_view(die: &DieRead) -> DieReadView {
    let DieRead { name, read_as, p, sure, x_px, y_px, side_px, kind: _, face: _ } = die.clone();
    DieReadView { name, p, sure, read_as, x_px, y_px, side_px }
}

/// What players changed or confirmed of a reading.
fn hand_in_reading(die: &DieRead) -> Option<String> {
    let (name, face) = (die.words(), die.face);
    match die.read_as {
        Some(read) => Some(format!("Corrected: {name} was read as {read}, taken as {face}.")),
        None if !die.sure => Some(format!("Confirmed by hand: {name} shows {face}.")),
        None => None,
    }
}

/// What an event looks like on the table: what the book says, then the ships that it lost.
fn moments<B: BookAdapter>(
    book: &B,
    before: &B::State,
    after: &SituationOf<B>,
    domain_event: &DomainEventOf<B>,
) -> Vec<Moment> {
    let DomainEvent::Book(of_book) = domain_event else { return Vec::new() };
    let lost = |state: &B::State| -> BTreeSet<ShipId> {
        let lost = B::ships(state).into_iter().filter(|line| line.fate.is_some());
        lost.map(|line| line.ship).collect()
    };
    let newly_lost = &lost(&after.book) - &lost(before);
    let mut all = book.moments(before, &of_book.event);
    all.extend(newly_lost.iter().filter_map(|ship| book.loss(&after.book, ship)));
    all
}

fn dice_source(kind: DiceKind) -> &'static str {
    match kind {
        DiceKind::App => "The app threw the dice.",
        DiceKind::Typed => "Real dice, typed in.",
        DiceKind::Camera => "Real dice, read by the camera.",
    }
}

fn placed_sentence(name: &str, ship: &ShipPlaced) -> String {
    format!("{name} is set out at {}.", place(&ship.place))
}

fn moved_sentence(name: &str, ship: &ShipMoved) -> String {
    let turned = match ship.turned_deg {
        turned if turned >= 0.5 => format!(", turned {turned:.0}° to starboard"),
        turned if turned <= -0.5 => format!(", turned {:.0}° to port", -turned),
        _ => String::new(),
    };
    format!(
        "{name} now stands at {}: {:.2} in from where she stood{turned}.",
        place(&ship.to),
        ship.distance_in
    )
}

/// Who said or did something, as the middle of a sentence: a side by its title, a player by name.
fn speaker<B: PlayedBook>(state: &B::State, by: &str) -> String {
    match by {
        "everyone" => "the players".to_owned(),
        "umpire" => "the umpire".to_owned(),
        side if B::ships(state).iter().any(|line| line.side.as_str() == side) => SideId::new(side).title(),
        name => name.to_owned(),
    }
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn settled_sentence(
    name: &str,
    settled: &ShipsSettled,
    ship: &ShipSettled,
    speaker: &dyn Fn(&str) -> String,
) -> String {
    let off_in = ship.from.pose().stack.distance_in(ship.to.pose().stack);
    let by = if settled.by.is_empty() { String::new() } else { format!(", says {}", speaker(&settled.by)) };
    match settled.why {
        Settling::Nudge => {
            format!("{name} settled {off_in:.2} in from where she stood: a nudge, and nobody's movement.")
        }
        Settling::Accepted => {
            format!("{name} stays {off_in:.2} in from where she stood, and has not moved{by}.")
        }
        Settling::SetUp => format!("{name} is set up again at {}.", place(&ship.to)),
        Settling::Waived => format!("{name} may stand at {} instead of her place{by}.", place(&ship.to)),
    }
}

fn take_back_sentence(back: &TakenBack, by: &str) -> String {
    let leave = if back.umpire { ", with the umpire's leave" } else { "" };
    capitalised(&format!("{by} took back everything after event {}{leave}: {}", back.to, back.why))
}

fn remark_sentence(remark: &Remark, by: &str) -> String {
    // The verb is plural for several players and singular for one.
    let (mark, note) = if remark.by == "everyone" { ("mark", "note") } else { ("marks", "notes") };
    capitalised(&match remark.text.as_str() {
        "" => format!("{by} {mark} event {}.", remark.about),
        text => format!("{by} {note} at event {}: {text}", remark.about),
    })
}

fn planned_sentence<B: PlayedBook>(state: &B::State, planned: &CommanderPlanned) -> String {
    let CommanderPlanned { side, plans, simulations, .. } = planned;
    let own = B::ships(state).into_iter().filter(|line| line.side == *side && line.on_table);
    let each: Vec<String> =
        own.map(|line| format!("{} {}", line.name, plans.of(&line.ship).manoeuvre)).collect();
    format!(
        "The {} commander plans, after {simulations} battles played ahead: {}.",
        side.title(),
        each.join(", ")
    )
}

fn advice_sentences(given: &AdviceGiven, by: &str) -> Vec<RuledSentence> {
    let asked = match given.by.as_str() {
        "everyone" => capitalised(&format!("{by} ask what the {} could do.", given.side.title())),
        _ => capitalised(&format!("{by} asks what the {} could do.", given.side.title())),
    };
    let nothing = given.advised.is_empty().then(|| "There was nothing to compare.".to_owned());
    let each = (1..).zip(&given.advised).map(|(at, advised)| format!("{at}. {}", advised.sentence));
    iter::once(asked).chain(nothing).chain(each).map(plain).collect()
}

fn correction_sentence(name: impl Fn(&ShipId) -> String, corrected: &ReadingCorrected) -> String {
    match corrected {
        ReadingCorrected::Laid { ship, to } => {
            format!("The reading of {} was corrected by hand: she stands at {}.", name(ship), place(to))
        }
        ReadingCorrected::Named { taken_for, ship, .. } => {
            format!("What was taken for {} is {}, the players say.", name(taken_for), name(ship))
        }
        ReadingCorrected::TurnedAbout { ship, .. } => {
            format!("Bow and stern of {} were exchanged, the players say.", name(ship))
        }
        ReadingCorrected::TakenOff { ship } => format!("{} was taken off the table.", name(ship)),
    }
}

fn terrain_sentence(laid: &TerrainLaid) -> String {
    let names: Vec<&str> = laid.pieces.iter().map(|piece| piece.name.as_str()).collect();
    match names.as_slice() {
        [] => "No terrain lies on the table any more.".to_owned(),
        names => format!("On the table lie: {}.", names.join(", ")),
    }
}

fn frame_sentence(changed: &FrameChanged) -> String {
    let (east, north) = changed.table_in;
    format!(
        "The playing area was drawn anew: places are told on a table of {east:.1} x {north:.1} in from now on, and nobody \
         has moved."
    )
}

fn place(place: &Place) -> String {
    let by_hand = if place.by_hand { ", laid by hand" } else { "" };
    format!(
        "{:.2} in east, {:.2} in north, heading {:.0}°{by_hand}",
        place.x_in, place.y_in, place.heading_deg
    )
}

fn plain(text: String) -> RuledSentence {
    RuledSentence { text, rules: Vec::new() }
}
