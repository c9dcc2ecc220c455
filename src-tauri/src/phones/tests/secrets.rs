//! Plants secrets in a battle, and searches everything that phones are sent for them.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::seat::Asker;
use crate::phones::tests::evening::{Evening, answer_to, chart_request, choice};
use crate::phones::tests::wire::TestServer;
use crate::phones::tests::wire::phone::{Phone, Transport};
use crate::table_session::BattleRecord;
use battle::view::{AskView, BattleNow, FieldValue, FormView};
use companion::wire::Call;
use serde_json::Value;
use std::cell::RefCell;

/// A secret, and the seats that may know it; the first of them, at least, must be told.
const SECRETS: [(&str, &[&str]); 9] = [
    ("17.2371", &["confederate", "umpire"]),
    ("17 degrees to port", &["umpire", "confederate"]),
    ("8.6171", &["union", "umpire"]),
    ("9 degrees to starboard", &["umpire", "union"]),
    ("a whisper among the Union", &["union", "umpire"]),
    ("a whisper among the Confederates", &["confederate", "umpire"]),
    ("a note of the umpire's own", &["umpire"]),
    ("the mines by the buoy", &["umpire", "confederate"]),
    ("On the umpire's chart", &["confederate", "umpire"]),
];

/// A phone, with everything that it was sent.
struct Listening {
    seat: &'static str,
    phone: Phone,
    heard: RefCell<String>,
    calls: RefCell<u32>,
}

impl Listening {
    async fn at(server: &TestServer, seat: &'static str, transport: Transport) -> Self {
        let phone = Phone::seated(server, &format!("At {seat}"), seat, transport).await;
        Self { seat, phone, heard: RefCell::default(), calls: RefCell::default() }
    }

    fn hears(&self, text: &Value) {
        let mut heard = self.heard.borrow_mut();
        heard.push_str(&text.to_string());
        heard.push('\n');
    }

    async fn call(&self, call: Call) -> Value {
        let id = self.calls.replace_with(|calls| *calls + 1);
        let answer = self.phone.call(&format!("{} {id}", self.seat), call).await;
        self.hears(&answer);
        answer
    }

    async fn now(&self) -> BattleNow {
        serde_json::from_value(self.call(Call::Changes { seq: 0 }).await["ok"]["now"].clone()).unwrap()
    }

    /// Hears all pushes up to the live view with this news.
    async fn until_news(&self, news: u64) {
        self.phone
            .until("the news", |push| {
                self.hears(push);
                push["live"]["battle_news"] == news
            })
            .await;
    }
}

fn forms(now: &BattleNow) -> Vec<FormView> {
    let asked = now.battle.asks.iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    asked.chain(&now.also).chain(&now.rulings).cloned().collect()
}

/// Writes a side's orders, with one turn that nobody else would think of, and a note for the side alone.
async fn plant(phone: &Listening, turn_deg: f64, whisper: &str) {
    let now = phone.now().await;
    let key = format!("orders:{}", phone.seat);
    let form = forms(&now).into_iter().find(|form| form.key == key).unwrap();
    let turn = form.fields.iter().find(|field| field.key.starts_with("turn:")).unwrap().key.clone();
    let decision = answer_to(&form, &[(&turn, FieldValue::Number(turn_deg))]);
    let answer = phone.call(Call::Decide { made_on: now.battle.seq, decision }).await;
    assert_eq!(answer["ok"]["answer"]["answer"], "done", "{answer}");
    whispers(phone, whisper).await;
}

async fn whispers(phone: &Listening, whisper: &str) {
    let about = phone.now().await.battle.seq;
    let answer = phone.call(Call::Remark { about, text: whisper.to_owned(), private: true }).await;
    assert!(answer["refused"].is_null(), "{answer}");
}

