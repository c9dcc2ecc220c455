//! Events in words, with their rules.

use crate::hex_duel::events::decision::UmpireOrder;
use crate::hex_duel::events::event::{End, Event};
use crate::hex_duel::state::battle::{Fate, HexPose, MoveKind, Outcome, State};
use crate::hex_duel::state::board::Kind;

/// The angle off the hexside above which the bow should be straightened, degrees.
const STRAIGHTEN_DEG: f64 = 15.0;

fn place_words(state: &State, place: HexPose) -> String {
    match &state.grid {
        Some(grid) => crate::core::place_words(grid, place),
        None => "a hex".to_owned(),
    }
}

pub(in crate::hex_duel) fn sentences(state: &State, event: &Event) -> Vec<String> {
    match event {
        Event::Opened { ships, grid, .. } => {
            let names: Vec<&str> = ships.iter().map(|entry| entry.name.as_str()).collect();
            let across_mm = (grid.across_flats_in * 25.4).round();
            vec![format!(
                "{} meet on {} by {} hexes of {across_mm} mm (CHA-1).",
                names.join(" and "),
                grid.board.columns,
                grid.board.rows
            )]
        }
        Event::DiceThrown { thrown } => thrown
            .iter()
            .map(|roll| format!("{}: {:?} ({}).", roll.request.label, roll.faces, roll.request.rule))
            .collect(),
        Event::TossWon { side } => vec![format!("The {} wins the toss (CHA-3).", side.title())],
        Event::ShipChosen { side, ship } => {
            vec![format!("The {} commands {} (CHA-3).", side.title(), state.name(ship))]
        }
        Event::TerrainPlaced { pieces } => {
            let count = |kind: Kind| pieces.iter().filter(|piece| piece.kind == kind).count();
            let (islands, rocks) = (count(Kind::Island), count(Kind::Rock));
            vec![format!("{islands} islands and {rocks} rocks are placed (CHA-2, CHA-4).")]
        }
        Event::SetOut { places, .. } => places
            .iter()
            .map(|(ship, place)| {
                format!("{} begins in {} (CHA-3).", state.name(ship), place_words(state, *place))
            })
            .collect(),
        Event::Moved { ship, kind, route, off_deg, .. } => {
            let name = state.name(ship);
            let to = route.to().map_or_else(String::new, |place| place_words(state, place));
            let mut all = vec![match kind {
                MoveKind::Ordinary => format!("{name} moves to {to} (CHA-6, CHA-8)."),
                MoveKind::Dash => format!("{name} dashes to {to} (CHA-17)."),
                MoveKind::Restart => format!("{name} gets under way again, to {to} (CHA-17)."),
            }];
            if route.end == End::ScrapedPast {
                all.push(format!("{name} scrapes past the enemy, bow to bow (CHA-19, CHA-AMB-9)."));
            }
            if off_deg.abs() > STRAIGHTEN_DEG {
                all.push(format!("{name} lies {:.0}° off the hexside: straighten her.", off_deg.abs()));
            }
            all
        }
        Event::Altered { ship, place, .. } => {
            vec![format!("{} lies disabled in {} (CHA-18).", state.name(ship), place_words(state, *place))]
        }
        Event::LayStill { ship, .. } => {
            vec![format!(
                "{} has no legal way and lies where she is (CHA-AMB-6, CHA-AMB-11).",
                state.name(ship)
            )]
        }
        Event::FireDeclared { ship, target, distance_hexes, bearing_deg, rolls, .. } => {
            let guns: Vec<&str> = rolls.iter().map(|roll| roll.request.purpose.as_str()).collect();
            vec![format!(
                "{} fires {} at {}: {distance_hexes} hexes, {bearing_deg}° from her bow (CHA-12, CHA-13).",
                state.name(ship),
                guns.join(" and "),
                state.name(target)
            )]
        }
        Event::FireHeld { ship } => vec![format!("{} holds her fire (CHA-15).", state.name(ship))],
        Event::ShotsRead { target, shots, flotation, disabled, .. } => {
            let words: Vec<&str> = shots.iter().map(|shot| shot.read.word.as_str()).collect();
            let after = if *disabled { ", and is disabled (CHA-17)" } else { "" };
            vec![format!(
                "{} (CHA-14): {} has {flotation} flotation points left{after}.",
                words.join(", "),
                state.name(target)
            )]
        }
        Event::Lost { ship, fate, rule } => {
            let name = state.name(ship);
            vec![match fate {
                Fate::Sunk => format!("{name} sinks ({rule})."),
                Fate::Rammed => format!("{name} is rammed and sinks ({rule})."),
                Fate::Wrecked => format!("{name} has nowhere to go and is wrecked ({rule})."),
                Fate::Escaped => format!("{name} gains the open sea ({rule})."),
            }]
        }
        Event::Ended { outcome: Outcome::Won { side } } => {
            vec![format!("The {} has won (CHA-11).", side.title())]
        }
        Event::Ended { outcome: Outcome::Draw } => vec!["Nobody has won (CHA-AMB-10).".to_owned()],
        Event::PhaseBegan { turn, phase, acting } => {
            let who = acting.as_ref().map_or_else(String::new, |ship| format!(", {}", state.name(ship)));
            vec![format!("Turn {turn}: {}{who}.", phase.title())]
        }
        Event::GridRegistered { reason, .. } => {
            vec![format!("The board is registered anew (CHA-1): {reason}")]
        }
        Event::OptionSet { option, reason, .. } => {
            vec![format!("{} is {} from now on: {reason}", option.name, option.value)]
        }
        Event::UmpireOrdered { order, reason } => {
            let what = match order {
                UmpireOrder::Put { ship, place } => {
                    format!("{} stands in {}", state.name(ship), place_words(state, *place))
                }
                UmpireOrder::SetFlotation { ship, flotation } => {
                    format!("{} has {flotation} flotation points", state.name(ship))
                }
            };
            vec![format!("The umpire: {what}. {reason}")]
        }
    }
}
