//! The calibration and fleet of the open source.

use crate::files::app_folder::AppFolder;
use crate::files::read::read_fleet;
use crate::ipc::messages::{MusterShipView, Trouble};
use crate::table_session::calibrate::ship_outline::DECK_HEIGHT_IN;
use calibration::{LensFile, Pixel, TableFile, picture_size};
use disk::write_whole;
use geometry::{Heading, HullShape, Point, ShipId};
use opencv::core::Mat;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tracking::{Fleet, FleetAnnotation, LearntCorrection, ModelLibrary, ShipAnnotation};

/// Lens, table and fleet of the open source.
#[derive(Clone, Default)]
pub struct CalibratedTable {
    pub lens: Option<LensFile>,
    pub table: Option<Arc<TableFile>>,
    /// The table before its lens was changed: stored positions are in its frame.
    pub last_table: Option<Arc<TableFile>>,
    pub fleet: Option<Arc<Fleet>>,
    /// Whether the fleet was mustered in this session; then its positions take precedence over the battle's.
    pub mustered_here: bool,
    /// Which mustered ships look too similar to distinguish, and what to do, one sentence each.
    pub look_alike: Vec<String>,
    /// The appearance of the player's models, from this session and earlier ones.
    pub models: ModelLibrary,
}

impl CalibratedTable {
    /// Reads the saved calibration and fleet, or those named on the command line. What can't be read is returned as an
    /// error, and the picture is still shown. A calibration saved for another camera is not used; one named on the
    /// command line is, with a warning.
    pub fn kept(
        folder: &AppFolder,
        (table, fleet): (Option<&Path>, Option<&Path>),
        camera_id: Option<&str>,
    ) -> (Self, Vec<Trouble>) {
        let mut calibrated = Self::default();
        let mut troubles = Vec::new();
        let kept = |path: PathBuf| path.exists().then_some(path);
        if let Some(path) = table.map(Path::to_owned).or_else(|| kept(folder.table())) {
            match TableFile::read(&path) {
                Ok(file) => {
                    let strange = another_camera(&file.lens, camera_id, ("table", table.is_some()));
                    if strange.is_none() || table.is_some() {
                        calibrated.lens = Some(file.lens.clone());
                        calibrated.table = Some(Arc::new(file));
                    }
                    troubles.extend(strange);
                }
                Err(error) => troubles.push(error.into()),
            }
        }
        if calibrated.lens.is_none()
            && let Some(path) = kept(folder.lens())
        {
            match LensFile::read(&path) {
                Ok(file) => match another_camera(&file, camera_id, ("lens", false)) {
                    None => calibrated.lens = Some(file),
                    Some(strange) => troubles.push(strange),
                },
                Err(error) => troubles.push(error.into()),
            }
        }
        if let Some(path) = fleet.map(Path::to_owned).or_else(|| kept(folder.fleet())) {
            match read_fleet(&path) {
                Ok(file) => calibrated.fleet = Some(Arc::new(file)),
                Err(trouble) => troubles.push(trouble),
            }
        }
        troubles.extend(calibrated.recall_models(folder).err());
        (calibrated, troubles)
    }

    /// Records the camera with which the table was calibrated.
    pub fn calibrated_with(&mut self, camera_id: Option<&str>) {
        if let Some(table) = &mut self.table {
            Arc::make_mut(table).lens.camera_id = camera_id.map(str::to_owned);
        }
    }

    /// Takes another lens; the old table calibration is no longer valid.
    pub fn take_lens(&mut self, lens: LensFile) {
        self.lens = Some(lens);
        self.last_table = self.table.take().or(self.last_table.take());
    }

    /// Learns the appearance of the ships from a picture; a picture of the bare table is optional.
    pub fn muster(
        &mut self,
        picture: &Mat,
        bare: Option<&Mat>,
        words: &FleetAnnotation,
    ) -> Result<(), Trouble> {
        let table = self.table.as_ref().ok_or_else(|| {
            Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
        })?;
        let fleet = tracking::learn_fleet(picture, bare, &table.camera(), table.id(), words)?;
        self.fleet = Some(Arc::new(fleet));
        self.mustered_here = true;
        Ok(())
    }

    /// The hull outline of each mustered ship.
    pub fn hulls(&self) -> BTreeMap<ShipId, HullShape> {
        let ships = self.fleet.iter().flat_map(|fleet| &fleet.ships);
        ships.map(|ship| (ship.words.id.clone(), ship.words.hull())).collect()
    }

    /// The outline of each mustered ship that counts for contact: hull or base, as set for each model.
    pub fn contact_plans(&self) -> BTreeMap<ShipId, HullShape> {
        let ships = self.fleet.iter().flat_map(|fleet| &fleet.ships);
        ships.map(|ship| (ship.words.id.clone(), ship.words.contact_plan())).collect()
    }

