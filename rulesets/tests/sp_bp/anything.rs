//! Any decision on any state and any table: the book answers, and no count becomes wrong.

use crate::waters::everything;
use geometry::{Flank, HullPart, Measured, ShipId, TerrainId, Verdict};
use proptest::prelude::*;
use proptest::sample::select;
use rulesets::core::*;
use rulesets::sp_bp::play_out::{by_lot, options_by_lot};
use rulesets::sp_bp::*;
use std::cell::RefCell;
use std::sync::LazyLock;

static BOOK: LazyLock<SpBp> = LazyLock::new(|| SpBp::embedded().unwrap());

/// States reached by battles, from all their steps, and the events that led there.
static REACHED: LazyLock<(Vec<State>, Vec<Event>)> = LazyLock::new(|| {
    let (mut states, mut events) = (vec![], vec![]);
    for seed in 0..8 {
        let set_out = everything(&BOOK, options_by_lot(&BOOK, seed), (6, 0.03));
        let mut decisions = 0;
        by_lot(&*BOOK, set_out, seed, |battle, played| {
            decisions += 1;
            if decisions % 5 == 0 {
                states.push(battle.state().clone());
            }
            events.extend(played.events);
        })
        .unwrap_or_else(|stuck| panic!("{stuck}"));
    }
    (states, events)
});

/// A table that gives arbitrary answers, also to other questions, and no numbers.
#[derive(Debug)]
struct MadTable(RefCell<Vec<u8>>);

impl MadTable {
    fn byte(&self) -> u8 {
        let mut bytes = self.0.borrow_mut();
        let first = bytes.first().copied().unwrap_or(0);
        if !bytes.is_empty() {
            bytes.rotate_left(1);
        }
        first
    }

    fn number(&self) -> f64 {
        const WILD: [f64; 8] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, -0.0, 5.0, 90.0];
        let byte = self.byte();
        WILD.get(usize::from(byte)).copied().unwrap_or(f64::from(byte) / 4.0 - 4.0)
    }

    fn measured(&self) -> Measured {
        Measured::new(self.number(), if self.byte() < 128 { 0.0 } else { self.number() })
    }

    fn verdict(&self) -> Verdict {
        [Verdict::Yes, Verdict::No, Verdict::TooClose][usize::from(self.byte() % 3)]
    }

    fn ship(&self) -> ShipId {
        ShipId::new(IDS[usize::from(self.byte()) % IDS.len()])
    }
}

impl TableFacts for MadTable {
    fn answer(&self, query: &Query) -> Answer {
        let m = || self.measured();
        if self.byte() < 16 {
            return Answer::EdgeOf(EdgeFact { edge: Edge::West, distance_in: m() });
        }
        match query {
            Query::Range { .. } | Query::RangeBefore { .. } => Answer::Range(RangeFact { range_in: m() }),
            Query::Bearing { .. } => Answer::Bearing(BearingFact { bearing_deg: m() }),
            Query::LineOfFire { .. } => Answer::LineOfFire(LineOfFireFact {
                clear: self.verdict(),
                near: vec![Blocker {
                    barrier: geometry::Barrier::Ship(self.ship()),
                    clear: self.verdict(),
                    clearance_in: m(),
                }],
            }),
            Query::Way { .. } => Answer::Way(WayFact {
                length_in: m(),
                off_in: m(),
                off_deg: m(),
                straight_in: m(),
                turned_deg: m(),
            }),
            Query::Touching { .. } => Answer::Touching(TouchingFact {
                near: vec![Contact { ship: self.ship(), gap_in: m(), touching: self.verdict() }],
            }),
            Query::Strike { .. } => Answer::Strike(StrikeFact {
                gap_in: m(),
                touching: self.verdict(),
                angle_deg: m(),
                part: HullPart::Side,
                part_margin_in: m(),
            }),
            Query::Waters { .. } => {
                let area = TerrainId("mines".to_owned());
                let entered = self.verdict();
                let area = Entered { area, clearance_in: m(), entered, after_in: self.number() };
                Answer::Waters(WatersFact { areas: vec![area.clone(), area] })
            }
            _ => Answer::Unknown { why: "The table is mad.".to_owned() },
        }
    }
}

const IDS: [&str; 9] =
    ["frigate", "monitor", "wheeler", "late", "ironclad", "river-boat", "torpedo-boat", "stuck", "nobody"];
const MOUNTS: [&str; 6] = ["port", "starboard", "pivot", "fore", "aft", "none"];

fn ship() -> impl Strategy<Value = ShipId> {
    select(&IDS[..]).prop_map(ShipId::new)
}

fn mount_id() -> impl Strategy<Value = MountId> {
    select(&MOUNTS[..]).prop_map(MountId::new)
}

