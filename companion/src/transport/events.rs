//! Pushes as server-sent events (HTML Living Standard, 9.2).

use crate::transport::Feed;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::time::Duration;

/// A comment is sent after so long without a push, so that both sides notice a lost connection.
const COMMENT_EVERY: Duration = Duration::from_secs(15);

/// Answers with the pushes of a feed, until it ends.
pub fn events(feed: Feed) -> Response {
    let pushes = stream::unfold(feed, |mut feed| async {
        let push = feed.next().await?;
        Some((Event::default().json_data(push), feed))
    });
    Sse::new(pushes).keep_alive(KeepAlive::new().interval(COMMENT_EVERY)).into_response()
}
