//! Noddy battles as they are chosen: the book's scenarios, or any ships with cards made from what is known of them.

use crate::error::BattleError;
use crate::record::events::MovesAre;
use crate::setup::context::{
    SetupContext, book_view, option_views, options, scenario_of, set_out_at, unplayable, unreadable,
};
use crate::setup::set_up::SetUp;
use crate::view::place::piece_on_map;
use crate::view::{BattleChoice, BookView, ScenarioShipView, ScenarioView};
use rulesets::noddy::{
    Decision, NodOptions, Noddy, Scenario, ShipSetup, card_from_facts, rule_list, scenarios,
};
use std::collections::BTreeMap;

pub(super) fn view(book: &Noddy) -> BookView {
    let about =
        "Written orders, revealed together; six steps a move; guns of three sizes, thrown for one by one.";
    let commanders_for = ["union", "confederate"].map(str::to_owned).to_vec();
    BookView { commanders_for, ..book_view(book, about, rule_list()) }
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
    let (mut ships, mut forts, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for decision in &staged.opening {
        let Decision::Open { ships: own, batteries, options, .. } = decision else { continue };
        ships.extend(own.iter().map(ship));
        forts.extend(batteries.iter().map(|battery| battery.name.clone()));
        values.extend(option_views(options));
    }
    Ok(ScenarioView {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        briefing: scenario.briefing.clone(),
        rules: scenario.house.iter().map(|rule| format!("{rule} (house)")).collect(),
        ships,
        table_in: staged.table_in,
        turns: Some(scenario.moves),
        forts,
        secrets: true,
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
        if let Decision::Open { ships, options: values, terrain, .. } = decision {
            ships.retain(|ship| chosen.contains(&ship.card.id));
            *values = options(values, choice);
            context.lay_shore(terrain);
        }
    }
    Ok(SetUp::of_staged(&staged, MovesAre::Judged, context.dice_seed))
}

fn of_any(choice: &BattleChoice, context: &SetupContext<'_>) -> Result<SetUp<Decision>, BattleError> {
    let table_in = context.table()?;
    let values = options(&[], choice);
    let big = values.iter().find(|option| option.name == "nod.daddy_100lb").map(|option| &option.value);
    let daddy_100lb = big.and_then(serde_json::Value::as_bool).unwrap_or(NodOptions::default().daddy_100lb);
    let (mut ships, mut hulls) = (Vec::new(), BTreeMap::new());
    for facts in context.ships(choice)? {
        let card = card_from_facts(facts, daddy_100lb);
        hulls.insert(card.id.clone(), context.hull(&card.id, facts.model_hull(1.0)));
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
        terrain: context.terrain.to_vec(),
        hidden: Vec::new(),
    };
    Ok(context.battle_of(table_in, hulls, open))
}
