//! Lens calibration from pictures of a board: which views are used, and why the others are not.

use crate::camera::coverage::Coverage;
use crate::camera::model::Lens;
use crate::detect::board::{BoardError, BoardSighting, LensBoard};
use crate::detect::board_refinement::refine_board;
use crate::files::picture::{PictureError, PictureSize, read_picture};
use crate::lens::file::LensFile;
use crate::lens::fit::{LensFit, fit_lens, foreign_rms_px, has_plane};
use serde::Serialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the user may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LensOptions {
    /// Take `fx` and `fy` as equal (square pixels).
    pub equal_aspect: bool,
    /// Leave out no view that shows the board, and return the lens even if they fit badly.
    pub keep_all: bool,
}

/// A view with its name, for [`calibrate_lens_from_views`].
#[derive(Debug, Clone)]
pub struct NamedView {
    /// What the report calls it.
    pub image: String,
    /// The board in it, or why there is none.
    pub sighting: Result<BoardSighting, BoardError>,
}

/// What the calibration found: printed by `calibrate-lens`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LensReport {
    /// Root mean square over the points of the views kept (both axes added, as OpenCV's), pixels.
    pub rms_px: f64,
    /// The share of the picture where corners were seen, 0 to 1.
    pub coverage: f64,
    /// The nine numbers of the lens with their standard deviations; a distortion term that the views don't support is
    /// zero, without uncertainty.
    pub parameters: Vec<LensParameter>,
    /// The distortion terms that the views support.
    pub terms: Vec<&'static str>,
    /// Every view, in the order given.
    pub views: Vec<ViewReport>,
    /// What would make the lens better known, one sentence each.
    pub warnings: Vec<String>,
}

/// One number of the lens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LensParameter {
    /// `fx fy cx cy` (pixels) or `k1 k2 p1 p2 k3`.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

/// One view of the report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ViewReport {
    /// The picture.
    pub image: String,
    /// Its root mean square, pixels (of a view left out: how badly it agrees with the lens of the others); `None`
    /// where the board was not seen.
    pub rms_px: Option<f64>,
    /// Was it used?
    pub kept: bool,
    /// Why it was not used.
    pub why: Option<String>,
}

/// A calibrated lens: what to print and what to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct LensCalibration {
    /// What to print.
    pub report: LensReport,
    /// What to keep.
    pub file: LensFile,
}

/// Why there is no lens.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LensError {
    /// A picture can't be used.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The board can't exist.
    #[error("{0}")]
    Board(BoardError),
    /// Too few views show the board.
    #[error(
        "Only {seen} of {given} pictures can be used ({reason}): at least {FEWEST_VIEWS} must show the board, held in different places and at different slants."
    )]
    TooFewViews {
        /// Views with a board.
        seen: usize,
        /// Pictures given.
        given: usize,
        /// The first reason why one can't be used.
        reason: String,
    },
    /// The views don't determine a lens.
    #[error(
        "These views don't determine the lens: photograph the board at different slants (30 degrees and more), out to the corners of the picture."
    )]
    Undetermined,
    /// No lens fits the views.
    #[error(
        "The board's corners miss the best lens by {miss_px:.1} px, too much for any range: photograph a flat board, held still, without changing zoom or focus, at different slants and out to the corners of the picture; if it was so, set the camera to see less wide."
    )]
    Misfit {
        /// The common miss of neighbouring corners in the median view, pixels.
        miss_px: f64,
    },
}

/// Fewer views determine no lens worth having.
pub const FEWEST_VIEWS: usize = 3;
/// A view is left out when its residual is larger than this many times those of the others…
const MISFIT_TIMES: f64 = 2.0;
/// …and by more than this, pixels: below it nothing is worth leaving out.
const MISFIT_PX: f64 = 0.25;
/// How often corners are measured again with a better lens.
const REFINEMENTS: usize = 2;
/// A focal length known no better than this share is useless: the camera's height is known no better, and the foot of
/// a stack an inch tall, seen 30 degrees from the vertical, is 0.06 in off.
const HOPELESS_SHARE: f64 = 0.1;
/// Neighbouring corners miss in the same direction where the lens model is wrong. With more than this it is useless: a
/// pixel of a picture 1920 wide is 1/30 in on a table of 60 in.
const USELESS_PX: f64 = 0.5;
/// Up to this width the limit holds as it is, for larger pictures in proportion.
const USELESS_PX_WIDTH: f64 = 1920.0;
/// A focal length known no better than this share is reported.
const VAGUE_SHARE: f64 = 0.01;
/// Less coverage than this is reported.
const LITTLE_COVERAGE: f64 = 0.4;

