//! Mahan commands a side of another book's battle, in free inches: his hexes become inches, his headings any of twelve, a
//! move of the turn is one of his orders phases. He sees what his side may see, and his orders say where each of his
//! models is to be set down: the ghosts of a screen ([`crate::core::Order::models`]).
//!
//! A [`Helm`] steers one ship at a time and knows no book; a captain for each book carries her orders out and fights
//! with all guns that bear on the nearest enemy. Two other helms are here to judge the display by (MAH-AMB-1).

mod gunboat;
mod helm;
mod noddy;

pub use gunboat::GunboatCaptain;
pub use helm::{Enemy, Helm, Leg, Mahan, Straight, View, Wander};
pub use noddy::NoddyCaptain;

use crate::core::{Book, Commander, Halt, Order, Outlook};

/// Somebody who has nothing to decide: an umpire where none is needed.
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
