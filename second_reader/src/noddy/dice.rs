//! Dice and their results (NOD-10, NOD-17 to NOD-27, NOD-30).

use crate::noddy::battle::{Battle, HiddenKind};
use crate::noddy::kept::{Becomes, Change, Decides, Due, Lasting, Read, Side, Step, Thrown};
use crate::noddy::sheet::{self, Effect, HalfKnots, RamResult, Special};
use crate::noddy::ship::{Gun, Ship};
use crate::record::{Event, ReadError};
use crate::report::Report;

/// Checks thrown dice: due ones, each with the right number of faces (NOD-1).
pub fn thrown(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let thrown: Vec<Thrown> = event.read("/event/thrown")?;
    for roll in thrown {
        let faces =
            roll.faces.len() == roll.request.count && roll.faces.iter().all(|face| (1..=6).contains(face));
        report.hold("NOD-1", event.seq, faces, "faces of so many D6", &format!("{:?}", roll.faces));
        battle.thrown.insert(roll.request.id, roll.faces);
    }
    Ok(())
}

/// The reader's result of a roll.
#[derive(Debug, Default)]
struct Reads {
    rule: &'static str,
    total: i32,
    needs: Option<i32>,
    changes: Vec<Change>,
    next: Vec<(String, Decides)>,
    /// The name of the outcome.
    outcome: &'static str,
}

impl Reads {
    fn new(rule: &'static str, total: i32, outcome: &'static str) -> Self {
        Self { rule, total, outcome, ..Self::default() }
    }

    fn needs(self, needs: i32) -> Self {
        Self { needs: Some(needs), ..self }
    }

    fn change(mut self, ship: &str, to: Becomes) -> Self {
        self.changes.push(Change { ship: ship.to_owned(), to });
        self
    }

    fn then(mut self, ship: &str, decides: Decides) -> Self {
        self.next.push((ship.to_owned(), decides));
        self
    }

    /// Reduces top speed (NOD-27); below zero the ship sinks, and one die decides when (NOD-26, NOD-AMB-14).
    fn slower(self, battle: &Battle, ship: &Ship, by: HalfKnots) -> Self {
        let (id, half_knots) = (&ship.card.id, ship.top_speed - by);
        let found = self.change(id, Becomes::TopSpeed { half_knots });
        if half_knots < 0 && !battle.sinks(ship) { found.then(id, Decides::SinkDelay) } else { found }
    }

    /// Damage applies to the rest of a move under way (NOD-AMB-28); after the way in step 5 none is left.
    fn slowing(self, battle: &Battle, ship: &Ship) -> Self {
        let over = match battle.step {
            Step::SecondFire => true,
            Step::SecondHalf => ship.moved && battle.segment + 1 >= battle.segments,
            _ => false,
        };
        let Some(course) = ship.course.filter(|_| !ship.stopped && !over) else { return self };
        let mut hurt = ship.clone();
        self.changes.iter().for_each(|change| hurt.become_so(&change.to));
        let half_knots = hurt.rest_of_move(battle.turn, course);
        if half_knots == course.speed {
            self
        } else {
            self.change(&ship.card.id, Becomes::Makes { half_knots })
        }
    }
}

/// A roll was read.
pub fn read(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let read: Read = event.read("/event/read")?;
    let seq = event.seq;
    let Some(at) = battle.due.iter().position(|due| due.request.id == read.roll) else {
        report.disagree("NOD-1", seq, "no such roll is due", format!("roll {}", read.roll));
        battle.take_up(&read.changes);
        battle.due.extend(read.rolls);
        return Ok(());
    };
    let due = battle.due.remove(at);
    report.compare("NOD-1", seq, battle.thrown.get(&read.roll), Some(&read.faces));
    report.compare("NOD-1", seq, &due.ship, &read.ship);
    secret(battle, event, report, &due);
    let reads = what(battle, &due, &read);
    match reads {
        Some(reads) => {
            let recorded: Vec<(String, Decides)> =
                read.rolls.iter().map(|due| (due.ship.clone(), due.decides.clone())).collect();
            let reads_all = (reads.total, reads.needs, reads.outcome, reads.changes, reads.next);
            let recorded_all =
                (read.total, read.needs, read.outcome.as_str(), read.changes.clone(), recorded);
            report.compare(reads.rule, seq, reads_all, recorded_all);
        }
        None => report.disagree("NOD-1", seq, "no such ship, or no such row", format!("{due:?}")),
    }
    battle.take_up(&read.changes);
    battle.due.extend(read.rolls);
    Ok(())
}

