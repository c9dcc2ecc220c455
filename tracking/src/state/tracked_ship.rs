//! One ship of the fleet: its learnt templates, and the state of its track.

use crate::background::frame_signal::FrameSignal;
use crate::background::signal::{Signal, length, length_squared};
use crate::background::table_background::TableBackground;
use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::identity::bow_belief::BowBelief;
use crate::identity::motion_prior::Elapsed;
use crate::learn::correction::AppearanceOffset;
use crate::learn::fleet::{FleetError, LearntShip};
use crate::outline::bias::BiasEstimate;
use crate::outline::keel_line::find_keel;
use crate::state::ship_templates::ShipTemplates;
use crate::template::cover_colours::CoverColours;
use crate::template::occlusion::Occluder;
use crate::template::plane::Plane;
use crate::template::registration::Registration;
use crate::template::stack_colours::StackColours;
use crate::template::visibility::VisibleParts;
use calibration::{Pixel, TableCamera};
use geometry::{HullShape, Point, Pose};
use std::sync::Arc;

/// A hull placed by hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandPlacement {
    /// The pose of the hull.
    pub hull: HullPose,
    /// True until a picture has been measured.
    pub new: bool,
}

/// A learnt ship: its templates, and the state of its track.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackedShip {
    /// The player's annotation.
    pub annotation: ShipAnnotation,
    /// The plan of its hull.
    pub hull: HullShape,
    /// Its templates.
    pub templates: Arc<ShipTemplates>,
    /// Last pose of the template.
    pub last: HullPose,
    /// The number of moves since it was at `last`, as far as known.
    pub elapsed: Elapsed,
    /// The furthest it can go in one move, if known, inches.
    pub reach_in: Option<f64>,
    /// The belief about its bow at `last`.
    pub bow: BowBelief,
    /// The offset between template and hull, estimated from later places.
    pub bias: BiasEstimate,
    /// The offset between template and hull from corrections by hand.
    pub offset: AppearanceOffset,
    /// Colours around its stack, as learnt so far.
    pub stack: StackColours,
    /// The place where a player put it, as long as it stands there.
    pub hand_placed: Option<HandPlacement>,
    /// Side of its tag, measured when the ship was learnt, inches.
    pub tag_side_in: Option<f64>,
    /// Other places where its tag was read in the last picture; one of all the places is its own.
    pub tag_also_at: Vec<HullPose>,
    /// Places of tags with its number that are not its own, by the player's answer.
    pub tag_copies: Vec<HullPose>,
}

/// Rounds of a coarse fit.
const COARSE_ROUNDS: usize = 8;
/// Rounds of a fine fit.
const FINE_ROUNDS: usize = 14;
/// Margin beyond half a hull's length within which the picture is read at full resolution, inches.
const READ_BEYOND_IN: f64 = 0.4;
/// Range of the factor by which signals may be scaled because the light was estimated wrongly when the ship
/// was learnt (vignetting, glare, strong mottle). Of 236 pairs of one paint on random tables, the means of 2
/// % were further apart than 0.23; with such a scale, 0.10.
const MISJUDGED: f32 = 1.2;

impl TrackedShip {
    /// Prepares a learnt ship.
    ///
    /// # Errors
    /// When its stored templates are damaged.
    pub fn new(ship: &LearntShip, camera: &TableCamera) -> Result<Self, FleetError> {
        let hull = ship.words.hull();
        Ok(Self {
            annotation: ship.words.clone(),
            hull,
            templates: Arc::new(ShipTemplates::new(ship, camera)?),
            last: ship.pose(),
            elapsed: Elapsed::UNKNOWN,
            reach_in: None,
            bow: BowBelief::from_annotation(),
            bias: BiasEstimate::new(camera, ship.keel(), hull.length_in),
            offset: ship.taught,
            stack: ship.stack.clone(),
            hand_placed: None,
            tag_side_in: ship.tag_side_in,
            tag_also_at: Vec::new(),
            tag_copies: Vec::new(),
        })
    }

