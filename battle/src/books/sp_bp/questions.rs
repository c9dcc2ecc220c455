//! The questions of SP/BP, as forms: crew parties, moves with declarations, speeds, fire, undertakings.

use super::rulings::{self, adjudicate};
use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::book_forms::{BookForms, asks_in_order};
use crate::forms::builder::{all_of, ship_options};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{AskView, FieldView, FormView, OptionView};
use geometry::{ShipId, Verdict};
use rulesets::core::{Actor, Faces, WordedQuestion};
use rulesets::sp_bp::{
    Ask, Decision, Declares, MountChoice, MountGuns, MountId, Procedure, ShipState, SpBp, Spar, State, Step,
    Task,
};
use std::collections::BTreeSet;

/// The choice of nobody.
const NONE: &str = "none";
/// Separates a procedure from the ship that takes part in it, in the key of an option.
const WITH: char = ' ';

type Context<'a> = FormContext<'a, State>;
type Form<'a> = BookForm<'a, Decision>;

impl BookForms for SpBp {
    fn asks<'a>(&'a self, context: &Context<'a>) -> Vec<BookAsk<'a, Decision>> {
        let state = context.state;
        let dice: Vec<_> = state.rolls.iter().map(|roll| (roll.by.title(), &roll.request)).collect();
        let mut acting: BTreeSet<ShipId> = BTreeSet::new();
        let mut asks = asks_in_order(self, state, &dice, |question| {
            acting.extend(acts(state, &question.ask).cloned());
            if question.ask != Ask::NextStep {
                return form(context, question).into_iter().map(BookAsk::Form).collect::<Vec<_>>();
            }
            let done = acting.iter().map(|ship| BookAsk::Form(done(self, context, ship)));
            let end = AskView::EndStep { sentence: question.what.clone() };
            done.chain([BookAsk::Other(end)]).collect()
        });
        // A model that was moved waits for its decision.
        let waits = |ask: &BookAsk<'_, Decision>| {
            let BookAsk::Form(form) = ask else { return false };
            let ship = form.view.key.strip_prefix("move:");
            ship.is_some_and(|ship| context.moved.iter().any(|judged| judged.ship.as_str() == ship))
        };
        asks.sort_by_key(|ask| !waits(ask));
        asks
    }

    fn optional_forms<'a>(&'a self, context: &Context<'a>) -> Vec<Form<'a>> {
        anchors_and_edges(context)
    }

    fn rulings<'a>(&'a self, context: &Context<'a>) -> Vec<Form<'a>> {
        rulings::forms(self, context)
    }

    fn decision_to_roll(&self, context: &Context<'_>, faces: Faces) -> Option<Decision> {
        (!context.state.rolls.is_empty()).then_some(Decision::Roll { rolls: Vec::new(), faces })
    }

    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }
}

/// The ship that may take its turn with this question.
fn acts<'s>(state: &State, ask: &'s Ask) -> Option<&'s ShipId> {
    match ask {
        Ask::Move { ship } | Ask::Fire { shooter: ship, .. } | Ask::PlanSpeed { ship, .. } => Some(ship),
        // A ship without guns also has its turn, for which the others wait.
        Ask::Undertake { ship, .. } if state.step.is_fire() => Some(ship),
        _ => None,
    }
}

/// The form to end a ship's turn, so that the other side acts. It is the usual next command if this ship has nothing to
/// do and another one has.
fn done<'a>(book: &SpBp, context: &Context<'a>, ship: &ShipId) -> Form<'a> {
    let state = context.state;
    let side = state.ships.get(ship).map(|ship| &ship.card.side);
    let who = side.map_or(Actor::AllSides, |side| Actor::Side(side.clone()));
    let sentence = format!("{} has done what she will do in this step.", state.name(ship));
    let mut waiting = state.ships.values().filter(|other| !other.acted && Some(&other.card.side) != side);
    let idle = state.ships.get(ship).is_some_and(|ship| !has_business(book, context, ship));
    FormView::optional(&who, format!("done:{ship}"), state.step.rule(), &sentence, "Done")
        .forward(idle && waiting.any(|other| has_business(book, context, other)))
        .decides(|filled| Decision::Done { ship: filled.subject_ship() })
}

