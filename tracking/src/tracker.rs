//! From one still picture to where every ship stands.

use crate::assign::{assign, total};
use crate::blobs::Blob;
use crate::bow::settle;
use crate::fleet::{Fleet, FleetError};
use crate::known::Known;
use crate::patch::HullPose;
use crate::places::{Candidate, candidates, heaps, places, search};
use crate::scene::{Scene, Table};
use crate::sigma::{self, Grounds};
use crate::tags::{pose_of_tag, read_tags};
use calibration::{MarkerError, TableCamera, TableFile};
use geometry::{CalibrationId, Confidence, FrameId, HullShape, Observation, Point, ShipId};
use opencv::core::Mat;
use opencv::prelude::*;

/// A picture could not be measured; the text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrackError {
    /// A picture of another size than the camera's.
    #[error(
        "The picture is {width}x{height}, but the table was calibrated at {camera_width}x{camera_height}: take it with the same camera settings."
    )]
    OtherSize {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
        /// The camera's width.
        camera_width: u32,
        /// The camera's height.
        camera_height: u32,
    },
    /// A picture that is not 8-bit colour.
    #[error("The picture is not an 8-bit colour picture: use an ordinary JPEG or PNG.")]
    NotColour,
    /// OpenCV failed.
    #[error("The picture could not be measured ({0}): take it again.")]
    Vision(String),
}

impl From<opencv::Error> for TrackError {
    fn from(error: opencv::Error) -> Self {
        Self::Vision(error.message)
    }
}

impl From<MarkerError> for TrackError {
    fn from(error: MarkerError) -> Self {
        Self::Vision(error.to_string())
    }
}

/// Something on the table that is no mustered ship: dice, smoke, a cup.
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
    /// Every mustered ship, in the order of the muster list.
    pub observations: Vec<Observation>,
    /// False while something (an arm) covers part of the table.
    pub still: bool,
    /// What else stands there.
    pub strangers: Vec<Stranger>,
}

/// Finds the ships of one fleet on still pictures of one table.
pub struct Tracker {
    table: Table,
    calibration: CalibrationId,
    ships: Vec<Known>,
    /// The table as it was calibrated, where it was.
    accuracy: Option<TableFile>,
}

/// What was decided about one ship.
#[derive(Debug, Clone, Copy)]
struct Found {
    pose: HullPose,
    sure: bool,
    bow_sure: bool,
    by_tag: bool,
}

impl Found {
    /// An even chance where it is a guess.
    fn confidence(&self) -> Confidence {
        let of = |sure: bool| if sure { 1.0 } else { 0.5 };
        Confidence { name: of(self.sure), bow: of(self.bow_sure) }
    }
}

/// A ship no place of which is less unlike than this is missing.
const MISSING: f64 = 0.5;
/// The next best story must be worse by this much for a name to be sure.
const NAME_MARGIN: f64 = 0.08;
/// What is left unexplained must cover this share of a missing ship's plan to be searched for it.
const LEAST_LEFT: f64 = 0.2;
/// Hulls further apart than this don't touch each other's ends, inches.
const CLEAR_IN: f64 = 0.15;
/// A cost that no assignment takes.
const NEVER: f64 = 1e3;

impl Tracker {
    /// A tracker for a mustered fleet.
    ///
    /// # Errors
    /// A fleet mustered with another picture size, or damaged.
    pub fn new(camera: TableCamera, calibration: CalibrationId, fleet: &Fleet) -> Result<Self, FleetError> {
        if (fleet.width, fleet.height) != (camera.lens.width, camera.lens.height) {
            return Err(FleetError::OtherSize {
                fleet_width: fleet.width,
                fleet_height: fleet.height,
                width: camera.lens.width,
                height: camera.lens.height,
            });
        }
        let ships = fleet.ships.iter().map(|ship| Known::new(ship, &camera)).collect::<Result<_, _>>()?;
        Ok(Self { table: Table::new(&fleet.bare_table()?, &camera)?, calibration, ships, accuracy: None })
    }

    /// A tracker for a mustered fleet on a calibrated table: the playing area is the table's, and what its camera leaves
    /// at each place counts in every sigma.
    ///
    /// # Errors
    /// A fleet mustered with another picture size, or damaged.
    pub fn on_table(table: &TableFile, fleet: &Fleet) -> Result<Self, FleetError> {
        let mut tracker = Self::new(table.camera(), table.id(), fleet)?.within(table.size_in);
        tracker.accuracy = Some(table.clone());
        Ok(tracker)
    }

    /// The same, told where the playing area ends (`size_in` inches east and north of the south-west corner): what lies
    /// or moves beside it is neither a stranger nor a hand over the table.
    #[must_use]
    pub fn within(mut self, size_in: (f64, f64)) -> Self {
        self.table.limit_to(size_in);
        self
    }

    /// The plan of each ship's hull, in the order of the muster list.
    pub fn hulls(&self) -> impl Iterator<Item = (&ShipId, HullShape)> {
        self.ships.iter().map(|ship| (&ship.words.id, ship.hull))
    }

