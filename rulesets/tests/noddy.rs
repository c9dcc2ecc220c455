//! The Noddy book on a table of numbers: orders, moves, fire, rams, secrets and every hole in the seed.
#![allow(clippy::unwrap_used, clippy::panic)]

use geometry::{
    Heading, HullPart, HullShape, Measured, Observation, Point, Pose, ShipId, Terrain, TerrainId,
    TerrainKind, Verdict,
};
use rulesets::core::{
    Answer, AppDice, Asked, Audience, BearingFact, Book, EdgeKey, Faces, Halt, OptionValue, PlacedShip,
    PlacedTable, Query, RangeFact, Settlement, SideId, StrikeFact,
};
use rulesets::noddy::*;
use serde_json::Value;
use std::collections::BTreeMap;

fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

fn side(name: &str) -> SideId {
    SideId(name.to_owned())
}

fn card(name: &str, of: &str) -> ShipCard {
    ShipCard {
        id: id(name),
        name: name.to_owned(),
        side: side(of),
        build: Build::Riverboat,
        top_speed: 20,
        armour: Armour::all_round(8),
        guns: Gun::row(Place::Starboard, GunClass::Mummy, false, 2, 1),
        reinforced_bow: false,
        draught_ft: 6.0,
        guessed: vec![],
    }
}

/// A ship with her place, inches and degrees, and her speed in half knots.
type Placed = (ShipCard, (f64, f64, f64), HalfKnots);

struct Battle {
    book: Noddy,
    state: State,
    table: PlacedTable,
    orders: Vec<(ShipId, Course)>,
}

impl Battle {
    fn begin(
        ships: Vec<Placed>,
        batteries: Vec<BatteryCard>,
        (terrain, hidden): (Vec<Terrain>, Vec<HiddenArea>),
        options: &[(&str, Value)],
    ) -> Self {
        let book = Noddy::embedded().unwrap();
        let setup =
            |(card, _, speed): &Placed| ShipSetup { card: card.clone(), speed: *speed, aground: false };
        let models = ships.iter().map(|(card, (x_in, y_in, heading_deg), _)| {
            let pose = Pose { stack: Point::new(*x_in, *y_in), heading: Heading::from_deg(*heading_deg) };
            let hull = HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 };
            PlacedShip::at_rest(Observation::placed(card.id.clone(), pose), hull)
        });
        let all: Vec<Terrain> = terrain.iter().chain(hidden.iter().map(|it| &it.area)).cloned().collect();
        let ashore = batteries.iter().map(|it| (it.id.clone(), Point::new(it.x_in, it.y_in)));
        let table = PlacedTable::new(models.collect())
            .with_terrain(all)
            .with_guns_ashore(ashore)
            .with_edges((60.0, 36.0));
        let mut battle = Self { book, state: State::default(), table, orders: vec![] };
        battle.must(Decision::Open {
            ships: ships.iter().map(setup).collect(),
            batteries,
            regiments: vec![],
            options: options
                .iter()
                .map(|(name, value)| OptionValue { name: (*name).to_owned(), value: value.clone() })
                .collect(),
            terrain,
            hidden,
        });
        battle
    }

    /// Two ships: "a" (union) heads north, "b" (confederate) lies so far to starboard of her and heads north too. The
    /// current sets south.
    fn duel(range_in: f64, options: &[(&str, Value)]) -> Self {
        Self::pair((card("a", "union"), card("b", "confederate")), range_in, options)
    }

    fn pair((a, b): (ShipCard, ShipCard), range_in: f64, options: &[(&str, Value)]) -> Self {
        let ships = vec![(a, (10.0, 10.0, 0.0), 4), (b, (10.0 + range_in, 10.0, 0.0), 4)];
        Self::begin(ships, vec![], (vec![], vec![]), options)
    }

    fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        self.book.decide(&self.state, decision, &self.table, &mut AppDice::new(7, &[]))
    }

    fn decide(&mut self, decision: Decision) -> Result<Vec<Event>, Halt> {
        let events = self.may(&decision)?;
        for event in &events {
            if let Event::StepBegan { .. } = event {
                self.table.begin_step();
            }
            self.state = Noddy::apply(std::mem::take(&mut self.state), event);
            assert_eq!(faults(&self.state), Vec::<String>::new(), "{event:?}");
            assert!(
                !self.book.sentences(&self.state, event).is_empty()
                    || matches!(event, Event::OrdersRevealed { .. })
            );
        }
        Ok(events)
    }

    fn must(&mut self, decision: Decision) -> Vec<Event> {
        self.decide(decision).unwrap()
    }

    fn rules(&self, decision: &Decision) -> Vec<String> {
        match self.may(decision).unwrap_err() {
            Halt::Refused(refusal) => refusal.reasons.iter().map(|reason| reason.rule.to_string()).collect(),
            other => panic!("not refused, but: {other}"),
        }
    }

    fn order(&mut self, name: &str, speed: HalfKnots, turn_deg: f64) {
        self.orders.retain(|(ship, _)| *ship != id(name));
        self.orders.push((id(name), Course { speed, turn_deg }));
    }

    fn written(&self, name: &str) -> Course {
        let written = self.orders.iter().find(|(ship, _)| *ship == id(name)).map(|(_, course)| *course);
        written.unwrap_or(Course { speed: self.ship(name).speed, turn_deg: 0.0 })
    }

    /// Her model is moved as her orders say.
    fn sail(&mut self, ship: &ShipId) {
        let course = self.state.ships[ship].course.unwrap();
        let pose = self.table.placed(ship).unwrap().observation.pose;
        let moved = if self.state.step == Step::Turn {
            Pose { heading: pose.heading.turned(course.turn_deg.to_radians()), ..pose }
        } else {
            let inches = f64::from(course.speed) / 4.0 / f64::from(self.state.segments);
            Pose { stack: pose.stack.moved(pose.heading, inches), ..pose }
        };
        self.table.set_down(ship, moved);
    }

    fn write(&self, name: &str) -> ShipOrder {
        let order = Written::Here { course: self.written(name) };
        ShipOrder { ship: id(name), order, settled: vec![] }
    }

    fn next(&mut self) -> Vec<Event> {
        for question in self.book.questions(&self.state) {
            match question.ask {
                Ask::Orders { ships } => {
                    let open = ships.iter().filter(|needs| !needs.written);
                    let orders: Vec<ShipOrder> = open.map(|needs| self.write(needs.ship.as_str())).collect();
                    if !orders.is_empty() {
                        self.must(Decision::WriteOrders { orders });
                    }
                }
                Ask::Move { ships } => {
                    for ship in ships {
                        self.sail(&ship);
                        self.must(moved(ship.as_str(), None));
                    }
                }
                _ => {}
            }
        }
        self.must(Decision::NextStep)
    }

    fn go_to(&mut self, turn: u32, step: Step) {
        while (self.state.turn, self.state.step) < (turn, step) {
            self.next();
        }
    }

    fn throw(&mut self, faces: &[u8]) -> Vec<Event> {
        self.must(Decision::Roll { rolls: vec![], faces: Faces::Typed(faces.to_vec()) })
    }

    fn umpire(&mut self, order: UmpireOrder) -> Vec<Event> {
        self.must(Decision::Umpire { order, reason: "Test.".to_owned() })
    }

    fn set(&mut self, name: &str, to: Becomes) {
        self.umpire(UmpireOrder::Set { change: Change::of(&id(name), to) });
    }

    fn ship(&self, name: &str) -> &ShipState {
        &self.state.ships[&id(name)]
    }

    /// The fire of "a" at "b" as it would be now, in the first fire step.
    fn plan(&self) -> FirePlan {
        let (a, b) = (id("a"), id("b"));
        self.book.preview(&self.state, &self.table, (&a, &b), &GunChoice::AllThatBear, &[]).plan
    }

    fn labels(&self) -> Vec<String> {
        self.plan().guns[0].shot.terms.iter().skip(1).map(|term| term.label.clone()).collect()
    }

    /// "a" has rammed "b" at this angle: the die is due.
    fn rammed(self, angle_deg: f64) -> Self {
        let mut battle = self.about_to_ram(angle_deg);
        battle.must(Decision::Ram { rammer: id("a"), rammee: id("b"), settled: vec![] });
        battle
    }

    /// The bow of "a" touches "b" at this angle.
    fn about_to_ram(mut self, angle_deg: f64) -> Self {
        self.go_to(1, Step::FirstHalf);
        self.sail(&id("a"));
        self.must(moved("a", None));
        let strike = StrikeFact {
            gap_in: Measured::exact(0.0),
            touching: Verdict::Yes,
            angle_deg: Measured::exact(angle_deg),
            part: HullPart::Side,
            part_margin_in: Measured::exact(1.0),
        };
        let query = Query::Strike { rammer: id("a"), target: id("b") };
        let facts = vec![Asked { query, answer: Answer::Strike(strike) }];
        self.must(Decision::TypeFacts { facts, reason: "Test.".to_owned() });
        self
    }
}