/// "Flash the appropriate one at the player suffering the damage without his opponent seeing" (NOD-29).
fn secret(battle: &Battle, event: &Event, report: &mut Report, due: &Due) {
    let open = match due.decides {
        Decides::ToHit { .. } | Decides::Ram { .. } | Decides::Musketry { .. } | Decides::Refloat => return,
        _ => due.audience.pointer("/who").and_then(serde_json::Value::as_str) == Some("everyone"),
    };
    let owner = battle.side(&due.ship).unwrap_or_default();
    let side = due.audience.pointer("/side").and_then(serde_json::Value::as_str);
    let holds = !open && side.is_none_or(|side| side == owner);
    report.hold("NOD-29", event.seq, holds, "only her owner sees it", &format!("{}", due.audience));
}

fn what(battle: &Battle, due: &Due, read: &Read) -> Option<Reads> {
    let die: i32 = read.faces.iter().sum();
    let id = due.ship.as_str();
    if let Decides::ToHit { plus, needs, struck, .. } = &due.decides {
        let total = die + plus;
        let hits = total >= *needs;
        let reads = Reads::new("NOD-17", total, if hits { "hit" } else { "miss" }).needs(*needs);
        return Some(if hits { reads.then(id, Decides::Effect { struck: *struck }) } else { reads });
    }
    if let (Decides::Effect { .. }, Some(battery)) = (&due.decides, battle.batteries.get(id)) {
        let lost = |gun: &Gun| battery.guns.get(&gun.id).is_some_and(|state| state.lost);
        let standing: Vec<&Gun> = battery.card.guns.iter().filter(|gun| !lost(gun)).collect();
        return Some(match chosen(&standing, read).filter(|_| die == 6) {
            Some(gun) => Reads::new("NOD-22", die, "damaged").change(id, Becomes::Gun { gun, lost: true }),
            None => Reads::new("NOD-22", die, "nothing"),
        });
    }
    let ship = battle.ships.get(id)?;
    Some(match &due.decides {
        Decides::ToHit { .. } => return None,
        Decides::Effect { struck } => effect(battle, ship, *struck, read, die),
        Decides::Special { struck, musketry } => special(battle, ship, (*struck, *musketry), read, die)?,
        Decides::Moves { of } => lasting(battle, ship, of, die),
        Decides::Abandon if die <= 2 => Reads::new("NOD-19", die, "damaged").change(id, Becomes::Abandoned),
        Decides::Abandon => Reads::new("NOD-19", die, "nothing"),
        Decides::SinkDelay => {
            let after = battle.turn + i64::from(die) + sheet::SINKS_PLUS;
            Reads::new("NOD-26", die, "damaged").change(id, Becomes::Sinks { after })
        }
        Decides::FireFighting => fire_fighting(ship, die),
        Decides::Ram { rammer, plus } => ram(battle, battle.ships.get(rammer)?, ship, die + plus),
        Decides::RamKnots => Reads::new("NOD-24", die, "damaged").slower(battle, ship, 2 * die),
        Decides::Refloat if die == 6 => {
            Reads::new("NOD-10", die, "done").change(id, Becomes::Aground { attempts: None })
        }
        Decides::Refloat => {
            let attempts = Some(ship.aground.unwrap_or(0) + 1);
            Reads::new("NOD-10", die, "failed").change(id, Becomes::Aground { attempts })
        }
        Decides::Mine { area } => mine(battle, id, area, die)?,
        Decides::Musketry { struck, .. } if die == 6 => {
            let then = Decides::Special { struck: *struck, musketry: true };
            Reads::new("NOD-21", die, "hit").needs(6).then(id, then)
        }
        Decides::Musketry { .. } => Reads::new("NOD-21", die, "miss").needs(6),
    })
}

/// The gun named by the record, if it is one of these; otherwise the first of them.
fn chosen(among: &[&Gun], read: &Read) -> Option<String> {
    let named = read.changes.iter().find_map(|change| match &change.to {
        Becomes::Gun { gun, .. } => Some(gun),
        _ => None,
    });
    let next = read.rolls.iter().find_map(|due| match &due.decides {
        Decides::Moves { of: Lasting::Shutter { gun } } => Some(gun),
        _ => None,
    });
    let recorded = among.iter().find(|gun| Some(&gun.id) == named.or(next));
    recorded.or_else(|| among.first()).map(|gun| gun.id.clone())
}

