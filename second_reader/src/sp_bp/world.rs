//! The second umpire's state of the battle.

use super::due::{Bond, Due, Entry, Expected, Follows};
use super::ship::{Ship, Values};
use crate::plane::{self, Point};
use crate::record::{Event, Place, ReadError, Record};
use crate::report::Report;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The players' options for gaps in the sheet.
#[derive(Debug, Clone, Deserialize)]
pub struct Options {
    #[serde(rename = "spb.bp_half_speed_threshold")]
    pub bp_half_speed_threshold: f64,
    #[serde(rename = "spb.round_speed")]
    pub round_speed: String,
    #[serde(rename = "spb.dc_enabled")]
    pub dc_enabled: bool,
    #[serde(rename = "spb.damage_control_target")]
    pub damage_control_target: f64,
    #[serde(rename = "spb.hull_hit_below_at")]
    pub hull_hit_below_at: String,
    #[serde(rename = "spb.liberal_special")]
    pub liberal_special: bool,
    #[serde(rename = "spb.liberal_value")]
    pub liberal_value: f64,
    #[serde(rename = "spb.sp_mods_cumulative")]
    pub sp_mods_cumulative: bool,
    #[serde(rename = "spb.crit_sp_column")]
    pub crit_sp_column: String,
    #[serde(rename = "spb.penetrates_on_equal")]
    pub penetrates_on_equal: bool,
    #[serde(rename = "spb.blast_guns")]
    pub blast_guns: String,
    #[serde(rename = "spb.crew_test_target")]
    pub crew_test_target: f64,
    #[serde(rename = "spb.nat10_hits")]
    pub nat10_hits: bool,
    #[serde(rename = "spb.head_on_includes_stern")]
    pub head_on_includes_stern: bool,
    #[serde(rename = "spb.errata_10in_25")]
    pub errata_10in_25: bool,
    #[serde(rename = "spb.howitzer_special_to_hit")]
    pub howitzer_special_to_hit: f64,
    #[serde(rename = "spb.morale_fail")]
    pub morale_fail: String,
    #[serde(rename = "spb.must_make_way", default)]
    pub must_make_way: bool,
    #[serde(rename = "spb.personality")]
    pub personality: bool,
    #[serde(rename = "spb.water")]
    pub water: String,
    #[serde(rename = "spb.current_toward_deg")]
    pub current_toward_deg: f64,
    #[serde(rename = "spb.wind_toward_deg")]
    pub wind_toward_deg: f64,
    #[serde(rename = "spb.night")]
    pub night: bool,
    #[serde(rename = "spb.house.fire_sp")]
    pub fire_sp: f64,
    #[serde(rename = "spb.house.flood_bp")]
    pub flood_bp: f64,
    #[serde(rename = "spb.house.inches_per_knot")]
    pub inches_per_knot: f64,
    #[serde(rename = "spb.house.turn_radius_in")]
    pub turn_radius_in: f64,
    #[serde(rename = "spb.house.knots_a_turn")]
    pub knots_a_turn: f64,
    #[serde(rename = "spb.house.crew_tests")]
    pub crew_tests: bool,
    #[serde(rename = "spb.house.ram")]
    pub ram: bool,
    #[serde(rename = "spb.house.explosion_d6")]
    pub explosion_d6: f64,
    #[serde(rename = "spb.house.boarding")]
    pub boarding: bool,
}

/// An option's number as a whole number that dice are compared with.
pub fn whole(option: f64) -> i32 {
    option.round() as i32
}

