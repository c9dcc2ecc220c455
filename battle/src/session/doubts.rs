//! Doubts of the camera about names and bows, and the decisions that depend on them.
//!
//! The tracker keeps a doubt as a doubt. Players are asked only about ships on which the decision in hand depends, and
//! nothing is decided about such a ship before they have answered.

use crate::forms::book_adapter::BookAdapter;
use crate::session::battle::Battle;
use crate::table::observed::stands_elsewhere;
use crate::table::placing::standing;
use crate::view::RuledSentence;
use geometry::ShipId;
use std::collections::BTreeSet;

impl<B: BookAdapter> Battle<B> {
    /// Takes the ships whose name or bow the camera takes only by a guess, as of the newest reading.
    pub fn take_doubts(&mut self, ships: BTreeSet<ShipId>) {
        self.awaited_answers.retain(|ship| ships.contains(ship));
        self.observed.take_doubts(ships);
    }

    /// The ships on which the decision in hand depends: those of the last forecast or close call, of a decision that
    /// was refused because of a doubt, of moves that are not decided yet, and ships seen where they officially are not.
    pub fn ships_in_hand(&self) -> BTreeSet<ShipId> {
        if self.situation.over {
            return BTreeSet::new();
        }
        let shown = self.shown_table.iter().flat_map(|shown| shown.ships.iter().cloned());
        let to_place = self.on_table().into_iter().filter(|ship| self.is_to_place(ship));
        shown
            .chain(self.awaited_answers.iter().cloned())
            .chain(self.stops.keys().cloned())
            .chain(to_place)
            .collect()
    }

    /// Returns whether a ship's official place depends on the present reading of its model.
    fn is_to_place(&self, ship: &ShipId) -> bool {
        let Some(place) = self.situation.places.get(ship) else { return true };
        let seen = self.observed.of(ship).filter(|seen| seen.seen);
        self.situation.to_set_out.contains(ship)
            || (!place.by_hand && seen.is_some_and(|seen| stands_elsewhere(&standing(ship, place), seen)))
    }

    /// The ships in doubt on which a decision depends. The end of a step depends on every ship that could be moved in
    /// it.
    pub(crate) fn doubts_against(&self, decision: &B::Decision) -> BTreeSet<ShipId> {
        if B::ruled_at(decision).is_some() {
            return BTreeSet::new();
        }
        let ends_step = self.book.decision_to_advance().as_ref() == Some(decision);
        let movers = if ends_step { self.book.movers(&self.situation.book) } else { Vec::new() };
        let concerned = B::ships_concerned(decision).into_iter().chain(&movers);
        let by_hand = |ship: &ShipId| self.situation.places.get(ship).is_some_and(|place| place.by_hand);
        concerned.filter(|ship| self.observed.is_in_doubt(ship) && !by_hand(ship)).cloned().collect()
    }

    /// Why nothing is decided about a ship in doubt.
    pub(crate) fn not_certain(&self, ship: &ShipId) -> RuledSentence {
        let name = B::name(&self.situation.book, ship);
        let text = format!("It isn't certain how {name} stands: answer the question about her first.");
        RuledSentence { text, rules: Vec::new() }
    }
}
