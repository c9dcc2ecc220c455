//! The width of a hull near one end in a blurred picture: a trapezoid, with its derivatives.

use std::f64::consts::{PI, SQRT_2};

/// One end of a hull: it widens linearly from its tip over the taper to its full width.
#[derive(Debug, Clone, Copy)]
pub struct Trapezoid {
    /// Width at the tip, inches.
    pub tip_in: f64,
    /// Distance from the tip to the full width, inches.
    pub taper_in: f64,
    /// Full width, inches.
    pub full_in: f64,
    /// Standard deviation of the blur, inches.
    pub blur_in: f64,
}

/// The blurred width of a [`Trapezoid`] at one station.
#[derive(Debug, Clone, Copy)]
pub struct BlurredEnd {
    /// The blurred width, inches.
    pub width_in: f64,
    /// Its derivatives by the station's distance from the tip, the tip's width, the taper, the full width and
    /// the blur.
    pub slopes: [f64; 5],
}

/// Lower bound for tapers and blurs, inches.
const LEAST_IN: f64 = 1e-3;

/// The normal distribution's density and integral (Abramowitz & Stegun 7.1.26, error under 2e-7).
fn normal(x: f64) -> (f64, f64) {
    let bell = (-0.5 * x * x).exp();
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs() / SQRT_2);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let beyond = 0.5 * poly * bell;
    (bell / (2.0 * PI).sqrt(), if x >= 0.0 { 1.0 - beyond } else { beyond })
}

impl Trapezoid {
    /// The blurred width `inboard_in` from the tip.
    pub fn at(&self, inboard_in: f64) -> BlurredEnd {
        let (taper, blur) = (self.taper_in.max(LEAST_IN), self.blur_in.max(LEAST_IN));
        let beyond_in = inboard_in - taper;
        let (density, step) = normal(inboard_in / blur);
        let (density_beyond, step_beyond) = normal(beyond_in / blur);
        // A blurred ramp that begins at the tip, minus one that begins where the full width is reached.
        let ramp = inboard_in * step + blur * density - (beyond_in * step_beyond + blur * density_beyond);
        let slant = (self.full_in - self.tip_in) / taper;
        let free = |value: f64, slope: f64| if value > LEAST_IN { slope } else { 0.0 };
        BlurredEnd {
            width_in: self.tip_in * step + slant * ramp,
            slopes: [
                self.tip_in * density / blur + slant * (step - step_beyond),
                step - ramp / taper,
                free(self.taper_in, slant * (step_beyond - ramp / taper)),
                ramp / taper,
                free(
                    self.blur_in,
                    slant * (density - density_beyond) - self.tip_in * inboard_in * density / (blur * blur),
                ),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slopes_are_those_of_the_width() {
        let end = Trapezoid { tip_in: 0.08, taper_in: 0.4, full_in: 0.5, blur_in: 0.05 };
        let nudged: [fn(&mut Trapezoid, f64); 4] = [
            |end, by| end.tip_in += by,
            |end, by| end.taper_in += by,
            |end, by| end.full_in += by,
            |end, by| end.blur_in += by,
        ];
        for inboard_in in [-0.06, 0.0, 0.03, 0.2, 0.38, 0.5] {
            let slopes = end.at(inboard_in).slopes;
            let by_in = 1e-4;
            let along = end.at(inboard_in + by_in).width_in - end.at(inboard_in - by_in).width_in;
            assert!((slopes[0] - along / (2.0 * by_in)).abs() < 2e-3, "{inboard_in}: {slopes:?}");
            for (slope, nudge) in slopes[1..].iter().zip(nudged) {
                let (mut more, mut less) = (end, end);
                nudge(&mut more, by_in);
                nudge(&mut less, -by_in);
                let change = more.at(inboard_in).width_in - less.at(inboard_in).width_in;
                assert!((slope - change / (2.0 * by_in)).abs() < 2e-3, "{inboard_in}: {slopes:?}");
            }
        }
    }
}
