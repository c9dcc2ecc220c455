//! Sides that the app commands. A commander's orders are shown as ghosts until the camera has seen the models there;
//! only then are they decided.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::decision_events::Decider;
use crate::record::events::{DomainEvent, DomainEventOf};
use crate::record::moved::{is_hardly_a_move, is_near};
use crate::record::place::Place;
use crate::record::thought::CommanderPlanned;
use crate::seats::commander::{Seat, StandingOrder};
use crate::session::battle::Battle;
use crate::session::decide::DecisionRequest;
use crate::table::observed::stands_elsewhere;
use crate::table::picture::Picture;
use crate::table::placing::as_observation;
use crate::table::shift::{Ghost, GhostWhy};
use crate::table::stops::Stops;
use crate::thinking::thinker::Pending;
use crate::view::{AnswerView, LogLine};
use geometry::{Pose, ShipId};
use rulesets::core::{Audience, Halt, Order, Outlook, Question};
use std::collections::{BTreeMap, BTreeSet};

/// After this many refused orders, a commander counts as having no order.
const MOST_ORDERS: u32 = 60;

/// The result of letting a seat command.
#[derive(Debug, Clone, PartialEq)]
pub enum CommanderOutcome {
    /// There is no question for this seat, or its commander does nothing more.
    Waits,
    /// Models must be placed here first.
    ToSetDown(Vec<Ghost>),
    /// It was decided, or refused with every reason.
    Answered(AnswerView),
}

impl<B: BookAdapter> Battle<B> {
    /// Lets every seat of the app act until each waits for a player or for models to be placed (which are ghosts of the
    /// battle). To be called after every decision and every still moment.
    ///
    /// # Errors
    /// When an event could not be stored; then it has not happened.
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

    /// Forgets where models were wanted, because the seats are asked again after the battle goes back.
    pub(crate) fn forget_orders(&mut self) {
        for seat in &mut self.seats {
            seat.wanted.clear();
            seat.pending = None;
        }
    }

    /// Rewinds a seat if the battle went back since it was last asked.
    fn follow(&self, seat: &mut Seat<B>) {
        let back = self.entries().iter().rev().find(|entry| matches!(entry.event, DomainEvent::TakenBack(_)));
        let back = back.map(|entry| entry.seq);
        if back > seat.followed {
            seat.followed = back;
            seat.rewind(&self.timeline.standing_seqs(self.entries().len().saturating_sub(1)));
        }
        seat.as_asked.entry(self.situation().seq).or_insert_with(|| seat.command.snapshot());
    }

