//! Soundings: figures of the depth, sparse, never on other marks.

use super::canvas::{Canvas, Ink};
use super::depths::Depths;
use super::{lattice, shapes, sheet};
use crate::display_list::Layer;
use crate::lettering::Face;
use crate::plane::PlanePoint;
use crate::scene::{PieceKind, TablePoint};
use kurbo::BezPath;

/// The distance between soundings, inches on a usual table.
const APART_IN: f64 = 2.9;
/// The height of figures, inches on a usual table.
const HEIGHT_IN: f64 = 0.42;
/// How far soundings keep from other marks, inches on a usual table.
const CLEAR_IN: f64 = 0.45;

/// Writes the soundings.
pub(super) fn write(canvas: &mut Canvas<'_>, depths: &Depths) {
    let scale = canvas.ornament_scale();
    let (east, north) = canvas.scene.table_in;
    let mut figures = BezPath::new();
    let margin = 0.8 * scale;
    let area = (margin, margin, east - margin, north - margin);
    for at in lattice::scatter(area, APART_IN * scale, 11) {
        let on_table = at.0 > margin && at.1 > margin && at.0 < east - margin && at.1 < north - margin;
        if !on_table || !is_free(canvas, at, CLEAR_IN * scale) {
            continue;
        }
        let Some(fathoms) = depths.fathoms(at) else { continue };
        let quarters = (fathoms * 4.0).round() as u32;
        if quarters == 0 {
            continue;
        }
        figures.extend(sheet::upright(
            canvas,
            &Face::Italic.centred(&figure(quarters), 0.0),
            at,
            HEIGHT_IN * scale,
        ));
    }
    let ink = Ink::fill(&canvas.palette.sounding).faded(0.8);
    let before = canvas.list.items.len();
    canvas.paint(Layer::Terrain, &figures, ink);
    // Below what moves, so that a hull which comes over them hides them.
    let below = canvas.list.items.iter().position(|item| item.layer > Layer::Terrain).unwrap_or(before);
    if let Some(soundings) = canvas.list.items.get_mut(below.min(before)..) {
        soundings.rotate_right(usize::from(soundings.len() > 1));
    }
}

/// A depth in fathoms as charts write it: below five with quarters.
fn figure(quarters: u32) -> String {
    let (whole, part) = (quarters / 4, quarters % 4);
    let part = if whole < 5 { ["", "¼", "½", "¾"].get(part as usize).copied().unwrap_or("") } else { "" };
    if whole == 0 { part.to_owned() } else { format!("{whole}{part}") }
}

fn is_free(canvas: &Canvas<'_>, at: TablePoint, clear_in: f64) -> bool {
    let near = |outline: &[TablePoint]| {
        shapes::contains(outline, at)
            || shapes::sides(outline).any(|side| shapes::distance2(at, side) < clear_in * clear_in)
    };
    let scene = canvas.scene;
    let dry = scene.terrain.iter().any(|piece| {
        near(&piece.outline_in) || (piece.kind == PieceKind::Shoal && shapes::contains(&piece.outline_in, at))
    });
    let on_way = |points: &[TablePoint]| {
        points
            .iter()
            .zip(points.iter().skip(1))
            .any(|(a, b)| shapes::distance2(at, (*a, *b)) < clear_in * clear_in)
    };
    !dry && !scene.ships.iter().any(|ship| near(&ship.outline_in))
        && !scene.tracks.iter().any(|track| on_way(&track.points_in))
        && !is_under_label(canvas, at)
        && !canvas.covered_in.iter().any(|outline| near(outline))
}

fn is_under_label(canvas: &Canvas<'_>, at: TablePoint) -> bool {
    let Some((x, y)) = canvas.project(at, 0.0) else { return true };
    let scale = canvas.view.px_per_unit;
    let spare_px = HEIGHT_IN * canvas.ornament_scale() * scale * 0.6;
    let apart = |at: f64, anchor: f64, offset_px: f64| (at - anchor).mul_add(scale, -offset_px).abs();
    canvas.list.labels.iter().any(|label| {
        let (anchor, offset, size): (PlanePoint, _, _) = (label.at, label.offset_px, label.box_px);
        let size = if label.turned_deg.abs() > 45.0 { (size.1, size.0) } else { size };
        apart(x, anchor.0, offset.0) < size.0 / 2.0 + spare_px
            && apart(y, anchor.1, offset.1) < size.1 / 2.0 + spare_px
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_below_five_fathoms_have_quarters() {
        assert_eq!([1, 4, 7, 19, 21, 40].map(figure), ["¼", "1", "1¾", "4¾", "5", "10"]);
    }
}
