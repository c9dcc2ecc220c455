//! Pose refinement of a hull: keel line and middle from symmetry, ends and silhouette. The player's click and
//! heading are only the start.

use crate::background::signal::{Signal, SignalMap, length};
use crate::hull::annotation::{BaseAnnotation, ShipAnnotation};
use crate::hull::grid::SampleGrid;
use crate::hull::pose::HullPose;
use crate::hull::shadow::{LocalShadow, ShadowField};
use crate::hull::shape_model::ShapeModel;
use crate::imaging::robust::medians;
use crate::outline::end_fusion::middle;
use crate::outline::hull_ends::{CLICK_SIGMA_IN, EndShapes, EndsPrior, HullEnds, fit_ends, middle_by_length};
use crate::outline::silhouette::{AxisSigma, Outline, find_silhouette};
use crate::outline::width_profile::{covered_widths, standing_widths, widths};
use crate::template::appearance::Appearance;
use crate::template::plane::Plane;
use crate::template::registration::Template;
use geometry::{HullShape, wrap_pi};

/// Limit for the rounds of finding keel line and ends in turn. A round that moves neither by more than the
/// next values (inches, radians) is the last.
const ROUNDS: usize = 4;
const SETTLED: (f64, f64) = (0.001, 0.001);
/// Gauss–Newton rounds for one mirror axis.
const MIRROR_ROUNDS: usize = 15;
/// Margin of sea around the hull that is read, inches.
const MARGIN_IN: f64 = 0.2;
/// The picture's blur, pixels: optics, pixel, and the smoothing of the signal together.
const BLUR_PX: f64 = 1.3;

/// Largest error of a click's keel line, inches and radians.
const CLICK_REACH: (f64, f64) = (0.35, 0.25);
/// The outer share of a hull's half length in which its ends are searched.
const HULL_OUTER: f64 = 0.5;
/// If the hue is shorter than the given length by more than this, inches, an end has the sea's hue.
const SHORT_IN: f64 = 0.06;
/// If the hue is longer than the given length by more than this, another object lies at an end.
const LONG_IN: f64 = 0.1;
/// Distance inside a base's ends from which they are searched outward, inches.
const BASE_OUTER_IN: f64 = 0.3;
/// Width of a base's edge that blurs with hull or sea, inches.
const BASE_RIM_IN: f64 = 0.04;
/// A base with less signal than this cannot be distinguished from the sea.
const BASE_SEEN: f32 = 0.1;
/// Additional standard deviation of a hull's middle on a base, inches: subtracting the base never leaves only
/// the hull.
const ON_BASE_IN: f64 = 0.035;
/// Standard deviation as a share of the length missing beyond [`SHORT_IN`]: an end then has its base's
/// colour.
const SHORT_SHARE: f64 = 0.5;
/// Factor for the uncertainty of a base's own middle, because of texture, label and shadow at its ends (on 98
/// readings of demo models half lay within one stated standard deviation).
const BASE_UNFORESEEN: f64 = 1.5;
/// Hull and base are symmetric about lines at their own heights: standard deviation of the keel line for a
/// lean of one, inches (measured on 320 demo models).
const BASE_LEAN_IN: f64 = 0.06;
/// A difference from the empty table at a base's end may be its shadow: standard deviation of its middle
/// then, inches.
const BASE_SHADOW_IN: f64 = 0.06;
/// Standard deviation of a base's middle relative to its hull's, inches.
const BASE_MIDWAY_IN: f64 = 0.015;

/// Keel line and middle of a hull.
#[derive(Debug, Clone, Copy)]
pub struct KeelLine {
    /// Where the hull lies.
    pub pose: HullPose,
    /// Standard deviation of the middle along the keel, inches.
    pub ahead_sigma_in: f64,
    /// Standard deviation of the keel line.
    pub axis: AxisSigma,
}

impl AxisSigma {
    /// Uncertainty of a player's click and rough heading.
    const TOLD: Self = Self { across_in: CLICK_SIGMA_IN, turn_rad: 0.07 };

    /// Uncertainty of an axis of symmetry, from the dissimilarity of the ends and their mirror image.
    fn of_symmetry(ends_dissimilarity: f64, length_in: f64) -> Self {
        let [least, slope, curve] = ASYMMETRY_IN;
        let end_in = least + (slope + curve * ends_dissimilarity) * ends_dissimilarity;
        Self { across_in: end_in, turn_rad: end_in / (length_in / 2.0) }
    }

