//! The six steps of the turn (GUN-4): the effects at the end of a step, and the dice due when the next one begins.

use crate::core::{Die, Reason, Refusal, RuleId, TableFacts};
use crate::gunboat::boarding::{launches, parties};
use crate::gunboat::events::apply::apply;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{EffectsLeft, LostShip, SpeedKept};
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::gunnery::volley::open_volleys;
use crate::gunboat::movement::drift::drift;
use crate::gunboat::movement::review::{held, speed_limits};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{Section, Side};
use crate::gunboat::state::due::{PendingRoll, RollUse};
use crate::gunboat::state::ship::{Effect, Fate, Location, ShipState, has_moved};
use crate::gunboat::state::step::Step;
use crate::gunboat::tables::table_set::Tables;
use geometry::{ShipId, Steering};

/// Ends the present step and begins the next.
pub(crate) fn next_step(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
) -> Result<Vec<Event>, Refusal> {
    let mut refusal = Refusal::default();
    for roll in &state.rolls {
        let text = format!("These dice must be thrown first: {}.", roll.request.label);
        refusal.reasons.push(Reason { rule: roll.request.rule.clone(), text });
    }
    for lot in &state.hits {
        let text = format!("{} must check off her hits first ({}).", state.name(&lot.ship), lot.cause);
        refusal.reasons.push(Reason::new("GUN-40", text));
    }
    for target in open_volleys(state) {
        let text = format!("The volley at {} must be thrown first.", state.name(target));
        refusal.reasons.push(Reason::new("GUN-AMB-9", text));
    }
    let unmoved =
        state.step.moving_side().map(|side| unmoved_ships(tables, state, facts, side, &mut refusal.reasons));
    if !refusal.reasons.is_empty() {
        return Err(refusal);
    }
    let mut events = Vec::new();
    events.extend(damage_takes_hold(state));
    if let Some(ships) = unmoved.filter(|ships| !ships.is_empty()) {
        events.push(Event::StayedPut { ships });
    }
    if let Some(side) = state.step.moving_side() {
        events.extend(count_effects(state, side));
    }
    let state = events.iter().fold(state.clone(), apply);
    let place = Step::ALL.iter().position(|step| *step == state.step).map_or(0, |place| place + 1);
    let (turn, step) = match Step::ALL.get(place) {
        Some(step) => (state.turn, *step),
        None => (state.turn.saturating_add(1), Step::UnionMove),
    };
    if let Some(side) = step.moving_side() {
        events.extend(arrivals(&state, side, turn));
    }
    let mut rolls = if turn == state.turn { Vec::new() } else { power_rolls(&state, turn) };
    if step == Step::Boarding {
        let mut numbers = Numbers::after(&state);
        rolls.extend(parties::step_rolls(tables, &state, &mut numbers));
        rolls.extend(launches::melee_rolls(tables, &state, &mut numbers));
    }
    events.push(Event::StepBegan { turn, step, rolls });
    if step == Step::TurnEnd {
        events.extend(drift(&state));
    }
    Ok(events)
}

/// The ships of a side whose moves were not reviewed, with their speeds. Adds a reason for each that is not at its old
/// position.
fn unmoved_ships(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    side: Side,
    reasons: &mut Vec<Reason>,
) -> Vec<SpeedKept> {
    let own = state.ships.values().filter(|ship| ship.card.side == side && ship.present() && !ship.has_moved);
    let mut unmoved = Vec::new();
    for ship in own {
        let name = &ship.card.name;
        match facts.way(&ship.card.id, Steering::Pivot) {
            Ok(way) if has_moved(&way) => {
                let text = format!("{name} stands elsewhere than before: review her move, or put her back.");
                reasons.push(Reason::new("GUN-18", text));
                continue;
            }
            // If the table can't answer, no move was observed.
            Ok(_) | Err(_) => {}
        }
        let limits = speed_limits(tables, state, ship);
        let still = held(state, ship).is_some();
        let speed = if still { 0 } else { ship.rung.unwrap_or_else(|| limits.usual(ship.speed)) };
        // A ship that was stopped and stays stopped needs no entry.
        if (ship.speed, ship.coasting) == (0, limits.coasting) && speed == 0 {
            continue;
        }
        unmoved.push(SpeedKept { ship: ship.card.id.clone(), speed, coasting: limits.coasting });
    }
    unmoved
}

