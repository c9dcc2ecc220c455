//! The burst of a mortar shell and its effect (GUN-62 to GUN-67).

use crate::core::{Die, RuleId};
use crate::gunboat::damage::fort_hits::fort_roll;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::Silenced;
use crate::gunboat::events::roll_requests::{Numbers, table_roll};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::due::{FortRoll, FortTable, PendingRoll, RollUse, SalvoId, TableId};
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// Reads a mortar's die. The range band neither doubles nor halves it (GUN-28, GUN-69).
pub(crate) fn read(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    (shot, turns, on_ship): (SalvoId, u8, bool),
    under: &[ShipId],
    die: u8,
) -> Event {
    let table = &tables.special().mortar;
    let total = die.saturating_add(turns.saturating_sub(1));
    let hit = total >= table.hits_on;
    let mut numbers = Numbers::after(state);
    let mut rules = vec![RuleId::of("GUN-62")];
    if turns > 1 {
        rules.push(RuleId::of("GUN-63"));
    }
    let (mut rolls, mut silenced) = (Vec::new(), Vec::new());
    if hit && on_ship {
        rules.push(RuleId::of("GUN-65"));
        let critical = (TableId::Critical, vec![]);
        let roll = table_roll(state, tables, &mut numbers, &pending.ship, None, critical);
        rolls.push(PendingRoll { by: pending.by, ..roll });
    } else if hit && !under.is_empty() {
        rules.push(RuleId::of("GUN-66"));
        for (id, fort) in &state.forts {
            let own: Vec<ShipId> = under.iter().filter(|gun| fort.gun(gun).is_some()).cloned().collect();
            if own.is_empty() || fort.fate.is_some() {
                continue;
            }
            silenced.extend(own.iter().map(|gun| {
                let hits = fort.guns.get(gun).map_or(0, |state| state.mortar_hits);
                let phases = table.silent_phases.get(usize::from(hits)).copied();
                Silenced { fort: id.clone(), gun: gun.clone(), phases }
            }));
            // One additional die per turn, whatever the number of shells that hit (GUN-67).
            if fort.mortar_check_turn != Some(state.turn) {
                rules.push(RuleId::of("GUN-67"));
                rolls.push(check_roll(state, &mut numbers, pending.by, id, own));
            }
        }
    }
    Event::Special(SpecialEvent::MortarRead {
        roll: pending.request.id,
        shot,
        ship: pending.ship.clone(),
        die,
        total,
        hit,
        silenced,
        rolls,
        rules,
    })
}

fn check_roll(
    state: &State,
    numbers: &mut Numbers,
    by: Side,
    fort: &ShipId,
    guns: Vec<ShipId>,
) -> PendingRoll {
    numbers.roll(
        (Die::D10, 1),
        (
            "fort_critical_check",
            format!("Critical hit by mortars: {}", state.name(fort)),
            RuleId::of("GUN-67"),
        ),
        (fort, by),
        RollUse::FortCheck { guns },
    )
}

/// Reads the additional die for shells that hit a fort (GUN-67).
pub(crate) fn read_check(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    guns: &[ShipId],
    die: u8,
) -> Event {
    let critical = die >= tables.special().mortar.fort_critical_on;
    let roll = || {
        let roll = FortRoll {
            fort: pending.ship.clone(),
            table: FortTable::Critical,
            guns: guns.to_vec(),
            path: Vec::new(),
            by_mortar: true,
            salvo: None,
        };
        fort_roll(state, &mut Numbers::after(state), pending.by, roll)
    };
    let rolls = critical.then(roll).into_iter().collect();
    Event::Special(SpecialEvent::FortCheckRead {
        roll: pending.request.id,
        fort: pending.ship.clone(),
        die,
        critical,
        rolls,
    })
}
