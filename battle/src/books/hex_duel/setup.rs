//! Set-ups of duels: any two ironclads, and the board laid on the real table.

use crate::error::BattleError;
use crate::setup::book_set_up::{BookSetUp, RuleList};
use crate::setup::context::{SetupContext, options, sides, unplayable};
use crate::setup::scenario::not_staged;
use crate::setup::set_up::{SetUp, SetUpResult};
use crate::view::{BattleChoice, ScenarioShipView, ScenarioView};
use geometry::{Point, ShipId};
use rulesets::core::play_out::ByLot;
use rulesets::gunboat::ShipFacts;
use rulesets::hex_duel::{ChaOptions, Decision, Entry, HexDuel, HexPose, Start, rule_list};
use std::collections::BTreeMap;

/// The only named scenario, because the book comes with only two ironclads.
const DUEL: &str = "duel";
/// The ships of that scenario.
const DUELLISTS: [&str; 2] = ["monitor", "virginia"];
/// The table size if no table is calibrated, inches.
const USUAL_TABLE_IN: (f64, f64) = (60.0, 36.0);

impl BookSetUp for HexDuel {
    const ABOUT: &'static str =
        "A duel of two ironclads on twelve by ten hexes, with one special die: half an hour.";
    const EXACTLY_SHIPS: Option<u32> = Some(2);
    const IN_HEXES: bool = true;
    const RULES: fn() -> RuleList = rule_list;

    fn scenario_views(&self, context: &SetupContext<'_>) -> Result<Vec<ScenarioView>, BattleError> {
        let ship = |id: &&str| {
            context.library.ship(id).map(|facts| ScenarioShipView {
                id: facts.id.clone(),
                name: facts.name.clone(),
                side: facts.side.id().to_string(),
                class: String::new(),
                place: None,
                outline_in: Vec::new(),
            })
        };
        Ok(vec![ScenarioView {
            id: DUEL.to_owned(),
            name: "Monitor and Virginia".to_owned(),
            briefing: vec![
                "Two ironclads meet bow to bow across a board of hexes.".to_owned(),
                "The winner of the toss picks one and places islands and rocks, or none.".to_owned(),
                "Sink the other, ram her, or gain the open sea behind her.".to_owned(),
            ],
            rules: vec!["Any two ships may take their places (house).".to_owned()],
            ships: DUELLISTS.iter().filter_map(ship).collect(),
            table_in: context.table_in.unwrap_or(USUAL_TABLE_IN),
            turns: None,
            forts: Vec::new(),
            secrets: false,
            options: Vec::new(),
            terrain: Vec::new(),
            notes: Vec::new(),
        }])
    }

    fn set_up(&self, choice: &BattleChoice, context: &SetupContext<'_>) -> SetUpResult<Decision> {
        if let Some(id) = &choice.scenario {
            self.staged(id, None).map_err(not_staged)?;
        }
        let facts = duellists(choice, context)?;
        let values = options(&[], choice);
        let typed: serde_json::Map<String, serde_json::Value> =
            values.iter().map(|option| (option.name.clone(), option.value.clone())).collect();
        let typed: ChaOptions = serde_json::from_value(typed.into())
            .map_err(|error| unplayable(format!("an option of the duel can't have that value ({error}).")))?;
        let table_in = context.table_in.unwrap_or(USUAL_TABLE_IN);
        let corners = (Point::new(0.0, 0.0), Point::new(table_in.0, table_in.1));
        let grid = self.grid_in(&typed, corners).map_err(|error| unplayable(error.to_string()))?;
        let (mut ships, mut hulls, mut set_out) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (facts, start) in facts.iter().zip([Start::North, Start::South]) {
            let ship = ShipId::new(facts.id.clone());
            hulls.insert(ship.clone(), context.hull(&ship, facts.model_hull(1.0)));
            if let Some(hex) = self.start_hexes(&grid, start).first() {
                set_out.insert(ship.clone(), HexPose { hex: *hex, facing: start.facing() }.pose(&grid));
            }
            ships.push(Entry { ship, name: facts.name.clone(), start });
        }
        let names: Vec<&str> = facts.iter().map(|facts| facts.name.as_str()).collect();
        let mut sides = sides().to_vec();
        // Until the toss is won, each side has its printed ship, if they are of different sides.
        if facts.first().is_some_and(|first| Some(&first.side.id()) == sides.last()) {
            sides.reverse();
        }
        let open = Decision::Open { ships, sides, grid, options: values };
        let battle = SetUp::of(names.join(" and "), table_in, hulls, vec![open], context.dice_seed);
        Ok(SetUp { set_out, ..battle })
    }
}

/// The two ships: those chosen, otherwise the only two on the table, otherwise those of the named scenario.
fn duellists<'a>(
    choice: &BattleChoice,
    context: &SetupContext<'a>,
) -> Result<Vec<&'a ShipFacts>, BattleError> {
    let named = |ids: &[&str]| BattleChoice {
        ships: ids.iter().map(|id| (*id).to_owned()).collect(),
        ..choice.clone()
    };
    let facts = match (&choice.scenario, choice.ships.is_empty()) {
        (Some(_), true) => context.ships(&named(&DUELLISTS))?,
        _ => context.ships(choice)?,
    };
    if facts.len() == 2 {
        return Ok(facts);
    }
    Err(unplayable(format!("a duel has two ironclads, and {} were chosen.", facts.len())))
}