/// Returns whether a ship could do anything in its turn of this step: a move, or fire at a target.
fn has_business(book: &SpBp, context: &Context<'_>, ship: &ShipState) -> bool {
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

/// Returns whether the ship is at rest and could get under way; speeds are planned one turn ahead.
fn may_get_under_way(ship: &ShipState) -> bool {
    ship.speed == 0 && ship.planned.is_none() && !ship.anchored && !ship.aground
}

fn form<'a>(context: &Context<'a>, question: &WordedQuestion<Ask>) -> Option<Form<'a>> {
    let state = context.state;
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    Some(match &question.ask {
        Ask::Adjudicate { entry, ship, .. } => {
            adjudicate(state, form(format!("adjudicate:{}", entry.0), "Enter it"), *entry, ship)
        }
        Ask::Repair { ship, tasks, parties } => {
            // The key of a repair is its task, serialised as in the book.
            let key = |task: &Task| serde_json::to_string(task).unwrap_or_default();
            let options = tasks.iter().map(|task| OptionView::of(key(task), task.title()));
            let most = u32::from(*parties).max(1);
            // If there is only one task, all parties may do it.
            let usual = if tasks.len() == 1 { most } else { 1 };
            form(format!("repair:{ship}"), "Send them")
                .with(FieldView::choice("task", "At what", options.collect()))
                .with(FieldView::count("parties", "Crew parties", (1, most), usual))
                .forward(true)
                .reads(|filled| {
                    let task = serde_json::from_str(filled.text("task"));
                    Ok(Decision::Repair {
                        task: task.map_err(|_| FormError::not_offered())?,
                        parties: filled.byte("parties"),
                        ship: filled.subject_ship(),
                    })
                })
        }
        Ask::Move { ship } => moves(context, question, ship),
        Ask::PlanSpeed { ship, slowest, fastest } => {
            let own = state.ships.get(ship);
            let now = own.map_or(*slowest, |ship| ship.speed);
            let bounds = (f64::from(*slowest), f64::from((*fastest).max(*slowest)));
            form(format!("plan_speed:{ship}"), "Plan it")
                .with(FieldView::number("knots", "From next turn on", bounds, 1.0, "kn", f64::from(now)))
                .forward(own.is_some_and(may_get_under_way))
                .decides(|filled| Decision::PlanSpeed {
                    ship: filled.subject_ship(),
                    knots: filled.byte("knots"),
                })
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
            form(format!("fire:{shooter}"), "Fire")
                .with(FieldView::choice("target", "At whom", ship_options::<SpBp>(state, targets)))
                .with(all_of("mounts", "With which guns", options))
                .foreseen()
                .forward(true)
                .decides(move |filled| Decision::Fire {
                    mounts: mount_choice(state, filled),
                    shooter: filled.subject_ship(),
                    target: filled.ship("target"),
                    settled: filled.settled(),
                })
        }
        Ask::Undertake { ship, procedures } => undertakings(context, question, ship, procedures),
        Ask::Open | Ask::Roll { .. } | Ask::NextStep => return None,
    })
}

fn undertakings<'a>(
    context: &Context<'a>,
    question: &WordedQuestion<Ask>,
    ship: &ShipId,
    procedures: &[Procedure],
) -> Form<'a> {
    let others = context.state.ships.iter().filter(|(id, it)| *id != ship && it.present());
    let others = ship_options::<SpBp>(context.state, others.map(|(id, _)| id));
    let ways = procedures.iter().flat_map(|it| {
        let (key, title) = (procedure_key(*it), it.title());
        let with = |other: &OptionView| {
            OptionView::of(format!("{key}{WITH}{}", other.key), format!("{title}: {}", other.label))
        };
        match it.needs_other() {
            true => others.iter().map(with).collect(),
            false => vec![OptionView::of(key, title)],
        }
    });
    FormView::of(question, format!("undertake:{ship}"), "Undertake it")
        .with(FieldView::choice("what", "What", ways.collect()))
        .reads(|filled| {
            let what = filled.text("what");
            let (key, other) = what.split_once(WITH).map_or((what, None), |(key, other)| (key, Some(other)));
            let found = Procedure::UNDERTAKEN.into_iter().find(|procedure| procedure_key(*procedure) == key);
            Ok(Decision::Undertake {
                ship: filled.subject_ship(),
                procedure: found.ok_or_else(FormError::not_offered)?,
                other: other.map(ShipId::new),
                settled: filled.settled(),
            })
        })
}

