//! Gunboat examples: `fire`, `fire_then_turns`, `apply_critical`, and what is common to all.

use crate::core::{Faces, Halt, Scripted};
use crate::examples::run::Run;
use crate::examples::{Example, Given, Played};
use crate::gunboat::{
    Chart, ChartCell, Circle, Decision, Effect, Event, Fate, GunFacts, Gunboat, HitsDue, Into, MountChoice,
    Propulsion, SectionKind, ShipCard, ShipFacts, ShipSetup, ShipState, Side, SpecialEvent, TableId,
    TableOutcome, Ticks, UmpireOrder, build_card, suggest_ticks,
};
use geometry::{Flank, ShipId};
use serde_json::{Map, Value, json};

/// Plays one example by decisions of the book.
pub(crate) fn play(book: &Gunboat, example: &Example) -> Played {
    let more = Aim { target: ShipId::new("target"), short_of_dice: false };
    let mut table = Table::new(book, example.dice()?, more);
    table.found = default_findings();
    match example.action() {
        "apply_critical" => {
            let target = target_of(&example.given)?;
            table.decide(&Decision::Open {
                ships: vec![target],
                forts: Vec::new(),
                options: Vec::new(),
                terrain: Vec::new(),
            })?;
            table.decide(&Decision::NextStep)?;
            let order = UmpireOrder::CriticalHit { ship: table.more.target.clone() };
            table.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })?;
            table.settle()?;
        }
        "coast" => table.coast(&example.given)?,
        "ram" => table.ram(&example.given)?,
        "refloat" => table.refloat(&example.given)?,
        "shoal" => table.shoal(&example.given)?,
        "mortar" => table.mortar(&example.given)?,
        "fire_on_boarders" => table.fire_on_boarders(&example.given)?,
        action => {
            table.fire(&example.given)?;
            if action == "fire_then_turns" {
                table.turns()?;
            }
        }
    }
    table.end_step()?;
    table.finish()
}

/// What the example is about.
pub(super) struct Aim {
    pub(super) target: ShipId,
    /// The example ends before its last consequence.
    pub(super) short_of_dice: bool,
}

/// One example on its way.
pub(super) type Table<'a> = Run<'a, Gunboat, Aim>;

