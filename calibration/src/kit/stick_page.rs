//! The page of the check stick: two markers exactly a foot apart.
//!
//! A foot is longer than A4 is high, so the stick is printed along the page's diagonal, in one piece: two parts glued
//! together would only be as exact as the glueing. Both black squares stand upright on the page, so the way from any
//! corner of the one to the same corner of the other is the way between their middles, and can be laid along a ruler.

use crate::detect::markers::{Dictionary, MarkerError};
use crate::kit::pages::marker;
use crate::table::check_stick::{STICK_IDS, STICK_IN, STICK_MARKER_IN};
use paper::{PT, Page, Paper, Shape, words};

/// Printers leave a margin of up to this, inches; the squares stay within it.
const UNPRINTED_IN: f64 = 0.25;
/// White paper left round each square when the stick is cut out, inches.
const WHITE_IN: f64 = 0.15;

/// Where the lower left corners of the two black squares lie on a page, points: from one another as far as given, along
/// the diagonal of what can be printed, about the page's middle.
fn squares_at(paper: Paper) -> [(f64, f64); 2] {
    let (width, height) = paper.size_pt();
    let side = STICK_MARKER_IN * PT;
    let free = 2.0 * UNPRINTED_IN * PT + side;
    let (across, up) = (width - free, height - free);
    let share = STICK_IN * PT / across.hypot(up);
    let (across, up) = (across * share, up * share);
    let (left, low) = ((width - across - side) / 2.0, (height - up - side) / 2.0);
    [(left, low), (left + across, low + up)]
}

/// The part of the line through `at` along `way` that is on the page.
fn line_over((width, height): (f64, f64), at: (f64, f64), way: (f64, f64)) -> Shape {
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    for (start, step, end) in [(at.0, way.0, width), (at.1, way.1, height)] {
        let (one, other) = (-start / step, (end - start) / step);
        from = from.max(one.min(other));
        to = to.min(one.max(other));
    }
    let on = |share: f64| (at.0 + share * way.0, at.1 + share * way.1);
    Shape::Line { from: on(from), to: on(to) }
}

/// The check stick, with what to do with it and a field for what a ruler really measures.
pub(crate) fn stick_page(paper: Paper) -> Result<Page, MarkerError> {
    let (width, height) = paper.size_pt();
    let side = STICK_MARKER_IN * PT;
    let squares = squares_at(paper);
    let mut black = Vec::new();
    for (id, (x, y)) in STICK_IDS.into_iter().zip(squares) {
        black.extend(marker(Dictionary::CARDS, id, (x, y + side), side)?);
    }
    let (across, up) = (squares[1].0 - squares[0].0, squares[1].1 - squares[0].1);
    let way = (across / across.hypot(up), up / across.hypot(up));
    let mut shapes = vec![Shape::Black(black)];
    // The cuts run along the stick, white paper between them and the squares' corners.
    let half = 0.5 * side * (way.0 + way.1) + WHITE_IN * PT;
    let middle = (width / 2.0, height / 2.0);
    for sign in [-1.0, 1.0] {
        let at = (middle.0 - sign * half * way.1, middle.1 + sign * half * way.0);
        shapes.push(line_over((width, height), at, way));
    }
    let left = 0.5 * PT;
    let above = [
        (15.0, "Ironclad Table: check stick".to_owned()),
        (9.0, "Print at 100 % (\"actual size\", not \"fit to page\"). Cut along the two".to_owned()),
        (9.0, "long lines and glue the strip on something straight, flat and stiff.".to_owned()),
        (9.0, "A foot does not fit along this paper, so the stick lies aslant:".to_owned()),
        (9.0, "one piece, nothing to join.".to_owned()),
        (9.0, String::new()),
        (9.0, "Lay a good ruler from the top left corner of one".to_owned()),
        (9.0, "black square to the top left corner of the other.".to_owned()),
        (9.0, format!("It should measure {STICK_IN:.3} in.")),
        (9.0, String::new()),
        (11.0, "Mine measures:  ______________ in".to_owned()),
        (9.0, "(type this when the app asks)".to_owned()),
    ];
    let mut y = height - 0.75 * PT;
    for (size, line) in above {
        if !line.is_empty() {
            shapes.push(words((left, y), size, line));
        }
        y -= size + 4.0;
    }
    let below = [
        "To check the table, lay the stick anywhere on it,",
        "in any direction, both squares in full view. The app",
        "measures it and says how true that part of the table is.",
    ];
    let mut y = 1.6 * PT;
    for line in below {
        shapes.push(words((width - 4.4 * PT, y), 9.0, line));
        y -= 13.0;
    }
    Ok(Page { width, height, shapes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::markers::{Search, detect_markers};
    use crate::kit::pages::tests::{DPI, each_paper, raster};

    #[test]
    fn the_printed_squares_are_a_foot_apart_and_within_every_printers_reach() {
        each_paper(|paper| {
            let found =
                detect_markers(&raster(&stick_page(paper).unwrap()), Dictionary::CARDS, Search::default())
                    .unwrap();
            assert_eq!(found.iter().map(|marker| marker.id).collect::<Vec<_>>(), STICK_IDS, "{paper:?}");
            let apart_in = found[0].middle().distance_px(found[1].middle()) / DPI;
            assert!((apart_in - STICK_IN).abs() < 0.02, "{paper:?}: {apart_in}");
            let [(x0, y0), (x1, y1)] = squares_at(paper);
            assert!(((x1 - x0).hypot(y1 - y0) / PT - STICK_IN).abs() < 1e-9, "{paper:?}");
            let (width, height) = paper.size_pt();
            let edge = UNPRINTED_IN * PT - 1e-6;
            assert!(x0 >= edge && y0 >= edge, "{paper:?}: {x0} {y0}");
            let side = STICK_MARKER_IN * PT;
            assert!(x1 + side <= width - edge && y1 + side <= height - edge, "{paper:?}");
        });
    }

    #[test]
    fn no_words_lie_on_the_stick() {
        each_paper(|paper| {
            let page = stick_page(paper).unwrap();
            let [(x0, y0), (x1, y1)] = squares_at(paper);
            let (across, up) = (x1 - x0, y1 - y0);
            let length = across.hypot(up);
            let half = 0.5 * STICK_MARKER_IN * PT * (across + up) / length + WHITE_IN * PT;
            for shape in &page.shapes {
                let Shape::Words { at, size, words } = shape else { continue };
                // Helvetica's letters are about half as wide as the type is high.
                let end = at.0 + 0.5 * size * words.len() as f64;
                for x in [at.0, end] {
                    for y in [at.1, at.1 + size] {
                        let off = ((x - page.width / 2.0) * up - (y - page.height / 2.0) * across) / length;
                        assert!(off.abs() > half, "{paper:?}: {words}");
                    }
                }
                assert!(end < page.width - 0.2 * PT, "{paper:?}: {words}");
            }
        });
    }
}
