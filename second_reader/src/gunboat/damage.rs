//! Results of damage dice, and the boxes to check off (GUN-33 to GUN-46).

use super::Battle;
use super::boarding::CRITICAL_HITS;
use super::sheet::{self, Cell, Does};
use super::ship::{Effect, Ship, row_of, section_of};
use crate::record::{Event, ReadError};
use serde_json::Value;

/// Hits to be checked off a ship's card: a number into any of these sections; an empty list means any
/// section.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Due {
    pub(super) ship: String,
    demands: Vec<(u32, Vec<String>)>,
    /// True where somebody chooses one of the demands.
    either: bool,
}

impl Due {
    /// Builds the due hits; demands without hits are dropped.
    pub(super) fn of(ship: &str, demands: Vec<(u32, Vec<&str>)>) -> Self {
        let demands = demands.into_iter().filter(|(hits, _)| *hits > 0);
        let owned = |sections: Vec<&str>| sections.into_iter().map(str::to_owned).collect();
        let demands = demands.map(|(hits, sections)| (hits, owned(sections))).collect();
        Self { ship: ship.to_owned(), demands, either: false }
    }

    fn recorded(due: &Value) -> Self {
        let demand = |demand: &Value| {
            let sections = demand.pointer("/into/sections").and_then(Value::as_array);
            let sections = sections.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
            (demand["hits"].as_u64().unwrap_or(0) as u32, sections.collect())
        };
        Self {
            ship: due["ship"].as_str().unwrap_or_default().to_owned(),
            demands: due["demands"].as_array().into_iter().flatten().map(demand).collect(),
            either: due["either"].as_bool().unwrap_or(false),
        }
    }
}

