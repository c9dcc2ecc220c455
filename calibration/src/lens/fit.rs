//! The fit of a lens to views of a board: start values, the distortion terms that the views support, and the residual
//! of each view.

use crate::camera::model::{Lens, Pixel};
use crate::detect::board::BoardSighting;
use crate::files::picture::PictureSize;
use crate::optimise::bundle::{Prior, Problem, Solution, View, free_directions, residuals, rms_px};
use crate::optimise::closed_form::{first_focal_px, first_pose};
use crate::optimise::correspondence::Correspondence;
use nalgebra::Vector2;

/// A fitted lens with its views.
#[derive(Debug, Clone)]
pub(crate) struct LensFit {
    /// Lens, poses and covariance.
    pub solution: Solution,
    /// The root mean square of each view, pixels.
    pub view_rms_px: Vec<f64>,
    /// The root mean square over all points, pixels.
    pub rms_px: f64,
    /// The noise of a corner along each axis, pixels (robust).
    pub noise_px: f64,
    /// The distortion terms that the views support.
    pub terms: DistortionTerms,
}

/// Which distortion terms are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DistortionTerms {
    /// None: a lens without distortion.
    None,
    /// `k1`.
    First,
    /// `k1 k2`.
    Radial,
    /// `k1 k2 p1 p2`.
    Tangential,
    /// `k1 k2 p1 p2 k3`.
    All,
}

impl LensFit {
    /// How far off the lens puts the corners of the middlemost view beyond their noise, pixels: noise makes neighbours
    /// miss in random directions, a wrong lens model makes them miss in the same direction.
    pub(crate) fn common_miss_px(&self) -> f64 {
        let solution = &self.solution;
        let of_view = |view: &View| {
            let misses = residuals(&solution.lens, solution.bloom_px, view);
            let placed: Vec<_> = view.sightings.iter().map(|seen| seen.target_in).zip(misses).collect();
            let pairs = || {
                placed
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| placed.iter().skip(at + 1).map(move |b| (one, b)))
            };
            let apart = |(one, other): &(&(Vector2<f64>, _), &(Vector2<f64>, _))| (one.0 - other.0).norm();
            let nearest_in = pairs().map(|pair| apart(&pair)).fold(f64::INFINITY, f64::min);
            let (sum, count) = pairs()
                .filter(|pair| apart(pair) < NEIGHBOURS * nearest_in)
                .fold((0.0, 0_usize), |(sum, count), (one, other)| (sum + one.1.dot(&other.1), count + 1));
            (sum / count.max(1) as f64).max(0.0).sqrt()
        };
        let mut views: Vec<_> = solution.views.iter().map(of_view).collect();
        views.sort_by(f64::total_cmp);
        views.get(views.len() / 2).copied().unwrap_or(0.0)
    }
}

impl DistortionTerms {
    /// The names of the five distortion terms, in order.
    const NAMES: [&'static str; 5] = ["k1", "k2", "p1", "p2", "k3"];

    /// The names of the free ones.
    pub(crate) fn names(self) -> Vec<&'static str> {
        self.unknowns()
            .iter()
            .filter_map(|unknown| Self::NAMES.get(unknown.checked_sub(4)?))
            .copied()
            .collect()
    }

    fn unknowns(self) -> &'static [usize] {
        match self {
            Self::None => &[0, 1, 2, 3],
            Self::First => &[0, 1, 2, 3, 4],
            Self::Radial => &[0, 1, 2, 3, 4, 5],
            Self::Tangential => &[0, 1, 2, 3, 4, 5, 6, 7],
            Self::All => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        }
    }
}

