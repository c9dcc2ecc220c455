//! The reader's state of a battle.

use crate::noddy::kept::{Change, Due, Side, Step};
use crate::noddy::ship::{Battery, RegimentCard, Ship, is_sink_delay};
use crate::plane::{self, Point};
use crate::record::{Place, Record};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The options in force, by the names of the catalogue.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    #[serde(rename = "nod.arc_half_angle_deg")]
    pub arc_half_angle_deg: f64,
    #[serde(rename = "nod.arc_target")]
    pub arc_target: String,
    #[serde(rename = "nod.shore_arc_half_deg")]
    pub shore_arc_half_deg: f64,
    #[serde(rename = "nod.daddy_100lb")]
    pub daddy_100lb: bool,
    #[serde(rename = "nod.fire_steam_stack")]
    pub fire_steam_stack: bool,
    #[serde(rename = "nod.stack_hits_cumulate")]
    pub stack_hits_cumulate: String,
    #[serde(rename = "nod.downstream_bonus")]
    pub downstream_bonus: f64,
    #[serde(rename = "nod.current_toward_deg")]
    pub current_toward_deg: f64,
    #[serde(rename = "nod.side_on_min_deg")]
    pub side_on_min_deg: f64,
    #[serde(rename = "nod.end_on_half_deg")]
    pub end_on_half_deg: f64,
    #[serde(rename = "nod.change_target_scope")]
    pub change_target_scope: String,
    #[serde(rename = "nod.drifting_is_stationary")]
    pub drifting_is_stationary: bool,
    #[serde(rename = "nod.crippled_top_speed_zero")]
    pub crippled_top_speed_zero: bool,
    #[serde(rename = "nod.ram_stops")]
    pub ram_stops: bool,
    #[serde(rename = "nod.musket_range_in")]
    pub musket_range_in: f64,
    #[serde(rename = "nod.move_tolerance_in")]
    pub move_tolerance_in: f64,
    #[serde(rename = "nod.turn_tolerance_deg")]
    pub turn_tolerance_deg: f64,
}

/// A piece of terrain.
#[derive(Debug, Clone, Deserialize)]
pub struct Piece {
    pub id: String,
    pub is: String,
    pub depth_ft: Option<f64>,
    pub blocks_sight: bool,
    pub outline: Vec<Corner>,
}

/// A corner of it.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Corner {
    pub x_in: f64,
    pub y_in: f64,
}

impl Piece {
    /// Its outline, inches east and north.
    pub fn outline_in(&self) -> Vec<Point> {
        self.outline.iter().map(|corner| [corner.x_in, corner.y_in]).collect()
    }
}

/// An area of the umpire's chart (NOD-30).
#[derive(Debug, Clone, Deserialize)]
pub struct Hidden {
    pub area: Piece,
    pub kind: HiddenKind,
}

/// The content of a hidden area.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum HiddenKind {
    Mines { hit_on_d6: i32, effect: String },
    Shallow { depth_ft: f64 },
}

/// The state of a battle.
#[derive(Debug)]
pub struct Battle {
    pub options: Options,
    pub turn: i64,
    pub step: Step,
    pub segment: i64,
    pub segments: i64,
    pub ships: BTreeMap<String, Ship>,
    pub batteries: BTreeMap<String, Battery>,
    /// Each with whether it has fired in this move.
    pub regiments: BTreeMap<String, (RegimentCard, bool)>,
    pub terrain: Vec<Piece>,
    pub hidden: Vec<Hidden>,
    pub hulls: BTreeMap<String, Vec<Point>>,
    pub places: BTreeMap<String, Place>,
    /// The start of each ship's way, and the places where it was set down since.
    pub ways: BTreeMap<String, Vec<Place>>,
    /// Pairs of ships in contact, once that was settled.
    pub alongside: BTreeSet<(String, String)>,
    pub due: Vec<Due>,
    pub thrown: BTreeMap<u64, Vec<i32>>,
    /// The chart's areas on the way of the ship that is being judged.
    pub charted_way: Option<(String, Vec<crate::noddy::kept::Entered>)>,
    /// The sinkings and the drift already recorded at the end of this move.
    pub recorded_end: Ending,
}

/// The records of the end of a move.
#[derive(Debug, Default)]
pub struct Ending {
    pub sank: bool,
    pub drifted: bool,
}

impl Battle {
    /// The state before the battle is opened.
    pub fn new(record: &Record) -> Self {
        let hulls = record.ships.iter().map(|ship| (ship.ship.clone(), ship.hull_in.clone()));
        Self {
            options: Options::default(),
            turn: 0,
            step: Step::Orders,
            segment: 0,
            segments: 1,
            ships: BTreeMap::new(),
            batteries: BTreeMap::new(),
            regiments: BTreeMap::new(),
            terrain: Vec::new(),
            hidden: Vec::new(),
            hulls: hulls.collect(),
            places: BTreeMap::new(),
            ways: BTreeMap::new(),
            alongside: BTreeSet::new(),
            due: Vec::new(),
            thrown: BTreeMap::new(),
            charted_way: None,
            recorded_end: Ending::default(),
        }
    }

