//! Reads thrown dice. The battle, its verification and the odds share this code.

use crate::core::{Refusal, RuleId};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::event::{Outcome, Reading};
use crate::noddy::movement::orders::reduced_speed;
use crate::noddy::state::battle::{HiddenKind, MineEffect, State};
use crate::noddy::state::card::{GunPosition, HalfKnots};
use crate::noddy::state::due::{Lasting, Numbers, PendingRoll, RollUse};
use crate::noddy::state::ship::{Fate, ShipState};
use crate::noddy::state::step::Step;
use crate::noddy::tables::table_set::{EffectDoes, RamDoes, SpecialDoes, Tables};
use geometry::ShipId;

/// The result of reading one roll.
struct Found {
    total: i16,
    needs: Option<i16>,
    outcome: Outcome,
    text: String,
    rules: Vec<&'static str>,
    changes: Vec<Change>,
    next: Vec<RollUse>,
}

impl Found {
    fn new(total: i16, rule: &'static str, outcome: Outcome, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { total, needs: None, outcome, text, rules: vec![rule], changes: Vec::new(), next: Vec::new() }
    }

    fn needs(self, needs: i16) -> Self {
        Self { needs: Some(needs), ..self }
    }

    fn changing(mut self, ship: &ShipId, to: Becomes) -> Self {
        self.changes.push(Change::of(ship, to));
        self
    }

    fn then(mut self, roll: RollUse) -> Self {
        self.next.push(roll);
        self
    }

    fn by(mut self, rule: &'static str) -> Self {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
        self
    }

    /// Adds a loss of top speed by enemy action (NOD-27). Below zero the ship will sink (NOD-26); the die for that is
    /// thrown only once (NOD-AMB-14).
    fn losing(self, state: &State, ship: &ShipState, half_knots: HalfKnots) -> Self {
        let left = ship.top_speed.saturating_sub(half_knots);
        let found = self.by("NOD-27").changing(&ship.card.id, Becomes::TopSpeed { half_knots: left });
        match left {
            ..0 if !state.sinks(ship) => found.by("NOD-26").then(RollUse::SinkDelay),
            0 => found.by("NOD-25"),
            _ => found,
        }
    }

    /// Adds a reduced speed for the rest of the present move, if the changes require it (NOD-AMB-28). Not after the
    /// ship's movement is complete: it would then lose more than one move's change by the next move (NOD-5).
    fn slowing(self, tables: &Tables, state: &State, ship: &ShipState) -> Self {
        let complete = match state.step {
            Step::SecondFire => true,
            Step::SecondHalf => ship.moved && state.segment + 1 >= state.segments,
            _ => false,
        };
        if complete {
            return self;
        }
        let alone = [(ship.card.id.clone(), ship.clone())].into_iter().collect();
        let mut damaged = State { ships: alone, ..State::default() };
        self.changes.iter().for_each(|change| change.fold(&mut damaged));
        let makes = damaged.ships.get(&ship.card.id).and_then(|ship| reduced_speed(tables, state.turn, ship));
        match makes {
            Some(half_knots) => self.by("NOD-AMB-28").changing(&ship.card.id, Becomes::Makes { half_knots }),
            None => self,
        }
    }
}

/// Reads the faces of one roll.
///
/// # Errors If the roll's ship or its table row does not exist (a log of other rules).
pub(crate) fn read_roll(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    faces: &[u8],
) -> Result<Reading, Refusal> {
    let no_such_row = || {
        Refusal::because("NOD-1", format!("{} can't be read: the table has no such row.", roll.request.label))
    };
    let total: u8 = faces.iter().fold(0, |sum, face| sum.saturating_add(*face));
    let found = read(tables, state, roll, total).ok_or_else(no_such_row)?;
    let mut numbers = Numbers::after(state);
    // The rolls that follow get numbers above all used ones.
    let rolls = found.next.into_iter().map(|decides| numbers.roll(state, &roll.ship, decides)).collect();
    Ok(Reading {
        roll: roll.request.id,
        ship: roll.ship.clone(),
        purpose: roll.request.purpose.to_string(),
        faces: faces.to_vec(),
        total: found.total,
        needs: found.needs,
        outcome: found.outcome,
        text: found.text,
        rules: found.rules.into_iter().map(RuleId::of).collect(),
        changes: found.changes,
        rolls,
    })
}

