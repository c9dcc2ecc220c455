//! Whoever plays: a player who draws by lot, or one who means to win.

use crate::core::contract::book::{Book, Question};
use crate::core::ruling::refusal::Halt;
use crate::core::table::placed::PlacedTable;
use geometry::{Pose, ShipId};

/// What a commander orders: models are set down first, then something is decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Order<D> {
    /// Ships, each with the places she is set down at, one after the other.
    pub models: Vec<(ShipId, Vec<Pose>)>,
    /// What is decided then.
    pub decision: D,
}

impl<D> Order<D> {
    /// A decision for which no model is touched.
    pub fn only(decision: D) -> Self {
        Self { models: Vec::new(), decision }
    }

    /// Where each model is to stand in the end: the ghosts of a screen, before anybody has put a model there.
    pub fn ghosts(&self) -> Vec<(ShipId, Pose)> {
        let last = |(ship, stops): &(ShipId, Vec<Pose>)| Some((ship.clone(), *stops.last()?));
        self.models.iter().filter_map(last).collect()
    }
}

/// All that a commander has before him.
pub struct Outlook<'a, B: Book> {
    /// The rule book.
    pub book: &'a B,
    /// The battle, as far as his side may know it ([`Book::seen_by`]).
    pub state: &'a B::State,
    /// The table, which everybody sees.
    pub table: &'a PlacedTable,
    /// What he must, or may, decide now.
    pub questions: &'a [Question<B::Ask>],
}

/// Plays a side, or the umpire.
pub trait Commander<B: Book> {
    /// What he orders now; none when he leaves it at what has been done.
    fn order(&mut self, outlook: &Outlook<'_, B>) -> Option<Order<B::Decision>>;

    /// The book would not have that order, and the models stand where they stood: what he orders instead.
    fn instead(
        &mut self,
        outlook: &Outlook<'_, B>,
        order: Order<B::Decision>,
        halt: &Halt,
    ) -> Option<Order<B::Decision>>;
}
