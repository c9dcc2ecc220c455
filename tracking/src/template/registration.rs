//! Registration of a template to a picture: Gauss-Newton over place and heading with robust weights.
//!
//! Inverse compositional alignment (Baker & Matthews, "Lucas-Kanade 20 years on", 2004): the gradients are
//! the template's. Cauchy weights reject parts that rise above the deck and are displaced by parallax.

use crate::background::signal::{Signal, SignalMap, length_squared};
use crate::hull::pose::HullPose;
use crate::template::appearance::Appearance;
use crate::template::local_projection::LocalProjection;
use crate::template::parallax::MIDDLE_SHARE;
use crate::template::parallax::{DeckHeights, DeckView};
use crate::template::plane::Plane;
use crate::template::sparse::{SparseSample, SparseTemplate};
use nalgebra::{Matrix3, Vector3};

/// One sample of a template.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    pub(super) ahead_in: f32,
    pub(super) starboard_in: f32,
    pub(super) signal: Signal,
    /// Derivatives of the signal: per inch ahead, per inch to starboard, and per radian of clockwise turn.
    slopes: [Signal; 3],
    weight: f32,
    pub(super) hull: f32,
    /// Its height over the deck, inches.
    pub(super) rise_in: f32,
}

/// A template ready for registration.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    pub(super) samples: Vec<Sample>,
    /// Extent of the samples ahead and abeam, inches.
    pub(super) reach_in: (f32, f32),
    pub(super) length_in: f64,
    /// A fit has converged when the last step moved no point further than this, inches.
    settled_in: f64,
}

/// The result of a registration.
#[derive(Debug, Clone, Copy)]
pub struct Registration {
    /// The registered pose.
    pub pose: HullPose,
    /// Dissimilarity of picture and template: 0 equal, 1 as different as empty sea.
    pub dissimilarity: f64,
    /// The same over the ends of the hull only, because parallax displaces the middle.
    pub ends_dissimilarity: f64,
    /// Share of the template's samples that can be seen: inside the picture, and not below a thing.
    pub inside: f64,
}

/// Weight of the hull's middle, where the superstructure is, relative to its ends.
const MIDDLE_WEIGHT: f32 = 0.25;
/// Converged when a step is smaller than this share of the sample spacing.
const SETTLED: f64 = 0.01;
/// Least scale of the Cauchy weights, in units of signal.
const LEAST_SCALE: f32 = 0.05;
/// Squared signal that counts as noise in the dissimilarity.
pub(super) const LOOKS_NOISE: f32 = 0.02;
/// The least share of informative samples at the ends; with fewer they are like sea and would fit anywhere.
const LEAST_TELLING: f32 = 0.07;
/// A cell shows a sample of the deck if its squared difference is below this share of the squared signal.
pub(super) const SHOWN: f32 = 0.2;
/// Weight of the sea around the hull in the dissimilarity.
const SEA_WEIGHT: f32 = 0.35;

impl Template {
    /// Prepares an appearance. `ends_only`: without the hull's middle.
    pub fn new(patch: &Appearance, length_in: f64, ends_only: bool) -> Self {
        let layout = patch.layout;
        let mut samples = Vec::with_capacity(layout.len());
        let slope_scale = (0.5 / layout.step_in) as f32;
        for row in 1..layout.across - 1 {
            for column in 1..layout.along - 1 {
                let at = row * layout.along + column;
                let slope = |a: usize, b: usize| -> Signal {
                    std::array::from_fn(|i| (patch.signal[a][i] - patch.signal[b][i]) * slope_scale)
                };
                let ahead = slope(at + 1, at - 1);
                let starboard = slope(at + layout.along, at - layout.along);
                let (u, v) = (layout.ahead_in(column), layout.starboard_in(row));
                let turn = std::array::from_fn(|i| starboard[i] * u as f32 - ahead[i] * v as f32);
                let middle = u.abs() < MIDDLE_SHARE * length_in / 2.0;
                let weight = match (middle, ends_only) {
                    (true, true) => 0.0,
                    (true, false) => MIDDLE_WEIGHT,
                    (false, _) => 1.0,
                };
                samples.push(Sample {
                    ahead_in: u as f32,
                    starboard_in: v as f32,
                    signal: patch.signal[at],
                    slopes: [ahead, starboard, turn],
                    weight,
                    hull: patch.hull[at],
                    rise_in: 0.0,
                });
            }
        }
        Self { samples, reach_in: layout.reach_in(), length_in, settled_in: SETTLED * layout.step_in }
    }