fn read(tables: &Tables, state: &State, roll: &PendingRoll, total: u8) -> Option<Found> {
    let die = i16::from(total);
    let id = &roll.ship;
    if let RollUse::ToHit { plus, needs, struck, .. } = &roll.decides {
        let sum = die.saturating_add(*plus);
        let (outcome, text) = if sum >= *needs { (Outcome::Hit, "a hit") } else { (Outcome::Miss, "a miss") };
        let found = Found::new(sum, "NOD-17", outcome, text).needs(*needs);
        let hit = outcome == Outcome::Hit;
        return Some(if hit { found.then(RollUse::Effect { struck: *struck }) } else { found });
    }
    if let (RollUse::Effect { .. }, Some(battery)) = (&roll.decides, state.batteries.get(id)) {
        let row = tables.shore().row(total)?;
        let gun = battery.card.guns.iter().find(|gun| !battery.gun(&gun.id).lost);
        return Some(match (row.does, gun) {
            (EffectDoes::Gun, Some(gun)) => Found::new(die, "NOD-22", Outcome::Damaged, &*row.text)
                .changing(id, Becomes::Gun { gun: gun.id.clone(), lost: true }),
            _ => Found::new(die, "NOD-22", Outcome::Nothing, &*row.text),
        });
    }
    let ship = state.ships.get(id)?;
    Some(match &roll.decides {
        RollUse::ToHit { .. } => return None,
        RollUse::Effect { struck } => effect(tables, state, ship, (total, *struck))?,
        RollUse::Special { struck, musketry } => special(tables, state, ship, total, (*struck, *musketry))?,
        RollUse::Moves { of } => {
            let thrown = state.turn.saturating_add(u32::from(total));
            let lasts = |earlier: u32| thrown.max(earlier);
            let (until, to, what) = match of {
                Lasting::Shutter { gun } => {
                    let until = lasts(ship.gun(gun).shut_until);
                    let to = Becomes::Shut { gun: gun.clone(), until };
                    (until, to, format!("the shutter of {gun} is jammed"))
                }
                Lasting::Jam => {
                    let until = lasts(ship.jammed_until);
                    (until, Becomes::Jammed { until }, "screw or paddle is jammed".to_owned())
                }
                Lasting::Steering => {
                    let until = lasts(ship.steering_until);
                    (until, Becomes::Steering { until }, "the steering is damaged".to_owned())
                }
            };
            let text = format!("{what} up to and with move {until}");
            let found = Found::new(die, "NOD-AMB-16", Outcome::Damaged, text);
            // The later end applies, so that a further hit never helps.
            let found = if until > thrown { found.by("NOD-AMB-30") } else { found };
            found.changing(id, to).slowing(tables, state, ship)
        }
        RollUse::Abandon => {
            if tables.durations().boiler_abandons_on.contains(&total) {
                Found::new(die, "NOD-19", Outcome::Damaged, "the crew abandons ship")
                    .changing(id, Becomes::Abandoned)
            } else {
                Found::new(die, "NOD-19", Outcome::Nothing, "she fights on as a floating battery")
            }
        }
        RollUse::SinkDelay => {
            let moves = u32::from(total).saturating_add(tables.durations().sinks_after_plus);
            let after = state.turn.saturating_add(moves);
            Found::new(die, "NOD-AMB-14", Outcome::Damaged, format!("she sinks in {moves} moves"))
                .changing(id, Becomes::Sinks { after })
        }
        RollUse::FireFighting => fight_fire(tables, ship, total),
        RollUse::Ram { rammer, plus } => ram(tables, state, (rammer, ship), die.saturating_add(*plus))?,
        RollUse::RamKnots => Found::new(die, "NOD-24", Outcome::Damaged, format!("{total} knots lost"))
            .losing(state, ship, die * 2),
        RollUse::Refloat => refloat(tables, ship, total),
        RollUse::Mine { area } => mine(state, ship, area, total)?,
        RollUse::Musketry { struck, .. } => {
            let needs = i16::from(tables.musketry().needs);
            if die >= needs {
                Found::new(die, "NOD-21", Outcome::Hit, "there is a chance of an effect")
                    .needs(needs)
                    .then(RollUse::Special { struck: *struck, musketry: true })
            } else {
                Found::new(die, "NOD-21", Outcome::Miss, "no effect whatsoever").needs(needs)
            }
        }
    })
}

