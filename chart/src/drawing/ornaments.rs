//! Compass rose, scale bar and title, where they cover nothing.

use super::canvas::{Canvas, Ink};
use super::room::Room;
use super::shapes::{self, circle, toward};
use super::sheet::{rectangle, upright};
use crate::display_list::Layer;
use crate::lettering::Face;
use crate::scene::{Cartouche, TablePoint};
use kurbo::BezPath;
use std::f64::consts::{PI, TAU};

/// The rose's radius with its figures, inches on a usual table.
const ROSE_IN: f64 = 3.5;
/// The scale bar's height with its figures, inches on a usual table.
const SCALE_HEIGHT_IN: f64 = 1.7;
/// Sizes of type in the title block, inches on a usual table.
const TITLE_IN: f64 = 1.35;
const LINE_IN: f64 = 0.72;
const NOTE_IN: f64 = 0.5;
const NOTE: &str = "Soundings in fathoms, for ornament";

/// Finds room for the ornaments and paints them: title with scale, then the rose.
pub(super) fn place(canvas: &mut Canvas<'_>) {
    let scale = canvas.ornament_scale();
    let (east, north) = canvas.scene.table_in;
    let title = canvas.scene.cartouche.clone();
    let (width, height) = title
        .as_ref()
        .map_or((scale_length(canvas), SCALE_HEIGHT_IN * scale), |title| block_in(canvas, title));
    let mut room = Room::on(canvas);
    let size_in = turned(canvas, (width, height));
    if let Some(at) = room.find(size_in, (east * 0.06, north * 0.94)) {
        match &title {
            Some(title) => block(canvas, title, at, height),
            None => scale_bar(canvas, at),
        }
        let corners = [
            (-0.5, -0.5),
            (0.0, -0.5),
            (0.5, -0.5),
            (0.5, 0.0),
            (0.5, 0.5),
            (0.0, 0.5),
            (-0.5, 0.5),
            (-0.5, 0.0),
        ];
        cover(canvas, &mut room, corners.map(|(x, y)| (at.0 + x * size_in.0, at.1 + y * size_in.1)).to_vec());
    }
    let radius = ROSE_IN * scale;
    if let Some(at) = room.find((2.0 * radius, 2.0 * radius), (east * 0.85, north * 0.3)) {
        rose(canvas, at, radius);
        let rim = (0..16).map(|step| toward(at, TAU * f64::from(step) / 16.0, radius));
        cover(canvas, &mut room, rim.collect());
    }
}

fn turned(canvas: &Canvas<'_>, (across, down): (f64, f64)) -> (f64, f64) {
    if canvas.quarters().is_multiple_of(2) { (across, down) } else { (down, across) }
}

/// Soundings keep clear of it, and so do labels.
fn cover(canvas: &mut Canvas<'_>, room: &mut Room, outline_in: Vec<TablePoint>) {
    canvas.occupy(&outline_in, 0.0);
    room.take(&outline_in);
    canvas.covered_in.push(outline_in);
}

