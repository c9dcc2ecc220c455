//! The player's annotation of the ships in a picture, as stored in MUSTER.json: name, kind, dimensions, and
//! an approximate place and heading.

use crate::hull::shape_model::TagPlate;
use geometry::{Heading, HullShape, Point, Pose, ShipId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// Why an annotation cannot be used. The text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AnnotationError {
    /// The text is not JSON, or has no list of ships.
    #[error("The muster list cannot be read ({0}): it must be a JSON object with a list \"ships\".")]
    SizedShape(String),
    /// One ship's entry has the wrong shape.
    #[error("In the muster list, {ship} cannot be read ({why}): correct that entry and try again.")]
    Ship {
        /// The ship's name, or its place in the list.
        ship: String,
        /// What is wrong.
        why: String,
    },
    /// Two entries have the same name.
    #[error("The muster list names \"{0}\" twice: give each ship a name of its own.")]
    Twice(ShipId),
    /// Two ships have the same tag.
    #[error(
        "In the muster list, \"{0}\" and \"{1}\" both carry tag {2}: each tag may stand on one ship only."
    )]
    TagTwice(ShipId, ShipId, i32),
    /// A dimension that no model has.
    #[error(
        "In the muster list, the {what} of \"{ship}\" is {value}, which no model has: it must lie between {low} and {high} in."
    )]
    Measure {
        /// The ship.
        ship: ShipId,
        /// The name of the dimension.
        what: &'static str,
        /// The given value, inches.
        value: f64,
        /// The least accepted value, inches.
        low: f64,
        /// The largest accepted value, inches.
        high: f64,
    },
    /// The list is empty.
    #[error("The muster list names no ship: add at least one to \"ships\".")]
    Empty,
}

/// The annotation of all ships in the annotated picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FleetAnnotation {
    /// The ships, each once.
    pub ships: Vec<ShipAnnotation>,
}

/// The annotation of one ship. Dimensions are in inches; missing ones follow from the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipAnnotation {
    /// The ship's name.
    pub id: ShipId,
    /// The kind of ship: "monitor", "casemate", "sidewheel", "tinclad", "city" and so on. An unknown kind
    /// counts as an ordinary steamer.
    #[serde(default)]
    pub kind: String,
    /// The number of the model's ArUco 4x4_50 tag, if it has one.
    #[serde(default)]
    pub tag: Option<i32>,
    /// Length from stem to stern.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_in: Option<f64>,
    /// Greatest width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beam_in: Option<f64>,
    /// Top of the stack (or turret) above the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack_height_in: Option<f64>,
    /// Distance from the hull's middle ahead to the stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack_ahead_of_middle_in: Option<f64>,
    /// Height of the flat deck above the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck_height_in: Option<f64>,
    /// Height of the tag above the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag_height_in: Option<f64>,
    /// Side of the tag's black square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag_side_in: Option<f64>,
    /// The base the model is glued to, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<BaseAnnotation>,
    /// The outline used for contact between ships; if missing, the base's outline if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<ContactOutline>,
    /// Approximate place of the stack, from a click: inches east and north.
    pub near: [f64; 2],
    /// Approximate heading of the bow, degrees clockwise from north.
    pub heading_deg: f64,
}

/// The base below a model, inches. The hull stands in its middle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BaseAnnotation {
    /// Length along the keel.
    pub length_in: f64,
    /// Width across the keel.
    pub width_in: f64,
    /// Thickness. Heights of deck and stack are measured from the table below the base.
    pub height_in: f64,
}

/// The outline of a model that is used for contact between ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactOutline {
    /// The hull's.
    Hull,
    /// The base's.
    Base,
}

/// Dimensions by kind, inches, for those that are not given.
#[derive(Debug, Clone, Copy)]
struct KindDefaults {
    length_in: f64,
    beam_in: f64,
    stack_height_in: f64,
    stack_ahead_in: f64,
    deck_height_in: f64,
}

