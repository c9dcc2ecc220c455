//! Set-ups of SP/BP battles: the book's scenarios, or any ships with cards derived from their data.

use crate::error::BattleError;
use crate::setup::book_set_up::{BookSetUp, RuleList};
use crate::setup::context::{SetupContext, options, unreadable};
use crate::setup::scenario::scenario_of;
use crate::setup::set_up::SetUpResult;
use crate::view::{BattleChoice, OptionValueView, ScenarioView};
use rulesets::core::play_out::Staged;
use rulesets::sp_bp::{Decision, SpBp, convert_facts, rule_list, scenarios};

impl BookSetUp for SpBp {
    const ABOUT: &'static str =
        "Structure and buoyancy points, crews and fires: seven phases a turn, ship against ship in turn.";
    const RULES: fn() -> RuleList = rule_list;

    fn describe(&self, _: &Staged<Self>, view: ScenarioView) -> Result<ScenarioView, BattleError> {
        let all = scenarios().map_err(unreadable)?;
        let scenario = scenario_of(&all, &view.id, |scenario| &scenario.id)?;
        let options = scenario.option.iter();
        let options = options.map(|it| OptionValueView { name: it.name.clone(), value: it.value.clone() });
        Ok(ScenarioView {
            rules: scenario.option.iter().map(|option| format!("{} (house)", option.why)).collect(),
            options: options.collect(),
            briefing: scenario.briefing.clone(),
            turns: Some(scenario.turns),
            ..view
        })
    }

    fn set_up(&self, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Decision> {
        if let Some(id) = &choice.scenario {
            return context.scenario(self, id, choice, |opening, chosen| {
                let Decision::Open { ships, options: values, terrain } = opening else { return };
                ships.retain(|ship| chosen.contains(&ship.card.id));
                *values = options(values, choice);
                context.lay_shore(terrain);
            });
        }
        context.any_ships(choice, |facts| {
            let ships = facts.iter().map(|facts| convert_facts(facts).0.card.into()).collect();
            Ok(Decision::Open { ships, options: options(&[], choice), terrain: context.terrain.to_vec() })
        })
    }
}
