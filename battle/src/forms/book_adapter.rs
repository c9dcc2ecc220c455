//! What a rule book gives to sessions and screens beyond what `rulesets` asks of it.

use crate::error::BattleError;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::seats::commander::SeatCommander;
use crate::setup::context::SetupContext;
use crate::setup::set_up::SetUp;
use crate::view::{
    AskView, BandView, BattleChoice, BookView, DecisionView, ForecastView, FormView, MountView, OrderDrawn,
    SalvoPreviewView, ScenarioView, TurningCircle,
};
use geometry::{HexGrid, Measured, Pose, ShipId};
use rulesets::core::{Faces, PlacedTable, PlayedBook, SideId};

/// The adapter of a rule book. Whatever a book has no own answer for has a default here: then its questions
/// are shown as they are, and decisions come in as its own data.
pub trait BookAdapter: PlayedBook {
    /// The questions that are open now, as view models.
    fn asks(&self, context: &FormContext<'_, Self::State>) -> Vec<AskView> {
        let _ = context;
        Vec::new()
    }

    /// Forms that are optional now.
    fn optional_forms(&self, context: &FormContext<'_, Self::State>) -> Vec<FormView> {
        let _ = context;
        Vec::new()
    }

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

    /// What an umpire, or the players by agreement, may rule, type or set right.
    fn rulings(&self, context: &FormContext<'_, Self::State>) -> Vec<FormView> {
        let _ = context;
        Vec::new()
    }

    /// The decision that a form stands for, as it was filled in.
    ///
    /// # Errors
    /// Where it says nothing that can be decided.
    fn decision_from_form(
        &self,
        context: &FormContext<'_, Self::State>,
        filled: &FilledForm<'_>,
    ) -> Result<Self::Decision, FormError> {
        let _ = (context, filled);
        Err(FormError::because("This book asks nothing through forms."))
    }

    /// The decision that throws the dice that are asked for; none where none are.
    fn decision_to_roll(
        &self,
        context: &FormContext<'_, Self::State>,
        faces: Faces,
    ) -> Option<Self::Decision> {
        let _ = (context, faces);
        None
    }

    /// A commander for a side without a player; none where the book has none. Everything he draws follows
    /// from the seed.
    fn commander(&self, side: &SideId, seed: u64) -> Option<Box<dyn SeatCommander<Self>>> {
        let _ = (side, seed);
        None
    }

    /// The decision that ends the step, where the book has one.
    fn decision_to_advance(&self) -> Option<Self::Decision> {
        None
    }

    /// The umpire's decision that a ship has sunk whose model was taken off the table; none where the book knows that she is
    /// lost, where she is in no battle, or where the book has no such decision.
    fn ruling_of_sunk(&self, state: &Self::State, ship: &ShipId) -> Option<Self::Decision> {
        let _ = (state, ship);
        None
    }

    /// A decision in words that only this book's screens use.
    ///
    /// # Errors
    /// Where it says nothing that can be decided.
    fn in_words(
        &self,
        context: &FormContext<'_, Self::State>,
        asked: &DecisionView,
    ) -> Result<Self::Decision, FormError> {
        let _ = (context, asked);
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

    /// What can be said of the book before a battle is begun; none where battles by it are begun otherwise.
    fn book_view(&self) -> Option<BookView> {
        None
    }

    /// The battles that it can be played with.
    ///
    /// # Errors
    /// Where one of them can't be read.
    fn scenario_views(&self, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        let _ = context;
        Ok(Vec::new())
    }

    /// A battle as it was chosen, ready to begin.
    ///
    /// # Errors
    /// Every reason why it can't be played like that.
    fn set_up(
        &self,
        choice: &BattleChoice,
        context: &SetupContext<'_>,
    ) -> Result<SetUp<Self::Decision>, BattleError> {
        let _ = (choice, context);
        Err(BattleError::NoSuchBook { book: Self::ID.to_owned(), known: crate::registry::BOOKS.join(", ") })
    }
}
