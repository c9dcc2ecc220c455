//! How much of an upper face's pips or number shows: what is as dark as its die, or lies under a lamp's glare, nobody can read.

use crate::dice::die::{Die, Surface};
use crate::dice::light::Lamps;
use crate::dice::tray::DiceTray;
use crate::setup::colour::{CODE_SCALE, Gamma};
use nalgebra::Vector3;

/// Ink shows where it changes a colour by at least this, codes of 256: three deviations of the strongest noise.
const LEAST_CONTRAST: f32 = 16.0;

/// Places across an upper face that are asked, each way, and how far from its middle they are: nearer than what is on other faces.
const PLACES: usize = 49;
const REACH: f32 = 0.8;

impl DiceTray {
    /// The share of the ink on a die's upper face that shows in the picture, whether other dice hide it or not. One if there is none.
    pub(super) fn shown_share(&self, die: &Die, value: u8) -> f64 {
        let (lamps, gamma) = (Lamps::new(&self.setup.lamps), Gamma::new());
        let camera: Vector3<f32> = self.camera.position_in.cast();
        let near: Vec<&Die> = self
            .dice
            .iter()
            .filter(|other| (other.middle() - die.middle()).norm() < 6.0 * die.reach_in())
            .collect();
        let at = |step: usize| REACH * (2.0 * step as f32 / (PLACES - 1) as f32 - 1.0);
        let (mut ink, mut shown) = (0_u32, 0_u32);
        for (column, row) in (0..PLACES).flat_map(|column| (0..PLACES).map(move |row| (column, row))) {
            let along = die.place_on(value, (at(column), at(row))) - camera;
            let Some(way) = die.meet(&camera, &along) else { continue };
            let place = camera + along * way;
            let painted = die.surface(&place, &along);
            if painted.ink < 0.5 {
                continue;
            }
            let codes = |surface: &Surface| {
                let light = self.light_of(&lamps, (&near, Some(die)), (&place, surface), &along, 0);
                light.map(|light| f32::from(gamma.code(light)) / CODE_SCALE)
            };
            let (with, without) = (codes(&painted), codes(&die.bare_surface(&place, &along)));
            let contrast = with.iter().zip(without).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            ink += 1;
            shown += u32::from(contrast >= LEAST_CONTRAST);
        }
        if ink == 0 { 1.0 } else { f64::from(shown) / f64::from(ink) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{ThrownDie, TraySetup};
    use crate::setup::colour::Colour;

    /// A die with five pips, alone on a tray, in the light of one lamp.
    fn shown(body: Colour, pips: Colour, lamp_at_in: (f64, f64, f64), gloss: f64) -> f64 {
        let mut setup = TraySetup::with_dice(1, &[ThrownDie::with_pips(5, 0.63, body, pips)]);
        setup.lamps.truncate(1);
        setup.lamps[0].at_in = lamp_at_in;
        setup.lamps[0].radius_in = 2.5;
        setup.dice[0].look.gloss = gloss;
        setup.dice[0].look.bulge = 0.0;
        setup.dice[0].look.pips.dent = 0.0;
        let tray = DiceTray::new(setup);
        tray.shown_share(&tray.dice[0], 5)
    }

    #[test]
    fn pips_show_unless_they_are_as_dark_as_their_die_or_under_a_glare() {
        let (white, grey, black) = (Colour(235, 235, 230), Colour(40, 40, 40), Colour(34, 34, 34));
        let aside = (60.0, 60.0, 40.0);
        assert!(shown(white, black, aside, 0.0) > 0.99);
        assert!(shown(grey, black, aside, 0.0) < 0.01);
        // Mirrored by the upper face, the lamp stands behind the camera.
        let setup = TraySetup::with_dice(1, &[ThrownDie::with_pips(5, 0.63, white, black)]);
        let ((x, y, z), (die_x, die_y, _)) = (setup.camera.position_in, setup.dice[0].at_in);
        let mirrored = (2.0 * die_x - x, 2.0 * die_y - y, z);
        assert!(shown(white, black, mirrored, 3.0) < 0.3);
    }
}