impl Battle<'_> {
    /// Checks that an event makes these hits due; none where there are none, or the ship has no box left or
    /// is lost.
    pub(super) fn due(&mut self, event: &Event, rule: &str, reads: Due) -> Result<(), ReadError> {
        let ship = self.ship(event, &reads.ship)?;
        let takes = ship.fate.is_none() && ship.free_in_all() > 0 && !reads.demands.is_empty();
        let recorded = event.at("/event/due").map(Due::recorded);
        let either = rule == "GUN-58" && self.chosen("gun.torpedo_ironclad_34") == "target_choice";
        let reads = takes.then_some(Due { either, ..reads });
        self.report.compare(rule, event.seq, &reads, &recorded);
        if let Some(due) = recorded {
            self.dues.insert(event.read("/event/due/id")?, due);
        }
        Ok(())
    }

    pub(super) fn chart_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let salvo: u64 = event.read("/event/salvo")?;
        let chart: String = event.read("/event/chart")?;
        let target: String = event.read("/event/target")?;
        let rule = if chart == "a" { "GUN-33" } else { "GUN-36" };
        let volley = self.volleys.get(&salvo).cloned().ok_or_else(|| event.lacks("the salvo of its roll"))?;
        let pool = volley.pools.iter().find(|pool| pool.0 == chart);
        let (column, total) = pool
            .and_then(|pool| Some((pool.1?, pool.2)))
            .ok_or_else(|| event.lacks("the pool of its roll"))?;
        self.report.compare(rule, event.seq, total, event.read("/event/total")?);
        let cell = sheet::cell(&chart, column, die).ok_or_else(|| event.lacks("a die of 1 to 10"))?;
        self.report.compare(rule, event.seq, cell, event.read("/event/cell")?);
        if let Some(fort) = self.forts.iter().find(|(_, fort)| fort.has(&target)).map(|(id, _)| id.clone()) {
            return self.fort_hit(event, &fort, &target, cell);
        }
        let ship = self.ship(event, &target)?;
        let battering = ship.card.armor / 3;
        let (armored, parties) = (ship.card.armor > 0, ship.parties);
        let hits = if let Cell::Hits { hits, .. } = cell { hits } else { CRITICAL_HITS };
        if matches!(volley.aim.as_str(), "launch" | "locked") {
            return self.launch_hit(event, &volley, hits);
        }
        let boarded = volley.aim == "boarders";
        if boarded && self.boarders_hit(event, &target, hits)? {
            return Ok(());
        }
        let with_party = |purposes: &[&'static str]| -> Vec<&'static str> {
            purposes.iter().copied().chain(boarded.then_some("party")).collect()
        };
        match cell {
            Cell::Critical => self.calls_for(event, "GUN-35", &with_party(&["critical"])),
            Cell::Lucky => self.calls_for(event, "GUN-37", &["lucky"]),
            Cell::Hits { hits, party } => {
                self.calls_for(event, rule, &with_party(&[]))?;
                let lost = u32::from(party && parties > 0);
                self.report.compare("GUN-34", event.seq, lost, event.read("/event/parties_lost")?);
                self.parties_lost(&target, lost);
                // Hits on chart B above the battering factor go into armor (GUN-AMB-14).
                let into_armor = match self.chosen("gun.battering") {
                    _ if chart == "a" || !armored || hits <= battering => 0,
                    "off" => 0,
                    "all_to_armor" => hits,
                    _ => hits - battering,
                };
                let demands = vec![(into_armor, vec!["armor"]), (hits - into_armor, Vec::new())];
                self.due(event, rule, Due::of(&target, demands))
            }
        }
    }

    fn parties_lost(&mut self, id: &str, parties: u32) {
        if let Some(ship) = self.ships.get_mut(id) {
            ship.parties -= parties.min(ship.parties);
        }
    }

    pub(super) fn table_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let table: String = event.read("/event/table")?;
        let path: Vec<u8> = event.read("/event/path")?;
        let id: String = event.read("/event/ship")?;
        let rule = match table.as_str() {
            "critical" => "GUN-35",
            "lucky" => "GUN-37",
            "stack" => "GUN-43",
            _ => "GUN-58",
        };
        self.report.compare("GUN-1", event.seq, Some(die), path.last().copied());
        let does = sheet::hit_table(&table, &path).ok_or_else(|| event.lacks("a row of its table"))?;
        let ship = self.ship(event, &id)?;
        let (stack_gone, parties) = (ship.free_in("stack") == 0, ship.parties);
        if rule == "GUN-58" {
            let kind = if ship.card.ironclad { "torpedo_ironclad" } else { "torpedo_wooden" };
            self.report.compare(rule, event.seq, kind, table.as_str());
        }
        let spar = self.spars.remove(&event.read("/event/roll")?);
        if let Some(launch) = &spar {
            let reads = Some(launch.as_str()).filter(|_| does != Does::Nothing);
            self.report.compare("GUN-89", event.seq, reads, event.text("/event/sinks_launch"));
        }
        let takes_hold = self.takes_hold();
        let mut demands = Vec::new();
        let mut rolls: Vec<String> = Vec::new();
        let outcome = match does {
            Does::Stack if stack_gone => "miss",
            Does::Stack | Does::Hits(..) | Does::MidshipsAndParty => {
                demands.push(match does {
                    Does::Hits(hits, sections) => (hits, sections.to_vec()),
                    Does::Stack => (1, vec!["stack"]),
                    _ => (1, vec!["midships"]),
                });
                "hits"
            }
            Does::Again | Does::Critical | Does::Torpedoed => {
                rolls.push(match does {
                    Does::Again => format!("{table}_reroll"),
                    Does::Critical => "critical".to_owned(),
                    _ => "torpedo_guns".to_owned(),
                });
                "roll_follows"
            }
            Does::Magazine => "magazine_explodes",
            Does::Sinks => "sinks",
            Does::Nothing => "nothing",
            Does::Jam(..) | Does::Blinded | Does::FiresOut | Does::Engines => "effect",
        };
        self.report.compare(rule, event.seq, Some(outcome), event.text("/event/outcome/outcome"));
        let rolls: Vec<&str> = rolls.iter().map(String::as_str).collect();
        self.calls_for(event, rule, &rolls)?;
        self.due(event, rule, Due::of(&id, demands))?;
        let lost = u32::from(does == Does::MidshipsAndParty && parties > 0);
        self.report.compare(rule, event.seq, lost, event.read("/event/parties_lost")?);
        self.parties_lost(&id, lost);
        if matches!(does, Does::Magazine | Does::Sinks) {
            self.report.compare(
                "GUN-AMB-11",
                event.seq,
                Some(takes_hold),
                event.text("/event/outcome/takes_hold"),
            );
        }
        match does {
            Does::Magazine if takes_hold == "now" => self.lose(&id, "exploded"),
            Does::Magazine => self.named(event, "/event/ship")?.exploding = true,
            Does::Sinks => self.founders(event, &id)?,
            Does::Jam(helm, moves) => {
                self.suffer(event, rule, Effect::RudderJammed { helm: helm.to_owned(), moves_left: moves })?;
            }
            Does::Blinded => self.suffer(event, rule, Effect::PilotBlinded { moves_left: 1 })?,
            Does::FiresOut => self.suffer(event, rule, Effect::FiresOut { moves_left: 6 })?,
            Does::Engines => self.suffer(event, rule, Effect::EnginesDisabled { since_turn: self.turn })?,
            _ => {}
        }
        // A torpedo that is no dud sinks the launch that carried it (GUN-89).
        if let Some(launch) = spar.filter(|_| does != Does::Nothing) {
            self.lose(&launch, "sunk");
        }
        Ok(())
    }

    /// Removes all draft boxes; a ship aground stays until it floats.
    fn founders(&mut self, event: &Event, id: &str) -> Result<(), ReadError> {
        let waits = self.waits();
        let ship = self.named(event, "/event/ship")?;
        let left = ship.free("draft");
        ship.tick("draft", left, waits);
        if ship.sinks() {
            self.lose(id, "sunk");
        }
        Ok(())
    }

    /// Adds a lasting effect; it replaces another of its kind (GUN-AMB-17).
    pub(super) fn suffer(&mut self, event: &Event, rule: &str, effect: Effect) -> Result<(), ReadError> {
        self.report.compare(rule, event.seq, &effect, &event.read("/event/outcome/effect")?);
        let ship = self.named(event, "/event/ship")?;
        let kind = std::mem::discriminant(&effect);
        ship.effects.retain(|old| std::mem::discriminant(old) != kind);
        if matches!(effect, Effect::EnginesDisabled { .. }) {
            ship.power_knots = None;
        }
        ship.effects.push(effect);
        Ok(())
    }

    /// Checks a choice between sections (GUN-AMB-15).
    pub(super) fn section_chosen(&mut self, event: &Event) -> Result<(), ReadError> {
        let (due, section): (u64, String) = (event.read("/event/due")?, event.read("/event/section")?);
        let due = self.dues.get_mut(&due).ok_or_else(|| event.lacks("hits that are due"))?;
        let named = due.demands.iter().any(|(_, sections)| sections.contains(&section));
        if due.either {
            due.demands.retain(|(_, sections)| sections.contains(&section));
        }
        for (_, sections) in &mut due.demands {
            if sections.contains(&section) {
                *sections = vec![section.clone()];
            }
        }
        self.report.hold("GUN-AMB-15", event.seq, named, "another section", &section);
        Ok(())
    }

    pub(super) fn ticked(&mut self, event: &Event) -> Result<(), ReadError> {
        let due: u64 = event.read("/event/due")?;
        let due = self.dues.remove(&due).ok_or_else(|| event.lacks("hits that are due"))?;
        let boxes: Vec<Value> = event.read("/event/boxes")?;
        let count = |tick: &Value| tick["count"].as_u64().unwrap_or(0) as u32;
        let boxes: Vec<(String, u32)> =
            boxes.iter().map(|tick| (row_of(&tick["row"]), count(tick))).collect();
        let ship = self.ship(event, &due.ship)?.clone();
        // One box a hit, limited to the boxes left (GUN-40).
        let hits: u32 = due.demands.iter().map(|(hits, _)| hits).sum();
        let given: u32 = boxes.iter().map(|(_, count)| count).sum();
        self.report.compare("GUN-40", event.seq, hits.min(ship.free_in_all()), given);
        for (row, _) in &boxes {
            let given: u32 = boxes.iter().filter(|(other, _)| other == row).map(|(_, count)| count).sum();
            let holds = given <= ship.free(row);
            self.report.hold(
                "GUN-38",
                event.seq,
                holds,
                &format!("{row}: {} left", ship.free(row)),
                &format!("{given}"),
            );
        }
        for (hits, sections) in due.demands.iter().filter(|(_, sections)| !sections.is_empty()) {
            let enough = goes_where_named(&ship, &boxes, *hits, sections);
            self.report.hold(
                "GUN-40",
                event.seq,
                enough,
                &format!("{hits} into {sections:?}"),
                &format!("{boxes:?}"),
            );
        }
        self.report.compare(
            "GUN-AMB-11",
            event.seq,
            Some(self.takes_hold()),
            event.text("/event/takes_hold"),
        );
        // A lost stack means a die (GUN-43), whoever chose it (GUN-AMB-43).
        let shot_away =
            due.demands.iter().any(|(_, sections)| sections.iter().any(|section| section == "stack"));
        let stack = boxes.iter().any(|(row, _)| row == "stack");
        let thrown_for = stack && (shot_away || self.on("gun.stack_table_on_ram"));
        self.calls_for(event, "GUN-43", if thrown_for { &["stack_loss"] } else { &[] })?;
        let waits = self.waits();
        let ship = self.named(event, "/event/ship")?;
        for (row, count) in &boxes {
            ship.tick(row, *count, waits);
        }
        let fate = ship.sinks().then_some("sunk");
        self.report.compare("GUN-41", event.seq, fate, event.text("/event/fate"));
        if fate.is_some() {
            self.lose(&due.ship, "sunk");
        }
        Ok(())
    }
}

/// Checks that as many hits as fit go into one of the named sections; where all are full, any section may
/// take them (GUN-38).
fn goes_where_named(ship: &Ship, boxes: &[(String, u32)], hits: u32, sections: &[String]) -> bool {
    let open: Vec<&String> = sections.iter().filter(|section| ship.free_in(section) > 0).collect();
    let given = |section: &str| -> u32 {
        boxes.iter().filter(|(row, _)| section_of(row) == section).map(|(_, count)| count).sum()
    };
    open.is_empty() || open.iter().any(|section| given(section) >= hits.min(ship.free_in(section)))
}