/// Calibrates a lens from picture files.
///
/// A picture that can't be read is an error; one that shows no board, has another size than most, or does not fit is
/// left out and named.
pub fn calibrate_lens(
    images: &[PathBuf],
    board: &LensBoard,
    options: LensOptions,
) -> Result<LensCalibration, LensError> {
    board.check().map_err(LensError::Board)?;
    let views: Result<Vec<_>, LensError> = images
        .iter()
        .map(|path| {
            let sighting = board.find(&read_picture(path)?);
            Ok(NamedView { image: shown_name(path), sighting })
        })
        .collect();
    calibrate_lens_from_views(&views?, options)
}

/// What the report calls a picture: its file name.
fn shown_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Calibrates a lens from views in which the board has been found already.
pub fn calibrate_lens_from_views(
    views: &[NamedView],
    options: LensOptions,
) -> Result<LensCalibration, LensError> {
    let mut reports: Vec<_> = views
        .iter()
        .map(|view| ViewReport { image: view.image.clone(), rms_px: None, kept: false, why: None })
        .collect();
    let size = usual_size(views);
    let mut usable = Vec::new();
    for (index, view) in views.iter().enumerate() {
        match (&view.sighting, size) {
            (Ok(sighting), Some(size)) if sighting.size != size => {
                reports[index].why =
                    Some(format!("its size is {}, but most pictures have {size}", sighting.size));
            }
            (Ok(sighting), _) if !has_plane(sighting) => {
                reports[index].why = Some("the corners seen lie on one line".into());
            }
            (Ok(sighting), _) => usable.push((index, sighting)),
            (Err(error), _) => reports[index].why = Some(error.to_string()),
        }
    }
    let too_few = |usable: usize, reports: &[ViewReport]| LensError::TooFewViews {
        seen: usable,
        given: views.len(),
        reason: reports
            .iter()
            .find_map(|report| report.why.as_ref().map(|why| format!("{}: {why}", report.image)))
            .unwrap_or_else(|| "too few were given".into()),
    };
    let (Some(size), true) = (size, usable.len() >= FEWEST_VIEWS) else {
        return Err(too_few(usable.len(), &reports));
    };
    let usable = measured_anew(size, &usable, options)?;
    let usable: Vec<_> = usable.iter().map(|(index, sighting)| (*index, sighting)).collect();
    let (kept, fit) = choose_views(size, usable, options, &mut reports)?;
    for (place, (index, _)) in kept.iter().enumerate() {
        reports[*index].kept = true;
        reports[*index].rms_px = Some(rounded(fit.view_rms_px[place]));
    }
    // Views that were left out are reported with their disagreement with the final lens.
    for (index, view) in views.iter().enumerate() {
        if let (false, Ok(sighting)) = (reports[index].kept, &view.sighting)
            && sighting.size == size
        {
            reports[index].rms_px = foreign_rms_px(&fit.solution.lens, sighting).map(rounded);
        }
    }
    let most_px = USELESS_PX * (f64::from(size.width) / USELESS_PX_WIDTH).max(1.0);
    if !options.keep_all && fit.common_miss_px() > most_px {
        return Err(LensError::Misfit { miss_px: fit.common_miss_px() });
    }
    let file = lens_file(&fit);
    let coverage = Coverage::of(size, kept.iter().flat_map(|(_, sighting)| sighting.pixels())).share();
    let warnings = warnings(&file, coverage);
    if relative_focal_sigma(&file) > HOPELESS_SHARE {
        return Err(LensError::Undetermined);
    }
    Ok(LensCalibration {
        report: LensReport {
            rms_px: file.rms_px,
            coverage: rounded(coverage),
            parameters: parameters(&file),
            terms: fit.terms.names(),
            views: reports,
            warnings,
        },
        file,
    })
}

/// Where markers crowd the corners, measures every corner again along the edges of its squares, now that lens and
/// poses are known roughly.
fn measured_anew(
    size: PictureSize,
    usable: &[(usize, &BoardSighting)],
    options: LensOptions,
) -> Result<Vec<(usize, BoardSighting)>, LensError> {
    let mut sightings: Vec<BoardSighting> = usable.iter().map(|(_, sighting)| (*sighting).clone()).collect();
    let crowded = sightings.iter().any(|sighting| sighting.grid.is_crowded());
    for _ in 0..if crowded { REFINEMENTS } else { 0 } {
        let views: Vec<_> = sightings.iter().map(|sighting| sighting.sightings.as_slice()).collect();
        let fit = fit_lens(size, &views, options.equal_aspect).ok_or(LensError::Undetermined)?;
        sightings = sightings
            .iter()
            .zip(&fit.solution.views)
            .map(|(sighting, view)| refine_board(sighting, &fit.solution.lens, &view.camera_from_target))
            .collect();
    }
    Ok(usable.iter().map(|(index, _)| *index).zip(sightings).collect())
}

