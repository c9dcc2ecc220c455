//! One ship of the fleet, ready to be looked for.

use crate::fleet::{FleetError, LearntShip};
use crate::keel::find_keel;
use crate::patch::{HullPose, Plane};
use crate::register::{Fit, Template};
use crate::scene::Scene;
use crate::trueing::Trueing;
use crate::words::ShipWords;
use calibration::TableCamera;
use geometry::{HullShape, Point, Pose};

/// A mustered ship: its looks made ready, and where it was last seen.
#[derive(Debug, Clone)]
pub struct Known {
    /// What the player told.
    pub words: ShipWords,
    /// The plan of its hull.
    pub hull: HullShape,
    /// Height of what its looks show, inches.
    pub looks_height_in: f64,
    /// Where it was last seen.
    pub last: HullPose,
    /// What later places taught about the middle the muster found.
    pub trueing: Trueing,
    /// Its bow was sure then.
    pub bow_was_sure: bool,
    fine: Template,
    coarse: Template,
    sketch: Template,
}

/// Rounds of a coarse fit.
const COARSE_ROUNDS: usize = 8;
/// Rounds of a fine fit.
const FINE_ROUNDS: usize = 14;
/// A sketch of which less is inside the picture says nothing.
const LEAST_INSIDE: f64 = 0.6;
/// A sketch keeps one coarse sample in this many, for searching.
const SKETCH_EVERY: usize = 3;

impl Known {
    /// Makes a learnt ship ready.
    ///
    /// # Errors
    /// Its stored looks are damaged.
    pub fn new(ship: &LearntShip, camera: &TableCamera) -> Result<Self, FleetError> {
        let (fine, coarse) = ship.looks()?;
        let hull = ship.words.hull();
        let length_in = hull.length_in;
        let coarse = Template::new(&coarse, length_in, false);
        Ok(Self {
            words: ship.words.clone(),
            hull,
            looks_height_in: ship.looks_height_in(),
            last: ship.pose(),
            trueing: Trueing::new(camera, ship.keel(), length_in),
            bow_was_sure: true,
            fine: Template::new(&fine, length_in, false),
            sketch: coarse.thinned(SKETCH_EVERY),
            coarse,
        })
    }

    fn plane<'a>(&self, camera: &'a TableCamera) -> Plane<'a> {
        Plane { camera, height_in: self.looks_height_in }
    }

    /// Fits the coarse looks from a first guess.
    pub fn fit_coarse(&self, scene: &Scene<'_>, start: HullPose) -> Option<Fit> {
        self.coarse.fit(&scene.coarse, self.plane(&scene.table.camera), start, COARSE_ROUNDS)
    }

    /// Fits the looks at full resolution from a coarse fit.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn fit_fine(&self, scene: &Scene<'_>, start: HullPose) -> opencv::Result<Option<Fit>> {
        let reach_in = self.hull.length_in / 2.0 + 0.4;
        let Some(map) = scene.fine(start.middle, self.looks_height_in, reach_in)? else { return Ok(None) };
        Ok(self.fine.fit(&map, self.plane(&scene.table.camera), start, FINE_ROUNDS))
    }

    /// How unlike this ship a place looks, quickly and without fitting.
    pub fn sketch(&self, scene: &Scene<'_>, pose: HullPose) -> f64 {
        let fit = self.sketch.compare(&scene.coarse, self.plane(&scene.table.camera), pose);
        if fit.inside > LEAST_INSIDE { fit.unlike } else { 1.0 }
    }

    /// The pose the rules measure from: below the stack.
    pub fn stack_pose(&self, pose: HullPose) -> Pose {
        let hull = match self.words.tag {
            Some(_) => pose,
            None => self.trueing.correction().applied(pose),
        };
        Pose { stack: hull.point(self.hull.stack_ahead_in, 0.0), heading: hull.heading }
    }

    /// Learns from the ends of the hull whose deck was found at `deck`, where they have anything new to tell.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn learn_ends(&mut self, scene: &Scene<'_>, deck: HullPose) -> opencv::Result<()> {
        if self.words.tag.is_some() || !self.trueing.wants(deck) {
            return Ok(());
        }
        let camera = &scene.table.camera;
        let plane = self.plane(camera);
        let reach_in = self.hull.length_in / 2.0 + 0.4;
        let Some(map) = scene.fine(deck.middle, self.looks_height_in, reach_in)? else { return Ok(()) };
        let step_in = camera.px_per_in(deck.middle).map_or(scene.table.fine_step_in(), |scale| 1.0 / scale);
        if let Some(keel) = find_keel(&map, plane, &self.words, deck, step_in) {
            self.trueing.learn(camera, deck, keel);
        }
        Ok(())
    }

    /// Does something seen at `pixel` belong to this ship where it lies at `pose`? Tall parts lean outward, so
    /// every height up to the stack's is tried.
    pub fn explains(&self, camera: &TableCamera, pixel: calibration::Pixel, pose: HullPose) -> bool {
        let top_in = match self.words.tag {
            Some(_) => self.words.tag_height_in(),
            None => self.words.stack_height_in(),
        };
        let half = match self.words.tag {
            Some(_) => 0.75 * self.words.tag_side_in(),
            None => 0.0,
        };
        let margin_in = 0.1 + 0.05 * self.hull.length_in;
        (0..=4).any(|step| {
            let height_in = top_in * f64::from(step) / 4.0;
            let point: Option<Point> = camera.table_from_pixel(pixel, height_in);
            point.is_some_and(|point| {
                let (u, v) = pose.ship_frame(point);
                u.abs() < (self.hull.length_in / 2.0).max(half) + margin_in
                    && v.abs() < (self.hull.beam_in / 2.0).max(half) + margin_in
            })
        })
    }
}
