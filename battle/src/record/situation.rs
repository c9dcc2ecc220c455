//! The state of a battle after an event: the fold of the domain events up to it, and nothing else.

use crate::record::campaign_affair::Affair;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::events::{
    BattleBegun, DomainEvent, DomainEventOf, Player, RecordedEvent, RecordedEventOf,
};
use crate::record::frame::FrameChanged;
use crate::record::place::Place;
use geometry::{ShipId, Terrain, round_bearing_deg};
use rulesets::core::PlayedBook;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The official state of a battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Situation<S> {
    /// How the battle began.
    pub begun: BattleBegun,
    /// The book's state.
    pub book: S,
    /// The official places of the ships.
    pub places: BTreeMap<ShipId, Place>,
    /// The places where each ship's move began and where it was set down since, without the present one; empty if it
    /// has not moved.
    pub ways: BTreeMap<ShipId, Vec<Place>>,
    /// The place of each ship after its last movement, from which small shifts are measured.
    pub moored: BTreeMap<ShipId, Place>,
    /// Ships whose models must still be placed where they officially stand.
    pub to_set_out: BTreeSet<ShipId>,
    /// The terrain on the table.
    pub terrain: Vec<Terrain>,
    /// Whether the umpire has declared the battle over.
    pub over: bool,
    /// The named players, if any.
    pub players: Vec<Player>,
    /// The last event's sequence number.
    pub seq: i64,
}

/// The situations of battles by a book.
pub type SituationOf<B> = Situation<<B as rulesets::core::Book>::State>;

impl<S: Default> Situation<S> {
    /// The situation after a battle's first event; `None` if that is not a beginning.
    pub(crate) fn begin<D, E>(first: &RecordedEvent<D, E>) -> Option<Self> {
        match &first.event {
            DomainEvent::Begun(begun) => Some(Self { seq: first.seq, ..Self::of(begun.clone()) }),
            _ => None,
        }
    }

    /// The situation right after the beginning.
    pub(crate) fn of(begun: BattleBegun) -> Self {
        Self {
            begun,
            book: S::default(),
            places: BTreeMap::new(),
            ways: BTreeMap::new(),
            moored: BTreeMap::new(),
            to_set_out: BTreeSet::new(),
            terrain: Vec::new(),
            over: false,
            players: Vec::new(),
            seq: 0,
        }
    }

    /// Applies the next event. For a [`DomainEvent::TakenBack`] this must be the situation it returns to.
    pub(crate) fn apply<B: PlayedBook<State = S>>(&mut self, entry: &RecordedEventOf<B>) {
        self.apply_event::<B>(&entry.event);
        self.seq = entry.seq;
    }

    /// Applies an event that has no sequence number yet.
    pub(crate) fn apply_event<B: PlayedBook<State = S>>(&mut self, domain_event: &DomainEventOf<B>) {
        match domain_event {
            DomainEvent::Begun(begun) => self.begun = begun.clone(),
            DomainEvent::Placed(placed) => {
                placed.ships.iter().for_each(|ship| self.place_ship(&ship.ship, ship.place))
            }
            DomainEvent::Moved(moved) => {
                for ship in &moved.ships {
                    let way = self.ways.entry(ship.ship.clone()).or_default();
                    way.push(ship.from);
                    way.extend(&ship.stops);
                    self.place_ship(&ship.ship, ship.to);
                }
            }
            DomainEvent::Settled(settled) => {
                for ship in &settled.ships {
                    self.places.insert(ship.ship.clone(), ship.to);
                    self.to_set_out.remove(&ship.ship);
                }
            }
            DomainEvent::SetDown(put) => {
                for ship in &put.ships {
                    self.place_ship(&ship.ship, ship.to);
                    self.to_set_out.insert(ship.ship.clone());
                }
            }
            DomainEvent::Corrected(corrected) => self.correct(corrected),
            DomainEvent::TakenBack(back) => self.to_set_out.extend(back.ships.iter().cloned()),
            DomainEvent::SettingUp(again) => self.to_set_out.extend(again.ships.iter().cloned()),
            DomainEvent::Players(seated) => self.players.clone_from(&seated.players),
            DomainEvent::Affair(Affair::Ended { .. }) => self.over = true,
            DomainEvent::Affair(_)
            | DomainEvent::Remark(_)
            | DomainEvent::Planned(_)
            | DomainEvent::Advice(_)
            | DomainEvent::Table(_) => {}
            DomainEvent::Frame(changed) => self.change_frame::<B>(changed),
            DomainEvent::Terrain(laid) => self.terrain.clone_from(&laid.pieces),
            DomainEvent::Book(of_book) => {
                self.book = B::apply(std::mem::take(&mut self.book), &of_book.event);
                let begin = B::ways_begin(&of_book.event);
                self.ways.retain(|ship, _| !begin.includes(ship));
            }
        }
    }

