//! A test battle on a table of given answers.

use geometry::{Arc, Flank, Measured, ShipId, Terrain};
use rulesets::core::{
    Answer, AppDice, BearingFact, Book, Faces, Halt, OptionValue, Query, RangeFact, Refusal, Scripted, SideId,
};
use rulesets::sp_bp::*;

pub fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

pub fn side(name: &str) -> SideId {
    SideId::new(name)
}

pub fn mount(name: &str, gun: &str, guns: u8) -> GunMount {
    GunMount {
        id: MountId::new(name),
        place: name.to_owned(),
        kind: GunKind::Smoothbore,
        gun: gun.to_owned(),
        guns,
        arcs: vec![Arc::ALL_ROUND],
        at: None,
        turret: false,
        casemate: false,
        slow_fire: false,
        slow_traverse: false,
    }
}

/// 4+5 up to 5 inches, 3+4 up to 10, DR 2/5.
pub const NINE_INCH: &str = "9\", 80 pdr";

pub fn card(name: &str, of: &str, mounts: Vec<GunMount>) -> ShipCard {
    ShipCard {
        id: id(name),
        name: name.to_owned(),
        side: side(of),
        nation: Nation::AmericanCivilWar,
        target_type: TargetType::Other,
        size: Size::Average,
        low_freeboard: false,
        sp: 40,
        bp: 20,
        hull_at: None,
        pilot_house_at: None,
        paddle_at: None,
        paddle_wheels: PaddleWheels::None,
        crew_quality: 0,
        crew_parties: 2,
        max_speed: 9,
        turn_class: 2,
        funnels: 1,
        anchor: true,
        ram_bow: false,
        spar: Spar::None,
        captain: Captain::Ordinary,
        mounts,
        guessed: vec![],
    }
}

/// A battle with the book, the state and every event so far.
pub struct Battle {
    pub book: SpBp,
    pub state: State,
    pub facts: Scripted,
    pub events: Vec<Event>,
}

/// "firer" (union) with two nine-inch guns; "victim" (confederate) with four guns, changed as each test
/// needs.
pub fn firer() -> ShipCard {
    card("firer", "union", vec![mount("guns", NINE_INCH, 2)])
}

pub fn victim() -> ShipCard {
    card("victim", "confederate", vec![mount("guns", NINE_INCH, 4)])
}

impl Battle {
    pub fn unopened() -> Self {
        Self {
            book: SpBp::embedded().unwrap(),
            state: State::default(),
            facts: Scripted::default(),
            events: vec![],
        }
    }

    pub fn begin(
        ships: Vec<ShipSetup>,
        terrain: Vec<Terrain>,
        options: &[(&str, serde_json::Value)],
    ) -> Self {
        let mut battle = Self::unopened();
        let options = options
            .iter()
            .map(|(name, value)| OptionValue { name: (*name).to_owned(), value: value.clone() })
            .collect();
        battle.must(Decision::Open { ships, options, terrain });
        battle
    }

    /// A battle in the Movement Phase: the firer, and a victim that makes 5 knots and shows its side at 10
    /// inches.
    pub fn duel(firer: ShipCard, victim: ShipCard, options: &[(&str, serde_json::Value)]) -> Self {
        let moving = |card| ShipSetup { speed: 5, ..ShipSetup::from(card) };
        let mut battle = Self::begin(vec![moving(firer), moving(victim)], vec![], options);
        battle.stand(10.0, 90.0);
        battle.to(Step::Movement);
        battle
    }

    /// The same battle in the Gunfire Phase, with the firer to act.
    pub fn gunfire(firer: ShipCard, victim: ShipCard, options: &[(&str, serde_json::Value)]) -> Self {
        let mut battle = Self::duel(firer, victim, options);
        battle.to(Step::Gunfire);
        battle
    }

    /// Sets the victim's range, and the bearing of the firer from the victim's bow.
    pub fn stand(&mut self, range_in: f64, seen_from_deg: f64) {
        let (firer, victim) = (id("firer"), id("victim"));
        let seen_from = |from: &ShipId, to: &ShipId, bearing_deg: f64| {
            let query = Query::Bearing { from: from.clone(), to: to.clone() };
            (query, Answer::Bearing(BearingFact { bearing_deg: Measured::exact(bearing_deg) }))
        };
        let back = Scripted::pair(&victim, &firer, range_in, seen_from_deg);
        let mut facts = Scripted::pair(&firer, &victim, range_in, 90.0);
        for query in [
            Query::Range { from: victim.clone(), to: firer.clone() },
            Query::LineOfFire { from: victim.clone(), to: firer.clone() },
        ] {
            use rulesets::core::TableFacts;
            let answer = back.answer(&query);
            facts = facts.with(query, answer);
        }
        let (query, answer) = seen_from(&victim, &firer, seen_from_deg);
        self.facts = facts.with(query, answer);
    }

    pub fn measured(&mut self, range_in: Measured) {
        let query = Query::Range { from: id("firer"), to: id("victim") };
        self.facts = self.facts.clone().with(query, Answer::Range(RangeFact { range_in }));
    }

