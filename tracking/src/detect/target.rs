//! One ship of the fleet, prepared for detection and tracking.

use crate::background::signal::{Signal, length, length_squared};
use crate::detect::occlusion::Occluder;
use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::identity::bow_belief::BowBelief;
use crate::identity::motion_prior::Elapsed;
use crate::learn::correction::AppearanceOffset;
use crate::learn::fleet::{FleetError, LearntShip};
use crate::outline::bias::BiasEstimate;
use crate::outline::keel_line::find_keel;
use crate::segment::scene::Scene;
use crate::template::parallax::{DeckHeights, ViewAspect};
use crate::template::plane::Plane;
use crate::template::registration::{Registration, Template};
use crate::template::sparse::SparseTemplate;
use crate::template::stack_colours::StackColours;
use calibration::TableCamera;
use geometry::{HullShape, Point, Pose};
use std::borrow::Cow;

/// A hull placed by hand.
#[derive(Debug, Clone, Copy)]
pub struct HandPlacement {
    /// Where.
    pub hull: HullPose,
    /// No picture has been measured since.
    pub new: bool,
}

/// A learnt ship: its templates, and the state of its track.
#[derive(Debug, Clone)]
pub struct TrackedShip {
    /// The player's annotation.
    pub annotation: ShipAnnotation,
    /// The plan of its hull.
    pub hull: HullShape,
    /// Height of the plane of its template over the table, inches.
    pub template_height_in: f64,
    /// Last pose of the template.
    pub last: HullPose,
    /// Estimated offset between template and hull, from later places.
    pub bias: BiasEstimate,
    /// The belief about its bow there.
    pub bow: BowBelief,
    /// How far it can go in one move, if known, inches.
    pub reach_in: Option<f64>,
    /// Colours around its stack, as learnt so far.
    pub stack: StackColours,
    /// Offset between template and hull, as corrections by hand gave it.
    pub offset: AppearanceOffset,
    /// The view from which its template was learnt.
    pub learnt: ViewAspect,
    /// Where a player placed it, as long as it stands there.
    pub hand_placed: Option<HandPlacement>,
    /// Side of its tag, measured when the ship was learnt, inches.
    pub tag_side_in: Option<f64>,
    /// Other places where its tag was read in the last picture; one of all the places is its own.
    pub tag_also_at: Vec<HullPose>,
    /// Places of tags with its number that, by the player's word, are not its own.
    pub tag_copies: Vec<HullPose>,
    /// How many moves ago it was at `last`.
    pub elapsed: Elapsed,
    /// Heights of its superstructure, if the template is to be corrected for parallax.
    relief: Option<DeckHeights>,
    fine: Template,
    coarse: Template,
    /// Sparse template for the search.
    pub sketch: SparseTemplate,
}

/// Rounds of a coarse fit.
const COARSE_ROUNDS: usize = 8;
/// Rounds of a fine fit.
const FINE_ROUNDS: usize = 14;
/// The sparse template keeps one coarse sample in this many.
const SKETCH_EVERY: usize = 3;
/// Factor by which signals may be scaled because the light was misjudged when the ship was learnt (vignetting, glare,
/// strong mottle). Of 236 pairs of one paint on random tables, the means of 2 % lay further apart than 0.23; with
/// such a scale, 0.10.
const MISJUDGED: f32 = 1.2;

impl TrackedShip {
    /// Prepares a learnt ship.
    ///
    /// # Errors
    /// Its stored templates are damaged.
    pub fn new(ship: &LearntShip, camera: &TableCamera) -> Result<Self, FleetError> {
        let (fine, coarse) = ship.looks()?;
        let hull = ship.words.hull();
        let length_in = hull.length_in;
        let coarse = Template::new(&coarse, length_in, false);
        let sketch = coarse.sketch(SKETCH_EVERY);
        let learnt = ship.aspect.unwrap_or_else(|| ViewAspect::of(camera, None, ship.pose()));
        // Looks that do not tell from which side they were learnt, and those of a tag, stay as they are.
        let relief = ship.aspect.and_then(|_| DeckHeights::of(&ship.words));
        let raised = |deck: Template| match &relief {
            Some(relief) => deck.raised(relief, &relief.view(learnt)),
            None => deck,
        };
        Ok(Self {
            annotation: ship.words.clone(),
            hull,
            template_height_in: ship.template_height_in(),
            last: ship.pose(),
            bias: BiasEstimate::new(camera, ship.keel(), length_in),
            bow: BowBelief::from_annotation(),
            reach_in: None,
            stack: ship.stack.clone(),
            offset: ship.taught,
            learnt,
            hand_placed: None,
            tag_side_in: ship.tag_side_in,
            tag_also_at: Vec::new(),
            tag_copies: Vec::new(),
            elapsed: Elapsed::UNKNOWN,
            fine: raised(Template::new(&fine, length_in, false)),
            sketch,
            coarse: raised(coarse),
            relief,
        })
    }

