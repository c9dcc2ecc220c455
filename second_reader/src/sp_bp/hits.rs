//! Reads dice: hits, their places, and lost guns (SPB-15 to SPB-19).

use super::due::{Due, Expected, Follows, Pick, Shot, What};
use super::sheet::{self, Against, Location};
use super::ship::{Mount, Ship, Values};
use super::world::World;
use crate::record::{Event, ReadError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The result of a roll: the fields of the event, the consequences, and the rule.
pub struct Outcome {
    /// The expected fields of `read`.
    pub read: Value,
    /// The consequences.
    pub expected: Expected,
    /// The rule.
    pub rule: &'static str,
}

impl Outcome {
    /// A result and its rule, without consequences yet.
    pub fn new(rule: &'static str, read: Value) -> Self {
        Self { read, expected: Expected::default(), rule }
    }
}

#[derive(Debug, Deserialize)]
struct Thrown {
    faces: Vec<u8>,
    request: Numbered,
}

#[derive(Debug, Deserialize)]
struct Numbered {
    id: u64,
}

/// The number of twenty-sided dice that distinguish this many things.
pub fn pick_dice(of: i32) -> (&'static str, usize) {
    ("d20", if of <= 20 { 1 } else { 2 })
}

/// The index (from 0) that the faces pick, all equally likely; none for excess faces, which are thrown again.
pub fn picked(of: i32, faces: &[u8]) -> Option<i32> {
    let of = of.clamp(1, 400);
    let number = faces.iter().fold(0, |number, face| number * 20 + i32::from(*face) - 1);
    let all = faces.iter().fold(1, |all, _| all * 20);
    (number < all - all % of).then_some(number % of)
}

/// Removes guns of a mount.
pub fn lose(values: &mut Values, mount: &Mount, guns: i32) {
    let lost = values.guns_lost.entry(mount.id.clone()).or_insert(0);
    *lost = (*lost + guns).min(mount.guns);
}

/// The same ship with these values.
pub fn with(ship: &Ship, values: &Values) -> Ship {
    Ship { now: values.clone(), ..ship.clone() }
}

/// The mount that holds the gun with this number, counted over these mounts.
fn mount_of<'s>(ship: &Ship, mounts: &[&'s Mount], number: i32) -> Option<&'s Mount> {
    let mut left = number;
    mounts.iter().copied().find(|mount| {
        let here = left < ship.left(mount);
        left -= ship.left(mount);
        here
    })
}

/// The number of guns that a pick takes.
pub fn taken(ship: &Ship, pick: Pick) -> i32 {
    let wanted = match pick {
        Pick::One => 1,
        Pick::Adjacent => 2,
        Pick::Several { left } => left,
    };
    wanted.min(ship.guns())
}

/// Removes guns at random: at once where a die makes no difference.
pub fn lose_at_random(ship: &Ship, pick: Pick, expected: &mut Expected) {
    let size = taken(ship, pick);
    let armed: Vec<&Mount> = ship.card.mounts.iter().filter(|mount| ship.left(mount) > 0).collect();
    let values = expected.of(&ship.card.id, &ship.now);
    match armed.as_slice() {
        [] => {}
        [only] => lose(values, only, size),
        all if ship.guns() <= size => all.iter().for_each(|mount| lose(values, mount, ship.left(mount))),
        _ => {
            let due = Due::new(pick_dice(ship.guns()), &ship.card.side, &ship.card.id, What::Guns { pick });
            expected.rolls.push(due);
        }
    }
}

