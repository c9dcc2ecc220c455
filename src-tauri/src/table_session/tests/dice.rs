//! Tests of dice by eye on the demo table: from the hand that throws them to what windows show and the log keeps.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::dice::{DiceAsk, DiceView, DieSeenView, KnownDieView, TrayState};
use crate::ipc::messages::SourceChoice;
use crate::table_session::latest::lock;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::tests::stepped_table::{SteppedTable, look_once};
use battle::view::RollView;
use demo::{Colour, DieShape, ThrownDie};
use geometry::FrameId;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tracking::source::DemoHandle;

fn roll(die_name: &str) -> RollView {
    RollView {
        faces: 6,
        die_name: Some(die_name.to_owned()),
        purpose: "Draft boxes lost".to_owned(),
        rule: "GUN-48".to_owned(),
    }
}

fn ask_for(stepped: &SteppedTable, rolls: Vec<RollView>) {
    let mut asked = lock(&stepped.listener.asked);
    *asked = (asked.0 + 1, rolls);
}

/// The newest view of the dice that satisfies a condition.
fn until(shown: &Mutex<DiceView>, what: &str, is_so: impl Fn(&DiceView) -> bool) -> DiceView {
    let began = Instant::now();
    loop {
        let view = lock(shown).clone();
        if is_so(&view) {
            return view;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{what}: {view:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What the dice views of a table are kept in.
fn shown_by(stepped: &mut SteppedTable) -> Arc<Mutex<DiceView>> {
    let shown = Arc::new(Mutex::new(DiceView::default()));
    let keeps = Arc::clone(&shown);
    stepped.send();
    let sink = move |view: crate::ipc::messages::LiveView| {
        *lock(&keeps) = view.dice;
        true
    };
    stepped.live.watch_live("main", Box::new(sink));
    shown
}

/// Throws until the dice of a throw after that number fit, sure or not: dice that lean or hide each other are thrown again, as
/// players do.
fn throw_after(session: &TableSession, shown: &Mutex<DiceView>, before: u32) -> DiceView {
    for _ in 0..4 {
        session.demo_throw().unwrap();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(3) {
            let view = lock(shown).clone();
            if view.throw.is_some_and(|number| number > before) && view.order.is_some() {
                return view;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        println!("thrown again: {:?}", lock(shown));
    }
    panic!("no throw was seen and read");
}

/// The names of the dice in the order of the rolls.
fn names_of(view: &DiceView) -> Vec<Option<&str>> {
    let order = view.order.iter().flatten();
    order.map(|die| view.dice[*die as usize].name.as_deref()).collect()
}

/// Every die of the hand was read where it lies; what is sure, with its value.
fn assert_read_as_thrown(view: &DiceView, hand: &DemoHandle) {
    let truth = hand.dice_truth();
    assert_eq!(truth.len(), view.dice.len());
    for (value, at) in truth {
        let off_px = |die: &&DieSeenView| (die.x - at.x_px).hypot(die.y - at.y_px);
        let nearest = view.dice.iter().min_by(|a, b| off_px(a).total_cmp(&off_px(b))).unwrap();
        // Books count the zero of a ten-sided die as ten.
        assert!(
            !nearest.sure || nearest.value == if value == 0 { 10 } else { value },
            "{value}: {nearest:?}"
        );
        assert!(off_px(&nearest) < nearest.side_px, "{} px off", off_px(&nearest));
    }
}

#[test]
fn a_tray_with_a_camera_of_its_own_reads_dice_with_numbers() {
    let mut stepped = SteppedTable::new();
    let shown = shown_by(&mut stepped);
    let d10 = |name: &str| RollView { faces: 10, ..roll(name) };
    ask_for(&stepped, vec![d10("coloured"), d10("white")]);
    let view = throw_after(&stepped.session, &shown, 0);
    println!("{view:?}");
    assert_eq!(names_of(&view), [Some("the coloured D10"), Some("the white D10")]);
    let camera = stepped.session.dice.cameras().now().unwrap();
    assert_read_as_thrown(&view, &camera.frames.demo().unwrap());
    assert!(stepped.session.source.tray.get().is_none(), "the table has a tray as well");
    let own = view.camera.unwrap();
    assert_eq!((own.width_px, own.sentence), (800, None));
    assert!(!stepped.session.next_tray_picture(FrameId(0)).unwrap().is_empty());
    let evidence = stepped.session.dice.evidence(view.throw.unwrap()).unwrap();
    assert_eq!(evidence.dice.len(), 2);

    let back = DiceAsk::Camera { choice: None };
    stepped.session.dice_request(&back).unwrap();
    let is_gone = |view: &DiceView| view.camera.is_none() && view.state == TrayState::NoTray;
    let none = until(&shown, "the camera is still there", is_gone);
    assert_eq!((none.throw, none.tray_px), (None, None));
    assert!(stepped.session.next_tray_picture(FrameId(0)).is_err());
}

#[test]
fn dice_on_the_demo_table_are_read_for_the_rolls_that_they_were_thrown_for() {
    let mut stepped = SteppedTable::new();
    let shown = shown_by(&mut stepped);
    let throw_after = |before| throw_after(&stepped.session, &shown, before);
    assert!(stepped.session.demo_throw().unwrap_err().sentence.contains("No dice are asked for"));
    let tray_px = stepped.hand.free_tray_px();
    stepped.session.dice_request(&DiceAsk::Tray { tray_px }).unwrap();

    // The die that is asked for first is found by its name, wherever it lies.
    ask_for(&stepped, vec![roll("coloured"), roll("white")]);
    let view = throw_after(0);
    println!("{view:?}");
    assert_eq!(view.sentence.is_none(), view.all_sure);
    assert_eq!(names_of(&view), [Some("the coloured die"), Some("the white die")]);
    assert_read_as_thrown(&view, &stepped.hand);
    stepped.session.with_owner(|owner| owner.recogniser.apply_corrections(&mut owner.table));
    for _ in 0..40 {
        look_once(&stepped.session);
    }
    let seen = stepped.view();
    assert!(seen.things.is_empty() && seen.questions.is_empty(), "the tray is no part of the table");

    let throw = view.throw.unwrap();
    let evidence = stepped.session.dice.evidence(throw).unwrap();
    assert!(evidence.jpeg.starts_with(&[0xff, 0xd8]));
    assert_eq!(evidence.dice.len(), 2);
    ask_for(&stepped, vec![roll("white"), roll("coloured")]);
    let early = until(&shown, "still offered", |view| view.order.is_none());
    assert!(early.sentence.unwrap().contains("before they were asked for"));
    assert!(stepped.session.dice.evidence(throw).is_err());

    let again = throw_after(throw);
    stepped.session.dice.spend();
    let spent = until(&shown, "not spent", |view| view.order.is_none());
    assert_eq!((spent.state, spent.sentence), (TrayState::Thrown, None));
    assert!(stepped.session.dice.evidence(again.throw.unwrap()).is_err());

    stepped.session.dice_request(&DiceAsk::Tray { tray_px: None }).unwrap();
    let none = until(&shown, "the tray is still there", |view| view.tray_px.is_none());
    assert_eq!((none.state, none.throw), (TrayState::NoTray, None));
}

/// The newest view with another throw than `before`; what the tray says if there is none in time.
fn next_throw(shown: &Mutex<DiceView>, before: Option<u32>) -> DiceView {
    until(shown, "no throw", |view| view.throw.is_some() && view.throw != before)
}

const WHITE: Colour = Colour(232, 228, 214);
const INK: Colour = Colour(24, 24, 28);

#[test]
fn dice_from_before_and_beside_the_tray_are_never_taken_for_thrown_ones() {
    let mut stepped = SteppedTable::new();
    let shown = shown_by(&mut stepped);
    let tray_px = stepped.hand.free_tray_px().unwrap();
    stepped.session.dice_request(&DiceAsk::Tray { tray_px: Some(tray_px) }).unwrap();
    until(&shown, "no tray", |view| view.tray_px.is_some());
    std::thread::sleep(Duration::from_secs(1));
    let die = |value| ThrownDie::with_pips(value, demo::DemoTable::DIE_EDGE_IN, WHITE, INK);
    let hand = &stepped.hand;

    // Thrown before anything is asked for: said, and not taken.
    assert!(hand.throw_dice(&[die(4)], tray_px));
    let early = next_throw(&shown, None);
    assert_eq!((early.order, early.sentence), (None, None));
    let one = roll("white");
    ask_for(&stepped, vec![one.clone()]);
    let early = until(&shown, "nothing said", |view| view.sentence.is_some());
    assert!(early.sentence.unwrap().contains("before they were asked for") && early.order.is_none());

    // Another one beside it: that one counts, and only that.
    assert!(hand.throw_dice(&[die(2)], tray_px));
    let view = next_throw(&shown, early.throw);
    println!("{view:?}");
    let counting: Vec<bool> = view.dice.iter().map(|die| die.counts).collect();
    assert_eq!((counting, view.order), (vec![true, false], Some(vec![0])));
    let (value, at) = hand.dice_truth()[1];
    assert_eq!(value, 2);
    assert!((view.dice[0].x - at.x_px).hypot(view.dice[0].y - at.y_px) < view.dice[0].side_px);
    assert!(!view.dice[0].sure || view.dice[0].value == 2);

    // One of two falls beside the tray.
    stepped.session.dice.spend();
    hand.take_dice_away();
    ask_for(&stepped, vec![one.clone(), one]);
    let [left, top, right, bottom] = tray_px;
    let beside = [left - 0.9 * (right - left), top, left - 0.2 * (right - left), bottom];
    assert!(hand.throw_dice(&[die(5)], beside));
    assert!(hand.throw_dice(&[die(3)], tray_px));
    let view = next_throw(&shown, view.throw);
    println!("{view:?}");
    assert_eq!(view.sentence.as_deref(), Some("A die lies outside the tray: throw it again."));
}

#[test]
fn a_die_is_taught_by_throws_whose_groups_are_named_once() {
    let mut stepped = SteppedTable::new();
    let shown = shown_by(&mut stepped);
    let session = Arc::clone(&stepped.session);
    let known = |ask: DiceAsk| -> KnownDieView {
        let all = session.dice_request(&ask).unwrap();
        all.into_iter().find(|die| die.name == "the blue die").unwrap()
    };
    session.dice_request(&DiceAsk::Camera { choice: Some(SourceChoice::Demo) }).unwrap();
    until(&shown, "no tray", |view| view.tray_px.is_some());
    let (name, kind) = ("the blue die".to_owned(), "d6".to_owned());
    let begun = known(DiceAsk::TeachByThrows { name: name.clone(), kind });
    assert_eq!((begun.groups.unwrap(), begun.missing), (Vec::new(), (1..=6).collect()));
    let tray = session.dice.cameras().now().unwrap().frames.demo().unwrap();
    // Rolls that are asked for meanwhile take none of these throws.
    ask_for(&stepped, vec![roll("white")]);
    std::thread::sleep(Duration::from_secs(1));
    let mut truth: Vec<u8> = Vec::new();
    for value in [1, 2, 3, 4, 5, 6, 2, 5] {
        let die = ThrownDie::with_numbers(value, DieShape::D6, 0.63, Colour(40, 70, 150), WHITE);
        for _ in 0..6 {
            tray.take_dice_away();
            tray.throw_dice(std::slice::from_ref(&die), [0.0, 0.0, 800.0, 600.0]);
            let began = Instant::now();
            let throws = || lock(&shown).lesson.as_ref().map_or(0, |lesson| lesson.throws);
            while throws() as usize == truth.len() && began.elapsed() < Duration::from_secs(3) {
                std::thread::sleep(Duration::from_millis(10));
            }
            if throws() as usize > truth.len() {
                truth.push(value);
                break;
            }
            println!("{value} was not learnt from: {:?}", lock(&shown).lesson);
        }
    }
    let view = lock(&shown).clone();
    assert_eq!((view.throw, view.order, truth.len()), (None, None, 8), "{:?}", view.lesson);
    // What players do: name what they see, part what is mixed. Groups of one number are one.
    for _ in 0..20 {
        let die = known(DiceAsk::Look);
        let Some(groups) = die.groups else { break };
        assert!(groups.iter().all(|group| group.picture.starts_with("data:image/png;base64,")));
        assert_eq!(groups.iter().map(|group| group.throws).sum::<u32>(), 8);
        let Some(group) = groups.iter().find(|group| group.value.is_none()) else { break };
        let value = Some(truth[group.throw as usize]);
        known(DiceAsk::NameGroup { name: name.clone(), throw: group.throw, value });
    }
    let die = known(DiceAsk::Look);
    assert_eq!((die.groups, die.missing, die.shown), (None, Vec::new(), (1..=6).collect()));
    let over = until(&shown, "the lesson goes on", |view| view.lesson.is_none());
    assert_eq!(over.order, None);
    // It is read now, for the roll that is still asked for.
    tray.take_dice_away();
    let die = ThrownDie::with_numbers(4, DieShape::D6, 0.63, Colour(40, 70, 150), WHITE);
    tray.throw_dice(&[die], [0.0, 0.0, 800.0, 600.0]);
    let view = next_throw(&shown, None);
    println!("{view:?}");
    assert_eq!(view.dice.iter().map(|die| die.name.as_deref()).collect::<Vec<_>>(), [Some("the blue die")]);
    assert!(!view.all_sure || view.dice[0].value == 4);
}
