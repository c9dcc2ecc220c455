//! What a rule book gives to sessions and screens beyond what `rulesets` asks of it.

use crate::forms::book_forms::BookForms;
use crate::forms::context::FormContext;
use crate::seats::commander::SeatCommander;
use crate::view::{BandView, ForecastView, MountView, OrderDrawn, SalvoPreviewView, TurningCircle};
use geometry::{HexGrid, Measured, Pose, ShipId};
use rulesets::core::{PlacedTable, SideId};

/// The adapter of a rule book for its sessions: what it asks ([`BookForms`]), and here what screens may show besides. All of
/// that has a default: a book overrides what it has something to say to.
pub trait BookAdapter: BookForms {
    /// What written orders mean on the table, as far as the viewer may know them.
    fn orders(&self, context: &FormContext<'_, Self::State>) -> Vec<OrderDrawn> {
        let _ = context;
        Vec::new()
    }

    /// The board that lies on the table, where the book plays on hexes.
    fn hex_grid(&self, state: &Self::State) -> Option<HexGrid> {
        let _ = state;
        None
    }

    /// The places in the middle of hexes to which the ship whose turn it is may be moved, where the book plays on hexes.
    fn hex_destinations(&self, state: &Self::State) -> Vec<Pose> {
        let _ = state;
        Vec::new()
    }

    /// A commander for a side without a player; none where the book has none. Everything he draws follows
    /// from the seed.
    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        let _ = (side, seed);
        None
    }

    /// A salvo of everything that bears, before it is declared; none where salvos are declared otherwise.
    fn preview(
        &self,
        state: &Self::State,
        table: &PlacedTable,
        ships: (&ShipId, &ShipId),
    ) -> Option<SalvoPreviewView> {
        let _ = (state, table, ships);
        None
    }

    /// The forecast of a decision, from what this state knows; none of a decision that has none.
    fn forecast_command(
        &self,
        state: &Self::State,
        table: &PlacedTable,
        decision: &Self::Decision,
    ) -> Option<ForecastView> {
        let _ = (state, table, decision);
        None
    }

    /// The gun mounts on a card.
    fn mounts(&self, state: &Self::State, ship: &ShipId) -> Vec<MountView> {
        let _ = (state, ship);
        Vec::new()
    }

    /// The bands in which a range lies, where the book measures in inches and has any.
    fn bands(&self, state: &Self::State, range_in: Measured) -> Vec<BandView> {
        let _ = (state, range_in);
        Vec::new()
    }

    /// The turning circles of the book, as its players cut them out of card.
    fn turning_circles(&self) -> Vec<TurningCircle> {
        Vec::new()
    }

    /// The decision without answers to questions that are not open (any more): where the measure is clear, it
    /// rules.
    fn drop_closed_settlements(
        &self,
        state: &Self::State,
        table: &PlacedTable,
        decision: Self::Decision,
    ) -> Self::Decision {
        let _ = (state, table);
        decision
    }
}
