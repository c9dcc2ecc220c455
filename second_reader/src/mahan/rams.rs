//! Targets of Mahan's guns, rams and torpedoes (MAH-25, MAH-30 to MAH-35).

use super::Battle;
use crate::hexes::Stand;
use crate::record::{Event, ReadError};
use serde_json::Value;

/// The distance at which a spar torpedo is lowered, hexes; one turn is left from then on (MAH-35).
const LOWERED: i32 = 4;
const TURNS_LOWERED: u32 = 1;

/// The part of a ship that a bow on this heading hits (MAH-33).
fn part(heading: i32, target: i32) -> &'static str {
    match (heading - target).rem_euclid(6) {
        0 => "stern",
        3 => "bow",
        _ => "broadside",
    }
}

impl Battle<'_> {
    /// Checks the end of a ship's way at another ship: a ram, a strike, or neither.
    pub(super) fn meets(&mut self, event: &Event, ship: &str, here: Stand, end: &Value) {
        let kind = end["end"].as_str().unwrap_or_default();
        if !matches!(kind, "ship" | "rammed" | "struck") {
            return;
        }
        let met = end[if kind == "ship" { "ship" } else { "target" }].as_str().unwrap_or_default();
        let Some(other_stand) = self.stands.get(met).copied() else { return };
        let ahead = here.hex.next(here.facing);
        let (own, other) = (self.vessels.get(ship), self.vessels.get(met));
        let Some((own, other)) = own.zip(other) else { return };
        let reads = match (own.mahan != other.mahan, own.has_spar(), own.has_ram() && self.may_be_rammed(met))
        {
            (false, ..) | (true, false, false) => "ship",
            (true, true, _) => "struck",
            (true, false, true) => "rammed",
        };
        let rule = if own.has_spar() { "MAH-34" } else { "MAH-31" };
        self.report.compare("MAH-24", event.seq, ahead, other_stand.hex);
        self.report.compare(rule, event.seq, reads, kind);
        if kind == "rammed" {
            let reads = part(here.facing, other_stand.facing);
            self.report.compare("MAH-33", event.seq, Some(reads), end["part"].as_str());
        }
        if kind == "struck" {
            self.spends_spar(ship);
        }
    }

    /// Checks that a ram keeps a target that may be rammed (MAH-32), and that a torpedo's boat turns at most
    /// once within four hexes (MAH-35).
    pub(super) fn holds_course(
        &mut self,
        event: &Event,
        group: &str,
        passages: &[Value],
    ) -> Result<(), ReadError> {
        let Some((course, target)) = self.groups.get(group).map(|it| (it.course.clone(), it.target.clone()))
        else {
            return Ok(());
        };
        let Some(target) = target else { return Ok(()) };
        if course == "ram" {
            let may = self.may_be_rammed(&target) && self.vessels.get(&target).is_some_and(|it| !it.gone);
            self.report.hold("MAH-32", event.seq, may, "she goes back to her orders", &target);
        }
        let Some(enemy) = self.stands.get(&target).copied().filter(|_| course == "spar") else {
            return Ok(());
        };
        for passage in passages {
            let mut here = Stand::read(&passage["from"])?;
            for place in passage["places"].as_array().into_iter().flatten() {
                let place = Stand::read(place)?;
                let turned = place.facing != here.facing && here.hex.distance(enemy.hex) <= LOWERED;
                let turns = self.groups.get_mut(group).map_or(0, |it| {
                    it.spar_turns += u32::from(turned);
                    it.spar_turns
                });
                let recorded = format!("{turns} turns");
                self.report.hold("MAH-35", event.seq, turns <= TURNS_LOWERED, "one turn", &recorded);
                here = place;
            }
        }
        Ok(())
    }

    /// Checks a new course: a ram whose target may no longer be rammed returns to its orders (MAH-32).
    pub(super) fn course_set(&mut self, event: &Event) -> Result<(), ReadError> {
        let course: String = event.read("/event/course/course")?;
        let target = event.text("/event/course/target").map(str::to_owned);
        let last = self.group(event)?.clone();
        if let (Some("MAH-32"), Some(was)) = (event.text("/event/rule"), &last.target) {
            let gone = self.vessels.get(was).is_none_or(|it| it.gone);
            let reverts = gone || !self.may_be_rammed(was);
            self.report.hold("MAH-32", event.seq, reverts, "she may still be rammed", was);
        }
        let group = self.group(event)?;
        group.ordered = course == "ordered";
        if group.target != target {
            group.spar_turns = 0;
        }
        (group.course, group.target) = (course, target);
        Ok(())
    }

    /// Checks that each of Mahan's guns fires at the nearest ship that it can hit; among equally near ones at
    /// that of the highest Value (MAH-25, MAH-AMB-16).
    pub(super) fn at_the_nearest(&mut self, event: &Event, shooter: &str, inner: &Value) {
        let Some((guns, from)) = self.guns.as_ref().zip(self.stands.get(shooter)) else { return };
        let target = inner.pointer("/salvo/target").and_then(Value::as_str).unwrap_or_default();
        let Some(at) = self.stands.get(target) else { return };
        let order = |id: &str, at: &Stand| (from.hex.distance(at.hex), u32::MAX - self.value(id));
        let chosen = order(target, at);
        let mounts = inner.pointer("/salvo/mounts").and_then(Value::as_array).into_iter().flatten();
        let mut nearer = Vec::new();
        for mount in mounts.filter_map(|mount| mount["mount"].as_str()) {
            let better = self
                .players()
                .find(|(id, at)| order(id, at) < chosen && guns.could_hit(shooter, mount, id) == Some(true));
            nearer.push((mount.to_owned(), better.map(|(id, _)| id.clone())));
        }
        for (mount, better) in nearer {
            let reads = format!("at {better:?}");
            self.report.hold(
                "MAH-AMB-16",
                event.seq,
                better.is_none(),
                &reads,
                &format!("{mount} at {target}"),
            );
        }
    }
}
