//! Sentences for events of mortars, forts, boarding parties and launches, made for display and never stored.

use crate::gunboat::events::apply_special::melee_fates;
use crate::gunboat::events::outcome::{BoardingOutcome, LaunchOutcome, MeleeOutcome, MortarShot, Silenced};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::mortars::shot::aim_name;
use crate::gunboat::presentation::sentences::{cite, count, effect_text, fate_text, impact_text, lower};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::fort::{FortFate, FortLoss};
use crate::gunboat::state::ship::Fate;
use geometry::ShipId;

/// The name of a ship, or of a fort with the gun's place.
pub(in crate::gunboat) fn target_name(state: &State, id: &ShipId) -> String {
    let gun = state.forts.values().find_map(|fort| Some((fort, fort.gun(id)?)));
    gun.map_or_else(|| state.name(id).to_owned(), |(fort, gun)| format!("{}, {}", fort.card.name, gun.place))
}

/// A sentence about a fort's loss; none if it loses nothing.
pub(in crate::gunboat) fn loss_text(state: &State, fort: &ShipId, loss: &FortLoss) -> Option<String> {
    let mut parts: Vec<String> = loss
        .boxes
        .iter()
        .map(|loss| format!("{} off {}", count(loss.boxes, "armor box"), target_name(state, &loss.gun)))
        .collect();
    if !loss.shelter.is_empty() {
        let guns: Vec<String> = loss.shelter.iter().map(|gun| target_name(state, gun)).collect();
        parts.push(format!("no fire through turn {} from {}", loss.through_turn, guns.join("; ")));
    }
    match loss.fate {
        Some(FortFate::Struck) => parts.push("the white flag appears".to_owned()),
        Some(FortFate::Abandoned) => parts.push("its guns are abandoned".to_owned()),
        None => {}
    }
    (!parts.is_empty()).then(|| format!("{}: {} (GUN-74, GUN-75).", state.name(fort), parts.join(", ")))
}

