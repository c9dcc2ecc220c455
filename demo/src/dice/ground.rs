//! What the dice lie on.

use crate::dice::setup::{GroundLook, GroundPrint};
use crate::render::noise::{layered_noise, smooth_noise, unit_hash};
use crate::setup::colour::{Light, mixed, scaled};

/// The ground's paint at a place, linear light.
pub(super) fn ground_paint(look: &GroundLook, seed: u32, x_in: f32, y_in: f32) -> Light {
    let (first, second) = (look.colour.linear(), look.second.linear());
    let (half_x, half_y) = (look.half_in.0 as f32, look.half_in.1 as f32);
    let beyond = (x_in.abs() - half_x).max(y_in.abs() - half_y);
    let feature = look.feature_in as f32;
    if beyond > 0.0 {
        // The rim of the tray, and beyond it the table.
        let shade = if beyond < feature { 0.35 } else { 0.8 };
        return scaled(second, shade + 0.2 * layered_noise(seed, 3.0 * x_in, 3.0 * y_in));
    }
    let mottle = look.mottle as f32;
    let (u, v) = (x_in / feature, y_in / feature);
    let shade = |noise: f32| 1.0 + mottle * 2.0 * (noise - 0.5);
    match look.print {
        GroundPrint::Plain => scaled(first, shade(layered_noise(seed, u, v))),
        GroundPrint::Felt => {
            let fibre = smooth_noise(seed, 60.0 * x_in, 22.0 * y_in)
                + smooth_noise(seed ^ 5, 25.0 * x_in, 60.0 * y_in);
            scaled(first, shade(0.5 * fibre) * (1.0 + 0.2 * (layered_noise(seed ^ 9, u, v) - 0.5)))
        }
        GroundPrint::Wood => {
            let bend = 0.6 * layered_noise(seed, 0.5 * u, 0.2 * v);
            let ring = ((u + bend * 3.0) * std::f32::consts::TAU).sin() * 0.5 + 0.5;
            let pore = smooth_noise(seed ^ 3, 40.0 * x_in, 3.0 * y_in);
            scaled(first, shade(0.6 * ring + 0.4 * pore))
        }
        GroundPrint::Spots => {
            let (column, row) = ((u + 500.0) as i32, (v + 500.0) as i32);
            let off = |salt: u32| 0.3 + 0.4 * unit_hash(seed ^ salt, column, row);
            let (du, dv) = ((u + 500.0).fract() - off(1), (v + 500.0).fract() - off(2));
            let radius = 0.05 + 0.15 * unit_hash(seed ^ 3, column, row);
            let spot = unit_hash(seed ^ 4, column, row) < 0.4 && du.hypot(dv) < radius;
            let paint = scaled(first, shade(layered_noise(seed, u, v)));
            if spot { second } else { paint }
        }
        GroundPrint::Grid => {
            let near = |at: f32| ((at + 500.5).fract() - 0.5).abs() * feature;
            let paint = scaled(first, shade(layered_noise(seed, u, v)));
            if near(u).min(near(v)) < 0.02 { mixed(paint, second, 0.7) } else { paint }
        }
    }
}