    /// Measures a still picture (8-bit BGR).
    ///
    /// # Errors
    /// A picture of another size or kind.
    pub fn observe(&mut self, picture: &Mat, frame: FrameId) -> Result<TableReading, TrackError> {
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
        let table = &self.table;
        let mut scene = table.scene(picture)?;
        let hands: Vec<bool> = scene.blobs.iter().map(|blob| is_hand(blob, &self.ships)).collect();
        let mut found: Vec<Option<Found>> = vec![None; self.ships.len()];
        find_by_tags(&scene, &self.ships, &mut found)?;
        find_by_looks(&scene, &self.ships, &hands, &mut found)?;
        explain(&mut scene, &self.ships, &found)?;
        find_merged(&mut scene, &self.ships, &mut found)?;
        let strangers = scene
            .blobs
            .iter()
            .filter(|blob| !is_hand(blob, &self.ships))
            .map(|blob| Stranger { middle: blob.axis.middle, length_in: blob.length_in })
            .collect();
        let still = !hands.contains(&true);
        let alone = alone(&scene, &self.ships, &found);
        let lying: Vec<_> = self
            .ships
            .iter()
            .zip(&found)
            .map(|(ship, found)| (&ship.words, found.as_ref().map_or(ship.last, |found| found.pose)))
            .collect();
        let uncovered = if still { scene.uncovered(&lying)? } else { None };
        let camera = table.camera;
        let mut observations = Vec::with_capacity(self.ships.len());
        for ((ship, found), alone) in self.ships.iter_mut().zip(&found).zip(alone) {
            if let Some(found) = found {
                if !found.by_tag && alone {
                    ship.learn_ends(&scene, found.pose)?;
                }
                ship.last = found.pose;
                ship.bow_was_sure = found.bow_sure;
            }
            let by_tag = found.is_some_and(|found| found.by_tag);
            let grounds = Grounds {
                camera: &camera,
                camera_in: self
                    .accuracy
                    .as_ref()
                    .map_or(sigma::CAMERA_IN, |table| table.place_sigma_in(ship.last.middle)),
                middle: ship.last.middle,
                length_in: ship.hull.length_in,
                height_sigma_in: ship.words.deck_height_sigma_in(),
            };
            let correction = ship.trueing.correction();
            observations.push(Observation {
                ship: ship.words.id.clone(),
                pose: ship.stack_pose(ship.last),
                sigma_in: if by_tag { grounds.tag_sigma_in() } else { grounds.deck_sigma_in(&correction) },
                heading_sigma_rad: if by_tag {
                    sigma::tag_heading_sigma_rad()
                } else {
                    grounds.deck_heading_sigma_rad(&correction)
                },
                seen: found.is_some(),
                sure: found.is_some_and(|found| found.sure),
                confidence: found.map_or(Confidence::default(), |found| found.confidence()),
                frame,
                calibration: self.calibration.clone(),
            });
        }
        if let Some(uncovered) = uncovered {
            self.table.learn(uncovered);
        }
        Ok(TableReading { observations, still, strangers })
    }
}

/// Which of the found ships have nothing near them that could be taken for an end of theirs?
fn alone(scene: &Scene<'_>, ships: &[Known], found: &[Option<Found>]) -> Vec<bool> {
    let half_in = |ship: &Known| ship.hull.length_in / 2.0;
    let poses: Vec<Option<HullPose>> = found.iter().map(|found| found.as_ref().map(|f| f.pose)).collect();
    let clear = |at: usize, pose: HullPose| {
        let from_ships = poses.iter().zip(ships).enumerate().all(|(other, (found, ship))| {
            other == at
                || found.is_none_or(|found| {
                    found.middle.distance_in(pose.middle) > half_in(&ships[at]) + half_in(ship) + CLEAR_IN
                })
        });
        let from_others = scene.blobs.iter().all(|blob| {
            blob.axis.middle.distance_in(pose.middle) > half_in(&ships[at]) + blob.length_in / 2.0 + CLEAR_IN
        });
        from_ships && from_others
    };
    poses.iter().enumerate().map(|(at, pose)| pose.is_some_and(|pose| clear(at, pose))).collect()
}

/// A blob that no ships can make: an arm from outside, or something far larger than any ship.
fn is_hand(blob: &Blob, ships: &[Known]) -> bool {
    let largest_in2 =
        ships.iter().map(|ship| 1.5 * ship.hull.length_in * ship.hull.beam_in).fold(0.2, f64::max);
    let longest_in = ships.iter().map(|ship| ship.hull.length_in).fold(0.5, f64::max);
    let times = blob.area_in2 / largest_in2;
    (blob.at_edge && times > 3.0) || times > 8.0 || (times > 4.0 && blob.width_in > longest_in)
}

fn find_by_tags(scene: &Scene<'_>, ships: &[Known], found: &mut [Option<Found>]) -> Result<(), TrackError> {
    let Some(tagged) = ships.iter().find(|ship| ship.words.tag.is_some()) else { return Ok(()) };
    let side_px = tagged.words.tag_side_in() * scene.table.px_per_in;
    let tags = read_tags(scene.picture(), &scene.coarse, &scene.blobs, side_px)?;
    for (ship, found) in ships.iter().zip(found) {
        let Some(id) = ship.words.tag else { continue };
        let marker = tags.iter().find(|marker| i64::from(marker.id) == i64::from(id));
        let pose = marker.and_then(|m| pose_of_tag(m, &scene.table.camera, ship.words.tag_height_in()));
        *found = pose.map(|pose| Found { pose, sure: true, bow_sure: true, by_tag: true });
    }
    Ok(())
}