    /// Lets a seat act: its order is decided as soon as every model stands where it should. Called again after every
    /// still moment, it returns the models that must still be placed.
    ///
    /// # Errors
    /// When an event could not be stored; then nothing has happened.
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
            // A person has moved a ship of it: what is left of the order is ordered anew.
            let overtaken = |standing: &mut StandingOrder<B>| self.is_overtaken(standing);
            if let Some(standing) = next.take_if(overtaken) {
                let asked = DecisionRequest::of(standing.order.decision.clone());
                let halt = self.halt_now(&asked);
                let rest = halt.and_then(|halt| self.instead(seat, standing.order, &halt));
                next = rest.or_else(|| self.next_order(seat));
                continue;
            }
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
            let answer = match self.decide_by(Decider::App, &asked, None, now, picture) {
                Ok(answer) => answer,
                // Nothing was stored, so the order stays and is tried again later.
                Err(error) => {
                    seat.command.standing = Some(standing);
                    return Err(error);
                }
            };
            if matches!(answer, AnswerView::Done { .. }) {
                return Ok(CommanderOutcome::Answered(answer));
            }
            match self.halt_now(&asked).filter(|_| self.is_decidable(&asked)) {
                Some(halt) => {
                    seat.to_put_back.extend(standing.order.models.iter().map(|(ship, _)| ship.clone()));
                    refused = Some(answer);
                    next = self.instead(seat, standing.order, &halt);
                }
                // It is not the book that refuses it: the camera must first see how the table now stands.
                None => {
                    seat.command.standing = Some(standing);
                    return Ok(CommanderOutcome::Answered(answer));
                }
            }
        }
        Ok(CommanderOutcome::Waits)
    }

    /// The commander's next order for the questions to its seat.
    fn next_order(&self, seat: &mut Seat<B>) -> Option<StandingOrder<B>> {
        if self.must_think(seat) {
            return None;
        }
        let commander = seat.command.commander.commander();
        let order = self.with_outlook_of(&seat.role, |outlook| commander.order(outlook));
        order.map(|order| self.standing_order(seat, order))
    }

    /// Returns whether the commander of a seat must think before he orders: what about is then kept for whoever does the
    /// thinking ([`Battle::take_quandary`]).
    fn must_think(&self, seat: &mut Seat<B>) -> bool {
        let made_on = self.situation().seq;
        if seat.pending.as_ref().is_some_and(|pending| pending.made_on == made_on) {
            return true;
        }
        let Seat { role, command, .. } = &mut *seat;
        let Some(thinker) = command.commander.thinker() else { return false };
        if thinker.planned().is_none()
            && let Some(CommanderPlanned { planned_for, plans, .. }) = self.planned_before(role)
        {
            thinker.remember(self.book(), planned_for, plans);
        }
        let situation = self.situation_for(role);
        let question = self.with_outlook_of(role, |outlook| thinker.question(outlook, &situation));
        seat.pending = question.map(|thinkable| Pending { made_on, thinkable: Some(thinkable) });
        seat.pending.is_some()
    }

    /// The plans that a seat made last, of those that still stand.
    fn planned_before(&self, role: &Audience) -> Option<&CommanderPlanned> {
        let planned = |event: &'_ DomainEventOf<B>| match event {
            DomainEvent::Planned(planned) => *role == Audience::Side(planned.side.clone()),
            _ => false,
        };
        if !self.entries().iter().any(|entry| planned(&entry.event)) {
            return None;
        }
        let stands = self.timeline.standing_seqs(self.entries().len().saturating_sub(1));
        let mut standing = self.entries().iter().rev().filter(|entry| stands.contains(&entry.seq));
        standing.find_map(|entry| match &entry.event {
            DomainEvent::Planned(planned) if *role == Audience::Side(planned.side.clone()) => Some(planned),
            _ => None,
        })
    }

    /// The commander's order in place of a refused one.
    fn instead(
        &self,
        seat: &mut Seat<B>,
        order: Order<B::Decision>,
        halt: &Halt,
    ) -> Option<StandingOrder<B>> {
        let commander = seat.command.commander.commander();
        let order = self.with_outlook_of(&seat.role, |outlook| commander.instead(outlook, order, halt));
        order.map(|order| self.standing_order(seat, order))
    }

    fn standing_order(&self, seat: &mut Seat<B>, order: Order<B::Decision>) -> StandingOrder<B> {
        let reasons = seat.command.commander.thinker().and_then(|thinker| {
            let reason = |outlook: &Outlook<'_, B>| {
                let ships = order.models.iter().map(|(ship, _)| ship);
                ships.map(|ship| Some((ship.clone(), thinker.reason(outlook, ship)?))).collect()
            };
            self.with_outlook_of(&seat.role, reason)
        });
        let reasons = reasons.unwrap_or_default();
        let movers: BTreeSet<ShipId> = self.movers();
        let moves = order.models.iter().map(|(ship, _)| ship).filter(|ship| movers.contains(*ship));
        let moves = moves.cloned().collect();
        StandingOrder { order, given_in: self.turn_and_step(), moves, reached: BTreeMap::new(), reasons }
    }

    /// Returns whether a ship of the order may not be moved any more, because a person has decided her move.
    fn is_overtaken(&self, standing: &StandingOrder<B>) -> bool {
        let movers = self.movers();
        !standing.moves.is_subset(&movers)
    }

    fn turn_and_step(&self) -> (u32, String) {
        (B::turn(&self.situation().book), B::phase_key(&self.situation().book))
    }

    /// Lets the commander in this seat look at the battle. Every move is judged from where a ship officially is, so he
    /// sees her there while her model is on its way.
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
        // The book rules on a table with its secret chart; a commander sees of it what his side knows.
        let table = self.table_without_moves().with_terrain(self.terrain_known_in(&state));
        look(&Outlook { book: self.book(), state: &state, table: &table, questions: &questions })
    }

    /// Returns whether the battle has just begun and ships on the table have no place yet: a commander asked now would
    /// not see them.
    fn is_being_set_out(&self) -> bool {
        let mut played = self.entries().iter().skip(self.opening_events());
        let decided = played.any(|entry| matches!(entry.event, DomainEvent::Book(_)));
        !decided && self.on_table().iter().any(|ship| !self.situation().places.contains_key(ship))
    }

    /// The next stop of every ship that has not reached its last one.
    fn still_to_set_down(&mut self, standing: &mut StandingOrder<B>) -> Vec<Ghost> {
        let StandingOrder { order, reached, .. } = standing;
        let mut ghosts = Vec::new();
        for (ship, stops) in &order.models {
            let is_there =
                |stop: &Pose| self.place_now(ship).is_some_and(|now| self.is_as_ordered(ship, *stop, &now));
            let before = reached.get(ship).copied().unwrap_or_default();
            let ahead = stops.get(before..).unwrap_or_default();
            let further = before + ahead.iter().take_while(|stop| is_there(stop)).count();
            if let Some(stop) = stops.get(further) {
                let place = Place::by_hand(*stop);
                ghosts.push(Ghost { ship: ship.clone(), place, why: GhostWhy::Ordered });
            }
            if let Some(moved) = self.stops.get_mut(ship) {
                moved.reach(stops.get(..further).unwrap_or_default());
            }
            // A model may still leave its last stop before the others have come to theirs.
            reached.insert(ship.clone(), further.min(stops.len().saturating_sub(1)));
        }
        ghosts
    }

    fn is_as_ordered(&self, ship: &ShipId, stop: Pose, now: &Place) -> bool {
        let said = self.book().stands_as_wanted(&self.situation().book, stop, now.pose());
        // A small turn is within tolerance of no turn, so a ship that must move counts as there only after it was
        // moved, unless no hand could make so small a move.
        let stop = Place::by_hand(stop);
        let stays =
            || self.situation().places.get(ship).is_some_and(|stands| is_hardly_a_move(stands, &stop, ship));
        // A model set down slightly short of a small move is too close to its old place to count as a stop. One that can
        // be told from it soon does.
        let seen_there = || {
            let seen = self.observed.surely(ship);
            seen.is_some_and(|seen| {
                [&stop, now].iter().all(|place| !stands_elsewhere(&as_observation(place, seen), seen))
            })
        };
        said.unwrap_or_else(|| {
            is_near(&stop, now, ship) && (self.stops.contains_key(ship) || stays() || seen_there())
        })
    }

    /// Ghosts of ships that still stand where they were placed for a refused order.
    fn left_elsewhere(&self, ships: &mut BTreeSet<ShipId>) -> Vec<Ghost> {
        ships.retain(|ship| self.stops.contains_key(ship));
        let back = |ship: &ShipId| {
            let place = *self.situation().places.get(ship)?;
            Some(Ghost { ship: ship.clone(), place, why: GhostWhy::Return })
        };
        ships.iter().filter_map(back).collect()
    }

    /// The place where a ship was last set down, or its official place.
    pub(crate) fn place_now(&self, ship: &ShipId) -> Option<Place> {
        let stop = self.stops.get(ship).and_then(Stops::last);
        stop.or_else(|| self.situation().places.get(ship)).copied()
    }
}
