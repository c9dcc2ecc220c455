//! The demo table, with a hand that sets models down near their ghosts, and a camera that observes it.

use battle::{Ghost, Picture, Sighting};
use calibration::TableFile;
use demo::{DemoTable, PlaceError, SetPlan, TableSetup, write_planned_set};
use geometry::{FrameId, Heading, HullShape, Observation, Pose, ShipId};
use opencv::core::Vector;
use opencv::imgcodecs::imencode;
use rulesets::core::play_out::Lot;
use std::collections::BTreeMap;
use tracking::{FleetAnnotation, Tracker, learn_fleet};
use whole::tables::calibrated;

/// The largest error of a hand in setting a model down, inches.
const HAND_IN: f64 = 0.06;
/// The same for a heading, degrees.
const HAND_DEG: f64 = 1.5;
/// The step by which a hand moves back where another model is in the way, inches.
const GIVES_WAY_IN: f64 = 0.03;

/// A demo table before a calibrated camera, with its models mustered.
pub struct CameraTable {
    demo: DemoTable,
    tracker: Tracker,
    hand: Lot,
    frame: u64,
    /// The number of questions that a player answered.
    pub answered: u32,
    /// The camera's last picture, as JPEG.
    seen: Vec<u8>,
    calibration: String,
}

impl CameraTable {
    /// Calibrates lens and table from their own pictures, and musters the models there.
    pub fn set(setup: TableSetup) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let plan = SetPlan { turns: 0, lens_views: 8, seed: setup.seed };
        write_planned_set(&setup, &plan, folder.path()).unwrap();
        let table: TableFile = calibrated(folder.path(), folder.path(), setup.sea_in).unwrap();
        let mut demo = DemoTable::new(setup).unwrap();
        let words = serde_json::to_string(&demo.fleet_annotation()).unwrap();
        let words = FleetAnnotation::from_json(&words).unwrap();
        let picture = demo.frame().unwrap();
        let fleet = learn_fleet(&picture, None, &table.camera(), table.id(), &words).unwrap();
        let tracker = Tracker::on_table(&table, &fleet).unwrap();
        let hand = Lot::new(demo.setup().seed);
        Self { demo, tracker, hand, frame: 0, answered: 0, seen: Vec::new(), calibration: table.id().0 }
    }

    /// The hull shapes of the models.
    pub fn hulls(&self) -> BTreeMap<ShipId, HullShape> {
        self.tracker.hulls().map(|(ship, hull)| (ship.clone(), hull)).collect()
    }

    /// A still moment, measured. Where the camera can't tell a name or a bow, it asks, and a player answers
    /// with the model's true outline.
    pub fn look(&mut self) -> Sighting {
        let seen = self.measured();
        let unsure: Vec<ShipId> = seen
            .observations
            .iter()
            .filter(|seen| seen.seen && !seen.sure)
            .map(|seen| seen.ship.clone())
            .collect();
        if unsure.is_empty() {
            return seen;
        }
        let truth = self.demo.truth();
        for ship in truth.iter().filter(|ship| unsure.contains(&ship.ship)) {
            self.tracker.correct(&ship.ship, ship.pose).unwrap();
            self.answered += 1;
        }
        self.measured()
    }

    fn measured(&mut self) -> Sighting {
        self.frame += 1;
        let picture = self.demo.frame().unwrap();
        let mut jpeg = Vector::new();
        imencode(".jpg", &picture, &mut jpeg, &Vector::new()).unwrap();
        self.seen = jpeg.into();
        let reading = self.tracker.observe(&picture, FrameId(self.frame)).unwrap();
        Sighting { observations: reading.observations, still: reading.still }
    }

    /// The photograph of the last still moment.
    pub fn photograph(&self) -> Picture {
        Picture { jpeg: Ok(self.seen.clone()), calibration: self.calibration.clone() }
    }

    /// Sets models down on their ghosts, as accurately as a hand does.
    pub fn set_down(&mut self, ghosts: &[Ghost]) {
        for ghost in ghosts {
            let ghost_pose = ghost.place.pose();
            let mut off = |most: f64| self.hand.between(-most, most);
            let stack = ghost_pose.stack.moved(Heading::from_deg(0.0), off(HAND_IN));
            let stack = stack.moved(Heading::from_deg(90.0), off(HAND_IN));
            let heading = ghost_pose.heading.turned(off(HAND_DEG).to_radians());
            self.set_down_one(&ghost.ship, Pose { stack, heading });
        }
    }

    /// Sets a model down, moved back from other models, preferably astern, as far as needed.
    fn set_down_one(&mut self, ship: &ShipId, wanted: Pose) {
        for step in 0..40 {
            for aside_deg in [180.0, 90.0, 270.0, 0.0_f64] {
                let way = wanted.heading.turned(aside_deg.to_radians());
                let stack = wanted.stack.moved(way, GIVES_WAY_IN * f64::from(step));
                match self.demo.place(ship, Pose { stack, heading: wanted.heading }) {
                    Ok(()) => return,
                    Err(PlaceError::Inside { .. } | PlaceError::OffTable(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        panic!("{ship} finds no room at {wanted:?}");
    }

    /// Takes a model off the table.
    pub fn take_off(&mut self, ship: &ShipId) {
        self.demo.rearrange(|setup| setup.fleet.retain(|model| model.id != *ship)).unwrap();
    }

    /// The largest error among these readings, inches.
    pub fn worst_error_in(&self, observations: &[Observation]) -> f64 {
        let truth = self.demo.truth();
        let off = |seen: &Observation| {
            let truth = truth.iter().find(|ship| ship.ship == seen.ship)?;
            Some(seen.pose.stack.distance_in(truth.pose.stack))
        };
        observations.iter().filter(|seen| seen.seen && seen.sure).filter_map(off).fold(0.0, f64::max)
    }
}