impl Table<'_> {
    pub(super) fn decide(&mut self, decision: &Decision) -> Result<(), String> {
        self.carry_out(decision, Self::note).map(|_| ())
    }

    fn fire(&mut self, given: &Given) -> Result<(), String> {
        let shooter = shooter_setup(self.book, given)?;
        let range_in = given.number("range_in").ok_or("it has no range_in")?;
        self.facts = Scripted::pair(&shooter.card.id, &self.more.target, range_in, 0.0);
        let fire = Decision::Fire {
            shooter: shooter.card.id.clone(),
            target: self.more.target.clone(),
            mounts: MountChoice::AllThatBear,
            settled: Vec::new(),
        };
        let ships = vec![shooter, target_of(given)?];
        self.decide(&Decision::Open { ships, forts: Vec::new(), options: Vec::new(), terrain: Vec::new() })?;
        self.decide(&Decision::NextStep)?;
        self.attempt(&fire)
    }

    /// Takes a decision, if the book allows it, and settles it.
    pub(super) fn attempt(&mut self, decision: &Decision) -> Result<(), String> {
        let declared = self.may(decision);
        self.found.insert("allowed".to_owned(), json!(declared.is_ok()));
        match declared {
            Ok(_) => self.decide(decision)?,
            Err(Halt::Refused(_)) => {}
            Err(too_close) => return Err(format!("the book says: {too_close}")),
        }
        self.settle()
    }

    /// Throws what is due with the example's dice and checks off what is due, until nothing is.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        loop {
            if let Some(roll) = self.state.rolls.first() {
                let (request, for_ship) =
                    (roll.request.clone(), format!("{}_{}", roll.request.purpose, roll.ship));
                let purpose = request.purpose.as_str();
                let in_turn = format!("{purpose} turn");
                let is_for =
                    |given: &str| given == purpose || given == for_ship || given.starts_with(&in_turn);
                // An example may end before its last consequence; what is known by then is compared.
                let Some(first) = self.take_face(request.die, is_for)? else {
                    self.more.short_of_dice = true;
                    return Ok(());
                };
                let mut faces = vec![first];
                // Several dice for one roll stand in the list one after the other.
                for _ in 1..request.count {
                    let next = self.take_face(request.die, |given| given == purpose)?;
                    faces.push(next.ok_or_else(|| format!("it has too few dice “{purpose}”"))?);
                }
                self.decide(&Decision::Roll { rolls: vec![request.id], faces: Faces::Typed(faces) })?;
            } else if let Some(lot) = self.state.hits.first().cloned() {
                self.note_named_hits(&lot);
                let boxes = suggest_ticks(&self.state, lot.id);
                self.decide(&Decision::Tick { due: lot.id, boxes })?;
            } else {
                return Ok(());
            }
        }
    }

    /// Follows the target's engines from turn to turn, while there are dice.
    fn turns(&mut self) -> Result<(), String> {
        let first = self.state.turn;
        let mut knots = Map::new();
        while !self.more.short_of_dice {
            let Some(limit) = self.target().and_then(|ship| ship.limited_power_knots(self.state.turn)) else {
                break;
            };
            knots.insert(format!("turn+{}", self.state.turn - first), json!(limit));
            let turn = self.state.turn;
            while self.state.turn == turn {
                self.decide(&Decision::NextStep)?;
            }
            self.settle()?;
        }
        self.found.insert("available_power_knots".to_owned(), Value::Object(knots));
        Ok(())
    }

    /// Ends the step, when damage takes hold.
    fn end_step(&mut self) -> Result<(), String> {
        if !self.more.short_of_dice {
            self.decide(&Decision::NextStep)?;
        }
        let fate = self.target().and_then(|ship| ship.fate);
        self.found.insert("destroyed".to_owned(), json!(fate == Some(Fate::Exploded)));
        self.found.insert("sunk".to_owned(), json!(fate == Some(Fate::Sunk)));
        Ok(())
    }

    pub(super) fn target(&self) -> Option<&ShipState> {
        self.state.ships.get(&self.more.target)
    }

    /// Hits that the chart sends to one section: what finds room there, and what spills over (GUN-38).
    fn note_named_hits(&mut self, lot: &HitsDue) {
        for demand in &lot.demands {
            let Into::OneOf(kinds) = &demand.into else { continue };
            let room = |kind: &SectionKind| self.target().map_or(0, |ship| ship.free_of(*kind));
            let kind = kinds.iter().find(|kind| room(kind) > 0).or(kinds.first());
            let Some(kind) = kind else { continue };
            let fit = demand.hits.min(room(kind));
            self.add("overflow_hits_target_choice", u32::from(demand.hits - fit));
            match kind {
                SectionKind::Speed => self.add("speed_boxes_lost", u32::from(fit)),
                SectionKind::Draft => self.add("draft_boxes_lost", u32::from(fit)),
                SectionKind::Stack => self.put("stack_lost", json!(fit > 0)),
                SectionKind::Armor | SectionKind::Midships | SectionKind::Gun | SectionKind::Ram => {}
            }
        }
    }

    fn note(&mut self, event: &Event) {
        self.note_at_sea(event);
        match event {
            Event::SalvoDeclared { salvo, rolls } => {
                self.put("roll", json!(!rolls.is_empty()));
                self.put("penetrates", json!(salvo.mounts.iter().any(|mount| mount.penetrates)));
                if let Some(mount) = salvo.mounts.first() {
                    self.put("band", json!(mount.band));
                    self.put("pf", json!(mount.pf));
                }
                for pool in &salvo.pools {
                    let mut chart = Map::new();
                    chart.insert("counted_guns".to_owned(), json!(pool.counted_guns));
                    chart.insert("column".to_owned(), json!(pool.column_label));
                    chart.insert("hits".to_owned(), json!(0));
                    if pool.chart == Chart::B {
                        chart.insert("total_pf".to_owned(), json!(pool.total));
                    }
                    if salvo.pools.len() == 1 {
                        self.found.extend(chart.clone());
                        self.put("chart", json!(pool.chart.letter()));
                    }
                    self.put(chart_key(pool.chart), Value::Object(chart));
                }
            }
            Event::ChartRead { chart, cell, parties_lost, .. } => {
                if let ChartCell::Hits { hits, .. } = cell {
                    self.add("hits", u32::from(*hits));
                    if let Some(Value::Object(found)) = self.found.get_mut(chart_key(*chart)) {
                        found.insert("hits".to_owned(), json!(hits));
                    }
                }
                self.add("boarding_parties_lost", u32::from(*parties_lost));
            }
            Event::TableRead { table, path, outcome, parties_lost, .. } => {
                self.add("boarding_parties_lost", u32::from(*parties_lost));
                self.note_table(*table, path, outcome);
            }
            Event::Ticked { boxes, .. } => {
                self.add("boxes_lost", boxes.iter().map(|tick| u32::from(tick.count)).sum());
            }
            Event::Special(SpecialEvent::MortarRead { total, hit, silenced, .. }) => {
                self.put("total", json!(total));
                self.put("hit", json!(hit));
                let phases = silenced.iter().filter_map(|one| one.phases).max();
                self.put("guns_under_circle_silenced_fire_phases", json!(phases.unwrap_or(0)));
            }
            Event::Special(SpecialEvent::FortCheckRead { critical, .. }) => {
                self.put("fort_critical", json!(critical))
            }
            Event::Special(SpecialEvent::FortTableRead { path, loss, .. }) => {
                self.put("fort_critical_die_modified", json!(path.last()));
                // The turn of the hit is over soon: those that follow count (GUN-AMB-18).
                let turns = loss.through_turn.saturating_sub(self.state.turn);
                self.put("fort_no_fire_turns", json!(turns));
            }
            Event::Special(SpecialEvent::PartiesFiredAt { destroyed, .. }) => {
                self.add("parties_destroyed", u32::from(*destroyed))
            }
            _ => {}
        }
    }

    fn note_table(&mut self, table: TableId, path: &[u8], outcome: &TableOutcome) {
        match (table, path) {
            (TableId::Critical, [face]) => self.put("critical", json!(face)),
            (TableId::Critical, faces) => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                self.put("critical", json!(faces.join("/")));
            }
            (TableId::Lucky, [face, ..]) => self.put("lucky", json!(face)),
            (TableId::Lucky | TableId::Stack | TableId::TorpedoIronclad | TableId::TorpedoWooden, _) => {}
        }
        match outcome {
            TableOutcome::Miss => self.put("miss", json!(true)),
            TableOutcome::MagazineExplodes { .. } => self.put("magazine_explodes", json!(true)),
            TableOutcome::Effect { effect: Effect::EnginesDisabled { .. } } => {
                self.put("all_engines_disabled", json!(true));
            }
            TableOutcome::Effect { effect: Effect::RudderJammed { helm, moves_left } } => {
                let jam = if *helm == Flank::Port { "hard left" } else { "hard right" };
                self.put("rudder", json!({ "jam": jam, "turns": moves_left }));
            }
            TableOutcome::Effect { .. }
            | TableOutcome::Hits
            | TableOutcome::Nothing
            | TableOutcome::Sinks { .. }
            | TableOutcome::RollFollows => {}
        }
    }
}

