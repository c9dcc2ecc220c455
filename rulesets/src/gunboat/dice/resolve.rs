//! Reads thrown dice. The battle, its verification and the odds share this code.

use crate::core::{Refusal, RuleId};
use crate::gunboat::boarding::{launches, parties};
use crate::gunboat::damage::fort_hits::{fort_roll, hits_on_gun, read_fort_roll};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::{FortHit, TableOutcome};
use crate::gunboat::events::roll_requests::{Numbers, lot, table_roll, takes_hold};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::mortars::burst;
use crate::gunboat::movement::hazards::{d6, read_mine, read_refloat, read_shoal, read_torpedo_guns};
use crate::gunboat::ramming::impact::{RamThrow, read_ram, read_stack_check};
use crate::gunboat::ramming::spar;
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::SectionKind;
use crate::gunboat::state::due::{
    Chart, ChartCell, Demand, FortRoll, FortTable, HitsDue, Into, PendingRoll, RollUse, SalvoId, TableId,
};
use crate::gunboat::state::options::{Battering, DraftOrGuns};
use crate::gunboat::state::ship::{Effect, ShipState};
use crate::gunboat::tables::table_files::HitDoes;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// Reads the faces of one roll; returns the event with the outcome.
///
/// # Errors If the roll's ship or its table row does not exist (a log of other rules).
pub(crate) fn read_roll(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    faces: &[u8],
) -> Result<Event, Refusal> {
    let no_such_row = || {
        Refusal::because("GUN-1", format!("{} can't be read: its table has no such row.", roll.request.label))
    };
    let face = *faces.first().ok_or_else(no_such_row)?;
    if let Some(event) = read_fort(tables, state, roll, face) {
        return event.ok_or_else(no_such_row);
    }
    let ship = state.ships.get(&roll.ship).ok_or_else(no_such_row)?;
    let reader = Reader { tables, state, roll, ship };
    match &roll.decides {
        RollUse::Chart { salvo, chart, column, column_label, total, aim } => {
            let cell = tables.cell(*chart, *column, face).ok_or_else(no_such_row)?;
            Ok(reader.chart(*salvo, *chart, (column_label, *total), face, (cell, aim)))
        }
        RollUse::Mortar { shot, turns, on_ship, under } => {
            Ok(burst::read(tables, state, roll, (*shot, *turns, *on_ship), under, face))
        }
        RollUse::PartiesFormed => {
            Ok(Event::Special(SpecialEvent::PartiesFormed { roll: roll.request.id, parties: face }))
        }
        RollUse::Grapple { target } => Ok(parties::read_grapple(tables, roll, target, faces)),
        RollUse::PartyFire => Ok(parties::read_fire(tables, ship, roll, faces)),
        RollUse::Boarding { parties } => {
            parties::read_boarding(tables, state, ship, roll, (*parties, face)).ok_or_else(no_such_row)
        }
        RollUse::LaunchHits { hits } => {
            launches::read_hit(tables, state, roll, *hits, face).ok_or_else(no_such_row)
        }
        RollUse::LockedHits { union, confederate } => {
            Ok(launches::read_locked(tables, state, roll, (union, confederate), faces))
        }
        RollUse::LaunchGrapple { by } => Ok(launches::read_grapple(tables, roll, by, face)),
        RollUse::Melee { union, confederate } => {
            launches::read_melee(tables, roll, (union, confederate), faces).ok_or_else(no_such_row)
        }
        RollUse::FortCheck { .. } | RollUse::Fort { .. } => Err(no_such_row()),
        RollUse::Table { table, path, salvo, spar: _ } => {
            let path: Vec<u8> = path.iter().copied().chain([face]).collect();
            reader.table(*table, path, *salvo).ok_or_else(no_such_row)
        }
        RollUse::Power => Ok(Event::PowerRolled {
            roll: roll.request.id,
            ship: roll.ship.clone(),
            die: face,
            knots: tables.power_knots(face).ok_or_else(no_such_row)?,
        }),
        RollUse::Shoal { area } => Ok(read_shoal(tables, roll, area, face)),
        RollUse::Mine { area } => Ok(read_mine(tables, state, roll, ship, (area, face))),
        RollUse::Refloat => Ok(read_refloat(tables, state, roll, face)),
        RollUse::TorpedoGuns { draft, speed } => {
            Ok(read_torpedo_guns(state, roll, ship, (*draft, *speed), face))
        }
        RollUse::Ram { which, rammer, target, knots, had_ram } => {
            let throw = RamThrow { which: *which, rammer, target, knots: *knots, had_ram: *had_ram };
            read_ram(tables, state, roll, ship, &throw, face).ok_or_else(no_such_row)
        }
        RollUse::StackCheck => Ok(read_stack_check(tables, state, roll, ship, face)),
    }
}

