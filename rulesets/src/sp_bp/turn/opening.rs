//! Opens a battle: cards and terrain are checked first.

use crate::core::{BookTables, OptionValue, Reason, Refusal, terrain_reasons};
use crate::sp_bp::events::decision::ShipSetup;
use crate::sp_bp::events::event::{BODY_VERSION, Event};
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::{GunMount, ShipCard};
use crate::sp_bp::state::options::SpbOptions;
use crate::sp_bp::tables::table_set::Tables;
use geometry::Terrain;

/// Opens the battle.
pub(in crate::sp_bp) fn open(
    tables: &Tables,
    state: &State,
    ships: &[ShipSetup],
    options: &[OptionValue],
    terrain: &[Terrain],
) -> Result<Vec<Event>, Refusal> {
    let mut refusal = Refusal::default();
    if state.opened {
        refusal.reasons.push(Reason::new("SPB-1", "The battle has begun already."));
    }
    if ships.is_empty() {
        refusal.reasons.push(Reason::new("SPB-1", "A battle needs ships: name at least one."));
    }
    for (i, setup) in ships.iter().enumerate() {
        refusal.reasons.extend(card_reasons(tables, &setup.card));
        let id = &setup.card.id;
        if ships.iter().take(i).any(|other| other.card.id == *id) {
            refusal.reasons.push(Reason::new("SPB-1", format!("Two ships are called “{id}”.")));
        }
        if setup.speed > setup.card.max_speed {
            let text = format!(
                "{} makes {} knots at best, not {}.",
                setup.card.name, setup.card.max_speed, setup.speed
            );
            refusal.reasons.push(Reason::new("SPB-11", text));
        }
    }
    refusal.reasons.extend(terrain_reasons(terrain, "SPB-3"));
    let chosen = SpbOptions::chosen(options, tables.option_specs(), &mut refusal.reasons);
    if !refusal.reasons.is_empty() {
        return Err(refusal);
    }
    Ok(vec![Event::Opened {
        version: BODY_VERSION,
        ships: ships.to_vec(),
        options: chosen,
        terrain: terrain.to_vec(),
    }])
}

/// Reasons why a card is invalid; empty for a valid one.
pub(in crate::sp_bp) fn card_reasons(tables: &Tables, card: &ShipCard) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let name = &card.name;
    let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
    if card.sp == 0 || card.bp == 0 {
        refuse("SPB-8", format!("{name}'s card has no SP or no BP: she would sink at once."));
    }
    if !(-2..=2).contains(&card.crew_quality) {
        refuse("SPB-15", format!("{name}'s crew quality is {}: it goes from -2 to +2.", card.crew_quality));
    }
    for (i, mount) in card.mounts.iter().enumerate() {
        if tables.gun(card.nation, mount.kind, &mount.gun).is_none() {
            let text = format!(
                "{name}, {}: her gunnery table has no row “{}”; name one of its rows.",
                mount.place, mount.gun
            );
            refuse("SPB-AMB-28", text);
        }
        if mount.guns == 0 {
            refuse("SPB-14", format!("{name}'s mount “{}” has no gun.", mount.id));
        }
        let finite = mount.arcs.iter().all(|arc| arc.from_deg.is_finite() && arc.to_deg.is_finite());
        if mount.arcs.is_empty() || !finite {
            refuse("SPB-14", format!("{name}'s mount “{}” has no arc: write where it bears.", mount.id));
        }
        let same = |other: &GunMount| other.id == mount.id;
        if card.mounts.iter().take(i).any(same) {
            refuse("SPB-14", format!("{name} has two mounts called “{}”.", mount.id));
        }
    }
    reasons
}
