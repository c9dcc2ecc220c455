//! The opening of a battle: checks cards (NOD-32), sets options, and draws the umpire's chart.

use crate::core::{Audience, BookTables, OptionValue, Reason, Refusal};
use crate::noddy::events::decision::ShipSetup;
use crate::noddy::events::event::{BODY_VERSION, Event};
use crate::noddy::state::battle::{HiddenArea, HiddenKind, State};
use crate::noddy::state::card::{BatteryCard, Gun, RegimentCard};
use crate::noddy::state::options::NodOptions;
use crate::noddy::tables::table_set::Tables;
use geometry::Terrain;

/// The ships, batteries and regiments of a battle, with its options and areas.
pub(crate) struct Entering<'a> {
    pub(crate) ships: &'a [ShipSetup],
    pub(crate) batteries: &'a [BatteryCard],
    pub(crate) regiments: &'a [RegimentCard],
    pub(crate) options: &'a [OptionValue],
    pub(crate) terrain: &'a [Terrain],
    pub(crate) hidden: &'a [HiddenArea],
}

/// Opens a battle.
pub(crate) fn open(tables: &Tables, state: &State, entering: &Entering<'_>) -> Result<Vec<Event>, Refusal> {
    if state.opened {
        return Err(Refusal::because("NOD-7", "The battle has begun already."));
    }
    let mut reasons = Vec::new();
    let ids: Vec<String> = (entering.ships.iter().map(|setup| setup.card.id.to_string()))
        .chain(entering.batteries.iter().map(|card| card.id.to_string()))
        .chain(entering.regiments.iter().map(|card| card.id.to_string()))
        .collect();
    for (i, id) in ids.iter().enumerate() {
        if ids.iter().take(i).any(|other| other == id) {
            reasons.push(Reason::new("NOD-32", format!("{id} takes part twice.")));
        }
    }
    if entering.ships.is_empty() {
        reasons.push(Reason::new("NOD-32", "A battle needs ships."));
    }
    for setup in entering.ships {
        ship(tables, setup, &mut reasons);
    }
    let (low, high) = (tables.armour().lowest, tables.armour().highest);
    for card in entering.batteries {
        guns(&card.name, &card.guns, &mut reasons);
        if !(low..=high).contains(&card.armour) {
            let text = format!("{}'s armour class must be {low} to {high}.", card.name);
            reasons.push(Reason::new("NOD-16", text));
        }
        if ![card.x_in, card.y_in, card.facing_deg].iter().all(|number| number.is_finite()) {
            reasons.push(Reason::new("NOD-32", format!("{} needs a place and a facing.", card.name)));
        }
    }
    for (i, hidden) in entering.hidden.iter().enumerate() {
        let twice = entering.hidden.iter().take(i).any(|other| other.area.id == hidden.area.id);
        if twice || entering.terrain.iter().any(|piece| piece.id == hidden.area.id) {
            reasons.push(Reason::new("NOD-30", format!("{} lies there twice.", hidden.area.name)));
        }
        if matches!(hidden.kind, HiddenKind::Mines { hit_on_d6, .. } if !(1..=7).contains(&hit_on_d6)) {
            let text = format!("{} goes off on a D6 of 1 to 6, or never (7).", hidden.area.name);
            reasons.push(Reason::new("NOD-AMB-21", text));
        }
    }
    let options = NodOptions::chosen(entering.options, tables.option_specs(), &mut reasons);
    Refusal::unless_clear(reasons)?;
    let mut events = vec![Event::Opened {
        version: BODY_VERSION,
        ships: entering.ships.to_vec(),
        batteries: entering.batteries.to_vec(),
        regiments: entering.regiments.to_vec(),
        options,
        terrain: entering.terrain.to_vec(),
    }];
    events.extend(by_audience(entering.hidden));
    Ok(events)
}

/// The umpire's chart, split into one event for each audience.
fn by_audience(hidden: &[HiddenArea]) -> Vec<Event> {
    let mut audiences: Vec<Audience> = Vec::new();
    for area in hidden {
        if !audiences.contains(&area.audience()) {
            audiences.push(area.audience());
        }
    }
    let of = |audience: Audience| {
        let areas = hidden.iter().filter(|area| area.audience() == audience).cloned().collect();
        Event::ChartDrawn { areas }
    };
    audiences.into_iter().map(of).collect()
}

fn ship(tables: &Tables, setup: &ShipSetup, reasons: &mut Vec<Reason>) {
    let card = &setup.card;
    let name = &card.name;
    guns(name, &card.guns, reasons);
    let (low, high) = (tables.armour().lowest, tables.armour().highest);
    let classes = [Some(card.armour.hull), card.armour.bow, card.armour.side, card.armour.stern];
    if classes.into_iter().flatten().any(|class| !(low..=high).contains(&class)) {
        reasons.push(Reason::new("NOD-16", format!("{name}'s armour classes must be {low} to {high}.")));
    }
    if card.top_speed < 0 || card.top_speed > 100 {
        reasons.push(Reason::new("NOD-32", format!("{name}'s top speed must be 0 to 50 knots.")));
    }
    if !(card.draught_ft.is_finite() && card.draught_ft > 0.0) {
        reasons.push(Reason::new("NOD-32", format!("{name} needs a draught above 0 feet.")));
    }
    let astern = -crate::noddy::movement::orders::astern(tables, card.top_speed);
    if !(astern..=card.top_speed.max(0)).contains(&setup.speed) {
        reasons.push(Reason::new("NOD-5", format!("{name} can't make that speed as the battle begins.")));
    }
}

fn guns(name: &str, guns: &[Gun], reasons: &mut Vec<Reason>) {
    for (i, gun) in guns.iter().enumerate() {
        if guns.iter().take(i).any(|other| other.id == gun.id) {
            reasons.push(Reason::new("NOD-32", format!("{name} has two guns called {}.", gun.id)));
        }
    }
}
