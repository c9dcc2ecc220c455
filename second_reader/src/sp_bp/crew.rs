//! Crews: tests, repairs, and procedures that the sheet names without giving them (SPB-8, SPB-13, SPB-26,
//! SPB-36, SPB-AMB-4).

use super::due::{Bond, Due, Entry, Expected, Follows, Task, What};
use super::hits::Outcome;
use super::moves::TOUCHING_IN;
use super::ship::{Ship, Values};
use super::turn;
use super::world::{World, whole};
use crate::plane;
use crate::record::{Event, ReadError};
use serde_json::json;

/// For each action that a ship may undertake: the step, the letter of its part in that step's order, and the
/// rule.
const UNDERTAKEN: [(&str, &str, char, &str); 11] = [
    ("pass_tow", "repairs", 'd', "SPB-1"),
    ("cut_away", "repairs", 'e', "SPB-1"),
    ("mortar_raft", "repairs", 'e', "SPB-1"),
    ("place_torpedo", "movement", 'a', "SPB-3"),
    ("force_engines", "movement", 'b', "SPB-3"),
    ("unlock", "movement", 'b', "SPB-3"),
    ("refloat", "movement", 'b', "SPB-3"),
    ("rig_spar", "gunfire", 'c', "SPB-5"),
    ("clear_mines", "gunfire", 'c', "SPB-5"),
    ("drop_mines", "gunfire", 'c', "SPB-5"),
    ("board", "boarding", 'a', "SPB-6"),
];

