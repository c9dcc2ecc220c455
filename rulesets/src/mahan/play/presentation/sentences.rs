//! Events in words, with their rules.

use crate::core::{Book, place_words};
use crate::gunboat::Gunboat;
use crate::mahan::orders::{Chit, Load, MahanOrder, PlayerOrder, RamRun, Side};
use crate::mahan::play::events::decision::{Becomes, Change, UmpireOrder};
use crate::mahan::play::events::event::{Event, Passage, Shot};
use crate::mahan::play::state::battle::{Course, End, HexPose, Outcome, State};
use geometry::Flank;

fn words(state: &State, place: HexPose) -> String {
    state.grid.as_ref().map_or_else(|| "a hex".to_owned(), |grid| place_words(grid, place))
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Player => "The Player",
        Side::Mahan => "Mahan",
    }
}

fn flank(side: Flank) -> &'static str {
    match side {
        Flank::Port => "port",
        Flank::Starboard => "starboard",
    }
}

fn player_order(order: PlayerOrder) -> String {
    match order {
        PlayerOrder::Ahead => "Ahead".to_owned(),
        PlayerOrder::Turn60(side) => format!("60° {}", flank(side)),
        PlayerOrder::Turn120(side) => format!("120° {}", flank(side)),
        PlayerOrder::About(side) => format!("About {}", flank(side)),
        PlayerOrder::STurn(side) => format!("S-turn {}", flank(side)),
    }
}

fn mahan_order(order: MahanOrder) -> &'static str {
    match order {
        MahanOrder::Ahead => "Ahead",
        MahanOrder::Port60 => "60° port",
        MahanOrder::Starboard60 => "60° starboard",
        MahanOrder::AboutPort => "About port",
        MahanOrder::AboutStarboard => "About starboard",
    }
}

fn course(state: &State, course: &Course) -> String {
    match course {
        Course::Ordered => "by the display".to_owned(),
        Course::Approach { target } => format!("makes for {}", state.name(target)),
        Course::Retreat => "retreats".to_owned(),
        Course::Ram { target } => format!("means to ram {}", state.name(target)),
        Course::Spar { target, .. } => format!("goes for {} with her spar torpedo", state.name(target)),
    }
}

fn passage(state: &State, passage: &Passage) -> String {
    let name = state.name(&passage.ship);
    let hexes = passage.places.len();
    let to = words(state, passage.to());
    let moved = match hexes {
        0 => format!("{name} stays in {to}"),
        _ => format!("{name} moves to {to}"),
    };
    match &passage.end {
        End::Chart => format!("{moved} (MAH-24)."),
        End::Ship { ship } => format!("{moved}: {} is in her way (MAH-AMB-2, house).", state.name(ship)),
        End::Ashore => format!("{moved}: land or a shoal is ahead (MAH-AMB-2, house)."),
        End::Edge => format!("{moved}, at the edge of the map (MAH-16, house)."),
        End::Left => format!("{name} leaves the map (MAH-13)."),
        End::Rammed { target, part } => {
            let part = match part {
                RamRun::Broadside => "broadside",
                RamRun::Stern => "stern",
                RamRun::Bow => "bow",
            };
            format!("{moved} and rams {} in the {part} (MAH-30, MAH-31, MAH-33).", state.name(target))
        }
        End::Struck { target } => {
            format!("{moved} and strikes {} with her spar torpedo (MAH-34).", state.name(target))
        }
    }
}

fn shot(state: &State, shot: &Shot) -> String {
    let load = match shot.load {
        Load::Solid => "solid shot",
        Load::Shell => "shell",
    };
    format!(
        "{} fires {} at {}, {} hexes: {load}, if it hits (MAH-25, MAH-27, MAH-28, MAH-29).",
        state.name(&shot.ship),
        shot.gun,
        state.name(&shot.target),
        shot.hexes
    )
}

fn change(state: &State, Change { ship, to }: &Change) -> String {
    let what = match to {
        Becomes::SpeedLost { lost } => format!("has lost {lost} of her speed"),
        Becomes::Hull { side, section, left } => {
            format!("has {left} left in hull section {} on the {} side", section + 1, flank(*side))
        }
        Becomes::Gun { gun, lost: true } => format!("has lost {gun}"),
        Becomes::Gun { gun, lost: false } => format!("has {gun} again"),
        Becomes::Anchored { anchored: true } => "lies at anchor".to_owned(),
        Becomes::Anchored { anchored: false } => "has weighed".to_owned(),
        Becomes::Fouled { fouled: true } => "is fouled".to_owned(),
        Becomes::Fouled { fouled: false } => "is free".to_owned(),
        Becomes::Lost { fate } => format!("is {}", fate.word()),
    };
    format!("{} {what}", state.name(ship))
}

