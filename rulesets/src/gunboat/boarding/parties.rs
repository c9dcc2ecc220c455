//! Boarding (GUN-76 to GUN-82): parties, grappling, fire at boarders, and the result of boarding.

use crate::core::{
    Die, Halt, Reason, Recorder, Refusal, RuleId, Settlement, TableFacts, TieResolver, TooClose,
};
use crate::gunboat::boarding::launches;
use crate::gunboat::content::convert::most_parties;
use crate::gunboat::events::decision::PartyOrder;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{BoardingOutcome, GrappleTry};
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::gunnery::aim::absent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{SectionKind, Side};
use crate::gunboat::state::due::{Demand, DueId, HitsDue, Into, PendingRoll, RollUse};
use crate::gunboat::state::options::PartiesFormed;
use crate::gunboat::state::ship::{Effect, ShipState, has_moved};
use crate::gunboat::state::step::Step;
use crate::gunboat::tables::special_files::BoardDoes;
use crate::gunboat::tables::table_set::Tables;
use geometry::{ShipId, Steering, Verdict};

/// The roll for the number of parties when the battle begins (GUN-76); none if the scenario gives the number.
pub(crate) fn opening_rolls(
    ships: &[&crate::gunboat::ShipCard],
    formed: PartiesFormed,
    numbers: &mut Numbers,
) -> Vec<PendingRoll> {
    let confederate = ships.iter().find(|card| card.side == Side::Confederate);
    let roll = |card: &&crate::gunboat::ShipCard| {
        numbers.roll(
            (Die::D6, 1),
            (
                "parties_formed",
                "Boarding parties formed by the Confederates".to_owned(),
                RuleId::of("GUN-76"),
            ),
            (&card.id, Side::Confederate),
            RollUse::PartiesFormed,
        )
    };
    match formed {
        PartiesFormed::Dice => confederate.map(roll).into_iter().collect(),
        PartiesFormed::AsSet => Vec::new(),
    }
}

/// The ships that can still take parties on board, with their free places.
pub(crate) fn with_room(state: &State) -> impl Iterator<Item = (&ShipState, u8)> {
    let open = state.parties_ashore > 0 && state.turn == 1 && state.step == Step::UnionMove;
    let own =
        state.ships.values().filter(move |ship| open && ship.card.side == Side::Confederate && ship.afloat());
    own.map(|ship| (ship, most_parties(&ship.card, ship.spar_torpedo).saturating_sub(ship.boarding_parties)))
        .filter(|(_, room)| *room > 0)
}

/// Puts parties on ships, before the Confederates' first move (GUN-76).
pub(crate) fn embark(state: &State, orders: &[PartyOrder]) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    let all: u32 = orders.iter().map(|order| u32::from(order.parties)).sum();
    if all == 0 || all > u32::from(state.parties_ashore) {
        let text = format!("{} boarding parties are ready to embark, not {all}.", state.parties_ashore);
        reasons.push(Reason::new("GUN-76", text));
    }
    for (i, order) in orders.iter().enumerate() {
        let room = with_room(state).find(|(ship, _)| ship.card.id == order.ship).map_or(0, |(_, room)| room);
        let again = orders.iter().take(i).any(|other| other.ship == order.ship);
        if again || order.parties > room {
            let name = state.name(&order.ship);
            let text =
                format!("{name} has room for {room} more boarding parties, embarked in the first step.");
            reasons.push(Reason::new("GUN-76", text));
        }
    }
    if reasons.is_empty() {
        Ok(vec![Event::Special(SpecialEvent::Embarked { ships: orders.to_vec() })])
    } else {
        Err(Refusal { reasons })
    }
}

/// Returns true if this ship's side may board (GUN-AMB-42).
fn may_board(state: &State, ship: &ShipState) -> bool {
    ship.card.side == Side::Confederate || state.options.union_boarding
}

/// Returns true if a ship can try to grapple now, independent of contact: nothing in [`grappler_reasons`] is against it.
pub(crate) fn can_grapple(state: &State, ship: &ShipState, launch: bool) -> bool {
    ship.present()
        && state.step.moving_side() == Some(ship.card.side)
        && ship.grapple_turn != Some(state.turn)
        && !ship.in_melee
        && (launch || (may_board(state, ship) && ship.boarding_parties > 0))
}

/// The reasons why a ship can't try to grapple now, independent of contact; empty if it can.
pub(crate) fn grappler_reasons(state: &State, ship: &ShipState, launch: bool) -> Vec<Reason> {
    let name = &ship.card.name;
    let mut reasons: Vec<Reason> = absent(ship).into_iter().collect();
    if state.step.moving_side() != Some(ship.card.side) {
        let text = format!("{name} grapples in her own side's movement step.");
        reasons.push(Reason::new(if launch { "GUN-85" } else { "GUN-77" }, text));
    }
    if ship.grapple_turn == Some(state.turn) {
        reasons.push(Reason::new("GUN-77", format!("{name} has tried to grapple this turn.")));
    }
    if ship.in_melee {
        reasons.push(Reason::new("GUN-81", format!("{name} is held by a melee on her deck.")));
    }
    if !launch {
        if !may_board(state, ship) {
            reasons.push(Reason::new("GUN-AMB-42", "Only the Confederates board in this battle."));
        }
        if ship.boarding_parties == 0 {
            reasons.push(Reason::new("GUN-77", format!("{name} carries no boarding party.")));
        }
    }
    reasons
}

