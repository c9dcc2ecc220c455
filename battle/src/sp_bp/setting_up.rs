//! SP/BP battles as they are chosen: the book's scenarios, or any ships with cards made from what is known of them.

use crate::choosing::{
    Ground, book_view, option_views, options, scenario_of, taking_part, unplayable, unreadable,
};
use crate::error::BattleError;
use crate::set_up::{MovesAre, SetUp};
use crate::view::{BattleChoice, BookView, PlaceView, ScenarioShipView, ScenarioView};
use geometry::ShipId;
use rulesets::core::PlacedShip;
use rulesets::sp_bp::{Decision, Scenario, ShipSetup, SpBp, convert_facts, rule_list, scenarios};
use std::collections::BTreeMap;

pub(super) fn view(book: &SpBp) -> BookView {
    let about =
        "Structure and buoyancy points, crews and fires: seven phases a turn, ship against ship in turn.";
    book_view(book, about, rule_list())
}

pub(super) fn views() -> Result<Vec<ScenarioView>, BattleError> {
    scenarios().map_err(unreadable)?.iter().map(scenario_view).collect()
}

fn scenario_view(scenario: &Scenario) -> Result<ScenarioView, BattleError> {
    let (open, models) = scenario.open().map_err(unreadable)?;
    let place = |ship: &ShipId| {
        let model = models.iter().find(|model| model.observation.ship == *ship);
        model.map(|model| PlaceView::of(model.observation.pose))
    };
    let ship = |ship: &ShipSetup| ScenarioShipView {
        id: ship.card.id.to_string(),
        name: ship.card.name.clone(),
        side: ship.card.side.0.clone(),
        place: place(&ship.card.id),
    };
    let (ships, values) = match &open {
        Decision::Open { ships, options, .. } => (ships.iter().map(ship).collect(), options.clone()),
        _ => (Vec::new(), Vec::new()),
    };
    Ok(ScenarioView {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        briefing: scenario.briefing.clone(),
        rules: scenario.option.iter().map(|option| format!("{} (house)", option.why)).collect(),
        ships,
        table_in: scenario.table_in,
        turns: Some(scenario.turns),
        forts: Vec::new(),
        secrets: false,
        options: option_views(&values),
        terrain: Vec::new(),
    })
}

pub(super) fn set_up(choice: &BattleChoice, ground: &Ground<'_>) -> Result<SetUp<Decision>, BattleError> {
    match &choice.scenario {
        Some(id) => of_scenario(id, choice, ground),
        None => of_any(choice, ground),
    }
}

fn of_scenario(id: &str, choice: &BattleChoice, ground: &Ground<'_>) -> Result<SetUp<Decision>, BattleError> {
    let all = scenarios().map_err(unreadable)?;
    let scenario = scenario_of(&all, id, |scenario| &scenario.id)?;
    let (mut open, mut models) = scenario.open().map_err(unreadable)?;
    let table_in = ground.room_for(&scenario.name, scenario.table_in)?;
    let own: Vec<ShipId> = models.iter().map(|model| model.observation.ship.clone()).collect();
    let chosen = taking_part(choice, &own)?;
    models.retain(|model| chosen.contains(&model.observation.ship));
    if let Decision::Open { ships, options: values, terrain } = &mut open {
        ships.retain(|ship| chosen.contains(&ship.card.id));
        *values = options(values, choice);
        terrain.extend(ground.terrain.iter().cloned());
    }
    let id = |model: &PlacedShip| model.observation.ship.clone();
    Ok(SetUp {
        name: scenario.name.clone(),
        table_in,
        hulls: models.iter().map(|model| (id(model), ground.hull(&id(model), model.hull))).collect(),
        opening: vec![open],
        terrain: ground.terrain.to_vec(),
        set_out: models.iter().map(|model| (id(model), model.observation.pose)).collect(),
        moves: MovesAre::Judged,
        dice_seed: ground.dice_seed,
        umpire: false,
    })
}

fn of_any(choice: &BattleChoice, ground: &Ground<'_>) -> Result<SetUp<Decision>, BattleError> {
    let table_in = ground.table()?;
    let (mut ships, mut hulls) = (Vec::new(), BTreeMap::new());
    for facts in ground.ships(choice)? {
        let like = ground.library.card(facts).map_err(|refusal| unplayable(refusal.to_string()))?;
        let (converted, _) = convert_facts(facts, &like);
        hulls.insert(converted.card.id.clone(), ground.hull(&converted.card.id, facts.model_hull(1.0)));
        ships.push(ShipSetup::from(converted.card));
    }
    let open = Decision::Open { ships, options: options(&[], choice), terrain: ground.terrain.to_vec() };
    Ok(SetUp {
        name: "Ships on the table".to_owned(),
        table_in,
        hulls,
        opening: vec![open],
        terrain: ground.terrain.to_vec(),
        set_out: BTreeMap::new(),
        moves: MovesAre::Judged,
        dice_seed: ground.dice_seed,
        umpire: false,
    })
}
