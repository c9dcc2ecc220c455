//! Ships as plans of their class, with wake, smoke and damage; their tracks and names.

use super::canvas::{Canvas, Ink};
use super::lattice::chance;
use super::shapes::{self, circle, line, polygon};
use crate::display_list::Layer;
use crate::labels::LabelRequest;
use crate::palette::SideSign;
use crate::scene::{Emphasis, Place, SceneShip, TablePoint, Track, TrackKind};
use crate::silhouettes::{PartKind, silhouette};
use kurbo::{Affine, BezPath};
use std::f64::consts::TAU;

/// Below this length on the screen, pixels, lines on deck are left out.
const DETAIL_FROM_PX: f64 = 46.0;
/// The length on the screen at which lines of a plan have their full width, pixels at the usual text size.
const FULL_WIDTH_PX: f64 = 150.0;
/// Where smoke drifts, radians clockwise from north.
const WIND_TOWARD_RAD: f64 = 0.9;
/// From this damaged share on a hull looks quite burnt.
const ALL_SCORCHED: f64 = 0.9;

/// A hull's length, beam and middle in the frame of the ship.
struct Hull {
    length_in: f64,
    beam_in: f64,
    /// From hull units (beams to starboard, lengths astern) to the table.
    placed: Affine,
}

impl Hull {
    /// The rectangle around a hull's outline, along its heading.
    fn of(ship: &SceneShip) -> Option<Self> {
        let Place { x_in, y_in, heading_rad } = ship.place;
        let (sin, cos) = heading_rad.sin_cos();
        let local: Vec<TablePoint> = ship
            .outline_in
            .iter()
            .map(|(x, y)| (x - x_in, y - y_in))
            .map(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
            .collect();
        let (port, stern, starboard, bow) = shapes::around(&local)?;
        let (length_in, beam_in) = (bow - stern, starboard - port);
        let to_table = Affine::new([cos, -sin, sin, cos, x_in, y_in]);
        let middle = Affine::translate(((port + starboard) / 2.0, (bow + stern) / 2.0));
        let placed = to_table * middle * Affine::new([beam_in, 0.0, 0.0, -length_in, 0.0, 0.0]);
        Some(Self { length_in, beam_in, placed })
    }

    fn at(&self, beams: f64, lengths: f64) -> TablePoint {
        let at = self.placed * kurbo::Point::new(beams, lengths);
        (at.x, at.y)
    }
}

/// Paints all tracks.
pub(super) fn tracks(canvas: &mut Canvas<'_>) {
    canvas.scene.tracks.iter().for_each(|one| track(canvas, one));
}

fn track(canvas: &mut Canvas<'_>, track: &Track) {
    let colour = canvas.side_colour(&track.side);
    let (width_px, opacity, dash): (f64, f64, &[f64]) = match track.kind {
        TrackKind::ThisTurn => (1.5, 0.95, &[]),
        TrackKind::Earlier => (1.0, 0.5, &[5.0, 3.5]),
        TrackKind::Ordered => (1.5, 0.9, &[2.0, 3.0]),
    };
    let ship = Some(track.ship.as_str());
    let path = line(&track.points_in);
    if canvas.over_picture() {
        let casing = Ink::line(&canvas.palette.halo, width_px + 2.4).faded(0.5);
        canvas.paint_at(Layer::Tracks, &path, 0.0, casing, ship);
    }
    canvas.paint_at(Layer::Tracks, &path, 0.0, Ink::line(colour, width_px).dashed(dash).faded(opacity), ship);
    let stop = BezPath::from_svg("M-2,0 L0,-2 L2,0 L0,2 Z").unwrap_or_default();
    let stops = track.points_in.iter().take(track.points_in.len().saturating_sub(1));
    for at in stops {
        canvas.mark(Layer::Tracks, *at, 0.0, &stop, Ink::fill(colour).faded(opacity), ship);
    }
}

/// Paints all ships: wrecks first, then those afloat.
pub(super) fn ships(canvas: &mut Canvas<'_>) {
    let scene = canvas.scene;
    for ship in scene.ships.iter().filter(|ship| ship.condition.sunk) {
        wreck(canvas, ship);
        name(canvas, ship);
    }
    for ship in scene.ships.iter().filter(|ship| !ship.condition.sunk) {
        let Some(hull) = Hull::of(ship) else { continue };
        if canvas.over_picture() {
            outline(canvas, ship);
        } else {
            wake(canvas, ship, &hull);
            emphasis(canvas, ship, &hull);
            plan(canvas, ship, &hull);
            damage(canvas, ship, &hull);
            smoke(canvas, ship, &hull);
        }
        sign(canvas, ship, &hull);
        name(canvas, ship);
    }
}

/// A ring around a ship that a window has to do with; around any other a thin edge that lifts it off the chart.
fn emphasis(canvas: &mut Canvas<'_>, ship: &SceneShip, hull: &Hull) {
    let palette = canvas.palette;
    let Some(part) = silhouette(&ship.class).and_then(|plan| plan.parts.first()) else { return };
    let path = hull.placed * part.path.clone();
    let id = Some(ship.id.as_str());
    let ring = match ship.emphasis {
        Emphasis::None => None,
        Emphasis::Pointed => Some((&palette.faint, 7.5)),
        Emphasis::Chosen => Some((&palette.range, 9.0)),
        Emphasis::Target => Some((&palette.danger, 9.0)),
    };
    if let Some((colour, width_px)) = ring {
        canvas.paint_at(Layer::Ships, &path, ship.height_in, Ink::line(colour, width_px).faded(0.9), id);
    }
    let gap_px = ring.map_or(3.0, |(_, width_px)| width_px - 3.6);
    canvas.paint_at(Layer::Ships, &path, ship.height_in, Ink::line(&palette.halo, gap_px), id);
}

/// The hull over a camera's picture: its outline only, for the picture shows the model.
fn outline(canvas: &mut Canvas<'_>, ship: &SceneShip) {
    let palette = canvas.palette;
    let colour = canvas.side_colour(&ship.side);
    let path = polygon(&ship.outline_in);
    let (colour, width_px) = match ship.emphasis {
        Emphasis::None => (colour, 1.6),
        Emphasis::Pointed => (colour, 2.4),
        Emphasis::Chosen => (palette.range.as_str(), 2.8),
        Emphasis::Target => (palette.danger.as_str(), 2.8),
    };
    let dash: &[f64] = if ship.in_doubt { &[4.0, 4.0] } else { &[] };
    let id = Some(ship.id.as_str());
    canvas.paint_at(
        Layer::Ships,
        &path,
        ship.height_in,
        Ink::line(&palette.halo, width_px + 2.6).faded(0.6),
        id,
    );
    canvas.paint_at(Layer::Ships, &path, ship.height_in, Ink::line(colour, width_px).dashed(dash), id);
}

/// The colours of a plan's parts.
fn part_ink<'a>(canvas: &Canvas<'a>, kind: PartKind, sign: SideSign, width: f64, struck: bool) -> Ink<'a> {
    let palette = canvas.palette;
    let ink = &palette.ink;
    let side = if struck { palette.faint.as_str() } else { sign.colour(&palette.hulls) };
    match kind {
        PartKind::Hull => Ink::fill(side).edged(ink, 1.2 * width.max(0.7)),
        PartKind::Deck => Ink::fill(sign.colour(&palette.decks)).edged(ink, 0.5 * width),
        PartKind::Plate => Ink::fill(&palette.iron).edged(ink, 0.5 * width),
        PartKind::Casemate => Ink::fill(&palette.iron_dark).edged(ink, 0.9 * width),
        PartKind::Roof => Ink::fill(&palette.iron).edged(ink, 0.6 * width),
        PartKind::Turret => Ink::fill(&palette.iron_dark).edged(ink, 1.1 * width),
        PartKind::House => Ink::fill(&palette.halo).edged(ink, 0.7 * width),
        PartKind::Pilothouse => Ink::fill(sign.colour(&palette.decks)).edged(ink, 0.8 * width),
        PartKind::Hatch => Ink::fill(&palette.spar).edged(ink, 0.4 * width),
        PartKind::Wheel => Ink::fill(side).edged(ink, 0.9 * width),
        PartKind::Funnel => Ink::fill(&palette.funnel).edged(&palette.halo, 0.6 * width),
        PartKind::Mast => Ink::fill(&palette.spar).edged(ink, 0.6 * width),
        PartKind::Boat => Ink::fill(&palette.halo).edged(ink, 0.6 * width),
        PartKind::Spar => Ink::line(&palette.spar, 1.5 * width),
        PartKind::Gun => Ink::line(&palette.funnel, 1.5 * width),
        PartKind::Line => Ink::line(ink, 0.5 * width),
    }
}

