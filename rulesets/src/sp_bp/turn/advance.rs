//! Advances the turn, with all consequences of a step's start (SPB-1 to SPB-7).

use crate::core::{Die, Reason, Recorder, Refusal, RuleId, TableFacts};
use crate::sp_bp::dice::resolve::initiative_rolls;
use crate::sp_bp::events::activation::first_side;
use crate::sp_bp::events::apply::apply;
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::event::{DriftOf, Event, Follows};
use crate::sp_bp::movement::house_procedures::explosion;
use crate::sp_bp::movement::speed::speed_now;
use crate::sp_bp::state::battle::{Numbers, State, has_moved};
use crate::sp_bp::state::due::{PendingRoll, Points, RollUse};
use crate::sp_bp::state::guided::{Guided, GuidedId, Procedure};
use crate::sp_bp::state::options::{Water, count};
use crate::sp_bp::state::ship::{Location, ShipState};
use crate::sp_bp::state::step::Step;
use crate::sp_bp::tables::table_set::Tables;
use geometry::{ShipId, Steering, TerrainId, TerrainKind, Verdict};

/// Goes on to the next step in which there is something to do.
pub(in crate::sp_bp) fn next_step(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
) -> Result<Vec<Event>, Refusal> {
    let mut reasons: Vec<Reason> = state.rolls.iter().map(due_roll).collect();
    reasons.extend(state.guided.iter().map(|guided| due_entry(state, guided)));
    if state.step == Step::Movement {
        reasons.extend(unjudged_moves(state, facts));
        reasons.extend(must_make_way(state));
    }
    Refusal::unless_clear(reasons)?;
    if state.step == Step::Drift && !state.drift_checked {
        let checked = drift_check(tables, state, facts);
        if let Event::DriftChecked { follows, .. } = &checked
            && (!follows.guided.is_empty() || !follows.rolls.is_empty())
        {
            return Ok(vec![checked]);
        }
        return Ok([vec![checked.clone()], go_on(tables, &apply(state.clone(), &checked), facts)].concat());
    }
    let stayed = (state.step == Step::Movement).then(|| stayed_put(state)).filter(|ships| !ships.is_empty());
    let stayed = stayed.map(|ships| Event::StayedPut { ships });
    Ok(stayed.into_iter().chain(go_on(tables, state, facts)).collect())
}

/// Ships with way on that are still where they were when the phase began (SPB-AMB-32).
fn stayed_put(state: &State) -> Vec<ShipId> {
    let stays = |ship: &&ShipState| !ship.lies_still() && !ship.made_way;
    present(state).filter(stays).map(|ship| ship.card.id.clone()).collect()
}

/// Reasons against ending movement: where the option demands it, ships with way on must have moved.
fn must_make_way(state: &State) -> Vec<Reason> {
    if !state.options.must_make_way {
        return Vec::new();
    }
    let waits = |ship: &&ShipState| !ship.lies_still() && !ship.moved;
    let reason = |ship: &ShipState| {
        let text = format!("{} makes {} knots, and must move.", ship.card.name, ship.speed);
        Reason::new("SPB-AMB-32", text)
    };
    present(state).filter(waits).map(reason).collect()
}

fn due_roll(roll: &PendingRoll) -> Reason {
    let text = format!("These dice must be thrown first: {}.", roll.request.label);
    Reason { rule: roll.request.rule.clone(), text }
}

fn due_entry(state: &State, guided: &Guided) -> Reason {
    let text = format!(
        "The umpire must enter first how {} comes to {}.",
        state.name(&guided.ship),
        guided.procedure.title()
    );
    Reason::new(guided.procedure.rule(), text)
}

/// Ships whose models have moved without a judged move.
fn unjudged_moves(state: &State, facts: &dyn TableFacts) -> Vec<Reason> {
    let unjudged = |ship: &&ShipState| {
        let way = facts.way(&ship.card.id, Steering::Pivot);
        ship.present() && !ship.moved && way.is_ok_and(|way| has_moved(&way))
    };
    let reason = |ship: &ShipState| {
        let text =
            format!("{} stands elsewhere than before: review her move, or put her back.", ship.card.name);
        Reason::new("SPB-3", text)
    };
    state.ships.values().filter(unjudged).map(reason).collect()
}

