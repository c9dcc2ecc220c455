//! The plot of a battle: the place and the track of each ship, event by event.

use super::moment::{afloat, place};
use super::{steams, terrain};
use battle::account::{BattleAccount, EventAccount, ShipAccount};
use battle::view::PlaceView;
use chart::{Cartouche, Condition, Scene, SceneShip, TablePoint, Track, TrackKind, Wake};
use std::collections::BTreeMap;

/// The longest wake, inches.
const LONGEST_WAKE_IN: f64 = 2.5;

/// The official places after some event, and the ways that lead to them.
#[derive(Debug)]
pub struct Plot<'a> {
    account: &'a BattleAccount,
    ships: BTreeMap<&'a str, OnPlot<'a>>,
    /// The turn in play: cards are as at the end of the one before.
    turn: u32,
}

/// One ship on the plot.
#[derive(Debug)]
struct OnPlot<'a> {
    account: &'a ShipAccount,
    place: Option<PlaceView>,
    /// Ways of earlier turns.
    old: Vec<TablePoint>,
    /// The way of this turn.
    new: Vec<TablePoint>,
    on_table: bool,
    lost: bool,
}

impl<'a> Plot<'a> {
    /// An empty plot.
    pub fn new(account: &'a BattleAccount) -> Self {
        let ship = |ship: &'a ShipAccount| {
            let (old, new) = (Vec::new(), Vec::new());
            let on = OnPlot { account: ship, place: None, old, new, on_table: true, lost: false };
            (ship.ship.as_str(), on)
        };
        Self { account, ships: account.ships.iter().map(ship).collect(), turn: 0 }
    }

    /// Takes the next event in; returns whether the plot changed. Events that were taken back are ignored.
    pub fn take(&mut self, event: &'a EventAccount) -> bool {
        if event.taken_back {
            return false;
        }
        self.turn = event.line.turn;
        for stands in &event.places {
            if let Some(ship) = self.ships.get_mut(stands.ship.as_str()) {
                ship.place = Some(stands.place);
                ship.new.push((stands.place.x_in, stands.place.y_in));
            }
        }
        for line in &event.changed {
            if let Some(ship) = self.ships.get_mut(line.ship.as_str()) {
                ship.on_table = line.on_table;
                ship.lost = line.lost;
            }
        }
        !event.places.is_empty() || !event.changed.is_empty()
    }

    /// Ends a turn: its ways become old ones.
    pub fn turn_over(&mut self) {
        for ship in self.ships.values_mut() {
            ship.old.append(&mut ship.new);
            ship.new.extend(ship.old.last().copied());
        }
    }

    /// The scene of the present plot. Its sheet is the same at every moment of the battle.
    pub fn scene(&self, title: &str) -> Scene {
        let shown = self.ships.values().filter(|ship| ship.on_table || ship.lost);
        let tracks = self.ships.values().flat_map(|ship| {
            [track(ship, &ship.old, TrackKind::Earlier), track(ship, &ship.new, TrackKind::ThisTurn)]
        });
        let events = self.account.events.iter().filter(|event| !event.taken_back);
        let passed =
            events.flat_map(|event| &event.places).map(|stands| (stands.place.x_in, stands.place.y_in));
        Scene {
            table_in: self.account.table_in,
            title: title.to_owned(),
            cartouche: Some(Cartouche { title: self.account.name.to_uppercase(), lines: Vec::new() }),
            sides: sides(self.account).into_iter().map(str::to_owned).collect(),
            terrain: terrain(&self.account.terrain),
            ships: shown.filter_map(|ship| self.scene_ship(ship)).collect(),
            tracks: tracks.flatten().collect(),
            keep_clear_in: passed.collect(),
            ..Scene::default()
        }
    }

    fn scene_ship(&self, ship: &OnPlot<'_>) -> Option<SceneShip> {
        let (account, stands) = (ship.account, ship.place?);
        let condition = Condition {
            damage: self.damage(account),
            sunk: ship.lost,
            steaming: steams(&account.class),
            ..Condition::default()
        };
        let outline = outline(&account.hull_in, stands);
        let moved_in: f64 =
            ship.new.iter().zip(ship.new.iter().skip(1)).map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).sum();
        let hull = (account.class.as_str(), place(&stands), outline.as_slice());
        Some(SceneShip {
            wake: (moved_in > 0.0).then(|| Wake { length_in: (moved_in * 0.5).min(LONGEST_WAKE_IN) }),
            ..afloat(&account.ship, &account.name, &account.side, hull, condition)
        })
    }

    /// The damaged share of a ship's card at the end of the last whole turn.
    fn damage(&self, ship: &ShipAccount) -> f64 {
        let whole = self.account.turns.iter().rev().find(|turn| turn.turn <= self.turn);
        let left = whole.and_then(|turn| turn.ships.iter().find(|left| left.ship == ship.ship));
        left.filter(|left| left.printed > 0)
            .map_or(0.0, |left| 1.0 - f64::from(left.left) / f64::from(left.printed))
    }
}

/// The sides of a battle, by key.
pub(crate) fn sides(account: &BattleAccount) -> Vec<&str> {
    let mut sides: Vec<&str> = account.ships.iter().map(|ship| ship.side.as_str()).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn track(ship: &OnPlot<'_>, points: &[TablePoint], kind: TrackKind) -> Option<Track> {
    let (id, side) = (ship.account.ship.clone(), ship.account.side.clone());
    (points.len() > 1).then(|| Track { ship: id, side, points_in: points.to_vec(), kind })
}

/// The outline of a hull at a place.
fn outline(hull_in: &[(f64, f64)], place: PlaceView) -> Vec<TablePoint> {
    let (sin, cos) = place.heading_deg.to_radians().sin_cos();
    let at = |(starboard, ahead): &(f64, f64)| {
        (place.x_in + starboard * cos + ahead * sin, place.y_in - starboard * sin + ahead * cos)
    };
    hull_in.iter().map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_lies_along_its_heading() {
        let hull = [(0.0, 1.5), (0.25, -0.5)];
        let place = PlaceView { x_in: 10.0, y_in: 5.0, heading_deg: 90.0 };
        let [bow, quarter] = outline(&hull, place)[..] else { panic!("two corners") };
        let near = |a: TablePoint, b: TablePoint| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
        assert!(near(bow, (11.5, 5.0)), "{bow:?}");
        // Heading east, starboard is south.
        assert!(near(quarter, (9.5, 4.75)), "{quarter:?}");
    }
}
