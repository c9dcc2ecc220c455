//! The ships of a Mahan battle and their formations: cards, speeds, and visibility.

use super::Battle;
use crate::hexes::{Grid, Hex, Stand};
use crate::record::{Event, ReadError};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The highest speed at which a ship may be rammed, hexes a turn (MAH-31).
const RAMMED_AT: usize = 2;

/// A ship's card, limited to what Mahan's sheet needs (MAH-AMB-2).
#[derive(Debug, Clone, Deserialize)]
struct Card {
    id: String,
    value: u32,
    top_speed: usize,
    engine: usize,
    turning: Vec<TurnRow>,
    #[serde(default)]
    ram_bow: bool,
    #[serde(default)]
    spar_torpedo: bool,
}

/// Turning capacity up to a speed.
#[derive(Debug, Clone, Copy, Deserialize)]
struct TurnRow {
    to_speed: usize,
    capacity: Capacity,
}

/// Turns of 60° in one hex, and in a turn (MAH-AMB-9).
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) struct Capacity {
    pub(super) per_hex: u32,
    pub(super) per_turn: u32,
}

/// A ship.
#[derive(Debug, Clone)]
pub(super) struct Vessel {
    card: Card,
    pub(super) mahan: bool,
    speed_lost: usize,
    anchored: bool,
    fouled: bool,
    spar_spent: bool,
    pub(super) gone: bool,
    /// True if it has turned in this hex (MAH-8).
    pub(super) turned_here: bool,
}

impl Vessel {
    pub(super) fn has_spar(&self) -> bool {
        self.card.spar_torpedo && !self.spar_spent
    }

    pub(super) fn has_ram(&self) -> bool {
        self.card.ram_bow
    }
}

/// Land or a shoal.
#[derive(Debug, Clone, Deserialize)]
struct Piece {
    ground: String,
    hex: Hex,
}

/// The map: its board and its terrain.
#[derive(Debug, Clone)]
pub(super) struct Map {
    grid: Grid,
    terrain: Vec<Piece>,
}

impl Map {
    pub(super) fn read(opened: &Event) -> Result<Self, ReadError> {
        Ok(Self { grid: opened.read("/event/grid")?, terrain: opened.read("/event/terrain")? })
    }

    /// Tells whether a ship can be in a hex: on the map, and off the shore where the option demands it
    /// (MAH-16).
    pub(super) fn may_sail(&self, hex: Hex, ashore_counts: bool) -> bool {
        self.grid.holds(hex) && !(ashore_counts && self.terrain.iter().any(|piece| piece.hex == hex))
    }

    /// Tells whether no land blocks the view.
    fn clear(&self, from: Hex, to: Hex) -> bool {
        let land = self
            .terrain
            .iter()
            .filter(|piece| piece.ground == "land" && piece.hex != from && piece.hex != to);
        land.into_iter().all(|piece| !piece.hex.under_ruler(from, to))
    }
}

/// The ships of an opening.
pub(super) fn vessels(opened: &Event) -> Result<BTreeMap<String, Vessel>, ReadError> {
    let entries: Vec<Value> = opened.read("/event/ships")?;
    let mut all = BTreeMap::new();
    for entry in &entries {
        let card = Card::deserialize(&entry["card"])?;
        let vessel = Vessel {
            mahan: entry["side"] == "mahan",
            speed_lost: 0,
            anchored: false,
            fouled: false,
            spar_spent: false,
            gone: false,
            turned_here: false,
            card,
        };
        all.insert(vessel.card.id.clone(), vessel);
    }
    Ok(all)
}

