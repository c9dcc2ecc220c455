//! Tests of dice by eye on the demo table: from the hand that throws them to what windows show and the log keeps.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::dice::{DiceAsk, DiceView, DieSeenView, TrayState};
use crate::table_session::latest::lock;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::tests::stepped_table::{SteppedTable, look_once};
use battle::view::RollView;
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

/// Throws until the dice of a throw after that number fit, sure or not: dice that lean or hide each other, or seem put down
/// where a busy machine shows few pictures of them, are thrown again, as players do.
fn throw_after(session: &TableSession, shown: &Mutex<DiceView>, before: u32) -> DiceView {
    for _ in 0..8 {
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
