//! Mortar shots (GUN-59 to GUN-71): declared and settled before other guns in a fire step.

use crate::core::{Die, Halt, Reason, Recorder, RuleId, Settlement, TableFacts, TieResolver, TooClose};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::MortarShot;
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::gunnery::aim::{absent, silenced};
use crate::gunboat::mortars::measures::Gunner;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{GunKind, GunMount, MountId, Side};
use crate::gunboat::state::due::{PendingRoll, RollUse, SalvoId};
use crate::gunboat::state::ship::{MortarAim, ShipState};
use crate::gunboat::tables::table_files::GunSize;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A mortar shot that is to be planned.
pub(crate) struct MortarOrder<'a> {
    pub(crate) ship: &'a ShipId,
    pub(crate) mount: &'a MountId,
    pub(crate) aim: &'a MortarAim,
    pub(crate) settled: &'a [Settlement],
}

/// The bore of a mortar, inches; none if its name does not contain it.
fn bore_in(mount: &GunMount) -> Option<f64> {
    GunSize::parse(&mount.gun).filter(|size| !size.pounds).map(|size| size.size)
}

/// Returns true if `turn` is the turn after `before`.
fn follows(turn: u32, before: u32) -> bool {
    before.checked_add(1) == Some(turn)
}

/// Returns true if the ship is stationary, so that a mortar may fire at it (GUN-60). A ship that has not moved yet this
/// turn counts as moving if it moved last turn and still has speed.
pub(crate) fn stationary(state: &State, ship: &ShipState) -> bool {
    let this_turn = ship.under_way_turn == Some(state.turn);
    let still_under_way = !ship.has_moved
        && ship.speed > 0
        && ship.under_way_turn.is_some_and(|turn| follows(state.turn, turn));
    !this_turn && !still_under_way
}

/// The reasons why this mortar boat can't fire now; empty if it can.
pub(crate) fn boat_reasons(state: &State, ship: &ShipState) -> Vec<Reason> {
    let name = &ship.card.name;
    let mut reasons = Vec::new();
    if !state.step.is_fire() {
        reasons.push(Reason::new("GUN-59", "Mortars fire in steps 2 and 4, before the other guns."));
    }
    if !state.salvos.is_empty() {
        let text = "Other guns have fired in this step: mortars fire first.";
        reasons.push(Reason::new("GUN-59", text));
    }
    reasons.extend(absent(ship).or_else(|| silenced(state, ship)));
    if ship.under_way_turn == Some(state.turn) {
        let text = format!("{name} has moved this turn: her mortars fire only if she has not.");
        reasons.push(Reason::new("GUN-59", text));
    }
    reasons
}

/// The plan of a mortar shot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MortarPlan {
    /// The shot to be declared; none if the table can't answer, or if there is no such mortar.
    pub shot: Option<MortarShot>,
    /// The reasons against it.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
}

impl MortarPlan {
    fn refused(reasons: Vec<Reason>) -> Self {
        Self { reasons, ..Self::default() }
    }
}

