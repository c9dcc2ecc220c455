//! The frames of a film.

use crate::Thing;
use crate::film::script::{FilmKind, Script};
use crate::setup::sampler::Sampler;
use crate::table::demo_table::{DemoError, DemoTable};
use geometry::Heading;
use opencv::core::{Mat, Vector};
use opencv::imgcodecs;
use opencv::prelude::*;
use std::time::Duration;

/// Before the act and after it nothing happens for so long, seconds.
const BEFORE_S: f64 = 0.5;
const AFTER_S: f64 = 0.9;
/// How long light changes where nothing else does, seconds.
const LIGHT_LASTS_S: f64 = 1.5;

/// A film of a dice tray.
pub struct DiceFilm {
    kind: FilmKind,
    fps: f64,
    exposure_s: f64,
    frames: u32,
    script: Script,
    table: DemoTable,
    light: ChangingLight,
}

/// How light and exposure change over a film.
struct ChangingLight {
    /// The exposure's factors from some times on, seconds; at the first time it changes slowly to the next.
    steps: Vec<(f64, f64)>,
    drift: f64,
    /// A soft shadow that crosses the picture: how dark, how wide (picture widths), where from and how fast.
    shadow: Option<[f64; 5]>,
}

impl DiceFilm {
    /// A random film of a kind: the same seed is the same film.
    pub fn random(kind: FilmKind, seed: u64) -> Result<Self, DemoError> {
        let script = Script::random(kind, seed);
        let mut chances = Sampler::new(seed ^ 0x6C69_6768_7400);
        let mut table = DemoTable::new(script.setup.clone())?;
        if let Some(rim) = script.tower {
            table.put_thing(Thing::Cup, rim, Heading::from_rad(chances.between(0.0, std::f64::consts::TAU)));
        }
        let fps = chances.one_of(30.0, &[30.0, 25.0, 20.0, 15.0, 10.0]);
        let exposure_s = chances.between(0.15, 0.7) / fps;
        let light = ChangingLight::random(kind, &mut chances);
        Ok(Self { kind, fps, exposure_s, frames: 0, script, table, light })
    }

    /// What happens in it.
    pub fn kind(&self) -> FilmKind {
        self.kind
    }

    /// Frames a second.
    pub fn fps(&self) -> f64 {
        self.fps
    }

    /// The tray: left, top, width, height, pixels.
    pub fn tray_px(&self) -> [i32; 4] {
        self.script.tray_px
    }

    /// When the last thrown die lies still; none where nothing is thrown.
    pub fn rest(&self) -> Option<Duration> {
        let (from_s, roll) = self.script.act.roll.as_ref()?;
        Some(Duration::from_secs_f64(BEFORE_S + from_s + roll.lasts_s()))
    }

    /// When the hand is out of the picture for good.
    pub fn hand_gone(&self) -> Duration {
        let gone_s = self.script.act.hand.last().map_or(0.0, |(at_s, _)| *at_s);
        Duration::from_secs_f64(BEFORE_S + gone_s)
    }

    /// The next frame and its time; none at the end.
    ///
    /// # Errors
    /// When it can't be drawn.
    pub fn next_frame(&mut self) -> Result<Option<(Duration, Mat)>, DemoError> {
        let at_s = f64::from(self.frames) / self.fps;
        let acts_s = self.script.act.lasts_s().max(if self.light.changes() { LIGHT_LASTS_S } else { 0.0 });
        if at_s > BEFORE_S + acts_s + AFTER_S {
            return Ok(None);
        }
        self.frames += 1;
        if at_s > BEFORE_S + 0.4
            && let Some(lamp) = self.script.lamp.take()
        {
            self.table.rearrange(|setup| setup.light.second = Some(lamp))?;
        }
        self.table.stage_dice(self.script.act.stage(at_s - BEFORE_S, self.exposure_s));
        let mut picture = self.table.frame()?;
        self.light.fall_on(&mut picture, at_s - BEFORE_S)?;
        let quality = [imgcodecs::IMWRITE_JPEG_QUALITY, i32::from(self.script.jpeg_quality)];
        let mut bytes = Vector::new();
        imgcodecs::imencode(".jpg", &picture, &mut bytes, &Vector::from_slice(&quality))?;
        let picture = imgcodecs::imdecode(&bytes, imgcodecs::IMREAD_COLOR)?;
        Ok(Some((Duration::from_secs_f64(at_s), picture)))
    }
}

impl ChangingLight {
    fn random(kind: FilmKind, chances: &mut Sampler) -> Self {
        let mut light = Self { steps: Vec::new(), drift: 0.0, shadow: None };
        let changing = kind == FilmKind::ThrownInChangingLight;
        if kind == FilmKind::Exposure || changing {
            let steps = chances.count(1, 3);
            light.steps =
                (0..steps).map(|_| (chances.between(0.0, 1.4), chances.between(0.75, 1.35))).collect();
            light.steps.sort_by(|a, b| a.0.total_cmp(&b.0));
            light.drift = chances.between(-0.2, 0.2);
        }
        if kind == FilmKind::Shadow || (changing && chances.happens(0.5)) {
            let from_left = chances.happens(0.5);
            let speed = chances.between(0.6, 1.5) * if from_left { 1.0 } else { -1.0 };
            light.shadow = Some([
                chances.between(0.15, 0.5),
                chances.between(0.3, 0.8),
                if from_left { -0.8 } else { 1.8 },
                chances.between(0.0, 1.0),
                speed,
            ]);
        }
        light
    }

    fn changes(&self) -> bool {
        !self.steps.is_empty() || self.shadow.is_some()
    }

    fn fall_on(&self, picture: &mut Mat, at_s: f64) -> opencv::Result<()> {
        if !self.changes() {
            return Ok(());
        }
        let step = self.steps.iter().rev().find(|(from_s, _)| at_s >= *from_s).map_or(1.0, |(_, by)| *by);
        let gain = step * (1.0 + self.drift * (at_s / LIGHT_LASTS_S).clamp(0.0, 1.0));
        let (width, height) = (picture.cols() as usize, f64::from(picture.rows()));
        for (y, row) in picture.data_bytes_mut()?.chunks_exact_mut(3 * width).enumerate() {
            for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                let shade = self.shadow.map_or(1.0, |[dark, wide, from, level, speed]| {
                    let dx = (x as f64 / width as f64 - from - speed * at_s) / wide;
                    let dy = (y as f64 / height - level) / (2.0 * wide);
                    1.0 - dark * (-2.0 * (dx * dx + dy * dy)).exp()
                });
                // Codes follow about the 2.2nd root of the light.
                let by = (gain * shade).powf(1.0 / 2.2) as f32;
                for code in pixel {
                    *code = (f32::from(*code) * by).round().min(255.0) as u8;
                }
            }
        }
        Ok(())
    }
}
