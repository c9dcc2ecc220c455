//! Forts and batteries (GUN-66, GUN-74, GUN-75).

use super::Battle;
use super::sheet::{self, Cell, FortDoes};
use super::ship::{Arc, Mount};
use crate::plane::Point;
use crate::record::{Event, ReadError};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A fort's card.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Card {
    pub(super) id: String,
    pub(super) side: String,
    guns: Vec<Gun>,
}

/// A gun behind its own armor.
#[derive(Debug, Clone, Deserialize)]
struct Gun {
    id: String,
    gun: String,
    kind: String,
    pf: u32,
    armor: u32,
    x_in: f64,
    y_in: f64,
    arcs: Vec<Arc>,
}

/// The condition of a gun.
#[derive(Debug, Clone, Default)]
struct State {
    lost: u32,
    fired: bool,
    mortar_hits: usize,
    silent_phases: u32,
    silent_for_good: bool,
    shelter: Option<Shelter>,
}

/// Cover for a crew, through a turn. In the step in which it took cover it still fires, where damage takes
/// effect at the end of the step.
#[derive(Debug, Clone)]
struct Shelter {
    since: (u32, String),
    waited: bool,
    through_turn: u32,
}

/// The cost of one hit on a fort.
#[derive(Debug, Clone, Default, PartialEq)]
struct Loss {
    boxes: Vec<(String, u32)>,
    shelter: Vec<String>,
    through_turn: u32,
    fate: Option<String>,
}

/// A fort.
#[derive(Debug, Clone)]
pub(super) struct Fort {
    pub(super) card: Card,
    pub(super) fate: Option<String>,
    guns: BTreeMap<String, State>,
    waiting: Vec<Loss>,
    check_turn: Option<u32>,
}

impl Fort {
    pub(super) fn new(card: Card) -> Self {
        let guns = card.guns.iter().map(|gun| (gun.id.clone(), State::default())).collect();
        Self { card, fate: None, guns, waiting: Vec::new(), check_turn: None }
    }

    pub(super) fn has(&self, gun: &str) -> bool {
        self.guns.contains_key(gun)
    }

    pub(super) fn gun_ids(&self) -> impl Iterator<Item = &str> {
        self.guns.keys().map(String::as_str)
    }

    fn gun(&self, id: &str) -> Option<&Gun> {
        self.card.guns.iter().find(|gun| gun.id == id)
    }

    pub(super) fn printed(&self, gun: &str) -> u32 {
        self.gun(gun).map_or(0, |gun| gun.armor)
    }

    pub(super) fn armor_left(&self, gun: &str) -> u32 {
        let lost = self.guns.get(gun).map_or(0, |state| state.lost);
        self.printed(gun).saturating_sub(lost)
    }

    pub(super) fn stands(&self, gun: &str) -> Option<Point> {
        self.gun(gun).map(|gun| [gun.x_in, gun.y_in])
    }

    /// Guns that can fire now.
    pub(super) fn ready(&self, (turn, step): (u32, &str)) -> Vec<Mount> {
        let sheltered = |shelter: &Shelter| {
            let still_fires = shelter.waited && shelter.since == (turn, step.to_owned());
            shelter.through_turn >= turn && !still_fires
        };
        let ready = |gun: &&Gun| {
            self.guns.get(&gun.id).is_some_and(|state| {
                let silent = state.fired || state.silent_for_good || state.silent_phases > 0;
                !silent && self.armor_left(&gun.id) > 0 && !state.shelter.as_ref().is_some_and(sheltered)
            })
        };
        let mount = |gun: &Gun| Mount {
            id: gun.id.clone(),
            gun: gun.gun.clone(),
            kind: gun.kind.clone(),
            guns: 1,
            pf: gun.pf,
            arcs: gun.arcs.clone(),
            turret: None,
        };
        self.card.guns.iter().filter(ready).map(mount).collect()
    }

