//! Mahan's orders: the target, and the Battle Movement Display (MAH-12 to MAH-23).

use super::Battle;
use super::moves::hexes;
use crate::hexes::Stand;
use crate::record::{Event, ReadError};
use serde_json::Value;

/// The range of the display, hexes (MAH-12, MAH-23).
const GATE: i32 = 20;
/// The limit of rerolls (MAH-AMB-11).
const MOST_AGAIN: u64 = 20;
/// The last hex of each ring of the display (house: the sheet's own display is missing, MAH-AMB-1).
const RINGS: [i32; 3] = [5, 9, GATE];

/// A row: the highest face, the heading in hexsides from the Player ship's, and the order.
type Row = (u8, i32, char);

/// The starboard half of the display, ring by ring outwards: right ahead, on the bow, on the quarter, right
/// astern of the Player reference ship. P and S are 60° to port and starboard, A is ahead. The port half
/// mirrors it.
const DISPLAY: [[&[Row]; 4]; 3] = [
    [
        &[(3, 2, 'A'), (6, 4, 'A'), (8, 2, 'P'), (10, 4, 'S')],
        &[(5, 3, 'A'), (8, 3, 'S'), (10, 5, 'A')],
        &[(5, 4, 'A'), (7, 3, 'A'), (9, 3, 'S'), (10, 0, 'A')],
        &[(3, 1, 'A'), (6, 5, 'A'), (8, 1, 'P'), (10, 5, 'S')],
    ],
    [
        &[(3, 2, 'S'), (6, 4, 'P'), (8, 2, 'A'), (10, 4, 'A')],
        &[(4, 3, 'A'), (7, 3, 'S'), (10, 4, 'A')],
        &[(5, 4, 'A'), (8, 5, 'P'), (10, 5, 'A')],
        &[(4, 0, 'A'), (7, 1, 'P'), (10, 5, 'S')],
    ],
    [
        &[(6, 3, 'A'), (8, 3, 'P'), (10, 3, 'S')],
        &[(6, 4, 'A'), (10, 3, 'S')],
        &[(7, 5, 'A'), (10, 4, 'S')],
        &[(8, 0, 'A'), (9, 1, 'P'), (10, 5, 'S')],
    ],
];

/// The sextant of one ship relative to another, clockwise from the bow; an edge belongs to the next sextant.
fn sextant(from: Stand, to: Stand) -> i32 {
    // Bearings between hexes can be exactly on an edge: rounding must not move them off it.
    let bearing = (from.bearing_deg(to.hex) + 30.0 + 1e-6).rem_euclid(360.0);
    (bearing / 60.0) as i32 % 6
}

/// The heading, in hexsides clockwise from the Player ship's, and the order.
fn on_display(distance: i32, sextant: i32, face: u8) -> Option<(i32, &'static str)> {
    let ring = RINGS.iter().position(|last| distance <= *last)?;
    let to_port = sextant > 3;
    let half = if to_port { 6 - sextant } else { sextant };
    let row = DISPLAY[ring].get(half as usize)?.iter().find(|row| face <= row.0)?;
    let heading = if to_port { (6 - row.1).rem_euclid(6) } else { row.1 };
    let order = match (row.2, to_port) {
        ('A', _) => "ahead",
        ('P', false) | ('S', true) => "60_port",
        _ => "60_starboard",
    };
    Some((heading, order))
}

/// The movement of a Mahan formation: by the display, or without dice.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sails {
    /// By the display, against this Player reference ship.
    ByDisplay(String),
    /// By this course, with its target and rule.
    Without { course: &'static str, target: Option<String>, rule: &'static str },
    /// Continues an unfinished About (MAH-AMB-6).
    AboutGoesOn,
}

