//! Four guns, one die each.

use crate::core::RuleId;
use crate::hex_duel::events::event::Shot;
use crate::hex_duel::state::battle::{Gun, State};
use crate::hex_duel::state::board::Kind;
use crate::hex_duel::state::options::BroadsideArc;
use crate::hex_duel::tables::table_set::Tables;
use geometry::{Hex, Measured, ShipId, Verdict, bears};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The guns that bear on a bearing; the limits of an arc belong to it (CHA-12).
pub(crate) fn guns_at(tables: &Tables, broadside: BroadsideArc, bearing_deg: f64) -> Vec<Gun> {
    let bearing_deg = Measured::exact(bearing_deg);
    let bears = |gun: &Gun| bears(&[tables.arc(*gun, broadside)], bearing_deg) == Verdict::Yes;
    Gun::ALL.into_iter().filter(bears).collect()
}

/// Tells whether an island blocks the ruler line between two hexes: it does where the line enters its inside
/// (CHA-16, CHA-AMB-14).
pub(in crate::hex_duel) fn island_between(state: &State, from: Hex, to: Hex) -> bool {
    let line = from.entered_by_line(to);
    state.terrain.iter().any(|piece| piece.kind == Kind::Island && line.contains(&piece.hex))
}

/// A ship's possible fire at its enemy.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::hex_duel) struct Aim {
    pub(in crate::hex_duel) distance_hexes: u32,
    pub(in crate::hex_duel) bearing_deg: f64,
    pub(in crate::hex_duel) in_range: bool,
    pub(in crate::hex_duel) blocked: bool,
    pub(in crate::hex_duel) guns: Vec<Gun>,
}

impl Aim {
    /// None where one of the two has no place on the board.
    pub(in crate::hex_duel) fn of(tables: &Tables, state: &State, ship: &ShipId) -> Option<Self> {
        let from = state.ships.get(ship)?.place?;
        let to = state.enemy_of(ship)?.1.place?.hex;
        let distance_hexes = from.hex.distance(to);
        let bearing_deg = from.bearing_deg(to);
        Some(Self {
            distance_hexes,
            bearing_deg,
            in_range: distance_hexes <= tables.range_hexes(),
            blocked: island_between(state, from.hex, to),
            guns: guns_at(tables, state.options.broadside_arc, bearing_deg),
        })
    }

    /// The guns that can hit (CHA-13, CHA-15, CHA-16): a bow and a broadside gun together, if both bear
    /// (CHA-AMB-17).
    pub(in crate::hex_duel) fn ready(&self) -> &[Gun] {
        if self.in_range && !self.blocked { &self.guns } else { &[] }
    }
}

/// The effect of some shots on a ship with a given flotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hex_duel) struct Effect {
    pub(in crate::hex_duel) shots: Vec<Shot>,
    pub(in crate::hex_duel) flotation: u32,
    /// Disabled and still afloat: a sinking ship is not there to be rammed (CHA-AMB-15).
    pub(in crate::hex_duel) disabled: bool,
}

/// Reads the dice (CHA-14, CHA-20). Disabled twice counts once (CHA-18). Flotation below 0 counts as 0.
pub(in crate::hex_duel) fn effect(tables: &Tables, guns: &[(Gun, u8)], flotation: u32) -> Effect {
    let shots: Vec<Shot> = guns
        .iter()
        .filter_map(|(gun, face)| {
            let read = tables.face(*face)?.clone();
            Some(Shot { gun: *gun, face: *face, read, rule: RuleId::of("CHA-14") })
        })
        .collect();
    let loss: u32 = shots.iter().map(|shot| shot.read.loss).sum();
    let flotation = flotation.saturating_sub(loss);
    let disabled = flotation > 0 && shots.iter().any(|shot| shot.read.disables);
    Effect { shots, flotation, disabled }
}

/// The odds of the dice; the same code reads them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DuelOdds {
    /// The chance of each loss of flotation.
    pub loss: BTreeMap<u32, f64>,
    /// The chance to disable a ship that stays afloat.
    pub disables: f64,
    /// The chance to sink it.
    pub sinks: f64,
}

/// Returns the odds over all results of these guns' dice.
pub(in crate::hex_duel) fn odds(tables: &Tables, guns: &[Gun], flotation: u32) -> DuelOdds {
    let ways = 6_u32.pow(guns.len() as u32);
    let each = 1.0 / f64::from(ways);
    let mut odds = DuelOdds { loss: BTreeMap::new(), disables: 0.0, sinks: 0.0 };
    for way in 0..ways {
        let face = |at: usize| (way / 6_u32.pow(at as u32) % 6) as u8 + 1;
        let thrown: Vec<(Gun, u8)> = guns.iter().enumerate().map(|(at, gun)| (*gun, face(at))).collect();
        let effect = effect(tables, &thrown, flotation);
        *odds.loss.entry(flotation - effect.flotation).or_default() += each;
        if effect.disabled {
            odds.disables += each;
        }
        if effect.flotation == 0 {
            odds.sinks += each;
        }
    }
    odds
}
