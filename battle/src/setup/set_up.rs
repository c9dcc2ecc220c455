//! The set-up of a battle.

use crate::error::BattleError;
use crate::record::events::{MovesAre, Player};
use crate::record::thought::ThinkingCommander;
use crate::setup::clear_of_cards::{StartPlace, Surroundings, clear_of_cards};
use geometry::{HullShape, Point, Pose, ShipId, Terrain};
use rulesets::core::play_out::{ByLot, Staged};
use rulesets::core::{PlacedShip, SideId};
use std::collections::{BTreeMap, BTreeSet};

/// A set-up, or every reason why the battle can't be played as chosen.
pub type SetUpResult<D> = Result<SetUp<D>, BattleError>;

/// The set-up of a battle by any book.
#[derive(Debug, Clone, PartialEq)]
pub struct SetUp<D> {
    /// The scenario's name, for the list of battles.
    pub name: String,
    /// The scenario's id; none for a battle of any ships.
    pub scenario: Option<String>,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The hull outline of each ship's model.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The class of each ship that the library knows, by its key ("monitor").
    pub classes: BTreeMap<ShipId, String>,
    /// The decisions that open the battle, in order: ships, options, secrets.
    pub opening: Vec<D>,
    /// The terrain on the table, if known.
    pub terrain: Vec<Terrain>,
    /// The starting places of models, if known; shown as ghosts.
    pub set_out: BTreeMap<ShipId, Pose>,
    /// Where models enter that arrive later.
    pub arriving: BTreeMap<ShipId, Pose>,
    /// How far start places were moved to keep clear of the cards on the table, inches east and north.
    pub shifts_in: BTreeMap<ShipId, (f64, f64)>,
    /// How a model's new place becomes official.
    pub moves: MovesAre,
    /// The seed of the app's dice: any number, different for each battle.
    pub dice_seed: u64,
    /// Whether an umpire sits at the table.
    pub umpire: bool,
    /// The sides that the app commands.
    pub commanded: BTreeSet<SideId>,
    /// Who commands them: a commander who thinks ahead, or none for Mahan's procedure.
    pub commander: Option<ThinkingCommander>,
    /// The named players, if any.
    pub players: Vec<Player>,
}

impl<D> SetUp<D> {
    /// A set-up on a bare table with judged moves, without an umpire or named players.
    pub fn of(
        name: impl Into<String>,
        table_in: (f64, f64),
        hulls: BTreeMap<ShipId, HullShape>,
        opening: Vec<D>,
        dice_seed: u64,
    ) -> Self {
        Self {
            name: name.into(),
            scenario: None,
            table_in,
            hulls,
            classes: BTreeMap::new(),
            opening,
            terrain: Vec::new(),
            set_out: BTreeMap::new(),
            arriving: BTreeMap::new(),
            shifts_in: BTreeMap::new(),
            moves: MovesAre::Judged,
            dice_seed,
            umpire: false,
            commanded: BTreeSet::new(),
            commander: None,
            players: Vec::new(),
        }
    }

    /// The same set-up with all start places clear of the cards on the table.
    #[must_use]
    pub fn clear_of_cards(mut self, cards: &[Vec<Point>]) -> Self {
        let place = |(ship, pose): (&ShipId, &Pose)| {
            let hull = *self.hulls.get(ship)?;
            Some(StartPlace { ship: ship.clone(), hull, pose: *pose })
        };
        let mut places: Vec<StartPlace> = self.set_out.iter().filter_map(place).collect();
        let around = Surroundings { cards, terrain: &self.terrain, table_in: self.table_in };
        self.shifts_in = clear_of_cards(&mut places, around);
        self.set_out.extend(places.into_iter().map(|place| (place.ship, place.pose)));
        self
    }
}

impl<D: Clone> SetUp<D> {
    /// A scenario's battle, by any book.
    pub fn of_staged<B: ByLot<Decision = D>>(staged: &Staged<B>, moves: MovesAre, dice_seed: u64) -> Self {
        let place = |model: &PlacedShip| (model.observation.ship.clone(), model.observation.pose);
        let opening = staged.opening.clone();
        Self {
            terrain: staged.terrain.clone(),
            scenario: Some(staged.id.clone()),
            set_out: staged.models.iter().map(place).collect(),
            arriving: staged.later.iter().map(place).collect(),
            moves,
            ..Self::of(staged.name.as_str(), staged.table_in, staged.hulls(), opening, dice_seed)
        }
    }
}
