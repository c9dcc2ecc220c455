//! The view model of the lens wizard.

use crate::ipc::lens::{LensState, LensViewView, LensWizardView};
use calibration::{Coverage, LensWizard, Pixel};
use geometry::TOO_CLOSE_SIGMAS;

/// The view of work in progress: only a sentence and the progress, 0 to 1.
pub fn working(sentence: String, progress: f64) -> LensWizardView {
    LensWizardView { state: LensState::Working, sentence, progress, ..LensWizardView::default() }
}

/// Pixels as the pairs that the screens use.
pub fn pairs(pixels: &[Pixel]) -> Vec<(f64, f64)> {
    pixels.iter().map(|pixel| (pixel.x_px, pixel.y_px)).collect()
}

/// The views taken, what they cover, and the accuracy of the lens computed from them.
pub fn view_of(wizard: &LensWizard) -> LensWizardView {
    let coverage = wizard.coverage();
    let figures = wizard.figures();
    let solved = wizard.solved().and_then(Result::ok);
    let report = |name: &str| solved?.report.views.iter().find(|view| view.image == name);
    let views = wizard.views().map(|name| match report(name) {
        Some(view) => LensViewView {
            image: view.image.clone(),
            rms_px: view.rms_px,
            kept: view.kept,
            why: view.why.clone().unwrap_or_default(),
        },
        None => LensViewView { image: name.to_owned(), rms_px: None, kept: true, why: String::new() },
    });
    // Before there is a lens, the coverage is the progress.
    let covered_share = coverage.as_ref().map_or(0.0, Coverage::share);
    LensWizardView {
        progress: figures.map_or(0.3 * covered_share, |figures| figures.progress),
        columns: Coverage::COLUMNS as u32,
        covered: coverage.map(|coverage| coverage.cells().to_vec()).unwrap_or_default(),
        coverage: covered_share,
        rms_px: solved.map(|solved| solved.report.rms_px),
        unsure_px: figures.map(|figures| TOO_CLOSE_SIGMAS * figures.unsure_px),
        focal_percent: figures.map(|figures| 100.0 * TOO_CLOSE_SIGMAS * figures.focal_sigma),
        views: views.collect(),
        can_finish: solved.is_some(),
        trouble: match wizard.solved() {
            Some(Err(error)) => Some(error.to_string()),
            _ => None,
        },
        ..LensWizardView::default()
    }
}