fn moved(name: &str, short: Option<Short>) -> Decision {
    Decision::Move { moves: vec![MoveOrder { ship: id(name), short, settled: vec![] }] }
}

fn fire(firer: &str, target: &str) -> Decision {
    let guns = GunChoice::AllThatBear;
    Decision::Fire { firer: id(firer), target: id(target), guns, settled: vec![] }
}

fn area(name: &str, kind: TerrainKind, (x_in, y_in, width_in, height_in): (f64, f64, f64, f64)) -> Terrain {
    let corner = |dx: f64, dy: f64| Point::new(x_in + dx, y_in + dy);
    Terrain {
        id: TerrainId(name.to_owned()),
        name: name.to_owned(),
        kind,
        outline: vec![
            corner(0.0, 0.0),
            corner(width_in, 0.0),
            corner(width_in, height_in),
            corner(0.0, height_in),
        ],
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: false,
    }
}

fn mines(hit_on_d6: u8, shown_to: Option<SideId>) -> HiddenArea {
    HiddenArea {
        area: area("mines", TerrainKind::Mined, (5.0, 12.0, 10.0, 4.0)),
        kind: HiddenKind::Mines { hit_on_d6, effect: MineEffect::Sinks },
        shown_to,
        revealed: false,
    }
}

fn battery(armour: u8) -> BatteryCard {
    BatteryCard {
        id: id("fort"),
        name: "Fort".to_owned(),
        side: side("confederate"),
        armour,
        guns: Gun::row(Place::Bow, GunClass::Daddy, false, 2, 1),
        x_in: 20.0,
        y_in: 10.0,
        facing_deg: 270.0,
    }
}

#[test]
fn nod_1_9_a_knot_is_an_inch_and_models_stand_where_orders_bring_them() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.order("a", 4, 30.0);
    battle.go_to(1, Step::FirstHalf);
    // Two knots: one inch in half a move. Two inches are too far, and so is a move off her keel.
    let stands = battle.table.placed(&id("a")).unwrap().observation.pose;
    battle.table.set_down(&id("a"), Pose { stack: stands.stack.moved(stands.heading, 2.0), ..stands });
    assert_eq!(battle.rules(&moved("a", None)), ["NOD-9"]);
    assert_eq!(battle.rules(&Decision::NextStep), ["NOD-7", "NOD-7"]);
    let model = PlacedShip::at_rest(
        Observation::placed(id("a"), stands),
        HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 },
    );
    battle.table.put(model);
    battle.go_to(1, Step::SecondHalf);
    let pose = battle.table.placed(&id("a")).unwrap().observation.pose;
    assert!((pose.stack.y_in - 11.0).abs() < 1e-9 && (pose.heading.deg() - 30.0).abs() < 1e-9);
}

#[test]
fn nod_9_29_orders_are_secret_until_they_are_revealed() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.order("a", 8, -15.0);
    let order = battle.write("a");
    let events = battle.must(Decision::WriteOrders { orders: vec![order] });
    let enemy = Audience::Side(side("confederate"));
    assert_eq!(battle.book.audience(&battle.state, &events[0]), Audience::Side(side("union")));
    assert!(battle.ship("a").written.is_some());
    assert_eq!(battle.book.seen_by(&battle.state, &enemy).ships[&id("a")].written, None);
    let events = battle.next();
    assert_eq!(battle.book.audience(&battle.state, &events[0]), Audience::Everyone);
    assert_eq!(battle.ship("a").course, Some(Course { speed: 8, turn_deg: -15.0 }));
    // The other side may not write for her, and nobody may write twice over what has begun.
    assert!(battle.may(&Decision::WriteOrders { orders: vec![battle.write("b")] }).is_err());
}