/// Tries to grapple: a ship with parties another ship, or a launch an enemy launch (GUN-77, GUN-85).
pub(crate) fn grapple(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (id, target_id): (&ShipId, &ShipId),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let (Some(ship), Some(target)) = (state.ships.get(id), state.ships.get(target_id)) else {
        let text = "No ship of that name takes part in this battle.";
        return Err(Halt::because("GUN-72", text));
    };
    let launches = ship.card.launch && target.card.launch;
    let mut reasons = grappler_reasons(state, ship, launches);
    reasons.extend(absent(target));
    let (name, other) = (&ship.card.name, &target.card.name);
    if ship.card.side == target.card.side {
        reasons.push(Reason::new("GUN-77", format!("{other} is on {name}'s own side.")));
    }
    if !launches && target.card.launch {
        reasons.push(Reason::new("GUN-85", format!("{other} is a launch: only launches grapple launches.")));
    }
    let bound = state.bonds.iter().find(|bond| bond.joins(id) && bond.joins(target_id));
    if launches && bound.is_some() {
        reasons.push(Reason::new("GUN-86", "These launches are locked together already."));
    }
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    if reasons.is_empty() {
        let unreviewed =
            !ship.has_moved && recorder.way(id, Steering::Pivot).is_ok_and(|way| has_moved(&way));
        if unreviewed {
            reasons.push(Reason::new("GUN-77", format!("{name} has moved: let her move be judged first.")));
        }
        // Ships that are already bound together touch.
        if bound.is_none() {
            touches(&recorder, (ship, target), &mut ties, &mut reasons);
        }
    }
    ties.refuse_unasked("GUN-77", &mut reasons);
    let (questions, settled) = ties.into_parts();
    Halt::unless_clear(reasons, questions)?;
    let mut numbers = Numbers::after(state);
    let roll = if launches {
        launches::grapple_roll(tables, state, &mut numbers, ship, target)
    } else {
        numbers.roll(
            (Die::D6, ship.boarding_parties),
            (
                "grapple",
                format!("{name} grapples {other}, a die for each boarding party"),
                tables.special().boarding.grapple.rule.clone(),
            ),
            (id, ship.card.side),
            RollUse::Grapple { target: target_id.clone() },
        )
    };
    let attempt =
        GrappleTry { ship: id.clone(), target: target_id.clone(), asked: recorder.into_asked(), settled };
    Ok(vec![Event::Special(SpecialEvent::GrappleTried { attempt, rolls: vec![roll] })])
}

fn touches(
    facts: &dyn TableFacts,
    (ship, target): (&ShipState, &ShipState),
    ties: &mut TieResolver<'_>,
    reasons: &mut Vec<Reason>,
) {
    let (name, other) = (&ship.card.name, &target.card.name);
    let fact = match facts.touching(&ship.card.id) {
        Ok(fact) => fact,
        Err(unknown) => {
            reasons.push(Reason::new("GUN-77", unknown.to_string()));
            return;
        }
    };
    let contact = fact.near.iter().find(|contact| contact.ship == target.card.id);
    let touching = match contact.map(|contact| (contact, contact.touching)) {
        None | Some((_, Verdict::No)) => false,
        Some((_, Verdict::Yes)) => true,
        Some((contact, Verdict::TooClose)) => {
            let question = || {
                TooClose::inches(
                    (format!("touching:{}", contact.ship), "GUN-77"),
                    format!("Does {name} touch {other}?"),
                    (contact.gap_in, 0.0),
                    [("touching", "They touch"), ("apart", "They don't")],
                )
            };
            match ties.settle(question) {
                Some(said) => said == "touching",
                None => return,
            }
        }
    };
    if !touching {
        let text = format!("{name} must end her move touching {other}.");
        reasons.push(Reason::new(
            if ship.card.launch && target.card.launch { "GUN-85" } else { "GUN-77" },
            text,
        ));
    }
}

/// Reads the dice of an attempt, one for each party.
pub(crate) fn read_grapple(tables: &Tables, pending: &PendingRoll, target: &ShipId, faces: &[u8]) -> Event {
    let succeeds = &tables.special().boarding.grapple.succeeds_on;
    let over = faces.iter().filter(|face| succeeds.contains(face)).count();
    Event::Special(SpecialEvent::GrappleRead {
        roll: pending.request.id,
        ship: pending.ship.clone(),
        target: target.clone(),
        faces: faces.to_vec(),
        over: u8::try_from(over).unwrap_or(u8::MAX),
    })
}

