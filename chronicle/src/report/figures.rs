//! Tables and plots of the report: luck, and the losses of the sides by turn.

use super::text::counted;
use crate::statistics::history::{Series, side_history};
use crate::statistics::luck::{DiceLuck, FireLuck, luck};
use battle::account::BattleAccount;
use battle::in_words;
use maud::{Markup, html};
use std::fmt::Write;

/// The section on luck and wear.
pub(super) fn luck_section(account: &BattleAccount) -> Markup {
    let luck = luck(account);
    html! {
        section class="luck" {
            h2 { "Luck" }
            @if luck.dice.is_empty() { p { "No dice were thrown." } } @else {
                p {
                    "What fair dice would have thrown, and what these did. Faces are neither good nor bad by themselves: "
                    "the second table says what they hit."
                }
                (dice_table(&luck.dice))
            }
            @if !luck.named.is_empty() { (named_table(&luck.named)) }
            @if !luck.fire.is_empty() { (fire_table(&luck.fire)) }
            (wear(account))
        }
    }
}

fn dice_table(dice: &[DiceLuck]) -> Markup {
    html! {
        table class="figures-table" {
            thead { tr {
                th { "Side" } th { "Dice" } th { "Thrown" } th { "Mean" } th { "Expected" } th { "Off by" } th { "Chance" } th { "Faces" }
            } }
            tbody {
                @for line in dice {
                    tr {
                        td { (line.side.as_deref().map_or_else(|| "Nobody's".to_owned(), in_words)) }
                        td { (line.die) ", " (by(&line.kind)) }
                        (figures(line))
                    }
                }
            }
        }
        p class="aside" {
            "“Off by”: in standard deviations of the sum. “Chance”: how often fair dice fall at least as far from the expected sum, high or low."
        }
    }
}

/// The luck of each named die.
fn named_table(dice: &[DiceLuck]) -> Markup {
    html! {
        table class="figures-table" {
            thead { tr { th { "Die" } th { "Thrown" } th { "Mean" } th { "Expected" } th { "Off by" } th { "Chance" } th { "Faces" } } }
            tbody {
                @for line in dice {
                    tr {
                        td { (line.name.as_deref().unwrap_or_default()) " (" (line.die) ")" }
                        (figures(line))
                    }
                }
            }
        }
        p class="aside" {
            "Each named die, whoever threw it. Of many fair dice some are far off: among twenty, one is off by a chance of 5 % or less."
        }
    }
}

/// The figures of these dice, as cells.
fn figures(line: &DiceLuck) -> Markup {
    html! {
        td { (line.thrown) @if line.taken_back > 0 { span class="aside" { " + " (line.taken_back) " taken back" } } }
        td { @if line.thrown > 0 { (format!("{:.2}", line.mean)) } @else { "–" } }
        td { (format!("{:.2}", line.expected_mean)) }
        td { (format!("{:+.1} σ", line.deviations)) }
        td { (percent(line.chance)) }
        td { (histogram(&line.faces)) }
    }
}

fn by(kind: &str) -> &'static str {
    match kind {
        "app" => "by the app",
        "typed" => "real, typed in",
        _ => "real, by camera",
    }
}

fn percent(chance: f64) -> String {
    if chance < 0.01 { format!("{:.2} %", chance * 100.0) } else { format!("{:.0} %", chance * 100.0) }
}

/// The frequency of each face.
fn histogram(faces: &[u32]) -> Markup {
    let most = faces.iter().copied().max().unwrap_or(0).max(1);
    let bar = |count: u32| 18.0 * f64::from(count) / f64::from(most);
    html! {
        svg class="histogram" viewBox={ "0 0 " (faces.len() * 6) " 20" } role="img"
            aria-label={ "How often each face fell: " (list(faces)) } {
            @for (at, count) in faces.iter().enumerate() {
                rect x=(at * 6) y=(format!("{:.1}", 19.0 - bar(*count))) width="5" height=(format!("{:.1}", bar(*count) + 1.0)) {}
            }
        }
    }
}

fn list(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<String>>().join(", ")
}

fn fire_table(fire: &[FireLuck]) -> Markup {
    html! {
        table class="figures-table" {
            thead { tr { th { "Side" } th { "Salvoes" } th { "Hits" } th { "Expected" } th { "Off by" } } }
            tbody {
                @for line in fire {
                    tr {
                        td { (in_words(&line.side)) }
                        td {
                            (line.shots)
                            @if line.taken_back > 0 { span class="aside" { " + " (line.taken_back) " taken back" } }
                        }
                        td { (line.hits) }
                        td { (format!("{:.1} ± {:.1}", line.expected_hits, line.sigma_hits)) }
                        td { (line.deviations.map_or_else(|| "–".to_owned(), |off| format!("{off:+.1} σ"))) }
                    }
                }
            }
        }
        p class="aside" { "Expected: by the book's own odds when each salvo was declared, ± one standard deviation." }
    }
}

/// The boxes left of each side, turn by turn.
fn wear(account: &BattleAccount) -> Markup {
    let history = side_history(account);
    let last = history.iter().flat_map(|series| &series.points).map(|point| point.turn).max().unwrap_or(0);
    if last == 0 {
        return html! {};
    }
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 150.0;
    let line = |series: &Series| {
        let mut points = String::new();
        for point in &series.points {
            let x = WIDTH * f64::from(point.turn) / f64::from(last);
            let y = HEIGHT * (1.0 - f64::from(point.left) / f64::from(point.printed.max(1)));
            // Writing into a String can't fail.
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        points
    };
    html! {
        figure class="wear" {
            svg viewBox="-48 -12 704 190" role="img" aria-label="What was left of each side's cards, turn by turn" {
                @for (at, label) in [(0.0, "100 %"), (75.0, "50 %"), (150.0, "0")] {
                    line class="graticule" x1="0" x2="640" y1=(at) y2=(at) {}
                    text class="tick" x="-4" y=(at + 4.0) text-anchor="end" { (label) }
                }
                @for (at, series) in history.iter().enumerate() {
                    polyline class={ "series side" (at % 4) } points=(line(series).trim_end()) {}
                }
                text class="tick" x="0" y="168" { "Turn 0" }
                text class="tick" x="640" y="168" text-anchor="end" { "Turn " (last) }
            }
            figcaption {
                "What was left of each side's cards, turn by turn: "
                @for (at, series) in history.iter().enumerate() {
                    @if at > 0 { ", " }
                    span class={ "side" (at % 4) } { (in_words(&series.side)) }
                }
                " (" (counted(last, "turn", "turns")) ")."
            }
        }
    }
}
