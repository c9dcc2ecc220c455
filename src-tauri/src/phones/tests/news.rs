//! What one seat does is shown to all others at once, without waiting for the camera.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::seat::Asker;
use crate::phones::tests::evening::{Evening, choice};
use crate::phones::tests::wire::TestServer;
use crate::phones::tests::wire::phone::{Phone, Transport};
use crate::table_session::BattleRecord;
use battle::Command;
use companion::wire::Call;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn note(about: i64) -> Call {
    Call::Remark { about, text: "Full ahead.".to_owned(), private: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phones_command_is_news_for_all_phones_and_windows() {
    let evening = Evening::new();
    evening.begin(&choice("noddy", "memphis", false, Vec::new()));
    evening.look();
    let server = TestServer::start(evening);
    let evening = &server.evening;
    let windows = Arc::new(Mutex::new(Vec::new()));
    let shown = Arc::clone(&windows);
    evening.shell.live.watch_live(
        "main",
        Box::new(move |view| {
            shown.lock().unwrap().push(view.battle_news);
            true
        }),
    );
    for transport in Transport::BOTH {
        let ann = Phone::seated(&server, "Ann", "union", transport).await;
        let ben = Phone::seated(&server, "Ben", "confederate", transport).await;
        let seq = evening.seq();
        let answer = ann.call("note", note(seq)).await;
        assert!(answer["refused"].is_null(), "{answer}");
        let news = evening.shell.desk.news();
        let live = ben.until("the news", |push| push["live"]["battle_news"] == news).await;
        assert_eq!(live["live"]["table_px"], Value::Array(Vec::new()), "no pixels: {live}");
        let changes = ben.call("look", Call::Changes { seq }).await;
        assert_eq!(
            (&changes["ok"]["news"], &changes["ok"]["now"]["viewer"]),
            (&news.into(), &"confederate".into())
        );
        assert!(changes["ok"]["lines"].to_string().contains("Full ahead."), "{changes}");
        // Sent again, it is not done twice.
        assert_eq!(ann.call("note", note(seq)).await, answer);
        assert_eq!(evening.seq(), seq + 1);
        let began = Instant::now();
        while windows.lock().unwrap().last() != Some(&news) {
            assert!(began.elapsed() < Duration::from_secs(5), "no window was told");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_end_when_another_battle_is_in_play_and_phones_that_leave_are_forgotten() {
    let evening = Evening::new();
    evening.begin(&choice("noddy", "memphis", true, Vec::new()));
    evening.look();
    let server = TestServer::start(evening);
    let ann = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let tv = Phone::seated(&server, "TV", "everyone", Transport::Events).await;
    server.evening.begin(&choice("gunboat", "plum-point-bend", false, Vec::new()));
    ann.until("the end of the seat", |push| push["state"]["standing"] == "seat_ended").await;
    let changes = ann.call("look", Call::Changes { seq: 0 }).await;
    assert!(changes["ok"].is_null(), "{changes}");
    let changes = tv.call("look", Call::Changes { seq: 0 }).await;
    assert_eq!(changes["ok"]["now"]["book_id"], "gunboat", "onlookers stay: {changes}");
    let request = crate::phones::tests::evening::chart_request(&[]);
    let chart = tv.call("chart", Call::Chart { request }).await;
    assert!(chart["ok"]["items"].as_array().is_some_and(|items| !items.is_empty()), "{chart}");
    assert_eq!(server.evening.shell.stage.phones(), [tv.id]);
    server.phones.throw_out(tv.id).unwrap();
    tv.until_ended().await;
    let began = Instant::now();
    while !server.evening.shell.stage.phones().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(5), "what was drawn for a phone is kept for ever");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    // The windows go on, and phones that are off say so.
    server.phones.stop();
    assert_eq!(server.phones.view().bound_to, None);
    assert!(server.phones.let_in(ann.id).unwrap_err().sentence.contains("Phones are off"));
    server.evening.command(Asker::Main, "everyone", &Command::TakePlaces);
}

#[test]
fn an_address_that_this_computer_does_not_have_is_named_on_the_screen() {
    let evening = Evening::new();
    let phones = crate::phones::Phones::open(Arc::clone(&evening.shell), Box::new(|_| None)).unwrap();
    let shown = Arc::new(Mutex::new(Vec::new()));
    let shows = Arc::clone(&shown);
    phones.watch(Box::new(move |view| {
        shows.lock().unwrap().push(view.trouble.map(|trouble| trouble.sentence));
        true
    }));
    let refused = phones.start("192.0.2.77").unwrap_err().sentence;
    assert!(refused.contains("192.0.2.77"), "{refused}");
    assert_eq!(*shown.lock().unwrap(), [None, Some(refused)]);
    phones.start("127.0.0.1").unwrap();
    assert_eq!(shown.lock().unwrap().last(), Some(&None));
}
