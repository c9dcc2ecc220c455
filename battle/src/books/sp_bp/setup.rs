//! SP/BP battles as they are chosen: the book's scenarios, or any ships with cards made from what is known of them.

use crate::error::BattleError;
use crate::record::events::MovesAre;
use crate::setup::context::{
    SetupContext, book_view, option_views, options, scenario_of, set_out_at, unreadable,
};
use crate::setup::set_up::SetUp;
use crate::view::place::piece_on_map;
use crate::view::{BattleChoice, BookView, ScenarioShipView, ScenarioView};
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
    let staged = scenario.staged().map_err(unreadable)?;
    let ship = |ship: &ShipSetup| ScenarioShipView {
        id: ship.card.id.to_string(),
        name: ship.card.name.clone(),
        side: ship.card.side.0.clone(),
        place: set_out_at(&staged, &ship.card.id),
    };
    let (mut ships, mut values) = (Vec::new(), Vec::new());
    for decision in &staged.opening {
        let Decision::Open { ships: own, options, .. } = decision else { continue };
        ships.extend(own.iter().map(ship));
        values.extend(option_views(options));
    }
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
        options: values,
        terrain: staged.terrain.iter().filter_map(piece_on_map).collect(),
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
    let all = scenarios().map_err(unreadable)?;
    let scenario = scenario_of(&all, id, |scenario| &scenario.id)?;
    let mut staged = scenario.staged().map_err(unreadable)?;
    let chosen = context.take_stage(&mut staged, choice)?;
    for decision in &mut staged.opening {
        if let Decision::Open { ships, options: values, terrain } = decision {
            ships.retain(|ship| chosen.contains(&ship.card.id));
            *values = options(values, choice);
            context.lay_shore(terrain);
        }
    }
    Ok(SetUp::of_staged(&staged, MovesAre::Judged, context.dice_seed))
}

fn of_any(choice: &BattleChoice, context: &SetupContext<'_>) -> Result<SetUp<Decision>, BattleError> {
    let table_in = context.table()?;
    let (mut ships, mut hulls) = (Vec::new(), BTreeMap::new());
    for facts in context.ships(choice)? {
        let (converted, _) = convert_facts(facts);
        hulls.insert(converted.card.id.clone(), context.hull(&converted.card.id, facts.model_hull(1.0)));
        ships.push(ShipSetup::from(converted.card));
    }
    let open = Decision::Open { ships, options: options(&[], choice), terrain: context.terrain.to_vec() };
    Ok(context.battle_of(table_in, hulls, open))
}
