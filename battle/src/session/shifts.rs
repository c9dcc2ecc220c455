//! Models that are displaced when it is not their turn to move: nudges, a bumped table, a table set up again.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::events::{
    DomainEvent, DomainEventOf, MovesAre, SettingUp, Settling, ShipPlaced, ShipSettled, ShipsPlaced,
    ShipsSettled, settled_event,
};
use crate::record::moved::{is_near, ship_moved};
use crate::record::place::Place;
use crate::seats::commander::Seat;
use crate::session::battle::Battle;
use crate::table::observed::stands_elsewhere;
use crate::table::picture::Picture;
use crate::table::placing::{as_observation, standing};
use crate::table::shift::{Ghost, GhostWhy, Shift};
use crate::table::stops::Stops;
use crate::view::LogLine;
use geometry::{Observation, ShipId};
use std::collections::BTreeSet;

/// From this many ships shifted at once, the table counts as bumped, and players are asked about all of them.
const BUMPED_SHIPS: usize = 3;

impl<B: BookAdapter> Battle<B> {
    /// The events that follow from the present readings if moves are judged: ships placed, set up, moved or nudged.
    pub(crate) fn judge_observations(&mut self, at_once: bool) -> Vec<DomainEventOf<B>> {
        let on_table = self.on_table();
        let movers: BTreeSet<ShipId> = self.movers();
        let seen: Vec<Observation> = self.observed.settled(at_once).into_iter().cloned().collect();
        let (mut placed, mut ticked, mut put_back) = (Vec::new(), Vec::new(), Vec::new());
        for seen in seen.iter().filter(|seen| on_table.contains(&seen.ship)) {
            let (ship, to) = (seen.ship.clone(), Place::of(seen));
            match self.situation.places.get(&ship).copied() {
                // A ship has no place until it stands where it must start.
                None if self.awaited_elsewhere(&ship, &to, at_once) => {}
                None => placed.push(ShipPlaced { ship, place: to }),
                Some(from) if self.situation.to_set_out.contains(&ship) => {
                    if self.is_back(&ship, &from, &to) {
                        ticked.push(ShipSettled { ship, from, to });
                    } else if movers.contains(&ship) && self.is_ordered_to(&ship, &to) {
                        // The model went straight to its ordered next place, without going back first.
                        ticked.push(ShipSettled { ship, from, to: from });
                    }
                }
                Some(from) if movers.contains(&ship) => {
                    if self.is_put_back(&ship, &from, &to) {
                        put_back.push(ShipSettled { ship, from, to });
                    } else {
                        self.note_stop(seen, &from);
                    }
                }
                Some(_) => {}
            }
        }
        let shifts = self.shifts();
        let nudged: Vec<ShipSettled> = if shifts.len() < BUMPED_SHIPS {
            shifts.into_iter().filter(|shift| self.is_small(shift)).map(settled).collect()
        } else {
            Vec::new()
        };
        let nudged = put_back.into_iter().chain(nudged).collect();
        let placed = (!placed.is_empty()).then_some(DomainEvent::Placed(ShipsPlaced { ships: placed }));
        placed
            .into_iter()
            .chain(settled_event(Settling::SetUp, ticked))
            .chain(settled_event(Settling::Nudge, nudged))
            .collect()
    }

    /// Returns whether the commander of the ship's side wants it there.
    fn is_ordered_to(&self, ship: &ShipId, seen: &Place) -> bool {
        self.ordered().any(|ghost| ghost.ship == *ship && is_near(&ghost.place, seen, ship))
    }

    /// Where commanders want models to be placed.
    fn ordered(&self) -> impl Iterator<Item = &Ghost> {
        self.seats.iter().flat_map(Seat::wanted)
    }

    /// Returns whether the ship must start somewhere else. A place required by the book is final; a scenario's may be
    /// waived (`at_once`).
    fn awaited_elsewhere(&self, ship: &ShipId, seen: &Place, at_once: bool) -> bool {
        let near = || self.situation.begun.set_out.get(ship).is_none_or(|ghost| is_near(ghost, seen, ship));
        !self.set_out_at(ship, seen).unwrap_or_else(|| at_once || near())
    }

    /// Returns whether the book accepts this starting place; `None` if it has no rule for it.
    fn set_out_at(&self, ship: &ShipId, at: &Place) -> Option<bool> {
        self.book.set_out_at(&self.situation.book, ship, at.pose())
    }

    /// Returns whether the ship is back at its place: in the same hex, or near enough.
    fn is_back(&self, ship: &ShipId, wanted: &Place, seen: &Place) -> bool {
        let said = self.book.stands_as_wanted(&self.situation.book, wanted.pose(), seen.pose());
        said.unwrap_or_else(|| is_near(wanted, seen, ship))
    }

    /// Returns whether a ship that must be set up may stay where it is seen, or at its ghost if it is not seen.
    pub(crate) fn may_stay(&self, ship: &ShipId) -> bool {
        let at = match self.observed.surely(ship) {
            Some(seen) => Some(Place::of(seen)),
            None => {
                self.situation.places.get(ship).or_else(|| self.situation.begun.set_out.get(ship)).copied()
            }
        };
        at.is_some_and(|at| self.set_out_at(ship, &at) != Some(false))
    }

