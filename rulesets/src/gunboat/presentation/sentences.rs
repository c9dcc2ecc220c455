//! Sentences for events, made for display and never stored.

use crate::core::RuleId;
use crate::gunboat::events::decision::{BoxTick, ShipValue, UmpireOrder};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::move_review::{HazardKind, MoveReview};
use crate::gunboat::events::outcome::{Drifting, Impact, TableOutcome};
use crate::gunboat::movement::actions::in_knots;
use crate::gunboat::presentation::special_sentences::{loss_text, special_event_sentences, target_name};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::{Bond, BondKind};
use crate::gunboat::state::declared_salvo::Salvo;
use crate::gunboat::state::due::{Chart, ChartCell};
use crate::gunboat::state::ship::{Effect, Fate, Location};
use crate::gunboat::state::step::TakesHold;
use geometry::Flank;

/// One or two sentences for an event, each with its rules.
pub(crate) fn sentences(state: &State, event: &Event) -> Vec<String> {
    match event {
        Event::Opened { ships, .. } => {
            let names: Vec<&str> = ships.iter().map(|setup| setup.card.name.as_str()).collect();
            vec![format!("The battle begins: {} (GUN-3).", names.join(", "))]
        }
        Event::PartiesEmbarked { side, ships } => {
            let list: Vec<String> = ships
                .iter()
                .map(|(ship, parties)| {
                    format!("{} carries {}", state.name(ship), count(*parties, "boarding party"))
                })
                .collect();
            vec![format!("{}, secretly: {} (GUN-76).", side.word(), list.join("; "))]
        }
        Event::MinesLaid { areas } => {
            let kind = |real| if real { "mined" } else { "a dummy" };
            let list: Vec<String> = areas
                .iter()
                .map(|laid| format!("{} is {}", state.area_name(&laid.area), kind(laid.real)))
                .collect();
            vec![format!("Noted secretly: {} (GUN-56).", list.join(", "))]
        }
        Event::ShoalTested { ship, area, die, aground, .. } => {
            let result = if *aground { "is aground" } else { "clears it" };
            vec![format!(
                "Shoal, {}, die {die}: {} {result} (GUN-53).",
                state.area_name(area),
                state.name(ship)
            )]
        }
        Event::MineTested { ship, area, die, struck, .. } => {
            let result = if *struck { "strikes a torpedo" } else { "passes" };
            vec![format!(
                "Mines, {}, die {die}: {} {result} (GUN-56).",
                state.area_name(area),
                state.name(ship)
            )]
        }
        Event::TorpedoGunsRolled { ship, die, .. } => {
            vec![format!("The torpedo destroys {} of {} (GUN-58).", count(*die, "gun"), state.name(ship))]
        }
        Event::RefloatTried { ship, .. } => {
            vec![format!("{} tries to come afloat (GUN-54).", state.name(ship))]
        }
        Event::RefloatRolled { ship, die, afloat, fate, .. } => {
            let name = state.name(ship);
            let result = if *afloat { "is afloat again" } else { "stays aground" };
            let mut all = vec![format!("Die {die}: {name} {result} (GUN-54).")];
            all.extend(fate.map(|fate| fate_text(name, fate)));
            all
        }
        Event::Rammed { impact, stops, .. } => vec![impact_text(state, impact, *stops)],
        Event::Collided { impact, stops } => vec![impact_text(state, impact, *stops)],
        Event::RamRead { which, ship, rammer, die, draft, ram_lost, rules, .. } => {
            let name = state.name(ship);
            let mut all = vec![format!(
                "Ram, {} die {die}: {} on {name} {}.",
                which.word(),
                count(*draft, "draft hit"),
                cite(rules)
            )];
            if *ram_lost {
                all.push(format!("{} has lost her ram (GUN-49).", state.name(rammer)));
            }
            all
        }
        Event::StackChecked { ship, die, lost, .. } => {
            let result = if *lost { "falls" } else { "stands" };
            vec![format!("Die {die}: {}'s stack {result} (GUN-50).", state.name(ship))]
        }
        Event::Drifted { drift } => vec![drift_text(state, drift)],
        Event::FactsTyped { facts, reason } => {
            vec![format!("{} typed for the next ruling: {reason}", count(facts.len().min(255) as u8, "fact"))]
        }
        Event::FiredInVain { shooter, target, reasons, .. } => {
            let why: Vec<String> =
                reasons.iter().map(|reason| format!("{} ({})", reason.text, reason.rule)).collect();
            vec![format!(
                "{} fires at {} in vain: {}",
                state.name(shooter),
                state.name(target),
                why.join(" ")
            )]
        }
        Event::VolleyClosed { target, pools, .. } => {
            let totals: Vec<String> =
                pools.iter().map(|pool| format!("{} on chart {}", pool.total, pool.chart.letter())).collect();
            vec![format!("One volley at {}: {} (GUN-AMB-9).", state.name(target), totals.join("; "))]
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
            let name = target_name(state, target);
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
        Event::TableRead { ship, table, path, text, outcome, parties_lost, sinks_launch, rules, .. } => {
            let faces: Vec<String> = path.iter().map(ToString::to_string).collect();
            let party = if *parties_lost > 0 { "; a boarding party is lost" } else { "" };
            let result = match outcome {
                TableOutcome::Miss => "a miss, for it is gone already".to_owned(),
                TableOutcome::Effect { effect } => effect_text(effect),
                TableOutcome::Hits
                | TableOutcome::MagazineExplodes { .. }
                | TableOutcome::Nothing
                | TableOutcome::Sinks { .. }
                | TableOutcome::RollFollows => lower(text),
            };
            let (title, name) = (table.title(), state.name(ship));
            let mut all = vec![format!(
                "{title}, die {}: {name}: {result}{party} {}.",
                faces.join(" then "),
                cite(rules)
            )];
            let sunk = |launch| format!("{} is sunk by her own torpedo (GUN-89).", state.name(launch));
            all.extend(sinks_launch.as_ref().map(sunk));
            all
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
            vec![format!("{} rings up {} ({rule}).", state.name(ship), in_knots(*speed))]
        }
        Event::Moved { review, .. } => move_sentences(state, review),
        Event::StayedPut { ships } => {
            let names: Vec<&str> = ships.iter().map(|stayed| state.name(&stayed.ship)).collect();
            vec![format!("{} went nowhere (GUN-18).", names.join(", "))]
        }
        Event::Anchored { ship, down: true } => vec![format!("{} drops anchor.", state.name(ship))],
        Event::Anchored { ship, down: false } => vec![format!("{} weighs.", state.name(ship))],
        Event::Bound { bond, .. } => vec![bond_text(state, bond)],
        Event::CastOff { bond } => {
            vec![format!("{} and {} cast off.", state.name(&bond.first), state.name(&bond.second))]
        }
        Event::Arrived { ship } => vec![format!("{} arrives.", state.name(ship))],
        Event::Left { ship, edge } => {
            vec![format!("{} leaves the table over its {} edge.", state.name(ship), edge.word())]
        }
        Event::Special(special) => special_event_sentences(state, special),
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
            _ => target_name(state, &salvo.target),
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
    let mut all: Vec<String> = salvo
        .late
        .iter()
        .map(|late| {
            format!("Fired late, for step {} of turn {}: {}", late.step.number(), late.turn, late.reason)
        })
        .collect();
    all.extend([first, format!("Against armor {}: {} (GUN-31).", salvo.armor, charts.join("; "))]);
    all.extend(salvo.settled.iter().map(|settled| {
        format!("Too close to call, and settled by the players: {}: {}.", settled.key, settled.reading)
    }));
    all
}

fn move_text(state: &State, review: &MoveReview) -> String {
    let name = state.name(&review.ship);
    let made = in_knots(review.speed);
    match &review.way {
        Some(way) => format!(
            "{name} goes {:.2} in of {:.2} at {made} and turns {:.0}° (GUN-18, GUN-19).",
            way.length_in.value,
            review.allowance_in,
            // Adding 0 turns -0 into 0, so that "-0" is never shown.
            way.turned_deg.value.round() + 0.0
        ),
        None => format!("{name} moves at {made} (GUN-18)."),
    }
}

fn move_sentences(state: &State, review: &MoveReview) -> Vec<String> {
    let name = state.name(&review.ship);
    let mut all = vec![move_text(state, review)];
    for hazard in &review.hazards {
        let place = state.area_name(&hazard.area);
        all.push(match hazard.kind {
            HazardKind::Shoal { depth_ft } => {
                format!("{name} comes into {place}, {depth_ft:.0} ft deep (GUN-53).")
            }
            HazardKind::Bank { .. } => format!("{name} comes close to {place}: always shoal (GUN-55)."),
            HazardKind::Mined => format!("{name} comes into {place} (GUN-56)."),
            HazardKind::Shore => format!("{name} runs ashore on {place} (GUN-57)."),
        });
    }
    for reason in &review.reasons {
        all.push(format!("Allowed all the same: {} ({})", reason.text, reason.rule));
    }
    all
}

pub(in crate::gunboat) fn impact_text(state: &State, impact: &Impact, stops: bool) -> String {
    let (rammer, target) = (state.name(&impact.rammer), state.name(&impact.target));
    let angle = impact.angle_deg.map_or_else(String::new, |angle| format!(" at {:.0}°", angle.value));
    let stop = if stops { ", and stops (GUN-AMB-25)" } else { "" };
    if impact.no_ram.is_empty() && impact.spar {
        return format!("{rammer} strikes {target} with her spar torpedo{angle} (GUN-89){stop}.");
    }
    if impact.no_ram.is_empty() {
        let reversed = if impact.reversed { "; wood on iron, the dice are reversed (GUN-52)" } else { "" };
        return format!(
            "{rammer} rams {target} at {}{angle} (GUN-47){reversed}{stop}.",
            in_knots(2 * impact.knots)
        );
    }
    let why: Vec<String> =
        impact.no_ram.iter().map(|reason| format!("{} ({})", reason.text, reason.rule)).collect();
    format!("{rammer} runs into {target}{angle}{stop}. {}", why.join(" "))
}

fn drift_text(state: &State, drift: &Drifting) -> String {
    let names: Vec<&str> = drift.ships.iter().map(|ship| state.name(ship)).collect();
    format!(
        "The current takes {} {:.1} in toward {:.0}° (GUN-4, GUN-AMB-40).",
        names.join(", "),
        drift.by_in,
        drift.toward_deg
    )
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
    let text = match order {
        UmpireOrder::CriticalHit { ship } => format!("a critical hit on {}", state.name(ship)),
        UmpireOrder::Aground { ship, aground: true } => format!("{} is aground", state.name(ship)),
        UmpireOrder::Aground { ship, aground: false } => format!("{} is afloat again", state.name(ship)),
        UmpireOrder::Set { ship, value } => format!("{}: {}", state.name(ship), value_text(value)),
        UmpireOrder::SetBonds { bonds } if bonds.is_empty() => "all ships are cast off".to_owned(),
        UmpireOrder::SetBonds { bonds } => {
            let list: Vec<String> = bonds.iter().map(|bond| bond_text(state, bond)).collect();
            format!("ships hang together like this: {}", list.join(" "))
        }
        UmpireOrder::SetTerrain { terrain } => {
            let names: Vec<&str> = terrain.iter().map(|piece| piece.name.as_str()).collect();
            format!("on the table lie: {}", names.join(", "))
        }
        UmpireOrder::SetFort { fort, fate: None, .. } => format!("{} stands as set", state.name(fort)),
        UmpireOrder::SetFort { fort, .. } => format!("{} is out of the battle", state.name(fort)),
        UmpireOrder::SetMines { .. } => "the mined areas are as noted".to_owned(),
        UmpireOrder::SetPartiesAshore { parties } => {
            format!("{} ready to embark", count(*parties, "boarding party"))
        }
        UmpireOrder::AllowMove { ship } => format!("{}'s move stands", state.name(ship)),
        UmpireOrder::WaiveRoll { .. } => "a roll is not thrown".to_owned(),
        UmpireOrder::WaiveHits { .. } => "hits are not checked off".to_owned(),
    };
    let mut all = vec![format!("The umpire rules: {text}. Reason: {reason}")];
    if let (Some(fate), Some(ship)) = (fate, order.ship()) {
        all.push(fate_text(state.name(ship), fate));
    }
    all
}

fn value_text(value: &ShipValue) -> String {
    let yes = |flag: bool, one: &str, other: &str| if flag { one.to_owned() } else { other.to_owned() };
    match value {
        ShipValue::Ticked { row, boxes } => format!("{boxes} {row} boxes are checked off"),
        ShipValue::Speed { speed } => format!("she makes {}", in_knots(*speed)),
        ShipValue::Rung { speed: Some(speed) } => format!("she has rung up {}", in_knots(*speed)),
        ShipValue::Rung { speed: None } => "she rings up anew".to_owned(),
        ShipValue::Effects { effects } if effects.is_empty() => "nothing ails her".to_owned(),
        ShipValue::Effects { effects } => effects.iter().map(effect_text).collect::<Vec<String>>().join(", "),
        ShipValue::PowerKnots { knots } => {
            format!("her engines give {}", knots.map_or("what the die says".to_owned(), |k| count(k, "knot")))
        }
        ShipValue::BoardingParties { parties } => count(*parties, "boarding party"),
        ShipValue::Location { location } => match location {
            Location::OnTable => "she is on the table".to_owned(),
            Location::Arriving { turn, edge } => format!("she comes in turn {turn} from the {}", edge.word()),
            Location::Left { edge, .. } => format!("she has left by the {}", edge.word()),
        },
        ShipValue::Anchored { anchored } => yes(*anchored, "at anchor", "not at anchor"),
        ShipValue::Ashore { ashore } => yes(*ashore, "ashore for the rest of the battle", "not ashore"),
        ShipValue::Moved { moved } => yes(*moved, "her move is made", "she may move"),
        ShipValue::Fired { mount, guns } => format!("{guns} guns of {mount} have fired"),
        ShipValue::InMelee { held } => yes(*held, "held by a melee", "free of any melee"),
        ShipValue::Boarders { parties } => {
            format!("{} of the enemy on her deck", count(*parties, "boarding party"))
        }
        ShipValue::PartiesRevealed { known } => {
            yes(*known, "her boarding parties are known", "her boarding parties are secret")
        }
        ShipValue::SparTorpedo { carried } => {
            yes(*carried, "she carries a spar torpedo", "she carries no spar torpedo")
        }
        ShipValue::UnderWay { turn: Some(turn) } => format!("she was last under way in turn {turn}"),
        ShipValue::UnderWay { turn: None } => "she has not been under way".to_owned(),
        ShipValue::Fate { fate: Some(Fate::Sunk) } => "sunk".to_owned(),
        ShipValue::Fate { fate: Some(_) } => "lost".to_owned(),
        ShipValue::Fate { fate: None } => "back in the battle".to_owned(),
    }
}

pub(in crate::gunboat) fn fate_text(name: &str, fate: Fate) -> String {
    match fate {
        Fate::Sunk => format!("{name} sinks: her last draft box is gone (GUN-41)."),
        Fate::Captured => format!("{name} is captured (GUN-81, GUN-86)."),
        Fate::WentHome => format!("{name} takes her captives home (GUN-87)."),
        Fate::Exploded => format!("{name} is destroyed: her magazine explodes (GUN-44)."),
    }
}

pub(in crate::gunboat) fn effect_text(effect: &Effect) -> String {
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

pub(in crate::gunboat) fn count(number: u8, thing: &str) -> String {
    let plural = match (number, thing.ends_with('x')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) if thing.ends_with("party") => {
            return format!("{number} {}ies", thing.trim_end_matches('y'));
        }
        (_, false) => "s",
    };
    if number == 0 { format!("no {thing}{plural}") } else { format!("{number} {thing}{plural}") }
}

pub(in crate::gunboat) fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

pub(in crate::gunboat) fn cite(rules: &[RuleId]) -> String {
    let list: Vec<&str> = rules.iter().map(RuleId::as_str).collect();
    format!("({})", list.join(", "))
}
