//! What SP/BP asks, as forms: crew parties, moves with what was declared, speeds, fire, undertakings.

use super::rulings::adjudicate;
use crate::forms::builder::{edge_field, roll_ask, ship_options};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::{FilledForm, edge_of};
use crate::view::{AskView, FieldView, FormView, OptionView};
use geometry::{ShipId, Verdict};
use rulesets::core::{Actor, Book, PlayedBook, Question, ShipLine, TableFacts};
use rulesets::sp_bp::{
    Ask, Decision, Declares, MountChoice, MountGuns, MountId, Procedure, ShipState, SpBp, Spar, State, Step,
    Task,
};
use std::collections::BTreeSet;

/// Nobody.
const NONE: &str = "none";
/// Between a procedure and the ship that has a part in it, in the key of an option.
const WITH: char = ' ';

/// What is asked now.
pub(super) fn asks(book: &SpBp, context: &FormContext<'_, State>) -> Vec<AskView> {
    let state = context.state;
    let lines = SpBp::ships(state);
    let mut asks = Vec::new();
    let rolls: Vec<_> = state.rolls.iter().map(|roll| (roll.by.title(), &roll.request)).collect();
    asks.extend(roll_ask(&rolls));
    let mut acting: BTreeSet<ShipId> = BTreeSet::new();
    for question in book.questions(state) {
        match &question.ask {
            Ask::NextStep => {
                asks.extend(acting.iter().map(|ship| AskView::Form(done(book, context, ship))));
                asks.push(AskView::EndStep { sentence: question.what.clone() });
            }
            ask => {
                let form = form(context, &question, ask, &lines);
                match ask {
                    Ask::Move { ship } | Ask::Fire { shooter: ship, .. } | Ask::PlanSpeed { ship, .. } => {
                        acting.insert(ship.clone());
                    }
                    // Whoever has no gun left has her turn as well, and the others wait for her.
                    Ask::Undertake { ship, .. } if state.step.is_fire() => {
                        acting.insert(ship.clone());
                    }
                    _ => {}
                }
                asks.extend(form.map(AskView::Form));
            }
        }
    }
    // A model that was moved waits for its word.
    let waits = |ask: &AskView| {
        let AskView::Form(form) = ask else { return false };
        let ship = form.key.strip_prefix("move:");
        ship.is_some_and(|ship| context.moved.iter().any(|judged| judged.ship.as_str() == ship))
    };
    asks.sort_by_key(|ask| !waits(ask));
    asks
}

/// She has done what she will do: the other side acts. That is the way on where she has nothing to do, and one of the others
/// has.
fn done(book: &SpBp, context: &FormContext<'_, State>, ship: &ShipId) -> FormView {
    let state = context.state;
    let side = state.ships.get(ship).map(|ship| &ship.card.side);
    let who = side.map_or(Actor::AllSides, |side| Actor::Side(side.clone()));
    let sentence = format!("{} has done what she will do in this step.", state.name(ship));
    let mut waiting = state.ships.values().filter(|other| !other.acted && Some(&other.card.side) != side);
    let idle = state.ships.get(ship).is_some_and(|ship| !has_business(book, context, ship));
    FormView::optional(&who, format!("done:{ship}"), state.step.rule(), &sentence, "Done")
        .forward(idle && waiting.any(|other| has_business(book, context, other)))
}

/// Would a ship have something to do in this step, if it were her turn: a move, or a target for her guns?
fn has_business(book: &SpBp, context: &FormContext<'_, State>, ship: &ShipState) -> bool {
    let state = context.state;
    if !ship.present() {
        return false;
    }
    if state.step == Step::Movement {
        return !ship.moved && !ship.lies_still();
    }
    let mut enemies = state.ships.values().filter(|it| it.present() && it.card.side != ship.card.side);
    let reached = |enemy: &ShipState| {
        let ids = (&ship.card.id, &enemy.card.id);
        let plan = book.preview(state, context.table, ids, &MountChoice::AllThatBear, &[]).plan;
        plan.line_clear != Verdict::No && !(plan.firing.is_empty() && plan.too_close.is_empty())
    };
    state.step.is_fire() && ship.guns_ready() > 0 && enemies.any(reached)
}

/// She lies at rest, and could get under way: speeds are planned a turn before.
fn may_get_under_way(ship: &ShipState) -> bool {
    ship.speed == 0 && ship.planned.is_none() && !ship.anchored && !ship.aground
}

