//! Judged moves: a model that was set down is a proposal until the book's decision makes its place official.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::corrections::ReadingCorrected;
use crate::record::events::{
    DomainEvent, DomainEventOf, MovesAre, Settling, ShipMoved, ShipPlaced, ShipSettled, ShipsMoved,
    ShipsPlaced, settled_event,
};
use crate::record::moved::{is_near, ship_moved};
use crate::record::place::Place;
use crate::session::battle::Battle;
use crate::table::picture::Picture;
use crate::table::placing::standing;
use crate::view::LogLine;
use geometry::{Observation, Pose, ShipId};
use rulesets::core::{Audience, MoveJudged, PlacedShip, PlacedTable};
use std::collections::BTreeSet;

/// A move made on the table that is not decided yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The ship, its start and end, and the stops between.
    pub moved: ShipMoved,
    /// The book's judgement.
    pub judged: MoveJudged,
}

impl<B: BookAdapter> Battle<B> {
    /// The ships whose models may be moved now; empty if moves are not judged.
    pub(crate) fn movers(&self) -> BTreeSet<ShipId> {
        match self.situation.begun.moves {
            MovesAre::AsSeen => BTreeSet::new(),
            MovesAre::Judged => self.book.movers(&self.situation.book).into_iter().collect(),
        }
    }

    /// The moves made on the table that are not decided yet, judged together.
    pub fn proposals(&self) -> Vec<Proposal> {
        self.proposals_for(&Audience::Everyone)
    }

    /// The same moves, judged with this viewer's knowledge.
    pub fn proposals_for(&self, viewer: &Audience) -> Vec<Proposal> {
        let ships: Vec<ShipId> = self.stops.keys().cloned().collect();
        if ships.is_empty() {
            return Vec::new();
        }
        let table = self.table_as_it_stands();
        let state = self.book.seen_by(&self.situation.book, viewer);
        let judged = self.book.judge_moves(&state, &table, &ships).into_iter();
        judged.filter_map(|judged| Some(Proposal { moved: self.moved(&judged.ship)?, judged })).collect()
    }

    /// The move from a ship's official place along its stops.
    fn moved(&self, ship: &ShipId) -> Option<ShipMoved> {
        let (to, stops) = self.stops.get(ship)?.recorded(ship)?;
        let from = self.situation.places.get(ship)?;
        Some(ShipMoved { stops, ..ship_moved(ship, from, &to) })
    }

    /// The event that makes the new places of ships official that were moved for a decision.
    pub(crate) fn move_event(&self, ships: &[&ShipId]) -> Option<DomainEventOf<B>> {
        let ships: Vec<ShipMoved> = ships.iter().filter_map(|ship| self.moved(ship)).collect();
        (!ships.is_empty()).then_some(DomainEvent::Moved(ShipsMoved { ships }))
    }

    /// The table on which moves are judged: moved ships where they were set down, all others at their official places,
    /// each with its path.
    pub(crate) fn table_as_it_stands(&self) -> PlacedTable {
        self.table_with_moves(true)
    }

    /// The same with every ship at her official place, although her model may be on its way.
    pub(crate) fn table_without_moves(&self) -> PlacedTable {
        self.table_with_moves(false)
    }

    fn table_with_moves(&self, moved: bool) -> PlacedTable {
        let placed = self.on_table().into_iter().filter_map(|ship| {
            let hull = *self.situation.begun.hulls.get(&ship)?;
            let official = self.situation.places.get(&ship)?;
            let mut stops: Vec<Place> = self.situation.ways.get(&ship).cloned().unwrap_or_default();
            stops.push(*official);
            if let Some(move_made) = self.stops.get(&ship).filter(|_| moved) {
                stops.extend(move_made.judged(&ship));
            }
            let now = stops.pop()?;
            let observation = self.seen_at(&ship, &now);
            let way = stops.iter().map(|stop| standing(&ship, stop)).collect();
            Some(PlacedShip { observation, hull, way })
        });
        self.table_of(placed.collect())
    }

    /// A ship at a place: as it is seen there, or as recorded.
    fn seen_at(&self, ship: &ShipId, place: &Place) -> Observation {
        let noted = standing(ship, place);
        match self.observed.of(ship) {
            Some(seen) if !place.by_hand && seen.seen && seen.sure => {
                if crate::table::observed::stands_elsewhere(&noted, seen) {
                    noted
                } else {
                    seen.clone()
                }
            }
            _ => noted,
        }
    }

    /// Lays a ship on the map by hand, typed or dragged. For a ship that may be moved now this is a stop of its move,
    /// judged like any other; otherwise it becomes the official place, marked as laid by hand.
    ///
    /// # Errors
    /// When the battle is over, the ship is not in it, the place is invalid, or it could not be stored.
    pub fn lay_by_hand(
        &mut self,
        ship: &ShipId,
        pose: Pose,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        if self.situation.over {
            return Err(BattleError::Over);
        }
        if !self.on_table().contains(ship) {
            return Err(BattleError::NoSuchShip { ship: ship.to_string() });
        }
        let to = Place::by_hand(pose);
        if ![to.x_in, to.y_in, to.heading_deg].iter().all(|number| number.is_finite()) {
            return Err(BattleError::NoPlace { ship: B::name(&self.situation.book, ship) });
        }
        let domain_event = match self.situation.places.get(ship) {
            None => {
                DomainEvent::Placed(ShipsPlaced { ships: vec![ShipPlaced { ship: ship.clone(), place: to }] })
            }
            Some(from) if self.movers().contains(ship) => {
                let (from, waits) = (*from, self.situation.to_set_out.contains(ship));
                // The move starts at the official place, even if the model had not been put back there yet.
                let log = if waits { self.settle_in_place(ship, from, now, picture)? } else { Vec::new() };
                if is_there(&from, &to)
                    || waits && is_near(&from, &to, ship)
                    || self.is_put_back(ship, &from, &to)
                {
                    self.stops.remove(ship);
                } else {
                    self.add_stop(ship, to);
                }
                return Ok(log);
            }
            Some(_) => DomainEvent::Corrected(ReadingCorrected::Laid { ship: ship.clone(), to }),
        };
        self.append(vec![domain_event], now, picture)
    }

    /// Marks a ship's model as put back at its official place.
    fn settle_in_place(
        &mut self,
        ship: &ShipId,
        place: Place,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let stands = ShipSettled { ship: ship.clone(), from: place, to: place };
        self.append(settled_event(Settling::SetUp, vec![stands]).into_iter().collect(), now, picture)
    }

    /// Drops the stops of ships that were laid by hand, or moved and put back unseen.
    pub fn forget_moves(&mut self, ships: &[ShipId]) {
        for ship in ships {
            self.stops.remove(ship);
        }
    }

    /// Handles the loss of the camera: official places are used, and new places are laid by hand.
    pub fn camera_lost(&mut self) {
        self.observed = Default::default();
        self.shown_table = None;
        self.awaited_answers.clear();
    }
}

fn is_there(from: &Place, to: &Place) -> bool {
    (from.x_in, from.y_in, from.heading_deg) == (to.x_in, to.y_in, to.heading_deg)
}
