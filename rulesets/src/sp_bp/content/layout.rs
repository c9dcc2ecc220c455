//! Sets up a battle of this book from a layout that all books share (house).

use crate::core::OptionValue;
use crate::core::fleet::{LaidShip, Layout};
use crate::core::play_out::{LastTurn, Staged};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::content::convert::convert_facts;
use crate::sp_bp::events::decision::{Decision, ShipSetup};
use crate::sp_bp::state::ship::Location;

/// Returns the battle set up from a layout, or why it can't be: the sheet has no rules for guns ashore.
pub(in crate::sp_bp) fn staged(layout: &Layout) -> Result<Staged<SpBp>, String> {
    if let Some(fort) = layout.forts.first() {
        return Err(format!("{} fires in it, and this book has no guns ashore.", fort.name));
    }
    let (later, there): (Vec<&LaidShip>, Vec<&LaidShip>) =
        layout.ships.iter().partition(|ship| ship.arrives.is_some());
    Ok(Staged {
        id: layout.id.clone(),
        name: layout.name.clone(),
        opening: vec![Decision::Open {
            ships: layout.ships.iter().map(setup).collect(),
            options: water(layout.current_toward_deg),
            terrain: layout.terrain.clone(),
        }],
        models: there.into_iter().map(LaidShip::model).collect(),
        later: later.into_iter().map(LaidShip::model).collect(),
        terrain: layout.terrain.clone(),
        table_in: layout.table_in,
        scene: LastTurn(layout.turns),
    })
}

/// Returns the options for the water: a battle with a current is fought in a river (SPB-4).
fn water(current_toward_deg: Option<f64>) -> Vec<OptionValue> {
    let option = |name: &str, value: serde_json::Value| OptionValue { name: name.to_owned(), value };
    current_toward_deg.map_or_else(Vec::new, |toward_deg| {
        vec![option("spb.water", "river".into()), option("spb.current_toward_deg", toward_deg.into())]
    })
}

fn setup(ship: &LaidShip) -> ShipSetup {
    let card = convert_facts(&ship.facts).0.card;
    ShipSetup {
        // The cast cuts the fraction off: whole knots, never negative.
        speed: (ship.speed_knots as u8).min(card.max_speed),
        anchored: ship.anchored,
        aground: ship.aground,
        location: ship.arrives.map_or(Location::OnTable, |(turn, edge)| Location::Arriving { turn, edge }),
        card,
    }
}
