//! Moves, drift and mines (SPB-3, SPB-4, SPB-9 to SPB-11, SPB-30).

use super::drift::grazes;
use super::due::{Due, Entry, Expected, Follows, What};
use super::guns::Measured;
use super::ship::{Place as Location, Ship};
use super::ways::{self, turned_deg};
use super::world::{World, whole};
use crate::plane;
use crate::record::{Event, ReadError};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The largest distance that counts as not moved, inches.
const NUDGE_IN: f64 = 0.1;
/// The tolerance of places and headings around a course, inches (house).
pub const OFF_COURSE_IN: f64 = 0.25;
const OFF_COURSE_DEG: f64 = 10.0;
/// The least turn by a jammed helm, degrees (house, SPB-AMB-30).
const TURNED_DEG: f64 = 5.0;
/// Hulls closer than this touch, inches (house): models are placed by hand.
pub const TOUCHING_IN: f64 = 0.05;
/// The tolerance for the length of a way with limited turns, by rounded places, inches.
const LENGTH_WITHIN_IN: f64 = 0.05;
/// Distances closer than this to the border of contact are not judged, inches.
pub const SURE_IN: f64 = 0.003;

#[derive(Debug, Deserialize)]
struct Review {
    ship: String,
    speed: i32,
    allowance_in: Option<f64>,
    steering: Steering,
    way: Option<Way>,
    mined: Vec<String>,
    #[serde(default)]
    obstacles: Vec<String>,
    touches: Vec<String>,
    reasons: Vec<serde_json::Value>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "steering", rename_all = "snake_case")]
enum Steering {
    Pivot,
    Straight,
    Circle { radius_in: f64 },
    HardOver { helm: String, radius_in: f64 },
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Way {
    length_in: Measured,
    straight_in: Measured,
    turned_deg: Measured,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "declares", rename_all = "snake_case")]
enum Declares {
    Ram { target: String },
    Spar { target: String },
}

