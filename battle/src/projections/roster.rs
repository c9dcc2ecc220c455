//! Basic facts of a battle: its book, its sides and ships, and whether it is over.

use crate::forms::book_adapter::BookAdapter;
use crate::session::battle::Battle;
use crate::view::{BandView, TurningCircle};
use geometry::{Measured, ShipId};
use rulesets::core::SideId;
use std::collections::BTreeSet;

impl<B: BookAdapter> Battle<B> {
    /// The book's key.
    pub fn book_id(&self) -> &'static str {
        B::ID
    }

    /// Returns whether an umpire sits at the table.
    pub fn has_umpire(&self) -> bool {
        self.situation.begun.umpire
    }

    /// Returns whether the umpire has declared the battle over.
    pub fn is_over(&self) -> bool {
        self.situation.over
    }

    /// The turning circles of its book.
    pub fn turning_circles(&self) -> Vec<TurningCircle> {
        self.book.turning_circles()
    }

    /// The keys of its sides.
    pub fn sides(&self) -> Vec<String> {
        let lines = B::ships(&self.situation.book).into_iter();
        let sides: BTreeSet<String> = lines.map(|line| line.side.to_string()).collect();
        sides.into_iter().collect()
    }

    /// The bands of its book in which a range lies.
    pub fn bands(&self, range_in: Measured) -> Vec<BandView> {
        self.book.bands(&self.situation.book, range_in)
    }

    /// Returns whether the ship is recorded as lost.
    pub fn is_lost(&self, ship: &ShipId) -> bool {
        self.line_of(ship).is_some_and(|line| line.fate.is_some())
    }

    /// The ship's name in this battle and the side that has it now; `None` if it takes no part.
    pub fn name_and_side(&self, ship: &ShipId) -> Option<(String, SideId)> {
        self.line_of(ship).map(|line| (line.name, line.side))
    }
}
