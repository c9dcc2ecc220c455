//! Steam launches and spar torpedoes (GUN-83 to GUN-89).

use super::boarding::count;
use super::ship::{Effect, Ship};
use super::{Battle, Bond, Volley};
use crate::record::{Event, ReadError};
use serde_json::Value;
use std::collections::BTreeSet;

/// The effect of hits on a launch (GUN-84): the face from which its fire is out, and from which it sinks.
fn on_a_launch(hits: u32, die: u8) -> &'static str {
    let (out_from, sunk_from) = match hits {
        0..=2 => (4, 6),
        3 | 4 => (3, 5),
        5 | 6 => (3, 4),
        _ => (2, 3),
    };
    if die >= sunk_from {
        "sunk"
    } else if die >= out_from {
        "fire_out"
    } else {
        "nothing"
    }
}

impl Ship {
    /// The engine's fire is out for a number of moves (GUN-43, GUN-84).
    fn fire_out(&mut self, moves_left: u32) {
        self.effects.retain(|old| !matches!(old, Effect::FiresOut { .. }));
        self.effects.push(Effect::FiresOut { moves_left });
    }
}

/// Launches in one melee: the Union's, and the Confederates'.
type Melee = (Vec<String>, Vec<String>);

impl Battle<'_> {
    /// Checks the aim: at boarders only if there are any (GUN-78); launches (GUN-84) and locked pairs
    /// (GUN-88) have rules of their own.
    pub(super) fn aimed(&mut self, event: &Event, target: &str, aim: &str) {
        let Some(ship) = self.ships.get(target) else { return };
        if aim == "boarders" {
            let boarded = ship.boarders > 0;
            return self.report.hold("GUN-78", event.seq, boarded, "no boarders are on her", target);
        }
        let reads = self.aims_at(target);
        if (reads, aim) != ("ship", "ship") {
            let rule = if reads == "locked" { "GUN-88" } else { "GUN-84" };
            self.report.compare(rule, event.seq, reads, aim);
        }
    }

    fn aims_at(&self, target: &str) -> &'static str {
        let launch = self.ships.get(target).is_some_and(|ship| ship.card.launch);
        let locks = |bond: &Bond| bond.kind == "locked" && (bond.first == target || bond.second == target);
        match (launch, self.bonds.iter().any(locks)) {
            (_, true) => "locked",
            (true, false) => "launch",
            (false, false) => "ship",
        }
    }

    /// Hits on launches take dice (GUN-84); on a locked pair each hit first takes a die for the boat that is
    /// struck (GUN-88).
    pub(super) fn launch_hit(&mut self, event: &Event, volley: &Volley, hits: u32) -> Result<(), ReadError> {
        let locked = volley.aim == "locked";
        let (rule, purpose) = if locked { ("GUN-88", "locked") } else { ("GUN-84", "launch") };
        self.calls_for(event, rule, &[purpose])?;
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let recorded_hits = if locked { rolls[0]["request"]["count"].as_u64() } else { decided(&rolls[0]) };
        self.report.compare(rule, event.seq, Some(u64::from(hits)), recorded_hits);
        if !locked {
            self.note_launch_roll(&rolls[0], hits);
        }
        Ok(())
    }

    fn note_launch_roll(&mut self, roll: &Value, hits: u32) {
        self.launch_rolls.insert(roll["request"]["id"].as_u64().unwrap_or_default(), hits);
    }

    pub(super) fn launch_hit_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let roll: u64 = event.read("/event/roll")?;
        let hits = self.launch_rolls.remove(&roll).ok_or_else(|| event.lacks("the hits of its roll"))?;
        self.report.compare("GUN-84", event.seq, hits, event.read("/event/hits")?);
        let reads = on_a_launch(hits, die);
        self.report.compare("GUN-84", event.seq, Some(reads), event.text("/event/outcome"));
        let takes_hold = self.takes_hold();
        self.report.compare("GUN-AMB-11", event.seq, Some(takes_hold), event.text("/event/takes_hold"));
        let launch = self.named(event, "/event/launch")?;
        let id = launch.card.id.clone();
        match reads {
            // No power in the next move.
            "fire_out" => launch.fire_out(1),
            "sunk" if takes_hold == "now" => self.lose(&id, "sunk"),
            "sunk" => launch.foundering = true,
            _ => {}
        }
        Ok(())
    }

    /// A 1 to 3 strikes the Union's boat, a 4 to 6 the Confederates' (GUN-88).
    pub(super) fn locked_hits_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let faces = self.every_face(event)?;
        let on_union = count(&faces, |face| face <= 3);
        let boats: (String, String) = (event.read("/event/union")?, event.read("/event/confederate")?);
        let struck = [(boats.0, on_union), (boats.1, faces.len() as u32 - on_union)];
        let reads: Vec<(String, u64)> =
            struck.into_iter().filter(|(_, hits)| *hits > 0).map(|(id, hits)| (id, hits.into())).collect();
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let boat_hits = |roll: &Value| {
            (roll["ship"].as_str().unwrap_or_default().to_owned(), decided(roll).unwrap_or_default())
        };
        let recorded: Vec<(String, u64)> = rolls.iter().map(boat_hits).collect();
        self.report.compare("GUN-88", event.seq, &reads, &recorded);
        for (roll, (_, hits)) in rolls.iter().zip(reads) {
            self.note_launch_roll(roll, hits as u32);
        }
        Ok(())
    }

    /// A 4 to 6 locks the two together (GUN-85).
    pub(super) fn launch_grapple_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let locked = self.die(event)? >= 4;
        self.report.compare("GUN-85", event.seq, locked, event.read("/event/locked")?);
        if locked {
            let bond: Bond = event.read("/event/bond")?;
            self.report.compare("GUN-85", event.seq, "locked", bond.kind.as_str());
            self.bonds.push(bond);
        }
        Ok(())
    }

    /// Every group of locked launches fights in step 5 (GUN-4, GUN-86).
    pub(super) fn melees_begin(&mut self, event: &Event) -> Result<(), ReadError> {
        let reads = self.melees();
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let fights = rolls.iter().filter(|roll| roll["decides"]["use"] == "melee");
        let recorded: Vec<Melee> = fights.map(|roll| sides_of(&roll["decides"])).collect();
        if !reads.is_empty() || !recorded.is_empty() {
            self.report.compare("GUN-86", event.seq, &reads, &recorded);
        }
        Ok(())
    }

    fn melees(&self) -> Vec<Melee> {
        let locks: Vec<&Bond> = self.bonds.iter().filter(|bond| bond.kind == "locked").collect();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        for bond in &locks {
            if seen.contains(bond.first.as_str()) {
                continue;
            }
            let mut crowd = BTreeSet::from([bond.first.as_str()]);
            loop {
                let near = locks.iter().filter(|lock| {
                    crowd.contains(lock.first.as_str()) != crowd.contains(lock.second.as_str())
                });
                let more: Vec<&str> = near.flat_map(|lock| [lock.first.as_str(), &lock.second]).collect();
                if more.is_empty() {
                    break;
                }
                crowd.extend(more);
            }
            seen.extend(&crowd);
            let union = |id: &&str| self.ships.get(*id).is_some_and(|ship| ship.card.side == "union");
            let (own, others): (Vec<&str>, Vec<&str>) = crowd.into_iter().partition(union);
            let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
            found.push((owned(own), owned(others)));
        }
        found
    }

    /// The higher die wins, with one added per launch more. A winner's own 6 sinks; otherwise the winners
    /// take their captives home (GUN-86, GUN-87, GUN-AMB-39).
    pub(super) fn melee_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let faces = self.every_face(event)?;
        let (union, confederate) = sides_of(event.need("/event")?);
        let &[ours, theirs] = faces.as_slice() else { return Err(event.lacks("a die for each side")) };
        let more = |own: &[String], others: &[String]| own.len().saturating_sub(others.len()) as u8;
        let totals = [ours + more(&union, &confederate), theirs + more(&confederate, &union)];
        self.report.compare("GUN-86", event.seq, totals.to_vec(), event.read("/event/totals")?);
        let won = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(("union", ours == 6, union, confederate)),
            std::cmp::Ordering::Less => Some(("confederate", theirs == 6, confederate, union)),
        };
        let outcome = event.text("/event/outcome/melee");
        let Some((by, sinks, winners, losers)) = won else {
            self.report.compare("GUN-86", event.seq, Some("goes_on"), outcome);
            return Ok(());
        };
        self.report.compare("GUN-86", event.seq, Some("won"), outcome);
        self.report.compare("GUN-86", event.seq, Some(by), event.text("/event/outcome/by"));
        self.report.compare("GUN-86", event.seq, sinks, event.read("/event/outcome/sinks")?);
        let fate = if sinks { "sunk" } else { "captured" };
        let home: &[String] = if sinks { &[] } else { &winners };
        let fates = losers.iter().map(|id| (id, fate)).chain(home.iter().map(|id| (id, "gone home")));
        for (id, fate) in fates {
            let changed = event.changed.iter().find(|changed| changed.ship == *id);
            let recorded = changed.and_then(|changed| changed.fate.as_deref());
            self.report.compare("GUN-87", event.seq, (id, Some(fate)), (id, recorded));
            self.lose(id, fate);
        }
        Ok(())
    }

    /// A launch with a spar torpedo strikes like a ram, and the torpedo table is thrown (GUN-89); launches
    /// can't be torpedoed (GUN-58).
    pub(super) fn spar_struck(&mut self, event: &Event) -> Result<(), ReadError> {
        self.calls_for(event, "GUN-89", &["torpedo"])?;
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        let struck: String = event.read("/event/impact/target")?;
        self.report.compare("GUN-89", event.seq, Some(struck.as_str()), rolls[0]["ship"].as_str());
        let launch = self.ship(event, &struck)?.card.launch;
        self.report.hold("GUN-58", event.seq, !launch, "launches can't be torpedoed", &struck);
        let spent: bool = event.read("/event/spent")?;
        let striker = self.named(event, "/event/impact/rammer")?;
        let carries = striker.spar && striker.card.launch;
        striker.spar &= !spent;
        let id = striker.card.id.clone();
        self.report.hold("GUN-83", event.seq, carries, "she carries no spar torpedo", &id);
        self.spars.insert(rolls[0]["request"]["id"].as_u64().unwrap_or_default(), id);
        Ok(())
    }
}

/// The hits for which a launch's die is thrown.
fn decided(roll: &Value) -> Option<u64> {
    roll["decides"]["hits"].as_u64()
}

fn sides_of(melee: &Value) -> Melee {
    let ids = |key: &str| {
        let ids = melee[key].as_array().into_iter().flatten();
        ids.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    (ids("union"), ids("confederate"))
}
