//! The umpire's orders, typed facts, late shots, ties, and permitted measures (GUN-3, GUN-7, GUN-AMB-6, GUN-AMB-9).

use crate::common::*;
use geometry::{Arc, Measured, Point, Terrain, TerrainId, TerrainKind};
use rulesets::core::{
    Answer, Asked, Audience, BearingFact, Book, DIE_READING, Halt, Query, RangeFact, Settlement,
};
use rulesets::gunboat::*;

fn order(battle: &mut Battle, order: UmpireOrder) -> Vec<Event> {
    battle.must(Decision::Umpire { order, reason: "Agreed at the table.".to_owned() })
}

fn set(battle: &mut Battle, value: ShipValue) -> Vec<Event> {
    order(battle, UmpireOrder::Set { ship: id("victim"), value })
}

fn range(range_in: f64, sigma: f64) -> Asked {
    Asked {
        query: Query::Range { from: id("firer"), to: id("victim") },
        answer: Answer::Range(RangeFact { range_in: Measured::new(range_in, sigma) }),
    }
}

#[test]
fn any_value_is_set_and_any_ruling_overruled() {
    // GUN-3.
    let mut battle = Battle::duel(ninth(2), 0, 5.0, &[]);
    set(&mut battle, ShipValue::Ticked { row: Section::Midships, boxes: 3 });
    set(&mut battle, ShipValue::Speed { speed: 7 });
    set(&mut battle, ShipValue::Effects { effects: vec![Effect::FiresOut { moves_left: 2 }] });
    set(&mut battle, ShipValue::Anchored { anchored: true });
    set(&mut battle, ShipValue::BoardingParties { parties: 2 });
    let victim = battle.ship("victim");
    assert_eq!((victim.ticks.midships, victim.speed, victim.anchored), (3, 7, true));
    assert_eq!((victim.effects.len(), victim.boarding_parties), (1, 2));
    let too_many = UmpireOrder::Set {
        ship: id("victim"),
        value: ShipValue::Ticked { row: Section::Midships, boxes: 7 },
    };
    assert!(battle.may(&Decision::Umpire { order: too_many, reason: String::new() }).is_err());
    // The loss of the last draft box sinks the ship; another order brings it back.
    set(&mut battle, ShipValue::Ticked { row: Section::Draft, boxes: 6 });
    assert_eq!(battle.ship("victim").fate, Some(Fate::Sunk));
    set(&mut battle, ShipValue::Fate { fate: None });
    set(&mut battle, ShipValue::Ticked { row: Section::Draft, boxes: 0 });
    assert!(battle.ship("victim").afloat());
    // A roll and hits are cancelled.
    battle.must(battle.fire());
    let roll = battle.state.rolls[0].request.id;
    order(&mut battle, UmpireOrder::WaiveRoll { roll });
    assert!(battle.state.rolls.is_empty());
    battle.must(Decision::NextStep);
}

#[test]
fn a_move_that_the_review_refuses_is_allowed() {
    // GUN-18.
    let mut battle = Battle::duel(ninth(2), 0, 5.0, &[]);
    battle.must(Decision::NextStep);
    assert!(
        battle
            .may(&Decision::Move {
                moves: vec![MoveOrder { ship: id("victim"), settled: vec![], ashore: false }]
            })
            .is_err()
    );
    let events = order(&mut battle, UmpireOrder::AllowMove { ship: id("victim") });
    assert!(matches!(&events[1], Event::Moved { review, .. } if !review.reasons.is_empty()));
    assert!(battle.ship("victim").has_moved);
}

#[test]
fn a_typed_fact_takes_precedence_over_the_table_for_one_ruling() {
    // GUN-29: measured by hand at 6 1/8 in, starboard arc.
    let mut battle = Battle::duel(ninth(2), 0, 40.0, &[]);
    assert!(battle.may(&battle.fire()).is_err());
    let bearing = Asked {
        query: Query::Bearing { from: id("firer"), to: id("victim") },
        answer: Answer::Bearing(BearingFact { bearing_deg: Measured::exact(90.0) }),
    };
    let reason = "The tape says 6 1/8, starboard arc.".to_owned();
    let wrong = Asked { answer: bearing.answer.clone(), ..range(1.0, 0.0) };
    assert!(battle.may(&Decision::TypeFacts { facts: vec![wrong], reason: reason.clone() }).is_err());
    battle.must(Decision::TypeFacts { facts: vec![range(6.125, 0.0), bearing], reason });
    let salvo = battle.salvo();
    assert_eq!((salvo.range_in.value, salvo.mounts[0].band), (6.125, Band::Normal));
    assert!(battle.state.typed.is_empty());
}