/// Start values of the focal length, as shares of the picture's width: from a very wide to a long lens.
const FIRST_FOCAL_SHARES: [f64; 4] = [0.4, 0.7, 1.1, 1.8];
/// Start values of the first distortion term: none, and the barrels of wide and of very wide lenses.
const FIRST_BENDS: [f64; 3] = [0.0, -0.15, -0.3];
/// The second term that goes with each, as a share of the first one's square: less than 0.45 would fold the rim of a
/// very wide picture back, and views out there would begin in poses they never leave.
const SECOND_OF_FIRST_SQUARED: f64 = 0.7;
/// Misses beyond this count little while the lens is still rough, pixels.
const ROUGH_OUTLIER_PX: f64 = 8.0;
/// Misses beyond this many standard deviations count less and less in the end: 4 keeps the efficiency of plain least
/// squares on clean corners.
const OUTLIER_SIGMAS: f64 = 4.0;
/// The assumed noise of corners before residuals are known, pixels.
const FIRST_NOISE_PX: f64 = 0.2;
/// The least noise of a corner that is assumed, pixels.
const LEAST_NOISE_PX: f64 = 0.01;
/// Corners of a board are neighbours up to this many times the shortest way from one to another.
const NEIGHBOURS: f64 = 1.2;
/// The terms of the next richer lens must lower the squares by this share…
const WORTH_SHARE: f64 = 0.01;
/// …and by this many times the squared noise for each new term (the Bayesian criterion's ln N is 7 for a thousand
/// points; systematic errors call for more).
const WORTH_CHI_SQUARE: f64 = 15.0;

/// Fits a lens to views; `None` where they can't determine one.
pub(crate) fn fit_lens(
    size: PictureSize,
    views: &[&[Correspondence]],
    equal_aspect: bool,
) -> Option<LensFit> {
    let start = start(size, views)?;
    // Two radial terms are solved for even where they are not needed: unknown distortion must not be reported as none.
    // Where the views give no valid lens with them, fewer terms are used.
    let mut fit = [DistortionTerms::Radial, DistortionTerms::First, DistortionTerms::None]
        .into_iter()
        .filter_map(|terms| {
            let mut begin = start.clone();
            let kept = terms.unknowns().len() - DistortionTerms::None.unknowns().len();
            begin.lens.dist[kept..].fill(0.0);
            refine(begin, terms, equal_aspect)
        })
        .find(|fit| fit.solution.lens.is_one_to_one())?;
    if fit.terms == DistortionTerms::Radial {
        for terms in [DistortionTerms::Tangential, DistortionTerms::All] {
            let Some(richer) = refine(fit.solution.clone(), terms, equal_aspect) else { continue };
            if worth_it(&fit, &richer) && richer.solution.lens.is_one_to_one() {
                fit = richer;
            }
        }
    }
    Some(fit)
}

fn worth_it(fit: &LensFit, richer: &LensFit) -> bool {
    let squares = |fit: &LensFit| {
        let count: usize = fit.solution.views.iter().map(|view| view.sightings.len()).sum();
        fit.rms_px * fit.rms_px * count as f64
    };
    let new_terms = richer.terms.unknowns().len() - fit.terms.unknowns().len();
    let gain = squares(fit) - squares(richer);
    let noise = richer.noise_px * richer.noise_px;
    gain > WORTH_SHARE * squares(fit) && gain > new_terms as f64 * WORTH_CHI_SQUARE * noise
}

