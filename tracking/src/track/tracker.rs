//! The tracker: from one still picture to the pose of every ship.

use crate::detect::detection::{
    Detection, find_by_appearance, find_by_tags, find_touching, remove_explained, separate,
};
use crate::detect::error::TrackError;
use crate::detect::presence::{Presence, SizeLimit, is_hand, presence_of_missing};
use crate::detect::target::TrackedShip;
use crate::hull::pose::HullPose;
use crate::identity::hypotheses::HypothesisTree;
use crate::identity::question::{Question, is_sure};
use crate::imaging::colourfulness::{colourfulness, is_lost};
use crate::learn::correction::LearntCorrection;
use crate::learn::fleet::{Fleet, FleetError};
use crate::motion::evidence::{MotionEvidence, NoEvidence};
use crate::motion::history::MotionHistory;
use crate::motion::stillness::{Thumbnail, WatchedArea};
use crate::outline::uncertainty::{self, UncertaintyTerms};
use crate::segment::scene::Table;
use crate::shore::ShoreError;
use crate::track::hand_placed::{find_hand_placed, forget_moved, forget_vacated};
use crate::track::identify::{alike, identify};
use calibration::{MeasuredPoint, TableAccuracy, TableCamera, TableFile};
use geometry::{
    CalibrationId, CameraError, Confidence, FrameId, HullShape, Observation, Point, Pose, ShipId, Terrain,
};
use opencv::core::Mat;
use opencv::prelude::*;

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

/// Something on the table that is no learnt ship: dice, smoke, a cup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stranger {
    /// Its middle.
    pub middle: Point,
    /// Its size along its longer axis, inches.
    pub length_in: f64,
}

/// What one still picture says about the table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableReading {
    /// Every learnt ship, in the order of the muster list.
    pub observations: Vec<Observation>,
    /// Whether each is there, hidden or gone, in the same order.
    pub presence: Vec<Presence>,
    /// False while something (an arm) covers part of the table.
    pub still: bool,
    /// What else stands there.
    pub strangers: Vec<Stranger>,
    /// What corrections by hand have taught on this picture ([`Fleet::learn`]).
    pub lessons: Vec<LearntCorrection>,
    /// What only a player can settle.
    pub questions: Vec<Question>,
}

/// A correction by hand could not be taken; the text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorrectError {
    /// No such ship.
    #[error("\"{0}\" is not in the fleet that is tracked: choose one of its ships.")]
    UnknownShip(ShipId),
}

/// Finds the ships of one fleet on still pictures of one table.
pub struct Tracker {
    table: Table,
    calibration: CalibrationId,
    pub(crate) ships: Vec<TrackedShip>,
    /// The table as it was calibrated, where it was.
    accuracy: Option<TableFile>,
    /// What of every place is the camera's own error, where the table was calibrated.
    camera_errors: Option<TableAccuracy>,
    pub(crate) hypotheses: HypothesisTree,
    /// What answers have taught since the last reading.
    pub(crate) pending: Vec<LearntCorrection>,
    /// The empty table, small.
    bare: Thumbnail,
    /// How much colour it has.
    bare_colour: f64,
    /// The part of a frame that shows the playing area, if its size is given.
    watched: Option<WatchedArea>,
    /// What lies on the table besides ships, as given.
    terrain: Vec<Terrain>,
}

/// A ship placed this near to another one's middle, as a share of the shorter hull, was taken for it.
const SAME_PLACE_SHARE: f64 = 0.2;
/// Hulls further apart than this don't touch each other's ends, inches.
const CLEAR_IN: f64 = 0.15;

