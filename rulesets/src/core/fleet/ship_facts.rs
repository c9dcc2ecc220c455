//! The facts of ships, forts and guns, as data files give them.

use crate::core::fleet::class::ShipClass;
use crate::core::fleet::words::{Circle, GunKind, Propulsion, Side};
use geometry::HullShape;
use serde::Deserialize;

/// Inches of a 1:1200 model per foot of the ship (GUN-2).
const MODEL_IN_PER_FT: f64 = 12.0 / 1200.0;
/// The length assumed if it is unknown, feet: the rule sheet's models are 1 to 2½ inches long (GUN-2, house).
const USUAL_LENGTH_FT: f64 = 170.0;
/// The ratio of length to beam assumed if the beam is unknown (house).
const USUAL_SLIMNESS: f64 = 5.0;

/// A figure that no source records.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    /// The name of the field.
    pub what: String,
    /// The basis of the guess.
    pub why: String,
}

/// A gun that the penetration table does not contain, or that gets another rating here (GUN-20, GUN-21).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnGun {
    /// The name, as ship files write it.
    pub name: String,
    /// The row of the range table.
    pub kind: GunKind,
    /// The penetration factor.
    pub pf: u8,
    /// A remark.
    #[serde(default)]
    pub note: String,
}

/// Like guns of a ship.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunFacts {
    /// The gun's name in the penetration table, or a gun between two of its rows.
    pub gun: String,
    /// The number of guns.
    pub count: u8,
    /// A kind of mount with default arcs ("bow_pivot"); `arcs` may replace them.
    pub mount: String,
    /// Arcs, degrees clockwise from the bow, in place of the default.
    #[serde(default)]
    pub arcs: Vec<(f64, f64)>,
    /// A penetration factor in place of the table's.
    #[serde(default)]
    pub pf: Option<u8>,
    /// For a turret: its distance on the model ahead of the point that ranges are measured from, inches.
    #[serde(default)]
    pub ahead_in: Option<f64>,
    /// The reason why the gun, its rating or its place is a guess.
    #[serde(default)]
    pub guess: Option<String>,
}

/// Boxes given by hand, in place of those from the formulas (GUN-72 leaves them to judgement).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Boxes {
    /// Armor.
    pub armor: Option<u8>,
    /// Whole-knot speed.
    pub speed: Option<u8>,
    /// Half-knot speed.
    pub half_speed: Option<u8>,
    /// Midships.
    pub midships: Option<u8>,
    /// Stack.
    pub stack: Option<u8>,
    /// Draft.
    pub draft: Option<u8>,
    /// Ram.
    pub ram: Option<u8>,
}

/// The facts of a ship.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipFacts {
    /// The ship's id.
    pub id: String,
    /// The name for display.
    pub name: String,
    /// The ship's side.
    pub side: Side,
    /// The ship's class, where it does not follow from the other facts.
    #[serde(default)]
    pub class: Option<ShipClass>,
    /// True if the ship counts as an ironclad (GUN-AMB-30).
    pub ironclad: bool,
    /// Average thickness of iron, inches.
    pub armor_in: f64,
    /// Displacement, tons.
    pub displacement_tons: f64,
    /// Length, feet; it gives the model's length if the players have no model to measure.
    #[serde(default)]
    pub length_ft: Option<f64>,
    /// Beam, feet.
    #[serde(default)]
    pub beam_ft: Option<f64>,
    /// Draft, feet.
    pub draft_ft: f64,
    /// Best speed, knots; 0 for a ship without steam.
    pub speed_knots: f64,
    /// The means of propulsion.
    #[serde(default)]
    pub propulsion: Propulsion,
    /// A turning circle in place of the default for this kind of ship.
    #[serde(default)]
    pub circle: Option<Circle>,
    /// True for a steam launch.
    #[serde(default)]
    pub launch: bool,
    /// True if the ship has a ram.
    pub ram: bool,
    /// The date of this armament.
    #[serde(default)]
    pub armed: String,
    /// The sources of the facts.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Fields taken from general works, without a specific source.
    #[serde(default)]
    pub general_knowledge: Vec<String>,
    /// Fields that no source records, with our guesses.
    #[serde(default)]
    pub guessed: Vec<Guess>,
    /// A remark for the screen.
    #[serde(default)]
    pub note: String,
    /// Boxes given by hand.
    #[serde(default)]
    pub boxes: Boxes,
    /// The guns.
    #[serde(default)]
    pub gun: Vec<GunFacts>,
}

impl ShipFacts {
    /// Fields that may be guessed or taken from general works.
    pub(crate) const FIGURES: [&'static str; 9] = [
        "armor_in",
        "displacement_tons",
        "length_ft",
        "beam_ft",
        "draft_ft",
        "speed_knots",
        "ram",
        "circle",
        "gun",
    ];

    /// The plan of the ship's 1:1200 model, scaled by the battle's length factor (GUN-2). The stack is amidships
    /// (house).
    pub fn model_hull(&self, length_factor: f64) -> HullShape {
        let length_ft = self.length_ft.unwrap_or(USUAL_LENGTH_FT);
        let beam_ft = self.beam_ft.unwrap_or(length_ft / USUAL_SLIMNESS);
        let inches = |feet: f64| feet * MODEL_IN_PER_FT * length_factor;
        HullShape { length_in: inches(length_ft), beam_in: inches(beam_ft), stack_ahead_in: 0.0 }
    }
}

/// Like guns of a fort.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryFacts {
    /// Their place in the fort ("Water battery").
    pub place: String,
    /// The gun's name in the penetration table, or a gun between two of its rows.
    pub gun: String,
    /// The number of guns.
    pub count: u8,
    /// Armor boxes of each gun (GUN-74).
    pub armor: u8,
    /// A penetration factor in place of the table's.
    #[serde(default)]
    pub pf: Option<u8>,
    /// The reason why the gun or its rating is a guess.
    #[serde(default)]
    pub guess: Option<String>,
}

/// The facts of a fort. A scenario gives the places of the guns, and how many of them bear.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortFacts {
    /// The fort's id.
    pub id: String,
    /// The name for display.
    pub name: String,
    /// The fort's side.
    pub side: Side,
    /// The date of this armament.
    #[serde(default)]
    pub armed: String,
    /// The sources of the facts.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Fields that no source records, with our guesses ("armor", "battery").
    #[serde(default)]
    pub guessed: Vec<Guess>,
    /// A remark.
    #[serde(default)]
    pub note: String,
    /// The guns.
    pub battery: Vec<BatteryFacts>,
}
