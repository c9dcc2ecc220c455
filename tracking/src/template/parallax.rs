//! Parallax of the superstructure: where its parts appear when the ship is seen from another side.
//!
//! In an oblique view a roof is displaced on the plane of the deck by its height times the lean. It hides the
//! deck behind it, and walls and shadow show beside the hull. At another place or heading the lean differs.
//! So a learnt roof is compared where it appears now. Samples that a deckhouse hides now, and samples
//! amidships that showed a wall or a shadow instead of the deck, are not compared.

use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::hull::pose::lean_of;
use crate::hull::shadow::ShadowField;
use crate::hull::shape_model::{CastShadow, ShapeModel, SizedShape, Superstructure};
use calibration::TableCamera;
use serde::{Deserialize, Serialize};

/// The middle of a hull: this share of its length.
pub const MIDDLE_SHARE: f64 = 0.5;

/// The directions of view and of light relative to a ship, ahead and to starboard.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ViewAspect {
    /// Parallax, inches per inch of height.
    pub lean: (f64, f64),
    /// Shadow vector, inches per inch of height, if the shadow field is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falls: Option<(f32, f32)>,
}

impl ViewAspect {
    /// The aspect of a ship at `pose`.
    pub fn of(camera: &TableCamera, lamp: Option<&ShadowField>, pose: HullPose) -> Self {
        Self {
            lean: lean_of(camera, pose),
            falls: lamp.map(|lamp| lamp.shade(pose.middle).falls(pose.heading)),
        }
    }

    /// True if an aspect from a file is plausible.
    pub fn is_sane(&self) -> bool {
        let falls = self.falls.unwrap_or_default();
        [self.lean.0, self.lean.1, falls.0.into(), falls.1.into()].iter().all(|part| part.abs() < STEEPEST)
    }
}

/// A ship seen from one aspect.
#[derive(Debug, Clone)]
pub struct DeckView {
    /// Parallax ahead and to starboard, inches per inch of height.
    pub lean: (f32, f32),
    shadow: Option<CastShadow>,
}

/// The heights of a ship's superstructure.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckHeights {
    shape: SizedShape,
    deck_height_in: f32,
    /// Half the length of the part amidships. At the ends, walls and shadows help to distinguish bow and
    /// stern.
    amidships_in: f32,
}

/// Limit for the displacement per inch of height, inches; cameras and lamps are higher than that.
const STEEPEST: f64 = 100.0;
/// Blur of the edges of the superstructure, inches.
const BLUR_IN: f64 = 0.1;
/// A point hidden by at most this height still counts as visible, inches: edges are blurred and roofs are not
/// flat.
const HIDES_IN: f32 = 0.03;
/// A place covered by more than this share is hull; the second value: is in shadow.
const COVERED: f32 = 0.5;
const SHADED: f32 = 0.3;
/// Number of heights at which a hull's wall is tested.
const WALL_STEPS: u16 = 4;

impl DeckHeights {
    /// The heights by kind and size; none if the deck is almost flat.
    pub fn of(annotation: &ShipAnnotation) -> Option<Self> {
        let plan = annotation.hull();
        let shape =
            SizedShape::new(ShapeModel::of_kind(&annotation.kind), plan, annotation.stack_rise_in(), BLUR_IN)
                .carrying(annotation.plate_over(annotation.deck_height_in()));
        let bare = shape.standing().next().is_none();
        let amidships_in = (MIDDLE_SHARE * plan.length_in / 2.0) as f32;
        (!bare).then_some(Self { shape, deck_height_in: annotation.deck_height_in() as f32, amidships_in })
    }

    /// The view of the ship from one aspect.
    pub fn view(&self, aspect: ViewAspect) -> DeckView {
        let lean = (aspect.lean.0 as f32, aspect.lean.1 as f32);
        let foot_in = (-self.deck_height_in * lean.0, -self.deck_height_in * lean.1);
        let shadow =
            aspect.falls.map(|falls| CastShadow::new(&self.shape, self.deck_height_in, foot_in, falls));
        DeckView { lean, shadow }
    }