/// The dice for hits on the parties on a ship's deck (GUN-78).
pub(crate) fn fire_roll(
    tables: &Tables,
    state: &State,
    numbers: &mut Numbers,
    pending: &PendingRoll,
    hits: u8,
) -> PendingRoll {
    numbers.roll(
        (Die::D6, hits),
        (
            "party",
            format!("Boarders on {}, a die for each hit", state.name(&pending.ship)),
            tables.special().boarding.fire.rule.clone(),
        ),
        (&pending.ship, pending.by),
        RollUse::PartyFire,
    )
}

/// Reads the dice for hits on parties.
pub(crate) fn read_fire(tables: &Tables, ship: &ShipState, pending: &PendingRoll, faces: &[u8]) -> Event {
    let on = &tables.special().boarding.fire.destroyed_on;
    let destroyed = faces.iter().filter(|face| on.contains(face)).count();
    Event::Special(SpecialEvent::PartiesFiredAt {
        roll: pending.request.id,
        ship: pending.ship.clone(),
        faces: faces.to_vec(),
        destroyed: u8::try_from(destroyed).unwrap_or(u8::MAX).min(ship.boarders),
    })
}

/// The rolls for boarding in step 5: a die for each party on an ironclad, one for all parties on another ship (GUN-80,
/// GUN-81).
pub(crate) fn step_rolls(tables: &Tables, state: &State, numbers: &mut Numbers) -> Vec<PendingRoll> {
    let boarded = state.ships.values().filter(|ship| ship.present() && ship.boarders > 0);
    let mut rolls = Vec::new();
    for ship in boarded {
        let name = &ship.card.name;
        let (dice, parties) = if ship.card.ironclad { (ship.boarders, 1) } else { (1, ship.boarders) };
        let boarding = &tables.special().boarding;
        let table = if ship.card.ironclad { Some(&boarding.iron) } else { boarding.wood(parties) };
        for _ in 0..dice {
            rolls.push(numbers.roll(
                (Die::D6, 1),
                (
                    "boarding",
                    format!("Boarders on {name}: {parties} of {}", ship.boarders),
                    table.map_or_else(|| RuleId::of("GUN-81"), |table| table.rule.clone()),
                ),
                (&ship.card.id, ship.card.side.other()),
                RollUse::Boarding { parties },
            ));
        }
    }
    rolls
}

/// Reads the result of boarding.
pub(crate) fn read_boarding(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    pending: &PendingRoll,
    (parties, die): (u8, u8),
) -> Option<Event> {
    let boarding = &tables.special().boarding;
    let table = if ship.card.ironclad { Some(&boarding.iron) } else { boarding.wood(parties) }?;
    let row = table.row(die)?;
    let mut due = None;
    let outcome = match row.does {
        BoardDoes::Nothing => BoardingOutcome::Nothing,
        BoardDoes::Guns => {
            if ship.afloat() && ship.free_in_all() > 0 {
                due = Some(HitsDue {
                    id: DueId(Numbers::after(state).next()),
                    ship: pending.ship.clone(),
                    salvo: None,
                    cause: format!("Boarders, die {die}"),
                    demands: vec![Demand {
                        hits: row.number,
                        into: Into::OneOf(vec![SectionKind::Gun]),
                        rule: table.rule.clone(),
                    }],
                    either: false,
                    chooser: None,
                });
            }
            BoardingOutcome::Hits
        }
        BoardDoes::Turret => next_turret(ship).map_or(BoardingOutcome::Nothing, |mount| {
            BoardingOutcome::Effect { effect: Effect::TurretJammed { mount } }
        }),
        BoardDoes::Rudder => {
            BoardingOutcome::Effect { effect: Effect::RudderBound { moves_left: row.number } }
        }
        BoardDoes::Smoke => BoardingOutcome::Effect { effect: Effect::SmokedOut },
        BoardDoes::Melee => BoardingOutcome::Melee,
        BoardDoes::Captured => BoardingOutcome::Captured,
    };
    let spent = match (row.spent, state.options.board_uses_all) {
        (false, _) => 0,
        (true, true) => parties,
        (true, false) => 1,
    };
    Some(Event::Special(SpecialEvent::BoardingRead {
        roll: pending.request.id,
        ship: pending.ship.clone(),
        parties,
        die,
        text: row.text.clone(),
        outcome,
        spent,
        due,
        rules: vec![table.rule.clone()],
    }))
}

/// The first turret that is not jammed; none for a ship without one.
fn next_turret(ship: &ShipState) -> Option<crate::gunboat::MountId> {
    let jammed = |id| {
        ship.effects.iter().any(|effect| matches!(effect, Effect::TurretJammed { mount } if mount == id))
    };
    let mut turrets = ship.card.mounts.iter().filter(|mount| mount.turret.is_some());
    turrets.find(|mount| !jammed(&mount.id)).map(|mount| mount.id.clone())
}