fn change() -> impl Strategy<Value = Change> {
    let small = any::<u8>();
    prop_oneof![
        any::<u16>().prop_map(|left| Change::Sp { left }),
        any::<u16>().prop_map(|left| Change::Bp { left }),
        proptest::option::of(small).prop_map(|at| Change::HullAt { at }),
        any::<i8>().prop_map(|quality| Change::CrewQuality { quality }),
        any::<u8>().prop_map(|parties| Change::CrewParties { parties }),
        any::<u8>().prop_map(|fires| Change::Fires { fires }),
        any::<u8>().prop_map(|floods| Change::Floods { floods }),
        (mount_id(), any::<u8>()).prop_map(|(mount, lost)| Change::GunsLost { mount, lost }),
        (mount_id(), any::<bool>()).prop_map(|(mount, jammed)| Change::Turret { mount, jammed }),
        any::<bool>().prop_map(|anchored| Change::Anchored { anchored }),
        any::<bool>().prop_map(|lost| Change::Anchor { lost }),
        any::<bool>().prop_map(|aground| Change::Aground { aground }),
        any::<u8>().prop_map(|knots| Change::Speed { knots }),
        any::<bool>().prop_map(|down| Change::GoingDown { down }),
        proptest::collection::vec(select(vec![SpeedHit::Funnel, SpeedHit::Boiler, SpeedHit::Steamed]), 0..5)
            .prop_map(|hits| Change::SpeedHits { hits }),
        select(vec![None, Some(Fate::Sunk), Some(Fate::Captured)]).prop_map(|fate| Change::Fate { fate }),
        any::<u32>().prop_map(|turn| Change::Helmsman { through_turn: Some(turn) }),
    ]
}

fn bond() -> impl Strategy<Value = Bond> {
    let kind = select(vec![BondKind::Alongside, BondKind::Locked, BondKind::Towed]);
    (kind, ship(), ship()).prop_map(|(kind, first, second)| Bond { kind, first, second })
}

type Entry = (Vec<ShipChange>, Option<Vec<Bond>>);

fn entry() -> impl Strategy<Value = Entry> {
    let one = (ship(), change()).prop_map(|(ship, change)| ShipChange { ship, change });
    let bonds = proptest::option::of(proptest::collection::vec(bond(), 0..3));
    (proptest::collection::vec(one, 0..3), bonds)
}

fn shot() -> impl Strategy<Value = Shot> {
    let side = select(vec![Flank::Port, Flank::Starboard]);
    let engaged = proptest::collection::vec(mount_id(), 0..3);
    (any::<u8>(), any::<(u8, u8)>(), side, engaged, proptest::option::of(any::<u8>())).prop_map(
        |(penetration, dr, side, engaged, hull_at)| Shot {
            salvo: None,
            shooter: None,
            gun: String::new(),
            penetration,
            dr,
            side,
            engaged,
            hull_at,
        },
    )
}

fn order() -> impl Strategy<Value = UmpireOrder> {
    prop_oneof![
        entry().prop_map(|(changes, bonds)| UmpireOrder::Set { changes, bonds }),
        (ship(), shot()).prop_map(|(ship, shot)| UmpireOrder::CriticalHit { ship, shot }),
        (any::<u32>(), ship())
            .prop_map(|(number, from)| UmpireOrder::SetMarkers { markers: vec![Marker { number, from }] }),
        ship().prop_map(|ship| UmpireOrder::AllowMove { ship }),
        (0..200_u32).prop_map(|roll| UmpireOrder::WaiveRoll { roll: RollId(roll) }),
        select(vec!["union", "confederate", "nobody"])
            .prop_map(|side| UmpireOrder::SetToAct { side: SideId::new(side) }),
        Just(UmpireOrder::SetTerrain { terrain: vec![] }),
    ]
}

fn task() -> impl Strategy<Value = Task> {
    prop_oneof![
        select(vec![Task::Fire, Task::Leak, Task::Steering, Task::Helm, Task::Valves, Task::Boiler]),
        mount_id().prop_map(|mount| Task::Turret { mount }),
    ]
}

