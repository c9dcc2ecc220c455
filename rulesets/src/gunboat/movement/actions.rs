//! The decisions of a side in its movement step: speeds, moves, anchors, tows, arrivals and departures.

use crate::core::{Edge, Halt, Reason, Recorder, Refusal, TableFacts, push_new};
use crate::gunboat::events::decision::{MoveOrder, SpeedOrder};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::move_review::MoveReview;
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::movement::hazards::hazard_rolls;
use crate::gunboat::movement::review::{allowance_in, held, review, rung_speed, speed_limits};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::{Bond, BondKind};
use crate::gunboat::state::card::{HalfKnots, Side};
use crate::gunboat::state::ship::{ShipState, has_moved};
use crate::gunboat::tables::table_set::Tables;
use geometry::{ShipId, Verdict};

/// The greatest gap between hulls that are alongside, inches.
const ALONGSIDE_IN: f64 = 0.25;

/// The length of a tow-rope, inches (house).
const TOW_ROPE_IN: f64 = 2.0;

/// Returns a ship that may still move: of the side whose movement step it is, and not moved yet.
pub(crate) fn mover<'a>(state: &'a State, id: &ShipId) -> Result<&'a ShipState, Reason> {
    let Some(ship) = state.ships.get(id) else {
        return Err(Reason::new("GUN-3", format!("No ship called “{id}” takes part in this battle.")));
    };
    let name = &ship.card.name;
    match state.step.moving_side() {
        Some(side) if side == ship.card.side => {}
        _ => {
            let step = format!("this is step {} ({})", state.step.number(), state.step.title());
            return Err(Reason::new("GUN-4", format!("{name} moves in her own side's step; {step}.")));
        }
    }
    if ship.has_moved {
        return Err(Reason::new("GUN-4", format!("{name} has moved this turn.")));
    }
    Ok(ship)
}

/// Half knots in words ("5½").
pub(crate) fn knots(speed: HalfKnots) -> String {
    match (speed / 2, speed % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// A speed in words ("1 knot", "5½ knots").
pub fn in_knots(speed: HalfKnots) -> String {
    let word = if (1..=2).contains(&speed) { "knot" } else { "knots" };
    format!("{} {word}", knots(speed))
}

/// Rings up speeds (GUN-9 to GUN-12).
pub(crate) fn ring_up(tables: &Tables, state: &State, orders: &[SpeedOrder]) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    let mut events = Vec::new();
    for order in orders {
        let ship = match mover(state, &order.ship) {
            Ok(ship) => ship,
            Err(reason) => {
                reasons.push(reason);
                continue;
            }
        };
        if let Some(reason) = held(state, ship) {
            reasons.push(reason);
            continue;
        }
        let limits = speed_limits(tables, state, ship);
        if (limits.slowest..=limits.fastest).contains(&order.speed) {
            events.push(Event::SpeedRung { ship: order.ship.clone(), speed: order.speed, limits });
        } else {
            let name = &ship.card.name;
            let (text, rule) = if limits.coasting {
                (format!("{name} has no power and coasts at {} knots.", knots(limits.slowest)), "GUN-12")
            } else {
                let (low, high) = (knots(limits.slowest), knots(limits.fastest));
                (
                    format!("{name} made {} knots: now she can make {low} to {high}.", knots(ship.speed)),
                    "GUN-10",
                )
            };
            reasons.push(Reason::new(rule, text));
        }
    }
    if orders.is_empty() {
        reasons.push(Reason::new("GUN-9", "Name a ship and her speed."));
    }
    if reasons.is_empty() { Ok(events) } else { Err(Refusal { reasons }) }
}

/// Judges moves as the table shows them; all are accepted, or none.
pub(crate) fn make_moves(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    moves: &[MoveOrder],
) -> Result<Vec<Event>, Halt> {
    let mut reasons = Vec::new();
    let mut questions = Vec::new();
    let mut reviews = Vec::new();
    for order in moves {
        match mover(state, &order.ship) {
            Ok(ship) => {
                let mut review = review(tables, state, facts, ship, &order.settled, order.ashore);
                reasons.append(&mut review.reasons);
                questions.append(&mut review.too_close);
                reviews.push(review);
            }
            Err(reason) => reasons.push(reason),
        }
    }
    if moves.is_empty() {
        reasons.push(Reason::new("GUN-4", "Name the ships that moved."));
    }
    for review in reviews.iter().filter(|review| review.way.as_ref().is_some_and(has_moved)) {
        parted(state, facts, &review.ship, &mut reasons);
    }
    Halt::unless_clear(reasons, questions)?;
    let mut numbers = Numbers::after(state);
    let moved = |review: MoveReview| {
        let ship = state.ships.get(&review.ship)?;
        let rolls = hazard_rolls(state, &mut numbers, ship, &review.hazards);
        Some(Event::Moved { review, rolls })
    };
    Ok(reviews.into_iter().filter_map(moved).collect())
}

/// Ships that move as one must stay together: adds a reason for a move that leaves one behind.
fn parted(state: &State, facts: &dyn TableFacts, ship: &ShipId, reasons: &mut Vec<Reason>) {
    let bonds: Vec<_> = state.bonds.iter().filter(|bond| bond.kind.moves_together()).collect();
    if bonds.is_empty() {
        return;
    }
    // If the table can't answer, no separation was observed.
    let Ok(touching) = facts.touching(ship) else { return };
    for bond in bonds {
        let Some(other) = bond.other(ship) else { continue };
        let reach_in = reach_in(state, bond.kind);
        let near = touching.near.iter().find(|contact| contact.ship == *other);
        if near.is_none_or(|contact| contact.gap_in.at_most(reach_in) == Verdict::No) {
            let (one, two) = (state.name(ship), state.name(other));
            let text = format!("{one} and {two} are bound to one another: bring both along, or cast off.");
            push_new(reasons, Reason::new("GUN-16", text));
        }
    }
}

/// The greatest gap between two ships with this kind of bond, inches.
fn reach_in(state: &State, kind: BondKind) -> f64 {
    let reach_in = match kind {
        BondKind::Towed => TOW_ROPE_IN,
        BondKind::Tugged | BondKind::Lashed | BondKind::Grappled | BondKind::Locked => ALONGSIDE_IN,
    };
    reach_in * state.options.length_factor
}

/// Drops or weighs an anchor; either takes the ship's whole move.
pub(crate) fn anchor(state: &State, id: &ShipId, down: bool) -> Result<Vec<Event>, Refusal> {
    let ship = mover(state, id).map_err(|reason| Refusal { reasons: vec![reason] })?;
    let name = &ship.card.name;
    let refuse = |text: String| Err(Refusal::because("GUN-3", text));
    match (down, ship.anchored) {
        (true, true) => refuse(format!("{name} lies at anchor already.")),
        (false, false) => refuse(format!("{name} is not at anchor.")),
        (true, false) if ship.speed > 2 => {
            refuse(format!("{name} makes {} knots: she anchors at one knot or less.", knots(ship.speed)))
        }
        _ => Ok(vec![Event::Anchored { ship: id.clone(), down }]),
    }
}

/// Takes in tow, pushes or lashes ships that are close enough.
pub(crate) fn bind(state: &State, facts: &dyn TableFacts, bond: &Bond) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    for id in [&bond.first, &bond.second] {
        match state.ships.get(id) {
            None => reasons
                .push(Reason::new("GUN-3", format!("No ship called “{id}” takes part in this battle."))),
            Some(ship) if !ship.present() => {
                reasons.push(Reason::new("GUN-3", format!("{} is not on the table.", ship.card.name)));
            }
            Some(ship) if state.step.moving_side() != Some(ship.card.side) => {
                let text = format!("{} makes fast in her own side's movement step.", ship.card.name);
                reasons.push(Reason::new("GUN-4", text));
            }
            Some(_) => {}
        }
    }
    if bond.first == bond.second {
        reasons.push(Reason::new("GUN-16", "A ship can't be made fast to herself."));
    }
    match bond.kind {
        BondKind::Towed | BondKind::Tugged | BondKind::Lashed => {}
        BondKind::Grappled => {
            reasons.push(Reason::new("GUN-77", "Grappling takes a die: declare the attempt."));
        }
        BondKind::Locked => {
            reasons.push(Reason::new("GUN-85", "Launches grapple by a die: declare the attempt."));
        }
    }
    let reach_in = reach_in(state, bond.kind);
    if state.bonds.iter().any(|held| held.joins(&bond.first) && held.joins(&bond.second)) {
        reasons.push(Reason::new("GUN-16", "These two are bound to one another already."));
    }
    let recorder = Recorder::new(facts);
    if reasons.is_empty() {
        let gap = recorder
            .touching(&bond.first)
            .map_err(|unknown| Refusal::because("GUN-16", unknown.to_string()))?;
        let near = gap.near.iter().find(|contact| contact.ship == bond.second);
        // A ship that the table does not list is too far away.
        let close = near.is_some_and(|contact| contact.gap_in.at_most(reach_in) != Verdict::No);
        if !close {
            let text = format!("They lie too far apart: bring them within {reach_in} in of one another.");
            reasons.push(Reason::new("GUN-16", text));
        }
    }
    if reasons.is_empty() {
        Ok(vec![Event::Bound { bond: bond.clone(), asked: recorder.into_asked() }])
    } else {
        Err(Refusal { reasons })
    }
}

