//! Dice that the camera read, with the photograph of their throw.

use super::photographs::Photograph;
use battle::view::{DieReadView, DieView, LogLine};
use maud::{Markup, html};

/// The dice of an event that the camera read: each with its value, drawn in the photograph if the page has it, and what
/// players corrected or confirmed.
pub(super) fn thrown_dice(line: &LogLine, photo: Option<&Photograph>) -> Markup {
    let dice: Vec<(&DieView, &DieReadView)> =
        line.dice.iter().filter_map(|die| Some((die, die.read.as_ref()?))).collect();
    html! {
        figure class="photograph of-dice" {
            @if let Some(Photograph { uri, size_px: (width, height) }) = photo {
                svg viewBox={ "0 0 " (width) " " (height) } role="img"
                    aria-label={ "The throw, " (line.phase) ", turn " (line.turn) ", with the values read" } {
                    image href=(uri) width=(width) height=(height) {}
                    @for (die, read) in &dice { (mark(die, read)) }
                }
            }
            figcaption {
                "Read by the camera: "
                @for (at, (die, read)) in dice.iter().enumerate() {
                    @if at > 0 { ", " }
                    (in_words(die, read))
                }
                "."
            }
        }
    }
}

/// A ring round the die, and its value beside it.
fn mark(die: &DieView, read: &DieReadView) -> Markup {
    let radius = read.side_px * 0.8;
    let doubted = !read.sure || read.read_as.is_some();
    html! {
        circle class={ "ring" @if doubted { " doubted" } } cx=(read.x_px) cy=(read.y_px) r=(format!("{radius:.1}")) {}
        text class="value" x=(format!("{:.1}", read.x_px + radius)) y=(format!("{:.1}", read.y_px - radius * 0.5))
            font-size=(format!("{:.1}", read.side_px.max(12.0))) { (die.face) }
    }
}

/// "the green die 6 (read as 5, corrected)".
fn in_words(die: &DieView, read: &DieReadView) -> String {
    let name = read.name.clone().unwrap_or_else(|| format!("a D{}", die.faces));
    let hand = match read.read_as {
        Some(read_as) => format!(" (read as {read_as}, corrected)"),
        None if !read.sure => " (not certain, confirmed by hand)".to_owned(),
        None => String::new(),
    };
    format!("{name} {}{hand}", die.face)
}
