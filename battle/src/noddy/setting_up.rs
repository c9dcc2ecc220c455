//! Noddy battles as they are chosen: the book's scenarios, or any ships with cards made from what is known of them.

use crate::choosing::{
    Ground, book_view, option_views, options, scenario_of, taking_part, unplayable, unreadable,
};
use crate::error::BattleError;
use crate::set_up::{MovesAre, SetUp};
use crate::showing::piece_on_map;
use crate::view::{BattleChoice, BookView, PlaceView, ScenarioShipView, ScenarioView};
use geometry::ShipId;
use rulesets::core::OptionValue;
use rulesets::noddy::{
    Decision, ModelOnScene, NodOptions, Noddy, Scenario, Scene, ShipSetup, card_from_facts, rule_list,
    scenarios,
};
use std::collections::BTreeMap;

pub(super) fn view(book: &Noddy) -> BookView {
    let about =
        "Written orders, revealed together; six steps a move; guns of three sizes, thrown for one by one.";
    book_view(book, about, rule_list())
}

pub(super) fn views() -> Result<Vec<ScenarioView>, BattleError> {
    scenarios().map_err(unreadable)?.iter().map(scenario_view).collect()
}

/// What a scene's opening holds; nothing of another decision.
#[derive(Default)]
struct Opening {
    ships: Vec<ShipSetup>,
    options: Vec<OptionValue>,
    forts: Vec<String>,
}

fn opening(scene: &Scene) -> Opening {
    match &scene.open {
        Decision::Open { ships, batteries, options, .. } => Opening {
            ships: ships.clone(),
            options: options.clone(),
            forts: batteries.iter().map(|battery| battery.name.clone()).collect(),
        },
        _ => Opening::default(),
    }
}

fn scenario_view(scenario: &Scenario) -> Result<ScenarioView, BattleError> {
    let scene = scenario.scene().map_err(unreadable)?;
    let opening = opening(&scene);
    let place = |ship: &ShipId| scene.models.iter().find(|model| model.ship == *ship).map(|model| model.pose);
    let ship = |ship: &ShipSetup| ScenarioShipView {
        id: ship.card.id.to_string(),
        name: ship.card.name.clone(),
        side: ship.card.side.0.clone(),
        place: place(&ship.card.id).map(PlaceView::of),
    };
    let hidden = |piece: &geometry::TerrainId| match &scene.open {
        Decision::Open { hidden, .. } => hidden.iter().any(|area| area.area.id == *piece),
        _ => false,
    };
    Ok(ScenarioView {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        briefing: scenario.briefing.clone(),
        rules: scenario.house.iter().map(|rule| format!("{rule} (house)")).collect(),
        ships: opening.ships.iter().map(ship).collect(),
        table_in: scene.table_in,
        turns: Some(scene.moves),
        forts: opening.forts,
        secrets: true,
        options: option_views(&opening.options),
        terrain: scene.terrain.iter().filter(|piece| !hidden(&piece.id)).filter_map(piece_on_map).collect(),
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
    let mut scene = scenario.scene().map_err(unreadable)?;
    let table_in = ground.room_for(&scenario.name, scene.table_in)?;
    let own: Vec<ShipId> = scene.models.iter().map(|model| model.ship.clone()).collect();
    let chosen = taking_part(choice, &own)?;
    scene.models.retain(|model| chosen.contains(&model.ship));
    let mut visible = ground.terrain.to_vec();
    if let Decision::Open { ships, options: values, terrain, .. } = &mut scene.open {
        ships.retain(|ship| chosen.contains(&ship.card.id));
        *values = options(values, choice);
        // A piece that the players drew takes the place of the scenario's.
        terrain.retain(|piece| ground.terrain.iter().all(|drawn| drawn.id != piece.id));
        terrain.extend(ground.terrain.iter().cloned());
        visible = terrain.clone();
    }
    let hull = |model: &ModelOnScene| (model.ship.clone(), ground.hull(&model.ship, model.hull));
    Ok(SetUp {
        name: scenario.name.clone(),
        table_in,
        hulls: scene.models.iter().map(hull).collect(),
        terrain: visible,
        set_out: scene.models.iter().map(|model| (model.ship.clone(), model.pose)).collect(),
        opening: vec![scene.open],
        moves: MovesAre::Judged,
        dice_seed: ground.dice_seed,
        umpire: false,
    })
}

fn of_any(choice: &BattleChoice, ground: &Ground<'_>) -> Result<SetUp<Decision>, BattleError> {
    let table_in = ground.table()?;
    let values = options(&[], choice);
    let big = values.iter().find(|option| option.name == "nod.daddy_100lb").map(|option| &option.value);
    let daddy_100lb = big.and_then(serde_json::Value::as_bool).unwrap_or(NodOptions::default().daddy_100lb);
    let (mut ships, mut hulls) = (Vec::new(), BTreeMap::new());
    for facts in ground.ships(choice)? {
        let card = card_from_facts(facts, daddy_100lb);
        hulls.insert(card.id.clone(), ground.hull(&card.id, facts.model_hull(1.0)));
        ships.push(ShipSetup::from(card));
    }
    let sides: std::collections::BTreeSet<_> = ships.iter().map(|ship| ship.card.side.clone()).collect();
    if sides.len() < 2 {
        return Err(unplayable("all ships are of one side: add a ship of the other."));
    }
    let open = Decision::Open {
        ships,
        batteries: Vec::new(),
        regiments: Vec::new(),
        options: values,
        terrain: ground.terrain.to_vec(),
        hidden: Vec::new(),
    };
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