/// One or two sentences for one of these events.
pub(in crate::gunboat) fn special_event_sentences(state: &State, event: &SpecialEvent) -> Vec<String> {
    match event {
        SpecialEvent::SparStruck { impact, stops, .. } => vec![impact_text(state, impact, *stops)],
        SpecialEvent::MortarFired { shot, .. } => shot_text(state, shot),
        SpecialEvent::MortarRead { ship, die, total, hit, silenced, rules, .. } => {
            let result = if *hit { "the shell hits" } else { "a miss" };
            let sum =
                if total > die { format!("{die}, with successive turns {total}") } else { die.to_string() };
            let mut all = vec![format!("Mortar, die {sum}: {result} {}.", cite(rules))];
            if *hit && silenced.is_empty() && !rules.iter().any(|rule| rule.as_str() == "GUN-65") {
                all.push(format!("Nothing of the enemy's lies under the circle of {}.", state.name(ship)));
            }
            all.extend(silenced.iter().map(|one| silenced_text(state, one)));
            all
        }
        SpecialEvent::FortCheckRead { fort, die, critical, .. } => {
            let result = if *critical { "a critical hit besides" } else { "nothing more" };
            vec![format!("Die {die} for the shells on {}: {result} (GUN-67).", state.name(fort))]
        }
        SpecialEvent::FortTableRead { fort, table, path, text, loss, rules, .. } => {
            let faces: Vec<String> = path.iter().map(ToString::to_string).collect();
            let mut all = vec![format!(
                "{}, die {}: {}: {} {}.",
                table.title(),
                faces.join(" then "),
                state.name(fort),
                lower(text),
                cite(rules)
            )];
            all.extend(loss_text(state, fort, loss));
            all
        }
        SpecialEvent::PartiesFormed { parties, .. } => {
            vec![format!("{} formed (GUN-76).", parties_text(*parties))]
        }
        // The ships with the parties stay secret (GUN-76).
        SpecialEvent::Embarked { .. } => vec!["Boarding parties go on board (GUN-76).".to_owned()],
        SpecialEvent::GrappleTried { attempt, .. } => {
            let (ship, target) = (state.name(&attempt.ship), state.name(&attempt.target));
            vec![format!("{ship} tries to grapple {target} (GUN-77).")]
        }
        SpecialEvent::GrappleRead { ship, target, faces, over, .. } => {
            let (ship, target) = (state.name(ship), state.name(target));
            let result = match over {
                0 => format!("no boarding party of {ship} comes over"),
                over => format!("{} from {ship} on {target}'s deck", parties_text(*over)),
            };
            vec![format!("{}: {result} (GUN-77).", dice_text(faces))]
        }
        SpecialEvent::PartiesFiredAt { ship, faces, destroyed, .. } => {
            let name = state.name(ship);
            vec![format!("{}: {} on {name} destroyed (GUN-78).", dice_text(faces), parties_text(*destroyed))]
        }
        SpecialEvent::BoardingRead { ship, die, text, outcome, spent, rules, .. } => {
            let name = state.name(ship);
            let result = match outcome {
                BoardingOutcome::Effect { effect } => effect_text(effect),
                _ => lower(text),
            };
            let spent = if *spent > 0 {
                format!("; {} killed or busy (GUN-82)", parties_text(*spent))
            } else {
                String::new()
            };
            let mut all = vec![format!("Boarders on {name}, die {die}: {result}{spent} {}.", cite(rules))];
            if *outcome == BoardingOutcome::Captured {
                all.push(fate_text(name, Fate::Captured));
            }
            all
        }
        SpecialEvent::LaunchHitRead { launch, hits, die, outcome, .. } => {
            let result = match outcome {
                LaunchOutcome::Nothing => "close misses",
                LaunchOutcome::FireOut => "her engine fire is out, no power next turn",
                LaunchOutcome::Sunk => "she is sunk",
            };
            vec![format!("{} on {}, die {die}: {result} (GUN-84).", count(*hits, "hit"), state.name(launch))]
        }
        SpecialEvent::LockedHitsRead { union, confederate, faces, .. } => {
            let (union, confederate) = (state.name(union), state.name(confederate));
            vec![format!("{} for the hits on {union} and {confederate} (GUN-88).", dice_text(faces))]
        }
        SpecialEvent::LaunchGrappleRead { bond, die, locked, .. } => {
            let (ship, target) = (state.name(&bond.first), state.name(&bond.second));
            let result = if *locked { "has hold of" } else { "fails to grapple" };
            vec![format!("Die {die}: {ship} {result} {target} (GUN-85).")]
        }
        SpecialEvent::MeleeRead { union, confederate, faces, totals, outcome, .. } => {
            let by = |side: Side| format!("the {} wins", side.word());
            let result = match outcome {
                MeleeOutcome::GoesOn => "it goes on".to_owned(),
                MeleeOutcome::Won { by: side, .. } => by(*side),
            };
            let sums: Vec<String> = totals.iter().map(ToString::to_string).collect();
            let dice = dice_text(faces);
            let mut all =
                vec![format!("Melee of launches, {dice}, {} in all: {result} (GUN-86).", sums.join(" to "))];
            let fates = melee_fates(union, confederate, outcome);
            all.extend(fates.iter().map(|(ship, fate)| match fate {
                Fate::Sunk => format!("{} is sunk (GUN-86).", state.name(ship)),
                fate => fate_text(state.name(ship), *fate),
            }));
            all
        }
    }
}

fn shot_text(state: &State, shot: &MortarShot) -> Vec<String> {
    let mut all = vec![format!(
        "{} fires a mortar at {}, {:.3} in (GUN-59, GUN-61).",
        state.name(&shot.ship),
        aim_name(state, &shot.aim),
        shot.range_in.value
    )];
    all.extend(shot.spotter.as_ref().map(|ship| format!("{} spots for her (GUN-71).", state.name(ship))));
    all.extend(shot.settled.iter().map(|settled| {
        format!("Too close to call, and settled by the players: {}: {}.", settled.key, settled.reading)
    }));
    all
}

fn silenced_text(state: &State, one: &Silenced) -> String {
    let gun = target_name(state, &one.gun);
    match one.phases {
        Some(1) => format!("{gun} is silenced for this fire phase (GUN-66)."),
        Some(phases) => format!("{gun} is silenced for {} (GUN-66).", count(phases, "fire phase")),
        None => format!("{gun} is silenced for the rest of the battle (GUN-66)."),
    }
}

fn parties_text(parties: u8) -> String {
    match parties {
        0 => "no boarding party".to_owned(),
        1 => "1 boarding party".to_owned(),
        more => format!("{more} boarding parties"),
    }
}

fn dice_text(faces: &[u8]) -> String {
    let list: Vec<String> = faces.iter().map(ToString::to_string).collect();
    format!("{} {}", if list.len() == 1 { "Die" } else { "Dice" }, list.join(", "))
}
