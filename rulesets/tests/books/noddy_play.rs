//! Noddy battles by lot: no panic, no dead end, every state is sound, the log folds to the state; odds agree
//! with throws; every decision gets an answer.

use proptest::prelude::*;
use rulesets::core::play_out::Staged;
use rulesets::core::{AppDice, Audience, Book, Faces, PlacedTable, Scripted, SideId};
use rulesets::noddy::play_out::{Ending, by_lot};
use rulesets::noddy::*;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static BOOK: LazyLock<Noddy> = LazyLock::new(|| Noddy::embedded().unwrap());
static STAGED: LazyLock<Vec<Staged<Noddy>>> =
    LazyLock::new(|| scenarios().unwrap().iter().map(|scenario| scenario.staged().unwrap()).collect());

/// Battles per scenario; `./check --long` plays other battles than `./check`.
const BATTLES: u64 = if cfg!(feature = "long") { 1_000 } else { 12 };

type Counts = BTreeMap<String, u32>;

fn kind(event: &Event) -> String {
    match event {
        Event::Read { read } => format!("read {}", read.purpose),
        other => format!("{other:?}").split([' ', '{']).next().unwrap_or_default().to_owned(),
    }
}

/// Plays a battle and compares its log with its state.
fn played(staged: &Staged<Noddy>, sigma_in: f64, seed: u64, kinds: &mut Counts) -> Ending {
    let set_out = staged.clone().measured(sigma_in).set_out(&BOOK).unwrap();
    let mut folded = set_out.state.clone();
    let mut decisions = 0;
    let ending = by_lot(&*BOOK, set_out, seed, |battle, played| {
        for event in &played.events {
            *kinds.entry(kind(event)).or_default() += 1;
            if let Event::Moved { review, .. } = event {
                for settlement in &review.settled {
                    let of = settlement.key.0.split(':').next().unwrap_or_default();
                    *kinds.entry(format!("settled {of}")).or_default() += 1;
                }
            }
            assert!(BOOK.sentences(&folded, event).iter().all(|it| !it.is_empty()));
            folded = Noddy::apply(std::mem::take(&mut folded), event);
        }
        decisions += 1;
        if decisions % 20 == 0 {
            assert_eq!(folded, *battle.state(), "seed {seed}: the log folds to another state");
            let text = serde_json::to_string(battle.state()).unwrap();
            let read: State = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *battle.state(), "seed {seed}: the state does not survive being written");
        }
    });
    ending.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

#[test]
fn battles_of_every_scenario_are_played_to_their_end() {
    let (mut kinds, mut ends) = (Counts::new(), Counts::new());
    for staged in STAGED.iter() {
        for seed in 0..BATTLES {
            let ending = played(staged, 0.0, seed, &mut kinds);
            *ends.entry(ending.ended.to_string()).or_default() += 1;
            ending.fates.into_iter().for_each(|(fate, ships)| *ends.entry(fate).or_default() += ships);
        }
    }
    println!("{ends:?}; {kinds:?}");
    let wanted = ["sunk", "aground", "afloat", "battery stands", "time"];
    let missing: Vec<&&str> = wanted.iter().filter(|what| !ends.contains_key(**what)).collect();
    assert!(missing.is_empty(), "never came to pass: {missing:?} of {ends:?}");
    let wanted = [
        "OrdersWritten",
        "OrdersReadOut",
        "Moved",
        "ChartMet",
        "FireDeclared",
        "Rammed",
        "RefloatTried",
        "Drifted",
        "Sank",
        "UmpireOrdered",
        "OptionSet",
        "read to_hit",
        "read effect",
        "read special",
        "read attempt",
        "read sink_delay",
        "read ram",
        "read knots_lost",
        "read refloat",
        "read mine",
        "read jam_moves",
        "read steering_moves",
        "read shutter_moves",
        "read abandon",
    ];
    let missing: Vec<&&str> = wanted.iter().filter(|what| !kinds.contains_key(**what)).collect();
    assert!(missing.is_empty(), "never came to pass: {missing:?} of {kinds:?}");
}