/// A rough lens: focal length and the radial terms only, from the best of several starts. A start too far off ends
/// in a false minimum, above all on very wide lenses.
fn start(size: PictureSize, views: &[&[Correspondence]]) -> Option<Solution> {
    let centre = Pixel::new(f64::from(size.width) / 2.0 - 0.5, f64::from(size.height) / 2.0 - 0.5);
    let targets: Vec<_> = views.iter().map(|view| view.to_vec()).collect();
    first_focal_px(centre, &targets)
        .into_iter()
        .chain(FIRST_FOCAL_SHARES.into_iter().map(|share| share * f64::from(size.width)))
        .flat_map(|focal_px| FIRST_BENDS.map(|bend| (focal_px, bend)))
        .filter_map(|(focal_px, bend)| {
            let lens = Lens {
                fx: focal_px,
                fy: focal_px,
                cx: centre.x_px,
                cy: centre.y_px,
                dist: [bend, SECOND_OF_FIRST_SQUARED * bend * bend, 0.0, 0.0, 0.0],
                width: size.width,
                height: size.height,
            };
            let placed: Option<Vec<_>> = targets
                .iter()
                .map(|sightings| {
                    let camera_from_target = first_pose(&lens, sightings)?;
                    Some(View { sightings: sightings.clone(), camera_from_target })
                })
                .collect();
            Problem {
                lens,
                bloom_px: 0.0,
                views: placed?,
                free: free_directions(&[0, 1, 4, 5], true),
                prior: Prior::webcam(&lens, FIRST_NOISE_PX),
                outlier_px: ROUGH_OUTLIER_PX,
            }
            .solve()
        })
        .min_by(|a, b| a.cost.total_cmp(&b.cost))
}

/// Solves with these terms free, twice: the first round gives the noise of the corners.
fn refine(mut from: Solution, terms: DistortionTerms, equal_aspect: bool) -> Option<LensFit> {
    let mut outlier_px = ROUGH_OUTLIER_PX;
    let mut noise_before_px = FIRST_NOISE_PX;
    for _ in 0..2 {
        from = Problem {
            lens: from.lens,
            bloom_px: 0.0,
            views: from.views,
            free: free_directions(terms.unknowns(), equal_aspect),
            prior: Prior::webcam(&from.lens, noise_before_px),
            outlier_px,
        }
        .solve()?;
        noise_before_px = noise_px(&from);
        outlier_px = OUTLIER_SIGMAS * noise_before_px;
    }
    let noise_px = noise_px(&from);
    let misses: Vec<_> = from.views.iter().map(|view| residuals(&from.lens, from.bloom_px, view)).collect();
    Some(LensFit {
        view_rms_px: misses.iter().map(rms_px).collect(),
        rms_px: rms_px(misses.iter().flatten()),
        noise_px,
        terms,
        solution: from,
    })
}

/// The noise of a point along each axis, pixels, from the median miss (of a circular normal distribution half the
/// squared residuals lie below 2 ln 2 times the variance).
pub(crate) fn noise_px(solution: &Solution) -> f64 {
    let mut squares: Vec<_> = solution
        .views
        .iter()
        .flat_map(|view| residuals(&solution.lens, solution.bloom_px, view))
        .map(|miss| miss.norm_squared())
        .collect();
    squares.sort_by(f64::total_cmp);
    let median = squares.get(squares.len() / 2).copied().unwrap_or(0.0);
    (median / (2.0 * std::f64::consts::LN_2)).sqrt().max(LEAST_NOISE_PX)
}

/// How well a view agrees with a lens that was fitted without it: only its pose is free.
pub(crate) fn foreign_rms_px(lens: &Lens, sighting: &BoardSighting) -> Option<f64> {
    let camera_from_target = first_pose(lens, &sighting.sightings)?;
    let solution = Problem {
        lens: *lens,
        bloom_px: 0.0,
        views: vec![View { sightings: sighting.sightings.clone(), camera_from_target }],
        free: free_directions(&[], false),
        prior: Prior::none(),
        outlier_px: 1e3,
    }
    .solve()?;
    let view = solution.views.first()?;
    Some(rms_px(&residuals(lens, 0.0, view)))
}

