//! Mahan commands a side of another book's battle, in free inches: a hex becomes an inch, headings become
//! twelve, and a move of the turn is one of his orders phases. He sees what his side may see. His orders say
//! where each of his models is to be set down: the ghosts on a screen ([`crate::core::Order::models`]).
//!
//! A [`Helm`] steers one ship at a time and is independent of books; a captain for each book carries out its
//! orders and fires all guns that bear at the nearest enemy. Two simpler helms serve as a baseline for the
//! display (MAH-AMB-1).

mod gunboat;
mod helm;
mod noddy;
mod sp_bp;

pub use gunboat::GunboatCaptain;
pub use helm::{Enemy, Helm, Leg, Mahan, Straight, View, Wander};
pub use noddy::NoddyCaptain;
pub use sp_bp::SpBpCaptain;

use crate::core::{Book, Commander, Halt, Order, Outlook};

/// A commander without decisions: an umpire where none is needed.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl<B: Book> Commander<B> for Nobody {
    fn order(&mut self, _: &Outlook<'_, B>) -> Option<Order<B::Decision>> {
        None
    }

    fn instead(&mut self, _: &Outlook<'_, B>, _: Order<B::Decision>, _: &Halt) -> Option<Order<B::Decision>> {
        None
    }
}