    pub(super) fn have_fired<'a>(&mut self, guns: impl Iterator<Item = &'a str>) {
        for gun in guns {
            if let Some(state) = self.guns.get_mut(gun) {
                state.fired = true;
            }
        }
    }

    pub(super) fn begin_step(&mut self, guns_ready: bool, after_fire: bool) {
        for state in self.guns.values_mut() {
            state.fired &= !guns_ready;
            if after_fire {
                state.silent_phases = state.silent_phases.saturating_sub(1);
            }
        }
    }

    pub(super) fn anything_waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(super) fn take_hold(&mut self) {
        for loss in std::mem::take(&mut self.waiting) {
            self.suffer(&loss);
        }
    }

    fn suffer(&mut self, loss: &Loss) {
        for (gun, boxes) in &loss.boxes {
            let printed = self.printed(gun);
            if let Some(state) = self.guns.get_mut(gun) {
                state.lost = (state.lost + boxes).min(printed);
            }
        }
        self.fate = self.fate.take().or_else(|| loss.fate.clone());
    }

    fn take_shelter(&mut self, loss: &Loss, since: (u32, String), waited: bool) {
        for gun in &loss.shelter {
            let Some(state) = self.guns.get_mut(gun) else { continue };
            if state.shelter.as_ref().is_none_or(|old| old.through_turn < loss.through_turn) {
                let through_turn = loss.through_turn;
                state.shelter = Some(Shelter { since: since.clone(), waited, through_turn });
            }
        }
    }

    /// The fort after all waiting damage has taken effect.
    fn after_the_step(&self) -> Self {
        let mut after = self.clone();
        after.take_hold();
        after
    }

    /// Guns still standing: those hit first, then in the order of the card.
    fn standing(&self, first: &[String]) -> Vec<String> {
        let others = self.card.guns.iter().map(|gun| gun.id.clone()).filter(|gun| !first.contains(gun));
        first.iter().cloned().chain(others).filter(|gun| self.armor_left(gun) > 0).collect()
    }

    fn destroyed(&self, first: &[String], guns: usize) -> Vec<(String, u32)> {
        let guns = self.standing(first).into_iter().take(guns);
        guns.map(|gun| (gun.clone(), self.armor_left(&gun))).collect()
    }

    /// Takes boxes off the first standing gun; excess boxes go to the next (GUN-38).
    fn crossed_off(&self, first: &[String], mut boxes: u32) -> Vec<(String, u32)> {
        let mut all = Vec::new();
        for gun in self.standing(first) {
            let here = boxes.min(self.armor_left(&gun));
            boxes -= here;
            all.extend((here > 0).then_some((gun, here)));
        }
        all
    }

    /// Applies the umpire's order on its guns.
    pub(super) fn set(&mut self, guns: &[Value]) {
        for value in guns {
            let Some(state) = value["gun"].as_str().and_then(|gun| self.guns.get_mut(gun)) else { continue };
            let set = &value["state"];
            let number = |key: &str| set[key].as_u64().unwrap_or(0);
            state.lost = number("lost") as u32;
            state.mortar_hits = number("mortar_hits") as usize;
            state.silent_phases = number("silent_phases") as u32;
            state.fired = set["fired"] == true;
            state.silent_for_good = set["silent_for_good"] == true;
            state.shelter = set["shelter"].as_object().map(|shelter| Shelter {
                since: (
                    shelter["since_turn"].as_u64().unwrap_or(0) as u32,
                    shelter["since_step"].as_str().unwrap_or_default().to_owned(),
                ),
                waited: shelter["takes_hold"] == "step_end",
                through_turn: shelter["through_turn"].as_u64().unwrap_or(0) as u32,
            });
        }
    }

    /// A shell over a gun silences it for this phase, the second for two, the third permanently (GUN-66).
    pub(super) fn silence(&mut self, gun: &str, turn: u32) -> Option<u32> {
        self.check_turn = Some(turn);
        let state = self.guns.get_mut(gun)?;
        state.mortar_hits += 1;
        let phases = [None, Some(1), Some(2)].get(state.mortar_hits).copied().flatten();
        match phases {
            Some(phases) => state.silent_phases = state.silent_phases.max(phases),
            None => state.silent_for_good = true,
        }
        phases
    }

    /// Tells whether the extra die for shells was thrown this turn (GUN-67).
    pub(super) fn checked(&self, turn: u32) -> bool {
        self.check_turn == Some(turn)
    }
}

fn loss_of(loss: &Value) -> Loss {
    let words = |key: &str| loss[key].as_array().into_iter().flatten();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let boxes = words("boxes").map(|one| (word(&one["gun"]), one["boxes"].as_u64().unwrap_or(0) as u32));
    Loss {
        boxes: boxes.collect(),
        shelter: words("shelter").map(word).collect(),
        through_turn: loss["through_turn"].as_u64().unwrap_or(0) as u32,
        fate: loss["fate"].as_str().map(str::to_owned),
    }
}

