//! Joining: keys, sessions, names, clocks.

use crate::support::TestServer;
use crate::support::phone::{Phone, Transport, ask_to_join, cookie_of, now_ms};
use axum::http::StatusCode;
use companion::wire::Standing;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_joins_with_the_key_and_waits_for_the_host() {
    let server = TestServer::start();
    let key = server.key();
    let offered = server.client.post("/api/seats", "", json!({ "key": key }).to_string()).await;
    assert_eq!(offered.status, StatusCode::OK, "{offered:?}");
    assert_eq!(offered.json().as_array().unwrap().len(), 4);
    assert_eq!(server.key(), key, "looking at the seats uses no key up");

    let got = ask_to_join(&server, &key, " Ann ", "union").await;
    assert_eq!(got.status, StatusCode::OK, "{got:?}");
    let cookie = got.header("set-cookie").to_owned();
    for flag in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"] {
        assert!(cookie.split("; ").any(|part| part == flag), "{flag} is missing: {cookie}");
    }
    let token = cookie_of(&got).split_once('=').unwrap().1.to_owned();
    assert!(cookie.starts_with("__Host-") && token.len() == 64, "{cookie}");
    assert!(!got.text().contains(&token), "only the cookie has the token");
    let state = got.json();
    assert_eq!(
        (&state["name"], &state["standing"], &state["clock"]),
        (&json!("Ann"), &json!("waiting"), &Value::Null)
    );
    assert_eq!(state["fingerprint"].as_str(), server.companion.view().fingerprint.as_deref());
    assert_ne!(server.key(), key, "a used key is replaced");

    let view = server.companion.view();
    assert_eq!(view.phones[0].standing, Standing::Waiting);
    assert!(!view.phones[0].connected);
    let again = server.client.get("/api/state", &cookie_of(&got)).await;
    assert_eq!(again.json()["standing"], "waiting");
    server.let_in(view.phones[0].phone);
    let seated = server.client.get("/api/state", &cookie_of(&got)).await;
    assert_eq!(seated.json()["standing"], "seated");
    assert!(server.changes.load(std::sync::atomic::Ordering::SeqCst) > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_opens_once_and_wrong_ones_wait_longer_and_alarm_the_host() {
    let server = TestServer::start();
    let key = server.key();
    assert!(ask_to_join(&server, &key, "Ann", "union").await.status.is_success());
    let used = ask_to_join(&server, &key, "Eve", "union").await;
    assert_eq!(used.status, StatusCode::FORBIDDEN);
    assert!(used.text().contains("used already"), "{}", used.text());
    assert!(server.companion.view().alarms.is_empty(), "a used key is no attack");

    let wrong = ask_to_join(&server, &"0".repeat(32), "Eve", "union").await;
    assert_eq!(wrong.status, StatusCode::FORBIDDEN, "{wrong:?}");
    let slowed = ask_to_join(&server, &server.key(), "Eve", "union").await;
    assert_eq!(slowed.status, StatusCode::TOO_MANY_REQUESTS, "{slowed:?}");
    let view = server.until("the alarm", |view| !view.alarms.is_empty()).await;
    assert!(view.alarms[0].contains("wrong code"), "{:?}", view.alarms);
    assert_eq!(view.phones.len(), 1);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert!(ask_to_join(&server, &server.key(), "Bob", "union").await.status.is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_request_uses_no_key_up() {
    let server = TestServer::start();
    let key = server.key();
    for (name, seat) in [("", "union"), ("a\u{7}b", "union"), (&*"x".repeat(41), "union"), ("Ann", "admiral")]
    {
        let got = ask_to_join(&server, &key, name, seat).await;
        assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY, "{name} {seat}: {got:?}");
        assert!(got.json()["sentence"].is_string());
    }
    for body in ["", "{}", "[1,2", "{\"key\":3}"] {
        assert_eq!(server.client.post("/api/join", "", body).await.status, StatusCode::BAD_REQUEST, "{body}");
    }
    assert!(ask_to_join(&server, &key, "Ann", "union").await.status.is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_phones_with_the_same_key_one_comes_in() {
    let server = TestServer::start();
    let key = server.key();
    let asked = ["A", "B", "C", "D", "E", "F"].map(|name| ask_to_join(&server, &key, name, "union"));
    let got = futures_util::future::join_all(asked).await;
    assert_eq!(got.iter().filter(|got| got.status.is_success()).count(), 1, "{got:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_phones_of_one_name_are_told_apart_and_too_many_wait_outside() {
    let server = TestServer::start();
    for (number, shown) in ["Ann", "Ann (2)", "Ann (3)"].into_iter().enumerate() {
        let got = ask_to_join(&server, &server.key(), "Ann", "union").await;
        assert_eq!(got.json()["name"], shown, "{number}");
    }
    for _ in 3..8 {
        assert!(ask_to_join(&server, &server.key(), "Bob", "everyone").await.status.is_success());
    }
    let full = ask_to_join(&server, &server.key(), "Bob", "everyone").await;
    assert_eq!(full.status, StatusCode::TOO_MANY_REQUESTS, "{full:?}");
    assert!(server.companion.view().alarms[0].contains("let some in"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_clock_is_said_on_both_sides() {
    let server = TestServer::start();
    let request =
        json!({ "key": server.key(), "name": "Ann", "seat": "union", "clock_ms": now_ms() - 600_000 });
    let got = server.client.post("/api/join", "", request.to_string()).await;
    let sentence = got.json()["clock"].as_str().unwrap().to_owned();
    assert!(sentence.contains("10 minutes behind"), "{sentence}");
    assert_eq!(server.companion.view().phones[0].clock, Some(sentence));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_session_nothing_is_answered() {
    let server = TestServer::start();
    let foreign = "__Host-table-1=00";
    for cookie in ["", foreign, &format!("__Host-table-{}={}", server.client.address.port(), "0".repeat(64))]
    {
        for path in ["/api/state", "/api/events", "/api/photo/2"] {
            assert_eq!(server.client.get(path, cookie).await.status, StatusCode::UNAUTHORIZED, "{path}");
        }
        let call = json!({ "id": "1", "call": { "call": "changes", "seq": 0 } }).to_string();
        assert_eq!(server.client.post("/api/calls", cookie, call).await.status, StatusCode::UNAUTHORIZED);
        let picture = server.client.post("/api/camera?number=1&full=true", cookie, "x").await;
        assert_eq!(picture.status, StatusCode::UNAUTHORIZED);
        let cookie = if cookie.is_empty() { foreign } else { cookie };
        let socket =
            crate::support::phone::open_socket(&server.client, cookie, &server.client.origin()).await;
        assert!(socket.unwrap_err().to_string().contains("401"));
    }
    assert_eq!(*server.table.calls.lock().unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn joining_anew_ends_the_earlier_session() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Events).await;
    let request = json!({ "key": server.key(), "name": "Ann", "seat": "everyone", "clock_ms": now_ms() });
    let got = server.client.post("/api/join", &phone.cookie, request.to_string()).await;
    assert_eq!(got.json()["name"], "Ann");
    phone.until_ended().await;
    assert_eq!(server.client.get("/api/state", &phone.cookie).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(server.companion.view().phones.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_the_server_ends_everything_at_once() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let address = server.client.address;
    let start = std::time::Instant::now();
    drop(server.companion);
    let took = start.elapsed();
    phone.until_ended().await;
    println!("stopped in {took:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert!(std::net::TcpListener::bind(address).is_ok());
}
