//! The start of a battle: cards, options, terrain.

use crate::noddy::battle::{Battle, Hidden, Options, Piece};
use crate::noddy::sheet::Class;
use crate::noddy::ship::{Battery, BatteryCard, Card, RegimentCard, Ship};
use crate::record::{Event, ReadError};
use crate::report::Report;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A ship as it enters the battle.
#[derive(Debug, Deserialize)]
struct Entering {
    card: Card,
    #[serde(default)]
    speed: i32,
    #[serde(default)]
    aground: bool,
}

/// Reads the opening.
pub fn opened(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let ships: Vec<Entering> = event.read("/event/ships")?;
    let batteries: Vec<BatteryCard> = event.read("/event/batteries")?;
    let regiments: Vec<RegimentCard> = event.read("/event/regiments")?;
    let options: Options = event.read("/event/options")?;
    let terrain: Vec<Piece> = event.read("/event/terrain")?;
    for Entering { card, .. } in &ships {
        let faces = [Some(card.armour.hull), card.armour.bow, card.armour.side, card.armour.stern];
        let holds = faces.iter().flatten().all(|class| (6..=12).contains(class));
        report.hold("NOD-16", event.seq, holds, "classes 6 to 12", &format!("{} {faces:?}", card.id));
        sizes(&options, event, report, card);
    }
    for card in &batteries {
        let holds = (9..=11).contains(&card.armour);
        report.hold("NOD-16", event.seq, holds, "a battery has 9, 10 or 11", &format!("{}", card.armour));
    }
    battle.options = options;
    battle.terrain = terrain;
    battle.turn = 1;
    let entered = ships.into_iter().map(|it| (it.card.id.clone(), Ship::new(it.card, it.speed, it.aground)));
    battle.ships = entered.collect();
    let fresh =
        |card: BatteryCard| Battery { card, guns: BTreeMap::new(), fired_in: None, last_target: None };
    battle.batteries = batteries.into_iter().map(|card| (card.id.clone(), fresh(card))).collect();
    battle.regiments = regiments.into_iter().map(|card| (card.id.clone(), (card, false))).collect();
    Ok(())
}

/// Checks guns converted from a fleet's list (`2 of 9" SMOOTHBORE (bow): Daddy-sized.`): their class follows
/// from their size (NOD-12, NOD-AMB-3).
fn sizes(options: &Options, event: &Event, report: &mut Report, card: &Card) {
    for guess in card.guessed.iter().filter(|guess| guess.what == "guns") {
        let Some((printed, says)) = guess.why.split_once(" of ").and_then(|(_, why)| why.split_once(" ("))
        else {
            continue;
        };
        let said =
            [("Baby-sized", Class::Baby), ("Mummy-sized", Class::Mummy), ("Daddy-sized", Class::Daddy)];
        let recorded = said.iter().find(|(word, _)| says.contains(word)).map(|(_, class)| *class);
        if let (Some(reads), Some(recorded)) = (Class::of_printed(printed, options.daddy_100lb), recorded) {
            report.compare("NOD-12", event.seq, (printed, reads), (printed, recorded));
        }
    }
}

/// Reads the umpire's chart (NOD-30).
pub fn chart_drawn(battle: &mut Battle, event: &Event) -> Result<(), ReadError> {
    let areas: Vec<Hidden> = event.read("/event/areas")?;
    for area in areas {
        battle.hidden.retain(|hidden| hidden.area.id != area.area.id);
        battle.hidden.push(area);
    }
    Ok(())
}
