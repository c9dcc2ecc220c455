//! Colours and the light that falls on a pixel.

use serde::{Deserialize, Serialize};

/// A paint's colour as a player would pick it: sRGB, 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Red, green and blue in linear light; 1 is white paper in full light.
pub(crate) type Light = [f32; 3];

impl Colour {
    /// The share of light that the paint reflects.
    pub(crate) fn linear(self) -> Light {
        [self.0, self.1, self.2].map(|code| linear_from_srgb(f32::from(code) / 255.0))
    }
}

/// The sRGB transfer function's inverse (IEC 61966-2-1).
fn linear_from_srgb(code: f32) -> f32 {
    if code <= 0.040_45 { code / 12.92 } else { ((code + 0.055) / 1.055).powf(2.4) }
}

/// The sRGB transfer function (IEC 61966-2-1).
fn srgb_from_linear(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

pub(crate) fn scaled(light: Light, by: f32) -> Light {
    light.map(|channel| channel * by)
}

pub(crate) fn added(a: Light, b: Light) -> Light {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn filtered(a: Light, b: Light) -> Light {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

pub(crate) fn mixed(a: Light, b: Light, share_of_b: f32) -> Light {
    added(scaled(a, 1.0 - share_of_b), scaled(b, share_of_b))
}

/// Codes are kept with four binary digits behind the point, so that noise is added before rounding: the mean of
/// many frames is then finer than one code, as with a real sensor.
pub(crate) const CODE_SCALE: f32 = 16.0;

/// The largest code: 255 in [`CODE_SCALE`] units.
pub(crate) const WHITE_CODE: u16 = 255 * 16;

/// Light to code and back by table: the power functions are too slow for every pixel of every frame.
pub(crate) struct Gamma {
    code_from_light: Vec<u16>,
    light_from_code: Vec<f32>,
}

const LIGHT_STEPS: usize = 65_535;

impl Gamma {
    pub(crate) fn new() -> Self {
        let code_from_light = (0..=LIGHT_STEPS)
            .map(|step| {
                (srgb_from_linear(step as f32 / LIGHT_STEPS as f32) * 255.0 * CODE_SCALE).round() as u16
            })
            .collect();
        let light_from_code =
            (0..=WHITE_CODE).map(|code| linear_from_srgb(f32::from(code) / f32::from(WHITE_CODE))).collect();
        Self { code_from_light, light_from_code }
    }

    /// The code of some light; more than white is white.
    pub(crate) fn code(&self, light: f32) -> u16 {
        let step = (light.clamp(0.0, 1.0) * LIGHT_STEPS as f32 + 0.5) as usize;
        self.code_from_light.get(step).copied().unwrap_or(WHITE_CODE)
    }

    /// The light of a code.
    pub(crate) fn light(&self, code: u16) -> f32 {
        self.light_from_code.get(usize::from(code)).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_and_code_agree_both_ways() {
        let gamma = Gamma::new();
        for code in (0..=WHITE_CODE).step_by(7) {
            let back = gamma.code(gamma.light(code));
            assert!(back.abs_diff(code) <= 1, "{code} came back as {back}");
        }
        assert_eq!(gamma.code(3.0), WHITE_CODE);
        assert_eq!(gamma.code(-1.0), 0);
    }
}