    /// Combines both estimates; returns the result and the weight of this estimate against `before`.
    fn after(self, before: Self) -> (Self, Self) {
        let share = |before: f64, seen: f64| before * before / (before * before + seen * seen);
        let across_in = share(before.across_in, self.across_in);
        let turn_rad = share(before.turn_rad, self.turn_rad);
        let both =
            Self { across_in: across_in.sqrt() * self.across_in, turn_rad: turn_rad.sqrt() * self.turn_rad };
        (both, Self { across_in, turn_rad })
    }
}

/// Distance of the ends' axis of symmetry from the keel line at an end, inches: the least value, and its
/// growth with the dissimilarity of the ends to their mirror image, and with its square (measured on 170 demo
/// models).
const ASYMMETRY_IN: [f64; 3] = [0.003, 0.03, 0.35];

/// The outline to fit: the base's if there is one, else the hull's.
pub fn outline_of<'a>(
    annotation: &ShipAnnotation,
    plane: Plane<'a>,
    shade: Option<LocalShadow>,
) -> Outline<'a> {
    match annotation.base {
        Some(base) => Outline {
            plan: HullShape { length_in: base.length_in, beam_in: base.width_in, stack_ahead_in: 0.0 },
            form: ShapeModel::RECTANGLE,
            plane: Plane { height_in: base.height_in, ..plane },
            stack_rise_in: 0.0,
            plate: annotation.plate_over(base.height_in),
            shade,
        },
        None => Outline {
            plan: annotation.hull(),
            form: ShapeModel::of_kind(&annotation.kind),
            plane,
            stack_rise_in: annotation.stack_rise_in(),
            plate: annotation.plate_over(annotation.deck_height_in()),
            shade,
        },
    }
}

/// Finds keel line and middle. The keel line is the axis of symmetry of the ends, of hull or base; the middle
/// lies between the two ends. `step_in` is the size of a picture pixel on the table; `lamp` is the shadow
/// field, if known.
pub fn find_keel(
    map: &SignalMap,
    differences: &SignalMap,
    (plane, lamp): (Plane<'_>, Option<&ShadowField>),
    annotation: &ShipAnnotation,
    guess: HullPose,
    step_in: f64,
) -> Option<KeelLine> {
    let outline = outline_of(annotation, plane, lamp.map(|lamp| lamp.shade(guess.middle)));
    // The symmetry is that of the whole outline, base included.
    let HullShape { length_in, beam_in, .. } = outline.plan;
    let around = SampleGrid::around(length_in, beam_in, MARGIN_IN, step_in);
    let silhouette = find_silhouette(differences, &outline, guess, step_in);
    let ends = EndsReading { map, differences, plane, annotation, around, click: guess, step_in };
    let (guess, first) =
        silhouette.map_or((guess, AxisSigma::TOLD), |silhouette| (silhouette.pose, silhouette.axis));
    let mut keel = KeelLine { pose: guess, ahead_sigma_in: CLICK_SIGMA_IN, axis: first };
    for _ in 0..ROUNDS {
        let was = keel.pose;
        let patch = Appearance::read(map, plane, keel.pose, around)?.trimmed(length_in, beam_in, 0.15);
        let mirror = Template::new(&patch.mirrored(), length_in, true);
        let fit = mirror.fit(map, plane, keel.pose, MIRROR_ROUNDS)?;
        let (_, starboard) = keel.pose.ship_frame(fit.pose.middle);
        let turn = wrap_pi(fit.pose.heading.rad() - keel.pose.heading.rad());
        let turned = keel.pose.stepped(0.0, starboard / 2.0, turn / 2.0);
        let credible = guess.ship_frame(turned.middle).1.abs() < CLICK_REACH.0
            && turned.heading.angle_to(guess.heading) < CLICK_REACH.1;
        if credible {
            let mut axis = AxisSigma::of_symmetry(fit.ends_dissimilarity, length_in);
            if annotation.base.is_some() {
                let lean = plane.camera.lean(keel.pose.middle).norm();
                axis.across_in = axis.across_in.hypot(BASE_LEAN_IN * lean);
            }
            let (axis, share) = axis.after(first);
            let (ahead_in, starboard_in) = guess.ship_frame(turned.middle);
            let turn_rad = wrap_pi(turned.heading.rad() - guess.heading.rad());
            keel.pose = guess.stepped(ahead_in, share.across_in * starboard_in, share.turn_rad * turn_rad);
            keel.axis = axis;
        }
        let of_silhouette = silhouette
            .map(|silhouette| (keel.pose.ship_frame(silhouette.pose.middle).0, silhouette.ahead_sigma_in));
        // If there is a base, the silhouette alone is better: p95 over 1083 readings of demo models was 0.070
        // in with the ends of hull and base, and 0.064 in without them. An unread tag may cover one end of a
        // hull.
        let [of_hull, of_base] = match (annotation.base, of_silhouette) {
            (Some(_), Some(_)) => [None, None],
            (None, Some(_)) if annotation.tag.is_some() => [None, None],
            (Some(base), None) => {
                ends.on_base(&BaseReading { annotation: base, plane: outline.plane }, keel.pose)?
            }
            (None, _) => [ends.of_hull(keel.pose)?, None],
        };
        keel.take_middles([of_hull, of_base, of_silhouette]);
        let moved_in = was.middle.distance_in(keel.pose.middle);
        if moved_in < SETTLED.0 && was.heading.angle_to(keel.pose.heading) < SETTLED.1 {
            break;
        }
    }
    Some(keel)
}

impl KeelLine {
    /// Moves the middle along the keel to the weighted mean of several estimates: each inches ahead, with a
    /// standard deviation.
    fn take_middles(&mut self, annotation: [Option<(f64, f64)>; 3]) {
        let (mut weights, mut ahead_in) = (0.0, 0.0);
        for (middle_in, sigma_in) in annotation.iter().flatten() {
            let weight = sigma_in.powi(-2);
            ahead_in += weight * middle_in;
            weights += weight;
        }
        if weights <= 0.0 {
            return;
        }
        let ahead_in = ahead_in / weights;
        // If the estimates contradict each other, their uncertainty is increased.
        let quarrel: f64 = annotation
            .iter()
            .flatten()
            .map(|(middle_in, sigma_in)| ((middle_in - ahead_in) / sigma_in).powi(2))
            .sum();
        self.pose = self.pose.stepped(ahead_in.clamp(-0.3, 0.3), 0.0, 0.0);
        self.ahead_sigma_in = (quarrel.max(1.0) / weights).sqrt();
    }
}

/// Input data for measuring the ends of a ship.
struct EndsReading<'a> {
    map: &'a SignalMap,
    differences: &'a SignalMap,
    plane: Plane<'a>,
    annotation: &'a ShipAnnotation,
    around: SampleGrid,
    /// The pose from the player's click or from the deck.
    click: HullPose,
    step_in: f64,
}

