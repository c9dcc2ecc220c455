//! A display list as paths in pixels of the whole plane, letters among them, for painters that know no text.

use super::Part;
use crate::display_list::{DisplayList, Label, Style};
use crate::lettering::{CAP_HEIGHT, Face};
use crate::view::Extent;
use kurbo::{Affine, BezPath};
use std::borrow::Cow;

/// A path with its style, in pixels from the plane's corner.
pub(super) struct Stroked<'a> {
    pub(super) path: BezPath,
    pub(super) style: Cow<'a, Style>,
}

/// All paths of a part of a list, in painting order.
pub(super) fn strokes(
    list: &DisplayList,
    plane: Extent,
    px_per_unit: f64,
    part: Part,
) -> impl Iterator<Item = Stroked<'_>> {
    let origin = Affine::translate((-plane.left * px_per_unit, -plane.top * px_per_unit));
    let items = list.items.iter().filter(move |item| part.has(item.layer)).filter_map(move |item| {
        let placed = match item.at {
            Some((x, y)) => Affine::translate((x * px_per_unit, y * px_per_unit)),
            None => Affine::scale(px_per_unit),
        };
        let style = list.styles.get(item.style)?;
        let path = BezPath::from_svg(&item.d).ok()?;
        Some(Stroked { path: origin * placed * path, style: Cow::Borrowed(style) })
    });
    let labels = list.labels.iter().filter(move |_| part.has_labels());
    items.chain(labels.flat_map(move |label| letters(label, origin, px_per_unit)))
}

/// A label's leader, and its letters: first their edge, then themselves.
fn letters<'a>(
    label: &Label,
    origin: Affine,
    px_per_unit: f64,
) -> impl Iterator<Item = Stroked<'a>> + use<'a> {
    let anchor = origin * Affine::translate((label.at.0 * px_per_unit, label.at.1 * px_per_unit));
    let face = Face::of(label.weight, label.italic);
    let mut text = face.outlines(&label.text, 0.0);
    let middle = Affine::translate((-face.width(&label.text) / 2.0, CAP_HEIGHT / 2.0));
    let turned = Affine::translate(label.offset_px) * Affine::rotate(label.turned_deg.to_radians());
    text.apply_affine(anchor * turned * Affine::scale(label.size_px) * middle);
    let line = |colour: &str, width_px: f64| Style {
        fill: None,
        fill_opacity: label.opacity,
        line: Some(colour.to_owned()),
        line_opacity: label.opacity,
        width_px,
        dash_px: Vec::new(),
    };
    let edge = line(&label.halo, label.size_px * super::svg::HALO_SHARE);
    let inside = Style { fill: Some(label.colour.clone()), line: None, ..line(&label.colour, 0.0) };
    let leader = label.leader_px.map(|(from, to)| {
        let mut path = BezPath::new();
        path.move_to(from);
        path.line_to(to);
        Stroked { path: anchor * path, style: Cow::Owned(line(&label.colour, super::svg::LEADER_PX)) }
    });
    let halo = Stroked { path: text.clone(), style: Cow::Owned(edge) };
    leader.into_iter().chain([halo, Stroked { path: text, style: Cow::Owned(inside) }])
}

/// Red, green and blue of a colour ("#d3dfdc"); black for anything else.
pub(super) fn rgb(colour: &str) -> [u8; 3] {
    let digits =
        colour.strip_prefix('#').and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let [_, red, green, blue] = digits.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read() {
        assert_eq!([rgb("#d3dfdc"), rgb("red")], [[0xd3, 0xdf, 0xdc], [0, 0, 0]]);
    }
}