fn go_on(tables: &Tables, state: &State, facts: &dyn TableFacts) -> Vec<Event> {
    let mut events = Vec::new();
    if let Some(active) = &state.active {
        events.push(Event::ActionEnded { ship: active.clone(), to_act: None });
    }
    let at = Step::ALL.iter().position(|step| *step == state.step).map_or(0, |at| at + 1);
    let later = Step::ALL.iter().skip(at).map(|step| (state.turn, *step));
    let next_turn = Step::ALL.iter().map(|step| (state.turn.saturating_add(1), *step));
    let next = later.chain(next_turn).find(|(_, step)| has_work(tables, state, *step));
    let (turn, step) = next.unwrap_or((state.turn.saturating_add(1), Step::Initiative));
    if step == Step::Movement {
        let due = |ship: &&ShipState| {
            matches!(ship.location, Location::Arriving { turn: due, .. } if due <= turn) && ship.afloat()
        };
        events.extend(
            state.ships.values().filter(due).map(|ship| Event::Arrived { ship: ship.card.id.clone() }),
        );
    }
    let after = events.iter().fold(state.clone(), apply);
    let follows = step_consequences(tables, &after, turn, step);
    events.push(Event::StepBegan { turn, step, to_act: first_side(&after, step), follows });
    // A ship in mines is tested when the Movement Phase begins; a drifting ship when it drifts into others.
    let after = events.last().map_or_else(|| after.clone(), |began| apply(after.clone(), began));
    match step {
        Step::Movement => events.extend(ships_in_mines(&after, facts, true)),
        Step::Drift => {
            events.extend(ships_in_mines(&after, facts, false));
            events.extend(drift(tables, &after));
        }
        _ => {}
    }
    events
}

/// Finds the ships in mined areas (SPB-3, SPB-AMB-31); none where nothing is mined. Too close to call counts
/// as inside: there is no decision in which it could be settled.
fn ships_in_mines(state: &State, facts: &dyn TableFacts, tested: bool) -> Option<Event> {
    let mined = |id: &TerrainId| {
        state.terrain.iter().any(|piece| piece.id == *id && piece.kind == TerrainKind::Mined)
    };
    if !state.terrain.iter().any(|piece| piece.kind == TerrainKind::Mined) {
        return None;
    }
    let recorder = Recorder::new(facts);
    let mut follows = Follows::default();
    let mut numbers = Numbers::after(state);
    let mut ships = Vec::new();
    for ship in present(state) {
        let Ok(waters) = recorder.waters(&ship.card.id, Steering::Pivot) else { continue };
        let entered = waters.areas.into_iter().filter(|area| area.entered != Verdict::No);
        let areas: Vec<TerrainId> = entered.map(|area| area.area).filter(mined).collect();
        if tested {
            for area in &areas {
                explosion(state, &mut numbers, ship, Procedure::Mine, Some(area), &mut follows);
            }
        }
        if !areas.is_empty() {
            ships.push((ship.card.id.clone(), areas));
        }
    }
    let news = !ships.is_empty() || state.ships.values().any(|ship| !ship.mined.is_empty());
    news.then(|| Event::LieInMines { ships, follows, asked: recorder.into_asked() })
}

fn present(state: &State) -> impl Iterator<Item = &ShipState> {
    state.ships.values().filter(|ship| ship.present())
}

/// Tells whether there is anything to do in a step. Empty steps are skipped.
fn has_work(tables: &Tables, state: &State, step: Step) -> bool {
    match step {
        Step::Sinking => !sinking_rolls(state).is_empty(),
        Step::Fires => present(state).any(|ship| ship.fires > 0),
        Step::Flooding => present(state).any(|ship| ship.floods > 0),
        Step::Repairs | Step::Initiative | Step::Movement | Step::Boarding => true,
        Step::Drift => drift(tables, state).is_some(),
        Step::RazorSharp | Step::Gunfire | Step::SlowWitted => first_side(state, step).is_some(),
        Step::Torpedoes => !state.markers.is_empty(),
        Step::Morale => present(state).any(must_test_morale),
    }
}

/// Morale is tested below a quarter of SP or BP; exactly a quarter is not below (SPB-13, SPB-AMB-12).
pub(in crate::sp_bp) fn must_test_morale(ship: &ShipState) -> bool {
    ship.sp_below_quarter() || ship.bp_below_quarter()
}