    /// The mean signal of the deck, which parallax hardly changes.
    pub fn mean(&self) -> Signal {
        let weights: f32 = self.samples.iter().map(|sample| sample.hull).sum();
        let sum = |channel: usize| self.samples.iter().map(|s| s.hull * s.signal[channel]).sum::<f32>();
        std::array::from_fn(|channel| sum(channel) / weights.max(1e-6))
    }

    /// The sparse template: one sample in `every`.
    pub fn sketch(&self, every: usize) -> SparseTemplate {
        let stroke = |sample: &Sample| SparseSample {
            ahead_in: sample.ahead_in,
            starboard_in: sample.starboard_in,
            signal: sample.signal,
            weight: SEA_WEIGHT + (1.0 - SEA_WEIGHT) * sample.hull,
        };
        SparseTemplate::new(self.samples.iter().step_by(every).map(stroke).collect())
    }

    /// The template with only those samples that `clear` accepts, by inches ahead of the middle and to
    /// starboard.
    pub fn only(&self, clear: impl Fn(f64, f64) -> bool) -> Self {
        let kept =
            self.samples.iter().filter(|sample| clear(sample.ahead_in.into(), sample.starboard_in.into()));
        Self { samples: kept.copied().collect(), ..*self }
    }

    /// The template with the height of each sample, from the view in which it was learnt.
    pub fn raised(mut self, relief: &DeckHeights, learnt: &DeckView) -> Self {
        for sample in &mut self.samples {
            sample.rise_in = relief.rise_in(learnt, sample.ahead_in, sample.starboard_in);
        }
        self.samples
            .retain(|sample| relief.shows(learnt, sample.rise_in, sample.ahead_in, sample.starboard_in));
        self
    }

    /// The template as it appears in a view whose lean differs by `more` from the learnt one.
    pub fn seen(&self, relief: &DeckHeights, view: &DeckView, more: (f32, f32)) -> Self {
        let shown = |sample: &Sample| {
            let ahead_in = sample.ahead_in + more.0 * sample.rise_in;
            let starboard_in = sample.starboard_in + more.1 * sample.rise_in;
            let shows = relief.shows(view, sample.rise_in, ahead_in, starboard_in);
            shows.then_some(Sample { ahead_in, starboard_in, ..*sample })
        };
        let samples: Vec<Sample> = self.samples.iter().filter_map(shown).collect();
        let furthest = |of: fn(&Sample) -> f32| samples.iter().map(|s| of(s).abs()).fold(0.0, f32::max);
        let reach_in = (furthest(|s| s.ahead_in), furthest(|s| s.starboard_in));
        Self { samples, reach_in, ..*self }
    }

    /// Registers the template from a start pose, in at most `rounds` rounds.
    pub fn fit(
        &self,
        map: &SignalMap,
        plane: Plane<'_>,
        start: HullPose,
        rounds: usize,
    ) -> Option<Registration> {
        let mut pose = start;
        let mut read = Residuals::default();
        for _ in 0..rounds {
            read.take(self, map, plane, pose);
            let step = self.step(&mut read)?;
            // The step is the template's own; the pose moves in the opposite direction.
            let (sin, cos) = step.z.sin_cos();
            let ahead = -(cos * step.x + sin * step.y);
            let starboard = -(cos * step.y - sin * step.x);
            pose = pose.stepped(ahead, starboard, -step.z);
            if step.x.abs().max(step.y.abs()).max(step.z.abs() * self.length_in / 2.0) < self.settled_in {
                break;
            }
        }
        read.take(self, map, plane, pose);
        Some(self.judged(&read, pose))
    }

    /// The cells of a map that show the deck at `pose`, and their share of the deck's samples that differ from sea.
    pub fn shown(&self, map: &SignalMap, plane: Plane<'_>, pose: HullPose) -> (Vec<(u32, u32)>, f64) {
        let Some(near) = LocalProjection::new(map, plane, pose, self.reach_in) else {
            return (Vec::new(), 0.0);
        };
        let (mut cells, mut all) = (Vec::new(), 0);
        for sample in self.samples.iter().filter(|sample| sample.hull > 0.5) {
            let cell = near.cell(sample.ahead_in, sample.starboard_in);
            let Some(seen) = map.at(cell.x, cell.y) else { continue };
            let size = length_squared(&seen).max(length_squared(&sample.signal));
            if size < LOOKS_NOISE {
                continue;
            }
            all += 1;
            let miss: Signal = std::array::from_fn(|i| seen[i] - sample.signal[i]);
            if length_squared(&miss) < SHOWN * size {
                cells.push((cell.x.round() as u32, cell.y.round() as u32));
            }
        }
        let share = cells.len() as f64 / f64::from(all.max(1));
        (cells, share)
    }

