//! Chooses among places of a hex board by a plan.

use crate::plans::{Manoeuvre, Plan};
use rulesets::core::HexPose;

/// What matters of a place that a ship could go to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prospect {
    /// The place.
    pub to: HexPose,
    /// The place of the enemy.
    pub enemy: HexPose,
    /// The share of her guns that could hit from there, 0 to 1.
    pub guns: f64,
    /// The share of the enemy's guns that could hit her there, 0 to 1.
    pub enemy_guns: f64,
    /// True if she rams by going there.
    pub rams: bool,
    /// Hexes to where she wants to leave the board; none if she doesn't.
    pub to_leave: Option<f64>,
}

/// How far apart two places are, hexes; none unless both are on the board.
pub(super) fn range_hexes(one: Option<HexPose>, other: Option<HexPose>) -> Option<f64> {
    Some(f64::from(one?.hex.distance(other?.hex)))
}

/// How well a place fits a plan: more is better. Distances count in hexes.
pub(super) fn fits(prospect: &Prospect, plan: &Plan) -> f64 {
    let Prospect { to, enemy, guns, enemy_guns, rams, to_leave } = *prospect;
    let apart = f64::from(to.hex.distance(enemy.hex));
    let astern = f64::from(to.hex.distance(enemy.hex.moved(enemy.facing, -2)));
    let ahead = f64::from(to.hex.distance(enemy.hex.moved(enemy.facing, 2)));
    let ram = if rams { 10.0 } else { 0.0 };
    // Guns that bear decide between places that serve the manoeuvre alike.
    let fire = guns - enemy_guns;
    match plan.manoeuvre {
        Manoeuvre::Close | Manoeuvre::ByMahan => ram - apart + fire,
        Manoeuvre::Ram => 2.0 * ram - apart,
        Manoeuvre::StandOff { range_in } => ram - (apart - range_in).abs() + 3.0 * fire,
        Manoeuvre::CrossBow => ram - ahead + fire,
        Manoeuvre::CrossStern => ram - astern + 2.0 * fire,
        Manoeuvre::Leave { .. } => ram - 2.0 * to_leave.unwrap_or(0.0) + fire,
        Manoeuvre::Withdraw => apart - enemy_guns,
        Manoeuvre::Hold => fire,
        Manoeuvre::Ahead => 0.0,
    }
}
