//! Second reader for the Ironclad Gunboat Rules.

mod boarding;
mod damage;
mod fire;
mod forts;
mod hazards;
mod launches;
mod mortars;
mod rams;
mod sailing;
mod sheet;
mod ship;
mod steps;
mod struck;
#[cfg(test)]
mod tests;
mod way;

use crate::record::{Event, Place, ReadError, Record};
use crate::report::Report;
use forts::Fort;
use serde::Deserialize;
use serde_json::Value;
use ship::{SetUp, Ship};
use std::collections::{BTreeMap, BTreeSet};

/// A bond between two ships.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Bond {
    kind: String,
    first: String,
    second: String,
}

/// A piece of terrain, as the book has it.
#[derive(Debug, Clone, Deserialize)]
struct Piece {
    id: String,
    is: String,
    #[serde(default)]
    depth_ft: f64,
    blocks_sight: bool,
    outline: Vec<Corner>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Corner {
    x_in: f64,
    y_in: f64,
}

/// The data of a salvo for the charts thrown for it.
#[derive(Debug, Clone)]
struct Volley {
    shooter: String,
    target: String,
    /// The target: a ship, a launch, a locked pair, boarders on a deck, or a gun of a fort.
    aim: String,
    late: bool,
    /// Chart, column and total of each pool.
    pools: Vec<(String, Option<usize>, u32)>,
    /// Guns that wait to be thrown together with others.
    waiting: Vec<fire::Firing>,
}

/// The second umpire's state of a battle.
pub(crate) struct Battle<'a> {
    record: &'a Record,
    report: &'a mut Report,
    options: BTreeMap<String, Value>,
    ships: BTreeMap<String, Ship>,
    forts: BTreeMap<String, Fort>,
    terrain: Vec<Piece>,
    bonds: Vec<Bond>,
    /// Mined areas: whether each is real.
    mines: BTreeMap<String, bool>,
    turn: u32,
    step: String,
    /// The models' official places.
    places: BTreeMap<String, Place>,
    /// Every die thrown, by the number of its roll.
    faces: BTreeMap<u64, Vec<u8>>,
    volleys: BTreeMap<u64, Volley>,
    /// Due dice of rams: the rammer, its knots, and whether it has a ram.
    impacts: BTreeMap<u64, (String, u32, bool)>,
    /// Due rolls on forts' tables: the guns that suffer first, and whether mortars caused it.
    fort_rolls: BTreeMap<u64, (Vec<String>, bool)>,
    /// Due dice of mortars.
    mortar_rolls: BTreeMap<u64, mortars::Shot>,
    /// Boarding parties formed that are still ashore.
    parties_ashore: u32,
    /// Due dice of boarders: the number of parties.
    boardings: BTreeMap<u64, u32>,
    /// Due dice for hits on launches: the number of hits.
    launch_rolls: BTreeMap<u64, u32>,
    /// Due rolls on the torpedo table, with the launches whose torpedoes struck.
    spars: BTreeMap<u64, String>,
    /// True if mortars have fired in this step.
    mortar_shots: bool,
    /// Hits to be checked off.
    dues: BTreeMap<u64, damage::Due>,
    /// Speeds of ships before the current decision: moves of one decision are judged together.
    found: BTreeMap<String, sailing::Found>,
    /// Moves that the umpire has accepted.
    allowed: BTreeSet<String>,
    /// Questions answered by hand.
    typed: Vec<Value>,
}

/// Replays a battle and recomputes its rulings.
///
/// # Errors
/// When an event lacks what a ruling needs.
pub fn check(record: &Record, report: &mut Report) -> Result<(), ReadError> {
    let Some(opened) = record.standing().find(|event| event.kind == "opened") else { return Ok(()) };
    let mut battle = Battle::begin(record, report, opened)?;
    for event in record.standing() {
        battle.read(event)?;
    }
    Ok(())
}