impl EndsReading<'_> {
    fn told(&self, pose: HullPose) -> EndsPrior {
        let hull = self.annotation.hull();
        EndsPrior {
            length_in: hull.length_in,
            beam_in: hull.beam_in,
            blur_in: BLUR_PX * self.step_in,
            click_in: pose.ship_frame(self.click.middle).0,
            outer_from_in: HULL_OUTER * hull.length_in / 2.0,
            shape: EndShapes::HULL,
        }
    }

    fn is_long(&self, ends: &HullEnds) -> bool {
        ends.bow_in - ends.stern_in > self.annotation.hull().length_in + LONG_IN
    }

    fn is_short(&self, ends: &HullEnds) -> bool {
        ends.bow_in - ends.stern_in < self.annotation.hull().length_in - SHORT_IN
    }

    /// The middle between the ends of a hull without a base, from its hue and from differences from the empty
    /// table.
    fn of_hull(&self, pose: HullPose) -> Option<Option<(f64, f64)>> {
        let (hull, told) = (self.annotation.hull(), self.told(pose));
        let read = |map, reach_in| {
            let patch = Appearance::read(map, self.plane, pose, self.around)?;
            Some(patch.trimmed(hull.length_in, hull.beam_in, reach_in))
        };
        let by_hue = widths(&read(self.map, 0.15)?, &hull);
        let by_difference = standing_widths(&read(self.differences, 0.18)?, &hull);
        let (hue, any) = (fit_ends(&by_hue, &told), fit_ends(&by_difference, &told));
        Some(match (hue, any) {
            (Some(hue), _) if self.is_long(&hue) => middle_by_length(&by_hue, &by_difference, &told),
            (Some(hue), Some(any)) if self.is_short(&hue) => middle(&hue, &any, hull.length_in),
            (hue, any) => hue.or(any).map(|ends| ends.middle(0.0)),
        })
    }

    /// The middles of a hull on a base, and of the base itself.
    fn on_base(&self, base: &BaseReading<'_>, pose: HullPose) -> Option<[Option<(f64, f64)>; 2]> {
        let (hull, told) = (self.annotation.hull(), self.told(pose));
        let patch = Appearance::read(self.map, self.plane, pose, self.around)?;
        let mut patch = patch.trimmed(base.annotation.length_in, base.annotation.width_in, 0.15);
        base.take_away(&mut patch, &hull);
        let of_base = base.middle(self.map, self.differences, pose, &told, self.step_in);
        let by_hue = widths(&patch, &hull);
        // Differences around the hull are the base; an excess beyond its end may be a label on the base.
        let of_hull = match fit_ends(&by_hue, &told) {
            Some(ends) if self.is_long(&ends) => middle_by_length(&by_hue, &[], &told),
            hue => hue.map(|ends| {
                let short_in = hull.length_in - (ends.bow_in - ends.stern_in) - SHORT_IN;
                ends.middle(ON_BASE_IN.hypot(SHORT_SHARE * short_in.max(0.0)))
            }),
        };
        Some([of_hull, of_base])
    }
}