/// Where places err, the players settle what is too close to call; with any answers the battle goes on.
#[test]
fn battles_whose_places_err_are_played_to_their_end() {
    let mut kinds = Counts::new();
    for staged in STAGED.iter() {
        for seed in 1_000..1_000 + BATTLES {
            played(staged, 0.03, seed, &mut kinds);
        }
    }
    let settled: Vec<&String> = kinds.keys().filter(|kind| kind.starts_with("settled ")).collect();
    assert!(settled.contains(&&"settled waters".to_owned()), "{settled:?}");
    assert!(settled.contains(&&"settled contact".to_owned()), "{settled:?}");
}

/// Fire of four different guns at point blank, with the results of its dice.
fn broadside() -> (State, Decision, Scripted) {
    let (a, b) = (geometry::ShipId::new("a"), geometry::ShipId::new("b"));
    let side = |name: &str| SideId::new(name);
    let card = |id: &geometry::ShipId, of: &str| ShipCard {
        id: id.clone(),
        name: id.to_string(),
        side: side(of),
        build: Build::Riverboat,
        top_speed: 20,
        armour: Armour::all_round(8),
        guns: [
            (GunClass::Daddy, true),
            (GunClass::Mummy, false),
            (GunClass::Mummy, true),
            (GunClass::Baby, false),
        ]
        .into_iter()
        .zip(1..)
        .flat_map(|((class, rifled), first)| Gun::row(GunPosition::Turret, class, rifled, 1, first))
        .collect(),
        reinforced_bow: false,
        draught_ft: 6.0,
        guessed: vec![],
    };
    let open = Decision::Open {
        ships: vec![card(&a, "union").into(), card(&b, "confederate").into()],
        batteries: vec![],
        regiments: vec![],
        options: vec![],
        terrain: vec![],
        hidden: vec![],
    };
    let nobody = PlacedTable::default();
    let events = BOOK.decide(&State::default(), &open, &nobody, &mut AppDice::new(0, &[])).unwrap();
    let mut state = events.iter().fold(State::default(), Noddy::apply);
    // Both are stationary: no fact is asked of the table on the way to the fire step.
    state.ships.values_mut().for_each(|ship| {
        ship.written = None;
        ship.course = Some(Course { speed: 0, turn_deg: 0.0 });
    });
    state.step = Step::FirstFire;
    let span = rulesets::core::SpanFact {
        bearing_deg: geometry::Measured::exact(90.0),
        before_deg: 1.0,
        after_deg: 1.0,
    };
    let seen = rulesets::core::BearingFact { bearing_deg: geometry::Measured::exact(90.0) };
    let facts = Scripted::pair(&a, &b, 2.0, 90.0)
        .with(
            rulesets::core::Query::Span { from: a.clone(), to: b.clone() },
            rulesets::core::Answer::Span(span),
        )
        .with(
            rulesets::core::Query::Bearing { from: b.clone(), to: a.clone() },
            rulesets::core::Answer::Bearing(seen),
        );
    let fire = Decision::Fire { firer: a, target: b, guns: GunChoice::AllThatBear, settled: vec![] };
    (state, fire, facts)
}

