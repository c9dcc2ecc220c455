//! Mortars (GUN-59 to GUN-71).

use super::Battle;
use super::sheet;
use super::ship::Ship;
use crate::plane::{Point, distance_in, point};
use crate::record::{Event, ReadError};
use serde_json::{Value, json};

/// The largest difference between two ways of measuring the same length, inches.
const ROUNDING_IN: f64 = 0.01;
/// The half size of a fort's gun on the table, inches: small, but not zero.
const GUN_IN: f64 = 0.015;

impl Battle<'_> {
    /// Tells whether the ship is stationary, so that a mortar may fire at it (GUN-60).
    fn stationary(&self, ship: &Ship) -> bool {
        let last_turn = ship.under_way_turn.is_some_and(|turn| turn + 1 == self.turn);
        let still_under_way = !ship.has_moved && ship.speed > 0 && last_turn;
        ship.under_way_turn != Some(self.turn) && !still_under_way
    }

    /// The target point, and the ship there.
    fn aimed_at(&self, aim: &Value) -> (Option<Point>, Option<&Ship>) {
        match aim["at"].as_str() {
            Some("ship") => {
                let id = aim["ship"].as_str().unwrap_or_default();
                (self.places.get(id).copied().map(point), self.ships.get(id))
            }
            Some("fort_gun") => {
                let gun = aim["gun"].as_str().unwrap_or_default();
                (self.forts.values().find_map(|fort| fort.stands(gun)), None)
            }
            _ => (aim["x_in"].as_f64().zip(aim["y_in"].as_f64()).map(|(x, y)| [x, y]), None),
        }
    }

    pub(super) fn mortar_fired(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/shot/ship")?;
        let mount: String = event.read("/event/shot/mount")?;
        let aim: Value = event.read("/event/shot/aim")?;
        let boat = self.ship(event, &id)?;
        let gun =
            boat.card.mounts.iter().find(|own| own.id == mount).ok_or_else(|| event.lacks("her mortar"))?;
        let (spot, mark) = self.aimed_at(&aim);
        let may = self.fire_step()
            && self.volleys.is_empty()
            && boat.present()
            && boat.under_way_turn != Some(self.turn)
            && boat.ready(gun) > 0
            && gun.kind == "mortar";
        let still = mark
            .is_none_or(|mark| self.stationary(mark) && mark.present() && mark.card.side != boat.card.side);
        let bore: String = gun.gun.chars().take_while(|sign| sign.is_ascii_digit() || *sign == '.').collect();
        let (circle_in, most_in) = sheet::mortar_in(bore.parse().unwrap_or(0.0));
        let (circle_in, most_in) = (circle_in * self.scale(), most_in * self.scale());
        let least_in = sheet::MORTAR_LEAST_IN * self.scale();
        // The same point in consecutive turns counts on (GUN-63).
        let turns = match boat.mortar_spots.get(&mount) {
            Some((spot, turn, turns)) if *spot == aim && *turn == self.turn => *turns,
            Some((spot, turn, turns)) if *spot == aim && *turn + 1 == self.turn => turns + 1,
            _ => 1,
        };
        self.report.hold("GUN-59", event.seq, may, "her mortar may not fire now", &id);
        self.report.hold("GUN-60", event.seq, still, "the target moves, or is no enemy", &aim.to_string());
        self.report.compare("GUN-64", event.seq, circle_in, event.read("/event/shot/circle_in")?);
        self.report.compare("GUN-63", event.seq, turns, event.read("/event/shot/turns")?);
        let range_in: f64 = event.read("/event/shot/range_in/value")?;
        let settled: Vec<Value> = event.read("/event/shot/settled")?;
        let asked: Vec<Value> = event.read("/event/shot/asked")?;
        let typed = asked.iter().any(|fact| self.typed.contains(&fact["query"]));
        let in_range = (least_in..=most_in).contains(&range_in) || !settled.is_empty();
        self.report.hold(
            "GUN-61",
            event.seq,
            in_range,
            &format!("{least_in} to {most_in} in"),
            &format!("{range_in} in"),
        );
        if let Some((from, spot)) = self.places.get(&id).copied().map(point).zip(spot).filter(|_| !typed) {
            let reads = distance_in(from, spot);
            let near = (reads - range_in).abs() <= ROUNDING_IN;
            self.report.hold("GUN-61", event.seq, near, &format!("{reads:.3} in"), &format!("{range_in} in"));
            if settled.is_empty() {
                self.under_the_circle(event, spot, circle_in)?;
            }
        }
        let turn = self.turn;
        self.mortar_shots = true;
        let boat = self.named(event, "/event/shot/ship")?;
        *boat.fired.entry(mount.clone()).or_default() += 1;
        boat.mortar_turn = Some(turn);
        boat.mortar_spots.insert(mount, (aim, turn, turns));
        self.calls_for(event, "GUN-62", &["mortar"])
    }

    /// Checks the guns of forts inside the burst circle; guns on its edge are accepted either way.
    fn under_the_circle(&mut self, event: &Event, spot: Point, circle_in: f64) -> Result<(), ReadError> {
        let under: Vec<String> = event.read("/event/shot/under")?;
        if event.text("/event/shot/aim/at") == Some("ship") {
            return Ok(());
        }
        let guns: Vec<(String, f64)> = self
            .forts
            .values()
            .flat_map(|fort| fort.gun_ids().map(|gun| (gun.to_owned(), fort.stands(gun))))
            .filter_map(|(gun, at)| Some((gun, distance_in(spot, at?))))
            .collect();
        for (gun, away_in) in guns {
            let doubtful = (away_in - circle_in / 2.0).abs() <= ROUNDING_IN + GUN_IN;
            let holds = doubtful || (away_in <= circle_in / 2.0) == under.contains(&gun);
            self.report.hold(
                "GUN-66",
                event.seq,
                holds,
                &format!("{gun} is {away_in:.3} in off"),
                &format!("{under:?}"),
            );
        }
        Ok(())
    }

    pub(super) fn mortar_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = u32::from(self.die(event)?);
        let roll: u64 = event.read("/event/roll")?;
        let shot = self.mortar_rolls.remove(&roll).ok_or_else(|| event.lacks("the shot of its roll"))?;
        let total = die + shot.turns - 1;
        let hit = total >= 10;
        self.report.compare(
            "GUN-62",
            event.seq,
            (total, hit),
            (event.read("/event/total")?, event.read("/event/hit")?),
        );
        if hit && shot.on_ship {
            self.calls_for(event, "GUN-65", &["critical"])?;
            return Ok(());
        }
        let turn = self.turn;
        let (mut silenced, mut checks) = (Vec::new(), Vec::new());
        for (id, fort) in self.forts.iter_mut().filter(|(_, fort)| hit && fort.fate.is_none()) {
            let own: Vec<&String> = shot.under.iter().filter(|gun| fort.has(gun)).collect();
            // One extra die a turn for any number of shells (GUN-67).
            if !own.is_empty() && !fort.checked(turn) {
                checks.push("fort_critical_check");
            }
            for gun in own {
                let phases = fort.silence(gun, turn);
                silenced.push(json!({ "fort": id, "gun": gun, "phases": phases }));
            }
        }
        let recorded: Vec<Value> = event.read("/event/silenced")?;
        self.report.compare("GUN-66", event.seq, &silenced, &recorded);
        self.calls_for(event, "GUN-67", &checks)
    }

    pub(super) fn fort_check_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let critical = self.die(event)? == 10;
        self.report.compare("GUN-67", event.seq, critical, event.read("/event/critical")?);
        self.calls_for(event, "GUN-67", if critical { &["fort_critical"] } else { &[] })
    }

    /// Notes the purpose of a mortar's die.
    pub(super) fn note_mortar_rolls(&mut self, event: &Event) {
        let rolls = event.at("/event/rolls").and_then(Value::as_array).into_iter().flatten();
        for roll in rolls.filter(|roll| roll.pointer("/decides/use").is_some_and(|name| name == "mortar")) {
            let decides = &roll["decides"];
            let under = decides["under"].as_array().into_iter().flatten();
            let shot = Shot {
                turns: decides["turns"].as_u64().unwrap_or(1) as u32,
                on_ship: decides["on_ship"] == true,
                under: under.filter_map(Value::as_str).map(str::to_owned).collect(),
            };
            if let Some(id) = roll.pointer("/request/id").and_then(Value::as_u64) {
                self.mortar_rolls.insert(id, shot);
            }
        }
    }
}

/// The question that a mortar's die decides.
#[derive(Debug, Clone)]
pub(super) struct Shot {
    turns: u32,
    on_ship: bool,
    under: Vec<String>,
}
