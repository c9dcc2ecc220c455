//! The tables of "Noddy" ACW Riverine Rules, with quotations; no other module contains its numbers.

use serde::Deserialize;

/// Speeds: losses are in half knots. Astern is negative.
pub type HalfKnots = i32;

/// "Only three classes of gun are recognised."
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// "Up to 18 pounder".
    Baby,
    /// "In betweenies".
    Mummy,
    /// "Over 8 inches or 100 pounds".
    Daddy,
}

impl Class {
    /// The basic fire value (NOD-13).
    pub fn value(self) -> i32 {
        match self {
            Self::Baby => 1,
            Self::Mummy => 2,
            Self::Daddy => 3,
        }
    }

    /// "Daddy-sized guns fire on alternate moves" (NOD-13).
    pub fn every_moves(self) -> i64 {
        if self == Self::Daddy { 2 } else { 1 }
    }

    /// Long range is "not Baby-sized guns" (NOD-14).
    pub fn reaches(self, band: Band) -> bool {
        match band {
            Band::PointBlank | Band::Effective => true,
            Band::Long => self != Self::Baby,
            Band::Out => false,
        }
    }

    /// The class of a gun as printed on a fleet's list, `9" SMOOTHBORE` or `42-LB RIFLE` (NOD-12); none where it can't be read.
    /// With `from_100` a gun of exactly 8 inches or 100 pounds is a Daddy (NOD-AMB-3).
    pub fn of_printed(gun: &str, from_100: bool) -> Option<Self> {
        let over = |size: f64, edge: f64| size > edge || (from_100 && size == edge);
        if let Some((bore, _)) = gun.split_once('"') {
            let bore: f64 = bore.trim().parse().ok()?;
            return Some(if over(bore, 8.0) { Self::Daddy } else { Self::Mummy });
        }
        let pounds: f64 = gun.split_once("-LB")?.0.trim().parse().ok()?;
        Some(match pounds {
            _ if over(pounds, 100.0) => Self::Daddy,
            _ if pounds <= 18.0 => Self::Baby,
            _ => Self::Mummy,
        })
    }
}

/// Ranges, all calibres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// "0-3 inches".
    PointBlank,
    /// "3-18 inches".
    Effective,
    /// "18-36 inches".
    Long,
    /// Beyond.
    Out,
}

/// The edges between the bands, inches; an edge belongs to the nearer band (NOD-AMB-1).
pub const BAND_EDGES_IN: [f64; 3] = [3.0, 18.0, 36.0];

/// The band of a range (NOD-14).
pub fn band(range_in: f64) -> Band {
    match range_in {
        r if r <= 3.0 => Band::PointBlank,
        r if r <= 18.0 => Band::Effective,
        r if r <= 36.0 => Band::Long,
        _ => Band::Out,
    }
}

/// The turning class of a vessel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// "Riverboats".
    Riverboat,
    /// "Ocean-going vessels".
    OceanGoing,
    /// "Or monitors".
    Monitor,
    /// "Ironclad rams".
    IroncladRam,
}

/// The largest turn in a move, degrees (NOD-6).
pub fn turn_limit_deg(build: Build) -> f64 {
    match build {
        Build::Riverboat => 60.0,
        Build::OceanGoing | Build::Monitor => 45.0,
        Build::IroncladRam => 30.0,
    }
}

/// "Up to 2 knots per move"; 1 with damaged steam pipes (NOD-5, NOD-19).
pub fn change_of_speed(pipes: bool) -> HalfKnots {
    if pipes { 2 } else { 4 }
}

/// "2/3 top speed (to nearest inch)" against the current (NOD-3).
pub fn against_current(top: HalfKnots) -> HalfKnots {
    nearest_inch(f64::from(top.max(0)) / 2.0 * 2.0 / 3.0)
}

/// "1/4 top speed (to nearest inch)" in reverse (NOD-4).
pub fn in_reverse(top: HalfKnots) -> HalfKnots {
    nearest_inch(f64::from(top.max(0)) / 2.0 / 4.0)
}

/// Rounds half an inch up (NOD-AMB-6).
fn nearest_inch(knots: f64) -> HalfKnots {
    let mut whole = 0;
    while f64::from(whole) + 0.5 <= knots + 1e-9 {
        whole += 1;
    }
    2 * whole
}

/// The effect of a hit (NOD-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// "Special effect".
    Special,
    /// "Lose 1 knot speed", "lose half knot speed".
    Slower(HalfKnots),
    /// "Lose 1 gun (or half knot speed if no gun where hit struck)".
    Gun,
}

/// The row of a face (NOD-18).
pub fn effect(face: i32) -> Effect {
    match face {
        6 => Effect::Special,
        4 | 5 => Effect::Slower(2),
        2 | 3 => Effect::Gun,
        _ => Effect::Slower(1),
    }
}

/// The eleven special effects (NOD-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// "Ship blows up and sinks immediately".
    Magazine,
    /// "Continues on present course for one move".
    Helmsman,
    /// "Holed and lists to port. Lose 1 knot speed".
    ListsToPort,
    /// "As 4 but port side guns out of action".
    ListsToStarboard,
    /// "Single gun shutter damaged".
    Shutter,
    /// "Steam pipes damaged".
    Pipes,
    /// "Lose 2 knots off top speed".
    Stack,
    /// "Screw/paddle jammed with debris".
    Jam,
    /// "Steering mechanism damaged".
    Steering,
    /// "FIRE".
    Fire,
    /// "Boiler holed".
    Boiler,
}

