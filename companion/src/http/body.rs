//! Bodies of requests, limited in size and time.

use crate::http::refused::Refused;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// The longest body of a call.
pub const MAX_CALL_BYTES: usize = crate::transport::MAX_MESSAGE_BYTES;
/// The longest body of a join request.
pub const MAX_JOIN_BYTES: usize = 4 * 1024;
/// The largest picture of a phone's camera.
pub const MAX_PICTURE_BYTES: usize = 16 * 1024 * 1024;
/// How long a body may take: a full picture over a slow net does in this time.
const LONGEST: Duration = Duration::from_secs(20);

/// Reads a body.
///
/// # Errors
/// When it is too large or too slow.
pub async fn read_body(body: Body, max_bytes: usize) -> Result<Bytes, Refused> {
    let too_large = || {
        let sentence = format!("The request is larger than {} kB: reload the page.", max_bytes / 1024);
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, sentence)
    };
    // Refused before any of it is read, if it says so itself.
    if body.size_hint().lower() > max_bytes as u64 {
        return Err(too_large());
    }
    let read = timeout(LONGEST, to_bytes(body, max_bytes)).await;
    let slow = |_| {
        Refused::new(StatusCode::REQUEST_TIMEOUT, "The request came too slowly: go closer to the router.")
    };
    read.map_err(slow)?.map_err(|_| too_large())
}

/// Reads a body as JSON.
///
/// # Errors
/// As [`read_body`], and when it can't be read as such a message.
pub async fn read_json<T: DeserializeOwned>(body: Body, max_bytes: usize) -> Result<T, Refused> {
    let bytes = read_body(body, max_bytes).await?;
    serde_json::from_slice(&bytes)
        .map_err(|_| Refused::new(StatusCode::BAD_REQUEST, "The request can't be read: reload the page."))
}
