//! Seats: let in, taken back, ended with their battle, left; and what is pushed.

use crate::support::TestServer;
use crate::support::fake_table::SECRET;
use crate::support::phone::{Phone, Transport};
use axum::http::StatusCode;
use companion::CompanionError;
use companion::wire::{Call, CameraOffer, CameraWish, Reply, Standing};
use serde_json::json;
use std::time::{Duration, Instant};

fn remark(text: &str) -> Call {
    Call::Remark { about: 1, text: text.to_owned(), private: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_are_refused_before_the_host_lets_a_phone_in_and_after_it_throws_it_out() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::waiting(&server, "Ann", "union", transport).await;
        let first = phone.until("the state", |push| push["push"] == "state").await;
        assert_eq!(first["state"]["standing"], "waiting");
        for call in [remark("early"), Call::Changes { seq: 0 }, Call::OfferCamera { offer: None }] {
            let answer = phone.call("early", call).await;
            assert!(answer["refused"]["sentence"].as_str().unwrap().contains("let"), "{answer}");
        }
        assert_eq!(*server.table.calls.lock().unwrap(), 0, "{transport:?}");

        server.let_in(phone.id);
        phone.until("the seat", |push| push["state"]["standing"] == "seated").await;
        assert!(matches!(server.companion.let_in(phone.id), Err(CompanionError::NotWaiting)));
        assert_eq!(phone.call("1", remark("now")).await["ok"]["text"], "now");

        server.companion.throw_out(phone.id).unwrap();
        let last = phone.until_ended().await.unwrap();
        assert_eq!(last["state"]["standing"], "thrown_out", "{transport:?}");
        assert!(server.companion.view().phones.is_empty());
        assert!(matches!(server.companion.throw_out(phone.id), Err(CompanionError::NoSuchPhone)));
        assert!(phone.reconnect(transport).await.is_err());
        assert_eq!(server.client.get("/api/state", &phone.cookie).await.json()["standing"], "thrown_out");
        let call = json!({ "id": "2", "call": remark("late") }).to_string();
        let late = server.client.post("/api/calls", &phone.cookie, call).await;
        assert!(late.json()["refused"]["sentence"].as_str().unwrap().contains("taken"), "{late:?}");
        assert_eq!(server.table.carried_out(), ["now"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_ends_with_its_battle_and_another_may_be_asked_for() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let player = Phone::seated(&server, "Ann", "union", transport).await;
        let onlooker = Phone::seated(&server, "TV", "everyone", transport).await;
        *server.table.battle.lock().unwrap() = 2;
        server.companion.seats_changed();
        let ended = player.until("the end", |push| push["state"]["standing"] == "seat_ended").await;
        assert_eq!(ended["state"]["offers"][0]["battle"], 2);
        assert!(player.call("1", Call::Changes { seq: 0 }).await["ok"].is_null());
        assert_eq!(onlooker.call("1", Call::Changes { seq: 0 }).await["ok"]["seat"], "everyone");

        assert!(player.call("2", Call::AskForSeat { seat: "admiral".to_owned() }).await["ok"].is_null());
        let asked = player.call("3", Call::AskForSeat { seat: "confederate".to_owned() }).await;
        assert!(asked.get("refused").is_none(), "{asked}");
        player.until("waiting again", |push| push["state"]["standing"] == "waiting").await;
        server.let_in(player.id);
        player.until("the new seat", |push| push["state"]["standing"] == "seated").await;
        assert_eq!(player.call("4", Call::Changes { seq: 0 }).await["ok"]["seat"], "confederate");

        // A player keeps the seat until the host takes it back; an onlooker may ask for one.
        let union = || Call::AskForSeat { seat: "union".to_owned() };
        assert!(player.call("5", union()).await.get("refused").is_some());
        let asked = onlooker.call("2", union()).await;
        assert!(asked.get("refused").is_none(), "{asked}");
        onlooker.until("waiting for a seat", |push| push["state"]["standing"] == "waiting").await;
        assert!(onlooker.call("3", Call::Changes { seq: 0 }).await["ok"].is_null());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_no_longer_offered_is_not_given() {
    let server = TestServer::start();
    let phone = Phone::waiting(&server, "Ann", "union", Transport::Socket).await;
    *server.table.battle.lock().unwrap() = 2;
    server.companion.seats_changed();
    phone.until("the end", |push| push["state"]["standing"] == "seat_ended").await;
    assert!(server.companion.let_in(phone.id).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_phones_share_a_side_and_no_other_seat_gets_its_secret() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let mut answers = Vec::new();
        for (name, seat) in
            [("A", "union"), ("B", "union"), ("C", "confederate"), ("D", "umpire"), ("E", "everyone")]
        {
            let phone = Phone::seated(&server, name, seat, transport).await;
            let answer = phone.call("1", Call::Changes { seq: 0 }).await.to_string();
            let photo = server.client.get("/api/photo/1", &phone.cookie).await;
            assert_eq!(photo.status == StatusCode::OK, seat == "umpire", "{photo:?}");
            assert_eq!(server.client.get("/api/photo/2", &phone.cookie).await.status, StatusCode::OK);
            answers.push(answer.contains(SECRET));
        }
        assert_eq!(answers, [true, true, false, false, false]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_leaves_is_gone() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        let answer = phone.call("1", Call::Leave).await;
        assert!(answer.get("refused").is_none() && answer.get("ok").is_some(), "{answer}");
        phone.until_ended().await;
        assert!(server.companion.view().phones.is_empty());
        assert_eq!(server.client.get("/api/state", &phone.cookie).await.status, StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_back_at_once_with_the_newest_view() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        server.companion.show_live(Reply::of(&json!({ "battle_news": 1 })).unwrap());
        phone.until("the first view", |push| push["live"]["battle_news"] == 1).await;
        server.until("the connection", |view| view.phones[0].connected).await;
        phone.call("1", remark("before")).await;
        let kept = Phone::connect(&server.client, phone.id, &phone.cookie, transport).await.unwrap();
        drop(kept);
        let (id, cookie) = (phone.id, phone.cookie.clone());
        drop(phone);
        server.until("the loss", |view| !view.phones[0].connected).await;
        for news in 2..100 {
            server.companion.show_live(Reply::of(&json!({ "battle_news": news })).unwrap());
        }

        let start = Instant::now();
        let back = Phone::connect(&server.client, id, &cookie, transport).await.unwrap();
        let state = back.until("the state", |_| true).await;
        assert_eq!((&state["push"], &state["state"]["standing"]), (&json!("state"), &json!("seated")));
        let live = back.until("the newest view", |_| true).await;
        assert_eq!(live["live"]["battle_news"], 99, "old views are not sent again");
        let changes = back.call("2", Call::Changes { seq: 0 }).await;
        let took = start.elapsed();
        println!("{transport:?}: back and up to date after {took:?}");
        assert_eq!(changes["ok"]["commands"], 1);
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_of_one_phone_share_its_session() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        let mut tabs = Vec::new();
        for _ in 1..6 {
            tabs.push(phone.reconnect(transport).await.unwrap());
        }
        assert!(phone.reconnect(transport).await.is_err(), "a seventh tab is refused");
        assert_eq!(tabs[0].call("1", remark("once")).await, phone.call("1", remark("once")).await);
        assert_eq!(server.table.carried_out(), ["once"]);
        assert_eq!(server.companion.view().phones.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phones_camera_is_offered_wished_for_and_withdrawn() {
    let offer = CameraOffer {
        device: "0123456789abcdef".repeat(2),
        lens: "back".to_owned(),
        width_px: 4000,
        height_px: 3000,
        focus_fixed: true,
        exposure_fixed: false,
    };
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "everyone", transport).await;
        let jpeg = [0xff, 0xd8, 0xff, 0xe0];
        let early = server.client.post("/api/camera?number=1&full=true", &phone.cookie, jpeg.to_vec()).await;
        assert_eq!(early.status, StatusCode::FORBIDDEN, "{early:?}");
        let odd = CameraOffer { device: "../../etc".to_owned(), ..offer.clone() };
        assert!(phone.call("1", Call::OfferCamera { offer: Some(odd) }).await["refused"].is_object());
        phone.call("2", Call::OfferCamera { offer: Some(offer.clone()) }).await;
        assert!(server.companion.view().phones[0].offers_camera);
        let wish = CameraWish { in_use: true, stream_fps: 10, stream_width_px: 1280, full_pictures: 1 };
        server.companion.wish_of_camera(phone.id, wish);
        let pushed = phone.until("the wish", |push| push["push"] == "camera").await;
        assert_eq!(pushed["wish"]["full_pictures"], 1);

        let sent = server.client.post("/api/camera?number=7&full=true", &phone.cookie, jpeg.to_vec()).await;
        assert_eq!((sent.status, sent.body.len()), (StatusCode::NO_CONTENT, 0));
        let no_picture = server.client.post("/api/camera?number=8&full=false", &phone.cookie, "x").await;
        assert_eq!(no_picture.status, StatusCode::FORBIDDEN);
        assert_eq!(*server.table.pictures.lock().unwrap(), [(phone.id, 7, true, 4)]);
        let large = vec![0xff; 17 * 1024 * 1024];
        let large = server.client.send(server.client.request(
            "POST",
            "/api/camera?number=9&full=true",
            &phone.cookie,
            large,
        ));
        if let Ok(got) = large.await {
            assert_eq!(got.status, StatusCode::PAYLOAD_TOO_LARGE);
        }
        assert_eq!(server.table.pictures.lock().unwrap().len(), 1);

        server.companion.throw_out(phone.id).unwrap();
        phone.until_ended().await;
        let start = Instant::now();
        while server.table.cameras.lock().unwrap().last() != Some(&(phone.id, None)) {
            assert!(start.elapsed() < Duration::from_secs(5), "the camera was not withdrawn");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(
            server.companion.view().phones.iter().filter(|row| row.standing == Standing::Seated).count(),
            0
        );
    }
}