/// Models at 1:1200 as sold; deck heights as measured in `markerless.md` (monitors lie low in the water).
fn kind_defaults(kind: &str) -> KindDefaults {
    let of = |length_in, beam_in, stack_height_in, stack_ahead_in, deck_height_in| KindDefaults {
        length_in,
        beam_in,
        stack_height_in,
        stack_ahead_in,
        deck_height_in,
    };
    match kind {
        "monitor" => of(1.75, 0.5, 0.31, 0.15, 0.06),
        "casemate" | "ram" => of(2.2, 0.5, 0.65, 0.0, 0.12),
        "city" => of(2.0, 0.55, 0.67, 0.2, 0.12),
        "tinclad" | "gunboat" => of(1.4, 0.35, 0.7, 0.18, 0.11),
        "launch" => of(0.6, 0.2, 0.2, 0.0, 0.065),
        "mortar" => of(0.6, 0.22, 0.18, 0.0, 0.075),
        _ => of(2.2, 0.5, 0.62, 0.1, 0.12),
    }
}

/// Models at least this many times as large as their kind at 1:1200 have a larger scale, and so do their deck
/// heights. A smaller difference counts half as scale and half as the ship's own size.
const LARGER_SCALE: f64 = 1.4;
/// Standard deviation of a deck height that is not given, as a share; and of a given one, inches.
const DECK_SHARE: f64 = 0.13;
const DECK_TOLD_IN: f64 = 0.008;
/// The same share for models of a larger scale, which differ more in freeboard.
const LARGE_DECK_SHARE: f64 = 0.25;

/// Default side of a tag's black square, inches.
const TAG_SIDE_IN: f64 = 0.75;
/// A tag's white margin, as a share of its black square's side.
const TAG_MARGIN: f64 = 0.15;
/// Default height of a tag over the table, inches.
const TAG_HEIGHT_IN: f64 = 0.80;

impl FleetAnnotation {
    /// Reads and checks an annotation.
    ///
    /// # Errors
    /// When the text cannot be read or an entry is wrong; the error names the ship.
    pub fn from_json(text: &str) -> Result<Self, AnnotationError> {
        let whole: Value =
            serde_json::from_str(text).map_err(|e| AnnotationError::SizedShape(e.to_string()))?;
        let Some(list) = whole.get("ships").and_then(Value::as_array) else {
            return Err(AnnotationError::SizedShape("there is no list \"ships\"".into()));
        };
        let mut ships = Vec::with_capacity(list.len());
        for (index, entry) in list.iter().enumerate() {
            let name = entry
                .get("id")
                .and_then(Value::as_str)
                .map_or_else(|| format!("ship number {}", index + 1), |id| format!("\"{id}\""));
            let ship = ShipAnnotation::deserialize(entry)
                .map_err(|e| AnnotationError::Ship { ship: name, why: e.to_string() })?;
            ships.push(ship);
        }
        let words = Self { ships };
        words.check()?;
        Ok(words)
    }

    /// Checks names, tags and dimensions.
    ///
    /// # Errors
    /// When an entry is wrong; the error is the first one found.
    pub fn check(&self) -> Result<(), AnnotationError> {
        if self.ships.is_empty() {
            return Err(AnnotationError::Empty);
        }
        let mut names = BTreeSet::new();
        for ship in &self.ships {
            if !names.insert(&ship.id) {
                return Err(AnnotationError::Twice(ship.id.clone()));
            }
            if let Some(tag) = ship.tag
                && let Some(other) = self.ships.iter().find(|o| o.id != ship.id && o.tag == Some(tag))
            {
                return Err(AnnotationError::TagTwice(ship.id.clone(), other.id.clone(), tag));
            }
            ship.check()?;
        }
        Ok(())
    }
}