impl World<'_> {
    /// Checks thrown dice: due ones, each with possible faces.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn dice_thrown(&mut self, event: &Event) -> Result<(), ReadError> {
        let thrown: Vec<Thrown> = event.read("/event/thrown")?;
        for Thrown { faces, request } in thrown {
            let due = self.rolls.iter().find(|due| due.id() == request.id);
            let fits = due.is_some_and(|due| due.fits(&faces));
            self.hold("SPB-15", fits, "no such dice are due", format!("{} {faces:?}", request.id));
            self.thrown.insert(request.id, faces);
        }
        Ok(())
    }

    /// Checks the reading of a roll.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn roll_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, faces): (u64, Vec<u8>) = (event.read("/event/roll")?, event.read("/event/faces")?);
        let Some(at) = self.rolls.iter().position(|due| due.id() == id) else {
            self.hold("SPB-15", false, "no such dice are due", id.to_string());
            return Ok(());
        };
        let due = self.rolls.remove(at);
        let fell = self.thrown.remove(&id);
        self.compare("SPB-15", fell.as_ref(), Some(&faces));
        let recorded: Follows = event.read("/event/follows")?;
        let ship = self.ship(event, &due.ship)?.clone();
        let outcome = match &due.what {
            What::Initiative { modifier } => {
                let die = i32::from(faces.first().copied().unwrap_or(0));
                let expected = self.initiative(&due, *modifier, die, event)?;
                Outcome { expected, ..Outcome::new("SPB-2", json!({})) }
            }
            what => self.outcome(&ship, &due, what, &faces),
        };
        let has = event.need("/event/read")?;
        for (field, value) in outcome.read.as_object().into_iter().flatten() {
            let recorded = has.get(field).cloned().unwrap_or_default();
            self.compare(outcome.rule, format!("{field} {value}"), format!("{field} {recorded}"));
        }
        self.follow(outcome.rule, &outcome.expected, &recorded);
        self.going_down(&due);
        self.part();
        Ok(())
    }

    fn outcome(&self, ship: &Ship, due: &Due, what: &What, faces: &[u8]) -> Outcome {
        let die = faces.first().copied().unwrap_or(0);
        match what {
            What::ToHit { needed, modifier, shot, .. } => {
                self.to_hit(ship, (*needed, *modifier), shot, faces)
            }
            What::Location { shot } => self.location(ship, shot, die),
            What::Weapon { shot, on_equal } => self.weapon(ship, due, shot, *on_equal, faces),
            What::Guns { pick } => self.gun_lost(ship, due, *pick, faces),
            What::Critical { .. }
            | What::ArmourDislodged
            | What::Commander
            | What::Structural
            | What::TurretHit { .. }
            | What::Blast
            | What::HelmSide
            | What::Steaming => self.critical_die(ship, due, faces),
            _ => self.tested(ship, due, faces),
        }
    }

    /// Hits (SPB-15); a natural ten is no automatic hit (SPB-AMB-20).
    fn to_hit(&self, ship: &Ship, (needed, modifier): (i32, i32), shot: &Shot, faces: &[u8]) -> Outcome {
        let hits =
            |face: &u8| i32::from(*face) + modifier >= needed || (self.options.nat10_hits && *face == 10);
        let shots: Vec<Value> = faces
            .iter()
            .map(|face| json!({"die": face, "total": i32::from(*face) + modifier, "hit": hits(face)}))
            .collect();
        let mut outcome = Outcome::new("SPB-15", json!({"read": "to_hit", "needed": needed, "shots": shots}));
        let by = shot.shooter.as_ref().and_then(|id| self.ships.get(id)).unwrap_or(ship);
        let locate = |_: &u8| {
            Due::new(("d10", 1), &by.card.side, &ship.card.id, What::Location { shot: shot.clone() })
        };
        outcome.expected.rolls = faces.iter().filter(|face| hits(face)).map(locate).collect();
        outcome
    }

    /// The place of a hit, and its effect (SPB-17 to SPB-19).
    fn location(&self, ship: &Ship, shot: &Shot, die: u8) -> Outcome {
        let mut expected = Expected::default();
        let own = |what: What, dice: (&str, usize)| Due::new(dice, &ship.card.side, &ship.card.id, what);
        let (rule, read) = match sheet::location(&ship.card.target_type, die) {
            Location::Hull => {
                let against = Against::of(shot.penetration, shot.hull_at);
                let below = against == Against::Below && self.options.hull_hit_below_at == "non_pen";
                let sp_loss = if below { shot.dr.0 } else { against.damage(shot.dr) };
                let values = expected.of(&ship.card.id, &ship.now);
                values.sp = (values.sp - sp_loss).max(0);
                (
                    "SPB-19",
                    json!({"location": "hull", "against": against.key(), "sp_loss": sp_loss, "guns_lost": 0}),
                )
            }
            Location::Critical => {
                expected.rolls.push(own(What::Critical { shot: shot.clone() }, ("d20", 1)));
                ("SPB-17", json!({"location": "critical", "sp_loss": 0, "guns_lost": 0}))
            }
            place => {
                let on_equal = place == Location::WeaponEqual;
                let location = if on_equal { "weapon_equal_or_exceed" } else { "weapon_exceed" };
                let engaged = self.engaged(ship, shot);
                let mut lost = 0;
                match engaged.as_slice() {
                    [] => {}
                    [only] => lost = strike(ship, only, shot, on_equal, &mut expected).1,
                    several => {
                        let guns = several.iter().map(|mount| ship.left(mount)).sum();
                        expected
                            .rolls
                            .push(own(What::Weapon { shot: shot.clone(), on_equal }, pick_dice(guns)));
                    }
                }
                let none = engaged.is_empty();
                let mut read = json!({"location": location, "guns_lost": lost, "sp_loss": 0});
                // Recorded only if true.
                read["no_weapon"] = if none { json!(true) } else { Value::Null };
                ("SPB-18", read)
            }
        };
        Outcome { read, expected, rule }
    }

    /// The engaged mounts with guns left.
    fn engaged<'s>(&self, ship: &'s Ship, shot: &Shot) -> Vec<&'s Mount> {
        ship.card
            .mounts
            .iter()
            .filter(|mount| shot.engaged.contains(&mount.id) && ship.left(mount) > 0)
            .collect()
    }

    /// The gun of the engaged side that is struck (SPB-18).
    fn weapon(&self, ship: &Ship, due: &Due, shot: &Shot, on_equal: bool, faces: &[u8]) -> Outcome {
        let engaged = self.engaged(ship, shot);
        let guns: i32 = engaged.iter().map(|mount| ship.left(mount)).sum();
        if guns == 0 {
            return Outcome::new("SPB-18", json!({"read": "nothing_left"}));
        }
        let Some(mount) = picked(guns, faces).and_then(|number| mount_of(ship, &engaged, number)) else {
            return again("SPB-18", due, guns);
        };
        let mut expected = Expected::default();
        let (against, lost) = strike(ship, mount, shot, on_equal, &mut expected);
        let read = json!({"read": "weapon", "mount": mount.id, "against": against.key(), "guns_lost": lost});
        Outcome { read, expected, rule: "SPB-18" }
    }

    /// A gun lost at random (SPB-24, SPB-28, SPB-29).
    fn gun_lost(&self, ship: &Ship, due: &Due, pick: Pick, faces: &[u8]) -> Outcome {
        let rule = match pick {
            Pick::One => "SPB-24",
            Pick::Adjacent => "SPB-29",
            Pick::Several { .. } => "SPB-28",
        };
        let mounts: Vec<&Mount> = ship.card.mounts.iter().collect();
        let guns = ship.guns();
        if guns == 0 {
            return Outcome::new(rule, json!({"read": "nothing_left"}));
        }
        let Some(mount) = picked(guns, faces).and_then(|number| mount_of(ship, &mounts, number)) else {
            return again(rule, due, guns);
        };
        let mut expected = Expected::default();
        let values = expected.of(&ship.card.id, &ship.now);
        let lost = match pick {
            Pick::Adjacent => ship.left(mount).min(2),
            _ => 1,
        };
        lose(values, mount, lost);
        match pick {
            // The neighbouring gun is in the next mount with a gun left.
            Pick::Adjacent if lost == 1 => {
                let at = mounts.iter().position(|other| other.id == mount.id).unwrap_or(0);
                let mut next = mounts.iter().cycle().skip(at + 1).take(mounts.len());
                if let Some(next) = next.find(|next| next.id != mount.id && ship.left(next) > 0) {
                    lose(values, next, 1);
                }
            }
            Pick::Several { left } if left > 1 => {
                let after = with(ship, values);
                lose_at_random(&after, Pick::Several { left: left - 1 }, &mut expected);
            }
            _ => {}
        }
        let read = json!({"read": "gun_lost", "mount": mount.id, "guns": lost});
        Outcome { read, expected, rule }
    }
}