/// The effects of a hit (NOD-18). The gun is one on the face that is struck, otherwise a turret's
/// (NOD-AMB-23).
fn effect(battle: &Battle, ship: &Ship, struck: Option<Side>, read: &Read, die: i32) -> Reads {
    match sheet::effect(die) {
        Effect::Special => Reads::new("NOD-18", die, "special")
            .then(&ship.card.id, Decides::Special { struck, musketry: false }),
        Effect::Slower(by) => Reads::new("NOD-18", die, "damaged").slower(battle, ship, by),
        Effect::Gun => {
            let reads = Reads::new("NOD-AMB-23", die, "damaged");
            let standing = || ship.card.guns.iter().filter(|gun| ship.stands(gun));
            let at = |place| standing().filter(|gun| gun.place == place).collect::<Vec<&Gun>>();
            let among = match struck.map(at) {
                None => standing().collect(),
                Some(there) if there.is_empty() => at(Side::Turret),
                Some(there) => there,
            };
            match chosen(&among, read) {
                Some(gun) => reads.change(&ship.card.id, Becomes::Gun { gun, lost: true }),
                None => reads.slower(battle, ship, 1),
            }
        }
    }
}

/// The special effects (NOD-19).
fn special(
    battle: &Battle,
    ship: &Ship,
    (struck, musketry): (Option<Side>, bool),
    read: &Read,
    die: i32,
) -> Option<Reads> {
    let id = ship.card.id.as_str();
    let row = sheet::special(die)?;
    if musketry && row != Special::Helmsman {
        return Some(Reads::new("NOD-21", die, "nothing"));
    }
    let reads = Reads::new("NOD-19", die, "damaged");
    Some(match row {
        Special::Magazine => {
            Reads { outcome: "magazine", ..reads }.change(id, Becomes::Lost { fate: "blew_up".to_owned() })
        }
        Special::Helmsman => {
            let until = ship.helmless_until.max(battle.turn + 1);
            reads.change(id, Becomes::Helmless { until })
        }
        Special::ListsToPort => {
            reads.change(id, Becomes::Lists { to: Side::Port }).slower(battle, ship, sheet::LIST_COSTS)
        }
        Special::ListsToStarboard => {
            reads.change(id, Becomes::Lists { to: Side::Starboard }).slower(battle, ship, sheet::LIST_COSTS)
        }
        Special::Shutter => match chosen(&can_jam(ship, struck, battle.turn), read) {
            Some(gun) => reads.then(id, Decides::Moves { of: Lasting::Shutter { gun } }),
            None => Reads { outcome: "nothing", ..reads },
        },
        Special::Pipes => reads.change(id, Becomes::Pipes { damaged: true }).slowing(battle, ship),
        Special::Stack => {
            let hits = ship.stack_hits + 1;
            reads.change(id, Becomes::Stack { hits }).slower(battle, ship, sheet::STACK_COSTS)
        }
        Special::Jam => reads.then(id, Decides::Moves { of: Lasting::Jam }),
        Special::Steering => reads.then(id, Decides::Moves { of: Lasting::Steering }),
        Special::Fire if ship.burning.is_some() => reads,
        Special::Fire => reads.change(id, Becomes::Burning { attempts: Some(0) }),
        Special::Boiler => {
            let full = reads.change(id, Becomes::Steam { full: true });
            full.slowing(battle, ship).then(id, Decides::Abandon)
        }
    })
}

/// "Choose gun nearest point of impact": among those that can still jam, one on the face that is struck;
/// otherwise amidships or round the corner; otherwise any (NOD-AMB-29).
fn can_jam(ship: &Ship, struck: Option<Side>, turn: i64) -> Vec<&Gun> {
    let open =
        |gun: &&Gun| ship.stands(gun) && ship.guns.get(&gun.id).is_none_or(|state| state.shut_until < turn);
    let guns: Vec<&Gun> = ship.card.guns.iter().filter(open).collect();
    let Some(struck) = struck else { return guns };
    let opposite = match struck {
        Side::Bow => Some(Side::Stern),
        Side::Stern => Some(Side::Bow),
        Side::Port => Some(Side::Starboard),
        Side::Starboard => Some(Side::Port),
        Side::Turret => None,
    };
    let of = |near: &dyn Fn(Side) -> bool| {
        guns.iter().copied().filter(|gun| near(gun.place)).collect::<Vec<&Gun>>()
    };
    let (here, near) = (of(&|place| place == struck), of(&|place| Some(place) != opposite));
    match (here.is_empty(), near.is_empty()) {
        (false, _) => here,
        (true, false) => near,
        (true, true) => guns,
    }
}

