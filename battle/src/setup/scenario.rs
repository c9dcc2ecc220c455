//! Scenarios of any book: as views for the choice, and as set-ups.

use crate::error::BattleError;
use crate::record::events::MovesAre;
use crate::setup::clear_of_cards::{StartPlace, Surroundings, clear_of_cards, shift_notes};
use crate::setup::context::{SetupContext, unplayable};
use crate::setup::set_up::{SetUp, SetUpResult};
use crate::view::place::{hull_outline, piece_on_map};
use crate::view::{BattleChoice, PlaceView, ScenarioShipView, ScenarioView};
use geometry::ShipId;
use rulesets::core::PlacedShip;
use rulesets::core::play_out::{ByLot, NotStaged, Staged};
use std::collections::BTreeSet;

/// The error for a scenario that can't be staged.
pub(crate) fn not_staged(why: NotStaged) -> BattleError {
    match why {
        NotStaged::NoSuchScenario { scenario, known } => BattleError::NoSuchScenario { scenario, known },
        NotStaged::Data(error) => BattleError::RuleData { battle: 0, detail: error.to_string() },
        other => BattleError::SetUp { reasons: other.to_string() },
    }
}

/// The view of a staged scenario: ships with their places, table and terrain. What only its book knows (briefing,
/// rules, turns, forts, secrets, options) is left empty.
///
/// # Errors
/// When its book refuses to open it.
pub(crate) fn scenario_view<B: ByLot>(
    book: &B,
    id: &str,
    staged: &Staged<B>,
    context: &SetupContext<'_>,
) -> Result<ScenarioView, BattleError> {
    let opened = staged.set_out(book).map_err(|halt| not_staged(halt.into()))?.state;
    let lines = B::ships(&opened);
    let place = |model: &PlacedShip| StartPlace {
        ship: model.observation.ship.clone(),
        hull: context.hull(&model.observation.ship, model.hull),
        pose: model.observation.pose,
    };
    let mut places: Vec<StartPlace> = staged.models.iter().map(place).collect();
    let around = Surroundings { cards: context.cards, terrain: &staged.terrain, table_in: staged.table_in };
    let shifts_in = clear_of_cards(&mut places, around);
    let ship = |place: &StartPlace| {
        let line = lines.iter().find(|line| line.ship == place.ship)?;
        Some(ScenarioShipView {
            id: line.ship.to_string(),
            name: line.name.clone(),
            side: line.side.to_string(),
            class: String::new(),
            place: Some(PlaceView::of(place.pose)),
            outline_in: hull_outline(&place.hull, place.pose),
        })
    };
    let name = |ship: &ShipId| {
        lines
            .iter()
            .find(|line| line.ship == *ship)
            .map_or_else(|| ship.to_string(), |line| line.name.clone())
    };
    Ok(ScenarioView {
        id: id.to_owned(),
        name: staged.name.clone(),
        briefing: Vec::new(),
        rules: Vec::new(),
        ships: places.iter().filter_map(ship).collect(),
        notes: shift_notes(&shifts_in, name),
        table_in: staged.table_in,
        turns: None,
        forts: Vec::new(),
        secrets: false,
        options: Vec::new(),
        terrain: staged.terrain.iter().filter_map(piece_on_map).collect(),
    })
}

impl SetupContext<'_> {
    /// A scenario's battle on this table with the players' own models; `change` adapts each opening decision to the
    /// choice, given the ships that take part.
    ///
    /// # Errors
    /// When there is no such scenario, the table is too small, or a chosen ship is not in the scenario.
    pub(crate) fn scenario<B: ByLot>(
        &self,
        book: &B,
        id: &str,
        choice: &BattleChoice,
        mut change: impl FnMut(&mut B::Decision, &BTreeSet<ShipId>),
    ) -> SetUpResult<B::Decision> {
        let mut staged = book.staged(id, None).map_err(not_staged)?;
        staged.table_in = self.room_for(&staged.name, staged.table_in)?;
        let own: Vec<ShipId> = staged.models.iter().map(|model| model.observation.ship.clone()).collect();
        let chosen = taking_part(choice, &own)?;
        staged.models.retain(|model| chosen.contains(&model.observation.ship));
        for model in &mut staged.models {
            model.hull = self.hull(&model.observation.ship, model.hull);
        }
        self.lay_shore(&mut staged.terrain);
        staged.opening.iter_mut().for_each(|decision| change(decision, &chosen));
        Ok(SetUp::of_staged(&staged, MovesAre::Judged, self.dice_seed))
    }
}

/// Checks the chosen ships against a scenario's own; returns those that take part, or all if none were chosen.
///
/// # Errors
/// When a ship is not in the scenario; the error names it.
pub(crate) fn taking_part(choice: &BattleChoice, own: &[ShipId]) -> Result<BTreeSet<ShipId>, BattleError> {
    if choice.ships.is_empty() {
        return Ok(own.iter().cloned().collect());
    }
    let chosen: BTreeSet<ShipId> = choice.ships.iter().map(|id| ShipId::new(id.as_str())).collect();
    match chosen.iter().find(|ship| !own.contains(ship)) {
        Some(ship) => Err(unplayable(format!("no ship “{ship}” takes part in this scenario."))),
        None => Ok(chosen),
    }
}

/// The scenario with this id.
///
/// # Errors
/// When there is none.
pub(crate) fn scenario_of<'s, S>(
    all: &'s [S],
    id: &str,
    id_of: impl Fn(&S) -> &str,
) -> Result<&'s S, BattleError> {
    all.iter().find(|scenario| id_of(scenario) == id).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(&id_of).collect();
        BattleError::NoSuchScenario { scenario: id.to_owned(), known: known.join(", ") }
    })
}