fn chart_key(chart: Chart) -> &'static str {
    match chart {
        Chart::A => "chart_a",
        Chart::B => "chart_b",
    }
}

/// What an uneventful example finds.
fn default_findings() -> Map<String, Value> {
    let counts = [
        "hits",
        "speed_boxes_lost",
        "draft_boxes_lost",
        "boxes_lost",
        "overflow_hits_target_choice",
        "boarding_parties_lost",
    ];
    let flags = ["miss", "stack_lost", "magazine_explodes", "all_engines_disabled", "roll"];
    let mut found: Map<String, Value> = counts.into_iter().map(|key| (key.to_owned(), json!(0))).collect();
    found.extend(flags.into_iter().map(|key| (key.to_owned(), json!(false))));
    found
}

pub(super) fn shooter_setup(book: &Gunboat, given: &Given) -> Result<ShipSetup, String> {
    let guns = given.must_list("guns")?;
    let gun = |gun: &Given| {
        Some(GunFacts {
            gun: gun.text("type")?.to_owned(),
            count: u8::try_from(gun.count("count")?).ok()?,
            mount: "turret".to_owned(),
            arcs: Vec::new(),
            pf: None,
            ahead_in: None,
            guess: None,
        })
    };
    let facts = ShipFacts {
        id: "shooter".to_owned(),
        name: "Shooter".to_owned(),
        side: Side::Union,
        class: None,
        ironclad: false,
        armor_in: 0.0,
        displacement_tons: 1800.0,
        length_ft: None,
        beam_ft: None,
        draft_ft: 12.0,
        speed_knots: 8.0,
        propulsion: Propulsion::Screw,
        circle: None,
        launch: false,
        ram: false,
        armed: String::new(),
        sources: Vec::new(),
        general_knowledge: Vec::new(),
        guessed: Vec::new(),
        note: String::new(),
        boxes: Default::default(),
        gun: guns.iter().map(gun).collect::<Option<Vec<_>>>().ok_or("a gun lacks its type or count")?,
    };
    build_card(book.tables(), &facts)
        .map(ShipSetup::from)
        .map_err(|refusal| format!("the book says: {refusal}"))
}