/// The effect of a hit (NOD-18).
fn effect(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    (face, struck): (u8, Option<GunPosition>),
) -> Option<Found> {
    let row = tables.effects().row(face)?;
    let found = |outcome| Found::new(i16::from(face), "NOD-18", outcome, &*row.text);
    Some(match row.does {
        EffectDoes::Nothing => found(Outcome::Nothing),
        EffectDoes::Special => found(Outcome::Special).then(RollUse::Special { struck, musketry: false }),
        EffectDoes::Knots { half_knots } => found(Outcome::Damaged).losing(state, ship, half_knots),
        // A gun of the side that is hit; half a knot if there is none (NOD-AMB-23).
        EffectDoes::Gun => match ship.gun_struck(struck) {
            Some(gun) => {
                let lost = Becomes::Gun { gun: gun.id.clone(), lost: true };
                found(Outcome::Damaged).by("NOD-AMB-23").changing(&ship.card.id, lost)
            }
            None => found(Outcome::Damaged).by("NOD-AMB-23").losing(state, ship, 1),
        },
    })
}

/// The eleven special effects (NOD-19).
fn special(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    total: u8,
    (struck, musketry): (Option<GunPosition>, bool),
) -> Option<Found> {
    let table = tables.special();
    let row = table.row(total)?;
    let id = &ship.card.id;
    if musketry && total != tables.musketry().only_total {
        return Some(Found::new(
            i16::from(total),
            "NOD-21",
            Outcome::Nothing,
            "muskets do nothing of the kind",
        ));
    }
    let found = Found::new(i16::from(total), "NOD-19", Outcome::Damaged, &*row.text);
    Some(match row.does {
        SpecialDoes::Magazine => {
            Found { outcome: Outcome::Magazine, ..found }.changing(id, Becomes::Lost { fate: Fate::BlewUp })
        }
        SpecialDoes::Helmsman => {
            let until = state.turn.saturating_add(1).max(ship.helmless_until);
            found.changing(id, Becomes::Helmless { until })
        }
        SpecialDoes::Lists { to } => {
            found.changing(id, Becomes::Lists { to }).losing(state, ship, table.list_half_knots)
        }
        SpecialDoes::Shutter => match ship.gun_to_jam(struck, state.turn) {
            Some(gun) => {
                let jams = Lasting::Shutter { gun: gun.id.clone() };
                found.by("NOD-AMB-29").then(RollUse::Moves { of: jams })
            }
            None => {
                let text = "no gun is left aboard whose shutter could jam";
                Found { outcome: Outcome::Nothing, text: text.to_owned(), ..found }.by("NOD-AMB-29")
            }
        },
        SpecialDoes::Pipes => {
            found.changing(id, Becomes::Pipes { damaged: true }).slowing(tables, state, ship)
        }
        SpecialDoes::Stack => {
            let hits = Becomes::Stack { hits: ship.stack_hits.saturating_add(1) };
            found.by("NOD-AMB-5").changing(id, hits).losing(state, ship, table.stack_half_knots)
        }
        SpecialDoes::Jam => found.then(RollUse::Moves { of: Lasting::Jam }),
        SpecialDoes::Steering => found.then(RollUse::Moves { of: Lasting::Steering }),
        // A ship that already burns keeps its number of attempts.
        SpecialDoes::Fire if ship.burning.is_some() => found,
        SpecialDoes::Fire => found.changing(id, Becomes::Burning { attempts: Some(0) }),
        SpecialDoes::Boiler => {
            let full = found.changing(id, Becomes::Steam { full: true });
            full.slowing(tables, state, ship).then(RollUse::Abandon)
        }
    })
}

/// An attempt to put out a fire; after the fourth failure the crew abandons ship (NOD-AMB-22).
fn fight_fire(tables: &Tables, ship: &ShipState, face: u8) -> Found {
    let durations = tables.durations();
    let made = ship.burning.unwrap_or(0).saturating_add(1);
    let id = &ship.card.id;
    let found = |outcome, text: &str| Found::new(i16::from(face), "NOD-AMB-22", outcome, text);
    if face >= durations.fire_out_on {
        return found(Outcome::Done, "the fire is out").changing(id, Becomes::Burning { attempts: None });
    }
    let burns = Becomes::Burning { attempts: Some(made) };
    if made >= durations.fire_attempts {
        return found(Outcome::Failed, "the fire wins: the crew abandons ship")
            .changing(id, burns)
            .changing(id, Becomes::Abandoned);
    }
    found(Outcome::Failed, "she burns on").changing(id, burns)
}