fn plan(canvas: &mut Canvas<'_>, ship: &SceneShip, hull: &Hull) {
    let Some(plan) = silhouette(&ship.class) else { return };
    let sign = canvas.sign(&ship.side);
    let length_px = hull.length_in * canvas.view.px_per_unit;
    let width = (length_px / FULL_WIDTH_PX / canvas.px()).clamp(0.35, 1.0);
    for part in &plan.parts {
        let fine = part.kind.is_line()
            || matches!(part.kind, PartKind::Hatch | PartKind::Boat | PartKind::Pilothouse);
        if fine && length_px < DETAIL_FROM_PX {
            continue;
        }
        let ink = part_ink(canvas, part.kind, sign, width, ship.condition.struck);
        let dash: &[f64] = if ship.in_doubt && part.kind == PartKind::Hull { &[4.0, 3.0] } else { &[] };
        let path = hull.placed * part.path.clone();
        canvas.paint_at(Layer::Ships, &path, ship.height_in, ink.dashed(dash), Some(&ship.id));
    }
    if ship.condition.aground {
        let ink = Ink::line(&canvas.palette.shoal_edge, 1.6).dashed(&[1.6, 3.0]);
        let around = hull.placed * circle((0.0, 0.0), 0.5);
        let wide = widened(&around, hull);
        canvas.paint_at(Layer::Ships, &wide, 0.0, ink, Some(&ship.id));
    }
}

