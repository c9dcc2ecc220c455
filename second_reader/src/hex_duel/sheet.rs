//! The printed sheet, and the readings in force.

use serde::Deserialize;

/// Ships are in range when separated by five or fewer clear hexes (CHA-13).
pub const CLEAR_HEXES: i32 = 5;
/// The length of a dash, hexes (CHA-17).
pub const DASH: usize = 3;
/// The most islands, and the most rocks (CHA-2).
pub const MOST_OF_A_KIND: usize = 3;

/// The special die, in the order of an ordinary die's faces: its mark, the flotation lost, and whether it
/// disables (CHA-14).
pub const DIE: [(&str, i64, bool); 6] =
    [("D4", 4, true), ("H2", 2, false), ("H1", 1, false), ("M", 0, false), ("M", 0, false), ("M", 0, false)];

/// The readings in force.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Readings {
    #[serde(rename = "cha.broadside_arc")]
    pub broadside_arc: String,
    #[serde(rename = "cha.both_fire_each_move")]
    pub both_fire_each_move: bool,
    #[serde(rename = "cha.dash_turns")]
    pub dash_turns: String,
    #[serde(rename = "cha.dash_meets", default = "ends")]
    pub dash_meets: String,
    #[serde(rename = "cha.disabled_turn")]
    pub disabled_turn: String,
    #[serde(rename = "cha.ram_any_time")]
    pub ram_any_time: bool,
    #[serde(rename = "cha.head_on")]
    pub head_on: String,
    #[serde(rename = "cha.escape_result")]
    pub escape_result: String,
    #[serde(rename = "cha.no_move_is_loss")]
    pub no_move_is_loss: bool,
    #[serde(rename = "cha.flotation")]
    pub flotation: f64,
}

fn ends() -> String {
    "ends".to_owned()
}

/// The guns that bear at an angle from the bow, degrees, in the order in which dice are thrown (CHA-12,
/// CHA-AMB-4).
pub fn guns_at(bearing_deg: f64, readings: &Readings) -> Vec<&'static str> {
    let side = if readings.broadside_arc == "deg60" { 30.0 } else { 60.0 };
    let guns = [("bow", 0.0, 60.0), ("starboard", 90.0, side), ("stern", 180.0, 60.0), ("port", 270.0, side)];
    // Tolerance for bearings between hexes: closer to an edge than this counts as on it.
    let bears =
        |middle: f64, either_side: f64| crate::plane::apart_deg(bearing_deg, middle) <= either_side + 1e-6;
    guns.into_iter().filter(|&(_, middle, side)| bears(middle, side)).map(|(gun, _, _)| gun).collect()
}
