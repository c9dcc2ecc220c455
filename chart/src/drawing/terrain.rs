//! Terrain: depth tints and water lines, shoals, land with hachures and growth, forts and obstacles.

use super::canvas::{Canvas, Ink};
use super::depths::{Depths, LIMITS};
use super::lattice::{chance, noise, scatter};
use super::shapes::{self, circle, line, middle, polygon, sides};
use crate::display_list::Layer;
use crate::labels::LabelRequest;
use crate::scene::{PieceKind, TablePoint, TerrainPiece};
use kurbo::BezPath;

/// How near to the table's edge a side of an outline counts as the edge of the drawing, not as a coast, inches.
const ON_EDGE_IN: f64 = 0.1;
/// Distances of the water lines from the coast, screen pixels.
const WATER_LINES_PX: [f64; 4] = [14.0, 9.0, 5.2, 2.4];

/// Paints the tints of shallow water.
pub(super) fn depth_tints(canvas: &mut Canvas<'_>, depths: &Depths) {
    let palette = canvas.palette;
    for (limit, tint) in LIMITS.into_iter().rev().zip(&palette.depths) {
        let area = depths.shallower(limit);
        canvas.paint(Layer::Terrain, &area, Ink::fill(tint));
        canvas.paint(Layer::Terrain, &area, Ink::line(&palette.water_line, 0.5).faded(0.45));
    }
}

/// Paints the pieces of a chart.
pub(super) fn pieces(canvas: &mut Canvas<'_>) {
    let scene = canvas.scene;
    let of = |kind: PieceKind| scene.terrain.iter().filter(move |piece| piece.kind == kind);
    of(PieceKind::Shoal).for_each(|piece| shoal(canvas, piece));
    water_lines(canvas);
    of(PieceKind::Land).for_each(|piece| land(canvas, piece));
    of(PieceKind::Obstacle).for_each(|piece| obstacle(canvas, piece));
    of(PieceKind::Fort).for_each(|piece| fort(canvas, piece));
    scene.terrain.iter().enumerate().for_each(|(at, piece)| name(canvas, at, piece));
}

/// Paints the outlines of terrain over a camera's picture.
pub(super) fn outlines(canvas: &mut Canvas<'_>) {
    let palette = canvas.palette;
    for (at, piece) in canvas.scene.terrain.iter().enumerate() {
        let path = polygon(&piece.outline_in);
        let (colour, dash): (_, &[f64]) = match piece.kind {
            PieceKind::Land => (&palette.land_edge, &[]),
            PieceKind::Shoal => (&palette.shoal_edge, &[2.0, 4.0]),
            PieceKind::Fort => (&palette.fort, &[]),
            PieceKind::Obstacle => (&palette.danger, &[6.0, 4.0]),
        };
        canvas.paint_at(
            Layer::Terrain,
            &path,
            piece.height_in,
            Ink::line(&palette.halo, 3.6).faded(0.55),
            None,
        );
        canvas.paint_at(
            Layer::Terrain,
            &path,
            piece.height_in,
            Ink::fill(colour).wash(0.06).edged(colour, 1.6).dashed(dash),
            None,
        );
        name(canvas, at, piece);
    }
}

/// The sides of an outline that are a coast, as lines.
fn coast(canvas: &Canvas<'_>, outline: &[TablePoint]) -> BezPath {
    if !sides(outline).any(|side| on_edge(canvas, side)) {
        return polygon(outline);
    }
    let mut path = BezPath::new();
    let mut last = None;
    for (a, b) in sides(outline).filter(|side| !on_edge(canvas, *side)) {
        if last != Some(a) {
            path.move_to(a);
        }
        path.line_to(b);
        last = Some(b);
    }
    path
}

/// Whether a side runs along the table's edge.
fn on_edge(canvas: &Canvas<'_>, (a, b): (TablePoint, TablePoint)) -> bool {
    let (east, north) = canvas.scene.table_in;
    let both =
        |beyond: fn(TablePoint, (f64, f64)) -> bool| beyond(a, (east, north)) && beyond(b, (east, north));
    both(|(x, _), _| x <= ON_EDGE_IN)
        || both(|(_, y), _| y <= ON_EDGE_IN)
        || both(|(x, _), (east, _)| x >= east - ON_EDGE_IN)
        || both(|(_, y), (_, north)| y >= north - ON_EDGE_IN)
}