impl Tracker {
    /// A tracker for a learnt fleet.
    ///
    /// # Errors
    /// A fleet learnt with another picture size, or damaged.
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
        let hypotheses = HypothesisTree::certain(ships.iter().map(|ship| ship.last));
        let bare = fleet.background_image()?;
        let mut table = Table::new(&bare, &camera)?;
        table.lamp = fleet.lamp;
        Ok(Self {
            bare: Thumbnail::of(&bare.picture)?,
            bare_colour: colourfulness(&bare.picture)?,
            watched: None,
            table,
            calibration,
            ships,
            accuracy: None,
            camera_errors: None,
            hypotheses,
            pending: Vec::new(),
            terrain: Vec::new(),
        })
    }

    /// A tracker for a learnt fleet on a calibrated table: the playing area is the table's, and what its camera leaves
    /// at each place counts in every sigma.
    ///
    /// # Errors
    /// A fleet learnt with another picture size, or damaged.
    pub fn on_table(table: &TableFile, fleet: &Fleet) -> Result<Self, FleetError> {
        let mut tracker = Self::new(table.camera(), table.id(), fleet)?.within(table.size_in);
        tracker.accuracy = Some(table.clone());
        tracker.camera_errors = Some(TableAccuracy::of(table));
        Ok(tracker)
    }

    /// The same for a given playing area (`size_in` inches east and north of the south-west corner): what lies
    /// or moves beside it is neither a stranger nor a hand over the table.
    #[must_use]
    pub fn within(mut self, size_in: (f64, f64)) -> Self {
        self.table.limit_to(size_in);
        self.watched = WatchedArea::new(&self.table.camera, size_in);
        self.bare = self.bare.within(self.watched.clone());
        self
    }

    /// The part of a frame that shows the playing area; `None` if its size is not given.
    pub fn watched(&self) -> Option<&WatchedArea> {
        self.watched.as_ref()
    }

    /// The camera moved: from now on it sees the corrected `table`, and the empty table as `fleet` has it
    /// ([`Fleet::seen_from`]). What is known of the ships stays.
    ///
    /// # Errors
    /// A damaged fleet.
    pub fn see_from(&mut self, table: &TableFile, fleet: &Fleet) -> Result<(), FleetError> {
        let mut moved = Self::on_table(table, fleet)?;
        // Where the outlines can't be drawn they are left out: what lies there is asked about like anything else.
        drop(moved.table.lay(&self.terrain));
        self.table = moved.table;
        self.calibration = moved.calibration;
        self.accuracy = moved.accuracy;
        self.camera_errors = moved.camera_errors;
        (self.bare, self.watched) = (moved.bare, moved.watched);
        self.bare_colour = moved.bare_colour;
        Ok(())
    }

    /// Pieces of terrain lie on the table, these and no others: what is seen of them is no ship.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn lay_terrain(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        self.table.lay(pieces)?;
        self.terrain = pieces.to_vec();
        Ok(())
    }

    /// The ships were last seen at these places: a battle that is taken up again knows them, or an earlier tracker of
    /// the evening. They are a prior and no certainty: ships may have been moved since by any hand, and what was a
    /// guess stays one. Ships not in the list were last seen when they were learnt, at an unknown time.
    pub fn start_from(&mut self, places: &[LastPlace]) {
        let mut names = vec![1.0; self.ships.len()];
        for (ship, name) in self.ships.iter_mut().zip(&mut names) {
            if let Some(place) = places.iter().find(|place| place.ship == ship.annotation.id) {
                ship.set_last_seen(place.pose, place.confidence.bow);
                *name = place.confidence.name;
            }
        }
        let ships = &self.ships;
        let seen: Vec<_> = ships.iter().zip(names).map(|(ship, name)| (ship.last, name)).collect();
        self.hypotheses =
            HypothesisTree::last_seen(&seen, &|one, other| alike(&ships[one].hull, &ships[other].hull));
    }

    /// The plan of each ship's hull, in the order of the muster list.
    pub fn hulls(&self) -> impl Iterator<Item = (&ShipId, HullShape)> {
        self.ships.iter().map(|ship| (&ship.annotation.id, ship.hull))
    }

    /// A player has laid a ship's outline where it really stands. The next reading starts there, name and bow are the
    /// player's word until the ship is moved, and what the correction teaches comes with that reading. A ship laid on
    /// another one's place changes places with it.
    ///
    /// # Errors
    /// No such ship.
    pub fn correct(&mut self, ship: &ShipId, pose: Pose) -> Result<(), CorrectError> {
        let at = self.ships.iter().position(|known| known.annotation.id == *ship);
        let at = at.ok_or_else(|| CorrectError::UnknownShip(ship.clone()))?;
        let left = self.ships[at].stack_pose(self.ships[at].last);
        let middle = self.ships[at].hull.middle(pose);
        let taken = self.ships.iter().position(|other| {
            let reach_in = SAME_PLACE_SHARE * other.hull.length_in.min(self.ships[at].hull.length_in);
            other.annotation.id != *ship && other.last.middle.distance_in(middle) < reach_in
        });
        if let Some(other) = taken {
            self.ships[other].lay(left);
        }
        self.ships[at].lay(pose);
        Ok(())
    }

    /// Is a picture one that can be measured at all?
    ///
    /// # Errors
    /// A picture of another size or kind.
    pub fn takes(&self, picture: &Mat) -> Result<(), TrackError> {
        let lens = &self.table.camera.lens;
        if picture.cols() != lens.width as i32 || picture.rows() != lens.height as i32 {
            return Err(TrackError::OtherSize {
                width: picture.cols(),
                height: picture.rows(),
                camera_width: lens.width,
                camera_height: lens.height,
            });
        }
        if picture.typ() != opencv::core::CV_8UC3 {
            return Err(TrackError::NotColour);
        }
        let colour = colourfulness(picture)?;
        if is_lost(colour, self.bare_colour) {
            return Err(TrackError::Grey);
        }
        if is_lost(self.bare_colour, colour) {
            return Err(TrackError::MusteredGrey);
        }
        Ok(())
    }

    /// Measures a still picture (8-bit BGR).
    ///
    /// # Errors
    /// A picture of another size or kind.
    pub fn observe(&mut self, picture: &Mat, frame: FrameId) -> Result<TableReading, TrackError> {
        self.observe_after(picture, frame, &NoEvidence)
    }

    /// The same, with small copies of the frame measured before, of those since, and of this one: what was seen of who
    /// left and who came, counts.
    pub(crate) fn observe_since(
        &mut self,
        picture: &Mat,
        frame: FrameId,
        (before, since, now): (&Thumbnail, &[Thumbnail], &Thumbnail),
    ) -> Result<TableReading, TrackError> {
        let bare = self.bare.clone();
        let history = MotionHistory::new(self.table.camera, before, &bare, since, now);
        self.observe_after(picture, frame, &history)
    }

    /// The same, with what was seen since the picture before.
    ///
    /// # Errors
    /// A picture of another size or kind.
    fn observe_after(
        &mut self,
        picture: &Mat,
        frame: FrameId,
        motion: &dyn MotionEvidence,
    ) -> Result<TableReading, TrackError> {
        self.takes(picture)?;
        let table = &self.table;
        let mut scene = table.scene(picture)?;
        let largest = SizeLimit::of(&self.ships);
        let hands: Vec<bool> = scene.blobs.iter().map(|blob| is_hand(blob, largest)).collect();
        let mut found: Vec<Option<Detection>> = vec![None; self.ships.len()];
        let mut lessons = std::mem::take(&mut self.pending);
        forget_vacated(&mut self.ships, motion);
        lessons.extend(find_hand_placed(&scene, &mut self.ships, &mut found)?);
        find_by_tags(&scene, &mut self.ships, &mut found)?;
        find_by_appearance(&scene, &self.ships, &hands, &mut found)?;
        find_touching(&scene, &self.ships, &mut found)?;
        separate(&scene, &self.ships, &mut found)?;
        let confidence = identify(&scene, &mut self.ships, &mut self.hypotheses, &mut found, motion)?;
        remove_explained(&mut scene, &self.ships, &found)?;
        forget_moved(&scene, &mut self.ships, &found);
        let strangers = scene
            .blobs
            .iter()
            .filter(|blob| !is_hand(blob, largest))
            .map(|blob| Stranger { middle: blob.axis.middle, length_in: blob.length_in })
            .collect();
        let still = !hands.contains(&true);
        let alone = alone(&self.ships, &found);
        let lying: Vec<_> = self
            .ships
            .iter()
            .zip(&found)
            .map(|(ship, found)| (&ship.annotation, found.as_ref().map_or(ship.last, |found| found.pose)))
            .collect();
        let revealed = if still { scene.revealed(&lying)? } else { None };
        let camera = table.camera;
        let presence = self.ships.iter().zip(&found).map(|(ship, found)| match found {
            Some(_) => Presence::Seen,
            None => presence_of_missing(&scene, ship, ship.last, !still),
        });
        let presence = presence.collect();
        let mut observations = Vec::with_capacity(self.ships.len());
        let read = self.ships.iter_mut().zip(&found).zip(confidence).zip(alone);
        for (((ship, found), confidence), alone) in read {
            let by_tag = found.is_some_and(|found| found.by_tag());
            if let Some(found) = found
                && !by_tag
                && alone
            {
                ship.update_bias(&scene, found.pose, is_sure(confidence))?;
            }
            let grounds = UncertaintyTerms {
                camera: &camera,
                camera_in: self
                    .accuracy
                    .as_ref()
                    .map_or(uncertainty::CAMERA_IN, |table| table.place_sigma_in(ship.last.middle)),
                middle: ship.last.middle,
                length_in: ship.hull.length_in,
                height_sigma_in: ship.annotation.deck_height_sigma_in(),
            };
            let correction = ship.bias.correction(ship.last);
            observations.push(Observation {
                ship: ship.annotation.id.clone(),
                pose: ship.stack_pose(ship.last),
                sigma_in: if by_tag { grounds.tag_sigma_in() } else { grounds.deck_sigma_in(&correction) },
                heading_sigma_rad: if by_tag {
                    uncertainty::tag_heading_sigma_rad()
                } else {
                    grounds.deck_heading_sigma_rad(&correction)
                },
                seen: found.is_some(),
                sure: found.is_some() && is_sure(confidence),
                confidence,
                frame,
                calibration: self.calibration.clone(),
                camera_error: self.camera_errors.as_ref().and_then(|errors| {
                    let height_in = ship.annotation.deck_height_in();
                    let spot = MeasuredPoint { point: ship.last.middle, height_in, found_px: 0.0 };
                    Some(CameraError::new(self.calibration.clone(), errors.shifts_in(spot)?))
                }),
            });
        }
        let questions = self.questions(&found);
        if let Some(revealed) = revealed {
            self.table.learn(revealed);
        }
        Ok(TableReading { observations, presence, still, strangers, lessons, questions })
    }
}

/// Which of the detected ships have no neighbour that could be taken for one of their ends? Other objects (dice,
/// smoke, the ship's own leaning mast) hardly affect a silhouette.
fn alone(ships: &[TrackedShip], found: &[Option<Detection>]) -> Vec<bool> {
    let half_in = |ship: &TrackedShip| ship.hull.length_in / 2.0;
    let poses: Vec<Option<HullPose>> = found.iter().map(|found| found.as_ref().map(|f| f.pose)).collect();
    let clear = |at: usize, pose: HullPose| {
        poses.iter().zip(ships).enumerate().all(|(other, (found, ship))| {
            other == at
                || found.is_none_or(|found| {
                    found.middle.distance_in(pose.middle) > half_in(&ships[at]) + half_in(ship) + CLEAR_IN
                })
        })
    };
    poses.iter().enumerate().map(|(at, pose)| pose.is_some_and(|pose| clear(at, pose))).collect()
}
