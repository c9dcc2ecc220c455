//! Plain sentences for events, made when shown.

use crate::core::RuleId;
use crate::gunboat::aim::Aim;
use crate::gunboat::decision::{BoxTick, UmpireOrder};
use crate::gunboat::event::{ChartCell, Event, Salvo, TableOutcome, TakesHold};
use crate::gunboat::movement::MoveReview;
use crate::gunboat::seamanship::knots;
use crate::gunboat::state::{Bond, BondKind, Chart, Effect, Fate, State};
use crate::gunboat::telling::{loss_text, mark_name, tell};
use geometry::Flank;

/// One or two sentences for an event, each with its rules.
pub(crate) fn sentences(state: &State, event: &Event) -> Vec<String> {
    match event {
        Event::Opened { ships, .. } => {
            let names: Vec<&str> = ships.iter().map(|setup| setup.card.name.as_str()).collect();
            vec![format!("The battle begins: {} (GUN-3).", names.join(", "))]
        }
        Event::SalvoDeclared { salvo, .. } => salvo_sentences(state, salvo),
        Event::DiceThrown { thrown } => thrown
            .iter()
            .map(|roll| {
                let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
                format!("{}: {} shows {}.", roll.request.label, roll.request.die, faces.join(", "))
            })
            .collect(),
        Event::ChartRead { target, chart, column_label, die, cell, parties_lost, fort, rules, .. } => {
            let name = mark_name(state, target);
            let letter = chart.letter();
            let result = match cell {
                ChartCell::Critical => "a critical hit".to_owned(),
                ChartCell::Lucky => "a lucky hit".to_owned(),
                ChartCell::Hits { hits, .. } => count(*hits, "hit"),
            };
            let party = if *parties_lost > 0 { "; a boarding party is lost" } else { "" };
            let mut all = vec![format!(
                "Chart {letter}, column {column_label}, die {die}: {result} on {name}{party} {}.",
                cite(rules)
            )];
            all.extend(fort.as_ref().and_then(|hit| loss_text(state, &hit.fort, &hit.loss)));
            all
        }
        Event::TableRead { ship, table, path, text, outcome, parties_lost, rules, .. } => {
            let faces: Vec<String> = path.iter().map(ToString::to_string).collect();
            let party = if *parties_lost > 0 { "; a boarding party is lost" } else { "" };
            let result = match outcome {
                TableOutcome::Miss => "a miss, for it is gone already".to_owned(),
                TableOutcome::Effect { effect } => effect_text(effect),
                TableOutcome::Hits | TableOutcome::MagazineExplodes { .. } | TableOutcome::RollFollows => {
                    lower(text)
                }
            };
            let (title, name) = (table.title(), state.name(ship));
            vec![format!("{title}, die {}: {name}: {result}{party} {}.", faces.join(" then "), cite(rules))]
        }
        Event::PowerRolled { ship, die, knots, .. } => {
            let name = state.name(ship);
            vec![format!(
                "Die {die}: {name}'s disabled engines give {} this turn (GUN-45).",
                count(*knots, "knot")
            )]
        }
        Event::SectionChosen { section, .. } => {
            vec![format!("The hits go into {} (GUN-AMB-15).", section.word())]
        }
        Event::Ticked { ship, boxes, takes_hold, fate, .. } => {
            let when = match takes_hold {
                TakesHold::Now => "",
                TakesHold::StepEnd => "; it takes hold when the step ends (GUN-AMB-11)",
            };
            let name = state.name(ship);
            let mut all = vec![format!("{name} checks off {} (GUN-40){when}.", box_list(boxes))];
            all.extend(fate.map(|fate| fate_text(name, fate)));
            all
        }
        Event::DamageTookHold { ships, lost, forts } => {
            let names: Vec<&str> = ships.iter().chain(forts).map(|id| state.name(id)).collect();
            let mut all = vec![format!("Damage takes hold on {} (GUN-AMB-11).", names.join(", "))];
            all.extend(lost.iter().map(|loss| fate_text(state.name(&loss.ship), loss.fate)));
            all
        }
        Event::EffectsCounted { ships } => ships
            .iter()
            .map(|left| {
                let effects: Vec<String> = left.effects.iter().map(effect_text).collect();
                let list =
                    if effects.is_empty() { "is in hand again".to_owned() } else { effects.join(", ") };
                format!("{}: {list} (GUN-AMB-18).", state.name(&left.ship))
            })
            .collect(),
        Event::SpeedRung { ship, speed, limits } => {
            let rule = if limits.coasting { "GUN-12" } else { "GUN-9" };
            vec![format!("{} rings up {} knots ({rule}).", state.name(ship), knots(*speed))]
        }
        Event::Moved { review, .. } => vec![move_text(state, review)],
        Event::StayedPut { ships } => {
            let names: Vec<&str> = ships.iter().map(|stayed| state.name(&stayed.ship)).collect();
            vec![format!("{} went nowhere (GUN-18).", names.join(", "))]
        }
        Event::Anchored { ship, down: true } => vec![format!("{} drops anchor.", state.name(ship))],
        Event::Anchored { ship, down: false } => vec![format!("{} weighs.", state.name(ship))],
        Event::Bound { bond } => vec![bond_text(state, bond)],
        Event::CastOff { bond } => {
            vec![format!("{} and {} cast off.", state.name(&bond.first), state.name(&bond.second))]
        }
        Event::Arrived { ship } => vec![format!("{} arrives.", state.name(ship))],
        Event::Left { ship, edge } => {
            vec![format!("{} leaves the table over its {} edge.", state.name(ship), edge.word())]
        }
        Event::MortarFired { .. }
        | Event::MortarRead { .. }
        | Event::FortCheckRead { .. }
        | Event::FortTableRead { .. }
        | Event::PartiesFormed { .. }
        | Event::Embarked { .. }
        | Event::GrappleTried { .. }
        | Event::GrappleRead { .. }
        | Event::PartiesFiredAt { .. }
        | Event::BoardingRead { .. }
        | Event::LaunchHitRead { .. }
        | Event::LockedHitsRead { .. }
        | Event::LaunchGrappleRead { .. }
        | Event::MeleeRead { .. } => tell(state, event),
        Event::StepBegan { turn, step, .. } => {
            vec![format!("Turn {turn}, step {}: {} (GUN-4).", step.number(), step.title())]
        }
        Event::OptionSet { option, reason, .. } => {
            vec![format!("The option “{}” is now {}: {reason}", option.name, option.value)]
        }
        Event::UmpireOrdered { order, reason, fate, .. } => umpire_sentences(state, order, reason, *fate),
    }
}

