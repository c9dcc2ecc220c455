//! The interface of a commander, who plays a side: at random, by a procedure, or to win.

use crate::core::contract::book::{Book, Question};
use crate::core::ruling::refusal::Halt;
use crate::core::table::placed::PlacedTable;
use geometry::{Pose, ShipId};

/// An order of a commander: models are placed first, then a decision is taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Order<D> {
    /// Ships, each with the positions at which the model is placed, in this order.
    pub models: Vec<(ShipId, Vec<Pose>)>,
    /// The decision that follows.
    pub decision: D,
}

impl<D> Order<D> {
    /// An order for which no model is moved.
    pub fn only(decision: D) -> Self {
        Self { models: Vec::new(), decision }
    }

    /// The final position of each model. A screen shows them as ghosts before the models are placed.
    pub fn ghosts(&self) -> Vec<(ShipId, Pose)> {
        let last = |(ship, stops): &(ShipId, Vec<Pose>)| Some((ship.clone(), *stops.last()?));
        self.models.iter().filter_map(last).collect()
    }
}

/// Everything that a commander may know when deciding.
pub struct Outlook<'a, B: Book> {
    /// The rule book.
    pub book: &'a B,
    /// The state, filtered for the commander's side ([`Book::seen_by`]).
    pub state: &'a B::State,
    /// The table, which everybody sees.
    pub table: &'a PlacedTable,
    /// The questions that the commander must or may answer now.
    pub questions: &'a [Question<B::Ask>],
}

/// A player of one side, or the umpire.
pub trait Commander<B: Book> {
    /// The commander's next order; none if there is nothing more to order.
    fn order(&mut self, outlook: &Outlook<'_, B>) -> Option<Order<B::Decision>>;

    /// A replacement for an order that the book refused; the models are back at their places.
    fn instead(
        &mut self,
        outlook: &Outlook<'_, B>,
        order: Order<B::Decision>,
        halt: &Halt,
    ) -> Option<Order<B::Decision>>;
}
