//! Overlays: what a player measures, plans or must do; mines, bursts and currents on the water.

use super::canvas::{Canvas, Ink};
use super::shapes::{circle, contains, line, middle, polygon, rounded, toward};
use crate::display_list::Layer;
use crate::labels::{LabelRequest, LabelStyle};
use crate::scene::{ArcSector, Current, FireLine, FireState, Ghost, MinedArea, RingBand, TablePoint};
use kurbo::BezPath;
use std::f64::consts::PI;

/// The distance between the arrows of a current that flows everywhere, inches on a usual table.
const CURRENTS_APART_IN: f64 = 13.0;
/// The angle between the points of an arc.
const ARC_STEP_RAD: f64 = 0.02;

/// Paints what belongs to the water: the hex board, currents, mines, burst circles.
pub(super) fn water(canvas: &mut Canvas<'_>) {
    let scene = canvas.scene;
    let palette = canvas.palette;
    if let Some(board) = &scene.overlays.board {
        let hexes = |centres: &[TablePoint]| {
            let mut path = BezPath::new();
            for (x, y) in centres {
                let corners: Vec<_> = board.corners_in.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
                path.extend(polygon(&corners));
            }
            path
        };
        canvas.paint(Layer::Water, &hexes(&board.centres_in), Ink::line(&palette.faint, 0.7).faded(0.7));
        canvas.paint(
            Layer::Water,
            &hexes(&board.open_in),
            Ink::fill(&palette.reach).wash(0.22).edged(&palette.reach, 1.2),
        );
    }
    scene.currents.iter().for_each(|one| current(canvas, one));
    scene.overlays.mines.iter().enumerate().for_each(|(at, area)| mines(canvas, at, area));
    for burst in &scene.overlays.bursts {
        let path = circle(burst.centre_in, burst.radius_in);
        canvas.paint(Layer::Water, &path, Ink::fill(&palette.danger).wash(0.14).edged(&palette.danger, 1.4));
        let mut cross = line(&[toward(burst.centre_in, 0.0, 0.2), toward(burst.centre_in, PI, 0.2)]);
        cross
            .extend(line(&[toward(burst.centre_in, PI / 2.0, 0.2), toward(burst.centre_in, -PI / 2.0, 0.2)]));
        canvas.paint(Layer::Water, &cross, Ink::line(&palette.danger, 1.2));
    }
}

fn mines(canvas: &mut Canvas<'_>, at: usize, area: &MinedArea) {
    let palette = canvas.palette;
    let colour = if area.real == Some(false) { &palette.faint } else { &palette.danger };
    let path = polygon(&area.outline_in);
    canvas.paint(
        Layer::Water,
        &path,
        Ink::fill(colour).wash(0.1).edged(colour, 1.2).dashed(&[5.0, 3.0, 1.0, 3.0]),
    );
    // INT 1's mark of a mine: a ball with horns.
    let mine = BezPath::from_svg(
        "M-3.4,0 A3.4,3.4 0 1 1 3.4,0 A3.4,3.4 0 1 1 -3.4,0 Z M-2.6,-2.6 L-4.6,-4.6 M2.6,-2.6 L4.6,-4.6 M0,-3.4 L0,-6",
    )
    .unwrap_or_default();
    let Some(centre) = middle(&area.outline_in) else { return };
    let spread = area
        .outline_in
        .iter()
        .map(|(x, y)| (centre.0 + (x - centre.0) * 0.5, centre.1 + (y - centre.1) * 0.5));
    for place in std::iter::once(centre).chain(spread.filter(|place| contains(&area.outline_in, *place))) {
        let ink = if area.real == Some(false) {
            Ink::line(colour, 1.0)
        } else {
            Ink::fill(colour).edged(colour, 1.0)
        };
        canvas.mark(Layer::Water, place, 0.0, &mine, ink, None);
    }
    let style = canvas.label_style(colour, 0.9, 400, true);
    ask(canvas, format!("mines:{at}"), &area.name, centre, None, 2, style);
}

