//! A random throw: looks of the dice, and how they come to rest.

use crate::dice::setup::{DieLook, DieSetup, DieStance, GroundLook, PipLook};
use crate::setup::colour::Colour;
use crate::setup::sampler::Sampler;
use std::f64::consts::TAU;

/// How often a die of a throw comes to rest against another one, level.
const TOUCHING: f64 = 0.35;
/// How often one leans against another one.
const COCKED: f64 = 0.06;
/// How often one rests on top of another one.
const STACKED: f64 = 0.02;

/// Dice of some kinds, thrown into a tray.
pub(super) fn thrown(chances: &mut Sampler, count: u32, edge_in: f64, ground: &GroundLook) -> Vec<DieSetup> {
    let kinds = chances.count(1, 6);
    let kinds: Vec<(f64, DieLook)> =
        (0..kinds).map(|_| (edge_in * chances.between(0.8, 1.2), random_look(chances))).collect();
    let mut dice: Vec<DieSetup> = Vec::new();
    for _ in 0..count {
        let kind = chances.count(0, kinds.len() as u32 - 1) as usize;
        let Some(&(edge_in, look)) = kinds.get(kind) else { continue };
        let neighbour = chances.count(0, (dice.len() as u32).max(1) - 1) as usize;
        let chance = chances.between(0.0, 1.0);
        let die = DieSetup {
            value: chances.count(1, 6) as u8,
            edge_in,
            at_in: (0.0, 0.0, 0.5 * edge_in),
            turned_rad: chances.between(0.0, TAU),
            lean_rad: 0.0,
            lean_to_rad: chances.between(0.0, TAU),
            stance: DieStance::Flat,
            look,
        };
        let put = match dice.get(neighbour).copied() {
            Some(below) if chance < STACKED && below.stance == DieStance::Flat => {
                let off = 0.3 * below.edge_in;
                let (x, y, z) = below.at_in;
                let at_in = (
                    x + chances.between(-off, off),
                    y + chances.between(-off, off),
                    z + 0.5 * (below.edge_in + edge_in),
                );
                Some(DieSetup { at_in, stance: DieStance::Stacked, ..die })
            }
            Some(beside) if chance < STACKED + COCKED => {
                let lean_rad = chances.between(0.25, 0.7);
                let die = DieSetup { lean_rad, stance: DieStance::Cocked, ..die };
                let height_in = 0.5 * edge_in * (lean_rad.cos() + lean_rad.sin());
                let die = DieSetup { at_in: (0.0, 0.0, height_in), ..die };
                against(chances, die, &beside, &dice)
            }
            Some(beside) if chance < STACKED + COCKED + TOUCHING => against(chances, die, &beside, &dice),
            _ => anywhere(chances, die, ground, &dice),
        };
        let inside = |die: &DieSetup| {
            die.at_in.0.abs() < 0.95 * ground.half_in.0.min(0.75 * ground.half_in.0 + die.edge_in)
                && die.at_in.1.abs() < 0.95 * ground.half_in.1
        };
        dice.extend(put.filter(inside));
    }
    dice
}

/// Moves a die up to another one in a random direction, until they touch.
pub(super) fn against(
    chances: &mut Sampler,
    die: DieSetup,
    beside: &DieSetup,
    dice: &[DieSetup],
) -> Option<DieSetup> {
    let to = chances.between(0.0, TAU);
    // Half of the dice lie flat against each other, side to side.
    let turned_rad = if chances.happens(0.4) { beside.turned_rad } else { die.turned_rad };
    let step_in = 0.02 * die.edge_in;
    (0..200)
        .map(|step| {
            let way = f64::from(step) * step_in;
            let at_in = (beside.at_in.0 + way * to.cos(), beside.at_in.1 + way * to.sin(), die.at_in.2);
            DieSetup { at_in, turned_rad, lean_to_rad: to, ..die }
        })
        .find(|die| dice.iter().all(|other| !overlap(die, other)))
}

