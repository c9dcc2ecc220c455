//! Sentences for events, with rule ids; made for display and never stored.

use crate::core::{Operation, RuleId, Settlement, Term};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::decision::UmpireOrder;
use crate::noddy::events::event::{Event, Reading, ShipCourse};
use crate::noddy::events::outcome::Fire;
use crate::noddy::movement::orders::knots;
use crate::noddy::state::battle::State;
use crate::noddy::state::card::GunId;
use crate::noddy::state::ship::{Course, Written};
use geometry::Flank;

/// One or more sentences for an event.
pub(crate) fn sentences(state: &State, event: &Event) -> Vec<String> {
    let name = |ship| state.name(ship).to_owned();
    match event {
        Event::Opened { ships, batteries, regiments, .. } => vec![format!(
            "The battle begins: {} ships, {} batteries, {} regiments (NOD-7).",
            ships.len(),
            batteries.len(),
            regiments.len()
        )],
        Event::ChartDrawn { areas } => {
            let names: Vec<&str> = areas.iter().map(|area| area.area.name.as_str()).collect();
            vec![format!("On the umpire's chart: {} (NOD-30).", names.join(", "))]
        }
        Event::OrdersWritten { orders, .. } => orders
            .iter()
            .map(|order| match &order.order {
                Written::Here { course } => {
                    format!("{}: {} (NOD-9).", name(&order.ship), course_text(course))
                }
                Written::OnPaper => format!("{}'s orders are kept on paper (NOD-9).", name(&order.ship)),
            })
            .collect(),
        Event::OrdersRevealed { courses, .. } => courses.iter().map(|it| revealed(state, it)).collect(),
        Event::OrdersReadOut { ship, course, .. } => {
            vec![format!("{}: {} (NOD-9).", name(ship), course_text(course))]
        }
        Event::StepBegan { turn, step, segment, segments, .. } => {
            let part = if *segments > 1 {
                format!(", segment {} of {segments}", segment + 1)
            } else {
                String::new()
            };
            vec![format!("Move {turn}, {}: {}{part} (NOD-7).", step.number(), step.title())]
        }
        Event::ChartMet { ship, areas, .. } => {
            let names: Vec<&str> = areas.iter().map(|area| state.area_name(area)).collect();
            let met = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
            vec![format!("{}'s way lay in {met} of the chart (NOD-30).", name(ship))]
        }
        Event::Moved { review, changes, .. } => {
            let way = review.way.map_or(0.0, |way| way.length_in.value);
            let mut all = vec![match review.step {
                crate::noddy::state::step::Step::Turn => {
                    let turned = review.way.map_or(0.0, |way| way.turned_deg.value);
                    format!("{} turns {turned:.0} degrees (NOD-8).", name(&review.ship))
                }
                _ => format!("{} goes {way:.2} in (NOD-7).", name(&review.ship)),
            }];
            all.extend(settled(&review.settled));
            all.extend(changes.iter().map(|change| change_text(state, change)));
            all
        }
        Event::FireDeclared { fire, .. } => fire_text(state, fire),
        Event::MusketryDeclared { fire, .. } => {
            let mut all = vec![format!(
                "{} fires its muskets at {}, {:.2} in (NOD-21).",
                name(&fire.regiment),
                name(&fire.target),
                fire.range_in.value
            )];
            all.extend(settled(&fire.settled));
            all
        }
        Event::Rammed { impact, .. } => {
            let mut all = vec![format!(
                "{} rams {} at {} knots, {:.0} degrees: {} (NOD-23).",
                name(&impact.rammer),
                name(&impact.rammee),
                knots(impact.speed),
                impact.angle_deg.value,
                terms_text(&impact.terms)
            )];
            all.extend(settled(&impact.settled));
            all
        }
        Event::ContactSettled { ship, goes_on, changes } => {
            let comes_of_it =
                if *goes_on { "scrapes past and goes on" } else { "does not ram, and comes to rest" };
            let mut all = vec![format!("{} {comes_of_it} (NOD-AMB-26).", name(ship))];
            all.extend(changes.iter().map(|change| change_text(state, change)));
            all
        }
        Event::RefloatTried { ship, .. } => vec![format!("{} tries to get free (NOD-10).", name(ship))],
        Event::DiceThrown { thrown } => thrown
            .iter()
            .map(|thrown| {
                let faces: Vec<String> = thrown.faces.iter().map(ToString::to_string).collect();
                format!("{}: {}.", thrown.request.label, faces.join(", "))
            })
            .collect(),
        Event::Read { read } => read_text(state, read),
        Event::Sank { changes } => changes.iter().map(|change| change_text(state, change)).collect(),
        Event::Drifted { drift } => {
            let names: Vec<String> = drift.ships.iter().map(name).collect();
            vec![format!("The current takes {} along (NOD-25).", names.join(", "))]
        }
        Event::Left { ship, edge, .. } => {
            vec![format!("{} leaves over the {} edge (NOD-11).", name(ship), edge.word())]
        }
        Event::FactsTyped { facts, reason } => {
            vec![format!("{} facts are typed: {reason} (NOD-11).", facts.len())]
        }
        Event::OptionSet { option, reason, .. } => {
            vec![format!("{} is {} now: {reason} (NOD-11).", option.name, option.value)]
        }
        Event::UmpireOrdered { order, reason, changes, .. } => {
            let mut all = vec![format!("The umpire rules: {}: {reason}", order_text(state, order))];
            all.extend(changes.iter().map(|change| change_text(state, change)));
            all
        }
    }
}

