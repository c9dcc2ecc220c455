//! A test battle on a table of given coordinates.

use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId, Terrain, TerrainId, TerrainKind};
use rulesets::core::{
    AppDice, Book, Faces, Halt, OptionValue, PlacedShip, PlacedTable, PlayedBook, SideId, TableFacts,
};
use rulesets::noddy::*;
use serde_json::Value;

pub fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

pub fn side(name: &str) -> SideId {
    SideId::new(name)
}

pub fn card(name: &str, of: &str) -> ShipCard {
    ShipCard {
        id: id(name),
        name: name.to_owned(),
        side: side(of),
        build: Build::Riverboat,
        top_speed: 20,
        armour: Armour::all_round(8),
        guns: Gun::row(GunPosition::Starboard, GunClass::Mummy, false, 2, 1),
        reinforced_bow: false,
        draught_ft: 6.0,
        guessed: vec![],
    }
}

/// A ship with its place (inches and degrees) and its speed in half knots.
pub type Placed = (ShipCard, (f64, f64, f64), HalfKnots);

pub struct Battle {
    pub book: Noddy,
    pub state: State,
    pub table: PlacedTable,
    pub orders: Vec<(ShipId, Course)>,
}

impl Battle {
    pub fn begin(
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

    /// Two ships: "a" (union) heads north; "b" (confederate) lies at this range to starboard of "a" and heads
    /// north too. The current sets south.
    pub fn duel(range_in: f64, options: &[(&str, Value)]) -> Self {
        Self::pair((card("a", "union"), card("b", "confederate")), range_in, options)
    }

    pub fn pair((a, b): (ShipCard, ShipCard), range_in: f64, options: &[(&str, Value)]) -> Self {
        let ships = vec![(a, (10.0, 10.0, 0.0), 4), (b, (10.0 + range_in, 10.0, 0.0), 4)];
        Self::begin(ships, vec![], (vec![], vec![]), options)
    }

    pub fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        self.book.decide(&self.state, decision, &self.table, &mut AppDice::new(7, &[]))
    }

    pub fn decide(&mut self, decision: Decision) -> Result<Vec<Event>, Halt> {
        let events = self.may(&decision)?;
        for event in &events {
            self.table.begin_ways(&Noddy::ways_begin(event));
            self.state = Noddy::apply(std::mem::take(&mut self.state), event);
            assert_eq!(faults(&self.state), Vec::<String>::new(), "{event:?}");
            assert!(
                !self.book.sentences(&self.state, event).is_empty()
                    || matches!(event, Event::OrdersRevealed { .. })
            );
        }
        Ok(events)
    }

    pub fn must(&mut self, decision: Decision) -> Vec<Event> {
        self.decide(decision).unwrap()
    }

    pub fn rules(&self, decision: &Decision) -> Vec<String> {
        match self.may(decision).unwrap_err() {
            Halt::Refused(refusal) => refusal.reasons.iter().map(|reason| reason.rule.to_string()).collect(),
            other => panic!("not refused, but: {other}"),
        }
    }

    pub fn order(&mut self, name: &str, speed: HalfKnots, turn_deg: f64) {
        self.orders.retain(|(ship, _)| *ship != id(name));
        self.orders.push((id(name), Course { speed, turn_deg }));
    }

    pub fn written(&self, name: &str) -> Course {
        let written = self.orders.iter().find(|(ship, _)| *ship == id(name)).map(|(_, course)| *course);
        written.unwrap_or(Course { speed: self.ship(name).speed, turn_deg: 0.0 })
    }

