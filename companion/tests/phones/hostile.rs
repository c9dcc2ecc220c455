//! Hostile clients: nothing panics, no secret leaves, and another phone is answered in time.

use crate::support::client::{Client, Got};
use crate::support::fake_table::SECRET;
use crate::support::phone::{Phone, Transport, open_socket};
use crate::support::{TestServer, panics_of_the_server};
use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use companion::wire::Call;
use futures_util::{SinkExt, StreamExt, stream};
use serde_json::json;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// The address of the attacker: another one than the phones'.
const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 66));
/// Within this time another phone must be answered, on a busy machine too.
const IN_TIME: Duration = Duration::from_millis(1500);

/// Reproducible random numbers (xorshift64*, Vigna 2016).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most)).map(|_| self.next() as u8).collect()
    }
}

/// A phone that plays on meanwhile; its longest wait for an answer.
async fn plays_on(phone: &Phone, until: impl Future<Output = ()>) -> Duration {
    let mut until = std::pin::pin!(until);
    let mut longest = Duration::ZERO;
    for number in 0.. {
        let start = Instant::now();
        let answer = phone.call(&format!("play{number}"), Call::Changes { seq: 0 }).await;
        longest = longest.max(start.elapsed());
        assert!(answer["ok"].is_object(), "{answer}");
        if timeout(Duration::from_millis(40), &mut until).await.is_ok() {
            break;
        }
    }
    longest
}

fn attacker_of(server: &TestServer) -> Client {
    server.client.clone().at_address(ATTACKER)
}

