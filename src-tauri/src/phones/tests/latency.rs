//! How long other phones wait for what one seat has done. A benchmark: run it by hand, with `--ignored --nocapture`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use crate::ipc::seat::Asker;
use crate::phones::tests::evening::{Evening, answer_to, choice};
use crate::phones::tests::wire::TestServer;
use crate::phones::tests::wire::phone::{Phone, Transport};
use crate::table_session::{BattleRecord, FrameTrigger};
use battle::Command;
use battle::view::{AnswerView, AskView, FieldValue, FormView};
use companion::wire::Call;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is measured for each transport.
const DECISIONS: u32 = 40;
/// The greatest p95 that an evening bears.
const BOUND: Duration = Duration::from_millis(150);

/// The order form of the union.
fn orders(evening: &Evening) -> FormView {
    let now = evening.shell.changes(Asker::Umpire, "umpire", 0).unwrap().unwrap().now;
    let form = now.battle.asks.into_iter().find_map(|ask| match ask {
        AskView::Form(form) if form.key == "orders:union" => Some(form),
        _ => None,
    });
    form.unwrap()
}

/// The values below which half, and 19 of 20, lie.
fn p50_p95(mut all: Vec<Duration>) -> (Duration, Duration) {
    all.sort();
    (all[all.len() / 2], all[all.len() * 19 / 20])
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a benchmark"]
async fn eight_phones_in_four_seats_are_shown_a_decision() {
    let evening = Evening::with_camera(FrameTrigger::EveryFrame);
    evening.begin(&choice("noddy", "mobile-bay-mines", true, Vec::new()));
    evening.until_asked(|ask| matches!(ask, AskView::Form(form) if form.key == "orders:union"));
    for again in ["computed", "kept"] {
        for seat in ["union", "umpire", "everyone"] {
            let began = Instant::now();
            let answer = evening.shell.desk.changes(Asker::Umpire, seat, evening.seq()).unwrap().unwrap();
            let taken = began.elapsed();
            let bytes = serde_json::to_string(&answer).unwrap().len();
            println!(
                "changes for {seat}, {again}: {taken:?}, {:?} with {bytes} bytes of JSON",
                began.elapsed()
            );
        }
    }
    let server = TestServer::start(evening);
    let turn = orders(&server.evening)
        .fields
        .iter()
        .find(|field| field.key.starts_with("turn:"))
        .unwrap()
        .key
        .clone();
    for transport in Transport::BOTH {
        let mut phones = Vec::new();
        for (number, seat) in
            ["union", "confederate", "umpire", "everyone"].iter().cycle().take(8).enumerate()
        {
            phones.push(Arc::new(Phone::seated(&server, &format!("P{number}"), seat, transport).await));
        }
        let mut waited = Vec::new();
        for decision in 0..DECISIONS {
            let seq = server.evening.seq();
            let turned = FieldValue::Number(f64::from(decision % 20));
            let decision = answer_to(&orders(&server.evening), &[(&turn, turned)]);
            let answer = server.evening.command(Asker::Umpire, "umpire", &Command::Decide(&decision));
            assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
            let (acknowledged, news) = (Instant::now(), server.evening.shell.desk.news());
            let shown = phones.iter().map(|phone| {
                let phone = Arc::clone(phone);
                tokio::spawn(async move {
                    phone.until("the news", |push| push["live"]["battle_news"] == news).await;
                    let changes = phone.call(&format!("look {seq}"), Call::Changes { seq }).await;
                    assert!(changes["ok"].is_object(), "{changes}");
                    acknowledged.elapsed()
                })
            });
            for shown in shown.collect::<Vec<_>>() {
                waited.push(shown.await.unwrap());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let (p50, p95) = p50_p95(waited);
        println!(
            "{transport:?}: decision to the changes on eight phones: p50 {p50:?}, p95 {p95:?} (bound {BOUND:?})"
        );
        assert!(p95 < BOUND, "{p95:?}");
        for phone in phones {
            server.phones.throw_out(phone.id).unwrap();
        }
    }
}