/// A duration of a die of moves (NOD-AMB-16); the later of two ends counts (NOD-AMB-30).
fn lasting(battle: &Battle, ship: &Ship, of: &Lasting, die: i32) -> Reads {
    let thrown = battle.turn + i64::from(die);
    let to = match of {
        Lasting::Shutter { gun } => {
            let earlier = ship.guns.get(gun).map_or(0, |state| state.shut_until);
            Becomes::Shut { gun: gun.clone(), until: thrown.max(earlier) }
        }
        Lasting::Jam => Becomes::Jammed { until: thrown.max(ship.jammed_until) },
        Lasting::Steering => Becomes::Steering { until: thrown.max(ship.steering_until) },
    };
    Reads::new("NOD-AMB-16", die, "damaged").change(&ship.card.id, to).slowing(battle, ship)
}

/// "One attempt per move and total of four attempts only" (NOD-19, NOD-AMB-22).
fn fire_fighting(ship: &Ship, die: i32) -> Reads {
    let id = ship.card.id.as_str();
    if die == 6 {
        return Reads::new("NOD-AMB-22", die, "done").change(id, Becomes::Burning { attempts: None });
    }
    let made = ship.burning.unwrap_or(0) + 1;
    let burns = Reads::new("NOD-AMB-22", die, "failed").change(id, Becomes::Burning { attempts: Some(made) });
    if made >= sheet::FIRE_ATTEMPTS { burns.change(id, Becomes::Abandoned) } else { burns }
}

/// The result of a ram (NOD-24), applied to top speeds (NOD-AMB-24).
fn ram(battle: &Battle, rammer: &Ship, rammee: &Ship, total: i32) -> Reads {
    let (own, id) = (rammer.card.id.as_str(), rammee.card.id.as_str());
    let result = sheet::ram_result(total);
    let mut reads = Reads::new("NOD-24", total, "nothing");
    if matches!(result, RamResult::Crippled | RamResult::RammeeSlower) {
        reads.outcome = "damaged";
    }
    if result == RamResult::Crippled {
        reads = reads.change(id, Becomes::Crippled);
        // "Drifts with current": the zero state (NOD-AMB-13); a top speed below zero stays below.
        if battle.options.crippled_top_speed_zero && rammee.top_speed > 0 {
            reads = reads.change(id, Becomes::TopSpeed { half_knots: 0 });
        }
    }
    if result == RamResult::RammeeSlower {
        reads = reads.then(id, Decides::RamKnots);
    }
    let mut sinks = false;
    if matches!(result, RamResult::Crippled | RamResult::RammeeSlower) {
        let half_knots = rammer.top_speed - 2;
        reads = reads.change(own, Becomes::TopSpeed { half_knots });
        sinks = half_knots < 0 && !battle.sinks(rammer);
    }
    if battle.options.ram_stops {
        reads = reads.change(own, Becomes::Stopped);
    }
    if rammer.present() && result == RamResult::RammerSlower {
        reads = reads.then(own, Decides::RamKnots);
    }
    if rammer.present() && sinks { reads.then(own, Decides::SinkDelay) } else { reads }
}