/// A piece of terrain.
#[derive(Debug, Clone, Deserialize)]
pub struct Terrain {
    /// Its id.
    pub id: String,
    /// "land", "shoal", "obstacle", "fort" or "mined".
    pub is: String,
    outline: Vec<Corner>,
    /// True if it blocks fire.
    pub blocks_sight: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Corner {
    x_in: f64,
    y_in: f64,
}

impl Terrain {
    /// Its outline.
    pub fn outline_in(&self) -> Vec<Point> {
        self.outline.iter().map(|corner| [corner.x_in, corner.y_in]).collect()
    }
}

/// The state of the battle.
pub struct World<'a> {
    /// The findings.
    pub report: &'a mut Report,
    /// The number of the event being read.
    pub seq: i64,
    hulls: BTreeMap<String, Vec<Point>>,
    /// The options in force.
    pub options: Options,
    /// The ships.
    pub ships: BTreeMap<String, Ship>,
    /// Bonds between ships.
    pub bonds: Vec<Bond>,
    /// The terrain on the table.
    pub terrain: Vec<Terrain>,
    /// The places of ships.
    pub places: BTreeMap<String, Place>,
    /// The places of ships at the start of the step.
    pub began_at: BTreeMap<String, Place>,
    /// The turn.
    pub turn: u32,
    /// The step, by its key in events.
    pub step: String,
    /// The sides in the order of initiative.
    pub order: Vec<String>,
    /// The initiative totals of the sides.
    pub totals: BTreeMap<String, i32>,
    /// The modifiers of the sides.
    pub added: BTreeMap<String, i32>,
    /// The side that acts next.
    pub to_act: Option<String>,
    /// The ship that acts.
    pub active: Option<String>,
    /// Dice that are due.
    pub rolls: Vec<Due>,
    /// Entries that are due.
    pub entries: Vec<Entry>,
    /// Thrown dice that are not read yet.
    pub thrown: BTreeMap<u64, Vec<u8>>,
    /// The launching ships of torpedo markers.
    pub markers: Vec<String>,
    /// The decision that the events result from.
    pub decision: Value,
    /// True if measures were typed in this step: then the table's places don't decide.
    pub typed: bool,
    /// A move that the umpire accepted.
    pub allowed: Option<String>,
    /// Drifting ships with their shift, inches east and north.
    pub drifting: Option<Vec<(String, Point)>>,
    /// Ships that were set down at other places on their way.
    pub stops: BTreeSet<String>,
    /// The size of the table, inches east and north.
    pub table_in: [f64; 2],
}

impl<'a> World<'a> {
    /// The state at the opening.
    pub fn new(record: &Record, options: Options, ships: Vec<Ship>, report: &'a mut Report) -> Self {
        let hulls = record.ships.iter().map(|ship| (ship.ship.clone(), ship.hull_in.clone())).collect();
        Self {
            report,
            seq: 0,
            hulls,
            options,
            ships: ships.into_iter().map(|ship| (ship.card.id.clone(), ship)).collect(),
            bonds: Vec::new(),
            terrain: Vec::new(),
            places: BTreeMap::new(),
            began_at: BTreeMap::new(),
            turn: 1,
            // The first turn begins with initiative: there is nothing to repair.
            step: "repairs".to_owned(),
            order: Vec::new(),
            totals: BTreeMap::new(),
            added: BTreeMap::new(),
            to_act: None,
            active: None,
            rolls: Vec::new(),
            entries: Vec::new(),
            thrown: BTreeMap::new(),
            markers: Vec::new(),
            decision: Value::Null,
            typed: false,
            allowed: None,
            drifting: None,
            stops: BTreeSet::new(),
            table_in: record.table_in,
        }
    }

