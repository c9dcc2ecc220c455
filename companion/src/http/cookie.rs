//! The session cookie (RFC 6265).

use crate::http::refused::Refused;
use crate::session::Session;
use crate::state::Server;
use crate::wire::PhoneState;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use std::sync::Arc;

/// How long browsers keep it: an evening.
const MAX_AGE_S: u32 = 12 * 60 * 60;

/// The cookie with this token: no script can read it, it is sent over TLS only and to this server's own pages only.
pub fn set_cookie(server: &Server, token: &str) -> Option<HeaderValue> {
    let name = server.cookie_name();
    let cookie = format!("{name}={token}; Path=/; Max-Age={MAX_AGE_S}; HttpOnly; Secure; SameSite=Strict");
    HeaderValue::from_str(&cookie).ok()
}

/// The session that a request belongs to.
///
/// # Errors
/// When it has none.
pub fn session(server: &Server, headers: &HeaderMap) -> Result<(Arc<Session>, PhoneState), Refused> {
    let name = server.cookie_name();
    let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut values = cookies
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('=').filter(|(own, _)| *own == name))
        .map(|(_, value)| value);
    values.find_map(|token| server.session(token)).ok_or_else(Refused::no_session)
}
