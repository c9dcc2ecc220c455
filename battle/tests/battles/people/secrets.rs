//! Plants secrets, and searches every answer to the public view for them.

use crate::common::*;
use battle::view::AnswerView;
use battle::{Affair, Audience, Battle, DecisionRequest, EventQuery, MovesAre, Remark, SetUp, verify_file};
use geometry::ShipId;
use rulesets::core::SideId;
use rulesets::gunboat::Gunboat;
use rulesets::gunboat::{Decision, MineArea, ShipValue, Side, UmpireOrder};

const WHISPER: &str = "the torpedoes are all duds, I swear";
const REASON: &str = "a reason only the umpire may read";

fn confederates() -> Audience {
    Audience::Side(SideId::of("confederate"))
}

/// A battle with mines, boarding parties, secret orders and secret notes in it.
fn with_secrets(evening: &Evening) -> Battle<Gunboat> {
    with_secrets_and(evening, false)
}

/// The same, with or without an umpire at a window of his own.
fn with_secrets_and(evening: &Evening, umpire: bool) -> Battle<Gunboat> {
    let (_, mut scene) = scene_with("mines");
    for area in &mut scene.mines {
        area.laid_by = Some(Side::Confederate);
    }
    let secret = scene.ships.iter_mut().find(|ship| ship.setup.card.side == Side::Confederate).unwrap();
    secret.setup.boarding_parties = 2;
    let carrier = secret.setup.card.id.clone();
    let set_up = SetUp { umpire, ..SetUp::of_scene(&scene, MovesAre::Judged, 1864) };
    let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    for ship in &scene.ships {
        if battle.situation().book.ships[&ship.setup.card.id].present() {
            battle.lay_by_hand(&ship.setup.card.id, ship.pose, NOW, || None).unwrap();
        }
    }
    let first = battle.situation().seq;
    let note = |audience: Audience| Remark {
        about: first,
        by: "Ben".to_owned(),
        text: WHISPER.to_owned(),
        audience,
    };
    battle.remark(note(confederates()), NOW).unwrap();
    battle.remark(note(Audience::Umpire), NOW).unwrap();
    let umpire = |battle: &mut Battle<Gunboat>, order| {
        let decision = Decision::Umpire { order, reason: REASON.to_owned() };
        let asked = DecisionRequest { by: Audience::Umpire, ..DecisionRequest::of(decision) };
        let answer = battle.decide(&asked, NOW, || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    };
    let areas: Vec<MineArea> =
        scene.mines.iter().map(|area| MineArea { real: !area.real, ..area.clone() }).collect();
    umpire(&mut battle, UmpireOrder::SetMines { areas });
    umpire(&mut battle, UmpireOrder::Set { ship: carrier, value: ShipValue::BoardingParties { parties: 1 } });
    battle
}

/// Everything that the public may be answered, as text.
fn everything_public(battle: &mut Battle<Gunboat>, viewer: &Audience) -> String {
    let mut all = Vec::new();
    let mut push = |text: serde_json::Result<String>| all.push(text.unwrap());
    push(serde_json::to_string(&battle.view_for(viewer)));
    push(serde_json::to_string(&battle.questions_for(viewer)));
    push(serde_json::to_string(&battle.log_for(viewer)));
    push(serde_json::to_string(&battle.events_for(viewer).unwrap()));
    push(serde_json::to_string(&battle.situation_for(viewer)));
    push(serde_json::to_string(&battle.remarks(viewer)));
    push(serde_json::to_string(&battle.moments(&EventQuery::default(), viewer)));
    let seqs: Vec<i64> = battle.entries().iter().map(|entry| entry.seq).collect();
    for seq in seqs {
        push(serde_json::to_string(&battle.replay_at_for(seq, viewer).unwrap()));
    }
    let ships: Vec<ShipId> = battle.situation().book.ships.keys().cloned().collect();
    let (first, last) = (ships.first().unwrap(), ships.last().unwrap());
    push(serde_json::to_string(&battle.preview_for(first.as_str(), last.as_str(), viewer).unwrap()));
    let proposals = battle.proposals_for(viewer);
    all.push(format!("{proposals:?} {:?} {:?}", battle.ghosts(), battle.shifts()));
    all.join("\n")
}

#[test]
fn no_answer_to_the_public_tells_a_secret() {
    let evening = Evening::new();
    let mut battle = with_secrets(&evening);
    let secrets = [
        "\"real\":",
        "\"laid_by\"",
        "\"boarding_parties\":1",
        "\"boarding_parties\":2",
        WHISPER,
        REASON,
        "mines_laid",
        "parties_embarked",
        "set_mines",
    ];
    let to_the_umpire = everything_public(&mut battle, &Audience::Umpire);
    for secret in secrets {
        assert!(to_the_umpire.contains(secret), "it was not even planted: {secret}");
    }
    let to_all = everything_public(&mut battle, &Audience::Everyone);
    for secret in secrets {
        let at = to_all.find(secret).map(|at| to_all[at.saturating_sub(200)..at + 40].to_owned());
        assert_eq!(at, None, "{secret}");
    }
    let to_the_enemy = everything_public(&mut battle, &Audience::Side(SideId::of("union")));
    for secret in secrets {
        assert!(!to_the_enemy.contains(secret), "{secret}");
    }
    let to_their_own = everything_public(&mut battle, &confederates());
    assert!(to_their_own.contains(WHISPER) && to_their_own.contains("\"boarding_parties\":1"));
    assert!(!to_their_own.contains("set_mines"), "the umpire's orders are the umpire's");
    // The same after an undo, and on another evening.
    let last = battle.entries().iter().rev().find(|entry| entry.audience == Audience::Everyone).unwrap().seq;
    let back = battle::TakeBack { to: last, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: true };
    battle.take_back(&back, NOW).unwrap();
    drop(battle);
    let to_all = everything_public(&mut evening.resume(1), &Audience::Everyone);
    for secret in secrets {
        assert!(!to_all.contains(secret), "{secret}");
    }
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn mines_are_marked_for_those_who_laid_them_and_for_the_umpire() {
    let evening = Evening::new();
    let battle = with_secrets(&evening);
    let marked = |viewer: &Audience| battle.marks_for(None, None, viewer).secrets.len();
    let laid = battle.situation().book.mines.len();
    assert!(laid > 0);
    let union = Audience::Side(SideId::of("union"));
    let counts = [&Audience::Everyone, &union, &confederates(), &Audience::Umpire].map(marked);
    assert_eq!(counts, [0, 0, laid, laid]);
}

#[test]
fn events_are_written_with_their_true_audience() {
    let evening = Evening::new();
    drop(with_secrets(&evening));
    let stored = evening.journal().events(1).unwrap();
    let of = |kind: &str| -> Vec<String> {
        stored.iter().filter(|event| event.kind == kind).map(|event| event.audience.clone()).collect()
    };
    assert_eq!(of("mines_laid"), ["side:confederate"]);
    assert_eq!(of("parties_embarked"), ["side:confederate"]);
    assert_eq!(of("umpire_ordered"), ["everyone", "umpire", "side:confederate"]);
    assert_eq!(of("remark"), ["side:confederate", "umpire"]);
    assert_eq!(of("opened"), ["everyone"]);
}

/// What a refusal says of what is secret where no umpire sits, and where one does.
const SECRET: [&str; 2] = ["Something secret is against this", "umpire knows"];

#[test]
fn a_refusal_tells_the_public_no_more_than_the_public_knows() {
    for (umpire, secret) in [false, true].into_iter().zip(SECRET) {
        let evening = Evening::new();
        let mut battle = with_secrets_and(&evening, umpire);
        let order = UmpireOrder::SetPartiesAshore { parties: 5 };
        let order = Decision::Umpire { order, reason: REASON.to_owned() };
        let asked = DecisionRequest { by: Audience::Umpire, ..DecisionRequest::of(order) };
        assert!(matches!(battle.decide(&asked, NOW, || None).unwrap(), AnswerView::Done { .. }));
        let speaks_of_secrets = |told: &str| SECRET.iter().any(|words| told.contains(words));
        // The number of parties ashore is a secret of the Confederates.
        let too_many = rulesets::gunboat::PartyOrder { ship: ShipId::new("tennessee"), parties: 7 };
        let embark = Decision::Embark { orders: vec![too_many] };
        let to_umpire = refused_to(&mut battle, embark.clone(), Audience::Umpire);
        assert!(to_umpire.contains("5 boarding parties") && !speaks_of_secrets(&to_umpire), "{to_umpire}");
        assert_eq!(refused_to(&mut battle, embark.clone(), confederates()), to_umpire);
        let to_all = refused_to(&mut battle, embark, Audience::Everyone);
        assert!(to_all.contains(secret), "{to_all}");
        // Facts visible to everybody are reported to everybody.
        let open =
            refused_to(&mut battle, Decision::Volley { target: ShipId::new("nobody") }, Audience::Everyone);
        assert!(!speaks_of_secrets(&open), "{open}");
    }
}

#[test]
fn photographs_of_secret_moments_are_not_handed_out() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let photo = battle.log().iter().find_map(|line| line.photo).unwrap();
    assert!(battle.photo_for(photo, &Audience::Everyone).is_ok());
    assert!(battle.photo_for(photo + 1, &Audience::Umpire).is_err());
}

/// The seed of the app's dice, in any form.
const SEED: u64 = 17_415_464_218_640_001_864;

#[test]
fn no_view_or_export_reveals_future_dice() {
    let evening = Evening::new();
    // As written by a program version whose dice depended on the nanosecond of the beginning.
    let began = "2025-03-08T19:30:00.123456789Z";
    let set_up = SetUp { dice_seed: SEED, ..judged() };
    let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, began).unwrap();
    settle(&mut battle, 1, sighting);
    let kept = evening.journal().events(1).unwrap();
    assert!(String::from_utf8_lossy(&kept[0].body).contains(&SEED.to_string()), "the record keeps it");
    let all = [Audience::Everyone, Audience::Side(SideId::of("union")), Audience::Umpire];
    for viewer in &all {
        let shown =
            everything_public(&mut battle, viewer) + &serde_json::to_string(&battle.account(viewer)).unwrap();
        assert!(shown.contains("2025-03-08T19:30:00Z"), "{viewer:?}");
        for foretold in [SEED.to_string().as_str(), "\"dice_seed\":1", "123456789"] {
            let at = shown.find(foretold).map(|at| shown[at.saturating_sub(200)..at + 10].to_owned());
            assert_eq!(at, None, "{foretold} to {viewer:?}");
        }
    }
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn the_end_is_not_taken_back_without_leave_where_it_opened_secrets() {
    let end = || Affair::Ended { winner: None, why: "Night fell.".to_owned() };
    let undone = |battle: &mut Battle<Gunboat>, umpire: bool| {
        let last = battle.now_for(&Audience::Everyone).undo.back.unwrap();
        let back = battle::TakeBack { to: last.to, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire };
        let answer = battle.take_back(&back, NOW).unwrap();
        (last.needs_umpire, matches!(answer, AnswerView::Done { .. }))
    };
    let evening = Evening::new();
    let mut battle = with_secrets(&evening);
    battle.note_affair(end(), NOW).unwrap();
    assert_eq!(undone(&mut battle, false), (true, false));
    assert_eq!(undone(&mut battle, true), (true, true));
    assert!(!battle.situation().over);
    // Where everybody knew everything, an undo needs no special permission.
    let evening = Evening::new();
    let mut open = begin_judged(&evening);
    settle(&mut open, 1, sighting);
    open.note_affair(end(), NOW).unwrap();
    assert_eq!(undone(&mut open, false), (false, true));
}
