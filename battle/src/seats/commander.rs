//! A seat that the app plays: its commander, the order in progress, and the history of both.

use crate::table::shift::Ghost;
use crate::thinking::thinker::{Pending, SeatThinker};
use geometry::{ShipId, Similarity};
use opponent::admiral::Resolve;
use rulesets::core::{Audience, Commander, Order, PlayedBook, SideId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A commander whose state can be copied, so that it can be rewound when the battle goes back.
pub trait SeatCommander<B: PlayedBook>: Commander<B> + Send {
    /// A copy of the commander's present state.
    fn snapshot(&self) -> Box<dyn SeatCommander<B>>;
}

impl<B: PlayedBook, C: Commander<B> + Clone + Send + 'static> SeatCommander<B> for C {
    fn snapshot(&self) -> Box<dyn SeatCommander<B>> {
        Box::new(self.clone())
    }
}

/// Whoever commands a seat.
pub(crate) enum InCommand<B: PlayedBook> {
    /// A commander who orders at once, by a procedure.
    Procedure(Box<dyn SeatCommander<B>>),
    /// One who thinks first.
    Thinker(Box<dyn SeatThinker<B>>),
}

impl<B: PlayedBook> InCommand<B> {
    fn snapshot(&self) -> Self {
        match self {
            Self::Procedure(commander) => Self::Procedure(commander.snapshot()),
            Self::Thinker(thinker) => Self::Thinker(thinker.copied()),
        }
    }

    /// The commander, to be asked for orders.
    pub(crate) fn commander(&mut self) -> &mut dyn Commander<B> {
        match self {
            Self::Procedure(commander) => commander.as_mut(),
            Self::Thinker(thinker) => thinker.as_mut(),
        }
    }

    /// The commander, if he thinks first.
    pub(crate) fn thinker(&mut self) -> Option<&mut dyn SeatThinker<B>> {
        match self {
            Self::Procedure(_) => None,
            Self::Thinker(thinker) => Some(thinker.as_mut()),
        }
    }
}

/// A commander, and its order in progress on the table.
pub(crate) struct CommanderState<B: PlayedBook> {
    pub(crate) commander: InCommand<B>,
    pub(crate) standing: Option<StandingOrder<B>>,
}

impl<B: PlayedBook> CommanderState<B> {
    pub(crate) fn snapshot(&self) -> Self {
        Self { commander: self.commander.snapshot(), standing: self.standing.clone() }
    }
}

/// A seat at the table that the app plays, with its commander.
pub struct Seat<B: PlayedBook> {
    pub(crate) role: Audience,
    pub(crate) command: CommanderState<B>,
    /// The state before the seat was first asked.
    pub(crate) at_first: CommanderState<B>,
    /// The states when the seat was asked, by the last event at that time.
    pub(crate) as_asked: BTreeMap<i64, CommanderState<B>>,
    /// The latest take-back that the seat has followed.
    pub(crate) followed: Option<i64>,
    /// Ships that were moved for an order that was then refused.
    pub(crate) to_put_back: BTreeSet<ShipId>,
    /// Where models are to be placed now.
    pub(crate) wanted: Vec<Ghost>,
    /// What its commander must think about before he orders.
    pub(crate) pending: Option<Pending<Resolve>>,
}

impl<B: PlayedBook> fmt::Debug for Seat<B> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.command.standing.as_ref().map(|standing| &standing.order.decision);
        to.debug_struct("Seat").field("role", &self.role).field("order", &order).finish_non_exhaustive()
    }
}

impl<B: PlayedBook> Seat<B> {
    /// Seats a commander for a side or for the umpire, with that seat's knowledge.
    pub fn taken(role: Audience, commander: Box<dyn SeatCommander<B>>) -> Self {
        Self::of(role, InCommand::Procedure(commander))
    }

    /// Seats a commander who thinks ahead for a side.
    pub(crate) fn taken_by_thinker(side: SideId, thinker: Box<dyn SeatThinker<B>>) -> Self {
        Self::of(Audience::Side(side), InCommand::Thinker(thinker))
    }

    fn of(role: Audience, commander: InCommand<B>) -> Self {
        let command = CommanderState { commander, standing: None };
        Self {
            role,
            at_first: command.snapshot(),
            command,
            as_asked: BTreeMap::new(),
            followed: None,
            to_put_back: BTreeSet::new(),
            wanted: Vec::new(),
            pending: None,
        }
    }

    /// The audience of the seat.
    pub fn role(&self) -> &Audience {
        &self.role
    }

    /// Where its commander wants models to be placed, as of the last time it was asked.
    pub fn wanted(&self) -> &[Ghost] {
        &self.wanted
    }

    /// Rewinds the seat to when it was last asked at an event that still stands. Models return to where they stood
    /// then, so no stop of an order has been reached.
    pub(crate) fn rewind(&mut self, stands: &BTreeSet<i64>) {
        let kept = self.as_asked.iter().rev().find(|(seq, _)| stands.contains(seq));
        self.command = kept.map_or(&self.at_first, |(_, command)| command).snapshot();
        if let Some(standing) = &mut self.command.standing {
            standing.reached.clear();
        }
        self.to_put_back.clear();
        self.wanted.clear();
        self.pending = None;
    }

    /// Converts the wanted places to another frame of reference. Ships and hexes in orders keep their names.
    pub(crate) fn change_frame(&mut self, change: &Similarity) {
        let commands = self.as_asked.values_mut().chain([&mut self.command]);
        let standing = commands.filter_map(|command| command.standing.as_mut());
        let stops = standing.flat_map(|standing| &mut standing.order.models).flat_map(|(_, stops)| stops);
        stops.for_each(|stop| *stop = change.pose(*stop));
        self.wanted.iter_mut().for_each(|ghost| ghost.place = ghost.place.in_frame(change));
    }
}

/// An order in progress on the table.
pub(crate) struct StandingOrder<B: PlayedBook> {
    pub(crate) order: Order<B::Decision>,
    /// The turn and the step in which it was given; it ends with them.
    pub(crate) given_in: (u32, String),
    /// The ships of it that could be moved when it was given.
    pub(crate) moves: BTreeSet<ShipId>,
    /// The number of stops that each ship has reached.
    pub(crate) reached: BTreeMap<ShipId, usize>,
    /// Why each ship is ordered so, one sentence that everybody may read.
    pub(crate) reasons: BTreeMap<ShipId, String>,
}

impl<B: PlayedBook> Clone for StandingOrder<B> {
    fn clone(&self) -> Self {
        let Self { order, given_in, moves, reached, reasons } = self;
        let (moves, reached, reasons) = (moves.clone(), reached.clone(), reasons.clone());
        Self { order: order.clone(), given_in: given_in.clone(), moves, reached, reasons }
    }
}
