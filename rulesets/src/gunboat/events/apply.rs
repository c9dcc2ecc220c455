//! Applies events to the state: arithmetic only, without tables or refusals.

use crate::core::Asked;
use crate::gunboat::events::apply_special::{
    apply_fort_loss, apply_special, begin_fort_step, fort_losses_take_hold,
};
use crate::gunboat::events::decision::{BoxTick, ShipSetup, ShipValue, UmpireOrder};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::move_review::HazardKind;
use crate::gunboat::events::outcome::TableOutcome;
use crate::gunboat::state::battle::{SalvoBrief, State};
use crate::gunboat::state::card::{HalfKnots, Section};
use crate::gunboat::state::declared_salvo::Salvo;
use crate::gunboat::state::due::{HitsDue, PendingRoll};
use crate::gunboat::state::fort::{FortCard, FortState};
use crate::gunboat::state::options::{GunFireLimit, VolleyScope};
use crate::gunboat::state::ship::{Effect, Fate, Location, ShipState, Ticks, has_moved};
use crate::gunboat::state::step::{Step, TakesHold};
use geometry::ShipId;

/// Applies one event.
pub(crate) fn apply(mut state: State, event: &Event) -> State {
    match event {
        Event::Opened { version, ships, forts, options, terrain, rolls } => {
            state = State {
                version: *version,
                opened: true,
                turn: 1,
                options: options.clone(),
                terrain: terrain.clone().into(),
                ..State::default()
            };
            state.ships = ships.iter().map(|setup| (setup.card.id.clone(), enter(setup))).collect();
            let fort = |card: &FortCard| (card.id.clone(), FortState::new(card.clone()));
            state.forts = forts.iter().map(fort).collect();
            add_rolls(&mut state, rolls);
        }
        Event::PartiesEmbarked { ships, .. } => {
            for (ship, parties) in ships {
                state.ships.change(ship, |ship| ship.boarding_parties = *parties);
            }
        }
        Event::MinesLaid { areas } => {
            for laid in areas {
                state.mines.retain(|known| known.area != laid.area);
                state.mines.push(laid.clone());
            }
        }
        Event::ShoalTested { roll, ship, aground, .. } => {
            settle(&mut state, roll, None, &[]);
            if let Some(ship) = state.ships.get_mut(ship).filter(|_| *aground) {
                // The ship grounds in the shoal before it reaches the shore (GUN-57).
                (ship.aground, ship.ashore, ship.speed) = (true, false, 0);
            }
        }
        Event::MineTested { roll, rolls, .. } => settle(&mut state, roll, None, rolls),
        Event::TorpedoGunsRolled { roll, due, .. } => settle(&mut state, roll, due.as_ref(), &[]),
        Event::RefloatTried { ship, rolls } => {
            state.ships.change(ship, |ship| (ship.has_moved, ship.speed, ship.rung) = (true, 0, None));
            add_rolls(&mut state, rolls);
        }
        Event::RefloatRolled { roll, ship, afloat, fate, .. } => {
            settle(&mut state, roll, None, &[]);
            if let Some(ship) = state.ships.get_mut(ship).filter(|_| *afloat) {
                ship.aground = false;
            }
            set_fate(&mut state, ship, *fate);
        }
        Event::Rammed { impact, stops, rolls } => {
            run_into(&mut state, &impact.rammer, *stops);
            remove_used_facts(&mut state, &impact.asked);
            add_rolls(&mut state, rolls);
        }
        Event::Collided { impact, stops } => {
            run_into(&mut state, &impact.rammer, *stops);
            remove_used_facts(&mut state, &impact.asked);
        }
        Event::RamRead { roll, rammer, ram_lost, due, rolls, .. } => {
            settle(&mut state, roll, due.as_ref(), rolls);
            if let Some(ship) = state.ships.get_mut(rammer).filter(|_| *ram_lost) {
                ship.ticks.add(&Section::Ram, 1, ship.card.ram);
            }
        }
        Event::StackChecked { roll, ship, lost, rolls, .. } => {
            settle(&mut state, roll, None, rolls);
            if let Some(ship) = state.ships.get_mut(ship).filter(|_| *lost) {
                ship.ticks.add(&Section::Stack, 1, ship.card.stack);
            }
        }
        // The models are moved by hand; the book does not store their positions.
        Event::Drifted { .. } => {}
        Event::FactsTyped { facts, .. } => {
            for fact in facts {
                state.typed.retain(|typed| typed.query != fact.query);
                state.typed.push(fact.clone());
            }
        }
        Event::FiredInVain { shooter, mounts, asked, .. } => {
            if let Some(shooter) = state.ships.get_mut(shooter) {
                for spent in mounts {
                    let fired = shooter.fired.entry(spent.mount.clone()).or_default();
                    *fired = fired.saturating_add(spent.guns);
                }
            }
            remove_used_facts(&mut state, asked);
        }
        Event::VolleyClosed { target, rolls, .. } => {
            for salvo in state.salvos.iter_mut().filter(|salvo| salvo.target == *target) {
                salvo.waiting.clear();
            }
            add_rolls(&mut state, rolls);
        }
        Event::SalvoDeclared { salvo, rolls } => {
            declare(&mut state, salvo);
            remove_used_facts(&mut state, &salvo.asked);
            add_rolls(&mut state, rolls);
        }
        // The events that read the dice settle the rolls.
        Event::DiceThrown { .. } => {}
        Event::ChartRead { roll, target, parties_lost, due, fort, rolls, .. } => {
            settle(&mut state, roll, due.as_ref(), rolls);
            lose_parties(&mut state, target, *parties_lost);
            if let Some(hit) = fort {
                apply_fort_loss(&mut state, &hit.fort, &hit.loss, hit.takes_hold);
            }
        }
        Event::TableRead { roll, ship, outcome, parties_lost, sinks_launch, due, rolls, .. } => {
            settle(&mut state, roll, due.as_ref(), rolls);
            lose_parties(&mut state, ship, *parties_lost);
            apply_outcome(&mut state, ship, outcome);
            if let Some(launch) = sinks_launch {
                set_fate(&mut state, launch, Some(Fate::Sunk));
            }
        }
        Event::PowerRolled { roll, ship, knots, .. } => {
            settle(&mut state, roll, None, &[]);
            state.ships.change(ship, |ship| ship.power_knots = Some(*knots));
        }
        Event::SectionChosen { due, section } => {
            if let Some(due) = state.hits.iter_mut().find(|lot| lot.id == *due) {
                due.chooser = None;
                if due.either {
                    due.demands.retain(|demand| demand.into.names(*section));
                }
                for demand in &mut due.demands {
                    demand.into.narrow(*section);
                }
            }
        }
        Event::Ticked { due, ship, boxes, takes_hold, fate, rolls } => {
            state.hits.retain(|lot| lot.id != *due);
            if let Some(ship) = state.ships.get_mut(ship) {
                check_off(ship, boxes, *takes_hold);
            }
            set_fate(&mut state, ship, *fate);
            add_rolls(&mut state, rolls);
        }
        Event::DamageTookHold { ships, lost, forts } => {
            for fort in forts {
                fort_losses_take_hold(&mut state, fort);
            }
            for id in ships {
                state.ships.change(id, take_hold);
            }
            for loss in lost {
                set_fate(&mut state, &loss.ship, Some(loss.fate));
            }
        }
        Event::EffectsCounted { ships } => {
            for left in ships {
                state.ships.change(&left.ship, |ship| ship.effects.clone_from(&left.effects));
            }
        }
        Event::SpeedRung { ship, speed, .. } => state.ships.change(ship, |ship| ship.rung = Some(*speed)),
        Event::Moved { review, rolls } => {
            let turn = state.turn;
            if let Some(ship) = state.ships.get_mut(&review.ship) {
                end_move(ship, review.speed, review.limits.coasting);
                if review.way.as_ref().is_some_and(has_moved) {
                    ship.under_way_turn = Some(turn);
                }
                if review.hazards.iter().any(|hazard| hazard.kind == HazardKind::Shore) {
                    (ship.ashore, ship.aground, ship.speed) = (true, true, 0);
                }
            }
            remove_used_facts(&mut state, &review.asked);
            add_rolls(&mut state, rolls);
        }
        Event::StayedPut { ships } => {
            for stayed in ships {
                state.ships.change(&stayed.ship, |ship| end_move(ship, stayed.speed, stayed.coasting));
            }
        }
        Event::Anchored { ship, down } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                ship.anchored = *down;
                ship.rung = None;
            }
        }
        Event::Bound { bond, asked } => {
            remove_used_facts(&mut state, asked);
            if !state.bonds.contains(bond) {
                state.bonds.push(bond.clone());
            }
        }
        Event::CastOff { bond } => state.bonds.retain(|held| held != bond),
        Event::Arrived { ship } => state.ships.change(ship, |ship| ship.location = Location::OnTable),
        Event::Left { ship, edge } => {
            let turn = state.turn;
            if let Some(gone) = state.ships.get_mut(ship) {
                gone.location = Location::Left { turn, edge: *edge };
                gone.has_moved = true;
            }
            state.bonds.retain(|bond| !bond.joins(ship));
        }
        Event::Special(special) => apply_special(&mut state, special),
        Event::StepBegan { turn, step, rolls } => {
            begin(&mut state, *turn, *step);
            add_rolls(&mut state, rolls);
        }
        Event::OptionSet { options, .. } => state.options = options.clone(),
        Event::UmpireOrdered { order, fate, rolls, .. } => {
            carry_out(&mut state, order);
            if let Some(ship) = order.ship() {
                set_fate(&mut state, ship, *fate);
            }
            add_rolls(&mut state, rolls);
        }
    }
    state
}