/// An ellipse around the hull, a little larger than it.
fn widened(ellipse: &BezPath, hull: &Hull) -> BezPath {
    let centre = hull.at(0.0, 0.0);
    let about = Affine::translate(centre) * Affine::scale(1.35) * Affine::translate((-centre.0, -centre.1));
    about * ellipse.clone()
}

/// The wake: bow waves and the troubled water astern.
fn wake(canvas: &mut Canvas<'_>, ship: &SceneShip, hull: &Hull) {
    let Some(wake) = ship.wake else { return };
    let astern = wake.length_in / hull.length_in.max(1e-6);
    let mut waves = BezPath::new();
    for side in [-1.0, 1.0] {
        let bow = |start: f64, out: f64| {
            let mut wave = BezPath::new();
            wave.move_to(hull.at(side * 0.12, start));
            wave.curve_to(
                hull.at(side * 0.7, start + 0.18),
                hull.at(side * (0.9 + out), start + 0.45),
                hull.at(side * (1.2 + out), start + 0.85),
            );
            wave
        };
        waves.extend(bow(-0.47, 0.0));
        waves.extend(bow(-0.3, 0.25));
    }
    let palette = canvas.palette;
    let mut streaks = BezPath::new();
    for (across, to) in [(-0.42, 0.7), (-0.25, 1.0), (-0.08, 0.8), (0.1, 0.95), (0.27, 0.85), (0.42, 0.65)] {
        streaks.extend(line(&[hull.at(across * 0.7, 0.5), hull.at(across * 1.5, 0.5 + astern * to)]));
    }
    let id = Some(ship.id.as_str());
    canvas.paint_at(
        Layer::Tracks,
        &streaks,
        0.0,
        Ink::line(&palette.wake, 0.8).dashed(&[7.0, 4.0, 3.0, 4.0]).faded(0.6),
        id,
    );
    canvas.paint_at(Layer::Tracks, &waves, 0.0, Ink::line(&palette.wake, 0.8).faded(0.6), id);
}

/// A number of a ship that stays the same in every drawing.
fn seed(ship: &SceneShip) -> i64 {
    ship.id.bytes().fold(7, |sum: i64, byte| sum.wrapping_mul(31).wrapping_add(i64::from(byte)))
}