impl<'a> Battle<'a> {
    /// The state at the start of the battle.
    pub(crate) fn begin(
        record: &'a Record,
        report: &'a mut Report,
        opened: &Event,
    ) -> Result<Self, ReadError> {
        let ships: Vec<SetUp> = opened.read("/event/ships")?;
        let cards: Vec<forts::Card> = opened.read("/event/forts")?;
        let mut battle = Battle {
            record,
            options: opened.read("/event/options")?,
            ships: ships.into_iter().map(|begins| (begins.card.id.clone(), Ship::new(begins))).collect(),
            forts: cards.into_iter().map(|card| (card.id.clone(), Fort::new(card))).collect(),
            terrain: opened.read("/event/terrain")?,
            bonds: Vec::new(),
            mines: BTreeMap::new(),
            turn: 1,
            step: "union_move".to_owned(),
            places: BTreeMap::new(),
            faces: BTreeMap::new(),
            volleys: BTreeMap::new(),
            impacts: BTreeMap::new(),
            fort_rolls: BTreeMap::new(),
            mortar_rolls: BTreeMap::new(),
            parties_ashore: 0,
            boardings: BTreeMap::new(),
            launch_rolls: BTreeMap::new(),
            spars: BTreeMap::new(),
            mortar_shots: false,
            dues: BTreeMap::new(),
            found: BTreeMap::new(),
            allowed: BTreeSet::new(),
            typed: Vec::new(),
            report,
        };
        battle.guns_as_printed(opened.seq);
        Ok(battle)
    }
}

