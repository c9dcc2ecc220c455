//! The six steps of a turn: their order, effects at their end, and the current (GUN-4, GUN-5).

use super::Battle;
use super::ship::{Effect, Ship};
use crate::record::{Event, ReadError};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const STEPS: [&str; 6] =
    ["union_move", "first_fire", "confederate_move", "second_fire", "boarding", "turn_end"];

impl Battle<'_> {
    /// The side whose movement step it is.
    pub(super) fn moving_side(&self) -> Option<&'static str> {
        match self.step.as_str() {
            "union_move" => Some("union"),
            "confederate_move" => Some("confederate"),
            _ => None,
        }
    }

    pub(super) fn step_began(&mut self, event: &Event) -> Result<(), ReadError> {
        let at = STEPS.iter().position(|step| *step == self.step).unwrap_or_default();
        let next = match STEPS.get(at + 1) {
            Some(step) => (self.turn, *step),
            None => (self.turn + 1, STEPS[0]),
        };
        let recorded: (u32, String) = (event.read("/event/turn")?, event.read("/event/step")?);
        self.report.compare("GUN-4", event.seq, next, (recorded.0, recorded.1.as_str()));
        if !self.dues.is_empty() {
            self.report.disagree("GUN-40", event.seq, "hits must be checked off first", "the step goes on");
        }
        let thrown = self.volleys.values().all(|volley| volley.waiting.is_empty());
        self.report.hold(
            "GUN-AMB-9",
            event.seq,
            thrown,
            "a volley is to be thrown first",
            "the step goes on",
        );
        self.nothing_waits(event);
        let new_turn = recorded.0 != self.turn;
        (self.turn, self.step) = recorded;
        self.begin_step(new_turn);
        let disabled = |ship: &&Ship| {
            let since = |effect: &Effect| matches!(effect, Effect::EnginesDisabled { since_turn } if self.turn >= since_turn + 2);
            ship.fate.is_none() && ship.effects.iter().any(since)
        };
        let powerless = self.ships.values().filter(disabled).count();
        if new_turn {
            self.calls_for(event, "GUN-45", &vec!["power"; powerless])?;
        }
        if self.step == "boarding" {
            self.boarding_begins(event)?;
            self.melees_begin(event)?;
        }
        Ok(())
    }

    /// Checks that everything that waited for the end of the step has taken effect (GUN-AMB-11).
    fn nothing_waits(&mut self, event: &Event) {
        let waiting = self.ships.iter().find(|(_, ship)| ship.anything_waits()).map(|(id, _)| id.clone());
        if let Some(id) = waiting {
            self.report.disagree(
                "GUN-AMB-11",
                event.seq,
                format!("damage of {id} takes hold"),
                "the step goes on",
            );
        }
    }

    fn begin_step(&mut self, new_turn: bool) {
        let once_a_turn = self.chosen("gun.gun_fire_limit") != "once_per_fire_step";
        let guns_ready = if once_a_turn { new_turn } else { self.fire_step() };
        // After a fire step: the fire phase is over for guns that mortars silenced.
        let after_fire = matches!(self.step.as_str(), "confederate_move" | "boarding");
        for fort in self.forts.values_mut() {
            fort.begin_step(guns_ready, after_fire);
        }
        self.volleys.clear();
        self.typed.clear();
        self.mortar_shots = false;
        for (id, ship) in &mut self.ships {
            ship.stood = self.places.get(id).copied();
            if guns_ready {
                ship.fired_before = std::mem::take(&mut ship.fired);
            }
            if new_turn {
                (ship.has_moved, ship.rung, ship.power_knots) = (false, None, None);
            }
        }
    }

    pub(super) fn power_rolled(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let reads = match die {
            5 => 1,
            6 => 2,
            _ => 0,
        };
        self.report.compare("GUN-45", event.seq, reads, event.read("/event/knots")?);
        self.named(event, "/event/ship")?.power_knots = Some(reads);
        Ok(())
    }

    pub(super) fn damage_took_hold(&mut self, event: &Event) -> Result<(), ReadError> {
        let damaged = self.ships.values().filter(|ship| ship.anything_waits());
        let ships: Vec<String> = damaged.map(|ship| ship.card.id.clone()).collect();
        self.report.compare("GUN-AMB-11", event.seq, &ships, &event.read("/event/ships")?);
        let forts: Vec<String> =
            self.forts.iter().filter(|(_, fort)| fort.anything_waits()).map(|(id, _)| id.clone()).collect();
        self.report.compare("GUN-AMB-11", event.seq, &forts, &event.read("/event/forts")?);
        let mut lost = Vec::new();
        for id in ships {
            let Some(ship) = self.ships.get_mut(&id) else { continue };
            ship.take_hold();
            let sunk = || (ship.foundering || ship.sinks()).then_some("sunk");
            let fate = if ship.exploding { Some("exploded") } else { sunk() };
            (ship.exploding, ship.foundering) = (false, false);
            lost.extend(fate.map(|fate| (id.clone(), fate.to_owned())));
        }
        for fort in self.forts.values_mut() {
            fort.take_hold();
        }
        let recorded: Vec<BTreeMap<String, String>> = event.read("/event/lost")?;
        let recorded: Vec<(String, String)> =
            recorded.into_iter().map(|lost| (lost["ship"].clone(), lost["fate"].clone())).collect();
        self.report.compare("GUN-41", event.seq, &lost, &recorded);
        for (id, fate) in lost {
            self.lose(&id, &fate);
        }
        Ok(())
    }

    /// Removes a lost ship's due hits and bonds.
    pub(super) fn lose(&mut self, id: &str, fate: &str) {
        if let Some(ship) = self.ships.get_mut(id) {
            ship.fate = Some(fate.to_owned());
            (ship.exploding, ship.foundering) = (false, false);
            (ship.in_melee, ship.boarders) = (false, 0);
        }
        self.dues.retain(|_, due| due.ship != id);
        self.bonds.retain(|bond| bond.first != id && bond.second != id);
    }

    pub(super) fn effects_counted(&mut self, event: &Event) -> Result<(), ReadError> {
        let side = self.moving_side();
        let mut reads = Vec::new();
        for (id, ship) in &mut self.ships {
            let left = ship.effects_after_a_move();
            if Some(ship.card.side.as_str()) == side && ship.fate.is_none() && left != ship.effects {
                reads.push((id.clone(), left.clone()));
                ship.effects = left;
            }
        }
        let recorded: Vec<Value> = event.read("/event/ships")?;
        let recorded: Vec<(String, Vec<Effect>)> = recorded
            .into_iter()
            .map(|left| {
                let ship = left["ship"].as_str().unwrap_or_default().to_owned();
                serde_json::from_value(left["effects"].clone()).map(|effects| (ship, effects))
            })
            .collect::<Result<_, _>>()?;
        self.report.compare("GUN-AMB-18", event.seq, &reads, &recorded);
        Ok(())
    }

    /// Ships held by the ground, and all ships bonded to them (GUN-AMB-40).
    fn held_by_the_ground(&self) -> BTreeSet<String> {
        let stands = |ship: &&Ship| ship.present() && (ship.aground || ship.ashore || ship.anchored);
        let mut held: BTreeSet<String> =
            self.ships.values().filter(stands).map(|ship| ship.card.id.clone()).collect();
        loop {
            let fast = self.bonds.iter().filter(|bond| bond.kind != "tugged");
            let other = |bond: &super::Bond| {
                let (first, second) = (held.contains(&bond.first), held.contains(&bond.second));
                (first != second).then(|| if first { bond.second.clone() } else { bond.first.clone() })
            };
            let more: Vec<String> = fast.filter_map(other).collect();
            if more.is_empty() {
                return held;
            }
            held.extend(more);
        }
    }

    pub(super) fn drifted(&mut self, event: &Event) -> Result<(), ReadError> {
        let held = self.held_by_the_ground();
        let present = self.ships.values().filter(|ship| ship.present());
        let drifts: Vec<String> =
            present.map(|ship| ship.card.id.clone()).filter(|id| !held.contains(id)).collect();
        self.report.compare("GUN-AMB-40", event.seq, &drifts, &event.read("/event/drift/ships")?);
        let by_in = self.amount("gun.current_in") * self.scale();
        let (east, north) = self.amount("gun.current_toward_deg").to_radians().sin_cos();
        let recorded: (f64, f64) =
            (event.read("/event/drift/east_in")?, event.read("/event/drift/north_in")?);
        let near = (recorded.0 - by_in * east).hypot(recorded.1 - by_in * north) < 0.002;
        let reads = format!("{:.3} east, {:.3} north", by_in * east, by_in * north);
        self.report.hold("GUN-AMB-40", event.seq, near, &reads, &format!("{recorded:?}"));
        Ok(())
    }
}