/// Scorch marks by the damaged share, and flames.
fn damage(canvas: &mut Canvas<'_>, ship: &SceneShip, hull: &Hull) {
    let palette = canvas.palette;
    let id = Some(ship.id.as_str());
    let seed = seed(ship);
    let spots = (ship.condition.damage.clamp(0.0, ALL_SCORCHED) * 14.0).ceil() as i64;
    let (mut burnt, mut holes) = (BezPath::new(), BezPath::new());
    for spot in 0..spots {
        let (across, along) = (chance(seed, spot, 1) - 0.5, chance(seed, spot, 2) - 0.5);
        let (beams, lengths) = (across * 0.62, along * 0.74);
        let size = hull.beam_in * (0.1 + 0.1 * chance(seed, spot, 3));
        burnt.extend(splash(hull.at(beams, lengths), size, seed + spot));
        holes.extend(splash(hull.at(beams, lengths), size * 0.45, seed + spot + 99));
    }
    canvas.paint_at(Layer::Ships, &burnt, ship.height_in, Ink::fill(&palette.scorch).faded(0.5), id);
    canvas.paint_at(Layer::Ships, &holes, ship.height_in, Ink::fill(&palette.scorch).faded(0.85), id);
    if ship.condition.burning {
        for (fire, (beams, lengths)) in [(0.0, -0.16), (0.14, 0.06), (-0.12, 0.22)].into_iter().enumerate() {
            let at = hull.at(beams, lengths);
            let flame = splash(at, hull.beam_in * 0.3, seed + fire as i64 + 7);
            canvas.paint_at(Layer::Ships, &flame, ship.height_in, Ink::fill(&palette.fire).faded(0.9), id);
            let heart = splash(at, hull.beam_in * 0.14, seed + fire as i64 + 70);
            canvas.paint_at(Layer::Ships, &heart, ship.height_in, Ink::fill(&palette.doubt), id);
        }
    }
}

/// A ragged star.
fn splash(at: TablePoint, radius: f64, seed: i64) -> BezPath {
    let points: Vec<TablePoint> = (0..11)
        .map(|point| {
            let radius = radius * (0.45 + 0.55 * chance(seed, point, 5));
            shapes::toward(at, TAU * point as f64 / 11.0, radius)
        })
        .collect();
    shapes::rounded(&points)
}

/// Smoke from the funnel, more of it from a fire.
fn smoke(canvas: &mut Canvas<'_>, ship: &SceneShip, hull: &Hull) {
    let palette = canvas.palette;
    let condition = ship.condition;
    if !condition.steaming && !condition.burning {
        return;
    }
    let funnels =
        silhouette(&ship.class).map(|plan| plan.parts.iter().filter(|part| part.kind == PartKind::Funnel));
    let funnel = funnels.and_then(|mut parts| parts.next()).map_or((0.0, 0.0), |part| {
        let around = kurbo::Shape::bounding_box(&part.path);
        (around.center().x, around.center().y)
    });
    let from = hull.at(funnel.0, funnel.1);
    let id = Some(ship.id.as_str());
    let seed = seed(ship);
    let (puffs, size, opacity) = if condition.burning { (9, 0.34, 0.34) } else { (6, 0.2, 0.2) };
    let (mut plume, mut curls) = (BezPath::new(), BezPath::new());
    let unit = hull.length_in.min(4.0 * hull.beam_in.max(0.01)) * 0.25;
    for puff in 0..puffs {
        let far = f64::from(puff) + 0.4;
        let bearing = WIND_TOWARD_RAD + 0.5 * (chance(seed, i64::from(puff), 8) - 0.5);
        let radius = unit * size * (0.7 + 0.38 * far);
        let at = shapes::toward(from, bearing, unit * (0.16 * far * far.sqrt() + 0.2 * far));
        plume.extend(circle(at, radius));
        // Half a circle on the weather side, as engravers draw smoke.
        let rim: Vec<TablePoint> = (0..=8)
            .map(|step| shapes::toward(at, WIND_TOWARD_RAD - 0.4 + 2.4 * f64::from(step) / 8.0, radius))
            .collect();
        curls.extend(line(&rim));
    }
    canvas.paint_at(Layer::Ships, &plume, ship.height_in, Ink::fill(&palette.smoke).faded(opacity), id);
    canvas.paint_at(Layer::Ships, &curls, ship.height_in, Ink::line(&palette.smoke, 0.6).faded(0.55), id);
}