#[test]
fn odds_agree_with_throws() {
    const THROWS: u32 = 40_000;
    let (state, fire, facts) = broadside();
    let pair = (&geometry::ShipId::new("a"), &geometry::ShipId::new("b"));
    let preview = BOOK.preview(&state, &facts, pair, &GunChoice::AllThatBear, &[]);
    let odds = preview.odds.unwrap_or_else(|| panic!("{:?}", preview.plan));
    let sum: f64 = odds.hits.iter().map(|it| it.chance).sum();
    assert!((sum - 1.0).abs() < 1e-12, "the chances sum to {sum}");
    let (mut hits, mut specials, mut magazines) = (BTreeMap::<u32, u32>::new(), 0, 0);
    for seed in 0..THROWS {
        let mut dice = AppDice::new(u64::from(seed), b"odds");
        let events = BOOK.decide(&state, &fire, &facts, &mut dice).unwrap();
        let mut after = events.iter().fold(state.clone(), Noddy::apply);
        let (mut struck, mut special, mut magazine) = (0, false, false);
        while !after.rolls.is_empty() {
            let roll = Decision::Roll { rolls: vec![], faces: Faces::App };
            for event in BOOK.decide(&after, &roll, &facts, &mut dice).unwrap() {
                if let Event::Read { read } = &event {
                    struck += u32::from(read.purpose == "to_hit" && read.outcome == Outcome::Hit);
                    special |= read.outcome == Outcome::Special;
                    magazine |= read.outcome == Outcome::Magazine;
                }
                after = Noddy::apply(after, &event);
            }
        }
        *hits.entry(struck).or_default() += 1;
        specials += u32::from(special);
        magazines += u32::from(magazine);
    }
    let agrees = |what: &str, count: u32, chance: f64| {
        let expected = chance * f64::from(THROWS);
        let sigma = (expected * (1.0 - chance)).sqrt();
        let off = (f64::from(count) - expected).abs();
        assert!(off <= 5.0 * sigma + 1e-6, "{what}: {count} of {THROWS} thrown, {expected:.1} expected");
    };
    for it in &odds.hits {
        agrees(&format!("{} hits", it.hits), hits.remove(&it.hits).unwrap_or(0), it.chance);
    }
    assert!(hits.is_empty(), "thrown, but not among the odds: {hits:?}");
    agrees("special", specials, odds.special);
    agrees("magazine", magazines, odds.magazine);
}

/// States reached in battles, with decisions made in them or elsewhere.
static REACHED: LazyLock<(Vec<State>, Vec<Decision>, Vec<Event>)> = LazyLock::new(|| {
    let (mut states, mut decisions, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for (staged, seed) in STAGED.iter().zip(100..) {
        let set_out = staged.set_out(&BOOK).unwrap();
        let mut taken = 0;
        by_lot(&*BOOK, set_out, seed, |battle, played| {
            taken += 1;
            if taken % 7 == 0 {
                states.push(battle.state().clone());
                decisions.push(played.decision.clone());
                events.extend(played.events);
            }
        })
        .unwrap_or_else(|stuck| panic!("{stuck}"));
    }
    (states, decisions, events)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A decision of one battle in a state of another, on an empty table, gets an answer and leaves a sound
    /// state.
    #[test]
    fn nonsense_gets_an_answer(state in 0..10_000_usize, decision in 0..10_000_usize, seed in 0..1_000_u64) {
        let (states, decisions, _) = &*REACHED;
        let (state, decision) = (&states[state % states.len()], &decisions[decision % decisions.len()]);
        let table = PlacedTable::default();
        if let Ok(events) = BOOK.decide(state, decision, &table, &mut AppDice::new(seed, &[])) {
            let mut after = state.clone();
            for event in &events {
                after = Noddy::apply(after, event);
                prop_assert_eq!(faults(&after), Vec::<String>::new());
            }
        }
    }

    /// An event of one battle folded into a state of another doesn't panic, and neither do its sentences.
    #[test]
    fn events_from_elsewhere_are_folded(state in 0..10_000_usize, event in 0..10_000_usize) {
        let (states, _, events) = &*REACHED;
        let (state, event) = (&states[state % states.len()], &events[event % events.len()]);
        let _ = BOOK.sentences(state, event);
        let _ = BOOK.audience(state, event);
        let after = Noddy::apply(state.clone(), event);
        let _ = BOOK.questions(&after);
    }

    /// A side's view holds no more than the umpire's, and nothing of the enemy's orders and damage.
    #[test]
    fn a_side_sees_nothing_secret(state in 0..10_000_usize) {
        let (states, _, _) = &*REACHED;
        let state = &states[state % states.len()];
        prop_assert_eq!(&BOOK.seen_by(state, &Audience::Umpire), state);
        for side in state.sides() {
            let seen = BOOK.seen_by(state, &Audience::Side(side.clone()));
            for ship in seen.ships.values().filter(|ship| ship.card.side != side) {
                prop_assert_eq!(ship.written, None);
                prop_assert_eq!(ship.top_speed, ship.card.top_speed);
            }
            prop_assert!(seen.hidden.iter().all(|area| area.shown_to.as_ref() == Some(&side) || area.revealed));
        }
    }
}
