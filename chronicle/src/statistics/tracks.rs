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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{account, event};
    use battle::account::{EventAccount, ShipStands};

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
