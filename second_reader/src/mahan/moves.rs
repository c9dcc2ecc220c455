//! Orders and moves: the Movement Chart, new headings, turns in a round (MAH-5 to MAH-24).

use super::Battle;
use crate::hexes::Stand;
use crate::record::{Event, ReadError};
use serde_json::Value;

/// Hexes in each round, by speed from 1 (MAH-24).
const CHART: [[usize; 8]; 16] = [
    [1, 0, 0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 1, 0, 0, 0],
    [1, 1, 0, 0, 1, 0, 0, 0],
    [1, 1, 0, 0, 1, 1, 0, 0],
    [1, 1, 1, 0, 1, 1, 0, 0],
    [1, 1, 1, 0, 1, 1, 1, 0],
    [1, 1, 1, 1, 1, 1, 1, 0],
    [1, 1, 1, 1, 1, 1, 1, 1],
    [2, 1, 1, 1, 1, 1, 1, 1],
    [2, 1, 1, 1, 2, 1, 1, 1],
    [2, 2, 1, 1, 2, 1, 1, 1],
    [2, 2, 1, 1, 2, 2, 1, 1],
    [2, 2, 2, 1, 2, 2, 1, 1],
    [2, 2, 2, 1, 2, 2, 2, 1],
    [2, 2, 2, 2, 2, 2, 2, 1],
    [2, 2, 2, 2, 2, 2, 2, 2],
];

/// Possible orders for Mahan's ships (MAH-20).
const ORDERS: [&str; 5] = ["ahead", "60_port", "60_starboard", "about_port", "about_starboard"];

/// The hexes that a speed gives in a round; none at speed 0.
pub(super) fn hexes(speed: usize, round: u32) -> usize {
    let row = speed.checked_sub(1).and_then(|row| CHART.get(row.min(CHART.len() - 1)));
    row.and_then(|row| row.get((round as usize).wrapping_sub(1))).copied().unwrap_or(0)
}

/// The number of 60° turns in a Player's order (MAH-5, MAH-6).
fn turns_of(order: &str) -> u32 {
    match order {
        "turn60" => 1,
        "turn120" | "s_turn" => 2,
        "about" => 3,
        _ => 0,
    }
}

