//! The parameters of OpenCV's marker detector. All of them are set, because defaults have changed between versions.

/// What depends on the picture and on what is looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Settings {
    /// Squares with a shorter way round are left out: a share of the picture's longer side.
    pub smallest_perimeter: f64,
    /// The largest neighbourhood that is thresholded in, pixels; odd.
    pub largest_window_px: i32,
    /// From one neighbourhood to the next, pixels.
    pub window_step_px: i32,
    /// Fit lines to each square's contour, or leave its corners at whole pixels.
    pub fit_contours: bool,
}

impl Settings {
    /// The settings for a picture whose longer side is `longest_px`.
    pub fn new(longest_px: f64, smallest_side_px: f64, fit_contours: bool) -> Self {
        // Thresholds look at a neighbourhood; it has to grow with the picture or big squares fall apart.
        let scale = (longest_px / 1920.0).max(1.0);
        Self {
            smallest_perimeter: 4.0 * smallest_side_px / longest_px,
            largest_window_px: even(23.0 * scale - 1.0) + 1,
            window_step_px: even(10.0 * scale),
            fit_contours,
        }
    }
}

fn even(value: f64) -> i32 {
    2 * ((value / 2.0).round() as i32)
}

/// Sets every detector parameter that all versions have. Contrib's `aruco` and `objdetect` each have their own type for
/// them, with setters of the same names. (Those of AprilTag's corner search, which isn't used, keep their defaults.)
macro_rules! tell {
    ($settings:expr, $module:ident, $parameters:ident) => {{
        let settings: &$crate::detect::markers::settings::Settings = $settings;
        $parameters.set_adaptive_thresh_win_size_min(3);
        $parameters.set_adaptive_thresh_win_size_max(settings.largest_window_px);
        $parameters.set_adaptive_thresh_win_size_step(settings.window_step_px);
        $parameters.set_adaptive_thresh_constant(7.0);
        $parameters.set_min_marker_perimeter_rate(settings.smallest_perimeter);
        $parameters.set_max_marker_perimeter_rate(4.0);
        $parameters.set_polygonal_approx_accuracy_rate(0.03);
        $parameters.set_min_corner_distance_rate(0.05);
        $parameters.set_min_distance_to_border(3);
        // The edge of a white margin is a square too, close round the black one. By default the larger of two squares
        // this near wins, and the marker is lost.
        $parameters.set_min_marker_distance_rate(0.02);
        let refinement = if settings.fit_contours {
            $module::CornerRefineMethod::CORNER_REFINE_CONTOUR
        } else {
            $module::CornerRefineMethod::CORNER_REFINE_NONE
        };
        $parameters.set_corner_refinement_method(refinement as i32);
        $parameters.set_corner_refinement_win_size(5);
        $parameters.set_corner_refinement_max_iterations(30);
        $parameters.set_corner_refinement_min_accuracy(0.1);
        $parameters.set_marker_border_bits(1);
        $parameters.set_perspective_remove_pixel_per_cell(4);
        $parameters.set_perspective_remove_ignored_margin_per_cell(0.13);
        $parameters.set_max_erroneous_bits_in_border_rate(0.35);
        $parameters.set_min_otsu_std_dev(5.0);
        $parameters.set_error_correction_rate(0.6);
        $parameters.set_detect_inverted_marker(false);
        $parameters.set_use_aruco3_detection(false);
        $parameters.set_min_side_length_canonical_img(32);
        $parameters.set_min_marker_length_ratio_original_img(0.0);
    }};
}

pub(super) use tell;
