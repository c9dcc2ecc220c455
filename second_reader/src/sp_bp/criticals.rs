//! Critical hits (SPB-21 to SPB-37).

use super::due::{Due, Expected, Pick, Shot, What};
use super::hits::{Outcome, again, lose, lose_at_random, pick_dice, picked, taken, with};
use super::sheet::{self, Against};
use super::ship::{Mount, Ship};
use super::world::World;
use serde_json::{Value, json};

/// The rule of each result, 1 to 20.
const RULES: [&str; 20] = [
    "SPB-23", "SPB-24", "SPB-24", "SPB-24", "SPB-24", "SPB-25", "SPB-25", "SPB-26", "SPB-25", "SPB-25",
    "SPB-27", "SPB-28", "SPB-29", "SPB-30", "SPB-31", "SPB-32", "SPB-33", "SPB-30", "SPB-34", "SPB-35",
];

/// The working wheel that fire from a side strikes, if any.
fn wheel(ship: &Ship, side: &str) -> Option<&'static str> {
    let wheel = match ship.card.paddle_wheels.as_str() {
        "middle" => "middle",
        "sides" if side == "port" => "port",
        "sides" => "starboard",
        _ => return None,
    };
    (!ship.now.wheels.contains(wheel)).then_some(wheel)
}

/// The armour dislodged by a D6: a 4 reduces it by two (SPB-AMB-14).
fn dislodged(die: i32) -> i32 {
    match die {
        ..=3 => 1,
        4 | 5 => 2,
        _ => 3,
    }
}