fn decision() -> impl Strategy<Value = Decision> {
    let reason = || String::from("Anything.");
    let settled = || {
        let keys = select(vec!["range:5", "head_on", "touching:frigate", "arc:port", "nonsense"]);
        let one = (keys, select(vec!["within", "beyond", "head_on", "bears", "touching", "clear", "what"]));
        let one = one.prop_map(|(key, reading)| Settlement {
            key: EdgeKey(key.to_owned()),
            reading: reading.to_owned(),
        });
        proptest::collection::vec(one, 0..3)
    };
    let guns = proptest::collection::vec(
        (mount_id(), any::<u8>()).prop_map(|(mount, guns)| MountGuns { mount, guns }),
        0..3,
    );
    let mounts = prop_oneof![Just(MountChoice::AllThatBear), guns.prop_map(MountChoice::These)];
    let declares = prop_oneof![
        ship().prop_map(|target| Declares::Ram { target }),
        ship().prop_map(|target| Declares::Spar { target }),
    ];
    let typed = proptest::collection::vec(any::<u8>(), 0..6);
    let faces = prop_oneof![
        3 => Just(Faces::App),
        1 => typed.clone().prop_map(Faces::Typed),
        1 => typed.prop_map(Faces::Camera)
    ];
    let rolls = proptest::collection::vec((0..200_u32).prop_map(RollId), 0..2);
    prop_oneof![
        3 => Just(Decision::NextStep),
        3 => (rolls, faces).prop_map(|(rolls, faces)| Decision::Roll { rolls, faces }),
        1 => (any::<i32>(), select(vec!["union", "nobody"])).prop_map(move |(modifier, side)| {
            Decision::AddToInitiative { side: SideId::new(side), modifier, reason: reason() }
        }),
        1 => (ship(), task(), any::<u8>())
            .prop_map(|(ship, task, parties)| Decision::Repair { ship, task, parties }),
        1 => (ship(), select(&Procedure::UNDERTAKEN[..]), proptest::option::of(ship()), settled()).prop_map(
            |(ship, procedure, other, settled)| Decision::Undertake { ship, procedure, other, settled }
        ),
        1 => (ship(), Just(Procedure::Ram)).prop_map(|(ship, procedure)| Decision::Undertake {
            ship,
            procedure,
            other: None,
            settled: vec![],
        }),
        1 => (0..200_u32, entry()).prop_map(|(entry, (changes, bonds))| Decision::Adjudicate {
            entry: GuidedId(entry),
            changes,
            bonds,
            note: String::new(),
        }),
        2 => (ship(), proptest::collection::vec(declares, 0..3), settled())
            .prop_map(|(ship, declares, settled)| Decision::Move { ship, declares, settled }),
        1 => (ship(), any::<bool>()).prop_map(|(ship, down)| Decision::Anchor { ship, down }),
        1 => (ship(), any::<u8>()).prop_map(|(ship, knots)| Decision::PlanSpeed { ship, knots }),
        3 => (ship(), ship(), mounts, settled()).prop_map(|(shooter, target, mounts, settled)| {
            Decision::Fire { shooter, target, mounts, settled }
        }),
        1 => ship().prop_map(|ship| Decision::Done { ship }),
        1 => ship().prop_map(|ship| Decision::Leave { ship, edge: Edge::North }),
        2 => order().prop_map(move |order| Decision::Umpire { order, reason: reason() }),
        1 => (select(vec!["spb.night", "spb.personality", "spb.nonsense"]), any::<bool>()).prop_map(
            |(name, value)| Decision::SetOption {
                option: OptionValue { name: name.to_owned(), value: value.into() },
                reason: String::new(),
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// The book accepts, refuses or asks; every following state is sound, and can be serialised and read
    /// again.
    #[test]
    fn whatever_is_decided(
        at in any::<prop::sample::Index>(),
        decisions in proptest::collection::vec(decision(), 1..6),
        bytes in proptest::collection::vec(any::<u8>(), 1..40),
    ) {
        let mut state = at.get(&REACHED.0).clone();
        let table = MadTable(RefCell::new(bytes));
        for decision in decisions {
            let decided = BOOK.decide(&state, &decision, &table, &mut AppDice::new(1, b"any"));
            match decided {
                Ok(events) => {
                    for event in &events {
                        prop_assert!(!BOOK.sentences(&state, event).iter().any(String::is_empty));
                        prop_assert_eq!(acts_from_nowhere(&state, event), None);
                        state = SpBp::apply(state, event);
                        prop_assert_eq!(faults(&state), Vec::<String>::new(), "after {:?}", event);
                    }
                }
                Err(Halt::Refused(refusal)) => prop_assert!(!refusal.reasons.is_empty(), "{decision:?}"),
                Err(Halt::TooClose { questions }) => prop_assert!(!questions.is_empty()),
            }
            prop_assert!(!BOOK.questions(&state).is_empty());
            let text = serde_json::to_string(&state).unwrap();
            prop_assert_eq!(&serde_json::from_str::<State>(&text).unwrap(), &state);
        }
    }

    /// Applies events of any battle to the state of any other: nothing panics.
    #[test]
    fn whatever_is_folded(at in any::<prop::sample::Index>(), events in proptest::collection::vec(any::<prop::sample::Index>(), 1..6)) {
        let mut state = at.get(&REACHED.0).clone();
        for event in events {
            let event = event.get(&REACHED.1);
            let _ = BOOK.sentences(&state, event);
            state = SpBp::apply(state, event);
        }
        let _ = BOOK.questions(&state);
    }
}

/// Every event of a battle can be serialised and read again.
#[test]
fn every_event_survives_being_written() {
    for event in &REACHED.1 {
        let text = serde_json::to_string(event).unwrap();
        assert_eq!(&serde_json::from_str::<Event>(&text).unwrap(), event, "{text}");
    }
}
