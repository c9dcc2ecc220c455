//! Dice that the camera read: recorded with their photograph, corrected, refused where they don't fit, undone, verified.

use crate::common::throws::{die, evidence, read_as_asked, rolls_asked, taken};
use crate::common::*;
use battle::view::{AnswerView, DecisionView, DieView, LogLine};
use battle::{Audience, Battle, Command, CommandSeat, DieEvidence, TakeBack, ThrowEvidence, verify_file};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::Settlement;
use rulesets::core::play_out::Lot;
use rulesets::gunboat::{Gunboat, MoveOrder, SpeedOrder};

fn throw_in(battle: &mut Battle<Gunboat>, wish: &DecisionView, thrown: &ThrowEvidence) -> AnswerView {
    let everyone = CommandSeat { word: "everyone", viewer: &Audience::Everyone };
    let last = battle.entries().last().unwrap().seq;
    battle.carry_out(everyone, last, &Command::DecideByThrow(wish, thrown), NOW, picture).unwrap()
}

/// The lines of a throw that must be taken.
fn counted(battle: &mut Battle<Gunboat>, wish: &DecisionView, thrown: &ThrowEvidence) -> Vec<LogLine> {
    match throw_in(battle, wish, thrown) {
        AnswerView::Done { log } => log,
        other => panic!("not taken: {other:?}"),
    }
}

/// The reason against a throw that must be refused; it leaves no trace.
fn refusal(battle: &mut Battle<Gunboat>, wish: &DecisionView, thrown: &ThrowEvidence) -> String {
    let before = (battle.entries().len(), battle.situation().clone());
    let AnswerView::Refused { reasons } = throw_in(battle, wish, thrown) else {
        panic!("{wish:?} was taken")
    };
    assert_eq!((battle.entries().len(), battle.situation().clone()), before, "{reasons:?}");
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    reasons[0].text.clone()
}

/// Monitor has fired at Virginia: one D10 is asked for.
fn with_a_die_due(evening: &Evening) -> Battle<Gunboat> {
    let mut battle = in_first_fire(evening);
    done(&mut battle, &salvo("monitor", "virginia", None));
    let rolls = rolls_asked(&battle.view().asks);
    assert_eq!(rolls.iter().map(|roll| roll.faces).collect::<Vec<_>>(), [10]);
    battle
}

fn texts(line: &LogLine) -> String {
    line.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_salvo_read_by_the_camera_is_recorded_with_its_photograph_and_what_a_player_corrected() {
    let (evening, typed) = (Evening::new(), Evening::new());
    let mut battle = with_a_die_due(&evening);
    let green =
        DieEvidence { name: Some("the green D10".to_owned()), sure: false, p: 0.91, ..die("d10", 4, 0) };
    let thrown = evidence(1, vec![die("d6", 2, 1), green]);
    let log = counted(&mut battle, &taken(7, &[(1, 5)]), &thrown);
    let line = &log[0];
    assert!(
        texts(line)
            .contains("Real dice, read by the camera. Corrected: the green D10 was read as 4, taken as 5.")
    );
    let DieView { face, by_app, read: Some(read), .. } = &line.dice[0] else { panic!("{line:?}") };
    assert_eq!((*face, *by_app, read.read_as, read.sure, read.p), (5, false, Some(4), false, 0.91));
    assert_eq!(
        (read.name.as_deref(), read.x_px, read.y_px, read.side_px),
        (Some("the green D10"), 40.0, 55.5, 31.2)
    );
    // The photograph is the throw's, and belongs to the dice alone.
    assert_eq!(battle.photo_for(line.photo.unwrap(), &Audience::Everyone).unwrap(), thrown.jpeg);
    assert!(log[1..].iter().all(|line| line.photo.is_none()), "{log:?}");
    // The ruling is that of the same face typed.
    let mut other = with_a_die_due(&typed);
    done(&mut other, &DecisionView::Roll { typed: Some(vec![5]), read: None });
    assert_eq!(other.situation().book, battle.situation().book);
    // Reports and exports tell it.
    let account = battle.account(&Audience::Everyone);
    assert!(chronicle::csv(&account).unwrap().contains("1 D10 camera: 5 (read as 4)"));
    assert!(chronicle::json(&account).unwrap().contains("\"read_as\": 4"));
    let report = chronicle::report(&account, None, |photo| battle.photo(photo).ok());
    assert!(report.contains("the green D10 5 (read as 4, corrected)"));
    let luck = chronicle::luck(&account);
    let named = &luck.named[0];
    assert_eq!(
        (named.name.as_deref(), named.die.as_str(), named.thrown, named.mean),
        (Some("the green D10"), "D10", 1, 5.0)
    );
    let summaries = battle::summaries(&evening.journal(), true).unwrap();
    assert_eq!(chronicle::CampaignStanding::of(summaries).dice, luck.named);
    // It is read again as it was written.
    let (log, situation) = (battle.log(), battle.situation().clone());
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
    let again = evening.resume(1);
    assert_eq!((again.log(), again.situation().clone()), (log, situation));
}

/// What a refusal says, the dice taken by index and face, and the throw.
type Case<'a> = (&'a str, &'a [(u32, u8)], &'a ThrowEvidence);