    fn judged(&self, read: &Residuals, pose: HullPose) -> Registration {
        let end_in = (MIDDLE_SHARE * self.length_in / 2.0) as f32;
        let (dissimilarity, inside) = read.dissimilarity(&self.samples, 0.0, 0.0);
        let (ends_dissimilarity, _) = read.dissimilarity(&self.samples, end_in, LEAST_TELLING);
        Registration { pose, dissimilarity, ends_dissimilarity, inside }
    }

    /// One Gauss-Newton step; `None` if no sample lies inside the picture.
    fn step(&self, read: &mut Residuals) -> Option<Vector3<f64>> {
        let scale = read.scale()?;
        let inverse_square = 1.0 / (scale * scale);
        // Separate sums per channel, so that the compiler can add four values at once.
        let mut normal = [[0f32; 4]; 6];
        let mut right = [[0f32; 4]; 3];
        for (sample, miss) in self.samples.iter().zip(&read.misses) {
            let Some(miss) = miss else { continue };
            let weight = sample.weight / (1.0 + length_squared(miss) * inverse_square);
            let [a, b, c] = &sample.slopes;
            for i in 0..4 {
                let (wa, wb, wc) = (weight * a[i], weight * b[i], weight * c[i]);
                normal[0][i] += wa * a[i];
                normal[1][i] += wa * b[i];
                normal[2][i] += wa * c[i];
                normal[3][i] += wb * b[i];
                normal[4][i] += wb * c[i];
                normal[5][i] += wc * c[i];
                right[0][i] += wa * miss[i];
                right[1][i] += wb * miss[i];
                right[2][i] += wc * miss[i];
            }
        }
        let sum = |channels: [f32; 4]| f64::from(channels.iter().sum::<f32>());
        let (n, right) = (normal.map(sum), right.map(sum));
        let mut matrix = Matrix3::new(n[0], n[1], n[2], n[1], n[3], n[4], n[2], n[4], n[5]);
        for i in 0..3 {
            matrix[(i, i)] = matrix[(i, i)] * 1.001 + 1e-9;
        }
        let step = matrix.try_inverse()? * Vector3::from(right);
        let furthest = 0.08 * self.length_in.min(2.0);
        let reach = step.x.abs().max(step.y.abs()).max(step.z.abs() * self.length_in / 2.0);
        Some(if reach > furthest { step * (furthest / reach) } else { step })
    }
}

/// The residuals: the picture under a template minus the template.
#[derive(Default)]
struct Residuals {
    misses: Vec<Option<Signal>>,
    lengths: Vec<f32>,
}

impl Residuals {
    fn take(&mut self, deck: &Template, map: &SignalMap, plane: Plane<'_>, pose: HullPose) {
        self.misses.clear();
        let near = LocalProjection::new(map, plane, pose, deck.reach_in);
        self.misses.extend(deck.samples.iter().map(|sample| {
            let cell = near?.cell(sample.ahead_in, sample.starboard_in);
            // The sea around a hull looks like the background, hidden or not.
            if sample.hull > 0.0 && map.is_hidden(cell.x, cell.y) {
                return None;
            }
            let seen = map.at(cell.x, cell.y)?;
            Some(std::array::from_fn(|i| seen[i] - sample.signal[i]))
        }));
    }

    /// The scale of the Cauchy weights: twice the median residual.
    fn scale(&mut self) -> Option<f32> {
        self.lengths.clear();
        self.lengths.extend(self.misses.iter().flatten().map(length_squared));
        if self.lengths.len() < 6 {
            return None;
        }
        let middle = self.lengths.len() / 2;
        let median = *self.lengths.select_nth_unstable_by(middle, f32::total_cmp).1;
        Some((2.0 * median.sqrt()).max(LEAST_SCALE))
    }