    /// Height over the deck of the surface visible at a point of the deck plane, inches.
    pub fn rise_in(&self, view: &DeckView, ahead_in: f32, starboard_in: f32) -> f32 {
        self.shape.standing().fold(0.0, |highest, on_deck| {
            ray_hit(on_deck, view.lean, ahead_in, starboard_in)
                .map_or(highest, |rise_in| rise_in.max(highest))
        })
    }

    /// True if a point of this height is visible at its apparent place: it is not hidden, and a point at deck
    /// level is not replaced by a wall or shadow.
    pub fn shows(&self, view: &DeckView, rise_in: f32, ahead_in: f32, starboard_in: f32) -> bool {
        self.rise_in(view, ahead_in, starboard_in) <= rise_in + HIDES_IN
            && (rise_in > 0.0 || !self.is_beside(view, ahead_in, starboard_in))
    }

    /// True if a point amidships shows the hull's wall or a shadow, instead of deck or open sea.
    fn is_beside(&self, view: &DeckView, ahead_in: f32, starboard_in: f32) -> bool {
        let hull = |ahead_in, starboard_in| self.shape.hull(ahead_in, starboard_in) > COVERED;
        if ahead_in.abs() > self.amidships_in || hull(ahead_in, starboard_in) {
            return false;
        }
        let wall = (1..=WALL_STEPS).any(|step| {
            let below_in = self.deck_height_in * f32::from(step) / f32::from(WALL_STEPS);
            hull(ahead_in + below_in * view.lean.0, starboard_in + below_in * view.lean.1)
        });
        let shaded = |shadow: &CastShadow| shadow.at(&self.shape, ahead_in, starboard_in) > SHADED;
        wall || view.shadow.as_ref().is_some_and(shaded)
    }
}

/// The height over the deck at which the line of sight through a point of its plane hits a box, inches.
fn ray_hit(on_deck: &Superstructure, lean: (f32, f32), ahead_in: f32, starboard_in: f32) -> Option<f32> {
    let (low, high) = within(ahead_in - on_deck.ahead_in, lean.0, on_deck.half_in.0);
    let (left, right) = within(starboard_in - on_deck.starboard_in, lean.1, on_deck.half_in.1);
    let (from, to) = (low.max(left).max(0.0), high.min(right).min(on_deck.rise_in));
    (from <= to).then_some(to)
}

