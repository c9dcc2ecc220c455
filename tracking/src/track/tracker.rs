//! The tracker: from one still picture to the pose of every ship, stage by stage.

use crate::align::alignment::align;
use crate::associate::appearance::alike;
use crate::associate::association::associate;
use crate::background::frame_signal::compare;
use crate::background::still_picture::{StillPicture, TrackError};
use crate::background::table_background::TableBackground;
use crate::detect::detector::detect;
use crate::estimate::estimation::{Estimate, EstimateInput, estimate};
use crate::estimate::observation::CalibrationInForce;
use crate::identity::hypotheses::HypothesisTree;
use crate::learn::fleet::{Fleet, FleetError};
use crate::motion::evidence::{MotionEvidence, NoEvidence};
use crate::motion::rest::RestTimes;
use crate::motion::stillness::{PartPx, Thumbnail, WatchedArea};
use crate::segment::foreground::segment;
use crate::shore::ShoreError;
use crate::state::reading::TableReading;
use crate::state::track_state::{TrackState, WatchState};
use crate::state::tracked_ship::TrackedShip;
use crate::things::scene::Things;
use calibration::{TableCamera, TableFile};
use geometry::{CalibrationId, Confidence, FrameId, HullShape, Pose, ShipId, Terrain};
use opencv::core::Mat;
use std::sync::Arc;

/// The last known place of a ship.
#[derive(Debug, Clone, PartialEq)]
pub struct LastPlace {
    /// The ship.
    pub ship: ShipId,
    /// The pose below its stack.
    pub pose: Pose,
    /// The confidence of its name and bow there.
    pub confidence: Confidence,
}

/// How often things may be learnt on one picture: the things, then their parts beside ships.
const THINGS_LEARNT: usize = 2;

/// Finds the ships of one fleet on still pictures of one table.
#[derive(Debug, Clone)]
pub struct Tracker {
    pub(crate) state: TrackState,
    calibration: CalibrationInForce,
    /// The pieces of terrain on the table, as given.
    terrain: Vec<Terrain>,
    /// The size of the playing area, inches, if it is known, and the part of the picture that is left out of it.
    size_in: Option<(f64, f64)>,
    left_out: Option<PartPx>,
}

