//! Eight phones at the table: how soon each has the news of a command, and the memory of the server's process. The
//! phones are in a process of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A measure that can't be taken is none.

#[allow(dead_code, missing_docs, reason = "the tests use more of it")]
#[path = "../tests/phones/support/mod.rs"]
mod support;

use companion::wire::{Call, PhoneId, Reply};
use futures_util::future::join_all;
use serde_json::json;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write, stdin};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use support::TestServer;
use support::client::Client;
use support::phone::{Phone, Transport, cookie_of, now_ms};

const PHONES: usize = 8;
const ROUNDS: u64 = 100;
/// The size of a battle's changes with some log lines.
const CHANGES_BYTES: usize = 30_000;
const BOUND_MS: f64 = 150.0;
const BOUND_KB: u64 = 40_000;

/// Names the transport in the phones' process.
const PHONES_OVER: &str = "PHONES_OVER";

fn main() {
    if let Ok(transport) = env::var(PHONES_OVER) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(phones(if transport == "Socket" { Transport::Socket } else { Transport::Events }));
        return;
    }
    for transport in Transport::BOTH {
        serve(transport);
    }
}

/// The server's process: answers what the phones' process says on its output.
fn serve(transport: Transport) {
    let server = TestServer::start();
    *server.table.padding_bytes.lock().unwrap() = CHANGES_BYTES;
    sleep(Duration::from_millis(200));
    let before_kb = resident_kb();
    let mut child = phones_process(&server, transport);
    let mut to_phones = child.stdin.take().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut says = |line: String| {
        writeln!(to_phones, "{line}").unwrap();
        ChildStdin::flush(&mut to_phones).unwrap();
    };
    for line in lines.map_while(Result::ok) {
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("key", _) => says(server.key()),
            ("joined", phone) => {
                server.let_in(PhoneId(phone.parse().unwrap()));
                says(String::new());
            }
            ("ready", _) => {
                println!(
                    "{transport:?}: memory {before_kb} kB without phones, {} kB with {PHONES}",
                    resident_kb()
                );
                says(String::new());
            }
            // A command was given: the app shows the table anew as soon as it is carried out.
            ("round", number) => {
                let number: usize = number.parse().unwrap();
                while server.table.carried_out().len() < number {
                    sleep(Duration::from_micros(200));
                }
                server.companion.show_live(Reply::of(&json!({ "battle_news": number })).unwrap());
            }
            _ => println!("{transport:?}: {line}"),
        }
    }
    child.wait().unwrap();
    let after_kb = resident_kb();
    println!(
        "{transport:?}: memory {after_kb} kB after {ROUNDS} commands (bound: {BOUND_KB} kB more than without)"
    );
    assert!(after_kb - before_kb < BOUND_KB);
}

fn phones_process(server: &TestServer, transport: Transport) -> Child {
    Command::new(env::current_exe().unwrap())
        .env(PHONES_OVER, format!("{transport:?}"))
        .env("PHONES_ADDRESS", server.client.address.to_string())
        .env("PHONES_CERTIFICATE", server.certificate.cert_pem())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The memory of this process that is in use (VmRSS of proc(5)); 0 on systems without it.
fn resident_kb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
}

/// Says a line to the server's process and returns its answer.
fn ask(line: &str) -> String {
    println!("{line}");
    let mut answer = String::new();
    stdin().read_line(&mut answer).unwrap();
    answer.trim().to_owned()
}

/// The phones' process.
async fn phones(transport: Transport) {
    let address = env::var("PHONES_ADDRESS").unwrap().parse().unwrap();
    let client = Client::trusting(&env::var("PHONES_CERTIFICATE").unwrap(), address);
    let mut phones = Vec::new();
    for number in 0..PHONES {
        let request = json!({ "key": ask("key"), "name": "Ann", "seat": "union", "clock_ms": now_ms() });
        let got = client.post("/api/join", "", request.to_string()).await;
        ask(&format!("joined {}", got.json()["phone"]));
        let id = PhoneId(number as u32 + 1);
        phones.push(Phone::connect(&client, id, &cookie_of(&got), transport).await.unwrap());
    }
    ask("ready");
    let (mut acknowledged_ms, mut current_ms) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let start = Instant::now();
        let since_ms = || start.elapsed().as_secs_f64() * 1000.0;
        println!("round {round}");
        let command = async {
            let call = Call::Remark { about: 1, text: round.to_string(), private: false };
            phones[0].call(&format!("c{round}"), call).await;
            since_ms()
        };
        let news = phones.iter().map(|phone| async move {
            phone.until("the news", |push| push["live"]["battle_news"] == round).await;
            let answer = phone.call(&format!("n{round}"), Call::Changes { seq: 0 }).await;
            assert_eq!(answer["ok"]["commands"], round);
            since_ms()
        });
        let (acknowledged, current) = futures_util::future::join(command, join_all(news)).await;
        acknowledged_ms.push(acknowledged);
        current_ms.extend(current);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    for (what, measured_ms) in
        [("command acknowledged", &mut acknowledged_ms), ("all phones up to date", &mut current_ms)]
    {
        measured_ms.sort_by(f64::total_cmp);
        let at = |share: f64| measured_ms[((measured_ms.len() - 1) as f64 * share) as usize];
        println!("{what}: p50 {:.1} ms, p95 {:.1} ms (bound: {BOUND_MS} ms)", at(0.5), at(0.95));
        assert!(at(0.95) < BOUND_MS);
    }
}