fn form(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ask: &Ask,
    lines: &[ShipLine],
) -> Option<FormView> {
    let state = context.state;
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    Some(match ask {
        Ask::Adjudicate { entry, ship, .. } => {
            adjudicate(state, form(format!("adjudicate:{}", entry.0), "Enter it"), ship)
        }
        Ask::Repair { ship, tasks, parties } => {
            let options = tasks.iter().map(|task| OptionView::of(task_key(task), task.title()));
            let most = u32::from(*parties).max(1);
            // To the one thing there is to do all of them may go.
            let usual = if tasks.len() == 1 { most } else { 1 };
            form(format!("repair:{ship}"), "Send them")
                .with(FieldView::choice("task", "At what", options.collect()))
                .with(FieldView::count("parties", "Crew parties", (1, most), usual))
                .forward(true)
        }
        Ask::Move { ship } => moves(context, question, ship, lines),
        Ask::PlanSpeed { ship, slowest, fastest } => {
            let own = state.ships.get(ship);
            let now = own.map_or(*slowest, |ship| ship.speed);
            let bounds = (f64::from(*slowest), f64::from((*fastest).max(*slowest)));
            form(format!("plan_speed:{ship}"), "Plan it")
                .with(FieldView::number("knots", "From next turn on", bounds, 1.0, "kn", f64::from(now)))
                .forward(own.is_some_and(may_get_under_way))
        }
        Ask::Fire { shooter, mounts, targets } => {
            if targets.is_empty() || mounts.is_empty() {
                return None;
            }
            let card = state.ships.get(shooter).map(|ship| &ship.card);
            let label = |id: &MountId| {
                let mount = card.and_then(|card| card.mounts.iter().find(|mount| mount.id == *id));
                mount.map_or_else(
                    || id.to_string(),
                    |mount| format!("{}: {} x {}", mount.place, mount.guns, mount.gun),
                )
            };
            let options = mounts.iter().map(|id| OptionView::of(id.to_string(), label(id))).collect();
            let all = mounts.iter().map(|id| id.to_string()).collect();
            form(format!("fire:{shooter}"), "Fire")
                .with(FieldView::choice("target", "At whom", ship_options(lines, targets)))
                .with(FieldView::several("mounts", "With which guns", options, all))
                .foreseen()
                .forward(true)
        }
        Ask::Undertake { ship, procedures } => {
            let others = state.ships.iter().filter(|(id, it)| *id != ship && it.present());
            let others = ship_options(lines, others.map(|(id, _)| id));
            let ways = procedures.iter().flat_map(|it| {
                let (key, title) = (procedure_key(*it), it.title());
                if it.needs_other() {
                    let with = |other: &OptionView| {
                        OptionView::of(
                            format!("{key}{WITH}{}", other.key),
                            format!("{title}: {}", other.label),
                        )
                    };
                    others.iter().map(with).collect()
                } else {
                    vec![OptionView::of(key, title)]
                }
            });
            form(format!("undertake:{ship}"), "Undertake it").with(FieldView::choice(
                "what",
                "What",
                ways.collect(),
            ))
        }
        Ask::Open | Ask::Roll { .. } | Ask::NextStep => return None,
    })
}

/// A ship was moved, or stays where she is; whom she strikes can be declared where she may touch somebody.
fn moves(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ship: &ShipId,
    lines: &[ShipLine],
) -> FormView {
    let state = context.state;
    let own = state.ships.get(ship);
    let enemies = state
        .ships
        .values()
        .filter(|it| it.present() && own.is_some_and(|own| own.card.side != it.card.side));
    let enemies = enemies.map(|enemy| &enemy.card.id);
    let near: Vec<&ShipId> = match context.table.touching(ship) {
        Ok(fact) => enemies.filter(|id| fact.near.iter().any(|contact| contact.ship == **id)).collect(),
        Err(_) => enemies.collect(),
    };
    let strikes = |key: &str, label: &str| {
        let nobody = OptionView::of(NONE, "Nobody");
        let options = [nobody].into_iter().chain(ship_options(lines, near.iter().copied()));
        FieldView::choice(key, label, options.collect())
    };
    let moved = context.moved.iter().any(|judged| judged.ship == *ship);
    let submit = if moved { "The move stands" } else { "She stays where she is" };
    let mut form = FormView::of(question, format!("move:{ship}"), submit).forward(true);
    if !near.is_empty() {
        form = form.with(strikes("ram", "She declared to ram"));
        if own.is_some_and(|own| own.spar == Spar::Rigged) {
            form = form.with(strikes("spar", "She attacks with her spar torpedo"));
        }
    }
    form
}

/// A procedure's own key, as the book writes it.
fn procedure_key(procedure: Procedure) -> String {
    serde_json::to_value(procedure).ok().and_then(|key| key.as_str().map(str::to_owned)).unwrap_or_default()
}

