//! Speeds and moves: allowed speeds, steering, and distances (GUN-8 to GUN-19).

use super::Battle;
use super::sheet;
use super::ship::{Effect, Ship};
use super::way::Way;
use crate::record::{Event, Place, ReadError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The limits of speed for one move, half knots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Limits {
    slowest: u32,
    fastest: u32,
    coasting: bool,
}

/// A ship's speed before a decision, half knots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    speed: u32,
    /// The speed rung up for this turn's move, or made in it.
    rung: Option<u32>,
}

/// Half knots gained, lost by backing, and lost by coasting in a move (GUN-10 to GUN-12).
const GAIN: u32 = 2;
const BACK: u32 = 8;
const COAST: u32 = 4;

/// A ship has moved if it is further than this from its earlier place, inches.
pub(super) const NUDGE_IN: f64 = 0.1;
/// The rounding of places in the record, inches and degrees.
const PLACE_ROUNDED: (f64, f64) = (0.001, 0.01);
/// The largest difference between two measures of the same length by rounding, inches.
const ROUNDING_IN: f64 = 0.01;

impl Battle<'_> {
    /// All ships bonded to a ship and moving along with it.
    fn along_with(&self, id: &str) -> Vec<&Ship> {
        let mut found = vec![id];
        let mut next = 0;
        while let Some(one) = found.get(next).copied() {
            for bond in self.bonds.iter().filter(|bond| !matches!(bond.kind.as_str(), "tugged" | "locked")) {
                let other = if bond.first == one { &bond.second } else { &bond.first };
                let joins = bond.first == one || bond.second == one;
                if joins && !found.contains(&other.as_str()) {
                    found.push(other);
                }
            }
            next += 1;
        }
        found.into_iter().skip(1).filter_map(|id| self.ships.get(id)).collect()
    }

    /// Notes the speeds of all ships.
    pub(super) fn find_speeds(&mut self) {
        let found = |ship: &Ship| Found {
            speed: ship.speed,
            rung: ship.rung.or(ship.has_moved.then_some(ship.speed)),
        };
        self.found = self.ships.iter().map(|(id, ship)| (id.clone(), found(ship))).collect();
    }

    fn limits(&self, ship: &Ship) -> Limits {
        let power = ship.power(self.turn);
        let along = self.along_with(&ship.card.id);
        let taken_along = along.iter().map(|other| other.power(self.turn)).max().unwrap_or(0);
        let coasted = ship.speed.saturating_sub(COAST);
        if power == 0 && taken_along == 0 {
            let free = self.on("gun.coast_first_turn_free") && !ship.coasting;
            let speed = if free { ship.speed } else { coasted };
            return Limits { slowest: speed, fastest: speed, coasting: true };
        }
        let top = if power == 0 { taken_along } else { power };
        let fastest = (ship.speed + GAIN).min(top.max(coasted));
        let slowest = ship.speed.saturating_sub(BACK).min(fastest);
        // Under its own power a ship goes no faster than the slowest ship bonded to it.
        let found = along.iter().filter_map(|other| self.found.get(&other.card.id));
        let together = found.map(|other| other.speed + GAIN).min().filter(|_| power > 0);
        let fastest = together.map_or(fastest, |together| fastest.min(together.max(slowest)));
        Limits { slowest, fastest, coasting: false }
    }

    /// The speed of a ship's move: as rung up for it or for the ship that tows it, otherwise the possible
    /// speed nearest to its last.
    fn speed_of_move(&self, ship: &Ship, limits: Limits) -> u32 {
        let along = || {
            let others = self.along_with(&ship.card.id);
            let rung = others.iter().filter_map(|other| self.found.get(&other.card.id)?.rung);
            let rung = rung.max().filter(|_| ship.power(self.turn) == 0)?;
            Some(rung.clamp(limits.slowest, limits.fastest))
        };
        let usual = ship.speed.clamp(limits.slowest, limits.fastest);
        ship.rung.or_else(along).unwrap_or(usual)
    }

    /// Tells whether the ship may not move at all.
    fn held(&self, ship: &Ship) -> bool {
        let locked = |bond: &super::Bond| {
            bond.kind == "locked" && (bond.first == ship.card.id || bond.second == ship.card.id)
        };
        let this_turn = |turn: Option<u32>| turn == Some(self.turn);
        ship.ashore
            || ship.aground
            || ship.anchored
            || ship.in_melee
            || this_turn(ship.grapple_turn)
            || this_turn(ship.mortar_turn)
            || self.bonds.iter().any(locked)
    }

    /// Checks that the ship moves in its own side's step, once a turn (GUN-4).
    pub(super) fn her_step(&mut self, event: &Event, id: &str) -> Result<(), ReadError> {
        let ship = self.ship(event, id)?;
        let own = self.moving_side() == Some(ship.card.side.as_str());
        let may = own && ship.present() && !ship.has_moved;
        self.report.hold("GUN-5", event.seq, may, "not her step", id);
        Ok(())
    }

    pub(super) fn speed_rung(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/ship")?;
        let speed: u32 = event.read("/event/speed")?;
        self.her_step(event, &id)?;
        let ship = self.ship(event, &id)?;
        let (limits, held) = (self.limits(ship), self.held(ship));
        self.report.compare("GUN-10", event.seq, limits, event.read("/event/limits")?);
        let may = !held && (limits.slowest..=limits.fastest).contains(&speed);
        self.report.hold(
            "GUN-9",
            event.seq,
            may,
            &format!("{limits:?}, held: {held}"),
            &format!("{speed} half knots"),
        );
        self.named(event, "/event/ship")?.rung = Some(speed);
        Ok(())
    }

    pub(super) fn stayed_put(&mut self, event: &Event) -> Result<(), ReadError> {
        let side = self.moving_side();
        let own = self.ships.values().filter(|ship| Some(ship.card.side.as_str()) == side);
        let mut reads = Vec::new();
        for ship in own.filter(|ship| ship.present() && !ship.has_moved) {
            let limits = self.limits(ship);
            let usual = ship.speed.clamp(limits.slowest, limits.fastest);
            let speed = if self.held(ship) { 0 } else { ship.rung.unwrap_or(usual) };
            // A ship that was stationary and stays so has nothing to check.
            if (ship.speed, ship.coasting, speed) != (0, limits.coasting, 0) {
                let kept = json!({ "ship": ship.card.id, "speed": speed, "coasting": limits.coasting });
                reads.push(kept);
            }
        }
        let recorded: Vec<Value> = event.read("/event/ships")?;
        self.report.compare("GUN-12", event.seq, &reads, &recorded);
        for kept in &recorded {
            let Some(ship) = self.ships.get_mut(kept["ship"].as_str().unwrap_or_default()) else { continue };
            ship.speed = kept["speed"].as_u64().unwrap_or(0) as u32;
            ship.coasting = kept["coasting"].as_bool().unwrap_or(false);
            (ship.rung, ship.has_moved) = (None, true);
        }
        Ok(())
    }

    fn radius_in(&self, circle: &str) -> f64 {
        sheet::circle_in(circle) / 2.0 * self.scale()
    }

    /// The steering that a ship must or may use: its own, and what a short move allows in addition.
    fn steerings(&self, ship: &Ship, allowance_in: f64) -> Vec<Value> {
        let own_in = self.radius_in(&ship.card.circle);
        let jammed = ship.effects.iter().find_map(|effect| match effect {
            Effect::RudderJammed { helm, .. } => Some(helm),
            _ => None,
        });
        let keeps =
            |effect: &Effect| matches!(effect, Effect::PilotBlinded { .. } | Effect::RudderBound { .. });
        let short = allowance_in <= 2.0 * self.scale();
        let sidewheel = ship.card.propulsion == "sidewheel";
        let any_circle = sidewheel && (short || self.on("gun.sidewheel_any_circle_always"));
        let radius_in = if any_circle { own_in.min(self.radius_in("a")) } else { own_in };
        let own = if let Some(helm) = jammed {
            json!({ "steering": "hard_over", "helm": helm, "radius_in": own_in })
        } else if ship.effects.iter().any(keeps) {
            json!({ "steering": "straight" })
        } else {
            json!({ "steering": "circle", "radius_in": radius_in })
        };
        let mut all = vec![own];
        if sidewheel {
            all.push(json!({ "steering": "pivot" }));
        } else if self.bonds.iter().any(|bond| bond.kind == "tugged" && bond.second == ship.card.id) {
            all.push(json!({ "steering": "circle", "radius_in": self.radius_in("a") }));
        }
        if self.amount("gun.astern_max") > 0.0 && ship.speed == 0 && jammed.is_none() {
            all.push(json!({ "steering": "astern" }));
        }
        all
    }

    pub(super) fn moved(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/review/ship")?;
        let allowed = self.allowed.remove(&id);
        if !allowed {
            self.her_step(event, &id)?;
        }
        let ship = self.ship(event, &id)?.clone();
        let limits = self.limits(&ship);
        self.report.compare("GUN-10", event.seq, limits, event.read("/event/review/limits")?);
        self.report.compare("GUN-9", event.seq, ship.speed, event.read("/event/review/last")?);
        let steering: Value = event.read("/event/review/steering")?;
        let astern = steering["steering"] == "astern";
        let mut speed = self.speed_of_move(&ship, limits);
        let mut allowance_in = f64::from(speed) / 2.0 * self.scale();
        let steerings = self.steerings(&ship, allowance_in);
        let may = steerings.contains(&steering);
        self.report.hold("GUN-14", event.seq, may, &format!("{steerings:?}"), &steering.to_string());
        if astern {
            let knots = f64::from(ship.power(self.turn)) / 2.0;
            speed = 0;
            allowance_in = knots.min(self.amount("gun.astern_max")) * self.scale();
        }
        self.report.compare("GUN-8", event.seq, speed, event.read("/event/review/speed")?);
        self.report.compare("GUN-8", event.seq, allowance_in, event.read("/event/review/allowance_in")?);
        let way = self.way(event, &ship, &steering)?;
        let straight_in = way.as_ref().map_or(0.0, |way| way.1);
        // A ship that may not move must be where it was. What the umpire allowed is accepted.
        if !allowed {
            let stays = !self.held(&ship) || straight_in <= NUDGE_IN + ROUNDING_IN;
            self.report.hold(
                "GUN-54",
                event.seq,
                stays,
                "she is held where she is",
                &format!("{straight_in} in"),
            );
            let length_in: f64 = event.read("/event/review/way/length_in/value")?;
            let sigma_in: f64 = event.read("/event/review/way/length_in/sigma")?;
            let far = length_in <= allowance_in + 2.0 * sigma_in + 1e-9 || self.held(&ship);
            self.report.hold(
                "GUN-18",
                event.seq,
                far,
                &format!("{allowance_in} in at most"),
                &format!("{length_in} in"),
            );
        }
        if let Some((from, to)) = ship.stood.zip(self.places.get(&id).copied())
            && ship.full_of_smoke()
            && !allowed
        {
            self.steams_away(event, &ship, from, to);
        }
        let met = self.hazards(event, &ship, way.map(|way| way.0), straight_in)?;
        let turn = self.turn;
        let ship = self.named(event, "/event/review/ship")?;
        (ship.speed, ship.coasting, ship.rung, ship.has_moved) = (speed, limits.coasting, None, true);
        if straight_in > NUDGE_IN {
            ship.under_way_turn = Some(turn);
        }
        if met.iter().any(|(_, kind)| kind == "shore") {
            (ship.ashore, ship.aground, ship.speed) = (true, true, 0);
        }
        Ok(())
    }

    /// The way between a ship's two places, and the distance between them; checks that the record agrees.
    fn way(&mut self, event: &Event, ship: &Ship, steering: &Value) -> Result<Option<(Way, f64)>, ReadError> {
        let id = &ship.card.id;
        let Some((from, to)) = ship.stood.zip(self.places.get(id).copied()) else { return Ok(None) };
        let straight = Way::straight(from, to);
        let straight_in = straight.length_in();
        let typed = self.typed.iter().any(|query| query["ask"] == "way" && query["ship"] == id.as_str());
        if event.at("/event/review/way").is_none() || typed {
            return Ok(Some((straight, straight_in)));
        }
        let recorded_in: f64 = event.read("/event/review/way/straight_in/value")?;
        let near = (straight_in - recorded_in).abs() <= ROUNDING_IN;
        self.report.hold(
            "GUN-19",
            event.seq,
            near,
            &format!("{straight_in:.3} in apart"),
            &format!("{recorded_in}"),
        );
        let radius_in = steering["radius_in"].as_f64();
        let way = match (steering["steering"].as_str(), radius_in) {
            (Some("circle"), Some(radius_in)) => Way::shortest(from, to, radius_in),
            _ => straight,
        };
        let recorded_in: f64 = event.read("/event/review/way/length_in/value")?;
        let off_in: f64 = event.read("/event/review/way/off_in/value")?;
        // With a jammed helm each length leads to one place: the record gives the ship's distance from it.
        if steering["steering"] == "circle" && off_in <= ROUNDING_IN {
            // On a short way with turns, a small error of its end counts more than one of its length.
            let near = |way: &Way| (way.length_in() - recorded_in).abs() <= 3.0 * ROUNDING_IN;
            // At short distances the shortest way can jump: before rounding, the place may have been on the
            // other side.
            let unrounded =
                |radius_in| unrounded(to).iter().any(|to| near(&Way::shortest(from, *to, radius_in)));
            let near = near(&way) || radius_in.is_some_and(unrounded);
            let reads = format!("{:.3} in by circles of {radius_in:?} in", way.length_in());
            self.report.hold("GUN-18", event.seq, near, &reads, &format!("{recorded_in} in"));
        }
        if let ("hard_over", Some(radius_in)) = (steering["steering"].as_str().unwrap_or_default(), radius_in)
        {
            let turned: f64 = event.read("/event/review/way/turned_deg/value")?;
            let hand = if steering["helm"] == "port" { -1.0 } else { 1.0 };
            let reads = hand * (recorded_in / radius_in).to_degrees();
            let near = crate::plane::apart_deg(reads, turned) <= 1.0 + (off_in / radius_in).to_degrees();
            self.report.hold(
                "GUN-46",
                event.seq,
                near,
                &format!("{reads:.1} degrees"),
                &format!("{turned} degrees"),
            );
        }
        Ok(Some((way, straight_in)))
    }
}

/// The possible places of a model before rounding.
fn unrounded(place: Place) -> Vec<Place> {
    let (in_, deg) = PLACE_ROUNDED;
    let mut all = Vec::new();
    for (east, north) in [(-in_, 0.0), (in_, 0.0), (0.0, -in_), (0.0, in_), (0.0, 0.0)] {
        for turned in [-deg, 0.0, deg] {
            let (x_in, y_in) = (place.x_in + east, place.y_in + north);
            all.push(Place { x_in, y_in, heading_deg: place.heading_deg + turned });
        }
    }
    all
}
