//! What answers which address.

use crate::http::guard::{Guard, guarded};
use crate::http::{calls, camera, joining, pages};
use crate::state::Server;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use std::sync::Arc;

/// All that this server answers. Everything else is a file of the page, or nothing.
pub fn router(server: &Arc<Server>) -> Router {
    Router::new()
        .route("/", get(pages::front))
        .route("/api/seats", post(joining::seats))
        .route("/api/join", post(joining::join_table))
        .route("/api/state", get(joining::state))
        .route("/api/socket", get(calls::socket))
        .route("/api/events", get(calls::event_stream))
        .route("/api/calls", post(calls::call))
        .route("/api/camera", post(camera::picture))
        .route("/api/photo/{id}", get(camera::photo))
        .fallback(get(pages::file))
        .layer(from_fn_with_state(Guard::new(server.clone()), guarded))
        .with_state(server.clone())
}
