//! Noddy examples: each becomes cards, orders, moves and decisions for the book itself.

use crate::core::{
    Answer, BearingFact, Book, Faces, Halt, HeadingFact, LineOfFireFact, Query, RangeFact, Scripted, SideId,
    SpanFact, StrikeFact, WatersFact, WayFact,
};
use crate::examples::run::Run;
use crate::examples::{Example, Given, Played};
use crate::noddy::{
    Armour, Ask, BatteryCard, Becomes, Build, Change, Course, Decision, Event, Gun, GunChoice, GunClass,
    GunPosition, HalfKnots, MoveOrder, NeedsOrders, Noddy, Outcome, RegimentCard, ShipCard, ShipOrder,
    ShipSetup, ShipState, State, Step, UmpireOrder, Written,
};
use geometry::{HullPart, Measured, ShipId, Steering, Verdict};
use serde_json::{Value, json};

const FIRER: &str = "firer";
const TARGET: &str = "target";
const OTHER: &str = "other";
/// An ordinary ship's speed, half knots: moving.
const MOVING: HalfKnots = 4;
/// So fast that no example is held back by it, half knots.
const PLENTY: HalfKnots = 40;
/// With the current, degrees: where the option's default sets.
const DOWNSTREAM_DEG: f64 = 180.0;

/// Plays one example by decisions of the book.
pub(crate) fn play(book: &Noddy, example: &Example) -> Played {
    let more = Sailing { heading_deg: DOWNSTREAM_DEG, orders: Vec::new() };
    let mut table = Table::new(book, example.dice()?, more);
    let given = &example.given;
    match example.action() {
        "fire" => table.fire(given)?,
        "hit_effects" => table.hit_effects(given)?,
        "special" => table.special(given)?,
        "fire_fighting" => table.fire_fighting()?,
        "ram" => table.ram(given)?,
        "ram_result_45" => table.ram_result_45(given)?,
        "endurance" => table.endurance(given)?,
        "speed_limits" => table.speed_limits(given)?,
        "fire_windows" => table.fire_windows(given)?,
        "orders_check" => table.orders_check(given)?,
        "rate_of_fire" => table.rate_of_fire(given)?,
        "musketry" => table.musketry()?,
        action => return Err(format!("not played yet (NOD {action})")),
    }
    table.finish()
}

/// How the ships of an example sail.
struct Sailing {
    heading_deg: f64,
    /// What ships are ordered that do not go on as they go.
    orders: Vec<(ShipId, Course)>,
}

/// One example on its way.
type Table<'a> = Run<'a, Noddy, Sailing>;

