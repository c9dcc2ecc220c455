//! The observation of one ship: pose, uncertainty, confidence, and the calibration used.

use crate::detect::detection::Detection;
use crate::identity::question::is_sure;
use crate::outline::uncertainty::{self, UncertaintyTerms};
use crate::state::tracked_ship::TrackedShip;
use calibration::{MeasuredPoint, TableAccuracy, TableCamera, TableFile};
use geometry::{CalibrationId, CameraError, Confidence, FrameId, Observation};

/// The calibration in use.
#[derive(Debug, Clone)]
pub struct CalibrationInForce {
    /// The id of the calibration.
    pub id: CalibrationId,
    /// The calibrated table; none if only the camera is known.
    pub table: Option<TableFile>,
    /// The camera's own error at each place, if the table was calibrated.
    pub camera_errors: Option<TableAccuracy>,
}

impl CalibrationInForce {
    /// A calibration of which only the camera is known.
    pub fn unmeasured(id: CalibrationId) -> Self {
        Self { id, table: None, camera_errors: None }
    }

    /// The calibration of a calibrated table.
    pub fn of(table: &TableFile) -> Self {
        Self { id: table.id(), table: Some(table.clone()), camera_errors: Some(TableAccuracy::of(table)) }
    }

    /// The observation of a ship on frame `frame`, from its state. `hull`: its detection, if it was found.
    pub fn observation(
        &self,
        camera: &TableCamera,
        ship: &TrackedShip,
        hull: Option<&Detection>,
        confidence: Confidence,
        frame: FrameId,
    ) -> Observation {
        let middle = ship.last.middle;
        let terms = UncertaintyTerms {
            camera,
            camera_in: self
                .table
                .as_ref()
                .map_or(uncertainty::CAMERA_IN, |table| table.place_sigma_in(middle)),
            middle,
            length_in: ship.hull.length_in,
            height_sigma_in: ship.annotation.deck_height_sigma_in(),
        };
        let correction = ship.bias.correction(ship.last);
        let (sigma_in, heading_sigma_rad) = if hull.is_some_and(Detection::by_tag) {
            (terms.tag_sigma_in(), uncertainty::tag_heading_sigma_rad())
        } else {
            (terms.deck_sigma_in(&correction), terms.deck_heading_sigma_rad(&correction))
        };
        Observation {
            ship: ship.annotation.id.clone(),
            pose: ship.stack_pose(ship.last),
            sigma_in,
            heading_sigma_rad,
            seen: hull.is_some(),
            sure: hull.is_some() && is_sure(confidence),
            confidence,
            frame,
            calibration: self.id.clone(),
            camera_error: self.camera_errors.as_ref().and_then(|errors| {
                let height_in = ship.annotation.deck_height_in();
                let spot = MeasuredPoint { point: middle, height_in, found_px: 0.0 };
                Some(CameraError::new(self.id.clone(), errors.shifts_in(spot)?))
            }),
        }
    }
}