    /// Moves the ship's model as its orders say.
    pub fn sail(&mut self, ship: &ShipId) {
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

    pub fn write(&self, name: &str) -> ShipOrder {
        let order = Written::Here { course: self.written(name) };
        ShipOrder { ship: id(name), order, settled: vec![] }
    }

    pub fn next(&mut self) -> Vec<Event> {
        self.next_without_dice();
        self.must(Decision::NextStep)
    }

    /// Does everything that the step needs except dice: writes orders, moves models.
    pub fn next_without_dice(&mut self) {
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
    }

    pub fn go_to(&mut self, turn: u32, step: Step) {
        while (self.state.turn, self.state.step) < (turn, step) {
            self.next();
        }
    }

    pub fn throw(&mut self, faces: &[u8]) -> Vec<Event> {
        self.must(Decision::Roll { rolls: vec![], faces: Faces::Typed(faces.to_vec()) })
    }

    pub fn umpire(&mut self, order: UmpireOrder) -> Vec<Event> {
        self.must(Decision::Umpire { order, reason: "Test.".to_owned() })
    }

    pub fn set(&mut self, name: &str, to: Becomes) {
        self.umpire(UmpireOrder::Set { change: Change::of(&id(name), to) });
    }

    pub fn ship(&self, name: &str) -> &ShipState {
        &self.state.ships[&id(name)]
    }

    /// The present fire plan of "a" at "b", in the first fire step.
    pub fn plan(&self) -> FirePlan {
        let (a, b) = (id("a"), id("b"));
        self.book.preview(&self.state, &self.table, (&a, &b), &GunChoice::AllThatBear, &[]).plan
    }

    pub fn labels(&self) -> Vec<String> {
        self.plan().guns[0].shot.terms.iter().skip(1).map(|term| term.label.clone()).collect()
    }

    /// "a" has rammed "b" at this angle, and the die is due.
    pub fn rammed(self, angle_deg: f64) -> Self {
        let mut battle = self.about_to_ram(angle_deg);
        battle.must(Decision::Ram { rammer: id("a"), rammee: id("b"), settled: vec![] });
        battle
    }

    /// Places "b" across the course of "a", at this gap from its bow and at this angle between the keels.
    pub fn lies_ahead(&mut self, gap_in: f64, angle_deg: f64) {
        let own = self.table.placed(&id("a")).unwrap().observation.pose;
        let clear_in = |ahead_in: f64| {
            let stack = own.stack.moved(own.heading, ahead_in);
            let heading = own.heading.turned(angle_deg.to_radians());
            let pose = Pose { stack, heading };
            let hull = HullShape { length_in: 2.0, beam_in: 0.5, stack_ahead_in: 0.0 };
            PlacedShip::at_rest(Observation::placed(id("b"), pose), hull)
        };
        // Nearer step by step, until the hull has that gap.
        let mut ahead_in = 4.0;
        loop {
            self.table.put(clear_in(ahead_in));
            let strike = self.table.strike(&id("a"), &id("b")).unwrap();
            if strike.gap_in.value <= gap_in {
                return;
            }
            ahead_in -= 0.005;
        }
    }

    /// Pushes the model of "a" along its course until its bow touches "b", even if that is short of its
    /// orders.
    pub fn push_into_contact(&mut self) {
        let gap_in = self.table.strike(&id("a"), &id("b")).unwrap().gap_in.value;
        let pose = self.table.placed(&id("a")).unwrap().observation.pose;
        let moved = Pose { stack: pose.stack.moved(pose.heading, gap_in + 0.005), ..pose };
        self.table.set_down(&id("a"), moved);
    }

    /// The bow of "a" touches "b" at this angle, before the half move of "a" is over.
    pub fn about_to_ram(mut self, angle_deg: f64) -> Self {
        self.go_to(1, Step::FirstHalf);
        self.lies_ahead(0.1, angle_deg);
        self.push_into_contact();
        self.must(moved("a", None));
        self
    }
}

pub fn moved(name: &str, short: Option<Short>) -> Decision {
    Decision::Move { moves: vec![MoveOrder { ship: id(name), short, settled: vec![] }] }
}

pub fn fire(firer: &str, target: &str) -> Decision {
    let guns = GunChoice::AllThatBear;
    Decision::Fire { firer: id(firer), target: id(target), guns, settled: vec![] }
}

pub fn area(
    name: &str,
    kind: TerrainKind,
    (x_in, y_in, width_in, height_in): (f64, f64, f64, f64),
) -> Terrain {
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

pub fn mines(hit_on_d6: u8, shown_to: Option<SideId>) -> HiddenArea {
    HiddenArea {
        area: area("mines", TerrainKind::Mined, (5.0, 12.0, 10.0, 4.0)),
        kind: HiddenKind::Mines { hit_on_d6, effect: MineEffect::Sinks },
        shown_to,
        revealed: false,
    }
}

pub fn battery(armour: u8) -> BatteryCard {
    BatteryCard {
        id: id("fort"),
        name: "Fort".to_owned(),
        side: side("confederate"),
        armour,
        guns: Gun::row(GunPosition::Bow, GunClass::Daddy, false, 2, 1),
        x_in: 20.0,
        y_in: 10.0,
        facing_deg: 270.0,
    }
}

pub fn umpired(order: UmpireOrder) -> Decision {
    Decision::Umpire { order, reason: "Test.".to_owned() }
}
