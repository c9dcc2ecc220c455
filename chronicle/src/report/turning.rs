//! Where the battle turned: the chances of both sides as a drawing, and the three moments in words.

use battle::view::{ChancePoint, TurningView, signed_percent};
use maud::{Markup, html};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;

/// The section with the curve; nothing without an analysis of more than one moment.
pub(super) fn turning_section(turning: Option<&TurningView>) -> Markup {
    let Some(turning) = turning.filter(|turning| turning.points.len() > 1) else { return html! {} };
    let moments = turning.moments.iter().filter_map(|at| turning.steps.get(*at as usize));
    html! {
        section class="turning" {
            h2 { "Where it turned" }
            p {
                "The chance of each side to win at the beginning of each turn, from " (turning.simulations)
                " simulations each. The band says how sure the number is, not how well the simulation plays. All in all "
                (turning.of.title) " made " (signed_percent(turning.plan)) " by plan and " (signed_percent(turning.dice)) " by dice."
            }
            (curve(turning))
            @if turning.moments.is_empty() {
                p { "No single step was greater than its own uncertainty." }
            } @else {
                ol class="moments" {
                    @for step in moments {
                        li {
                            strong { "Turn " (step.turn) ": " (step.headline) "." } " " (step.split) ". "
                            span class="why" { (sentence(&step.why)) }
                        }
                    }
                }
            }
            @for drift in &turning.drifts {
                p { (drift.sentence) ". " span class="why" { (sentence(&drift.why)) } }
            }
        }
    }
}

/// The words with a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

fn curve(turning: &TurningView) -> Markup {
    let last = (turning.points.len() - 1) as f64;
    let x = |at: usize| WIDTH * at as f64 / last;
    let y = |chance: f64| HEIGHT * (1.0 - chance);
    let way = |points: &mut dyn Iterator<Item = (usize, &ChancePoint)>, of: fn(&ChancePoint) -> f64| {
        let mut text = String::new();
        for (at, point) in points {
            // Writing into a String can't fail.
            let _ = write!(text, "{:.1},{:.1} ", x(at), y(of(point)));
        }
        text
    };
    let all = || turning.points.iter().enumerate();
    let band = way(&mut all(), |point| point.high) + &way(&mut all().rev(), |point| point.low);
    let line = way(&mut all(), |point| point.chance);
    html! {
        figure class="wear chances" {
            svg viewBox="-48 -12 704 190" role="img" aria-label=(described(turning)) {
                @for (at, label) in [(0.0, "100 %"), (75.0, "50 %"), (150.0, "0")] {
                    line class="graticule" x1="0" x2="640" y1=(at) y2=(at) {}
                    text class="tick" x="-4" y=(at + 4.0) text-anchor="end" { (label) }
                }
                @for (rank, at) in turning.moments.iter().enumerate() {
                    rect class="moment" x=(format!("{:.1}", x(*at as usize))) y="0" height="150"
                        width=(format!("{:.1}", WIDTH / last)) {}
                    text class="tick" x=(format!("{:.1}", x(*at as usize) + WIDTH / last / 2.0)) y="11" text-anchor="middle" { (rank + 1) }
                }
                polygon class="band" points=(band.trim_end()) {}
                polyline class="series side0" points=(line.trim_end()) {}
                @if let [first, .., last] = turning.points.as_slice() {
                    text class="tick" x="0" y="168" { "Turn " (first.turn) }
                    text class="tick" x="640" y="168" text-anchor="end" { "Turn " (last.turn) }
                }
            }
            figcaption {
                "The chance of " span class="side0" { (turning.of.title) } " over the turns; "
                (turning.against.title) " has the rest. Numbered: the steps that mattered most."
            }
        }
    }
}

/// The curve in words, for readers who don't see it.
fn described(turning: &TurningView) -> String {
    let turns =
        turning.points.iter().map(|point| format!("turn {}: {:.0} %", point.turn, 100.0 * point.chance));
    format!("The chance of {} to win: {}", turning.of.title, turns.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::view::{SlowDrift, TurningSide, TurningStep};

    fn side(side: &str, title: &str) -> TurningSide {
        TurningSide { side: side.to_owned(), title: title.to_owned() }
    }

    #[test]
    fn the_moments_stand_in_words_below_the_curve() {
        let point =
            |seq, turn, chance| ChancePoint { seq, turn, chance, low: chance - 0.05, high: chance + 0.05 };
        let step = TurningStep {
            turn: 1,
            from_seq: 4,
            to_seq: 30,
            plan: -0.04,
            dice: -0.17,
            dice_error: 0.01,
            headline: "Union falls from 52 % to 31 %".to_owned(),
            split: "Plan: -4 %, dice: -17 %".to_owned(),
            why: "USS Congress <is> sunk".to_owned(),
        };
        let drift = SlowDrift {
            from_turn: 2,
            to_turn: 4,
            from_seq: 30,
            sentence: "Union lost a little every turn from 2 to 4: 6 % in all".to_owned(),
            why: "nobody fires any more".to_owned(),
        };
        let mut turning = TurningView {
            of: side("union", "Union"),
            against: side("confederate", "Confederate"),
            points: vec![point(4, 1, 0.52), point(30, 2, 0.31)],
            steps: vec![step],
            moments: vec![0],
            drifts: vec![drift],
            plan: -0.04,
            dice: -0.17,
            simulations: 96,
        };
        let page = turning_section(Some(&turning)).into_string();
        for told in [
            "Turn 1: Union falls from 52 % to 31 %.",
            "Plan: -4 %, dice: -17 %.",
            "USS Congress &lt;is&gt; sunk.",
            "Nobody fires any more.",
            "turn 2: 31 %",
        ] {
            assert!(page.contains(told), "no “{told}” in {page}");
        }
        turning.points.truncate(1);
        assert_eq!(turning_section(Some(&turning)).into_string(), "");
        assert_eq!(turning_section(None).into_string(), "");
    }
}