/// Paints a compass rose.
fn rose(canvas: &mut Canvas<'_>, at: TablePoint, radius: f64) {
    let palette = canvas.palette;
    let ring = radius * 0.78;
    let mut lines = BezPath::new();
    for degree in (0..360).step_by(2) {
        let bearing = f64::from(degree).to_radians();
        let inner = match degree {
            degree if degree % 30 == 0 => 0.9,
            degree if degree % 10 == 0 => 0.93,
            _ => 0.96,
        };
        lines.extend(shapes::line(&[toward(at, bearing, ring * inner), toward(at, bearing, ring)]));
    }
    let washed = circle(at, ring);
    canvas.paint(Layer::Sheet, &washed, Ink::fill(&palette.paper).faded(0.35));
    for (share, width_px) in [(1.0, 0.9), (1.03, 0.5), (0.74, 0.5), (0.32, 0.5)] {
        canvas.paint(Layer::Sheet, &circle(at, ring * share), Ink::line(&palette.ink, width_px));
    }
    canvas.paint(Layer::Sheet, &lines, Ink::line(&palette.ink, 0.55));
    for (points, first, length, waist) in
        [(8, PI / 8.0, 0.5, 0.16), (4, PI / 4.0, 0.66, 0.2), (4, 0.0, 0.86, 0.22)]
    {
        let (mut dark, mut light) = (BezPath::new(), BezPath::new());
        for point in 0..points {
            let bearing = first + TAU * f64::from(point) / f64::from(points);
            let tip = toward(at, bearing, ring * length);
            let side = PI / f64::from(points).max(4.0) * 0.9;
            dark.extend(shapes::polygon(&[at, tip, toward(at, bearing + side, ring * waist)]));
            light.extend(shapes::polygon(&[at, tip, toward(at, bearing - side, ring * waist)]));
        }
        canvas.paint(Layer::Sheet, &light, Ink::fill(&palette.paper).edged(&palette.ink, 0.6));
        canvas.paint(Layer::Sheet, &dark, Ink::fill(&palette.ink).edged(&palette.ink, 0.6));
    }
    canvas.paint(Layer::Sheet, &circle(at, ring * 0.06), Ink::fill(&palette.paper).edged(&palette.ink, 0.8));
    let mut figures = BezPath::new();
    for degree in (30..360).step_by(30) {
        let place = toward(at, f64::from(degree).to_radians(), ring * 1.13);
        figures.extend(upright(
            canvas,
            &Face::Regular.centred(&degree.to_string(), 0.0),
            place,
            radius * 0.11,
        ));
    }
    canvas.paint(Layer::Sheet, &figures, Ink::fill(&palette.ink));
    canvas.paint(Layer::Sheet, &lily(at, ring), Ink::fill(&palette.ink));
}

/// The fleur-de-lis at north.
fn lily(at: TablePoint, ring: f64) -> BezPath {
    let half = "M0,-1 C0.26,-0.66 0.3,-0.44 0.13,-0.12 C0.34,-0.62 0.86,-0.62 0.82,-0.2 C0.8,0.02 0.52,0.06 0.46,-0.14 \
                C0.36,0.02 0.26,0.1 0.2,0.12 L0.34,0.12 L0.34,0.26 L0.14,0.26 L0.24,0.62 L0,0.5";
    let starboard = BezPath::from_svg(half).unwrap_or_default();
    let port = (kurbo::Affine::scale_non_uniform(-1.0, 1.0) * starboard.clone()).reverse_subpaths();
    let mut path = starboard;
    path.extend(port.elements().iter().skip(1).copied());
    path.close_path();
    let size = ring * 0.17;
    kurbo::Affine::new([size, 0.0, 0.0, -size, at.0, at.1 + ring * 1.16]) * path
}

/// The scale bar's length, table inches: twelve, or six on a small table.
fn scale_length(canvas: &Canvas<'_>) -> f64 {
    let (east, north) = canvas.scene.table_in;
    if east.min(north) >= 30.0 { 12.0 } else { 6.0 }
}

/// Paints a scale bar around a point.
fn scale_bar(canvas: &mut Canvas<'_>, at: TablePoint) {
    let (scale, length) = (canvas.ornament_scale(), scale_length(canvas));
    let palette = canvas.palette;
    // In text directions, so that it stands upright in a turned view.
    let place = |right: f64, down: f64| {
        move |canvas: &Canvas<'_>, path: &BezPath| {
            let moved = kurbo::Affine::translate((right, down)) * path.clone();
            upright(canvas, &moved, at, 1.0)
        }
    };
    let (left, thick) = (-length / 2.0, 0.13 * scale);
    let (mut black, mut figures) = (BezPath::new(), BezPath::new());
    let steps = length as u32;
    for step in 0..steps {
        let (x, row) = (f64::from(step), f64::from(step % 2));
        black.extend(rectangle(x, row * thick, x + 1.0, (row + 1.0) * thick));
    }
    for step in (0..=steps).step_by((steps as usize / 4).max(1)) {
        let figure = kurbo::Affine::scale(0.55 * scale) * Face::Regular.centred(&step.to_string(), 0.0);
        figures.extend(kurbo::Affine::translate((f64::from(step), -0.42 * scale)) * figure);
    }
    let words = kurbo::Affine::scale(0.55 * scale) * Face::Italic.centred("inches on the table", 0.04);
    figures.extend(kurbo::Affine::translate((length / 2.0, 0.85 * scale)) * words);
    let frame = place(left, 0.0)(canvas, &rectangle(0.0, 0.0, length, 2.0 * thick));
    let black = place(left, 0.0)(canvas, &black);
    let figures = place(left, 0.0)(canvas, &figures);
    canvas.paint(Layer::Sheet, &frame, Ink::fill(&palette.paper).edged(&palette.ink, 0.7));
    canvas.paint(Layer::Sheet, &black, Ink::fill(&palette.ink));
    canvas.paint(Layer::Sheet, &figures, Ink::fill(&palette.ink));
}

