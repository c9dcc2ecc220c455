//! The opening of a battle: checks ships, forts and options together.

use crate::core::{BookTables, OptionValue, Reason, Refusal, terrain_reasons};
use crate::gunboat::boarding::{launches, parties};
use crate::gunboat::content::convert::setup_reasons;
use crate::gunboat::events::decision::ShipSetup;
use crate::gunboat::events::event::{BODY_VERSION, Event};
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{ShipCard, Side};
use crate::gunboat::state::fort::{self, FortCard};
use crate::gunboat::state::options::GunOptions;
use crate::gunboat::tables::table_set::Tables;
use geometry::{ShipId, Terrain};

/// Opens the battle.
pub(in crate::gunboat) fn open(
    tables: &Tables,
    state: &State,
    ships: &[ShipSetup],
    forts: &[FortCard],
    options: &[OptionValue],
    terrain: &[Terrain],
) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    if state.opened {
        reasons.push(Reason::new("GUN-3", "The battle has begun already."));
    }
    if ships.is_empty() {
        reasons.push(Reason::new("GUN-3", "A battle needs at least one ship."));
    }
    for (i, setup) in ships.iter().enumerate() {
        reasons.extend(setup_reasons(setup));
        if ships.iter().take(i).any(|other| other.card.id == setup.card.id) {
            reasons.push(Reason::new("GUN-72", format!("Two ships are called “{}”.", setup.card.id)));
        }
    }
    let chosen = GunOptions::chosen(options, tables.option_specs(), &mut reasons);
    reasons.extend(ships.iter().flat_map(|setup| launches::setup_reasons(setup, &chosen)));
    reasons.extend(forts.iter().flat_map(fort::card_reasons));
    let ships_and_forts = ships.iter().map(|setup| &setup.card.id).chain(forts.iter().map(|fort| &fort.id));
    let guns = forts.iter().flat_map(|fort| &fort.guns).map(|gun| &gun.id);
    let names: Vec<&ShipId> = ships_and_forts.chain(guns).collect();
    for (i, name) in names.iter().enumerate().skip(ships.len()) {
        if names.iter().take(i).any(|other| other == name) {
            reasons.push(Reason::new("GUN-74", format!("Two ships, forts or guns are called “{name}”.")));
        }
    }
    reasons.extend(terrain_reasons(terrain, "GUN-3"));
    Refusal::unless_clear(reasons)?;
    let cards: Vec<&ShipCard> = ships.iter().map(|setup| &setup.card).collect();
    let rolls = parties::opening_rolls(&cards, chosen.boarding_parties, &mut Numbers::after(state));
    // Secret numbers are in events of their own.
    let open = |setup: &ShipSetup| ShipSetup { boarding_parties: 0, ..setup.clone() };
    let mut events = vec![Event::Opened {
        version: BODY_VERSION,
        ships: ships.iter().map(open).collect(),
        forts: forts.to_vec(),
        options: chosen,
        terrain: terrain.to_vec(),
        rolls,
    }];
    for side in [Side::Union, Side::Confederate] {
        let own = ships.iter().filter(|setup| setup.card.side == side && setup.boarding_parties > 0);
        let ships: Vec<(ShipId, u8)> =
            own.map(|setup| (setup.card.id.clone(), setup.boarding_parties)).collect();
        if !ships.is_empty() {
            events.push(Event::PartiesEmbarked { side, ships });
        }
    }
    Ok(events)
}
