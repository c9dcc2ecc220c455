//! Where ships went.

use battle::view::PlaceView;
use battle::{Entry, Fact, ReadingCorrected, place_view};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A place on a ship's way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TrackPoint {
    /// The event that put the ship there.
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
    /// Its official places, in order; between two of them nothing is known.
    pub points: Vec<TrackPoint>,
}

/// The official places of every ship over time, by ship.
pub fn tracks<D, E>(entries: &[Entry<D, E>]) -> Vec<Track> {
    let mut points: BTreeMap<String, Vec<TrackPoint>> = BTreeMap::new();
    let mut stands = |ship: &str, seq: i64, place: PlaceView| {
        points.entry(ship.to_owned()).or_default().push(TrackPoint { seq, place });
    };
    for entry in entries {
        match &entry.fact {
            Fact::Placed(placed) => {
                placed
                    .ships
                    .iter()
                    .for_each(|ship| stands(ship.ship.as_str(), entry.seq, place_view(&ship.place)));
            }
            Fact::Moved(moved) => {
                moved
                    .ships
                    .iter()
                    .for_each(|ship| stands(ship.ship.as_str(), entry.seq, place_view(&ship.to)));
            }
            Fact::Corrected(ReadingCorrected::Laid { ship, to }) => {
                stands(ship.as_str(), entry.seq, place_view(to));
            }
            Fact::Begun(_)
            | Fact::Corrected(_)
            | Fact::Terrain(_)
            | Fact::Table(_)
            | Fact::Affair(_)
            | Fact::Book(_) => {}
        }
    }
    points.into_iter().map(|(ship, points)| Track { ship, points }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::Audience;
    use battle::{Place, ShipMoved, ShipPlaced, ShipsMoved, ShipsPlaced};
    use geometry::ShipId;

    fn place(x_in: f64) -> Place {
        Place { x_in, y_in: 1.0, heading_deg: 90.0, sigma_in: 0.05, heading_sigma_deg: 0.5, by_hand: false }
    }

    fn entry(seq: i64, fact: Fact) -> Entry {
        Entry { seq, kind: String::new(), at: String::new(), photo: None, audience: Audience::Everyone, fact }
    }

    #[test]
    fn a_track_holds_every_official_place_in_order() {
        let set_out = |ship: &str, x| ShipPlaced { ship: ShipId::new(ship), place: place(x) };
        let moved = ShipMoved {
            ship: ShipId::new("cairo"),
            from: place(1.0),
            to: place(5.0),
            distance_in: 4.0,
            turned_deg: 0.0,
            stops: Vec::new(),
        };
        let log = [
            entry(
                3,
                Fact::Placed(ShipsPlaced { ships: vec![set_out("cairo", 1.0), set_out("arkansas", 9.0)] }),
            ),
            entry(7, Fact::Moved(ShipsMoved { ships: vec![moved] })),
        ];
        let found = tracks(&log);
        let ways: Vec<(&str, Vec<(i64, f64)>)> = found
            .iter()
            .map(|t| (t.ship.as_str(), t.points.iter().map(|p| (p.seq, p.place.x_in)).collect()))
            .collect();
        assert_eq!(ways, [("arkansas", vec![(3, 9.0)]), ("cairo", vec![(3, 1.0), (7, 5.0)])]);
    }
}
