//! Tasks of crew parties, and actions that the sheet names without a procedure (SPB-AMB-3, SPB-AMB-4).

use crate::core::{Die, Halt, Reason, Recorder, RuleId, Settlement, TableFacts, TieResolver};
use crate::sp_bp::dice::crew_tests::repair_change;
use crate::sp_bp::events::activation::{activate, may_act};
use crate::sp_bp::events::event::{Event, Follows};
use crate::sp_bp::movement::house_procedures::entry;
use crate::sp_bp::movement::review::in_contact;
use crate::sp_bp::state::battle::{BondKind, Marker, Numbers, State};
use crate::sp_bp::state::card::Spar;
use crate::sp_bp::state::due::{RollUse, Task};
use crate::sp_bp::state::guided::Procedure;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use geometry::ShipId;

/// The step in which a repair is attempted (SPB-1).
fn step_of(task: &Task) -> Step {
    match task {
        Task::Fire => Step::Fires,
        Task::Leak => Step::Flooding,
        Task::Steering | Task::Turret { .. } | Task::Helm | Task::Valves | Task::Boiler => Step::Repairs,
    }
}

/// The tasks open to a ship's crew in this step (SPB-36: five of the criticals can be repaired).
pub(in crate::sp_bp) fn tasks(state: &State, ship: &ShipState) -> Vec<Task> {
    let turrets = ship.jammed.iter().map(|mount| Task::Turret { mount: mount.clone() });
    let all = [Task::Fire, Task::Leak, Task::Steering, Task::Helm, Task::Valves, Task::Boiler];
    all.into_iter()
        .chain(turrets)
        .filter(|task| step_of(task) == state.step && repair_change(ship, task).is_some())
        .collect()
}

/// Sends crew parties to work.
pub(in crate::sp_bp) fn repair(
    state: &State,
    ship: &ShipState,
    task: &Task,
    parties: u8,
) -> Result<Vec<Event>, Halt> {
    let mut reasons = Vec::new();
    let name = &ship.card.name;
    let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
    if !ship.present() {
        refuse("SPB-1", format!("{name} is not on the table, or lost."));
    }
    if step_of(task) != state.step {
        let text = format!("Crews {} in “{}”.", task.title(), step_of(task).title());
        refuse("SPB-1", text);
    }
    if repair_change(ship, task).is_none() {
        refuse("SPB-36", format!("{name} has nothing of that kind to repair."));
    }
    let free = ship.free_parties();
    if parties == 0 || parties > free {
        let text = format!("{name} has {free} crew parties free in this turn, not {parties}.");
        refuse("SPB-AMB-3", text);
    }
    Halt::unless_clear(reasons, Vec::new())?;
    let mut numbers = Numbers::after(state);
    let mut follows = Follows::default();
    if state.options.dc_enabled {
        for _ in 0..parties {
            let label = format!("{name}: a crew party tries to {}", task.title());
            let what = ("damage_control", label, RuleId::of("SPB-AMB-3"));
            let decides = RollUse::Repair { task: task.clone() };
            follows.rolls.push(numbers.roll((Die::D10, 1), what, ship, decides));
        }
    } else {
        follows.guided.push(entry(&mut numbers, ship, Procedure::DamageControl, None));
    }
    let ship = ship.card.id.clone();
    Ok(vec![Event::RepairTried { ship, task: task.clone(), parties, follows }])
}

/// Takes an action that the sheet gives no procedure for.
pub(in crate::sp_bp) fn undertake(
    state: &State,
    facts: &dyn TableFacts,
    (ship, procedure, other): (&ShipState, Procedure, Option<&ShipId>),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let mut reasons = standing_reasons(state, ship, procedure, other);
    if procedure == Procedure::Board
        && reasons.is_empty()
        && let Some(other) = other
    {
        reasons.extend(not_in_contact(state, &recorder, (ship, other), &mut ties));
    }
    ties.refuse_unasked(procedure.rule(), &mut reasons);
    let (too_close, _) = ties.into_parts();
    Halt::unless_clear(reasons, too_close)?;
    let mut numbers = Numbers::after(state);
    let marker = (procedure == Procedure::PlaceTorpedo)
        .then(|| Marker { number: numbers.next(), from: ship.card.id.clone() });
    let mut follows = Follows::default();
    let target = other.and_then(|other| state.ships.get(other));
    match (procedure, target) {
        (Procedure::PlaceTorpedo, _) => {}
        (Procedure::Board, Some(target)) if state.options.boarding => {
            let label = format!("{} boards {}: boarders, then defenders", ship.card.name, target.card.name);
            let what = ("boarding", label, RuleId::of("SPB-AMB-4"));
            let decides = RollUse::Boarding { boarder: ship.card.id.clone() };
            follows.rolls.push(numbers.roll((Die::D10, 2), what, target, decides));
        }
        (procedure, _) if state.options.crew_tests && procedure.has_house_test() => {
            let label = format!("{} tries to {}", ship.card.name, procedure.title());
            let what = ("crew_task", label, RuleId::of("SPB-AMB-4"));
            let decides = RollUse::Undertaking { procedure, other: other.cloned() };
            follows.rolls.push(numbers.roll((Die::D10, 1), what, ship, decides));
        }
        (procedure, _) => follows.guided.push(entry(&mut numbers, ship, procedure, other)),
    }
    let mut events = if state.step.alternates() { activate(state, ship) } else { Vec::new() };
    events.push(Event::Undertaken {
        ship: ship.card.id.clone(),
        procedure,
        other: other.cloned(),
        marker,
        follows,
        asked: recorder.into_asked(),
    });
    Ok(events)
}