impl Battle<'_> {
    /// Builds the formations; other ships sail alone under their own id.
    pub(super) fn form_up(&mut self, opened: &Event) -> Result<(), ReadError> {
        let formations: Vec<Value> = opened.read("/event/formations")?;
        for formation in &formations {
            let ships = formation["ships"].as_array().into_iter().flatten();
            let ships: Vec<String> = ships.filter_map(Value::as_str).map(str::to_owned).collect();
            let id = formation["id"].as_str().unwrap_or_default().to_owned();
            self.groups.entry(id).or_default().ships = ships;
        }
        for (id, vessel) in &self.vessels {
            let sails = self.groups.values().any(|group| group.ships.contains(id));
            if !sails {
                self.groups.entry(id.clone()).or_default().ships = vec![id.clone()];
            }
            let group = self.groups.values_mut().find(|group| group.ships.contains(id));
            if let Some(group) = group {
                group.mahan = vessel.mahan;
            }
        }
        Ok(())
    }

    /// The ships of a formation that are on the map, with their places; the first leads.
    pub(super) fn members(&self, group: &str) -> Vec<(String, Stand)> {
        let ships = self.groups.get(group).map_or(&[][..], |group| &group.ships);
        let there = ships.iter().filter(|id| self.vessels.get(*id).is_some_and(|vessel| !vessel.gone));
        there.filter_map(|id| Some((id.clone(), *self.stands.get(id)?))).collect()
    }

    /// The Player's ships that are on the map.
    pub(super) fn players(&self) -> impl Iterator<Item = (&String, Stand)> {
        let own = self.vessels.iter().filter(|(_, vessel)| !vessel.mahan && !vessel.gone);
        own.filter_map(|(id, _)| Some((id, *self.stands.get(id)?)))
    }

    pub(super) fn value(&self, ship: &str) -> u32 {
        self.vessels.get(ship).map_or(0, |vessel| vessel.card.value)
    }

    /// The top speed of a ship with its present damage.
    pub(super) fn top_speed(&self, ship: &str) -> usize {
        let Some(vessel) = self.vessels.get(ship).filter(|vessel| !vessel.anchored && !vessel.fouled) else {
            return 0;
        };
        let own = vessel.card.top_speed.saturating_sub(vessel.speed_lost);
        let damaged = self.guns.as_ref().and_then(|guns| guns.knots_left(ship));
        damaged.map_or(own, |knots| own.min(knots))
    }

    /// The highest speed that a formation may take now: within the Engine Capacity of each ship, counted from
    /// its speed at the start of the turn (MAH-14, MAH-AMB-8).
    pub(super) fn highest_speed(&self, id: &str) -> usize {
        let Some(group) = self.groups.get(id) else { return 0 };
        let from = if group.mahan && !self.capacity_per_phase { group.start_speed } else { group.speed };
        let most = |(ship, _): &(String, Stand)| {
            let engine = self.vessels.get(ship).map_or(0, |vessel| vessel.card.engine);
            (from + engine).min(self.top_speed(ship))
        };
        self.members(id).iter().map(most).min().unwrap_or(0)
    }

    /// The turning capacity of a formation at a speed: that of its least agile ship (MAH-7).
    pub(super) fn capacity(&self, id: &str, speed: usize) -> Capacity {
        let of = |(ship, _): &(String, Stand)| {
            let rows = self.vessels.get(ship).map_or(&[][..], |vessel| &vessel.card.turning);
            rows.iter().find(|row| speed <= row.to_speed).map_or(Capacity::default(), |row| row.capacity)
        };
        let all: Vec<Capacity> = self.members(id).iter().map(of).collect();
        let least = |of: fn(&Capacity) -> u32| all.iter().map(of).min().unwrap_or(0);
        Capacity { per_hex: least(|it| it.per_hex), per_turn: least(|it| it.per_turn) }
    }

    /// Tells whether a ship may be rammed: at anchor, fouled or adrift, or at 2 or less by its engines
    /// (MAH-31, MAH-AMB-15).
    pub(super) fn may_be_rammed(&self, ship: &str) -> bool {
        let held = self.vessels.get(ship).is_some_and(|vessel| vessel.anchored || vessel.fouled);
        let group = self.groups.values().find(|group| group.ships.iter().any(|id| id == ship));
        let speed = group.map_or(0, |group| group.speed);
        held || self.top_speed(ship) == 0 || speed <= RAMMED_AT
    }

    /// Tells whether a hex is visible from another: not across land, nor beyond the visibility (MAH-AMB-12).
    pub(super) fn sees(&self, from: Hex, to: Hex) -> bool {
        f64::from(from.distance(to)) <= self.visibility_hexes && self.map.clear(from, to)
    }

    /// Follows results of the base game entered by hand.
    pub(super) fn entered(&mut self, event: &Event) -> Result<(), ReadError> {
        let changes: Vec<Value> = event.read("/event/changes")?;
        for change in &changes {
            let ship = change["ship"].as_str().unwrap_or_default();
            let Some(vessel) = self.vessels.get_mut(ship) else { continue };
            let to = &change["to"];
            let holds = |key: &str| to[key].as_bool().unwrap_or(false);
            match to["becomes"].as_str().unwrap_or_default() {
                "speed_lost" => vessel.speed_lost = to["lost"].as_u64().unwrap_or(0) as usize,
                "anchored" => vessel.anchored = holds("anchored"),
                "fouled" => vessel.fouled = holds("fouled"),
                "lost" => vessel.gone = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// Follows a ship that can't keep up and sails alone.
    pub(super) fn detached(&mut self, event: &Event) -> Result<(), ReadError> {
        let ship: String = event.read("/event/ship")?;
        let (alone, speed): (String, usize) = (event.read("/event/group")?, event.read("/event/speed")?);
        let Some(group) = self.groups.values_mut().find(|group| group.ships.contains(&ship)) else {
            return Ok(());
        };
        group.ships.retain(|id| *id != ship);
        let mut own = group.clone();
        (own.ships, own.speed, own.start_speed) = (vec![ship], speed, own.start_speed.min(speed));
        self.groups.insert(alone, own);
        Ok(())
    }

    /// Marks the spar torpedo as used up.
    pub(super) fn spends_spar(&mut self, ship: &str) {
        if let Some(vessel) = self.vessels.get_mut(ship) {
            vessel.spar_spent = true;
        }
    }
}