/// Checks off boxes of a ship.
pub(in crate::gunboat) fn check_off(ship: &mut ShipState, boxes: &[BoxTick], takes_hold: TakesHold) {
    for tick in boxes {
        // At most the free boxes, so that no box is checked off twice.
        let count = tick.count.min(ship.free(&tick.row));
        let printed = ship.card.printed(&tick.row);
        match takes_hold {
            TakesHold::Now => ship.ticks.add(&tick.row, count, printed),
            TakesHold::StepEnd => ship.ticks_at_step_end.add(&tick.row, count, printed),
        }
    }
}

/// Removes typed facts that a ruling has used: they apply to one ruling only.
pub(in crate::gunboat) fn remove_used_facts(state: &mut State, asked: &[Asked]) {
    state.typed.retain(|typed| !asked.iter().any(|asked| asked.query == typed.query));
}

pub(in crate::gunboat) fn run_into(state: &mut State, rammer: &ShipId, stops: bool) {
    let turn = state.turn;
    if let Some(ship) = state.ships.get_mut(rammer) {
        ship.rammed_turn = Some(turn);
        if stops {
            ship.speed = 0;
        }
    }
}

fn enter(setup: &ShipSetup) -> ShipState {
    let mut ticks = Ticks::default();
    for row in setup.card.sections() {
        ticks.add(&row, setup.ticks.of(&row), setup.card.printed(&row));
    }
    ShipState {
        ticks,
        aground: setup.aground,
        boarding_parties: setup.boarding_parties,
        spar_torpedo: setup.spar_torpedo,
        speed: setup.speed,
        anchored: setup.anchored,
        location: setup.location,
        ..ShipState::new(setup.card.clone())
    }
}

