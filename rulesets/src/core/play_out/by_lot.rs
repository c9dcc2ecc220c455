//! Scenarios played to the end by commanders who choose at random. The command line, the benchmark and the tests of all
//! books share this code.

use crate::core::contract::book::{Audience, SideId};
use crate::core::contract::commander::Commander;
use crate::core::contract::played::PlayedBook;
use crate::core::data::rule_files::DataError;
use crate::core::dice::source::AppDice;
use crate::core::fleet::Layout;
use crate::core::play_out::{Ending, PlayOut, Played, Players, PlaysOut, Stuck};
use crate::core::ruling::refusal::{Halt, Refusal};
use crate::core::table::placed::{PlacedShip, PlacedTable};
use geometry::{HullShape, ShipId, Terrain};
use std::collections::{BTreeMap, BTreeSet};

/// A book with scenarios and a commander that plays any side by random choice.
pub trait ByLot: PlaysOut + PlayedBook {
    /// The type of commander.
    type Drawing: Commander<Self>;

    /// Returns a commander for this role; all choices follow from the seed.
    fn drawing(role: Audience, seed: u64) -> Self::Drawing;

    /// The sides of a battle, in a fixed order.
    fn sides(state: &Self::State) -> Vec<SideId>;

    /// The ids of the scenarios.
    ///
    /// # Errors If the book's own data can't be read.
    fn scenarios(&self) -> Result<Vec<String>, DataError>;

    /// Sets up a scenario with its ships as printed.
    ///
    /// # Errors Why the scenario can't be set up.
    fn as_printed(&self, scenario: &str) -> Result<Staged<Self>, NotStaged>;

    /// Sets up a scenario; `carried` is the damage that ships bring from earlier battles. By default the book's cards
    /// carry none.
    ///
    /// # Errors Why the scenario can't be set up.
    fn staged(&self, scenario: &str, carried: Option<&Carried>) -> Result<Staged<Self>, NotStaged> {
        if carried.is_some() { Err(NotStaged::NothingCarried) } else { self.as_printed(scenario) }
    }

    /// Sets up a battle from a book-independent layout, with this book's cards (house).
    ///
    /// # Errors Why the layout does not fit the book.
    fn laid_out(&self, layout: &Layout) -> Result<Staged<Self>, NotStaged> {
        let why = "It has no conversion of ships.".to_owned();
        Err(NotStaged::DoesNotFit { scenario: layout.name.clone(), why })
    }

    /// The winner of a battle that ended like this; none for a draw.
    fn winner(state: &Self::State, ended: &Self::Ended) -> Option<SideId>;
}

/// Losses that ships bring from earlier battles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Carried {
    /// Boxes lost from the rows of a ship's card, by ship and row.
    pub gone: BTreeMap<String, BTreeMap<String, u32>>,
    /// Ships that are lost.
    pub lost: BTreeSet<String>,
}

/// Why a scenario can't be set up.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NotStaged {
    /// The book's data can't be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The book refuses it.
    #[error(transparent)]
    Halted(#[from] Halt),
    /// The book has no scenario of this name.
    #[error("There is no scenario “{scenario}”: choose one of {known}.")]
    NoSuchScenario {
        /// The requested scenario.
        scenario: String,
        /// The scenarios that exist.
        known: String,
    },
    /// The book can't play the scenario.
    #[error("{scenario} does not fit this book: {why}")]
    DoesNotFit {
        /// The scenario's name.
        scenario: String,
        /// The reason.
        why: String,
    },
    /// The book's cards carry no damage from battle to battle.
    #[error("Ships of this book begin every battle as printed: leave out what they bring along.")]
    NothingCarried,
}

impl From<Refusal> for NotStaged {
    fn from(refusal: Refusal) -> Self {
        Self::Halted(Halt::Refused(refusal))
    }
}

impl NotStaged {
    /// The scenario with this id.
    ///
    /// # Errors If there is none: the list of existing ones.
    pub(crate) fn find<'a, S>(all: &'a [S], scenario: &str, id: impl Fn(&S) -> &str) -> Result<&'a S, Self> {
        all.iter().find(|known| id(known) == scenario).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(id).collect();
            Self::NoSuchScenario { scenario: scenario.to_owned(), known: known.join(", ") }
        })
    }
}

