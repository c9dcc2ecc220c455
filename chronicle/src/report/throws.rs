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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::event;

    #[test]
    fn a_throw_is_shown_with_its_values_and_no_name_becomes_markup() {
        let read = |name: Option<&str>, sure, read_as, x_px| DieReadView {
            name: name.map(str::to_owned),
            p: 0.9,
            sure,
            read_as,
            x_px,
            y_px: 30.0,
            side_px: 20.0,
        };
        let die = |face, read| DieView { faces: 6, face, purpose: String::new(), by_app: false, read };
        let mut line = event(3, 1, "Fire").line;
        line.dice = vec![
            die(6, Some(read(Some("<script>"), true, Some(5), 10.0))),
            die(2, Some(read(None, false, None, 60.0))),
            die(4, None),
        ];
        let photo = Photograph { uri: "data:image/jpeg;base64,AA".to_owned(), size_px: (200, 100) };
        let page = thrown_dice(&line, Some(&photo)).into_string();
        assert!(
            page.contains("viewBox=\"0 0 200 100\"") && page.contains("href=\"data:image/jpeg;base64,AA\"")
        );
        let told = "&lt;script&gt; 6 (read as 5, corrected), a D6 2 (not certain, confirmed by hand).";
        assert!(page.contains(told) && !page.contains("<script>"), "{page}");
        assert_eq!((page.matches("<circle").count(), page.matches("ring doubted").count()), (2, 2), "{page}");
        let without = thrown_dice(&line, None).into_string();
        assert!(without.contains(told) && !without.contains("<svg"), "{without}");
    }
}