/// What may be done besides.
pub(super) fn optional_forms(context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    let lines = SpBp::ships(state);
    let mut forms = Vec::new();
    if !state.opened || state.step != Step::Movement {
        return forms;
    }
    for side in state.sides() {
        let who = Actor::Side(side.clone());
        let own = || state.ships.values().filter(|ship| ship.card.side == side && ship.present());
        let ids = |wanted: &dyn Fn(&ShipState) -> bool| -> Vec<ShipId> {
            own().filter(|ship| wanted(ship)).map(|ship| ship.card.id.clone()).collect()
        };
        let form = |key: &str, sentence: &str, submit: &str, ships: &[ShipId]| {
            let form = FormView::optional(&who, format!("{key}:{}", side.0), "SPB-3", sentence, submit);
            (!ships.is_empty())
                .then(|| form.with(FieldView::choice("ship", "Who", ship_options(&lines, ships))))
        };
        let still = ids(&|ship| !ship.anchored && ship.speed == 0);
        forms.extend(form("drop_anchor", "A ship at rest anchors.", "Drop anchor", &still));
        let anchored = ids(&|ship| ship.anchored);
        forms.extend(form("weigh_anchor", "A ship weighs her anchor.", "Weigh anchor", &anchored));
        let leave = form("leave", "A ship at the edge leaves the table.", "Leave", &ids(&|_| true));
        forms.extend(leave.map(|form| form.with(edge_field("Over which edge"))));
    }
    forms
}

/// The decision that a form stands for.
pub(super) fn decision(
    context: &FormContext<'_, State>,
    filled: &FilledForm<'_>,
) -> Result<Decision, FormError> {
    let state = context.state;
    let (kind, about) = filled.key();
    let (ship, settled) = (ShipId::new(about), filled.settled());
    let struck = |field: &str| Some(filled.ship(field)).filter(|it| ![NONE, ""].contains(&it.as_str()));
    Ok(match kind {
        "repair" => Decision::Repair { task: task(filled)?, parties: filled.byte("parties"), ship },
        "move" => {
            let ram = struck("ram").map(|target| Declares::Ram { target });
            let spar = struck("spar").map(|target| Declares::Spar { target });
            Decision::Move { ship, declares: ram.into_iter().chain(spar).collect(), settled }
        }
        "plan_speed" => Decision::PlanSpeed { ship, knots: filled.byte("knots") },
        "fire" => Decision::Fire {
            mounts: mount_choice(state, &ship, filled),
            shooter: ship,
            target: filled.ship("target"),
            settled,
        },
        "undertake" => {
            let what = filled.text("what");
            let (key, other) = what.split_once(WITH).map_or((what, None), |(key, other)| (key, Some(other)));
            let found = Procedure::UNDERTAKEN.into_iter().find(|procedure| procedure_key(*procedure) == key);
            let procedure = found.ok_or_else(|| FormError::because("Choose what she undertakes."))?;
            Decision::Undertake { ship, procedure, other: other.map(ShipId::new), settled }
        }
        "done" => Decision::Done { ship },
        "drop_anchor" => Decision::Anchor { ship: filled.ship("ship"), down: true },
        "weigh_anchor" => Decision::Anchor { ship: filled.ship("ship"), down: false },
        "leave" => Decision::Leave { ship: filled.ship("ship"), edge: edge_of(filled)? },
        other => return Err(FormError::because(format!("No form is called “{other}”."))),
    })
}

/// A repair as the key of an option, and back.
fn task_key(task: &Task) -> String {
    serde_json::to_string(task).unwrap_or_default()
}

fn task(filled: &FilledForm<'_>) -> Result<Task, FormError> {
    serde_json::from_str(filled.text("task"))
        .map_err(|_| FormError::because("Choose what her crew parties go to."))
}

/// The guns of these mounts that are ready; all that bear where every one is named.
fn mount_choice(state: &State, shooter: &ShipId, filled: &FilledForm<'_>) -> MountChoice {
    if filled.all_chosen("mounts") {
        return MountChoice::AllThatBear;
    }
    let ship = state.ships.get(shooter);
    let guns = |id: &MountId| {
        let mount = ship.and_then(|ship| ship.card.mounts.iter().find(|mount| mount.id == *id));
        ship.zip(mount).map_or(1, |(ship, mount)| ship.ready(mount)).max(1)
    };
    let these = filled.several("mounts").iter().map(|key| MountId(key.clone()));
    MountChoice::These(these.map(|mount| MountGuns { guns: guns(&mount), mount }).collect())
}