    /// Sets the ship's official place, and the place from which small shifts are measured.
    fn place_ship(&mut self, ship: &ShipId, place: Place) {
        self.places.insert(ship.clone(), place);
        self.moored.insert(ship.clone(), place);
        self.to_set_out.remove(ship);
    }

    fn correct(&mut self, corrected: &ReadingCorrected) {
        match corrected {
            ReadingCorrected::Laid { ship, to } => self.place_ship(ship, *to),
            ReadingCorrected::Named { taken_for, ship, taken_at, ship_at } => {
                self.change_names((taken_for, taken_at.as_ref()), (ship, ship_at.as_ref()));
            }
            ReadingCorrected::TurnedAbout { ship, read } => {
                // If only the reading was wrong, a heading that is officially right stays.
                let stands = self.places.get(ship);
                let misread =
                    |read: &Place| stands.is_some_and(|place| place.is_at(read) && place.heads_with(read));
                if !read.as_ref().is_none_or(misread) {
                    return;
                }
                for places in [&mut self.places, &mut self.moored] {
                    if let Some(place) = places.get_mut(ship) {
                        place.heading_deg = round_bearing_deg(place.heading_deg + 180.0);
                    }
                }
            }
            ReadingCorrected::TakenOff { .. } => {}
        }
    }

    /// Swaps the names of two ships that were mistaken for each other. An official place that came from the wrong
    /// reading goes to the other ship; a right one stays. If the readings were not recorded, both places are swapped.
    fn change_names(
        &mut self,
        (one, one_read): (&ShipId, Option<&Place>),
        (other, other_read): (&ShipId, Option<&Place>),
    ) {
        let misread = |ship: &ShipId, read: Option<&Place>| {
            read.map(|read| self.places.get(ship).is_some_and(|place| place.is_at(read)))
        };
        let one_is = misread(one, one_read).unwrap_or(true);
        // If there was only one model, the ship whose name it gets is treated like the other.
        let other_is = misread(other, other_read).unwrap_or(one_is);
        for places in [&mut self.places, &mut self.moored] {
            match (one_is, other_is) {
                // Each ship gets the place that was taken for the other's.
                (true, true) => {
                    let (here, there) = (places.remove(one), places.remove(other));
                    places.extend(here.map(|place| (other.clone(), place)));
                    places.extend(there.map(|place| (one.clone(), place)));
                }
                // The ship stands where its own model was taken for the other.
                (true, false) => places.extend(other_read.map(|read| (one.clone(), *read))),
                (false, true) => places.extend(one_read.map(|read| (other.clone(), *read))),
                (false, false) => {}
            }
        }
    }
}

impl<S: Default> Situation<S> {
    /// Transforms all places into the new frame.
    pub(crate) fn change_frame<B: PlayedBook<State = S>>(&mut self, changed: &FrameChanged) {
        let change = &changed.change;
        let places = self.places.values_mut().chain(self.moored.values_mut());
        let places = places.chain(self.ways.values_mut().flatten()).chain(self.begun.set_out.values_mut());
        let places = places.chain(self.begun.arriving.values_mut());
        places.for_each(|place| *place = place.in_frame(change));
        let pieces: Vec<_> = self.terrain.iter().map(|piece| change.terrain(piece)).collect();
        self.terrain = TerrainLaid::of(&pieces).pieces;
        self.begun.table_in = changed.table_in;
        self.book = B::in_frame(std::mem::take(&mut self.book), change);
    }
}
