//! The sheet: paper, sea, graticule, the graduated border, and where rose, title and scale stand.

use super::canvas::{Canvas, Ink};
use super::ornaments;
use crate::display_list::Layer;
use crate::lettering::Face;
use crate::scene::TablePoint;
use kurbo::{Affine, BezPath, Rect, Shape};

/// The graticule's distance, inches.
const GRATICULE_IN: f64 = 6.0;
/// From the neat line outward, inches on a usual table: the bar of inches, then the outer lines.
const BAR_IN: (f64, f64) = (0.14, 0.5);
const OUTER_IN: f64 = 1.9;
const FIGURES_AT_IN: f64 = 1.02;
const FIGURE_HEIGHT_IN: f64 = 0.62;

/// Paints paper and water.
pub(super) fn paper(canvas: &mut Canvas<'_>) {
    let palette = canvas.palette;
    let (east, north) = canvas.scene.table_in;
    let far = 2.0 * east.max(north);
    let all = rectangle(-far, -far, east + far, north + far);
    canvas.paint(Layer::Sheet, &all, Ink::fill(&palette.margin));
    canvas.paint(Layer::Sheet, &rectangle(0.0, 0.0, east, north), Ink::fill(&palette.sea));
}

/// Paints meridians and parallels.
pub(super) fn graticule(canvas: &mut Canvas<'_>) {
    let palette = canvas.palette;
    let (east, north) = canvas.scene.table_in;
    let mut graticule = BezPath::new();
    for x in inches(GRATICULE_IN, east) {
        graticule.extend([kurbo::PathEl::MoveTo((x, 0.0).into()), kurbo::PathEl::LineTo((x, north).into())]);
    }
    for y in inches(GRATICULE_IN, north) {
        graticule.extend([kurbo::PathEl::MoveTo((0.0, y).into()), kurbo::PathEl::LineTo((east, y).into())]);
    }
    canvas.paint(Layer::Sheet, &graticule, Ink::line(&palette.graticule, 0.5).faded(0.8));
}

/// Paints the border with one division an inch, and the ornaments.
pub(super) fn border(canvas: &mut Canvas<'_>) {
    let palette = canvas.palette;
    let (east, north) = canvas.scene.table_in;
    let scale = canvas.ornament_scale();
    ornaments::place(canvas);
    // Covers what reaches beyond the table: a frame, its inside cut out by going the other way round.
    let far = 2.0 * east.max(north);
    let mut frame = rectangle(-far, -far, east + far, north + far);
    frame.extend(rectangle(0.0, 0.0, east, north).reverse_subpaths());
    canvas.paint(Layer::Sheet, &frame, Ink::fill(&palette.margin));
    let (inner, outer) = (BAR_IN.0 * scale, BAR_IN.1 * scale);
    let mut bar = BezPath::new();
    for at in 0..=east.max(north) as u32 {
        let (from, even) = (f64::from(at), at % 2 == 0);
        if even && from < east {
            let to = (from + 1.0).min(east);
            bar.extend(rectangle(from, -outer, to, -inner));
            bar.extend(rectangle(from, north + inner, to, north + outer));
        }
        if even && from < north {
            let to = (from + 1.0).min(north);
            bar.extend(rectangle(-outer, from, -inner, to));
            bar.extend(rectangle(east + inner, from, east + outer, to));
        }
    }
    canvas.paint(Layer::Sheet, &bar, Ink::fill(&palette.ink));
    let around = |by: f64| rectangle(-by, -by, east + by, north + by);
    for (by, width_px) in
        [(0.0, 1.3), (inner, 0.6), (outer, 0.6), (OUTER_IN * scale, 2.6), ((OUTER_IN - 0.2) * scale, 0.7)]
    {
        canvas.paint(Layer::Sheet, &around(by), Ink::line(&palette.ink, width_px));
    }
    let mut figures = BezPath::new();
    let (at, height) = (FIGURES_AT_IN * scale, FIGURE_HEIGHT_IN * scale);
    for x in std::iter::once(0.0).chain(inches(GRATICULE_IN, east + 0.01)) {
        let text = Face::Regular.centred(&format!("{x}"), 0.0);
        figures.extend(upright(canvas, &text, (x, -at), height));
        figures.extend(upright(canvas, &text, (x, north + at), height));
    }
    for y in inches(GRATICULE_IN, north - 0.01) {
        let text = Face::Regular.centred(&format!("{y}"), 0.0);
        figures.extend(upright(canvas, &text, (-at, y), height));
        figures.extend(upright(canvas, &text, (east + at, y), height));
    }
    canvas.paint(Layer::Sheet, &figures, Ink::fill(&palette.ink));
}

/// A path in text units (size 1, y downwards), set upright on the plane at a table point, in table inches.
pub(super) fn upright(canvas: &Canvas<'_>, text: &BezPath, (x, y): TablePoint, height_in: f64) -> BezPath {
    let (right, down) = match canvas.quarters() {
        0 => ((1.0, 0.0), (0.0, -1.0)),
        1 => ((0.0, 1.0), (1.0, 0.0)),
        2 => ((-1.0, 0.0), (0.0, 1.0)),
        _ => ((0.0, -1.0), (-1.0, 0.0)),
    };
    let turned = Affine::new([right.0, right.1, down.0, down.1, 0.0, 0.0]);
    Affine::translate((x, y)) * turned * Affine::scale(height_in) * text.clone()
}

pub(super) fn rectangle(west: f64, south: f64, east: f64, north: f64) -> BezPath {
    Rect::new(west, south, east, north).to_path(0.1)
}

fn inches(step: f64, length: f64) -> impl Iterator<Item = f64> {
    (1..).map(move |n| f64::from(n) * step).take_while(move |at| *at < length)
}