#[test]
fn nod_9_orders_kept_on_paper_are_read_out_and_checked() {
    let mut battle = Battle::duel(20.0, &[]);
    let paper = ShipOrder { ship: id("a"), order: Written::OnPaper, settled: vec![] };
    battle.must(Decision::WriteOrders { orders: vec![paper] });
    battle.next();
    assert!(battle.rules(&Decision::NextStep).contains(&"NOD-9".to_owned()));
    let read = |speed, turn_deg| Decision::ReadOut {
        ship: id("a"),
        course: Course { speed, turn_deg },
        settled: vec![],
    };
    assert_eq!(battle.rules(&read(12, 0.0)), ["NOD-5"]);
    assert_eq!(battle.rules(&read(6, 61.0)), ["NOD-6"]);
    battle.must(read(6, 60.0));
    assert_eq!(battle.ship("a").speed, 6);
}

#[test]
fn nod_9_orders_are_typed_in_words() {
    let course = |text: &str| read_course(text).map(|course| (course.speed, course.turn_deg)).ok();
    assert_eq!(course("6, 30 S"), Some((12, 30.0)));
    assert_eq!(course("4.5 P15"), Some((9, -15.0)));
    assert_eq!(course("astern 1"), Some((-2, 0.0)));
    assert_eq!(course("5 knots, 45 degrees to port"), Some((10, -45.0)));
    assert_eq!(course("stop"), Some((0, 0.0)));
    for wrong in ["", "fast", "6 30", "5.3", "6 S S 1 2"] {
        assert_eq!(course(wrong), None, "{wrong}");
    }
}

#[test]
fn nod_2_25_amb_15_who_has_no_speed_left_slows_down_and_drifts_with_the_current() {
    let mut battle = Battle::duel(20.0, &[("nod.current_toward_deg", 90.0.into())]);
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 20 });
    battle.order("a", 12, 0.0);
    assert!(battle.book.questions(&battle.state).iter().all(|question| match &question.ask {
        Ask::Orders { ships } => ships.iter().all(|needs| needs.ship != id("a")),
        _ => true,
    }));
    // She made two knots, and comes to a halt in one move; the current (one knot) takes her at the end of it.
    battle.go_to(1, Step::FirstHalf);
    assert_eq!(battle.ship("a").speed, 0);
    battle.go_to(1, Step::SecondFire);
    let drift = battle.next().into_iter().find_map(|event| match event {
        Event::Drifted { drift } => Some(drift),
        _ => None,
    });
    assert_eq!(drift, Some(Drifting { ships: vec![id("a")], east_in: 1.0, north_in: 0.0 }));
}

#[test]
fn nod_10_amb_17_any_part_of_her_way_grounds_her_and_there_are_three_attempts() {
    let shoal = area("shoal", TerrainKind::Shoal { depth_ft: 5.0 }, (8.0, 11.9, 4.0, 2.0));
    let deep = area("deep", TerrainKind::Shoal { depth_ft: 7.0 }, (28.0, 9.0, 4.0, 4.0));
    let ships =
        vec![(card("a", "union"), (10.0, 10.0, 0.0), 4), (card("b", "confederate"), (30.0, 10.0, 0.0), 4)];
    let mut battle = Battle::begin(ships, vec![], (vec![shoal, deep], vec![]), &[]);
    battle.go_to(1, Step::Turn);
    // Her stack never came near, but her bow did; the other draws less than there is.
    assert_eq!((battle.ship("a").aground, battle.ship("a").speed), (Some(0), 0));
    assert_eq!(battle.ship("b").aground, None);
    for attempt in 1..=3 {
        battle.go_to(attempt + 1, Step::Orders);
        battle.must(Decision::Refloat { ship: id("a") });
        battle.throw(&[5]);
        assert_eq!(battle.rules(&Decision::Refloat { ship: id("a") }), ["NOD-10"]);
    }
    battle.go_to(5, Step::Orders);
    assert_eq!(battle.rules(&Decision::Refloat { ship: id("a") }), ["NOD-10"]);
    battle.set("a", Becomes::Aground { attempts: Some(2) });
    battle.must(Decision::Refloat { ship: id("a") });
    battle.throw(&[6]);
    assert_eq!(battle.ship("a").aground, None);
}

/// Her bow comes to y = 12 in: as near as measuring goes to two banks, one behind the other.
fn before_two_banks(options: &[(&str, Value)]) -> Battle {
    let bank = |name, at_in| {
        let bank = area(name, TerrainKind::Land, (8.0, at_in, 4.0, 3.0));
        Terrain { outline_sigma_in: 0.05, ..bank }
    };
    let ships =
        vec![(card("a", "union"), (10.0, 10.0, 0.0), 4), (card("b", "confederate"), (30.0, 10.0, 0.0), 4)];
    let terrain = vec![bank("near", 11.98), bank("far", 12.01)];
    let mut battle = Battle::begin(ships, vec![], (terrain, vec![]), options);
    battle.go_to(1, Step::FirstHalf);
    battle.sail(&id("a"));
    battle
}

#[test]
fn nod_amb_17_who_says_that_she_grounded_is_asked_where_it_is_too_close_to_call() {
    let mut battle = before_two_banks(&[]);
    let settled = |answers: &[(&str, &str)], short| {
        let settled = answers.iter().map(|(area, reading)| Settlement {
            key: EdgeKey(format!("waters:a:{area}")),
            reading: (*reading).to_owned(),
        });
        let order = MoveOrder { ship: id("a"), short, settled: settled.collect() };
        Decision::Move { moves: vec![order] }
    };
    let asked = |battle: &Battle, answers: &[(&str, &str)], short| match battle.may(&settled(answers, short))
    {
        Err(Halt::TooClose { questions }) => {
            questions.iter().map(|it| format!("{} {}", it.key, it.readings[0].id)).collect::<Vec<_>>()
        }
        other => panic!("nothing is asked: {other:?}"),
    };
    let ground = Some(Short::Ground);
    // One after the other: where she is aground on the first she never met the second.
    assert_eq!(asked(&battle, &[], ground), ["waters:a:near entered"]);
    assert_eq!(asked(&battle, &[], None), ["waters:a:near clear"]);
    assert_eq!(asked(&battle, &[("near", "clear")], ground), ["waters:a:far entered"]);
    assert_eq!(battle.rules(&settled(&[("near", "clear"), ("far", "clear")], ground)), ["NOD-11"]);
    battle.must(settled(&[("near", "entered")], ground));
    assert_eq!(battle.ship("a").aground, Some(0));
}

