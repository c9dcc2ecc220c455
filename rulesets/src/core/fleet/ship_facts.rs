//! What is known of ships, forts and guns, as a data file says it.

use crate::core::fleet::words::{Circle, GunKind, Propulsion, Side};
use geometry::HullShape;
use serde::Deserialize;

/// Inches of a 1:1200 model for a foot of the ship (GUN-2).
const MODEL_IN_PER_FT: f64 = 12.0 / 1200.0;
/// A ship of unknown length, feet: the seed's models are 1 to 2½ inches long (GUN-2, house).
const USUAL_LENGTH_FT: f64 = 170.0;
/// Length over beam of a ship of unknown beam (house).
const USUAL_SLIMNESS: f64 = 5.0;

/// A figure that nobody recorded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    /// Which field.
    pub what: String,
    /// What the guess rests on.
    pub why: String,
}

/// A gun that the penetration table does not name, or that it should rate otherwise (GUN-20, GUN-21).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnGun {
    /// Its name, as ships' files write it.
    pub name: String,
    /// Its row of the range table.
    pub kind: GunKind,
    /// Its penetration factor.
    pub pf: u8,
    /// A remark.
    #[serde(default)]
    pub note: String,
}

/// What is known of a ship's guns.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunFacts {
    /// The gun as the penetration table names it, or between two of its rows.
    pub gun: String,
    /// How many.
    pub count: u8,
    /// A kind of mount with default arcs ("bow_pivot"); arcs may be given instead.
    pub mount: String,
    /// Arcs, degrees clockwise from the bow, in place of the default.
    #[serde(default)]
    pub arcs: Vec<(f64, f64)>,
    /// A penetration factor in place of the table's.
    #[serde(default)]
    pub pf: Option<u8>,
    /// Of a turret: how far ahead of the point that ranges are measured from, on the model, inches.
    #[serde(default)]
    pub ahead_in: Option<f64>,
    /// Why the gun, its rating or its place is a guess.
    #[serde(default)]
    pub guess: Option<String>,
}

/// Boxes written on the card by hand, in place of those the formulas give (GUN-72 leaves them to judgement).
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

/// What is known of a ship.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipFacts {
    /// The name by which everything knows her.
    pub id: String,
    /// Her name for people.
    pub name: String,
    /// Whose she is.
    pub side: Side,
    /// Counts as an ironclad (GUN-AMB-30).
    pub ironclad: bool,
    /// Average thickness of iron, inches.
    pub armor_in: f64,
    /// Displacement, tons.
    pub displacement_tons: f64,
    /// Length, feet: of her model, if the players have none to measure.
    #[serde(default)]
    pub length_ft: Option<f64>,
    /// Beam, feet.
    #[serde(default)]
    pub beam_ft: Option<f64>,
    /// Draft, feet.
    pub draft_ft: f64,
    /// Best speed, knots; 0 for a ship that can't steam.
    pub speed_knots: f64,
    /// What moves her.
    #[serde(default)]
    pub propulsion: Propulsion,
    /// A turning circle in place of the one her kind has.
    #[serde(default)]
    pub circle: Option<Circle>,
    /// A steam launch.
    #[serde(default)]
    pub launch: bool,
    /// She has a ram.
    pub ram: bool,
    /// When she was armed like this.
    #[serde(default)]
    pub armed: String,
    /// Where the facts were looked up.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Fields taken from common works, not looked up.
    #[serde(default)]
    pub general_knowledge: Vec<String>,
    /// Fields that nobody recorded and we guessed.
    #[serde(default)]
    pub guessed: Vec<Guess>,
    /// A remark for the screen.
    #[serde(default)]
    pub note: String,
    /// Boxes written by hand.
    #[serde(default)]
    pub boxes: Boxes,
    /// Her guns.
    #[serde(default)]
    pub gun: Vec<GunFacts>,
}

impl ShipFacts {
    /// Fields that may be guessed or come from common works.
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

    /// The plan of her 1:1200 model, times the battle's length factor (GUN-2). The stack stands amidships (house).
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
    /// Where in the fort they stand ("Water battery").
    pub place: String,
    /// The gun as the penetration table names it, or between two of its rows.
    pub gun: String,
    /// How many stand there.
    pub count: u8,
    /// Armor boxes of each (GUN-74).
    pub armor: u8,
    /// A penetration factor in place of the table's.
    #[serde(default)]
    pub pf: Option<u8>,
    /// Why the gun or its rating is a guess.
    #[serde(default)]
    pub guess: Option<String>,
}

/// What is known of a fort. Where its guns stand, and how many bear, a scenario says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortFacts {
    /// The name by which everything knows it.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// When it was armed like this.
    #[serde(default)]
    pub armed: String,
    /// Where the facts were looked up.
    #[serde(default)]
    pub sources: Vec<String>,
    /// What nobody recorded and we guessed ("armor", "battery").
    #[serde(default)]
    pub guessed: Vec<Guess>,
    /// A remark.
    #[serde(default)]
    pub note: String,
    /// Its guns.
    pub battery: Vec<BatteryFacts>,
}