/// Do the corners of a view span a plane?
pub(crate) fn has_plane(sighting: &BoardSighting) -> bool {
    let (width, height) = (f64::from(sighting.size.width), f64::from(sighting.size.height));
    let plain = Lens {
        fx: width,
        fy: width,
        cx: width / 2.0,
        cy: height / 2.0,
        dist: [0.0; 5],
        width: sighting.size.width,
        height: sighting.size.height,
    };
    first_pose(&plain, &sighting.sightings).is_some()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::camera::projection::project;
    use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

    /// Random numbers that are the same in every run.
    struct Draw(u64);

    impl Draw {
        fn between(&mut self, from: f64, to: f64) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            from + (to - from) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
        }
    }

    /// Lenses that see 80 to 95 degrees across, their barrel as strong as goes without folding the picture's rim.
    fn very_wide(draw: &mut Draw) -> Lens {
        let focal_px = draw.between(0.46, 0.6) * 1920.0;
        let k1 = draw.between(-0.32, -0.15);
        Lens {
            fx: focal_px,
            fy: focal_px,
            cx: draw.between(940.0, 980.0),
            cy: draw.between(520.0, 560.0),
            dist: [
                k1,
                k1 * k1 * draw.between(0.6, 1.1),
                draw.between(-1e-3, 1e-3),
                draw.between(-1e-3, 1e-3),
                0.0,
            ],
            width: 1920,
            height: 1080,
        }
    }

    /// The inner corners of a board of 10 x 7 in, its middle seen at a place of the picture, as a share of it.
    fn held(lens: &Lens, place: (f64, f64), draw: &mut Draw) -> Vec<Correspondence> {
        let at = Pixel::new(place.0 * f64::from(lens.width), place.1 * f64::from(lens.height));
        let ideal = lens.ideal_from_pixel(at).unwrap();
        let far_in = draw.between(0.3, 0.55) * lens.fx / (0.0138 * f64::from(lens.width));
        let tilt = |draw: &mut Draw| draw.between(-0.5, 0.5);
        let turn = Rotation3::from_euler_angles(tilt(draw), tilt(draw), draw.between(-3.0, 3.0));
        let middle = turn * Vector3::new(5.0, 3.5, 0.0);
        let pose = Isometry3::from_parts(
            Translation3::from(Vector3::new(ideal.x, ideal.y, 1.0) * far_in - middle),
            UnitQuaternion::from_rotation_matrix(&turn),
        );
        let corner = |index: u32| {
            let target_in = Vector2::new(f64::from(1 + index % 9), f64::from(1 + index / 9));
            let mut pixel = project(lens, &pose, target_in.push(0.0))?.pixel;
            let inside = pixel.x > 0.0 && pixel.y > 0.0 && pixel.x < 1920.0 && pixel.y < 1080.0;
            // Corners are known to a tenth of a pixel.
            pixel += Vector2::new(draw.between(-0.17, 0.17), draw.between(-0.17, 0.17));
            let pixel = Pixel::new(pixel.x, pixel.y);
            inside.then_some(Correspondence { target_in, pixel, inward: Vector2::zeros() })
        };
        (0..54).filter_map(corner).collect()
    }

    #[test]
    fn very_wide_lenses_are_found_whatever_their_barrel() {
        // The middle, the sides, and two far corners: out there the lens bends most.
        const PLACES: [(f64, f64); 8] = [
            (0.5, 0.5),
            (0.25, 0.25),
            (0.75, 0.28),
            (0.75, 0.75),
            (0.25, 0.72),
            (0.4, 0.5),
            (0.12, 0.14),
            (0.88, 0.86),
        ];
        let size = PictureSize { width: 1920, height: 1080 };
        let mut lost = Vec::new();
        for seed in 0..24 {
            let mut draw = Draw(seed);
            let truth = very_wide(&mut draw);
            let views: Vec<_> = PLACES.iter().map(|&place| held(&truth, place, &mut draw)).collect();
            let views: Vec<&[Correspondence]> = views.iter().map(Vec::as_slice).collect();
            let fit = fit_lens(size, &views, false).unwrap();
            let off = (fit.solution.lens.fx / truth.fx - 1.0).abs();
            if fit.rms_px > 0.2 || fit.common_miss_px() > 0.1 || off > 0.01 {
                lost.push((seed, fit.rms_px, off, truth));
            }
        }
        assert!(lost.is_empty(), "{} {lost:#?}", lost.len());
    }
}