/// Paints lines along all coasts, as engravers do: wide strokes in the line's colour, each with a narrower one in that of
/// shallow water above it.
fn water_lines(canvas: &mut Canvas<'_>) {
    let palette = canvas.palette;
    let mut all = BezPath::new();
    for piece in
        canvas.scene.terrain.iter().filter(|piece| matches!(piece.kind, PieceKind::Land | PieceKind::Fort))
    {
        all.extend(coast(canvas, &piece.outline_in));
    }
    let [.., shallow] = &palette.depths;
    for (at, distance_px) in WATER_LINES_PX.into_iter().enumerate() {
        let width_px = 0.45 + 0.12 * at as f64;
        canvas.paint(Layer::Terrain, &all, Ink::line(&palette.water_line, 2.0 * distance_px + width_px));
        canvas.paint(Layer::Terrain, &all, Ink::line(shallow, 2.0 * distance_px - width_px));
    }
}

/// A small dot as a lozenge, which takes fewer bytes than a circle.
fn dot((x, y): TablePoint, radius: f64) -> BezPath {
    polygon(&[(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)])
}

fn shoal(canvas: &mut Canvas<'_>, piece: &TerrainPiece) {
    let palette = canvas.palette;
    let scale = canvas.ornament_scale();
    let path = polygon(&piece.outline_in);
    canvas.paint(Layer::Terrain, &path, Ink::fill(&palette.shoal));
    let Some(around) = shapes::around(&piece.outline_in) else { return };
    let mut dots = BezPath::new();
    for at in scatter(around, 0.42 * scale, 21).filter(|at| shapes::contains(&piece.outline_in, *at)) {
        let edge_in = nearest(&piece.outline_in, at) / scale;
        // Denser towards the edge.
        if chance((at.0 * 64.0) as i64, (at.1 * 64.0) as i64, 23) < 0.28 + 0.72 * (-edge_in / 0.7).exp() {
            dots.extend(dot(at, (0.045 + 0.02 * noise(at.0, at.1, 24)) * scale));
        }
    }
    canvas.paint(Layer::Terrain, &dots, Ink::fill(&palette.shoal_edge).faded(0.75));
    let mut edge = BezPath::new();
    for side in sides(&piece.outline_in).filter(|side| !on_edge(canvas, *side)) {
        along(side, 0.27 * scale).for_each(|(at, _)| edge.extend(dot(at, 0.075 * scale)));
    }
    canvas.paint(Layer::Terrain, &edge, Ink::fill(&palette.shoal_edge));
}

/// Points along a side at about this distance, with the unit vector across it to the left.
fn along((a, b): (TablePoint, TablePoint), apart_in: f64) -> impl Iterator<Item = (TablePoint, (f64, f64))> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1e-9);
    let steps = (length / apart_in).round().clamp(1.0, 4000.0) as u32;
    let across = (-dy / length, dx / length);
    (0..steps).map(move |step| {
        let share = (f64::from(step) + 0.5) / f64::from(steps);
        ((a.0 + dx * share, a.1 + dy * share), across)
    })
}

fn nearest(outline: &[TablePoint], at: TablePoint) -> f64 {
    sides(outline).map(|side| shapes::distance2(at, side)).fold(f64::INFINITY, f64::min).sqrt()
}