#[test]
fn nod_amb_17_in_favour_of_the_mover_means_what_she_says() {
    for (short, aground) in [(Some(Short::Ground), Some(0)), (None, None)] {
        let mut battle = before_two_banks(&[("nod.too_close", Value::from("firer"))]);
        battle.must(moved("a", short));
        assert_eq!(battle.ship("a").aground, aground);
    }
}

#[test]
fn nod_11_the_umpire_splits_a_half_move() {
    let mut battle = Battle::duel(20.0, &[]);
    assert_eq!(battle.rules(&umpired(UmpireOrder::Split { segments: 3 })), ["NOD-11"]);
    battle.go_to(1, Step::FirstHalf);
    assert_eq!(battle.rules(&umpired(UmpireOrder::Split { segments: 1 })), ["NOD-11"]);
    battle.umpire(UmpireOrder::Split { segments: 2 });
    battle.next();
    assert_eq!((battle.state.step, battle.state.segment), (Step::FirstHalf, 1));
    battle.next();
    assert_eq!((battle.state.step, battle.state.segment, battle.state.segments), (Step::Turn, 0, 1));
    let pose = battle.table.placed(&id("a")).unwrap().observation.pose;
    assert!((pose.stack.y_in - 11.0).abs() < 1e-9);
}

fn umpired(order: UmpireOrder) -> Decision {
    Decision::Umpire { order, reason: "Test.".to_owned() }
}

#[test]
fn nod_15_amb_2_ten_degrees_in_all_and_any_part_of_the_hull() {
    let bears = |forward_in: f64, options: &[(&str, Value)]| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 0.0), 4),
            (card("b", "confederate"), (22.0, 10.0 + forward_in, 90.0), 4),
        ];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
        battle.order("a", 0, 0.0);
        battle.order("b", 0, 0.0);
        battle.go_to(1, Step::FirstFire);
        battle.plan().fire.is_some_and(|fire| !fire.guns.is_empty())
    };
    // At twelve inches five degrees are 1.05 in; her beam reaches a quarter of an inch further in.
    assert!(bears(1.0, &[]) && bears(1.2, &[]) && !bears(1.4, &[]));
    assert!(!bears(1.2, &[("nod.arc_target", "stack".into())]));
    assert!(bears(1.9, &[("nod.arc_half_angle_deg", 10.0.into())]));
    // Turreted vessels fire in any direction.
    let mut a = card("a", "union");
    a.guns = Gun::row(Place::Turret, GunClass::Mummy, false, 1, 1);
    let ships = vec![(a, (10.0, 10.0, 0.0), 0), (card("b", "confederate"), (12.0, 20.0, 0.0), 0)];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]);
    battle.go_to(1, Step::FirstFire);
    assert_eq!(battle.plan().fire.unwrap().guns.len(), 1);
}

#[test]
fn nod_20_amb_19_ammunition_never_ends_and_daddies_fire_every_other_move() {
    let fired = |class: GunClass| {
        let mut a = card("a", "union");
        a.guns = Gun::row(Place::Starboard, class, false, 1, 1);
        let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
        let mut moves = vec![];
        for turn in 1..=8 {
            battle.go_to(turn, Step::FirstFire);
            if battle.decide(fire("a", "b")).is_ok() {
                battle.throw(&[1]);
                moves.push(turn);
            }
        }
        moves
    };
    assert_eq!(fired(GunClass::Baby), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(fired(GunClass::Daddy), [1, 3, 5, 7]);
}

#[test]
fn nod_28_nobody_is_asked_about_morale() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.set("b", Becomes::TopSpeed { half_knots: 1 });
    battle.set("b", Becomes::Burning { attempts: Some(3) });
    battle.order("b", 0, 0.0);
    battle.go_to(2, Step::Orders);
    // A fire is fought; otherwise the ship takes orders as ever.
    battle.throw(&[6]);
    let asks: Vec<Ask> =
        battle.book.questions(&battle.state).into_iter().map(|question| question.ask).collect();
    assert!(asks.iter().all(|ask| matches!(ask, Ask::Orders { .. } | Ask::NextStep)), "{asks:?}");
    assert!(battle.ship("b").takes_orders(2));
}

#[test]
fn nod_29_what_a_hit_did_is_shown_to_the_owner_alone() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.go_to(1, Step::FirstFire);
    battle.must(fire("a", "b"));
    battle.throw(&[6, 1]);
    let roll = battle.state.rolls.first().unwrap().clone();
    assert_eq!(
        (roll.request.purpose.as_str(), &roll.audience),
        ("effect", &Audience::Side(side("confederate")))
    );
    let before = battle.state.clone();
    for event in battle.throw(&[4]) {
        assert_eq!(battle.book.audience(&before, &event), Audience::Side(side("confederate")), "{event:?}");
    }
    assert_eq!(battle.ship("b").top_speed, 18);
    let seen =
        |of: &str| battle.book.seen_by(&battle.state, &Audience::Side(side(of))).ships[&id("b")].top_speed;
    assert_eq!((seen("union"), seen("confederate")), (20, 18));
}

