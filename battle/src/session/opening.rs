//! The opening of a battle: checks the set-up, and makes the first events.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::corrections::TerrainLaid;
use crate::record::decision_events::{Decider, book_events, placements_by_book};
use crate::record::dice::key::DiceKey;
use crate::record::events::{BattleBegun, DomainEvent, DomainEventOf, PlayersSeated};
use crate::record::place::Place;
use crate::record::situation::{Situation, SituationOf};
use crate::record::stored::{hex, rule_data};
use crate::seats::commander::Seat;
use crate::seats::players;
use crate::setup::clear_of_cards::shift_notes;
use crate::setup::set_up::SetUp;
use geometry::{Pose, ShipId};
use rulesets::core::{AppDice, Audience, PlacedTable, PlayedBook, SideId};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The first events of a battle: its beginning, and the events of its opening decisions.
pub(crate) fn events_of_opening<B: PlayedBook>(
    book: &B,
    set_up: &SetUp<B::Decision>,
) -> Result<Vec<DomainEventOf<B>>, BattleError> {
    let begun = begun(book, set_up)?;
    let mut domain_events = vec![DomainEvent::Begun(begun.clone())];
    let mut state = B::State::default();
    for decision in &set_up.opening {
        let of_the_book = domain_events.iter().filter(|event| event_of(event).is_some()).count();
        let key = begun.dice_key.bytes(of_the_book, || Cow::Borrowed(&state))?;
        let mut dice = AppDice::new(set_up.dice_seed, &key);
        let events = book
            .decide(&state, decision, &PlacedTable::default(), &mut dice)
            .map_err(|halt| BattleError::SetUp { reasons: halt.to_string() })?;
        state = events.iter().fold(state, B::apply);
        domain_events.extend(book_events::<B>(decision, events, Decider::Person));
    }
    if !set_up.players.is_empty() {
        players::check_players(&set_up.players, &B::ships(&state), &set_up.commanded)?;
        domain_events.push(DomainEvent::Players(PlayersSeated { players: set_up.players.clone() }));
    }
    let nothing = Situation::of(begun);
    let events: Vec<B::Event> = domain_events.iter().filter_map(event_of).cloned().collect();
    domain_events.extend(placements_by_book(book, &nothing, &events).map(DomainEvent::SetDown));
    if !set_up.terrain.is_empty() {
        domain_events.push(DomainEvent::Terrain(TerrainLaid::of(&set_up.terrain)));
    }
    let count = u32::try_from(domain_events.len()).unwrap_or(u32::MAX);
    if let Some(DomainEvent::Begun(begun)) = domain_events.first_mut() {
        begun.opening_events = count;
        begun.notes = shift_notes(&set_up.shifts_in, |ship| B::name(&state, ship));
    }
    Ok(domain_events)
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
        book: B::ID.to_owned(),
        book_version: B::BODY_VERSION.to_string(),
        rule_data: rule_data(book).iter().map(|data| (data.name.clone(), hex(&data.bytes))).collect(),
        table_in: set_up.table_in,
        dice_seed: set_up.dice_seed,
        dice_key: DiceKey::NEWEST,
        hulls: set_up.hulls.clone(),
        classes: set_up.classes.clone(),
        scenario: set_up.scenario.clone(),
        set_out: by_hand(&set_up.set_out),
        arriving: by_hand(&set_up.arriving),
        notes: Vec::new(),
        moves: set_up.moves,
        umpire: set_up.umpire,
        commanded: set_up.commanded.clone(),
        commander: set_up.commander,
        opening_events: 0,
    })
}

/// Poses as recorded places.
fn by_hand(poses: &BTreeMap<ShipId, Pose>) -> BTreeMap<ShipId, Place> {
    poses.iter().map(|(ship, pose)| (ship.clone(), Place::by_hand(*pose))).collect()
}

fn event_of<D, E>(domain_event: &DomainEvent<D, E>) -> Option<&E> {
    match domain_event {
        DomainEvent::Book(of_book) => Some(&of_book.event),
        _ => None,
    }
}

/// The seats that the app plays in a battle.
pub(crate) fn seats<B: BookAdapter>(book: &B, situation: &SituationOf<B>) -> Vec<Seat<B>> {
    let begun = &situation.begun;
    let seat = |(side, number): (&SideId, u64)| {
        let seed = begun.dice_seed.rotate_left(17) ^ number;
        Some(match &begun.commander {
            Some(how) => {
                let thinker = book.foresight()?.commander(book, (side, how, seed), situation);
                Seat::taken_by_thinker(side.clone(), thinker)
            }
            None => Seat::taken(Audience::Side(side.clone()), book.commander(side, seed)?),
        })
    };
    begun.commanded.iter().zip(1..).filter_map(seat).collect()
}
