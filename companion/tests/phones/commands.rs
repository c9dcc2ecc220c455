//! Commands: each carried out once and in order; onlookers give none.

use crate::support::TestServer;
use crate::support::phone::{Phone, Transport};
use companion::wire::Call;
use futures_util::future::join_all;
use std::time::{Duration, Instant};

fn remark(text: &str) -> Call {
    Call::Remark { about: 1, text: text.to_owned(), private: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_command_is_answered_as_the_first_and_carried_out_once() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        let first = phone.call("a", remark("fire")).await;
        assert_eq!(first["ok"]["commands"], 1);
        let again = phone.reconnect(transport).await.unwrap();
        assert_eq!(again.call("a", remark("fire")).await["ok"], first["ok"]);
        let other = again.call("a", remark("ram")).await;
        assert!(other["refused"]["sentence"].as_str().unwrap().contains("same id"), "{other}");
        let bob = Phone::seated(&server, "Bob", "union", transport).await;
        assert_eq!(bob.call("a", remark("fire")).await["ok"]["commands"], 2, "ids are each session's own");
        assert_eq!(server.table.carried_out(), ["fire", "fire"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_repeated_while_the_first_is_carried_out_waits_for_it() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        *server.table.command_takes.lock().unwrap() = Duration::from_millis(150);
        // The page is reloaded in the middle: the first connection is gone before its answer.
        let lost = phone.reconnect(transport).await.unwrap();
        let sent = tokio::spawn(async move { lost.call("a", remark("fire")).await });
        tokio::time::sleep(Duration::from_millis(50)).await;
        sent.abort();
        let start = Instant::now();
        let tab = phone.reconnect(transport).await.unwrap();
        let answers = join_all([phone.call("a", remark("fire")), tab.call("a", remark("fire"))]).await;
        println!("{transport:?}: answered after {:?}", start.elapsed());
        assert_eq!(server.table.carried_out(), ["fire"], "{transport:?}");
        assert!(answers.iter().all(|answer| answer["ok"]["commands"] == 1), "{answers:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_keep_their_order_and_slow_reads_hold_nobody_up() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        let bob = Phone::seated(&server, "Bob", "confederate", transport).await;
        *server.table.measure_takes.lock().unwrap() = Duration::from_millis(400);
        let measures = (0..12).map(|number| {
            let (phone, id) = (&phone, format!("m{number}"));
            async move { phone.call(&id, Call::Measure { from: "a".to_owned(), to: "b".to_owned() }).await }
        });
        let meanwhile = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let start = Instant::now();
            assert!(bob.call("1", Call::Changes { seq: 0 }).await["ok"].is_object());
            let other_phone = start.elapsed();
            let start = Instant::now();
            for number in 0..5 {
                phone.call(&number.to_string(), remark(&number.to_string())).await;
            }
            (other_phone, start.elapsed())
        };
        let (measured, (other_phone, commands)) =
            futures_util::future::join(join_all(measures), meanwhile).await;
        println!("{transport:?}: another phone's call {other_phone:?}, five commands {commands:?}");
        assert!(measured.iter().all(|answer| answer["ok"]["range_in"] == 12.0), "{measured:?}");
        assert!(other_phone < Duration::from_millis(300) && commands < Duration::from_millis(900));
        assert_eq!(server.table.carried_out(), ["0", "1", "2", "3", "4"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn onlookers_give_no_commands_and_players_none_of_the_umpires() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let onlooker = Phone::seated(&server, "TV", "everyone", transport).await;
        let take_back = |umpire| Call::TakeBack { made_on: 1, to: 0, why: String::new(), umpire };
        let commands = [remark("x"), take_back(false), Call::AcceptShifts { made_on: 1, ships: Vec::new() }];
        for (number, command) in commands.into_iter().enumerate() {
            let answer = onlooker.call(&number.to_string(), command).await;
            assert!(answer["refused"]["sentence"].as_str().unwrap().contains("onlooker"), "{answer}");
        }
        assert_eq!(*server.table.calls.lock().unwrap(), 0);
        let player = Phone::seated(&server, "Ann", "union", transport).await;
        assert!(player.call("1", take_back(true)).await["refused"].is_object());
        let umpire = Phone::seated(&server, "Zoe", "umpire", transport).await;
        assert!(umpire.call("1", take_back(true)).await.get("refused").is_none());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_the_table_is_one_sentence_and_the_next_command_works() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        let fault = phone.call("1", remark("panic")).await;
        assert!(fault["refused"]["sentence"].as_str().unwrap().contains("went wrong"), "{fault}");
        assert_eq!(phone.call("1", remark("panic")).await["refused"], fault["refused"]);
        assert_eq!(phone.call("2", remark("again")).await["ok"]["text"], "again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_has_1_to_40_characters() {
    for transport in Transport::BOTH {
        let server = TestServer::start();
        let phone = Phone::seated(&server, "Ann", "union", transport).await;
        for id in ["", &*"x".repeat(41), "a\nb"] {
            assert!(phone.call(id, remark("x")).await["refused"].is_object(), "{id:?}");
        }
        assert!(phone.call(&"é".repeat(40), remark("x")).await["ok"].is_object());
        let unreadable = phone.send_text("7", "{\"id\":\"7\",\"call\":{\"call\":\"sink\"}}".to_owned()).await;
        assert!(unreadable["refused"]["sentence"].as_str().unwrap().contains("read"), "{unreadable}");
        assert_eq!(server.table.carried_out().len(), 1);
    }
}
