//! The story, turn by turn, with its photographs and maps.

use super::album::Album;
use super::throws::thrown_dice;
use crate::scene::{DrawnSheet, Plot};
use crate::statistics::luck::kind_key;
use crate::story::StoryTurn;
use battle::account::{BattleAccount, EventAccount, Rolled};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The whole story.
pub(super) fn story(
    account: &BattleAccount,
    turns: &[StoryTurn<'_>],
    album: &Album,
    sheet: &DrawnSheet,
) -> Markup {
    let mut plot = Plot::new(account);
    let mut shown = BTreeSet::new();
    html! {
        section class="story" {
            h2 { "The battle" }
            @for turn in turns { (turn_section(turn, &mut plot, (album, sheet), &mut shown)) }
        }
    }
}

fn turn_section<'a>(
    turn: &StoryTurn<'a>,
    plot: &mut Plot<'a>,
    (album, sheet): (&Album, &DrawnSheet),
    shown: &mut BTreeSet<i64>,
) -> Markup {
    let title = match turn.turn {
        0 => "Before the battle".to_owned(),
        number => format!("Turn {number}"),
    };
    let changes = turn.steps.iter().flat_map(|step| &step.events).filter(|event| plot.take(event)).count();
    let map = (changes > 0).then(|| plot.scene(&format!("The table at the end of: {title}")));
    plot.turn_over();
    html! {
        article class="turn" {
            h3 { (title) }
            @for step in &turn.steps {
                h4 { (step.phase) }
                ol {
                    @for event in &step.events { (event_item(event, album, shown)) }
                }
            }
            @if let Some(chart) = map {
                figure {
                    (sheet.chart(&chart))
                    figcaption { (title) ": where the ships stood at its end, and by which places they came." }
                }
            }
        }
    }
}

fn event_item(event: &EventAccount, album: &Album, shown: &mut BTreeSet<i64>) -> Markup {
    let line = &event.line;
    let photo =
        line.photo.and_then(|id| Some((id, album.by_id.get(&id)?))).filter(|(id, _)| shown.insert(*id));
    let class = format!("event {}{}", weight(event), if event.taken_back { " taken-back" } else { "" });
    html! {
        li class=(class) id={ "event-" (line.seq) } {
            @if event.taken_back { span class="stamp" { "taken back" } " " }
            @for sentence in &line.sentences {
                span class="sentence" { (sentence.text) }
                @for rule in &sentence.rules { " " span class="rule" { (rule) } }
                " "
            }
            @if !event.rolled.is_empty() {
                span class="dice" { @for rolled in &event.rolled { (dice(rolled)) } }
            }
            @if line.dice.iter().any(|die| die.read.is_some()) {
                (thrown_dice(line, photo.map(|(_, photo)| photo)))
            } @else if let Some((_, photo)) = photo {
                figure class="photograph" { img src=(photo.uri) alt={ "The table, " (line.phase) ", turn " (line.turn); }; }
            }
        }
    }
}

/// The importance of an event for a reader: a loss, a shot or throw, or routine.
fn weight(event: &EventAccount) -> &'static str {
    if event.changed.iter().any(|ship| ship.lost) {
        "loss"
    } else if !event.rolled.is_empty() || !event.hits.is_empty() || event.forecast.is_some() {
        "action"
    } else {
        "routine"
    }
}

fn dice(rolled: &Rolled) -> Markup {
    let kind = match kind_key(rolled.thrown.kind) {
        "app" => "thrown by the app",
        "typed" => "real dice, typed in",
        _ => "real dice, read by the camera",
    };
    let title = format!("{} {}, {kind}: {}", rolled.request.count, rolled.request.die, rolled.request.label);
    html! {
        span class="throw" title=(title) {
            span class="die-kind" { (rolled.request.die.to_string()) }
            @for face in &rolled.thrown.faces { span class={ "die " (kind_key(rolled.thrown.kind)) } { (face) } }
        }
    }
}
