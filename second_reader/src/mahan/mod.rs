//! Second reader for Mahan's own battles: chart, orders, chits and turns by Mahan's sheet; fire by the
//! Gunboat book's, which resolves it there (MAH-AMB-2).

mod display;
mod fleet;
mod moves;
mod rams;

use crate::gunboat;
use crate::hexes::Stand;
use crate::record::{Event, Place, ReadError, Record, Ship, Stands};
use crate::report::Report;
use fleet::{Map, Vessel};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Chits in the cup at the start of a turn (MAH-1, MAH-2).
const FULL: Cup = Cup { blank: 14, player: 1, mahan: 1 };
/// Chits drawn in a round (MAH-25).
const DRAWN: usize = 2;

/// The chits left in the cup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
struct Cup {
    blank: u32,
    player: u32,
    mahan: u32,
}

/// A ship or a formation.
#[derive(Debug, Clone, Default)]
struct Group {
    /// The ships; the first leads.
    ships: Vec<String>,
    speed: usize,
    /// The speed at the start of the turn.
    start_speed: usize,
    /// "ordered", "approach", "retreat", "ram" or "spar", and its target.
    course: String,
    target: Option<String>,
    /// Turns made within four hexes of a spar torpedo's target.
    spar_turns: u32,
    retreats: bool,
    /// The Player's order, and the direction of its turn; for Mahan's formations his order.
    order: String,
    hand: i32,
    turned: u32,
    /// True if it follows its order: neither a ram nor a retreat.
    ordered: bool,
    mahan: bool,
    /// True if it has turned in this round.
    turned_now: bool,
    /// True if it changed its place in this round.
    moved: bool,
    /// True if the die demands its turn.
    turns_now: bool,
}

/// The second umpire's state of a battle.
struct Battle<'a> {
    report: &'a mut Report,
    /// The Player's side, and Mahan's.
    sides: (String, String),
    side_of: BTreeMap<String, String>,
    vessels: BTreeMap<String, Vessel>,
    map: Map,
    groups: BTreeMap<String, Group>,
    stands: BTreeMap<String, Stand>,
    cup: Cup,
    replaced: bool,
    line_ahead: bool,
    about_carries_over: bool,
    capacity_per_phase: bool,
    reroll_ashore: bool,
    per_gun: bool,
    visibility_hexes: f64,
    /// Round and step of the last phase.
    step: (u32, String),
    drawn: BTreeSet<String>,
    /// Due dice for turns at the end of a round, with their formations.
    sixties: BTreeMap<u64, String>,
    /// Due dice for Mahan's orders, with the question of each.
    orders_due: BTreeMap<u64, Value>,
    /// Thrown dice for orders, by formation.
    orders_thrown: BTreeMap<String, (Value, u8)>,
    /// The battle of the book that resolves fire, once it is open.
    guns: Option<gunboat::Battle<'a>>,
    found: Option<&'a mut Report>,
    in_hexes: &'a Record,
}

/// Replays a battle and recomputes its rulings.
///
/// # Errors
/// When an event lacks what a ruling needs.
pub fn check(record: &Record, report: &mut Report) -> Result<(), ReadError> {
    let Some(opened) = record.standing().find(|event| event.kind == "opened") else { return Ok(()) };
    let in_hexes = Record {
        book: "gunboat".to_owned(),
        events: Vec::new(),
        ships: record.ships.iter().map(in_her_hex).collect(),
        ..record.clone()
    };
    let mut found = Report::new("gunboat");
    let option = |name: &str| format!("/event/options/{name}");
    let mut battle = Battle {
        report,
        sides: opened.read("/event/sides")?,
        side_of: record.ships.iter().map(|ship| (ship.ship.clone(), ship.side.clone())).collect(),
        vessels: fleet::vessels(opened)?,
        map: Map::read(opened)?,
        groups: BTreeMap::new(),
        stands: BTreeMap::new(),
        cup: FULL,
        replaced: opened.read(&option("mah.chit_replacement"))?,
        line_ahead: opened.read(&option("mah.line_ahead"))?,
        about_carries_over: opened.read(&option("mah.about_carries_over"))?,
        capacity_per_phase: opened.read(&option("mah.ec_per_phase"))?,
        reroll_ashore: opened.read(&option("mah.reroll_ashore"))?,
        per_gun: opened.text(&option("mah.target_scope")) == Some("gun"),
        visibility_hexes: opened.read(&option("mah.visibility_hexes"))?,
        step: (0, String::new()),
        drawn: BTreeSet::new(),
        sixties: BTreeMap::new(),
        orders_due: BTreeMap::new(),
        orders_thrown: BTreeMap::new(),
        guns: None,
        found: Some(&mut found),
        in_hexes: &in_hexes,
    };
    battle.form_up(opened)?;
    for event in record.standing() {
        battle.read(event)?;
    }
    report.absorb(found);
    Ok(())
}

