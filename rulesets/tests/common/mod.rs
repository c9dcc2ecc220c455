//! A battle at a table of our own, for tests.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the exemption for tests does not reach their helper functions"
)]
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod fields;

use geometry::{Arc, Measured, ShipId, Terrain};
use rulesets::core::{AppDice, Book, Faces, Halt, Refusal, Scripted};
use rulesets::gunboat::*;

pub fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

pub fn mount(name: &str, gun: &str, guns: u8, arc: Arc) -> GunMount {
    let (kind, pf) = Gunboat::embedded().unwrap().tables().gun(gun).unwrap();
    fields::mount(name, (gun, kind, pf), guns, arc)
}

pub fn card(name: &str, side: Side, armor: u8, mounts: Vec<GunMount>) -> ShipCard {
    ShipCard {
        id: id(name),
        name: name.to_owned(),
        side,
        ironclad: armor > 0,
        armor,
        speed: 8,
        half_speed: 0,
        midships: 6,
        stack: 1,
        draft: 6,
        ram: 0,
        circle: Circle::B,
        propulsion: Propulsion::Screw,
        draft_ft: 12.0,
        launch: false,
        mounts,
        guessed: vec![],
    }
}

/// A battle between ships, with the book, the state and every event so far.
pub struct Battle {
    pub book: Gunboat,
    pub state: State,
    pub facts: Scripted,
    pub events: Vec<Event>,
}

impl Battle {
    /// Opens a battle in the first fire step: "firer" (Union) with these mounts, "victim" (Confederate).
    pub fn duel(
        mounts: Vec<GunMount>,
        armor: u8,
        range_in: f64,
        options: &[(&str, serde_json::Value)],
    ) -> Self {
        let ships = vec![
            card("firer", Side::Union, 0, mounts).into(),
            card(
                "victim",
                Side::Confederate,
                armor,
                vec![mount("guns", "8\" SMOOTHBORE", 4, Arc::ALL_ROUND)],
            )
            .into(),
        ];
        let mut battle = Self::open(ships, options);
        battle.facts = Scripted::pair(&id("firer"), &id("victim"), range_in, 90.0);
        battle.must(Decision::NextStep);
        battle
    }

    pub fn open(ships: Vec<ShipSetup>, options: &[(&str, serde_json::Value)]) -> Self {
        Self::begin(ships, vec![], vec![], options)
    }

    /// The book, before any battle.
    pub fn unopened() -> Self {
        Self {
            book: Gunboat::embedded().unwrap(),
            state: State::default(),
            facts: Scripted::default(),
            events: vec![],
        }
    }

    /// Opens a battle with forts and terrain.
    pub fn begin(
        ships: Vec<ShipSetup>,
        forts: Vec<FortCard>,
        terrain: Vec<Terrain>,
        options: &[(&str, serde_json::Value)],
    ) -> Self {
        let mut battle = Self::unopened();
        let options = options
            .iter()
            .map(|(name, value)| OptionValue { name: (*name).to_owned(), value: value.clone() })
            .collect();
        battle.must(Decision::Open { ships, forts, options, terrain });
        battle
    }

    /// What a decision would bring, without taking it.
    pub fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        let key = serde_json::to_vec(&self.state).unwrap();
        self.book.decide(&self.state, decision, &self.facts, &mut AppDice::new(7, &key))
    }

    pub fn decide(&mut self, decision: Decision) -> Result<Vec<Event>, Halt> {
        let events = self.may(&decision)?;
        for event in &events {
            self.state = Gunboat::apply(self.state.clone(), event);
            self.events.push(event.clone());
        }
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

    /// What the firer's whole broadside at the victim would be.
    pub fn preview(&self) -> SalvoPreview {
        let (firer, victim) = (id("firer"), id("victim"));
        self.book.preview(&self.state, &self.facts, &firer, &victim, &MountChoice::AllThatBear, &[])
    }

    pub fn fire(&self) -> Decision {
        fire("firer", "victim")
    }

    pub fn salvo(&mut self) -> Salvo {
        let events = self.must(self.fire());
        match &events[0] {
            Event::SalvoDeclared { salvo, .. } => salvo.clone(),
            other => panic!("no salvo: {other:?}"),
        }
    }

    pub fn throw(&mut self, faces: &[u8]) -> Vec<Event> {
        self.must(Decision::Roll { rolls: vec![], faces: Faces::Typed(faces.to_vec()) })
    }

    /// Ticks what is suggested, until nothing is due.
    pub fn tick_all(&mut self) {
        while let Some(lot) = self.state.hits.first() {
            let (due, boxes) = (lot.id, suggest_ticks(&self.state, lot.id));
            self.must(Decision::Tick { due, boxes });
        }
    }

    pub fn ship(&self, name: &str) -> &ShipState {
        &self.state.ships[&id(name)]
    }

    pub fn measured(mut self, range_in: Measured) -> Self {
        use rulesets::core::{Answer, Query, RangeFact};
        let query = Query::Range { from: id("firer"), to: id("victim") };
        self.facts = self.facts.with(query, Answer::Range(RangeFact { range_in }));
        self
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

pub fn tick(due: DueId, rows: &[(Section, u8)]) -> Decision {
    let boxes = rows.iter().map(|(row, count)| BoxTick { row: row.clone(), count: *count }).collect();
    Decision::Tick { due, boxes }
}

pub fn ninth(guns: u8) -> Vec<GunMount> {
    vec![mount("broadside", "9\" SMOOTHBORE", guns, Arc::new(45.0, 135.0))]
}