impl Battle<'_> {
    pub(super) fn player_ordered(&mut self, event: &Event) -> Result<(), ReadError> {
        let orders: Vec<Value> = event.read("/event/orders")?;
        for order in &orders {
            let id = order["group"].as_str().unwrap_or_default();
            let speed = order["speed"].as_u64().unwrap_or(0) as usize;
            let (most, capacity) = (self.highest_speed(id), self.capacity(id, speed).per_turn);
            self.report.hold(
                "MAH-5",
                event.seq,
                speed <= most,
                &format!("{most} at most"),
                &speed.to_string(),
            );
            let turns = turns_of(order["order"]["order"].as_str().unwrap_or_default());
            let recorded = format!("{turns} turns");
            self.report.hold(
                "MAH-7",
                event.seq,
                turns <= capacity,
                &format!("{capacity} at most"),
                &recorded,
            );
            let group = self.groups.entry(id.to_owned()).or_default();
            group.speed = speed;
            group.order = order["order"]["order"].as_str().unwrap_or_default().to_owned();
            group.hand = if order["order"]["side"] == "port" { -1 } else { 1 };
            (group.turned, group.ordered, group.mahan) = (0, true, false);
        }
        Ok(())
    }

    /// Checks the cost of a new heading: 1 for 60 degrees, 3 for 120, never below speed 1; 180 only by
    /// MAH-19.
    pub(super) fn mahan_ordered(&mut self, event: &Event) -> Result<(), ReadError> {
        let places: Vec<(String, Stand)> = event.read("/event/places")?;
        let (cost, speed): (usize, usize) = (event.read("/event/cost")?, event.read("/event/speed")?);
        let order: String = event.read("/event/order")?;
        self.has_orders(event)?;
        self.report.hold("MAH-20", event.seq, ORDERS.contains(&order.as_str()), "one of five orders", &order);
        let mut costs = 0;
        for (ship, stand) in places {
            let before = self.stands.insert(ship, stand);
            let turned = before.map_or(0, |before| (stand.facing - before.facing).rem_euclid(6));
            costs = match turned {
                0 => costs,
                1 | 5 => 1,
                2 | 4 => 3,
                _ => 9,
            };
        }
        // A speed that is 1 afterwards may have had less to lose, and a stopped ship loses none (MAH-AMB-18).
        let holds = cost == costs || (speed <= 1 && cost < costs && costs < 9);
        self.report.hold(
            "MAH-17",
            event.seq,
            holds,
            &format!("a cost of {costs}"),
            &format!("{cost}, speed {speed}"),
        );
        let about = event.text("/event/rule") != Some("MAH-19") || order.starts_with("about");
        self.report.hold("MAH-19", event.seq, about, "about", &order);
        let course: String = event.read("/event/course/course")?;
        let target = event.text("/event/course/target").map(str::to_owned);
        let ordered = course == "ordered";
        let group = self.group(event)?;
        (group.course, group.target, group.spar_turns) = (course, target, 0);
        group.hand = if order.ends_with("port") { -1 } else { 1 };
        (group.speed, group.order, group.turned) = (speed, order, 0);
        (group.ordered, group.mahan) = (ordered, true);
        Ok(())
    }

    /// Checks a move: the chart's number of hexes, each straight ahead (MAH-10, MAH-22, MAH-24).
    pub(super) fn moved(&mut self, event: &Event) -> Result<(), ReadError> {
        let passages: Vec<Value> = event.read("/event/passages")?;
        let (round, line_ahead) = (self.step.0, self.line_ahead);
        let group = self.group(event)?.clone();
        let charted = hexes(group.speed, round);
        self.holds_course(event, &event.read::<String>("/event/group")?, &passages)?;
        let mut moved = false;
        for passage in &passages {
            let ship = passage["ship"].as_str().unwrap_or_default().to_owned();
            let mut here = Stand::read(&passage["from"])?;
            let known = self.stands.get(&ship).copied();
            self.report.compare("MAH-24", event.seq, known.or(Some(here)), Some(here));
            let places = passage["places"].as_array().into_iter().flatten();
            let places: Vec<Stand> = places.map(Stand::read).collect::<Result<_, _>>()?;
            let end = passage["end"]["end"].as_str().unwrap_or_default();
            let mut gone = 0;
            for place in places {
                // A ram may turn in place any number of times (MAH-33); otherwise ships go straight ahead on
                // their heading.
                let turns = place.hex == here.hex;
                let ahead = turns || place.hex == here.hex.next(place.facing);
                let straight = !group.ordered || line_ahead || (!turns && place.facing == here.facing);
                let reads = format!("straight ahead of {here:?}");
                self.report.hold("MAH-10", event.seq, ahead && straight, &reads, &format!("{place:?}"));
                gone += usize::from(!turns);
                here = place;
            }
            moved |= gone > 0;
            let whole = gone == charted || (end != "chart" && gone < charted);
            let recorded = format!("{gone} hexes, then {end}");
            self.report.hold("MAH-24", event.seq, whole, &format!("{charted} hexes"), &recorded);
            self.meets(event, &ship, here, &passage["end"]);
            if let Some(vessel) = self.vessels.get_mut(&ship) {
                vessel.turned_here &= gone == 0;
                vessel.gone |= end == "left";
            }
            self.stands.insert(ship, here);
            // A ram ends the rammer's speed (GUN-AMB-25).
            if matches!(end, "rammed" | "struck") {
                let group = self.group(event)?;
                (group.speed, group.ordered, group.course) = (0, true, "ordered".to_owned());
            }
        }
        self.group(event)?.moved |= moved;
        Ok(())
    }

    /// Checks each turn of 60 degrees by its rule.
    pub(super) fn turned(&mut self, event: &Event) -> Result<(), ReadError> {
        let hexsides: i32 = event.read("/event/hexsides")?;
        let rule: String = event.read("/event/rule")?;
        let round = self.step.0;
        if rule == "MAH-8" {
            self.players_turn(event, hexsides)?;
        }
        let group = self.group(event)?;
        let turns = hexsides.unsigned_abs();
        let (may, known) = match rule.as_str() {
            // By the die, or without one at the end of the fourth round, once.
            "MAH-21" => (group.turned == 0 && (group.turns_now || round.is_multiple_of(4)), "MAH-21"),
            // In rounds in which the ship moved, three times.
            "MAH-22" => (group.turned < 3 && group.moved, "MAH-22"),
            _ => (group.turned + turns <= turns_of(&group.order), "MAH-8"),
        };
        // The second turn of an S goes back.
        let hand = if group.order == "s_turn" && group.turned == 1 { -group.hand } else { group.hand };
        let holds = may && turns >= 1 && hexsides.signum() == hand;
        let reads = format!("{:?}, {} turns made", group.order, group.turned);
        group.turned += turns;
        group.turns_now = false;
        self.report.hold(known, event.seq, holds, &reads, &format!("{hexsides} hexsides in round {round}"));
        let places: Vec<(String, Stand)> = event.read("/event/places")?;
        for (ship, stand) in places {
            if let Some(vessel) = self.vessels.get_mut(&ship) {
                vessel.turned_here = true;
            }
            let before = self.stands.insert(ship, stand);
            let turned = before.map(|before| (before.facing + hexsides).rem_euclid(6));
            self.report.compare(known, event.seq, turned.or(Some(stand.facing)), Some(stand.facing));
        }
        Ok(())
    }

    /// Checks a Player's turn: before or after the move, in rounds with a move, never twice in one hex
    /// (MAH-8); two at once only as one turn of 120°, if capacity allows (MAH-9).
    fn players_turn(&mut self, event: &Event, hexsides: i32) -> Result<(), ReadError> {
        let id: String = event.read("/event/group")?;
        let round = self.step.0;
        let group = self.groups.get(&id).cloned().unwrap_or_default();
        let moves = hexes(group.speed, round) > 0;
        let here = |(ship, _): &(String, Stand)| self.vessels.get(ship).is_some_and(|it| it.turned_here);
        let again = self.members(&id).iter().any(here);
        let reads =
            format!("moves: {moves}, turned in this round: {}, in this hex: {again}", group.turned_now);
        self.report.hold("MAH-8", event.seq, moves && !group.turned_now && !again, &reads, &id);
        if hexsides.abs() > 1 {
            let capacity = self.capacity(&id, group.speed).per_hex;
            let may = group.order == "turn120" && capacity >= 2 && hexsides.abs() == 2;
            self.report.hold("MAH-9", event.seq, may, &format!("{capacity} in a hex"), &hexsides.to_string());
        }
        self.groups.entry(id).or_default().turned_now = true;
        Ok(())
    }

    pub(super) fn dice_due(&mut self, event: &Event) -> Result<(), ReadError> {
        let rolls: Vec<Value> = event.read("/event/rolls")?;
        for roll in &rolls {
            self.asks_for_orders(event, roll);
        }
        for roll in rolls.iter().filter(|roll| roll["decides"]["decides"] == "sixty") {
            let group = roll["decides"]["group"].as_str().unwrap_or_default().to_owned();
            let id = roll["request"]["id"].as_u64().unwrap_or_default();
            self.sixties.insert(id, group);
        }
        Ok(())
    }

    /// A 1 to 3 turns a formation now (MAH-21).
    pub(super) fn sixties_thrown(&mut self, event: &Event) {
        for rolled in &event.rolled {
            let group = self.sixties.remove(&rolled.request.id);
            let turns = rolled.thrown.faces.first().is_some_and(|face| *face <= 3);
            if let Some(group) = group.and_then(|id| self.groups.get_mut(&id)) {
                group.turns_now = turns;
            }
        }
    }
}