/// The ships that enter the table in this step.
fn arrivals(state: &State, side: Side, turn: u32) -> Vec<Event> {
    let due = |ship: &&ShipState| {
        let now = matches!(ship.location, Location::Arriving { turn: due, .. } if due <= turn);
        ship.card.side == side && ship.afloat() && now
    };
    state.ships.values().filter(due).map(|ship| Event::Arrived { ship: ship.card.id.clone() }).collect()
}

/// The state with all damage in force that takes hold when this step ends (GUN-AMB-11).
pub fn with_damage_in_force(state: State) -> State {
    match damage_takes_hold(&state) {
        Some(event) => apply(state, &event),
        None => state,
    }
}

fn damage_takes_hold(state: &State) -> Option<Event> {
    let damaged =
        |ship: &&ShipState| ship.exploding || ship.foundering || ship.ticks_at_step_end != Default::default();
    let ships: Vec<&ShipState> = state.ships.values().filter(damaged).collect();
    let hit = state.forts.iter().filter(|(_, fort)| !fort.at_step_end.is_empty());
    let forts: Vec<ShipId> = hit.map(|(id, _)| id.clone()).collect();
    if ships.is_empty() && forts.is_empty() {
        return None;
    }
    let lost = ships.iter().filter_map(|ship| {
        let fate = if ship.exploding {
            Some(Fate::Exploded)
        } else {
            let sinks = ship.in_force(&Section::Draft) <= ship.ticks_at_step_end.draft && !ship.aground;
            ((sinks || ship.foundering) && ship.afloat()).then_some(Fate::Sunk)
        };
        Some(LostShip { ship: ship.card.id.clone(), fate: fate? })
    });
    let lost = lost.collect();
    Some(Event::DamageTookHold {
        ships: ships.iter().map(|ship| ship.card.id.clone()).collect(),
        lost,
        forts,
    })
}

/// Durations count the owner's movement steps (GUN-AMB-18).
fn count_effects(state: &State, side: Side) -> Option<Event> {
    let own = state.ships.values().filter(|ship| ship.card.side == side && ship.afloat());
    let ships: Vec<EffectsLeft> = own
        .map(|ship| {
            (ship, EffectsLeft { ship: ship.card.id.clone(), effects: after_one_move(&ship.effects) })
        })
        .filter(|(ship, left)| left.effects != ship.effects)
        .map(|(_, left)| left)
        .collect();
    (!ships.is_empty()).then_some(Event::EffectsCounted { ships })
}

fn after_one_move(effects: &[Effect]) -> Vec<Effect> {
    let less = |moves: u8| moves.checked_sub(1).filter(|left| *left > 0);
    let count = |effect: &Effect| {
        Some(match effect {
            Effect::RudderJammed { helm, moves_left } => {
                Effect::RudderJammed { helm: *helm, moves_left: less(*moves_left)? }
            }
            Effect::PilotBlinded { moves_left } => Effect::PilotBlinded { moves_left: less(*moves_left)? },
            Effect::FiresOut { moves_left } => Effect::FiresOut { moves_left: less(*moves_left)? },
            Effect::RudderBound { moves_left } => Effect::RudderBound { moves_left: less(*moves_left)? },
            Effect::EnginesDisabled { .. } | Effect::TurretJammed { .. } | Effect::SmokedOut => {
                effect.clone()
            }
        })
    };
    effects.iter().filter_map(count).collect()
}

/// Rolls for disabled engines: from the second turn after the hit, a D6 at the beginning of each turn gives their
/// power.
fn power_rolls(state: &State, turn: u32) -> Vec<PendingRoll> {
    let mut numbers = Numbers::after(state);
    let disabled = |ship: &&ShipState| {
        let ready = |effect: &Effect| matches!(effect, Effect::EnginesDisabled { since_turn } if turn >= since_turn.saturating_add(2));
        ship.afloat() && ship.effects.iter().any(ready)
    };
    let roll = |ship: &ShipState| {
        numbers.roll(
            (Die::D6, 1),
            ("power", format!("Power of the disabled engines: {}", ship.card.name), RuleId::of("GUN-45")),
            (&ship.card.id, ship.card.side),
            RollUse::Power,
        )
    };
    state.ships.values().filter(disabled).map(roll).collect()
}
