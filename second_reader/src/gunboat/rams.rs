//! Rams and collisions (GUN-47 to GUN-52).

use super::damage::Due;
use super::{Battle, sheet};
use crate::plane::{apart_deg, gap_in};
use crate::record::{Event, ReadError};
use serde_json::Value;

/// Hulls with at most this gap touch, inches.
const TOUCH_IN: f64 = 0.1;
/// The largest difference between two ways of measuring the same angle, degrees.
const ROUNDING_DEG: f64 = 0.05;

impl Battle<'_> {
    pub(super) fn ran_into(&mut self, event: &Event) -> Result<(), ReadError> {
        let rammer_id: String = event.read("/event/impact/rammer")?;
        let target_id: String = event.read("/event/impact/target")?;
        let knots: u32 = event.read("/event/impact/knots")?;
        let (rammer, target) = (self.ship(event, &rammer_id)?, self.ship(event, &target_id)?);
        let reversed = !rammer.card.ironclad && target.card.ironclad;
        let has_ram = rammer.left("ram") > 0;
        self.report.compare("GUN-52", event.seq, reversed, event.read("/event/impact/reversed")?);
        self.report.compare("GUN-51", event.seq, has_ram, event.read("/event/impact/has_ram")?);
        // Where another book judged the contact, speed and angle are that book's.
        if event.at("/event/impact/angle_deg").is_some() {
            self.meeting(event, &rammer_id, &target_id)?;
        }
        let stops = self.on("gun.ram_stops");
        self.report.compare("GUN-AMB-25", event.seq, stops, event.read("/event/stops")?);
        if event.kind == "rammed" {
            self.calls_for(event, "GUN-48", &["white", "colored"])?;
            let rolls: Vec<Value> = event.read("/event/rolls")?;
            let hit: Vec<&str> = rolls.iter().filter_map(|roll| roll["ship"].as_str()).collect();
            let (white, colored) = if reversed { (&rammer_id, &target_id) } else { (&target_id, &rammer_id) };
            self.report.compare("GUN-52", event.seq, vec![white.as_str(), colored.as_str()], hit);
            for roll in &rolls {
                let id = roll.pointer("/request/id").and_then(Value::as_u64).unwrap_or_default();
                self.impacts.insert(id, (rammer_id.clone(), knots, has_ram));
            }
        }
        if event.kind == "spar_struck" {
            self.spar_struck(event)?;
        }
        let turn = self.turn;
        let rammer = self.named(event, "/event/impact/rammer")?;
        rammer.rammed_turn = Some(turn);
        if stops {
            rammer.speed = 0;
        }
        Ok(())
    }

    /// Checks who may run into whom, the geometry, and whether it is a ram.
    fn meeting(&mut self, event: &Event, rammer_id: &str, target_id: &str) -> Result<(), ReadError> {
        let (rammer, target) = (self.ship(event, rammer_id)?, self.ship(event, target_id)?);
        let joins = |bond: &super::Bond, id: &str| bond.first == id || bond.second == id;
        let may = self.moving_side() == Some(rammer.card.side.as_str())
            && rammer.present()
            && target.present()
            && rammer.card.side != target.card.side
            && rammer.under_way_turn == Some(self.turn)
            && rammer.rammed_turn != Some(self.turn)
            && !rammer.aground
            && !self.bonds.iter().any(|bond| joins(bond, rammer_id) && joins(bond, target_id));
        let knots = rammer.speed / 2;
        let names = format!("{rammer_id} at {target_id}");
        self.report.hold("GUN-47", event.seq, may, "she may not ram her now", &names);
        self.report.compare("GUN-AMB-26", event.seq, knots, event.read("/event/impact/knots")?);
        let settled: Vec<Value> = event.read("/event/impact/settled")?;
        let asked: Vec<Value> = event.read("/event/impact/asked")?;
        let typed = asked.iter().any(|fact| self.typed.contains(&fact["query"]));
        let angle: f64 = event.read("/event/impact/angle_deg/value")?;
        let places = self.places.get(rammer_id).zip(self.places.get(target_id));
        if let Some((one, other)) = places.filter(|_| !typed) {
            // The acute angle between the keels.
            let apart = apart_deg(one.heading_deg, other.heading_deg);
            let reads = apart.min(180.0 - apart);
            let gap = gap_in(&self.hull(rammer_id, *one), &self.hull(target_id, *other));
            let near = (reads - angle).abs() <= ROUNDING_DEG;
            self.report.hold("GUN-47", event.seq, near, &format!("{reads:.2} degrees"), &format!("{angle}"));
            let apart = format!("{gap:.3} in apart");
            self.report.hold("GUN-47", event.seq, gap <= TOUCH_IN, &apart, "they touch");
            if settled.is_empty() {
                let parts = self.parts_struck((rammer_id, *one), (target_id, *other));
                let part = event.text("/event/impact/part").unwrap_or_default();
                self.report.hold("GUN-47", event.seq, parts.contains(part), &format!("{parts:?}"), part);
            }
        }
        // On the side, at 60 to 90 degrees, with at least one knot: otherwise it is a collision (GUN-AMB-25).
        let on_side = event.text("/event/impact/part") == Some("side");
        let rams = on_side && (60.0..=90.0).contains(&angle) && knots >= 1;
        if settled.is_empty() {
            self.report.compare("GUN-47", event.seq, rams, event.kind != "collided");
        }
        Ok(())
    }

    pub(super) fn ram_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let roll: u64 = event.read("/event/roll")?;
        let (rammer, knots, had_ram) =
            self.impacts.remove(&roll).ok_or_else(|| event.lacks("the ram of its roll"))?;
        let id: String = event.read("/event/ship")?;
        let white = event.text("/event/which") == Some("white");
        let costs = sheet::ram(knots, white, die).ok_or_else(|| event.lacks("a row of the ramming table"))?;
        // A rammer with a ram loses one box less (GUN-51).
        let spared = u32::from(id == rammer && had_ram);
        let draft = costs.draft.saturating_sub(spared);
        self.report.compare("GUN-48", event.seq, draft, event.read("/event/draft")?);
        let ram_lost = costs.ram_lost && had_ram;
        self.report.compare("GUN-49", event.seq, ram_lost, event.read("/event/ram_lost")?);
        let checks: &[&str] =
            if costs.check_stack { &["stack_check_rammer", "stack_check_target"] } else { &[] };
        self.calls_for(event, "GUN-50", checks)?;
        self.due(event, "GUN-48", Due::of(&id, vec![(draft, vec!["draft"])]))?;
        if ram_lost {
            self.named(event, "/event/rammer")?.tick("ram", 1, false);
        }
        Ok(())
    }

    pub(super) fn stack_checked(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let ship = self.named(event, "/event/ship")?;
        let lost = die == 1 && ship.free("stack") > 0 && ship.fate.is_none();
        if lost {
            ship.tick("stack", 1, false);
        }
        self.report.compare("GUN-50", event.seq, lost, event.read("/event/lost")?);
        let thrown_for = lost && self.on("gun.stack_table_on_ram");
        self.calls_for(event, "GUN-43", if thrown_for { &["stack_loss"] } else { &[] })
    }
}
