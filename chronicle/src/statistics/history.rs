//! Boxes left of ships and sides, turn by turn: series for plots.

use battle::account::BattleAccount;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The boxes left after each turn.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Series {
    /// The ship's or the side's key.
    pub of: String,
    /// The side's key.
    pub side: String,
    /// By turn, in order.
    pub points: Vec<SeriesPoint>,
}

/// A point of a series.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, TS)]
pub struct SeriesPoint {
    /// The turn; 0 for the beginning.
    pub turn: u32,
    /// Boxes, points and guns left; 0 for a lost ship.
    pub left: u32,
    /// The number printed.
    pub printed: u32,
}

/// The boxes left of each ship after each turn.
pub fn ship_history(account: &BattleAccount) -> Vec<Series> {
    let series = |(at, ship): (usize, &battle::account::ShipAccount)| {
        let begins = SeriesPoint {
            turn: 0,
            left: ship.before.rows.iter().map(|row| row.left).sum(),
            printed: ship.before.rows.iter().map(|row| row.printed).sum(),
        };
        let after = account.turns.iter().filter(|turn| turn.turn > 0).filter_map(|turn| {
            let left = turn.ships.get(at)?;
            let lost = left.lost;
            let (left, printed) = (if lost { 0 } else { left.left }, left.printed);
            Some(SeriesPoint { turn: turn.turn, left, printed })
        });
        let points = std::iter::once(begins).chain(after).collect();
        Series { of: ship.ship.clone(), side: ship.side.clone(), points }
    };
    account.ships.iter().enumerate().map(series).collect()
}

/// The same for sides: the sums of their ships.
pub fn side_history(account: &BattleAccount) -> Vec<Series> {
    let mut sides: BTreeMap<String, BTreeMap<u32, (u32, u32)>> = BTreeMap::new();
    for series in ship_history(account) {
        let turns = sides.entry(series.side).or_default();
        for point in series.points {
            let sum = turns.entry(point.turn).or_default();
            *sum = (sum.0 + point.left, sum.1 + point.printed);
        }
    }
    let series = |(side, turns): (String, BTreeMap<u32, (u32, u32)>)| Series {
        of: side.clone(),
        side,
        points: turns
            .into_iter()
            .map(|(turn, (left, printed))| SeriesPoint { turn, left, printed })
            .collect(),
    };
    sides.into_iter().map(series).collect()
}