impl Battle<'_> {
    /// The nearest ship; among equally near ones that of the highest Value (MAH-12, MAH-14).
    fn nearest(
        &self,
        own: &[(String, Stand)],
        visible: bool,
        may: impl Fn(&str) -> bool,
    ) -> Option<(String, i32)> {
        let mut best: Option<(String, i32, u32)> = None;
        for (id, at) in self.players().filter(|(id, _)| may(id)) {
            let seen = own.iter().filter(|(_, from)| !visible || self.sees(from.hex, at.hex));
            let Some(distance) = seen.map(|(_, from)| from.hex.distance(at.hex)).min() else { continue };
            let value = self.value(id);
            let nearer =
                |best: &(String, i32, u32)| (distance, u32::MAX - value) < (best.1, u32::MAX - best.2);
            if best.as_ref().is_none_or(nearer) {
                best = Some((id.clone(), distance, value));
            }
        }
        best.map(|(id, distance, _)| (id, distance))
    }

    fn sails(&self, id: &str) -> Sails {
        let own = self.members(id);
        let group = self.groups.get(id).cloned().unwrap_or_default();
        let about = group.order.starts_with("about") && group.turned < 3 && group.ordered;
        if self.about_carries_over && about && !group.retreats {
            return Sails::AboutGoesOn;
        }
        let without = |course, target, rule| Sails::Without { course, target, rule };
        if group.retreats {
            return without("retreat", None, "MAH-13");
        }
        // A ship that sails alone attacks with its torpedo or its ram (MAH-32, MAH-34).
        if let [(alone, _)] = own.as_slice()
            && let Some(vessel) = self.vessels.get(alone)
        {
            let spar = vessel.has_spar();
            let may = |target: &str| spar || (vessel.has_ram() && self.may_be_rammed(target));
            if let Some((target, _)) = self.nearest(&own, true, may) {
                let (course, rule) = if spar { ("spar", "MAH-34") } else { ("ram", "MAH-32") };
                return without(course, Some(target), rule);
            }
        }
        match self.nearest(&own, true, |_| true) {
            Some((player, distance)) if distance <= GATE => Sails::ByDisplay(player),
            _ => match self.nearest(&own, false, |_| true) {
                Some((target, _)) => without("approach", Some(target), "MAH-12"),
                None => without("ordered", None, "MAH-12"),
            },
        }
    }

    /// Checks a die for Mahan's orders: its reference ships, and its rule (MAH-14, MAH-19).
    pub(super) fn asks_for_orders(&mut self, event: &Event, roll: &Value) {
        let decides = &roll["decides"];
        let kind = decides["decides"].as_str().unwrap_or_default();
        if !matches!(kind, "display" | "about" | "reference") {
            return;
        }
        let word = |key: &str| decides[key].as_str().unwrap_or_default().to_owned();
        let (group, player) = (word("group"), word("player"));
        self.orders_due.insert(roll["request"]["id"].as_u64().unwrap_or_default(), decides.clone());
        self.report.compare("MAH-14", event.seq, self.sails(&group), Sails::ByDisplay(player.clone()));
        let Some(theirs) = self.stands.get(&player).copied() else { return };
        let own = self.members(&group);
        let off = |at: &Stand| at.hex.distance(theirs.hex);
        let nearest = own.iter().map(|(_, at)| off(at)).min();
        let tied: Vec<&String> =
            own.iter().filter(|(_, at)| Some(off(at)) == nearest).map(|(id, _)| id).collect();
        if kind == "reference" {
            let recorded: Vec<&str> =
                decides["tied"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            return self.report.compare("MAH-14", event.seq, tied.len() > 1, tied == recorded);
        }
        let mahan = word("mahan");
        let holds = tied.contains(&&mahan);
        self.report.hold("MAH-14", event.seq, holds, &format!("{tied:?} is the reference ship"), &mahan);
        if let Some(stand) = self.stands.get(&mahan).copied() {
            // Each astern of the other, on opposite courses (MAH-AMB-10).
            let opposite = (stand.facing - theirs.facing).rem_euclid(6) == 3;
            let behind = opposite && sextant(theirs, stand) == 3 && sextant(stand, theirs) == 3;
            self.report.compare("MAH-19", event.seq, behind, kind == "about");
        }
    }

    /// Notes the face of a die for Mahan's orders.
    pub(super) fn orders_thrown(&mut self, event: &Event) {
        for rolled in &event.rolled {
            let Some(decides) = self.orders_due.remove(&rolled.request.id) else { continue };
            let group = decides["group"].as_str().unwrap_or_default().to_owned();
            if let (true, Some(face)) = (decides["decides"] != "reference", rolled.thrown.faces.first()) {
                self.orders_thrown.insert(group, (decides, *face));
            }
        }
    }

    /// Reads the display for the die thrown: the formation's heading, and its order.
    fn reads_display(&self, decides: &Value, face: u8) -> Option<(i32, &'static str)> {
        let stand = |key: &str| self.stands.get(decides[key].as_str()?).copied();
        let (theirs, own) = (stand("player")?, stand("mahan")?);
        let (hexsides, order) = on_display(theirs.hex.distance(own.hex), sextant(theirs, own), face)?;
        Some(((theirs.facing + hexsides).rem_euclid(6), order))
    }

    /// The rule that prohibits a result: it leads astern (MAH-15), or off the map (MAH-16); none where it is
    /// allowed.
    fn prohibited(&self, id: &str, heading: i32, order: &str) -> Option<&'static str> {
        let lead = self.members(id).first()?.1;
        let apart = (heading - lead.facing).rem_euclid(6);
        if apart == 3 {
            return Some("MAH-15");
        }
        let speed = slowed(self.highest_speed(id), apart);
        let rounds: Vec<usize> = (1..=4).map(|ahead| hexes(speed, self.step.0 + ahead)).collect();
        let stays = |from: Stand, turns_after: usize| {
            let mut here = Stand { facing: heading, ..from };
            rounds.iter().enumerate().all(|(round, hexes)| {
                let stays = (0..*hexes).all(|_| {
                    here.hex = here.hex.next(here.facing);
                    self.map.may_sail(here.hex, self.reroll_ashore)
                });
                if round == turns_after {
                    here.facing += match order {
                        "60_port" => -1,
                        "60_starboard" => 1,
                        _ => 0,
                    };
                }
                stays
            })
        };
        // The turn may come at the end of any round (MAH-21).
        let whenever = (0..4).all(|after| self.members(id).iter().all(|(_, from)| stays(*from, after)));
        (!whenever).then_some("MAH-16")
    }

    /// Checks a reroll.
    pub(super) fn rerolled(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/group")?;
        let Some((decides, face)) = self.orders_thrown.remove(&id) else {
            return Err(event.lacks("the die of its order"));
        };
        self.report.compare("MAH-14", event.seq, face, event.read("/event/face")?);
        let (heading, order) =
            self.reads_display(&decides, face).ok_or_else(|| event.lacks("a sector of the display"))?;
        let rule: String = event.read("/event/rule")?;
        let reads = self.prohibited(&id, heading, order);
        let may = decides["rerolls"].as_u64() < Some(MOST_AGAIN);
        self.report.hold("MAH-AMB-11", event.seq, may, "twenty were thrown", "thrown again");
        let known = if rule == "MAH-15" { "MAH-15" } else { "MAH-16" };
        self.report.compare(known, event.seq, reads, Some(rule.as_str()));
        Ok(())
    }

    /// Checks the orders of a formation: their rule, the speed, and the display's result.
    pub(super) fn has_orders(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/group")?;
        let (speed, cost): (usize, usize) = (event.read("/event/speed")?, event.read("/event/cost")?);
        let (order, course): (String, String) =
            (event.read("/event/order")?, event.read("/event/course/course")?);
        let highest = self.highest_speed(&id);
        self.report.compare("MAH-14", event.seq, highest, speed + cost);
        let thrown = self.orders_thrown.remove(&id);
        let Some((decides, face)) = thrown else {
            let target = event.text("/event/player");
            let reads = self.sails(&id);
            let Sails::Without { course: kind, target: at, rule } = &reads else {
                self.report.disagree("MAH-14", event.seq, format!("{reads:?}"), course);
                return Ok(());
            };
            self.report.compare(rule, event.seq, (*kind, at.as_deref()), (course.as_str(), target));
            return Ok(());
        };
        let rule = event.text("/event/rule").unwrap_or_default();
        if decides["decides"] == "about" {
            let reads = if face <= 5 { "about_port" } else { "about_starboard" };
            self.report.compare("MAH-19", event.seq, reads, order.as_str());
            self.report.compare("MAH-17", event.seq, 0, cost);
            return Ok(());
        }
        let read =
            self.reads_display(&decides, face).ok_or_else(|| event.lacks("a sector of the display"))?;
        let lead = self.members(&id).first().map_or(0, |(_, lead)| lead.facing);
        let prohibited = self.prohibited(&id, read.0, read.1);
        let last = decides["rerolls"].as_u64() >= Some(MOST_AGAIN);
        let (heading, reads) = match prohibited {
            Some(_) if last => {
                self.report.compare("MAH-AMB-11", event.seq, "MAH-AMB-11", rule);
                (lead, "ahead")
            }
            prohibited => {
                self.report.compare(prohibited.unwrap_or("MAH-16"), event.seq, None, prohibited);
                read
            }
        };
        self.report.compare("MAH-23", event.seq, reads, order.as_str());
        let apart = (heading - lead).rem_euclid(6);
        self.report.compare("MAH-17", event.seq, slowed(highest, apart), speed);
        // Ships on another heading turn at once.
        let places: Vec<(String, Stand)> = event.read("/event/places")?;
        let turn = self.members(&id).into_iter().take(if self.line_ahead { 1 } else { usize::MAX });
        let reads: Vec<(String, Stand)> = turn
            .map(|(ship, stand)| (ship, stand, Stand { facing: heading, ..stand }))
            .filter(|(_, stand, turned)| stand != turned)
            .map(|(ship, _, turned)| (ship, turned))
            .collect();
        self.report.compare("MAH-15", event.seq, reads, places);
        Ok(())
    }
}

/// The speed left by a new heading: 60 degrees cost 1, 120 cost 3, never below 1; a stopped ship stays
/// stopped (MAH-17, MAH-AMB-18).
fn slowed(speed: usize, apart: i32) -> usize {
    let cost = match apart {
        1 | 5 => 1,
        2 | 4 => 3,
        _ => 0,
    };
    speed.saturating_sub(cost).max(1).min(speed)
}