/// Plans a shot, for the preview and for the declaration.
pub(crate) fn plan(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    order: &MortarOrder<'_>,
) -> MortarPlan {
    let Some(ship) = state.ships.get(order.ship) else {
        let text = format!("No ship called “{}” takes part in this battle.", order.ship);
        return MortarPlan::refused(vec![Reason::new("GUN-72", text)]);
    };
    let mut reasons = boat_reasons(state, ship);
    let name = &ship.card.name;
    let mortar = ship.card.mount(order.mount).filter(|mount| mount.kind == GunKind::Mortar);
    let row = mortar.and_then(bore_in).and_then(|bore_in| tables.special().mortar.row(bore_in));
    let Some(row) = row else {
        let text = format!("{name} has no mortar called “{}” whose bore is known.", order.mount);
        reasons.push(Reason::new("GUN-61", text));
        return MortarPlan::refused(reasons);
    };
    if ship.ready_guns(order.mount) == 0 {
        reasons.push(Reason::new("GUN-7", format!("{name}: that mortar has fired, or is lost.")));
    }
    reasons.extend(target_reasons(state, ship.card.side, order.aim));
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(order.settled).with_tie(state.options.too_close);
    let gunner = Gunner { tables, state, ship, facts: &recorder };
    let mut found = None;
    if reasons.is_empty() {
        found = gunner.measure(order.aim, row, &mut ties, &mut reasons);
    }
    ties.refuse_unasked("GUN-AMB-6", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    let asked = recorder.into_asked();
    let shot = found.map(|(range_in, under, spotter)| MortarShot {
        id: SalvoId(Numbers::after(state).next()),
        ship: order.ship.clone(),
        mount: order.mount.clone(),
        aim: order.aim.clone(),
        range_in,
        circle_in: row.circle_in,
        turns: turns_running(state, ship, order),
        under,
        spotter,
        asked,
        settled,
    });
    MortarPlan { shot, reasons, too_close }
}

/// Judges a shot and creates its roll.
pub(crate) fn fire(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    order: &MortarOrder<'_>,
) -> Result<Vec<Event>, Halt> {
    let plan = plan(tables, state, facts, order);
    Halt::unless_clear(plan.reasons, plan.too_close)?;
    let planned = plan.shot.and_then(|shot| Some((roll(state, &shot)?, shot)));
    let Some((roll, shot)) = planned else {
        return Err(Halt::because("GUN-61", "The table gave no range."));
    };
    Ok(vec![Event::Special(SpecialEvent::MortarFired { shot, rolls: vec![roll] })])
}

/// The roll of a shot; none if its boat takes no part.
pub(crate) fn roll(state: &State, shot: &MortarShot) -> Option<PendingRoll> {
    let card = &state.ships.get(&shot.ship)?.card;
    let target = match &shot.aim {
        MortarAim::Ship { ship } => ship.clone(),
        // The damage to guns ashore is recorded by fort; the roll belongs to the boat.
        MortarAim::FortGun { .. } | MortarAim::Point { .. } => shot.ship.clone(),
    };
    let mut numbers = Numbers::after(state);
    // The first number belongs to the shot.
    numbers.next();
    let (name, aim) = (&card.name, aim_name(state, &shot.aim));
    Some(numbers.roll(
        (Die::D10, 1),
        ("mortar", format!("Mortar of {name} at {aim}"), RuleId::of("GUN-62")),
        (&target, card.side),
        RollUse::Mortar {
            shot: shot.id,
            turns: shot.turns,
            on_ship: matches!(shot.aim, MortarAim::Ship { .. }),
            under: shot.under.clone(),
        },
    ))
}

/// The target's name for display.
pub fn aim_name(state: &State, aim: &MortarAim) -> String {
    match aim {
        MortarAim::Ship { ship } => state.name(ship).to_owned(),
        MortarAim::FortGun { gun } => fort_of(state, gun).map_or_else(
            || gun.to_string(),
            |(fort, _)| format!("{}, {}", fort.card.name, fort.gun(gun).map_or("", |gun| gun.place.as_str())),
        ),
        MortarAim::Point { x_in, y_in } => format!("the point {x_in:.2} in east, {y_in:.2} in north"),
    }
}

pub(in crate::gunboat) fn fort_of<'a>(
    state: &'a State,
    gun: &ShipId,
) -> Option<(&'a crate::gunboat::state::fort::FortState, &'a ShipId)> {
    state.forts.iter().find(|(_, fort)| fort.gun(gun).is_some()).map(|(id, fort)| (fort, id))
}

/// The number of successive turns at the same spot, including this one. Several mortars of a mount may fire in one
/// turn.
fn turns_running(state: &State, ship: &ShipState, order: &MortarOrder<'_>) -> u8 {
    match ship.mortar_spots.get(order.mount) {
        Some(spot) if spot.aim == *order.aim && spot.turn == state.turn => spot.turns,
        Some(spot) if spot.aim == *order.aim && follows(state.turn, spot.turn) => {
            spot.turns.saturating_add(1)
        }
        _ => 1,
    }
}

fn target_reasons(state: &State, side: Side, aim: &MortarAim) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match aim {
        MortarAim::Ship { ship } => match state.ships.get(ship) {
            None => reasons.push(Reason::new("GUN-72", format!("No ship called “{ship}” takes part."))),
            Some(ship) => {
                let name = &ship.card.name;
                reasons.extend(absent(ship));
                if ship.card.side == side {
                    reasons.push(Reason::new("GUN-4", format!("{name} is on the mortar's own side.")));
                }
                if !stationary(state, ship) {
                    let text = format!("{name} is moving: mortars fire at stationary targets only.");
                    reasons.push(Reason::new("GUN-60", text));
                }
            }
        },
        MortarAim::FortGun { gun } => match fort_of(state, gun) {
            None => reasons.push(Reason::new("GUN-74", format!("No fort has a gun called “{gun}”."))),
            Some((fort, _)) => {
                let name = &fort.card.name;
                if fort.card.side == side {
                    reasons.push(Reason::new("GUN-4", format!("{name} is on the mortar's own side.")));
                }
                if fort.fate.is_some() {
                    reasons.push(Reason::new("GUN-75", format!("{name} is out of the battle.")));
                }
            }
        },
        MortarAim::Point { x_in, y_in } => {
            if !(x_in.is_finite() && y_in.is_finite()) {
                reasons.push(Reason::new("GUN-62", "Say where on the table the circle is laid."));
            }
        }
    }
    reasons
}