impl World<'_> {
    /// Tells whether an effect that needs a penetration occurs (SPB-AMB-16).
    fn effective(&self, against: Against) -> bool {
        against.through() || (against == Against::Equals && self.options.penetrates_on_equal)
    }

    /// Reads dice of a critical hit, including the first.
    pub fn critical_die(&self, ship: &Ship, due: &Due, faces: &[u8]) -> Outcome {
        let die = i32::from(faces.first().copied().unwrap_or(0));
        let mut expected = Expected::default();
        let (id, now) = (ship.card.id.as_str(), &ship.now);
        let (rule, read) = match &due.what {
            What::Critical { shot } => return self.critical(ship, shot, die),
            What::TurretHit { shot } => return self.turret_hit(ship, due, shot, faces),
            What::ArmourDislodged => {
                let less = dislodged(die);
                expected.of(id, now).hull_at = now.hull_at.map(|at| (at - less).max(0));
                ("SPB-23", json!({"read": "armour", "less": less}))
            }
            What::Commander => {
                let killed = die >= 4;
                let modifier = if killed { -2 } else { 1 };
                expected.rolls.push(Due::new(("d10", 1), &ship.card.side, id, What::CrewTest { modifier }));
                if killed {
                    expected.entries.push(super::due::Entry::new("new_commander", id));
                }
                ("SPB-26", json!({"read": "commander", "killed": killed}))
            }
            What::Structural => {
                expected.of(id, now).sp = (now.sp - die).max(0);
                ("SPB-25", json!({"read": "structural", "sp_loss": die}))
            }
            What::Blast => {
                let guns = (die + 4) / 5;
                lose_at_random(ship, Pick::Several { left: guns }, &mut expected);
                ("SPB-28", json!({"read": "blast", "guns": guns}))
            }
            What::HelmSide => {
                let side = if die <= 5 { "port" } else { "starboard" };
                expected.of(id, now).helm = Some(side.to_owned());
                ("SPB-30", json!({"read": "helm_side", "side": side}))
            }
            _ => {
                let total = die + now.crew_quality + sheet::size_steaming(&ship.card.size);
                let values = expected.of(id, now);
                let effect = match total {
                    6.. => {
                        values.speed_hits.push("steamed".to_owned());
                        "half"
                    }
                    2..=5 => {
                        (values.pressure_lost, values.speed) = (true, 0);
                        "stops"
                    }
                    _ => {
                        values.fate = Some("abandoned".to_owned());
                        "abandon"
                    }
                };
                ("SPB-37", json!({"read": "steaming", "total": total, "effect": effect}))
            }
        };
        Outcome { read, expected, rule }
    }

    /// The armour that a result is compared with; none where the result needs none (SPB-21, SPB-AMB-17).
    fn area(&self, ship: &Ship, shot: &Shot, n: i32) -> Option<Option<i32>> {
        match n {
            ..=10 => None,
            11 => match ship.turrets().as_slice() {
                [] => Some(shot.hull_at),
                [only] => Some(only.at),
                _ => None,
            },
            14 | 18 => Some(ship.card.pilot_house_at.or(shot.hull_at)),
            20 if wheel(ship, &shot.side).is_some() => Some(ship.card.paddle_at),
            _ => Some(shot.hull_at),
        }
    }

    fn critical(&self, ship: &Ship, shot: &Shot, n: i32) -> Outcome {
        let mut expected = Expected::default();
        let against = self.area(ship, shot, n).map(|at| Against::of(shot.penetration, at));
        let through = against.is_none_or(|against| self.effective(against));
        let by_armour = against.map_or(0, |against| against.damage(shot.dr));
        // The SP column (SPB-AMB-15).
        let merged = self.options.crit_sp_column == "merged";
        let mut sp_loss = match n {
            1 => shot.dr.0,
            2..=10 if merged => shot.dr.0,
            12 => by_armour,
            13..=20 if merged => by_armour,
            _ => 0,
        };
        let blast = n == 12 && through && against != Some(Against::Unarmoured);
        if blast {
            sp_loss *= 2;
        }
        let values = expected.of(&ship.card.id, &ship.now);
        values.sp = (values.sp - sp_loss).max(0);
        let mut guns_lost = 0;
        let applied = match n {
            // A shot that does not penetrate has no effect and causes no fire (SPB-22); a spar torpedo is
            // lost all the same (SPB-34).
            12..=20 if !through => {
                if n == 19 {
                    values.spar = "none".to_owned();
                }
                true
            }
            11..=13 => self.guns(ship, (n, shot, blast), &mut guns_lost, &mut expected),
            _ => self.effect(ship, (n, shot), &mut guns_lost, &mut expected),
        };
        let fire_instead = !applied && through;
        if fire_instead {
            expected.of(&ship.card.id, &ship.now).fires += 1;
        }
        let against = against.map_or(Value::Null, |against| json!(against.key()));
        let read = json!({
            "read": "critical", "n": n, "against": against, "fire_instead": fire_instead, "sp_loss": sp_loss,
            "guns_lost": guns_lost,
        });
        let rule = usize::try_from(n - 1).ok().and_then(|at| RULES.get(at)).copied().unwrap_or("SPB-21");
        Outcome { read, expected, rule }
    }

    /// Results 11 to 13: turrets and guns.
    fn guns(
        &self,
        ship: &Ship,
        (n, shot, blast): (i32, &Shot, bool),
        lost: &mut i32,
        expected: &mut Expected,
    ) -> bool {
        if n == 11 {
            return match ship.turrets().as_slice() {
                [] => false,
                [only] => {
                    *lost = self.hit_turret(ship, only, shot, expected).1;
                    true
                }
                several => {
                    let dice = pick_dice(i32::try_from(several.len()).unwrap_or(1));
                    let what = What::TurretHit { shot: shot.clone() };
                    expected.rolls.push(Due::new(dice, &ship.card.side, &ship.card.id, what));
                    true
                }
            };
        }
        if blast && self.options.blast_guns == "d4" {
            if ship.guns() > 0 {
                expected.rolls.push(Due::new(("d20", 1), &ship.card.side, &ship.card.id, What::Blast));
            }
            return ship.guns() > 0;
        }
        let pick = if blast { Pick::Several { left: 4 } } else { Pick::Adjacent };
        *lost = taken(ship, pick);
        let damaged = with(ship, expected.of(&ship.card.id, &ship.now));
        lose_at_random(&damaged, pick, expected);
        // Result 12 also costs SP, and applies even if no gun is left.
        *lost > 0 || n == 12
    }

    /// A turret is wrecked with all its guns, or jammed (SPB-27).
    fn hit_turret(
        &self,
        ship: &Ship,
        turret: &Mount,
        shot: &Shot,
        expected: &mut Expected,
    ) -> (Against, i32) {
        let against = Against::of(shot.penetration, turret.at);
        let values = expected.of(&ship.card.id, &ship.now);
        if !self.effective(against) {
            values.jammed.insert(turret.id.clone());
            return (against, 0);
        }
        let guns = ship.left(turret);
        lose(values, turret, guns);
        (against, guns)
    }

    fn turret_hit(&self, ship: &Ship, due: &Due, shot: &Shot, faces: &[u8]) -> Outcome {
        let turrets = ship.turrets();
        let of = i32::try_from(turrets.len()).unwrap_or(0);
        if of == 0 {
            return Outcome::new("SPB-27", json!({"read": "nothing_left"}));
        }
        let number = picked(of, faces).and_then(|number| usize::try_from(number).ok());
        let Some(turret) = number.and_then(|number| turrets.get(number)) else {
            return again("SPB-27", due, of);
        };
        let mut expected = Expected::default();
        let (against, lost) = self.hit_turret(ship, turret, shot, &mut expected);
        let read =
            json!({"read": "turret_hit", "mount": turret.id, "against": against.key(), "guns_lost": lost});
        Outcome { read, expected, rule: "SPB-27" }
    }

    /// Applies the other results; false where one can't be applied (SPB-22, SPB-AMB-29).
    fn effect(&self, ship: &Ship, (n, shot): (i32, &Shot), lost: &mut i32, expected: &mut Expected) -> bool {
        let now = &ship.now;
        let id = ship.card.id.as_str();
        let own = |dice: (&str, usize), what: What| Due::new(dice, &ship.card.side, id, what);
        let stops = || !now.pressure_lost;
        let values = expected.of(id, now);
        match n {
            1 if now.hull_at.is_some_and(|at| at > 0) => {
                expected.rolls.push(own(("d6", 1), What::ArmourDislodged))
            }
            2 => values.floods += 1,
            3 if ship.guns() > 0 => {
                *lost = 1;
                let damaged = with(ship, values);
                lose_at_random(&damaged, Pick::One, expected);
            }
            4 if now.crew_parties > 0 => values.crew_parties -= 1,
            5 => values.fires += 1,
            6 if !now.steering => values.steering = true,
            7 if funnels(ship) > 0 => values.speed_hits.push("funnel".to_owned()),
            8 => expected.rolls.push(own(("d6", 1), What::Commander)),
            9 if !now.anchor_lost => (values.anchor_lost, values.anchored) = (true, false),
            10 => expected.rolls.push(own(("d6", 1), What::Structural)),
            14 if now.helm.is_none() => expected.rolls.push(own(("d10", 1), What::HelmSide)),
            15 if !now.valves && stops() => values.valves = true,
            16 if !now.steamed => {
                values.steamed = true;
                expected.rolls.push(own(("d10", 1), What::Steaming));
            }
            17 if !now.steamed && !now.speed_hits.iter().any(|hit| hit == "boiler") => {
                values.speed_hits.push("boiler".to_owned());
            }
            // The second hit on the boilers (SPB-32, SPB-33, SPB-AMB-27).
            16 | 17 if stops() => (values.pressure_lost, values.speed) = (true, 0),
            18 if now.helmsman.is_none_or(|through| through <= self.turn) => {
                values.helmsman = Some(self.turn + 1)
            }
            19 => {
                values.floods += 1;
                values.ram_bow = false;
                values.spar = "none".to_owned();
            }
            20 => match wheel(ship, &shot.side) {
                Some(wheel) => drop(values.wheels.insert(wheel.to_owned())),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

/// The number of funnels not hit yet.
fn funnels(ship: &Ship) -> usize {
    let hit = ship.now.speed_hits.iter().filter(|hit| *hit == "funnel").count();
    usize::try_from(ship.card.funnels).unwrap_or(0).saturating_sub(hit)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_world;
    use super::*;

    fn shot(penetration: i32, dr: (i32, i32), hull_at: Option<i32>) -> Shot {
        let (shooter, gun, side, engaged) = (None, String::new(), "port".to_owned(), Vec::new());
        Shot { shooter, gun, penetration, dr, side, engaged, hull_at }
    }

    fn guns_lost(outcome: &Outcome) -> i64 {
        outcome.read["guns_lost"].as_i64().unwrap()
    }

    #[test]
    fn armour_is_dislodged_by_one_two_or_three() {
        // SPB-V10: a 5 reduces by 2; SPB-AMB-14: so does a 4.
        assert_eq!([1, 3, 4, 5, 6].map(dislodged), [1, 1, 2, 2, 3]);
    }

    #[test]
    fn criticals_read_as_the_examples_have_them() {
        with_world(|world| {
            let ship = &world.ships["re-ditalia"];
            let read = |n: i32, shot: &Shot| world.critical(ship, shot, n);
            // SPB-V10: the first result costs the non-penetrating DR, for any penetration.
            assert_eq!(read(1, &shot(0, (3, 9), Some(6))).read["sp_loss"], 3);
            // SPB-V12: armoured and penetrated, up to four guns and double SP.
            let blast = read(12, &shot(7, (3, 9), Some(6)));
            assert_eq!((guns_lost(&blast), &blast.read["sp_loss"]), (4, &json!(18)));
            // Unarmoured: two adjacent guns, and the penetrating DR once.
            let blast = read(12, &shot(0, (3, 9), None));
            assert_eq!((guns_lost(&blast), &blast.read["sp_loss"]), (2, &json!(9)));
            // SPB-V14: a D6 of SP on top of the non-penetrating DR.
            let structural = read(10, &shot(3, (2, 5), Some(6)));
            assert_eq!(structural.read["sp_loss"], 2);
            assert_eq!(structural.expected.rolls.len(), 1);
            // SPB-V15b: no wheel to hit, and no fire where the armour is not penetrated.
            assert_eq!(read(20, &shot(1, (1, 2), Some(6))).read["fire_instead"], false);
            assert_eq!(read(20, &shot(7, (1, 2), Some(6))).read["fire_instead"], true);
            // SPB-AMB-16: a penetration equal to the armour has no effect, and costs the non-penetrating DR.
            let equal = read(13, &shot(6, (3, 9), Some(6)));
            assert_eq!((guns_lost(&equal), &equal.read["sp_loss"]), (0, &json!(3)));
        });
    }

    #[test]
    fn a_turret_is_wrecked_or_jammed() {
        // SPB-V13b: penetrated, both guns are lost, and no SP.
        with_world(|world| {
            let mut ship = world.ships["affondatore"].clone();
            ship.card.mounts.truncate(1);
            let turret = &mut ship.card.mounts[0];
            (turret.turret, turret.at, turret.guns) = (true, Some(8), 2);
            let wrecked = world.critical(&ship, &shot(9, (3, 9), Some(6)), 11);
            assert_eq!((guns_lost(&wrecked), &wrecked.read["sp_loss"]), (2, &json!(0)));
            let jammed = world.critical(&ship, &shot(8, (3, 9), Some(6)), 11);
            assert_eq!(jammed.expected.ships["affondatore"].jammed.len(), 1);
        });
    }

    #[test]
    fn steam_and_boilers() {
        with_world(|world| {
            let mut ship = world.ships["drache"].clone();
            (ship.card.size, ship.now.crew_quality) = ("large".to_owned(), -1);
            let due = Due::new(("d10", 1), "austria", "drache", What::Steaming);
            // SPB-V19a, V19b: 4 - 1 + 2 stops the ship, 5 - 1 + 2 halves its speed.
            assert_eq!(world.critical_die(&ship, &due, &[4]).read["effect"], "stops");
            assert_eq!(world.critical_die(&ship, &due, &[5]).read["effect"], "half");
            // SPB-V20b: a damaged boiler stops a steamed ship.
            ship.now.steamed = true;
            let stopped = world.critical(&ship, &shot(9, (3, 9), Some(6)), 17);
            assert!(stopped.expected.ships["drache"].pressure_lost);
        });
    }
}
