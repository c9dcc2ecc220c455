//! Property tests: for any decision, state and table, the book answers and all counts stay valid.

use crate::common::fields::everything;
use geometry::{HullPart, Measured, ShipId, TerrainId, Verdict};
use proptest::prelude::*;
use proptest::sample::select;
use rulesets::core::*;
use rulesets::gunboat::play_out::{by_lot, options_by_lot};
use rulesets::gunboat::*;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::LazyLock;

static BOOK: LazyLock<Gunboat> = LazyLock::new(|| Gunboat::embedded().unwrap());

/// States of real battles, from all their steps, and the events that led to them.
static REACHED: LazyLock<(Vec<State>, Vec<Event>)> = LazyLock::new(|| {
    let (mut states, mut events) = (Vec::new(), Vec::new());
    for seed in 0..6 {
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

/// A table with random answers, also of the wrong kind and with NaN values.
#[derive(Debug)]
struct RandomTable(RefCell<Vec<u8>>);

impl RandomTable {
    fn byte(&self) -> u8 {
        let mut bytes = self.0.borrow_mut();
        let first = bytes.first().copied().unwrap_or(0);
        if !bytes.is_empty() {
            bytes.rotate_left(1);
        }
        first
    }

    fn number(&self) -> f64 {
        const WILD: [f64; 9] =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, -0.0, 0.0, 6.0, 90.0];
        let byte = self.byte();
        WILD.get(usize::from(byte)).copied().unwrap_or(f64::from(byte) / 8.0 - 2.0)
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

    fn any_answer(&self, kind: u8) -> Answer {
        let (m, id) = (|| self.measured(), || self.ship());
        match kind {
            0 => Answer::Range(RangeFact { range_in: m() }),
            1 => Answer::Bearing(BearingFact { bearing_deg: m() }),
            2 => Answer::LineOfFire(LineOfFireFact {
                clear: self.verdict(),
                near: vec![Blocker {
                    barrier: geometry::Barrier::Ship(id()),
                    clear: self.verdict(),
                    clearance_in: m(),
                }],
            }),
            3 => Answer::Way(WayFact {
                length_in: m(),
                off_in: m(),
                off_deg: m(),
                straight_in: m(),
                turned_deg: m(),
            }),
            4 => Answer::Touching(TouchingFact {
                near: vec![Contact { ship: id(), gap_in: m(), touching: self.verdict() }],
            }),
            5 => Answer::Strike(StrikeFact {
                gap_in: m(),
                touching: self.verdict(),
                angle_deg: m(),
                part: HullPart::Side,
                part_margin_in: m(),
            }),
            6 => {
                let area = TerrainId(AREAS[usize::from(self.byte()) % AREAS.len()].to_owned());
                let entered =
                    Entered { area, clearance_in: m(), entered: self.verdict(), after_in: self.number() };
                Answer::Waters(WatersFact { areas: vec![entered.clone(), entered] })
            }
            7 => Answer::EdgeOf(EdgeFact { edge: Edge::West, distance_in: m() }),
            8 => Answer::UnderCircle(UnderCircleFact {
                under: vec![Under { ship: id(), clearance_in: m(), under: self.verdict() }],
            }),
            9 => Answer::RangeToPoint(RangeFact { range_in: m() }),
            10 => Answer::Sight(SightFact { range_in: m(), bearing_deg: m(), near: None }),
            12 => Answer::Span(SpanFact {
                bearing_deg: m(),
                before_deg: self.number(),
                after_deg: self.number(),
            }),
            13 => Answer::Heading(HeadingFact { heading_deg: m() }),
            _ => Answer::Unknown { why: "The table is mad.".to_owned() },
        }
    }
}

impl TableFacts for RandomTable {
    fn answer(&self, query: &Query) -> Answer {
        let kind = match query {
            _ if self.byte() < 16 => self.byte() % 15,
            Query::Range { .. } | Query::RangeBefore { .. } => 0,
            Query::Bearing { .. } => 1,
            Query::Span { .. } => 12,
            Query::Heading { .. } => 13,
            Query::LineOfFire { .. } => 2,
            Query::Way { .. } => 3,
            Query::Touching { .. } => 4,
            Query::Strike { .. } => 5,
            Query::Waters { .. } => 6,
            Query::EdgeOf { .. } => 7,
            Query::UnderCircle { .. } => 8,
            Query::RangeToPoint { .. } => 9,
            Query::Sight { .. } => 10,
            Query::HexOf { .. } => 11,
        };
        self.any_answer(kind)
    }
}

const IDS: [&str; 14] = [
    "cairo", "queen", "monitor", "boat", "picket", "late", "arkansas", "webb", "price", "squib", "torch",
    "fort", "fort-1", "",
];
const AREAS: [&str; 7] = ["south", "north", "spit", "bar", "mines", "pier", "nowhere"];
const MOUNTS: [&str; 7] = ["starboard", "port", "bow", "turret", "mortar", "howitzer", "none"];

fn ship() -> impl Strategy<Value = ShipId> {
    select(&IDS[..]).prop_map(ShipId::new)
}

fn mount_id() -> impl Strategy<Value = MountId> {
    select(&MOUNTS[..]).prop_map(MountId::new)
}

fn mounts() -> impl Strategy<Value = MountChoice> {
    let these = prop::collection::vec(
        (mount_id(), any::<u8>()).prop_map(|(mount, guns)| MountGuns { mount, guns: guns % 8 }),
        0..4,
    );
    prop_oneof![Just(MountChoice::AllThatBear), these.prop_map(MountChoice::These)]
}

/// Numbers that may be due: in battles nearly all hits and rolls are below 300.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..300_u32, any::<u32>()]
}

fn row() -> impl Strategy<Value = Section> {
    prop_oneof![select(Section::WITHOUT_GUNS.to_vec()), mount_id().prop_map(|mount| Section::Gun { mount }),]
}

fn bond() -> impl Strategy<Value = Bond> {
    let kinds = [BondKind::Towed, BondKind::Tugged, BondKind::Lashed, BondKind::Grappled, BondKind::Locked];
    (select(kinds.to_vec()), ship(), ship()).prop_map(|(kind, first, second)| Bond { kind, first, second })
}

fn wild() -> impl Strategy<Value = f64> {
    prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-1e300), -10.0..70.0_f64]
}