/// Input data for the base below a hull.
struct BaseReading<'a> {
    annotation: BaseAnnotation,
    plane: Plane<'a>,
}

impl BaseReading<'_> {
    /// The median signal of the base around the hull.
    fn signal(&self, patch: &Appearance, hull: &HullShape) -> Signal {
        let within = |along: f64, across: f64, length_in: f64, width_in: f64| {
            along.abs() < length_in / 2.0 && across.abs() < width_in / 2.0
        };
        let rim = 2.0 * BASE_RIM_IN;
        let mut seen: [Vec<f32>; 4] = Default::default();
        for row in 0..patch.layout.across {
            for column in 0..patch.layout.along {
                let (u, v) = (patch.layout.ahead_in(column), patch.layout.starboard_in(row));
                let on_base = within(u, v, self.annotation.length_in - rim, self.annotation.width_in - rim);
                if on_base && !within(u, v, hull.length_in + rim, hull.beam_in + rim) {
                    for (list, channel) in
                        seen.iter_mut().zip(patch.signal[row * patch.layout.along + column])
                    {
                        list.push(channel);
                    }
                }
            }
        }
        medians(&mut seen)
    }

    /// Removes the base's signal from the patch: the hull ends where the base begins to show.
    fn take_away(&self, patch: &mut Appearance, hull: &HullShape) {
        let base = self.signal(patch, hull);
        for row in 0..patch.layout.across {
            for column in 0..patch.layout.along {
                let at = row * patch.layout.along + column;
                let beyond_in = (patch.layout.ahead_in(column).abs() - self.annotation.length_in / 2.0)
                    .max(patch.layout.starboard_in(row).abs() - self.annotation.width_in / 2.0);
                let signal = &mut patch.signal[at];
                *signal = match beyond_in > -BASE_RIM_IN {
                    true => [0.0; 4],
                    false => std::array::from_fn(|i| signal[i] - base[i]),
                };
            }
        }
    }

    /// The middle between the base's own ends, and its standard deviation. These ends are blunt and better
    /// known than a hull's.
    fn middle(
        &self,
        map: &SignalMap,
        differences: &SignalMap,
        pose: HullPose,
        hull: &EndsPrior,
        step_in: f64,
    ) -> Option<(f64, f64)> {
        let shape = HullShape {
            length_in: self.annotation.length_in,
            beam_in: self.annotation.width_in,
            stack_ahead_in: 0.0,
        };
        let layout = SampleGrid::around(shape.length_in, shape.beam_in, MARGIN_IN, step_in);
        let read = |map| {
            Some(Appearance::read(map, self.plane, pose, layout)?.trimmed(
                shape.length_in,
                shape.beam_in,
                0.15,
            ))
        };
        let patch = read(map)?;
        let hull_plan = HullShape { length_in: hull.length_in, beam_in: hull.beam_in, stack_ahead_in: 0.0 };
        let told = EndsPrior {
            length_in: shape.length_in,
            beam_in: shape.beam_in,
            outer_from_in: shape.length_in / 2.0 - BASE_OUTER_IN,
            shape: EndShapes::BASE,
            ..*hull
        };
        let seen = length(&self.signal(&patch, &hull_plan));
        let hue = if seen < BASE_SEEN { None } else { fit_ends(&covered_widths(&patch, seen), &told) };
        let any = fit_ends(&standing_widths(&read(differences)?, &shape), &told);
        // An oblique camera sees the base's wall beyond one end of its top.
        let wall_in = self.annotation.height_in * self.plane.camera.lean(pose.middle).norm();
        let (middle_in, sigma_in) = match (hue, any) {
            (Some(hue), _) => hue.middle(0.0),
            (None, any) => any?.middle(BASE_SHADOW_IN),
        };
        Some((middle_in, BASE_UNFORESEEN * sigma_in.hypot(BASE_MIDWAY_IN).hypot(wall_in)))
    }
}