    /// The side of a ship, a battery or a regiment.
    pub fn side(&self, id: &str) -> Option<&str> {
        let ship = self.ships.get(id).map(|ship| ship.card.side.as_str());
        let battery = self.batteries.get(id).map(|battery| battery.card.side.as_str());
        ship.or(battery).or_else(|| self.regiments.get(id).map(|(card, _)| card.side.as_str()))
    }

    /// Its place; guns ashore head north.
    pub fn place(&self, id: &str) -> Option<Place> {
        let ashore = |x_in, y_in| Place { x_in, y_in, heading_deg: 0.0 };
        let battery = || self.batteries.get(id).map(|battery| ashore(battery.card.x_in, battery.card.y_in));
        let regiment = || self.regiments.get(id).map(|(card, _)| ashore(card.x_in, card.y_in));
        self.places.get(id).copied().or_else(battery).or_else(regiment)
    }

    /// The hull's outline at a place.
    pub fn hull_at(&self, id: &str, place: Place) -> Vec<Point> {
        match self.hulls.get(id).filter(|_| self.ships.contains_key(id)) {
            Some(hull) => plane::outline_in(hull, place),
            // A gun ashore has almost no extent.
            None => plane::outline_in(&[[-0.01, -0.01], [0.01, -0.01], [0.01, 0.01], [-0.01, 0.01]], place),
        }
    }

    /// The hull's outline at its place.
    pub fn hull(&self, id: &str) -> Option<Vec<Point>> {
        Some(self.hull_at(id, self.place(id)?))
    }

    /// The other hulls on the table.
    pub fn others(&self, but: &[&str]) -> Vec<(String, Vec<Point>)> {
        let there = self.ships.iter().filter(|(id, ship)| ship.present() && !but.contains(&id.as_str()));
        there.filter_map(|(id, _)| Some((id.clone(), self.hull(id)?))).collect()
    }

    /// Tells whether the ship sinks already, or the die for it is due: there is only one (NOD-AMB-14).
    pub fn sinks(&self, ship: &Ship) -> bool {
        let due = |due: &Due| due.ship == ship.card.id && is_sink_delay(&due.decides);
        ship.sinks_after.is_some() || self.due.iter().any(due)
    }

    /// Tells whether two ships are in settled contact.
    pub fn lie_alongside(&self, one: &str, other: &str) -> bool {
        self.alongside.contains(&pair(one, other))
    }

    /// Settles a ship's contact.
    pub fn settle_contact(&mut self, id: &str) {
        let Some(ship) = self.ships.get_mut(id) else { return };
        let with = std::mem::take(&mut ship.contact);
        self.alongside.extend(with.iter().map(|other| pair(id, other)));
    }

    /// Limits a ship's contacts to these.
    pub fn part(&mut self, id: &str, touching: &[String]) {
        self.alongside.retain(|(one, other)| {
            let with = if one == id { Some(other) } else { (other == id).then_some(one) };
            with.is_none_or(|with| touching.contains(with))
        });
    }

    /// Begins a ship's way at its place.
    pub fn begin_way(&mut self, id: &str) {
        if let Some(place) = self.places.get(id) {
            self.ways.insert(id.to_owned(), vec![*place]);
        }
    }

    /// Applies changes as recorded.
    pub fn take_up(&mut self, changes: &[Change]) {
        for change in changes {
            if let crate::noddy::kept::Becomes::Gun { gun, lost } = &change.to
                && let Some(battery) = self.batteries.get_mut(&change.ship)
            {
                battery.guns.entry(gun.clone()).or_default().lost = *lost;
            }
            if let Some(ship) = self.ships.get_mut(&change.ship) {
                ship.become_so(&change.to);
            }
            if matches!(change.to, crate::noddy::kept::Becomes::Lost { .. }) {
                self.lose(&change.ship);
            }
        }
    }

    /// Removes a lost ship's due dice and contacts.
    fn lose(&mut self, id: &str) {
        self.due.retain(|due| due.ship != id);
        self.part(id, &[]);
        for other in self.ships.values_mut() {
            other.contact.retain(|touched| touched != id);
        }
    }
}

/// A pair in a fixed order.
fn pair(one: &str, other: &str) -> (String, String) {
    let (first, last) = if one <= other { (one, other) } else { (other, one) };
    (first.to_owned(), last.to_owned())
}

/// The face of a hull at a bearing: quarters of the circle (house).
pub fn face(bearing_deg: f64) -> Side {
    match bearing_deg.rem_euclid(360.0) {
        b if (45.0..135.0).contains(&b) => Side::Starboard,
        b if (135.0..225.0).contains(&b) => Side::Stern,
        b if (225.0..315.0).contains(&b) => Side::Port,
        _ => Side::Bow,
    }
}
