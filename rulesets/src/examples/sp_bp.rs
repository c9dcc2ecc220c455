//! SP/BP examples: each becomes cards and decisions for the book; what it gives no die for is waived.

use crate::core::{Answer, BearingFact, Faces, OptionValue, Query, Scripted, SideId};
use crate::examples::run::{Run, face_of};
use crate::examples::{Example, Given, GivenDie, Played};
use crate::sp_bp::{
    Change, Decision, Event, Fate, GunKind, GunMount, HitLocation, MountChoice, MountId, Nation,
    PaddleWheels, Points, Read, ShipCard, ShipChange, ShipSetup, Shot, Size, SpBp, State, SteamEffect, Step,
    TargetType, UmpireOrder,
};
use geometry::{Arc, Flank, Measured, ShipId};
use serde_json::{Value, json};

/// Plays one example by decisions of the book.
pub(crate) fn play(book: &SpBp, example: &Example) -> Played {
    let mut table = Table::new(book, example.dice()?, ());
    let given = &example.given;
    match example.action() {
        "shot" => table.shot(given)?,
        "location" => table.locations(given)?,
        "max_speed" => table.max_speed(given)?,
        "critical" => table.critical(given)?,
        "sinking" => table.sinking(given)?,
        "morale" => table.morale(given)?,
        "drift" => table.drift(given)?,
        "steaming" => {
            table.open(vec![victim(given)?.into()], &[])?;
            table.hit(16, given)?;
        }
        "boiler_valves" => table.boiler_valves(given)?,
        "criticals_in_order" => table.criticals_in_order(given)?,
        action => return Err(format!("not played yet (SPB {action})")),
    }
    table.finish()
}

const VICTIM: &str = "victim";
const FIRER: &str = "firer";
/// So many points that no example uses them up.
const PLENTY: u16 = 1000;

/// One example on its way.
type Table<'a> = Run<'a, SpBp, ()>;

