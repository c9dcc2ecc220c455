//! The data from which a battle is set up, and what the set-ups of all books share.

use crate::error::BattleError;
use crate::setup::set_up::{SetUp, SetUpResult};
use crate::view::{BattleChoice, OptionValueView};
use geometry::{HullShape, Point, ShipId, Terrain};
use rulesets::core::fleet::ShipClass;
use rulesets::core::{OptionValue, SideId};
use rulesets::gunboat::{Library, ShipFacts, Side};
use std::collections::BTreeMap;

/// A table may be this much smaller than a scenario requires, inches, because cards lie where there is room.
const NEARLY_IN: f64 = 1.0;

/// The data from which a battle is set up: the table, its models, and the ship data that all books share.
#[derive(Debug, Clone, Copy)]
pub struct SetupContext<'a> {
    /// Ships, scenarios and house rules, including the player's own.
    pub library: &'a Library,
    /// The outlines of the mustered models.
    pub hulls: &'a BTreeMap<ShipId, HullShape>,
    /// The table's size, inches east and north; `None` if none is calibrated.
    pub table_in: Option<(f64, f64)>,
    /// The terrain that the players drew.
    pub terrain: &'a [Terrain],
    /// The outlines of the printed cards on the table with their white margins, table inches.
    pub cards: &'a [Vec<Point>],
    /// The seed of the app's dice: any number, different for each battle.
    pub dice_seed: u64,
}

/// The error that a book's own data can't be read.
pub(crate) fn unreadable(error: impl std::fmt::Display) -> BattleError {
    BattleError::RuleData { battle: 0, detail: error.to_string() }
}

/// The error that a battle can't be begun like that.
pub(crate) fn unplayable(reasons: impl Into<String>) -> BattleError {
    BattleError::SetUp { reasons: reasons.into() }
}

/// The sides that the ships of the library fight for.
pub(crate) fn sides() -> [SideId; 2] {
    [Side::Union, Side::Confederate].map(Side::id)
}

/// The options of a scenario, overridden by the chosen ones of the same name.
pub(crate) fn options(scenario: &[OptionValue], choice: &BattleChoice) -> Vec<OptionValue> {
    let chosen = |name: &str| choice.options.iter().any(|chosen| chosen.name == name);
    let kept = scenario.iter().filter(|option| !chosen(&option.name)).cloned();
    let own = choice.options.iter().map(|option: &OptionValueView| OptionValue {
        name: option.name.clone(),
        value: option.value.clone(),
    });
    kept.chain(own).collect()
}

/// Option values as views for screens.
pub(crate) fn option_views(options: &[OptionValue]) -> Vec<OptionValueView> {
    let view =
        |option: &OptionValue| OptionValueView { name: option.name.clone(), value: option.value.clone() };
    options.iter().map(view).collect()
}

impl<'a> SetupContext<'a> {
    /// The size of the table that a scenario is played on: its own, if it fits on the calibrated table.
    ///
    /// # Errors
    /// When it does not fit.
    pub(crate) fn room_for(&self, name: &str, needed_in: (f64, f64)) -> Result<(f64, f64), BattleError> {
        let (east_in, north_in) = needed_in;
        match self.table_in {
            Some((width_in, depth_in))
                if width_in + NEARLY_IN < east_in || depth_in + NEARLY_IN < north_in =>
            {
                Err(unplayable(format!(
                    "{name} is laid out for a table of {east_in} x {north_in} in, and yours is {width_in:.1} x \
                     {depth_in:.1} in."
                )))
            }
            _ => Ok(needed_in),
        }
    }

    /// The size of the calibrated table.
    ///
    /// # Errors
    /// When none is calibrated.
    pub(crate) fn table(&self) -> Result<(f64, f64), BattleError> {
        self.table_in.ok_or_else(|| {
            unplayable("the table is not calibrated yet: lay the corner cards and calibrate it first.")
        })
    }

    /// The data of the ships that take part without a scenario: those chosen, or all on the table.
    ///
    /// # Errors
    /// When a ship is unknown (the error names it), or there is none.
    pub(crate) fn ships(&self, choice: &BattleChoice) -> Result<Vec<&'a ShipFacts>, BattleError> {
        let ids: Vec<&str> = match choice.ships.as_slice() {
            [] => self.hulls.keys().map(ShipId::as_str).collect(),
            chosen => chosen.iter().map(String::as_str).collect(),
        };
        let known = |id: &str| self.library.ship(id).ok_or_else(|| id.to_owned());
        // The player's own models without data take part only if they were chosen.
        let facts: Vec<Result<&ShipFacts, String>> = ids.into_iter().map(known).collect();
        let facts: Vec<&ShipFacts> = if choice.ships.is_empty() {
            facts.into_iter().flatten().collect()
        } else {
            facts.into_iter().collect::<Result<_, _>>().map_err(|id| {
                unplayable(format!("nobody knows a ship “{id}”: choose ships of the library."))
            })?
        };
        if facts.is_empty() {
            return Err(unplayable(
                "no ship of the battle is on the table: muster at least one ship of each side first.",
            ));
        }
        Ok(facts)
    }

    /// The key of a ship's class. A second ship of a kind has its number behind its id ("mortar-boat-2").
    pub(crate) fn class(&self, ship: &str) -> String {
        let kind = ship.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
        let facts = self.library.ship(ship).or_else(|| self.library.ship(kind));
        facts.map_or(ShipClass::Hull, ShipFacts::class).key().to_owned()
    }

    /// The outline of a ship's model: as mustered, otherwise estimated from its length.
    pub(crate) fn hull(&self, ship: &ShipId, usual: HullShape) -> HullShape {
        self.hulls.get(ship).copied().unwrap_or(usual)
    }

    /// Adds the terrain that the players drew; it replaces the scenario's pieces of the same id.
    pub(crate) fn lay_shore(&self, pieces: &mut Vec<Terrain>) {
        pieces.retain(|piece| self.terrain.iter().all(|drawn| drawn.id != piece.id));
        pieces.extend(self.terrain.iter().cloned());
    }

    /// A battle of the ships that take part, wherever they stand; `open` makes the decision that opens it.
    ///
    /// # Errors
    /// When there is no table, no ship, or no decision.
    pub(crate) fn any_ships<D>(
        &self,
        choice: &BattleChoice,
        open: impl FnOnce(&[&ShipFacts]) -> Result<D, BattleError>,
    ) -> SetUpResult<D> {
        let table_in = self.table()?;
        let facts = self.ships(choice)?;
        let hull = |facts: &&ShipFacts| {
            let ship = ShipId::new(facts.id.as_str());
            let hull = self.hull(&ship, facts.model_hull(1.0));
            (ship, hull)
        };
        let hulls = facts.iter().map(hull).collect();
        let battle = SetUp::of("Ships on the table", table_in, hulls, vec![open(&facts)?], self.dice_seed);
        Ok(SetUp { terrain: self.terrain.to_vec(), ..battle })
    }
}