#[test]
fn ties_are_questions_or_favour_the_firer_or_are_left_to_a_die() {
    // GUN-AMB-6.
    let tie = |rule: &str| {
        let mut battle = Battle::duel(ninth(2), 0, 6.0, &[("gun.too_close", rule.into())]);
        let Asked { query, answer } = range(6.01, 0.02);
        battle.facts = std::mem::take(&mut battle.facts).with(query, answer);
        battle
    };
    assert!(matches!(tie("ask").may(&fire("firer", "victim")), Err(Halt::TooClose { .. })));
    assert_eq!(tie("firer").salvo().mounts[0].band, Band::Close);
    let mut die = tie("die");
    let Err(Halt::TooClose { questions }) = die.may(&fire("firer", "victim")) else {
        panic!("asked nothing")
    };
    assert!(questions[0].readings.iter().any(|reading| reading.id == DIE_READING));
    let settled = vec![Settlement { key: questions[0].key.clone(), reading: DIE_READING.to_owned() }];
    let events = die.must(Decision::Fire {
        shooter: id("firer"),
        target: id("victim"),
        mounts: MountChoice::AllThatBear,
        settled,
    });
    let [Event::DiceThrown { thrown }, Event::SalvoDeclared { salvo, .. }] = events.as_slice() else {
        panic!("{events:?}")
    };
    let expected = if thrown[0].faces[0] <= 3 { Band::Close } else { Band::Normal };
    assert_eq!(salvo.mounts[0].band, expected);
    assert_eq!(salvo.settled[0].reading, expected.word());
}

#[test]
fn guns_declared_without_measuring_and_out_of_reach_have_fired() {
    // The house option on measuring; GUN-7.
    for rule in ["declare_first", "own_ships"] {
        let mut battle = Battle::duel(ninth(2), 0, 19.0, &[("gun.measure", rule.into())]);
        let preview = battle.preview();
        assert!(preview.plan.range_in.is_none() && preview.odds.is_none());
        let events = battle.must(battle.fire());
        assert!(matches!(&events[..], [Event::FiredInVain { .. }]), "{events:?}");
        assert_eq!(battle.ship("firer").ready_guns(&MountId::of("broadside")), 0);
    }
}

#[test]
fn one_volley_for_each_target_counts_all_guns_together() {
    // GUN-AMB-9.
    let mut firers: Vec<ShipSetup> = ["firer", "friend"]
        .map(|name| {
            ShipSetup::from(card(
                name,
                Side::Union,
                0,
                vec![mount("guns", "9\" SMOOTHBORE", 2, Arc::ALL_ROUND)],
            ))
        })
        .to_vec();
    firers.push(card("victim", Side::Confederate, 0, vec![]).into());
    let mut battle = Battle::open(firers, &[("gun.volley_scope", "per_target".into())]);
    battle.must(Decision::NextStep);
    for firer in ["firer", "friend"] {
        battle.facts = rulesets::core::Scripted::pair(&id(firer), &id("victim"), 10.0, 90.0);
        battle.must(fire(firer, "victim"));
    }
    assert!(battle.state.rolls.is_empty());
    assert!(battle.may(&Decision::NextStep).is_err());
    assert!(battle.book.questions(&battle.state).iter().any(|asked| matches!(asked.ask, Ask::Volley { .. })));
    let events = battle.must(Decision::Volley { target: id("victim") });
    assert!(matches!(&events[0], Event::VolleyClosed { pools, .. } if pools[0].counted_guns == 4));
    assert_eq!(battle.state.rolls.len(), 1);
    battle.throw(&[7]);
    assert!(battle.may(&Decision::Volley { target: id("victim") }).is_err());
}

#[test]
fn a_forgotten_shot_is_fired_late_with_the_guns_of_its_step() {
    // GUN-4, GUN-7, GUN-AMB-10.
    let late = |turn, step| Decision::FireLate {
        turn,
        step,
        shooter: id("firer"),
        target: id("victim"),
        mounts: MountChoice::AllThatBear,
        settled: vec![],
        reason: "Forgotten.".to_owned(),
    };
    let mut battle = Battle::duel(ninth(2), 0, 5.0, &[]);
    assert!(battle.may(&late(1, Step::FirstFire)).is_err(), "its step is not over");
    battle.must(Decision::NextStep);
    battle.must(late(1, Step::FirstFire));
    battle.throw(&[8]);
    assert!(battle.ship("victim").ticks_at_step_end == Ticks::default());
    battle.tick_all();
    assert!(battle.ship("victim").ticks != Ticks::default(), "it takes hold now");
    assert!(battle.may(&late(1, Step::FirstFire)).is_err(), "her guns have fired");
    for _ in 0..6 {
        battle.must(Decision::NextStep);
    }
    assert!(battle.may(&late(1, Step::SecondFire)).is_err(), "they had fired that turn");
    assert!(battle.may(&fire("firer", "victim")).is_err());
    for _ in 0..6 {
        battle.must(Decision::NextStep);
    }
    assert!(battle.may(&late(1, Step::FirstFire)).is_err(), "too far back");
    battle.must(late(2, Step::FirstFire));
    assert_eq!(battle.ship("firer").fired.len(), 0, "the guns of this turn are ready");
}

