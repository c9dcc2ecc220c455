//! Gunboat examples at sea: `coast`, `ram`, `refloat`, `shoal`.

use super::Given;
use super::gunboat::{ORDINARY_BOXES, Table, target_of, target_setup};
use crate::core::{Answer, Entered, Halt, Query, Scripted, StrikeFact, WatersFact, WayFact};
use crate::gunboat::{Decision, Event, MoveOrder, RollUse, SectionKind, ShipSetup, Side, Step, draft_ft};
use geometry::{HullPart, Measured, Point, ShipId, Steering, Terrain, TerrainId, TerrainKind, Verdict};
use serde_json::json;

/// Half an inch straight ahead: what every ship under way can go.
fn a_little() -> WayFact {
    let (half, zero) = (Measured::exact(0.5), Measured::exact(0.0));
    WayFact { length_in: half, off_in: zero, off_deg: zero, straight_in: half, turned_deg: zero }
}

impl Table<'_> {
    /// Opens with these ships and this terrain, and goes on to a step of the first turn.
    fn open_at(&mut self, ships: Vec<ShipSetup>, terrain: Vec<Terrain>, step: Step) -> Result<(), String> {
        self.decide(&Decision::Open { ships, forts: Vec::new(), options: Vec::new(), terrain })?;
        while self.state.step != step {
            self.decide(&Decision::NextStep)?;
        }
        Ok(())
    }

    /// A ship goes a little ahead.
    fn move_a_little(&mut self, ship: &ShipId) -> Result<(), String> {
        let card = self.state.ships.get(ship).map(|ship| ship.card.clone()).ok_or("there is no such ship")?;
        let steering = Steering::Circle { radius_in: self.book.tables().circle_in(card.circle) / 2.0 };
        let facts = std::mem::take(&mut self.facts);
        self.facts = facts.with(Query::Way { ship: ship.clone(), steering }, Answer::Way(a_little()));
        let order = MoveOrder { ship: ship.clone(), settled: Vec::new(), ashore: false };
        self.decide(&Decision::Move { moves: vec![order] })
    }

    pub(super) fn coast(&mut self, given: &Given) -> Result<(), String> {
        // What an example of coasting says, it says of the ship.
        let mut setup = target_setup(given)?;
        setup.speed = half_knots(given)?;
        self.open_at(vec![setup], Vec::new(), Step::ConfederateMove)?;
        let turns = given.count("turns").ok_or("it has no turns")?;
        let mut speeds = Vec::new();
        for _ in 0..turns {
            while self.state.step != Step::SecondFire {
                self.decide(&Decision::NextStep)?;
            }
            speeds.push(f64::from(self.target().map_or(0, |ship| ship.speed)) / 2.0);
            while self.state.step != Step::ConfederateMove {
                self.decide(&Decision::NextStep)?;
            }
        }
        let speeds = speeds
            .into_iter()
            .map(|speed| if speed.fract() == 0.0 { json!(speed as u64) } else { json!(speed) });
        self.put("speeds", speeds.collect());
        Ok(())
    }

    pub(super) fn ram(&mut self, given: &Given) -> Result<(), String> {
        let rammer = ShipId::new("rammer");
        let flag = |who: &str, key: &str| given.within(who, key).and_then(Given::as_flag).unwrap_or(false);
        let deep = |setup: ShipSetup| -> ShipSetup {
            let mut setup = setup;
            setup.card.draft = 3 * ORDINARY_BOXES;
            setup
        };
        let mut target = deep(target_of(given)?);
        target.card.ironclad = flag("target", "ironclad");
        let mut ramming = deep(target_setup(&Given::default())?);
        ramming.card.id = rammer.clone();
        ramming.card.name = "Rammer".to_owned();
        ramming.card.side = Side::Union;
        ramming.card.ironclad = flag("rammer", "ironclad");
        ramming.card.ram = u8::from(flag("rammer", "ram"));
        ramming.speed = half_knots(given)?;
        ramming.card.speed = ORDINARY_BOXES.max(u8::try_from(ramming.speed / 2 + 1).unwrap_or(u8::MAX));
        let part = match given.text("contact").unwrap_or("side") {
            "side" => HullPart::Side,
            "bow" => HullPart::Bow,
            "stern" => HullPart::Stern,
            other => return Err(format!("“{other}” is no part of a hull")),
        };
        let strike = StrikeFact {
            gap_in: Measured::exact(0.0),
            touching: Verdict::Yes,
            angle_deg: Measured::exact(given.number("angle_deg").unwrap_or(90.0)),
            part,
            part_margin_in: Measured::exact(1.0),
        };
        let query = Query::Strike { rammer: rammer.clone(), target: self.more.target.clone() };
        self.facts = Scripted::default().with(query, Answer::Strike(strike));
        for who in ["rammer", "target"] {
            for (key, value) in [("draft", json!(0)), ("speed_boxes", json!(0))] {
                self.put(&format!("{who}_{key}_lost"), value);
            }
            self.put(&format!("{who}_stack_lost"), json!(false));
        }
        self.put("rammer_ram_lost", json!(false));
        self.put("ram", json!(false));
        self.open_at(vec![ramming, target], Vec::new(), Step::UnionMove)?;
        if half_knots(given)? > 0 {
            self.move_a_little(&rammer)?;
        }
        let ram =
            Decision::Ram { rammer: rammer.clone(), target: self.more.target.clone(), settled: Vec::new() };
        match self.may(&ram) {
            Ok(_) => self.decide(&ram)?,
            Err(Halt::Refused(_)) => return Ok(()),
            Err(too_close) => return Err(format!("the book says: {too_close}")),
        }
        self.settle()
    }

    pub(super) fn refloat(&mut self, given: &Given) -> Result<(), String> {
        self.open_at(vec![target_of(given)?], Vec::new(), Step::ConfederateMove)?;
        self.decide(&Decision::Refloat { ship: self.more.target.clone() })?;
        self.settle()?;
        self.note_aground();
        Ok(())
    }

    pub(super) fn shoal(&mut self, given: &Given) -> Result<(), String> {
        let checked = given.count("draft_boxes_checked").unwrap_or(0);
        let checked = u8::try_from(checked).map_err(|_| "draft_boxes_checked is no number of boxes")?;
        let mut setup = target_of(given)?;
        setup.card.draft = setup.card.draft.max(checked.saturating_add(1));
        setup.card.draft_ft = given.number("draft_ft").ok_or("it has no draft_ft")?;
        setup.ticks.draft = checked;
        setup.speed = 2;
        let area = TerrainId("shoal".to_owned());
        let corner = |x_in: f64, y_in: f64| Point::new(x_in, y_in);
        let terrain = Terrain {
            id: area.clone(),
            name: "Shoal".to_owned(),
            kind: TerrainKind::Shoal { depth_ft: given.number("shoal_depth_ft").unwrap_or(0.0) },
            outline: vec![corner(0.0, 0.0), corner(9.0, 0.0), corner(9.0, 9.0)],
            outline_sigma_in: 0.0,
            height_in: 0.0,
            blocks_sight: false,
        };
        let entered =
            Entered { area, clearance_in: Measured::exact(-1.0), entered: Verdict::Yes, after_in: 0.0 };
        let steering = Steering::Circle { radius_in: self.book.tables().circle_in(setup.card.circle) / 2.0 };
        let query = Query::Waters { ship: self.more.target.clone(), steering };
        self.facts = Scripted::default().with(query, Answer::Waters(WatersFact { areas: vec![entered] }));
        self.put("effective_draft_ft", json!(0));
        self.open_at(vec![setup], vec![terrain], Step::ConfederateMove)?;
        let draft = self.target().map_or(0.0, draft_ft);
        self.put("effective_draft_ft", json!(draft));
        let target = self.more.target.clone();
        self.move_a_little(&target)?;
        let rolls = self.state.rolls.iter().any(|roll| matches!(roll.decides, RollUse::Shoal { .. }));
        self.put("roll", json!(rolls));
        self.settle()?;
        self.note_aground();
        Ok(())
    }

    fn note_aground(&mut self) {
        let aground = self.target().is_some_and(|ship| ship.aground);
        self.put("aground", json!(aground));
    }

    /// What an event at sea adds to the findings.
    pub(super) fn note_at_sea(&mut self, event: &Event) {
        match event {
            Event::Rammed { .. } => self.put("ram", json!(true)),
            Event::RamRead { ship, draft, ram_lost, .. } => {
                self.add(&format!("{ship}_draft_lost"), u32::from(*draft));
                if *ram_lost {
                    self.put("rammer_ram_lost", json!(true));
                }
            }
            Event::StackChecked { ship, lost: true, .. } => {
                self.put(&format!("{ship}_stack_lost"), json!(true));
            }
            Event::Ticked { ship, boxes, .. } => {
                let speed = boxes.iter().filter(|tick| tick.row.kind() == SectionKind::Speed);
                let lost = speed.map(|tick| u32::from(tick.count)).sum();
                self.add(&format!("{ship}_speed_boxes_lost"), lost);
            }
            _ => {}
        }
    }
}

/// The speed an example gives, in half knots.
fn half_knots(given: &Given) -> Result<u16, String> {
    let knots = given.number("speed").ok_or("it has no speed")?;
    Ok((2.0 * knots).clamp(0.0, 200.0).round() as u16)
}
