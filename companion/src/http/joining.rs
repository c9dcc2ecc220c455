//! Joining: `POST /api/seats`, `POST /api/join`, `GET /api/state`.

use crate::http::body::{MAX_JOIN_BYTES, read_json};
use crate::http::cookie;
use crate::http::refused::Refused;
use crate::state::{ConnectionSlot, Server, check_key, join};
use crate::wire::{JoinRequest, PhoneState, SeatOffer};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
struct WithKey {
    key: String,
}

/// The seats that a phone with the key may ask for. The key is not used up.
pub async fn seats(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<ConnectionSlot>>,
    body: Body,
) -> Result<Json<Vec<SeatOffer>>, Refused> {
    let asked: WithKey = read_json(body, MAX_JOIN_BYTES).await?;
    check_key(&server, connection.address(), &asked.key)?;
    server.read_offers().await;
    Ok(Json(server.offers()))
}

/// Joins: the phone waits for the host from now on, and has a session.
pub async fn join_table(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<ConnectionSlot>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refused> {
    let request: JoinRequest = read_json(body, MAX_JOIN_BYTES).await?;
    let earlier = cookie::session(&server, &headers).ok().map(|(session, _)| session.phone);
    let joined = join(&server, connection.address(), &request, earlier).await?;
    let cookie = cookie::set_cookie(&server, joined.token.reveal());
    Ok((StatusCode::OK, AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie))), Json(joined.state))
        .into_response())
}

/// Where the phone stands.
pub async fn state(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
) -> Result<Json<PhoneState>, Refused> {
    cookie::session(&server, &headers).map(|(_, state)| Json(state))
}
