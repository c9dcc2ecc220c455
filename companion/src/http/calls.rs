//! Both transports: `GET /api/socket`, and `GET /api/events` with `POST /api/calls`.

use crate::http::body::{MAX_CALL_BYTES, read_json};
use crate::http::cookie;
use crate::http::refused::Refused;
use crate::state::{ConnectionSlot, Server, begin};
use crate::transport::{Feed, MAX_MESSAGE_BYTES, events, run_socket};
use crate::wire::{Answer, CallMessage};
use axum::body::Body;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use std::sync::Arc;
use std::time::Instant;

/// Opens a phone's WebSocket.
pub async fn socket(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<ConnectionSlot>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let (session, _) = cookie::session(&server, &headers)?;
    let feed = Feed::open(&server, session, connection)?;
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| run_socket(socket, feed, server)))
}

/// Opens a phone's server-sent events.
pub async fn event_stream(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<ConnectionSlot>>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let (session, _) = cookie::session(&server, &headers)?;
    Ok(events(Feed::open(&server, session, connection)?))
}

/// Answers one call.
pub async fn call(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Answer>, Refused> {
    let (session, _) = cookie::session(&server, &headers)?;
    if !session.may_call(Instant::now()) {
        return Err(Refused::too_many());
    }
    let message: CallMessage = read_json(body, MAX_CALL_BYTES).await?;
    Ok(Json(begin(&server, &session, message).await))
}
