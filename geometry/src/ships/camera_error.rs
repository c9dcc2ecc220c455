//! The error that a camera's calibration adds to every place; it nearly cancels between two near ones.

use crate::ships::observation::CalibrationId;
use crate::ships::standing::dot;

/// The shift of a place by the errors of one calibration. Places read under the same calibration share these
/// errors.
#[derive(Debug, Clone, PartialEq)]
pub struct CameraError {
    calibration: CalibrationId,
    /// Inches east and north for one standard deviation of each independent direction of the calibration's
    /// uncertainty.
    shifts_in: Vec<(f64, f64)>,
}

impl CameraError {
    /// The errors of a calibration at one place: inches east and north for one standard deviation of each
    /// independent direction of its uncertainty, in the same order for every place.
    pub fn new(calibration: CalibrationId, shifts_in: Vec<(f64, f64)>) -> Self {
        Self { calibration, shifts_in }
    }

    /// Its standard deviation along an axis (root mean square over directions), inches.
    fn sigma_in(&self) -> f64 {
        (0.5 * self.shifts_in.iter().map(|shift| dot(*shift, *shift)).sum::<f64>()).sqrt()
    }
}

/// The error of a place along a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceError<'a> {
    /// The total, one standard deviation, inches.
    pub sigma_in: f64,
    /// The camera's part of it, where that is known.
    pub camera: Option<&'a CameraError>,
}

impl<'a> PlaceError<'a> {
    /// An error that is shared with no other place.
    pub(crate) fn independent(sigma_in: f64) -> Self {
        Self { sigma_in, camera: None }
    }

    /// The part that is shared with no other place, squared.
    fn own_in2(&self) -> f64 {
        let camera_in = self.camera.map_or(0.0, CameraError::sigma_in);
        (self.sigma_in * self.sigma_in - camera_in * camera_in).max(0.0)
    }
}

/// The standard deviation along `along` of a weighted sum of places, inches; weights 1 and -1 give a
/// difference. Errors of one camera that the places share are added with their signs, so that they cancel in
/// the difference of near ones; all others are independent.
///
/// `sigma^2 = sum (w_i own_i)^2 + sum_k (sum_i w_i shift_ik . along)^2` (first-order propagation; Mikhail & Ackermann,
/// "Observations and Least Squares", 1976, ch. 4).
pub(crate) fn sum_sigma_in(terms: &[(f64, PlaceError<'_>)], along: (f64, f64)) -> f64 {
    let mut variance: f64 = terms.iter().map(|(weight, error)| weight * weight * error.own_in2()).sum();
    let cameras = || terms.iter().filter_map(|(weight, error)| error.camera.map(|camera| (*weight, camera)));
    for (at, (_, first)) in cameras().enumerate() {
        let is_same = |camera: &CameraError| camera.calibration == first.calibration;
        // Each calibration once, with all the places read under it.
        if cameras().take(at).any(|(_, before)| is_same(before)) {
            continue;
        }
        for direction in 0..first.shifts_in.len() {
            let shift_in: f64 = cameras()
                .filter(|(_, camera)| is_same(camera))
                .filter_map(|(weight, camera)| {
                    camera.shifts_in.get(direction).map(|shift| weight * dot(*shift, along))
                })
                .sum();
            variance += shift_in * shift_in;
        }
    }
    variance.sqrt()
}

/// The standard deviation of the difference of two places along each axis (root mean square over directions),
/// inches.
pub(crate) fn apart_sigma_in(one: PlaceError<'_>, other: PlaceError<'_>) -> f64 {
    let terms = [(1.0, one), (-1.0, other)];
    (0.5 * (sum_sigma_in(&terms, (1.0, 0.0)).powi(2) + sum_sigma_in(&terms, (0.0, 1.0)).powi(2))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_places_share_fall_out_of_differences_and_add_up_in_means() {
        let camera = |name: &str, shifts_in: &[(f64, f64)]| {
            CameraError::new(CalibrationId(name.into()), shifts_in.to_vec())
        };
        let (one, other) = (camera("a", &[(0.3, 0.0), (0.0, 0.4)]), camera("a", &[(0.3, 0.0), (0.0, -0.4)]));
        let error = |camera| PlaceError { sigma_in: (0.125_f64 + 0.01).sqrt(), camera: Some(camera) };
        let (east, north) = ((1.0, 0.0), (0.0, 1.0));
        let difference = [(1.0, error(&one)), (-1.0, error(&other))];
        // East both err alike; north they err in opposite directions. 0.1 in each is independent.
        assert!((sum_sigma_in(&difference, east) - 0.02_f64.sqrt()).abs() < 1e-12);
        assert!((sum_sigma_in(&difference, north) - (0.02_f64 + 0.64).sqrt()).abs() < 1e-12);
        let apart_in = apart_sigma_in(error(&one), error(&other));
        assert!((apart_in - (0.02_f64 + 0.32).sqrt()).abs() < 1e-12);
        let mean = [(0.5, error(&one)), (0.5, error(&other))];
        assert!((sum_sigma_in(&mean, east) - (0.005_f64 + 0.09).sqrt()).abs() < 1e-12);
        // Places of different calibrations, or of none, share nothing.
        let elsewhere = camera("b", &[(0.3, 0.0), (0.0, 0.4)]);
        let apart = [(1.0, error(&one)), (-1.0, error(&elsewhere))];
        assert!((sum_sigma_in(&apart, east) - (0.02_f64 + 0.18).sqrt()).abs() < 1e-12);
        let alone = [(1.0, PlaceError::independent(0.3)), (-1.0, PlaceError::independent(0.4))];
        assert!((sum_sigma_in(&alone, east) - 0.5).abs() < 1e-12);
    }
}