#[test]
fn nod_30_amb_21_mines_are_the_umpires_secret_with_his_own_odds() {
    let begin = |hit_on_d6, shown_to: Option<&str>| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 0.0), 4),
            (card("b", "confederate"), (30.0, 10.0, 0.0), 4),
        ];
        let hidden = vec![mines(hit_on_d6, shown_to.map(side))];
        let mut battle = Battle::begin(ships, vec![], (vec![], hidden), &[]);
        battle.order("a", 8, 0.0);
        battle.go_to(1, Step::FirstHalf);
        battle.sail(&id("a"));
        battle
    };
    let mut battle = begin(4, Some("confederate"));
    let knows = |battle: &Battle, of: &str| {
        !battle.book.seen_by(&battle.state, &Audience::Side(side(of))).hidden.is_empty()
    };
    assert!(knows(&battle, "confederate") && !knows(&battle, "union"));
    let before = battle.state.clone();
    let events = battle.must(moved("a", None));
    let audiences: Vec<Audience> = events.iter().map(|event| battle.book.audience(&before, event)).collect();
    assert_eq!(audiences, [Audience::Umpire, Audience::Everyone]);
    // Nothing in the event that all may see tells of the chart.
    assert!(!serde_json::to_string(&events[1]).unwrap().contains("mines"));
    assert_eq!(battle.state.rolls[0].audience, Audience::Umpire);
    let before = battle.state.clone();
    let events = battle.throw(&[3]);
    assert!(events.iter().all(|event| battle.book.audience(&before, event) == Audience::Umpire));
    assert!(battle.ship("a").present());
    let mut battle = begin(4, None);
    assert!(!knows(&battle, "confederate"));
    battle.must(moved("a", None));
    let before = battle.state.clone();
    let events = battle.throw(&[4]);
    assert_eq!(battle.book.audience(&before, &events[1]), Audience::Everyone);
    assert_eq!(battle.ship("a").fate, Some(Fate::Sunk));
    let mut battle = begin(7, None);
    battle.must(moved("a", None));
    battle.throw(&[6]);
    assert!(battle.ship("a").present());
}

#[test]
fn nod_31_the_umpire_punishes_with_a_random_special_effect() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[3, 4]);
    assert!(battle.ship("a").pipes);
}

#[test]
fn nod_32_a_card_that_cannot_be_is_refused() {
    let open = |change: fn(&mut ShipCard)| {
        let mut a = card("a", "union");
        change(&mut a);
        let decision = Decision::Open {
            ships: vec![a.into()],
            batteries: vec![],
            regiments: vec![],
            options: vec![],
            terrain: vec![],
            hidden: vec![],
        };
        let book = Noddy::embedded().unwrap();
        book.decide(&State::default(), &decision, &PlacedTable::default(), &mut AppDice::new(0, &[])).is_ok()
    };
    assert!(open(|_| {}));
    assert!(!open(|card| card.armour.hull = 13));
    assert!(!open(|card| card.draught_ft = f64::NAN));
    assert!(!open(|card| card.top_speed = -1));
    assert!(!open(|card| card.guns = [card.guns.clone(), card.guns.clone()].concat()));
}

#[test]
fn nod_33_early_turrets_fire_one_gun_at_a_time() {
    let mut a = card("a", "union");
    a.guns = Gun::row(Place::Turret, GunClass::Daddy, false, 2, 1);
    a.guns.iter_mut().for_each(|gun| gun.one_at_a_time = true);
    let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
    battle.go_to(1, Step::FirstFire);
    assert_eq!(battle.plan().fire.unwrap().guns.len(), 1);
    battle.must(fire("a", "b"));
    battle.throw(&[1]);
    // The other gun fires while the first one loads.
    battle.go_to(2, Step::FirstFire);
    assert_eq!(battle.plan().fire.unwrap().guns[0].gun, GunId("turret-2".to_owned()));
}

#[test]
fn nod_33_cards_are_made_from_the_shared_facts_and_say_what_is_converted() {
    let tables = rulesets::gunboat::Gunboat::embedded().unwrap().tables().clone();
    let library = rulesets::gunboat::Library::embedded(&tables).unwrap();
    let card = |name: &str| card_from_facts(library.ship(name).unwrap(), false);
    let monitor = card("monitor");
    assert_eq!((monitor.build, monitor.armour.hull), (Build::Monitor, 12));
    assert!(monitor.guns.iter().all(|gun| gun.place == Place::Turret && gun.class == GunClass::Daddy));
    let virginia = card("virginia");
    assert_eq!(virginia.build, Build::IroncladRam);
    assert!(virginia.reinforced_bow);
    assert_eq!(card("cairo").build, Build::Riverboat);
    let explains = |card: &ShipCard, what: &str| card.guessed.iter().any(|guess| guess.what == what);
    for facts in library.ships() {
        let card = card_from_facts(facts, false);
        assert!((6..=12).contains(&card.armour.hull), "{}", card.name);
        assert!(["armour", "build", "top_speed"].iter().all(|what| explains(&card, what)), "{}", card.name);
    }
}

#[test]
fn nod_amb_1_the_lower_band_holds_its_edge() {
    let band = |range_in: f64| {
        let mut battle = Battle::duel(range_in, &[]);
        battle.go_to(1, Step::FirstFire);
        battle.plan().fire.unwrap().band
    };
    assert_eq!(
        [3.0, 3.001, 18.0, 18.001, 36.0, 36.001].map(band),
        [Band::PointBlank, Band::Effective, Band::Effective, Band::Long, Band::Long, Band::Out]
    );
}

#[test]
fn nod_amb_1_a_range_too_close_to_its_edge_is_asked_for() {
    let mut battle = Battle::duel(3.0, &[]);
    battle.go_to(1, Step::FirstFire);
    let query = Query::Range { from: id("a"), to: id("b") };
    let range_in = Measured::new(3.02, 0.05);
    let answer = Answer::Range(rulesets::core::RangeFact { range_in });
    battle.must(Decision::TypeFacts { facts: vec![Asked { query, answer }], reason: "Test.".to_owned() });
    let Err(Halt::TooClose { questions }) = battle.may(&fire("a", "b")) else { panic!("nothing is asked") };
    assert_eq!(questions[0].rule.as_str(), "NOD-AMB-1");
    let settled =
        vec![rulesets::core::Settlement { key: questions[0].key.clone(), reading: "effective".to_owned() }];
    let guns = GunChoice::AllThatBear;
    let events = battle.must(Decision::Fire { firer: id("a"), target: id("b"), guns, settled });
    let Event::FireDeclared { fire, .. } = &events[0] else { panic!("no fire") };
    assert_eq!((fire.band, fire.settled.len()), (Band::Effective, 1));
}

#[test]
fn nod_12_amb_3_what_is_over_eight_inches_or_a_hundred_pounds() {
    let inches = |bore, daddy| GunClass::of(Some(bore), None, daddy);
    let pounds = |weight, daddy| GunClass::of(None, Some(weight), daddy);
    assert_eq!(
        [inches(8.0, false), inches(9.0, false), inches(8.0, true)],
        [GunClass::Mummy, GunClass::Daddy, GunClass::Daddy]
    );
    assert_eq!(
        [18.0, 19.0, 100.0, 101.0].map(|weight| pounds(weight, false)),
        [GunClass::Baby, GunClass::Mummy, GunClass::Mummy, GunClass::Daddy]
    );
    assert_eq!(pounds(100.0, true), GunClass::Daddy);
}