impl ShipAnnotation {
    fn check(&self) -> Result<(), AnnotationError> {
        let hull = self.hull();
        let measures = [
            ("length", hull.length_in, 0.2, 12.0),
            ("beam", hull.beam_in, 0.05, 4.0),
            ("stack height", self.stack_height_in(), 0.0, 6.0),
            ("stack's distance from the middle", hull.stack_ahead_in, -6.0, 6.0),
            ("deck height", self.deck_height_in(), 0.0, 2.0),
            ("base's length", self.base.map_or(1.0, |base| base.length_in), 0.1, 14.0),
            ("base's width", self.base.map_or(1.0, |base| base.width_in), 0.05, 6.0),
            ("base's height", self.base_height_in(), 0.0, 1.0),
            ("tag height", self.tag_height_in(), 0.0, 6.0),
            ("tag side", self.tag_side_in(), 0.1, 4.0),
            ("place (east)", self.near[0], -1000.0, 1000.0),
            ("place (north)", self.near[1], -1000.0, 1000.0),
        ];
        for (what, value, low, high) in measures {
            if !(low..=high).contains(&value) {
                return Err(AnnotationError::Measure { ship: self.id.clone(), what, value, low, high });
            }
        }
        if !self.heading_deg.is_finite() {
            return Err(AnnotationError::Ship {
                ship: format!("\"{}\"", self.id),
                why: "heading_deg is not a number of degrees".into(),
            });
        }
        Ok(())
    }

    /// An annotation with name and kind only, without a place.
    pub fn of_kind(id: ShipId, kind: impl Into<String>) -> Self {
        Self {
            id,
            kind: kind.into(),
            tag: None,
            length_in: None,
            beam_in: None,
            stack_height_in: None,
            stack_ahead_of_middle_in: None,
            deck_height_in: None,
            tag_height_in: None,
            tag_side_in: None,
            base: None,
            contact: None,
            near: [0.0, 0.0],
            heading_deg: 0.0,
        }
    }

    /// The plan of the hull, given or by kind.
    pub fn hull(&self) -> HullShape {
        let kind = kind_defaults(&self.kind);
        HullShape {
            length_in: self.length_in.unwrap_or(kind.length_in),
            beam_in: self.beam_in.unwrap_or(kind.beam_in),
            stack_ahead_in: self.stack_ahead_of_middle_in.unwrap_or(kind.stack_ahead_in),
        }
    }

    /// Top of the stack above the table, given or by kind, inches.
    pub fn stack_height_in(&self) -> f64 {
        self.stack_height_in.unwrap_or(kind_defaults(&self.kind).stack_height_in)
    }

    /// Height of the stack over the deck, inches.
    pub fn stack_rise_in(&self) -> f64 {
        (self.stack_height_in() - self.deck_height_in()).max(0.0)
    }

    /// Height of the flat deck above the table, given or by kind, inches.
    pub fn deck_height_in(&self) -> f64 {
        self.deck_height_in.unwrap_or_else(|| self.base_height_in() + self.freeboard_in())
    }

    /// Standard deviation of the deck height, inches.
    pub fn deck_height_sigma_in(&self) -> f64 {
        match self.deck_height_in {
            Some(_) => DECK_TOLD_IN,
            None if self.times_its_kind() > LARGER_SCALE => LARGE_DECK_SHARE * self.freeboard_in(),
            None => (DECK_SHARE * self.freeboard_in()).max(DECK_TOLD_IN),
        }
    }

    fn base_height_in(&self) -> f64 {
        self.base.map_or(0.0, |base| base.height_in)
    }

    /// Height of the deck above the water line by kind, in the model's scale.
    fn freeboard_in(&self) -> f64 {
        let (kind, length) = (kind_defaults(&self.kind), self.times_its_kind());
        let height = (self.stack_height_in() - self.base_height_in()).max(0.05) / kind.stack_height_in;
        let size = (length * height).sqrt();
        kind.deck_height_in
            * match (length > LARGER_SCALE, size > LARGER_SCALE) {
                // A hatch or a funnel that was lowered stands for the stack of some sailing ships.
                (true, false) => length,
                (_, true) => size,
                (false, false) => (1.0 + size) / 2.0,
            }
    }

    /// The length of the hull, as a multiple of its kind's at 1:1200.
    fn times_its_kind(&self) -> f64 {
        self.hull().length_in / kind_defaults(&self.kind).length_in
    }

    /// The outline used for contact between ships: by default the base's if there is one, else the hull's.
    pub fn contact_plan(&self) -> HullShape {
        match (self.base, self.contact) {
            (Some(base), None | Some(ContactOutline::Base)) => {
                HullShape { length_in: base.length_in, beam_in: base.width_in, ..self.hull() }
            }
            _ => self.hull(),
        }
    }

