//! All that a battle needs to know of the Gunboat book beyond what every book shares: keys of its kinds and rows,
//! and how a player's decision becomes one of the book's.

use crate::view::{DecisionView, SettledView, TickView};
use geometry::ShipId;
use rulesets::core::{Asked, EdgeKey, Faces, Reason, Refusal, Settlement, Thrown};
use rulesets::gunboat::{
    BoxTick, Decision, Event, HitsDue, MountChoice, MountGuns, MountId, Section, SectionKind, SpecialEvent,
    State, Step,
};
use serde_json::Value;

/// The book's name on screens.
pub(crate) const TITLE: &str = "Ironclad Gunboat Rules";

/// The key of an event's kind: the tag it is stored with.
pub(crate) fn kind(event: &Event) -> String {
    serde_json::to_value(event)
        .ok()
        .and_then(|value| value.get("event").and_then(Value::as_str).map(str::to_owned))
        .unwrap_or_default()
}

/// Every rule an event cites anywhere in its body, sorted.
pub(crate) fn rules(event: &Event) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::to_value(event) {
        collect_rules(&value, &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn collect_rules(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match (name.as_str(), field) {
                    ("rule", Value::String(rule)) => found.push(rule.clone()),
                    ("rules", Value::Array(rules)) => {
                        found.extend(rules.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => collect_rules(field, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_rules(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Does the event rest on what the table showed?
pub(crate) fn rests_on_the_table(event: &Event) -> bool {
    !asked(event).is_empty()
}

/// The questions to the table that an event keeps, with their answers.
pub(crate) fn asked(event: &Event) -> &[Asked] {
    match event {
        Event::SalvoDeclared { salvo, .. } => &salvo.asked,
        Event::FiredInVain { asked, .. } | Event::Bound { asked, .. } => asked,
        Event::Moved { review, .. } => &review.asked,
        Event::Rammed { impact, .. } | Event::Collided { impact, .. } => &impact.asked,
        Event::Special(SpecialEvent::SparStruck { impact, .. }) => &impact.asked,
        Event::Special(SpecialEvent::MortarFired { shot, .. }) => &shot.asked,
        Event::Special(SpecialEvent::GrappleTried { attempt, .. }) => &attempt.asked,
        _ => &[],
    }
}

/// The dice that an event keeps.
pub(crate) fn thrown(event: &Event) -> Vec<Thrown> {
    match event {
        Event::DiceThrown { thrown } => {
            thrown.iter().map(|roll| Thrown { faces: roll.faces.clone(), kind: roll.kind }).collect()
        }
        _ => Vec::new(),
    }
}

/// The step in words.
pub(crate) fn step_words(state: &State) -> &'static str {
    if state.opened { state.step.title() } else { "Setting up" }
}

/// The key of the state's step, as the journal keeps it.
pub(crate) fn phase_key(state: &State) -> &'static str {
    if state.opened { step_key(state.step) } else { "set_up" }
}

fn step_key(step: Step) -> &'static str {
    match step {
        Step::UnionMove => "union_move",
        Step::FirstFire => "first_fire",
        Step::ConfederateMove => "confederate_move",
        Step::SecondFire => "second_fire",
        Step::Boarding => "boarding",
        Step::TurnEnd => "turn_end",
    }
}

/// The key of a row of boxes.
pub(crate) fn row_key(row: &Section) -> String {
    match row {
        Section::Armor => "armor".to_owned(),
        Section::Speed => "speed".to_owned(),
        Section::HalfSpeed => "half_speed".to_owned(),
        Section::Midships => "midships".to_owned(),
        Section::Stack => "stack".to_owned(),
        Section::Draft => "draft".to_owned(),
        Section::Gun { mount } => format!("gun:{mount}"),
        Section::Ram => "ram".to_owned(),
    }
}

/// The row of boxes with this key.
pub(crate) fn row(key: &str) -> Option<Section> {
    Some(match key {
        "armor" => Section::Armor,
        "speed" => Section::Speed,
        "half_speed" => Section::HalfSpeed,
        "midships" => Section::Midships,
        "stack" => Section::Stack,
        "draft" => Section::Draft,
        "ram" => Section::Ram,
        other => Section::Gun { mount: MountId(other.strip_prefix("gun:")?.to_owned()) },
    })
}

/// The ships whose places a decision rests on.
pub(crate) fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
    match decision {
        Decision::Fire { shooter, target, .. }
        | Decision::FireLate { shooter, target, .. }
        | Decision::FireAtBoarders { shooter, boarded: target, .. }
        | Decision::Grapple { ship: shooter, target, .. } => vec![shooter, target],
        Decision::Ram { rammer, target, .. } => vec![rammer, target],
        Decision::Refloat { ship } | Decision::FireMortar { ship, .. } => vec![ship],
        Decision::Move { moves } => moves.iter().map(|order| &order.ship).collect(),
        Decision::Open { .. }
        | Decision::LayMines { .. }
        | Decision::TypeFacts { .. }
        | Decision::Volley { .. }
        | Decision::Roll { .. }
        | Decision::Choose { .. }
        | Decision::Tick { .. }
        | Decision::RingUp { .. }
        | Decision::Anchor { .. }
        | Decision::Bind { .. }
        | Decision::CastOff { .. }
        | Decision::Leave { .. }
        | Decision::Embark { .. }
        | Decision::NextStep
        | Decision::SetOption { .. }
        | Decision::Umpire { .. } => Vec::new(),
    }
}

/// A player's decision as one of the book's.
pub(crate) fn decision(state: &State, asked: &DecisionView) -> Result<Decision, Refusal> {
    match asked {
        DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame: _ } => Ok(Decision::Fire {
            shooter: ShipId::new(shooter.clone()),
            target: ShipId::new(target.clone()),
            mounts: mount_choice(state, shooter, mounts),
            settled: settled.iter().map(settlement).collect(),
        }),
        DecisionView::Roll { typed } => {
            Ok(Decision::Roll { rolls: Vec::new(), faces: typed.clone().map_or(Faces::App, Faces::Typed) })
        }
        DecisionView::Tick { ship, boxes } => {
            let due = due_of(state, ship, |lot| lot.chooser.is_none())?;
            Ok(Decision::Tick { due, boxes: boxes.iter().map(box_tick).collect::<Result<_, _>>()? })
        }
        DecisionView::Choose { ship, section } => {
            let due = due_of(state, ship, |lot| lot.chooser.is_some())?;
            let section =
                SectionKind::ALL.into_iter().find(|kind| kind.word() == section).ok_or_else(|| {
                    Refusal::because("GUN-72", format!("A card has no section called “{section}”."))
                })?;
            Ok(Decision::Choose { due, section })
        }
        DecisionView::NextStep => Ok(Decision::NextStep),
    }
}

fn due_of(
    state: &State,
    ship: &str,
    wanted: impl Fn(&HitsDue) -> bool,
) -> Result<rulesets::gunboat::DueId, Refusal> {
    let lot = state.hits.iter().find(|lot| lot.ship.as_str() == ship && wanted(lot));
    lot.map(|lot| lot.id).ok_or_else(|| {
        let id = ShipId::new(ship);
        Refusal::because("GUN-40", format!("{} has no hits to check off now.", state.name(&id)))
    })
}

/// Mounts named by key fire with every gun that is ready.
fn mount_choice(state: &State, shooter: &str, mounts: &[String]) -> MountChoice {
    if mounts.is_empty() {
        return MountChoice::AllThatBear;
    }
    let ship = state.ships.get(&ShipId::new(shooter));
    let guns = |mount: &MountId| ship.map_or(0, |ship| ship.ready_guns(mount)).max(1);
    let these = mounts.iter().map(|key| MountId(key.clone()));
    MountChoice::These(these.map(|mount| MountGuns { guns: guns(&mount), mount }).collect())
}

fn settlement(settled: &SettledView) -> Settlement {
    Settlement { key: EdgeKey(settled.key.clone()), reading: settled.reading.clone() }
}

fn box_tick(tick: &TickView) -> Result<BoxTick, Refusal> {
    let reason = |text: String| Refusal { reasons: vec![Reason::new("GUN-72", text)] };
    let row = row(&tick.section)
        .ok_or_else(|| reason(format!("A card has no section called “{}”.", tick.section)))?;
    let count = u8::try_from(tick.boxes)
        .map_err(|_| reason(format!("{} boxes are more than a card holds.", tick.boxes)))?;
    Ok(BoxTick { row, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_keys() {
        let mount = MountId("broadside-port-2".to_owned());
        for section in [
            Section::Armor,
            Section::Speed,
            Section::HalfSpeed,
            Section::Midships,
            Section::Stack,
            Section::Draft,
            Section::Ram,
            Section::Gun { mount },
        ] {
            assert_eq!(row(&row_key(&section)), Some(section));
        }
        assert_eq!(row("guns"), None);
    }

    #[test]
    fn step_keys_are_what_serde_writes() {
        for step in Step::ALL {
            assert_eq!(serde_json::to_value(step).unwrap(), Value::from(step_key(step)));
        }
    }
}
