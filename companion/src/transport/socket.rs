//! A phone's WebSocket (RFC 6455): pushes and answers one way, calls the other.

use crate::limits::Alarm;
use crate::state::{Server, begin, refused};
use crate::transport::Feed;
use crate::wire::{Answer, CallMessage, Push, Refusal};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// The longest message of a phone.
pub const MAX_MESSAGE_BYTES: usize = 64 * 1024;
/// How often a phone is asked whether it is there, and how long it may say nothing.
const PING_EVERY: Duration = Duration::from_secs(15);
const SILENT_FOR: Duration = Duration::from_secs(45);
/// Refused messages, one after the other, after which the connection is closed.
const MAX_REFUSED: u32 = 100;
/// Answers that wait to be sent.
const MAX_ANSWERS: usize = 64;
/// How long a closing connection waits for answers under way.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
const TOO_FAST: &str = "This phone sends too many messages: wait a moment.";

/// Serves a phone's WebSocket until either side ends it.
pub async fn run_socket(mut socket: WebSocket, mut feed: Feed, server: Arc<Server>) {
    let (answers_in, mut answers) = mpsc::channel::<Answer>(MAX_ANSWERS);
    let mut calls = Calls { server, answers: answers_in, refused: 0 };
    let mut pings = interval(PING_EVERY);
    let mut heard = Instant::now();
    let code = loop {
        let sent = tokio::select! {
            push = feed.next() => match push {
                Some(push) => send(&mut socket, &push).await,
                None => break close_code::NORMAL,
            },
            Some(answer) = answers.recv() => send(&mut socket, &Push::Answer(answer)).await,
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                heard = Instant::now();
                match calls.receive(&feed, message) {
                    Received::Accepted => Ok(()),
                    Received::Refused(answer) => send(&mut socket, &Push::Answer(answer)).await,
                    Received::TooMany => break close_code::POLICY,
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENT_FOR {
                    return;
                }
                socket.send(Message::Ping(Vec::new().into())).await
            }
        };
        if sent.is_err() {
            return;
        }
    };
    drop(calls);
    while let Ok(Some(answer)) = timeout(LAST_ANSWERS, answers.recv()).await {
        if send(&mut socket, &Push::Answer(answer)).await.is_err() {
            return;
        }
    }
    // The phone may have gone already.
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::default() }))).await;
}

async fn send(socket: &mut WebSocket, push: &Push) -> Result<(), axum::Error> {
    let text = serde_json::to_string(push).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}

/// What became of a message.
enum Received {
    Accepted,
    Refused(Answer),
    TooMany,
}

/// The calls that come over one WebSocket.
struct Calls {
    server: Arc<Server>,
    answers: mpsc::Sender<Answer>,
    refused: u32,
}

impl Calls {
    fn receive(&mut self, feed: &Feed, message: Message) -> Received {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return self.refuse(feed, String::new(), "Send calls as text: reload the page.");
            }
            Message::Ping(_) | Message::Pong(_) if !feed.session.may_call(Instant::now()) => {
                return self.refuse(feed, String::new(), TOO_FAST);
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Received::Accepted,
        };
        if !feed.session.may_call(Instant::now()) {
            return self.refuse(feed, id_of(&text), TOO_FAST);
        }
        let Ok(message) = serde_json::from_str::<CallMessage>(&text) else {
            return self.refuse(feed, id_of(&text), "This call can't be read: reload the page.");
        };
        self.refused = 0;
        let (answer, answers) = (begin(&self.server, &feed.session, message), self.answers.clone());
        tokio::spawn(async move {
            // The connection may be closed by now.
            let _ = answers.send(answer.await).await;
        });
        Received::Accepted
    }

    fn refuse(&mut self, feed: &Feed, id: String, sentence: &str) -> Received {
        self.refused += 1;
        if self.refused > MAX_REFUSED {
            let name = self.server.phones().name(feed.session.phone);
            self.server.raise(Alarm::Flood, name);
            return Received::TooMany;
        }
        Received::Refused(refused(id, Refusal::new(sentence)))
    }
}

/// The id of a call whose rest may be unreadable.
fn id_of(text: &str) -> String {
    #[derive(Deserialize)]
    struct WithId {
        id: String,
    }
    serde_json::from_str::<WithId>(text).map(|call| call.id.chars().take(40).collect()).unwrap_or_default()
}