    pub fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        let key = serde_json::to_vec(&self.state).unwrap();
        self.book.decide(&self.state, decision, &self.facts, &mut AppDice::new(7, &key))
    }

    pub fn decide(&mut self, decision: Decision) -> Result<Vec<Event>, Halt> {
        let events = self.may(&decision)?;
        for event in &events {
            assert!(!self.book.sentences(&self.state, event).iter().any(String::is_empty), "{event:?}");
            self.state = SpBp::apply(std::mem::take(&mut self.state), event);
            self.events.push(event.clone());
        }
        assert_eq!(faults(&self.state), Vec::<String>::new());
        Ok(events)
    }

    pub fn must(&mut self, decision: Decision) -> Vec<Event> {
        self.decide(decision).unwrap()
    }

    pub fn refusal(&mut self, decision: Decision) -> Refusal {
        match self.decide(decision).unwrap_err() {
            Halt::Refused(refusal) => refusal,
            other => panic!("not refused, but: {other}"),
        }
    }

    pub fn rules(&mut self, decision: Decision) -> Vec<String> {
        self.refusal(decision).reasons.iter().map(|reason| reason.rule.to_string()).collect()
    }

    /// Advances to the next beginning of a step; the union has the initiative, other dice are waived.
    pub fn to(&mut self, step: Step) {
        loop {
            let side_of = |roll: &PendingRoll| if roll.by.as_str() == "union" { 9 } else { 2 };
            if matches!(
                self.state.rolls.first(),
                Some(PendingRoll { decides: RollUse::Initiative { .. }, .. })
            ) {
                let faces: Vec<u8> = self.state.rolls.iter().map(side_of).collect();
                self.throw(&faces);
            }
            self.waive();
            self.must(Decision::NextStep);
            if self.state.step == step {
                return;
            }
        }
    }

    pub fn waive(&mut self) {
        while let Some(roll) = self.state.rolls.first() {
            self.order(UmpireOrder::WaiveRoll { roll: roll.request.id });
        }
        while let Some(guided) = self.state.guided.first() {
            let entry = guided.id;
            self.must(Decision::Adjudicate { entry, changes: vec![], bonds: None, note: "No.".to_owned() });
        }
    }

    pub fn order(&mut self, order: UmpireOrder) -> Vec<Event> {
        self.must(Decision::Umpire { order, reason: "Test.".to_owned() })
    }

    pub fn set(&mut self, ship: &str, change: Change) {
        let changes = vec![ShipChange { ship: id(ship), change }];
        self.order(UmpireOrder::Set { changes, bonds: None });
    }

    pub fn throw(&mut self, faces: &[u8]) -> Vec<Event> {
        self.must(Decision::Roll { rolls: vec![], faces: Faces::Typed(faces.to_vec()) })
    }

    pub fn fire(&mut self) -> Vec<Event> {
        self.must(fire("firer", "victim"))
    }

    /// Scores one hit, with this result of the location die.
    pub fn strike(&mut self, location: u8) -> Vec<Event> {
        self.fire();
        self.throw(&[10, 1]);
        self.throw(&[location])
    }

    /// Scores critical hit `n` on the victim with a nine-inch shot of this penetration, DR 2/5.
    pub fn critical(&mut self, n: u8, penetration: u8) -> Vec<Event> {
        let shot = Shot {
            salvo: None,
            shooter: Some(id("firer")),
            gun: NINE_INCH.to_owned(),
            penetration,
            dr: (2, 5),
            side: Flank::Starboard,
            engaged: vec![MountId::of("guns")],
            hull_at: self.ship("victim").hull_at,
        };
        self.order(UmpireOrder::CriticalHit { ship: id("victim"), shot });
        self.throw(&[n])
    }

    pub fn ship(&self, name: &str) -> &ShipState {
        &self.state.ships[&id(name)]
    }

    pub fn victim(&self) -> &ShipState {
        self.ship("victim")
    }

    pub fn preview(&self) -> SalvoPreview {
        let ships = (&id("firer"), &id("victim"));
        self.book.preview(&self.state, &self.facts, ships, &MountChoice::AllThatBear, &[])
    }

    /// The modifier of the firer's first mount.
    pub fn modifier(&self) -> i32 {
        self.preview().plan.mounts[0].modifier
    }
}

pub fn fire(shooter: &str, target: &str) -> Decision {
    Decision::Fire {
        shooter: id(shooter),
        target: id(target),
        mounts: MountChoice::AllThatBear,
        settled: vec![],
    }
}

pub fn undertake(ship: &str, procedure: Procedure, other: Option<&str>) -> Decision {
    Decision::Undertake { ship: id(ship), procedure, other: other.map(id), settled: vec![] }
}

/// The result of the last roll.
pub fn read(events: &[Event]) -> &Read {
    let read = events.iter().rev().find_map(|event| match event {
        Event::RollRead { read, .. } => Some(read),
        _ => None,
    });
    read.unwrap()
}

/// The rules cited by the last roll.
pub fn cited(events: &[Event]) -> Vec<String> {
    let rules = events.iter().rev().find_map(|event| match event {
        Event::RollRead { rules, .. } => Some(rules),
        _ => None,
    });
    rules.unwrap().iter().map(ToString::to_string).collect()
}