fn revealed(state: &State, it: &ShipCourse) -> String {
    let name = state.name(&it.ship);
    match (&it.course, it.of_itself) {
        (Some(course), false) => format!("{name}: {} (NOD-9).", course_text(course)),
        (Some(course), true) => format!("{name} goes as she goes: {} (NOD-25).", course_text(course)),
        (None, _) => format!("{name}'s orders are on paper (NOD-9)."),
    }
}

/// "6 knots, 30 degrees to port".
pub(crate) fn course_text(course: &Course) -> String {
    let way = match course.speed {
        0 => "no way".to_owned(),
        speed if speed < 0 => format!("{} knots astern", knots(speed.abs())),
        speed => format!("{} knots", knots(speed)),
    };
    match course.turn_deg {
        turn if turn > 0.0 => format!("{way}, {turn:.0} degrees to starboard"),
        turn if turn < 0.0 => format!("{way}, {:.0} degrees to port", -turn),
        _ => way,
    }
}

fn terms_text(terms: &[Term]) -> String {
    let term = |term: &Term| match term.operation {
        Operation::Start => format!("{} {}", term.label, term.value),
        _ => format!("{} {:+}", term.label, term.value),
    };
    let all: Vec<String> = terms.iter().map(term).collect();
    if all.is_empty() { "no modifier".to_owned() } else { all.join(", ") }
}

fn fire_text(state: &State, fire: &Fire) -> Vec<String> {
    let mut all = vec![format!(
        "{} fires at {}, {:.2} in, {}, armour class {} (NOD-14, NOD-16).",
        state.name(&fire.firer),
        state.name(&fire.target),
        fire.range_in.value,
        fire.band.word().replace('_', " "),
        fire.armour
    )];
    // Guns with the same sum share a sentence.
    let mut sums: Vec<(&[Term], i16, Vec<&GunId>)> = Vec::new();
    for shot in &fire.guns {
        match sums.iter_mut().find(|(terms, _, _)| *terms == shot.terms) {
            Some((_, _, guns)) => guns.push(&shot.gun),
            None => sums.push((&shot.terms, shot.plus(), vec![&shot.gun])),
        }
    }
    for (terms, plus, guns) in sums {
        let guns: Vec<String> = guns.iter().map(ToString::to_string).collect();
        all.push(format!("{}: {} = {plus:+} (NOD-17).", guns.join(", "), terms_text(terms)));
    }
    all.extend(settled(&fire.settled));
    all
}

fn settled(settled: &[Settlement]) -> Vec<String> {
    let one = |it: &Settlement| {
        format!("Too close to call, and settled by the players: {}: {} (NOD-11).", it.key, it.reading)
    };
    settled.iter().map(one).collect()
}

fn read_text(state: &State, read: &Reading) -> Vec<String> {
    let faces: Vec<String> = read.faces.iter().map(ToString::to_string).collect();
    let rules: Vec<&str> = read.rules.iter().map(RuleId::as_str).collect();
    let needs = read.needs.map_or_else(String::new, |needs| format!(" of {needs} needed"));
    let mut all = vec![format!(
        "{}: {}, {}{needs}: {} ({}).",
        state.name(&read.ship),
        faces.join(" and "),
        read.total,
        read.text,
        rules.join(", ")
    )];
    all.extend(read.changes.iter().map(|change| change_text(state, change)));
    all
}

