//! Steam launches (GUN-83 to GUN-88): fire at them, their grappling and their melees.

use crate::core::{Die, Reason, RuleId};
use crate::gunboat::events::decision::ShipSetup;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{LaunchOutcome, MeleeOutcome};
use crate::gunboat::events::roll_requests::{Numbers, takes_hold};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::{Bond, BondKind};
use crate::gunboat::state::card::Side;
use crate::gunboat::state::due::{PendingRoll, RollUse};
use crate::gunboat::state::options::GunOptions;
use crate::gunboat::state::ship::ShipState;
use crate::gunboat::tables::special_files::LaunchDoes;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// The reasons why a launch can't take part as set up (GUN-83); empty if it can.
pub(crate) fn setup_reasons(setup: &ShipSetup, options: &GunOptions) -> Vec<Reason> {
    let name = &setup.card.name;
    let mut reasons = Vec::new();
    if !setup.card.launch {
        return reasons;
    }
    if !options.launches {
        let text = format!("{name} is a steam launch: the umpire must allow them (gun.launches).");
        reasons.push(Reason::new("GUN-83", text));
    }
    if setup.boarding_parties > 0 && setup.card.side == Side::Union && !options.union_boarding {
        reasons.push(Reason::new(
            "GUN-83",
            format!("{name} carries no boarding party: the Union does not board."),
        ));
    }
    reasons
}

fn roll(
    state: &State,
    numbers: &mut Numbers,
    (ship, by): (&ShipId, Side),
    (purpose, label, rule): (&str, String, &RuleId),
    count: u8,
    decides: RollUse,
) -> PendingRoll {
    let label = format!("{label}: {}", state.name(ship));
    numbers.roll((Die::D6, count), (purpose, label, rule.clone()), (ship, by), decides)
}

/// The die for hits on a launch (GUN-84).
pub(crate) fn hit_roll(
    tables: &Tables,
    state: &State,
    numbers: &mut Numbers,
    (launch, by): (&ShipId, Side),
    hits: u8,
) -> PendingRoll {
    let rule = &tables.special().launches.hits.rule;
    let words = ("launch", format!("{hits} hits on the launch"), rule);
    roll(state, numbers, (launch, by), words, 1, RollUse::LaunchHits { hits })
}

/// Reads the die for hits on a launch.
pub(crate) fn read_hit(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    hits: u8,
    die: u8,
) -> Option<Event> {
    let outcome = match tables.special().launches.hits.does(hits, die)? {
        LaunchDoes::Nothing => LaunchOutcome::Nothing,
        LaunchDoes::FireOut => LaunchOutcome::FireOut,
        LaunchDoes::Sunk => LaunchOutcome::Sunk,
    };
    Some(Event::Special(SpecialEvent::LaunchHitRead {
        roll: pending.request.id,
        launch: pending.ship.clone(),
        hits,
        die,
        outcome,
        takes_hold: takes_hold(state),
    }))
}

/// The dice that decide which launch of a locked pair each hit strikes (GUN-88).
pub(crate) fn locked_roll(
    tables: &Tables,
    state: &State,
    numbers: &mut Numbers,
    pending: &PendingRoll,
    (union, confederate): (&ShipId, &ShipId),
    hits: u8,
) -> PendingRoll {
    let words =
        ("locked", "Which launch each hit strikes".to_owned(), &tables.special().launches.locked.rule);
    let decides = RollUse::LockedHits { union: union.clone(), confederate: confederate.clone() };
    roll(state, numbers, (&pending.ship, pending.by), words, hits, decides)
}

/// Reads the dice for hits on a locked pair.
pub(crate) fn read_locked(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    (union, confederate): (&ShipId, &ShipId),
    faces: &[u8],
) -> Event {
    let on = &tables.special().launches.locked.union_on;
    let on_union = faces.iter().filter(|face| on.contains(face)).count();
    let hits = [(union, on_union), (confederate, faces.len() - on_union)];
    let mut numbers = Numbers::after(state);
    let rolls = hits.into_iter().filter(|(_, hits)| *hits > 0).map(|(launch, hits)| {
        let hits = u8::try_from(hits).unwrap_or(u8::MAX);
        hit_roll(tables, state, &mut numbers, (launch, pending.by), hits)
    });
    Event::Special(SpecialEvent::LockedHitsRead {
        roll: pending.request.id,
        union: union.clone(),
        confederate: confederate.clone(),
        faces: faces.to_vec(),
        rolls: rolls.collect(),
    })
}