fn settled() -> impl Strategy<Value = Vec<Settlement>> {
    let keys =
        ["range:smoothbore", "range:rifle", "arc:45-135", "move:cairo", "touching:webb", "range:mortar:18"];
    let readings = ["close", "normal", "bears", "legal", "touching", DIE_READING, "nothing"];
    let one = (select(keys.to_vec()), select(readings.to_vec()))
        .prop_map(|(key, reading)| Settlement { key: EdgeKey(key.to_owned()), reading: reading.to_owned() });
    prop_oneof![4 => Just(vec![]), 1 => prop::collection::vec(one, 1..3)]
}

fn edge() -> impl Strategy<Value = Edge> {
    select(vec![Edge::North, Edge::East, Edge::South, Edge::West])
}

fn umpire_order() -> impl Strategy<Value = UmpireOrder> {
    let value = prop_oneof![
        (row(), any::<u8>()).prop_map(|(row, boxes)| ShipValue::Ticked { row, boxes }),
        any::<u16>().prop_map(|speed| ShipValue::Speed { speed }),
        any::<Option<u16>>().prop_map(|speed| ShipValue::Rung { speed }),
        any::<Option<u8>>().prop_map(|knots| ShipValue::PowerKnots { knots }),
        any::<u8>().prop_map(|parties| ShipValue::BoardingParties { parties }),
        (any::<u32>(), edge())
            .prop_map(|(turn, edge)| ShipValue::Location { location: Location::Left { turn, edge } }),
        any::<bool>().prop_map(|anchored| ShipValue::Anchored { anchored }),
        any::<bool>().prop_map(|ashore| ShipValue::Ashore { ashore }),
        any::<bool>().prop_map(|moved| ShipValue::Moved { moved }),
        (mount_id(), any::<u8>()).prop_map(|(mount, guns)| ShipValue::Fired { mount, guns }),
        any::<bool>().prop_map(|held| ShipValue::InMelee { held }),
        select(vec![None, Some(Fate::Sunk), Some(Fate::Captured)]).prop_map(|fate| ShipValue::Fate { fate }),
    ];
    prop_oneof![
        ship().prop_map(|ship| UmpireOrder::CriticalHit { ship }),
        (ship(), any::<bool>()).prop_map(|(ship, aground)| UmpireOrder::Aground { ship, aground }),
        (ship(), value).prop_map(|(ship, value)| UmpireOrder::Set { ship, value }),
        prop::collection::vec(bond(), 0..3).prop_map(|bonds| UmpireOrder::SetBonds { bonds }),
        Just(UmpireOrder::SetTerrain { terrain: vec![] }),
        ship().prop_map(|ship| UmpireOrder::AllowMove { ship }),
        number().prop_map(|roll| UmpireOrder::WaiveRoll { roll: RollId(roll) }),
        number().prop_map(|due| UmpireOrder::WaiveHits { due: DueId(due) }),
    ]
}