impl Tracker {
    /// Creates a tracker for a learnt fleet.
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
        let background = Arc::new(background);
        let state = TrackState {
            things: Things::none(&background),
            background,
            hypotheses: HypothesisTree::certain(ships.iter().map(|ship| ship.last)),
            ships,
            pending: Vec::new(),
            light: None,
            watch: WatchState::default(),
        };
        let calibration = CalibrationInForce::unmeasured(calibration);
        Ok(Self { state, calibration, terrain: Vec::new(), size_in: None, left_out: None })
    }

    /// Creates a tracker for a learnt fleet on a calibrated table. The playing area is the table's, and every
    /// sigma includes the camera's error at that place.
    ///
    /// # Errors
    /// When the fleet was learnt with another picture size, or its data are damaged.
    pub fn on_table(table: &TableFile, fleet: &Fleet) -> Result<Self, FleetError> {
        let tracker = Self::new(table.camera(), table.id(), fleet)?.within(table.size_in);
        Ok(Self { calibration: CalibrationInForce::of(table), ..tracker })
    }

    /// Sets the playing area (`size_in` inches east and north of the south-west corner). Objects and motion
    /// beside it are ignored.
    #[must_use]
    pub fn within(mut self, size_in: (f64, f64)) -> Self {
        self.size_in = Some(size_in);
        self.restrict();
        self
    }

    /// Leaves a part of the picture out of the playing area, such as a tray for dice: whatever lies or moves there is
    /// ignored. `None`: nothing is left out. A tracker without a playing area leaves out nothing.
    pub fn leave_out(&mut self, part: Option<PartPx>) {
        self.left_out = part;
        self.restrict();
    }

    fn restrict(&mut self) {
        let Some(size_in) = self.size_in else { return };
        let background = TableBackground::clone(&self.state.background).within(size_in, self.left_out);
        self.set_background(Arc::new(background));
    }

    /// Sets another background, on which no thing has been learnt yet.
    fn set_background(&mut self, background: Arc<TableBackground>) {
        self.state.things = Things::none(&background);
        self.state.background = background;
    }

    /// The part of a frame that shows the playing area; `None` if its size is not given.
    pub fn watched(&self) -> Option<&WatchedArea> {
        self.state.background.watched.as_ref()
    }

    /// Replaces the camera after it moved: `table` is the corrected table, and `fleet` has its background
    /// image ([`Fleet::seen_from`]). The state of the ships stays.
    ///
    /// # Errors
    /// When the fleet's data are damaged.
    pub fn see_from(&mut self, table: &TableFile, fleet: &Fleet) -> Result<(), FleetError> {
        let mut moved = Self::on_table(table, fleet)?;
        moved.leave_out(self.left_out);
        self.size_in = moved.size_in;
        let mut background = moved.state.background;
        // If the outlines cannot be drawn, the terrain is left out, and questions are asked about it as about
        // any object.
        drop(Arc::make_mut(&mut background).lay(&self.terrain));
        self.set_background(background);
        self.calibration = moved.calibration;
        Ok(())
    }

    /// Sets the pieces of terrain on the table, which are not ships.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn lay_terrain(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        let mut background = Arc::clone(&self.state.background);
        Arc::make_mut(&mut background).lay(pieces)?;
        self.set_background(background);
        self.terrain = pieces.to_vec();
        Ok(())
    }

    /// Sets the places where the ships were last seen, by a battle that is continued or by an earlier tracker
    /// of the same evening. They are a prior, not a certainty: ships may have been moved since, and a guess
    /// stays a guess. Ships not in the list were last seen when they were learnt, at an unknown time.
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

    /// Checks that a picture can be measured.
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn takes(&self, picture: &Mat) -> Result<(), TrackError> {
        StillPicture::checked(picture, &self.state.background).map(drop)
    }

    /// Measures a still picture (8-bit BGR). A picture that cannot be measured changes nothing. What looks the same as
    /// in the picture before, however large, is a thing on the table and no arm.
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn observe(&mut self, picture: &Mat, frame: FrameId) -> Result<TableReading, TrackError> {
        let picture = StillPicture::checked(picture, &self.state.background)?;
        let small = Thumbnail::of(picture.picture())?.within(self.watched().cloned());
        let before = self.state.watch.measured.as_ref();
        let rest = before.map_or_else(RestTimes::default, |before| RestTimes::between(before, &small));
        let estimate = self.measured(picture, frame, &NoEvidence, &rest)?;
        self.state = estimate.next;
        self.state.watch.measured = Some(small);
        Ok(estimate.reading)
    }

    /// Runs all stages on a still picture: returns the reading, and the state after it. `motion`: the
    /// evidence since the picture before. `rest`: how long each place has looked the same.
    pub(crate) fn measured(
        &self,
        picture: StillPicture<'_>,
        frame: FrameId,
        motion: &dyn MotionEvidence,
        rest: &RestTimes,
    ) -> Result<Estimate, TrackError> {
        let mut things = self.state.things.seen_in(picture.picture())?;
        for _ in 0..THINGS_LEARNT {
            let estimate = self.measured_among(&things, picture, frame, motion, rest)?;
            // What has just been learnt as a thing no longer hides anything, so the picture is measured again.
            match estimate.learnt {
                Some(learnt) => things = learnt,
                None => return Ok(estimate),
            }
        }
        self.measured_among(&things, picture, frame, motion, rest)
    }

    /// Runs all stages on a still picture that shows these things.
    fn measured_among(
        &self,
        things: &Things,
        picture: StillPicture<'_>,
        frame: FrameId,
        motion: &dyn MotionEvidence,
        rest: &RestTimes,
    ) -> Result<Estimate, TrackError> {
        let state = &self.state;
        let signal = compare(things.scene(), picture.picture())?;
        let foreground = segment(signal, rest)?;
        let detections = detect(&foreground, &state.ships, motion)?;
        let aligned = align(&foreground, detections)?;
        let association = associate(&foreground.signal, aligned, &state.hypotheses, motion)?;
        let calibration = &self.calibration;
        estimate(foreground, association, EstimateInput { before: state, things, calibration, frame })
    }
}