impl Battle<'_> {
    /// Whole knots that the engines give now; none for a ship that takes no part.
    pub(crate) fn knots_left(&self, ship: &str) -> Option<usize> {
        self.ships.get(ship).map(|ship| ship.power(self.turn) as usize / 2)
    }

    pub(crate) fn read(&mut self, event: &Event) -> Result<(), ReadError> {
        for stands in &event.places {
            self.places.insert(stands.ship.clone(), stands.place);
            if event.kind == "ships_placed"
                && let Some(ship) = self.ships.get_mut(&stands.ship)
            {
                ship.stood = Some(stands.place);
            }
        }
        for rolled in &event.rolled {
            self.faces.insert(rolled.request.id, rolled.thrown.faces.clone());
        }
        if event.at("/decision").is_some() {
            self.find_speeds();
        }
        self.note_fort_rolls(event);
        self.note_mortar_rolls(event);
        match event.kind.as_str() {
            "opened" => self.opens(event)?,
            "step_began" => self.step_began(event)?,
            "stayed_put" => self.stayed_put(event)?,
            "effects_counted" => self.effects_counted(event)?,
            "power_rolled" => self.power_rolled(event)?,
            "damage_took_hold" => self.damage_took_hold(event)?,
            "drifted" => self.drifted(event)?,
            "speed_rung" => self.speed_rung(event)?,
            "moved" => self.moved(event)?,
            "shoal_tested" => self.shoal_tested(event)?,
            "mine_tested" => self.mine_tested(event)?,
            "refloat_tried" => self.refloat_tried(event)?,
            "refloat_rolled" => self.refloat_rolled(event)?,
            "torpedo_guns_rolled" => self.torpedo_guns_rolled(event)?,
            "rammed" | "collided" | "spar_struck" => self.ran_into(event)?,
            "ram_read" => self.ram_read(event)?,
            "stack_checked" => self.stack_checked(event)?,
            "salvo_declared" => self.salvo_declared(event)?,
            "volley_closed" => self.volley_closed(event)?,
            "chart_read" => self.chart_read(event)?,
            "table_read" => self.table_read(event)?,
            "section_chosen" => self.section_chosen(event)?,
            "ticked" => self.ticked(event)?,
            "mortar_fired" => self.mortar_fired(event)?,
            "mortar_read" => self.mortar_read(event)?,
            "fort_check_read" => self.fort_check_read(event)?,
            "fort_table_read" => self.fort_table_read(event)?,
            "parties_embarked" => self.parties_embarked(event)?,
            "parties_formed" => self.parties_formed(event)?,
            "embarked" => self.embarked(event)?,
            "grapple_tried" => self.grapple_tried(event)?,
            "grapple_read" => self.grapple_read(event)?,
            "parties_fired_at" => self.parties_fired_at(event)?,
            "boarding_read" => self.boarding_read(event)?,
            "launch_hit_read" => self.launch_hit_read(event)?,
            "locked_hits_read" => self.locked_hits_read(event)?,
            "launch_grapple_read" => self.launch_grapple_read(event)?,
            "melee_read" => self.melee_read(event)?,
            _ => self.follow_unruled(event)?,
        }
        for changed in &event.changed {
            if let Some(ship) = self.ships.get_mut(&changed.ship) {
                ship.on_table = changed.on_table || changed.fate.is_some();
                ship.fate.clone_from(&changed.fate);
            }
        }
        Ok(())
    }

    /// Follows events that the sheet has no ruling on.
    fn follow_unruled(&mut self, event: &Event) -> Result<(), ReadError> {
        match event.kind.as_str() {
            "option_set" => self.options = event.read("/event/options")?,
            "facts_typed" => {
                let facts: Vec<Value> = event.read("/event/facts")?;
                self.typed.extend(facts.into_iter().filter_map(|fact| fact.get("query").cloned()));
            }
            "bound" => self.bonds.push(event.read("/event/bond")?),
            "cast_off" => {
                let bond: Bond = event.read("/event/bond")?;
                self.bonds.retain(|held| *held != bond);
            }
            "mines_laid" => self.lay_mines(&event.read::<Vec<Value>>("/event/areas")?),
            "anchored" => {
                let down = event.read("/event/down")?;
                let ship = self.named(event, "/event/ship")?;
                (ship.anchored, ship.rung) = (down, None);
            }
            "left" => {
                let ship = self.named(event, "/event/ship")?;
                ship.has_moved = true;
                let id = ship.card.id.clone();
                self.bonds.retain(|bond| bond.first != id && bond.second != id);
            }
            "fired_in_vain" => {
                let mounts: Vec<Value> = event.read("/event/mounts")?;
                let ship = self.named(event, "/event/shooter")?;
                for spent in &mounts {
                    let mount = spent["mount"].as_str().unwrap_or_default().to_owned();
                    *ship.fired.entry(mount).or_default() += spent["guns"].as_u64().unwrap_or(0) as u32;
                }
            }
            "umpire_ordered" => self.umpire_ordered(event)?,
            _ => {}
        }
        Ok(())
    }

    fn lay_mines(&mut self, areas: &[Value]) {
        for mine_area in areas {
            let area = mine_area["area"].as_str().unwrap_or_default().to_owned();
            self.mines.insert(area, mine_area["real"].as_bool().unwrap_or(false));
        }
    }

    /// Follows an order of the umpire.
    fn umpire_ordered(&mut self, event: &Event) -> Result<(), ReadError> {
        match event.text("/event/order/order").unwrap_or_default() {
            "set_bonds" => self.bonds = event.read("/event/order/bonds")?,
            "set_terrain" => self.terrain = event.read("/event/order/terrain")?,
            "set_parties_ashore" => self.parties_ashore = event.read("/event/order/parties")?,
            "set_mines" => {
                self.mines.clear();
                self.lay_mines(&event.read::<Vec<Value>>("/event/order/areas")?);
            }
            "set_fort" => {
                let fort = self.forts.get_mut(event.text("/event/order/fort").unwrap_or_default());
                let fort = fort.ok_or_else(|| event.lacks("a fort that takes part"))?;
                fort.set(&event.read::<Vec<Value>>("/event/order/guns")?);
                fort.fate = event.text("/event/order/fate").map(str::to_owned);
            }
            "waive_hits" => {
                self.dues.remove(&event.read("/event/order/due")?);
            }
            "allow_move" => {
                self.allowed.insert(event.read("/event/order/ship")?);
            }
            "aground" => {
                let aground = event.read("/event/order/aground")?;
                let ship = self.named(event, "/event/order/ship")?;
                (ship.aground, ship.ashore) = (aground, ship.ashore && aground);
            }
            "set" => self.set_value(event)?,
            _ => {}
        }
        Ok(())
    }

    fn set_value(&mut self, event: &Event) -> Result<(), ReadError> {
        let turn = self.turn;
        let value = |key: &str| event.at(&format!("/event/order/value/{key}"));
        let number = |key: &str| value(key).and_then(Value::as_u64).map(|number| number as u32);
        let holds = |key: &str| value(key).and_then(Value::as_bool).unwrap_or(false);
        let ship = self.named(event, "/event/order/ship")?;
        match event.text("/event/order/value/set").unwrap_or_default() {
            "ticked" => {
                let row = ship::row_of(event.need("/event/order/value/row")?);
                ship.ticked.insert(row, number("boxes").unwrap_or(0));
            }
            "speed" => ship.speed = number("speed").unwrap_or(0),
            "rung" => ship.rung = number("speed"),
            "effects" => ship.effects = event.read("/event/order/value/effects")?,
            "power_knots" => ship.power_knots = number("knots"),
            "boarding_parties" => ship.parties = number("parties").unwrap_or(0),
            "anchored" => ship.anchored = holds("anchored"),
            "ashore" => (ship.ashore, ship.aground) = (holds("ashore"), holds("ashore")),
            "moved" => {
                ship.has_moved = holds("moved");
                if !ship.has_moved && ship.under_way_turn == Some(turn) {
                    ship.under_way_turn = None;
                }
            }
            "fired" => {
                let mount = event.read("/event/order/value/mount")?;
                ship.fired.insert(mount, number("guns").unwrap_or(0));
            }
            "in_melee" => ship.in_melee = holds("held"),
            "boarders" => ship.boarders = number("parties").unwrap_or(0),
            "spar_torpedo" => ship.spar = holds("carried"),
            "under_way" => ship.under_way_turn = number("turn"),
            "fate" => {
                ship.fate = event.text("/event/order/value/fate").map(str::to_owned);
                ship.exploding = false;
            }
            _ => {}
        }
        Ok(())
    }

    /// The ship named at a path.
    fn named(&mut self, event: &Event, path: &str) -> Result<&mut Ship, ReadError> {
        let id: String = event.read(path)?;
        self.ships.get_mut(&id).ok_or_else(|| event.lacks("a ship that takes part"))
    }

    fn ship(&self, event: &Event, id: &str) -> Result<&Ship, ReadError> {
        self.ships.get(id).ok_or_else(|| event.lacks("a ship that takes part"))
    }

    /// Returns the die of the roll that an event reads, and checks that it was thrown (GUN-1).
    fn die(&mut self, event: &Event) -> Result<u8, ReadError> {
        let roll: u64 = event.read("/event/roll")?;
        let thrown = self.faces.get(&roll).and_then(|faces| faces.first()).copied();
        let thrown = thrown.ok_or_else(|| event.lacks("the die that it reads"))?;
        if event.at("/event/die").is_some() {
            self.report.compare("GUN-1", event.seq, thrown, event.read("/event/die")?);
        }
        Ok(thrown)
    }

    /// Checks the rolls that become due by an event.
    fn calls_for(&mut self, event: &Event, rule: &str, reads: &[&str]) -> Result<(), ReadError> {
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let purposes: Vec<&str> =
            rolls.iter().filter_map(|roll| roll.pointer("/request/purpose")?.as_str()).collect();
        self.report.compare(rule, event.seq, reads, purposes.as_slice());
        Ok(())
    }

    fn chosen(&self, option: &str) -> &str {
        self.options.get(option).and_then(Value::as_str).unwrap_or_default()
    }

    fn on(&self, option: &str) -> bool {
        self.options.get(option).and_then(Value::as_bool).unwrap_or(false)
    }

    fn amount(&self, option: &str) -> f64 {
        self.options.get(option).and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// The scale in inches for one of the rules (GUN-2).
    fn scale(&self) -> f64 {
        self.amount("gun.length_factor")
    }

    fn fire_step(&self) -> bool {
        matches!(self.step.as_str(), "first_fire" | "second_fire")
    }

    /// Tells whether damage waits for the end of the fire step; damage by mortars before other fire does not
    /// (GUN-59, GUN-AMB-11).
    fn waits(&self) -> bool {
        let mortars_only = self.mortar_shots && self.volleys.is_empty();
        self.on("gun.fire_simultaneous") && self.fire_step() && !mortars_only
    }

    fn takes_hold(&self) -> &'static str {
        if self.waits() { "step_end" } else { "now" }
    }

    fn hull(&self, ship: &str, place: Place) -> Vec<crate::plane::Point> {
        let known = self.record.ships.iter().find(|known| known.ship == ship);
        crate::plane::outline_in(known.map_or(&[][..], |known| &known.hull_in), place)
    }
}

impl Piece {
    fn points(&self) -> Vec<crate::plane::Point> {
        self.outline.iter().map(|corner| [corner.x_in, corner.y_in]).collect()
    }
}