fn decision() -> impl Strategy<Value = Decision> {
    let reason = || "Any.".to_owned();
    let aim = prop_oneof![
        ship().prop_map(|ship| MortarAim::Ship { ship }),
        ship().prop_map(|gun| MortarAim::FortGun { gun }),
        (wild(), wild()).prop_map(|(x_in, y_in)| MortarAim::Point { x_in, y_in }),
    ];
    let steps = select(Step::ALL.to_vec());
    let areas = (select(&AREAS[..]), any::<bool>()).prop_map(|(area, real)| MineArea {
        area: TerrainId(area.to_owned()),
        real,
        laid_by: None,
    });
    let typed = (any::<u8>(), prop::collection::vec(any::<u8>(), 8), ship(), ship()).prop_map(
        |(kind, bytes, from, to)| Asked {
            query: Query::Range { from, to },
            answer: RandomTable(RefCell::new(bytes)).any_answer(kind % 12),
        },
    );
    let faces = prop_oneof![
        2 => Just(Faces::App),
        1 => prop::collection::vec(0..12_u8, 0..6).prop_map(Faces::Typed),
        1 => prop::collection::vec(0..12_u8, 0..6).prop_map(Faces::Camera)
    ];
    let fire = (ship(), ship(), mounts(), settled());
    let movement = prop_oneof![
        prop::collection::vec((ship(), any::<u16>()), 0..3).prop_map(|all| Decision::RingUp {
            orders: all.into_iter().map(|(ship, speed)| SpeedOrder { ship, speed: speed % 40 }).collect()
        }),
        prop::collection::vec((ship(), settled(), any::<bool>()), 0..3).prop_map(|all| Decision::Move {
            moves: all
                .into_iter()
                .map(|(ship, settled, ashore)| MoveOrder { ship, settled, ashore })
                .collect()
        }),
        (ship(), any::<bool>()).prop_map(|(ship, down)| Decision::Anchor { ship, down }),
        bond().prop_map(|bond| Decision::Bind { bond }),
        bond().prop_map(|bond| Decision::CastOff { bond }),
        (ship(), edge()).prop_map(|(ship, edge)| Decision::Leave { ship, edge }),
        ship().prop_map(|ship| Decision::Refloat { ship }),
        (ship(), ship(), settled()).prop_map(|(rammer, target, settled)| Decision::Ram {
            rammer,
            target,
            settled
        }),
        (ship(), ship(), settled()).prop_map(|(ship, target, settled)| Decision::Grapple {
            ship,
            target,
            settled
        }),
        (ship(), any::<u8>())
            .prop_map(|(ship, parties)| Decision::Embark { orders: vec![PartyOrder { ship, parties }] }),
    ];
    let gunnery = prop_oneof![
        fire.prop_map(|(shooter, target, mounts, settled)| Decision::Fire {
            shooter,
            target,
            mounts,
            settled
        }),
        (ship(), ship(), mounts(), settled()).prop_map(|(shooter, boarded, mounts, settled)| {
            Decision::FireAtBoarders { shooter, boarded, mounts, settled }
        }),
        (0..8_u32, steps, ship(), ship(), mounts()).prop_map(move |(turn, step, shooter, target, mounts)| {
            Decision::FireLate { turn, step, shooter, target, mounts, settled: vec![], reason: reason() }
        }),
        (ship(), mount_id(), aim, settled()).prop_map(|(ship, mount, at, settled)| Decision::FireMortar {
            ship,
            mount,
            at,
            settled
        }),
        ship().prop_map(|target| Decision::Volley { target }),
        (prop::collection::vec(number(), 0..3), faces).prop_map(|(rolls, faces)| Decision::Roll {
            rolls: rolls.into_iter().map(RollId).collect(),
            faces
        }),
        (number(), select(SectionKind::ALL.to_vec()))
            .prop_map(|(due, section)| Decision::Choose { due: DueId(due), section }),
        (number(), prop::collection::vec((row(), any::<u8>()), 0..4)).prop_map(|(due, boxes)| {
            let boxes = boxes.into_iter().map(|(row, count)| BoxTick { row, count: count % 9 }).collect();
            Decision::Tick { due: DueId(due), boxes }
        }),
    ];
    prop_oneof![
        4 => gunnery,
        4 => movement,
        2 => umpire_order()
            .prop_map(move |order| Decision::Umpire { order, reason: "Any.".to_owned() }),
        1 => prop::collection::vec(areas, 0..3).prop_map(|areas| Decision::LayMines { areas }),
        1 => prop::collection::vec(typed, 0..3)
            .prop_map(|facts| Decision::TypeFacts { facts, reason: "Any.".to_owned() }),
        1 => Just(Decision::NextStep),
    ]
}