impl Table<'_> {
    fn decide(&mut self, decision: &Decision) -> Result<(), String> {
        self.carry_out(decision, Self::note).map(|_| ())
    }

    fn open(&mut self, ships: Vec<ShipSetup>, options: &[(&str, Value)]) -> Result<(), String> {
        let options = options
            .iter()
            .map(|(name, value)| OptionValue { name: (*name).to_owned(), value: value.clone() })
            .collect();
        self.state = State::default();
        self.decide(&Decision::Open { ships, options, terrain: Vec::new() })
    }

    fn set(&mut self, changes: Vec<Change>) -> Result<(), String> {
        let ship = ShipId::new(VICTIM);
        let of = |change| ShipChange { ship: ship.clone(), change };
        let order = UmpireOrder::Set { changes: changes.into_iter().map(of).collect(), bonds: None };
        self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })
    }

    /// Throws what is due with the example's dice, until nothing is or they don't go further.
    fn settle(&mut self) -> Result<(), String> {
        while let Some(roll) = self.state.rolls.first() {
            let request = roll.request.clone();
            let mut faces = Vec::new();
            for _ in 0..request.count {
                match self.take_face(request.die, |purpose| request.purpose == *purpose)? {
                    Some(face) => faces.push(face),
                    None => return Ok(()),
                }
            }
            self.decide(&Decision::Roll { rolls: vec![request.id], faces: Faces::Typed(faces) })?;
        }
        Ok(())
    }

    /// Goes on to the next beginning of a step; what stands in the way and is not the example's is waived.
    fn go_to(&mut self, step: Step, turn: u32) -> Result<bool, String> {
        while self.state.turn < turn || (self.state.turn == turn && self.state.step < step) {
            while let Some(roll) = self.state.rolls.first() {
                let order = UmpireOrder::WaiveRoll { roll: roll.request.id };
                self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })?;
            }
            self.decide(&Decision::NextStep)?;
        }
        Ok((self.state.turn, self.state.step) == (turn, step))
    }

    /// Result `n` strikes the victim.
    fn hit(&mut self, n: u8, given: &Given) -> Result<(), String> {
        let ship = ShipId::new(VICTIM);
        let hull_at = self.state.ships.get(&ship).and_then(|ship| ship.hull_at);
        let shot = Shot {
            salvo: None,
            shooter: None,
            gun: "worked example".to_owned(),
            penetration: given.number("penetration").unwrap_or(0.0) as u8,
            dr: damage_rating(given)?,
            side: Flank::Starboard,
            engaged: vec![MountId::of("guns")],
            hull_at,
        };
        let order = UmpireOrder::CriticalHit { ship, shot };
        self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })?;
        // The number of the result is given; where the example throws for it as well, the die must say the same.
        match self.dice.first() {
            Some(die) if die.purpose == "critical" => {
                if face_of(die)? != n {
                    return Err(format!("its die for the critical hit does not show {n}"));
                }
            }
            _ => {
                let rolls = self.state.rolls.iter().map(|roll| roll.request.id).collect();
                self.decide(&Decision::Roll { rolls, faces: Faces::Typed(vec![n]) })?;
            }
        }
        self.settle()
    }

    fn shot(&mut self, given: &Given) -> Result<(), String> {
        let range_in = given.number("range_in").ok_or("it has no range_in")?;
        let nothing = Given::default();
        let modifiers = given.get("modifiers").unwrap_or(&nothing);
        let mut target = victim(given)?;
        let at = given.number("engaged_side_at").map(|at| at as u8).or(target.hull_at);
        target.mounts.iter_mut().for_each(|mount| mount.at = at);
        if modifiers.names("target_large") {
            target.size = Size::Large;
        }
        target.low_freeboard = modifiers.names("target_low_freeboard");
        let still = modifiers.names("target_speed_0");
        let speed = if still { 0 } else { 5 };
        let shooter = shooter(given, modifiers.number("crew_quality").unwrap_or(0.0) as i8)?;
        let (firer, mark) = (ShipId::new(FIRER), ShipId::new(VICTIM));
        let seen_from_deg = if modifiers.names("target_head_on") { 0.0 } else { 90.0 };
        let seen_from = Query::Bearing { from: mark.clone(), to: firer.clone() };
        let bearing_deg = Measured::exact(seen_from_deg);
        self.facts = Scripted::pair(&firer, &mark, range_in, 90.0)
            .with(seen_from, Answer::Bearing(BearingFact { bearing_deg }));
        let target = ShipSetup { speed, ..target.into() };
        self.open(vec![shooter.into(), target], &[])?;
        let fraction = modifiers
            .number("shooter_sp_fraction")
            .or(modifiers.names("shooter_sp_below_half").then_some(0.4));
        if let Some(fraction) = fraction {
            let left = (f64::from(PLENTY) * fraction).round() as u16;
            let changes = vec![ShipChange { ship: firer.clone(), change: Change::Sp { left } }];
            let order = UmpireOrder::Set { changes, bonds: None };
            self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })?;
        }
        self.go_to(Step::Gunfire, 1)?;
        let fire = Decision::Fire {
            shooter: firer.clone(),
            target: mark.clone(),
            mounts: MountChoice::AllThatBear,
            settled: Vec::new(),
        };
        self.found.insert("allowed".to_owned(), json!(self.may(&fire).is_ok()));
        let preview =
            self.book.preview(&self.state, &self.facts, (&firer, &mark), &MountChoice::AllThatBear, &[]);
        let view = preview.plan.mounts.first();
        if let Some((_, cell)) = view.and_then(|view| view.cell) {
            self.put("cell", json!(format!("{}+{}", cell.needed, cell.penetration)));
            self.put("penetration", json!(cell.penetration));
        }
        if let Some(view) = view {
            self.put("modifier", json!(view.modifier));
        }
        self.put("sp_loss", json!(0));
        self.put("guns_lost", json!(0));
        if self.may(&fire).is_ok() {
            self.decide(&fire)?;
            self.settle()?;
        }
        Ok(())
    }

    /// Each case is a sure shot at a ship of that type.
    fn locations(&mut self, given: &Given) -> Result<(), String> {
        let mut locations = Vec::new();
        for case in given.items("cases").into_iter().flatten() {
            let (Some(kind), Some(face)) = (case.text("type"), case.count("die")) else {
                return Err("a case has no type or no die".to_owned());
            };
            let shot = json!({
                "nation": "Generic", "gun_kind": "rifle", "gun": "7\", 120 pdr", "range_in": 10.0,
                "target_type": kind,
            });
            let die = |purpose: &str, value: u64| GivenDie {
                die: None,
                value: json!(value),
                purpose: purpose.to_owned(),
            };
            self.dice = vec![die("to_hit", 10), die("location", face)];
            self.shot(&Given::from(shot))?;
            locations.push(self.found.remove("location").ok_or("a shot struck nothing")?);
        }
        self.put("locations", Value::Array(locations));
        Ok(())
    }

    fn max_speed(&mut self, given: &Given) -> Result<(), String> {
        let mut card = victim(given)?;
        card.max_speed = given.number("original_max").ok_or("it has no original_max")? as u8;
        card.bp = given.number("bp_original").ok_or("it has no bp_original")? as u16;
        let left = given.number("bp").ok_or("it has no bp")? as u16;
        self.open(vec![card.into()], &[])?;
        self.set(vec![Change::Bp { left }])?;
        for n in numbers(given, "criticals") {
            self.hit(n, given)?;
        }
        let best = self.book.best_speed(&self.state, &ShipId::new(VICTIM)).ok_or("she is not there")?;
        self.put("bp_loss", json!(best.bp_loss));
        self.put("tc_worse", json!(best.tc_worse));
        self.put("max_speed", json!(best.knots));
        Ok(())
    }

    fn critical(&mut self, given: &Given) -> Result<(), String> {
        let thrown = self.dice.iter().find(|die| die.purpose == "critical").map(face_of).transpose()?;
        let n = given.number("n").map(|n| n as u8).or(thrown).ok_or("it does not say which critical")?;
        self.open(vec![victim(given)?.into()], &[])?;
        if given.flag("anchor_lost") == Some(true) {
            self.set(vec![Change::Anchor { lost: true }])?;
        }
        self.hit(n, given)?;
        let Some(ship) = self.state.ships.get(&ShipId::new(VICTIM)).cloned() else {
            return Err("she is not there".to_owned());
        };
        self.put("sp_loss", json!(ship.card.sp - ship.sp));
        self.put("fires_added", json!(ship.fires));
        self.put("crew_quality", json!(ship.crew_quality));
        self.put("hull_at", json!(ship.hull_at));
        let lost: Vec<u8> = ship.guns_lost.values().copied().filter(|lost| *lost > 0).collect();
        // Where dice that the example does not give would say which guns, the book has said how many.
        let guns_lost: u32 = lost.iter().map(|lost| u32::from(*lost)).sum();
        if guns_lost > 0 || !self.found.contains_key("guns_lost") {
            self.put("guns_lost", json!(guns_lost));
        }
        self.put("guns_adjacent", json!(lost == [2]));
        Ok(())
    }

    fn sinking(&mut self, given: &Given) -> Result<(), String> {
        let points = |key| given.number(key).map(|points| points as u16);
        let mut card = victim(given)?;
        (card.sp, card.bp) = (PLENTY, PLENTY);
        self.open(vec![card.into()], &[])?;
        self.set(vec![
            Change::Sp { left: points("sp").unwrap_or(PLENTY) },
            Change::Bp { left: points("bp").unwrap_or(PLENTY) },
            Change::Aground { aground: given.flag("aground") == Some(true) },
        ])?;
        let tested = self.go_to(Step::Sinking, 2)?;
        self.put("roll", json!(tested));
        if tested {
            self.settle()?;
        }
        let fate = self.state.ships.get(&ShipId::new(VICTIM)).and_then(|ship| ship.fate);
        self.put("sunk", json!(fate == Some(Fate::Sunk)));
        Ok(())
    }

    fn morale(&mut self, given: &Given) -> Result<(), String> {
        let points = |key| given.number(key).map(|points| points as u16);
        let mut card = victim(given)?;
        card.sp = points("sp_original").unwrap_or(card.sp);
        card.bp = points("bp_original").unwrap_or(card.bp);
        let (sp, bp) = (points("sp").unwrap_or(card.sp), points("bp").unwrap_or(card.bp));
        self.open(vec![card.into()], &[])?;
        self.set(vec![Change::Sp { left: sp }, Change::Bp { left: bp }])?;
        let tested = self.go_to(Step::Morale, 1)?;
        self.put("test", json!(tested));
        if tested { self.settle() } else { Ok(()) }
    }

    fn drift(&mut self, given: &Given) -> Result<(), String> {
        let (mut downstream, mut downwind) = (Vec::new(), Vec::new());
        for case in given.items("cases").into_iter().flatten() {
            let [anchored, aground] = ["anchored", "aground"].map(|key| case.flag(key) == Some(true));
            let speed = case.number("speed").unwrap_or(0.0) as u8;
            let setup = ShipSetup { speed, anchored, ..victim(case)?.into() };
            let water = case.text("water").unwrap_or("sea");
            self.open(vec![setup], &[("spb.water", json!(water))])?;
            self.set(vec![Change::Aground { aground }])?;
            self.found.remove("drifted");
            self.go_to(Step::Drift, 1)?;
            let drifted = self.found.remove("drifted").unwrap_or(json!([0, 0]));
            let inches = |at: usize| drifted.get(at).cloned().unwrap_or(json!(0));
            downstream.push(inches(0));
            downwind.push(inches(1));
        }
        self.put("downstream_in", Value::Array(downstream));
        self.put("downwind_in", Value::Array(downwind));
        Ok(())
    }

    fn boiler_valves(&mut self, given: &Given) -> Result<(), String> {
        let speed = given.number("speed").ok_or("it has no speed")? as u8;
        let turns = given.number("turns").ok_or("it has no turns")? as u32;
        self.open(vec![ShipSetup { speed, ..victim(given)?.into() }], &[])?;
        self.hit(15, given)?;
        let mut speeds = Vec::new();
        for turn in 1..=turns {
            self.go_to(Step::Movement, turn)?;
            speeds.push(json!(self.state.ships.get(&ShipId::new(VICTIM)).map(|ship| ship.speed)));
        }
        self.put("speeds", Value::Array(speeds));
        Ok(())
    }

    fn criticals_in_order(&mut self, given: &Given) -> Result<(), String> {
        self.open(vec![victim(given)?.into()], &[])?;
        let mut after = Vec::new();
        for n in numbers(given, "ns") {
            self.hit(n, given)?;
            let ship = self.state.ships.get(&ShipId::new(VICTIM)).ok_or("she is not there")?;
            let effect = match (ship.fate, ship.pressure_lost) {
                (Some(_), _) => SteamEffect::Abandon,
                (None, true) => SteamEffect::Stops,
                (None, false) => SteamEffect::Half,
            };
            after.push(json!(effect_text(effect)));
        }
        self.put("after", Value::Array(after));
        Ok(())
    }

    /// What an event says of the fields that examples ask for.
    fn note(&mut self, event: &Event) {
        if let Event::Drifted { ships, inches, .. } = event {
            // Examples count whole inches.
            let way = |drifts: bool| if drifts { inches.round() as i64 } else { 0 };
            for drift in ships {
                self.put("drifted", json!([way(drift.downstream), way(drift.downwind)]));
            }
        }
        let Event::RollRead { read, .. } = event else { return };
        match read {
            Read::ToHit { shots, .. } => self.put("hit", json!(shots.iter().any(|shot| shot.hit))),
            Read::Located { location, sp_loss, guns_lost, .. } => {
                let location = match location {
                    HitLocation::Hull => "hull",
                    HitLocation::WeaponExceed => "weapon_exceed",
                    HitLocation::WeaponEqualOrExceed => "weapon_equal_or_exceed",
                    HitLocation::Critical => "critical",
                };
                self.put("location", json!(location));
                self.add("sp_loss", u32::from(*sp_loss));
                self.add("guns_lost", u32::from(*guns_lost));
            }
            Read::Critical { n, guns_lost, .. } => {
                self.put("guns_lost", json!(guns_lost));
                if *n == 11 {
                    self.put("turret", json!(if *guns_lost > 0 { "wrecked" } else { "jammed" }));
                }
            }
            Read::Commander { killed } => {
                self.put("commander", json!(if *killed { "killed" } else { "wounded" }));
            }
            Read::Test { total, passed } => {
                for key in ["test_total", "total"] {
                    self.put(key, json!(total));
                }
                for key in ["test_passed", "passed"] {
                    self.put(key, json!(passed));
                }
            }
            Read::Steaming { total, effect } => {
                self.put("total", json!(total));
                self.put("effect", json!(effect_text(*effect)));
            }
            Read::Sinking { points, total, sinks } => {
                let (score, sinks_key) = match points {
                    Points::Sp => ("sp_score", "sp_sinks"),
                    Points::Bp => ("bp_score", "bp_sinks"),
                };
                self.put(score, json!(total));
                self.put(sinks_key, json!(sinks));
            }
            _ => {}
        }
    }
}

