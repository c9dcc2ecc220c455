//! The sensor: from the light that falls on each pixel to the codes the camera gives.

use crate::setup::colour::{CODE_SCALE, Gamma, Light};
use crate::setup::records::SensorSetup;
use crate::setup::sampler::split_mix;
use calibration::Pixel;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A part of the picture: columns `x0..x1`, rows `y0..y1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x0: usize,
    pub(crate) y0: usize,
    pub(crate) x1: usize,
    pub(crate) y1: usize,
}

impl Rect {
    /// The part of a picture that holds some places in it, and a few pixels around them.
    pub(crate) fn around(pixels: impl Iterator<Item = Pixel>, (width, height): (usize, usize)) -> Self {
        let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        for pixel in pixels {
            low = (low.0.min(pixel.x_px), low.1.min(pixel.y_px));
            high = (high.0.max(pixel.x_px), high.1.max(pixel.y_px));
        }
        let within = |value: f64, most: usize| value.clamp(0.0, most as f64) as usize;
        Self {
            x0: within(low.0 - 2.0, width),
            y0: within(low.1 - 2.0, height),
            x1: within(high.0 + 3.0, width),
            y1: within(high.1 + 3.0, height),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    pub(crate) fn grown(&self, by: usize, (width, height): (usize, usize)) -> Self {
        Self {
            x0: self.x0.saturating_sub(by),
            y0: self.y0.saturating_sub(by),
            x1: (self.x1 + by).min(width),
            y1: (self.y1 + by).min(height),
        }
    }

    pub(crate) fn joined(&self, other: &Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(crate) fn touches(&self, other: &Self) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }
}

/// A picture in the making.
#[derive(Clone)]
pub(crate) struct Film {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Light on each pixel before the lens blurs it.
    pub(crate) light: Vec<Light>,
    /// Blue, green, red codes of each pixel, times [`CODE_SCALE`].
    pub(crate) codes: Vec<u16>,
}

impl Film {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, height, light: vec![[0.0; 3]; width * height], codes: vec![0; width * height * 3] }
    }

    pub(crate) fn whole(&self) -> Rect {
        Rect { x0: 0, y0: 0, x1: self.width, y1: self.height }
    }

    pub(crate) fn row(&self, y: usize, x0: usize, x1: usize) -> &[Light] {
        self.light.get(y * self.width + x0..y * self.width + x1).unwrap_or(&[])
    }

    pub(crate) fn row_mut(&mut self, y: usize, x0: usize, x1: usize) -> &mut [Light] {
        self.light.get_mut(y * self.width + x0..y * self.width + x1).unwrap_or(&mut [])
    }
}

/// Blur, vignetting and gamma.
pub(crate) struct Development {
    kernel: Vec<f32>,
    vignetting: f32,
    pub(crate) gamma: Gamma,
}

impl Development {
    pub(crate) fn new(sensor: &SensorSetup) -> Self {
        let sigma = sensor.blur_px as f32;
        let reach = if sigma > 0.05 { (3.0 * sigma).ceil() as i32 } else { 0 };
        let weight = |step: i32| {
            if reach == 0 { 1.0 } else { (-(step * step) as f32 / (2.0 * sigma * sigma)).exp() }
        };
        let sum: f32 = (-reach..=reach).map(weight).sum();
        let kernel = (-reach..=reach).map(|step| weight(step) / sum).collect();
        Self { kernel, vignetting: sensor.vignetting as f32, gamma: Gamma::new() }
    }

    /// How many pixels the blur reaches.
    pub(crate) fn reach_px(&self) -> usize {
        self.kernel.len() / 2
    }

    /// The share of the light that arrives at a pixel.
    pub(crate) fn transmission(&self, (x, y): (usize, usize), (width, height): (usize, usize)) -> f32 {
        let (half_x, half_y) = (width as f32 / 2.0, height as f32 / 2.0);
        let (dx, dy) = (x as f32 + 0.5 - half_x, y as f32 + 0.5 - half_y);
        1.0 - self.vignetting * (dx * dx + dy * dy) / (half_x * half_x + half_y * half_y)
    }

    /// Makes the codes of a part of the film from its light.
    pub(crate) fn develop(&self, film: &mut Film, part: Rect) {
        if part.is_empty() {
            return;
        }
        let size = (film.width, film.height);
        let reach = self.reach_px();
        let (first_row, last_row) = (part.y0.saturating_sub(reach), (part.y1 + reach).min(film.height) - 1);
        let columns = part.x1 - part.x0;
        let mut blurred_rows: Vec<Vec<Light>> = Vec::with_capacity(last_row + 1 - first_row);
        for y in first_row..=last_row {
            let row = film.row(y, 0, film.width);
            blurred_rows.push((part.x0..part.x1).map(|x| self.blurred(row, x)).collect());
        }
        let mut light = vec![[0.0_f32; 3]; columns];
        for y in part.y0..part.y1 {
            light.fill([0.0; 3]);
            for (tap, weight) in self.kernel.iter().enumerate() {
                let from = (y + tap).saturating_sub(reach).clamp(first_row, last_row) - first_row;
                for (sum, part) in light.iter_mut().zip(&blurred_rows[from]) {
                    for channel in 0..3 {
                        sum[channel] += weight * part[channel];
                    }
                }
            }
            let start = (y * film.width + part.x0) * 3;
            let codes = film.codes[start..start + columns * 3].chunks_exact_mut(3);
            for ((x, light), code) in (part.x0..).zip(&light).zip(codes) {
                let share = self.transmission((x, y), size);
                for channel in 0..3 {
                    code[2 - channel] = self.gamma.code(light[channel] * share);
                }
            }
        }
    }

    fn blurred(&self, row: &[Light], x: usize) -> Light {
        let reach = self.reach_px();
        let mut sum = [0.0; 3];
        for (tap, weight) in self.kernel.iter().enumerate() {
            let light = row[(x + tap).saturating_sub(reach).min(row.len() - 1)];
            for channel in 0..3 {
                sum[channel] += weight * light[channel];
            }
        }
        sum
    }
}

/// Sensor noise, made once and laid over each frame at random places.
///
/// Its size is the same in dark and light: the gamma curve evens out what shot noise makes uneven.
pub(crate) struct Grain {
    samples: Vec<i16>,
    seed: u64,
}

const GRAIN_SAMPLES: usize = 1 << 19;

impl Grain {
    pub(crate) fn new(seed: u64, sensor: &SensorSetup, row_codes: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ 0x6E61_7265);
        let sigma = sensor.noise_codes * f64::from(CODE_SCALE);
        let samples = (0..(GRAIN_SAMPLES + row_codes).div_ceil(2))
            .flat_map(|_| {
                // Box and Muller's two normal deviates from two uniform ones.
                let radius = (-2.0 * (1.0 - random.random::<f64>()).ln()).sqrt() * sigma;
                let (sin, cos) = (random.random::<f64>() * std::f64::consts::TAU).sin_cos();
                [radius * cos, radius * sin]
            })
            .map(|sample| sample.round().clamp(-4000.0, 4000.0) as i16)
            .collect();
        Self { samples, seed }
    }

    /// The bytes of frame number `frame`: codes plus noise, rounded.
    pub(crate) fn expose(&self, codes: &[u16], row_codes: usize, frame: u64, bytes: &mut [u8]) {
        let rows = codes.chunks_exact(row_codes).zip(bytes.chunks_exact_mut(row_codes));
        for (row, (codes, bytes)) in (0_u64..).zip(rows) {
            let key = self.seed ^ frame.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (row << 40);
            let start = split_mix(key) as usize % GRAIN_SAMPLES;
            let noise = self.samples.get(start..start + row_codes).unwrap_or(&[]);
            for ((byte, code), noise) in bytes.iter_mut().zip(codes).zip(noise) {
                *byte = ((*code as i16 + noise + 8) >> 4).clamp(0, 255) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENSOR: SensorSetup =
        SensorSetup { noise_codes: 2.0, blur_px: 0.6, vignetting: 0.0, jpeg_quality: 93 };

    #[test]
    fn blur_keeps_the_light() {
        let mut film = Film::new(21, 21);
        film.light[10 * 21 + 10] = [0.5; 3];
        let development = Development::new(&SENSOR);
        development.develop(&mut film, Rect { x0: 0, y0: 0, x1: 21, y1: 21 });
        let sum: f32 = film.codes.iter().map(|&code| development.gamma.light(code)).sum();
        assert!((sum / 3.0 - 0.5).abs() < 0.01, "{sum}");
    }

    #[test]
    fn a_part_developed_alone_is_the_same_as_in_the_whole() {
        let mut film = Film::new(40, 30);
        for (at, light) in film.light.iter_mut().enumerate() {
            *light = [(at % 7) as f32 / 9.0, (at % 11) as f32 / 12.0, 0.3];
        }
        let development = Development::new(&SENSOR);
        let mut parts = film.clone();
        development.develop(&mut film, Rect { x0: 0, y0: 0, x1: 40, y1: 30 });
        for (x0, x1) in [(0, 13), (13, 40)] {
            for (y0, y1) in [(0, 9), (9, 30)] {
                development.develop(&mut parts, Rect { x0, y0, x1, y1 });
            }
        }
        assert_eq!(film.codes, parts.codes);
    }

    #[test]
    fn noise_has_its_size_differs_by_frame_and_repeats() {
        let grain = Grain::new(4, &SENSOR, 300);
        let codes = vec![100 * 16; 300 * 200];
        let expose = |frame| {
            let mut bytes = vec![0; codes.len()];
            grain.expose(&codes, 300, frame, &mut bytes);
            bytes
        };
        let (first, second) = (expose(1), expose(2));
        assert_ne!(first, second);
        assert_eq!(first, expose(1));
        let spread = |bytes: &[u8]| {
            let squares: f64 = bytes.iter().map(|&byte| (f64::from(byte) - 100.0).powi(2)).sum();
            (squares / bytes.len() as f64).sqrt()
        };
        // Rounding to whole codes adds a twelfth of a code squared.
        assert!((spread(&first) - (4.0_f64 + 1.0 / 12.0).sqrt()).abs() < 0.03, "{}", spread(&first));
    }
}
