//! The tracker: from one still picture to the pose of every ship, stage by stage.

use crate::align::alignment::align;
use crate::associate::appearance::alike;
use crate::associate::association::associate;
use crate::background::frame_signal::compare;
use crate::background::still_picture::{StillPicture, TrackError};
use crate::background::table_background::TableBackground;
use crate::detect::detector::detect;
use crate::estimate::estimation::{Estimate, estimate};
use crate::estimate::observation::CalibrationInForce;
use crate::identity::hypotheses::HypothesisTree;
use crate::learn::fleet::{Fleet, FleetError};
use crate::motion::evidence::{MotionEvidence, NoEvidence};
use crate::motion::stillness::WatchedArea;
use crate::segment::foreground::segment;
use crate::shore::ShoreError;
use crate::state::reading::TableReading;
use crate::state::track_state::{TrackState, WatchState};
use crate::state::tracked_ship::TrackedShip;
use calibration::{TableCamera, TableFile};
use geometry::{CalibrationId, Confidence, FrameId, HullShape, Pose, ShipId, Terrain};
use opencv::core::Mat;
use std::sync::Arc;

/// Where a ship was last, as far as is known.
#[derive(Debug, Clone, PartialEq)]
pub struct LastPlace {
    /// The ship.
    pub ship: ShipId,
    /// Below its stack, and its heading.
    pub pose: Pose,
    /// How sure its name and its bow were there.
    pub confidence: Confidence,
}

/// Finds the ships of one fleet on still pictures of one table.
#[derive(Debug, Clone)]
pub struct Tracker {
    pub(crate) state: TrackState,
    calibration: CalibrationInForce,
    /// What lies on the table besides ships, as given.
    terrain: Vec<Terrain>,
}

impl Tracker {
    /// A tracker for a learnt fleet.
    ///
    /// # Errors
    /// When the fleet was learnt with another picture size, or its data are damaged.
    pub fn new(camera: TableCamera, calibration: CalibrationId, fleet: &Fleet) -> Result<Self, FleetError> {
        if (fleet.width, fleet.height) != (camera.lens.width, camera.lens.height) {
            return Err(FleetError::OtherSize {
                fleet_width: fleet.width,
                fleet_height: fleet.height,
                width: camera.lens.width,
                height: camera.lens.height,
            });
        }
        let ships =
            fleet.ships.iter().map(|ship| TrackedShip::new(ship, &camera)).collect::<Result<Vec<_>, _>>()?;
        let mut background = TableBackground::new(&fleet.background_image()?, &camera)?;
        background.lamp = fleet.lamp;
        let state = TrackState {
            background: Arc::new(background),
            hypotheses: HypothesisTree::certain(ships.iter().map(|ship| ship.last)),
            ships,
            pending: Vec::new(),
            watch: WatchState::default(),
        };
        Ok(Self { state, calibration: CalibrationInForce::unmeasured(calibration), terrain: Vec::new() })
    }

    /// A tracker for a learnt fleet on a calibrated table: the playing area is the table's, and what its camera leaves
    /// at each place counts in every sigma.
    ///
    /// # Errors
    /// When the fleet was learnt with another picture size, or its data are damaged.
    pub fn on_table(table: &TableFile, fleet: &Fleet) -> Result<Self, FleetError> {
        let tracker = Self::new(table.camera(), table.id(), fleet)?.within(table.size_in);
        Ok(Self { calibration: CalibrationInForce::of(table), ..tracker })
    }

    /// The same for a given playing area (`size_in` inches east and north of the south-west corner): what lies
    /// or moves beside it is neither a stranger nor a hand over the table.
    #[must_use]
    pub fn within(mut self, size_in: (f64, f64)) -> Self {
        let background = Arc::unwrap_or_clone(self.state.background).within(size_in);
        self.state.background = Arc::new(background);
        self
    }

    /// The part of a frame that shows the playing area; `None` if its size is not given.
    pub fn watched(&self) -> Option<&WatchedArea> {
        self.state.background.watched.as_ref()
    }

    /// The camera moved: from now on it sees the corrected `table`, and the empty table as `fleet` has it
    /// ([`Fleet::seen_from`]). What is known of the ships stays.
    ///
    /// # Errors
    /// When the fleet's data are damaged.
    pub fn see_from(&mut self, table: &TableFile, fleet: &Fleet) -> Result<(), FleetError> {
        let moved = Self::on_table(table, fleet)?;
        let mut background = moved.state.background;
        // Where the outlines can't be drawn they are left out: what lies there is asked about like anything else.
        drop(Arc::make_mut(&mut background).lay(&self.terrain));
        self.state.background = background;
        self.calibration = moved.calibration;
        Ok(())
    }

    /// Pieces of terrain lie on the table, these and no others: what is seen of them is no ship.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn lay_terrain(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        Arc::make_mut(&mut self.state.background).lay(pieces)?;
        self.terrain = pieces.to_vec();
        Ok(())
    }

    /// The ships were last seen at these places: a battle that is taken up again knows them, or an earlier tracker of
    /// the evening. They are a prior and no certainty: ships may have been moved since by any hand, and what was a
    /// guess stays one. Ships not in the list were last seen when they were learnt, at an unknown time.
    pub fn start_from(&mut self, places: &[LastPlace]) {
        let mut names = vec![1.0; self.state.ships.len()];
        for (ship, name) in self.state.ships.iter_mut().zip(&mut names) {
            if let Some(place) = places.iter().find(|place| place.ship == ship.annotation.id) {
                ship.set_last_seen(place.pose, place.confidence.bow);
                *name = place.confidence.name;
            }
        }
        let ships = &self.state.ships;
        let seen: Vec<_> = ships.iter().zip(names).map(|(ship, name)| (ship.last, name)).collect();
        self.state.hypotheses =
            HypothesisTree::last_seen(&seen, &|one, other| alike(&ships[one].hull, &ships[other].hull));
    }

    /// The plan of each ship's hull, in the order of the muster list.
    pub fn hulls(&self) -> impl Iterator<Item = (&ShipId, HullShape)> {
        self.state.ships.iter().map(|ship| (&ship.annotation.id, ship.hull))
    }

    /// Is a picture one that can be measured at all?
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn takes(&self, picture: &Mat) -> Result<(), TrackError> {
        StillPicture::checked(picture, &self.state.background).map(drop)
    }

    /// Measures a still picture (8-bit BGR). A picture that can't be measured leaves no trace.
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn observe(&mut self, picture: &Mat, frame: FrameId) -> Result<TableReading, TrackError> {
        let picture = StillPicture::checked(picture, &self.state.background)?;
        let estimate = self.measured(picture, frame, &NoEvidence)?;
        self.state = estimate.next;
        Ok(estimate.reading)
    }

    /// What a still picture says, and the state after it: one stage after the other, each from what the one before
    /// gave. `motion`: what was seen since the picture before.
    pub(crate) fn measured(
        &self,
        picture: StillPicture<'_>,
        frame: FrameId,
        motion: &dyn MotionEvidence,
    ) -> Result<Estimate, TrackError> {
        let state = &self.state;
        let signal = compare(&state.background, picture.picture())?;
        let foreground = segment(signal)?;
        let detections = detect(&foreground, &state.ships, motion)?;
        let aligned = align(&foreground, detections)?;
        let association = associate(&foreground.signal, aligned, &state.hypotheses, motion)?;
        estimate(foreground, association, state, &self.calibration, frame)
    }
}