/// Paints a current's arrows.
fn current(canvas: &mut Canvas<'_>, current: &Current) {
    let palette = canvas.palette;
    let scale = canvas.ornament_scale();
    let (east, north) = canvas.scene.table_in;
    let places: Vec<TablePoint> = match current.at {
        Some(at) => vec![at],
        None => {
            let margin = 3.0 * scale;
            super::lattice::scatter(
                (margin, margin, east - margin, north - margin),
                CURRENTS_APART_IN * scale,
                61,
            )
            .filter(|(x, y)| *x > margin && *y > margin && *x < east - margin && *y < north - margin)
            .filter(|at| !canvas.scene.terrain.iter().any(|piece| contains(&piece.outline_in, *at)))
            .filter(|at| !canvas.covered_in.iter().any(|outline| contains(outline, *at)))
            .collect()
        }
    };
    for at in places {
        let length = 2.3 * scale;
        let point = |ahead: f64, across: f64| {
            let on_axis = toward(at, current.toward_rad, ahead * length);
            toward(on_axis, current.toward_rad + PI / 2.0, across * length)
        };
        let mut arrow = BezPath::new();
        // A shaft that wavers as water does, with the feathers of a current of the flood or the river.
        arrow.move_to(point(-0.5, 0.0));
        arrow.curve_to(point(-0.2, 0.09), point(0.1, -0.09), point(0.42, 0.0));
        arrow.extend(line(&[point(0.28, 0.08), point(0.5, 0.0), point(0.28, -0.08)]));
        for ahead in [-0.5, -0.42, -0.34] {
            arrow.extend(line(&[point(ahead, 0.0), point(ahead - 0.09, 0.09)]));
        }
        canvas.paint(Layer::Water, &arrow, Ink::line(&palette.current, 1.1).faded(0.85));
        if !current.rate.is_empty() {
            let style = canvas.label_style(&palette.current, 0.85, 400, true);
            ask(
                canvas,
                format!("current:{:.1}:{:.1}", at.0, at.1),
                &current.rate,
                point(0.0, 0.25),
                None,
                1,
                style,
            );
        }
    }
}

/// Paints what can be reached and measured: range bands, arcs, lines of fire, turning circles.
pub(super) fn reach(canvas: &mut Canvas<'_>) {
    let scene = canvas.scene;
    let palette = canvas.palette;
    let overlays = &scene.overlays;
    for (at, band) in overlays.bands.iter().enumerate() {
        range_band(canvas, at, band);
    }
    for sector in &overlays.arcs {
        arc(canvas, sector);
    }
    for reach in &overlays.reach {
        let ink = Ink::fill(&palette.reach).wash(0.13).edged(&palette.reach, 1.3);
        canvas.paint_at(Layer::Reach, &polygon(&reach.outline_in), 0.0, ink, reach.ship.as_deref());
    }
    for one in &overlays.circles {
        let ink = Ink::line(&palette.reach, 1.1).dashed(&[7.0, 4.0]);
        canvas.paint_at(Layer::Reach, &circle(one.centre_in, one.radius_in), 0.0, ink, one.ship.as_deref());
    }
    for (at, fire) in overlays.fire.iter().enumerate() {
        fire_line(canvas, at, fire);
    }
}

fn range_band(canvas: &mut Canvas<'_>, at: usize, band: &RingBand) {
    let palette = canvas.palette;
    let ship = band.ship.as_deref();
    let outer = circle(band.centre_in, band.to_in);
    let mut ring = outer.clone();
    if band.from_in > 0.0 {
        ring.extend(circle(band.centre_in, band.from_in).reverse_subpaths());
    }
    let wash = if band.marked {
        0.16
    } else if at.is_multiple_of(2) {
        0.06
    } else {
        0.02
    };
    canvas.paint_at(Layer::Reach, &ring, 0.0, Ink::fill(&palette.range).faded(wash), ship);
    let width_px = if band.marked { 1.5 } else { 0.9 };
    canvas.paint_at(Layer::Reach, &outer, 0.0, Ink::line(&palette.range, width_px).faded(0.8), ship);
    let style = canvas.label_style(&palette.range, 0.82, 400, true);
    let top = toward(band.centre_in, 0.0, band.to_in);
    ask(canvas, format!("band:{}:{at}", ship.unwrap_or("")), &band.name, top, ship, 3, style);
}

fn arc(canvas: &mut Canvas<'_>, sector: &ArcSector) {
    let palette = canvas.palette;
    let ship = sector.ship.as_deref();
    let steps = (sector.sweep_rad / ARC_STEP_RAD).ceil().clamp(1.0, 400.0) as u32;
    let rim = (0..=steps).map(|step| {
        let bearing = sector.from_rad + sector.sweep_rad * f64::from(step) / f64::from(steps);
        toward(sector.at_in, bearing, sector.reach_in)
    });
    let outline: Vec<TablePoint> = std::iter::once(sector.at_in).chain(rim).collect();
    let path = polygon(&outline);
    let ink = if sector.bears {
        Ink::fill(&palette.range).wash(0.15).edged(&palette.range, 1.4)
    } else {
        Ink::fill(&palette.range).wash(0.03).edged(&palette.range, 0.8).dashed(&[4.0, 4.0]).faded(0.7)
    };
    canvas.paint_at(Layer::Reach, &path, 0.0, ink, ship);
}