/// A scenario's battle, ready to be opened in memory or in a campaign file.
#[derive(Debug, Clone)]
pub struct Staged<B: PlaysOut> {
    /// The scenario's or layout's id.
    pub id: String,
    /// The scenario's name for display.
    pub name: String,
    /// The decisions that open the battle, in order.
    pub opening: Vec<B::Decision>,
    /// The models that are on the table from the beginning.
    pub models: Vec<PlacedShip>,
    /// The models that arrive later, at the places where they enter.
    pub later: Vec<PlacedShip>,
    /// Terrain on the table, visible to everybody.
    pub terrain: Vec<Terrain>,
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// The book's own data for playing out the battle.
    pub scene: B::Scene,
}

impl<B: ByLot> Staged<B> {
    /// The plans of all models.
    pub fn hulls(&self) -> BTreeMap<ShipId, HullShape> {
        let models = self.models.iter().chain(&self.later);
        models.map(|model| (model.observation.ship.clone(), model.hull)).collect()
    }

    /// The same battle with this standard deviation of positions, inches.
    #[must_use]
    pub fn measured(mut self, sigma_in: f64) -> Self {
        for model in self.models.iter_mut().chain(&mut self.later) {
            model.observation.sigma_in = sigma_in;
            model.observation.heading_sigma_rad = sigma_in / 3.0;
        }
        self
    }

    /// Opens the battle and places its models.
    ///
    /// # Errors Why the book refuses to open it.
    pub fn set_out(&self, book: &B) -> Result<SetOut<B>, Halt> {
        let (mut state, nowhere) = (B::State::default(), PlacedTable::default());
        for decision in &self.opening {
            let events = book.decide(&state, decision, &nowhere, &mut AppDice::new(0, &[]))?;
            state = events.iter().fold(state, B::apply);
        }
        Ok(self.opened_as(state))
    }

    /// Places the models of a battle that was opened with this state.
    pub fn opened_as(&self, state: B::State) -> SetOut<B> {
        let terrain = self.terrain.iter().cloned().chain(B::charted(&state)).collect();
        let table = PlacedTable::new(self.models.clone())
            .with_terrain(terrain)
            .with_guns_ashore(B::guns_ashore(&state))
            .with_edges(self.table_in);
        SetOut { state, table, later: self.later.clone(), scene: self.scene.clone() }
    }
}

/// A battle at its beginning, with its table.
#[derive(Debug, Clone)]
pub struct SetOut<B: PlaysOut> {
    /// The state after the opening.
    pub state: B::State,
    /// The table with every ship that is on it.
    pub table: PlacedTable,
    /// Models of ships that arrive later, at the places where they enter.
    pub later: Vec<PlacedShip>,
    /// The book's own data for playing out the battle.
    pub scene: B::Scene,
}

/// Commanders of both sides and an umpire, all choosing at random.
pub struct Drawings<B: ByLot> {
    sides: Vec<(SideId, B::Drawing)>,
    umpire: B::Drawing,
}

impl<B: ByLot> Drawings<B> {
    /// Creates the commanders; all choices follow from the seed.
    pub fn new(state: &B::State, seed: u64) -> Self {
        let role_seed = |at: usize| seed.wrapping_mul(3).wrapping_add(at as u64);
        let sides = B::sides(state);
        let umpire = B::drawing(Audience::Umpire, role_seed(sides.len()));
        let drawing = |(at, side): (usize, SideId)| {
            let commander = B::drawing(Audience::Side(side.clone()), role_seed(at));
            (side, commander)
        };
        Self { sides: sides.into_iter().enumerate().map(drawing).collect(), umpire }
    }

    /// The players.
    pub fn players(&mut self) -> Players<'_, B> {
        let sides = self.sides.iter_mut();
        Players {
            sides: sides
                .map(|(side, commander)| (side.clone(), commander as &mut dyn Commander<B>))
                .collect(),
            umpire: &mut self.umpire,
        }
    }
}

/// Plays a battle to the end by random choices that follow from the seed. The invariants are checked after every event;
/// `watch` is called after each decision.
///
/// # Errors If the battle gets stuck or breaks an invariant.
pub fn by_lot<B: ByLot>(
    book: &B,
    set_out: SetOut<B>,
    seed: u64,
    watch: impl FnMut(&PlayOut<'_, B>, Played<B>),
) -> Result<Ending<B::Ended>, Stuck> {
    let mut drawings = Drawings::new(&set_out.state, seed);
    PlayOut::new(book, set_out, drawings.players(), seed).looked_after().to_the_end(watch)
}