/// The umpire's own odds (NOD-30).
fn mine(battle: &Battle, id: &str, area: &str, die: i32) -> Option<Reads> {
    let mined = battle.hidden.iter().find(|hidden| hidden.area.id == area)?;
    let HiddenKind::Mines { hit_on_d6, effect } = &mined.kind else { return None };
    if die < *hit_on_d6 {
        return Some(Reads::new("NOD-30", die, "nothing").needs(*hit_on_d6));
    }
    let reads = Reads::new("NOD-30", die, "hit").needs(*hit_on_d6);
    Some(match effect.as_str() {
        "sinks" => reads.change(id, Becomes::Lost { fate: "sunk".to_owned() }),
        _ => reads.then(id, Decides::Special { struck: None, musketry: false }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noddy::ship::tests::ship;
    use crate::record::Record;

    fn battle(ship: Ship) -> Battle {
        let record = Record {
            book: "noddy".to_owned(),
            table_in: [60.0, 36.0],
            terrain: vec![],
            ships: vec![],
            events: vec![],
        };
        let mut battle = Battle::new(&record);
        (battle.turn, battle.step) = (3, Step::FirstFire);
        battle.ships.insert("cairo".to_owned(), ship);
        battle
    }

    fn read(faces: &[i32]) -> Read {
        Read {
            roll: 0,
            ship: "cairo".to_owned(),
            faces: faces.to_vec(),
            total: 0,
            needs: None,
            outcome: String::new(),
            changes: vec![],
            rolls: vec![],
        }
    }

    fn effect_of(ship: &Ship, die: i32) -> (Vec<Becomes>, Vec<Decides>) {
        let reads = effect(&battle(ship.clone()), ship, Some(Side::Bow), &read(&[die]), die);
        let next = reads.next.into_iter().map(|(_, decides)| decides).collect();
        (reads.changes.into_iter().map(|change| change.to).collect(), next)
    }

    // NOD-V09: 4, 2, 3, 1 reduce 6 knots and one gun of the face to 4 knots and none.
    #[test]
    fn hits_take_speed_and_guns() {
        let mut cairo = ship(6, &[("bow-1", Side::Bow), ("port-1", Side::Port)]);
        for die in [4, 2, 3, 1] {
            let (changes, next) = effect_of(&cairo, die);
            assert!(next.is_empty());
            changes.iter().for_each(|to| cairo.become_so(to));
        }
        assert_eq!(cairo.top_speed, 8);
        assert!(!cairo.stands(&cairo.card.guns[0]) && cairo.stands(&cairo.card.guns[1]));
    }

    // NOD-V14: a ship at exactly zero drifts, the next half knot sinks it.
    #[test]
    fn below_zero_she_sinks_by_one_die() {
        let mut cairo = ship(1, &[]);
        let (changes, next) = effect_of(&cairo, 5);
        assert_eq!((changes, next), (vec![Becomes::TopSpeed { half_knots: 0 }], vec![]));
        cairo.top_speed = 0;
        let (changes, next) = effect_of(&cairo, 1);
        assert_eq!((changes, next), (vec![Becomes::TopSpeed { half_knots: -1 }], vec![Decides::SinkDelay]));
        cairo.sinks_after = Some(9);
        assert_eq!(effect_of(&cairo, 1).1, vec![], "no second die");
    }

    // NOD-V11a: four attempts, then the crew abandons ship.
    #[test]
    fn fires_are_fought_four_times() {
        let mut cairo = ship(6, &[]);
        cairo.burning = Some(2);
        assert_eq!(fire_fighting(&cairo, 5).changes.len(), 1);
        cairo.burning = Some(3);
        let left: Vec<Becomes> = fire_fighting(&cairo, 5).changes.into_iter().map(|it| it.to).collect();
        assert_eq!(left, [Becomes::Burning { attempts: Some(4) }, Becomes::Abandoned]);
    }

    #[test]
    fn the_later_end_counts() {
        let mut cairo = ship(6, &[]);
        cairo.steering_until = 8;
        let reads = lasting(&battle(cairo.clone()), &cairo, &Lasting::Steering, 2);
        assert_eq!(reads.changes.first().map(|it| it.to.clone()), Some(Becomes::Steering { until: 8 }));
    }

    #[test]
    fn a_jam_slows_what_is_left_of_the_move_and_nothing_after_it() {
        let mut cairo = ship(6, &[]);
        cairo.course = Some(crate::noddy::kept::Course { speed: 10, turn_deg: 0.0 });
        let mut battle = battle(cairo.clone());
        let makes = lasting(&battle, &cairo, &Lasting::Jam, 2).changes;
        assert_eq!(makes.last().map(|it| it.to.clone()), Some(Becomes::Makes { half_knots: 2 }));
        battle.step = Step::SecondFire;
        assert_eq!(lasting(&battle, &cairo, &Lasting::Jam, 2).changes.len(), 1);
    }

    #[test]
    fn the_nearest_shutter_that_can_still_jam() {
        let mut cairo = ship(6, &[("bow-1", Side::Bow), ("port-1", Side::Port), ("stern-1", Side::Stern)]);
        let nearest = |ship: &Ship| can_jam(ship, Some(Side::Bow), 3).first().map(|gun| gun.id.clone());
        assert_eq!(nearest(&cairo).as_deref(), Some("bow-1"));
        cairo.become_so(&Becomes::Shut { gun: "bow-1".to_owned(), until: 3 });
        assert_eq!(nearest(&cairo).as_deref(), Some("port-1"));
        cairo.become_so(&Becomes::Gun { gun: "port-1".to_owned(), lost: true });
        assert_eq!(nearest(&cairo).as_deref(), Some("stern-1"), "the other end, as the last");
    }
}
