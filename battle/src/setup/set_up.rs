//! The set-up of a battle.

use crate::error::BattleError;
use crate::record::events::{MovesAre, Player};
use geometry::{HullShape, Pose, ShipId, Terrain};
use rulesets::core::play_out::{ByLot, Staged};
use rulesets::core::{PlacedShip, SideId};
use std::collections::{BTreeMap, BTreeSet};

/// A battle to begin, or every reason why it can't be played as it was chosen.
pub type SetUpResult<D> = Result<SetUp<D>, BattleError>;

/// A battle to begin, by any book.
#[derive(Debug, Clone, PartialEq)]
pub struct SetUp<D> {
    /// The scenario's name, for the list of battles.
    pub name: String,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The plan of each ship's model.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The decisions that open the battle, in order: ships, options, secrets.
    pub opening: Vec<D>,
    /// What lies on the table besides ships, where that is known beforehand.
    pub terrain: Vec<Terrain>,
    /// Where models are to be set out, where that is known beforehand: shown as ghosts.
    pub set_out: BTreeMap<ShipId, Pose>,
    /// How new places of models become official.
    pub moves: MovesAre,
    /// What the app's dice follow from: any number, another for each battle.
    pub dice_seed: u64,
    /// An umpire sits at the table.
    pub umpire: bool,
    /// The sides that the app commands.
    pub commanded: BTreeSet<SideId>,
    /// Who plays, where anybody is named.
    pub players: Vec<Player>,
}

impl<D> SetUp<D> {
    /// A battle on a bare table, its moves judged, without an umpire and without names of players.
    pub(crate) fn of(
        name: impl Into<String>,
        table_in: (f64, f64),
        hulls: BTreeMap<ShipId, HullShape>,
        opening: Vec<D>,
        dice_seed: u64,
    ) -> Self {
        Self {
            name: name.into(),
            table_in,
            hulls,
            opening,
            terrain: Vec::new(),
            set_out: BTreeMap::new(),
            moves: MovesAre::Judged,
            dice_seed,
            umpire: false,
            commanded: BTreeSet::new(),
            players: Vec::new(),
        }
    }
}

impl<D: Clone> SetUp<D> {
    /// A scenario's battle, by any book.
    pub fn of_staged<B: ByLot<Decision = D>>(staged: &Staged<B>, moves: MovesAre, dice_seed: u64) -> Self {
        let place = |model: &PlacedShip| (model.observation.ship.clone(), model.observation.pose);
        let opening = staged.opening.clone();
        Self {
            terrain: staged.terrain.clone(),
            set_out: staged.models.iter().map(place).collect(),
            moves,
            ..Self::of(staged.name.as_str(), staged.table_in, staged.hulls(), opening, dice_seed)
        }
    }
}