fn declare(state: &mut State, salvo: &Salvo) {
    if let Some(fort) = state.forts.get_mut(&salvo.shooter) {
        for (id, gun) in &mut fort.guns {
            gun.fired |= salvo.mounts.iter().any(|mount| mount.mount.as_str() == id.as_str());
        }
    }
    if let Some(shooter) = state.ships.get_mut(&salvo.shooter) {
        for mount in &salvo.mounts {
            let before = salvo.late.as_ref().is_some_and(|late| late.before);
            let guns = if before { &mut shooter.fired_before } else { &mut shooter.fired };
            let fired = guns.entry(mount.mount.clone()).or_default();
            *fired = fired.saturating_add(mount.guns);
        }
    }
    let waits = state.options.volley_scope == VolleyScope::PerTarget && salvo.late.is_none();
    state.salvos.push(SalvoBrief {
        late: salvo.late.is_some(),
        waiting: if waits { salvo.mounts.clone() } else { Vec::new() },
        id: salvo.id,
        shooter: salvo.shooter.clone(),
        target: salvo.target.clone(),
        aim: salvo.aim.clone(),
    });
    number(state, salvo.id.0);
}

/// Marks a number as used: the next free one is higher.
pub(in crate::gunboat) fn number(state: &mut State, used: u32) {
    state.next_number = state.next_number.max(used.saturating_add(1));
}

pub(in crate::gunboat) fn add_rolls(state: &mut State, rolls: &[PendingRoll]) {
    for roll in rolls {
        number(state, roll.request.id.0);
        state.rolls.push(roll.clone());
    }
}

pub(in crate::gunboat) fn settle(
    state: &mut State,
    roll: &crate::core::RollId,
    due: Option<&HitsDue>,
    rolls: &[PendingRoll],
) {
    state.rolls.retain(|pending| pending.request.id != *roll);
    if let Some(due) = due {
        number(state, due.id.0);
        state.hits.push(due.clone());
    }
    add_rolls(state, rolls);
}

fn lose_parties(state: &mut State, ship: &ShipId, parties: u8) {
    state.ships.change(ship, |ship| ship.boarding_parties = ship.boarding_parties.saturating_sub(parties));
}