/// The consequences of the start of a step.
fn step_consequences(tables: &Tables, state: &State, turn: u32, step: Step) -> Follows {
    let mut follows = Follows::default();
    let mut numbers = Numbers::after(state);
    match step {
        Step::Sinking => follows.rolls = sinking_rolls(state),
        Step::Fires => {
            let each = count(state.options.fire_sp);
            for ship in present(state).filter(|ship| ship.fires > 0) {
                let left = ship.sp.saturating_sub(each.saturating_mul(u16::from(ship.fires)));
                add_upkeep_damage(
                    &mut follows,
                    &mut numbers,
                    ship,
                    Procedure::FireDamage,
                    each,
                    Change::Sp { left },
                );
            }
        }
        Step::Flooding => {
            let each = count(state.options.flood_bp);
            for ship in present(state).filter(|ship| ship.floods > 0) {
                let left = ship.bp.saturating_sub(each.saturating_mul(u16::from(ship.floods)));
                add_upkeep_damage(
                    &mut follows,
                    &mut numbers,
                    ship,
                    Procedure::FloodDamage,
                    each,
                    Change::Bp { left },
                );
            }
        }
        Step::Initiative => follows.rolls = initiative_rolls(&mut numbers, state),
        Step::Movement => {
            for ship in present(state) {
                let knots = speed_now(tables, &state.options, ship);
                if knots != ship.speed {
                    follows.changes.push(ShipChange::of(ship, Change::Speed { knots }));
                }
                if ship.helmsman_through.is_some_and(|through| through < turn) {
                    let change = Change::Helmsman { through_turn: None };
                    follows.changes.push(ShipChange::of(ship, change));
                }
            }
        }
        Step::Torpedoes => {
            let mut entry = |from: &ShipId| Guided {
                id: GuidedId(numbers.next()),
                procedure: Procedure::Torpedo,
                ship: from.clone(),
                other: None,
                area: None,
            };
            follows.guided = state.markers.iter().map(|marker| entry(&marker.from)).collect();
        }
        Step::Morale => {
            let roll = |ship: &ShipState| {
                let label = format!("Morale of {}", ship.card.name);
                let what = ("morale", label, RuleId::of("SPB-13"));
                numbers.roll((Die::D10, 1), what, ship, RollUse::Morale)
            };
            follows.rolls = present(state).filter(|ship| must_test_morale(ship)).map(roll).collect();
        }
        Step::Repairs
        | Step::Drift
        | Step::RazorSharp
        | Step::Gunfire
        | Step::SlowWitted
        | Step::Boarding => {}
    }
    follows
}

/// Damage by fires and flooding: by the house option, or by the umpire's entry (SPB-AMB-4).
fn add_upkeep_damage(
    follows: &mut Follows,
    numbers: &mut Numbers,
    ship: &ShipState,
    procedure: Procedure,
    each: u16,
    change: Change,
) {
    if each > 0 {
        follows.changes.push(ShipChange::of(ship, change));
    } else {
        follows.guided.push(Guided {
            id: GuidedId(numbers.next()),
            procedure,
            ship: ship.card.id.clone(),
            other: None,
            area: None,
        });
    }
}

/// One D10 for each of the two conditions that applies; a ship aground can't sink (SPB-8).
fn sinking_rolls(state: &State) -> Vec<PendingRoll> {
    let mut numbers = Numbers::after(state);
    let mut rolls = Vec::new();
    for ship in present(state).filter(|ship| !ship.aground) {
        for (points, left, purpose, word) in
            [(Points::Sp, ship.sp, "sp_zero", "SP"), (Points::Bp, ship.bp, "bp_zero", "BP")]
        {
            if left == 0 {
                let label = format!("{} has no {word} left: does she sink?", ship.card.name);
                let what = (purpose, label, RuleId::of("SPB-8"));
                rolls.push(numbers.roll((Die::D10, 1), what, ship, RollUse::Sinking { points }));
            }
        }
    }
    rolls
}

/// Drift with current and wind (SPB-4): in an estuary both (SPB-AMB-25). None where no ship drifts.
fn drift(tables: &Tables, state: &State) -> Option<Event> {
    let options = &state.options;
    let stream = matches!(options.water, Water::River | Water::Estuary);
    let wind = matches!(options.water, Water::Sea | Water::Estuary);
    let free = present(state).filter(|ship| !ship.anchored && !ship.aground);
    let ships: Vec<DriftOf> = free
        .map(|ship| DriftOf {
            ship: ship.card.id.clone(),
            downstream: stream,
            downwind: wind && ship.speed == 0,
        })
        .filter(|drift| drift.downstream || drift.downwind)
        .collect();
    (!ships.is_empty()).then_some(Event::Drifted {
        ships,
        inches: tables.rest.drift.inches,
        current_toward_deg: options.current_toward_deg,
        wind_toward_deg: options.wind_toward_deg,
    })
}

/// Mines strike ships that drift into a mined area (SPB-4). Too close to call counts as entered: there is no
/// decision in which it could be settled.
fn drift_check(tables: &Tables, state: &State, facts: &dyn TableFacts) -> Event {
    let recorder = Recorder::new(facts);
    let mut follows = Follows::default();
    let mut numbers = Numbers::after(state);
    let mined = state.terrain.iter().any(|piece| piece.kind == TerrainKind::Mined);
    let drifted = match drift(tables, state) {
        Some(Event::Drifted { ships, .. }) if mined => ships,
        _ => Vec::new(),
    };
    for ship in drifted.iter().filter_map(|drift| state.ships.get(&drift.ship)) {
        let Ok(waters) = recorder.waters(&ship.card.id, Steering::Pivot) else { continue };
        for area in waters.areas.iter().filter(|area| area.entered != Verdict::No) {
            let piece = state.terrain.iter().find(|piece| piece.id == area.area);
            let entered = !ship.mined.contains(&area.area);
            if entered && piece.is_some_and(|piece| piece.kind == TerrainKind::Mined) {
                explosion(state, &mut numbers, ship, Procedure::Mine, Some(&area.area), &mut follows);
            }
        }
    }
    Event::DriftChecked { follows, asked: recorder.into_asked() }
}