/// The interval of heights in which a line that is `off` at height 0 and changes by `-slope` per inch lies
/// within `half` of 0.
fn within(off: f32, slope: f32, half: f32) -> (f32, f32) {
    if slope == 0.0 {
        return if off.abs() <= half {
            (f32::NEG_INFINITY, f32::INFINITY)
        } else {
            (f32::INFINITY, f32::NEG_INFINITY)
        };
    }
    let (one, other) = ((off - half) / slope, (off + half) / slope);
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::ShipId;

    /// A casemate ship, and the heights of its superstructure.
    fn casemate() -> (ShipAnnotation, DeckHeights) {
        let annotation = ShipAnnotation::of_kind(ShipId::new("atlanta"), "casemate");
        let relief = DeckHeights::of(&annotation).unwrap();
        (annotation, relief)
    }

    fn view(relief: &DeckHeights, lean: (f64, f64), falls: Option<(f32, f32)>) -> DeckView {
        relief.view(ViewAspect { lean, falls })
    }

    #[test]
    fn a_roof_appears_beside_its_place_and_hides_the_deck_there() {
        let (annotation, relief) = casemate();
        let half_beam_in = annotation.hull().beam_in as f32 / 2.0;
        let roof = relief.shape.boxes[1];
        let rise_in = roof.rise_in;
        let upright = view(&relief, (0.0, 0.0), None);
        let (rim_in, past_in) = (0.5 * half_beam_in, 0.6 * half_beam_in);
        assert_eq!(relief.rise_in(&upright, roof.ahead_in, rim_in), rise_in);
        assert!(relief.rise_in(&upright, roof.ahead_in, past_in) < rise_in);
        // In this view it leans to starboard by half its height: the roof's edge appears there, and the deck
        // that it hides does not.
        let leaning = view(&relief, (0.0, 0.5), None);
        assert_eq!(relief.rise_in(&leaning, roof.ahead_in, rim_in + 0.5 * rise_in), rise_in);
        assert!(relief.shows(&leaning, rise_in, roof.ahead_in, rim_in + 0.5 * rise_in));
        assert!(!relief.shows(&leaning, 0.0, roof.ahead_in, past_in));
        // Its port wall shows, from the deck up to the roof.
        let foot_in = -0.53 * half_beam_in;
        let half_way = relief.rise_in(&leaning, roof.ahead_in, foot_in + 0.25 * rise_in);
        assert!((half_way - 0.5 * rise_in).abs() < 0.01, "{half_way} of {rise_in}");
    }

    #[test]
    fn walls_and_shadows_amidships_are_neither_deck_nor_sea() {
        let (annotation, relief) = casemate();
        let (half_beam_in, deck_in) =
            (annotation.hull().beam_in as f32 / 2.0, annotation.deck_height_in() as f32);
        let beside_in = half_beam_in + 0.3 * deck_in;
        let upright = view(&relief, (0.0, 0.0), None);
        assert!(!relief.is_beside(&upright, 0.0, beside_in) && !relief.is_beside(&upright, 0.0, -beside_in));
        // A lean to starboard shows the port wall.
        let leaning = view(&relief, (0.0, 0.6), None);
        assert!(relief.is_beside(&leaning, 0.0, -beside_in) && !relief.is_beside(&leaning, 0.0, beside_in));
        let lit = view(&relief, (0.0, 0.0), Some((0.0, 1.5)));
        assert!(relief.is_beside(&lit, 0.0, beside_in) && !relief.is_beside(&lit, 0.0, -beside_in));
        // At the ends, walls and shadows help to distinguish bow and stern.
        let end_in = 0.3 * annotation.hull().length_in as f32;
        assert!(!relief.is_beside(&leaning, end_in, -beside_in));
    }

    #[test]
    fn an_aspect_that_no_camera_or_lamp_has_is_not_believed() {
        let aspect = |lean, falls| ViewAspect { lean, falls };
        assert!(aspect((0.4, -1.2), Some((0.6, 0.0))).is_sane() && aspect((0.0, 0.0), None).is_sane());
        assert!(!aspect((0.0, 1e9), None).is_sane() && !aspect((f64::NAN, 0.0), None).is_sane());
        assert!(!aspect((0.0, 0.0), Some((f32::INFINITY, 0.0))).is_sane());
    }

    #[test]
    fn a_tag_lies_as_high_as_it_is_told_where_it_leans() {
        let boat = ShipAnnotation::of_kind(ShipId::new("picket"), "launch");
        let tagged = ShipAnnotation { tag: Some(11), tag_height_in: Some(0.9), ..boat };
        let relief = DeckHeights::of(&tagged).unwrap();
        let rise_in = (0.9 - tagged.deck_height_in()) as f32;
        let leaning = relief.view(ViewAspect { lean: (0.5, 0.0), falls: None });
        let middle_in = 0.5 * rise_in;
        assert!((relief.rise_in(&leaning, middle_in, 0.0) - rise_in).abs() < 1e-6);
        let paper_in = tagged.tag_paper_in() as f32 / 2.0;
        assert_eq!(relief.rise_in(&leaning, middle_in + paper_in + 0.1, 0.0), 0.0);
    }

    #[test]
    fn a_boat_has_nothing_to_raise() {
        assert!(DeckHeights::of(&ShipAnnotation::of_kind(ShipId::new("picket"), "launch")).is_none());
    }
}