pub(super) fn anywhere(
    chances: &mut Sampler,
    die: DieSetup,
    ground: &GroundLook,
    dice: &[DieSetup],
) -> Option<DieSetup> {
    let (width, depth) = (0.7 * ground.half_in.0.min(1e3), 0.7 * ground.half_in.1);
    (0..30)
        .map(|_| DieSetup {
            at_in: (chances.between(-width, width), chances.between(-depth, depth), die.at_in.2),
            ..die
        })
        .find(|die| dice.iter().all(|other| !overlap(die, other)))
}

/// Do the outlines of two dice on the ground overlap? Separating axes of two squares.
fn overlap(a: &DieSetup, b: &DieSetup) -> bool {
    let (dx, dy) = (b.at_in.0 - a.at_in.0, b.at_in.1 - a.at_in.1);
    let half =
        |die: &DieSetup| 0.5 * die.edge_in * die.look.spread() * (die.lean_rad.cos() + die.lean_rad.sin());
    let turn = a.turned_rad - b.turned_rad;
    let spread = turn.cos().abs() + turn.sin().abs();
    let apart = |by: f64, near: f64, far: f64| {
        let (sin, cos) = by.sin_cos();
        let along = [(dx * cos + dy * sin).abs(), (dy * cos - dx * sin).abs()];
        along.iter().any(|way| *way > near + far * spread)
    };
    !(apart(a.turned_rad, half(a), half(b)) || apart(b.turned_rad, half(b), half(a)))
}

/// The looks of a random die.
pub(crate) fn random_look(chances: &mut Sampler) -> DieLook {
    let white = Colour(232, 228, 214);
    let black = Colour(24, 24, 28);
    let mut hue =
        || Colour(chances.count(0, 255) as u8, chances.count(0, 255) as u8, chances.count(0, 255) as u8);
    let (bodies, pips) = ([hue(), hue(), hue(), white, black], [hue(), white, black, white, black]);
    let body = chances.one_of(bodies[0], &bodies);
    let pip = (0..20)
        .map(|_| chances.one_of(white, &pips))
        .find(|pip| contrast(*pip, body) > 0.3)
        .unwrap_or(if luma(body) > 0.5 { black } else { white });
    let mixed = chances.happens(0.4);
    let second = (0..20)
        .map(|_| {
            Colour(chances.count(0, 255) as u8, chances.count(0, 255) as u8, chances.count(0, 255) as u8)
        })
        .find(|second| contrast(*second, pip) > 0.3)
        .unwrap_or(body);
    let share = |chances: &mut Sampler, likely: f64, most: f64| {
        if chances.happens(likely) { chances.between(0.0, most) } else { 0.0 }
    };
    DieLook {
        body: chances.near(body, 12.0),
        second,
        marble: if mixed { share(chances, 0.7, 1.0) } else { 0.0 },
        speckle: if mixed { share(chances, 0.5, 0.4) } else { 0.0 },
        translucent: share(chances, 0.25, 0.8),
        gloss: share(chances, 0.8, 1.0),
        edge_radius: chances.between(0.06, 0.5),
        corner_sphere: chances.between(1.3, 1.8),
        bulge: share(chances, 0.6, 0.35),
        pips: PipLook {
            colour: chances.near(pip, 12.0),
            radius: chances.between(0.14, 0.26),
            spread: chances.between(0.42, 0.58),
            one_larger: if chances.happens(0.15) { chances.between(1.2, 1.8) } else { 1.0 },
            dent: share(chances, 0.6, 0.8),
        },
        numbers: None,
    }
}

fn luma(Colour(red, green, blue): Colour) -> f64 {
    (0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)) / 255.0
}

/// How well two colours are told apart: their difference in brightness and, counted less, in colour.
fn contrast(a: Colour, b: Colour) -> f64 {
    let chroma = |colour: Colour| {
        let y = luma(colour);
        (f64::from(colour.0) / 255.0 - y, f64::from(colour.2) / 255.0 - y)
    };
    let ((ar, ab), (br, bb)) = (chroma(a), chroma(b));
    (luma(a) - luma(b)).hypot(0.6 * (ar - br).hypot(ab - bb))
}
