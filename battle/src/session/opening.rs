//! How battles begin: the set-up checked, its first facts, and the tables they are played with.

use crate::error::BattleError;
use crate::record::corrections::TerrainLaid;
use crate::record::events::{
    BattleBegun, BookEvent, EntryOf, Fact, FactOf, Place, PlayersSeated, ShipSettled, ShipsSetDown,
    read_entry,
};
use crate::record::situation::{Situation, SituationOf};
use crate::seats::players;
use crate::session::decide::Decider;
use crate::setup::set_up::{MovesAre, SetUp};
use geometry::ShipId;
use journal::{Journal, RuleData};
use rulesets::core::{AppDice, DataFile, PlacedTable, PlayedBook};
use std::collections::BTreeMap;

/// The first facts of a battle: that it began, and everything its opening decisions lead to.
pub(crate) fn first_facts<B: PlayedBook>(
    book: &B,
    set_up: &SetUp<B::Decision>,
) -> Result<Vec<FactOf<B>>, BattleError> {
    let begun = begun(book, set_up)?;
    let mut facts = vec![Fact::Begun(begun.clone())];
    let mut state = B::State::default();
    for decision in &set_up.opening {
        let key = serde_json::to_vec(&state)
            .map_err(|error| BattleError::Unwritable { detail: error.to_string() })?;
        let mut dice = AppDice::new(set_up.dice_seed, &key);
        let events = book
            .decide(&state, decision, &PlacedTable::default(), &mut dice)
            .map_err(|halt| BattleError::SetUp { reasons: halt.to_string() })?;
        state = events.iter().fold(state, B::apply);
        facts.extend(book_facts::<B>(decision, events, Decider::Person));
    }
    if !set_up.players.is_empty() {
        players::check(&set_up.players, &B::ships(&state), &set_up.commanded)?;
        facts.push(Fact::Players(PlayersSeated { players: set_up.players.clone() }));
    }
    let nothing = Situation::of(begun);
    let events: Vec<B::Event> = facts.iter().filter_map(event_of).cloned().collect();
    facts.extend(put_by_the_book(book, &nothing, &events).map(Fact::SetDown));
    if !set_up.terrain.is_empty() {
        facts.push(Fact::Terrain(TerrainLaid::of(&set_up.terrain)));
    }
    let count = u32::try_from(facts.len()).unwrap_or(u32::MAX);
    if let Some(Fact::Begun(begun)) = facts.first_mut() {
        begun.opening_events = count;
    }
    Ok(facts)
}

fn begun<B: PlayedBook>(book: &B, set_up: &SetUp<B::Decision>) -> Result<BattleBegun, BattleError> {
    let mut reasons = Vec::new();
    let (east, north) = set_up.table_in;
    if !(east.is_finite() && north.is_finite() && east > 0.0 && north > 0.0) {
        reasons.push(format!("the table must be some inches wide and deep, not {east} x {north}."));
    }
    for (ship, hull) in &set_up.hulls {
        let sound = |length: f64| length.is_finite() && length > 0.0;
        if !(sound(hull.length_in) && sound(hull.beam_in) && hull.stack_ahead_in.is_finite()) {
            reasons.push(format!("the hull of {ship} needs a length and a beam in inches."));
        }
    }
    if !reasons.is_empty() {
        return Err(BattleError::SetUp { reasons: reasons.join(" ") });
    }
    Ok(BattleBegun {
        name: set_up.name.clone(),
        book: book.id().to_owned(),
        book_version: book.body_version().to_string(),
        rule_data: rule_data(book).iter().map(|data| (data.name.clone(), hex(&data.bytes))).collect(),
        table_in: set_up.table_in,
        dice_seed: set_up.dice_seed,
        hulls: set_up.hulls.clone(),
        set_out: set_up.set_out.iter().map(|(ship, pose)| (ship.clone(), Place::by_hand(*pose))).collect(),
        moves: set_up.moves,
        umpire: set_up.umpire,
        commanded: set_up.commanded.clone(),
        opening_events: 0,
    })
}