    /// Returns whether a shift is small, measured from the last movement, so that many small shifts do not add up to a
    /// move.
    fn is_small(&self, shift: &Shift) -> bool {
        let moored = self.situation.moored.get(&shift.ship).unwrap_or(&shift.from);
        is_near(moored, &shift.to, &shift.ship)
    }

    /// Returns whether a ship that was moved stands again close to where it stood before; nobody puts a model back
    /// exactly. One that still stands at its last stop was not: at the edge of what is close, readings of the same
    /// place fall on either side.
    pub(crate) fn is_put_back(&self, ship: &ShipId, from: &Place, to: &Place) -> bool {
        let moored = self.situation.moored.get(ship).unwrap_or(from);
        let stops = self.stops.get(ship).map(Stops::set_down).unwrap_or_default();
        let stays = |stop: &Place| !stands_elsewhere(&standing(ship, stop), &standing(ship, to));
        stops.iter().any(|stop| !is_near(from, stop, ship))
            && is_near(moored, to, ship)
            && !stops.last().is_some_and(stays)
    }

    /// Notes that a ship that may be moved was set down: a further stop, or its place before. A model put back on its
    /// "too far" ghost replaces the stop that was too far.
    fn note_stop(&mut self, seen: &Observation, from: &Place) {
        let elsewhere = |place: &Place| stands_elsewhere(&as_observation(place, seen), seen);
        if !elsewhere(from) {
            self.stops.remove(&seen.ship);
            return;
        }
        if !self.stops.get(&seen.ship).and_then(Stops::last).is_none_or(elsewhere) {
            return;
        }
        self.add_stop(&seen.ship, Place::of(seen));
    }

    /// Adds a stop to a ship's move; it replaces the last one if that was too far and this is its ghost. A model laid
    /// once more where it stands is no further stop: if it was too far, only one stop is replaced later.
    pub(crate) fn add_stop(&mut self, ship: &ShipId, to: Place) {
        if self.stops.get(ship).and_then(Stops::last) == Some(&to) {
            return;
        }
        let corrected = self.is_drawn_back(ship, &to);
        let stops = self.stops.entry(ship.clone()).or_default();
        if corrected {
            stops.correct(to);
        } else {
            stops.push(to);
        }
    }

    /// Returns whether a ship that was moved too far now stands on its ghost.
    fn is_drawn_back(&self, ship: &ShipId, to: &Place) -> bool {
        let ghost = |ghost: &Ghost| ghost.ship == *ship && is_near(&ghost.place, to, ship);
        self.stops.contains_key(ship) && self.too_far().iter().any(ghost)
    }

    /// The ships that are displaced and may not be moved now, also if the table was bumped.
    pub fn shifts(&self) -> Vec<Shift> {
        if self.situation.over || self.situation.begun.moves == MovesAre::AsSeen {
            return Vec::new();
        }
        let movers = self.movers();
        let watched = |ship: &&ShipId| !movers.contains(*ship) && !self.situation.to_set_out.contains(*ship);
        self.on_table().iter().filter(watched).filter_map(|ship| self.shift_of(ship)).collect()
    }

    /// How far a ship is seen from its official place; `None` if it stands there, or is not surely seen.
    pub(crate) fn shift_of(&self, ship: &ShipId) -> Option<Shift> {
        let seen = self.observed.surely(ship)?;
        let from = *self.situation.places.get(ship).filter(|place| !place.by_hand)?;
        if !stands_elsewhere(&as_observation(&from, seen), seen) {
            return None;
        }
        let to = Place::of(seen);
        let off = ship_moved(ship, &from, &to);
        Some(Shift { ship: ship.clone(), from, to, off_in: off.distance_in, turned_deg: off.turned_deg })
    }

    /// Returns whether the table was bumped: the shifts are then put back or accepted together.
    pub fn is_bumped(&self) -> bool {
        self.shifts().len() >= BUMPED_SHIPS
    }

    /// Where models should stand and don't.
    pub fn ghosts(&self) -> Vec<Ghost> {
        let mut ghosts = Vec::new();
        if self.situation.over {
            return ghosts;
        }
        for ship in self.on_table() {
            let set_out = || self.situation.begun.set_out.get(&ship);
            let stands = self.stops.get(&ship).and_then(Stops::last);
            match self.situation.places.get(&ship) {
                None => ghosts.extend(set_out().map(|place| ghost(&ship, place, GhostWhy::SetOut))),
                // It was laid or set down where the book does not allow it to start.
                Some(place) if self.set_out_at(&ship, stands.unwrap_or(place)) == Some(false) => {
                    ghosts.extend(set_out().map(|place| ghost(&ship, place, GhostWhy::SetOut)));
                }
                // A ship with a further order need not go back first.
                Some(place)
                    if self.situation.to_set_out.contains(&ship)
                        && self.ordered().all(|ordered| ordered.ship != ship) =>
                {
                    ghosts.push(ghost(&ship, place, GhostWhy::Return));
                }
                Some(_) => {}
            }
        }
        ghosts.extend(self.shifts().iter().map(|shift| ghost(&shift.ship, &shift.from, GhostWhy::Shifted)));
        let unordered = |ghost: &Ghost| self.ordered().all(|ordered| ordered.ship != ghost.ship);
        ghosts.extend(self.too_far().into_iter().filter(unordered));
        ghosts.extend(self.ordered().cloned());
        ghosts
    }