fn apply_outcome(state: &mut State, id: &ShipId, outcome: &TableOutcome) {
    let Some(ship) = state.ships.get_mut(id) else { return };
    match outcome {
        TableOutcome::Effect { effect } => {
            // A second jam replaces the first (GUN-AMB-17); the same applies to other kinds of effect.
            ship.effects.retain(|old| std::mem::discriminant(old) != std::mem::discriminant(effect));
            if matches!(effect, Effect::EnginesDisabled { .. }) {
                ship.power_knots = None;
            }
            ship.effects.push(effect.clone());
        }
        TableOutcome::MagazineExplodes { takes_hold: TakesHold::StepEnd } => ship.exploding = true,
        TableOutcome::MagazineExplodes { takes_hold: TakesHold::Now } => {
            set_fate(state, id, Some(Fate::Exploded))
        }
        TableOutcome::Sinks { takes_hold } => {
            sink(ship, *takes_hold);
            let sinks = ship.afloat() && !ship.aground && *takes_hold == TakesHold::Now;
            set_fate(state, id, sinks.then_some(Fate::Sunk));
        }
        TableOutcome::Hits | TableOutcome::Miss | TableOutcome::Nothing | TableOutcome::RollFollows => {}
    }
}

/// Sets a ship's fate. A lost ship has no more hits to check off.
pub(in crate::gunboat) fn set_fate(state: &mut State, id: &ShipId, fate: Option<Fate>) {
    let (Some(fate), Some(ship)) = (fate, state.ships.get_mut(id)) else { return };
    ship.fate = Some(fate);
    ship.exploding = false;
    ship.foundering = false;
    ship.boarders = 0;
    ship.in_melee = false;
    state.hits.retain(|lot| lot.ship != *id);
    state.bonds.retain(|bond| !bond.joins(id));
}

fn take_hold(ship: &mut ShipState) {
    let waiting = std::mem::take(&mut ship.ticks_at_step_end);
    for row in ship.card.sections() {
        ship.ticks.add(&row, waiting.of(&row), ship.card.printed(&row));
    }
}

/// Ends the ship's move with this speed.
fn end_move(ship: &mut ShipState, speed: HalfKnots, coasting: bool) {
    ship.speed = speed;
    ship.coasting = coasting;
    ship.rung = None;
    ship.has_moved = true;
}

fn begin(state: &mut State, turn: u32, step: Step) {
    let new_turn = turn != state.turn;
    let guns_ready = match state.options.gun_fire_limit {
        GunFireLimit::OncePerTurn => new_turn,
        GunFireLimit::OncePerFireStep => step.is_fire(),
    };
    begin_fort_step(state, guns_ready, state.step.is_fire());
    (state.turn, state.step) = (turn, step);
    state.salvos.clear();
    state.typed.clear();
    state.mortar_shots.clear();
    for ship in state.ships.values_mut() {
        if guns_ready {
            ship.fired_before = std::mem::take(&mut ship.fired);
        }
        if new_turn {
            ship.has_moved = false;
            // This also resets a stopped ship that had no event of its own.
            ship.rung = None;
            ship.power_knots = None;
        }
    }
}

/// Marks all draft boxes, now or at the end of the step.
pub(crate) fn sink(ship: &mut ShipState, takes_hold: TakesHold) {
    let all = ship.card.draft;
    match takes_hold {
        TakesHold::Now => ship.ticks.draft = all,
        TakesHold::StepEnd => ship.ticks_at_step_end.draft = all.saturating_sub(ship.ticks.draft),
    }
}

/// Applies the umpire's order.
pub(in crate::gunboat) fn carry_out(state: &mut State, order: &UmpireOrder) {
    let turn = state.turn;
    match order {
        UmpireOrder::Aground { ship, aground } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                ship.aground = *aground;
                ship.ashore &= *aground;
            }
        }
        UmpireOrder::Set { ship, value } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                value.set(ship);
                // A ship whose move is taken back has not moved in this turn.
                if *value == (ShipValue::Moved { moved: false }) && ship.under_way_turn == Some(turn) {
                    ship.under_way_turn = None;
                }
            }
        }
        UmpireOrder::SetBonds { bonds } => state.bonds.clone_from(bonds),
        UmpireOrder::SetTerrain { terrain } => state.terrain = terrain.clone().into(),
        UmpireOrder::SetFort { fort, guns, fate } => {
            if let Some(fort) = state.forts.get_mut(fort) {
                for value in guns {
                    if let Some(gun) = fort.guns.get_mut(&value.gun) {
                        gun.clone_from(&value.state);
                    }
                }
                fort.fate = *fate;
            }
        }
        UmpireOrder::SetMines { areas } => state.mines.clone_from(areas),
        UmpireOrder::SetPartiesAshore { parties } => state.parties_ashore = *parties,
        UmpireOrder::WaiveRoll { roll } => state.rolls.retain(|pending| pending.request.id != *roll),
        UmpireOrder::WaiveHits { due } => state.hits.retain(|lot| lot.id != *due),
        // The consequences of these are rolls and events of their own.
        UmpireOrder::CriticalHit { .. } | UmpireOrder::AllowMove { .. } => {}
    }
}
