//! Pictures: `POST /api/camera` from a phone's camera, `GET /api/photo/ID` from the campaign.

use crate::http::body::{MAX_PICTURE_BYTES, read_body};
use crate::http::cookie;
use crate::http::refused::Refused;
use crate::state::{Server, blocking};
use crate::table_service::PictureFrom;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;

/// Which picture it is.
#[derive(Deserialize)]
pub struct Which {
    number: u64,
    full: bool,
}

/// Hands a picture of a phone's camera to the table.
pub async fn picture(
    State(server): State<Arc<Server>>,
    Query(which): Query<Which>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Refused> {
    let (session, _) = cookie::session(&server, &headers)?;
    let phone = session.phone;
    if !server.phones().offers_camera(phone) {
        return Err(Refused::new(
            StatusCode::FORBIDDEN,
            "This phone's camera is not in use: offer it again.",
        ));
    }
    if !session.may_send_picture(Instant::now()) {
        return Err(Refused::too_many());
    }
    // Before the body is read: a phone has at most two pictures in the server's memory.
    let _handed_over = session.pictures.try_acquire().map_err(|_| Refused::too_many())?;
    let jpeg = read_body(body, MAX_PICTURE_BYTES).await?;
    let table = server.table.clone();
    let Which { number, full } = which;
    blocking(move || table.camera_picture(PictureFrom { phone, full, number, jpeg: &jpeg })).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// A photograph of the campaign, if the phone's seat may see it.
pub async fn photo(
    State(server): State<Arc<Server>>,
    Path(id): Path<i64>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let (session, _) = cookie::session(&server, &headers)?;
    let seat = server.phones().seat(session.phone)?;
    if !session.may_call(Instant::now()) {
        return Err(Refused::too_many());
    }
    let _read = session.reads.acquire().await.map_err(|_| Refused::too_many())?;
    let table = server.table.clone();
    let jpeg = blocking(move || table.photo(&seat, id)).await??;
    Ok(([(CONTENT_TYPE, "image/jpeg")], jpeg).into_response())
}
