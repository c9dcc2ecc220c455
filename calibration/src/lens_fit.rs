//! The lens from views of a board: a start, the terms the views support, and how well each view fits.

use crate::board::BoardSighting;
use crate::camera::{Lens, Pixel};
use crate::first_guess::{first_focal_px, first_pose};
use crate::picture::PictureSize;
use crate::solve::{Prior, Problem, Solution, View, free_directions, residuals, rms_px};

/// A fitted lens with its views.
#[derive(Debug, Clone)]
pub(crate) struct Fit {
    /// Lens, poses and covariance.
    pub solution: Solution,
    /// The root mean square of each view, pixels.
    pub view_rms_px: Vec<f64>,
    /// The root mean square over all points, pixels.
    pub rms_px: f64,
    /// The noise of a corner along each axis, pixels (robust).
    pub noise_px: f64,
    /// The distortion terms that the views support.
    pub terms: Terms,
}

/// Which distortion terms are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terms {
    /// None: a lens that doesn't bend.
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

impl Terms {
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

/// Focal lengths to begin with, as shares of the picture's width: from very wide to a long lens.
const FIRST_FOCAL_SHARES: [f64; 4] = [0.4, 0.7, 1.1, 1.8];
/// Misses beyond this count little while the lens is still rough, pixels.
const ROUGH_OUTLIER_PX: f64 = 8.0;
/// Misses beyond this many standard deviations count less and less in the end: 4 keeps the efficiency of plain least
/// squares on clean corners.
const OUTLIER_SIGMAS: f64 = 4.0;
/// Corners are taken to be this noisy before their misses tell, pixels.
const FIRST_NOISE_PX: f64 = 0.2;
/// No corner is better than this, pixels.
const LEAST_NOISE_PX: f64 = 0.01;
/// The terms of the next richer lens must lower the squares by this share…
const WORTH_SHARE: f64 = 0.01;
/// …and by this many times the squared noise for each new term (the Bayesian criterion's ln N is 7 for a thousand
/// points; systematic errors call for more).
const WORTH_CHI_SQUARE: f64 = 15.0;

/// Fits a lens to views; `None` where they can't determine one.
pub(crate) fn fit_lens(size: PictureSize, views: &[&BoardSighting], equal_aspect: bool) -> Option<Fit> {
    let start = start(size, views)?;
    // Two radial terms are carried even where they are not needed: a lens whose bending is not known must not be told
    // as one that doesn't bend. Where the views can't hold them to a lens that could be, fewer have to do.
    let mut fit = [Terms::Radial, Terms::First, Terms::None]
        .into_iter()
        .filter_map(|terms| {
            let mut begin = start.clone();
            let kept = terms.unknowns().len() - Terms::None.unknowns().len();
            begin.lens.dist[kept..].fill(0.0);
            refine(begin, terms, equal_aspect)
        })
        .find(|fit| well_behaved(&fit.solution.lens))?;
    if fit.terms == Terms::Radial {
        for terms in [Terms::Tangential, Terms::All] {
            let Some(richer) = refine(fit.solution.clone(), terms, equal_aspect) else { continue };
            if worth_it(&fit, &richer) && well_behaved(&richer.solution.lens) {
                fit = richer;
            }
        }
    }
    Some(fit)
}

fn worth_it(fit: &Fit, richer: &Fit) -> bool {
    let squares = |fit: &Fit| {
        let count: usize = fit.solution.views.iter().map(|view| view.sightings.len()).sum();
        fit.rms_px * fit.rms_px * count as f64
    };
    let new_terms = richer.terms.unknowns().len() - fit.terms.unknowns().len();
    let gain = squares(fit) - squares(richer);
    let noise = richer.noise_px * richer.noise_px;
    gain > WORTH_SHARE * squares(fit) && gain > new_terms as f64 * WORTH_CHI_SQUARE * noise
}

/// A lens must not fold the picture over: along every ray the distorted radius keeps growing out to the corners.
fn well_behaved(lens: &Lens) -> bool {
    let corner = |x_px: f64, y_px: f64| ((x_px - lens.cx) / lens.fx).hypot((y_px - lens.cy) / lens.fy);
    let (right, bottom) = (f64::from(lens.width), f64::from(lens.height));
    let farthest = [corner(0.0, 0.0), corner(right, 0.0), corner(0.0, bottom), corner(right, bottom)]
        .into_iter()
        .fold(0.0, f64::max);
    let [k1, k2, _, _, k3] = lens.dist;
    let mut ideal = 0.0;
    loop {
        let r2: f64 = ideal * ideal;
        if 1.0 + r2 * (3.0 * k1 + r2 * (5.0 * k2 + r2 * 7.0 * k3)) <= 0.02 {
            return false;
        }
        if ideal * (1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))) >= farthest {
            return true;
        }
        ideal += 0.01;
    }
}

/// A rough lens: focal length and first distortion term only, from the best of several beginnings.
fn start(size: PictureSize, views: &[&BoardSighting]) -> Option<Solution> {
    let centre = Pixel::new(f64::from(size.width) / 2.0 - 0.5, f64::from(size.height) / 2.0 - 0.5);
    let targets: Vec<_> = views.iter().map(|view| view.sightings.clone()).collect();
    first_focal_px(centre, &targets)
        .into_iter()
        .chain(FIRST_FOCAL_SHARES.into_iter().map(|share| share * f64::from(size.width)))
        .filter_map(|focal_px| {
            let lens = Lens {
                fx: focal_px,
                fy: focal_px,
                cx: centre.x_px,
                cy: centre.y_px,
                dist: [0.0; 5],
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
                free: free_directions(&[0, 1, 4], true),
                prior: Prior::none(),
                outlier_px: ROUGH_OUTLIER_PX,
            }
            .solve()
        })
        .min_by(|a, b| a.cost.total_cmp(&b.cost))
}

/// Solves with these terms free, twice: the first round tells how noisy the corners are.
fn refine(mut from: Solution, terms: Terms, equal_aspect: bool) -> Option<Fit> {
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
    Some(Fit {
        view_rms_px: misses.iter().map(rms_px).collect(),
        rms_px: rms_px(misses.iter().flatten()),
        noise_px,
        terms,
        solution: from,
    })
}

/// The noise of a point along each axis, pixels, from the median miss (of a circular normal distribution half the
/// squared misses lie below 2 ln 2 times the variance).
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

/// How well a view agrees with a lens it had no part in: its pose is free, nothing else.
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