#[test]
fn nod_amb_4_5_fire_and_steam_count_once_and_the_stack_by_itself() {
    let modifier = |options: &[(&str, Value)]| {
        let mut battle = Battle::duel(10.0, options);
        battle.go_to(1, Step::FirstFire);
        battle.set("a", Becomes::Burning { attempts: Some(0) });
        battle.set("a", Becomes::Steam { full: true });
        battle.set("a", Becomes::Stack { hits: 2 });
        battle.plan().guns[0].shot.modifier
    };
    assert_eq!(modifier(&[]), -2);
    assert_eq!(modifier(&[("nod.fire_steam_stack", true.into())]), -3);
    assert_eq!(modifier(&[("nod.stack_hits_cumulate", "speed_and_fire".into())]), -3);
}

#[test]
fn nod_amb_5_a_second_hit_on_the_stack_costs_two_more_knots() {
    let mut battle = Battle::duel(10.0, &[]);
    for _ in 0..2 {
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&[4, 4]);
    }
    assert_eq!((battle.ship("a").top_speed, battle.ship("a").stack_hits), (12, 2));
}

#[test]
fn nod_3_amb_7_8_against_the_current_by_the_damaged_speed() {
    // The current sets south; she heads north, so against it; 15 half knots are left to her.
    let speeds = |heading_deg: f64, top: HalfKnots, options: &[(&str, Value)]| {
        let ships = vec![(card("a", "union"), (10.0, 10.0, heading_deg), 12)];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
        battle.set("a", Becomes::TopSpeed { half_knots: top });
        (8..=22)
            .filter(|speed| {
                battle.order("a", *speed, 0.0);
                battle.may(&Decision::WriteOrders { orders: vec![battle.write("a")] }).is_ok()
            })
            .max()
    };
    assert_eq!(speeds(0.0, 15, &[]), Some(10));
    assert_eq!(speeds(0.0, 18, &[]), Some(12));
    // Across, and with it, her whole speed; a bonus only where it is chosen.
    assert_eq!(speeds(90.0, 15, &[]), Some(15));
    assert_eq!(speeds(90.5, 15, &[]), Some(15));
    assert_eq!(speeds(89.0, 15, &[]), Some(10));
    assert_eq!(speeds(180.0, 14, &[("nod.downstream_bonus", 1.0.into())]), Some(16));
}

#[test]
fn nod_amb_9_bow_or_stern_on_within_thirty_degrees_of_her_keel() {
    let end_on = |heading_deg: f64, options: &[(&str, Value)]| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 0.0), 0),
            (card("b", "confederate"), (20.0, 10.0, heading_deg), 0),
        ];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options);
        battle.go_to(1, Step::FirstFire);
        battle.labels().iter().any(|label| label.contains("bow or stern on"))
    };
    assert!(end_on(270.0, &[]) && end_on(90.0, &[]) && end_on(299.0, &[]) && !end_on(301.0, &[]));
    assert!(!end_on(0.0, &[]) && !end_on(299.0, &[("nod.end_on_half_deg", 20.0.into())]));
}

#[test]
fn nod_23_amb_9_10_side_on_from_45_degrees_and_whole_knots_count() {
    let plus = |speed: HalfKnots, angle_deg: f64| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 180.0), speed),
            (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
        ];
        let battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).rammed(angle_deg);
        match &battle.state.rolls[0].decides {
            RollUse::Ram { plus, .. } => *plus,
            other => panic!("{other:?}"),
        }
    };
    // 7½ knots are one whole knot over six, 3½ none under four; her bow is not reinforced.
    assert_eq!([plus(15, 44.0), plus(15, 45.0), plus(12, 45.0)], [0, 1, 0]);
    assert_eq!([plus(7, 0.0), plus(6, 0.0), plus(2, 0.0)], [-1, -2, -4]);
}

#[test]
fn nod_23_24_what_a_ram_may_bring_is_known_before_the_die_is_thrown() {
    let ships = vec![
        (card("a", "union"), (10.0, 10.0, 180.0), 14),
        (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
    ];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).about_to_ram(90.0);
    let preview = |battle: &Battle| {
        let (a, b) = (id("a"), id("b"));
        battle.book.preview_ram(&battle.state, &battle.table, (&a, &b), &[])
    };
    let (impact, results) = preview(&battle);
    assert!(impact.reasons.is_empty() && impact.plus > 0, "{impact:?}");
    assert!((results.iter().map(|it| it.chance).sum::<f64>() - 1.0).abs() < 1e-9, "{results:?}");
    battle.must(Decision::Ram { rammer: id("a"), rammee: id("b"), settled: vec![] });
    let due = battle.state.clone();
    let mut thrown: BTreeMap<String, f64> = BTreeMap::new();
    for face in 1..=6 {
        battle.state = due.clone();
        let read = battle.throw(&[face]);
        let text = read.iter().find_map(|event| match event {
            Event::Read { read, .. } => Some(read.text.clone()),
            _ => None,
        });
        *thrown.entry(text.unwrap()).or_default() += 1.0 / 6.0;
    }
    assert!(thrown.len() > 1 && thrown.len() == results.len(), "{thrown:?}, {results:?}");
    for result in &results {
        assert!((thrown[&result.text] - result.chance).abs() < 1e-9, "{thrown:?}, {results:?}");
    }
    // She has rammed her: it can't be done again, and nothing is foreseen.
    let (again, none) = preview(&battle);
    assert!(!again.reasons.is_empty() && none.is_empty(), "{again:?}");
}