#[test]
fn dice_that_are_not_as_the_camera_saw_them_are_refused() {
    let evening = Evening::new();
    let mut battle = with_a_die_due(&evening);
    let one = |change: fn(&mut DieEvidence)| {
        let mut changed = die("d10", 4, 0);
        change(&mut changed);
        evidence(1, vec![changed])
    };
    let fine = one(|_| ());
    let no_picture = ThrowEvidence { jpeg: b"GIF89a".to_vec(), ..fine.clone() };
    let cases: [Case<'_>; 12] = [
        ("no such die", &[(1, 4)], &fine),
        ("no such die", &[(u32::MAX, 4)], &fine),
        ("11 is no face of a D10", &[(0, 11)], &fine),
        ("1 faces are needed", &[], &fine),
        ("given twice", &[(0, 4), (0, 4)], &fine),
        ("it takes a D10", &[(0, 4)], &one(|die| die.kind = "d6".to_owned())),
        ("can't be counted", &[(0, 4)], &one(|die| die.kind = "tens".to_owned())),
        ("can't be counted", &[(0, 4)], &one(|die| die.face = 12)),
        ("can't be counted", &[(0, 4)], &one(|die| die.p = f64::NAN)),
        ("can't be counted", &[(0, 4)], &one(|die| die.p = 1.1)),
        ("can't be counted", &[(0, 4)], &one(|die| die.x_px = f64::INFINITY)),
        ("can't be kept", &[(0, 4)], &no_picture),
    ];
    for (wanted, faces, thrown) in cases {
        let said = refusal(&mut battle, &taken(1, faces), thrown);
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    // A throw that the shell does not have, as a phone might name it.
    let AnswerView::Refused { reasons } = decide(&mut battle, &taken(9, &[(0, 10)])) else { panic!("taken") };
    assert!(reasons[0].text.contains("no longer at hand"), "{reasons:?}");
    let mut both = taken(1, &[(0, 4)]);
    if let DecisionView::Roll { typed, .. } = &mut both {
        *typed = Some(vec![10]);
    }
    assert!(refusal(&mut battle, &both, &fine).contains("not both"));
    // The printed 0 of a D10 is a ten, as read and as taken.
    let log = counted(&mut battle, &taken(1, &[(0, 0)]), &one(|die| die.face = 10));
    assert_eq!((log[0].dice[0].face, log[0].dice[0].read.as_ref().unwrap().read_as), (10, None));
}

#[test]
fn dice_count_once_until_they_are_taken_back() {
    let evening = Evening::new();
    let mut battle = with_a_die_due(&evening);
    let before = battle.situation().seq;
    let unsure = (0..9).map(|at| DieEvidence { sure: false, ..die("d10", 4, at) });
    let (thrown, wish) = (evidence(3, unsure.collect()), taken(3, &[(2, 4)]));
    let line = counted(&mut battle, &wish, &thrown).remove(0);
    assert!(texts(&line).contains("Confirmed by hand: a D10 shows 4."), "{line:?}");
    clear_what_is_due(&mut battle);
    done(&mut battle, &salvo("virginia", "monitor", None));
    let due = rolls_asked(&battle.view().asks).len() as u32;
    let from = |first: u32| taken(3, &(first..first + due).map(|at| (at, 4)).collect::<Vec<_>>());
    let said = refusal(&mut battle, &from(2), &thrown);
    assert!(said.contains(&format!("Event {} has counted these dice already", line.seq)), "{said}");
    // The others of the same throw have not been counted.
    counted(&mut battle, &from(3), &thrown);
    let back = TakeBack { to: before, by: "Ann".to_owned(), why: "Once more.".to_owned(), umpire: false };
    battle.take_back(&back, NOW).unwrap();
    counted(&mut battle, &wish, &thrown);
    let luck = chronicle::luck(&battle.account(&Audience::Everyone));
    let by_camera = luck.dice.iter().filter(|dice| dice.kind == "camera");
    let counts =
        by_camera.fold((0, 0), |(thrown, back), dice| (thrown + dice.thrown, back + dice.taken_back));
    assert_eq!((counts, luck.named.len()), ((1, 1 + due), 0));
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn any_throw_is_taken_as_it_was_read_or_refused() {
    let evening = Evening::new();
    let mut battle = with_a_die_due(&evening);
    let before = battle.situation().seq;
    let mut lot = Lot::new(28);
    let (mut counts, kinds) = ([0, 0], ["d6", "d10", "d10", "d10", "d20", "tens", "D10"]);
    for number in 0..150 {
        let dice = (0..1 + lot.below(3)).map(|at| DieEvidence {
            name: lot.chance(0.5).then(|| format!("\u{7} die {at} ") + &"x".repeat(lot.below(60) as usize)),
            sure: lot.chance(0.5),
            p: lot.between(-0.05, 1.05),
            x_px: lot.between(-20.0, 900.0),
            side_px: lot.between(10.0, 80.0),
            ..die(lot.pick(&kinds).unwrap(), lot.below(12) as u8, at as usize)
        });
        let thrown = evidence(number, dice.collect());
        let (at, face) = (lot.below(3), lot.below(12) as u8);
        match throw_in(&mut battle, &taken(number, &[(at, face)]), &thrown) {
            AnswerView::Done { log } => {
                let (read, shown) = (&thrown.dice[at as usize], &log[0].dice[0]);
                let tens = |face: u8| if face == 0 { 10 } else { face };
                assert_eq!((shown.face, read.kind.as_str()), (tens(face), "d10"));
                let as_read = shown.read.as_ref().unwrap();
                assert_eq!(as_read.read_as.unwrap_or(shown.face), tens(read.face));
                assert!((as_read.p - read.p).abs() <= 5e-5 && (as_read.x_px - read.x_px).abs() <= 0.05);
                let back =
                    TakeBack { to: before, by: "Ann".to_owned(), why: "Next.".to_owned(), umpire: false };
                battle.take_back(&back, NOW).unwrap();
                counts[0] += 1;
            }
            AnswerView::Refused { .. } => counts[1] += 1,
            AnswerView::TooClose { questions } => panic!("{questions:?}"),
        }
    }
    println!("{} throws taken, {} refused", counts[0], counts[1]);
    assert!(counts[0] > 15 && counts[1] > 15, "{counts:?}");
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

/// Monitor has rammed Virginia's side.
fn rammed(evening: &Evening) -> Battle<Gunboat> {
    let mut battle = begin_judged(evening);
    let monitor = ShipId::new("monitor");
    let west = |x_in: f64| Pose { stack: Point::new(x_in, 18.0), heading: Heading::from_deg(270.0) };
    settle(&mut battle, 1, |frame| sighting_with(frame, seen("monitor", 32.8, 18.0, 270.0, frame)));
    let orders = vec![SpeedOrder { ship: monitor.clone(), speed: 2 }];
    must(&mut battle, rulesets::gunboat::Decision::RingUp { orders });
    battle.lay_by_hand(&monitor, west(32.25), NOW, picture).unwrap();
    let order = MoveOrder { ship: monitor.clone(), settled: Vec::new(), ashore: false };
    must(&mut battle, rulesets::gunboat::Decision::Move { moves: vec![order] });
    let mut settled: Vec<Settlement> = Vec::new();
    for _ in 0..5 {
        let ram = rulesets::gunboat::Decision::Ram {
            rammer: monitor.clone(),
            target: ShipId::new("virginia"),
            settled: settled.clone(),
        };
        match battle.decide(&battle::DecisionRequest::of(ram), NOW, picture).unwrap() {
            AnswerView::Done { .. } => return battle,
            AnswerView::TooClose { questions } => {
                settled.extend(questions.iter().map(|question| Settlement {
                    key: rulesets::core::EdgeKey(question.key.clone()),
                    reading: question.readings[0].key.clone(),
                }))
            }
            AnswerView::Refused { reasons } => panic!("{reasons:?}"),
        }
    }
    panic!("the ram is never decided")
}

#[test]
fn the_white_die_of_a_ram_is_told_from_the_coloured_one() {
    let evening = Evening::new();
    let mut battle = rammed(&evening);
    let rolls = rolls_asked(&battle.view().asks);
    let names: Vec<Option<&str>> = rolls.iter().map(|roll| roll.die_name.as_deref()).collect();
    assert_eq!(names, [Some("white"), Some("coloured")]);
    let named = |name: &str, face, at| DieEvidence { name: Some(name.to_owned()), ..die("d6", face, at) };
    let thrown = evidence(1, vec![named("the red die", 6, 0), named("The White die", 1, 1)]);
    let said = refusal(&mut battle, &taken(1, &[(0, 6), (1, 1)]), &thrown);
    assert!(said.contains("takes the white die, and the red die was given for it"), "{said}");
    // Where no die is known as the white one, the players say which it is.
    let unnamed = evidence(2, vec![die("d6", 6, 0), die("d6", 1, 1)]);
    let before = battle.situation().seq;
    counted(&mut battle, &taken(2, &[(0, 6), (1, 1)]), &unnamed);
    let back = TakeBack { to: before, by: "Ann".to_owned(), why: "Named.".to_owned(), umpire: false };
    battle.take_back(&back, NOW).unwrap();
    let log = counted(&mut battle, &taken(1, &[(1, 1), (0, 6)]), &thrown);
    let faces: Vec<u8> = log[0].dice.iter().map(|die| die.face).collect();
    assert_eq!(faces, [1, 6]);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn the_usual_dice_have_no_name() {
    let evening = Evening::new();
    let mut battle = with_a_die_due(&evening);
    let rolls = rolls_asked(&battle.view().asks);
    assert!(rolls.iter().all(|roll| roll.die_name.is_none()), "{rolls:?}");
    let (wish, thrown) = read_as_asked(1, &rolls, &[10]);
    let log = counted(&mut battle, &wish, &thrown);
    // A bare record: nothing of the reading is written for other dice.
    clear_what_is_due(&mut battle);
    done(&mut battle, &salvo("virginia", "monitor", None));
    let faces = vec![3; rolls_asked(&battle.view().asks).len()];
    let typed = done(&mut battle, &DecisionView::Roll { typed: Some(faces), read: None });
    let stored = evening.journal().events(1).unwrap();
    let says = |seq: i64| {
        let event = stored.iter().find(|event| event.seq == seq).unwrap();
        String::from_utf8(event.body.clone()).unwrap().contains("dice_read")
    };
    assert!(says(log[0].seq) && !says(typed[0].seq));
}