/// Casts off a bond.
pub(crate) fn cast_off(state: &State, bond: &Bond) -> Result<Vec<Event>, Refusal> {
    if !state.bonds.contains(bond) {
        return Err(Refusal::because("GUN-16", "These two are not bound like that."));
    }
    if bond.kind == BondKind::Locked {
        return Err(Refusal::because("GUN-86", "Launches locked in a melee fight it out."));
    }
    let sides: Vec<Side> = [&bond.first, &bond.second]
        .into_iter()
        .filter_map(|id| Some(state.ships.get(id)?.card.side))
        .collect();
    if !state.step.moving_side().is_some_and(|side| sides.contains(&side)) {
        return Err(Refusal::because("GUN-4", "Ships cast off in their own side's movement step."));
    }
    Ok(vec![Event::CastOff { bond: bond.clone() }])
}

/// Leaves the table over an edge within reach of the ship's speed.
pub(crate) fn leave(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    id: &ShipId,
    edge: Edge,
) -> Result<Vec<Event>, Refusal> {
    let ship = mover(state, id).map_err(|reason| Refusal { reasons: vec![reason] })?;
    if let Some(reason) = held(state, ship) {
        return Err(Refusal { reasons: vec![reason] });
    }
    let limits = speed_limits(tables, state, ship);
    let reach_in = allowance_in(state, rung_speed(state, ship, limits));
    // If the table can't answer, the model has already been taken off.
    if let Ok(fact) = facts.edge_of(id)
        && (fact.edge != edge || fact.distance_in.at_most(reach_in) == Verdict::No)
    {
        let text = format!(
            "{} can't reach that edge: it is {:.2} in away, and she makes {reach_in:.1}.",
            ship.card.name, fact.distance_in.value
        );
        return Err(Refusal::because("GUN-18", text));
    }
    Ok(vec![Event::Left { ship: id.clone(), edge }])
}
