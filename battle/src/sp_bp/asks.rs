//! What SP/BP asks, as forms: crew parties, moves with what was declared, speeds, fire, undertakings.

use super::rulings::adjudicate;
use crate::asking::{Asking, Filled, Unclear, edge_field, edge_of, roll_ask, ship_options};
use crate::view::{AskView, FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, Book, PlayedBook, Question, ShipLine};
use rulesets::sp_bp::{
    Ask, Decision, Declares, MountChoice, MountGuns, MountId, Procedure, ShipState, SpBp, State, Step, Task,
};
use std::collections::BTreeSet;

/// Nobody.
const NONE: &str = "none";

/// What is asked now.
pub(super) fn asks(book: &SpBp, asking: &Asking<'_, State>) -> Vec<AskView> {
    let state = asking.state;
    let lines = SpBp::ships(state);
    let mut asks = Vec::new();
    let rolls: Vec<_> = state.rolls.iter().map(|roll| (roll.by.title(), &roll.request)).collect();
    asks.extend(roll_ask(&rolls));
    let mut acting: BTreeSet<ShipId> = BTreeSet::new();
    for question in book.questions(state) {
        match &question.ask {
            Ask::NextStep => {
                asks.extend(acting.iter().map(|ship| AskView::Form(done(state, ship))));
                asks.push(AskView::EndStep { sentence: question.what.clone() });
            }
            ask => {
                let form = form(state, &question, ask, &lines);
                if let Ask::Move { ship } | Ask::Fire { shooter: ship, .. } | Ask::PlanSpeed { ship, .. } =
                    ask
                {
                    acting.insert(ship.clone());
                }
                asks.extend(form.map(AskView::Form));
            }
        }
    }
    asks
}

/// She has done what she will do: the other side acts.
fn done(state: &State, ship: &ShipId) -> FormView {
    let who = state.ships.get(ship).map_or(Actor::AllSides, |ship| Actor::Side(ship.card.side.clone()));
    let sentence = format!("{} has done what she will do in this step.", state.name(ship));
    FormView::free(&who, format!("done:{ship}"), state.step.rule(), &sentence, "Done")
}

fn form(state: &State, question: &Question<Ask>, ask: &Ask, lines: &[ShipLine]) -> Option<FormView> {
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    let enemies = |of: &ShipId| {
        let side = state.ships.get(of).map(|ship| &ship.card.side);
        let others = state.ships.values().filter(|it| it.present() && Some(&it.card.side) != side);
        let ids: Vec<ShipId> = others.map(|ship| ship.card.id.clone()).collect();
        let nobody = OptionView::of(NONE, "Nobody");
        [nobody].into_iter().chain(ship_options(lines, &ids)).collect::<Vec<_>>()
    };
    Some(match ask {
        Ask::Adjudicate { entry, ship, .. } => {
            adjudicate(state, form(format!("adjudicate:{}", entry.0), "Enter it"), ship)
        }
        Ask::Repair { ship, tasks, parties } => {
            let options = tasks.iter().map(|task| OptionView::of(task_key(task), task.title()));
            let most = u32::from(*parties).max(1);
            form(format!("repair:{ship}"), "Send them")
                .with(FieldView::choice("task", "At what", options.collect()))
                .with(FieldView::count("parties", "Crew parties", (1, most), 1))
        }
        Ask::Move { ship } => form(format!("move:{ship}"), "The move stands")
            .with(FieldView::choice("ram", "She declared to ram", enemies(ship)))
            .with(FieldView::choice("spar", "She attacks with her spar torpedo", enemies(ship))),
        Ask::PlanSpeed { ship, slowest, fastest } => {
            let now = state.ships.get(ship).map_or(*slowest, |ship| ship.speed);
            let bounds = (f64::from(*slowest), f64::from((*fastest).max(*slowest)));
            form(format!("plan_speed:{ship}"), "Plan it").with(FieldView::number(
                "knots",
                "From next turn on",
                bounds,
                1.0,
                "kn",
                f64::from(now),
            ))
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
        }
        Ask::Undertake { ship, procedures } => {
            let options = procedures.iter().map(|it| OptionView::of(procedure_key(*it), it.title()));
            let others: Vec<&ShipId> =
                state.ships.iter().filter(|(id, it)| *id != ship && it.present()).map(|(id, _)| id).collect();
            let nobody = OptionView::of(NONE, "Nobody");
            let others = [nobody].into_iter().chain(ship_options(lines, others)).collect();
            form(format!("undertake:{ship}"), "Undertake it")
                .with(FieldView::choice("procedure", "What", options.collect()))
                .with(FieldView::choice("other", "With whom", others))
        }
        Ask::Open | Ask::Roll { .. } | Ask::NextStep => return None,
    })
}

/// A procedure's own key, as the book writes it.
fn procedure_key(procedure: Procedure) -> String {
    serde_json::to_value(procedure).ok().and_then(|key| key.as_str().map(str::to_owned)).unwrap_or_default()
}

/// What may be done besides.
pub(super) fn also(asking: &Asking<'_, State>) -> Vec<FormView> {
    let state = asking.state;
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
            let form = FormView::free(&who, format!("{key}:{}", side.0), "SPB-3", sentence, submit);
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
pub(super) fn decision(asking: &Asking<'_, State>, filled: &Filled<'_>) -> Result<Decision, Unclear> {
    let state = asking.state;
    let (kind, about) = filled.key();
    let (ship, settled) = (ShipId::new(about), filled.settled());
    let other = |field: &str| Some(filled.ship(field)).filter(|other| other.as_str() != NONE);
    Ok(match kind {
        "repair" => Decision::Repair { task: task(filled)?, parties: filled.byte("parties"), ship },
        "move" => {
            let ram = other("ram").map(|target| Declares::Ram { target });
            let spar = other("spar").map(|target| Declares::Spar { target });
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
            let key = filled.text("procedure");
            let found = Procedure::UNDERTAKEN.into_iter().find(|procedure| procedure_key(*procedure) == key);
            let procedure = found.ok_or_else(|| Unclear::because("Choose what she undertakes."))?;
            Decision::Undertake { ship, procedure, other: other("other"), settled }
        }
        "done" => Decision::Done { ship },
        "drop_anchor" => Decision::Anchor { ship: filled.ship("ship"), down: true },
        "weigh_anchor" => Decision::Anchor { ship: filled.ship("ship"), down: false },
        "leave" => Decision::Leave { ship: filled.ship("ship"), edge: edge_of(filled)? },
        other => return Err(Unclear::because(format!("No form is called “{other}”."))),
    })
}

/// A repair as the key of an option, and back.
fn task_key(task: &Task) -> String {
    serde_json::to_string(task).unwrap_or_default()
}

fn task(filled: &Filled<'_>) -> Result<Task, Unclear> {
    serde_json::from_str(filled.text("task"))
        .map_err(|_| Unclear::because("Choose what her crew parties go to."))
}

/// The guns of these mounts that are ready; all that bear where every one is named.
fn mount_choice(state: &State, shooter: &ShipId, filled: &Filled<'_>) -> MountChoice {
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