/// SHA-256 of bytes, hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    journal::content_hash(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The book's data files as the journal keeps them.
pub(crate) fn rule_data<B: PlayedBook>(book: &B) -> Vec<RuleData> {
    let data = |file: &DataFile| RuleData { name: file.name.clone(), bytes: file.text.clone().into_bytes() };
    book.data().iter().map(data).collect()
}

/// A battle's events, read.
pub(crate) fn read_entries<B: PlayedBook>(
    journal: &Journal,
    battle: i64,
) -> Result<Vec<EntryOf<B>>, BattleError> {
    journal.events(battle)?.iter().map(read_entry::<B>).collect()
}

/// The book with the tables that a battle was begun with.
pub(crate) fn book_as_kept<B: PlayedBook>(
    journal: &Journal,
    battle: i64,
    first: Option<&EntryOf<B>>,
) -> Result<B, BattleError> {
    let Some(Fact::Begun(begun)) = first.map(|entry| &entry.fact) else {
        return Err(BattleError::NoBeginning { battle });
    };
    if begun.book != B::ID {
        return Err(BattleError::OtherBook { battle, book: begun.book.clone() });
    }
    let refuse = |detail: String| BattleError::RuleData { battle, detail };
    let kept = journal.rule_data(battle)?;
    if kept.len() != begun.rule_data.len() {
        return Err(refuse(
            "some of them are missing from the file; go on from a copy made before.".to_owned(),
        ));
    }
    let mut files = Vec::new();
    for data in kept {
        if begun.rule_data.get(&data.name) != Some(&hex(&data.bytes)) {
            return Err(refuse(format!("{} was changed; go on from a copy made before.", data.name)));
        }
        let text = String::from_utf8(data.bytes)
            .map_err(|_| refuse(format!("{} is not text; go on from a copy made before.", data.name)))?;
        files.push(DataFile { name: data.name, text });
    }
    B::with_data(files).map_err(|error| refuse(error.to_string()))
}

fn event_of<D, E>(fact: &Fact<D, E>) -> Option<&E> {
    match fact {
        Fact::Book(told) => Some(&told.event),
        _ => None,
    }
}

/// Where events put models by themselves, where moves are judged; none where they put none.
pub(crate) fn put_by_the_book<B: PlayedBook>(
    book: &B,
    before: &SituationOf<B>,
    events: &[B::Event],
) -> Option<ShipsSetDown> {
    if before.begun.moves == MovesAre::AsSeen {
        return None;
    }
    let mut state = before.book.clone();
    let mut put: BTreeMap<ShipId, ShipSettled> = BTreeMap::new();
    for event in events {
        state = B::apply(state, event);
        let place = |ship: &ShipId| {
            put.get(ship)
                .map(|put| put.to)
                .or_else(|| before.places.get(ship).copied())
                .map(|place| place.pose())
        };
        for (ship, pose) in book.set_down(&state, event, &place) {
            let to = Place { by_hand: false, ..Place::by_hand(pose) };
            let from = before.places.get(&ship).copied().unwrap_or(to);
            put.insert(ship.clone(), ShipSettled { ship, from, to });
        }
    }
    (!put.is_empty()).then(|| ShipsSetDown { ships: put.into_values().collect() })
}

/// The book's events as facts; the first carries the decision.
pub(crate) fn book_facts<B: PlayedBook>(
    decision: &B::Decision,
    events: Vec<B::Event>,
    decider: Decider,
) -> Vec<FactOf<B>> {
    let mut decision = Some(decision.clone());
    let fact = |event| {
        let decision = decision.take();
        let commanded = decision.is_some() && decider == Decider::App;
        Fact::Book(Box::new(BookEvent { decision, commanded, event }))
    };
    events.into_iter().map(fact).collect()
}