/// The size of the title: smaller where it would be wider than half the table.
fn title_size(canvas: &Canvas<'_>, title: &Cartouche) -> f64 {
    let size = TITLE_IN * canvas.ornament_scale();
    let width = (Face::Bold.width(&title.title) + 0.06 * title.title.chars().count() as f64) * size;
    size * (0.5 * canvas.scene.table_in.0 / width).min(1.0)
}

/// The size of the title block with the scale bar, inches.
fn block_in(canvas: &Canvas<'_>, title: &Cartouche) -> (f64, f64) {
    let scale = canvas.ornament_scale();
    let size = title_size(canvas, title);
    let letters = title.title.chars().count() as f64;
    let widths = title.lines.iter().map(|line| Face::Italic.width(line) * LINE_IN * scale);
    let width = widths.fold((Face::Bold.width(&title.title) + 0.06 * letters) * size, f64::max);
    let lines = title.lines.len() as f64 * LINE_IN * 1.35 * scale;
    let height = size * 1.1 + lines + (0.5 + 1.0 + NOTE_IN) * scale + SCALE_HEIGHT_IN * scale;
    (width.max(scale_length(canvas)) + 1.2 * scale, height)
}

/// Paints the title block around a point.
fn block(canvas: &mut Canvas<'_>, title: &Cartouche, at: TablePoint, height: f64) {
    let scale = canvas.ornament_scale();
    let palette = canvas.palette;
    let size = title_size(canvas, title);
    let mut letters = BezPath::new();
    let mut down = -height / 2.0;
    let mut write = |down: f64, face: Face, text: &str, spacing: f64, size: f64| {
        let text = kurbo::Affine::scale(size) * face.centred(text, spacing);
        letters.extend(kurbo::Affine::translate((0.0, down)) * text);
    };
    down += size * 0.6;
    write(down, Face::Bold, &title.title, 0.06, size);
    down += size * 0.5;
    let rule = down + 0.25 * scale;
    down += 0.5 * scale;
    for line in &title.lines {
        down += LINE_IN * scale * 0.67;
        write(down, Face::Italic, line, 0.02, LINE_IN * scale);
        down += LINE_IN * scale * 0.67;
    }
    down += 1.0 * scale;
    let bar = down;
    down += 0.9 * scale + NOTE_IN * scale * 1.4;
    write(down, Face::Italic, NOTE, 0.02, NOTE_IN * scale);
    let letters = upright(canvas, &letters, at, 1.0);
    canvas.paint(Layer::Sheet, &letters, Ink::fill(&palette.ink));
    let half = 2.6 * scale;
    let rules = shapes::line(&[(-half, rule), (half, rule)]);
    let mut lozenge = shapes::polygon(&[
        (0.0, rule - 0.14 * scale),
        (0.3 * scale, rule),
        (0.0, rule + 0.14 * scale),
        (-0.3 * scale, rule),
    ]);
    lozenge = upright(canvas, &lozenge, at, 1.0);
    let rules = upright(canvas, &rules, at, 1.0);
    canvas.paint(Layer::Sheet, &rules, Ink::line(&palette.ink, 0.8));
    canvas.paint(Layer::Sheet, &lozenge, Ink::fill(&palette.ink));
    let bar_at = match canvas.quarters() {
        0 => (at.0, at.1 - bar),
        1 => (at.0 + bar, at.1),
        2 => (at.0, at.1 + bar),
        _ => (at.0 - bar, at.1),
    };
    scale_bar(canvas, bar_at);
}