fn effect_text(effect: SteamEffect) -> &'static str {
    match effect {
        SteamEffect::Half => "max speed halved",
        SteamEffect::Stops => "all pressure lost, ship stops",
        SteamEffect::Abandon => "crew abandon ship immediately",
    }
}

fn numbers(given: &Given, key: &str) -> Vec<u8> {
    let list = given.items(key).into_iter().flatten();
    list.filter_map(Given::as_count).filter_map(|n| u8::try_from(n).ok()).collect()
}

/// "3/9".
fn damage_rating(given: &Given) -> Result<(u8, u8), String> {
    let Some(text) = given.text("gun_dr") else { return Ok((0, 0)) };
    let pair = text.split_once('/').and_then(|(n, p)| Some((n.parse().ok()?, p.parse().ok()?)));
    pair.ok_or_else(|| format!("“{text}” is no damage rating"))
}

fn card(id: &str, side: &str, mounts: Vec<GunMount>) -> ShipCard {
    ShipCard {
        id: ShipId::new(id),
        name: id.to_owned(),
        side: SideId::new(side),
        nation: Nation::Generic,
        target_type: TargetType::Other,
        size: Size::Average,
        low_freeboard: false,
        sp: PLENTY,
        bp: PLENTY,
        hull_at: None,
        pilot_house_at: None,
        paddle_at: None,
        paddle_wheels: PaddleWheels::None,
        crew_quality: 0,
        crew_parties: 2,
        max_speed: 20,
        turn_class: 2,
        funnels: 1,
        anchor: true,
        ram_bow: false,
        spar: crate::sp_bp::Spar::None,
        captain: crate::sp_bp::Captain::Ordinary,
        mounts,
        guessed: Vec::new(),
    }
}