fn find_by_looks(
    scene: &Scene<'_>,
    ships: &[Known],
    hands: &[bool],
    found: &mut [Option<Found>],
) -> Result<(), TrackError> {
    let wanted: Vec<usize> = (0..ships.len()).filter(|&i| found[i].is_none()).collect();
    let looked_for: Vec<&Known> = wanted.iter().map(|&i| &ships[i]).collect();
    if looked_for.is_empty() {
        return Ok(());
    }
    let known: Vec<(HullPose, &Known)> =
        found.iter().zip(ships).filter_map(|(f, ship)| Some((f.as_ref()?.pose, ship))).collect();
    let mut places = places(scene, &looked_for, hands);
    places.retain(|place| {
        known.iter().all(|(pose, ship)| pose.middle.distance_in(place.axis.middle) > 0.6 * ship.hull.beam_in)
    });
    let table = candidates(scene, &looked_for, &places);
    let costs = costs(&table, places.len());
    let chosen = assign(&costs);
    for (row, &ship) in wanted.iter().enumerate() {
        let Some(candidate) = table[row].get(chosen[row]).copied().flatten() else { continue };
        let settled = settle(scene, &ships[ship], &candidate)?;
        let sure = settled.bow_sure && name_margin(&costs, &chosen, row) > NAME_MARGIN;
        found[ship] = Some(Found { pose: settled.pose, sure, bow_sure: settled.bow_sure, by_tag: false });
    }
    Ok(())
}

/// Costs of every ship at every place, and one column for each ship to be missing.
fn costs(table: &[Vec<Option<Candidate>>], places: usize) -> Vec<Vec<f64>> {
    let ships = table.len();
    table
        .iter()
        .enumerate()
        .map(|(row, candidates)| {
            let mut costs: Vec<f64> =
                candidates.iter().map(|c| c.filter(|c| c.cost < MISSING).map_or(NEVER, |c| c.cost)).collect();
            costs.resize(places + ships, NEVER);
            costs[places + row] = MISSING;
            costs
        })
        .collect()
}

/// How much worse the whole story is with this ship anywhere else.
fn name_margin(costs: &[Vec<f64>], chosen: &[usize], row: usize) -> f64 {
    let mut without = costs.to_vec();
    without[row][chosen[row]] = NEVER;
    total(&without, &assign(&without)) - total(costs, chosen)
}

/// Takes the found ships out of what is unexplained.
fn explain(scene: &mut Scene<'_>, ships: &[Known], found: &[Option<Found>]) -> Result<(), TrackError> {
    let camera = &scene.table.camera;
    let mut gone = Vec::new();
    for blob in &scene.blobs {
        for (ship, pose) in ships.iter().zip(found).filter_map(|(s, f)| Some((s, f.as_ref()?.pose))) {
            let reach_in = blob.length_in + ship.hull.length_in;
            if blob.axis.middle.distance_in(pose.middle) > reach_in {
                continue;
            }
            gone.extend(blob.cells.iter().copied().filter(|&(x, y)| {
                ship.explains(camera, scene.coarse.pixel_of(f64::from(x), f64::from(y)), pose)
            }));
        }
    }
    scene.difference.clear(gone.into_iter())?;
    scene.blobs = scene.table.blobs(&scene.coarse, &scene.difference)?;
    Ok(())
}

/// Looks for the ships still missing inside what no other ship explains.
fn find_merged(
    scene: &mut Scene<'_>,
    ships: &[Known],
    found: &mut [Option<Found>],
) -> Result<(), TrackError> {
    loop {
        let mut best: Option<(usize, Candidate)> = None;
        let left: Vec<&Blob> = scene.blobs.iter().filter(|blob| !is_hand(blob, ships)).collect();
        let heaps = heaps(scene, &left);
        let cell_in = scene.table.coarse_step_in();
        for (index, ship) in ships.iter().enumerate().filter(|(index, _)| found[*index].is_none()) {
            let least = LEAST_LEFT * ship.hull.length_in * ship.hull.beam_in / (cell_in * cell_in);
            for heap in heaps.iter().filter(|heap| heap.len() as f64 > least) {
                let Some(candidate) = search(scene, ship, heap) else { continue };
                if candidate.cost < MISSING && best.as_ref().is_none_or(|(_, b)| candidate.cost < b.cost) {
                    best = Some((index, candidate));
                }
            }
        }
        let Some((index, candidate)) = best else { return Ok(()) };
        let settled = settle(scene, &ships[index], &candidate)?;
        found[index] = Some(Found {
            pose: settled.pose,
            sure: settled.bow_sure,
            bow_sure: settled.bow_sure,
            by_tag: false,
        });
        explain(scene, ships, found)?;
    }
}