    /// A template as it appears from the camera when the ship lies at about `pose`.
    fn appears<'d>(&self, deck: &'d Template, scene: &Scene<'_>, pose: HullPose) -> Cow<'d, Template> {
        let Some(relief) = &self.relief else { return Cow::Borrowed(deck) };
        let view = relief.view(ViewAspect::of(&scene.table.camera, scene.table.lamp.as_ref(), pose));
        let (ahead, starboard) = self.learnt.lean;
        let more = (view.lean.0 - ahead as f32, view.lean.1 - starboard as f32);
        Cow::Owned(deck.seen(relief, &view, more))
    }

    fn plane<'a>(&self, camera: &'a TableCamera) -> Plane<'a> {
        Plane { camera, height_in: self.template_height_in }
    }

    /// Registers the coarse template from a start pose.
    pub fn fit_coarse(&self, scene: &Scene<'_>, start: HullPose) -> Option<Registration> {
        let deck = self.appears(&self.coarse, scene, start);
        deck.fit(&scene.coarse, self.plane(&scene.table.camera), start, COARSE_ROUNDS)
    }

    /// How differently two decks are painted: the distance between the mean signals, allowing for a misjudged light.
    pub fn paint_difference(&self, other: &Self) -> f64 {
        let (one, other) = (self.coarse.mean(), other.coarse.mean());
        f64::from(differs_beyond_light(&one, &other).min(differs_beyond_light(&other, &one)))
    }

    /// The coarse registration score at a fixed pose.
    pub fn score_at(&self, scene: &Scene<'_>, pose: HullPose) -> Option<Registration> {
        let deck = self.appears(&self.coarse, scene, pose);
        deck.fit(&scene.coarse, self.plane(&scene.table.camera), pose, 0)
    }

    /// Registers the template at full resolution, starting from a coarse fit.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn fit_fine(&self, scene: &Scene<'_>, start: HullPose) -> opencv::Result<Option<Registration>> {
        let reach_in = self.hull.length_in / 2.0 + 0.4;
        let Some(map) = scene.fine(start.middle, self.template_height_in, reach_in)? else { return Ok(None) };
        let deck = self.appears(&self.fine, scene, start);
        Ok(deck.fit(&map, self.plane(&scene.table.camera), start, FINE_ROUNDS))
    }

    /// The same, without the pixels of neighbouring ships.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn fit_fine_occluded(
        &self,
        scene: &Scene<'_>,
        start: HullPose,
        neighbours: &[Occluder],
    ) -> opencv::Result<Option<Registration>> {
        let reach_in = self.hull.length_in / 2.0 + 0.4;
        let Some(map) = scene.fine(start.middle, self.template_height_in, reach_in)? else { return Ok(None) };
        let plane = self.plane(&scene.table.camera);
        let clear = self
            .appears(&self.fine, scene, start)
            .only(|ahead_in, starboard_in| clear_of(neighbours, start.point(ahead_in, starboard_in), plane));
        Ok(clear.fit(&map, plane, start, FINE_ROUNDS))
    }

    /// Registers the coarse template without the pixels of neighbouring ships.
    pub fn fit_coarse_occluded(
        &self,
        scene: &Scene<'_>,
        start: HullPose,
        neighbours: &[Occluder],
    ) -> Option<Registration> {
        let plane = self.plane(&scene.table.camera);
        let clear = self
            .appears(&self.coarse, scene, start)
            .only(|ahead_in, starboard_in| clear_of(neighbours, start.point(ahead_in, starboard_in), plane));
        clear.fit(&scene.coarse, plane, start, COARSE_ROUNDS)
    }

    /// This ship as an occluder of others.
    pub fn as_occluder(&self, pose: HullPose) -> Occluder {
        Occluder::new(&self.hull, pose, self.annotation.stack_height_in())
    }

    /// The pose the rules measure from (below the stack), for a template at `pose`.
    pub fn stack_pose(&self, pose: HullPose) -> Pose {
        let hull = self.hull_pose(pose);
        Pose { stack: hull.point(self.hull.stack_ahead_in, 0.0), heading: hull.heading }
    }

    /// The hull's pose for a template at `looks`, by the corrections by hand, else by the estimated bias.
    pub fn hull_pose(&self, looks: HullPose) -> HullPose {
        self.offset_at(looks).hull(looks)
    }

    /// The template's pose for a hull at `hull`.
    pub fn template_pose(&self, hull: HullPose) -> HullPose {
        self.offset_at(hull).looks(hull)
    }

    /// The best known offset between template and hull, where either lies at about `pose`.
    pub fn offset_at(&self, pose: HullPose) -> AppearanceOffset {
        if self.annotation.tag.is_some() || self.offset.corrections > 0 {
            return self.offset;
        }
        let shown = self.bias.correction(pose);
        let side = if self.offset.about { -1.0 } else { 1.0 };
        AppearanceOffset {
            ahead_in: side * shown.ahead_in.0,
            starboard_in: side * shown.starboard_in.0,
            clockwise_rad: shown.turn_rad.0,
            ..self.offset
        }
    }

    /// Updates the bias estimate from the silhouette and ends of the hull whose template was registered at `deck`, if
    /// they hold new information. Permanently where name and bow are `sure`, else for this place only.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn update_bias(&mut self, scene: &Scene<'_>, deck: HullPose, sure: bool) -> opencv::Result<()> {
        if self.annotation.tag.is_some() || !self.bias.wants(deck, sure) {
            return Ok(());
        }
        let camera = &scene.table.camera;
        let plane = self.plane(camera);
        let reach_in = self.hull.length_in / 2.0 + 0.4;
        let Some(map) = scene.fine(deck.middle, self.template_height_in, reach_in)? else { return Ok(()) };
        let step_in = camera.px_per_in(deck.middle).map_or(scene.table.fine_step_in(), |scale| 1.0 / scale);
        let differences = scene.fine_differences(deck.middle, self.template_height_in, reach_in)?;
        let Some(differences) = differences else { return Ok(()) };
        let lit = (plane, scene.table.lamp.as_ref());
        if let Some(keel) = find_keel(&map, &differences, lit, &self.annotation, deck, step_in) {
            self.bias.learn(camera, deck, keel, sure);
        }
        Ok(())
    }

    /// A player places the ship at `pose`.
    pub fn lay(&mut self, pose: Pose) {
        let hull = HullPose { middle: self.hull.middle(pose), heading: pose.heading };
        self.last = self.template_pose(hull);
        self.bow = BowBelief::confirmed();
        self.elapsed = Elapsed::ONE_MOVE;
        self.hand_placed = Some(HandPlacement { hull, new: true });
    }

    /// Sets where the ship was last seen, perhaps by another tracker. It may have been moved since; `bow`: the
    /// probability that its bow was right there.
    pub fn set_last_seen(&mut self, pose: Pose, bow: f64) {
        let hull = HullPose { middle: self.hull.middle(pose), heading: pose.heading };
        self.last = self.template_pose(hull);
        self.bow = BowBelief::from_confidence(bow);
        self.elapsed = Elapsed::LAST_SEEN;
        self.hand_placed = None;
    }

    /// Exchanges the templates of two ships; names, measures and places stay.
    pub fn exchange_templates(&mut self, other: &mut Self) {
        std::mem::swap(self, other);
        std::mem::swap(&mut self.annotation, &mut other.annotation);
        std::mem::swap(&mut self.hull, &mut other.hull);
        std::mem::swap(&mut self.last, &mut other.last);
        std::mem::swap(&mut self.bow, &mut other.bow);
        std::mem::swap(&mut self.reach_in, &mut other.reach_in);
        std::mem::swap(&mut self.hand_placed, &mut other.hand_placed);
        std::mem::swap(&mut self.tag_side_in, &mut other.tag_side_in);
        std::mem::swap(&mut self.tag_also_at, &mut other.tag_also_at);
        std::mem::swap(&mut self.tag_copies, &mut other.tag_copies);
        std::mem::swap(&mut self.elapsed, &mut other.elapsed);
    }

    /// How far around its hull a ship changes the picture (shadow, blur), inches.
    pub fn margin_in(&self) -> f64 {
        0.1 + 0.05 * self.hull.length_in
    }

    /// Does something seen at `pixel`, at most `margin_in` beside the hull, belong to this ship where it lies at
    /// `pose`? Tall parts lean outward, so every height up to the stack's is tried.
    pub fn explains(
        &self,
        camera: &TableCamera,
        pixel: calibration::Pixel,
        pose: HullPose,
        margin_in: f64,
    ) -> bool {
        let top_in = match self.annotation.tag {
            Some(_) => self.annotation.tag_height_in(),
            None => self.annotation.stack_height_in(),
        };
        let half = match self.annotation.tag {
            Some(_) => 0.75 * self.annotation.tag_side_in(),
            None => 0.0,
        };
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

/// The distance between two signals, with a free scale within the misjudgement of the light.
fn differs_beyond_light(one: &Signal, other: &Signal) -> f32 {
    let along: f32 = one.iter().zip(other).map(|(one, other)| one * other).sum();
    let scale = (along / length_squared(other).max(f32::EPSILON)).clamp(1.0 / MISJUDGED, MISJUDGED);
    length(&std::array::from_fn(|channel| one[channel] - scale * other[channel]))
}

fn clear_of(neighbours: &[Occluder], point: Point, plane: Plane<'_>) -> bool {
    !neighbours.iter().any(|neighbour| neighbour.hides(point, plane))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_that_was_misjudged_makes_no_other_paint() {
        let buff: Signal = [-0.5, 0.4, 1.4, 0.5];
        let dim = buff.map(|channel| channel * 0.86);
        let (ochre, black): (Signal, Signal) = ([-0.5, 0.2, 1.2, 0.3], buff.map(|channel| channel * 0.2));
        assert!(differs_beyond_light(&buff, &dim) < 1e-3 && differs_beyond_light(&dim, &buff) < 1e-3);
        assert!(differs_beyond_light(&buff, &ochre) > 0.1, "{}", differs_beyond_light(&buff, &ochre));
        assert!(differs_beyond_light(&buff, &black) > 0.5, "{}", differs_beyond_light(&buff, &black));
    }
}