    /// Height of the tag above the table, inches.
    pub fn tag_height_in(&self) -> f64 {
        self.tag_height_in.unwrap_or(TAG_HEIGHT_IN)
    }

    /// Side of the tag's paper, inches.
    pub fn tag_paper_in(&self) -> f64 {
        self.tag_side_in() * (1.0 + 2.0 * TAG_MARGIN)
    }

    /// The ship's tag relative to a plane at this height, if it has one.
    pub fn plate_over(&self, height_in: f64) -> Option<TagPlate> {
        self.tag.map(|_| TagPlate {
            half_side_in: self.tag_paper_in() / 2.0,
            rise_in: (self.tag_height_in() - height_in).max(0.0),
        })
    }

    /// Side of the tag's black square, inches.
    pub fn tag_side_in(&self) -> f64 {
        self.tag_side_in.unwrap_or(TAG_SIDE_IN)
    }

    /// The approximate pose from the player's click.
    pub fn rough_pose(&self) -> Pose {
        Pose { stack: Point::new(self.near[0], self.near[1]), heading: Heading::from_deg(self.heading_deg) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        match FleetAnnotation::from_json(text) {
            Ok(words) => panic!("accepted {words:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_monitor_with_nothing_told_gets_a_monitors_measures() {
        let words = FleetAnnotation::from_json(
            r#"{"ships":[{"id":"passaic","kind":"monitor","near":[3,4],"heading_deg":90}]}"#,
        )
        .unwrap();
        assert_eq!(words.ships[0].hull().length_in, 1.75);
        assert_eq!(words.ships[0].deck_height_in(), 0.06);
        assert_eq!(words.ships[0].tag, None);
    }

    #[test]
    fn a_base_lifts_the_deck_and_makes_contact_unless_told_otherwise() {
        let read = |more: &str| {
            let text = format!(
                r#"{{"ships":[{{"id":"a","kind":"city","near":[3,4],"heading_deg":90,"base":{{"length_in":2.4,"width_in":0.8,"height_in":0.1}}{more}}}]}}"#
            );
            FleetAnnotation::from_json(&text).unwrap().ships.remove(0)
        };
        let based = read("");
        assert!((based.deck_height_in() - 0.22).abs() < 0.02, "{}", based.deck_height_in());
        assert_eq!(based.contact_plan().length_in, 2.4);
        assert_eq!(read(r#","contact":"hull""#).contact_plan().length_in, 2.0);
    }

    #[test]
    fn a_model_twice_as_large_has_a_deck_twice_as_high() {
        let mut ship = ShipAnnotation::of_kind(ShipId::new("a"), "sidewheel");
        let small_in = ship.deck_height_in();
        (ship.length_in, ship.stack_height_in) = (Some(4.4), Some(1.24));
        assert!((ship.deck_height_in() - 2.0 * small_in).abs() < 0.01);
        assert!(ship.deck_height_sigma_in() > 0.02);
    }

    #[test]
    fn what_is_wrong_is_said_with_the_ships_name() {
        assert!(refused("[]").contains("\"ships\""));
        assert!(refused(r#"{"ships":[]}"#).contains("no ship"));
        assert!(refused(r#"{"ships":[{"id":"essex","heading_deg":1}]}"#).contains("\"essex\""));
        let two =
            r#"{"ships":[{"id":"a","near":[1,1],"heading_deg":0},{"id":"a","near":[2,2],"heading_deg":0}]}"#;
        assert!(refused(two).contains("\"a\" twice"));
        let tags = r#"{"ships":[{"id":"a","tag":10,"near":[1,1],"heading_deg":0},{"id":"b","tag":10,"near":[2,2],"heading_deg":0}]}"#;
        assert!(refused(tags).contains("tag 10"));
        let long = r#"{"ships":[{"id":"a","length_in":240,"near":[1,1],"heading_deg":0}]}"#;
        assert!(refused(long).contains("length of \"a\" is 240"));
    }
}