fn land(canvas: &mut Canvas<'_>, piece: &TerrainPiece) {
    let palette = canvas.palette;
    let scale = canvas.ornament_scale();
    let outline = &piece.outline_in;
    canvas.paint(Layer::Terrain, &polygon(outline), Ink::fill(&palette.land));
    let inward = if shapes::signed_area(outline) > 0.0 { 1.0 } else { -1.0 };
    let mut strokes = BezPath::new();
    for side in sides(outline).filter(|side| !on_edge(canvas, *side)) {
        for (at, (across_x, across_y)) in along(side, 0.11 * scale) {
            let ragged = chance((at.0 * 512.0) as i64, (at.1 * 512.0) as i64, 31);
            let length = scale * (0.12 + 0.34 * noise(at.0 / 1.3, at.1 / 1.3, 32) + 0.16 * ragged) * inward;
            let lean = 0.25 * (ragged - 0.5);
            let end =
                (at.0 + (across_x - across_y * lean) * length, at.1 + (across_y + across_x * lean) * length);
            if shapes::contains(outline, end) {
                strokes.extend(line(&[at, end]));
            }
        }
    }
    canvas.paint(Layer::Terrain, &strokes, Ink::line(&palette.hachure, 0.55).faded(0.8));
    growth(canvas, outline);
    let coast = coast(canvas, outline);
    canvas.paint(Layer::Terrain, &coast, Ink::line(&palette.land_edge, 1.3));
}

/// Trees and grass away from the coast.
fn growth(canvas: &mut Canvas<'_>, outline: &[TablePoint]) {
    let palette = canvas.palette;
    let scale = canvas.ornament_scale();
    let Some(around) = shapes::around(outline) else { return };
    let (mut trees, mut shade, mut grass) = (BezPath::new(), BezPath::new(), BezPath::new());
    for at in scatter(around, 0.5 * scale, 41) {
        let wood = noise(at.0 / (3.2 * scale), at.1 / (3.2 * scale), 43);
        if !shapes::contains(outline, at) || nearest(outline, at) < 0.75 * scale {
            continue;
        }
        if wood > 0.52 {
            let size = scale * (0.09 + 0.09 * chance((at.0 * 99.0) as i64, (at.1 * 99.0) as i64, 44));
            trees.extend(circle(at, size));
            let below = (at.0 + size * 0.35, at.1 - size * 0.35);
            shade.extend(circle(below, size * 0.95));
        } else if wood < 0.36 {
            for blade in [-0.12, -0.04, 0.04, 0.12] {
                let foot = (at.0 + blade * scale, at.1);
                grass.extend(line(&[
                    foot,
                    (foot.0 + blade * 0.5 * scale, foot.1 + (0.2 - blade.abs()) * scale),
                ]));
            }
        }
    }
    canvas.paint(Layer::Terrain, &shade, Ink::fill(&palette.hachure).faded(0.55));
    canvas.paint(Layer::Terrain, &trees, Ink::fill(&palette.land).edged(&palette.growth, 0.6));
    canvas.paint(Layer::Terrain, &grass, Ink::line(&palette.growth, 0.5));
}

fn fort(canvas: &mut Canvas<'_>, piece: &TerrainPiece) {
    let palette = canvas.palette;
    let outline = &piece.outline_in;
    let scale = canvas.ornament_scale();
    let path = polygon(outline);
    let Some(centre) = middle(outline) else { return };
    let shrunk = |share: f64| -> Vec<TablePoint> {
        outline
            .iter()
            .map(|(x, y)| (centre.0 + (x - centre.0) * share, centre.1 + (y - centre.1) * share))
            .collect()
    };
    canvas.paint(Layer::Terrain, &path, Ink::fill(&palette.fort).edged(&palette.ink, 2.0));
    canvas.paint(Layer::Terrain, &polygon(&shrunk(0.76)), Ink::fill(&palette.land).edged(&palette.ink, 0.8));
    canvas.paint(Layer::Terrain, &polygon(&shrunk(0.88)), Ink::line(&palette.ink, 0.5));
    if outline.len() <= 8 {
        // Bastions: a spade at each corner.
        let mut spades = BezPath::new();
        for (x, y) in outline {
            let (dx, dy) = (x - centre.0, y - centre.1);
            let length = dx.hypot(dy).max(1e-9);
            let (dx, dy) = (dx / length, dy / length);
            let size = (0.3 * scale).min(length * 0.28);
            let at = |ahead: f64, across: f64| {
                (x + size * (ahead * dx - across * dy), y + size * (ahead * dy + across * dx))
            };
            spades.extend(polygon(&[
                at(0.75, 0.0),
                at(0.1, 0.75),
                at(-0.75, 0.45),
                at(-0.75, -0.45),
                at(0.1, -0.75),
            ]));
        }
        canvas.paint(Layer::Terrain, &spades, Ink::fill(&palette.fort).edged(&palette.ink, 1.1));
    }
    let staff = BezPath::from_svg("M0,3 L0,-13 L11,-10.5 L0,-7").unwrap_or_default();
    canvas.mark(Layer::Terrain, centre, 0.0, &staff, Ink::fill(&palette.ink).edged(&palette.ink, 0.9), None);
}