impl Battle<'_> {
    /// Each hit costs the gun a box; lucky and critical hits have the fort's own tables.
    pub(super) fn fort_hit(
        &mut self,
        event: &Event,
        id: &str,
        gun: &str,
        cell: Cell,
    ) -> Result<(), ReadError> {
        let hits = match cell {
            Cell::Critical => return self.calls_for(event, "GUN-75", &["fort_critical"]),
            Cell::Lucky => return self.calls_for(event, "GUN-75", &["fort_lucky"]),
            Cell::Hits { hits, .. } => hits,
        };
        let fort = self.forts.get(id).ok_or_else(|| event.lacks("a fort that takes part"))?;
        let boxes = hits.min(fort.after_the_step().armor_left(gun));
        let boxes = (boxes > 0).then(|| (gun.to_owned(), boxes)).into_iter().collect();
        let reads = Loss { boxes, ..Loss::default() };
        self.fort_loses(event, "GUN-74", id, reads, "/event/fort/loss", "/event/fort/takes_hold")
    }

    fn fort_loses(
        &mut self,
        event: &Event,
        rule: &str,
        id: &str,
        reads: Loss,
        path: &str,
        takes_hold: &str,
    ) -> Result<(), ReadError> {
        self.report.compare(rule, event.seq, &reads, &loss_of(event.need(path)?));
        self.report.compare("GUN-AMB-11", event.seq, Some(self.takes_hold()), event.text(takes_hold));
        let (waits, now) = (self.waits(), (self.turn, self.step.clone()));
        let fort = self.forts.get_mut(id).ok_or_else(|| event.lacks("a fort that takes part"))?;
        fort.take_shelter(&reads, now, waits);
        let counts = !reads.boxes.is_empty() || reads.fate.is_some();
        if !waits {
            fort.suffer(&reads);
        } else if counts {
            fort.waiting.push(reads);
        }
        Ok(())
    }

    pub(super) fn fort_table_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let id: String = event.read("/event/fort")?;
        let table: String = event.read("/event/table")?;
        let path: Vec<u8> = event.read("/event/path")?;
        let roll: u64 = event.read("/event/roll")?;
        let (guns, by_mortar) =
            self.fort_rolls.remove(&roll).ok_or_else(|| event.lacks("the hit of its roll"))?;
        // Mortars add 1 to the first die; results over 6 count as 6 (GUN-68, GUN-AMB-37).
        let bonus = u8::from(by_mortar && path.len() == 1);
        self.report.compare("GUN-68", event.seq, Some((die + bonus).min(6)), path.last().copied());
        let does =
            sheet::fort_table(&table, &path).ok_or_else(|| event.lacks("a row of the fort's table"))?;
        let fort = self.forts.get(&id).ok_or_else(|| event.lacks("a fort that takes part"))?.after_the_step();
        let turn = self.turn;
        let under_cover = |shelter, turns| Loss { shelter, through_turn: turn + turns, ..Loss::default() };
        let lost = |boxes| Loss { boxes, ..Loss::default() };
        let out = |fate: &str| Loss { fate: Some(fate.to_owned()), ..Loss::default() };
        let reads = match does {
            FortDoes::Nothing | FortDoes::Again => Loss::default(),
            FortDoes::Guns(count) => lost(fort.destroyed(&guns, count)),
            FortDoes::Boxes(boxes) => lost(fort.crossed_off(&guns, boxes)),
            FortDoes::CrewShelters(turns) => {
                under_cover(fort.standing(&guns).into_iter().take(1).collect(), turns)
            }
            FortDoes::AllShelter(turns) => under_cover(fort.standing(&[]), turns),
            FortDoes::GunsAndBoxes(count, each) => {
                let mut boxes = fort.destroyed(&guns, count);
                let gone: Vec<String> = boxes.iter().map(|(gun, _)| gun.clone()).collect();
                let others = fort.standing(&[]).into_iter().filter(|gun| !gone.contains(gun));
                boxes.extend(others.map(|gun| (gun, each)));
                lost(boxes)
            }
            FortDoes::Abandoned => out("abandoned"),
            FortDoes::WhiteFlag => out("struck"),
        };
        let again = format!("fort_{table}_reroll");
        let rolls: Vec<&str> = (does == FortDoes::Again).then_some(again.as_str()).into_iter().collect();
        self.calls_for(event, "GUN-75", &rolls)?;
        self.fort_loses(event, "GUN-75", &id, reads, "/event/loss", "/event/takes_hold")
    }

    /// Notes for a fort's roll the guns that suffer first, and whether mortars caused it.
    pub(super) fn note_fort_rolls(&mut self, event: &Event) {
        let rolls = event.at("/event/rolls").and_then(Value::as_array).into_iter().flatten();
        for roll in rolls.filter(|roll| roll.pointer("/decides/use").is_some_and(|name| name == "fort")) {
            let guns = roll.pointer("/decides/roll/guns").and_then(Value::as_array).into_iter().flatten();
            let guns = guns.filter_map(Value::as_str).map(str::to_owned).collect();
            let by_mortar = roll.pointer("/decides/roll/by_mortar").is_some_and(|by| by == true);
            if let Some(id) = roll.pointer("/request/id").and_then(Value::as_u64) {
                self.fort_rolls.insert(id, (guns, by_mortar));
            }
        }
    }
}
