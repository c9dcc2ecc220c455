//! Boarding: parties embark, grapple, board, come under fire on the enemy's deck, and act there as the sheet
//! says (GUN-76 to GUN-82).

use super::damage::Due;
use super::ship::{Effect, SetUp, Ship};
use super::{Battle, Bond};
use crate::plane::{distance_in, gap_in, point};
use crate::record::{Event, Place, ReadError};
use serde_json::Value;
use std::collections::BTreeSet;

/// The most parties that a ship embarks (GUN-76), and a launch without a torpedo (GUN-83).
const MOST_PARTIES: u32 = 2;
const MOST_IN_A_LAUNCH: u32 = 1;
/// Hulls with at most this gap touch, inches.
const TOUCH_IN: f64 = 0.1;
/// The largest difference between two ways of measuring the same length, inches.
const ROUNDING_IN: f64 = 0.01;
/// A critical hit on unprotected men counts as the last column of launches (GUN-AMB-39).
pub(super) const CRITICAL_HITS: u32 = 7;

/// The result of a boarding die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Brings {
    Nothing,
    Guns(u32),
    Turret,
    Rudder,
    Smoke,
    Melee,
    Captured,
}

/// The result of a party's die on an ironclad (GUN-80), and whether it uses the party up (GUN-82).
fn on_iron(die: u8) -> (Brings, bool) {
    match die {
        2 => (Brings::Guns(1), true),
        3 => (Brings::Guns(2), true),
        4 => (Brings::Turret, false),
        5 => (Brings::Rudder, true),
        6 => (Brings::Smoke, true),
        _ => (Brings::Nothing, false),
    }
}

/// The result of the one die on an unarmored ship, by the number of parties on it (GUN-81); five and more
/// count as four (GUN-AMB-38).
fn on_wood(parties: u32, die: u8) -> (Brings, bool) {
    let (melee_from, captured_from) = match parties {
        1 => (5, 7),
        2 => (3, 6),
        3 => (2, 5),
        _ => (1, 3),
    };
    if die >= captured_from {
        (Brings::Captured, true)
    } else if die >= melee_from {
        (Brings::Melee, false)
    } else {
        (Brings::Nothing, true)
    }
}

impl Ship {
    fn most_parties(&self) -> u32 {
        match (self.card.launch, self.spar) {
            (false, _) => MOST_PARTIES,
            (true, false) => MOST_IN_A_LAUNCH,
            (true, true) => 0,
        }
    }

    /// Removes parties from the ship's deck; without any there is no melee (GUN-82).
    pub(super) fn lose_boarders(&mut self, parties: u32) {
        self.boarders = self.boarders.saturating_sub(parties);
        self.in_melee &= self.boarders > 0;
    }

    /// Tells whether the ship is full of smoke: it can't fire, and must steam away (GUN-80).
    pub(super) fn full_of_smoke(&self) -> bool {
        self.effects.contains(&Effect::SmokedOut)
    }
}