impl World<'_> {
    /// The steering that the ship is bound to, and the rule for it.
    fn steering(&self, ship: &Ship) -> (Steering, &'static str) {
        let radius_in = self.options.turn_radius_in * f64::from(ship.card.turn_class + self.best(ship).0);
        if ship.now.steering {
            return (Steering::Straight, "SPB-25");
        }
        if ship.now.helmsman.is_some_and(|through| through >= self.turn) {
            return (Steering::Straight, "SPB-30");
        }
        match &ship.now.helm {
            _ if radius_in <= 0.0 => (Steering::Pivot, "SPB-AMB-4"),
            Some(helm) => (Steering::HardOver { helm: helm.clone(), radius_in }, "SPB-30"),
            None => (Steering::Circle { radius_in }, "SPB-9"),
        }
    }

    /// Checks a completed move.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn moved(&mut self, event: &Event) -> Result<(), ReadError> {
        let review: Review = event.read("/event/review")?;
        let declares: Vec<Declares> = event.read("/event/declares")?;
        let ship = self.ship(event, &review.ship)?.clone();
        let id = ship.card.id.clone();
        let allowed = self.allowed.take().is_some_and(|allowed| allowed == id);
        let free = ship.present() && !ship.now.moved && !ship.still() && self.step == "movement";
        let turn = self.active.as_ref() == Some(&id);
        self.hold("SPB-3", allowed || (free && turn), "she does not move now", id.as_str());
        self.hold(
            "SPB-3",
            allowed || review.reasons.is_empty(),
            "a move with reasons against it",
            format!("{:?}", review.reasons),
        );
        self.lettered(&id, 'c');
        self.compare("SPB-11", ship.now.speed, review.speed);
        let steering = self.steering(&ship);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        let same = match (&steering.0, &review.steering) {
            (Steering::Circle { radius_in: a }, Steering::Circle { radius_in: b }) => near(*a, *b),
            (Steering::HardOver { helm: h, radius_in: a }, Steering::HardOver { helm: i, radius_in: b }) => {
                h == i && near(*a, *b)
            }
            (reads, has) => reads == has,
        };
        self.hold(steering.1, same, &format!("{steering:?}"), format!("{:?}", review.steering));
        let scale = self.options.inches_per_knot;
        if scale > 0.0 {
            let reads = scale * f64::from(ship.now.speed);
            let has = review.allowance_in.unwrap_or(f64::NAN);
            self.hold("SPB-AMB-4", near(reads, has), &format!("{reads:.3} in"), format!("{has:.3} in"));
        }
        let went = review.way.is_some_and(|way| way.straight_in.value > NUDGE_IN + way.straight_in.play());
        if let (Some(way), false) = (review.way, allowed) {
            self.way(&ship, way, &steering, scale * f64::from(ship.now.speed));
        }
        self.contacts(&ship, &review, went);
        let expected = self.met(&ship, &review, &declares);
        self.follow("SPB-3", &expected, &event.read::<Follows>("/event/follows")?);
        if let Some(ship) = self.ships.get_mut(&id) {
            (ship.now.moved, ship.made_way) = (true, went);
            ship.against = review.obstacles.into_iter().collect();
        }
        // A move allowed again by the umpire begins here.
        if let Some(&place) = self.places.get(&id) {
            self.began_at.insert(id, place);
        }
        self.part();
        Ok(())
    }

    /// Checks the ship's way between its places against its steering.
    fn way(&mut self, ship: &Ship, way: Way, (steering, rule): &(Steering, &'static str), allowance_in: f64) {
        let id = ship.card.id.as_str();
        let (Some(&from), Some(&to), false) = (self.began_at.get(id), self.places.get(id), self.typed) else {
            return;
        };
        let straight_in = plane::distance_in(plane::point(from), plane::point(to));
        let turned = turned_deg(from.heading_deg, to.heading_deg);
        let agrees = (straight_in - way.straight_in.value).abs() < 0.002
            && plane::apart_deg(turned, way.turned_deg.value) < 0.02;
        self.hold("SPB-3", agrees, &format!("{straight_in:.3} in, {turned:.2}"), format!("{way:?}"));
        let play_in = way.straight_in.play() + 0.005;
        let play_deg = way.turned_deg.play() + 0.02;
        let went = straight_in > NUDGE_IN + way.straight_in.play();
        let radius_in = match steering {
            Steering::Pivot => 0.0,
            Steering::Straight => {
                let (beside, ahead) = ways::off_line(from, to);
                let kept = beside.abs() <= OFF_COURSE_IN + play_in && ahead >= -OFF_COURSE_IN - play_in;
                let kept = kept && turned.abs() <= OFF_COURSE_DEG + play_deg;
                self.hold(
                    rule,
                    kept,
                    "she must keep her course",
                    format!("{beside:.2} in beside it, {turned:.1} degrees off"),
                );
                0.0
            }
            Steering::Circle { radius_in } => *radius_in,
            Steering::HardOver { helm, radius_in } => {
                let (off_in, off_deg) = ways::off_circle(from, to, (helm, *radius_in));
                let on =
                    off_in.abs() <= OFF_COURSE_IN + play_in && off_deg.abs() <= OFF_COURSE_DEG + play_deg;
                self.hold(
                    rule,
                    on,
                    "she must turn as tightly as she can",
                    format!("{off_in:.2} in, {off_deg:.1} degrees off"),
                );
                0.0
            }
        };
        if let (Some(helm), true, Steering::Pivot) = (&ship.now.helm, went, steering) {
            let by = if helm == "port" { -turned } else { turned };
            let jammed = by >= TURNED_DEG - play_deg;
            self.hold(
                "SPB-30",
                jammed,
                &format!("her helm is jammed to {helm}"),
                format!("she turned by {turned:.1}"),
            );
        }
        let mut length_in =
            if radius_in > 0.0 { ways::shortest_in(from, to, radius_in) } else { straight_in };
        // As places are rounded, an arc may seem to need a whole circle more.
        if length_in > straight_in + std::f64::consts::TAU * radius_in {
            length_in -= std::f64::consts::TAU * radius_in;
        }
        // A way with stops in between is longer.
        let exact = way.length_in.sigma == 0.0 && !matches!(steering, Steering::HardOver { .. });
        let off_in = way.length_in.value - length_in;
        let agrees =
            if exact { off_in >= -LENGTH_WITHIN_IN } else { off_in >= -OFF_COURSE_IN - way.length_in.play() };
        let agrees = agrees && (off_in <= LENGTH_WITHIN_IN || !exact || self.bends(id));
        self.hold("SPB-3", agrees, &format!("{length_in:.3} in"), format!("{:.3} in", way.length_in.value));
        if allowance_in > 0.0 {
            let within = way.length_in.value <= allowance_in + way.length_in.play() + 1e-9;
            self.hold(
                "SPB-AMB-4",
                within,
                &format!("{allowance_in:.3} in at most"),
                format!("{:.3} in", way.length_in.value),
            );
        }
    }

    /// Tells whether the ship was set down at other places on its way.
    fn bends(&self, id: &str) -> bool {
        self.stops.contains(id)
    }

    /// Checks touched ships, obstacles and mined areas on the way, where hulls and shores leave no doubt.
    fn contacts(&mut self, ship: &Ship, review: &Review, went: bool) {
        let id = ship.card.id.as_str();
        let sure = review.way.is_some_and(|way| way.straight_in.sigma == 0.0) && !self.typed;
        let (Some(&from), Some(&to), true) = (self.began_at.get(id), self.places.get(id), sure) else {
            return;
        };
        let hull = self.outline(id, to);
        let bonded = |other: &str| self.bonds.iter().any(|bond| bond.joins(id) && bond.joins(other));
        let mut otherwise = Vec::new();
        for other in self.present().map(|other| other.card.id.as_str()).filter(|other| *other != id) {
            let Some(&place) = self.places.get(other) else { continue };
            let gap_in = plane::gap_in(&hull, &self.outline(other, place));
            let touches = went && !bonded(other) && gap_in <= TOUCHING_IN;
            let has = review.touches.iter().any(|touched| touched == other);
            if touches != has && (gap_in - TOUCHING_IN).abs() > SURE_IN {
                otherwise.push(format!("{other} {touches}"));
            }
        }
        self.hold(
            "SPB-3",
            otherwise.is_empty(),
            &format!("{otherwise:?}"),
            format!("touches {:?}", review.touches),
        );
        let mut otherwise = Vec::new();
        for piece in &self.terrain {
            let shore = piece.outline_in();
            let (list, looked) = match piece.is.as_str() {
                "mined" => (&review.mined, !ship.mined.contains(&piece.id)),
                _ => (&review.obstacles, went),
            };
            let has = list.contains(&piece.id);
            let meets = plane::gap_in(&hull, &shore) == 0.0 && !grazes(&hull, &shore);
            if looked && meets && !has {
                otherwise.push(format!("{} is met", piece.id));
            }
            // However the ship turned on its way, no part of it came closer than this.
            let reach_in =
                hull.iter().map(|&at| plane::distance_in(at, plane::point(to))).fold(0.0, f64::max);
            let way = [plane::point(from), plane::point(to)];
            let bent = !matches!(review.steering, Steering::Pivot | Steering::Straight);
            let clear = !bent && plane::gap_in(&way, &shore) > reach_in + OFF_COURSE_IN;
            if has && (clear || !looked) {
                otherwise.push(format!("{} is not met", piece.id));
            }
        }
        let has = format!("mined {:?}, obstacles {:?}", review.mined, review.obstacles);
        self.hold("SPB-AMB-33", otherwise.is_empty(), &format!("{otherwise:?}"), has);
    }

    /// Consequences of a move: mines, the spar torpedo, then rams and collisions (SPB-3c, SPB-AMB-33).
    fn met(&mut self, ship: &Ship, review: &Review, declares: &[Declares]) -> Expected {
        let mut expected = Expected::default();
        let id = ship.card.id.as_str();
        for area in &review.mined {
            self.explodes(ship, "mine", Some(area), &mut expected);
        }
        for declared in declares {
            let (Declares::Ram { target } | Declares::Spar { target }) = declared;
            let touched = review.touches.contains(target);
            self.hold("SPB-3", touched, "she does not touch whom she strikes", target.as_str());
            let Declares::Spar { .. } = declared else { continue };
            self.hold(
                "SPB-5",
                ship.now.spar == "rigged",
                "no spar torpedo is rigged",
                ship.now.spar.as_str(),
            );
            if let Some(target) = self.ships.get(target).cloned() {
                self.explodes(&target, "spar_strike", None, &mut expected);
                expected.of(id, &ship.now).spar = "none".to_owned();
            }
        }
        for target in review.touches.iter().filter_map(|other| self.ships.get(other)) {
            let ram = declares.contains(&Declares::Ram { target: target.card.id.clone() });
            if self.options.ram {
                house_contact(ship, target, ram, &mut expected);
            } else {
                let procedure = if ram { "ram" } else { "collision" };
                expected.entries.push(Entry::new(procedure, id).with(Some(&target.card.id)));
            }
        }
        for obstacle in review.obstacles.iter().filter(|obstacle| !ship.against.contains(*obstacle)) {
            expected.entries.push(Entry::new("collision", id).at(Some(obstacle)));
        }
        expected
    }

    /// A mine or a spar torpedo: house dice, or the umpire's entry.
    pub fn explodes(&self, victim: &Ship, procedure: &str, area: Option<&str>, expected: &mut Expected) {
        let id = victim.card.id.as_str();
        match usize::try_from(whole(self.options.explosion_d6)) {
            Ok(dice) if dice > 0 => {
                let what = What::Explosion { area: area.map(str::to_owned) };
                expected.rolls.push(Due::new(("d6", dice), &victim.card.side, id, what));
            }
            _ => expected.entries.push(Entry::new(procedure, id).at(area)),
        }
    }

    /// Checks that an anchor is raised or lowered at speed 0 (SPB-3d), and was not carried away (SPB-25).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn anchored(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, down): (String, bool) = (event.read("/event/ship")?, event.read("/event/down")?);
        let ship = self.ship(event, &id)?;
        let may = self.step == "movement" && self.active.as_ref() == Some(&id) && ship.now.speed == 0;
        let may = may && ship.now.anchored != down && !(down && ship.now.anchor_lost);
        self.hold("SPB-3", may, "she can't do that with her anchor", format!("{id} {down}"));
        if let Some(ship) = self.ships.get_mut(&id) {
            ship.now.anchored = down;
        }
        Ok(())
    }

    /// Checks a planned speed (SPB-3e): no more than the best speed, and none with damaged valves (SPB-31).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn speed_planned(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, knots): (String, i32) = (event.read("/event/ship")?, event.read("/event/knots")?);
        let ship = self.ship(event, &id)?;
        let best = self.best(ship).1;
        let step = whole(self.options.knots_a_turn);
        let near = step == 0 || (knots - ship.now.speed).abs() <= step || knots == best;
        let may = knots <= best && near && !(ship.now.valves && knots > 0);
        let reads = format!("{best} knots at most, valves {}", ship.now.valves);
        let turn = self.step == "movement" && self.active.as_ref() == Some(&id);
        self.hold("SPB-11", may && turn, &reads, format!("{id} {knots}"));
        if let Some(ship) = self.ships.get_mut(&id) {
            ship.planned = Some(knots);
        }
        Ok(())
    }

    /// Checks the list of ships with way on that did not move (SPB-AMB-32).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn stayed_put(&mut self, event: &Event) -> Result<(), ReadError> {
        let has: BTreeSet<String> = event.read("/event/ships")?;
        let stays = self.present().filter(|ship| !ship.still() && !ship.made_way);
        let reads: BTreeSet<String> = stays.map(|ship| ship.card.id.clone()).collect();
        self.compare("SPB-AMB-32", reads, has);
        Ok(())
    }

    /// Follows a ship that arrives or leaves.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn comes_or_goes(&mut self, event: &Event, arrives: bool) -> Result<(), ReadError> {
        let id: String = event.read("/event/ship")?;
        let ship = self.ship(event, &id)?;
        let may = match &ship.now.location {
            Location::Arriving { turn } => arrives && *turn <= self.turn,
            Location::OnTable => !arrives && self.step == "movement",
            Location::Left {} => false,
        };
        self.hold("SPB-3", may && ship.now.fate.is_none(), "she neither comes nor goes now", id.as_str());
        if let Some(ship) = self.ships.get_mut(&id) {
            ship.now.location = if arrives { Location::OnTable } else { Location::Left {} };
        }
        if !arrives {
            self.places.remove(&id);
        }
        self.part();
        Ok(())
    }
}

/// House: a ram costs BP by speed, a collision SP by half of it, and the rammer stops (SPB-AMB-4).
fn house_contact(rammer: &Ship, target: &Ship, ram: bool, expected: &mut Expected) {
    let knots = rammer.now.speed;
    let cost = if rammer.now.ram_bow { 2 * knots } else { knots };
    let theirs = expected.of(&target.card.id, &target.now);
    if ram {
        theirs.bp = (theirs.bp - cost).max(0);
        theirs.floods += i32::from(rammer.now.ram_bow);
    } else {
        theirs.sp = (theirs.sp - knots / 2).max(0);
    }
    let hers = expected.of(&rammer.card.id, &rammer.now);
    hers.sp = (hers.sp - if ram { cost / 2 } else { knots / 2 }).max(0);
    hers.speed = 0;
}
