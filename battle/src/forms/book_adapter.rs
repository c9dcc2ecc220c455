//! What a rule book provides to sessions and screens, in addition to what `rulesets` requires of it.

use crate::forms::book_forms::BookForms;
use crate::forms::context::FormContext;
use crate::seats::commander::SeatCommander;
use crate::thinking::thinker::Foresight;
use crate::view::{
    BandView, ForecastView, GunSector, Moment, MountView, OrderDrawn, RangeEdge, SalvoPreviewView,
    SecretArea, TurningCircle,
};
use geometry::{HexGrid, Measured, Pose, Reach, ShipId, Steering, Terrain, TerrainKind};
use rulesets::core::{Audience, PlacedTable, SideId};

/// The adapter of a rule book for its sessions: its questions ([`BookForms`]) and, here, what else screens may show.
/// Everything has a default, and a book overrides what it needs.
pub trait BookAdapter: BookForms {
    /// Whether the app's sides may be commanded by thinking ahead; false if the rules themselves command them.
    const COMMANDED_BY_THINKING: bool = true;

    /// The written orders drawn on the table, as far as the viewer may see them.
    fn orders(&self, context: &FormContext<'_, Self::State>) -> Vec<OrderDrawn> {
        let _ = context;
        Vec::new()
    }

    /// The board on the table, if the book uses hexes.
    fn hex_grid(&self, state: &Self::State) -> Option<HexGrid> {
        let _ = state;
        None
    }

    /// The hex centres to which the ship whose turn it is may move, if the book uses hexes.
    fn hex_destinations(&self, state: &Self::State) -> Vec<Pose> {
        let _ = state;
        Vec::new()
    }

    /// The commander who plays a side by Mahan's procedure, if the book has one. All its random choices follow from the seed.
    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        let _ = (side, seed);
        None
    }

    /// How battles by this book are thought ahead; none if nobody can do so: then only a procedure may command.
    fn foresight(&self) -> Option<&'static dyn Foresight<Self>> {
        None
    }

    /// The umpire's decision that a ship has sunk whose model was taken off the table; `None` if the ship is already
    /// lost or in no battle, or the book has no such decision.
    fn ruling_of_sunk(&self, state: &Self::State, ship: &ShipId) -> Option<Self::Decision> {
        let _ = (state, ship);
        None
    }

    /// The preview of a salvo with everything that bears; `None` if salvos are declared in another way.
    fn preview(
        &self,
        state: &Self::State,
        table: &PlacedTable,
        ships: (&ShipId, &ShipId),
    ) -> Option<SalvoPreviewView> {
        let _ = (state, table, ships);
        None
    }

    /// The forecast of a decision from what this state shows; `None` if the decision has none.
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

    /// What an event looks like on the table (guns firing, shot falling, rams, mines); `before` is the state before it.
    /// Losses are told by [`BookAdapter::loss`].
    fn moments(&self, before: &Self::State, event: &Self::Event) -> Vec<Moment> {
        let _ = (before, event);
        Vec::new()
    }

    /// What the loss of a ship looks like; `None` for a ship that left, or whose loss can't be seen.
    fn loss(&self, state: &Self::State, ship: &ShipId) -> Option<Moment> {
        let _ = (state, ship);
        None
    }

    /// The bands in which a range lies, if the book has bands in inches.
    fn bands(&self, state: &Self::State, range_in: Measured) -> Vec<BandView> {
        let _ = (state, range_in);
        Vec::new()
    }

    /// The edges of the range bands that count for a ship's guns, the nearest first, if the book has bands in inches.
    fn range_edges(&self, state: &Self::State, ship: &ShipId) -> Vec<RangeEdge> {
        let _ = (state, ship);
        Vec::new()
    }

    /// The sectors of the guns that a ship can still fire in this step; by default those of its mounts, as far as its
    /// range bands reach.
    fn gun_sectors(&self, state: &Self::State, ship: &ShipId) -> Vec<GunSector> {
        let reach_in = self.range_edges(state, ship).last().map(|edge| edge.to_in);
        let able = self.mounts(state, ship).into_iter().filter(|mount| mount.guns_left > 0 && !mount.fired);
        able.map(|mount| GunSector { from_deg: mount.arc_from_deg, to_deg: mount.arc_to_deg, reach_in })
            .collect()
    }

    /// Returns whether ranges and arcs may be shown before a decision.
    fn may_measure(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// The places that a ship can reach in its present move from `start`, for each permitted steering, if the book can
    /// say so.
    fn reaches(&self, state: &Self::State, ship: &ShipId, start: Pose) -> Vec<(Steering, Reach)> {
        let _ = (state, ship, start);
        Vec::new()
    }

    /// The secret areas of the table that this viewer knows of; `terrain` is all terrain, `state` what the viewer may
    /// know. By default only the umpire knows of mines.
    fn secret_areas(&self, state: &Self::State, terrain: &[Terrain], viewer: &Audience) -> Vec<SecretArea> {
        let _ = state;
        let mined = terrain.iter().filter(|piece| piece.kind == TerrainKind::Mined);
        let seen = mined.filter(|_| *viewer == Audience::Umpire);
        seen.map(|piece| SecretArea::of(piece, None)).collect()
    }

    /// The turning circles of the book, as players cut them out of card.
    fn turning_circles(&self) -> Vec<TurningCircle> {
        Vec::new()
    }

    /// Removes from a decision the answers to questions that are not open (any more): a clear measure rules.
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
