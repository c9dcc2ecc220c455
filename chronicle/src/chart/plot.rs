//! The plot of a battle: the place and the track of each ship, event by event.

use super::labels::{Box, Labels};
use super::{Chart, Ink, Mark, TablePoint, name_height_in};
use battle::account::{BattleAccount, EventAccount, ShipAccount};
use battle::view::PlaceView;
use std::collections::BTreeMap;

/// Inches between two lines of the graticule.
const GRATICULE_IN: f64 = 6.0;

/// The official places after some event, and the ways that lead to them.
#[derive(Debug)]
pub struct Plot<'a> {
    account: &'a BattleAccount,
    sides: Vec<&'a str>,
    ships: BTreeMap<&'a str, OnPlot<'a>>,
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
        Self { account, sides: sides(account), ships: account.ships.iter().map(ship).collect() }
    }

    /// Takes the next event in; returns whether the plot changed. Events that were taken back are ignored.
    pub fn take(&mut self, event: &'a EventAccount) -> bool {
        if event.taken_back {
            return false;
        }
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

    /// The chart of the present plot.
    pub fn chart(&self, title: &str) -> Chart {
        let mut marks = graticule(self.account.table_in);
        marks.extend(
            self.account
                .terrain
                .iter()
                .map(|piece| Mark::Area { outline: piece.outline_in.clone(), ink: terrain_ink(&piece.kind) }),
        );
        for ship in self.ships.values() {
            let ink = self.ink(ship);
            marks.extend(way(&ship.old, ink, true));
            marks.extend(way(&ship.new, ink, false));
        }
        let shown: Vec<(&OnPlot<'_>, Vec<TablePoint>)> = self
            .ships
            .values()
            .filter(|ship| ship.on_table || ship.lost)
            .filter_map(|ship| Some((ship, outline(&ship.account.hull_in, ship.place?))))
            .collect();
        marks.extend(shown.iter().map(|(ship, outline)| Mark::Hull {
            outline: outline.clone(),
            ink: self.ink(ship),
            lost: ship.lost,
        }));
        let hulls: Vec<Vec<TablePoint>> = shown.iter().map(|(_, hull)| hull.clone()).collect();
        let height_in = name_height_in(self.account.table_in);
        let mut labels = Labels::new(self.account.table_in, height_in, &hulls);
        for (ship, hull) in &shown {
            let Some(around) = Box::around(hull) else { continue };
            let text = short_name(&ship.account.name).to_owned();
            let ink = if ship.lost { Ink::Wreck } else { self.ink(ship) };
            marks.push(Mark::Name { at: labels.place(&text, &around), text, ink });
        }
        marks.extend(self.account.terrain.iter().filter_map(|piece| {
            let at = middle(&piece.outline_in)?;
            Some(Mark::Name { at, text: piece.name.clone(), ink: Ink::Words })
        }));
        Chart { table_in: self.account.table_in, title: title.to_owned(), marks }
    }

    fn ink(&self, ship: &OnPlot<'_>) -> Ink {
        Ink::Side(self.sides.iter().position(|side| *side == ship.account.side).unwrap_or(0))
    }
}

/// The sides of a battle, by key.
pub(crate) fn sides(account: &BattleAccount) -> Vec<&str> {
    let mut sides: Vec<&str> = account.ships.iter().map(|ship| ship.side.as_str()).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// A name without the prefix that all ships' names share.
fn short_name(name: &str) -> &str {
    ["USS ", "CSS ", "HMS ", "USRS ", "SMS "].iter().find_map(|rank| name.strip_prefix(rank)).unwrap_or(name)
}

fn terrain_ink(kind: &str) -> Ink {
    match kind {
        "shoal" => Ink::Shoal,
        "fort" => Ink::Fort,
        "obstacle" => Ink::Obstacle,
        _ => Ink::Land,
    }
}

fn graticule((east, north): (f64, f64)) -> Vec<Mark> {
    let lines = |length: f64| (1..).map(|n| f64::from(n) * GRATICULE_IN).take_while(move |at| *at < length);
    let meridians = lines(east).map(|x| Mark::Line { from: (x, 0.0), to: (x, north) });
    let parallels = lines(north).map(|y| Mark::Line { from: (0.0, y), to: (east, y) });
    meridians.chain(parallels).collect()
}

fn way(points: &[TablePoint], ink: Ink, old: bool) -> Option<Mark> {
    (points.len() > 1).then(|| Mark::Way { points: points.to_vec(), ink, old })
}

/// The outline of a hull at a place.
fn outline(hull_in: &[(f64, f64)], place: PlaceView) -> Vec<TablePoint> {
    let (sin, cos) = place.heading_deg.to_radians().sin_cos();
    let at = |(starboard, ahead): &(f64, f64)| {
        (place.x_in + starboard * cos + ahead * sin, place.y_in - starboard * sin + ahead * cos)
    };
    hull_in.iter().map(at).collect()
}

fn middle(outline: &[TablePoint]) -> Option<TablePoint> {
    let corners = outline.len() as f64;
    let (x, y) = outline.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (!outline.is_empty()).then_some((x / corners, y / corners))
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

    #[test]
    fn names_are_short() {
        assert_eq!((short_name("USS Monitor"), short_name("Beaufort")), ("Monitor", "Beaufort"));
    }
}