#[test]
fn nod_21_what_muskets_may_bring_is_known_before_the_die_is_thrown() {
    let ships = vec![(card("a", "union"), (12.0, 10.0, 0.0), 4)];
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]);
    let (name, x_in, y_in) = ("4th Texas".to_owned(), 14.0, 10.0);
    let card = RegimentCard { id: id("r"), name, side: side("confederate"), x_in, y_in };
    battle.state.regiments.insert(id("r"), RegimentState { card, fired: false });
    let typed = |query, answer| Asked { query, answer };
    let range = Answer::Range(RangeFact { range_in: Measured::exact(2.0) });
    let bearing = Answer::Bearing(BearingFact { bearing_deg: Measured::exact(90.0) });
    let facts = vec![
        typed(Query::Range { from: id("r"), to: id("a") }, range),
        typed(Query::Bearing { from: id("a"), to: id("r") }, bearing),
    ];
    battle.go_to(1, Step::FirstFire);
    battle.must(Decision::TypeFacts { facts, reason: "Test.".to_owned() });
    let (r, a) = (id("r"), id("a"));
    let (plan, results) = battle.book.preview_muskets(&battle.state, &battle.table, (&r, &a), &[]);
    assert_eq!(plan.fire.unwrap().range_in.value, 2.0);
    // A six, then exactly three with two dice.
    let effect: f64 = results.iter().filter(|it| it.outcome == Outcome::Damaged).map(|it| it.chance).sum();
    assert!((effect - 2.0 / 216.0).abs() < 1e-9, "{results:?}");
    assert!((results.iter().map(|it| it.chance).sum::<f64>() - 1.0).abs() < 1e-9, "{results:?}");
    battle.must(Decision::Musketry { regiment: r.clone(), target: a.clone(), settled: vec![] });
    let (again, none) = battle.book.preview_muskets(&battle.state, &battle.table, (&r, &a), &[]);
    assert!(!again.reasons.is_empty() && none.is_empty(), "{again:?}");
}

#[test]
fn nod_amb_11_a_change_of_target_is_the_guns_or_the_vessels() {
    let changed = |scope: &str| {
        let mut a = card("a", "union");
        a.guns.extend(Gun::row(Place::Port, GunClass::Mummy, false, 1, 1));
        let ships = vec![
            (a, (20.0, 10.0, 0.0), 0),
            (card("b", "confederate"), (30.0, 10.0, 0.0), 0),
            (card("c", "confederate"), (10.0, 10.0, 0.0), 0),
        ];
        let mut battle =
            Battle::begin(ships, vec![], (vec![], vec![]), &[("nod.change_target_scope", scope.into())]);
        battle.go_to(1, Step::FirstFire);
        battle.must(fire("a", "c"));
        battle.throw(&[1]);
        // Her starboard guns have not fired yet.
        battle.labels().iter().any(|label| label == "change of target")
    };
    assert!(!changed("gun") && changed("vessel"));
}

#[test]
fn nod_24_amb_13_a_crippled_rammee_has_no_speed_left_and_the_next_loss_sinks_her() {
    let crippled = |options: &[(&str, Value)]| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 180.0), 16),
            (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
        ];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), options).rammed(90.0);
        battle.throw(&[6]);
        battle
    };
    let mut battle = crippled(&[]);
    assert_eq!((battle.ship("b").top_speed, battle.ship("b").crippled), (0, true));
    assert_eq!((battle.ship("a").top_speed, battle.ship("a").stopped), (18, true));
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("b"), half_knots: 1 });
    assert_eq!(battle.state.rolls[0].request.purpose, "sink_delay");
    let battle = crippled(&[("nod.crippled_top_speed_zero", false.into()), ("nod.ram_stops", false.into())]);
    assert_eq!((battle.ship("b").top_speed, battle.ship("b").has_power()), (20, false));
    assert!(!battle.ship("a").stopped);
}

#[test]
fn nod_24_amb_24_what_a_ram_costs_comes_off_the_top_speed() {
    let ships = vec![
        (card("a", "union"), (10.0, 10.0, 180.0), 4),
        (card("b", "confederate"), (30.0, 10.0, 180.0), 4),
    ];
    // 2 knots: -2, no reinforced bow: -1; a 2 makes -1: the rammer loses a die of knots.
    let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]).rammed(0.0);
    battle.throw(&[2]);
    assert_eq!(battle.state.rolls[0].ship, id("a"));
    battle.throw(&[3]);
    assert_eq!((battle.ship("a").top_speed, battle.ship("b").top_speed), (14, 20));
}

#[test]
fn nod_26_amb_14_she_sinks_at_the_end_of_her_last_move_and_fights_meanwhile() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 21 });
    battle.throw(&[1]);
    assert_eq!(battle.ship("a").sinks_after, Some(7));
    battle.order("b", 0, 0.0);
    battle.go_to(7, Step::FirstFire);
    // No second die for further losses, and she may still fire.
    battle.umpire(UmpireOrder::LoseSpeed { ship: id("a"), half_knots: 2 });
    assert!(battle.state.rolls.is_empty());
    battle.must(fire("a", "b"));
    battle.throw(&[1, 1]);
    assert!(battle.ship("a").fights());
    battle.go_to(8, Step::Orders);
    assert_eq!(battle.ship("a").fate, Some(Fate::Sunk));
}

#[test]
fn nod_19_amb_16_a_dice_of_moves() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[4, 5]);
    battle.throw(&[2]);
    assert_eq!(battle.ship("a").jammed_until, 3);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[5, 5]);
    battle.throw(&[1]);
    assert_eq!(battle.ship("a").steering_until, 2);
    battle.order("a", 4, 10.0);
    assert!(
        battle
            .rules(&Decision::WriteOrders { orders: vec![battle.write("a")] })
            .contains(&"NOD-19".to_owned())
    );
    battle.order("a", 0, 0.0);
    battle.go_to(4, Step::Orders);
    // Free again: she gathers way.
    battle.order("a", 4, 10.0);
    battle.go_to(4, Step::FirstHalf);
    assert_eq!(battle.ship("a").speed, 4);
}

