//! A side that the app commands. The orders of its commander are shown as ghosts until the camera has seen
//! the models there; only then are they decided.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::decision_events::Decider;
use crate::record::events::DomainEvent;
use crate::record::moved::is_near;
use crate::record::place::Place;
use crate::seats::commander::{Seat, StandingOrder};
use crate::session::battle::Battle;
use crate::session::decide::DecisionRequest;
use crate::table::observed::stands_elsewhere;
use crate::table::picture::Picture;
use crate::table::placing::{as_observation, standing};
use crate::table::shift::{Ghost, GhostWhy};
use crate::view::{AnswerView, LogLine};
use geometry::{Pose, ShipId};
use rulesets::core::{Audience, Halt, Order, Outlook, Question};
use std::collections::{BTreeMap, BTreeSet};

/// After so many refused orders a commander is taken to have none.
const MOST_ORDERS: u32 = 60;

/// What came of letting a seat command.
#[derive(Debug, Clone, PartialEq)]
pub enum CommanderOutcome {
    /// Nothing is asked of this seat, or its commander leaves it at what has been done.
    Waits,
    /// Models are to be set down first: there, and nowhere else.
    ToSetDown(Vec<Ghost>),
    /// It was decided, or can't be as the table stands: every reason.
    Answered(AnswerView),
}

impl<B: BookAdapter> Battle<B> {
    /// Lets every seat of the app command, until each waits for a player or for models to be set down (these
    /// are ghosts of the battle). To be called after every decision and every still moment.
    ///
    /// # Errors
    /// Where what follows could not be kept: then that has not happened.
    pub fn let_commanders_act(
        &mut self,
        now: &str,
        mut picture: impl FnMut() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let before = self.entries().len();
        let mut seats = std::mem::take(&mut self.seats);
        let answered = self.ask_all_commanders(&mut seats, now, &mut picture);
        self.seats = seats;
        answered?;
        Ok(self.lines_from(before, &Audience::Everyone))
    }