/// The form for a ship that was moved or stays where it is; a strike can be declared if it may touch another ship.
fn moves<'a>(context: &Context<'a>, question: &WordedQuestion<Ask>, ship: &ShipId) -> Form<'a> {
    let state = context.state;
    let own = state.ships.get(ship);
    let enemies = state
        .ships
        .values()
        .filter(|it| it.present() && own.is_some_and(|own| own.card.side != it.card.side));
    let near = context.near(ship, enemies.map(|enemy| &enemy.card.id));
    let strikes = |key: &str, label: &str| {
        let nobody = OptionView::of(NONE, "Nobody");
        let options = [nobody].into_iter().chain(ship_options::<SpBp>(state, near.iter().copied()));
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
    form.decides(|filled| {
        let struck = |field: &str| Some(filled.ship(field)).filter(|it| ![NONE, ""].contains(&it.as_str()));
        let ram = struck("ram").map(|target| Declares::Ram { target });
        let spar = struck("spar").map(|target| Declares::Spar { target });
        Decision::Move {
            ship: filled.subject_ship(),
            declares: ram.into_iter().chain(spar).collect(),
            settled: filled.settled(),
        }
    })
}

/// The key of a procedure, serialised as in the book.
fn procedure_key(procedure: Procedure) -> String {
    serde_json::to_value(procedure).ok().and_then(|key| key.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The optional actions: ships anchor, weigh anchor, or leave over an edge.
fn anchors_and_edges<'a>(context: &Context<'a>) -> Vec<Form<'a>> {
    let state = context.state;
    if !state.opened || state.step != Step::Movement {
        return Vec::new();
    }
    let mut forms = Vec::new();
    for side in state.sides() {
        let who = Actor::Side(side.clone());
        let form = |key: &str, sentence: &str, submit: &str, wanted: &dyn Fn(&ShipState) -> bool| {
            let own = state.ships.values().filter(|ship| ship.card.side == side && ship.present());
            let own = own.filter(|ship| wanted(ship)).map(|ship| &ship.card.id);
            let ships = ship_options::<SpBp>(state, own);
            let form =
                FormView::optional(&who, format!("{key}:{}", side.as_str()), "SPB-3", sentence, submit);
            (!ships.is_empty()).then(|| form.with(FieldView::choice("ship", "Who", ships)))
        };
        let still = |ship: &ShipState| !ship.anchored && ship.speed == 0;
        let drop = form("drop_anchor", "A ship at rest anchors.", "Drop anchor", &still);
        let weigh = form("weigh_anchor", "A ship weighs her anchor.", "Weigh anchor", &|ship| ship.anchored);
        for (form, down) in [(drop, true), (weigh, false)] {
            let anchor = move |filled: &FilledForm<'_>| Decision::Anchor { ship: filled.ship("ship"), down };
            forms.extend(form.map(|form| form.decides(anchor)));
        }
        let leave = form("leave", "A ship at the edge leaves the table.", "Leave", &|_| true);
        forms.extend(leave.map(|form| form.leaves(|ship, edge| Decision::Leave { ship, edge })));
    }
    forms
}

/// The ready guns of the chosen mounts, or all that bear if every mount is chosen.
fn mount_choice(state: &State, filled: &FilledForm<'_>) -> MountChoice {
    let Some(these) = filled.fewer_than_all("mounts") else { return MountChoice::AllThatBear };
    let ship = state.ships.get(&filled.subject_ship());
    let guns = |id: &MountId| {
        let mount = ship.and_then(|ship| ship.card.mounts.iter().find(|mount| mount.id == *id));
        ship.zip(mount).map_or(1, |(ship, mount)| ship.ready(mount)).max(1)
    };
    let these = these.iter().map(|key| MountId::new(key.clone()));
    MountChoice::These(these.map(|mount| MountGuns { guns: guns(&mount), mount }).collect())
}