/// An ordinary ship, but for what the example says of its target.
pub(super) fn target_of(given: &Given) -> Result<ShipSetup, String> {
    target_setup(given.get("target").unwrap_or(&Given::default()))
}

/// An ordinary ship, but for what the example says of it.
pub(super) fn target_setup(target: &Given) -> Result<ShipSetup, String> {
    let left = |key: &str| -> Result<Option<u8>, String> {
        let boxes = |given: &Given| {
            given
                .as_count()
                .and_then(|n| u8::try_from(n).ok())
                .ok_or_else(|| format!("{key} is no number of boxes"))
        };
        target.get(key).map(boxes).transpose()
    };
    let flag = |key: &str, usual: bool| target.flag(key).unwrap_or(usual);
    let armor = left("armor_boxes")?.unwrap_or(0);
    let speed_left = left("speed_boxes_left")?.unwrap_or(ORDINARY_BOXES);
    let draft_left = left("draft_boxes_left")?.unwrap_or(ORDINARY_BOXES);
    let guns_left = left("gun_boxes_left")?.unwrap_or(ORDINARY_BOXES);
    let gun_boxes = guns_left.max(ORDINARY_BOXES);
    let mount = crate::gunboat::MountId::of("guns");
    let card = ShipCard {
        id: ShipId::new("target"),
        name: "Target".to_owned(),
        side: Side::Confederate,
        ironclad: armor > 0,
        armor,
        speed: speed_left.max(ORDINARY_BOXES),
        half_speed: 0,
        midships: ORDINARY_BOXES,
        stack: 1,
        draft: draft_left.max(ORDINARY_BOXES),
        ram: 0,
        circle: Circle::B,
        propulsion: Propulsion::Screw,
        draft_ft: 0.0,
        launch: false,
        mounts: vec![crate::gunboat::GunMount {
            id: mount.clone(),
            place: "Guns".to_owned(),
            gun: "8\" SMOOTHBORE".to_owned(),
            kind: crate::gunboat::GunKind::Smoothbore,
            pf: 5,
            guns: gun_boxes,
            arcs: vec![geometry::Arc::ALL_ROUND],
            turret: None,
        }],
        guessed: Vec::new(),
    };
    let ticks = Ticks {
        speed: card.speed - speed_left,
        draft: card.draft - draft_left,
        stack: u8::from(!flag("stack", true)),
        guns: [(mount, gun_boxes - guns_left)].into(),
        ..Ticks::default()
    };
    Ok(ShipSetup {
        ticks,
        aground: flag("aground", false),
        boarding_parties: left("boarding_parties")?.unwrap_or(0),
        ..ShipSetup::from(card)
    })
}

/// Boxes of a section of which the example says nothing.
pub(super) const ORDINARY_BOXES: u8 = 8;
