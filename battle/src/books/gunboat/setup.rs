//! Gunboat battles as they are chosen: scenarios with all that belongs to them, or any ships.

use crate::books::gunboat::ShipInSetUp;
use crate::error::BattleError;
use crate::setup::context::{
    SetupContext, book_view, moves, option_views, options, scenario_of, taking_part, unplayable,
};
use crate::setup::set_up::SetUp;
use crate::view::place::piece_on_map;
use crate::view::{BattleChoice, BookView, PlaceView, ScenarioShipView, ScenarioView};
use geometry::ShipId;
use rulesets::gunboat::{Decision, Gunboat, Scenario, ShipOnScene, Side, rule_list};

pub(super) fn view(book: &Gunboat) -> BookView {
    let about = "River fights of the American Civil War: simultaneous fire, itemised salvos, boxes ticked on ship cards.";
    let commanders_for = [Side::Union, Side::Confederate].map(|side| side.id().0).to_vec();
    BookView { unjudged: true, commanders_for, ..book_view(book, about, rule_list()) }
}

pub(super) fn scenarios(context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
    context.library.scenarios().iter().map(|scenario| scenario_view(scenario, context)).collect()
}

fn scenario_view(scenario: &Scenario, context: &SetupContext<'_>) -> Result<ScenarioView, BattleError> {
    let scene = context.library.scene(scenario, 1.0).map_err(|refusal| unplayable(refusal.to_string()))?;
    let ship = |ship: &ShipOnScene| ScenarioShipView {
        id: ship.setup.card.id.to_string(),
        name: ship.setup.card.name.clone(),
        side: ship.setup.card.side.id().0,
        place: Some(PlaceView::of(ship.pose)),
    };
    let rules = scenario.rule.iter();
    Ok(ScenarioView {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        briefing: scenario.briefing.clone(),
        rules: rules
            .map(|rule| if rule.house { format!("{} (house)", rule.text) } else { rule.text.clone() })
            .collect(),
        ships: scene.ships.iter().map(ship).collect(),
        table_in: scene.table_in,
        turns: Some(scenario.turns),
        forts: scene.forts.iter().map(|fort| fort.name.clone()).collect(),
        secrets: !scene.mines.is_empty() || scene.ships.iter().any(|ship| ship.setup.boarding_parties > 0),
        options: option_views(&scene.options),
        terrain: scene.terrain.iter().filter_map(piece_on_map).collect(),
    })
}

pub(super) fn set_up(
    choice: &BattleChoice,
    context: &SetupContext<'_>,
) -> Result<SetUp<Decision>, BattleError> {
    match &choice.scenario {
        Some(id) => of_scenario(id, choice, context),
        None => of_any(choice, context),
    }
}

fn of_scenario(
    id: &str,
    choice: &BattleChoice,
    context: &SetupContext<'_>,
) -> Result<SetUp<Decision>, BattleError> {
    let library = context.library;
    let scenario = scenario_of(library.scenarios(), id, |scenario| &scenario.id)?;
    let mut scene = library.scene(scenario, 1.0).map_err(|refusal| unplayable(refusal.to_string()))?;
    scene.table_in = context.room_for(&scene.name, scene.table_in)?;
    let own: Vec<ShipId> = scene.ships.iter().map(|ship| ship.setup.card.id.clone()).collect();
    let chosen = taking_part(choice, &own)?;
    scene.ships.retain(|ship| chosen.contains(&ship.setup.card.id));
    scene.bonds.retain(|bond| chosen.contains(&bond.first) && chosen.contains(&bond.second));
    for ship in &mut scene.ships {
        ship.hull = context.hull(&ship.setup.card.id, ship.hull);
    }
    scene.options = options(&scene.options, choice);
    context.lay_shore(&mut scene.terrain);
    Ok(SetUp::of_scene(&scene, moves(choice, true), context.dice_seed))
}

fn of_any(choice: &BattleChoice, context: &SetupContext<'_>) -> Result<SetUp<Decision>, BattleError> {
    let table_in = context.table()?;
    let mut ships = Vec::new();
    for facts in context.ships(choice)? {
        let card = context.library.card(facts).map_err(|refusal| unplayable(refusal.to_string()))?;
        let hull = context.hull(&card.id, facts.model_hull(1.0));
        ships.push(ShipInSetUp { ship: card.into(), hull });
    }
    let house: Vec<_> = context.library.house_rules().cloned().collect();
    let name = "Ships on the table".to_owned();
    let set_up = SetUp::of_ships((name, table_in), ships, options(&house, choice), context.dice_seed);
    Ok(SetUp { terrain: context.terrain.to_vec(), moves: moves(choice, true), ..set_up })
}