    fn ask_all_commanders(
        &mut self,
        seats: &mut [Seat<B>],
        now: &str,
        picture: &mut dyn FnMut() -> Option<Picture>,
    ) -> Result<(), BattleError> {
        for _ in 0..MOST_ORDERS {
            let mut decided = false;
            for seat in seats.iter_mut() {
                let commanded = self.let_command(seat, now, &mut *picture)?;
                decided |= matches!(commanded, CommanderOutcome::Answered(AnswerView::Done { .. }));
            }
            if !decided {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Where models were wanted follows from the table as it was: after going back in the battle the seats are asked anew.
    pub(crate) fn forget_orders(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.wanted.clear());
    }

    /// Where the battle went back since a seat was asked last, what its commander has done goes back too.
    fn follow(&self, seat: &mut Seat<B>) {
        let back = self.entries().iter().rev().find(|entry| matches!(entry.event, DomainEvent::TakenBack(_)));
        let back = back.map(|entry| entry.seq);
        if back > seat.followed {
            seat.followed = back;
            seat.rewind(&self.timeline.standing_seqs(self.entries().len().saturating_sub(1)));
        }
        seat.as_asked.entry(self.situation().seq).or_insert_with(|| seat.command.snapshot());
    }

    /// Lets a seat command: its order is decided as soon as every model stands where it is to stand. Asked again after every
    /// still moment, it says what is still to be set down.
    ///
    /// # Errors
    /// Where what follows could not be kept: then nothing has happened.
    pub fn let_command(
        &mut self,
        seat: &mut Seat<B>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<CommanderOutcome, BattleError> {
        let commanded = self.next_outcome(seat, now, picture)?;
        seat.wanted = match &commanded {
            CommanderOutcome::ToSetDown(ghosts) => ghosts.clone(),
            CommanderOutcome::Waits | CommanderOutcome::Answered(_) => Vec::new(),
        };
        Ok(commanded)
    }

    fn next_outcome(
        &mut self,
        seat: &mut Seat<B>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<CommanderOutcome, BattleError> {
        self.follow(seat);
        let (mut picture, mut refused) = (Some(picture), None);
        let given_now = |standing: &StandingOrder<B>| standing.given_in == self.turn_and_step();
        let mut next = seat.command.standing.take().filter(given_now).or_else(|| self.next_order(seat));
        for _ in 0..MOST_ORDERS {
            let Some(mut standing) = next else {
                let left = self.left_elsewhere(&mut seat.to_put_back);
                return Ok(if !left.is_empty() {
                    CommanderOutcome::ToSetDown(left)
                } else {
                    refused.map_or(CommanderOutcome::Waits, CommanderOutcome::Answered)
                });
            };
            let ghosts = self.still_to_set_down(&mut standing);
            if !ghosts.is_empty() {
                seat.command.standing = Some(standing);
                return Ok(CommanderOutcome::ToSetDown(ghosts));
            }
            let asked = DecisionRequest {
                by: seat.role.clone(),
                ..DecisionRequest::of(standing.order.decision.clone())
            };
            let picture = || picture.take().and_then(|picture| picture());
            let answer = match self.decide_by(Decider::App, &asked, now, picture) {
                Ok(answer) => answer,
                // Nothing was kept, so the order stands, and is carried out once it can be.
                Err(error) => {
                    seat.command.standing = Some(standing);
                    return Err(error);
                }
            };
            if matches!(answer, AnswerView::Done { .. }) {
                return Ok(CommanderOutcome::Answered(answer));
            }
            let too_far = self.set_down_too_far(&standing);
            let halt = self.halt_now(&asked);
            match halt {
                _ if !too_far.is_empty() => {
                    seat.command.standing = Some(standing);
                    return Ok(CommanderOutcome::ToSetDown(too_far));
                }
                Some(halt) => {
                    seat.to_put_back.extend(standing.order.models.iter().map(|(ship, _)| ship.clone()));
                    refused = Some(answer);
                    next = self.instead(seat, standing.order, &halt);
                }
                // The book has nothing against it: the table has changed, and must be put right first.
                None => {
                    seat.command.standing = Some(standing);
                    return Ok(CommanderOutcome::Answered(answer));
                }
            }
        }
        Ok(CommanderOutcome::Waits)
    }

    /// What the commander orders now, of what is asked of his seat.
    fn next_order(&self, seat: &mut Seat<B>) -> Option<StandingOrder<B>> {
        let commander = &mut seat.command.commander;
        let order = self.with_outlook_of(&seat.role, |outlook| commander.order(outlook));
        order.map(|order| self.standing_order(order))
    }

    /// What he orders instead of what won't do.
    fn instead(
        &self,
        seat: &mut Seat<B>,
        order: Order<B::Decision>,
        halt: &Halt,
    ) -> Option<StandingOrder<B>> {
        let commander = &mut seat.command.commander;
        let order = self.with_outlook_of(&seat.role, |outlook| commander.instead(outlook, order, halt));
        order.map(|order| self.standing_order(order))
    }

    fn standing_order(&self, order: Order<B::Decision>) -> StandingOrder<B> {
        StandingOrder { order, given_in: self.turn_and_step(), reached: BTreeMap::new() }
    }

    fn turn_and_step(&self) -> (u32, String) {
        (B::turn(&self.situation().book), B::phase_key(&self.situation().book))
    }

    fn with_outlook_of<T>(
        &self,
        role: &Audience,
        look: impl FnOnce(&Outlook<'_, B>) -> Option<T>,
    ) -> Option<T> {
        if self.situation().over || self.is_being_set_out() {
            return None;
        }
        let state = self.situation_for(role).book;
        let questions: Vec<Question<B::Ask>> =
            self.book().questions(&state).into_iter().filter(|question| question.is_put_to(role)).collect();
        if questions.is_empty() {
            return None;
        }
        let table = self.table_as_it_stands();
        look(&Outlook { book: self.book(), state: &state, table: &table, questions: &questions })
    }

    /// The battle has just begun, and ships of the table have no place yet: a commander asked now would not
    /// see them.
    fn is_being_set_out(&self) -> bool {
        let mut played = self.entries().iter().skip(self.opening_events());
        let decided = played.any(|entry| matches!(entry.event, DomainEvent::Book(_)));
        !decided && self.on_table().iter().any(|ship| !self.situation().places.contains_key(ship))
    }

    /// The next stop of every ship that has not come to her last one yet.
    fn still_to_set_down(&self, standing: &mut StandingOrder<B>) -> Vec<Ghost> {
        let StandingOrder { order, reached, .. } = standing;
        let ghost = |(ship, stops): &(ShipId, Vec<Pose>)| {
            let reached = reached.entry(ship.clone()).or_default();
            while let Some(stop) = stops.get(*reached) {
                if !self.place_now(ship).is_some_and(|now| self.is_as_ordered(ship, *stop, &now)) {
                    let place = Place::by_hand(*stop);
                    return Some(Ghost { ship: ship.clone(), place, why: GhostWhy::Ordered });
                }
                *reached += 1;
            }
            None
        };
        order.models.iter().filter_map(ghost).collect()
    }

    fn is_as_ordered(&self, ship: &ShipId, stop: Pose, now: &Place) -> bool {
        let said = self.book().stands_as_wanted(&self.situation().book, stop, now.pose());
        // A small turn is near to none: a ship that is to be moved at all must have been moved.
        let stop = Place::by_hand(stop);
        let stays =
            || self.situation().places.get(ship).is_some_and(|stands| !is_elsewhere(ship, stands, &stop));
        // A hand may set her down a hair nearer to where she stood than she is ordered: too near for a stop of its own.
        let seen = self.observed.surely(ship);
        let seen_there = || seen.is_some_and(|seen| !stands_elsewhere(&as_observation(&stop, seen), seen));
        said.unwrap_or_else(|| {
            is_near(&stop, now, ship) && (self.stops.contains_key(ship) || stays() || seen_there())
        })
    }

    /// Ghosts of those ships that still stand where they were set down for an order that would not do.
    fn left_elsewhere(&self, ships: &mut BTreeSet<ShipId>) -> Vec<Ghost> {
        ships.retain(|ship| self.stops.contains_key(ship));
        let back = |ship: &ShipId| {
            let place = *self.situation().places.get(ship)?;
            Some(Ghost { ship: ship.clone(), place, why: GhostWhy::Return })
        };
        ships.iter().filter_map(back).collect()
    }

    /// Where a ship was set down last, or officially stands.
    fn place_now(&self, ship: &ShipId) -> Option<Place> {
        let stop = self.stops.get(ship).and_then(|stops| stops.last());
        stop.or_else(|| self.situation().places.get(ship)).copied()
    }

    /// Ghosts of those ships of an order that were set down a little too far.
    fn set_down_too_far(&self, standing: &StandingOrder<B>) -> Vec<Ghost> {
        let ordered = |ghost: &Ghost| standing.order.models.iter().any(|(ship, _)| *ship == ghost.ship);
        self.ghosts().into_iter().filter(|ghost| ghost.why == GhostWhy::TooFar && ordered(ghost)).collect()
    }
}

/// Is it another place, by more than a model's wobble?
fn is_elsewhere(ship: &ShipId, one: &Place, other: &Place) -> bool {
    stands_elsewhere(&standing(ship, one), &standing(ship, other))
}