#[test]
fn nod_19_every_special_effect_does_what_it_says() {
    let after = |faces: [u8; 2], next: &[u8]| {
        let mut battle = Battle::duel(10.0, &[]);
        battle.umpire(UmpireOrder::Special { ship: id("a") });
        battle.throw(&faces);
        if !next.is_empty() {
            battle.throw(next);
        }
        assert!(battle.state.rolls.is_empty(), "{faces:?}");
        battle.state.ships[&id("a")].clone()
    };
    assert_eq!(after([1, 1], &[]).fate, Some(Fate::BlewUp));
    assert_eq!(after([1, 2], &[]).helmless_until, 2);
    let port = after([2, 2], &[]);
    assert!(port.lists_port && !port.lists_starboard && port.top_speed == 18);
    assert_eq!(port.gun_is_out(&port.card.guns[0], 1).unwrap().0, "NOD-19");
    let starboard = after([2, 3], &[]);
    assert!(starboard.lists_starboard && starboard.gun_is_out(&starboard.card.guns[0], 1).is_none());
    assert_eq!(after([3, 3], &[4]).gun(&GunId("starboard-1".to_owned())).shut_until, 5);
    assert!(after([3, 4], &[]).pipes);
    assert_eq!(after([4, 4], &[]).top_speed, 16);
    assert_eq!(after([4, 5], &[6]).jammed_until, 7);
    assert_eq!(after([5, 5], &[2]).steering_until, 3);
    assert_eq!(after([5, 6], &[]).burning, Some(0));
    let steam = after([6, 6], &[3]);
    assert!(steam.steam && !steam.abandoned && !steam.has_power() && steam.fights());
    assert!(after([6, 6], &[2]).abandoned);
}

#[test]
fn nod_19_a_ship_without_a_helmsman_keeps_her_course_for_one_move() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.order("a", 6, 20.0);
    battle.go_to(1, Step::SecondFire);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[2, 1]);
    battle.go_to(2, Step::FirstHalf);
    assert_eq!(battle.ship("a").course, Some(Course { speed: 6, turn_deg: 0.0 }));
    battle.go_to(3, Step::FirstHalf);
    assert_eq!(battle.ship("a").course.map(|course| course.turn_deg), Some(20.0));
}

#[test]
fn nod_8_amb_18_all_guns_of_a_vessel_fire_in_one_step() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.go_to(1, Step::FirstFire);
    let guns = GunChoice::These(vec![GunId("starboard-1".to_owned())]);
    battle.must(Decision::Fire { firer: id("a"), target: id("b"), guns, settled: vec![] });
    battle.throw(&[1]);
    // Her other gun may fire in this step, at whom it likes, but not in the next.
    assert!(battle.may(&fire("a", "b")).is_ok());
    battle.go_to(1, Step::SecondFire);
    assert_eq!(battle.rules(&fire("a", "b")), ["NOD-AMB-18"]);
}

#[test]
fn nod_22_amb_20_a_shore_battery_is_neither_stationary_target_nor_stationary_firer() {
    let ships = vec![(card("a", "union"), (10.0, 10.0, 0.0), 0)];
    let mut battle = Battle::begin(ships, vec![battery(9)], (vec![], vec![]), &[]);
    battle.go_to(1, Step::FirstFire);
    let terms = |firer: &str, target: &str| -> Vec<String> {
        let pair = (&id(firer), &id(target));
        let plan = battle.book.preview(&battle.state, &battle.table, pair, &GunChoice::AllThatBear, &[]).plan;
        let fire = plan.fire.unwrap();
        fire.guns[0].terms.iter().skip(1).map(|term| term.label.clone()).collect()
    };
    assert_eq!(terms("a", "fort"), ["firer stationary"]);
    assert_eq!(terms("fort", "a"), ["target stationary", "firer in shore battery"]);
}

#[test]
fn nod_19_amb_22_fires_are_fought_from_the_next_move_on() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[5, 6]);
    assert!(battle.state.rolls.is_empty());
    for (turn, abandoned) in [(2, false), (3, false), (4, false), (5, true)] {
        battle.go_to(turn, Step::Orders);
        assert_eq!(battle.state.rolls.len(), 1, "move {turn}");
        battle.throw(&[1]);
        assert_eq!(battle.ship("a").abandoned, abandoned);
    }
    battle.go_to(6, Step::Orders);
    assert!(battle.state.rolls.is_empty() && !battle.ship("a").takes_orders(6));
}

#[test]
fn nod_18_amb_23_a_gun_of_the_side_that_is_hit_is_lost() {
    let mut a = card("a", "union");
    a.guns = [
        Gun::row(Place::Port, GunClass::Baby, false, 1, 1),
        Gun::row(Place::Turret, GunClass::Mummy, false, 1, 1),
    ]
    .concat();
    let mut battle = Battle::pair((a, card("b", "confederate")), 10.0, &[]);
    let mut hit = |struck| {
        battle.umpire(UmpireOrder::Hit { ship: id("a"), struck: Some(struck) });
        battle.throw(&[2]);
        let lost = |name: &str| battle.ship("a").gun(&GunId(name.to_owned())).lost;
        (lost("port-1"), lost("turret-1"), battle.ship("a").top_speed)
    };
    // No gun stands to starboard: the turret's is on every side. Then nothing is left there but half a knot.
    assert_eq!(hit(Place::Starboard), (false, true, 20));
    assert_eq!(hit(Place::Starboard), (false, true, 19));
    assert_eq!(hit(Place::Port), (true, true, 19));
}

#[test]
fn nod_16_amb_25_the_card_marks_the_class_of_the_side_that_is_hit() {
    let armour = |heading_deg: f64| {
        let mut b = card("b", "confederate");
        b.armour = Armour { hull: 8, bow: Some(11), side: Some(9), stern: None };
        let ships = vec![(card("a", "union"), (10.0, 10.0, 0.0), 0), (b, (20.0, 10.0, heading_deg), 0)];
        let mut battle = Battle::begin(ships, vec![], (vec![], vec![]), &[]);
        battle.go_to(1, Step::FirstFire);
        battle.plan().fire.unwrap().armour
    };
    assert_eq!([armour(270.0), armour(0.0), armour(90.0)], [11, 9, 8]);
}

#[test]
fn nod_6_15_options_are_named_and_bounded() {
    let mut battle = Battle::duel(10.0, &[]);
    let set = |name: &str, value: Value| Decision::SetOption {
        option: OptionValue { name: name.to_owned(), value },
        reason: "Test.".to_owned(),
    };
    assert!(battle.may(&set("nod.arc_half_angle_deg", 50.0.into())).is_err());
    assert!(battle.may(&set("nod.nothing", 1.into())).is_err());
    for spec in battle.book.options().to_vec() {
        battle.must(set(&spec.name, spec.default.clone()));
    }
    assert_eq!(battle.state.options, NodOptions::default(), "the defaults of data and code are the same");
}