fn fire_line(canvas: &mut Canvas<'_>, at: usize, fire: &FireLine) {
    let palette = canvas.palette;
    let ship = fire.ship.as_deref();
    let (colour, dash): (_, &[f64]) = match fire.state {
        FireState::Clear => (&palette.range, &[]),
        FireState::Doubtful => (&palette.doubt, &[8.0, 3.0]),
        FireState::Blocked => (&palette.danger, &[4.0, 4.0]),
    };
    for outline in &fire.in_the_way {
        let ink = Ink::fill(&palette.danger).wash(0.25).edged(&palette.danger, 2.0);
        canvas.paint_at(Layer::Reach, &polygon(outline), 0.0, ink, ship);
    }
    let path = line(&[fire.from_in, fire.to_in]);
    canvas.paint_at(Layer::Reach, &path, 0.0, Ink::line(&palette.halo, 4.2).faded(0.7), ship);
    canvas.paint_at(Layer::Reach, &path, 0.0, Ink::line(colour, 1.8).dashed(dash), ship);
    let half_way = ((fire.from_in.0 + fire.to_in.0) / 2.0, (fire.from_in.1 + fire.to_in.1) / 2.0);
    let style = canvas.label_style(colour, 1.0, 700, false);
    ask(canvas, format!("fire:{}:{at}", ship.unwrap_or("")), &fire.text, half_way, ship, 9, style);
}

/// Paints places where models should stand.
pub(super) fn ghosts(canvas: &mut Canvas<'_>) {
    let scene = canvas.scene;
    scene.overlays.ghosts.iter().enumerate().for_each(|(at, one)| ghost(canvas, at, one));
}

fn ghost(canvas: &mut Canvas<'_>, at: usize, ghost: &Ghost) {
    let palette = canvas.palette;
    let colour = if ghost.urgent { palette.danger.as_str() } else { canvas.side_colour(&ghost.side) };
    let path = rounded(&ghost.outline_in);
    let ship = Some(ghost.ship.as_str());
    if canvas.over_picture() {
        canvas.paint_at(
            Layer::Ghosts,
            &path,
            ghost.height_in,
            Ink::line(&palette.halo, 4.0).faded(0.6),
            ship,
        );
    }
    let ink = Ink::fill(colour).wash(0.12).edged(colour, 1.6).dashed(&[5.0, 3.5]);
    canvas.paint_at(Layer::Ghosts, &path, ghost.height_in, ink, ship);
    let Some(centre) = middle(&ghost.outline_in) else { return };
    if let Some(from) = ghost.from_in {
        arrow(canvas, from, centre, colour, ship);
    }
    if ghost.text.is_empty() {
        return;
    }
    canvas.occupy(&ghost.outline_in, ghost.height_in);
    let outline = canvas.outline(&ghost.outline_in, ghost.height_in);
    let Some(anchor) = canvas.project(centre, ghost.height_in) else { return };
    let style = canvas.label_style(colour, 0.92, 400, true);
    canvas.requests.push(LabelRequest {
        key: format!("ghost:{}:{at}", ghost.ship),
        text: ghost.text.clone(),
        ship: None,
        anchor,
        outline,
        priority: if ghost.urgent { 8 } else { 4 },
        style,
        opacity: 1.0,
    });
}

/// An arrow from where a model is to where it should be.
fn arrow(canvas: &mut Canvas<'_>, from: TablePoint, to: TablePoint, colour: &str, ship: Option<&str>) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let bearing = dx.atan2(dy);
    let mut path = line(&[from, to]);
    path.extend(line(&[toward(to, bearing + 2.7, 0.5), to, toward(to, bearing - 2.7, 0.5)]));
    canvas.paint_at(Layer::Ghosts, &path, 0.0, Ink::line(colour, 1.4), ship);
}

/// Asks for a text at a point.
fn ask(
    canvas: &mut Canvas<'_>,
    key: String,
    text: &str,
    at: TablePoint,
    ship: Option<&str>,
    priority: u8,
    style: LabelStyle,
) {
    let Some(anchor) = canvas.project(at, 0.0) else { return };
    if !text.is_empty() {
        let (text, ship) = (text.to_owned(), ship.map(str::to_owned));
        canvas.requests.push(LabelRequest {
            key,
            text,
            ship,
            anchor,
            outline: Vec::new(),
            priority,
            style,
            opacity: 1.0,
        });
    }
}
