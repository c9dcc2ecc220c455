//! A phone's page, over either transport.

use super::TestServer;
use super::client::{Client, Got, read};
use axum::body::Body;
use companion::wire::{Call, CallMessage, PhoneId};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use hyper::client::conn::http1::SendRequest;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::TcpStream;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Socket = WebSocketStream<TlsStream<TcpStream>>;
type Waiting = Arc<Mutex<HashMap<String, oneshot::Sender<Value>>>>;

/// How pushes and calls travel. Every behaviour is tested over both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Socket,
    Events,
}

impl Transport {
    pub const BOTH: [Self; 2] = [Self::Socket, Self::Events];
}

/// A phone that has joined, connected.
pub struct Phone {
    pub id: PhoneId,
    pub cookie: String,
    client: Client,
    line: Line,
    pushes: AsyncMutex<mpsc::UnboundedReceiver<Value>>,
    reader: JoinHandle<()>,
}

enum Line {
    Socket { out: Box<AsyncMutex<SplitSink<Socket, Message>>>, waiting: Waiting },
    Events { idle: AsyncMutex<Vec<SendRequest<Body>>> },
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// Asks to join; the cookie is in the answer.
pub async fn ask_to_join(server: &TestServer, key: &str, name: &str, seat: &str) -> Got {
    let request = json!({ "key": key, "name": name, "seat": seat, "clock_ms": now_ms() });
    server.client.post("/api/join", "", request.to_string()).await
}

/// The cookie of an answer, as a browser sends it back.
pub fn cookie_of(got: &Got) -> String {
    got.header("set-cookie").split(';').next().unwrap().to_owned()
}

impl Phone {
    /// Joins, is let in, and is connected.
    pub async fn seated(server: &TestServer, name: &str, seat: &str, transport: Transport) -> Self {
        let phone = Self::waiting(server, name, seat, transport).await;
        server.let_in(phone.id);
        phone.until("the seat", |push| push["state"]["standing"] == "seated").await;
        phone
    }

    /// Joins and waits for the host.
    pub async fn waiting(server: &TestServer, name: &str, seat: &str, transport: Transport) -> Self {
        let got = ask_to_join(server, &server.key(), name, seat).await;
        assert!(got.status.is_success(), "{got:?}");
        let id = serde_json::from_value(got.json()["phone"].clone()).unwrap();
        Self::connect(&server.client, id, &cookie_of(&got), transport).await.unwrap()
    }

    /// Connects with the cookie of an earlier join, as a page that was reloaded.
    pub async fn connect(
        client: &Client,
        id: PhoneId,
        cookie: &str,
        transport: Transport,
    ) -> io::Result<Self> {
        let (push, pushes) = mpsc::unbounded_channel();
        let (line, reader) = match transport {
            Transport::Socket => {
                let (out, messages) = open_socket(client, cookie, &client.origin()).await?.split();
                let waiting = Waiting::default();
                let reader = tokio::spawn(read_socket(messages, push, waiting.clone()));
                (Line::Socket { out: Box::new(AsyncMutex::new(out)), waiting }, reader)
            }
            Transport::Events => {
                let request = client.request("GET", "/api/events", cookie, Body::empty());
                let mut connection = client.connection().await?;
                let response = connection.send_request(request).await.map_err(io::Error::other)?;
                if !response.status().is_success() {
                    return Err(io::Error::other(response.status().to_string()));
                }
                let body = Body::new(response.into_body());
                (Line::Events { idle: AsyncMutex::default() }, tokio::spawn(read_events(body, push)))
            }
        };
        let pushes = AsyncMutex::new(pushes);
        Ok(Self { id, cookie: cookie.to_owned(), client: client.clone(), line, pushes, reader })
    }

    /// The same phone again, after its connection was lost.
    pub async fn reconnect(&self, transport: Transport) -> io::Result<Self> {
        Self::connect(&self.client, self.id, &self.cookie, transport).await
    }

    /// Makes a call; the answer is an `Answer`, or a `Refusal` in `refused`.
    pub async fn call(&self, id: &str, call: Call) -> Value {
        let message = serde_json::to_string(&CallMessage { id: id.to_owned(), call }).unwrap();
        self.send_text(id, message).await
    }

    pub async fn send_text(&self, id: &str, message: String) -> Value {
        match &self.line {
            Line::Socket { out, waiting } => {
                let (answer, answered) = oneshot::channel();
                waiting.lock().unwrap().insert(id.to_owned(), answer);
                out.lock().await.send(Message::Text(message.into())).await.unwrap();
                let answered = timeout(Duration::from_secs(10), answered).await;
                answered.expect("no answer in ten seconds").unwrap_or_else(|_| json!({ "closed": true }))
            }
            Line::Events { idle } => {
                let kept = idle.lock().await.pop();
                let mut connection = match kept.filter(|kept| !kept.is_closed()) {
                    Some(connection) => connection,
                    None => self.client.connection().await.unwrap(),
                };
                connection.ready().await.unwrap();
                let request = self.client.request("POST", "/api/calls", &self.cookie, message);
                let got = read(connection.send_request(request).await.unwrap()).await.unwrap();
                idle.lock().await.push(connection);
                if got.status.is_success() { got.json() } else { json!({ "id": id, "refused": got.json() }) }
            }
        }
    }

    /// The next push that fits; others before it are dropped.
    pub async fn until(&self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let mut pushes = self.pushes.lock().await;
        let found = timeout(Duration::from_secs(10), async {
            while let Some(push) = pushes.recv().await {
                if fits(&push) {
                    return Some(push);
                }
            }
            None
        });
        found
            .await
            .unwrap_or_else(|_| panic!("{what} was not pushed in ten seconds"))
            .unwrap_or_else(|| panic!("the connection ended before {what}"))
    }

    /// Waits until the server ends the connection, and returns the last push.
    pub async fn until_ended(&self) -> Option<Value> {
        let mut pushes = self.pushes.lock().await;
        let mut last = None;
        while let Some(push) =
            timeout(Duration::from_secs(10), pushes.recv()).await.expect("it was not ended")
        {
            last = Some(push);
        }
        last
    }
}

/// Opens the WebSocket as a page of this origin.
pub async fn open_socket(client: &Client, cookie: &str, origin: &str) -> io::Result<Socket> {
    let mut request = format!("wss://{}/api/socket", client.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", origin.parse().unwrap());
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let opened = tokio_tungstenite::client_async(request, client.tls().await?).await;
    opened.map(|(socket, _)| socket).map_err(io::Error::other)
}

async fn read_socket(
    mut messages: SplitStream<Socket>,
    pushes: mpsc::UnboundedSender<Value>,
    waiting: Waiting,
) {
    while let Some(Ok(message)) = messages.next().await {
        let Message::Text(text) = message else { continue };
        let push: Value = serde_json::from_str(&text).unwrap();
        if push["push"] == "answer" {
            let id = push["id"].as_str().unwrap();
            if let Some(answer) = waiting.lock().unwrap().remove(id) {
                let _ = answer.send(push);
            }
        } else {
            let _ = pushes.send(push);
        }
    }
    waiting.lock().unwrap().clear();
}

async fn read_events(body: Body, pushes: mpsc::UnboundedSender<Value>) {
    let mut chunks = body.into_data_stream();
    let mut text = String::new();
    while let Some(Ok(chunk)) = chunks.next().await {
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        while let Some((event, rest)) = text.split_once("\n\n") {
            if let Some(data) = event.strip_prefix("data: ") {
                let _ = pushes.send(serde_json::from_str(data).unwrap());
            }
            text = rest.to_owned();
        }
    }
}