/// Applies a repair; false where there is nothing of the kind to repair.
fn mend(values: &mut Values, task: &Task) -> bool {
    match task {
        Task::Fire if values.fires > 0 => values.fires -= 1,
        Task::Leak if values.floods > 0 => values.floods -= 1,
        Task::Steering if values.steering => values.steering = false,
        Task::Turret { mount } => return values.jammed.remove(mount),
        Task::Helm => return values.helm.take().is_some(),
        Task::Valves if values.valves => values.valves = false,
        Task::Boiler => match values.speed_hits.iter().position(|hit| hit == "boiler") {
            Some(at) => drop(values.speed_hits.remove(at)),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// The lettered part of the Repair Phase for a repair (SPB-1).
fn repaired_in(task: &Task) -> &'static str {
    match task {
        Task::Fire => "fires",
        Task::Leak => "flooding",
        _ => "repairs",
    }
}

impl World<'_> {
    /// Reads a crew test, or a die of a house procedure.
    pub fn tested(&self, ship: &Ship, due: &Due, faces: &[u8]) -> Outcome {
        let die = i32::from(faces.first().copied().unwrap_or(0));
        let (id, now) = (ship.card.id.as_str(), &ship.now);
        let mut expected = Expected::default();
        let test = |modifier: i32, from: i32| {
            let total = die + now.crew_quality + modifier;
            (total >= from, json!({"read": "test", "total": total, "passed": total >= from}))
        };
        let crew = whole(self.options.crew_test_target);
        let (rule, read) = match &due.what {
            What::CrewTest { modifier } => {
                let (passed, read) = test(*modifier, crew);
                if !passed {
                    // The worst crew quality is -2 (SPB-15).
                    expected.of(id, now).crew_quality = (now.crew_quality - 1).max(-2);
                }
                ("SPB-26", read)
            }
            What::Sinking { points } => {
                let total = die + now.crew_quality;
                let sinks = total <= if points == "sp" { 3 } else { 6 };
                let other = |roll: &Due| roll.ship == due.ship && matches!(roll.what, What::Sinking { .. });
                match (sinks || now.going_down, self.rolls.iter().any(other)) {
                    (true, true) => expected.of(id, now).going_down = true,
                    (true, false) => {
                        let values = expected.of(id, now);
                        (values.fate, values.going_down) = (Some("sunk".to_owned()), false);
                    }
                    (false, _) => {}
                }
                ("SPB-8", json!({"read": "sinking", "points": points, "total": total, "sinks": sinks}))
            }
            What::Morale => {
                let (passed, read) = test(0, 6);
                match self.options.morale_fail.as_str() {
                    "withdraw" if !passed => expected.of(id, now).withdrawing = true,
                    "strike" if !passed => expected.of(id, now).fate = Some("struck".to_owned()),
                    _ => {}
                }
                ("SPB-13", read)
            }
            What::Repair { task } => {
                let (passed, read) = test(0, whole(self.options.damage_control_target));
                if passed {
                    mend(expected.of(id, now), task);
                }
                ("SPB-36", read)
            }
            What::Undertaking { procedure, other } => {
                let (passed, read) = test(0, crew);
                if passed {
                    self.undertook(ship, procedure, other.as_deref(), &mut expected);
                }
                ("SPB-AMB-4", read)
            }
            What::Explosion { .. } => {
                let bp_loss: i32 = faces.iter().map(|face| i32::from(*face)).sum();
                let values = expected.of(id, now);
                (values.bp, values.floods) = ((values.bp - bp_loss).max(0), values.floods + 1);
                ("SPB-AMB-4", json!({"read": "explosion", "bp_loss": bp_loss}))
            }
            What::Boarding { boarder } => ("SPB-6", self.boarded(ship, boarder, faces, &mut expected)),
            _ => ("SPB-15", json!({})),
        };
        Outcome { read, expected, rule }
    }

    /// House: the effect of a passed crew test.
    fn undertook(&self, ship: &Ship, procedure: &str, other: Option<&str>, expected: &mut Expected) {
        let id = ship.card.id.as_str();
        let mut bonds = self.bonds.clone();
        let hers = |bond: &Bond| bond.joins(id) && other.is_none_or(|other| bond.joins(other));
        match procedure {
            "refloat" => expected.of(id, &ship.now).aground = false,
            "rig_spar" => expected.of(id, &ship.now).spar = "rigged".to_owned(),
            "force_engines" => expected.of(id, &ship.now).speed += 1,
            "unlock" | "cut_away" => {
                let kind = if procedure == "unlock" { "locked" } else { "alongside" };
                bonds.retain(|bond| !(bond.kind == kind && hers(bond)));
                expected.bonds = Some(bonds);
            }
            "pass_tow" => {
                if !bonds.iter().any(|bond| bond.kind == "towed" && hers(bond)) {
                    let second = other.unwrap_or_default().to_owned();
                    bonds.push(Bond { kind: "towed".to_owned(), first: id.to_owned(), second });
                }
                expected.bonds = Some(bonds);
            }
            _ => {}
        }
    }

    /// House: a D10 each for boarders and defenders, with quality and parties; the lower total loses a party.
    fn boarded(
        &self,
        ship: &Ship,
        boarder: &str,
        faces: &[u8],
        expected: &mut Expected,
    ) -> serde_json::Value {
        let face = |at: usize| faces.get(at).copied().map_or(0, i32::from);
        let strength = |ship: &Ship| ship.now.crew_quality + ship.now.crew_parties;
        let attacker = self.ships.get(boarder);
        let boarders = face(0) + attacker.map_or(0, strength);
        let defenders = face(1) + strength(ship);
        let taken = boarders > defenders && ship.now.crew_parties <= 1;
        if taken {
            expected.of(&ship.card.id, &ship.now).fate = Some("captured".to_owned());
        } else if boarders > defenders {
            expected.of(&ship.card.id, &ship.now).crew_parties -= 1;
        } else if let (true, Some(attacker)) = (boarders < defenders, attacker) {
            let parties = (attacker.now.crew_parties - 1).max(0);
            expected.of(boarder, &attacker.now).crew_parties = parties;
        }
        json!({"read": "boarding", "boarders": boarders, "defenders": defenders, "taken": taken})
    }

    /// Sinks a ship after its last sinking test (SPB-AMB-24).
    pub fn going_down(&mut self, due: &Due) {
        let waits =
            self.rolls.iter().any(|roll| roll.ship == due.ship && matches!(roll.what, What::Sinking { .. }));
        if let Some(ship) = self.ships.get_mut(&due.ship).filter(|ship| ship.now.going_down && !waits) {
            (ship.now.fate, ship.now.going_down) = (Some("sunk".to_owned()), false);
        }
    }

    /// Checks the work of crew parties (SPB-1, SPB-36, SPB-AMB-3).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn repair_tried(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, task, parties): (String, Task, i32) =
            (event.read("/event/ship")?, event.read("/event/task")?, event.read("/event/parties")?);
        let ship = self.ship(event, &id)?.clone();
        let mut expected = Expected::default();
        let there = mend(&mut ship.now.clone(), &task);
        let free = ship.now.crew_parties - ship.parties_used;
        let may = ship.present() && there && (1..=free).contains(&parties) && self.step == repaired_in(&task);
        self.hold(
            "SPB-36",
            may,
            "no such repair can be tried",
            format!("{id} {task:?} with {parties} of {free}"),
        );
        if self.options.dc_enabled {
            let due = || Due::new(("d10", 1), &ship.card.side, &id, What::Repair { task: task.clone() });
            expected.rolls = (0..parties).map(|_| due()).collect();
        } else {
            expected.entries.push(Entry::new("damage_control", &id));
        }
        self.follow("SPB-AMB-3", &expected, &event.read::<Follows>("/event/follows")?);
        if let Some(ship) = self.ships.get_mut(&id) {
            ship.parties_used += parties;
        }
        Ok(())
    }

    /// Checks an action that a ship undertakes (SPB-AMB-4).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn undertaken(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, procedure): (String, String) = (event.read("/event/ship")?, event.read("/event/procedure")?);
        let other = event.text("/event/other").map(str::to_owned);
        let ship = self.ship(event, &id)?.clone();
        let Some((_, step, letter, rule)) = UNDERTAKEN.into_iter().find(|(name, ..)| *name == procedure)
        else {
            self.hold("SPB-1", false, "no ship undertakes that", procedure);
            return Ok(());
        };
        let in_step = turn::rule(step) == turn::rule(&self.step) && (step != "repairs" || self.step == step);
        let acts =
            step == "repairs" || (self.acts_in(&self.step, &ship) && self.active.as_ref() == Some(&id));
        let may = ship.present() && in_step && acts;
        self.hold(rule, may, "that can't be undertaken now", format!("{id} {procedure} in {}", self.step));
        if step == "movement" {
            self.lettered(&id, letter);
        }
        self.can(event, &ship, &procedure, other.as_deref(), rule);
        let mut expected = Expected::default();
        let dice = |what: What, count: usize, ship: &Ship| {
            Due::new(("d10", count), &ship.card.side, &ship.card.id, what)
        };
        match (procedure.as_str(), other.as_deref().and_then(|other| self.ships.get(other))) {
            ("place_torpedo", _) => {}
            ("board", Some(target)) if self.options.boarding => {
                expected.rolls.push(dice(What::Boarding { boarder: id.clone() }, 2, target));
            }
            ("board", _) => expected.entries.push(Entry::new("board", &id).with(other.as_deref())),
            _ if self.options.crew_tests => {
                let what = What::Undertaking { procedure: procedure.clone(), other: other.clone() };
                expected.rolls.push(dice(what, 1, &ship));
            }
            _ => expected.entries.push(Entry::new(&procedure, &id).with(other.as_deref())),
        }
        self.follow(rule, &expected, &event.read::<Follows>("/event/follows")?);
        if procedure == "place_torpedo" {
            self.markers.push(id.clone());
        }
        if let Some(ship) = self.ships.get_mut(&id).filter(|_| step == "gunfire") {
            ship.busy = true;
        }
        Ok(())
    }

    /// Checks that the ship has the means for an action.
    fn can(&mut self, event: &Event, ship: &Ship, procedure: &str, other: Option<&str>, rule: &'static str) {
        let id = ship.card.id.as_str();
        let target = other.and_then(|other| self.ships.get(other));
        let there = target.is_some_and(|target| target.present() && target.card.id != id);
        let bonded = |kind: &str| {
            let hers = |bond: &Bond| bond.joins(id) && other.is_none_or(|other| bond.joins(other));
            self.bonds.iter().any(|bond| bond.kind == kind && hers(bond))
        };
        let friend = target.is_some_and(|target| target.card.side == ship.card.side);
        let can = match procedure {
            "pass_tow" => there && friend,
            "cut_away" => there && bonded("alongside"),
            "unlock" => there && bonded("locked"),
            "refloat" => ship.now.aground,
            "rig_spar" => ship.now.spar == "carried" && ship.fired.is_empty() && !ship.busy,
            "clear_mines" | "drop_mines" => ship.fired.is_empty() && !ship.busy,
            "force_engines" => !ship.now.pressure_lost,
            "board" => there && !friend && ship.now.crew_parties > 0,
            _ => true,
        };
        self.hold(rule, can, "she has nothing to do that with", format!("{id} {procedure} {other:?}"));
        if let (Some(other), "board", false) = (other, procedure, self.typed) {
            self.touch(event, id, other);
        }
    }

    /// Checks that ships are in contact for boarding (SPB-6).
    fn touch(&mut self, event: &Event, id: &str, other: &str) {
        let places = (self.places.get(id), self.places.get(other));
        let (Some(&one), Some(&two)) = places else { return };
        let gap_in = plane::gap_in(&self.outline(id, one), &self.outline(other, two));
        let measured =
            event.at("/event/asked/0/answer/near/0/gap_in/sigma").and_then(serde_json::Value::as_f64);
        if measured.unwrap_or(0.0) == 0.0 && gap_in > TOUCHING_IN + 0.003 {
            self.hold("SPB-6", false, "they do not touch", format!("{id} {other} {gap_in:.3} in apart"));
        }
    }

    /// Checks that the umpire's entry was due.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn adjudicated(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, ship, procedure): (u64, String, String) =
            (event.read("/event/entry")?, event.read("/event/ship")?, event.read("/event/procedure")?);
        let at = self.entries.iter().position(|entry| entry.id() == id);
        let was = at.map(|at| self.entries.remove(at)).map(|entry| (entry.procedure, entry.ship));
        self.compare("SPB-AMB-4", was, Some((procedure, ship)));
        self.take(&event.read::<Follows>("/event/follows")?);
        self.part();
        if self.entries.is_empty() && self.step == "torpedoes" {
            self.markers.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_undertaking_has_its_phase() {
        for (procedure, step, _, rule) in UNDERTAKEN {
            assert_eq!(turn::rule(step), rule, "{procedure}");
        }
    }
}