/// The die for a launch that tries to grapple another (GUN-85).
pub(crate) fn grapple_roll(
    tables: &Tables,
    state: &State,
    numbers: &mut Numbers,
    ship: &ShipState,
    target: &ShipState,
) -> PendingRoll {
    let label = format!("{} grapples the launch", ship.card.name);
    let words = ("launch_grapple", label, &tables.special().launches.grapple.rule);
    let decides = RollUse::LaunchGrapple { by: ship.card.id.clone() };
    roll(state, numbers, (&target.card.id, ship.card.side), words, 1, decides)
}

/// Reads the die for grappling a launch.
pub(crate) fn read_grapple(tables: &Tables, pending: &PendingRoll, by: &ShipId, die: u8) -> Event {
    let locked = tables.special().launches.grapple.succeeds_on.contains(&die);
    let bond = Bond { kind: BondKind::Locked, first: by.clone(), second: pending.ship.clone() };
    Event::Special(SpecialEvent::LaunchGrappleRead { roll: pending.request.id, bond, die, locked })
}

/// The rolls for the melees of step 5: one for each group of launches that are locked together (GUN-86).
pub(crate) fn melee_rolls(tables: &Tables, state: &State, numbers: &mut Numbers) -> Vec<PendingRoll> {
    let mut seen: Vec<ShipId> = Vec::new();
    let mut rolls = Vec::new();
    for bond in state.bonds.iter().filter(|bond| bond.kind == BondKind::Locked) {
        if seen.contains(&bond.first) {
            continue;
        }
        let mut group = vec![bond.first.clone()];
        let mut next = 0;
        while let Some(ship) = group.get(next).cloned() {
            next += 1;
            let locked = state.bonds.iter().filter(|bond| bond.kind == BondKind::Locked);
            for other in locked.filter_map(|bond| bond.other(&ship)) {
                if !group.contains(other) {
                    group.push(other.clone());
                }
            }
        }
        group.sort();
        seen.extend(group.iter().cloned());
        let side_of = |id: &ShipId| state.ships.get(id).map(|ship| ship.card.side);
        let (union, confederate): (Vec<ShipId>, Vec<ShipId>) =
            group.into_iter().partition(|id| side_of(id) == Some(Side::Union));
        let words = (
            "launch_melee",
            "Melee of launches, the Union's die first, then the Confederates'".to_owned(),
            &tables.special().launches.melee.rule,
        );
        let decides = RollUse::Melee { union, confederate };
        rolls.push(roll(state, numbers, (&bond.first, Side::Union), words, 2, decides));
    }
    rolls
}

/// Reads a melee: the higher die wins, plus one for each launch that a side has more; a 6 on the winner's own die sinks
/// the losers.
pub(crate) fn read_melee(
    tables: &Tables,
    pending: &PendingRoll,
    (union, confederate): (&[ShipId], &[ShipId]),
    faces: &[u8],
) -> Option<Event> {
    let &[union_die, confederate_die] = faces else { return None };
    let table = &tables.special().launches.melee;
    let extra = |own: &[ShipId], other: &[ShipId]| {
        u8::try_from(own.len().saturating_sub(other.len()))
            .unwrap_or(u8::MAX)
            .saturating_mul(table.each_extra)
    };
    let totals = [
        union_die.saturating_add(extra(union, confederate)),
        confederate_die.saturating_add(extra(confederate, union)),
    ];
    let won = |by, die| MeleeOutcome::Won { by, sinks: table.sinks_on.contains(&die) };
    let outcome = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Equal => MeleeOutcome::GoesOn,
        std::cmp::Ordering::Greater => won(Side::Union, union_die),
        std::cmp::Ordering::Less => won(Side::Confederate, confederate_die),
    };
    Some(Event::Special(SpecialEvent::MeleeRead {
        roll: pending.request.id,
        union: union.to_vec(),
        confederate: confederate.to_vec(),
        faces: faces.to_vec(),
        totals: totals.to_vec(),
        outcome,
    }))
}