    /// Ghosts at the farthest allowed places of ships that were moved too far.
    fn too_far(&self) -> Vec<Ghost> {
        let proposals = self.proposals().into_iter();
        let furthest = proposals.filter_map(|proposal| {
            let place = Place::by_hand(proposal.judged.furthest?);
            Some(ghost(&proposal.judged.ship, &place, GhostWhy::TooFar))
        });
        furthest.collect()
    }

    /// Accepts the present places of displaced ships as official. This is not movement.
    ///
    /// # Errors
    /// When a ship did not shift (the error names it), or it could not be stored.
    pub fn accept_shifts(
        &mut self,
        ships: &[ShipId],
        by: &str,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let mut accepted = Vec::new();
        for ship in ships {
            let shift = self.shift_of(ship).filter(|_| !self.situation.to_set_out.contains(ship));
            let stands = || BattleError::NotShifted { ship: B::name(&self.situation.book, ship) };
            accepted.push(settled(shift.ok_or_else(stands)?));
        }
        self.settle(Settling::Accepted, by, accepted, now, picture)
    }

    /// Starts to set up the table again in a later session: every ship on the table is a ghost until its model stands
    /// there.
    ///
    /// # Errors
    /// When it could not be stored.
    pub fn set_up_again(&mut self, now: &str) -> Result<Vec<LogLine>, BattleError> {
        if self.situation.over {
            return Err(BattleError::Over);
        }
        let on_table = self.on_table().into_iter();
        let ships: Vec<ShipId> = on_table.filter(|ship| self.situation.places.contains_key(ship)).collect();
        if ships.is_empty() {
            return Ok(Vec::new());
        }
        let log = self.append(vec![DomainEvent::SettingUp(SettingUp { ships })], now, || None)?;
        self.stops.clear();
        Ok(log)
    }

    /// Lets ships stay where they are although they should stand elsewhere, by the umpire's leave. A ship that is not
    /// seen keeps its official or starting place, and is no longer looked for.
    ///
    /// # Errors
    /// When a ship need not be set up, or the book does not allow its place (the error names it), or it could not be
    /// stored.
    pub fn waive_set_up(
        &mut self,
        ships: &[ShipId],
        by: &str,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let (mut placed, mut waived) = (Vec::new(), Vec::new());
        for ship in ships {
            let name = || B::name(&self.situation.book, ship);
            let place = self.situation.places.get(ship);
            let ghost = match place {
                Some(place) => Some(place).filter(|_| self.situation.to_set_out.contains(ship)),
                None => self.situation.begun.set_out.get(ship),
            };
            let ghost = *ghost.ok_or_else(|| BattleError::NotShifted { ship: name() })?;
            if !self.may_stay(ship) {
                return Err(BattleError::NotSetOut { ship: name() });
            }
            let seen = self.observed.surely(ship);
            let to = seen.map_or(Place { by_hand: true, ..ghost }, Place::of);
            let ship = ship.clone();
            match place {
                Some(_) => waived.push(ShipSettled { ship, from: ghost, to }),
                None => placed.push(ShipPlaced { ship, place: to }),
            }
        }
        let placed = (!placed.is_empty()).then_some(DomainEvent::Placed(ShipsPlaced { ships: placed }));
        let settled = ShipsSettled { why: Settling::Waived, by: by.to_owned(), ships: waived };
        let settled = (!settled.ships.is_empty()).then_some(DomainEvent::Settled(settled));
        let domain_events: Vec<DomainEventOf<B>> = placed.into_iter().chain(settled).collect();
        if domain_events.is_empty() { Ok(Vec::new()) } else { self.append(domain_events, now, picture) }
    }

    fn settle(
        &mut self,
        why: Settling,
        by: &str,
        ships: Vec<ShipSettled>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        if ships.is_empty() {
            return Ok(Vec::new());
        }
        let settled = ShipsSettled { why, by: by.to_owned(), ships };
        self.append(vec![DomainEvent::Settled(settled)], now, picture)
    }

    /// The ships whose models should be on the table, by the book.
    pub(crate) fn on_table(&self) -> BTreeSet<ShipId> {
        let lines = B::ships(&self.situation.book).into_iter();
        lines.filter(|line| line.on_table).map(|line| line.ship).collect()
    }
}

fn settled(shift: Shift) -> ShipSettled {
    ShipSettled { ship: shift.ship, from: shift.from, to: shift.to }
}

fn ghost(ship: &ShipId, place: &Place, why: GhostWhy) -> Ghost {
    Ghost { ship: ship.clone(), place: *place, why }
}