fn mount(id: &str, gun: &str, guns: u8, at: Option<u8>) -> GunMount {
    GunMount {
        id: MountId::new(id),
        place: id.to_owned(),
        kind: GunKind::Rifle,
        gun: gun.to_owned(),
        guns,
        arcs: vec![Arc::ALL_ROUND],
        at,
        turret: false,
        casemate: false,
        slow_fire: false,
        slow_traverse: false,
    }
}

/// The ship that it happens to, as the example describes her.
fn victim(given: &Given) -> Result<ShipCard, String> {
    let gun = "7\", 120 pdr";
    let at = |key| given.number(key).map(|at| at as u8);
    let armoured = given.flag("unarmoured") != Some(true);
    let hull_at = at("hull_at").filter(|_| armoured);
    let guns = given.number("guns_aboard").unwrap_or(4.0) as u8;
    let mut mounts = vec![mount("guns", gun, guns, hull_at)];
    if let Some(turret_at) = at("turret_at") {
        let turret_guns = at("turret_guns").unwrap_or(2);
        mounts.push(GunMount { turret: true, ..mount("turret", gun, turret_guns, Some(turret_at)) });
    }
    let word = |key: &str| given.text(key);
    let target_type = match word("target_type") {
        None | Some("other") => TargetType::Other,
        Some("broadside") => TargetType::Broadside,
        Some("monitor") => TargetType::Monitor,
        Some(other) => return Err(format!("“{other}” is no type of ship")),
    };
    let size = match word("size") {
        None | Some("average") => Size::Average,
        Some("very large") => Size::VeryLarge,
        Some("large") => Size::Large,
        Some("small") => Size::Small,
        Some("very small") => Size::VerySmall,
        Some(other) => return Err(format!("“{other}” is no size")),
    };
    let paddle_wheels = match given.number("paddle_wheels") {
        None | Some(0.0) => PaddleWheels::None,
        Some(1.0) => PaddleWheels::Middle,
        Some(_) => PaddleWheels::Sides,
    };
    Ok(ShipCard {
        target_type,
        size,
        hull_at,
        paddle_wheels,
        crew_quality: given.number("crew_quality").unwrap_or(0.0) as i8,
        ..card(VICTIM, "theirs", mounts)
    })
}

/// The ship that fires one gun.
fn shooter(given: &Given, crew_quality: i8) -> Result<ShipCard, String> {
    let word = |key: &str| given.text(key).unwrap_or_default();
    let nation = match word("nation") {
        "American Civil War" => Nation::AmericanCivilWar,
        "Generic" => Nation::Generic,
        "Austria" => Nation::Austria,
        "Italy" => Nation::Italy,
        other => return Err(format!("“{other}” has no gunnery table")),
    };
    let kind = match word("gun_kind") {
        "rifle" => GunKind::Rifle,
        "smoothbore" => GunKind::Smoothbore,
        other => return Err(format!("“{other}” is no kind of gun")),
    };
    let gun = GunMount { kind, ..mount("guns", word("gun"), 1, None) };
    Ok(ShipCard { nation, crew_quality, ..card(FIRER, "ours", vec![gun]) })
}