    /// Returns a ship named by an event.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn ship(&self, event: &Event, id: &str) -> Result<&Ship, ReadError> {
        self.ships.get(id).ok_or_else(|| event.lacks(&format!("a ship called {id}")))
    }

    /// Ships in the battle and on the table.
    pub fn present(&self) -> impl Iterator<Item = &Ship> {
        self.ships.values().filter(|ship| ship.present())
    }

    /// The loss of turn class, and the best speed.
    pub fn best(&self, ship: &Ship) -> (i32, i32) {
        ship.best(self.options.bp_half_speed_threshold, self.options.round_speed == "loss_down")
    }

    /// The hull's outline at a place.
    pub fn outline(&self, ship: &str, place: Place) -> Vec<Point> {
        plane::outline_in(self.hulls.get(ship).map_or(&[], Vec::as_slice), place)
    }

    /// Tells whether dice or entries are due.
    pub fn something_due(&self) -> bool {
        !self.rolls.is_empty() || !self.entries.is_empty()
    }

    /// Adds a ruling on whether something is allowed.
    pub fn hold(&mut self, rule: &str, holds: bool, reads: &str, recorded: impl Into<String>) {
        self.report.hold(rule, self.seq, holds, reads, &recorded.into());
    }

    /// Adds a ruling by comparing two results.
    pub fn compare<T: PartialEq + std::fmt::Debug>(&mut self, rule: &str, reads: T, recorded: T) {
        self.report.compare(rule, self.seq, reads, recorded);
    }

    /// Compares consequences with the record, then applies the recorded ones.
    pub fn follow(&mut self, rule: &str, expected: &Expected, recorded: &Follows) {
        let mut otherwise = (String::new(), String::new());
        for (id, ship) in &self.ships {
            let mut has = ship.now.clone();
            recorded
                .changes
                .iter()
                .filter(|change| change.ship == *id)
                .for_each(|change| change.apply(&mut has));
            let reads = expected.ships.get(id).unwrap_or(&ship.now);
            for (reads, has) in differ(reads, &has) {
                otherwise.0 += &format!("{id}: {reads}; ");
                otherwise.1 += &format!("{id}: {has}; ");
            }
        }
        if let Some((reads, has)) = expected.due_otherwise(recorded) {
            otherwise.0 += &reads;
            otherwise.1 += &has;
        }
        if otherwise == Default::default() {
            self.report.agree(rule);
        } else {
            self.report.disagree(rule, self.seq, otherwise.0, otherwise.1);
        }
        self.take(recorded);
    }

    /// Applies recorded consequences unchecked.
    pub fn take(&mut self, recorded: &Follows) {
        for change in &recorded.changes {
            if let Some(ship) = self.ships.get_mut(&change.ship) {
                change.apply(&mut ship.now);
            }
        }
        if let Some(bonds) = &recorded.bonds {
            self.bonds.clone_from(bonds);
        }
        self.rolls.extend(recorded.rolls.iter().cloned());
        self.entries.extend(recorded.guided.iter().cloned());
    }

    /// Removes bonds of ships that are lost or away.
    pub fn part(&mut self) {
        let ships = &self.ships;
        let there = |id: &str| ships.get(id).is_some_and(Ship::present);
        self.bonds.retain(|bond| there(&bond.first) && there(&bond.second));
    }

    /// Moves ships to the places of an event.
    pub fn put(&mut self, event: &Event) {
        let moved = event.at("/ships").and_then(Value::as_array).into_iter().flatten();
        let bent = moved.filter(|ship| ship["stops"].as_array().is_some_and(|stops| !stops.is_empty()));
        self.stops.extend(bent.filter_map(|ship| ship["ship"].as_str().map(str::to_owned)));
        for stands in &event.places {
            self.places.insert(stands.ship.clone(), stands.place);
        }
        for changed in event.changed.iter().filter(|changed| !changed.on_table) {
            self.places.remove(&changed.ship);
        }
    }
}

/// The differences between two states of a ship, in words.
fn differ(reads: &Values, has: &Values) -> Vec<(String, String)> {
    if reads == has {
        return Vec::new();
    }
    let to_json = |values: &Values| serde_json::to_value(values).unwrap_or_default();
    let (reads, has) = (to_json(reads), to_json(has));
    let fields = reads.as_object().into_iter().flatten();
    fields
        .filter_map(|(field, value)| {
            let other = has.get(field)?;
            (value != other).then(|| (format!("{field} {value}"), format!("{field} {other}")))
        })
        .collect()
}