#[test]
fn boarding_parties_are_secret_from_the_enemy() {
    // GUN-76.
    let victim = ShipSetup { boarding_parties: 2, ..card("victim", Side::Confederate, 0, vec![]).into() };
    let mut battle = Battle::open(vec![victim], &[]);
    let own = Audience::Side(Side::Confederate.id());
    assert_eq!(battle.book.audience(&State::default(), &battle.events[1]), own);
    assert_eq!(battle.book.audience(&State::default(), &battle.events[0]), Audience::Everyone);
    let parties = |battle: &Battle, viewer: &Audience| {
        battle.book.seen_by(&battle.state, viewer).ships[&id("victim")].boarding_parties
    };
    let union = Audience::Side(Side::Union.id());
    assert_eq!([&own, &union, &Audience::Umpire].map(|viewer| parties(&battle, viewer)), [2, 0, 2]);
    battle.state.ships.get_mut(&id("victim")).unwrap().parties_revealed = true;
    assert_eq!(parties(&battle, &union), 2);
}

#[test]
fn gun_3_forts_mines_and_launches_are_set_too() {
    let gun = FortGun {
        id: id("gun"),
        place: "Water battery".to_owned(),
        gun: "8\" SMOOTHBORE".to_owned(),
        kind: GunKind::Smoothbore,
        pf: 5,
        armor: 4,
        x_in: 1.0,
        y_in: 1.0,
        arcs: vec![Arc::ALL_ROUND],
    };
    let fort = FortCard { id: id("fort"), name: "Fort".to_owned(), side: Side::Confederate, guns: vec![gun] };
    let area = Terrain {
        id: TerrainId("channel".to_owned()),
        name: "Channel".to_owned(),
        kind: TerrainKind::Mined,
        outline: vec![Point::new(0.0, 0.0), Point::new(5.0, 0.0), Point::new(5.0, 5.0)],
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: false,
    };
    let ships = vec![card("victim", Side::Confederate, 0, ninth(2)).into()];
    let mut battle = Battle::begin(ships, vec![fort], vec![area], &[]);
    let set_fort = |gun: &str, lost: u8, fate| UmpireOrder::SetFort {
        fort: id("fort"),
        guns: vec![FortGunValue { gun: id(gun), state: FortGunState { lost, ..FortGunState::default() } }],
        fate,
    };
    order(&mut battle, set_fort("gun", 3, Some(FortFate::Struck)));
    let fort = &battle.state.forts[&id("fort")];
    assert_eq!((fort.armor_left(&id("gun")), fort.fate), (1, Some(FortFate::Struck)));
    order(&mut battle, set_fort("gun", 0, None));
    assert!(battle.state.forts[&id("fort")].stands(&id("gun")));
    for wrong in [set_fort("gun", 5, None), set_fort("another", 0, None)] {
        let wrong = Decision::Umpire { order: wrong, reason: "so be it".to_owned() };
        assert_eq!(battle.rules(wrong), ["GUN-74"]);
    }
    let mines = MineArea { area: TerrainId("channel".to_owned()), real: false, laid_by: None };
    let before = battle.state.clone();
    let events = order(&mut battle, UmpireOrder::SetMines { areas: vec![mines.clone()] });
    assert_eq!(battle.state.mines, [mines]);
    assert_eq!(battle.book.audience(&before, &events[0]), Audience::Umpire);
    let before = battle.state.clone();
    let events = order(&mut battle, UmpireOrder::SetPartiesAshore { parties: 4 });
    let own = Audience::Side(Side::Confederate.id());
    assert_eq!(battle.book.audience(&before, &events[0]), own);
    let ashore = |viewer: &Audience| battle.book.seen_by(&battle.state, viewer).parties_ashore;
    assert_eq!([&own, &Audience::Umpire, &Audience::Everyone].map(ashore), [4, 4, 0]);
    set(&mut battle, ShipValue::Boarders { parties: 2 });
    set(&mut battle, ShipValue::UnderWay { turn: Some(1) });
    assert_eq!((battle.ship("victim").boarders, battle.ship("victim").under_way_turn), (2, Some(1)));
    let spar = UmpireOrder::Set { ship: id("victim"), value: ShipValue::SparTorpedo { carried: true } };
    let spar = Decision::Umpire { order: spar, reason: "so be it".to_owned() };
    assert!(battle.refusal(spar).to_string().contains("steam launch"));
}