impl Table<'_> {
    fn decide(&mut self, decision: &Decision) -> Result<Vec<Event>, String> {
        self.carry_out(decision, |_, _| {})
    }

    fn know(&mut self, query: Query, answer: Answer) {
        self.facts = std::mem::take(&mut self.facts).with(query, answer);
    }

    fn open(&mut self, ships: Vec<ShipSetup>, batteries: Vec<BatteryCard>) -> Result<(), String> {
        let regiment = RegimentCard {
            id: ShipId::new("regiment"),
            name: "Regiment".to_owned(),
            side: side(FIRER),
            x_in: 0.0,
            y_in: 0.0,
        };
        self.state = State::default();
        self.decide(&Decision::Open {
            ships,
            batteries,
            regiments: vec![regiment],
            options: Vec::new(),
            terrain: Vec::new(),
            hidden: Vec::new(),
        })
        .map(|_| ())
    }

    /// Two ordinary ships.
    fn pair(&mut self, change: impl Fn(&mut ShipSetup)) -> Result<(), String> {
        let mut ships = vec![ordinary(FIRER), ordinary(TARGET)];
        ships.iter_mut().for_each(change);
        self.open(ships, Vec::new())
    }

    fn ship(&self, name: &str) -> Result<&ShipState, String> {
        self.state.ships.get(&ShipId::new(name)).ok_or_else(|| format!("there is no ship {name}"))
    }

    fn top_knots(&self, name: &str) -> Result<f64, String> {
        Ok(f64::from(self.ship(name)?.top_speed) / 2.0)
    }

    fn umpire(&mut self, order: UmpireOrder) -> Result<(), String> {
        self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() }).map(|_| ())
    }

    fn befalls(&mut self, name: &str, to: Becomes) -> Result<(), String> {
        self.umpire(UmpireOrder::Set { change: Change::of(&ShipId::new(name), to) })
    }

    /// What is asked of the table on the way: every ship heads the same way, in clear water.
    fn clear_water(&mut self) {
        let ships: Vec<ShipId> = self.state.ships.keys().cloned().collect();
        for ship in ships {
            let heading_deg = Measured::exact(self.more.heading_deg);
            self.know(Query::Heading { ship: ship.clone() }, Answer::Heading(HeadingFact { heading_deg }));
            for steering in [Steering::Straight, Steering::Astern] {
                let query = Query::Waters { ship: ship.clone(), steering };
                self.know(query, Answer::Waters(WatersFact::default()));
            }
        }
    }

    /// Does all that must be done now, and goes on to the next step.
    fn next_step(&mut self) -> Result<(), String> {
        self.clear_water();
        for question in self.book.questions(&self.state) {
            match question.ask {
                Ask::Orders { ships } => {
                    let orders = ships.iter().map(|needs| self.order(needs)).collect();
                    self.decide(&Decision::WriteOrders { orders })?;
                }
                Ask::Move { ships } => self.moves(&ships)?,
                _ => {}
            }
        }
        self.decide(&Decision::NextStep).map(|_| ())
    }

    fn order(&self, needs: &NeedsOrders) -> ShipOrder {
        let written =
            self.more.orders.iter().find(|(ship, _)| *ship == needs.ship).map(|(_, course)| *course);
        let speed = self.state.ships.get(&needs.ship).map_or(0, |ship| ship.speed);
        let course = written.unwrap_or(Course { speed, turn_deg: 0.0 });
        ShipOrder { ship: needs.ship.clone(), order: Written::Here { course }, settled: Vec::new() }
    }

    /// Models are moved exactly as ordered.
    fn moves(&mut self, ships: &[ShipId]) -> Result<(), String> {
        let order = |ship: &ShipId| MoveOrder { ship: ship.clone(), short: None, settled: Vec::new() };
        for ship in ships {
            let review = self.book.review_move(&self.state, &self.facts, &order(ship));
            let review = review.ok_or_else(|| format!("there is no ship {ship}"))?;
            let (zero, exact) = (Measured::exact(0.0), Measured::exact(review.expected_in));
            let turned_deg = Measured::exact(review.expected_deg);
            let way =
                WayFact { length_in: exact, off_in: zero, off_deg: zero, straight_in: exact, turned_deg };
            let steering = match self.state.step {
                Step::Turn => Steering::Pivot,
                _ if review.course.speed < 0 => Steering::Astern,
                _ => Steering::Straight,
            };
            self.know(Query::Way { ship: ship.clone(), steering }, Answer::Way(way));
        }
        self.decide(&Decision::Move { moves: ships.iter().map(order).collect() }).map(|_| ())
    }

    fn go_to(&mut self, turn: u32, step: Step) -> Result<(), String> {
        while (self.state.turn, self.state.step) < (turn, step) {
            self.next_step()?;
        }
        Ok(())
    }

    /// Throws what is due with the example's dice; stops where they end.
    fn settle(&mut self) -> Result<Vec<Event>, String> {
        let mut all = Vec::new();
        while let Some(roll) = self.state.rolls.first() {
            let request = roll.request.clone();
            let mut faces = Vec::new();
            for _ in 0..request.count {
                match self.take_face(request.die, |purpose| request.purpose == *purpose)? {
                    Some(face) => faces.push(face),
                    None => return Ok(all),
                }
            }
            all.extend(self.throw(faces)?);
        }
        Ok(all)
    }

    /// Throws the first roll that is due like this.
    fn throw(&mut self, faces: Vec<u8>) -> Result<Vec<Event>, String> {
        let roll = self.state.rolls.first().ok_or("no dice are due")?.request.id;
        self.decide(&Decision::Roll { rolls: vec![roll], faces: Faces::Typed(faces) })
    }

    /// How two lie to each other: in the arc of a gun on the starboard beam or not, the target end on or not.
    fn lie(&mut self, from: &str, to: &str, range_in: f64, (in_arc, end_on): (bool, bool)) {
        let (from, to) = (ShipId::new(from), ShipId::new(to));
        let range_in = Measured::exact(range_in);
        let bearing_deg = Measured::exact(if in_arc { 90.0 } else { 0.0 });
        let seen = Measured::exact(if end_on { 0.0 } else { 90.0 });
        self.know(Query::Range { from: from.clone(), to: to.clone() }, Answer::Range(RangeFact { range_in }));
        let span = SpanFact { bearing_deg, before_deg: 0.0, after_deg: 0.0 };
        self.know(Query::Span { from: from.clone(), to: to.clone() }, Answer::Span(span));
        let clear = LineOfFireFact { clear: Verdict::Yes, near: Vec::new() };
        self.know(Query::LineOfFire { from: from.clone(), to: to.clone() }, Answer::LineOfFire(clear));
        self.know(Query::Bearing { from: to, to: from }, Answer::Bearing(BearingFact { bearing_deg: seen }));
    }

    fn fire(&mut self, given: &Given) -> Result<(), String> {
        let flag = |who: &str, key: &str| given.within(who, key).and_then(Given::as_flag).unwrap_or(false);
        let class: GunClass = given.get("gun").ok_or("it has no gun")?.whole("class")?;
        let gun = Gun::row(GunPosition::Starboard, class, flag("gun", "rifled"), 1, 1);
        let armour = given.within("target", "armour").and_then(Given::as_count);
        let armour = armour.and_then(|class| u8::try_from(class).ok());
        let armour = armour.ok_or("the target has no armour class")?;
        let range_in = given.number("range_in").ok_or("it has no range_in")?;
        let (mut ships, mut batteries) = (vec![ordinary(OTHER)], Vec::new());
        for (name, guns, armour) in [(FIRER, gun, 9), (TARGET, Vec::new(), armour)] {
            if flag(name, "shore_battery") {
                // A battery that is fired at has guns to lose.
                let guns = if guns.is_empty() {
                    Gun::row(GunPosition::Turret, GunClass::Mummy, false, 2, 1)
                } else {
                    guns
                };
                batteries.push(battery(name, guns, armour));
                continue;
            }
            let mut setup = ordinary(name);
            (setup.card.guns, setup.card.armour) = (guns, Armour::all_round(armour));
            if flag(name, "stationary") {
                setup.speed = 0;
            }
            ships.push(setup);
        }
        self.open(ships, batteries)?;
        let fire = |at: &str| Decision::Fire {
            firer: ShipId::new(FIRER),
            target: ShipId::new(at),
            guns: GunChoice::AllThatBear,
            settled: Vec::new(),
        };
        let mut turn = 1;
        if flag("firer", "changed_target") {
            // She has fired at another before; what came of it does not matter.
            self.go_to(turn, Step::FirstFire)?;
            self.lie(FIRER, OTHER, 10.0, (true, false));
            self.decide(&fire(OTHER))?;
            self.throw(vec![1])?;
            turn = 3;
        }
        self.go_to(turn, Step::FirstFire)?;
        for (key, to) in [
            ("on_fire", Becomes::Burning { attempts: Some(0) }),
            ("steam", Becomes::Steam { full: true }),
            ("stack_damaged", Becomes::Stack { hits: 1 }),
        ] {
            if flag("firer", key) {
                self.befalls(FIRER, to)?;
            }
        }
        let in_arc = given.flag("in_arc").unwrap_or(true);
        self.lie(FIRER, TARGET, range_in, (in_arc, flag("target", "end_on")));
        let declared = self.may(&fire(TARGET));
        self.put("allowed", json!(declared.is_ok()));
        if let Err(Halt::TooClose { .. }) = declared {
            return Err("the book finds a measure too close to call".to_owned());
        }
        if declared.is_err() {
            return Ok(());
        }
        for event in self.decide(&fire(TARGET))? {
            if let Event::FireDeclared { fire, .. } = event {
                self.put("band", json!(fire.band));
                self.put("modifier", json!(fire.guns.first().map(|shot| shot.modifier)));
            }
        }
        let (mut guns_lost, mut special) = (0, Value::Null);
        for event in self.settle()? {
            let Event::Read { read } = event else { continue };
            match read.purpose.as_str() {
                "to_hit" => {
                    self.put("total", json!(read.total));
                    self.put("hit", json!(read.outcome == Outcome::Hit));
                }
                "special" => special = json!(read.total),
                _ => {}
            }
            let lost = |change: &&Change| matches!(change.to, Becomes::Gun { lost: true, .. });
            guns_lost += read.changes.iter().filter(lost).count();
        }
        self.put("guns_lost", json!(guns_lost));
        self.put("special", special);
        Ok(())
    }

    fn hit_effects(&mut self, given: &Given) -> Result<(), String> {
        let ship = given.get("ship").ok_or("it has no ship")?;
        let guns = ship.count("guns_on_struck_side").unwrap_or(0);
        let mut setup = ordinary(TARGET);
        setup.card.top_speed = half_knots(ship.get("top_speed"))?;
        setup.card.guns =
            Gun::row(GunPosition::Starboard, GunClass::Mummy, false, u8::try_from(guns).unwrap_or(0), 1);
        self.open(vec![setup], Vec::new())?;
        let mut guns_lost = 0;
        while !self.dice.is_empty() {
            let left = self.dice.len();
            self.umpire(UmpireOrder::Hit {
                ship: ShipId::new(TARGET),
                struck: Some(GunPosition::Starboard),
            })?;
            for event in self.settle()? {
                let Event::Read { read } = event else { continue };
                let lost = |change: &&Change| matches!(change.to, Becomes::Gun { lost: true, .. });
                guns_lost += read.changes.iter().filter(lost).count();
            }
            if self.dice.len() == left {
                break;
            }
        }
        self.put("guns_lost", json!(guns_lost));
        let top = self.top_knots(TARGET)?;
        self.put("top_speed", json!(top));
        Ok(())
    }

    fn special(&mut self, given: &Given) -> Result<(), String> {
        let top_speed = half_knots(given.within("ship", "top_speed"))?;
        self.pair(|setup| {
            setup.card.top_speed = if setup.card.id.as_str() == FIRER { top_speed } else { PLENTY };
            setup.card.guns = Gun::row(GunPosition::Starboard, GunClass::Mummy, false, 1, 1);
        })?;
        self.umpire(UmpireOrder::Special { ship: ShipId::new(FIRER) })?;
        for event in self.settle()? {
            if let Event::Read { read } = event
                && read.purpose == "special"
            {
                self.put("special", json!(read.total));
            }
        }
        let top = self.top_knots(FIRER)?;
        self.put("top_speed", json!(top));
        // Her own fire at an ordinary ship at an ordinary range.
        self.lie(FIRER, TARGET, 10.0, (true, false));
        let pair = (&ShipId::new(FIRER), &ShipId::new(TARGET));
        let preview = self.book.preview(&self.state, &self.facts, pair, &GunChoice::AllThatBear, &[]);
        let modifier = preview.plan.guns.first().map(|view| view.shot.modifier);
        self.put("own_fire_modifier", json!(modifier));
        Ok(())
    }

    fn fire_fighting(&mut self) -> Result<(), String> {
        self.pair(|_| {})?;
        self.befalls(FIRER, Becomes::Burning { attempts: Some(0) })?;
        let mut attempts = 0;
        while !self.dice.is_empty() {
            self.go_to(self.state.turn + 1, Step::Orders)?;
            let thrown = self.settle()?;
            if thrown.is_empty() {
                break;
            }
            attempts += 1;
        }
        let ship = self.ship(FIRER)?;
        let (out, abandoned) = (ship.burning.is_none(), ship.abandoned);
        self.put("fire_out", json!(out));
        self.put("crew_abandons", json!(abandoned));
        self.put("attempts", json!(attempts));
        Ok(())
    }

    /// Brings a rammer's bow to a rammee's hull, and rams.
    fn rams(
        &mut self,
        (speed, reinforced): (HalfKnots, bool),
        (top_speed, stationary, side_on): (HalfKnots, bool, bool),
    ) -> Result<(), String> {
        self.pair(|setup| {
            if setup.card.id.as_str() == FIRER {
                (setup.speed, setup.card.reinforced_bow) = (speed, reinforced);
            } else {
                setup.card.top_speed = top_speed;
                setup.speed = if stationary { 0 } else { MOVING.min(top_speed) };
            }
        })?;
        self.go_to(1, Step::FirstHalf)?;
        let mine = vec![ShipId::new(FIRER)];
        self.moves(&mine)?;
        let strike = StrikeFact {
            gap_in: Measured::exact(0.0),
            touching: Verdict::Yes,
            angle_deg: Measured::exact(if side_on { 90.0 } else { 0.0 }),
            part: HullPart::Side,
            part_margin_in: Measured::exact(1.0),
        };
        let (rammer, target) = (ShipId::new(FIRER), ShipId::new(TARGET));
        self.know(Query::Strike { rammer: rammer.clone(), target: target.clone() }, Answer::Strike(strike));
        self.decide(&Decision::Ram { rammer, rammee: target, settled: Vec::new() }).map(|_| ())
    }

    fn ram(&mut self, given: &Given) -> Result<(), String> {
        let flag = |who: &str, key: &str| given.within(who, key).and_then(Given::as_flag).unwrap_or(false);
        let speed = half_knots(given.within("rammer", "speed"))?;
        let top_speed = match given.within("rammee", "top_speed") {
            Some(top) => half_knots(Some(top))?,
            None => PLENTY,
        };
        self.rams(
            (speed, flag("rammer", "reinforced_bow")),
            (top_speed, flag("rammee", "stationary"), flag("rammee", "side_on")),
        )?;
        let before = [FIRER, TARGET].map(|name| self.top_knots(name).unwrap_or_default());
        for event in self.settle()? {
            if let Event::Read { read } = event
                && read.purpose == "ram"
            {
                self.put("total", json!(read.total));
            }
        }
        let (rammer, rammee) = (self.top_knots(FIRER)?, self.top_knots(TARGET)?);
        self.put("rammee_top_speed", json!(rammee));
        self.put("rammer_knots_lost", json!(before[0] - rammer));
        self.put("rammee_knots_lost", json!(before[1] - rammee));
        Ok(())
    }

    fn ram_result_45(&mut self, given: &Given) -> Result<(), String> {
        let top_speed = half_knots(given.within("rammee", "top_speed"))?;
        // At 6 knots with a reinforced bow only the rammee's stillness counts: a 3 makes 4.
        self.rams((12, true), (top_speed, true, false))?;
        self.throw(vec![3])?;
        self.settle()?;
        let top = self.top_knots(TARGET)?;
        self.put("rammee_top_speed", json!(top));
        self.fate()
    }

    fn fate(&mut self) -> Result<(), String> {
        let turn = self.state.turn;
        let ship = self.ship(TARGET)?;
        let (drifts, after) = (ship.adrift(turn), ship.sinks_after);
        let sinking = ship.top_speed < 0;
        self.put("drifts", json!(drifts));
        self.put("sinking", json!(sinking));
        self.put("sinks_in_moves", json!(after.map(|after| after - turn)));
        Ok(())
    }

    fn endurance(&mut self, given: &Given) -> Result<(), String> {
        let mut setup = ordinary(TARGET);
        setup.card.top_speed = half_knots(given.within("ship", "top_speed"))?;
        setup.speed = 0;
        self.open(vec![setup], Vec::new())?;
        let losses = given.must_list("losses")?;
        let mut after = Vec::new();
        for loss in losses {
            let half_knots = half_knots(Some(loss))?;
            self.umpire(UmpireOrder::LoseSpeed { ship: ShipId::new(TARGET), half_knots })?;
            self.settle()?;
            self.fate()?;
            let top = self.top_knots(TARGET)?;
            let of = |key: &str| self.found.get(key).cloned().unwrap_or(Value::Null);
            after.push(json!({ "top_speed": top, "drifts": of("drifts"), "sinking": of("sinking") }));
        }
        self.put("after", Value::Array(after));
        Ok(())
    }

    /// Each ship goes faster, move by move, until she can't.
    fn speed_limits(&mut self, given: &Given) -> Result<(), String> {
        let tops = given.must_list("top_speeds")?;
        for (key, heading_deg, ahead) in
            [("against_current", DOWNSTREAM_DEG - 180.0, true), ("reverse", DOWNSTREAM_DEG, false)]
        {
            let mut found = Vec::new();
            for top in tops {
                let top_speed = half_knots(Some(top))?;
                self.pair(|setup| (setup.card.top_speed, setup.speed) = (top_speed, 0))?;
                (self.more.heading_deg, self.facts) = (heading_deg, Scripted::default());
                let mut speed = 0;
                loop {
                    let needs = self.needs_orders(FIRER)?;
                    let next = if ahead { needs.against_current.high } else { needs.with_current.low };
                    if next == speed {
                        break;
                    }
                    speed = next;
                    self.more.orders = vec![(ShipId::new(FIRER), Course { speed, turn_deg: 0.0 })];
                    self.go_to(self.state.turn + 1, Step::Orders)?;
                }
                found.push(json!(f64::from(speed.abs()) / 2.0));
            }
            self.put(key, Value::Array(found));
        }
        Ok(())
    }

    fn needs_orders(&self, name: &str) -> Result<NeedsOrders, String> {
        let asks = self.book.questions(&self.state).into_iter().filter_map(|question| match question.ask {
            Ask::Orders { ships } => Some(ships),
            _ => None,
        });
        asks.flatten()
            .find(|needs| needs.ship.as_str() == name)
            .ok_or_else(|| format!("{name} takes no orders"))
    }

    fn armed_pair(&mut self, class: GunClass) -> Result<Decision, String> {
        self.pair(|setup| {
            setup.card.guns = Gun::row(GunPosition::Starboard, class, false, 1, 1);
            setup.card.armour = Armour::all_round(12);
        })?;
        self.lie(FIRER, TARGET, 10.0, (true, false));
        let (firer, target) = (ShipId::new(FIRER), ShipId::new(TARGET));
        Ok(Decision::Fire { firer, target, guns: GunChoice::AllThatBear, settled: Vec::new() })
    }

    fn fire_windows(&mut self, given: &Given) -> Result<(), String> {
        let cases = given.must_list("cases")?;
        let mut allowed = Vec::new();
        for case in cases {
            let flag = |key: &str| case.flag(key).unwrap_or(false);
            let fire = self.armed_pair(GunClass::Baby)?;
            let turn_deg = if flag("turning") { 10.0 } else { 0.0 };
            self.more.orders = vec![(ShipId::new(FIRER), Course { speed: MOVING, turn_deg })];
            if flag("fired_in_4") {
                self.go_to(1, Step::FirstFire)?;
                self.decide(&fire)?;
                self.throw(vec![1])?;
            }
            let number = case.count("step");
            let step = Step::ALL.into_iter().find(|step| Some(u64::from(step.number())) == number);
            self.go_to(1, step.ok_or("a case has no step")?)?;
            allowed.push(json!(self.may(&fire).is_ok()));
        }
        self.put("allowed", Value::Array(allowed));
        Ok(())
    }

    fn orders_check(&mut self, given: &Given) -> Result<(), String> {
        let cases = given.must_list("cases")?;
        let mut legal = Vec::new();
        for case in cases {
            let build = match case.text("class") {
                Some("ironclad ram") => Build::IroncladRam,
                Some("monitor") => Build::Monitor,
                Some("ocean-going") => Build::OceanGoing,
                None | Some("riverboat") => Build::Riverboat,
                Some(other) => return Err(format!("“{other}” is no build of ship")),
            };
            let speed = half_knots(case.get("from"))?;
            self.pair(|setup| (setup.card.build, setup.speed) = (build, speed))?;
            if case.flag("steam_pipes_damaged").unwrap_or(false) {
                self.befalls(FIRER, Becomes::Pipes { damaged: true })?;
            }
            self.clear_water();
            let turn_deg = case.number("turn_deg").unwrap_or(0.0);
            let course = Course { speed: half_knots(case.get("to"))?, turn_deg };
            let order =
                ShipOrder { ship: ShipId::new(FIRER), order: Written::Here { course }, settled: Vec::new() };
            legal.push(json!(self.may(&Decision::WriteOrders { orders: vec![order] }).is_ok()));
        }
        self.put("legal", Value::Array(legal));
        Ok(())
    }

    fn rate_of_fire(&mut self, given: &Given) -> Result<(), String> {
        let fire = self.armed_pair(given.whole("class")?)?;
        let moves = |key: &str| -> Vec<u64> {
            given.items(key).into_iter().flatten().filter_map(Given::as_count).collect()
        };
        let (fired, asked) = (moves("fired_in_moves"), moves("ask_moves"));
        let mut allowed = Vec::new();
        let last = fired.iter().chain(&asked).copied().max().unwrap_or(0);
        for number in 1..=last {
            self.go_to(u32::try_from(number).unwrap_or(u32::MAX), Step::FirstFire)?;
            if asked.contains(&number) {
                allowed.push(json!(self.may(&fire).is_ok()));
            }
            if fired.contains(&number) {
                self.decide(&fire)?;
                self.throw(vec![1])?;
            }
        }
        self.put("allowed", Value::Array(allowed));
        Ok(())
    }

    fn musketry(&mut self) -> Result<(), String> {
        self.pair(|_| {})?;
        self.go_to(1, Step::FirstFire)?;
        self.lie("regiment", TARGET, 1.0, (true, false));
        let (regiment, target) = (ShipId::new("regiment"), ShipId::new(TARGET));
        self.decide(&Decision::Musketry { regiment, target, settled: Vec::new() })?;
        let mut effect = Value::Null;
        for event in self.settle()? {
            let Event::Read { read } = event else { continue };
            if read.purpose == "special" {
                self.put("special_total", json!(read.total));
            }
            if !read.changes.is_empty() {
                effect = json!(read.text);
            }
        }
        self.put("effect", effect);
        Ok(())
    }
}

fn side(name: &str) -> SideId {
    SideId::new(if name == FIRER { "union" } else { "confederate" }.to_owned())
}

fn ordinary(name: &str) -> ShipSetup {
    let card = ShipCard {
        id: ShipId::new(name),
        name: name.to_owned(),
        side: side(name),
        build: Build::Riverboat,
        top_speed: PLENTY,
        armour: Armour::all_round(12),
        guns: Vec::new(),
        reinforced_bow: false,
        draught_ft: 6.0,
        guessed: Vec::new(),
    };
    ShipSetup { card, speed: MOVING, aground: false }
}

fn battery(name: &str, guns: Vec<Gun>, armour: u8) -> BatteryCard {
    BatteryCard {
        id: ShipId::new(name),
        name: name.to_owned(),
        side: side(name),
        armour,
        guns,
        x_in: 0.0,
        y_in: 0.0,
        // Where the target lies, as it is seen from here.
        facing_deg: 90.0,
    }
}

fn half_knots(knots: Option<&Given>) -> Result<HalfKnots, String> {
    let knots = knots.and_then(Given::as_number).ok_or("a speed is missing")?;
    Ok((knots * 2.0).round() as HalfKnots)
}