    /// The plane of its templates.
    pub fn plane<'a>(&self, camera: &'a TableCamera) -> Plane<'a> {
        Plane { camera, height_in: self.templates.height_in }
    }

    /// Registers the coarse template from a start pose.
    pub fn fit_coarse(&self, signal: &FrameSignal<'_>, start: HullPose) -> Option<Registration> {
        self.fit_coarse_in(signal, start, COARSE_ROUNDS)
    }

    /// The coarse cells that show the deck at a pose, and their share of it.
    pub fn shown_at(&self, signal: &FrameSignal<'_>, pose: HullPose) -> (Vec<(u32, u32)>, f64) {
        let deck = self.templates.coarse_at(signal.background, pose);
        deck.shown(&signal.coarse, self.plane(&signal.background.camera), pose)
    }

    /// The parts that show where the ship is, as they appear near a pose. `covers`: what reaches over the hull.
    pub fn visible_parts(
        &self,
        background: &TableBackground,
        near: HullPose,
        covers: Option<CoverColours>,
    ) -> VisibleParts {
        VisibleParts::of(&self.templates.coarse_at(background, near), covers)
    }

    /// The coarse registration score at a fixed pose.
    pub fn score_at(&self, signal: &FrameSignal<'_>, pose: HullPose) -> Option<Registration> {
        self.fit_coarse_in(signal, pose, 0)
    }

    fn fit_coarse_in(
        &self,
        signal: &FrameSignal<'_>,
        start: HullPose,
        rounds: usize,
    ) -> Option<Registration> {
        let deck = self.templates.coarse_at(signal.background, start);
        deck.fit(&signal.coarse, self.plane(&signal.background.camera), start, rounds)
    }

    /// The difference in paint of two decks: the distance between the mean signals, allowing for a wrong
    /// estimate of the light.
    pub fn paint_difference(&self, other: &Self) -> f64 {
        let (one, other) = (self.templates.coarse().mean(), other.templates.coarse().mean());
        f64::from(differs_beyond_light(&one, &other).min(differs_beyond_light(&other, &one)))
    }

    /// Registers the template at full resolution, starting from a coarse fit.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn fit_fine(
        &self,
        signal: &FrameSignal<'_>,
        start: HullPose,
    ) -> opencv::Result<Option<Registration>> {
        let Some(map) = signal.fine(start.middle, self.templates.height_in, self.read_in())? else {
            return Ok(None);
        };
        let deck = self.templates.fine_at(signal.background, start);
        Ok(deck.fit(&map, self.plane(&signal.background.camera), start, FINE_ROUNDS))
    }

    /// Registers the template as [`Self::fit_fine`] does, without the pixels of neighbouring ships.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn fit_fine_occluded(
        &self,
        signal: &FrameSignal<'_>,
        start: HullPose,
        neighbours: &[Occluder],
    ) -> opencv::Result<Option<Registration>> {
        let Some(map) = signal.fine(start.middle, self.templates.height_in, self.read_in())? else {
            return Ok(None);
        };
        let plane = self.plane(&signal.background.camera);
        let clear = self
            .templates
            .fine_at(signal.background, start)
            .only(|ahead_in, starboard_in| clear_of(neighbours, start.point(ahead_in, starboard_in), plane));
        Ok(clear.fit(&map, plane, start, FINE_ROUNDS))
    }

    /// Registers the coarse template without the pixels of neighbouring ships.
    pub fn fit_coarse_occluded(
        &self,
        signal: &FrameSignal<'_>,
        start: HullPose,
        neighbours: &[Occluder],
    ) -> Option<Registration> {
        let plane = self.plane(&signal.background.camera);
        let clear = self
            .templates
            .coarse_at(signal.background, start)
            .only(|ahead_in, starboard_in| clear_of(neighbours, start.point(ahead_in, starboard_in), plane));
        clear.fit(&signal.coarse, plane, start, COARSE_ROUNDS)
    }

    /// The ship as an occluder of other ships.
    pub fn as_occluder(&self, pose: HullPose) -> Occluder {
        Occluder::new(&self.hull, pose, self.annotation.stack_height_in())
    }

    /// The pose used by the rules (below the stack), for a template at `pose`.
    pub fn stack_pose(&self, pose: HullPose) -> Pose {
        let hull = self.hull_pose(pose);
        Pose { stack: hull.point(self.hull.stack_ahead_in, 0.0), heading: hull.heading }
    }

    /// The hull's pose for a template at `looks`, from the corrections by hand, else from the estimated bias.
    pub fn hull_pose(&self, looks: HullPose) -> HullPose {
        self.offset_at(looks).hull(looks)
    }

    /// The template's pose for a hull at `hull`.
    pub fn template_pose(&self, hull: HullPose) -> HullPose {
        self.offset_at(hull).looks(hull)
    }

    /// The best known offset between template and hull, near `pose`.
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

    /// The bias estimate updated with silhouette and ends of the hull whose template was registered at
    /// `deck`, if they give new information. The update is permanent if name and bow are `sure`; else it
    /// holds for this place only.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn bias_seen(
        &self,
        signal: &FrameSignal<'_>,
        deck: HullPose,
        sure: bool,
    ) -> opencv::Result<BiasEstimate> {
        let mut bias = self.bias.clone();
        if self.annotation.tag.is_some() || !bias.wants(deck, sure) {
            return Ok(bias);
        }
        let background = signal.background;
        let camera = &background.camera;
        let (height_in, reach_in) = (self.templates.height_in, self.read_in());
        let Some(map) = signal.fine(deck.middle, height_in, reach_in)? else { return Ok(bias) };
        let step_in = camera.px_per_in(deck.middle).map_or(background.fine_step_in(), |scale| 1.0 / scale);
        let Some(differences) = signal.fine_differences(deck.middle, height_in, reach_in)? else {
            return Ok(bias);
        };
        let lit = (self.plane(camera), background.lamp.as_ref());
        if let Some(keel) = find_keel(&map, &differences, lit, &self.annotation, deck, step_in) {
            bias.learn(camera, deck, keel, sure);
        }
        Ok(bias)
    }

    /// Radius around a hull's middle within which the picture is read at full resolution, inches.
    fn read_in(&self) -> f64 {
        self.hull.length_in / 2.0 + READ_BEYOND_IN
    }

    /// Places the ship by hand at `pose`.
    pub fn lay(&mut self, pose: Pose) {
        let hull = HullPose { middle: self.hull.middle(pose), heading: pose.heading };
        self.last = self.template_pose(hull);
        self.bow = BowBelief::confirmed();
        self.elapsed = Elapsed::ONE_MOVE;
        self.hand_placed = Some(HandPlacement { hull, new: true });
    }

    /// Sets the place where the ship was last seen, perhaps by another tracker. It may have been moved since.
    /// `bow`: the probability that its bow was right there.
    pub fn set_last_seen(&mut self, pose: Pose, bow: f64) {
        let hull = HullPose { middle: self.hull.middle(pose), heading: pose.heading };
        self.last = self.template_pose(hull);
        self.bow = BowBelief::from_confidence(bow);
        self.elapsed = Elapsed::LAST_SEEN;
        self.hand_placed = None;
    }

    /// Exchanges the appearance of two ships; names, dimensions and places stay.
    pub fn exchange_templates(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.templates, &mut other.templates);
        std::mem::swap(&mut self.bias, &mut other.bias);
        std::mem::swap(&mut self.offset, &mut other.offset);
        std::mem::swap(&mut self.stack, &mut other.stack);
    }

    /// Width of the region around its hull in which a ship changes the picture (shadow, blur), inches.
    pub fn margin_in(&self) -> f64 {
        0.1 + 0.05 * self.hull.length_in
    }

    /// True if a pixel at most `margin_in` beside the hull belongs to this ship at `pose`. Tall parts lean
    /// outward, so every height up to the stack's is tried.
    pub fn explains(&self, camera: &TableCamera, pixel: Pixel, pose: HullPose, margin_in: f64) -> bool {
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

/// The distance between two signals, with a free scale within the uncertainty of the light.
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