fn standing_reasons(
    state: &State,
    ship: &ShipState,
    procedure: Procedure,
    other: Option<&ShipId>,
) -> Vec<Reason> {
    let rule = procedure.rule();
    let name = &ship.card.name;
    let mut reasons = Vec::new();
    if !procedure.may_be_done_in(state.step) {
        let text = format!("Ships can't {} in “{}”.", procedure.title(), state.step.title());
        reasons.push(Reason::new(rule, text));
    } else if state.step.alternates() {
        reasons.extend(may_act(state, ship));
    } else if !ship.present() {
        reasons.push(Reason::new(rule, format!("{name} is not on the table, or lost.")));
    }
    let mut refuse = |text: String| reasons.push(Reason::new(rule, text));
    if let Some(done) = procedure.comes_before(ship) {
        refuse(format!("{name} {done}: to {} comes before that.", procedure.title()));
    }
    if state.something_due() && state.step.alternates() {
        refuse("Throw the dice and make the entries that are due first.".to_owned());
    }
    let target = other.and_then(|other| state.ships.get(other));
    let own = &ship.card.id;
    let bonded = |kind: BondKind| {
        let with = |bond: &crate::sp_bp::state::battle::Bond| {
            bond.kind == kind && bond.joins(own) && other.is_none_or(|other| bond.joins(other))
        };
        state.bonds.iter().any(with)
    };
    match (procedure.needs_other(), other, target) {
        (true, _, Some(target)) if target.present() && target.card.id != *own => {}
        (true, ..) => refuse(format!("Name the ship with which {name} is to {}.", procedure.title())),
        (false, Some(_), _) => refuse(format!("No other ship has a part where ships {}.", procedure.title())),
        (false, None, _) => {}
    }
    match procedure {
        Procedure::Refloat if !ship.aground => refuse(format!("{name} is not aground.")),
        Procedure::Unlock if !bonded(BondKind::Locked) => refuse(format!("{name} is not locked to her.")),
        Procedure::CutAway if !bonded(BondKind::Alongside) => refuse(format!("{name} has nobody alongside.")),
        Procedure::RigSpar if ship.spar != Spar::Carried => {
            refuse(format!("{name} carries no spar torpedo that could be rigged."));
        }
        Procedure::ForceEngines if ship.pressure_lost => refuse(format!("{name} has no pressure.")),
        Procedure::Board => {
            if ship.crew_parties == 0 {
                refuse(format!("{name} has no crew party left to board with."));
            }
            if target.is_some_and(|target| target.card.side == ship.card.side) {
                refuse("She is on the same side.".to_owned());
            }
        }
        Procedure::PassTow if target.is_some_and(|target| target.card.side != ship.card.side) => {
            refuse("She is on the other side.".to_owned());
        }
        _ => {}
    }
    if procedure.forbids_gunfire() && (!ship.fired.is_empty() || ship.busy) {
        refuse(format!("{name} has fired or worked in this phase: one or the other."));
    }
    reasons
}

/// The reason why two ships are not in contact (SPB-6); none where they are, or where players are asked.
fn not_in_contact(
    state: &State,
    facts: &dyn TableFacts,
    (ship, other): (&ShipState, &ShipId),
    ties: &mut TieResolver<'_>,
) -> Option<Reason> {
    let near = match facts.touching(&ship.card.id) {
        Ok(touching) => touching.near,
        Err(unknown) => return Some(Reason::new("SPB-6", unknown.to_string())),
    };
    let contact = near.into_iter().find(|contact| contact.ship == *other);
    let touches = contact.map_or(Some(false), |contact| in_contact(state, &contact, ties));
    (touches == Some(false)).then(|| {
        let text = format!("{} does not touch {}.", ship.card.name, state.name(other));
        Reason::new("SPB-6", text)
    })
}