type Kept<'a> = Vec<(usize, &'a BoardSighting)>;

/// Leaves out, worst first, every view that does not fit; at least [`FEWEST_VIEWS`] stay.
fn choose_views<'a>(
    size: PictureSize,
    mut kept: Kept<'a>,
    options: LensOptions,
    reports: &mut [ViewReport],
) -> Result<(Kept<'a>, LensFit), LensError> {
    let fit_of = |kept: &Kept<'_>| {
        let sightings: Vec<_> = kept.iter().map(|(_, sighting)| sighting.sightings.as_slice()).collect();
        fit_lens(size, &sightings, options.equal_aspect)
    };
    let mut fit = fit_of(&kept).ok_or(LensError::Undetermined)?;
    while !options.keep_all && kept.len() > FEWEST_VIEWS {
        let worst = fit.view_rms_px.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let Some((worst, &worst_px)) = worst else { break };
        let mut others = fit.view_rms_px.clone();
        others.remove(worst);
        if worst_px < MISFIT_PX.max(MISFIT_TIMES * median(&mut others)) {
            break;
        }
        // Judged by a lens fitted without it: a bad view pulls the lens toward itself.
        let mut without = kept.clone();
        let (index, suspect) = without.remove(worst);
        let Some(lens_without) = fit_of(&without) else { break };
        let others_px = median(&mut lens_without.view_rms_px.clone());
        let Some(miss_px) = foreign_rms_px(&lens_without.solution.lens, suspect) else { break };
        if miss_px < MISFIT_PX.max(MISFIT_TIMES * others_px) {
            break;
        }
        reports[index].why = Some(format!(
            "it misses by {miss_px:.2} px where the others miss by {others_px:.2} px: the board was bent, moved or partly hidden"
        ));
        (kept, fit) = (without, lens_without);
    }
    Ok((kept, fit))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The size that most views have (of equals the first).
fn usual_size(views: &[NamedView]) -> Option<PictureSize> {
    let sizes: Vec<_> =
        views.iter().filter_map(|view| view.sighting.as_ref().ok().map(|sighting| sighting.size)).collect();
    let count = |size: &PictureSize| sizes.iter().filter(|other| *other == size).count();
    sizes.iter().rev().max_by_key(|size| count(size)).copied()
}

fn lens_file(fit: &LensFit) -> LensFile {
    // The real scatter of the corners, systematic errors included, not only their noise.
    let scatter_px = (fit.rms_px / std::f64::consts::SQRT_2).max(fit.noise_px);
    let covariance = fit.solution.shared_covariance * (scatter_px * scatter_px);
    let symmetric = |r: usize, c: usize| covariance[(r.min(c), r.max(c))];
    LensFile {
        covariance: Some(std::array::from_fn(|r| std::array::from_fn(|c| symmetric(r, c)))),
        ..LensFile::from_lens(fit.solution.lens, fit.rms_px)
    }
}

fn parameters(file: &LensFile) -> Vec<LensParameter> {
    let Lens { fx, fy, cx, cy, dist: [k1, k2, p1, p2, k3], .. } = file.lens;
    let sigmas = file.sigmas().unwrap_or_default();
    ["fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3"]
        .into_iter()
        .zip([fx, fy, cx, cy, k1, k2, p1, p2, k3])
        .zip(sigmas)
        .map(|((name, value), sigma)| LensParameter { name, value, sigma })
        .collect()
}

pub(crate) fn relative_focal_sigma(file: &LensFile) -> f64 {
    let Lens { fx, fy, .. } = file.lens;
    file.sigmas().map_or(0.0, |sigmas| (sigmas[0] / fx).max(sigmas[1] / fy))
}

fn warnings(file: &LensFile, coverage: f64) -> Vec<String> {
    let mut warnings = Vec::new();
    let vague = relative_focal_sigma(file);
    if vague > VAGUE_SHARE {
        warnings.push(format!(
            "The focal length is known to ±{:.1} % only: add views with the board held at a slant.",
            196.0 * vague
        ));
    }
    if coverage < LITTLE_COVERAGE {
        warnings.push(format!(
            "The board was seen in {:.0} % of the picture only: add views out to its corners.",
            100.0 * coverage
        ));
    }
    warnings
}

/// To a thousandth, for reading.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