impl Battle<'_> {
    /// Checks launches, which need the umpire's permission (GUN-83), and the die for the number of parties,
    /// where the option asks for one (GUN-76).
    pub(super) fn opens(&mut self, event: &Event) -> Result<(), ReadError> {
        let ships: Vec<SetUp> = event.read("/event/ships")?;
        let allowed = self.on("gun.launches");
        for ship in ships.iter().filter(|ship| ship.card.launch) {
            self.report.hold("GUN-83", event.seq, allowed, "no launches in this battle", &ship.card.id);
        }
        if event.at("/event/rolls").is_none() {
            return Ok(());
        }
        let confederates = ships.iter().any(|ship| ship.card.side == "confederate");
        let thrown = self.chosen("gun.boarding_parties") == "dice" && confederates;
        self.calls_for(event, "GUN-76", if thrown { &["parties_formed"] } else { &[] })
    }

    /// Reads the parties embarked at the start of the battle.
    pub(super) fn parties_embarked(&mut self, event: &Event) -> Result<(), ReadError> {
        let ships: Vec<(String, u32)> = event.read("/event/ships")?;
        for (id, parties) in ships {
            self.embark(event, &id, parties)?;
        }
        Ok(())
    }

    fn embark(&mut self, event: &Event, id: &str, parties: u32) -> Result<(), ReadError> {
        let ship = self.ships.get_mut(id).ok_or_else(|| event.lacks("a ship that takes part"))?;
        let most = ship.most_parties();
        ship.parties += parties;
        let (reads, recorded) = (format!("{most} at most"), format!("{} in {id}", ship.parties));
        let holds = ship.parties <= most;
        self.report.hold("GUN-76", event.seq, holds, &reads, &recorded);
        Ok(())
    }

    pub(super) fn parties_formed(&mut self, event: &Event) -> Result<(), ReadError> {
        let formed = u32::from(self.die(event)?);
        self.report.compare("GUN-76", event.seq, formed, event.read("/event/parties")?);
        self.parties_ashore = formed;
        Ok(())
    }

    /// Checks an embarkation: from the parties formed, into Confederate ships, before any movement.
    pub(super) fn embarked(&mut self, event: &Event) -> Result<(), ReadError> {
        let orders: Vec<Value> = event.read("/event/ships")?;
        let first = self.turn == 1 && self.step == "union_move";
        self.report.hold("GUN-76", event.seq, first, "at the beginning of the battle", "later");
        for order in &orders {
            let (id, parties) = order_of(order);
            let side = self.ship(event, &id)?.card.side.clone();
            let there = parties <= self.parties_ashore && side == "confederate";
            let reads = format!("{} are left, for Confederate ships", self.parties_ashore);
            self.report.hold("GUN-76", event.seq, there, &reads, &format!("{parties} in {id}"));
            self.parties_ashore = self.parties_ashore.saturating_sub(parties);
            self.embark(event, &id, parties)?;
        }
        Ok(())
    }

    /// Checks who may grapple whom: at the end of the own side's move, in contact (GUN-77); a launch only a
    /// launch (GUN-85).
    pub(super) fn grapple_tried(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/attempt/ship")?;
        let target_id: String = event.read("/event/attempt/target")?;
        let (ship, target) = (self.ship(event, &id)?, self.ship(event, &target_id)?);
        let launches = ship.card.launch && target.card.launch;
        let rule = if launches { "GUN-85" } else { "GUN-77" };
        let boards = ship.card.side == "confederate" || self.on("gun.union_boarding");
        let joined = self.joined(&id, &target_id);
        let able = if launches { !joined } else { boards && ship.parties > 0 && !target.card.launch };
        let may = able
            && self.moving_side() == Some(ship.card.side.as_str())
            && ship.present()
            && target.present()
            && ship.card.side != target.card.side
            && ship.grapple_turn != Some(self.turn)
            && !ship.in_melee;
        let dice = if launches { 1 } else { ship.parties };
        let reads = format!("may board: {boards}, parties: {}, step: {}", ship.parties, self.step);
        self.report.hold(rule, event.seq, may, &reads, &format!("{id} grapples {target_id}"));
        let settled: Vec<Value> = event.read("/event/attempt/settled")?;
        let asked: Vec<Value> = event.read("/event/attempt/asked")?;
        let typed = asked.iter().any(|fact| self.typed.contains(&fact["query"]));
        let places = self.places.get(&id).zip(self.places.get(&target_id));
        // Bonded ships are in contact; players' settlements are accepted.
        if let Some((one, other)) = places.filter(|_| !joined && !typed && settled.is_empty()) {
            let gap = gap_in(&self.hull(&id, *one), &self.hull(&target_id, *other));
            self.report.hold(rule, event.seq, gap <= TOUCH_IN, &format!("{gap:.3} in apart"), "they touch");
        }
        self.calls_for(event, rule, if launches { &["launch_grapple"] } else { &["grapple"] })?;
        // One die for each party.
        self.report.compare(rule, event.seq, dice, event.read("/event/rolls/0/request/count")?);
        let turn = self.turn;
        self.named(event, "/event/attempt/ship")?.grapple_turn = Some(turn);
        Ok(())
    }

    fn joined(&self, one: &str, other: &str) -> bool {
        let joins = |bond: &Bond, id: &str| bond.first == id || bond.second == id;
        self.bonds.iter().any(|bond| joins(bond, one) && joins(bond, other))
    }

    /// A 4 to 6 brings that party onto the enemy's deck (GUN-77).
    pub(super) fn grapple_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let faces = self.every_face(event)?;
        let over = count(&faces, |face| face >= 4);
        self.report.compare("GUN-77", event.seq, over, event.read("/event/over")?);
        let ship = self.named(event, "/event/ship")?;
        let over = over.min(ship.parties);
        ship.parties -= over;
        let first = ship.card.id.clone();
        let target = self.named(event, "/event/target")?;
        target.boarders += over;
        let second = target.card.id.clone();
        if over > 0 && !self.joined(&first, &second) {
            self.bonds.push(Bond { kind: "grappled".to_owned(), first, second });
        }
        Ok(())
    }

    /// Hits on a deck with boarders: an ironclad takes no damage, another ship takes it as usual (GUN-79),
    /// and for each hit a die is thrown against the boarders (GUN-78). Returns whether the ship is spared.
    pub(super) fn boarders_hit(&mut self, event: &Event, ship: &str, hits: u32) -> Result<bool, ReadError> {
        let spared = self.ship(event, ship)?.card.ironclad;
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let party = rolls.iter().find(|roll| roll["request"]["purpose"] == "party");
        let dice = party.and_then(|roll| roll["request"]["count"].as_u64());
        self.report.compare("GUN-78", event.seq, Some(u64::from(hits)), dice);
        if spared {
            self.calls_for(event, "GUN-79", &["party"])?;
            self.due(event, "GUN-79", Due::of(ship, Vec::new()))?;
        }
        Ok(spared)
    }

    /// A 6 destroys a party (GUN-78).
    pub(super) fn parties_fired_at(&mut self, event: &Event) -> Result<(), ReadError> {
        let faces = self.every_face(event)?;
        let ship = self.named(event, "/event/ship")?;
        let destroyed = count(&faces, |face| face == 6).min(ship.boarders);
        ship.lose_boarders(destroyed);
        self.report.compare("GUN-78", event.seq, destroyed, event.read("/event/destroyed")?);
        Ok(())
    }

    /// Checks the dice of step 5: one for each party on an ironclad, one for all on another ship (GUN-80,
    /// GUN-81).
    pub(super) fn boarding_begins(&mut self, event: &Event) -> Result<(), ReadError> {
        let mut reads: Vec<(String, u32)> = Vec::new();
        for ship in self.ships.values().filter(|ship| ship.present() && ship.boarders > 0) {
            let (dice, parties) = if ship.card.ironclad { (ship.boarders, 1) } else { (1, ship.boarders) };
            reads.extend((0..dice).map(|_| (ship.card.id.clone(), parties)));
        }
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let boarding = rolls.iter().filter(|roll| roll["decides"]["use"] == "boarding");
        let mut recorded: Vec<(String, u32)> = Vec::new();
        for roll in boarding {
            let ship = roll["ship"].as_str().unwrap_or_default().to_owned();
            let parties = roll["decides"]["parties"].as_u64().unwrap_or(0) as u32;
            self.boardings.insert(roll["request"]["id"].as_u64().unwrap_or_default(), parties);
            recorded.push((ship, parties));
        }
        let ironclads = self.ships.values().filter(|ship| ship.card.ironclad);
        let ironclads: BTreeSet<String> = ironclads.map(|ship| ship.card.id.clone()).collect();
        for (rule, of_iron) in [("GUN-80", true), ("GUN-81", false)] {
            let of = |rolls: &[(String, u32)]| -> Vec<(String, u32)> {
                rolls.iter().filter(|(id, _)| ironclads.contains(id) == of_iron).cloned().collect()
            };
            let (reads, recorded) = (of(&reads), of(&recorded));
            if !reads.is_empty() || !recorded.is_empty() {
                self.report.compare(rule, event.seq, reads, recorded);
            }
        }
        Ok(())
    }

    pub(super) fn boarding_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let roll: u64 = event.read("/event/roll")?;
        let parties = self.boardings.remove(&roll).ok_or_else(|| event.lacks("the parties of its roll"))?;
        let id: String = event.read("/event/ship")?;
        let ship = self.ship(event, &id)?;
        let (rule, (brings, used_up)) =
            if ship.card.ironclad { ("GUN-80", on_iron(die)) } else { ("GUN-81", on_wood(parties, die)) };
        let turret = ship.next_turret();
        self.report.compare(rule, event.seq, parties, event.read("/event/parties")?);
        let outcome = match brings {
            Brings::Nothing => "nothing",
            Brings::Guns(_) => "hits",
            Brings::Turret if turret.is_none() => "nothing",
            Brings::Turret | Brings::Rudder | Brings::Smoke => "effect",
            Brings::Melee => "melee",
            Brings::Captured => "captured",
        };
        self.report.compare(rule, event.seq, Some(outcome), event.text("/event/outcome/outcome"));
        let all = if self.on("gun.board_uses_all") { parties } else { 1 };
        let spent = if used_up { all } else { 0 };
        self.report.compare("GUN-82", event.seq, spent, event.read("/event/spent")?);
        let guns = if let Brings::Guns(guns) = brings { guns } else { 0 };
        self.due(event, rule, Due::of(&id, vec![(guns, vec!["gun"])]))?;
        let ship = self.named(event, "/event/ship")?;
        ship.in_melee = brings == Brings::Melee;
        ship.lose_boarders(spent);
        match brings {
            Brings::Turret => {
                if let Some(mount) = turret {
                    let jammed = Effect::TurretJammed { mount };
                    self.report.compare(rule, event.seq, &jammed, &event.read("/event/outcome/effect")?);
                    self.named(event, "/event/ship")?.effects.push(jammed);
                }
            }
            Brings::Rudder => self.suffer(event, rule, Effect::RudderBound { moves_left: 3 })?,
            Brings::Smoke => self.suffer(event, rule, Effect::SmokedOut)?,
            Brings::Captured => self.lose(&id, "captured"),
            Brings::Nothing | Brings::Guns(_) | Brings::Melee => {}
        }
        Ok(())
    }

    /// Checks that a ship full of smoke comes no nearer to the enemy (GUN-80).
    pub(super) fn steams_away(&mut self, event: &Event, ship: &Ship, from: Place, to: Place) {
        let enemies =
            self.ships.values().filter(|other| other.present() && other.card.side != ship.card.side);
        let stacks: Vec<_> =
            enemies.filter_map(|other| self.places.get(&other.card.id)).map(|place| point(*place)).collect();
        let nearest = |place: Place| {
            stacks.iter().map(|at| distance_in(point(place), *at)).fold(f64::INFINITY, f64::min)
        };
        let (before, now) = (nearest(from), nearest(to));
        let holds = stacks.is_empty() || now >= before - ROUNDING_IN;
        let recorded = format!("{} comes from {before:.2} to {now:.2} in", ship.card.id);
        self.report.hold("GUN-80", event.seq, holds, "she steams away", &recorded);
    }

    /// Returns the faces of the roll that an event reads, and checks that they were thrown (GUN-1).
    pub(super) fn every_face(&mut self, event: &Event) -> Result<Vec<u8>, ReadError> {
        let roll: u64 = event.read("/event/roll")?;
        let thrown = self.faces.get(&roll).cloned().ok_or_else(|| event.lacks("the dice that it reads"))?;
        self.report.compare("GUN-1", event.seq, &thrown, &event.read("/event/faces")?);
        Ok(thrown)
    }
}

impl Ship {
    /// Returns a turret that can still turn.
    fn next_turret(&self) -> Option<String> {
        let jams = |mount: &str| {
            self.effects
                .iter()
                .any(|it| matches!(it, Effect::TurretJammed { mount: jammed } if jammed == mount))
        };
        let mut turrets = self.card.mounts.iter().filter(|mount| mount.turret.is_some());
        turrets.find(|mount| !jams(&mount.id)).map(|mount| mount.id.clone())
    }
}

fn order_of(order: &Value) -> (String, u32) {
    let ship = order["ship"].as_str().unwrap_or_default().to_owned();
    (ship, order["parties"].as_u64().unwrap_or(0) as u32)
}

/// Counts the faces that fulfil a condition.
pub(super) fn count(faces: &[u8], so: impl Fn(u8) -> bool) -> u32 {
    faces.iter().filter(|face| so(**face)).count() as u32
}