/// Reads a roll about forts; none for other rolls.
fn read_fort(tables: &Tables, state: &State, roll: &PendingRoll, face: u8) -> Option<Option<Event>> {
    match &roll.decides {
        RollUse::FortCheck { guns } => Some(Some(burst::read_check(tables, state, roll, guns, face))),
        RollUse::Fort { roll: fort_roll } => Some(read_fort_roll(tables, state, roll, fort_roll, face)),
        RollUse::Chart { salvo, chart, column, column_label, total, aim: Aim::FortGun { fort } } => {
            let cell = tables.cell(*chart, *column, face);
            Some(cell.map(|cell| {
                fort_chart(state, roll, (*salvo, *chart), (column_label, *total), face, (cell, fort))
            }))
        }
        _ => None,
    }
}

/// Reads a damage chart for a gun of a fort: every hit costs a box of its armor (GUN-74).
fn fort_chart(
    state: &State,
    roll: &PendingRoll,
    (salvo, chart): (SalvoId, Chart),
    (column_label, total): (&str, u32),
    die: u8,
    (cell, fort): (ChartCell, &ShipId),
) -> Event {
    let mut rules = vec![RuleId::of(if chart == Chart::A { "GUN-33" } else { "GUN-36" })];
    let mut on_table = |table| {
        rules.push(RuleId::of("GUN-75"));
        let guns = vec![roll.ship.clone()];
        let next = FortRoll {
            fort: fort.clone(),
            table,
            guns,
            path: Vec::new(),
            by_mortar: false,
            salvo: Some(salvo),
        };
        vec![fort_roll(state, &mut Numbers::after(state), roll.by, next)]
    };
    let mut hit = None;
    let rolls = match cell {
        ChartCell::Critical => on_table(FortTable::Critical),
        ChartCell::Lucky => on_table(FortTable::Lucky),
        ChartCell::Hits { hits, .. } => {
            rules.push(RuleId::of("GUN-74"));
            let loss = hits_on_gun(state, fort, &roll.ship, hits);
            hit = Some(FortHit { fort: fort.clone(), loss, takes_hold: takes_hold(state) });
            Vec::new()
        }
    };
    Event::ChartRead {
        roll: roll.request.id,
        salvo,
        target: roll.ship.clone(),
        chart,
        column_label: column_label.to_owned(),
        total,
        die,
        cell,
        parties_lost: 0,
        due: None,
        fort: hit,
        rolls,
        rules,
    }
}

struct Reader<'a> {
    tables: &'a Tables,
    state: &'a State,
    roll: &'a PendingRoll,
    ship: &'a ShipState,
}