fn salvo_sentences(state: &State, salvo: &Salvo) -> Vec<String> {
    let guns: Vec<String> = salvo
        .mounts
        .iter()
        .map(|mount| format!("{} × {} ({}, factor {})", mount.guns, mount.gun, mount.band.word(), mount.pf))
        .collect();
    let first = format!(
        "{} fires {} at {}, {:.3} in (GUN-23, GUN-25).",
        state.name(&salvo.shooter),
        guns.join(", "),
        match salvo.aim {
            Aim::Boarders => format!("the boarders on {}", state.name(&salvo.target)),
            _ => mark_name(state, &salvo.target),
        },
        salvo.range_in.value
    );
    let charts: Vec<String> = salvo
        .pools
        .iter()
        .map(|pool| {
            let letter = pool.chart.letter();
            let (what, rule) = match pool.chart {
                Chart::A => ("guns", "GUN-33"),
                Chart::B => ("factors", "GUN-36"),
            };
            match &pool.column_label {
                Some(column) => format!("{} {what} on chart {letter}, column {column} ({rule})", pool.total),
                None => format!("nothing left to count on chart {letter} (GUN-AMB-7)"),
            }
        })
        .collect();
    let mut all = vec![first, format!("Against armor {}: {} (GUN-31).", salvo.armor, charts.join("; "))];
    all.extend(salvo.settled.iter().map(|settled| {
        format!("Too close to call, and settled by the players: {}: {}.", settled.key, settled.reading)
    }));
    all
}

