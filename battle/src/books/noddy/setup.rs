//! Set-ups of Noddy battles: the book's scenarios, or any ships with cards derived from their data.

use crate::error::BattleError;
use crate::setup::book_set_up::{BookSetUp, RuleList};
use crate::setup::context::{SetupContext, option_views, options, unplayable, unreadable};
use crate::setup::scenario::scenario_of;
use crate::setup::set_up::SetUpResult;
use crate::view::{BattleChoice, ScenarioView};
use rulesets::core::play_out::Staged;
use rulesets::noddy::{Decision, NodOptions, Noddy, ShipSetup, card_from_facts, rule_list, scenarios};

impl BookSetUp for Noddy {
    const ABOUT: &'static str =
        "Written orders, revealed together; six steps a move; guns of three sizes, thrown for one by one.";
    const RULES: fn() -> RuleList = rule_list;

    fn describe(&self, staged: &Staged<Self>, view: ScenarioView) -> Result<ScenarioView, BattleError> {
        let all = scenarios().map_err(unreadable)?;
        let scenario = scenario_of(&all, &view.id, |scenario| &scenario.id)?;
        let (mut forts, mut values) = (Vec::new(), Vec::new());
        for decision in &staged.opening {
            let Decision::Open { batteries, options, .. } = decision else { continue };
            forts.extend(batteries.iter().map(|battery| battery.name.clone()));
            values.extend(option_views(options));
        }
        Ok(ScenarioView {
            briefing: scenario.briefing.clone(),
            rules: scenario.house.iter().map(|rule| format!("{rule} (house)")).collect(),
            turns: Some(scenario.moves),
            forts,
            secrets: true,
            options: values,
            ..view
        })
    }

    fn set_up(&self, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Decision> {
        if let Some(id) = &choice.scenario {
            return context.scenario(self, id, choice, |opening, chosen| {
                let Decision::Open { ships, options: values, terrain, .. } = opening else { return };
                ships.retain(|ship| chosen.contains(&ship.card.id));
                *values = options(values, choice);
                context.lay_shore(terrain);
            });
        }
        context.any_ships(choice, |facts| {
            let values = options(&[], choice);
            let big = values.iter().find(|option| option.name == "nod.daddy_100lb");
            let big = big.and_then(|option| option.value.as_bool());
            let daddy_100lb = big.unwrap_or(NodOptions::default().daddy_100lb);
            let ships: Vec<ShipSetup> =
                facts.iter().map(|facts| card_from_facts(facts, daddy_100lb).into()).collect();
            if ships.iter().all(|ship| ships.first().is_some_and(|first| first.card.side == ship.card.side)) {
                return Err(unplayable("all ships are of one side: add a ship of the other."));
            }
            Ok(Decision::Open {
                ships,
                batteries: Vec::new(),
                regiments: Vec::new(),
                options: values,
                terrain: context.terrain.to_vec(),
                hidden: Vec::new(),
            })
        })
    }
}
