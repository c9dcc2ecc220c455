//! Tracks: the places of ships over the battle.

use battle::account::BattleAccount;
use battle::view::PlaceView;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A place on a ship's way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackPoint {
    /// The event that placed the ship there.
    #[ts(type = "number")]
    pub seq: i64,
    /// The place.
    pub place: PlaceView,
}

/// The way of one ship through a battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Track {
    /// The ship's id.
    pub ship: String,
    /// Its official places, in order; the path between two of them is unknown.
    pub points: Vec<TrackPoint>,
}

/// The official places of every ship over time, by ship, limited to what the account's reader may know.
pub fn tracks(account: &BattleAccount) -> Vec<Track> {
    let mut points: BTreeMap<&str, Vec<TrackPoint>> = BTreeMap::new();
    for event in &account.events {
        for stands in &event.places {
            let point = TrackPoint { seq: event.line.seq, place: stands.place };
            points.entry(&stands.ship).or_default().push(point);
        }
    }
    points.into_iter().map(|(ship, points)| Track { ship: ship.to_owned(), points }).collect()
}

/// The way of one ship in one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnWay {
    /// The ship's id.
    pub ship: String,
    /// The turn, from 1.
    pub turn: u32,
    /// Her official places, beginning with the one before that turn; the path between two of them is unknown.
    pub places: Vec<PlaceView>,
}

/// The ways of every ship in the last `turns` turns up to the event `through`, by ship, without what was taken back.
pub fn turn_ways(account: &BattleAccount, through: i64, turns: u32) -> Vec<TurnWay> {
    let events = account.events.iter().filter(|event| event.line.seq <= through && !event.taken_back);
    let mut ways: BTreeMap<&str, Vec<TurnWay>> = BTreeMap::new();
    let mut now = 0;
    for event in events {
        now = event.line.turn.max(now);
        for stands in &event.places {
            let of_ship = ways.entry(&stands.ship).or_default();
            let begins = of_ship.last().is_none_or(|way| way.turn != event.line.turn);
            if begins {
                let before = of_ship.last().and_then(|way| way.places.last()).copied();
                of_ship.push(TurnWay {
                    ship: stands.ship.clone(),
                    turn: event.line.turn,
                    places: before.into_iter().collect(),
                });
            }
            if let Some(way) = of_ship.last_mut() {
                way.places.push(stands.place);
            }
        }
    }
    let recent = |way: &TurnWay| way.turn + turns > now && way.places.len() > 1;
    ways.into_values().flatten().filter(recent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{account, event};
    use battle::account::{EventAccount, ShipStands};

    #[test]
    fn a_way_begins_where_the_ship_stood_before_the_turn_and_leaves_out_what_was_taken_back() {
        let stands = |x_in| {
            vec![ShipStands {
                ship: "cairo".to_owned(),
                place: PlaceView { x_in, y_in: 1.0, heading_deg: 0.0 },
            }]
        };
        let at = |seq, turn, x_in, taken_back| EventAccount {
            places: stands(x_in),
            taken_back,
            ..event(seq, turn, "Union movement")
        };
        let account = account(vec![
            at(1, 0, 1.0, false),
            at(4, 1, 4.0, false),
            at(6, 2, 9.0, true),
            at(8, 2, 6.0, false),
        ]);
        let found = |through, turns| -> Vec<(u32, Vec<f64>)> {
            let ways = turn_ways(&account, through, turns).into_iter();
            ways.map(|way| (way.turn, way.places.iter().map(|place| place.x_in).collect())).collect()
        };
        assert_eq!(found(9, 1), [(2, vec![4.0, 6.0])]);
        assert_eq!(found(9, 2), [(1, vec![1.0, 4.0]), (2, vec![4.0, 6.0])]);
        assert_eq!(found(5, 1), [(1, vec![1.0, 4.0])]);
    }

    #[test]
    fn a_track_holds_every_official_place_in_order() {
        let stands = |ship: &str, x_in| ShipStands {
            ship: ship.to_owned(),
            place: PlaceView { x_in, y_in: 1.0, heading_deg: 90.0 },
        };
        let at = |seq, places| EventAccount { places, ..event(seq, 1, "Union movement") };
        let account = account(vec![
            at(3, vec![stands("cairo", 1.0), stands("arkansas", 9.0)]),
            at(7, vec![stands("cairo", 5.0)]),
        ]);
        let found = tracks(&account);
        let ways: Vec<(&str, Vec<(i64, f64)>)> = found
            .iter()
            .map(|t| (t.ship.as_str(), t.points.iter().map(|p| (p.seq, p.place.x_in)).collect()))
            .collect();
        assert_eq!(ways, [("arkansas", vec![(3, 9.0)]), ("cairo", vec![(3, 1.0), (7, 5.0)])]);
    }
}