    /// Adds to the fleet what was learned from players' corrections.
    pub fn learn(&mut self, lessons: &[LearntCorrection]) {
        let Some(fleet) = &mut self.fleet else { return };
        let taught = Arc::make_mut(fleet);
        lessons.iter().for_each(|lesson| taught.learn(lesson));
    }

    /// Replaces the table `from` with its correction; returns false if another table was calibrated since.
    pub fn correct(
        &mut self,
        from: &Arc<TableFile>,
        to: &Arc<TableFile>,
        fleet: Option<&Arc<Fleet>>,
    ) -> bool {
        let in_force = self.table.as_ref().is_some_and(|table| Arc::ptr_eq(table, from));
        if in_force {
            self.table = Some(Arc::clone(to));
            if let Some(fleet) = fleet {
                self.fleet = Some(Arc::clone(fleet));
            }
        }
        in_force
    }

    /// Returns whether table and fleet are the same as in `before`.
    pub fn is_still(&self, before: &Self) -> bool {
        is_same(self.table.as_ref(), before.table.as_ref())
            && is_same(self.fleet.as_ref(), before.fleet.as_ref())
    }

    /// Saves table, fleet and models to the app's folder if they differ from `before`.
    ///
    /// # Errors
    /// When a file can't be written.
    pub fn write(&self, before: &Self, folder: &AppFolder) -> Result<(), Trouble> {
        if let Some(table) = self.table.as_ref().filter(|table| !is_same(Some(table), before.table.as_ref()))
        {
            table.write(&folder.table())?;
        }
        if let Some(fleet) = self.fleet.as_ref().filter(|fleet| !is_same(Some(fleet), before.fleet.as_ref()))
        {
            write_whole(&folder.fleet(), fleet.to_json()?.as_bytes())?;
        }
        if self.models != before.models {
            write_whole(&folder.models(), self.models.to_json()?.as_bytes())?;
        }
        Ok(())
    }

    /// Converts a player's clicks into muster input: both ends of each ship, seen at deck height.
    pub fn words_of(&self, ships: &[MusterShipView]) -> Result<FleetAnnotation, Trouble> {
        let table = self.table.as_ref().ok_or_else(|| {
            Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
        })?;
        let camera = table.camera();
        let ships = ships.iter().map(|ship| {
            let ground = |(x, y): (f64, f64)| {
                camera.table_from_pixel(Pixel::new(x, y), DECK_HEIGHT_IN).ok_or_else(|| {
                    Trouble::new(format!(
                        "The click for {} is not on the table: click its bow and stern again.",
                        ship.id
                    ))
                })
            };
            let (bow, stern) = (ground(ship.bow_px)?, ground(ship.stern_px)?);
            let heading = stern.heading_to(bow);
            let middle = Point::new((bow.x_in + stern.x_in) / 2.0, (bow.y_in + stern.y_in) / 2.0);
            Ok(muster_words(ship, middle.moved(heading, ship.stack_ahead_in), heading))
        });
        Ok(FleetAnnotation { ships: ships.collect::<Result<_, Trouble>>()? })
    }
}

/// Returns the warning for a lens, or a table with its lens, that was measured with another camera than the open one.
pub fn another_camera(
    lens: &LensFile,
    camera_id: Option<&str>,
    (what, used): (&str, bool),
) -> Option<Trouble> {
    let (other, this) = (lens.of_another_than(camera_id)?, camera_id?);
    let then = if used {
        "is used because you named it: its ranges count only if the two cameras are of a kind and stand alike"
    } else {
        "is not used: calibrate this camera, or open that one"
    };
    Some(Trouble::new(format!(
        "The {what} was calibrated with the camera {other}, not with {this}, and {then}."
    )))
}

fn is_same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn muster_words(ship: &MusterShipView, stack: Point, heading: Heading) -> ShipAnnotation {
    ShipAnnotation {
        tag: ship.tag.and_then(|tag| i32::try_from(tag).ok()),
        length_in: Some(ship.length_in),
        beam_in: Some(ship.beam_in),
        stack_height_in: Some(ship.stack_height_in),
        stack_ahead_of_middle_in: Some(ship.stack_ahead_in),
        near: [stack.x_in, stack.y_in],
        heading_deg: heading.deg(),
        ..ShipAnnotation::of_kind(geometry::ShipId::new(ship.id.clone()), ship.kind.clone())
    }
}

/// Checks that a picture has the size for which the table was calibrated.
pub fn fits(table: &TableFile, picture: &Mat) -> Result<(), Trouble> {
    let (have, want) = (picture_size(picture), table.picture_size());
    if have == want {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "The picture is {}x{}, but the table was calibrated at {}x{}: set the camera to that size, or calibrate the table again.",
        have.width, have.height, want.width, want.height
    )))
}