/// The row of a total (NOD-19); none for a total impossible with two dice.
pub fn special(total: i32) -> Option<Special> {
    Some(match total {
        2 => Special::Magazine,
        3 => Special::Helmsman,
        4 => Special::ListsToPort,
        5 => Special::ListsToStarboard,
        6 => Special::Shutter,
        7 => Special::Pipes,
        8 => Special::Stack,
        9 => Special::Jam,
        10 => Special::Steering,
        11 => Special::Fire,
        12 => Special::Boiler,
        _ => return None,
    })
}

/// A list costs a knot, a smoke stack two (NOD-19).
pub const LIST_COSTS: HalfKnots = 2;
/// See [`LIST_COSTS`].
pub const STACK_COSTS: HalfKnots = 4;
/// "Needs dice of 6 to put out … total of four attempts only" (NOD-19).
pub const FIRE_ATTEMPTS: i32 = 4;
/// "Throw one dice to get free. Needs 6. Three attempts only" (NOD-10).
pub const FREE_ATTEMPTS: i32 = 3;
/// "Will sink in dice +5 moves" (NOD-26).
pub const SINKS_PLUS: i64 = 5;
/// The current: "1 knot always", inches a move (NOD-2).
pub const CURRENT_IN: f64 = 1.0;

/// The modifier of a ram's die (NOD-23): "each knot over 6", "each knot under 4", whole knots only
/// (NOD-AMB-10).
pub fn ram_plus(speed: HalfKnots, rammee_stationary: bool, side_on: bool, reinforced_bow: bool) -> i32 {
    let (over_6, under_4) = ((speed - 12).max(0) / 2, (8 - speed).max(0) / 2);
    let bow = if reinforced_bow { 0 } else { -1 };
    i32::from(rammee_stationary) + i32::from(side_on) + over_6 - under_4 + bow
}

/// The result of a ram (NOD-24).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RamResult {
    /// "Rammee crippled, drifts with current. Rammer loses 1 knot."
    Crippled,
    /// "Rammee loses dice x knots. Rammer loses 1 knot."
    RammeeSlower,
    /// "No effect on either vessel."
    Nothing,
    /// "Rammer loses dice x knots. No effect on rammee."
    RammerSlower,
}

/// The result of a total (NOD-24).
pub fn ram_result(total: i32) -> RamResult {
    match total {
        6.. => RamResult::Crippled,
        4 | 5 => RamResult::RammeeSlower,
        2 | 3 => RamResult::Nothing,
        _ => RamResult::RammerSlower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_hold_their_upper_edge() {
        let bands = [2.0, 3.0, 3.1, 18.0, 18.1, 30.0, 36.0, 36.1].map(band);
        use Band::{Effective, Long, Out, PointBlank};
        assert_eq!(bands, [PointBlank, PointBlank, Effective, Effective, Long, Long, Long, Out]);
        assert!(!Class::Baby.reaches(Band::Long) && Class::Mummy.reaches(Band::Long));
    }

    #[test]
    fn guns_are_sorted_by_size() {
        let sorted = |gun| Class::of_printed(gun, false);
        assert_eq!(sorted("12-LB HOWITZER"), Some(Class::Baby));
        assert_eq!(sorted("18-LB RIFLE"), Some(Class::Baby));
        assert_eq!(sorted("20-LB RIFLE"), Some(Class::Mummy));
        assert_eq!(sorted("100-LB RIFLE"), Some(Class::Mummy), "\"over\" 100 pounds");
        assert_eq!(sorted("8\" SMOOTHBORE"), Some(Class::Mummy), "\"over\" 8 inches");
        assert_eq!(sorted("9\" SMOOTHBORE"), Some(Class::Daddy));
        assert_eq!(Class::of_printed("100-LB RIFLE", true), Some(Class::Daddy));
    }

    // NOD-V16.
    #[test]
    fn two_thirds_and_a_quarter_to_the_nearest_inch() {
        let tops = [8, 7, 10, 5].map(|knots| 2 * knots);
        assert_eq!(tops.map(against_current), [5, 5, 7, 3].map(|knots| 2 * knots));
        assert_eq!(tops.map(in_reverse), [2, 2, 3, 1].map(|knots| 2 * knots));
    }

    // NOD-V18.
    #[test]
    fn turns_and_changes_of_speed() {
        assert_eq!(turn_limit_deg(Build::IroncladRam), 30.0);
        assert_eq!(turn_limit_deg(Build::Monitor), 45.0);
        assert_eq!(turn_limit_deg(Build::Riverboat), 60.0);
        assert_eq!((change_of_speed(false), change_of_speed(true)), (4, 2));
    }

    // NOD-V09.
    #[test]
    fn effects_of_hits() {
        assert_eq!(effect(6), Effect::Special);
        assert_eq!((effect(5), effect(4)), (Effect::Slower(2), Effect::Slower(2)));
        assert_eq!((effect(3), effect(2)), (Effect::Gun, Effect::Gun));
        assert_eq!(effect(1), Effect::Slower(1));
        assert_eq!((special(8), special(13)), (Some(Special::Stack), None));
    }

    // NOD-V12: 1 +3 (9 knots is three over six) +1 +1 -1 = 5.
    #[test]
    fn rams() {
        assert_eq!(1 + ram_plus(18, true, true, false), 5);
        assert_eq!(ram_plus(13, false, false, true), 0, "half a knot over 6 is no knot");
        assert_eq!(ram_plus(5, false, false, true), -1, "2½ knots is one whole knot under 4");
        let results = [6, 9, 5, 4, 3, 2, 1, -2].map(ram_result);
        use RamResult::{Crippled, Nothing, RammeeSlower, RammerSlower};
        let expected = [Crippled, Crippled, RammeeSlower, RammeeSlower, Nothing, Nothing];
        assert_eq!(results[..6], expected);
        assert_eq!(results[6..], [RammerSlower, RammerSlower]);
    }
}