/// The faces pick nothing: the same dice are thrown again.
pub fn again(rule: &'static str, due: &Due, of: i32) -> Outcome {
    let mut outcome = Outcome::new(rule, json!({"read": "again"}));
    outcome.expected.rolls.push(Due::new(pick_dice(of), &due.by, &due.ship, due.what.clone()));
    outcome
}

/// A gun is struck: lost if the penetration exceeds its armour, or in one row equals it (SPB-18).
fn strike(
    ship: &Ship,
    mount: &Mount,
    shot: &Shot,
    on_equal: bool,
    expected: &mut Expected,
) -> (Against, i32) {
    let against = Against::of(shot.penetration, mount.at);
    let lost = against.through() || (on_equal && against == Against::Equals);
    if lost {
        lose(expected.of(&ship.card.id, &ship.now), mount, 1);
    }
    (against, i32::from(lost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_pick_evenly() {
        // Seven guns: 14 faces of a D20 are used, the others are thrown again.
        assert_eq!((picked(7, &[1]), picked(7, &[14]), picked(7, &[15])), (Some(0), Some(6), None));
        assert_eq!(picked(25, &[2, 1]), Some(20));
        let mut often = [0; 7];
        (1..=20).filter_map(|face| picked(7, &[face])).for_each(|gun| often[gun as usize] += 1);
        assert_eq!(often, [2; 7]);
    }
}