fn obstacle(canvas: &mut Canvas<'_>, piece: &TerrainPiece) {
    let palette = canvas.palette;
    let scale = canvas.ornament_scale();
    let outline = &piece.outline_in;
    let path = polygon(outline);
    canvas.paint(
        Layer::Terrain,
        &path,
        Ink::fill(&palette.obstacle).wash(0.7).edged(&palette.ink, 1.1).dashed(&[1.4, 2.6]),
    );
    let Some(around) = shapes::around(outline) else { return };
    let mut crosses = BezPath::new();
    let arm = 0.13 * scale;
    for (x, y) in scatter(around, 0.6 * scale, 51).filter(|at| shapes::contains(outline, *at)) {
        crosses.extend(line(&[(x - arm, y), (x + arm, y)]));
        crosses.extend(line(&[(x, y - arm), (x, y + arm)]));
    }
    canvas.paint(Layer::Terrain, &crosses, Ink::line(&palette.ink, 0.8));
}

/// Asks for a piece's name: upright on land, in italics on water, along a piece that is much longer than wide.
fn name(canvas: &mut Canvas<'_>, at: usize, piece: &TerrainPiece) {
    if piece.name.is_empty() {
        return;
    }
    let palette = canvas.palette;
    let wet = matches!(piece.kind, PieceKind::Shoal | PieceKind::Obstacle);
    let (colour, size) = match piece.kind {
        PieceKind::Land => (&palette.land_edge, 1.05),
        PieceKind::Shoal => (&palette.shoal_edge, 0.95),
        PieceKind::Fort | PieceKind::Obstacle => (&palette.ink, 0.9),
    };
    let mut style = canvas.label_style(colour, size, 400, wet);
    let outline = canvas.outline(&piece.outline_in, piece.height_in);
    let (Some(around), Some(centre)) = (shapes::around(&outline), inner_point(&piece.outline_in)) else {
        return;
    };
    let Some(anchor) = canvas.project(centre, piece.height_in) else { return };
    if (around.3 - around.1) > 2.2 * (around.2 - around.0) {
        style.turned_deg = -90.0;
    }
    let small = matches!(piece.kind, PieceKind::Fort | PieceKind::Obstacle);
    if small {
        canvas.occupy(&piece.outline_in, piece.height_in);
    }
    canvas.requests.push(LabelRequest {
        key: format!("terrain:{at}"),
        text: piece.name.clone(),
        ship: None,
        anchor,
        outline: if small { outline } else { Vec::new() },
        priority: 1,
        style,
        opacity: 1.0,
    });
}

/// A point well inside an outline: of a grid's points the one farthest from the outline.
fn inner_point(outline: &[TablePoint]) -> Option<TablePoint> {
    const STEPS: u32 = 12;
    let (west, south, east, north) = shapes::around(outline)?;
    let share = |step: u32| (f64::from(step) + 0.5) / f64::from(STEPS);
    let grid = (0..STEPS).flat_map(|column| (0..STEPS).map(move |row| (column, row)));
    let points = grid
        .map(|(column, row)| (west + (east - west) * share(column), south + (north - south) * share(row)));
    let centre = ((west + east) / 2.0, (south + north) / 2.0);
    let depth = |at: TablePoint| nearest(outline, at) - 0.05 * (at.0 - centre.0).hypot(at.1 - centre.1);
    let inside =
        points.filter(|at| shapes::contains(outline, *at)).max_by(|a, b| depth(*a).total_cmp(&depth(*b)));
    inside.or_else(|| middle(outline))
}