/// The side's sign: disc, lozenge or square, hollow where the colours are struck.
fn sign(canvas: &mut Canvas<'_>, ship: &SceneShip, hull: &Hull) {
    let palette = canvas.palette;
    let sign = canvas.sign(&ship.side);
    let shape = match sign {
        SideSign::Disc => circle((0.0, 0.0), 2.6),
        SideSign::Lozenge => polygon(&[(-3.5, 0.0), (0.0, -3.5), (3.5, 0.0), (0.0, 3.5)]),
        SideSign::Square => polygon(&[(-2.5, -2.5), (2.5, -2.5), (2.5, 2.5), (-2.5, 2.5)]),
    };
    let colour = canvas.side_colour(&ship.side);
    let ink = if ship.condition.struck {
        Ink::fill(&palette.halo).edged(colour, 1.4)
    } else {
        Ink::fill(colour).edged(&palette.halo, 1.0)
    };
    let at = if canvas.over_picture() { hull.at(0.0, 0.0) } else { hull.at(0.0, 0.45) };
    canvas.mark(Layer::Ships, at, ship.height_in, &shape, ink, Some(&ship.id));
    if ship.condition.struck {
        let flag = BezPath::from_svg("M0,0 L0,-15 L9,-13.5 L9,-8 L0,-7.5").unwrap_or_default();
        let ink = Ink::fill("#ffffff").edged(&palette.ink, 0.9);
        canvas.mark(Layer::Ships, at, ship.height_in, &flag, ink, Some(&ship.id));
    }
}

/// A sunk ship: a broken outline with INT 1's mark of a wreck.
fn wreck(canvas: &mut Canvas<'_>, ship: &SceneShip) {
    let Some(hull) = Hull::of(ship) else { return };
    let palette = canvas.palette;
    let id = Some(ship.id.as_str());
    let plan = silhouette(&ship.class).and_then(|plan| plan.parts.first());
    let path = plan.map_or_else(|| polygon(&ship.outline_in), |part| hull.placed * part.path.clone());
    let ink = Ink::fill(&palette.wreck).wash(0.14).edged(&palette.wreck, 1.2).dashed(&[3.0, 2.6]);
    canvas.paint_at(Layer::Ships, &path, 0.0, ink, id);
    let mut mark = line(&[hull.at(0.0, -0.42), hull.at(0.0, 0.42)]);
    for (along, half) in [(-0.2, 0.42), (0.0, 0.6), (0.2, 0.42)] {
        mark.extend(line(&[hull.at(-half, along), hull.at(half, along)]));
    }
    canvas.paint_at(Layer::Ships, &mark, 0.0, Ink::line(&palette.wreck, 1.2), id);
}

/// Asks for a ship's name.
fn name(canvas: &mut Canvas<'_>, ship: &SceneShip) {
    canvas.occupy(&ship.outline_in, ship.height_in);
    let outline = canvas.outline(&ship.outline_in, ship.height_in);
    let Some(around) = shapes::around(&outline) else { return };
    if ship.name.is_empty() {
        return;
    }
    let chosen = ship.emphasis != Emphasis::None;
    let colour = if ship.condition.sunk { &canvas.palette.wreck } else { canvas.side_colour(&ship.side) };
    let style = canvas.label_style(colour, 1.0, if chosen { 700 } else { 400 }, ship.condition.sunk);
    canvas.requests.push(LabelRequest {
        key: format!("ship:{}", ship.id),
        text: ship.name.clone(),
        ship: Some(ship.id.clone()),
        anchor: ((around.0 + around.2) / 2.0, (around.1 + around.3) / 2.0),
        outline,
        priority: if chosen { 10 } else { 6 },
        style,
        opacity: 1.0,
    });
}