/// Every call that changes nothing, and every form of others, which is refused.
async fn asks_everything(phone: &Listening, umpires: &BattleNow) {
    let seq = umpires.battle.seq;
    let ships: Vec<&str> = umpires.battle.ships.iter().map(|ship| ship.id.as_str()).collect();
    for call in [Call::Changes { seq: 0 }, Call::Battles, Call::Books] {
        phone.call(call).await;
    }
    for call in [Call::ReplayLog { battle: 1 }, Call::ReplayTracks { battle: 1 }] {
        phone.call(call).await;
    }
    for pair in ships.windows(2) {
        let (from, to) = (pair[0].to_owned(), pair[1].to_owned());
        phone.call(Call::Chart { request: chart_request(pair) }).await;
        phone.call(Call::Measure { from: from.clone(), to: to.clone() }).await;
        phone.call(Call::PreviewSalvo { shooter: from, target: to }).await;
    }
    for seq in (1..=seq).rev().take(12) {
        phone.call(Call::ReplayAt { battle: 1, seq }).await;
        phone.call(Call::ReplayChart { battle: 1, seq, request: chart_request(&[]) }).await;
    }
    let own = phone.now().await;
    for form in forms(umpires) {
        let decision = answer_to(&form, &[]);
        phone.call(Call::Foresee { decision: decision.clone() }).await;
        if forms(&own).iter().all(|offered| offered.key != form.key) {
            let answer = phone.call(Call::Decide { made_on: seq, decision }).await;
            assert_ne!(answer["ok"]["answer"]["answer"], "done", "{} did {}", phone.seat, form.key);
        }
    }
}

/// The umpire's battle while orders are written.
fn battle_with_mines() -> Evening {
    let evening = Evening::new();
    evening.begin(&choice("noddy", "mobile-bay-mines", true, Vec::new()));
    evening.until_asked(|ask| matches!(ask, AskView::Form(form) if form.key.starts_with("orders:")));
    evening.look();
    evening
}

async fn nothing_secret_is_sent(transport: Transport) {
    let server = TestServer::start(battle_with_mines());
    let mut phones = Vec::new();
    for seat in ["union", "confederate", "umpire", "everyone"] {
        phones.push(Listening::at(&server, seat, transport).await);
    }
    let waiting = Phone::waiting(&server, "Waiting", "confederate", transport).await;
    let [union, confederate, umpire, _] = &phones[..] else { panic!() };
    plant(confederate, -17.2371, "a whisper among the Confederates").await;
    plant(union, 8.6171, "a whisper among the Union").await;
    whispers(umpire, "a note of the umpire's own").await;
    let umpires = umpire.now().await;
    for phone in &phones {
        asks_everything(phone, &umpires).await;
        let drawn = phone.now().await.orders;
        assert!(drawn.iter().all(|order| phone.seat == "umpire" || order.side == phone.seat), "{drawn:?}");
    }
    server.evening.command(
        Asker::Umpire,
        "umpire",
        &battle::Command::Remark { about: umpires.battle.seq, text: "All have written.", private: false },
    );
    let news = server.evening.shell.desk.news();
    for phone in &phones {
        phone.until_news(news).await;
    }
    let refused = waiting.call("all", Call::Changes { seq: 0 }).await;
    let state = server.client.get("/api/state", &waiting.cookie).await.text();
    server.phones.throw_out(waiting.id).unwrap();
    let last = waiting.until_ended().await;
    let to_waiting = format!("{refused} {state} {last:?}");
    for (secret, known_to) in SECRETS {
        assert!(!to_waiting.contains(secret), "a waiting phone is told {secret}");
        for phone in &phones {
            let heard = phone.heard.borrow();
            let at = heard.find(secret).map(|at| &heard[at.saturating_sub(200)..at + secret.len()]);
            match known_to.iter().position(|seat| *seat == phone.seat) {
                Some(0) => {
                    assert!(at.is_some(), "{secret} was not even planted: {} knows nothing", phone.seat)
                }
                Some(_) => println!("{} is told {secret}: {}", phone.seat, at.is_some()),
                None => assert_eq!(at, None, "{} is told {secret} ({transport:?})", phone.seat),
            }
        }
    }
    let heard: Vec<String> = phones
        .iter()
        .map(|phone| format!("{} {} kB", phone.seat, phone.heard.borrow().len() / 1000))
        .collect();
    println!("{transport:?}: searched {}", heard.join(", "));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_phone_is_sent_a_secret_of_others_over_the_socket() {
    nothing_secret_is_sent(Transport::Socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_phone_is_sent_a_secret_of_others_as_events() {
    nothing_secret_is_sent(Transport::Events).await;
}
