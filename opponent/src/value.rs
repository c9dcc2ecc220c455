//! What a position is worth to a side: strength left on both sides, victory conditions, and who is near.

use crate::books::ThinksAhead;
use crate::setting::Setting;
use rulesets::core::play_out::Limited;
use rulesets::core::{PlacedTable, SideId};

/// The steepness of the chance to win over the lead in strength: at the beginning a lead of a tenth of all strength is
/// worth 71 %. Chosen; `examples/calibration.rs` fits 4 in Mahan, 6 in Gunboat, 12 in SP/BP and 13 in Noddy. Plans are
/// compared with each other, so their order hardly depends on it, and chances that are shown come from battles played to
/// the end.
const BY_STRENGTH: f64 = 9.0;
/// The least share of a battle's turns that counts as left.
const LEAST_LEFT: f64 = 0.05;
/// The weight of the verdict if the battle ended now, at the end of its time; less before it.
const BY_VERDICT: f64 = 3.0;
/// The weight of being near the enemy, for two fleets as far apart as the table is long. Too small to outweigh a hit;
/// it makes fleets out of range come to grips.
const BY_NEARNESS: f64 = 0.3;
/// The weights of a ship's hull, guns and everything else in her strength.
const HULL_GUNS_REST: [f64; 3] = [0.5, 0.35, 0.15];

/// The part of a card that a row belongs to: 0 hull, 1 guns, 2 the rest.
fn part(key: &str) -> usize {
    if key.starts_with("gun") {
        1
    } else if ["draft", "hull", "sp", "bp", "flotation", "hull_at", "top_speed"].contains(&key) {
        0
    } else {
        2
    }
}

/// The share of strength left of a ship with these rows, 0 to 1, and the size of the whole ship.
pub(crate) fn ship_strength(rows: &[rulesets::core::CardRow]) -> (f64, f64) {
    let mut parts = [(0.0, 0.0); 3];
    for row in rows {
        let (left, printed) = &mut parts[part(&row.key)];
        *left += f64::from(row.left.min(row.printed));
        *printed += f64::from(row.printed);
    }
    let weighed = || parts.iter().zip(HULL_GUNS_REST).filter(|((_, printed), _)| *printed > 0.0);
    let whole: f64 = weighed().map(|(_, weight)| weight).sum();
    let left: f64 = weighed().map(|((left, printed), weight)| weight * left / printed).sum();
    let size: f64 = parts.iter().map(|(_, printed)| printed).sum();
    (if whole > 0.0 { left / whole } else { 1.0 }, size.max(1.0))
}

/// The shares of strength left, of a side and of the others together, 0 to 1: hulls, guns and speed of the ships that
/// still fight, by the size of the ships.
pub fn strength_left<B: ThinksAhead>(book: &B, state: &B::State, side: &SideId) -> (f64, f64) {
    let (mut own, mut others) = ((0.0, 0.0), (0.0, 0.0));
    for line in B::ships(state) {
        let (share, size) = ship_strength(&book.card(state, &line.ship).rows);
        let (left, whole) = if line.side == *side { &mut own } else { &mut others };
        *whole += size;
        if !line.lost {
            *left += size * share;
        }
    }
    let share = |(left, whole): (f64, f64)| if whole > 0.0 { left / whole } else { 0.0 };
    (share(own), share(others))
}

/// How a side stands in a battle that has not ended: what its chance is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Its share of strength left less the others', over the root of the share of turns left: what dice may still do to a
    /// lead grows with that root. -1 to 1 at the beginning, up to 4.5 times as much at the end.
    pub strength: f64,
    /// The verdict if the battle ended now, weighed by how near the end of its time is, -1 to 1.
    pub verdict: f64,
    /// How near it is to the enemy, 0 to 1.
    pub nearness: f64,
}

impl Standing {
    /// The weights of its parts, as [`chance`] uses them.
    pub const WEIGHTS: [f64; 3] = [BY_STRENGTH, BY_VERDICT, BY_NEARNESS];

    /// Its parts, in the order of the weights.
    pub fn parts(&self) -> [f64; 3] {
        [self.strength, self.verdict, self.nearness]
    }

    /// The chance to win with these weights, 0 to 1.
    pub fn chance_by(&self, weights: &[f64; 3]) -> f64 {
        let odds: f64 = self.parts().iter().zip(weights).map(|(part, weight)| part * weight).sum();
        1.0 / (1.0 + (-odds).exp())
    }
}

/// How a side stands.
pub fn standing<B: ThinksAhead>(
    book: &B,
    table: &PlacedTable,
    setting: &Setting<B>,
    state: &B::State,
    side: &SideId,
) -> Standing {
    let (own, others) = strength_left(book, state, side);
    let past = f64::from(B::turn(state)) / f64::from(setting.scene.last_turn().max(1));
    let past = past.clamp(0.0, 1.0);
    let verdict = book.judged_now(&setting.scene, state, side).unwrap_or(0.0);
    Standing {
        strength: (own - others) / (1.0 - past).max(LEAST_LEFT).sqrt(),
        verdict: verdict * (0.3 + 0.7 * past),
        nearness: nearness::<B>(table, state, side),
    }
}

/// The chance to win of a battle that has not ended, 0 to 1.
pub fn chance<B: ThinksAhead>(
    book: &B,
    table: &PlacedTable,
    setting: &Setting<B>,
    state: &B::State,
    side: &SideId,
) -> f64 {
    standing(book, table, setting, state, side).chance_by(&Standing::WEIGHTS)
}

/// How near a side's ships are to the enemies next to them: 0 at the far end of the table to 1 in contact.
fn nearness<B: ThinksAhead>(table: &PlacedTable, state: &B::State, side: &SideId) -> f64 {
    let Some((east_in, north_in)) = table.size_in() else { return 0.0 };
    let across_in = east_in.hypot(north_in);
    let lines = B::ships(state);
    let places = |own: bool| {
        let there = lines.iter().filter(move |line| line.on_table && (line.side == *side) == own);
        there.filter_map(|line| Some(table.placed(&line.ship)?.observation.pose.stack))
    };
    let far = places(true)
        .map(|here| places(false).map(|there| here.distance_in(there)).fold(across_in, f64::min) / across_in);
    let (sum, count) = far.fold((0.0, 0.0), |(sum, count), far| (sum + far, count + 1.0));
    if count > 0.0 { 1.0 - sum / count } else { 0.0 }
}