impl Reader<'_> {
    fn chart(
        &self,
        salvo: SalvoId,
        chart: Chart,
        (column_label, total): (&str, u32),
        die: u8,
        (cell, aim): (ChartCell, &Aim),
    ) -> Event {
        let mut numbers = Numbers::after(self.state);
        let chart_rule = if chart == Chart::A { "GUN-33" } else { "GUN-36" };
        let mut rules = vec![RuleId::of(chart_rule)];
        let (mut due, mut rolls, mut parties_lost) = (None, Vec::new(), 0);
        let mut follow = |table, rule| {
            rules.push(RuleId::of(rule));
            rolls.push(table_roll(
                self.state,
                self.tables,
                &mut numbers,
                &self.roll.ship,
                Some(salvo),
                (table, vec![]),
            ));
        };
        // Whether the ship's own boxes are spared: fire at boarders does not damage an ironclad, and launches have no
        // boxes.
        let spared = match aim {
            Aim::Boarders => self.ship.card.ironclad,
            Aim::Launch | Aim::Locked { .. } => true,
            Aim::Ship | Aim::FortGun { .. } => false,
        };
        match cell {
            _ if spared => {}
            ChartCell::Critical => follow(TableId::Critical, "GUN-35"),
            ChartCell::Lucky => follow(TableId::Lucky, "GUN-37"),
            ChartCell::Hits { hits, party } => {
                if party && self.ship.boarding_parties > 0 {
                    parties_lost = 1;
                    rules.push(RuleId::of("GUN-34"));
                }
                if *aim == Aim::Boarders {
                    rules.push(RuleId::of("GUN-79"));
                }
                let cause = format!("Chart {}, column {column_label}, die {die}", chart.letter());
                let demands = self.chart_demands(chart, hits, chart_rule);
                due = self.due(&mut numbers, Some(salvo), cause, demands);
            }
        }
        self.special(aim, cell, &mut numbers, (&mut rolls, &mut rules));
        Event::ChartRead {
            roll: self.roll.request.id,
            salvo,
            target: self.roll.ship.clone(),
            chart,
            column_label: column_label.to_owned(),
            total,
            die,
            cell,
            parties_lost,
            due,
            fort: None,
            rolls,
            rules,
        }
    }

    /// Adds the rolls for hits on boarders and launches (GUN-78, GUN-84, GUN-88).
    fn special(
        &self,
        aim: &Aim,
        cell: ChartCell,
        numbers: &mut Numbers,
        (rolls, rules): (&mut Vec<PendingRoll>, &mut Vec<RuleId>),
    ) {
        let special = self.tables.special();
        let hits = |on_critical: u8| match cell {
            ChartCell::Hits { hits, .. } => hits,
            ChartCell::Critical | ChartCell::Lucky => on_critical,
        };
        let (next, rule) = match aim {
            Aim::Ship | Aim::FortGun { .. } => return,
            Aim::Boarders => {
                let hits = hits(special.boarding.fire.critical_hits);
                (parties::fire_roll(self.tables, self.state, numbers, self.roll, hits), "GUN-78")
            }
            Aim::Launch => {
                let hits = hits(special.launches.hits.critical_hits);
                let launch = (&self.roll.ship, self.roll.by);
                (launches::hit_roll(self.tables, self.state, numbers, launch, hits), "GUN-84")
            }
            Aim::Locked { union, confederate } => {
                let hits = hits(special.launches.hits.critical_hits);
                let pair = (union, confederate);
                (launches::locked_roll(self.tables, self.state, numbers, self.roll, pair, hits), "GUN-88")
            }
        };
        rules.push(RuleId::of(rule));
        if next.request.count > 0 {
            rolls.push(next);
        }
    }

    /// The sections of chart hits: by the owner's choice, except for the battering factor on chart B (GUN-AMB-14).
    fn chart_demands(&self, chart: Chart, hits: u8, rule: &'static str) -> Vec<Demand> {
        let factor = self.ship.card.battering_factor();
        let into_armor = match (chart, self.state.options.battering) {
            (Chart::A, _) | (Chart::B, Battering::Off) => 0,
            // A ship without armor has no battering factor.
            (Chart::B, _) if self.ship.card.armor == 0 => 0,
            (Chart::B, Battering::ExcessToArmor) => hits.saturating_sub(factor),
            (Chart::B, Battering::AllToArmor) if hits > factor => hits,
            (Chart::B, Battering::AllToArmor) => 0,
        };
        let armor = Demand {
            hits: into_armor,
            into: Into::OneOf(vec![SectionKind::Armor]),
            rule: RuleId::of("GUN-AMB-14"),
        };
        let free = Demand { hits: hits - into_armor, into: Into::Any, rule: RuleId::of(rule) };
        [armor, free].into_iter().filter(|demand| demand.hits > 0).collect()
    }

    fn table(&self, table: TableId, path: Vec<u8>, salvo: Option<SalvoId>) -> Option<Event> {
        let mut numbers = Numbers::after(self.state);
        let row = self.tables.table(table).row(&path)?;
        let mut rules = vec![self.tables.table(table).rule.clone()];
        let (mut due, mut rolls, mut parties_lost) = (None, Vec::new(), 0);
        let mut follow = |table, path| {
            rolls.push(table_roll(
                self.state,
                self.tables,
                &mut numbers,
                &self.roll.ship,
                salvo,
                (table, path),
            ));
            TableOutcome::RollFollows
        };
        let outcome = match &row.does {
            HitDoes::Again { .. } => follow(table, path.clone()),
            HitDoes::Critical => follow(TableId::Critical, Vec::new()),
            HitDoes::MagazineExplodes => {
                rules.push(RuleId::of("GUN-44"));
                TableOutcome::MagazineExplodes { takes_hold: takes_hold(self.state) }
            }
            HitDoes::Nothing => TableOutcome::Nothing,
            HitDoes::Sinks => {
                rules.push(RuleId::of("GUN-41"));
                TableOutcome::Sinks { takes_hold: takes_hold(self.state) }
            }
            HitDoes::Torpedoed { draft, speed } => {
                let label = format!("Guns destroyed: {}", self.ship.card.name);
                let decides = RollUse::TorpedoGuns { draft: *draft, speed: *speed };
                let thrower = (&self.roll.ship, self.roll.by);
                rolls.push(d6(&mut numbers, thrower, ("torpedo_guns", label, "GUN-58"), decides));
                TableOutcome::RollFollows
            }
            HitDoes::EnginesDisabled => {
                rules.push(RuleId::of("GUN-45"));
                let effect = Effect::EnginesDisabled { since_turn: self.state.turn };
                TableOutcome::Effect { effect }
            }
            HitDoes::RudderJammed { helm, turns } => {
                rules.push(RuleId::of("GUN-46"));
                TableOutcome::Effect { effect: Effect::RudderJammed { helm: *helm, moves_left: *turns } }
            }
            HitDoes::PilotBlinded { turns } => {
                rules.push(RuleId::of("GUN-46"));
                TableOutcome::Effect { effect: Effect::PilotBlinded { moves_left: *turns } }
            }
            HitDoes::FiresOut { turns } => {
                TableOutcome::Effect { effect: Effect::FiresOut { moves_left: *turns } }
            }
            HitDoes::Hits { hits, into, party, miss_if_gone } => {
                let gone = into.iter().all(|kind| self.ship.free_of(*kind) == 0);
                if *miss_if_gone && gone {
                    rules.push(RuleId::of("GUN-39"));
                    TableOutcome::Miss
                } else {
                    parties_lost = u8::from(*party && self.ship.boarding_parties > 0);
                    let faces: Vec<String> = path.iter().map(ToString::to_string).collect();
                    let cause = format!("{}, die {}", table.title(), faces.join(" then "));
                    let demand = Demand {
                        hits: *hits,
                        into: Into::OneOf(into.clone()),
                        rule: self.tables.table(table).rule.clone(),
                    };
                    due = self.due(&mut numbers, salvo, cause, vec![demand]);
                    TableOutcome::Hits
                }
            }
        };
        let again = matches!(row.does, HitDoes::Again { .. });
        let launch = spar::sinks_with_it(self.roll, &outcome);
        if let Some(launch) = launch.as_ref().filter(|_| again) {
            rolls = rolls.into_iter().map(|roll| spar::carried_by(roll, launch)).collect();
        }
        let sinks_launch = launch.filter(|_| !again);
        if sinks_launch.is_some() {
            rules.push(RuleId::of("GUN-89"));
        }
        Some(Event::TableRead {
            roll: self.roll.request.id,
            ship: self.roll.ship.clone(),
            table,
            path,
            text: row.text.clone(),
            outcome,
            parties_lost,
            sinks_launch,
            due,
            rolls,
            rules,
        })
    }

    /// A group of hits due; none if there is nothing to check off or the ship is lost already.
    fn due(
        &self,
        numbers: &mut Numbers,
        salvo: Option<SalvoId>,
        cause: String,
        demands: Vec<Demand>,
    ) -> Option<HitsDue> {
        let choices = demands.iter().any(|demand| match &demand.into {
            Into::Any => false,
            Into::OneOf(kinds) => kinds.iter().filter(|kind| self.ship.free_of(**kind) > 0).count() > 1,
        });
        let firer_chooses = choices && self.state.options.crit_draft_or_guns == DraftOrGuns::Firer;
        let owner = self.ship.card.side;
        let due = lot(self.ship, numbers, cause, demands)?;
        Some(HitsDue { salvo, chooser: firer_chooses.then(|| owner.other()), ..due })
    }
}