fn move_text(state: &State, review: &MoveReview) -> String {
    let name = state.name(&review.ship);
    let made = knots(review.speed);
    match &review.way {
        Some(way) => format!(
            "{name} goes {:.2} in of {:.2} at {made} knots and turns {:.0}° (GUN-18, GUN-19).",
            way.length_in.value, review.allowance_in, way.turned_deg.value
        ),
        None => format!("{name} moves at {made} knots (GUN-18)."),
    }
}

fn bond_text(state: &State, bond: &Bond) -> String {
    let (first, second) = (state.name(&bond.first), state.name(&bond.second));
    match bond.kind {
        BondKind::Towed => format!("{first} takes {second} in tow."),
        BondKind::Tugged => format!("{first} helps {second} about (GUN-16)."),
        BondKind::Lashed => format!("{first} and {second} are lashed together."),
        BondKind::Grappled => format!("{first} has grappled {second} (GUN-77)."),
        BondKind::Locked => format!("{first} and {second} are locked together (GUN-85)."),
    }
}

fn umpire_sentences(state: &State, order: &UmpireOrder, reason: &str, fate: Option<Fate>) -> Vec<String> {
    let (text, ship) = match order {
        UmpireOrder::CriticalHit { ship } => (format!("a critical hit on {}", state.name(ship)), ship),
        UmpireOrder::Aground { ship, aground: true } => (format!("{} is aground", state.name(ship)), ship),
        UmpireOrder::Aground { ship, aground: false } => {
            (format!("{} is afloat again", state.name(ship)), ship)
        }
    };
    let mut all = vec![format!("The umpire rules: {text}. Reason: {reason}")];
    all.extend(fate.map(|fate| fate_text(state.name(ship), fate)));
    all
}

pub(super) fn fate_text(name: &str, fate: Fate) -> String {
    match fate {
        Fate::Sunk => format!("{name} sinks: her last draft box is gone (GUN-41)."),
        Fate::Captured => format!("{name} is captured (GUN-81, GUN-86)."),
        Fate::WentHome => format!("{name} takes her captives home (GUN-87)."),
        Fate::Exploded => format!("{name} is destroyed: her magazine explodes (GUN-44)."),
    }
}

pub(super) fn effect_text(effect: &Effect) -> String {
    let turns = |moves: &u8| count(*moves, "turn");
    match effect {
        Effect::RudderJammed { helm: Flank::Port, moves_left } => {
            format!("rudder jammed hard left for {}", turns(moves_left))
        }
        Effect::RudderJammed { helm: Flank::Starboard, moves_left } => {
            format!("rudder jammed hard right for {}", turns(moves_left))
        }
        Effect::PilotBlinded { moves_left } => {
            format!("pilot blinded, no change of course for {}", turns(moves_left))
        }
        Effect::FiresOut { moves_left } => format!("fires out, no power for {}", turns(moves_left)),
        Effect::RudderBound { moves_left } => {
            format!("rudder bound, no change of course for {}", turns(moves_left))
        }
        Effect::TurretJammed { mount } => format!("turret jammed ({mount})"),
        Effect::SmokedOut => "filled with smoke: she must steam away, and can't fire".to_owned(),
        Effect::EnginesDisabled { .. } => "all engines disabled".to_owned(),
    }
}

fn box_list(boxes: &[BoxTick]) -> String {
    let list: Vec<String> =
        boxes.iter().map(|tick| count(tick.count, &format!("{} box", tick.row))).collect();
    if list.is_empty() { "nothing".to_owned() } else { list.join(", ") }
}

pub(super) fn count(number: u8, thing: &str) -> String {
    let plural = match (number, thing.ends_with('x')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    if number == 0 { format!("no {thing}{plural}") } else { format!("{number} {thing}{plural}") }
}

pub(super) fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

pub(super) fn cite(rules: &[RuleId]) -> String {
    let list: Vec<&str> = rules.iter().map(RuleId::as_str).collect();
    format!("({})", list.join(", "))
}