async fn assert_served_on(server: &TestServer, what: &str, longest: Duration) {
    println!("{what}: another phone waited {longest:?} at most");
    assert!(longest < IN_TIME, "{what}: {longest:?}");
    assert_eq!(server.client.get("/api/state", "").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(panics_of_the_server(), Vec::<String>::new(), "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn random_bytes_on_every_layer() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let attacker = attacker_of(&server);
    let attack = async {
        let mut dice = Dice(27);
        for _ in 0..40 {
            let mut plain = attacker.tcp().await.unwrap();
            let _ = plain.write_all(&dice.bytes(600)).await;
            let mut hello = vec![0x16, 3, 1, 0, 200, 1];
            hello.extend(dice.bytes(300));
            let mut half = attacker.tcp().await.unwrap();
            let _ = half.write_all(&hello).await;
        }
        for _ in 0..40 {
            let mut encrypted = attacker.tls().await.unwrap();
            let mut request = dice.bytes(400);
            if dice.below(2) == 0 {
                request.splice(..0, b"POST /api/join HTTP/1.1\r\n".iter().copied());
            }
            let _ = encrypted.write_all(&request).await;
            let mut answer = Vec::new();
            let _ = timeout(Duration::from_millis(5), encrypted.read_to_end(&mut answer)).await;
        }
    };
    let longest = plays_on(&phone, attack).await;
    assert_served_on(&server, "random bytes", longest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn random_frames_and_calls_from_a_seated_phone() {
    let server = TestServer::start();
    let union = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let eve = Phone::seated(&server, "Eve", "confederate", Transport::Events).await;
    let mut received = String::new();
    let attack = async {
        let mut dice = Dice(1862);
        let words = [
            "changes", "seq", "union", "seat", "remark", "measure", "call", "id", "{", "}", ":", "\"", "0",
            "-1e999",
        ];
        for round in 0..30 {
            let mut socket = open_socket(&server.client, &eve.cookie, &server.client.origin()).await.unwrap();
            for number in 0..12 {
                let message = match dice.below(5) {
                    0 => Message::Binary(dice.bytes(3000).into()),
                    1 => Message::Ping(dice.bytes(120).into()),
                    2 => Message::Text(
                        (0..dice.below(40))
                            .map(|_| words[dice.below(words.len())])
                            .collect::<String>()
                            .into(),
                    ),
                    3 => Message::Text(String::from_utf8_lossy(&dice.bytes(500)).into_owned().into()),
                    _ => Message::Text(
                        json!({
                            "id": format!("{round}.{number}"), "seat": "union", "phone": union.id,
                            "call": { "call": "changes", "seq": dice.next() as i64, "seat": "union" },
                        })
                        .to_string()
                        .into(),
                    ),
                };
                if socket.send(message).await.is_err() {
                    break;
                }
            }
            while let Ok(Some(Ok(message))) = timeout(Duration::from_millis(10), socket.next()).await {
                received.push_str(&message.to_string());
            }
        }
        for _ in 0..30 {
            let body = dice.bytes(800);
            received.push_str(&server.client.post("/api/calls", &eve.cookie, body).await.text());
        }
    };
    let longest = plays_on(&union, attack).await;
    assert!(received.contains("confederate") && !received.contains(SECRET), "{} characters", received.len());
    println!("{} characters received, none of the secret", received.len());
    assert_served_on(&server, "random frames", longest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_in_a_second_end_the_connection() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let eve = Phone::seated(&server, "Eve", "confederate", Transport::Events).await;
    let flood = async {
        let start = Instant::now();
        let (mut out, mut messages) =
            open_socket(&server.client, &eve.cookie, &server.client.origin()).await.unwrap().split();
        let sent = async {
            for number in 0..10_000 {
                let call = json!({ "id": number.to_string(), "call": { "call": "changes", "seq": 0 } });
                if out.send(Message::Text(call.to_string().into())).await.is_err() {
                    return number;
                }
                if number % 1000 == 0 {
                    sleep(Duration::from_millis(20)).await;
                }
            }
            10_000
        };
        let answered = async {
            let (mut refused, mut answered) = (0, 0);
            while let Some(Ok(message)) = messages.next().await {
                let text = message.to_string();
                refused += usize::from(text.contains("too many messages"));
                answered += usize::from(text.contains("confederate"));
            }
            (refused, answered)
        };
        let (sent, (refused, answered)) = futures_util::future::join(sent, answered).await;
        println!("{sent} sent, {answered} answered, {refused} refused, ended after {:?}", start.elapsed());
        // How many answers still arrive depends on when the connection breaks off.
        assert!(sent < 10_000 && refused + answered < 600);

        let mut connection = server.client.connection().await.unwrap();
        let (start, mut refused) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_secs(1) {
            let call = json!({ "id": "x", "call": { "call": "changes", "seq": 0 } }).to_string();
            let request = server.client.request("POST", "/api/calls", &eve.cookie, call);
            connection.ready().await.unwrap();
            let got =
                crate::support::client::read(connection.send_request(request).await.unwrap()).await.unwrap();
            refused += usize::from(got.status == StatusCode::TOO_MANY_REQUESTS);
        }
        println!("{refused} posts refused in a second");
        assert!(refused > 0);
    };
    let longest = plays_on(&phone, flood).await;
    let alarms = server.companion.view().alarms;
    assert!(alarms.iter().any(|alarm| alarm.contains("Eve")), "{alarms:?}");
    assert!(longest < IN_TIME, "{longest:?}");
    println!("flood: another phone waited {longest:?} at most");
    assert_eq!(panics_of_the_server(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_senders_are_ended() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Events).await;
    let attacker = attacker_of(&server);
    let slow = async {
        let start = Instant::now();
        let drips = (0..40).map(|number| {
            let attacker = attacker.clone();
            async move {
                // Every other one is slow in the handshake already.
                if number % 2 == 0 {
                    drip(attacker.tcp().await.unwrap(), &[0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]).await;
                } else {
                    drip(attacker.tls().await.unwrap(), b"GET / HTTP/1.1\r\nX-Slow: aaaaaaaaaaaaaaaaaa")
                        .await;
                }
            }
        });
        futures_util::future::join_all(drips).await;
        println!("all slow connections were ended after {:?}", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(14), "{:?}", start.elapsed());
    };
    let longest = plays_on(&phone, slow).await;
    assert_served_on(&server, "slow loris", longest).await;
}

/// Sends a byte now and then until the server ends the connection.
async fn drip(mut stream: impl AsyncReadExt + AsyncWriteExt + Unpin, bytes: &[u8]) {
    let mut answer = [0; 64];
    for byte in bytes.iter().cycle() {
        if stream.write_all(&[*byte]).await.is_err() || stream.flush().await.is_err() {
            return;
        }
        if timeout(Duration::from_millis(500), stream.read(&mut answer)).await.is_ok() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_connections_leave_room_for_phones() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let attacker = attacker_of(&server);
    let mut held = Vec::new();
    let attack = async {
        for _ in 0..500 {
            if let Ok(stream) = attacker.tcp().await {
                held.push(stream);
            }
        }
        let mut ended = 0;
        for stream in &mut held {
            let mut byte = [0];
            ended += usize::from(timeout(Duration::from_millis(1), stream.read(&mut byte)).await.is_ok());
        }
        println!("of 500 connections {ended} were ended at once");
        assert!(ended >= 400, "{ended}");
    };
    let longest = plays_on(&phone, attack).await;
    assert!(server.companion.view().alarms.iter().any(|alarm| alarm.contains("too many")));
    // A new phone comes in while they are still held.
    Phone::seated(&server, "Bob", "confederate", Transport::Events).await;
    assert_served_on(&server, "500 connections", longest).await;
}

/// Was a body refused as too large? The server may close the connection while it is still being sent (RFC 9110, 15.5.14);
/// whether the client reads the answer before it notices that is a race.
fn is_too_large(answer: &io::Result<Got>) -> bool {
    answer.as_ref().map_or(true, |got| got.status == StatusCode::PAYLOAD_TOO_LARGE)
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_messages_are_refused() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let long = json!({ "id": "1", "call": { "call": "remark", "about": 1, "text": "x".repeat(70_000), "private": false } });
    let posted = server.client.request("POST", "/api/calls", &phone.cookie, long.to_string());
    assert!(is_too_large(&server.client.send(posted).await));
    let chunks = stream::iter((0..100).map(|_| Ok::<_, io::Error>(Bytes::from(vec![b' '; 1000]))));
    let chunked = server.client.request("POST", "/api/calls", &phone.cookie, Body::from_stream(chunks));
    assert!(is_too_large(&server.client.send(chunked).await));
    let joined = server.client.post("/api/join", "", " ".repeat(5000)).await;
    assert_eq!(joined.status, StatusCode::PAYLOAD_TOO_LARGE);

    let mut socket = open_socket(&server.client, &phone.cookie, &server.client.origin()).await.unwrap();
    let _ = socket.send(Message::Text(long.to_string().into())).await;
    let ended =
        timeout(Duration::from_secs(5), async { while let Some(Ok(_)) = socket.next().await {} }).await;
    assert!(ended.is_ok(), "a message over the limit ends the connection");
    assert!(server.table.carried_out().is_empty());
    assert!(phone.call("2", Call::Changes { seq: 0 }).await["ok"].is_object());
    assert_eq!(panics_of_the_server(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn old_tls_and_plain_http_are_refused() {
    let server = TestServer::start();
    // A ClientHello of TLS 1.1 (RFC 4346, 7.4.1.2): version 3.2, random, no session, four suites, no compression.
    let mut hello = vec![3, 2];
    hello.extend([7; 32]);
    hello.extend([0, 0, 8, 0xc0, 0x09, 0xc0, 0x0a, 0xc0, 0x13, 0, 0x2f, 1, 0]);
    let mut record = vec![0x16, 3, 1, 0, hello.len() as u8 + 4, 1, 0, 0, hello.len() as u8];
    record.extend(&hello);
    let mut stream = TcpStream::connect(server.client.address).await.unwrap();
    stream.write_all(&record).await.unwrap();
    let mut answer = Vec::new();
    timeout(Duration::from_secs(3), stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    const ALERT: u8 = 0x15;
    const HANDSHAKE_RECORD: u8 = 0x16;
    assert_eq!(answer.first(), Some(&ALERT), "{answer:02x?}");
    assert!(answer.iter().all(|byte| *byte != HANDSHAKE_RECORD), "{answer:02x?}");

    let mut stream = TcpStream::connect(server.client.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("https://"), "{answer:?}");
    for version in [&rustls::version::TLS12, &rustls::version::TLS13] {
        let client = server.client_with(version);
        assert!(client.tls().await.is_ok(), "{:?}", version.version);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_nothing_does_not_hold_up_others() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Socket).await;
    let eve = Phone::seated(&server, "Eve", "everyone", Transport::Events).await;
    let mut deaf = Vec::new();
    for _ in 0..3 {
        deaf.push(open_socket(&server.client, &eve.cookie, &server.client.origin()).await.unwrap());
    }
    let live = companion::wire::Reply::of(&"x".repeat(100_000)).unwrap();
    let pushes = async {
        for _ in 0..200 {
            server.companion.show_live(live.clone());
            sleep(Duration::from_millis(2)).await;
        }
    };
    let longest = plays_on(&phone, pushes).await;
    assert_served_on(&server, "deaf clients", longest).await;
}