/// A ship's model on the table of the book that resolves fire: a hull well within its hex.
fn in_her_hex(ship: &Ship) -> Ship {
    const LENGTH: f64 = 0.8;
    const BEAM: f64 = 0.25;
    let across = |i: usize| {
        let along = ship.hull_in.iter().map(|at| at[i]);
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    let (beam, length) = (across(0), across(1));
    let hull = ship.hull_in.iter().map(|at| [at[0] / beam * BEAM, at[1] / length * LENGTH]);
    Ship { hull_in: hull.collect(), ..ship.clone() }
}

/// A hex of the board as a place for the book that resolves fire: an inch for a hex.
fn place_of(stand: Stand) -> Place {
    let [x_in, y_in] = stand.hex.middle();
    Place { x_in, y_in, heading_deg: f64::from(stand.facing) * 60.0 }
}

impl Battle<'_> {
    fn read(&mut self, event: &Event) -> Result<(), ReadError> {
        match event.kind.as_str() {
            "set_out" => self.set_out(event),
            "turn_began" => self.turn_began(event),
            "phase_began" => self.phase_began(event),
            "player_ordered" => self.player_ordered(event),
            "mahan_ordered" => self.mahan_ordered(event),
            "course_set" => self.course_set(event),
            "rerolled" => self.rerolled(event),
            "entered" => self.entered(event),
            "detached" => self.detached(event),
            "lost" => {
                let ship: String = event.read("/event/ship")?;
                if let Some(vessel) = self.vessels.get_mut(&ship) {
                    vessel.gone = true;
                }
                Ok(())
            }
            "umpire_ordered" => self.umpire_ordered(event),
            "slowed" => {
                let speed = event.read("/event/speed")?;
                self.group(event)?.speed = speed;
                Ok(())
            }
            "dice_due" => self.dice_due(event),
            "dice_thrown" => {
                self.sixties_thrown(event);
                self.orders_thrown(event);
                Ok(())
            }
            "moved" => self.moved(event),
            "turned" => self.turned(event),
            "chits_drawn" => self.chits_drawn(event),
            "gunnery" => self.gunnery(event),
            _ => Ok(()),
        }
    }

    fn group(&mut self, event: &Event) -> Result<&mut Group, ReadError> {
        let id: String = event.read("/event/group")?;
        Ok(self.groups.entry(id).or_default())
    }

    fn set_out(&mut self, event: &Event) -> Result<(), ReadError> {
        let asked: Vec<Value> = event.read("/event/asked")?;
        for fact in asked {
            let ship = fact["query"]["ship"].as_str().unwrap_or_default().to_owned();
            let stand = Stand::read(&fact["answer"])?;
            self.stands.insert(ship, stand);
        }
        Ok(())
    }

    /// Checks that all sixteen chits are in the cup (MAH-2).
    fn turn_began(&mut self, event: &Event) -> Result<(), ReadError> {
        self.cup = FULL;
        self.groups.values_mut().for_each(|group| group.start_speed = group.speed);
        self.report.compare("MAH-2", event.seq, FULL, event.read("/event/cup")?);
        Ok(())
    }

    /// Checks the sequence: orders, four rounds, Mahan's second orders, four rounds (MAH-2, MAH-4, MAH-11).
    fn phase_began(&mut self, event: &Event) -> Result<(), ReadError> {
        let (round, phase): (u32, String) = (event.read("/event/round")?, event.read("/event/phase")?);
        let (last_round, last) = (self.step.0, self.step.1.as_str());
        let next: &[(u32, &str)] = match last {
            "" => &[(0, "player_orders"), (0, "set_out")],
            "set_out" => &[(0, "player_orders")],
            "player_orders" => &[(0, "mahan_orders")],
            "mahan_orders" => &[(last_round + 1, "mahan_move")],
            "mahan_move" => &[(last_round, "player_move")],
            "player_move" => &[(last_round, "draw")],
            "draw" => &[(last_round, "fire"), (last_round, "round_end")],
            "fire" => &[(last_round, "round_end")],
            "round_end" if last_round == 4 => &[(4, "mahan_orders")],
            "round_end" if last_round == 8 => &[(0, "player_orders")],
            "round_end" => &[(last_round + 1, "mahan_move")],
            _ => &[],
        };
        let follows = phase == "over" || next.contains(&(round, phase.as_str()));
        self.report.hold("MAH-4", event.seq, follows, &format!("{next:?}"), &format!("{round}, {phase}"));
        if phase == "mahan_move" {
            self.drawn.clear();
            // Every formation that had to turn at the end of the last round has turned (MAH-21).
            let owes = self.groups.iter().find(|(_, group)| group.turns_now).map(|(id, _)| id.clone());
            if let Some(id) = owes {
                self.report.disagree("MAH-21", event.seq, format!("{id} turns"), "she does not");
            }
            for group in self.groups.values_mut() {
                (group.moved, group.turns_now, group.turned_now) = (false, false, false);
            }
        }
        self.step = (round, phase);
        Ok(())
    }

    /// Checks the draw: two chits a round, which stay out of the cup (MAH-25, MAH-AMB-4).
    fn chits_drawn(&mut self, event: &Event) -> Result<(), ReadError> {
        let drawn: Vec<String> = event.read("/event/drawn")?;
        self.report.compare("MAH-25", event.seq, DRAWN, drawn.len());
        let mut left = self.cup;
        for chit in &drawn {
            let count = match chit.as_str() {
                "player" => &mut left.player,
                "mahan" => &mut left.mahan,
                _ => &mut left.blank,
            };
            let there = *count > 0;
            *count = count.saturating_sub(1);
            self.report.hold("MAH-25", event.seq, there, "no such chit is left", chit);
        }
        let left = if self.replaced { self.cup } else { left };
        self.report.compare("MAH-AMB-4", event.seq, left, event.read("/event/cup")?);
        self.cup = left;
        self.drawn = drawn.into_iter().collect();
        Ok(())
    }

    /// Passes an event on to the reader of the book that resolves fire, with every ship in the centre of its
    /// hex. Only the sides whose chits were drawn may fire (MAH-25).
    fn gunnery(&mut self, event: &Event) -> Result<(), ReadError> {
        let inner = event.need("/event/gunboat")?.clone();
        let kind = inner["event"].as_str().unwrap_or_default().to_owned();
        let decision = event.at("/decision/gunboat").cloned().unwrap_or_else(|| {
            // Each of Mahan's guns fires at its own nearest target (MAH-AMB-16): the salvo names the guns.
            json!({ "mounts": { "mounts": inner.pointer("/salvo/mounts") } })
        });
        let stands =
            self.stands.iter().map(|(ship, stand)| Stands { ship: ship.clone(), place: place_of(*stand) });
        let event = Event {
            kind: kind.clone(),
            body: json!({ "event": inner, "decision": decision }),
            places: stands.collect(),
            changed: Vec::new(),
            ..event.clone()
        };
        if let Some(report) = self.found.take_if(|_| kind == "opened") {
            self.guns = Some(gunboat::Battle::begin(self.in_hexes, report, &event)?);
        }
        if let Some(guns) = &mut self.guns {
            guns.read(&event)?;
        }
        if kind == "salvo_declared" {
            self.may_fire(&event, &inner)?;
        }
        Ok(())
    }

    /// Follows the umpire, who moves a ship or lets Mahan retreat (MAH-13, MAH-AMB-13).
    fn umpire_ordered(&mut self, event: &Event) -> Result<(), ReadError> {
        match event.text("/event/order/order").unwrap_or_default() {
            "put" => {
                let ship: String = event.read("/event/order/ship")?;
                if let Some(vessel) = self.vessels.get_mut(&ship) {
                    vessel.turned_here = false;
                }
                self.stands.insert(ship, Stand::read(event.need("/event/order/place")?)?);
            }
            "retreat" => {
                let (id, retreats): (String, bool) =
                    (event.read("/event/order/group")?, event.read("/event/order/retreats")?);
                self.groups.entry(id).or_default().retreats = retreats;
            }
            _ => {}
        }
        Ok(())
    }

    fn may_fire(&mut self, event: &Event, inner: &Value) -> Result<(), ReadError> {
        let shooter = inner.pointer("/salvo/shooter").and_then(Value::as_str).unwrap_or_default();
        let side = self.side_of.get(shooter).ok_or_else(|| event.lacks("the shooter's side"))?;
        let chit = if *side == self.sides.0 { "player" } else { "mahan" };
        let drawn = self.drawn.contains(chit);
        self.report.hold("MAH-25", event.seq, drawn, &format!("drawn: {:?}", self.drawn), chit);
        if chit == "mahan" && self.per_gun {
            self.at_the_nearest(event, shooter, inner);
        }
        Ok(())
    }
}