    /// Dissimilarity over the samples at least `from_in` from the middle, and their share inside the picture. With
    /// less than `least_telling` informative samples the dissimilarity is 1.
    fn dissimilarity(&self, samples: &[Sample], from_in: f32, least_telling: f32) -> (f64, f64) {
        let (mut total, mut weights, mut inside, mut all) = (0.0, 0.0, 0.0, 0.0);
        let judged = samples.iter().zip(&self.misses).filter(|(s, _)| s.ahead_in.abs() >= from_in);
        for (sample, miss) in judged {
            let weight = SEA_WEIGHT + (1.0 - SEA_WEIGHT) * sample.hull;
            all += weight;
            let Some(miss) = miss else { continue };
            inside += weight;
            let seen: Signal = std::array::from_fn(|i| miss[i] + sample.signal[i]);
            let size = length_squared(&seen).max(length_squared(&sample.signal));
            // Sea against sea is no evidence, so samples are weighted by the signal.
            let telling = weight * size / (size + LOOKS_NOISE);
            total += telling * (length_squared(miss) / (size + LOOKS_NOISE)).min(1.0);
            weights += telling;
        }
        let dissimilarity = if weights > least_telling * inside { f64::from(total / weights) } else { 1.0 };
        (dissimilarity, if all > 0.0 { f64::from(inside / all) } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::annotation::ShipAnnotation;
    use crate::hull::grid::SampleGrid;
    use crate::imaging::test_camera::camera_above;
    use crate::template::parallax::ViewAspect;
    use calibration::{Lens, Pixel, TableCamera};
    use geometry::{Heading, Point, ShipId};

    const COLUMNS: usize = 200;

    /// A camera low over the middle of a small table, so that ships lean outward by a third at both ends of
    /// it; 25 pixels an inch.
    fn camera() -> TableCamera {
        let lens =
            Lens { fx: 200.0, fy: 200.0, cx: 100.0, cy: 75.0, dist: [0.0; 5], width: 200, height: 150 };
        camera_above(lens, Point::new(4.0, 3.0), 8.0)
    }

    /// The picture of a casemate at `pose`: roofs, walls and deck each of one colour, the deck darker towards the bow.
    fn picture(
        plane: Plane<'_>,
        annotation: &ShipAnnotation,
        relief: &DeckHeights,
        pose: HullPose,
    ) -> SignalMap {
        let view = relief.view(ViewAspect::of(plane.camera, None, pose));
        let plan = annotation.hull();
        let signal = |at: usize| {
            let pixel = Pixel::new((at % COLUMNS) as f64, (at / COLUMNS) as f64);
            let (u, v) = pose.ship_frame(plane.camera.table_from_pixel(pixel, plane.height_in).unwrap());
            let rise_in = f64::from(relief.rise_in(&view, u as f32, v as f32));
            let on_deck = u.abs() < plan.length_in / 2.0 && v.abs() < plan.beam_in / 2.0;
            match rise_in / plan.beam_in {
                rise if rise > 0.4 => [0.1, 0.7, 0.1, 0.5],
                rise if rise > 0.0 => [0.5, 0.2, 0.1, 0.0],
                _ if on_deck => [0.1, 0.1, 0.6 - 0.2 * u as f32, 0.2],
                _ => [0.0; 4],
            }
        };
        let cells = (0..COLUMNS * 150).map(signal).collect();
        SignalMap { left: 0, top: 0, width: COLUMNS, height: 150, factor: 1, cells, hidden: None }
    }

    #[test]
    fn a_deck_learnt_at_one_end_of_the_table_is_laid_truly_at_the_other() {
        let camera = camera();
        let annotation = ShipAnnotation::of_kind(ShipId::new("atlanta"), "casemate");
        let (relief, plan) = (DeckHeights::of(&annotation).unwrap(), annotation.hull());
        let plane = Plane { camera: &camera, height_in: annotation.deck_height_in() };
        let lies = |x_in: f64| HullPose { middle: Point::new(x_in, 3.0), heading: Heading::from_deg(20.0) };
        let (here, there) = (lies(1.6), lies(6.4));
        let layout = SampleGrid::around(plan.length_in, plan.beam_in, 0.12, 0.04);
        let patch =
            Appearance::read(&picture(plane, &annotation, &relief, here), plane, here, layout).unwrap();
        let flat = Template::new(&patch, plan.length_in, false);
        let (learnt, view) = (ViewAspect::of(&camera, None, here), ViewAspect::of(&camera, None, there));
        let more = ((view.lean.0 - learnt.lean.0) as f32, (view.lean.1 - learnt.lean.1) as f32);
        let raised =
            flat.clone().raised(&relief, &relief.view(learnt)).seen(&relief, &relief.view(view), more);
        let map = picture(plane, &annotation, &relief, there);
        let fit = |deck: &Template| {
            let fit = deck.fit(&map, plane, there.stepped(0.05, -0.04, 0.03), 20).unwrap();
            (fit.pose.middle.distance_in(there.middle), fit.dissimilarity)
        };
        let ((flat_off_in, flat_unlike), (off_in, dissimilarity)) = (fit(&flat), fit(&raised));
        assert!(off_in < 0.01 && off_in < 0.5 * flat_off_in, "{off_in} in off, flat {flat_off_in}");
        assert!(dissimilarity < 0.5 * flat_unlike, "{dissimilarity}, flat {flat_unlike}");
    }
}