pub(in crate::mahan::play) fn sentences(gunboat: &Gunboat, state: &State, event: &Event) -> Vec<String> {
    let group = |id| state.group_name(id).to_owned();
    match event {
        Event::Opened { ships, grid, .. } => {
            let of = |side| ships.iter().filter(|entry| entry.side == side).count();
            vec![format!(
                "{} ships of the Player's meet {} of Mahan's on {} by {} hexes (MAH-2).",
                of(Side::Player),
                of(Side::Mahan),
                grid.board.columns,
                grid.board.rows
            )]
        }
        Event::SetOut { .. } => vec!["All ships stand where they begin (MAH-2).".to_owned()],
        Event::TurnBegan { turn, cup } => {
            vec![format!("Turn {turn}: {} chits go into the cup (MAH-2).", cup.left())]
        }
        Event::PhaseBegan { round: 0, phase } => vec![format!("{}.", phase.title())],
        Event::PhaseBegan { round, phase } => vec![format!("Round {round}: {}.", phase.title())],
        Event::PlayerOrdered { orders } => orders
            .iter()
            .map(|order| {
                let (name, words) = (group(&order.group), player_order(order.order));
                format!("{name}: speed {}, {words} (MAH-5).", order.speed)
            })
            .collect(),
        Event::DiceDue { rolls } => {
            rolls.iter().map(|roll| format!("{} ({}).", roll.request.label, roll.request.rule)).collect()
        }
        Event::DiceThrown { thrown } => thrown
            .iter()
            .map(|roll| format!("{}: {:?} ({}).", roll.request.label, roll.faces, roll.request.rule))
            .collect(),
        Event::Rerolled { group: id, face, rule } => {
            let why = if rule.as_str() == "MAH-15" { "about turn" } else { "way off the map or ashore" };
            vec![format!("{}: {face} would be an {why}, and is thrown again ({rule}).", group(id))]
        }
        Event::MahanOrdered {
            group: id,
            order,
            course: way,
            places,
            speed,
            cost,
            rerolls,
            rule,
            player,
            ..
        } => {
            let mut all = vec![match way {
                Course::Ordered => {
                    format!("{}: speed {speed}, {} ({rule}).", group(id), mahan_order(*order))
                }
                other => format!("{}: speed {speed}, {} ({rule}).", group(id), course(state, other)),
            }];
            if let Some(player) = player {
                all.push(format!("{} is the Player reference ship (MAH-14).", state.name(player)));
            }
            if *cost > 0 {
                all.push(format!("The new heading costs {cost} of the speed (MAH-17)."));
            }
            if rule.as_str() == "MAH-AMB-11" {
                all.push(format!("After {rerolls} throws nothing was allowed: Ahead as she heads."));
            }
            all.extend(places.iter().map(|(ship, place)| {
                format!("{} turns: {} (MAH-15).", state.name(ship), words(state, *place))
            }));
            all
        }
        Event::AboutKept { group: id } => vec![format!("{} goes on About (MAH-AMB-6).", group(id))],
        Event::Moved { passages, .. } => passages.iter().map(|it| passage(state, it)).collect(),
        Event::Turned { group: id, places, rule, .. } => {
            let mut all = vec![format!("{} turns ({rule}).", group(id))];
            all.extend(
                places.iter().map(|(ship, place)| format!("{}: {}.", state.name(ship), words(state, *place))),
            );
            all
        }
        Event::CourseSet { group: id, course: way, rule } => {
            vec![format!("{}: {} ({rule}).", group(id), course(state, way))]
        }
        Event::ChitsDrawn { drawn, cup, .. } => {
            let word = |chit: &Chit| match chit {
                Chit::Blank => "blank",
                Chit::Player => "the Player's fire",
                Chit::Mahan => "Mahan's fire",
            };
            let chits: Vec<&str> = drawn.iter().map(word).collect();
            vec![format!("Drawn: {}; {} are left (MAH-25).", chits.join(" and "), cup.left())]
        }
        Event::FireBegan { firing } => {
            let who = match (firing.player, firing.mahan) {
                (true, true) => "Both sides fire, at once (MAH-25, MAH-AMB-5).",
                (true, false) => "The Player may fire (MAH-25, MAH-26).",
                _ => "Mahan fires (MAH-25).",
            };
            vec![who.to_owned()]
        }
        Event::GunsReady => vec!["Guns are ready (MAH-AMB-2).".to_owned()],
        Event::Gunnery { event } => gunboat.sentences(&state.guns, event),
        Event::MahanFired { shots } if shots.is_empty() => {
            vec!["None of Mahan's guns bears on anything (MAH-25).".to_owned()]
        }
        Event::MahanFired { shots } => shots.iter().map(|it| shot(state, it)).collect(),
        Event::FireDone { side } => vec![format!("{} has fired (MAH-25).", side_word(*side))],
        Event::Entered { changes, reason } => {
            let all: Vec<String> = changes.iter().map(|it| change(state, it)).collect();
            vec![format!("Entered by hand (MAH-AMB-2): {}. {reason}", all.join("; "))]
        }
        Event::Slowed { group: id, speed } => {
            vec![format!("{} makes {speed} at most (MAH-AMB-2).", group(id))]
        }
        Event::Detached { ship, speed, .. } => vec![format!(
            "{} can't keep up, and sails alone at speed {speed} (MAH-AMB-2, house).",
            state.name(ship)
        )],
        Event::Lost { ship, fate, rule } => {
            vec![format!("{} is {} ({rule}).", state.name(ship), fate.word())]
        }
        Event::Ended { outcome: Outcome::Won { side } } => vec![format!("{} has won.", side.title())],
        Event::Ended { outcome: Outcome::Draw } => vec!["Nobody has won.".to_owned()],
        Event::GridRegistered { reason, .. } => vec![format!("The board is registered anew: {reason}")],
        Event::OptionSet { option, reason, .. } => {
            vec![format!("{} is {} from now on: {reason}", option.name, option.value)]
        }
        Event::UmpireOrdered { order, reason } => {
            let what = match order {
                UmpireOrder::Put { ship, place } => {
                    format!("{} stands in {}", state.name(ship), words(state, *place))
                }
                UmpireOrder::Retreat { group: id, retreats: true } => {
                    format!("{} retreats (MAH-13)", group(id))
                }
                UmpireOrder::Retreat { group: id, .. } => format!("{} fights again (MAH-AMB-13)", group(id)),
                UmpireOrder::End { .. } => "the battle ends".to_owned(),
            };
            vec![format!("The umpire: {what}. {reason}")]
        }
    }
}