fn reached() -> impl Strategy<Value = State> {
    (0..REACHED.0.len()).prop_map(|at| REACHED.0[at].clone())
}

/// A state with one number or boolean replaced by another that still fits its type.
fn mangled(state: &State, at: usize, to: u64) -> Option<State> {
    fn numbers<'v>(value: &'v mut Value, found: &mut Vec<&'v mut Value>) {
        match value {
            Value::Number(_) | Value::Bool(_) => found.push(value),
            Value::Array(all) => all.iter_mut().for_each(|one| numbers(one, found)),
            Value::Object(all) => all.values_mut().for_each(|one| numbers(one, found)),
            Value::Null | Value::String(_) => {}
        }
    }
    let mut value = serde_json::to_value(state).unwrap();
    let mut found = Vec::new();
    numbers(&mut value, &mut found);
    let at = at % found.len();
    let place = &mut *found[at];
    *place = if place.is_boolean() { Value::Bool(to.is_multiple_of(2)) } else { Value::from(to) };
    serde_json::from_value(value).ok()
}

/// Takes a decision on a random table; checks that a refusal has reasons.
fn decided_on_any_table(state: &State, decision: &Decision, bytes: Vec<u8>) -> Option<Vec<Event>> {
    let table = RandomTable(RefCell::new(bytes));
    let decided = BOOK.decide(state, decision, &table, &mut AppDice::new(1, &[]));
    if let Err(Halt::Refused(refusal)) = &decided {
        assert!(!refusal.reasons.is_empty(), "refused without a reason: {decision:?}");
    }
    decided.ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_decision_on_a_reached_state_keeps_the_invariants(
        state in reached(),
        decision in decision(),
        bytes in prop::collection::vec(any::<u8>(), 40),
    ) {
        let Some(events) = decided_on_any_table(&state, &decision, bytes) else { return Ok(()) };
        prop_assert!(!events.is_empty(), "nothing follows from {decision:?}");
        let mut after = state;
        for event in &events {
            // NaN and infinity have no JSON: `battle` writes no event that can't be parsed again.
            let text = serde_json::to_string(event).unwrap();
            match serde_json::from_str::<Event>(&text) {
                Ok(again) => prop_assert_eq!(&again, event),
                Err(error) => prop_assert!(text.contains(":null"), "{event:?} can't be read again: {error}"),
            }
            after = Gunboat::apply(after, event);
            // The umpire may set any value, but never more boxes than are printed.
            let faults = match decision {
                Decision::Umpire { .. } => faults(&after).into_iter().filter(|it| it.contains("boxes")).collect(),
                _ => faults(&after),
            };
            prop_assert!(faults.is_empty(), "{decision:?}: {event:?}: {faults:?}");
        }
        prop_assert!(!BOOK.questions(&after).is_empty());
    }

    #[test]
    fn any_decision_on_any_state_is_answered(
        state in reached(),
        (at, to) in (any::<usize>(), prop_oneof![Just(0), 1..20_u64, 200..256_u64, any::<u64>(), Just(u64::from(u32::MAX))]),
        decision in decision(),
        bytes in prop::collection::vec(any::<u8>(), 40),
    ) {
        let Some(state) = mangled(&state, at, to) else { return Ok(()) };
        if let Some(events) = decided_on_any_table(&state, &decision, bytes) {
            let after = events.iter().fold(state, Gunboat::apply);
            prop_assert!(!BOOK.questions(&after).is_empty());
        }
    }

    #[test]
    fn any_event_on_any_state_keeps_counts_within_the_printed_boxes(
        state in reached(),
        at in any::<usize>(),
    ) {
        let event = &REACHED.1[at % REACHED.1.len()];
        let after = Gunboat::apply(state, event);
        let counts: Vec<String> = faults(&after).into_iter().filter(|it| it.contains("boxes")).collect();
        prop_assert!(counts.is_empty(), "{event:?}: {counts:?}");
    }
}