/// The result of a ram (NOD-24); losses reduce the top speed (NOD-AMB-24).
fn ram(tables: &Tables, state: &State, (rammer, ship): (&ShipId, &ShipState), total: i16) -> Option<Found> {
    let row = tables.ram().result(total)?;
    let own = state.ships.get(rammer)?;
    let outcome = if row.rammee == RamDoes::Nothing { Outcome::Nothing } else { Outcome::Damaged };
    let mut found = Found::new(total, "NOD-24", outcome, &*row.text);
    let id = &ship.card.id;
    found = match row.rammee {
        RamDoes::Nothing => found,
        RamDoes::DieOfKnots => found.then(RollUse::RamKnots),
        RamDoes::Crippled => {
            let found = found.by("NOD-AMB-13").changing(id, Becomes::Crippled);
            // The option sets the top speed to zero; a value below zero stays.
            if state.options.crippled_top_speed_zero && ship.top_speed > 0 {
                found.changing(id, Becomes::TopSpeed { half_knots: 0 })
            } else {
                found
            }
        }
    };
    if row.rammer_half_knots > 0 {
        let left = own.top_speed.saturating_sub(row.rammer_half_knots);
        found = found.by("NOD-AMB-24").changing(rammer, Becomes::TopSpeed { half_knots: left });
    }
    if state.options.ram_stops {
        found = found.changing(rammer, Becomes::Stopped);
    }
    Some(found)
}

/// The rammer's own rolls after a ram: for a die of knots at a total of 1 or less, and for sinking if its top speed
/// falls below zero.
pub(crate) fn rammers_rolls(tables: &Tables, state: &State, rammer: &ShipId, read: &Reading) -> Vec<RollUse> {
    let mut rolls = Vec::new();
    // A rammer that was lost before its die was read is not damaged further.
    if !state.ships.get(rammer).is_some_and(ShipState::present) {
        return rolls;
    }
    if tables.ram().result(read.total).is_some_and(|row| row.rammer_die_of_knots) {
        rolls.push(RollUse::RamKnots);
    }
    let below = |change: &Change| {
        change.ship == *rammer && matches!(change.to, Becomes::TopSpeed { half_knots } if half_knots < 0)
    };
    let unsunk = state.ships.get(rammer).is_some_and(|ship| !state.sinks(ship));
    if unsunk && read.changes.iter().any(below) {
        rolls.push(RollUse::SinkDelay);
    }
    rolls
}

/// An attempt to refloat (NOD-10); after three failures the ship is stuck for the battle.
fn refloat(tables: &Tables, ship: &ShipState, face: u8) -> Found {
    let table = tables.aground();
    let found = |outcome, text: &str| Found::new(i16::from(face), "NOD-10", outcome, text);
    if face >= table.free_on {
        return found(Outcome::Done, "she comes free")
            .changing(&ship.card.id, Becomes::Aground { attempts: None });
    }
    let made = ship.aground.unwrap_or(0).saturating_add(1);
    let text = if made >= table.attempts { "she is stuck for good" } else { "she is still fast" };
    found(Outcome::Failed, text).changing(&ship.card.id, Becomes::Aground { attempts: Some(made) })
}

/// The test of a mine, by the umpire's own odds (NOD-30).
fn mine(state: &State, ship: &ShipState, area: &geometry::TerrainId, face: u8) -> Option<Found> {
    let mine_area = state.hidden.iter().find(|hidden| hidden.area.id == *area)?;
    let HiddenKind::Mines { hit_on_d6, effect } = mine_area.kind else { return None };
    let needs = i16::from(hit_on_d6);
    if i16::from(face) < needs {
        return Some(
            Found::new(i16::from(face), "NOD-30", Outcome::Nothing, "no mine goes off").needs(needs),
        );
    }
    let found =
        Found::new(i16::from(face), "NOD-30", Outcome::Hit, "a mine goes off").by("NOD-AMB-31").needs(needs);
    Some(match effect {
        MineEffect::Sinks => found.changing(&ship.card.id, Becomes::Lost { fate: Fate::Sunk }),
        MineEffect::Special => found.then(RollUse::Special { struck: None, musketry: false }),
    })
}
