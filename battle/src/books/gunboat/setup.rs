//! Set-ups of chosen Gunboat battles: scenarios, or any ships.

use crate::error::BattleError;
use crate::record::events::MovesAre;
use crate::setup::book_set_up::{BookSetUp, RuleList};
use crate::setup::clear_of_cards::{StartPlace, Surroundings, clear_of_cards, shift_notes};
use crate::setup::context::{SetupContext, option_views, options, unplayable};
use crate::setup::scenario::{scenario_of, taking_part};
use crate::setup::set_up::{SetUp, SetUpResult};
use crate::view::place::{hull_outline, piece_on_map};
use crate::view::{BattleChoice, MovesChoice, PlaceView, ScenarioShipView, ScenarioView};
use geometry::ShipId;
use rulesets::gunboat::{Decision, Gunboat, Location, Scenario, Scene, ShipOnScene, rule_list};

impl BookSetUp for Gunboat {
    const ABOUT: &'static str = "River fights of the American Civil War: simultaneous fire, itemised salvos, boxes ticked on ship cards.";
    const UNJUDGED: bool = true;
    const RULES: fn() -> RuleList = rule_list;

    fn scenario_views(&self, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        context.library.scenarios().iter().map(|scenario| scenario_view(scenario, context)).collect()
    }

    fn set_up(&self, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Decision> {
        if let Some(id) = &choice.scenario {
            return of_scenario(id, choice, context);
        }
        let house: Vec<_> = context.library.house_rules().cloned().collect();
        let set_up = context.any_ships(choice, |facts| {
            let card = |facts| context.library.card(facts).map_err(|refusal| unplayable(refusal.to_string()));
            let ships = facts.iter().map(|facts| card(facts).map(Into::into)).collect::<Result<_, _>>()?;
            let options = options(&house, choice);
            Ok(Decision::Open { ships, forts: Vec::new(), options, terrain: Vec::new() })
        })?;
        Ok(SetUp { moves: moves(choice), ..set_up })
    }
}

/// How moves are taken: as chosen; otherwise they are judged in a scenario.
fn moves(choice: &BattleChoice) -> MovesAre {
    match choice.moves {
        // Moves must be judged if the app commands a side, because its models are moved to ordered places.
        _ if !choice.commanded.is_empty() => MovesAre::Judged,
        Some(MovesChoice::Judged) => MovesAre::Judged,
        Some(MovesChoice::AsSeen) => MovesAre::AsSeen,
        None if choice.scenario.is_some() => MovesAre::Judged,
        None => MovesAre::AsSeen,
    }
}

/// A scenario of the library, which contains the player's own besides the book's.
fn scene(scenario: &Scenario, context: &SetupContext<'_>) -> Result<Scene, BattleError> {
    context.library.scene(scenario, 1.0).map_err(|refusal| unplayable(refusal.to_string()))
}

fn scenario_view(scenario: &Scenario, context: &SetupContext<'_>) -> Result<ScenarioView, BattleError> {
    let scene = scene(scenario, context)?;
    let starts = |ship: &&ShipOnScene| ship.setup.location == Location::OnTable;
    let place = |ship: &ShipOnScene| StartPlace {
        ship: ship.setup.card.id.clone(),
        hull: context.hull(&ship.setup.card.id, ship.hull),
        pose: ship.pose,
    };
    let mut places: Vec<StartPlace> = scene.ships.iter().filter(starts).map(place).collect();
    let around = Surroundings { cards: context.cards, terrain: &scene.terrain, table_in: scene.table_in };
    let shifts_in = clear_of_cards(&mut places, around);
    let ship = |ship: &ShipOnScene| {
        let start = places.iter().find(|place| place.ship == ship.setup.card.id);
        let pose = start.map_or(ship.pose, |place| place.pose);
        ScenarioShipView {
            id: ship.setup.card.id.to_string(),
            name: ship.setup.card.name.clone(),
            side: ship.setup.card.side.id().to_string(),
            class: String::new(),
            place: Some(PlaceView::of(pose)),
            outline_in: hull_outline(&ship.hull, pose),
        }
    };
    let name = |id: &ShipId| {
        let ship = scene.ships.iter().find(|ship| ship.setup.card.id == *id);
        ship.map_or_else(|| id.to_string(), |ship| ship.setup.card.name.clone())
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
        notes: shift_notes(&shifts_in, name),
        table_in: scene.table_in,
        turns: Some(scenario.turns),
        forts: scene.forts.iter().map(|fort| fort.name.clone()).collect(),
        secrets: !scene.mines.is_empty() || scene.ships.iter().any(|ship| ship.setup.boarding_parties > 0),
        options: option_views(&scene.options),
        terrain: scene.terrain.iter().filter_map(piece_on_map).collect(),
    })
}

fn of_scenario(id: &str, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Decision> {
    let scenario = scenario_of(context.library.scenarios(), id, |scenario| &scenario.id)?;
    let mut scene = scene(scenario, context)?;
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
    Ok(SetUp::of_scene(&scene, moves(choice), context.dice_seed))
}