fn change_text(state: &State, change: &Change) -> String {
    let name = state.name(&change.ship);
    match &change.to {
        Becomes::TopSpeed { half_knots } => {
            format!("{name}'s top speed is {} knots (NOD-27).", knots(*half_knots))
        }
        Becomes::Speed { half_knots } => format!("{name} makes {} knots.", knots(*half_knots)),
        Becomes::Makes { half_knots } => {
            format!("{name} makes {} knots for the rest of this move (NOD-AMB-28).", knots(*half_knots))
        }
        Becomes::Gun { gun, lost: true } => format!("{name} loses {gun} (NOD-27)."),
        Becomes::Gun { gun, lost: false } => format!("{name} has {gun} again."),
        Becomes::Shut { gun, until } => {
            format!("{name}'s {gun} is shut up to and with move {until} (NOD-19).")
        }
        Becomes::Lists { to: Flank::Port } => format!("{name} lists to port (NOD-19)."),
        Becomes::Lists { to: Flank::Starboard } => format!("{name} lists to starboard (NOD-19)."),
        Becomes::Pipes { damaged: true } => format!("{name}'s steam pipes are damaged (NOD-19)."),
        Becomes::Pipes { damaged: false } => format!("{name}'s steam pipes are mended."),
        Becomes::Stack { hits } => format!("{name}'s smoke stack is hit, {hits} in all (NOD-19)."),
        Becomes::Helmless { until } => format!("Nobody steers {name} up to and with move {until} (NOD-19)."),
        Becomes::Steering { until } => {
            format!("{name} can't be steered up to and with move {until} (NOD-19).")
        }
        Becomes::Jammed { until } => {
            format!("{name}'s engines are jammed up to and with move {until} (NOD-19).")
        }
        Becomes::Burning { attempts: Some(0) } => format!("{name} burns (NOD-19)."),
        Becomes::Burning { attempts: Some(made) } => {
            format!("{name} burns on after {made} attempts (NOD-AMB-22).")
        }
        Becomes::Burning { attempts: None } => format!("{name} burns no more."),
        Becomes::Steam { full: true } => format!("{name} is full of steam (NOD-19)."),
        Becomes::Steam { full: false } => format!("{name} is clear of steam."),
        Becomes::Abandoned => format!("{name}'s crew leaves her (NOD-19)."),
        Becomes::Crippled => format!("{name} is crippled and drifts with the current (NOD-24)."),
        Becomes::Sinks { after } => format!("{name} sinks at the end of move {after} (NOD-26)."),
        Becomes::Aground { attempts: Some(0) } => format!("{name} is aground (NOD-10)."),
        Becomes::Aground { attempts: Some(made) } => {
            format!("{name} is aground after {made} attempts (NOD-10).")
        }
        Becomes::Aground { attempts: None } => format!("{name} is afloat."),
        Becomes::InContact { with } => {
            let others: Vec<&str> = with.iter().map(|other| state.name(other)).collect();
            format!("{name} touches {} (NOD-11).", others.join(" and "))
        }
        Becomes::Stopped => format!("{name}'s way is over for this move (NOD-11)."),
        Becomes::Lost { fate } => format!("{name} is {} (NOD-19, NOD-26).", fate.word()),
    }
}

fn order_text(state: &State, order: &UmpireOrder) -> String {
    match order {
        UmpireOrder::Split { segments } => format!("the half move is made in {segments} segments (NOD-11)"),
        UmpireOrder::Special { ship } => format!("a special effect for {} (NOD-31)", state.name(ship)),
        UmpireOrder::Hit { ship, .. } => format!("a hit on {} (NOD-11)", state.name(ship)),
        UmpireOrder::LoseSpeed { ship, half_knots } => {
            format!("{} loses {} knots (NOD-11)", state.name(ship), knots(*half_knots))
        }
        UmpireOrder::Set { change } => format!("{} is set right (NOD-11)", state.name(&change.ship)),
        UmpireOrder::MoveAgain { ship } => format!("{} moves again (NOD-11)", state.name(ship)),
        UmpireOrder::Chart { area } => format!("{} is on the chart (NOD-30)", area.area.name),
        UmpireOrder::Unchart { area } => format!("{} is off the chart (NOD-30)", state.area_name(area)),
        UmpireOrder::Note { text } => format!("{text} (NOD-11)"),
    }
}
