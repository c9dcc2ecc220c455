//! What screens show of a book beyond what all books share.

use crate::view::{AskView, MountView};
use geometry::ShipId;
use rulesets::core::{PlacedTable, PlayedBook};
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;

/// A book that screens can show. What a book has no words of its own for, it leaves alone: then its questions are shown
/// as they are, and decisions come in as its own data.
pub trait OnScreen: PlayedBook {
    /// What is asked now, in words of today's screens.
    fn asks(&self, state: &Self::State) -> Vec<AskView> {
        let _ = state;
        Vec::new()
    }

    /// The gun mounts on a card.
    fn mounts(&self, state: &Self::State, ship: &ShipId) -> Vec<MountView> {
        let _ = (state, ship);
        Vec::new()
    }

    /// The decision without answers to questions that are not open (any more): the measure is clear, and rules.
    fn only_open(
        &self,
        state: &Self::State,
        table: &PlacedTable,
        decision: Self::Decision,
    ) -> Self::Decision {
        let _ = (state, table);
        decision
    }
}

impl OnScreen for HexDuel {}

impl OnScreen for SpBp {}

impl OnScreen for Noddy {}

impl OnScreen for MahanBook {}
