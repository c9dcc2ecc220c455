//! The lens wizard as the page shows it.

use crate::ipc::lens::{LensState, LensViewView, LensWizardView};
use calibration::{Coverage, LensWizard, Pixel};
use geometry::TOO_CLOSE_SIGMAS;

/// Some work of which nothing but how far it is is shown, 0 to 1.
pub fn working(sentence: String, progress: f64) -> LensWizardView {
    LensWizardView { state: LensState::Working, sentence, progress, ..LensWizardView::default() }
}

/// Pixels as the screens take them.
pub fn pairs(pixels: &[Pixel]) -> Vec<(f64, f64)> {
    pixels.iter().map(|pixel| (pixel.x_px, pixel.y_px)).collect()
}

/// Its views, what they cover and how good the lens is by them.
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
    // Before there is a lens, what is covered says how far it is.
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
