//! What screens show of a book beyond what all books share.

use crate::error::BattleError;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::seats::commander::SeatCommander;
use crate::setup::choices::SetupContext;
use crate::setup::set_up::SetUp;
use crate::view::{
    AskView, BandView, BattleChoice, BookView, DecisionView, ForecastView, FormView, MountView, OrderDrawn,
    SalvoPreviewView, ScenarioView, TurningCircle,
};
use geometry::{HexGrid, Measured, Pose, ShipId};
use rulesets::core::{Faces, PlacedTable, PlayedBook, SideId};

/// A book that screens can show. What a book has no words of its own for, it leaves alone: then its questions are shown
/// as they are, and decisions come in as its own data.
pub trait BookAdapter: PlayedBook {
    /// What is asked now, in words of today's screens.
    fn asks(&self, asking: &FormContext<'_, Self::State>) -> Vec<AskView> {
        let _ = asking;
        Vec::new()
    }

    /// What may be done besides, where somebody wants to.
    fn optional_forms(&self, asking: &FormContext<'_, Self::State>) -> Vec<FormView> {
        let _ = asking;
        Vec::new()
    }

    /// What written orders mean on the table, as far as the viewer may know them.
    fn orders(&self, asking: &FormContext<'_, Self::State>) -> Vec<OrderDrawn> {
        let _ = asking;
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

    /// What an umpire, or the players by agreement, may rule, type or set right.
    fn rulings(&self, asking: &FormContext<'_, Self::State>) -> Vec<FormView> {
        let _ = asking;
        Vec::new()
    }

    /// The decision that a form stands for, as it was filled in.
    ///
    /// # Errors
    /// Where it says nothing that can be decided.
    fn decision_from_form(
        &self,
        asking: &FormContext<'_, Self::State>,
        filled: &FilledForm<'_>,
    ) -> Result<Self::Decision, FormError> {
        let _ = (asking, filled);
        Err(FormError::because("This book asks nothing through forms."))
    }

    /// The decision that stands for throwing the dice that are asked for; none where none are.
    fn decision_to_roll(
        &self,
        asking: &FormContext<'_, Self::State>,
        faces: Faces,
    ) -> Option<Self::Decision> {
        let _ = (asking, faces);
        None
    }

    /// Somebody who commands a side for a player who has no opponent; none where nobody can. Everything he draws follows
    /// from the seed.
    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        let _ = (side, seed);
        None
    }

    /// The decision to go on to the next step, where the book has one.
    fn decision_to_advance(&self) -> Option<Self::Decision> {
        None
    }

    /// A decision in words that only this book's screens use.
    ///
    /// # Errors
    /// Where it says nothing that can be decided.
    fn in_words(
        &self,
        asking: &FormContext<'_, Self::State>,
        asked: &DecisionView,
    ) -> Result<Self::Decision, FormError> {
        let _ = (asking, asked);
        Err(FormError::because("This book asks otherwise: answer what is asked now."))
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

    /// What would come of a decision to fire, from what this state knows; none of anything else.
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

    /// The decision without answers to questions that are not open (any more): the measure is clear, and rules.
    fn drop_closed_settlements(
        &self,
        state: &Self::State,
        table: &PlacedTable,
        decision: Self::Decision,
    ) -> Self::Decision {
        let _ = (state, table);
        decision
    }

    /// What can be said of the book before a battle is begun; none where battles by it are begun otherwise.
    fn book_view(&self) -> Option<BookView> {
        None
    }

    /// The battles that it can be played with.
    ///
    /// # Errors
    /// Where one of them can't be read.
    fn scenario_views(&self, ground: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        let _ = ground;
        Ok(Vec::new())
    }

    /// A battle as it was chosen, ready to begin.
    ///
    /// # Errors
    /// Every reason why it can't be played like that.
    fn set_up(
        &self,
        choice: &BattleChoice,
        ground: &SetupContext<'_>,
    ) -> Result<SetUp<Self::Decision>, BattleError> {
        let _ = (choice, ground);
        Err(BattleError::NoSuchBook { book: Self::ID.to_owned(), known: crate::registry::BOOKS.join(", ") })
    }
}
